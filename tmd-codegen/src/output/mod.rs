//! Results as texts: JSON for programs, a table and pages for people, a certificate for those who must rely on it.
//! Lists of cases for testers are in [`crate::cases`].

pub mod chance;
pub mod few;
pub mod generated;
pub mod html;
pub mod json;
pub mod list;
pub mod listing;
#[cfg(test)]
mod listing_tests;
mod number;
pub mod outfile;
pub mod runs;
pub mod summary;
pub mod svg;
pub mod table;
