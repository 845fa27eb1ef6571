//! Plans as pictures: one SVG file, to be viewed without a network.

mod axis;
mod budget;
mod canvas;
mod plan;
mod range;
mod time;

pub use plan::picture;
