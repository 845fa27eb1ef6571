//! Brute force over the breakpoints of the inverse function's results.
//!
//! f⁻¹(y) is within ε of a breakpoint x if and only if y lies between f(x - ε·h) and f(x + ε·h), for a function that rises
//! or falls there. So nothing is inverted, and no slope enters the decision; a secant only chooses what is looked at.

use super::numbers::{Number, Numbers};
use super::quick::Quick;
use super::walk::{Filter, Way, breakpoint_bits};
use crate::random::Random;
use crate::tree::{Tree, Value};
use rug::{Float, Rational};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;
use tmd_codegen::request::Rounding;
use tmd_codegen::verdict::CaseKind;

/// What a search has to say of the number y next to f(x).
#[derive(Clone, Debug, PartialEq)]
pub(super) enum WantedInverse {
    /// No demands.
    Anything,
    /// f⁻¹(y) is x.
    Exact(Rational, CaseKind),
    /// f⁻¹(y) is so close to x that these precisions cannot tell them apart.
    Close(Rational, CaseKind),
    /// f⁻¹(y) is near x.
    Hard(Rational, CaseKind),
}

/// Differences below 2^-SURE of the value are not relied on.
const SURE: i32 = 95;
/// More breakpoints than this are not decided closely.
const MOST_CLOSE: usize = 8_000;

/// What is wanted at the breakpoints of a range of inputs, by their place among inputs and midpoints (among inputs where
/// only directed roundings count); `None` if too many must be decided closely.
pub(super) fn walk(
    way: &Way<'_>,
    places: Range<i128>,
    random: &mut Random,
) -> Option<BTreeMap<i128, WantedInverse>> {
    let directed = way.question.rounding == Rounding::Directed;
    let (inputs, places) = match directed {
        true => (way.inputs, places),
        false => (way.inputs.with_midpoints(), 2 * places.start..2 * places.end),
    };
    let way = Way { inputs, ..*way };
    let quick = Quick::new(way.tree);
    let filter = way.filter(&quick, &places, random);
    let mut wanted = BTreeMap::new();
    let mut close = 0;
    let mut last: Option<Float> = None;
    for place in places {
        let is_midpoint = !directed && place % 2 != 0;
        let number = inputs.at(place);
        let bits = match filter {
            Filter::Double(_) => 64,
            Filter::Float(bits, _) => bits,
            Filter::None => 320,
        };
        let value = match (filter, number.double().and_then(|x| quick.double(x))) {
            (Filter::Double(_), Some(value)) => Float::with_val(bits, value),
            _ => quick.float(&number.float(bits)),
        };
        let before = last.replace(value.clone());
        if way.question.rounding == Rounding::Nearest && !is_midpoint {
            continue;
        }
        let near = before.is_none_or(|before| may_be_near(&way, &value, &before, filter));
        if !near {
            continue;
        }
        close += 1;
        if close > MOST_CLOSE {
            return None;
        }
        let kind = if is_midpoint { CaseKind::Nearest } else { CaseKind::Directed };
        if let Some(found) = decide(&way, number, kind) {
            wanted.insert(place, found);
        }
    }
    Some(wanted)
}

/// What is wanted at a breakpoint of the inverse's results, one of `numbers`.
pub(super) fn at(way: &Way<'_>, numbers: &Numbers, x: &Rational) -> Option<WantedInverse> {
    let place = numbers.place(&Float::with_val(200, x));
    let is_midpoint = way.question.rounding != Rounding::Directed && place % 2 != 0;
    let kind = if is_midpoint { CaseKind::Nearest } else { CaseKind::Directed };
    decide(way, numbers.at(place), kind)
}

/// Spacing of the numbers of the output format next to a value, as an exponent.
fn number_spacing(way: &Way<'_>, value: &Float) -> i32 {
    let midpoints = i32::from(way.question.rounding != Rounding::Directed);
    let exponent =
        value.get_exp().map_or(way.question.format.emin, |e| (e - 1).max(way.question.format.emin));
    exponent + 1 - breakpoint_bits(&way.question) + midpoints
}

/// By a secant, twice as wide as need be.
fn may_be_near(way: &Way<'_>, value: &Float, before: &Float, filter: Filter) -> bool {
    if !value.is_normal() || !before.is_normal() {
        return true;
    }
    let spacing = number_spacing(way, value);
    let g = value.clone() >> spacing;
    let near = Float::with_val(g.prec(), g.round_ref());
    let off = Float::with_val(53, &g - &near).to_f64().abs();
    let step = Float::with_val(53, value - before).abs() >> spacing;
    let error = match filter {
        Filter::Double(error) | Filter::Float(_, error) => error * g.to_f64().abs(),
        Filter::None => 0.0,
    };
    off <= 2.0 * (f64::exp2(-f64::from(way.question.bits)) * step.to_f64() + error)
}

/// The sign of a value less y, if it is certain.
fn side(tree: &Tree, x: &Rational, y: &Rational) -> Option<Ordering> {
    match tree.at(x) {
        Value::Exact(value) => Some(value.cmp(y)),
        Value::Near([_, value]) => {
            let off = Float::with_val(1000, &value - y);
            let sure = off.get_exp()? > value.get_exp()? - SURE;
            sure.then(|| if off > 0 { Ordering::Greater } else { Ordering::Less })
        }
        _ => None,
    }
}

fn decide(way: &Way<'_>, number: Number, kind: CaseKind) -> Option<WantedInverse> {
    let x = number.value();
    let (value, is_exact) = match way.tree.at(&x) {
        Value::Exact(value) => (Float::with_val(1000, value), true),
        Value::Near([_, value]) => (value, false),
        Value::Undefined | Value::Huge => return None,
        Value::Lost | Value::Tiny | Value::Small(_) => return Some(WantedInverse::Anything),
    };
    let spacing = number_spacing(way, &value);
    let near = (value.clone() >> spacing).round().to_integer().unwrap_or_default();
    let y = Rational::from(near) << spacing;
    let limit = Rational::from(1) << (way.question.format.emax + 1);
    if y == 0 || y.clone().abs() >= limit {
        return Some(WantedInverse::Anything);
    }
    let at_x = side(way.tree, &x, &y);
    if at_x == Some(Ordering::Equal) {
        return Some(WantedInverse::Exact(y, kind));
    }
    let within = |bits: u32| {
        let reach = Rational::from(1) << (number.ulp - bits as i32);
        let sides = [Rational::from(&x - &reach), Rational::from(&x + &reach)]
            .map(|x| side(way.tree, &x, &y));
        match sides {
            [Some(Ordering::Equal), Some(_)] | [Some(_), Some(Ordering::Equal)] => Some(false),
            [Some(below), Some(above)] => Some(below != above),
            _ => None,
        }
    };
    if at_x.is_none() && !is_exact {
        // A flat function is as close to y all around x: that alone says nothing of the inverse.
        return Some(match within(way.question.bits) {
            Some(true) => WantedInverse::Close(y, kind),
            _ => WantedInverse::Anything,
        });
    }
    let hard = || Some(WantedInverse::Hard(y.clone(), kind));
    // At a power of two the spacing of the inverse's results is the half of this one below.
    let at_edge = number.mantissa.unsigned_abs().is_power_of_two();
    match within(way.question.bits) {
        Some(false) => None,
        Some(true) if !at_edge => hard(),
        Some(true) if within(way.question.bits + 1) == Some(true) => hard(),
        _ => Some(WantedInverse::Anything),
    }
}
