//! Trigonometric functions and their inverses: of radians, and of half turns.

use rug::ops::RemRounding;
use rug::{Integer, Rational};

use crate::interval::{Interval, Series};
use crate::language::functions::equation::{even, odd, translation};
use crate::language::functions::{Function, RationalValues};

// sin, cos and tan of a rational number of radians are transcendental but at 0, and so are their inverses but where
// these are 0 (Lindemann 1882). At rational multiples of π the only rational values are 0, ±1/2 and ±1 of sin and
// cos, 0 and ±1 of tan (I. Niven, Irrational Numbers, 1956, corollary 3.12).
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "sin",
        aliases: &[],
        meaning: "the sine of x radians",
        domain: "all real x",
        exact_cases: "sin(0) = 0 only",
        eval: |x| Ok(Interval::sin(x)),
        series: |u| Ok(Series::sin_cos(u).0),
        exact: |x| x.is_zero().then(Rational::new),
        rational: RationalValues::Only(&[0]),
        equations: &[odd("its power series has odd powers only")],
    },
    Function {
        name: "cos",
        aliases: &[],
        meaning: "the cosine of x radians",
        domain: "all real x",
        exact_cases: "cos(0) = 1 only",
        eval: |x| Ok(Interval::cos(x)),
        series: |u| Ok(Series::sin_cos(u).1),
        exact: |x| x.is_zero().then(|| Rational::from(1)),
        rational: RationalValues::Only(&[0]),
        equations: &[even("its power series has even powers only")],
    },
    Function {
        name: "tan",
        aliases: &[],
        meaning: "the tangent of x radians",
        domain: "all real x but the poles",
        exact_cases: "tan(0) = 0 only",
        eval: Interval::tan,
        series: Series::tan,
        exact: |x| x.is_zero().then(Rational::new),
        rational: RationalValues::Only(&[0]),
        equations: &[odd("it is sin, which is odd, over cos, which is even")],
    },
    Function {
        name: "asin",
        aliases: &["arcsin"],
        meaning: "the arc sine, in radians",
        domain: "-1 <= x <= 1",
        exact_cases: "asin(0) = 0 only",
        eval: Interval::asin,
        series: Series::asin,
        exact: |x| x.is_zero().then(Rational::new),
        rational: RationalValues::Only(&[0]),
        equations: &[odd("it is the inverse of sin on [-π/2, π/2], which is odd")],
    },
    Function {
        name: "acos",
        aliases: &["arccos"],
        meaning: "the arc cosine, in radians",
        domain: "-1 <= x <= 1",
        exact_cases: "acos(1) = 0 only",
        eval: Interval::acos,
        series: Series::acos,
        exact: |x| (*x == 1).then(Rational::new),
        rational: RationalValues::Only(&[1]),
        equations: &[],
    },
    Function {
        name: "atan",
        aliases: &["arctan"],
        meaning: "the arc tangent, in radians",
        domain: "all real x",
        exact_cases: "atan(0) = 0 only",
        eval: |x| Ok(Interval::atan(x)),
        series: Series::atan,
        exact: |x| x.is_zero().then(Rational::new),
        rational: RationalValues::Only(&[0]),
        equations: &[odd("it is the inverse of tan on (-π/2, π/2), which is odd")],
    },
    Function {
        name: "sinpi",
        aliases: &["sinPi"],
        meaning: "the sine of x half turns",
        domain: "all real x",
        exact_cases: "multiples of 1/2, and odd multiples of 1/6",
        eval: |x| Ok(Interval::sinpi(x)),
        series: |u| Ok(Series::sinpi_cospi(u).0),
        exact: sine_of_half_turns,
        rational: RationalValues::Decided,
        equations: &[
            odd("it is sin, which is odd, of π·x"),
            translation(0, true, "sin(π·x + π) = -sin(π·x)"),
        ],
    },
    Function {
        name: "cospi",
        aliases: &["cosPi"],
        meaning: "the cosine of x half turns",
        domain: "all real x",
        exact_cases: "multiples of 1/2 and 1/3",
        eval: |x| Ok(Interval::cospi(x)),
        series: |u| Ok(Series::sinpi_cospi(u).1),
        exact: |x| sine_of_half_turns(&(x + Rational::from((1, 2)))),
        rational: RationalValues::Decided,
        equations: &[
            even("it is cos, which is even, of π·x"),
            translation(0, true, "cos(π·x + π) = -cos(π·x)"),
        ],
    },
    Function {
        name: "tanpi",
        aliases: &["tanPi"],
        meaning: "the tangent of x half turns",
        domain: "all real x but the poles",
        exact_cases: "multiples of 1/4",
        eval: Interval::tanpi,
        series: Series::tanpi,
        exact: tangent_of_half_turns,
        rational: RationalValues::Decided,
        equations: &[
            odd("it is tan, which is odd, of π·x"),
            translation(0, false, "tan has the period π"),
        ],
    },
    Function {
        name: "asinpi",
        aliases: &["asinPi"],
        meaning: "the arc sine, in half turns",
        domain: "-1 <= x <= 1",
        exact_cases: "0, ±1/2 and ±1",
        eval: Interval::asinpi,
        series: Series::asinpi,
        exact: arc_sine_in_half_turns,
        rational: RationalValues::Decided,
        equations: &[odd("it is asin, which is odd, over π")],
    },
    Function {
        name: "acospi",
        aliases: &["acosPi"],
        meaning: "the arc cosine, in half turns",
        domain: "-1 <= x <= 1",
        exact_cases: "0, ±1/2 and ±1",
        eval: Interval::acospi,
        series: Series::acospi,
        exact: |x| Some(Rational::from((1, 2)) - arc_sine_in_half_turns(x)?),
        rational: RationalValues::Decided,
        equations: &[],
    },
    Function {
        name: "atanpi",
        aliases: &["atanPi"],
        meaning: "the arc tangent, in half turns",
        domain: "all real x",
        exact_cases: "0 and ±1",
        eval: |x| Ok(Interval::atanpi(x)),
        series: Series::atanpi,
        exact: |x| {
            let is_known = x.is_integer() && *x.numer().as_abs() <= 1;
            is_known.then(|| Rational::from(x / 4))
        },
        rational: RationalValues::Only(&[-1, 0, 1]),
        equations: &[odd("it is atan, which is odd, over π")],
    },
];

