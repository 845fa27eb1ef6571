//! Reports for a browser: one file each, without scripts and without a network.

mod campaign;
mod date;
mod page;
mod search;
mod sections;
mod tables;

pub use campaign::campaign;
pub use search::search;
