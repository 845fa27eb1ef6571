//! The results at the arguments that a search lists, computed by the kernel itself.

use super::scheme::{MOST_TRANSLATED, Scheme, TINY};
use super::{Corrections, DoubleWord, RUN, truth};
use crate::request::Request;
use rayon::prelude::*;
use std::collections::BTreeMap;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::random::Random;
use tmd_cases::case_run::RunKind;
use tmd_certificate::certificate::{Certificate, FollowEntry, FoundRun};
use tmd_certificate::verify::lie;
use tmd_functions::language::{FunctionSpec, Relation, hexfloat};
use tmd_kernel::ir::{Kernel, call};
use tmd_runtime::RoundingMode;

/// Lanes of the kernel that is run: the interpreter's effort for a statement is shared by them.
const LANES: usize = 1 << 10;
/// Results that stand in the code for a mode, at most.
const MOST_CORRECTIONS: usize = 32;
/// Longer runs are not run as a whole,
const OF_RUN: u64 = 1 << 10;
/// but at so many arguments.
const OF_LONG_RUN: u64 = 1 << 4;
/// Arguments next to the ends of the range, and anywhere, that are run besides.
const OTHERS: u64 = 1 << 12;

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
    let of = |name: &str| search.request.get(name).map(String::as_str);
    let formats = [&search.input_format, &search.output_format];
    let is_double = formats
        .iter()
        .all(|format| (format.precision, format.emin, format.emax) == (53, -1022, 1023));
    if search.function != spec.canonical() || !is_double {
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
    if of("with-inverse").is_some_and(|text| text == "true") {
        return Err("it is of the inverse function, too".into());
    }
    if let Some(entry) = search.follows.iter().find(|entry| !code.is_the_same_by(entry.relation)) {
        return Err(format!("the code does not use what it says of {}", entry.run.first));
    }
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
            (Scheme::Translation(_), Relation::Translation { .. }) => true,
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
        for finding in found.cases.iter().chain(&found.exact) {
            arguments.push(number(&finding.x)?);
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
            self.add_run(run, &mut arguments).map_err(refuse)?;
        }
        // What is at 0 is checked with what is special.
        arguments.retain(|x| *x != 0.0);
        let by_search = arguments.len();
        arguments.extend(self.others());
        Listed::with(spec, arguments, by_search)
    }

    /// Adds the arguments of a run, or, where all of them are next to 0, some.
    fn add_run(&self, run: &FoundRun, arguments: &mut Vec<f64>) -> Result<(), String> {
        let [first, last] = [&run.first, &run.last].map(|text| number(text));
        let (first, last) = match (first, last) {
            (Ok(first), Ok(last)) => (first, last),
            _ => return Err("a run of cases has ends that are no numbers".into()),
        };
        let count = run.run.count();
        if count <= OF_RUN {
            let [a, b] = [first, last].map(f64::to_bits);
            let (a, b) = (a.min(b), a.max(b));
            arguments.extend((a..=b).map(f64::from_bits));
            return match b - a <= 2 * OF_RUN {
                true => Ok(()),
                false => Err(format!("a run of cases from {first:e} on is too long")),
            };
        }
        // Their values are next to f(0) on one side, or less than half of the least number; and so is what is computed:
        // `prove_scale`.
        let is_next_to_zero = matches!(self.scheme, Scheme::Translation(_))
            && (first.abs().max(last.abs()) <= RUN || last.max(first) <= super::NEXT_TO_NOTHING)
            && matches!(run.run.what, RunKind::Hard { .. });
        if !is_next_to_zero {
            return Err(format!("{count} arguments from {first:e} on are too many to be tried"));
        }
        // What is beyond this size is taken for it: all that is left of it is here.
        let [first, last] = [first, last].map(|x| x.max(-MOST_TRANSLATED));
        let [a, b] = [first, last].map(f64::to_bits);
        arguments.extend((0..OF_LONG_RUN).map(|k| {
            let share = (b.abs_diff(a) / OF_LONG_RUN) * k;
            f64::from_bits(a.min(b) + share)
        }));
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
            Scheme::Translation(_) => vec![[TINY, 1100.0], [-TINY, -1100.0]],
            Scheme::Scaling(_) | Scheme::Shift(_) => {
                let positive = [f64::from_bits(1), f64::MAX];
                let negative = positive.map(|x| -x);
                if self.parity.is_some() { vec![positive, negative] } else { vec![positive] }
            }
        };
        let mut others = vec![];
        for [first, last] in ends {
            let [a, b] = [first, last].map(f64::to_bits);
            others.extend([
                first,
                last,
                f64::from_bits((a + 1).min(b)),
                f64::from_bits((b - 1).max(a)),
            ]);
            others.extend((0..OTHERS).map(|_| f64::from_bits(a + random.next() % (b - a + 1))));
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
            let mut own: Vec<(u64, u64)> = self.special(spec)?;
            own.retain(|(argument, value)| self.computed_at(*argument, *mode) != Some(*value));
            let kernel = self.kernel(&Corrections::default(), *mode, LANES);
            let wrong = wrong(&kernel, listed, *mode)?;
            own.extend(wrong.into_iter().map(|(x, correct, _)| (x.to_bits(), correct.to_bits())));
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

    /// Values at ±0 and ±∞.
    fn special(&self, spec: &FunctionSpec) -> Result<Vec<(u64, u64)>, Diag> {
        if self.scheme.is_whole() { truth::special(spec) } else { Ok(vec![]) }
    }

    /// What is computed at an argument, if it can be.
    fn computed_at(&self, argument: u64, mode: RoundingMode) -> Option<u64> {
        let kernel = self.kernel(&Corrections::default(), mode, 1);
        call(&kernel, &[argument]).ok()?.first().copied()
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
            if let Some((x, correct, result)) = wrong(&own, listed, *mode)?.first() {
                let message = format!(
                    "{} rounded {} gives {result:e} for {x:e}, and not {correct:e}",
                    spec.canonical(),
                    mode.name()
                );
                return Err(Diag::new(DiagKind::Internal, message));
            }
            count += listed.arguments.len() as u64;
            let mut special = self.special(spec)?;
            let nans = [super::NAN, super::NAN | 5, (super::NAN | 1 << 63) + 1];
            special.extend(nans.map(|nan| (nan, nan)));
            special.push((0x7ff0 << 48 | 1, super::NAN | 1));
            special.extend(self.valueless().into_iter().map(|x| (x.to_bits(), super::NAN)));
            for (argument, value) in special {
                let kernel = kernel(*mode, 1)?;
                let result = call(&kernel, &[argument]).map_err(|error| internal(&error))?;
                if result != [value] {
                    let message = format!(
                        "{} rounded {} gives {:#018x} for {argument:#018x}, and not {value:#018x}",
                        spec.canonical(),
                        mode.name(),
                        result[0]
                    );
                    return Err(Diag::new(DiagKind::Internal, message));
                }
                count += 1;
            }
        }
        Ok(count)
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
            Scheme::Translation(_) => vec![],
            Scheme::Scaling(_) | Scheme::Shift(_) if self.parity.is_some() => vec![],
            Scheme::Scaling(_) | Scheme::Shift(_) => vec![-1.0, -f64::from_bits(1), f64::MIN],
        }
    }
}

