//! The design of a kernel as data, and bounds: what planner, builder, printers, certificates and checkers share.

#![cfg_attr(
    not(test),
    deny(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )
)]

pub mod arcs;
pub mod bound;
pub mod decided;
pub mod design;
pub mod lg;
pub mod names;
pub mod obligation;
pub mod phases;
mod stage_text;
