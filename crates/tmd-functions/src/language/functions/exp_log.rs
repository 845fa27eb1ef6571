//! Exponentials and logarithms.

use rug::ops::Pow;
use rug::{Integer, Rational};

use crate::interval::{Interval, Series};
use crate::language::functions::equation::{shift, translation};
use crate::language::functions::{Function, RationalValues};

/// Powers with larger exponents are beyond all formats.
const LARGEST_EXPONENT: u32 = 1 << 15;

/// From here on a power of 2 or 10 with a negative exponent, less 1, is nearer to -1 than the next number of any format is.
const NEAR_LIMIT: i32 = -400;

// exp and log of a rational number are irrational except at 0 and 1: e^r is transcendental for every rational
// r other than 0 (Lindemann 1882). b^r with an integer b and r = p/q in lowest terms is rational only if b^p is
// a q-th power, which for b = 2 and 10 is so for q = 1 only; the logarithms to base b are its inverse.
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "exp",
        aliases: &[],
        meaning: "the exponential, e to the power x",
        domain: "all real x",
        exact_cases: "exp(0) = 1 only",
        eval: |x| Ok(Interval::exp(x)),
        series: |u| Ok(Series::exp(u)),
        exact: |x| x.is_zero().then(|| Rational::from(1)),
        rational: RationalValues::Only(&[0]),
        equations: &[],
    },
    Function {
        name: "expm1",
        aliases: &["exp_m1"],
        meaning: "e to the power x, less 1",
        domain: "all real x",
        exact_cases: "expm1(0) = 0 only",
        eval: |x| Ok(Interval::expm1(x)),
        series: |u| Ok(Series::expm1(u)),
        exact: |x| x.is_zero().then(Rational::new),
        rational: RationalValues::Only(&[0]),
        equations: &[],
    },
    Function {
        name: "exp2",
        aliases: &[],
        meaning: "2 to the power x",
        domain: "all real x",
        exact_cases: "integers",
        eval: |x| Ok(Interval::exp2(x)),
        series: Series::exp2,
        exact: |x| power(2, x),
        rational: RationalValues::Integers(is_beyond_all),
        equations: &[translation(1, false, "2^(x+1) = 2·2^x")],
    },
    Function {
        name: "exp2m1",
        aliases: &[],
        meaning: "2 to the power x, less 1",
        domain: "all real x",
        exact_cases: "integers",
        eval: |x| Ok(Interval::exp2m1(x)),
        series: Series::exp2m1,
        exact: |x| Some(power(2, x)? - 1),
        rational: RationalValues::Integers(is_no_float_less_one),
        equations: &[],
    },
    Function {
        name: "exp10",
        aliases: &[],
        meaning: "10 to the power x",
        domain: "all real x",
        exact_cases: "integers",
        eval: |x| Ok(Interval::exp10(x)),
        series: Series::exp10,
        exact: |x| power(10, x),
        rational: RationalValues::Integers(is_beyond_all),
        equations: &[],
    },
    Function {
        name: "exp10m1",
        aliases: &[],
        meaning: "10 to the power x, less 1",
        domain: "all real x",
        exact_cases: "integers",
        eval: |x| Ok(Interval::exp10m1(x)),
        series: Series::exp10m1,
        exact: |x| Some(power(10, x)? - 1),
        rational: RationalValues::Integers(is_no_float_less_one),
        equations: &[],
    },
    Function {
        name: "log",
        aliases: &["ln"],
        meaning: "the natural logarithm",
        domain: "x > 0",
        exact_cases: "log(1) = 0 only",
        eval: Interval::log,
        series: Series::log,
        exact: |x| (*x == 1).then(Rational::new),
        rational: RationalValues::Only(&[1]),
        equations: &[],
    },
    Function {
        name: "log2",
        aliases: &[],
        meaning: "the logarithm to base 2",
        domain: "x > 0",
        exact_cases: "powers of 2",
        eval: Interval::log2,
        series: Series::log2,
        exact: |x| logarithm(2, x),
        rational: RationalValues::Decided,
        equations: &[shift("log2(2·x) = log2 2 + log2 x, and log2 2 = 1")],
    },
    Function {
        name: "log10",
        aliases: &[],
        meaning: "the logarithm to base 10",
        domain: "x > 0",
        exact_cases: "powers of 10",
        eval: Interval::log10,
        series: Series::log10,
        exact: |x| logarithm(10, x),
        rational: RationalValues::Decided,
        equations: &[],
    },
    Function {
        name: "logp1",
        aliases: &["log1p", "ln_1p"],
        meaning: "the natural logarithm of 1 + x",
        domain: "x > -1",
        exact_cases: "logp1(0) = 0 only",
        eval: Interval::log1p,
        series: Series::log1p,
        exact: |x| x.is_zero().then(Rational::new),
        rational: RationalValues::Only(&[0]),
        equations: &[],
    },
    Function {
        name: "log2p1",
        aliases: &[],
        meaning: "the logarithm of 1 + x to base 2",
        domain: "x > -1",
        exact_cases: "powers of 2, less 1",
        eval: Interval::log2p1,
        series: Series::log2p1,
        exact: |x| logarithm(2, &Rational::from(x + 1)),
        rational: RationalValues::Decided,
        equations: &[],
    },
    Function {
        name: "log10p1",
        aliases: &[],
        meaning: "the logarithm of 1 + x to base 10",
        domain: "x > -1",
        exact_cases: "powers of 10, less 1",
        eval: Interval::log10p1,
        series: Series::log10p1,
        exact: |x| logarithm(10, &Rational::from(x + 1)),
        rational: RationalValues::Decided,
        equations: &[],
    },
];

