//! The results at the arguments that a search lists, computed by the kernel itself.

use super::period::MOST_TRANSLATED;
use super::scheme::{Scheme, TINY, WIDTH};
use super::{Corrections, DoubleWord, INFINITY, NAN, RUN, RUN_OF_TURNS, truth};
use crate::interpreted::{LANES, results};
use crate::request::Request;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::f64::consts::LN_2;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::random::Random;
use tmd_cases::case_run::RunKind;
use tmd_certificate::certificate::{Certificate, FollowEntry, FormatEntry, FoundRun};
use tmd_certificate::verify::lie;
use tmd_functions::language::equations::Parity;
use tmd_functions::language::{FunctionSpec, Relation, hexfloat};
use tmd_kernel::ir::Kernel;
use tmd_runtime::RoundingMode;

/// Results that stand in the code for a mode, at most.
const MOST_CORRECTIONS: usize = 32;
/// Longer runs are not run as a whole,
const OF_RUN: u64 = 1 << 11;
/// but at so many arguments.
const OF_LONG_RUN: u64 = 1 << 4;
/// Arguments next to the ends of the range, and anywhere, that are run besides.
const OTHERS: u64 = 1 << 12;

/// From here on all numbers are multiples of 4.
const MANY_TURNS: f64 = 36_028_797_018_963_968.0;

/// The arguments whose results could be wrong, and some others, with the correct ones by mode.
#[derive(Clone, Debug)]
pub struct Listed {
    arguments: Vec<(f64, [f64; 4])>,
    /// How many of them the search lists.
    pub(crate) by_search: usize,
}

impl Listed {
    /// Some arguments, none of them 0, with the correct results.
    ///
    /// # Errors
    /// If a value is not known.
    pub fn of(spec: &FunctionSpec, arguments: Vec<f64>) -> Result<Listed, Diag> {
        let by_search = arguments.len();
        Listed::with(spec, arguments, by_search)
    }

    fn with(spec: &FunctionSpec, arguments: Vec<f64>, by_search: usize) -> Result<Listed, Diag> {
        let known = arguments.into_par_iter().map(|x| Ok((x, truth::values(spec, x)?)));
        Ok(Listed { arguments: known.collect::<Result<_, Diag>>()?, by_search })
    }

    /// Encodings of the arguments, and of the correct results in a mode.
    fn of_mode(&self, mode: RoundingMode) -> Vec<(u64, u64)> {
        let own = self.arguments.iter();
        own.map(|(x, values)| (x.to_bits(), values[index(mode)].to_bits())).collect()
    }

    /// The arguments, those that the search lists first.
    pub(crate) fn arguments(&self) -> &[(f64, [f64; 4])] {
        &self.arguments
    }
}

/// Whether a search is the one that a function needs.
///
/// # Errors
/// What is wrong.
pub(crate) fn is_of(
    search: &Certificate,
    request: &Request,
    spec: &FunctionSpec,
    code: &DoubleWord,
) -> Result<(), String> {
    let format = request.precision.format().map_err(|diag| diag.message)?;
    let format = FormatEntry::from(&format);
    let is_of_format = search.input_format == format && search.output_format == format;
    if search.function != spec.canonical() || !is_of_format {
        return Err(format!("it is of {}, {}", search.function, search.output_format.name));
    }
    if search.range != request.range {
        return Err(format!("it is of the range {}", search.range));
    }
    if search.rounding != "all" || search.epsilon_bits > code.bits {
        return Err(format!(
            "it has another threshold: {} roundings, {} bits",
            search.rounding, search.epsilon_bits
        ));
    }
    if !search.complete || search.unknown != 0 || !search.gaps.is_empty() {
        return Err("it is not complete".into());
    }
    if search.inverse.is_some() {
        return Err("it is of the inverse function, too".into());
    }
    if let Some(entry) = search.follows.iter().find(|entry| !code.is_the_same_by(entry.relation)) {
        return Err(format!("the code does not use what it says of {}", entry.run.first));
    }
    // Cases that follow may be counted and not listed: what stands for them is listed, and the code does the same for both, or
    // `listed` adds them.
    Ok(())
}

impl DoubleWord {
    /// Whether the code does the same for, or lists, an argument and the one that stands for it, up to what an equation takes away.
    fn is_the_same_by(&self, relation: Relation) -> bool {
        match (self.scheme, relation) {
            (Scheme::Range { .. }, _) => false,
            (Scheme::Scaling(step), Relation::Scaling { exponent, negates }) => {
                exponent % step.x == 0 && (!negates || self.parity.is_some())
            }
            // These are listed: `add_following`.
            (Scheme::Shift(_), Relation::Scaling { negates, .. }) => !negates,
            (Scheme::Translation | Scheme::Turns(_), Relation::Translation { .. }) => true,
            (Scheme::Turns(_), Relation::Scaling { exponent, .. }) => exponent == 0,
            _ => false,
        }
    }

