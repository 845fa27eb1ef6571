//! The foundation of all other crates: diagnostics as data, text, tables, named enumerations, files that are read.

#![cfg_attr(
    not(test),
    deny(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )
)]

pub mod diag;
pub mod engine;
pub mod hash;
pub mod infile;
pub mod json;
pub mod misread;
pub mod named;
pub mod narrow;
pub mod nearest;
pub mod patience;
pub mod random;
pub mod table;
pub mod target;
pub mod text;
pub mod visible;
