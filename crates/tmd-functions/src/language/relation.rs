//! How inputs follow from others: the input that stands for another, and what the equations of f say of the two values.

use crate::interval::Interval;
use crate::language::equations::{Equations, Parity};
use crate::language::{Format, FunctionSpec};
use rug::{Float, Integer, Rational};
use serde::{Deserialize, Serialize};

/// The input that stands for another one, its representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "by")]
pub enum Relation {
    /// The representative of x is ±2^exponent·x.
    Scaling {
        /// log2 of the factor.
        exponent: i32,
        /// Whether the sign changes.
        negates: bool,
    },
    /// The representative of x is x - n·step, where n is the integer for which it is in [first/2, first/2 + step).
    Translation {
        /// The period, or what takes its place, at least 1.
        step: i32,
        /// Where the interval of representatives begins, in halves.
        first: i64,
    },
}

/// What f at the representative is by f at the input, up to the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It is 2^exponent times as large.
    Factor(i64),
    /// It is larger by an integer.
    Term(i64),
    /// It is 2^exponent times as large for each step that is added.
    FactorOfStep(i32),
}

impl Relation {
    /// The representative of an input.
    pub fn representative(&self, x: &Rational) -> Rational {
        match *self {
            Relation::Scaling { exponent, negates } => {
                let scaled = Rational::from(x << exponent);
                if negates { -scaled } else { scaled }
            }
            Relation::Translation { step, .. } => x - Rational::from(self.steps(x) * step),
        }
    }

    /// How many steps an input is from its representative.
    pub fn steps(&self, x: &Rational) -> Integer {
        match *self {
            Relation::Scaling { .. } => Integer::new(),
            Relation::Translation { step, first } => {
                let from_first = x - Rational::from((first, 2));
                (from_first / step).floor().into_numer_denom().0
            }
        }
    }

    /// The interval that representatives of a translation are in, without its end.
    pub fn interval(&self) -> Option<(Rational, Rational)> {
        match *self {
            Relation::Scaling { .. } => None,
            Relation::Translation { step, first } => {
                let first = Rational::from((first, 2));
                Some((first.clone(), first + step))
            }
        }
    }

    /// What equations say of the value at a representative; `None` if they say nothing.
    pub fn effect(&self, equations: &Equations) -> Option<Effect> {
        match *self {
            Relation::Scaling { exponent, negates } => {
                if negates && equations.parity.is_none() {
                    return None;
                }
                if exponent == 0 {
                    return Some(Effect::Factor(0));
                }
                let moved = i64::from(exponent);
                let factor = equations.scaling.and_then(|step| step.of(moved));
                let term = || equations.shift.and_then(|step| step.of(moved));
                factor.map(Effect::Factor).or_else(|| term().map(Effect::Term))
            }
            Relation::Translation { step, .. } => {
                let own = equations.translation.filter(|own| own.step.x == step)?;
                Some(Effect::FactorOfStep(own.step.f))
            }
        }
    }

    /// The equations that it rests on, in a formula or two.
    pub fn formula(&self, equations: &Equations) -> String {
        let Equations { parity, scaling, shift, translation } = equations;
        let opposite = match parity {
            Some(Parity::Even) => "f(-x) = f(x)",
            Some(Parity::Odd) | None => "f(-x) = -f(x)",
        };
        let moved = match *self {
            Relation::Scaling { exponent: 0, .. } => None,
            Relation::Scaling { .. } => match (scaling, shift) {
                (Some(step), _) => Some(format!("f({}·x) = {}f(x)", power(step.x), factor(step.f))),
                (None, Some(step)) => {
                    let sign = if step.f < 0 { '-' } else { '+' };
                    Some(format!("f({}·x) = f(x) {sign} {}", power(step.x), step.f.abs()))
                }
                (None, None) => None,
            },
            Relation::Translation { step, .. } => translation.map(|own| {
                let sign = if own.negates { "-" } else { "" };
                format!("f(x + {step}) = {sign}{}f(x)", factor(own.step.f))
            }),
        };
        let negates = matches!(self, Relation::Scaling { negates: true, .. });
        let opposite = negates.then(|| opposite.to_owned());
        let formulas: Vec<String> = moved.into_iter().chain(opposite).collect();
        formulas.join(" and ")
    }
}

