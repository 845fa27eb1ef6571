//! The equations of an expression, from those of the functions in it.
//!
//! Every rule is a line of algebra, and where none applies, there is no equation: an expression may satisfy more
//! than is found here. Equations say something of all multiples of their step, so that those of two parts meet in
//! the least common multiple of the steps.

use crate::language::expr::{Expr, ExprKind};
use crate::language::functions::{Function, Law};

/// The equations that a function of one variable is known to satisfy wherever either side is defined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Equations {
    /// Whether f(-x) is f(x) or -f(x).
    pub parity: Option<Parity>,
    /// f(2^x·t) = 2^f·f(t).
    pub scaling: Option<Step>,
    /// f(2^x·t) = f(t) + f.
    pub shift: Option<Step>,
    /// f(t + x) = ±2^f·f(t).
    pub translation: Option<Translation>,
}

/// Whether a function is even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// f(-x) = f(x).
    Even,
    /// f(-x) = -f(x).
    Odd,
}

/// How a value moves where the exponent of its argument does: also by any multiple of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is added to the exponent of the argument, at least 1.
    pub x: i32,
    /// What is added to the exponent of the value, or to the value.
    pub f: i32,
}

/// How a value moves where its argument does: also by any multiple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Translation {
    /// What is added to the argument, at least 1, and to the exponent of the value.
    pub step: Step,
    /// Whether the sign changes.
    pub negates: bool,
}

/// Steps of more than this are of no use.
const LONGEST: i32 = 1 << 12;

impl Parity {
    fn times(self, other: Parity) -> Parity {
        if self == other { Parity::Even } else { Parity::Odd }
    }
}

impl Step {
    /// A step, if it is one of a sensible size.
    fn new(x: i64, f: i64) -> Option<Step> {
        let sane = |n: i64| i32::try_from(n).ok().filter(|n| n.abs() <= LONGEST);
        Some(Step { x: sane(x).filter(|x| *x > 0)?, f: sane(f)? })
    }

    /// A number of such steps.
    fn times(self, n: i64) -> Option<Step> {
        Step::new(i64::from(self.x) * n, i64::from(self.f) * n)
    }

    /// What the value moves by where the argument moves by `x`, which must be a multiple of the step.
    pub fn of(self, x: i64) -> Option<i64> {
        let is_multiple = x % i64::from(self.x) == 0;
        is_multiple.then(|| x / i64::from(self.x) * i64::from(self.f))
    }

    /// Both steps at the least common multiple of their arguments' moves.
    fn with(self, other: Step) -> Option<(Step, Step)> {
        let (a, b) = (i64::from(self.x), i64::from(other.x));
        let common = gcd(a, b);
        Some((self.times(b / common)?, other.times(a / common)?))
    }
}

impl Translation {
    /// A number of such steps.
    fn times(self, n: i64) -> Option<Translation> {
        Some(Translation { step: self.step.times(n)?, negates: self.negates && n % 2 != 0 })
    }

    /// Both at the least common multiple of their steps.
    fn with(self, other: Translation) -> Option<(Translation, Translation)> {
        let (a, b) = (i64::from(self.step.x), i64::from(other.step.x));
        let common = gcd(a, b);
        Some((self.times(b / common)?, other.times(a / common)?))
    }

    /// That of the product of two functions, or of their quotient.
    fn product(self, other: Translation, sign: i32) -> Option<Translation> {
        let (a, b) = self.with(other)?;
        let f = i64::from(a.step.f) + i64::from(sign * b.step.f);
        let step = Step::new(a.step.x.into(), f)?;
        Some(Translation { step, negates: a.negates != b.negates })
    }
}

impl Equations {
    /// Those of a constant. It has more: its steps have any length, of which the shortest is enough.
    const CONSTANT: Equations = Equations {
        parity: Some(Parity::Even),
        scaling: Some(Step { x: 1, f: 0 }),
        shift: Some(Step { x: 1, f: 0 }),
        translation: Some(Translation { step: Step { x: 1, f: 0 }, negates: false }),
    };

    /// Those of x itself.
    const VARIABLE: Equations = Equations {
        parity: Some(Parity::Odd),
        scaling: Some(Step { x: 1, f: 1 }),
        shift: None,
        translation: None,
    };

