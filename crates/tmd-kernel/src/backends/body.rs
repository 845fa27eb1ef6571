//! The body of a function while it is printed: indented lines, which are counted.

use std::fmt::Write;

/// Columns of a level of indentation.
const INDENT: usize = 4;

/// Lines of a function's body so far.
pub(super) struct Body {
    /// All of them.
    pub(super) text: String,
    /// How many blocks they are in.
    depth: usize,
    /// The number of the next line.
    pub(super) next: usize,
}

impl Body {
    /// A body in so many blocks, whose first line has this number.
    pub(super) fn new(depth: usize, first: usize) -> Body {
        Body { text: String::new(), depth, next: first }
    }

    /// The columns before a line.
    pub(super) fn indent(&self) -> usize {
        INDENT * self.depth
    }

    /// A line.
    pub(super) fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:indent$}{line}", "", indent = self.indent());
        self.next += 1;
    }

    /// A line after which a block begins.
    pub(super) fn open(&mut self, line: &str) {
        self.line(line);
        self.deeper();
    }

    /// The line that ends a block.
    pub(super) fn close(&mut self) {
        self.shallower();
        self.line("}");
    }

    /// What follows is indented by one level more.
    pub(super) fn deeper(&mut self) {
        self.depth += 1;
    }

    /// What follows is indented by one level less.
    pub(super) fn shallower(&mut self) {
        self.depth -= 1;
    }
}