    /// Everything that is run: what the search lists, ends of the range, and some more.
    ///
    /// # Errors
    /// If the search has something that is not understood, or a value is not known.
    pub(crate) fn listed(&self, spec: &FunctionSpec, search: &Certificate) -> Result<Listed, Diag> {
        let mut arguments = vec![];
        let refuse = |message: String| Diag::new(DiagKind::Unsupported, message);
        let found = search.found.as_ref();
        let found = found.ok_or_else(|| refuse("the search's certificate lists nothing".into()))?;
        if search.exact_by_formula {
            let message = "it has too many exact cases to try each: they are only counted";
            return Err(refuse(message.into()).help("give a shorter range"));
        }
        for finding in found.cases.iter().chain(&found.exact) {
            arguments.push(number(&finding.x)?);
        }
        if let Scheme::Turns(_) = self.scheme {
            // Many follow that are not listed: at all multiples of 1/2 what is computed is the value (`prove_turns`).
            for finding in &found.exact {
                let x = number(&finding.x)?;
                if (x * 2.0).fract() != 0.0 {
                    return Err(refuse(format!("its value at {x:e} is a breakpoint")));
                }
            }
        }
        if !found.unknown.is_empty() {
            return Err(refuse("values at some arguments are not known".into()));
        }
        if let Scheme::Shift(_) = self.scheme {
            let listed = arguments.clone();
            for entry in &search.follows {
                add_following(entry, &listed, &mut arguments)?;
            }
            arguments.sort_unstable_by(f64::total_cmp);
            arguments.dedup();
        }
        for run in &found.runs {
            self.add_run(run, &mut arguments)?;
        }
        // What is at 0 is checked with what is special.
        arguments.retain(|x| *x != 0.0);
        let by_search = arguments.len();
        arguments.extend(self.others());
        Listed::with(spec, arguments, by_search)
    }

    /// Adds the arguments of a run, or, where all of them are next to 0, some.
    fn add_run(&self, run: &FoundRun, arguments: &mut Vec<f64>) -> Result<(), Diag> {
        let (first, last) = (number(&run.first)?, number(&run.last)?);
        // All numbers between the ends, whether every one is meant or every second.
        let between = |first: f64, last: f64| {
            let [a, b] = [first, last].map(f64::to_bits);
            (a.min(b), a.max(b))
        };
        let (a, b) = between(first, last);
        if b - a < OF_RUN {
            arguments.extend((a..=b).map(f64::from_bits));
            return Ok(());
        }
        // Their values are next to f(0) on one side, or less than half of the least number; and so is what is computed:
        // `prove_scale`.
        let near = first.abs().max(last.abs());
        let is_next = match self.scheme {
            Scheme::Translation => near <= RUN || last.max(first) <= super::NEXT_TO_NOTHING,
            Scheme::Exponential { .. } => {
                near <= RUN || last.max(first) <= super::NEXT_TO_NOTHING * LN_2
            }
            Scheme::Turns(Parity::Even) => near <= RUN_OF_TURNS,
            _ => false,
        };
        if !(is_next && matches!(run.run.what, RunKind::Hard { .. })) {
            let message = format!("arguments from {first:e} to {last:e} are too many to be tried");
            return Err(Diag::new(DiagKind::Unsupported, message).help("give another range"));
        }
        // What is beyond this size is taken for it: all that is left of it is here.
        let [first, last] = [first, last].map(|x| x.max(-MOST_TRANSLATED));
        let (a, b) = between(first, last);
        arguments.extend((0..OF_LONG_RUN).map(|k| f64::from_bits(a + (b - a) / OF_LONG_RUN * k)));
        arguments.extend([first, last]);
        Ok(())
    }