/// base^x for integers x.
fn power(base: u32, x: &Rational) -> Option<Rational> {
    let exponent = x.is_integer().then(|| x.numer().to_i32())??;
    (exponent.unsigned_abs() <= LARGEST_EXPONENT).then(|| {
        let power = Rational::from(Integer::from(base).pow(exponent.unsigned_abs()));
        if exponent < 0 { power.recip() } else { power }
    })
}

/// Whether powers of 2 and 10 leave all exponents.
fn is_beyond_all(x: &Interval) -> bool {
    x.mig() > LARGEST_EXPONENT
}

/// Whether powers of 2 and 10, less 1, have more bits than any format, or lie strictly between -1 and the number next to it.
fn is_no_float_less_one(x: &Interval) -> bool {
    is_beyond_all(x) || *x.hi() <= NEAR_LIMIT
}

/// log x to the base, where it is an integer.
fn logarithm(base: u32, x: &Rational) -> Option<Rational> {
    let whole = |n: &Integer| -> Option<i64> {
        let mut rest = n.clone();
        let count = rest.remove_factor_mut(&Integer::from(base));
        (rest == 1).then_some(i64::from(count))
    };
    if *x <= 0 {
        return None;
    }
    let (up, down) = (x.numer(), x.denom());
    match (*up == 1, *down == 1) {
        (_, true) => whole(up).map(Rational::from),
        (true, false) => whole(down).map(|k| Rational::from(-k)),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::language::functions::exp_log::*;

    #[test]
    fn powers_and_logarithms_are_inverse() {
        for base in [2, 10] {
            for k in [-1100, -23, -1, 0, 1, 7, 1023] {
                let exponent = Rational::from(k);
                let value = power(base, &exponent).unwrap();
                assert_eq!(logarithm(base, &value), Some(exponent), "{base}^{k}");
            }
            assert_eq!(power(base, &Rational::from((1, 2))), None);
            assert_eq!(logarithm(base, &Rational::from(3)), None);
            assert_eq!(logarithm(base, &Rational::new()), None);
            assert_eq!(logarithm(base, &Rational::from(-8)), None);
        }
        assert_eq!(logarithm(10, &Rational::from((10, 3))), None);
        assert_eq!(logarithm(10, &Rational::from(20)), None);
        assert_eq!(power(2, &Rational::from(1 << 20)), None);
    }
}
