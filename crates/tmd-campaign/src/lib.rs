//! Campaigns: searches in units, on any number of machines.

pub mod campaign;
