//! The phases of equally spaced arguments, as integers, and how many of them are in a range.

use super::sum::floors;
use super::wave::Wave;
use crate::grid::Segment;
use crate::stop::Checked;
use rug::{Integer, Rational};

/// The bits of phases, at first: with them, phases are off by less than 2^-192 of a period where arguments have at most 53 bits.
const BITS: u32 = 256;
/// So many do not tell a phase from an end only if this program is wrong: phases are irrational, and ends are rational.
const MOST_BITS: u32 = 1 << 14;
/// More bits of the period than phases have.
const GUARD: u32 = 64;

/// The phases of equally spaced arguments: that of argument i is first + i·step modulo 2^bits, in units of 2^-bits of a period.
///
/// The integers are a little off, but no phase is on the wrong side of an end of the range.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    /// How many arguments there are.
    pub(crate) count: u64,
    /// The phase of the first, perhaps with whole turns.
    pub(crate) first: Integer,
    /// What the next one has more.
    pub(crate) step: Integer,
    /// The unit is 2^-bits of a period.
    pub(crate) bits: u32,
    /// The least phase of the range, and the first one above it.
    pub(crate) ends: [Integer; 2],
    /// How many arguments have phases of the range, exactly.
    pub(crate) within: u64,
}

impl Turns {
    /// The arguments of a segment, with as many bits as are needed to tell phases from the ends of a range: from the first end on, but below the second.
    pub(crate) fn new(wave: &Wave, segment: &Segment, ends: &[Rational; 2]) -> Checked<Turns> {
        let mut bits = BITS;
        while bits <= MOST_BITS {
            if let Some(turns) = Turns::with_bits(wave, segment, ends, bits)? {
                return Ok(turns);
            }
            bits *= 2;
        }
        cannot!("2^14 bits do not tell a phase from an end of the range: please report it")
    }

    /// Let θ be an argument in periods. Its phase θ - ⌊θ⌋ is from P to Q, where 0 ≤ P < Q ≤ 1, if and only if ⌊θ - P⌋ - ⌊θ - Q⌋ is 1, and
    /// otherwise this is 0. Both floors rise with θ: where their sums over all arguments are the same for numbers below all θ and for
    /// numbers above, each floor is, and then also what is between. So the lower ones may stand for θ.
    fn with_bits(
        wave: &Wave,
        segment: &Segment,
        ends: &[Rational; 2],
        bits: u32,
    ) -> Checked<Option<Turns>> {
        let [below, above] = spacing(wave, segment.ulp, bits)?;
        // Whole turns change both floors alike.
        let whole = Integer::from(&below >> bits) << bits;
        let [below, above] = [below - &whole, above - &whole];
        let steps = if segment.first < 0 { [above, below] } else { [below, above] };
        let ends = ends.clone().map(|end| Integer::from((end << bits).ceil().numer()));
        let unit = Integer::from(1) << bits;
        let count = Integer::from(segment.count);
        let [sums, others] = steps.each_ref().map(|step| {
            let first = Integer::from(&segment.first * step);
            ends.each_ref().map(|end| floors(&count, step, &Integer::from(&first - end), &unit))
        });
        if sums != others {
            return Ok(None);
        }
        let [step, _] = steps;
        let first = Integer::from(&segment.first * &step);
        match Integer::from(&sums[0] - &sums[1]).to_u64() {
            Some(within) => {
                Ok(Some(Turns { count: segment.count, first, step, bits, ends, within }))
            }
            None => cannot!("there are more arguments than 64 bits count: please report it"),
        }
    }

    /// The phase of an argument.
    pub(crate) fn phase(&self, index: u64) -> Integer {
        (Integer::from(&self.step * index) + &self.first).keep_bits(self.bits)
    }

    /// Whether a phase is in the range.
    pub(crate) fn is_within(&self, phase: &Integer) -> bool {
        self.ends[0] <= *phase && *phase < self.ends[1]
    }

    /// About how many arguments have phases of an interval of some length, rounded down.
    pub(crate) fn about(&self, length: &Integer) -> u64 {
        let all = Integer::from(length * self.count) >> self.bits;
        all.to_u64().unwrap_or(u64::MAX)
    }
}

/// Integers below and above 2^ulp in periods, times 2^bits.
fn spacing(wave: &Wave, ulp: i32, bits: u32) -> Checked<[Integer; 2]> {
    let prec = bits + ulp.max(0).unsigned_abs() + GUARD;
    let spacing = wave.period(prec).recip().map(|own| own.shift(ulp + bits as i32));
    let ends = spacing
        .ok()
        .and_then(|own| Some([own.lo.floor().to_integer()?, own.hi.ceil().to_integer()?]));
    ends.map_or_else(|| cannot!("a period has no inverse: please report it"), Ok)
}
