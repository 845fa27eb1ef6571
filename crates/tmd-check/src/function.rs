//! Functions: the fixed list of those that have a name, and a tiny grammar of expressions in x.

use crate::limits::NearLimits;
use crate::number;
use crate::stop::Checked;
use rug::float::Round;
use rug::{Float, Rational};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Deeper expressions are refused.
const DEPTH: usize = 200;

/// How a function's image of an interval follows from values of MPFR.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shape {
    /// Rises on its domain.
    Rising,
    /// Falls on its domain.
    Falling,
    /// Falls to 0, and rises from there in the same way.
    Even,
    /// cos(π·(t - phase/2)), t in half turns or x/π.
    Wave { phase: i32, half_turns: bool },
    /// Rises between its poles.
    Tangent { half_turns: bool },
    /// Γ, or log |Γ|.
    Gamma { log: bool },
    /// J or Y of an order.
    Bessel { order: i32, second: bool },
}

/// The rational arguments with rational values; elsewhere the value is irrational unless it says so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rule {
    /// At this integer only, with this value (Lindemann 1882; for J Siegel 1929).
    Only(i32, i32),
    /// b^x, less so much, at integers.
    Power(u32, i32),
    /// The logarithm to a base, of x plus so much, at powers of the base.
    Log(u32, i32),
    /// The n-th root.
    Root(i32),
    /// sin(π·x), or cos(π·x) as the sine of half a turn more (Niven 1956).
    Turns { quarter: bool },
    /// tan(π·x).
    TanTurns,
    /// asin(x)/π, or half a turn less that.
    ArcTurns { co: bool },
    /// atan(x)/π.
    AtanTurns,
    /// 0 or 1 at 0; nothing is known elsewhere, but that |x| from 16 on (for erfc above 0 from 128 on) the value is strictly
    /// between its limit and the next number.
    Erf { co: bool },
    /// (x - 1)! at positive integers; nothing is known elsewhere.
    Factorial,
    /// 0 at 1 and 2; nothing is known elsewhere.
    LogFactorial,
    /// Nothing is known.
    Open,
}

/// A function with a name.
#[derive(Debug)]
pub(crate) struct Function {
    /// Its names, the canonical one first.
    pub(crate) names: &'static [&'static str],
    /// MPFR's value.
    pub(crate) value: fn(&mut Float, Round) -> Ordering,
    /// Its shape.
    pub(crate) shape: Shape,
    /// Its rational values.
    pub(crate) rule: Rule,
    /// The ends of its domain, and whether they belong to it.
    pub(crate) domain: (f64, f64, bool),
}

impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        self.names == other.names
    }
}

const ALL: (f64, f64, bool) = (f64::NEG_INFINITY, f64::INFINITY, true);
const POSITIVE: (f64, f64, bool) = (0.0, f64::INFINITY, false);
const ABOVE: (f64, f64, bool) = (-1.0, f64::INFINITY, false);
const UNIT: (f64, f64, bool) = (-1.0, 1.0, true);

macro_rules! functions {
    ($($($name:literal)+ => $value:ident, $shape:expr, $rule:expr, $domain:expr;)+) => {
        /// All functions.
        pub(crate) static FUNCTIONS: &[Function] = &[$(Function {
            names: &[$($name),+],
            value: Float::$value,
            shape: $shape,
            rule: $rule,
            domain: $domain,
        }),+];
    };
}

use Rule::{Only, Open};
use Shape::{Falling, Rising};