    /// Those of an expression.
    pub(super) fn of(expr: &Expr) -> Equations {
        if expr.find_x().is_none() {
            return Equations::CONSTANT;
        }
        match &expr.kind {
            ExprKind::X => Equations::VARIABLE,
            ExprKind::Y | ExprKind::Pair(..) => Equations::default(),
            ExprKind::Constant(_) | ExprKind::Pi => Equations::CONSTANT,
            ExprKind::Apply(function, a) => Equations::of(a).of_value(function, a),
            ExprKind::Neg(a) => Equations::of(a).negated(),
            ExprKind::Add(a, b) => Equations::of(a).sum(&Equations::of(b), 1),
            ExprKind::Sub(a, b) => Equations::of(a).sum(&Equations::of(b), -1),
            ExprKind::Mul(a, b) => Equations::of(a).product(&Equations::of(b), 1),
            ExprKind::Div(a, b) => Equations::of(a).product(&Equations::of(b), -1),
            ExprKind::Powi(a, n) => Equations::of(a).power(*n),
            ExprKind::Rootn(a, n) => Equations::of(a).root(*n),
        }
    }

    /// -u moves as u does; what is added to it changes its sign.
    fn negated(self) -> Equations {
        let shift = self.shift.and_then(|step| Step::new(step.x.into(), -i64::from(step.f)));
        Equations { shift, ..self }
    }

    /// u ± v keeps what both multiply their values by, and adds what is added.
    fn sum(&self, other: &Equations, sign: i32) -> Equations {
        let alike = |(a, b): (Step, Step)| (a == b).then_some(a);
        Equations {
            parity: self.parity.filter(|parity| other.parity == Some(*parity)),
            scaling: both(self.scaling, other.scaling, |a, b| a.with(b).and_then(alike)),
            shift: both(self.shift, other.shift, |a, b| {
                let (a, b) = a.with(b)?;
                Step::new(a.x.into(), i64::from(a.f) + i64::from(sign * b.f))
            }),
            translation: both(self.translation, other.translation, |a, b| {
                a.with(b).and_then(|(a, b)| (a == b).then_some(a))
            }),
        }
    }

    /// u·v, or u/v if the sign is -1, multiplies or divides the factors.
    fn product(&self, other: &Equations, sign: i32) -> Equations {
        Equations {
            parity: both(self.parity, other.parity, |a, b| Some(a.times(b))),
            scaling: both(self.scaling, other.scaling, |a, b| {
                let (a, b) = a.with(b)?;
                Step::new(a.x.into(), i64::from(a.f) + i64::from(sign * b.f))
            }),
            shift: None,
            translation: both(self.translation, other.translation, |a, b| a.product(b, sign)),
        }
    }

    /// u^n raises the factors to the power n.
    fn power(&self, n: i32) -> Equations {
        let raised = |step: Step| Step::new(step.x.into(), i64::from(step.f) * i64::from(n));
        let is_odd = n % 2 != 0;
        Equations {
            parity: self.parity.map(|parity| if is_odd { parity } else { Parity::Even }),
            scaling: self.scaling.and_then(raised),
            shift: None,
            translation: self.translation.and_then(|t| {
                Some(Translation { step: raised(t.step)?, negates: t.negates && is_odd })
            }),
        }
    }

    /// The n-th root of u takes the root of the factors, as soon as they have one: (2^n·y)^(1/n) = 2·y^(1/n). An odd root of
    /// an opposite is the opposite of the root.
    fn root(&self, n: i32) -> Equations {
        let is_odd = n % 2 != 0;
        let degree = i64::from(n);
        let rooted = |step: Step| {
            let needed = degree.abs() / gcd(degree.abs(), i64::from(step.f).abs());
            let step = step.times(needed)?;
            Some((Step::new(step.x.into(), i64::from(step.f) / degree)?, needed))
        };
        Equations {
            parity: self.parity.filter(|parity| is_odd || *parity == Parity::Even),
            scaling: self.scaling.and_then(rooted).map(|(step, _)| step),
            shift: None,
            translation: self.translation.and_then(|t| {
                let (step, needed) = rooted(t.step)?;
                let negates = t.negates && needed % 2 != 0;
                match negates && !is_odd {
                    false => Some(Translation { step, negates }),
                    true => Some(Translation { step: step.times(2)?, negates: false }),
                }
            }),
        }
    }

