//! What the project is held against: the published search pipeline, written plainly, as a benchmark
//! baseline and as an independent second opinion on results.

pub mod baseline;
