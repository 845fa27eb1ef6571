//! Reports for a browser: one file each, without scripts and without a network.

mod campaign;
mod date;
mod inline;
mod page;
mod search;
mod sections;
mod tables;

pub use campaign::campaign;
pub(crate) use inline::Inline;
pub(crate) use page::Page;
pub use search::search;
