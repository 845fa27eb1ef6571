//! What becomes of a kernel on its way to the machine.

pub mod machine;