/// The place of a mode among all.
fn index(mode: RoundingMode) -> usize {
    RoundingMode::ALL.iter().position(|own| *own == mode).unwrap_or_default()
}

fn internal(error: &dyn std::fmt::Display) -> Diag {
    Diag::new(DiagKind::Internal, error.to_string())
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

/// Listed arguments with wrong results in a mode: the argument, the correct result, and the wrong one.
fn wrong(
    kernel: &Kernel,
    listed: &Listed,
    mode: RoundingMode,
) -> Result<Vec<(f64, f64, f64)>, Diag> {
    let at = index(mode);
    let checked = listed.arguments.par_chunks(LANES).map(|block| {
        let mut words: Vec<u64> = block.iter().map(|(x, _)| x.to_bits()).collect();
        words.resize(LANES, words[0]);
        let results = call(kernel, &words).map_err(|error| internal(&error))?;
        let pairs = block.iter().zip(results);
        let wrong = pairs.filter(|((_, correct), result)| correct[at].to_bits() != *result);
        Ok(wrong.map(|((x, correct), result)| (*x, correct[at], f64::from_bits(result))).collect())
    });
    let found: Vec<Vec<_>> = checked.collect::<Result<_, Diag>>()?;
    Ok(found.into_iter().flatten().collect())
}
