//! Functions by evaluators in binary64 whose errors are proved, and by operations on enclosures.
//!
//! [`tmd_number::elementary`] gives values that differ from the function's by 0.502 units in the last place at most, or, where the
//! result is subnormal, by less than the least number more: so the function's value is between the numbers below and above, where both are
//! twice as far away in the second case.

use super::enclosure::Enclosure;
use std::f64::consts;

use tmd_number::elementary::{self, Function};
use tmd_number::width::Width;

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fast {
    Exp,
    Exp2,
    Exp10,
    Log,
    Log2,
    Log10,
    LogP1,
    Sin,
    Cos,
    Atan,
    Tanh,
    Sqrt,
    RSqrt,
}

/// A function of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FastPair {
    Pow,
    Compound,
    Hypot,
    Atan2,
}

impl Fast {
    /// That of a name of the function table.
    pub(super) fn of(name: &str) -> Option<Fast> {
        let fast = match name {
            "exp" => Fast::Exp,
            "exp2" => Fast::Exp2,
            "exp10" => Fast::Exp10,
            "log" => Fast::Log,
            "log2" => Fast::Log2,
            "log10" => Fast::Log10,
            "logp1" => Fast::LogP1,
            "sin" => Fast::Sin,
            "cos" => Fast::Cos,
            "atan" => Fast::Atan,
            "tanh" => Fast::Tanh,
            "sqrt" => Fast::Sqrt,
            "rsqrt" => Fast::RSqrt,
            _ => return None,
        };
        Some(fast)
    }

    /// Its value; `None` if it must be computed in another way.
    pub(super) fn value(self, a: Enclosure) -> Option<Enclosure> {
        if a.is_none() || !a.is_known() {
            return Some(a);
        }
        let scaled = |scale: fn() -> [f64; 2]| {
            let [lo, hi] = scale();
            a.mul(Enclosure::between(lo, hi))
        };
        match self {
            Fast::Exp => Some(exp(a)),
            // A power with an integer is exact.
            Fast::Exp2 if a.is_point() && a.lo.fract() == 0.0 => None,
            Fast::Exp2 => Some(exp(scaled(|| between(consts::LN_2)))),
            Fast::Exp10 => Some(exp(scaled(|| between(consts::LN_10)))),
            Fast::Log => Some(log(a)),
            Fast::Log2 => Some(log(a).mul(reciprocal(consts::LN_2))),
            Fast::Log10 => Some(log(a).mul(reciprocal(consts::LN_10))),
            Fast::LogP1 => {
                // What is lost of a small number would be all.
                let sum = Enclosure::point(1.0).add(a);
                sum.is_point().then(|| log(sum))
            }
            Fast::Sin => wave(Function::Sin, a),
            Fast::Cos => wave(Function::Cos, a),
            Fast::Atan => Some(rising(Function::Atan, a)),
            Fast::Tanh => Some(rising(Function::Tanh, a)),
            Fast::Sqrt => Some(a.sqrt()),
            Fast::RSqrt => Some(Enclosure::point(1.0).div(a.sqrt())),
        }
    }
}

impl FastPair {
    /// That of a name of the function table.
    pub(super) fn of(name: &str) -> Option<FastPair> {
        match name {
            "pow" => Some(FastPair::Pow),
            "compound" => Some(FastPair::Compound),
            "hypot" => Some(FastPair::Hypot),
            "atan2" => Some(FastPair::Atan2),
            _ => None,
        }
    }

    /// Its value; `None` if it must be computed in another way.
    pub(super) fn value(self, a: Enclosure, b: Enclosure) -> Option<Enclosure> {
        if a.is_none() || b.is_none() {
            return Some(Enclosure::NONE);
        }
        if !a.is_known() || !b.is_known() {
            return Some(Enclosure::UNKNOWN);
        }
        match self {
            FastPair::Pow => Some(power(a, b)),
            // What is lost of a small number would be all.
            FastPair::Compound => (a.lo <= -1.0).then(|| power(Enclosure::point(1.0).add(a), b)),
            // To the left of the origin.
            FastPair::Atan2 => (a == Enclosure::point(0.0) && b.hi < 0.0).then(|| {
                let [lo, hi] = between(consts::PI);
                Enclosure::between(lo, hi)
            }),
            FastPair::Hypot => Some(a.powi(2).add(b.powi(2)).sqrt()),
        }
    }
}

/// A power, as [`at_pair`](super::at_pair) has it; nothing is known where the sign of the base, or whether the exponent is an integer, is not.
fn power(base: Enclosure, exponent: Enclosure) -> Enclosure {
    let size = |base: Enclosure| exp(log(base).mul(exponent));
    if base.lo > 0.0 {
        return size(base);
    }
    if base.hi < 0.0 {
        // Numbers beyond 2^53 are even.
        return match (exponent.is_point(), exponent.lo.ceil() <= exponent.hi) {
            (_, false) => Enclosure::NONE,
            (false, true) => Enclosure::UNKNOWN,
            (true, true) if exponent.lo % 2.0 == 0.0 => size(base.neg()),
            (true, true) => size(base.neg()).neg(),
        };
    }
    match base == Enclosure::point(0.0) {
        true if exponent.lo > 0.0 => Enclosure::point(0.0),
        true if exponent.hi < 0.0 => Enclosure::NONE,
        true if exponent.is_point() => Enclosure::point(1.0),
        _ => Enclosure::UNKNOWN,
    }
}

