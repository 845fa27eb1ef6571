//! Brute force over every input of a range.
//!
//! A quick value, in binary64 or in MPFR at some precision, tells which inputs may be near a breakpoint; those are decided by
//! [`crate::tree`] at 200 and 1000 bits. How far off quick values are is measured on a sample of the range.

use super::numbers::{Number, Numbers};
use super::quick::Quick;
use crate::random::Random;
use crate::tree::{Question, Tree, Value, Wanted};
use rug::Float;
use std::collections::BTreeMap;
use std::ops::Range;
use tmd_codegen::request::Rounding;

/// What a range holds.
#[derive(Debug)]
pub(super) struct Walk {
    /// What is wanted at which place, where it is something.
    pub(super) wanted: BTreeMap<i128, Wanted>,
}

/// More inputs than this are not decided closely.
const MOST_CLOSE: usize = 12_000;
/// Ranges of at most so many inputs are decided closely as a whole.
const FEW: i128 = 200;
/// So many inputs tell how far off quick values are.
const SAMPLE: u64 = 40;
/// By how much the error of a quick value may be larger than any in the sample.
const SLACK: f64 = 32.0;

/// How inputs are passed over quickly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Filter {
    /// By binary64 numbers with errors below this, relative to the value.
    Double(f64),
    /// By MPFR numbers of so many bits.
    Float(u32, f64),
    /// Not at all.
    None,
}

/// What is walked over.
#[derive(Clone, Copy)]
pub(super) struct Way<'a> {
    pub(super) tree: &'a Tree,
    pub(super) inputs: Numbers,
    pub(super) question: Question<'a>,
}

/// Significant bits of the breakpoints.
pub(super) fn breakpoint_bits(question: &Question<'_>) -> i32 {
    let midpoints = u32::from(question.rounding != Rounding::Directed);
    (question.format.precision + midpoints) as i32
}

impl Way<'_> {
    /// Everything that is wanted of the places in a range; `None` if too much of it must be decided closely.
    pub(super) fn walk(&self, places: Range<i128>, random: &mut Random) -> Option<Walk> {
        let quick = Quick::new(self.tree);
        let filter = match places.end - places.start <= FEW {
            true => Filter::None,
            false => self.filter(&quick, &places, random),
        };
        let mut wanted = BTreeMap::new();
        let mut close = 0;
        for place in places {
            let number = self.inputs.at(place);
            if !self.may_be_near(&quick, filter, number) {
                continue;
            }
            close += 1;
            if close > MOST_CLOSE {
                return None;
            }
            let of_it = self.look(number);
            if of_it != Wanted::Nothing {
                wanted.insert(place, of_it);
            }
        }
        Some(Walk { wanted })
    }

    /// What is wanted at an input.
    pub(super) fn look(&self, number: Number) -> Wanted {
        self.question.wanted(&self.tree.at(&number.value()))
    }

    /// The quickest values that are good enough on a sample.
    pub(super) fn filter(
        &self,
        quick: &Quick,
        places: &Range<i128>,
        random: &mut Random,
    ) -> Filter {
        let count = (places.end - places.start) as u64;
        let mut sample: Vec<(Number, Float)> = vec![];
        for turn in 0..SAMPLE {
            let index = match turn {
                0 => 0,
                1 => count - 1,
                _ => random.below(count),
            };
            let number = self.inputs.at(places.start + i128::from(index));
            match self.tree.at(&number.value()) {
                Value::Near([_, value]) => sample.push((number, value)),
                Value::Exact(value) if !value.is_zero() => {
                    sample.push((number, Float::with_val(1000, value)))
                }
                _ => {}
            }
        }
        let bits = breakpoint_bits(&self.question) + self.question.bits as i32;
        let enough = f64::exp2(f64::from(-bits - 2));
        let error = |at: &dyn Fn(Number) -> Option<Float>| {
            let off = |(number, value): &(Number, Float)| {
                let Some(quick) = at(*number) else { return 1.0 };
                let off = Float::with_val(1000, &quick - value) / value;
                let off = off.to_f64().abs();
                if off.is_nan() { 1.0 } else { off }
            };
            sample.iter().map(off).fold(0.0, f64::max) * SLACK
        };
        let double = error(&|number| Some(Float::with_val(53, quick.double(number.double()?)?)));
        let double = double.max(f64::EPSILON);
        if double <= enough {
            return Filter::Double(double);
        }
        for more in [40, 140] {
            let bits = (bits + more) as u32;
            let float = error(&|number| Some(quick.float(&number.float(bits))));
            let float = float.max(f64::exp2(2.0 - f64::from(bits)));
            if float <= enough {
                return Filter::Float(bits, float);
            }
        }
        Filter::None
    }

    fn may_be_near(&self, quick: &Quick, filter: Filter, number: Number) -> bool {
        match filter {
            Filter::None => true,
            Filter::Double(error) => {
                let value = number.double().and_then(|x| quick.double(x));
                value.is_none_or(|value| self.double_may_be_near(value, error))
            }
            Filter::Float(bits, error) => {
                self.float_may_be_near(&quick.float(&number.float(bits)), error)
            }
        }
    }

    fn double_may_be_near(&self, value: f64, error: f64) -> bool {
        if !(1e-290..1e290).contains(&value.abs()) {
            return true;
        }
        let exponent = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
        let format = self.question.format;
        if exponent > format.emax + 1 {
            return false;
        }
        let spacing = exponent.max(format.emin) + 1 - breakpoint_bits(&self.question);
        let g = value.abs() * f64::exp2(f64::from(-spacing));
        let near = g.round();
        let off = (g - near).abs();
        let epsilon = f64::exp2(-f64::from(self.question.bits));
        let counts = self.question.rounding != Rounding::Nearest || near % 2.0 == 1.0;
        // Near a power of two the spacing may be the other one.
        let at_edge = exponent > format.emin
            && g < f64::exp2(f64::from(breakpoint_bits(&self.question) - 1)) * (1.0 + 2.0 * error);
        at_edge || counts && off <= epsilon + 2.0 * error * g
    }

    fn float_may_be_near(&self, value: &Float, error: f64) -> bool {
        let Some(exponent) = value.get_exp() else { return true };
        let format = self.question.format;
        if exponent - 1 > format.emax + 1 {
            return false;
        }
        let spacing = (exponent - 1).max(format.emin) + 1 - breakpoint_bits(&self.question);
        let g = value.clone().abs() << -spacing;
        let near = Float::with_val(value.prec(), g.round_ref());
        let size = g.to_f64();
        let off = Float::with_val(53, g - &near).to_f64().abs();
        let epsilon = f64::exp2(-f64::from(self.question.bits));
        let counts = self.question.rounding != Rounding::Nearest
            || near.to_integer().is_none_or(|near| near.is_odd());
        counts && off <= epsilon + 2.0 * error * size
    }
}
