//! Reduction of one length by another: k ≤ ⌊x / y⌋ and x - k·y, by the planned division strategy.
//!
//! Fortin, Gouicem, Graillat 2012 (sections 4 and 5) divide by subtraction while the quotient is
//! expected below 2^LOGMS and by a real division otherwise (*hybrid*); 0 always divides, 64 always
//! subtracts. An underestimating reciprocal (*reciprocal*) is ours: a quotient that is too small is
//! always valid for the lengths of the circle, so only the offset d needs an exact one.

use crate::ir::{Builder, Value};
use crate::plan::{Division, TestPlan, TestWord};

/// What all reductions of one test share.
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
    /// What is left of x.
    pub rest: Value,
}

impl Reducer<'_> {
    /// Reduces a length: 1 ≤ k ≤ min(⌊x/y⌋, cap) where x ≥ y, else k = 0. Lanes outside `active`
    /// hold anything.
    pub(crate) fn length(&self, b: &mut Builder, x: Value, y: Value, active: Value) -> Reduced {
        let cap = self.test.word.constant(b, self.inputs);
        match self.test.division {
            Division::Reciprocal => self.estimate(b, x, y, Some(cap)),
            _ => self.exact(b, x, y, cap, active),
        }
    }

    /// Reduces an offset exactly: k = min(⌊x/y⌋, cap). Lanes outside `active` hold anything.
    pub(crate) fn exact(
        &self,
        b: &mut Builder,
        x: Value,
        y: Value,
        cap: Value,
        active: Value,
    ) -> Reduced {
        match self.test.division {
            Division::Subtractive => self.subtract(b, x, y, cap, active, self.inputs),
            Division::Native => self.divide(b, x, y, cap),
            Division::Hybrid(0) => self.divide(b, x, y, cap),
            Division::Hybrid(logms) if logms >= self.test.word.bits() => {
                self.subtract(b, x, y, cap, active, self.inputs)
            }
            Division::Hybrid(logms) => self.hybrid(b, x, y, cap, active, logms),
            Division::Reciprocal => self.estimate_exactly(b, x, y, cap, active),
        }
    }

    /// By a division, whose rounding is put right.
    fn divide(&self, b: &mut Builder, x: Value, y: Value, cap: Value) -> Reduced {
        let quotient = b.div(x, y);
        match self.test.word {
            TestWord::U64 => {
                let k = b.min(quotient, cap);
                let product = b.mul(k, y);
                Reduced { k, rest: b.sub(x, product) }
            }
            TestWord::F64 => {
                // ⌊RN(x/y)⌋ is at most one too large: x/y < ⌊x/y⌋ + 1, which is representable.
                let floor = b.trunc(quotient);
                let k = b.min(floor, cap);
                let product = b.mul(k, y);
                let rest = b.sub(x, product);
                let zero = b.float(0.0);
                let over = b.lt(rest, zero);
                let one = b.float(1.0);
                let (k_less, rest_more) = (b.sub(k, one), b.add(rest, y));
                Reduced { k: b.select(over, k_less, k), rest: b.select(over, rest_more, rest) }
            }
        }
    }

    /// By subtraction, lane by lane as far as each needs.
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
        b.repeat_until_exit(rounds + 1, |b| {
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

    /// By subtraction where the quotient is below 2^LOGMS, by a division elsewhere.
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
            let divided = self.divide(b, x, y, cap);
            let (k_new, rest_new) =
                (b.select(large, divided.k, k), b.select(large, divided.rest, rest));
            b.set(k, k_new);
            b.set(rest, rest_new);
        });
        let subtracting = b.and(active, small);
        let rounds = self.inputs.min(1 << logms.min(62));
        let subtracted = self.subtract(b, rest, y, cap, subtracting, rounds);
        // A lane that divided has not subtracted, and the other way round.
        Reduced { k: b.add(k, subtracted.k), rest: subtracted.rest }
    }

    /// By an underestimating reciprocal and one masked correction; k may stay too small.
    fn estimate(&self, b: &mut Builder, x: Value, y: Value, cap: Option<Value>) -> Reduced {
        let word = self.test.word;
        let floor = match word {
            TestWord::F64 => {
                let inverse = b.recip_below(y);
                let quotient = b.mul(x, inverse);
                b.trunc(quotient)
            }
            TestWord::U64 => {
                let (fx, fy) = (b.to_f64_nearest(x), b.to_f64_nearest(y));
                let inverse = b.recip_below(fy);
                let quotient = b.mul(fx, inverse);
                b.to_u64(quotient)
            }
        };
        let k = match cap {
            Some(cap) => b.min(floor, cap),
            None => floor,
        };
        let product = b.mul(k, y);
        let rest = b.sub(x, product);
        let mut more = b.ge(rest, y);
        if let Some(cap) = cap {
            let below = b.lt(k, cap);
            more = b.and(more, below);
        }
        let one = word.constant(b, 1);
        let (k_more, rest_less) = (b.add(k, one), b.sub(rest, y));
        Reduced { k: b.select(more, k_more, k), rest: b.select(more, rest_less, rest) }
    }

    /// The estimate, and a true division in the rare case that it was not enough.
    fn estimate_exactly(
        &self,
        b: &mut Builder,
        x: Value,
        y: Value,
        cap: Value,
        active: Value,
    ) -> Reduced {
        let estimate = self.estimate(b, x, y, Some(cap));
        let rest = b.varying_variable("rest", estimate.rest);
        let k = b.varying_variable("k", estimate.k);
        let (left, below) = (b.ge(rest, y), b.lt(k, cap));
        let short = b.and(left, below);
        let short = b.and(short, active);
        b.if_any(short, |b| {
            b.comment("rare: the estimate left more than one y");
            let divided = self.divide(b, x, y, cap);
            let (k_new, rest_new) =
                (b.select(short, divided.k, k), b.select(short, divided.rest, rest));
            b.set(k, k_new);
            b.set(rest, rest_new);
        });
        Reduced { k, rest }
    }
}
