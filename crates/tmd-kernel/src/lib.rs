//! Kernels: intermediate representation, passes, families and backends.

#![cfg_attr(
    not(test),
    deny(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )
)]

pub mod backends;
pub mod frame;
pub mod gappa;
pub mod ir;
pub mod kernel;
pub mod pass;