/// 2^n as a number where that is short.
fn power(n: i32) -> String {
    match n {
        0..=10 => (1 << n).to_string(),
        _ => format!("2^{n}"),
    }
}

/// A factor in front of f.
fn factor(exponent: i32) -> String {
    match exponent {
        0 => String::new(),
        _ => format!("{}·", power(exponent)),
    }
}

/// The exponents of the values of f over an interval, from the least to the greatest, if all are normal numbers of a format
/// and not of its smallest binade; `None` if that is not shown.
pub fn normal_exponents(spec: &FunctionSpec, x: &Interval, output: &Format) -> Option<[i32; 2]> {
    let value = spec.eval(x).ok()?;
    let exponent = |end: &Float| end.get_exp().map(|exponent| exponent - 1);
    let [least, most] = [exponent(&value.mig())?, exponent(&value.mag())?];
    (least > output.emin && most <= output.emax).then_some([least, most])
}

#[cfg(test)]
mod tests {
    use crate::language::FunctionSpec;
    use crate::language::relation::*;

    fn rational(n: i64, d: i64) -> Rational {
        Rational::from((n, d))
    }

    #[test]
    fn representatives_are_in_their_interval() {
        let centred = Relation::Translation { step: 1, first: -1 };
        for (x, y) in [((7, 4), (-1, 4)), ((1, 2), (-1, 2)), ((-1, 2), (-1, 2)), ((-9, 4), (-1, 4))]
        {
            assert_eq!(centred.representative(&rational(x.0, x.1)), rational(y.0, y.1));
        }
        let from_four = Relation::Translation { step: 2, first: 8 };
        assert_eq!(from_four.representative(&rational(1, 4)), rational(17, 4));
        assert_eq!(from_four.steps(&rational(1, 4)), -2);
        let scaled = Relation::Scaling { exponent: -3, negates: true };
        assert_eq!(scaled.representative(&rational(24, 1)), rational(-3, 1));
    }

    #[test]
    fn effects_are_those_of_the_equations() {
        let equations = |text: &str| FunctionSpec::parse(text).unwrap().equations();
        let scaling = |exponent, negates| Relation::Scaling { exponent, negates };
        let moved = |step| Relation::Translation { step, first: 0 };
        let cases = [
            (
                "cbrt",
                scaling(-6, true),
                Some(Effect::Factor(-2)),
                "f(8·x) = 2·f(x) and f(-x) = -f(x)",
            ),
            ("cbrt", scaling(4, false), None, ""),
            ("rsqrt", scaling(4, false), Some(Effect::Factor(-2)), "f(4·x) = 2^-1·f(x)"),
            ("rsqrt", scaling(4, true), None, ""),
            ("log2", scaling(-5, false), Some(Effect::Term(-5)), "f(2·x) = f(x) + 1"),
            ("log", scaling(-5, false), None, ""),
            ("sinpi", scaling(0, true), Some(Effect::Factor(0)), "f(-x) = -f(x)"),
            ("sinpi", moved(1), Some(Effect::FactorOfStep(0)), "f(x + 1) = -f(x)"),
            ("sinpi", moved(2), None, ""),
            ("exp2", moved(1), Some(Effect::FactorOfStep(1)), "f(x + 1) = 2·f(x)"),
            ("exp", moved(1), None, ""),
        ];
        for (text, relation, effect, formula) in cases {
            let equations = equations(text);
            assert_eq!(relation.effect(&equations), effect, "{text} {relation:?}");
            if effect.is_some() {
                assert_eq!(relation.formula(&equations), formula, "{text}");
            }
        }
    }
}
