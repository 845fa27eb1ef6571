//! The command line as a user meets it: the real program, its texts and its exit codes.

mod command;
mod functions;
mod kernels;
mod libraries;
mod overview;
mod plans;
mod refusals;
#[path = "../said/mod.rs"]
mod said;
mod searches;
