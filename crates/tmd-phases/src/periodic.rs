//! The proof that a function is periodic, from its tree, and the function of the phase.
//!
//! If every x stands in sin, cos or tan of k·x + c·π, with rational numbers k ≠ 0 and c, then x ↦ x + P·π adds k·P·π to those arguments. It changes
//! nothing where k·P is even, and for tan, as for even powers of sin and cos, where it is an integer. With x = P·π·t, sin(k·x + c·π) is
//! sinpi(k·P·t + c), and so on: what is left is a function of the phase t, of period 1.

use rug::Rational;
use std::cmp::Ordering;
use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::{Expr, ExprKind, FunctionSpec, functions};

/// Numerators and denominators of factors of x are no larger: so that a turn is not much shorter or longer than that of sin.
const MOST: u32 = 4096;
/// A period is no more half turns.
const MOST_HALF_TURNS: u32 = 1 << 16;

/// A function as a function of its phase.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Periodic {
    /// A period, in multiples of π.
    pub(crate) half_turns: Rational,
    /// The function of the phase, which is a part of that period.
    pub(crate) of_phase: FunctionSpec,
}

/// A period of a function, and the function of the phase.
///
/// # Errors
/// If no period is proved.
pub(crate) fn prove(spec: &FunctionSpec) -> Result<Periodic, Diag> {
    let reader = Reader { text: &spec.text };
    let mut steps = vec![];
    reader.steps(&spec.expr, &mut steps)?;
    // So many half turns, or a multiple of that, leave an occurrence as it is.
    let step = steps.into_iter().reduce(|a, b| common(&a, &b));
    let is_constant = spec.exact_value(&Rational::from(1)).is_some();
    let Some(half_turns) = step.filter(|_| !is_constant) else {
        return Err(reader
            .refuse(0..spec.text.len(), "it is constant")
            .help("give a function whose value depends on x"));
    };
    if half_turns > MOST_HALF_TURNS {
        return Err(reader
            .refuse(0..spec.text.len(), "its period is too long")
            .help(format!("give multiples of x with a period of at most {MOST_HALF_TURNS}π")));
    }
    let of_phase = reader.rewritten(&spec.expr, &half_turns)?;
    Ok(Periodic { of_phase: FunctionSpec::parse(&of_phase.to_string())?, half_turns })
}

/// The least positive number that is an integer multiple of two.
fn common(a: &Rational, b: &Rational) -> Rational {
    let numer = a.numer().clone().lcm(b.numer());
    Rational::from((numer, a.denom().clone().gcd(b.denom())))
}

/// A number k·x + c·π.
struct Turned {
    x: Rational,
    pi: Rational,
}

/// k·x + c·π + d, of which d is not wanted at the end.
struct Linear {
    own: Turned,
    one: Rational,
}

impl Linear {
    fn new(x: Rational, pi: Rational, one: Rational) -> Linear {
        Linear { own: Turned { x, pi }, one }
    }

    /// The number, if it is rational.
    fn rational(&self) -> Option<&Rational> {
        (self.own.x.is_zero() && self.own.pi.is_zero()).then_some(&self.one)
    }

    fn scaled(self, by: &Rational) -> Linear {
        let Linear { own: Turned { x, pi }, one } = self;
        Linear::new(x * by, pi * by, one * by)
    }

    fn plus(self, other: Linear) -> Linear {
        let Linear { own: Turned { x, pi }, one } = self;
        Linear::new(x + other.own.x, pi + other.own.pi, one + other.one)
    }

    /// An expression as such a number, if it is one by rational operations.
    fn of(expr: &Expr) -> Option<Linear> {
        let zero = Rational::new;
        match &expr.kind {
            ExprKind::X => Some(Linear::new(Rational::from(1), zero(), zero())),
            ExprKind::Pi => Some(Linear::new(zero(), Rational::from(1), zero())),
            ExprKind::Constant(value) => Some(Linear::new(zero(), zero(), value.clone())),
            ExprKind::Neg(a) => Some(Linear::of(a)?.scaled(&Rational::from(-1))),
            ExprKind::Add(a, b) => Some(Linear::of(a)?.plus(Linear::of(b)?)),
            ExprKind::Sub(a, b) => {
                Some(Linear::of(a)?.plus(Linear::of(b)?.scaled(&Rational::from(-1))))
            }
            ExprKind::Mul(a, b) => {
                let (a, b) = (Linear::of(a)?, Linear::of(b)?);
                match (a.rational().cloned(), b.rational().cloned()) {
                    (Some(by), _) => Some(b.scaled(&by)),
                    (_, Some(by)) => Some(a.scaled(&by)),
                    (None, None) => None,
                }
            }
            ExprKind::Div(a, b) => {
                let by = Linear::of(b)?.rational().filter(|by| !by.is_zero())?.clone().recip();
                Some(Linear::of(a)?.scaled(&by))
            }
            _ => None,
        }
    }
}

