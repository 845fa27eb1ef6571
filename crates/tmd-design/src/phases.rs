//! The numbers of a search by arcs of phases: what its kernels and the search on the host compute with, and where a kernel finds a block's
//! numbers.
//!
//! On an arc of phases, F of a vector of the lattice is f + ρ·z + w·z² - σ·v, in turns, for the phase z and the index v from -1 to 1
//! (`docs/mathematics.md`, "Arcs of phases"). What is off is bounded with these constants, and arcs are left out by them: none stands
//! anywhere else.

use tmd_base::text::{grouped, wrap};

/// A term of a vector that lets F vary by a turn is so many units, as a power of two.
pub const UNIT_BITS: i32 = 46;

/// Bits of a fraction of the table of slopes, beyond those of a slope in units: a word.
pub const TABLE_BITS: u32 = 64;

/// The most turns that F may vary by a term of a vector that arcs are left out by.
pub const USABLE: f64 = 64.0;

/// The slack of a vector that is not used: it leaves out nothing.
pub const UNKNOWN: f64 = 1e9;

/// What F is off by at most in binary64: in some 90 cuts of a box, a few sums of terms that are below 256 turns.
pub const ROUNDING: f64 = 1.0 / 68_719_476_736.0;

/// Numbers of binary64 next to this one are integers, one after the other.
pub const WHOLE: f64 = 6_755_399_441_055_744.0;

/// Multiples of vectors that are taken from others are smaller.
///
/// The terms by which they are found are rounded on the way through the six pairs of [`SHORTENED`]: where a multiple cancels most of a vector of
/// length L, its terms are then off by 2^-52·L, which the next two multiples enlarge. So no vector becomes longer than (1 + 2^-9)·L, L being the
/// length of the longest of the three, and the integers of vectors do not overflow unseen.
pub const MOST_TIMES: f64 = 1_048_576.0;

/// The numbers by which points of arcs are solved for.
pub mod points {
    /// Points that are less sure are not solved for.
    pub const SURE: f64 = 1.0 / 64.0;
    /// The most integers of the three vectors together that are gone through.
    pub const MOST: u32 = 100;
    /// What sums of a few products are off by in binary64 at most, as a share of the sums of their sizes; some 2^-50 would do.
    pub const ROUNDING: f64 = 1.0 / 140_737_488_355_328.0;
    /// Sums of a few numbers that are not negative are rounded by less.
    pub const UP: f64 = 1.0 + 1.0 / 1_099_511_627_776.0;
}

/// Pairs of vectors, the first of which is made shorter by a multiple of the second, in order.
pub const SHORTENED: [(usize, usize); 6] = [(0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)];

/// Where a block's numbers are among the words of its seed.
pub mod seed {
    /// G modulo 1 in the centre of the first arc and its four differences: two words each, the low one first, in units of 2^-128.
    pub const VALUE: usize = 0;
    /// G' there and its three differences, likewise, in units of 2^-64 of the slope's.
    pub const SLOPE: usize = 10;
    /// F grows by ρ times so much from one arc to the next, in units of 2^-64 turns and modulo 1.
    pub const ADVANCE: usize = 18;
    /// How many arcs there are.
    pub const ARCS: usize = 19;
    /// q, ρ and σ of the three vectors at the first arc as integers, and F there, in units of 2^-64 turns: three words each.
    pub const BASIS: usize = 20;
    /// What a unit of q, ρ and σ is in turns: numbers.
    pub const UNITS: usize = 32;
    /// What F may be off by for each turn of the bend, and what is added: numbers.
    pub const SLACK: usize = 38;
    /// The most turns that F may vary by a term of a vector: a number.
    pub const LONGEST: usize = 42;
    /// All words.
    pub const WORDS: usize = 44;
    /// Numbers are in units of 2 to the minus so many bits, with a sign, and two words each, the low one first.
    pub const FRACTION: i32 = 112;
}

/// The kernel of a search by arcs of phases. It has one stage, whose parts are arcs; those survive that may hold a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhasesPlan {
    /// Arcs of a strand, which one lane looks at one after the other.
    pub strand_arcs: u64,
    /// Strands of a block, a power of two.
    pub strands: u64,
    /// How often a strand's first basis is reduced: it is that of the block's first arc.
    pub first_rounds: u64,
    /// Independent vectors that a processor works on at a time.
    pub vectors: usize,
}

