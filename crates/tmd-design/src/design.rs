//! The design of a kernel, as data: every number that its text depends on.
//!
//! The planner chooses and proves it, the builder of kernels and the printers follow it, and certificates hold it, so that
//! a checker can prove the bounds anew.

use serde::{Deserialize, Serialize};
use tmd_base::named::named;
use tmd_base::narrow;

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

/// The numbers that the text of a kernel that searches by Farey arcs depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ArcsPlan {
    /// Inputs T of a packet, a power of two: one polynomial, one lane.
    pub packet_inputs: u64,
    /// Bits of the slope's leading part S₁, so that S₁·t and q·S₁ are exact.
    pub slope_bits: u32,
    /// The curvature B comes times two to this power, below 1.
    pub curvature_shift: i32,
    /// The cubic coefficient C comes times two to this power, below 1/2.
    pub cubic_shift: i32,
    /// Packets with B below two to this power are beyond the range, and left out.
    pub least_curvature: i32,
    /// Orders of the Farey sequences are below two to this power.
    pub order_bits: u32,
    /// ε'' in units of 2^-63, with few significant bits.
    pub threshold: u64,
    /// 3C·W/B is below two to minus this power, W the largest distance from a vertex: how little the
    /// parabolas are bent.
    pub bend: u32,
    /// I is at least q·P(m) less two to minus this power.
    pub bias: u32,
    /// Inputs by which a root may be off whatever ε'' is: four times δ, and rounding.
    pub reach: u64,
    /// The inputs by which a root may be off where the vertex is found exactly.
    pub fine_reach: u64,
    /// The most arcs of a packet.
    pub rounds: u64,
    /// The most integers that an arc passes.
    pub crossings: u64,
    /// The most members of a root's residue class to evaluate.
    pub members: u64,
}

impl ArcsPlan {
    /// ε''.
    pub fn epsilon(&self) -> f64 {
        // A few significant bits: exact.
        narrow::exact(self.threshold) * 2f64.powi(-63)
    }

    /// The most rounds that are needed to find the neighbours of order Q about a slope S, 0 ≤ S ≤ 1: 2ω - 2 for
    /// orders below 2^ω.
    ///
    /// A round adds k times the left fraction to the right one, then k' times the right one to the left
    /// one, from 0/1 and 1/1 on, until q_l + q_r > Q. A factor is ⌊min(ρ, room)⌋: ρ the quotient of
    /// a = r_r - q_r·S and b = q_l·S - r_l, one by the other, each counted as 0 where it is negative, and room
    /// the quotient of the integers Q - q_far and q_near, which are so small that its rounding does not change
    /// its floor.
    ///
    /// **The two are neighbours in the sequence of order Q.** Whatever k is, r_r·q_l - r_l·q_r = 1 stays, so that
    /// q_r·b + q_l·a = 1 (I); room keeps both denominators at or below Q; and the loop ends when their sum is
    /// beyond it.
    ///
    /// **The slope is between them, but for η = 2^-51·(2^-β + 1/q)** beyond one of them at most, whose
    /// denominator is q. With u = 2^-53 and β bits of S₁ < 1, r - q·S₁ is exact, S₂ ≤ 2^-β, and a comes out
    /// within u·a + q·θ, θ = 1.01·2^-(53+β), where q is its fraction's denominator; so does b. By k ≤ ρ and by
    /// the roundings of a, b and ρ, k·b - a ≤ 3.2u·a + 1.02·θ·(q_r + k·q_l). By so much, over q_r + k·q_l, is the
    /// slope passed, and a ≤ 1. Once it is, a counts as less than 2^-46 in the next quotient, while b·q_r ≥ 1 by
    /// (I): room is less than that quotient, is taken, and the loop ends. Since an arc reaches more than 2^-25/q
    /// to the left of its vertex, the walk begins within the first arc, or at most 2^-25 of its length before
    /// the second; and each input lies in an arc, for each begins where the last one ended.
    ///
    /// **Some factor is 1 or more in every round** while q_l + q_r ≤ Q, hence room ≥ 1: by (I) not both distances
    /// are small; if a is not below b (as rounded), k ≥ 1; else, k = 0, and k' ≥ 1.
    ///
    /// **A factor that room does not limit is short by little:** k > ρ - 1, so that as above
    /// a - k·b < b + 3.2u·a + 1.02·θ·Q, and by (I) b > 1/(1.01·Q) then; so a - k·b < (1 + ε)·b with
    /// ε = 2^(ω-51) + 2^(2ω-52-β), which is below 2^-19 by 2ω ≤ β + 32 (`START_BITS`). If what is left is
    /// not below b, it is b but for ε·b: the next factor of that side is 1, and leaves so little that the
    /// other side's is 1 or more at once.
    ///
    /// **Two rounds double q_l + q_r,** or the loop ends. If both factors of a round are 1 or more, the round
    /// does. If the second is 0, the first was short, and both of the next are 1 or more. If the first is 0 and the
    /// next round's is not, the two rounds lead to 2·q_l + 3·q_r or more. The next round's is 0 as well only if the
    /// second factor was short; but a round that begins with 0 has a short factor of the same side before it,
    /// after which the next is not short, unless it is the first of all: there both denominators are 1, and
    /// the two rounds lead to 4 or more together.
    ///
    /// So before round n the sum is 2^(1+⌊(n-1)/2⌋) or more, and below 2^ω: n ≤ 2ω - 2.
    pub fn start_rounds(&self) -> u64 {
        2 * u64::from(self.order_bits) - 2
    }

    /// The relative error of a root that was found without C: 2^-bend for the curvature and
    /// C, 2^-11 for the estimate, and roundings.
    pub fn rough(&self) -> f64 {
        1.04 * (2f64.powi(-narrow::to_i32(self.bend)) + 2f64.powi(-11))
    }
}
