//! What is wanted against what is said.

use super::answer::Answer;
use super::ask::Ask;
use super::inverse::{self, WantedInverse};
use super::walk::{Walk, Way};
use crate::random::Random;
use crate::search::Said;
use crate::tree::{Question, Wanted};
use rug::Rational;
use std::collections::BTreeMap;
use tmd_codegen::request::Rounding;
use tmd_codegen::spec::{Format, hexfloat};
use tmd_codegen::verdict::Verdict;

/// Something that is wrong with an answer.
#[derive(Clone, Debug)]
pub(super) struct Miss {
    /// In a few words.
    pub(super) what: &'static str,
    /// At which input, if at one.
    pub(super) x: String,
    /// What is wanted and what is said.
    pub(super) why: String,
}

/// What brute force wants of a search.
pub(super) struct Wants {
    walk: Walk,
    inverse: Option<BTreeMap<i128, WantedInverse>>,
}

/// How much was compared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Compared {
    pub(super) cases: u64,
    pub(super) exact: u64,
    pub(super) inverse: u64,
    pub(super) unknown: u64,
    /// Inputs of which nothing is demanded.
    pub(super) lost: u64,
    /// Cases that are right, but quick values had passed over.
    pub(super) passed_over: u64,
}

pub(super) fn text(x: &Rational) -> String {
    hexfloat::print_rational(x).unwrap_or_else(|| x.to_string())
}

fn way<'a>(ask: &'a Ask, format: &'a Format, bits: u32) -> Way<'a> {
    let question = Question { format, rounding: ask.rounding, bits };
    Way { tree: &ask.tree, inputs: ask.numbers(), question }
}

/// Brute force; `None` if it would take too long.
pub(super) fn wants(ask: &Ask, bits: u32, random: &mut Random) -> Option<Wants> {
    let format = ask.output();
    let way = way(ask, &format, bits);
    let walk = way.walk(ask.places.clone(), random)?;
    let inverse = match ask.with_inverse {
        true => Some(inverse::walk(&way, ask.places.clone(), random)?),
        false => None,
    };
    Some(Wants { walk, inverse })
}

/// All that is wrong with an answer.
pub(super) fn compare(
    ask: &Ask,
    bits: u32,
    wants: &Wants,
    answer: Answer,
) -> (Compared, Vec<Miss>) {
    let format = ask.output();
    let way = way(ask, &format, bits);
    let mut compared = Compared::default();
    let mut misses = vec![];
    if let Some(why) = answer.incomplete {
        misses.push(Miss { what: "incomplete", x: String::new(), why });
    }
    let mut said = answer.said;
    for (place, wanted) in &wants.walk.wanted {
        let x = way.inputs.at(*place).value();
        let said = said.remove(&x);
        misses.extend(of_input(&x, wanted, said.as_ref(), ask.rounding, &mut compared));
    }
    for (x, said) in said {
        // Quick values may have passed it over, or it is none.
        let place = way.inputs.place(&rug::Float::with_val(200, &x));
        if way.inputs.at(place).value() != x || !ask.places.contains(&place) {
            misses.push(Miss { what: "outside", x: text(&x), why: format!("{said:?} is said") });
            continue;
        }
        let wanted = way.look(way.inputs.at(place));
        compared.passed_over += u64::from(!matches!(wanted, Wanted::Nothing | Wanted::Anything));
        misses.extend(of_input(&x, &wanted, Some(&said), ask.rounding, &mut compared));
    }
    match &wants.inverse {
        Some(wanted) => misses.extend(of_inverse(&way, wanted, answer.inverse, &mut compared)),
        None if !answer.inverse.is_empty() => misses.push(Miss {
            what: "not asked for",
            x: String::new(),
            why: format!("{} cases of the inverse function", answer.inverse.len()),
        }),
        None => {}
    }
    (compared, misses)
}

