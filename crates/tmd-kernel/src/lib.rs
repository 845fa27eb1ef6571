//! Kernels: intermediate representation, passes, families and backends.

pub mod backends;
pub mod frame;
pub mod ir;
pub mod kernel;
pub mod pass;
