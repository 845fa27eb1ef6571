//! Stochastic twins of kernels: random rounding, significant digits, cancellations.

pub mod stochastic;
