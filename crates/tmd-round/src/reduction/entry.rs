//! Reductions as a certificate has them.

use super::base::{Base, Known};
use super::wave::Sixteenths;
use super::{Exponential, Logarithm, Reduction, Scheme, Wave};
use crate::text::{hex, number, unknown};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use tmd_base::diag::Diag;
use tmd_kernel::ir::Width;
use tmd_runtime::RoundingMode;
use tmd_walk::Asked;

/// See [`Reduction`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReductionEntry {
    /// How arguments are reduced.
    pub scheme: SchemeEntry,
    /// Arguments whose results stand in the code of a mode, by its name.
    pub exceptions: BTreeMap<String, Vec<u32>>,
    /// The arguments whose values are next to breakpoints, but not equal to them: of these every one was enclosed by itself.
    pub dangerous: Vec<u32>,
    /// How many values are breakpoints.
    pub exact: u64,
}

/// How arguments are reduced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SchemeEntry {
    /// See [`Exponential`].
    Exponential {
        /// `e`, `2` or `10`.
        base: String,
        /// Steps in 1, as a sum.
        per_unit: [String; 2],
        /// Arguments are no larger in size.
        most: String,
        /// Powers of 2.
        powers: Vec<String>,
        /// The polynomial.
        coefficients: Vec<String>,
    },
    /// See [`Logarithm`].
    Logarithm {
        /// `e`, `2` or `10`.
        base: String,
        /// The logarithm of 2.
        per_binade: String,
        /// Constants next to 1/m.
        factors: Vec<String>,
        /// Their logarithms, negated.
        logarithms: Vec<String>,
        /// The polynomial.
        coefficients: Vec<String>,
    },
    /// A sine or a cosine; how arguments are reduced follows from the function.
    Wave {
        /// The function at sixteenths of a turn.
        values: Vec<String>,
        /// Its derivative there.
        slopes: Vec<String>,
        /// The polynomials, of the sine and of the cosine.
        coefficients: [Vec<String>; 2],
    },
}

impl ReductionEntry {
    /// The entry of a reduction, with the dangerous arguments and the number of exact values.
    pub(crate) fn of(reduction: &Reduction, (dangerous, exact): (Vec<u32>, u64)) -> ReductionEntry {
        let texts = |numbers: &[f64]| numbers.iter().map(|number| hex(*number)).collect();
        let scheme = match &reduction.scheme {
            Scheme::Exponential(own) => SchemeEntry::Exponential {
                base: own.base.name().into(),
                per_unit: own.per_unit.map(hex),
                most: hex(own.most),
                powers: texts(&own.powers),
                coefficients: texts(&own.coefficients),
            },
            Scheme::Logarithm(own) => SchemeEntry::Logarithm {
                base: own.base.name().into(),
                per_binade: hex(own.per_binade),
                factors: texts(&own.factors),
                logarithms: texts(&own.logarithms),
                coefficients: texts(&own.coefficients),
            },
            Scheme::Wave(own) => SchemeEntry::Wave {
                values: texts(&own.values),
                slopes: texts(&own.slopes),
                coefficients: own.coefficients.each_ref().map(|own| texts(own)),
            },
        };
        let exceptions = reduction.exceptions.iter();
        let exceptions = exceptions.map(|(mode, own)| (mode.name().to_owned(), own.clone()));
        ReductionEntry { scheme, exceptions: exceptions.collect(), dangerous, exact }
    }

    /// How many results stand in the code of some modes.
    pub(crate) fn in_code(&self, modes: &[String]) -> usize {
        let own = modes.iter().filter_map(|mode| self.exceptions.get(mode)).flatten();
        own.collect::<BTreeSet<_>>().len()
    }

    /// The reduction of a function that is described.
    ///
    /// # Errors
    /// If there is a number or a name in it that is none.
    pub(crate) fn reduction(&self, asked: &Asked<'_>) -> Result<Reduction, Diag> {
        let of = |text: &String| number(text, Width::W64);
        let all = |texts: &[String]| texts.iter().map(of).collect::<Result<Vec<f64>, Diag>>();
        let scheme = match &self.scheme {
            SchemeEntry::Exponential {
                base,
                per_unit: [first, second],
                most,
                powers,
                coefficients,
            } => Scheme::Exponential(Exponential {
                base: Base::named(base)?,
                per_unit: [of(first)?, of(second)?],
                most: of(most)?,
                powers: all(powers)?,
                coefficients: all(coefficients)?,
            }),
            SchemeEntry::Logarithm { base, per_binade, factors, logarithms, coefficients } => {
                Scheme::Logarithm(Logarithm {
                    base: Base::named(base)?,
                    per_binade: of(per_binade)?,
                    factors: all(factors)?,
                    logarithms: all(logarithms)?,
                    coefficients: all(coefficients)?,
                })
            }
            SchemeEntry::Wave { values, slopes, coefficients: [sine, cosine] } => {
                let turns = Sixteenths::of(asked.spec, asked.encoding)
                    .ok_or_else(|| unknown("sixteenths of a turn for", &asked.spec.canonical()))?;
                Scheme::Wave(Box::new(Wave {
                    turns,
                    values: all(values)?,
                    slopes: all(slopes)?,
                    coefficients: [all(sine)?, all(cosine)?],
                }))
            }
        };
        let own = match &scheme {
            Scheme::Exponential(own) => Some(Known::Exponential(own.base)),
            Scheme::Logarithm(own) => Some(Known::Logarithm(own.base)),
            // It was made from the function.
            Scheme::Wave(_) => Known::of(asked.spec),
        };
        if own != Known::of(asked.spec) {
            return Err(unknown("reduction of that kind for", &asked.spec.canonical()));
        }
        let mode = |name: &String| {
            let known = RoundingMode::ALL.into_iter().find(|mode| mode.name() == name);
            known.ok_or_else(|| unknown("rounding mode", name))
        };
        let exceptions = self.exceptions.iter().map(|(name, own)| Ok((mode(name)?, own.clone())));
        Ok(Reduction { scheme, exceptions: exceptions.collect::<Result<_, Diag>>()? })
    }
}
