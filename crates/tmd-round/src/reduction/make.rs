//! Finds the constants of a reduction that few dangerous arguments are rounded wrongly with.

use super::base::Known;
use super::{Exponential, Logarithm, MOST_EXCEPTIONS, Reduction, Scheme, Wave};
use crate::aim::Aim;
use crate::cells::Turns;
use crate::encoding::Encoding;
use crate::finish::{Finish, Marked};
use crate::truth::Value;
use rug::Float;
use std::collections::BTreeMap;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::FunctionSpec;
use tmd_kernel::ir::{Builder, Kernel, Width, call};
use tmd_runtime::RoundingMode;

/// An entry of a table is moved by so many numbers at most.
const NUDGES: i64 = 8;
/// See [`Trial::wrong`].
const NEAREST: usize = 1 << 10;
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
        let scheme = Known::of(spec).and_then(|known| match known {
            Known::Exponential(base) => Exponential::of(base).map(Scheme::Exponential),
            Known::Logarithm(base) => Logarithm::of(base).map(Scheme::Logarithm),
        });
        let wave = || -> Result<Option<Scheme>, Diag> {
            let turns = Turns::of(spec, encoding)?;
            let known = turns.zip(spec.equations().parity);
            Ok(known
                .and_then(|(turns, parity)| Wave::of(turns, parity))
                .map(Box::new)
                .map(Scheme::Wave))
        };
        let scheme = match scheme {
            Some(scheme) => Some(scheme),
            None => wave()?,
        };
        let Some(scheme) = scheme else { return Ok(None) };
        let trial = Trial { encoding, dangerous };
        let scheme = trial.repaired(scheme)?;
        let exceptions: BTreeMap<RoundingMode, Vec<u32>> = RoundingMode::ALL
            .into_iter()
            .map(|mode| Ok((mode, trial.failing(&scheme, mode)?)))
            .collect::<Result<_, Diag>>()?;
        let is_few = exceptions.values().all(|own| own.len() <= MOST_EXCEPTIONS);
        Ok(is_few.then_some(Reduction { scheme, exceptions }))
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
        let finish = Finish {
            encoding: self.encoding,
            width: Width::W64,
            marks: Marked::among(self.encoding, []),
            results: scheme.results(),
            exceptions: vec![],
        };
        let kernel = finish.kernel(mode, arguments.len(), |b, encoded, size| {
            scheme.computed(b, self.encoding, (encoded, size), mode)
        });
        let results = called(&kernel, &arguments)?;
        let is_wrong = |((at, value), result): &((&u32, &Value), u64)| {
            u64::from(value.rounded(self.encoding, **at, mode)) != *result
        };
        let wrong = self.dangerous.iter().zip(results).filter(is_wrong);
        Ok(wrong.map(|((at, _), _)| *at).collect())
    }
}
