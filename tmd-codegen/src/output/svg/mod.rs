//! Plans and measurements as pictures: one SVG file each, to be viewed without a network.

mod axis;
mod budget;
mod canvas;
mod evaluator;
mod families;
mod plan;
pub mod progress;
mod range;
mod time;

pub(in crate::output) use canvas::escape;
pub use evaluator::evaluator;
pub use families::families;
pub use plan::picture;