fn of_input(
    x: &Rational,
    wanted: &Wanted,
    said: Option<&Said>,
    rounding: Rounding,
    compared: &mut Compared,
) -> Option<Miss> {
    let miss = |what: &'static str| {
        let why = match said {
            Some(said) => format!("{wanted:?} is wanted, {said:?} is said"),
            None => format!("{wanted:?} is wanted, nothing is said"),
        };
        Some(Miss { what, x: text(x), why })
    };
    let said = match (wanted, said) {
        (Wanted::Anything, _) => {
            compared.lost += 1;
            return None;
        }
        (Wanted::Nothing, None) => return None,
        (Wanted::Nothing, Some(_)) => return miss("too many"),
        (_, None) => return miss("missed"),
        (_, Some(said)) => said,
    };
    if let Verdict::Unknown(kind) = &said.verdict {
        compared.unknown += 1;
        return match wanted {
            // Brute force at 1000 bits knows better.
            Wanted::Hard(..) => miss("undecided"),
            Wanted::Exact(wanted) | Wanted::Close(wanted) if kind != wanted => miss("wrong kind"),
            _ => None,
        };
    }
    let agree = match (wanted, &said.verdict) {
        (Wanted::Exact(kind), Verdict::Exact(k)) => {
            compared.exact += 1;
            kind == k
        }
        (Wanted::Close(kind), Verdict::Exact(k) | Verdict::Hard { kind: k, .. }) => kind == k,
        (Wanted::Hard(kind, distance), Verdict::Hard { distance: d, kind: k, identical_bits }) => {
            compared.cases += 1;
            let slack = 1e-12 * distance + f64::MIN_POSITIVE;
            let (least, most) = said.bounds.unwrap_or((d.to_f64(), d.to_f64()));
            let bits_agree =
                said.bounds.is_some() || bits_agree(*distance, *identical_bits, rounding);
            kind == k && least <= distance + slack && *distance <= most + slack && bits_agree
        }
        _ => false,
    };
    if agree { None } else { miss("wrong") }
}

/// Whether a distance has so many identical bits, where it is not next to a power of two.
fn bits_agree(distance: f64, bits: u32, rounding: Rounding) -> bool {
    let of = |distance: f64| {
        let halves = if rounding == Rounding::Directed { distance * 2.0 } else { distance };
        (-halves.log2().floor() - 1.0).max(0.0) as u32
    };
    let (low, high) = (of(distance * (1.0 + 1e-9)), of(distance * (1.0 - 1e-9)));
    low != high || low == bits || distance < f64::MIN_POSITIVE
}

fn of_inverse(
    way: &Way<'_>,
    wanted: &BTreeMap<i128, WantedInverse>,
    mut said: BTreeMap<Rational, (Rational, Verdict)>,
    compared: &mut Compared,
) -> Vec<Miss> {
    let mut misses = vec![];
    let numbers = match way.question.rounding {
        Rounding::Directed => way.inputs,
        Rounding::Nearest | Rounding::All => way.inputs.with_midpoints(),
    };
    let mut judge =
        |x: &Rational, wanted: Option<&WantedInverse>, said: Option<&(Rational, Verdict)>| {
            let what = match (wanted, said) {
                (Some(WantedInverse::Anything), _) => {
                    compared.lost += 1;
                    return;
                }
                (None, None) => return,
                (None, Some(_)) => "the inverse: too many",
                (Some(_), None) => "the inverse: missed",
                // Brute force at 1000 bits knows better.
                (Some(WantedInverse::Hard(..)), Some((_, Verdict::Unknown(_)))) => {
                    compared.unknown += 1;
                    "the inverse: undecided"
                }
                (Some(wanted), Some((y, verdict))) => {
                    compared.inverse += 1;
                    let agree = match (wanted, verdict) {
                        (
                            WantedInverse::Exact(w, kind) | WantedInverse::Close(w, kind),
                            Verdict::Unknown(k),
                        ) => {
                            compared.unknown += 1;
                            w == y && kind == k
                        }
                        (WantedInverse::Exact(w, kind), Verdict::Exact(k)) => w == y && kind == k,
                        (
                            WantedInverse::Close(w, kind),
                            Verdict::Exact(k) | Verdict::Hard { kind: k, .. },
                        ) => w == y && kind == k,
                        (WantedInverse::Hard(w, kind), Verdict::Hard { kind: k, .. }) => {
                            w == y && kind == k
                        }
                        _ => false,
                    };
                    if agree {
                        return;
                    }
                    "the inverse: wrong"
                }
            };
            let said = said.map(|(y, verdict)| (text(y), verdict));
            misses.push(Miss {
                what,
                x: text(x),
                why: format!("{wanted:?} is wanted, {said:?} is said"),
            });
        };
    for (place, wanted) in wanted {
        let x = numbers.at(*place).value();
        let said = said.remove(&x);
        judge(&x, Some(wanted), said.as_ref());
    }
    for (x, said) in said {
        // The secant may have passed it over.
        let wanted = inverse::at(way, &numbers, &x);
        judge(&x, wanted.as_ref(), Some(&said));
    }
    misses
}
