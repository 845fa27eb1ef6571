//! How a kernel is to be printed as a C function: its language, its names, and what it is given.

use crate::backends::by_lanes::ByLanes;
use crate::backends::clike::Dialect;
use tera::Context;

/// How the values of a kernel are held, and what its function is given.
pub(in crate::backends) struct Style<'a> {
    /// The language.
    pub dialect: &'a Dialect,
    /// Lanes are vector elements; else threads.
    pub vectors: bool,
    /// The function's name.
    pub name: &'a str,
    /// The names that the file has for what it is made of.
    pub names: FileNames<'a>,
    /// What the function of a stage is given.
    pub interface: Interface<'a>,
}

/// What a file calls its types and helper functions.
#[derive(Clone, Copy)]
pub(in crate::backends) struct FileNames<'a> {
    /// The type of a word.
    pub word: &'static str,
    /// The type of a number.
    pub number: &'static str,
    /// Begins the names of helper functions.
    pub prefix: &'a str,
}

impl FileNames<'_> {
    /// For files that nothing else is compiled with: types of their own, and plain names.
    pub(in crate::backends) const OWN: FileNames<'static> =
        FileNames { word: "word", number: "number", prefix: "" };

    /// Tells a frame of helper functions.
    pub(in crate::backends) fn tell(&self, context: &mut Context) {
        context.insert("word", self.word);
        context.insert("number", self.number);
        context.insert("prefix", self.prefix);
    }
}

/// What the function of a stage is given, besides the item.
pub(in crate::backends) enum Interface<'a> {
    /// The place in a batch of blocks, `at`.
    Batch {
        /// What a survivor is given to.
        report: &'a str,
        /// Seed words of the stages before.
        seed_offset: usize,
        /// Index of the stage.
        stage: usize,
    },
    /// The words of the block's seed and the list `out` of survivors. What depends on the number of lanes is printed
    /// so.
    Block {
        /// What stands for constants, by statement.
        by_lanes: &'a ByLanes,
    },
    /// Nothing: it is no stage.
    None,
}