    /// Arguments that nothing is special of, from all that are served, and those at the ends.
    fn others(&self) -> Vec<f64> {
        let mut random = Random::new(u64::from(self.bits));
        let ends: Vec<[f64; 2]> = match self.scheme {
            Scheme::Range { first, last, is_negative } => {
                let sign = if is_negative { -1.0 } else { 1.0 };
                vec![[first * sign, last * sign]]
            }
            Scheme::Translation => vec![[TINY, 1100.0], [-TINY, -1100.0]],
            Scheme::Exponential { first, last } => {
                let [least, most] = [-MOST_TRANSLATED, MOST_TRANSLATED];
                let own = [[first.max(TINY), last.min(most)], [last.min(-TINY), first.max(least)]];
                let [positive, negative] = own;
                let own = [(positive, last > 0.0), (negative, first < 0.0)];
                let own = own.into_iter().filter(|([a, b], has)| *has && a.abs() <= b.abs());
                own.map(|(ends, _)| ends).collect()
            }
            Scheme::Turns(_) => {
                let own = [[f64::from_bits(1), TINY / 16.0], [TINY / 16.0, MANY_TURNS]];
                own.into_iter().flat_map(|ends| [ends, ends.map(|x| -x)]).collect()
            }
            Scheme::Scaling(_) | Scheme::Shift(_) => {
                let positive = [f64::from_bits(1), f64::MAX];
                let negative = positive.map(|x| -x);
                if self.parity.is_some() { vec![positive, negative] } else { vec![positive] }
            }
        };
        let mut others = vec![];
        if let Scheme::Turns(_) = self.scheme {
            let halves = (1..16).map(|k| f64::from(k) / 2.0);
            let halves = halves.chain([0.5, 1.0, 1.5, 2.0].map(|x| MANY_TURNS / 16.0 - x));
            others.extend(halves.chain([f64::MAX]).flat_map(|x| [x, -x]));
        }
        for [first, last] in ends {
            let [a, b] = [first, last].map(f64::to_bits);
            others.extend([
                first,
                last,
                f64::from_bits((a + 1).min(b)),
                f64::from_bits((b - 1).max(a)),
            ]);
            others.extend((0..OTHERS).map(|_| f64::from_bits(a + random.below(b - a + 1))));
        }
        others
    }

    /// The results that have to stand in the code.
    ///
    /// # Errors
    /// If they are too many.
    pub fn corrections(
        &self,
        spec: &FunctionSpec,
        listed: &Listed,
        modes: &[RoundingMode],
    ) -> Result<Corrections, Diag> {
        let mut found = BTreeMap::new();
        for mode in modes {
            let kernel = self.kernel(&Corrections::default(), *mode, LANES);
            let mut own = wrong(&kernel, &self.special(spec)?)?;
            own.extend(wrong(&kernel, &listed.of_mode(*mode))?);
            let mut own: Vec<(u64, u64)> = own
                .into_iter()
                .map(|Wrong { argument, correct, .. }| (argument, correct))
                .collect();
            own.sort_unstable();
            own.dedup();
            if own.len() > MOST_CORRECTIONS {
                let message = format!(
                    "{}: {} arguments would need results of their own; {MOST_CORRECTIONS} are allowed",
                    spec.canonical(),
                    own.len()
                );
                return Err(Diag::new(DiagKind::Unsupported, message)
                    .at(
                        "function",
                        spec.text.clone(),
                        0..spec.text.len(),
                        "too many of its values are breakpoints, or nearly",
                    )
                    .help("give a function whose values are not, or a shorter range"));
            }
            found.insert(*mode, own);
        }
        Ok(Corrections(found))
    }

    /// The same for arguments that somebody else names.
    ///
    /// # Errors
    /// If they are too many, or a value is not known.
    pub(crate) fn corrected(
        &self,
        spec: &FunctionSpec,
        arguments: &BTreeMap<RoundingMode, Vec<u64>>,
    ) -> Result<Corrections, Diag> {
        let special = self.special(spec)?;
        let mut found = BTreeMap::new();
        for (mode, arguments) in arguments {
            if arguments.len() > MOST_CORRECTIONS {
                return Err(lie(format!(
                    "{} results stand in the code: they would be a table",
                    arguments.len()
                )));
            }
            let own = arguments.iter().map(|argument| {
                if let Some(own) = special.iter().find(|(special, _)| special == argument) {
                    return Ok(*own);
                }
                let x = f64::from_bits(*argument);
                if !x.is_finite() || x == 0.0 {
                    return Err(lie("a result in the code is of no number"));
                }
                Ok((*argument, truth::values(spec, x)?[index(*mode)].to_bits()))
            });
            found.insert(*mode, own.collect::<Result<_, Diag>>()?);
        }
        Ok(Corrections(found))
    }

    /// Values at ±0 and ±∞, where they are served.
    fn special(&self, spec: &FunctionSpec) -> Result<Vec<(u64, u64)>, Diag> {
        match self.scheme {
            scheme if scheme.is_whole() => truth::special(spec),
            Scheme::Exponential { first, last } if first <= 0.0 && last >= 0.0 => {
                let all = truth::special(spec)?.into_iter();
                Ok(all.filter(|(x, _)| f64::from_bits(*x) == 0.0).collect())
            }
            _ => Ok(vec![]),
        }
    }