functions! {
    "exp" => exp_round, Rising, Only(0, 1), ALL;
    "expm1" "exp_m1" => exp_m1_round, Rising, Only(0, 0), ALL;
    "exp2" => exp2_round, Rising, Rule::Power(2, 0), ALL;
    "exp2m1" => exp2_m1_round, Rising, Rule::Power(2, 1), ALL;
    "exp10" => exp10_round, Rising, Rule::Power(10, 0), ALL;
    "exp10m1" => exp10_m1_round, Rising, Rule::Power(10, 1), ALL;
    "log" "ln" => ln_round, Rising, Only(1, 0), POSITIVE;
    "log2" => log2_round, Rising, Rule::Log(2, 0), POSITIVE;
    "log10" => log10_round, Rising, Rule::Log(10, 0), POSITIVE;
    "logp1" "log1p" "ln_1p" => ln_1p_round, Rising, Only(0, 0), ABOVE;
    "log2p1" => log2_1p_round, Rising, Rule::Log(2, 1), ABOVE;
    "log10p1" => log10_1p_round, Rising, Rule::Log(10, 1), ABOVE;
    "sin" => sin_round, Shape::Wave { phase: 1, half_turns: false }, Only(0, 0), ALL;
    "cos" => cos_round, Shape::Wave { phase: 0, half_turns: false }, Only(0, 1), ALL;
    "tan" => tan_round, Shape::Tangent { half_turns: false }, Only(0, 0), ALL;
    "asin" "arcsin" => asin_round, Rising, Only(0, 0), UNIT;
    "acos" "arccos" => acos_round, Falling, Only(1, 0), UNIT;
    "atan" "arctan" => atan_round, Rising, Only(0, 0), ALL;
    "sinpi" "sinPi" => sin_pi_round, Shape::Wave { phase: 1, half_turns: true },
        Rule::Turns { quarter: false }, ALL;
    "cospi" "cosPi" => cos_pi_round, Shape::Wave { phase: 0, half_turns: true },
        Rule::Turns { quarter: true }, ALL;
    "tanpi" "tanPi" => tan_pi_round, Shape::Tangent { half_turns: true }, Rule::TanTurns, ALL;
    "asinpi" "asinPi" => asin_pi_round, Rising, Rule::ArcTurns { co: false }, UNIT;
    "acospi" "acosPi" => acos_pi_round, Falling, Rule::ArcTurns { co: true }, UNIT;
    "atanpi" "atanPi" => atan_pi_round, Rising, Rule::AtanTurns, ALL;
    "sinh" => sinh_round, Rising, Only(0, 0), ALL;
    "cosh" => cosh_round, Shape::Even, Only(0, 1), ALL;
    "tanh" => tanh_round, Rising, Only(0, 0), ALL;
    "asinh" "arsinh" => asinh_round, Rising, Only(0, 0), ALL;
    "acosh" "arcosh" => acosh_round, Rising, Only(1, 0), (1.0, f64::INFINITY, true);
    "atanh" "artanh" => atanh_round, Rising, Only(0, 0), (-1.0, 1.0, false);
    "sqrt" => sqrt_round, Rising, Rule::Root(2), (0.0, f64::INFINITY, true);
    "rsqrt" "rSqrt" "recip_sqrt" => recip_sqrt_round, Falling, Rule::Root(-2), POSITIVE;
    "cbrt" => cbrt_round, Rising, Rule::Root(3), ALL;
    "erf" => near_one_erf_round, Rising, Rule::Erf { co: false }, ALL;
    "erfc" => near_two_erfc_round, Falling, Rule::Erf { co: true }, ALL;
    "gamma" "tgamma" => gamma_round, Shape::Gamma { log: false }, Rule::Factorial, ALL;
    "lgamma" "lngamma" "ln_gamma" => log_gamma_round, Shape::Gamma { log: true }, Rule::LogFactorial,
        ALL;
    "j0" => j0_round, Shape::Bessel { order: 0, second: false }, Only(0, 1), ALL;
    "j1" => j1_round, Shape::Bessel { order: 1, second: false }, Only(0, 0), ALL;
    "y0" => y0_round, Shape::Bessel { order: 0, second: true }, Open, POSITIVE;
    "y1" => y1_round, Shape::Bessel { order: 1, second: true }, Open, POSITIVE;
}

/// Gives MPFR's log |Γ| the type of the others.
trait LogGamma {
    fn log_gamma_round(&mut self, round: Round) -> Ordering;
}

impl LogGamma for Float {
    fn log_gamma_round(&mut self, round: Round) -> Ordering {
        self.ln_abs_gamma_round(round).1
    }
}

