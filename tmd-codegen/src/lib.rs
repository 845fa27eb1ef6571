//! From a function, a range and a precision to kernels that find its hardest-to-round inputs.

pub mod ir;
pub mod kernel;
pub mod plan;
