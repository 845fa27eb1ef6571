//! Finds the constants of a reduction that few dangerous arguments are rounded wrongly with.

use super::base::Known;
use super::{Exponential, Logarithm, MOST_EXCEPTIONS, Reduction, Scheme, Wave};
use crate::aim::Aim;
use crate::finish::Finish;
use rayon::prelude::*;
use rug::Float;
use std::collections::BTreeMap;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::FunctionSpec;
use tmd_kernel::ir::{Builder, Kernel, Width, call, counts};
use tmd_runtime::RoundingMode;
use tmd_walk::Encoding;
use tmd_walk::Value;

/// An entry of a table is moved by so many numbers at most.
const NUDGES: i64 = 8;
/// See [`Trial::wrong`].
const NEAREST: usize = 1 << 10;
/// Operations that a result in the code takes.
const OPERATIONS_OF_EXCEPTION: u64 = 2;
/// By so many numbers an entry is moved to see what depends on it.
const FAR: i64 = 1 << 24;

impl Reduction {
    /// The reduction for a function with dangerous arguments, if one is known and does.
    ///
    /// # Errors
    /// If its kernel cannot be computed, which is a mistake of this program.
    pub(crate) fn make(
        spec: &FunctionSpec,
        encoding: &Encoding,
        dangerous: &BTreeMap<u32, Value>,
    ) -> Result<Option<Reduction>, Diag> {
        let schemes: Vec<Scheme> = match Known::of(spec) {
            Some(Known::Exponential(base)) => {
                Exponential::all(base).into_iter().map(Scheme::Exponential).collect()
            }
            Some(Known::Logarithm(base)) => {
                Logarithm::all(base).into_iter().map(Scheme::Logarithm).collect()
            }
            None => {
                let wave = Wave::of(spec, encoding).map(Box::new);
                wave.map(Scheme::Wave).into_iter().collect()
            }
        };
        let trial = Trial { encoding, dangerous };
        let made: Vec<Reduction> =
            schemes.into_par_iter().map(|scheme| trial.made(scheme)).collect::<Result<_, _>>()?;
        let is_few =
            |own: &Reduction| own.exceptions.values().all(|own| own.len() <= MOST_EXCEPTIONS);
        // What is rounded to nearest is asked for most.
        let nearest = |own: &Reduction| {
            let exceptions = own.exceptions(RoundingMode::Nearest).len();
            counts(&trial.kernel(&own.scheme, RoundingMode::Nearest, 1)).total(true)
                + OPERATIONS_OF_EXCEPTION * exceptions as u64
        };
        Ok(made.into_iter().filter(is_few).min_by_key(nearest))
    }
}

/// Tries reductions at dangerous arguments.
struct Trial<'a> {
    encoding: &'a Encoding,
    dangerous: &'a BTreeMap<u32, Value>,
}

/// What a kernel returns for some arguments, by its definition.
fn called(kernel: &Kernel, arguments: &[u32]) -> Result<Vec<u64>, Diag> {
    let words: Vec<u64> = arguments.iter().map(|own| u64::from(*own)).collect();
    call(kernel, &words).map_err(|error| Diag::new(DiagKind::Internal, error.to_string()))
}

impl Trial<'_> {
    /// The reduction of a scheme, with constants moved.
    fn made(&self, scheme: Scheme) -> Result<Reduction, Diag> {
        let scheme = self.repaired(scheme)?;
        let failing = |mode| Ok((mode, self.failing(&scheme, mode)?));
        let exceptions: BTreeMap<RoundingMode, Vec<u32>> =
            RoundingMode::ALL.into_iter().map(failing).collect::<Result<_, Diag>>()?;
        Ok(Reduction { scheme, exceptions })
    }

    /// The kernel of a mode for so many lanes, without exceptions.
    fn kernel(&self, scheme: &Scheme, mode: RoundingMode, lanes: usize) -> Kernel {
        let finish = Finish {
            encoding: self.encoding,
            width: Width::W64,
            marks: scheme.marks(),
            results: scheme.results(),
            exceptions: vec![],
        };
        finish.kernel(mode, lanes, |b, encoded, size| {
            scheme.computed(b, self.encoding, (encoded, size), mode)
        })
    }

    /// The numbers that are computed for some arguments, before they are rounded.
    fn computed(&self, scheme: &Scheme, arguments: &[u32]) -> Result<Vec<f64>, Diag> {
        if arguments.is_empty() {
            return Ok(vec![]);
        }
        let mut builder = Builder::function_of_words("computed", arguments.len(), Width::W64);
        let b = &mut builder;
        let encoded = b.argument(0);
        let mask = b.word(u64::from(self.encoding.sign() - 1));
        let size = b.bits_and(encoded, mask);
        // The strictest mode: all others need no more.
        let y = scheme.computed(b, self.encoding, (encoded, size), RoundingMode::Up);
        let bits = b.bits(y);
        b.result(bits);
        let results = called(&builder.finish(), arguments)?;
        Ok(results.into_iter().map(f64::from_bits).collect())
    }

    /// How many numbers are not between the right breakpoints; those that are rounded to nearest wrongly, which is asked for most,
    /// count [`NEAREST`] times.
    fn wrong(&self, scheme: &Scheme, arguments: &[u32]) -> Result<usize, Diag> {
        let computed = self.computed(scheme, arguments)?;
        let weight = |(at, y): (&u32, f64)| {
            let Some(value) = self.dangerous.get(at) else { return NEAREST };
            let nearest = value.rounded(self.encoding, *at, RoundingMode::Nearest);
            match Aim::of(*value, self.encoding).accepts(y) {
                true => 0,
                false if Float::with_val(53, y).to_f32().to_bits() == nearest => 1,
                false => NEAREST,
            }
        };
        Ok(arguments.iter().zip(computed).map(weight).sum())
    }

    /// The scheme with entries of its table moved so that fewer numbers are wrong.
    fn repaired(&self, mut scheme: Scheme) -> Result<Scheme, Diag> {
        let finite = |at: &&u32| self.encoding.size(**at) < self.encoding.infinity();
        let all: Vec<u32> = self.dangerous.keys().filter(finite).copied().collect();
        let before = self.computed(&scheme, &all)?;
        for entry in 0..scheme.entries() {
            let far = self.computed(&scheme.moved(entry, FAR), &all)?;
            let differs = all.iter().zip(before.iter().zip(far)).filter(|(_, (a, b))| *a != b);
            let own: Vec<u32> = differs.map(|(at, _)| *at).collect();
            let mut least = self.wrong(&scheme, &own)?;
            let mut best = 0;
            for steps in (1..=NUDGES).flat_map(|n| [n, -n]) {
                if least == 0 {
                    break;
                }
                let wrong = self.wrong(&scheme.moved(entry, steps), &own)?;
                if wrong < least {
                    (least, best) = (wrong, steps);
                }
            }
            scheme = scheme.moved(entry, best);
        }
        Ok(scheme)
    }

    /// The arguments whose results are wrong in a mode.
    fn failing(&self, scheme: &Scheme, mode: RoundingMode) -> Result<Vec<u32>, Diag> {
        let arguments: Vec<u32> = self.dangerous.keys().copied().collect();
        let kernel = self.kernel(scheme, mode, arguments.len());
        let results = called(&kernel, &arguments)?;
        let is_wrong = |((at, value), result): &((&u32, &Value), u64)| {
            u64::from(value.rounded(self.encoding, **at, mode)) != *result
        };
        let wrong = self.dangerous.iter().zip(results).filter(is_wrong);
        Ok(wrong.map(|((at, _), _)| *at).collect())
    }
}
