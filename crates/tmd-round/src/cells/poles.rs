//! Γ, which has poles at 0, -1, -2, …: what polynomials are of is P(x) = |Γ(x)|·D(x), where D(x) is the product of the distances
//! from the integers on both sides of a negative x, and min(x, 1) of a positive one. P is smooth between integers, ends included.
//! Distances of numbers of the format are exact, so that the quotient has two rounding errors more.

use super::regions::Span;
use rug::Float;
use tmd_base::narrow;
use tmd_functions::interval::Interval;
use tmd_functions::language::FunctionSpec;
use tmd_kernel::ir::{Builder, Value};

/// Γ as a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Poles;

/// Numbers from this one downwards are computed alike: what stands for P there is [`VANISHING`].
const LAST: f64 = -64.0;
/// log2 of what stands for P where the quotient is less than half of the least number in any case.
pub(super) const VANISHING: i32 = -200;
/// P is less than 2^[`VANISHING`] below this.
const DEEP: f64 = -100.0;
/// From this size on all numbers are integers.
const WHOLE: f64 = (1 << 24) as f64;
/// 2^52: the last bits of a number and this are those of its integer part.
const RAISER: f64 = (1_u64 << 52) as f64;

impl Poles {
    /// What is known of a function that is Γ.
    pub(crate) fn of(spec: &FunctionSpec) -> Option<Poles> {
        (spec.function_of_x() == Some("gamma")).then_some(Poles)
    }

    /// About P at a number, as Γ of one between 1 and 2, or of the number itself from 1 on.
    pub(super) fn numerator(self, spec: &FunctionSpec, x: &Float) -> Option<Float> {
        let prec = x.prec();
        if *x < DEEP {
            return Some(Float::with_val(prec, 1) >> (2 * -VANISHING));
        }
        // Γ(x) = Γ(x + k) / (x·(x + 1)·…·(x + k - 1)); D takes two of these away, or the one.
        let below = Float::with_val(prec, -x).floor();
        let steps = if *x >= 1 {
            0
        } else if *x >= 0 {
            1
        } else {
            narrow::to_u32(below.to_i32_saturating().unwrap_or_default()) + 2
        };
        let raised = Float::with_val(prec, x + steps);
        let raised = Interval::new(raised.clone(), raised).ok()?;
        let mut value = spec.eval(&raised).ok()?.mid();
        for k in 0..steps.saturating_sub(2) {
            value /= Float::with_val(prec, x + k).abs();
        }
        Some(value)
    }

    /// The spans of all numbers.
    pub(super) fn spans(self) -> Vec<Span> {
        let (start, end) = (f64::NEG_INFINITY, f64::INFINITY);
        vec![
            Span { start, end: LAST, anchor: 0.0, below: true },
            // The distance from this anchor is in one binade, and parts of that begin at integers.
            Span { start: LAST, end: -1.0, anchor: -LAST, below: true },
            Span { start: -1.0, end: 0.0, anchor: 0.0, below: true },
            Span { start: 0.0, end, anchor: 0.0, below: false },
        ]
    }

    /// D(x), and whether Γ(x) is negative where it is a number.
    pub(super) fn divisor(self, x: f64) -> (f64, bool) {
        if x >= 0.0 {
            return (x.min(1.0), x == 0.0 && x.is_sign_negative());
        }
        let size = x.abs().min(WHOLE);
        let whole = size.trunc();
        let rest = size - whole;
        (rest * (1.0 - rest), (whole + RAISER).to_bits() & 1 == 0)
    }

    /// Γ from P: what is no number of the format is larger than all marks.
    pub(super) fn quotient(self, b: &mut Builder, x: Value, p: Value) -> Value {
        b.comment("divided by the distances from the integers on both sides");
        let size = b.abs(x);
        let most = b.float(WHOLE);
        let size = b.min(size, most);
        let (one, zero) = (b.float(1.0), b.float(0.0));
        let raiser = b.float(RAISER);
        let raised = b.add(size, raiser);
        let nearest = b.sub(raised, raiser);
        let is_above = b.lt(size, nearest);
        let less = b.select(is_above, one, zero);
        let whole = b.sub(nearest, less);
        let whole = b.named("whole", whole);
        let rest = b.sub(size, whole);
        let rest = b.named("rest", rest);
        let other = b.sub(one, rest);
        let both = b.mul(rest, other);
        let bits = b.bits(x);
        let is_negative = b.bit(bits, 63);
        let near = b.min(size, one);
        let divisor = b.select(is_negative, both, near);
        let divisor = b.named("divisor", divisor);
        let y = b.div(p, divisor);
        b.comment("negative between -1 and 0, -3 and -2, …");
        let raised = b.add(whole, raiser);
        let raised = b.bits(raised);
        let is_odd = b.bit(raised, 0);
        let is_flipped = b.and_not(is_negative, is_odd);
        let opposite = b.neg(y);
        b.select(is_flipped, opposite, y)
    }
}