/// Whether an x stands outside sin, cos and tan.
fn has_bare_x(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::X => true,
        ExprKind::Apply(function, _) if ["sin", "cos", "tan"].contains(&function.name) => false,
        _ => expr.children().any(has_bare_x),
    }
}

/// The expression k·x + c.
fn argument(k: &Rational, c: &Rational) -> Expr {
    let new = |kind: ExprKind| Expr::new(kind, 0..0);
    let constant = |own: &Rational| Box::new(new(ExprKind::Constant(own.clone().abs())));
    let x = new(ExprKind::X);
    let size = match *k == 1 || *k == -1 {
        true => x,
        false => new(ExprKind::Mul(constant(k), Box::new(x))),
    };
    let product = if *k < 0 { new(ExprKind::Neg(Box::new(size))) } else { size };
    match c.cmp0() {
        Ordering::Equal => product,
        Ordering::Greater => new(ExprKind::Add(Box::new(product), constant(c))),
        Ordering::Less => new(ExprKind::Sub(Box::new(product), constant(c))),
    }
}

/// Reads the tree of a text.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn refuse(&self, place: Range<usize>, why: &str) -> Diag {
        let message = format!("no period of {} is proved", self.text);
        Diag::new(DiagKind::Unsupported, message).at("function", self.text, place, why)
    }

    /// What is refused, and what is not.
    fn not_periodic(&self, place: Range<usize>, why: &str) -> Diag {
        self.refuse(place, why).help(
            "give sin, cos or tan, or what is made of them and of constants, each of a rational multiple of x, as in 1/cos(3*x); search \
             other functions without --phases",
        )
    }

    /// For each x, how many half turns leave what it stands in as it is.
    fn steps(&self, expr: &Expr, steps: &mut Vec<Rational>) -> Result<(), Diag> {
        match &expr.kind {
            ExprKind::X => {
                Err(self.not_periodic(expr.span.clone(), "x stands outside sin, cos and tan"))
            }
            ExprKind::Powi(a, n) if n % 2 == 0 => match self.wave(a)? {
                Some((_, turned)) => {
                    steps.push(turned.x.abs().recip());
                    Ok(())
                }
                None => self.steps(a, steps),
            },
            _ => match self.wave(expr)? {
                Some((name, turned)) => {
                    let whole = if name == "tan" { 1 } else { 2 };
                    steps.push(whole / turned.x.abs());
                    Ok(())
                }
                None => expr.children().try_for_each(|own| self.steps(own, steps)),
            },
        }
    }

    /// The name and the argument, if an expression is sin, cos or tan of something with x.
    fn wave(&self, expr: &Expr) -> Result<Option<(&'static str, Turned)>, Diag> {
        let ExprKind::Apply(function, argument) = &expr.kind else { return Ok(None) };
        // Of an argument that is periodic itself, as in the sine of a sine, nothing more is asked.
        if !has_bare_x(argument) {
            return Ok(None);
        }
        let refuse = |why: &str| Err(self.not_periodic(argument.span.clone(), why));
        match function.name {
            name @ ("sin" | "cos" | "tan") => match Linear::of(argument) {
                Some(Linear { own, one }) => {
                    let is_long =
                        |own: &Rational| *own.numer().as_abs() > MOST || *own.denom() > MOST;
                    if own.x.is_zero() {
                        return refuse("x cancels here");
                    }
                    if is_long(&own.x) || is_long(&own.pi) {
                        return refuse(
                            "such a multiple is out of range: give one of numbers up to 4096",
                        );
                    }
                    if !one.is_zero() {
                        return refuse("it is shifted by no multiple of π");
                    }
                    Ok(Some((name, own)))
                }
                None => refuse("this is no rational multiple of x: the period is another"),
            },
            "sinpi" | "cospi" | "tanpi" => {
                let message = format!("no period of {} is searched by phases", self.text);
                Err(Diag::new(DiagKind::Unsupported, message)
                    .at("function", self.text, expr.span.clone(), "its period is rational")
                    .help(
                        "search it without --phases: all large arguments are multiples of half turns, and few others have different values",
                    ))
            }
            _ => Ok(None),
        }
    }

    /// The function of the phase.
    fn rewritten(&self, expr: &Expr, half_turns: &Rational) -> Result<Expr, Diag> {
        let of_part = |own: &Expr| Ok::<_, Diag>(Box::new(self.rewritten(own, half_turns)?));
        if let Some((name, Turned { x, pi })) = self.wave(expr)? {
            let of_turns = match name {
                "sin" => "sinpi",
                "cos" => "cospi",
                _ => "tanpi",
            };
            let Some(function) = functions::find(of_turns) else {
                return Err(Diag::new(DiagKind::Internal, format!("there is no {of_turns}")));
            };
            let argument = Box::new(argument(&(x * half_turns), &pi));
            return Ok(Expr::new(ExprKind::Apply(function, argument), expr.span.clone()));
        }
        let kind = match &expr.kind {
            ExprKind::X | ExprKind::Y | ExprKind::Constant(_) | ExprKind::Pi => expr.kind.clone(),
            ExprKind::Apply(function, a) => ExprKind::Apply(function, of_part(a)?),
            ExprKind::Neg(a) => ExprKind::Neg(of_part(a)?),
            ExprKind::Powi(a, n) => ExprKind::Powi(of_part(a)?, *n),
            ExprKind::Rootn(a, n) => ExprKind::Rootn(of_part(a)?, *n),
            ExprKind::Add(a, b) => ExprKind::Add(of_part(a)?, of_part(b)?),
            ExprKind::Sub(a, b) => ExprKind::Sub(of_part(a)?, of_part(b)?),
            ExprKind::Mul(a, b) => ExprKind::Mul(of_part(a)?, of_part(b)?),
            ExprKind::Div(a, b) => ExprKind::Div(of_part(a)?, of_part(b)?),
            ExprKind::Pair(pair, a, b) => ExprKind::Pair(pair, of_part(a)?, of_part(b)?),
        };
        Ok(Expr::new(kind, expr.span.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::Float;
    use tmd_base::random::Random;
    use tmd_functions::interval::Interval;

    fn proved(text: &str) -> Result<Periodic, Diag> {
        prove(&FunctionSpec::parse(text).unwrap())
    }

    #[test]
    fn periods_and_functions_of_the_phase() {
        for (text, half_turns, of_phase) in [
            ("sin", (2, 1), "sinpi(2 * x)"),
            ("cos(x)", (2, 1), "cospi(2 * x)"),
            ("tan", (1, 1), "tanpi(x)"),
            ("exp(sin(x))", (2, 1), "exp(sinpi(2 * x))"),
            ("sin(3 * x)", (2, 3), "sinpi(2 * x)"),
            ("sin(x / 3)", (6, 1), "sinpi(2 * x)"),
            ("powi(sin(x), 2)", (1, 1), "powi(sinpi(x), 2)"),
            ("powi(cos(x), -2)", (1, 1), "powi(cospi(x), -2)"),
            ("powi(sin(x), 3)", (2, 1), "powi(sinpi(2 * x), 3)"),
            ("sin(2*x) + tan(x)", (1, 1), "sinpi(2 * x) + tanpi(x)"),
            ("sin(x/2) * cos(x/3)", (12, 1), "sinpi(6 * x) * cospi(4 * x)"),
            (
                "sin(2 * cos(x)) + tanpi(sin(x) / 8)",
                (2, 1),
                "sin(2 * cospi(2 * x)) + tanpi(sinpi(2 * x) / 8)",
            ),
            ("exp(cos(tan(x)))", (1, 1), "exp(cos(tanpi(x)))"),
            ("sin(-x + pi/2)", (2, 1), "sinpi(-(2 * x) + 0.5)"),
            ("cos(2*(x - pi/3) - x/2)", (4, 3), "cospi(2 * x - (2 / 3))"),
            ("pow(2 + sin(x), cos(x))", (2, 1), "pow(2 + sinpi(2 * x), cospi(2 * x))"),
        ] {
            let Ok(own) = FunctionSpec::parse(text) else {
                println!("{text} is none of one variable");
                continue;
            };
            let own = prove(&own).unwrap_or_else(|diag| panic!("{text}: {diag}"));
            assert_eq!(own.half_turns, Rational::from(half_turns), "{text}");
            let expected = FunctionSpec::parse(of_phase).unwrap();
            assert_eq!(own.of_phase.canonical(), expected.canonical(), "{text}");
        }
    }

    #[test]
    fn what_is_not_proved_is_refused_at_its_place() {
        for (text, place, why) in [
            ("sin(x) + x", "x", "outside"),
            ("exp(x)", "x", "outside"),
            ("sin(exp(x))", "exp(x)", "no rational multiple"),
            ("sin(sqrt(2) * x)", "sqrt(2) * x", "no rational multiple"),
            ("sin(pi * x)", "pi * x", "no rational multiple"),
            ("sin(x * x)", "x * x", "no rational multiple"),
            ("cos(sin(x) + x)", "sin(x) + x", "no rational multiple"),
            ("sin(x + 1)", "x + 1", "no multiple of π"),
            ("sin(x - x)", "x - x", "cancels"),
            ("sin(5000 * x)", "5000 * x", "out of range"),
            ("sinpi(x)", "sinpi(x)", "rational"),
            ("sin(1)", "sin(1)", "constant"),
            ("0 * sin(x) + 1", "0 * sin(x) + 1", "constant"),
            ("sin(x/4095) + sin(x/4093)", "sin(x/4095) + sin(x/4093)", "too long"),
        ] {
            let error = proved(text).unwrap_err();
            let shown = error.render(false);
            assert_eq!(error.kind, DiagKind::Unsupported, "{text}");
            assert_eq!(error.offending(), Some(place), "{shown}");
            assert!(shown.contains(why), "{shown}");
        }
    }

    /// A random function that is periodic by its tree.
    fn random_function(random: &mut Random, depth: u32) -> String {
        let pick = |random: &mut Random, most: u64| random.next() % most;
        let k = pick(random, 9) + 1;
        match pick(random, if depth == 0 { 4 } else { 10 }) {
            0 => format!("sin({k} * x)"),
            1 => format!("cos(x / {k} - pi / 3)"),
            2 => format!("tan({k} * x / 7)"),
            3 => format!("powi(cos({k} * x + pi), {})", 2 * (pick(random, 3) + 1)),
            other => {
                let [a, b] = [(); 2].map(|()| random_function(random, depth - 1));
                match other {
                    4 => format!("({a} + {b})"),
                    5 => format!("({a} - {b} * 0.25)"),
                    6 => format!("{a} * {b}"),
                    7 => format!("exp({a})"),
                    8 => format!("powi({a}, 2)"),
                    _ => format!("{a} / (3 + {b})"),
                }
            }
        }
    }

    /// At random arguments, functions of the phase have the values of functions, and so after some periods.
    #[test]
    fn functions_of_the_phase_are_the_functions() {
        const PREC: u32 = 300;
        let mut random = Random::new(5);
        let mut compared = 0;
        for _ in 0..300 {
            let text = random_function(&mut random, 3);
            let spec = FunctionSpec::parse(&text).unwrap();
            let Periodic { half_turns, of_phase } = prove(&spec).unwrap();
            for _ in 0..4 {
                let phase = Rational::from((random.next() % (1 << 40), 1_u64 << 40));
                let turns = random.next() % 1000;
                let of = |phase: &Rational| {
                    let x = Interval::from_rational(phase, PREC)
                        .mul(&Interval::from_rational(&half_turns, PREC))
                        .mul(&Interval::pi(PREC));
                    spec.eval(&x)
                };
                let own = of_phase.eval(&Interval::from_rational(&phase, PREC));
                let later = Rational::from(&phase + turns);
                for value in [of(&phase), of(&later)] {
                    // Next to a pole, there may be none.
                    if let (Ok(own), Ok(value)) = (&own, value) {
                        assert!(own.intersect(&value).is_some(), "{text} at {phase}");
                        assert!(value.width() < Float::with_val(53, 1), "{text} at {phase}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 2000, "{compared}");
    }
}