    /// Checks the results at all that is listed, at ±0, ±∞ and NaN, and outside the range; how many there are.
    ///
    /// # Errors
    /// If one is wrong.
    pub(crate) fn check(
        &self,
        spec: &FunctionSpec,
        listed: &Listed,
        kernel: impl Fn(RoundingMode, usize) -> Result<Kernel, Diag> + Sync,
        modes: &[RoundingMode],
    ) -> Result<u64, Diag> {
        let mut count = 0;
        for mode in modes {
            let own = kernel(*mode, LANES)?;
            let wanted = self.wanted(spec, listed, *mode)?;
            if let Some(Wrong { argument, correct, result }) = wrong(&own, &wanted)?.first() {
                let message = format!(
                    "{} rounded {} gives {result:#018x} for {argument:#018x}, and not {correct:#018x}",
                    spec.canonical(),
                    mode.name()
                );
                return Err(Diag::new(DiagKind::Internal, message));
            }
            count += wanted.len() as u64;
        }
        Ok(count)
    }

    /// What is checked in a mode: all that is listed, ±0, ±∞ and NaN, and arguments outside the range, with the correct results.
    pub(super) fn wanted(
        &self,
        spec: &FunctionSpec,
        listed: &Listed,
        mode: RoundingMode,
    ) -> Result<Vec<(u64, u64)>, Diag> {
        let mut wanted = listed.of_mode(mode);
        wanted.extend(self.special(spec)?);
        let nans = [NAN, NAN | 5, (NAN | WIDTH.sign()) + 1];
        wanted.extend(nans.map(|nan| (nan, nan)));
        wanted.push((INFINITY | 1, NAN | 1));
        wanted.extend(self.valueless().into_iter().map(|x| (x.to_bits(), NAN)));
        Ok(wanted)
    }

    /// Some arguments that have a NaN.
    fn valueless(&self) -> Vec<f64> {
        match self.scheme {
            Scheme::Range { first, last, is_negative } => {
                let sign = if is_negative { -1.0 } else { 1.0 };
                let inside = [first, last].map(|x| x * sign);
                let outside =
                    [first.next_down(), last.next_up(), -first, -last, 0.0, f64::INFINITY];
                outside.map(|x| x * sign).into_iter().filter(|x| !inside.contains(x)).collect()
            }
            Scheme::Exponential { first, last } if !self.scheme.is_whole() => {
                vec![first.next_down(), last.next_up(), f64::NEG_INFINITY, f64::INFINITY]
            }
            Scheme::Exponential { .. } | Scheme::Translation | Scheme::Turns(_) => vec![],
            Scheme::Scaling(_) | Scheme::Shift(_) if self.parity.is_some() => vec![],
            Scheme::Scaling(_) | Scheme::Shift(_) => vec![-1.0, -f64::from_bits(1), f64::MIN],
        }
    }
}

/// The place of a mode among all.
fn index(mode: RoundingMode) -> usize {
    RoundingMode::ALL.iter().position(|own| *own == mode).unwrap_or_default()
}

/// Adds the arguments that follow from listed ones by an equation.
fn add_following(
    entry: &FollowEntry,
    listed: &[f64],
    arguments: &mut Vec<f64>,
) -> Result<(), Diag> {
    let Relation::Scaling { exponent, negates: false } = entry.relation else {
        return Err(lie(format!(
            "the code does not use what the search says of {}",
            entry.run.first
        )));
    };
    let [first, last] = [number(&entry.run.first)?, number(&entry.run.last)?];
    // In two steps, so that no power of two is beyond all numbers; what is rounded is not in the run, or is tried for nothing.
    let half = exponent / 2;
    let powers = [2f64.powi(-half), 2f64.powi(half - exponent)];
    let own = listed.iter().map(|x| x * powers[0] * powers[1]);
    arguments.extend(own.filter(|x| (first..=last).contains(x)));
    Ok(())
}

/// The argument that a text of the certificate stands for.
fn number(text: &str) -> Result<f64, Diag> {
    Ok(hexfloat::parse("the search's certificate", text)?.to_f64())
}

/// A result that is not the correct one; all as encodings.
pub(super) struct Wrong {
    pub(super) argument: u64,
    pub(super) correct: u64,
    pub(super) result: u64,
}

/// What a kernel computes wrongly, of arguments with the correct results.
pub(super) fn wrong(kernel: &Kernel, wanted: &[(u64, u64)]) -> Result<Vec<Wrong>, Diag> {
    let checked = wanted.par_chunks(LANES).map(|block| {
        let arguments: Vec<u64> = block.iter().map(|(argument, _)| *argument).collect();
        let computed = block.iter().zip(results(kernel, &arguments)?);
        let wrong = computed.filter(|((_, correct), result)| correct != result);
        Ok(wrong
            .map(|((argument, correct), result)| Wrong {
                argument: *argument,
                correct: *correct,
                result,
            })
            .collect())
    });
    let found: Vec<Vec<_>> = checked.collect::<Result<_, Diag>>()?;
    Ok(found.into_iter().flatten().collect())
}