impl PhasesPlan {
    /// The plan of every kernel: it does not depend on the function, nor on formats.
    pub const STANDARD: PhasesPlan =
        PhasesPlan { strand_arcs: 256, strands: 64, first_rounds: 8, vectors: 1 };

    /// Arcs of a full block.
    pub const fn arcs(&self) -> u64 {
        self.strand_arcs * self.strands
    }

    /// The documentation of the emitted function: meaning, arguments, postcondition and method, a line each.
    pub fn describe(&self) -> Vec<String> {
        const WIDTH: usize = 96;
        let (arcs, strand) = (grouped(self.arcs().into()), grouped(self.strand_arcs.into()));
        let last = grouped(u128::from(self.arcs()) - 1);
        let paragraph = |text: &str| wrap("", text, WIDTH);
        let list = |points: &[String]| -> Vec<String> {
            points.iter().flat_map(|point| wrap("- ", point, WIDTH)).collect()
        };
        let words = |from: usize, to: usize, what: &str| format!("`seed[{from}..{to}]`: {what}.");
        let word = |at: usize, what: &str| format!("`seed[{at}]`: {what}.");
        let mut lines = paragraph(&format!(
            "Looks at one item, {arcs} consecutive arcs of phases, and writes those that may hold a hard-to-round argument. A lane takes \
             a strand of {strand} arcs at a time."
        ));
        lines.push(String::new());
        lines.extend(paragraph(
            "For a vector of the arc's lattice, F = f + ρ·z + w·z² - σ·v, in turns, is what q·G is modulo 1, for the argument of phase z \
             and index v, from -1 to 1 each: G is the value in units of the breakpoint spacing, so that F of a hard-to-round argument is \
             nearer to an integer than the slack.",
        ));
        lines.push(String::new());
        lines.extend(list(&[
            words(seed::VALUE, seed::SLOPE, "G in the centre of the first arc, and its differences from arc to arc, two words each"),
            words(seed::SLOPE, seed::ADVANCE, "G' likewise, in units of the slope and 64 fraction bits"),
            word(seed::ADVANCE, "what F grows by from one arc to the next, for each unit of ρ, in units of 2^-64 turns"),
            word(seed::ARCS, "how many arcs the block has"),
            words(seed::BASIS, seed::UNITS, "the basis at the first arc: q of three vectors, ρ, σ, and F in units of 2^-64 turns"),
            words(seed::UNITS, seed::SLACK, "three numbers: what a unit of q, ρ and σ is in turns"),
            words(seed::SLACK, seed::LONGEST, "two numbers: what F may be off by for each turn of the bend, and besides"),
            words(seed::LONGEST, seed::WORDS, "a number: the most turns that F may vary by a term of a vector"),
            format!(
                "Numbers are integers of two words, the low one first, with a sign, in units of 2^-{}.",
                seed::FRACTION
            ),
            "`item`: 0, as a block is one item.".to_owned(),
            format!("`out`: receives the indices of surviving arcs, 0 … {last}."),
        ]));
        lines.push(String::new());
        lines.extend(paragraph(
            "Afterwards `out` has every arc that holds a hard-to-round argument: one is left out only if F of a vector comes near to no \
             integer on it, or if at no point of it F of all three does. Arcs from one on where a vector is too long are all written.",
        ));
        lines.push(String::new());
        let steps = [
            format!(
                "Take the tables and the basis to the strand's first arc, and make its vectors shorter by multiples of one another, {} \
                 times.",
                self.first_rounds
            ),
            "On each arc, make the vectors shorter; leave the arc out if F of one comes near to no integer.".to_owned(),
            "Otherwise solve three linear equations in (z², z, v) for each three integers that F comes near to; leave the arc out if z² is \
             never the square of z, or z or v is not from -1 to 1."
                .to_owned(),
            "Go on to the next arc: its lattice is the same, its slope is another.".to_owned(),
        ];
        for (step, text) in steps.iter().enumerate() {
            lines.extend(wrap(&format!("{}. ", step + 1), text, WIDTH));
        }
        lines
    }
}
