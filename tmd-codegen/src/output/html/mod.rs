//! Reports for a browser: one file each, without scripts and without a network.

mod campaign;
mod date;
mod page;
mod tables;

pub use campaign::campaign;