    /// Those of g(u), where these are those of u.
    fn of_value(&self, g: &Function, u: &Expr) -> Equations {
        let parity = g.equations.iter().find_map(|equation| match equation.law {
            Law::Even => Some(Parity::Even),
            Law::Odd => Some(Parity::Odd),
            _ => None,
        });
        let own = |find: fn(Law) -> Option<Step>| g.equations.iter().find_map(|e| find(e.law));
        let scaling = own(|law| match law {
            Law::Scaling { x, f } => Some(Step { x, f }),
            _ => None,
        });
        let shift = own(|law| match law {
            Law::Shift { x, f } => Some(Step { x, f }),
            _ => None,
        });
        let mut equations = Equations {
            parity: match self.parity {
                Some(Parity::Even) => Some(Parity::Even),
                Some(Parity::Odd) => parity,
                None => None,
            },
            scaling: self.scaling.and_then(|u| through(u, scaling)),
            shift: self.scaling.and_then(|u| through(u, shift)),
            translation: self.translation.and_then(|t| {
                let step = through(t.step, scaling)?;
                let negates = t.negates && step.x / t.step.x % 2 != 0;
                match (negates, parity) {
                    (false, _) | (true, Some(Parity::Odd)) => Some(Translation { step, negates }),
                    (true, Some(Parity::Even)) => Some(Translation { step, negates: false }),
                    (true, None) => Some(Translation { step: step.times(2)?, negates: false }),
                }
            }),
        };
        if u.kind == ExprKind::X {
            equations.translation = g.equations.iter().find_map(|equation| match equation.law {
                Law::Translation { x, f, negates } => {
                    Some(Translation { step: Step { x, f }, negates })
                }
                _ => None,
            });
        }
        equations
    }
}

/// g(2^f·u), where u = u(2^x·t) = 2^f·u(t): as soon as 2^f is a power of the factor that g knows of. Where it is 1, g does not
/// change either, whatever g is.
fn through(u: Step, g: Option<Step>) -> Option<Step> {
    if u.f == 0 {
        return Some(u);
    }
    let g = g?;
    let needed = i64::from(g.x) / gcd(g.x.into(), i64::from(u.f).abs());
    let u = u.times(needed)?;
    Step::new(u.x.into(), g.of(u.f.into())?)
}

/// What follows from two equations, where both are there.
fn both<T, U>(a: Option<T>, b: Option<T>, join: impl Fn(T, T) -> Option<U>) -> Option<U> {
    join(a?, b?)
}

