//! The levels as C knows them: what a compiler defines where it compiles for one, and the names of its vectors.

use super::DIALECT;
use crate::backends::UNDECIDED;
use crate::backends::clike::literal;
use crate::backends::function::Passed;
use crate::backends::levels;
use crate::frame;
use crate::ir::Width;
use serde::Serialize;
use tera::Context;
use tmd_base::diag::Diag;

/// One level.
pub(super) struct Level {
    pub(super) level: levels::Level,
    /// What is defined where it is compiled for.
    pub(super) condition: &'static str,
    /// Bytes of a vector.
    bytes: usize,
    /// Begins the names of its functions.
    functions: &'static str,
    /// Its vectors of integers.
    integers: &'static str,
}

/// All levels, the widest first.
pub(super) const LEVELS: [Level; 3] = [
    Level {
        level: levels::AVX512,
        condition: "defined(__AVX512F__) && defined(__AVX512DQ__) \\\n    \
                    && defined(__AVX512VL__) && defined(__AVX512BW__)",
        bytes: 64,
        functions: "_mm512",
        integers: "__m512i",
    },
    Level {
        level: levels::AVX2,
        condition: "defined(__AVX2__) && defined(__FMA__)",
        bytes: 32,
        functions: "_mm256",
        integers: "__m256i",
    },
    Level { level: levels::PORTABLE, condition: "", bytes: 16, functions: "", integers: "" },
];

/// A level as frames that choose between levels print it.
#[derive(Serialize)]
pub(super) struct Choice {
    name: &'static str,
    condition: &'static str,
    /// Its vectors, where the frame has them itself.
    vectors: String,
}

impl Level {
    /// What frames are told of the level with numbers of a width.
    fn context(&self, width: Width) -> Context {
        let mut context = of_width(width);
        let long = width == Width::W64;
        context.insert("level", self.level.name);
        context.insert("about", self.level.about);
        context.insert("bytes", &self.bytes);
        context.insert("lanes", &(8 * self.bytes / width.bits() as usize));
        context.insert("mm", self.functions);
        context.insert("integers", self.integers);
        context.insert("p", if long { "pd" } else { "ps" });
        context.insert("bits", &width.bits());
        context.insert("width", &(width.bits() / 8));
        context
    }

    /// Its vectors of a width, and the operations on them of some frames, which may move what is passed into vectors.
    pub(super) fn vectors(
        &self,
        width: Width,
        passed: Passed,
        frames: &[&str],
    ) -> Result<String, Diag> {
        let mut context = self.context(width);
        context.insert("passed", passed.in_c(width));
        context.insert("single", &(passed == Passed::Single));
        rendered(frames, &context)
    }

    /// Queues of lanes that wait, with so many numbers of each at most.
    pub(super) fn queues(&self, queued: usize) -> Result<String, Diag> {
        let mut context = self.context(Width::W64);
        context.insert("queued", &queued);
        rendered(&[frame::C_QUEUES], &context)
    }

    /// The choice of this level.
    pub(super) fn choice(&self, vectors: String) -> Choice {
        Choice { name: self.level.name, condition: self.condition, vectors }
    }
}

/// The texts of some frames, one after the other.
pub(super) fn rendered(frames: &[&str], context: &Context) -> Result<String, Diag> {
    frames.iter().map(|frame| frame::render(frame, context)).collect()
}

/// What frames are told of numbers of a width.
pub(super) fn of_width(width: Width) -> Context {
    let mut context = Context::new();
    context.insert("long", &(width == Width::W64));
    context.insert("undecided", &literal::word(UNDECIDED, DIALECT.suffix));
    context
}
