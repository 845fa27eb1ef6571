//! Where the kernels stand in the files that printers write.

use std::collections::BTreeMap;
use std::ops::Range;

/// The lines of a kernel in its file. They count from 1; a range leaves its last one out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelLines {
    /// The comment above the function.
    pub comment: Range<usize>,
    /// The function.
    pub function: Range<usize>,
    /// The line that each statement of the kernel's body begins on, a loop after its remark. One that is printed where
    /// it is used has that of the next statement.
    pub statements: Vec<usize>,
}

impl KernelLines {
    /// The same so many lines further down.
    pub fn moved(self, by: usize) -> KernelLines {
        let range = |range: Range<usize>| range.start + by..range.end + by;
        KernelLines {
            comment: range(self.comment),
            function: range(self.function),
            statements: self.statements.into_iter().map(|line| line + by).collect(),
        }
    }
}

/// The kernels of each file, in the order of the stages.
pub type LineMap = BTreeMap<String, Vec<KernelLines>>;
