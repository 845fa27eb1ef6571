//! The design of a kernel as data, and bounds: what planner, builder, printers, certificates and checkers share.

pub mod bound;
pub mod decided;
pub mod design;
pub mod lg;
pub mod names;
mod stage_text;