/// k·x modulo `period`, where k·x is an integer.
fn multiple(x: &Rational, k: u32, period: u32) -> Option<u32> {
    let product = Rational::from(x * k);
    let whole = product.is_integer().then(|| product.into_numer_denom().0)?;
    whole.rem_euc(Integer::from(period)).to_u32()
}

/// sin(π·x) where it is rational.
fn sine_of_half_turns(x: &Rational) -> Option<Rational> {
    match multiple(x, 6, 12)? {
        0 | 6 => Some(Rational::new()),
        1 | 5 => Some(Rational::from((1, 2))),
        3 => Some(Rational::from(1)),
        7 | 11 => Some(Rational::from((-1, 2))),
        9 => Some(Rational::from(-1)),
        _ => None,
    }
}

/// tan(π·x) where it is rational.
fn tangent_of_half_turns(x: &Rational) -> Option<Rational> {
    match multiple(x, 4, 4)? {
        0 => Some(Rational::new()),
        1 => Some(Rational::from(1)),
        3 => Some(Rational::from(-1)),
        _ => None,
    }
}

/// asin(x)/π where it is rational.
fn arc_sine_in_half_turns(x: &Rational) -> Option<Rational> {
    [(-1, 1, -1, 2), (-1, 2, -1, 6), (0, 1, 0, 1), (1, 2, 1, 6), (1, 1, 1, 2)]
        .into_iter()
        .find(|(a, b, ..)| *x == Rational::from((*a, *b)))
        .map(|(.., c, d)| Rational::from((c, d)))
}

#[cfg(test)]
mod tests {
    use crate::language::functions::trig::*;
    use rug::Float;

    fn cosine_of_half_turns(x: &Rational) -> Option<Rational> {
        let cospi = FUNCTIONS.iter().find(|function| function.name == "cospi");
        (cospi.expect("cospi").exact)(x)
    }

    /// Values that are called exact are those of MPFR; others are no small fractions.
    #[test]
    fn rational_values_at_rational_half_turns() {
        type Pair = (fn(&Rational) -> Option<Rational>, fn(Float) -> Float);
        let pairs: [Pair; 4] = [
            (sine_of_half_turns, Float::sin_pi),
            (tangent_of_half_turns, Float::tan_pi),
            (arc_sine_in_half_turns, Float::asin_pi),
            (cosine_of_half_turns, Float::cos_pi),
        ];
        let mut known = 0;
        for n in -48..=48 {
            for (exact, value) in pairs {
                let x = Rational::from((n, 24));
                let approximate = value(Float::with_val(200, &x));
                if !approximate.is_finite() {
                    assert_eq!(exact(&x), None);
                    continue;
                }
                let twelfths = Float::with_val(200, &approximate * 12u32);
                let nearest = twelfths.clone().round();
                let is_fraction = (twelfths - nearest).abs() < 1e-40;
                match exact(&x) {
                    Some(exact) => {
                        assert!((approximate - &exact).abs() < 1e-40, "{x}");
                        known += 1;
                    }
                    None => assert!(!is_fraction || approximate.get_exp() > Some(20), "{x}"),
                }
            }
        }
        assert!(known > 50, "{known}");
    }
}