/// The greatest common divisor of two numbers, not both 0.
fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use crate::interval::Interval;
    use crate::interval::testing::Random;
    use crate::language::FunctionSpec;
    use crate::language::equations::*;
    use crate::language::functions;
    use rug::Rational;

    const PRECISION: u32 = 300;

    fn equations(text: &str) -> (FunctionSpec, Equations) {
        let spec = FunctionSpec::parse(text).unwrap_or_else(|diag| panic!("{diag}"));
        let equations = spec.equations();
        (spec, equations)
    }

    /// f at a fraction, if it has a value there.
    fn value(spec: &FunctionSpec, x: &Rational) -> Option<Interval> {
        spec.eval(&Interval::from_rational(x, PRECISION)).ok()
    }

    /// Whether values of f at two arguments may be as an equation says; `None` if f is defined at neither.
    fn agree(
        spec: &FunctionSpec,
        [x, y]: [&Rational; 2],
        follows: impl Fn(&Interval) -> Interval,
    ) -> Option<bool> {
        match (value(spec, x), value(spec, y)) {
            (Some(at_x), Some(at_y)) => Some(follows(&at_x).intersect(&at_y).is_some()),
            (None, None) => None,
            _ => Some(false),
        }
    }

    /// Compares what equations say with MPFR at random arguments. How often both sides had a value, for each equation.
    fn hold(
        spec: &FunctionSpec,
        equations: &Equations,
        random: &mut Random,
    ) -> Result<u32, String> {
        let Equations { parity, scaling, shift, translation } = *equations;
        let mut compared = 0;
        for round in 0..200 {
            let places = 1 + random.below(1 << 20) as i64;
            let t = Rational::from((places, 1 << 10)) >> (random.below(24) as i32);
            let t = if random.below(2) == 0 { -t } else { t };
            let times = random.below(13) as i64 - 6;
            let sign = |negative: bool, f: &Interval| if negative { f.neg() } else { f.clone() };
            let mut check = |what: &str, is_so: Option<bool>| match is_so {
                Some(false) => Err(format!("{what} does not hold at {t}, {times}, round {round}")),
                Some(true) => {
                    compared += 1;
                    Ok(())
                }
                None => Ok(()),
            };
            if let Some(parity) = parity {
                let opposite = Rational::from(-&t);
                let follows = |f: &Interval| sign(parity == Parity::Odd, f);
                check("parity", agree(spec, [&t, &opposite], follows))?;
            }
            if let Some(step) = scaling.and_then(|step| step.times(times.abs())) {
                let other = Rational::from(&t << step.x);
                check("scaling", agree(spec, [&t, &other], |f| f.shifted(step.f)))?;
            }
            if let Some(step) = shift.and_then(|step| step.times(times.abs())) {
                let other = Rational::from(&t << step.x);
                let term = Interval::from_rational(&Rational::from(step.f), PRECISION);
                check("shift", agree(spec, [&t, &other], |f| f.add(&term)))?;
            }
            if let Some(moved) = translation {
                let n = times as i32;
                let other = Rational::from(&t + n * moved.step.x);
                let negative = moved.negates && n % 2 != 0;
                let follows = |f: &Interval| sign(negative, &f.shifted(n * moved.step.f));
                check("translation", agree(spec, [&t, &other], follows))?;
            }
        }
        Ok(compared)
    }

    #[test]
    fn every_function_satisfies_its_equations() {
        let mut random = Random::new(23);
        let mut with = 0;
        for function in functions::all() {
            let (spec, equations) = equations(function.name);
            if equations == Equations::default() {
                assert!(function.equations.is_empty(), "{function:?}");
                continue;
            }
            assert!(function.equations.iter().all(|equation| equation.proof.len() > 5));
            with += 1;
            let compared = hold(&spec, &equations, &mut random)
                .unwrap_or_else(|e| panic!("{function:?}: {e}"));
            assert!(compared >= 20, "{function:?}: only {compared} comparisons");
        }
        assert!(with >= 20, "{with}");
    }

    #[test]
    fn equations_that_do_not_hold_are_seen() {
        let step = |x, f| Step { x, f };
        let moved = |x, f, negates| Translation { step: step(x, f), negates };
        let none = Equations::default;
        let wrong = [
            ("exp", Equations { parity: Some(Parity::Even), ..none() }),
            ("cos", Equations { parity: Some(Parity::Odd), ..none() }),
            ("cbrt", Equations { scaling: Some(step(2, 1)), ..none() }),
            ("rsqrt", Equations { scaling: Some(step(2, 1)), ..none() }),
            ("log2", Equations { shift: Some(step(1, 2)), ..none() }),
            ("log", Equations { shift: Some(step(1, 1)), ..none() }),
            ("exp2", Equations { translation: Some(moved(1, 0, false)), ..none() }),
            ("exp2m1", Equations { translation: Some(moved(1, 1, false)), ..none() }),
            ("sinpi", Equations { translation: Some(moved(1, 0, false)), ..none() }),
            ("tanpi", Equations { translation: Some(moved(1, 0, true)), ..none() }),
            ("cos", Equations { translation: Some(moved(6, 0, false)), ..none() }),
        ];
        let mut random = Random::new(5);
        for (text, equations) in wrong {
            let (spec, _) = self::equations(text);
            assert!(hold(&spec, &equations, &mut random).is_err(), "{text}: {equations:?}");
        }
    }

    #[test]
    fn expressions_keep_what_follows() {
        let step = |x, f| Some(Step { x, f });
        let moved = |x, f, negates| Some(Translation { step: Step { x, f }, negates });
        let none = Equations::default;
        let (even, odd) = (Some(Parity::Even), Some(Parity::Odd));
        let kept = [
            ("exp2(x) * 3", Equations { translation: moved(1, 1, false), ..none() }),
            ("exp2(x) + 1", none()),
            ("exp2(2 * x)", none()),
            ("exp2(x) * sinpi(x)", Equations { translation: moved(1, 1, true), ..none() }),
            ("1 / sinpi(x)", Equations { parity: odd, translation: moved(1, 0, true), ..none() }),
            ("sqrt(sinpi(x))", Equations { translation: moved(2, 0, false), ..none() }),
            ("sqrt(exp2(x))", Equations { translation: moved(2, 1, false), ..none() }),
            ("exp(sinpi(x))", Equations { translation: moved(2, 0, false), ..none() }),
            (
                "cos(sinpi(x))",
                Equations { parity: even, translation: moved(1, 0, false), ..none() },
            ),
            ("cbrt(x) + sqrt(x)", none()),
            ("cbrt(x) * sqrt(x)", Equations { scaling: step(6, 5), ..none() }),
            ("cbrt(x * x)", Equations { parity: even, scaling: step(3, 2), ..none() }),
            ("1 / x", Equations { parity: odd, scaling: step(1, -1), ..none() }),
            ("rootn(x, 5)", Equations { parity: odd, scaling: step(5, 1), ..none() }),
            ("rootn(x, -4)", Equations { scaling: step(4, -1), ..none() }),
            ("powi(x, 7)", Equations { parity: odd, scaling: step(1, 7), ..none() }),
            ("2 - log2(cbrt(x))", Equations { shift: step(3, -1), ..none() }),
            ("log2(3 * x) - log2(5 * rsqrt(x))", Equations { shift: step(2, 3), ..none() }),
            ("log2(log2(x))", none()),
            ("x * x + cos(x)", Equations { parity: even, ..none() }),
            ("x * x + sin(x)", none()),
            ("exp(-(x * x))", Equations { parity: even, ..none() }),
            ("sin(tan(x))", Equations { parity: odd, ..none() }),
            ("x / (1 + exp(-x))", none()),
        ];
        let mut random = Random::new(7);
        for (text, expected) in kept {
            let (spec, equations) = self::equations(text);
            assert_eq!(equations, expected, "{text}");
            hold(&spec, &equations, &mut random).unwrap_or_else(|e| panic!("{text}: {e}"));
        }
    }

    #[test]
    fn random_expressions_satisfy_their_equations() {
        let mut random = Random::new(11);
        let leaves = ["x", "x", "2", "0.75", "pi"];
        let functions: Vec<&str> = functions::all()
            .filter(|f| !f.equations.is_empty() || f.name == "exp")
            .map(|f| f.name)
            .collect();
        fn tree(random: &mut Random, leaves: &[&str], functions: &[&str], depth: u32) -> String {
            let mut part = || tree(random, leaves, functions, depth - 1);
            if depth == 0 {
                return leaves[random.below(leaves.len() as u64) as usize].to_owned();
            }
            let (a, b) = (part(), part());
            match random.below(8) {
                0 => format!("({a} + {b})"),
                1 => format!("({a} - {b})"),
                2 => format!("({a} * {b})"),
                3 => format!("({a} / {b})"),
                4 => format!("rootn({a}, {})", [2, 3, -2, 5][random.below(4) as usize]),
                5 => format!("powi({a}, {})", [2, 3, -1][random.below(3) as usize]),
                _ => format!("{}({a})", functions[random.below(functions.len() as u64) as usize]),
            }
        }
        let (mut with, mut compared) = (0, 0);
        for _ in 0..400 {
            let depth = 1 + random.below(3) as u32;
            let text = tree(&mut random, &leaves, &functions, depth);
            let Ok(spec) = FunctionSpec::parse(&text) else { continue };
            let equations = spec.equations();
            with += u32::from(equations != Equations::default());
            compared +=
                hold(&spec, &equations, &mut random).unwrap_or_else(|e| panic!("{text}: {e}"));
        }
        assert!(with > 100 && compared > 5000, "{with} expressions, {compared} comparisons");
    }
}