/// An expression in x.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    /// The variable.
    X,
    /// A rational number.
    Const(Rational),
    /// π.
    Pi,
    /// A function of an argument.
    Call(&'static Function, Box<Expr>),
    /// The opposite.
    Neg(Box<Expr>),
    /// A sum.
    Add(Box<Expr>, Box<Expr>),
    /// A difference.
    Sub(Box<Expr>, Box<Expr>),
    /// A product.
    Mul(Box<Expr>, Box<Expr>),
    /// A quotient.
    Div(Box<Expr>, Box<Expr>),
    /// An integer power.
    Powi(Box<Expr>, i32),
    /// An integer root; of a negative degree 1 over it.
    Rootn(Box<Expr>, i32),
}

/// Names that stand for rational numbers.
pub(crate) type Params = BTreeMap<String, Rational>;

/// Reads an expression. A name alone is that function of x.
pub(crate) fn parse(text: &str, params: &Params) -> Checked<Expr> {
    let mut reader = Reader { text, rest: text, params, depth: 0 };
    let name = text.trim();
    let alone = match (name, params.get("n")) {
        _ if params.contains_key(name) || ["x", "pi", "PI"].contains(&name) => None,
        ("powi" | "pow" | "pown" | "rootn" | "compound", Some(n)) => {
            Some(reader.with_integer(name, Expr::X, n)?)
        }
        _ => find(name).map(|function| Expr::Call(function, Box::new(Expr::X))),
    };
    if let Some(expr) = alone {
        return Ok(expr);
    }
    let expr = reader.sum()?;
    match reader.next() {
        None => Ok(expr),
        Some(_) => reader.fail("more than one expression"),
    }
}

/// The function of a name.
pub(crate) fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.names.contains(&name))
}

impl Expr {
    fn neg(self) -> Expr {
        match self {
            Expr::Const(value) => Expr::Const(-value),
            other => Expr::Neg(Box::new(other)),
        }
    }

    fn div(self, other: Expr) -> Expr {
        match (self, other) {
            (Expr::Const(a), Expr::Const(b)) if !b.is_zero() => Expr::Const(a / b),
            (a, b) => Expr::Div(Box::new(a), Box::new(b)),
        }
    }

