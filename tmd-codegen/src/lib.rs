//! From a function, a range and a precision to kernels that find its hardest-to-round inputs.

pub mod bundle;
pub mod confirm;
pub mod diag;
mod frame;
pub mod interpreter;
pub mod interval;
pub mod ir;
pub mod kernel;
pub mod load;
pub mod output;
pub mod pass;
pub mod plan;
pub mod precompiled;
pub mod request;
pub mod search;
pub mod seed;
pub mod spec;
pub mod target;
