//! The design of a kernel, as data: every number that its text depends on.
//!
//! The planner chooses and proves it, the builder of kernels and the printers follow it, and certificates hold it, so that
//! a checker can prove the bounds anew.

pub use crate::arcs::{ArcsContract, ArcsPlan, Constant, RECIPROCAL_ESTIMATE, ROOT_ESTIMATE};
use serde::{Deserialize, Serialize};
use tmd_base::named::named;

/// Highest derivative that is bounded: the largest degree of a Taylor model is one less.
pub const ORDERS: usize = 15;

/// Most words of an entry of a table that kernels step through.
pub const MOST_TABLE_WORDS: usize = 4;

/// Which existence test excludes intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Lefèvre's: subtractive where b lies.
    Lefevre,
    /// The regular one: division steps only.
    Regular,
    /// The regular one with the last quotient cut.
    RegularCut,
    /// The regular test with the leading quotients shared by neighbouring intervals.
    Shared,
    /// Farey arcs: not a test of intervals, but a solution for all inputs near a rational slope at a time.
    Arcs,
}

impl Test {
    /// The tests that decide whether an interval may hold a case.
    pub const OF_INTERVALS: &'static [Test] =
        &[Test::Lefevre, Test::Regular, Test::RegularCut, Test::Shared];
}

/// How quotients are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Division {
    /// Repeated subtraction.
    Subtractive,
    /// The machine's division.
    Native,
    /// Subtraction where the quotient is expected below 2^LOGMS, else by division.
    Hybrid(u32),
    /// An underestimating reciprocal with one correction.
    Reciprocal,
}

/// The type that holds the lengths of an existence test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestWord {
    /// 52-bit integers in binary64 lanes.
    F64,
    /// 63-bit integers in 64-bit integer lanes.
    U64,
}

impl TestWord {
    /// Fraction bits F.
    pub fn bits(self) -> u32 {
        match self {
            TestWord::F64 => 52,
            TestWord::U64 => 63,
        }
    }
}

/// An existence test and how it computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TestPlan {
    /// Which test.
    pub test: Test,
    /// How it divides.
    pub division: Division,
    /// The type that it computes in.
    pub word: TestWord,
}

named!(
    Test,
    "--test",
    Lefevre = "lefevre",
    Regular = "regular",
    RegularCut = "regular-cut",
    Shared = "shared",
    Arcs = "arcs"
);
named!(TestWord, "the word of the test", F64 = "f64", U64 = "u64");

impl Division {
    /// The names of all strategies.
    pub const NAMES: &'static [&'static str] = &["subtractive", "native", "hybrid", "reciprocal"];

    /// The largest threshold of hybrid division: subtraction always.
    pub const MOST_LOGMS: u32 = 64;

    /// The threshold of hybrid division where none is given.
    pub const DEFAULT_LOGMS: u32 = 3;

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Division::Subtractive => "subtractive",
            Division::Native => "native",
            Division::Hybrid(_) => "hybrid",
            Division::Reciprocal => "reciprocal",
        }
    }
}

/// One entry of a stage's tables as a polynomial in the item index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Quantity {
    /// Name for readers.
    pub name: String,
    /// Degree in the item index.
    pub degree: usize,
    /// Words of 64 fraction bits.
    pub words: usize,
}

/// How a stage decides on a part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// An existence test: a part is excluded when no value comes below `threshold`·2^-F.
    Exists {
        /// The test.
        test: TestPlan,
        /// 2ε'' in units of 2^-F, rounded up.
        threshold: u64,
    },
    /// All parts of a packet at a time, by Farey arcs: those are kept that hold an input whose value is
    /// near an integer.
    Arcs(ArcsPlan),
    /// A part is one input: excluded when its value is not below the threshold.
    Compare {
        /// 2ε'' in units of 2^(-64·words), rounded up, least word first.
        threshold: Vec<u64>,
    },
}

/// How many threads that find survivors at the same time share one list of them. A target whose
/// lanes run in one thread has no need of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compaction {
    /// An atomic addition a survivor: best where there are few.
    #[default]
    Atomic,
    /// A prefix sum over a group of threads and one atomic addition a group: best where there are
    /// many.
    Scan,
}

/// One stage of a kernel plan.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StagePlan {
    /// Parts that an item is cut into; a power of two.
    pub parts: u64,
    /// Inputs of a part; a power of two.
    pub part_inputs: u64,
    /// Items of a full block.
    pub items: u64,
    /// The value at the item's first part (with ε'' added and, for an existence test, the line's
    /// offset).
    pub value: Quantity,
    /// Existence test: chord slope and its differences over the parts. Comparison: differences of
    /// the value. Arcs: slope, curvature and cubic coefficient, in the packet's index.
    pub differences: Vec<Quantity>,
    /// Words in the table of values.
    pub value_words: usize,
    /// Words in the table of slopes.
    pub slope_words: usize,
    /// The decision.
    pub check: Check,
    /// How survivors are gathered.
    pub compaction: Compaction,
}

impl StagePlan {
    /// Inputs of an item.
    pub fn item_inputs(&self) -> u64 {
        self.parts * self.part_inputs
    }

    /// The existence test that decides, if one does.
    pub fn existence_test(&self) -> Option<TestPlan> {
        match &self.check {
            Check::Exists { test, .. } => Some(*test),
            Check::Arcs(_) | Check::Compare { .. } => None,
        }
    }

    /// The test that excludes parts; `None` where each input is compared.
    pub fn test(&self) -> Option<Test> {
        match &self.check {
            Check::Arcs(_) => Some(Test::Arcs),
            Check::Exists { .. } | Check::Compare { .. } => self.existence_test().map(|t| t.test),
        }
    }

    /// The number of strands of an item. A strand is what one lane takes at a time: a part or, by arcs, a packet.
    pub fn strands(&self) -> u64 {
        match &self.check {
            Check::Arcs(arcs) => self.item_inputs() / arcs.packet_inputs,
            Check::Exists { .. } | Check::Compare { .. } => self.parts,
        }
    }

    /// Words of the seed.
    pub fn seed_words(&self) -> usize {
        let words = |q: &Quantity| (q.degree + 1) * q.words;
        // The order of the Farey sequence comes last.
        let order = usize::from(matches!(self.check, Check::Arcs(_)));
        words(&self.value) + self.differences.iter().map(words).sum::<usize>() + order
    }
}

/// Everything that a kernel's text depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct KernelPlan {
    /// Stages, the last one a comparison.
    pub stages: Vec<StagePlan>,
    /// Inputs of a block: the run of inputs that shares one seed.
    pub block_inputs: u64,
    /// Independent vectors that a processor works on at a time, at most [`KernelPlan::MOST_VECTORS`]:
    /// more hide latencies, fewer leave registers.
    pub vectors: usize,
}

impl KernelPlan {
    /// Most vectors in flight.
    pub const MOST_VECTORS: usize = 4;
}
