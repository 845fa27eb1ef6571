//! Plans and measurements as pictures: one SVG file each, to be viewed without a network.

mod axis;
mod budget;
mod canvas;
mod families;
mod plan;
mod range;
mod time;

pub use families::families;
pub use plan::picture;