/// The numbers around one that is rounded to nearest.
fn between(rounded: f64) -> [f64; 2] {
    [rounded.next_down(), rounded.next_up()]
}

/// 1 over such a number.
fn reciprocal(rounded: f64) -> Enclosure {
    let [lo, hi] = between(rounded);
    Enclosure::point(1.0).div(Enclosure::between(lo, hi))
}

/// A value that is not known to be more than one number away from that.
fn value(function: Function, x: f64) -> f64 {
    elementary::nearest(function, Width::W64, &[x])
}

fn below(value: f64) -> f64 {
    value.next_down().next_down()
}

fn above(value: f64) -> f64 {
    value.next_up().next_up()
}

/// Of a function that rises; an infinite end has the limit.
fn rising(function: Function, a: Enclosure) -> Enclosure {
    let own = value(function, a.lo);
    let lo = below(own);
    let hi = above(if a.is_point() { own } else { value(function, a.hi) });
    Enclosure::of_ends([lo, hi], [true; 2])
}

fn exp(a: Enclosure) -> Enclosure {
    a.map(|a| {
        if a == Enclosure::point(0.0) {
            return Enclosure::point(1.0);
        }
        let Enclosure { lo, hi, open } = rising(Function::Exp, a);
        Enclosure::of_ends([lo.max(0.0), hi], open)
    })
}

fn log(a: Enclosure) -> Enclosure {
    a.map(|a| match a {
        Enclosure { hi, .. } if hi <= 0.0 => Enclosure::NONE,
        Enclosure { lo, .. } if lo <= 0.0 => Enclosure::UNKNOWN,
        one if one == Enclosure::point(1.0) => Enclosure::point(0.0),
        a => rising(Function::Ln, a),
    })
}

/// A sine or a cosine: it changes by no more than its argument.
fn wave(function: Function, a: Enclosure) -> Option<Enclosure> {
    let middle = if a.is_point() { a.lo } else { a.lo + (a.hi - a.lo) / 2.0 };
    let value = value(function, middle);
    if !value.is_finite() {
        return None;
    }
    let own = Enclosure::between(below(value), above(value));
    if a.is_point() {
        return Some(own);
    }
    let away = a.sub(Enclosure::point(middle)).abs();
    Some(own.add(Enclosure::between(-away.hi, away.hi)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::Float;
    use tmd_base::random::Random;
    use tmd_functions::interval::Interval;
    use tmd_functions::language::functions;

    const NAMES: [&str; 13] = [
        "exp", "exp2", "exp10", "log", "log2", "log10", "logp1", "sin", "cos", "atan", "tanh",
        "sqrt", "rsqrt",
    ];

    #[test]
    fn values_are_enclosed() {
        let mut random = Random::new(9);
        let mut told = [0; NAMES.len()];
        for (name, told) in NAMES.into_iter().zip(&mut told) {
            let fast = Fast::of(name).expect("a function");
            let function = functions::find(name).expect("a function");
            for _ in 0..20_000 {
                // Of all sizes, and about 1; some have few bits.
                let exponent = match random.below(3) {
                    0 => random.below(2046) + 1,
                    _ => 1023 - 12 + random.below(24),
                };
                let kept = u64::MAX << random.below(52);
                let bits = random.below(2) << 63 | exponent << 52 | (random.next() >> 12) & kept;
                let lo = f64::from_bits(bits);
                let hi = if random.below(2) == 0 { lo } else { lo.abs() * 1e-9 + lo };
                let Some(found) = fast.value(Enclosure::between(lo, hi)) else { continue };
                let at = |end: f64| Interval::from_f64(end, 200).expect("finite");
                for end in [lo, hi] {
                    let wanted = (function.eval)(&at(end));
                    match wanted {
                        Ok(_) if !found.is_known() => {}
                        Ok(value) => {
                            let below = *value.lo() >= found.lo
                                && (!found.open[0] || *value.hi() > found.lo);
                            let above = *value.hi() <= found.hi
                                && (!found.open[1] || *value.lo() < found.hi);
                            assert!(below && above, "{name}({end:e}) = {value}: {found:?}");
                            let size = Float::with_val(53, value.mag());
                            let is_narrow = (found.hi - found.lo).abs() <= size * 1e-12;
                            *told += usize::from(is_narrow);
                        }
                        Err(_) => assert!(
                            found.is_none() || !found.is_known(),
                            "{name}({end:e}): {found:?}"
                        ),
                    }
                }
            }
        }
        println!("narrow: {told:?} of 40,000");
        assert!(told.iter().all(|count| *count > 5_000), "{told:?}");
    }
}
