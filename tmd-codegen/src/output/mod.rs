//! Results as texts: JSON for programs, a table and pages for people, a certificate for those who must rely on it.
//! Lists of cases for testers are in [`crate::cases`].

mod answer;
pub mod chance;
pub mod few;
mod found;
pub mod generated;
pub mod html;
pub mod json;
pub mod list;
pub mod listing;
#[cfg(test)]
mod listing_tests;
pub(crate) mod number;
pub mod outfile;
pub mod pairs;
pub mod phases;
pub mod plane;
pub mod runs;
mod stretches;
mod structure;
pub mod styled;
pub mod summary;
pub mod svg;
pub mod table;
pub(crate) mod told;
pub mod vectors;
