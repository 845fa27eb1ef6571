//! Reduction of one length by another: k ≤ ⌊x / y⌋ and x - k·y, by the planned division strategy.
//!
//! Fortin, Gouicem, Graillat 2012 (sections 4 and 5) divide by subtraction while the quotient is
//! expected below 2^LOGMS and by a real division otherwise (*hybrid*); 0 always divides, 64 always
//! subtracts. An underestimating reciprocal (*reciprocal*) is ours: a quotient that is too small is
//! always valid for the lengths of the circle, so only the offset d needs an exact one.

use super::number::Holds;
use crate::ir::{Builder, Value};
use tmd_design::design::{Division, TestPlan, TestWord};

/// The parameters that all reductions of one test share.
pub(crate) struct Reducer<'a> {
    /// The planned test.
    pub test: &'a TestPlan,
    /// Inputs of the interval: no quotient above N is of use.
    pub inputs: u64,
}

/// The result of a reduction.
#[derive(Clone, Copy)]
pub(crate) struct Reduced {
    /// The quotient.
    pub k: Value,
    /// The remainder of x.
    pub rest: Value,
}

/// A length that others are reduced by, with its reciprocal where the strategy wants one.
#[derive(Clone, Copy)]
pub(crate) struct Divisor {
    y: Value,
    inverse: Option<Value>,
}

