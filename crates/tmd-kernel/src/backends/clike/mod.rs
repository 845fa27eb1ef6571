//! What OpenCL and CUDA have in common: kernels as functions in C, one thread a lane.
//!
//! A lane of the intermediate representation is a thread (a work-item): uniform values are computed
//! by each thread, `exit unless any` and `if any` ask the thread's own mask. The frame around a stage
//! gives groups of threads their items and gathers survivors; the interface of its kernels is
//! documented at [`ProgramManifest`](tmd_runtime::ProgramManifest). For processors whose compiler does not make vectors of threads
//! there is a second form in which lanes are vector elements and an item belongs to one work-item.

mod chain;
mod form;
pub mod function;
pub(super) mod helpers;
pub(super) mod literal;
pub(super) mod print;
mod reserved;
pub(super) mod rounded;
pub(super) mod style;
#[cfg(test)]
mod tests;
mod thread;
pub(super) mod twin;
pub(super) mod words;

use crate::backends::{Emitted, Registers, Source};
use crate::kernel::Design;
use tmd_base::diag::Diag;

pub use form::{Form, Program, Shape, Stage, VECTOR};

/// The words in which languages like C differ.
#[derive(Debug)]
pub struct Dialect {
    /// Begins a function.
    pub function: &'static str,
    /// Begins a table of constants.
    pub table: &'static str,
    /// Marks a pointer to device memory.
    pub global: &'static str,
    /// A function that multiplies two numbers and rounds, where an operator would not do.
    pub product: Option<&'static str>,
    /// Ends a literal word.
    pub suffix: &'static str,
    /// A constant-size adder as one carry chain of the machine, if the language has a way to say so:
    /// the statements for so many words.
    pub adder: Option<fn(usize) -> String>,
    /// How vectors are written.
    pub vectors: Vectors,
}

/// How a language writes what not all languages with vectors have operators for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// It has none.
    None,
    /// As OpenCL does: a cast fills a vector, `? :` selects lane by lane, and functions take vectors.
    Language,
    /// By functions of the prelude.
    Functions,
}

/// The words of a language for groups of threads.
#[derive(Debug)]
pub struct Launch {
    /// Begins a kernel, for a group of so many threads.
    pub kernel: fn(usize) -> String,
    /// Marks memory that a group shares.
    pub local: &'static str,
    /// Marks a pointer to such memory.
    pub local_pointer: &'static str,
    /// Waits for all threads of the group.
    pub barrier: &'static str,
    /// Index of the thread in its group.
    pub thread: &'static str,
    /// Index of the group.
    pub group: &'static str,
    /// Number of groups.
    pub groups: &'static str,
    /// Adds to a counter and returns what was there.
    pub atomic_add: &'static str,
    /// Types and functions that every file begins with.
    pub prelude: &'static str,
    /// The same for vectors.
    pub vector_prelude: &'static str,
}

/// What several forms print a plan from.
///
/// # Errors
/// If a kernel is malformed.
pub(crate) fn modules(forms: &[Form], plan: &dyn Design) -> Result<Vec<Source>, Diag> {
    let source = |form: &Form| {
        let registers = match form.shape {
            Shape::Vectors => Registers::Vectors(64),
            Shape::Threads | Shape::Fused => Registers::Threads,
        };
        let file = form.file.to_owned();
        Ok(Source { text: file.clone(), file, module: form.module(plan)?, registers })
    };
    forms.iter().map(source).collect()
}

/// Prints a plan in several forms. What stands above all of them is printed once, in the first file.
///
/// # Errors
/// If a kernel is malformed.
pub(crate) fn emit(forms: &[Form], plan: &dyn Design, header: &[String]) -> Result<Emitted, Diag> {
    let mut emitted = Emitted::default();
    let notes = header.iter().cloned().chain(form::NOTES.map(str::to_owned)).collect();
    let mut header: Vec<String> = notes;
    for form in forms {
        let kernels = form.module(plan)?.kernels;
        let stages: Vec<Stage> = kernels
            .into_iter()
            .zip(plan.stages())
            .map(|(kernel, stage)| Stage { kernel, items: stage.items, parts: stage.parts })
            .collect();
        let Program { text, lines, manifest } = form.print(&stages, &header)?;
        if emitted.files.is_empty() {
            header = elsewhere(&header[0], &manifest.file);
        }
        emitted.lines.insert(manifest.file.clone(), lines);
        emitted.files.insert(manifest.file.clone(), text);
        emitted.programs.push(manifest);
    }
    Ok(emitted)
}

/// The head of a file whose bundle has one that says more.
fn elsewhere(title: &str, file: &str) -> Vec<String> {
    let line = format!(
        "The command, the plan, its bounds and the layout of all data stand at the head of {file}."
    );
    vec![title.to_owned(), String::new(), line]
}
