//! Functions of two numbers, made of operations that are there: so their enclosures, and those of all their derivatives, are those
//! of the operations, and where one of them is not defined the error says so.

use super::rational_root;
use crate::interval::{Bivariate, EvalError, Interval, Series};
use crate::language::algebra::{Algebra, OfTwo};
use crate::language::fraction::power;
use rug::Rational;

/// One function of two real numbers.
pub struct Pair {
    /// Its name.
    pub name: &'static str,
    /// The names of its arguments where it is given by its name alone.
    pub arguments: [&'static str; 2],
    /// What it is made of, and where it is defined.
    pub meaning: &'static str,
    /// Its rules.
    pub(in crate::language) rules: OfTwo,
    /// Its value at two rational numbers, when that value is rational for certain.
    pub exact: fn(&Rational, &Rational) -> Option<Rational>,
}

impl Pair {
    /// The enclosure of its values over two intervals.
    ///
    /// # Errors
    /// Where it has no value in part of them.
    pub fn eval(&self, a: &Interval, b: &Interval) -> Result<Interval, EvalError> {
        (self.rules.eval)(a, b)
    }
}

impl PartialEq for Pair {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Pair {}

impl std::fmt::Debug for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// a^b = e^(b·log a), for a > 0.
fn pow<A: Algebra>(a: &A, b: &A) -> Result<A, EvalError> {
    let log = a.of(Interval::log, Series::log)?;
    exp(&b.times(&log))
}

/// (1 + a)^b = e^(b·log(1 + a)), for a > -1.
fn compound<A: Algebra>(a: &A, b: &A) -> Result<A, EvalError> {
    let log = a.of(Interval::log1p, Series::log1p)?;
    exp(&b.times(&log))
}

fn exp<A: Algebra>(a: &A) -> Result<A, EvalError> {
    a.of(|x| Ok(x.exp()), |x| Ok(x.exp()))
}

/// √(a² + b²); it has no derivative where both are 0.
fn hypot<A: Algebra>(a: &A, b: &A) -> Result<A, EvalError> {
    let squares = a.power(2)?.plus(&b.power(2)?);
    squares.of(Interval::sqrt, Series::sqrt)
}

/// The angle θ of the point (b, a), -π < θ < π: tan(θ/2) = sin θ/(1 + cos θ) = a/(r + b) with r = √(a² + b²), which is not 0
/// but for points (b, 0) with b ≤ 0. On these, where the angle jumps, there is no value. Where b is negative and a is not 0, the same
/// is (r - b)/a, in which nothing cancels.
fn atan2<A: Algebra>(a: &A, b: &A) -> Result<A, EvalError> {
    let r = hypot(a, b)?;
    let half = match *b.value().lo() < 0 && !a.value().contains_zero() {
        true => r.minus(b).over(a),
        false => a.over(&r.plus(b)),
    };
    let half = half.map_err(|e| EvalError { operation: "atan2", ..e })?;
    let half = half.of(|x| Ok(x.atan()), Series::atan)?;
    Ok(half.plus(&half))
}

/// a^b of a > 0, where it is rational: with b = k/d in lowest terms, a is a d-th power, as k and d have no common factor.
fn exact_pow(a: &Rational, b: &Rational) -> Option<Rational> {
    if *a <= 0 {
        return None;
    }
    if *a == 1 || b.is_zero() {
        return Some(Rational::from(1));
    }
    let root = rational_root(a, b.denom().to_i32()?)?;
    power(root, b.numer().to_i32()?)
}

fn exact_compound(a: &Rational, b: &Rational) -> Option<Rational> {
    exact_pow(&Rational::from(a + 1), b)
}

fn exact_hypot(a: &Rational, b: &Rational) -> Option<Rational> {
    let square = |x: &Rational| Rational::from(x.square_ref());
    rational_root(&(square(a) + square(b)), 2)
}

/// By the theorem of Lindemann and Weierstrass, only the angle 0 is rational.
fn exact_atan2(a: &Rational, b: &Rational) -> Option<Rational> {
    (a.is_zero() && *b > 0).then(Rational::new)
}

/// An entry of the table.
macro_rules! pair {
    ($name:ident, $arguments:expr, $exact:ident, $meaning:literal) => {
        Pair {
            name: stringify!($name),
            arguments: $arguments,
            meaning: $meaning,
            rules: OfTwo {
                eval: $name::<Interval>,
                series: $name::<Series>,
                bivariate: $name::<Bivariate>,
            },
            exact: $exact,
        }
    };
}

/// The table.
pub static PAIRS: &[Pair] = &[
    pair!(pow, ["x", "y"], exact_pow, "the power a^b of a > 0"),
    pair!(compound, ["x", "y"], exact_compound, "the power (1 + a)^b of a > -1"),
    pair!(hypot, ["x", "y"], exact_hypot, "the root of a² + b²"),
    pair!(
        atan2,
        ["y", "x"],
        exact_atan2,
        "the angle of the point (b, a), which is not (b, 0) with b ≤ 0"
    ),
];

/// The function of two numbers of that name.
pub fn find_pair(name: &str) -> Option<&'static Pair> {
    PAIRS.iter().find(|pair| pair.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::testing::{Random, interval};
    use rug::Float;
    use rug::ops::Pow;

    #[test]
    fn rational_values_are_told() {
        let r = |n: i32, d: i32| Rational::from((n, d));
        for (name, a, b, wanted) in [
            ("pow", r(9, 4), r(-3, 2), Some(r(8, 27))),
            ("pow", r(9, 4), r(1, 4), None),
            ("pow", r(1, 1), r(1, 1 << 20), Some(r(1, 1))),
            ("pow", r(2, 1), r(1, 1 << 20), None),
            ("pow", r(-2, 1), r(2, 1), None),
            ("compound", r(5, 4), r(3, 2), Some(r(27, 8))),
            ("compound", r(-1, 1), r(1, 1), None),
            ("hypot", r(-3, 2), r(2, 1), Some(r(5, 2))),
            ("hypot", r(1, 1), r(1, 1), None),
            ("atan2", r(0, 1), r(1, 1), Some(r(0, 1))),
            ("atan2", r(0, 1), r(-1, 1), None),
            ("atan2", r(1, 1), r(1, 1), None),
        ] {
            let pair = find_pair(name).expect("a function");
            assert_eq!((pair.exact)(&a, &b), wanted, "{name}({a}, {b})");
            if let Some(value) = wanted {
                let at = |x: &Rational| Interval::from_rational(x, 100);
                assert!(pair.eval(&at(&a), &at(&b)).expect("defined").contains_rational(&value));
            }
        }
    }

    #[test]
    fn values_are_those_of_mpfr() {
        let mut random = Random::new(31);
        for _ in 0..200 {
            let (a, b) = (random.number(), random.number());
            let point = |x: f64| interval(x, x).at_prec(200);
            let number = |x: f64| Float::with_val(180, x);
            let wanted = [
                (a > 0.0).then(|| number(a).pow(number(b))),
                (a > -1.0).then(|| (number(b) * number(a).ln_1p()).exp()),
                Some(number(a).hypot(&number(b))),
                (a != 0.0 || b > 0.0).then(|| number(a).atan2(&number(b))),
            ];
            for (pair, wanted) in PAIRS.iter().zip(wanted) {
                let value = (pair.rules.eval)(&point(a), &point(b));
                match wanted {
                    Some(wanted) => {
                        let value = value.expect(pair.name);
                        let error = Float::with_val(180, value.mid() - &wanted).abs();
                        let size = wanted.abs() + 1u32;
                        assert!(error < size * 1e-45, "{pair:?}({a}, {b}): {value}");
                    }
                    None => assert!(value.is_err(), "{pair:?}({a}, {b})"),
                }
            }
        }
    }
}