impl Reducer<'_> {
    /// Prepares to reduce by `y` (until it changes).
    pub(crate) fn divisor(&self, b: &mut Builder, y: Value) -> Divisor {
        let inverse = (self.test.division == Division::Reciprocal).then(|| {
            let number = match self.test.word {
                TestWord::F64 => y,
                TestWord::U64 => b.to_f64_nearest(y),
            };
            let inverse = b.recip_below(number);
            b.named("inverse", inverse)
        });
        Divisor { y, inverse }
    }

    /// Reduces a length: k ≤ ⌊x/y⌋, at least 1 where x ≥ y, at most N where the strategy needs an
    /// end. Lanes outside `active` hold anything.
    pub(crate) fn length(&self, b: &mut Builder, x: Value, by: Divisor, active: Value) -> Reduced {
        match (self.test.word, by.inverse) {
            // Counts may become huge in binary64 lanes, but never wrap.
            (TestWord::F64, Some(inverse)) => self.estimate(b, x, by.y, inverse, None),
            (TestWord::F64, None) if self.divides() => self.divide(b, x, by.y, None),
            (_, inverse) => {
                let most = self.test.word.constant(b, self.inputs);
                match inverse {
                    Some(inverse) => self.estimate(b, x, by.y, inverse, Some(most)),
                    None => self.exact(b, x, by, most, active),
                }
            }
        }
    }

    /// Reduces an offset exactly: k = ⌊x/y⌋ where that is at most `cap`, which it is in every lane
    /// whose length was reduced completely; never less than min(⌊x/y⌋, cap). Lanes outside `active`
    /// hold anything.
    pub(crate) fn offset(
        &self,
        b: &mut Builder,
        x: Value,
        by: Divisor,
        cap: Value,
        active: Value,
    ) -> Value {
        match by.inverse {
            Some(inverse) => self.estimate_exactly(b, x, by.y, inverse, active).rest,
            None if self.divides() => self.divide(b, x, by.y, None).rest,
            None => self.exact(b, x, by, cap, active).rest,
        }
    }

    /// Whether the strategy always divides.
    fn divides(&self) -> bool {
        matches!(self.test.division, Division::Native | Division::Hybrid(0))
    }

    /// Reduces exactly: k = min(⌊x/y⌋, cap). Lanes outside `active` hold anything.
    pub(crate) fn exact(
        &self,
        b: &mut Builder,
        x: Value,
        by: Divisor,
        cap: Value,
        active: Value,
    ) -> Reduced {
        match self.test.division {
            Division::Native | Division::Reciprocal | Division::Hybrid(0) => {
                self.divide(b, x, by.y, Some(cap))
            }
            Division::Hybrid(logms) if logms < self.test.word.bits() => {
                self.hybrid(b, x, by.y, cap, active, logms)
            }
            Division::Subtractive | Division::Hybrid(_) => {
                self.subtract(b, x, by.y, cap, active, self.inputs)
            }
        }
    }

    /// Reduces by a division, whose rounding is corrected.
    fn divide(&self, b: &mut Builder, x: Value, y: Value, cap: Option<Value>) -> Reduced {
        let quotient = b.div(x, y);
        match self.test.word {
            TestWord::U64 => {
                let k = capped(b, quotient, cap);
                Reduced { k, rest: b.sub_product(x, k, y) }
            }
            TestWord::F64 => {
                // ⌊RN(x/y)⌋ is at most one too large: x/y < ⌊x/y⌋ + 1, which is representable.
                let floor = b.trunc(quotient);
                let k = capped(b, floor, cap);
                let rest = b.sub_product(x, k, y);
                let zero = b.float(0.0);
                let over = b.lt(rest, zero);
                let one = b.float(1.0);
                let (k_less, rest_more) = (b.sub(k, one), b.add(rest, y));
                Reduced { k: b.select(over, k_less, k), rest: b.select(over, rest_more, rest) }
            }
        }
    }

    /// Reduces by subtraction, in each lane as often as it needs.
    fn subtract(
        &self,
        b: &mut Builder,
        x: Value,
        y: Value,
        cap: Value,
        active: Value,
        rounds: u64,
    ) -> Reduced {
        let word = self.test.word;
        let (zero, one) = (word.constant(b, 0), word.constant(b, 1));
        let rest = b.varying_variable("rest", x);
        let k = b.varying_variable("k", zero);
        b.repeat_until_exit("subtraction", rounds + 1, |b| {
            let (left, below) = (b.ge(rest, y), b.lt(k, cap));
            let go = b.and(left, below);
            let go = b.and(go, active);
            b.exit_unless_any(go);
            let (less, more) = (b.sub(rest, y), b.add(k, one));
            let (less, more) = (b.select(go, less, rest), b.select(go, more, k));
            b.set(rest, less);
            b.set(k, more);
        });
        Reduced { k, rest }
    }

    /// Reduces by subtraction where the quotient is below 2^LOGMS, by a division elsewhere.
    fn hybrid(
        &self,
        b: &mut Builder,
        x: Value,
        y: Value,
        cap: Value,
        active: Value,
        logms: u32,
    ) -> Reduced {
        let word = self.test.word;
        b.comment(format!("hybrid division: subtract where the quotient is below 2^{logms}"));
        let small = match word {
            TestWord::F64 => {
                let scale = b.float((logms as f64).exp2());
                let limit = b.mul(y, scale);
                b.lt(x, limit)
            }
            TestWord::U64 => {
                let high = b.shr(x, logms);
                b.lt(high, y)
            }
        };
        let rest = b.varying_variable("rest", x);
        let zero = word.constant(b, 0);
        let k = b.varying_variable("k", zero);
        let large = b.and_not(active, small);
        b.if_any(large, |b| {
            b.comment("large quotients by division");
            let divided = self.divide(b, x, y, Some(cap));
            let (k_new, rest_new) =
                (b.select(large, divided.k, k), b.select(large, divided.rest, rest));
            b.set(k, k_new);
            b.set(rest, rest_new);
        });
        b.comment("small quotients by subtraction");
        let subtracting = b.and(active, small);
        let rounds = self.inputs.min(1 << logms.min(62));
        let subtracted = self.subtract(b, rest, y, cap, subtracting, rounds);
        // A lane that divided has not subtracted, and the other way round.
        Reduced { k: b.add(k, subtracted.k), rest: subtracted.rest }
    }

    /// Reduces by an underestimating reciprocal and one masked correction; k may stay too small.
    fn estimate(
        &self,
        b: &mut Builder,
        x: Value,
        y: Value,
        inverse: Value,
        cap: Option<Value>,
    ) -> Reduced {
        let word = self.test.word;
        let floor = match word {
            TestWord::F64 => {
                let quotient = b.mul(x, inverse);
                b.trunc(quotient)
            }
            TestWord::U64 => {
                let number = b.to_f64_nearest(x);
                let quotient = b.mul(number, inverse);
                b.to_u64(quotient)
            }
        };
        let k = capped(b, floor, cap);
        let rest = b.sub_product(x, k, y);
        let mut more = b.ge(rest, y);
        if let Some(cap) = cap {
            let below = b.lt(k, cap);
            more = b.and(more, below);
        }
        let one = word.constant(b, 1);
        let (k_more, rest_less) = (b.add(k, one), b.sub(rest, y));
        let (k, rest) = (b.select(more, k_more, k), b.select(more, rest_less, rest));
        Reduced { k: b.named("k", k), rest: b.named("rest", rest) }
    }

    /// The estimate, and a true division in the rare case that it was not enough.
    fn estimate_exactly(
        &self,
        b: &mut Builder,
        x: Value,
        y: Value,
        inverse: Value,
        active: Value,
    ) -> Reduced {
        let estimate = self.estimate(b, x, y, inverse, None);
        let rest = b.varying_variable("rest", estimate.rest);
        let left = b.ge(rest, y);
        let short = b.and(left, active);
        b.if_any(short, |b| {
            b.comment("rare: the estimate left more than one y");
            let divided = self.divide(b, x, y, None);
            let rest_new = b.select(short, divided.rest, rest);
            b.set(rest, rest_new);
        });
        Reduced { k: estimate.k, rest }
    }
}

fn capped(b: &mut Builder, k: Value, cap: Option<Value>) -> Value {
    match cap {
        Some(cap) => b.min(k, cap),
        None => k,
    }
}
