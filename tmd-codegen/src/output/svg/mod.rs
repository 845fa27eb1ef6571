//! Plans and measurements as pictures: one SVG file each, to be viewed without a network.

mod axis;
mod budget;
pub mod campaign;
mod canvas;
mod evaluator;
mod families;
mod plan;
mod range;
mod time;

pub(in crate::output) use canvas::escape;
pub use evaluator::evaluator;
pub use families::families;
pub use plan::picture;