    /// The direct parts.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::X | Expr::Const(_) | Expr::Pi => vec![],
            Expr::Call(_, a) | Expr::Neg(a) | Expr::Powi(a, _) | Expr::Rootn(a, _) => vec![a],
            Expr::Add(a, b) | Expr::Sub(a, b) | Expr::Mul(a, b) | Expr::Div(a, b) => vec![a, b],
        }
    }

    /// Whether it depends on x.
    pub(crate) fn has_x(&self) -> bool {
        *self == Expr::X || self.parts().into_iter().any(Expr::has_x)
    }
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    params: &'a Params,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, why: &str) -> Checked<T> {
        let at = self.text.len() - self.rest.len();
        cannot!(
            "the function `{:.200}` cannot be read at character {at}: {why}; docs/check.md lists what can",
            self.text
        )
    }

    /// The next character that is no space.
    fn next(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_next = self.next() == Some(wanted);
        self.rest = if is_next { &self.rest[wanted.len_utf8()..] } else { self.rest };
        is_next
    }

    fn deeper(&mut self) -> Checked<()> {
        self.depth += 1;
        if self.depth > DEPTH { self.fail("it is too long or too deep") } else { Ok(()) }
    }

    fn sum(&mut self) -> Checked<Expr> {
        let mut left = self.product()?;
        loop {
            let make = match self.next() {
                Some('+') => Expr::Add,
                Some('-') => Expr::Sub,
                _ => return Ok(left),
            };
            self.rest = &self.rest[1..];
            self.deeper()?;
            left = make(Box::new(left), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Checked<Expr> {
        let mut left = self.signed()?;
        loop {
            if self.take('*') {
                left = Expr::Mul(Box::new(left), Box::new(self.signed()?));
            } else if self.take('/') {
                left = left.div(self.signed()?);
            } else {
                return Ok(left);
            }
            self.deeper()?;
        }
    }

    fn signed(&mut self) -> Checked<Expr> {
        self.deeper()?;
        if self.take('-') {
            return Ok(self.signed()?.neg());
        }
        let mut value = self.atom()?;
        while self.take('.') {
            self.deeper()?;
            let name = self.name();
            if !self.take('(') {
                return self.fail("`(` is missing");
            }
            value = self.call(name, Some(value))?;
        }
        Ok(value)
    }

    fn name(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        let (name, rest) = self.rest.split_at(self.rest.find(is_end).unwrap_or(self.rest.len()));
        self.rest = rest;
        name
    }

    fn number(&mut self) -> Checked<Rational> {
        let bytes = self.rest.as_bytes();
        let digits = |from: usize| {
            let is_digit = |b: &&u8| b.is_ascii_digit() || **b == b'_';
            from + bytes.get(from..).unwrap_or_default().iter().take_while(is_digit).count()
        };
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
        let mut end = digits(0);
        // A point that no name follows: that would be a method.
        if byte(end) == b'.' && !byte(end + 1).is_ascii_alphabetic() {
            end = digits(end + 1);
        }
        if matches!(byte(end), b'e' | b'E') {
            end = digits(end + 1 + usize::from(matches!(byte(end + 1), b'+' | b'-')));
        }
        let (text, rest) = self.rest.split_at(end);
        match number::decimal(text) {
            Some(value) => {
                self.rest = rest;
                Ok(value)
            }
            None => self.fail("not a number"),
        }
    }

    fn atom(&mut self) -> Checked<Expr> {
        if self.take('(') {
            let inner = self.sum()?;
            return if self.take(')') { Ok(inner) } else { self.fail("`)` is missing") };
        }
        match self.next() {
            Some(c) if c.is_ascii_digit() => Ok(Expr::Const(self.number()?)),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => {
                let name = self.name();
                if self.take('(') {
                    return self.call(name, None);
                }
                match (name, self.params.get(name)) {
                    ("x", _) => Ok(Expr::X),
                    ("pi" | "PI", _) => Ok(Expr::Pi),
                    (_, Some(value)) => Ok(Expr::Const(value.clone())),
                    _ => self.fail(&format!("`{name:.40}` is not known")),
                }
            }
            _ => self.fail("a number, x, a function or `(` is missing"),
        }
    }

    /// The arguments of a function, after the bracket.
    fn call(&mut self, name: &str, receiver: Option<Expr>) -> Checked<Expr> {
        let has_integer = ["powi", "pow", "pown", "rootn", "compound"].contains(&name);
        let is_first = receiver.is_none();
        let argument = match receiver {
            Some(receiver) => receiver,
            None => self.sum()?,
        };
        let value = match (has_integer, find(name)) {
            (true, _) => {
                if is_first && !self.take(',') {
                    return self.fail("an integer is missing");
                }
                let sign = if self.take('-') { -1 } else { 1 };
                let n = match self.next() {
                    Some(c) if c.is_ascii_digit() => self.number()?,
                    _ => match self.params.get(self.name()) {
                        Some(value) => value.clone(),
                        None => return self.fail("an integer is missing"),
                    },
                };
                self.with_integer(name, argument, &(n * sign))?
            }
            (false, Some(function)) => Expr::Call(function, Box::new(argument)),
            (false, None) => return self.fail(&format!("`{name:.40}` is not known")),
        };
        if self.take(')') { Ok(value) } else { self.fail("`)` is missing") }
    }

    fn with_integer(&self, name: &str, argument: Expr, n: &Rational) -> Checked<Expr> {
        let n = n.is_integer().then(|| n.numer().to_i32()).flatten();
        let argument = Box::new(argument);
        match (name, n.filter(|n| n.abs() <= 1_000_000)) {
            (_, None) | ("rootn", Some(0)) => self.fail("not an integer that it can have"),
            ("rootn", Some(n)) => Ok(Expr::Rootn(argument, n)),
            ("compound", Some(n)) => {
                let one = Box::new(Expr::Const(Rational::from(1)));
                Ok(Expr::Powi(Box::new(Expr::Add(one, argument)), n))
            }
            (_, Some(n)) => Ok(Expr::Powi(argument, n)),
        }
    }
}
