//! Functions that come so near to another one that hard-to-round cases of the one are cases of the other.
//!
//! For large x, sinh x is half of exp x, less e^(-2x) of itself: far less than what a case may be away from a breakpoint. In general
//! f(x) = 2^m·g(2^k·x)·(1 + δ) with |δ| ≤ D(x), where D falls. Let p be the precision of the breakpoints, and let f(x), from 2^E to
//! 2^(E+1), be within 2^-b of the spacing w = 2^(E+1-p) of a breakpoint β. Then β/2^m is a breakpoint too, and y = g(2^k·x) is
//! within (2^-b + 2^(p+1)·D)·w/2^m of it.
//!
//! - If y is in the binade from 2^(E-m), w/2^m is its spacing.
//! - Otherwise a power of two lies between y and f(x)/2^m, whose distance from each other is at most 2·D of that power. It is a
//!   breakpoint, 2^(p+1)·D spacings of y away at most. (Where only midpoints count, powers of two do not; but then β would be one that f(x)
//!   is nearly half a unit in the last place away from.)
//!
//! So if D ≤ 2^-(b+p+2) and b ≥ c + 1, each case of f to 2^-b is a case of g to 2^-c, or g is exact there.

use super::FunctionSpec;
use rug::{Integer, Rational};

/// A function g that another one, f, approaches where x is large and positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asymptote {
    /// g, by its name.
    pub function: &'static str,
    /// k: f at x is compared with g at 2^k·x.
    pub shift: u32,
    gap: Gap,
    exact: Exact,
}

/// D, for x ≥ [`LEAST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    /// B^(-rate·x); g is the exponential function of that base.
    Exponential(Base, u32),
    /// x^-power; g is a logarithm.
    Power(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Two,
    E,
    Ten,
}

/// Where the values of g are rational.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exact {
    /// At none of these inputs.
    Nowhere,
    /// At integers only.
    Integers,
    /// At powers of this integer only.
    Powers(u32),
}

/// Inputs are at least as large: then values are above 1, far from subnormal numbers.
const LEAST: u32 = 16;

impl Base {
    /// A number below the logarithm of 2 to this base, and one above it.
    fn of_two(self) -> [Rational; 2] {
        match self {
            Base::Two => [(1, 1), (1, 1)],
            // ln 2 = 0.693147…, log10 2 = 0.301029….
            Base::E => [(6931, 10_000), (6932, 10_000)],
            Base::Ten => [(3010, 10_000), (3011, 10_000)],
        }
        .map(Rational::from)
    }
}

impl Asymptote {
    /// The asymptote of a function of x, if one is known.
    ///
    /// - sinh x = e^x/2·(1 - e^(-2x)), cosh x = e^x/2·(1 + e^(-2x)); B^x - 1 = B^x·(1 - B^(-x)).
    /// - log(1 + x) = log x + log(1 + 1/x), and log(1 + 1/x) < 1/x, where ln x > 1; to another base both are multiplied by the same.
    /// - acosh x and asinh x are ln(2x) + ln((1 + √(1 ∓ 1/x²))/2), whose second term is between ∓1/x², where ln(2x) > 1.
    pub fn of(spec: &FunctionSpec) -> Option<Asymptote> {
        let exponential = |function, base, rate, exact| Asymptote {
            function,
            shift: 0,
            gap: Gap::Exponential(base, rate),
            exact,
        };
        let logarithm = |function, shift, power, exact| Asymptote {
            function,
            shift,
            gap: Gap::Power(power),
            exact,
        };
        match spec.function_of_x()? {
            "sinh" | "cosh" => Some(exponential("exp", Base::E, 2, Exact::Nowhere)),
            "expm1" => Some(exponential("exp", Base::E, 1, Exact::Nowhere)),
            "exp2m1" => Some(exponential("exp2", Base::Two, 1, Exact::Integers)),
            "exp10m1" => Some(exponential("exp10", Base::Ten, 1, Exact::Integers)),
            "logp1" => Some(logarithm("log", 0, 1, Exact::Nowhere)),
            "log2p1" => Some(logarithm("log2", 0, 1, Exact::Powers(2))),
            "log10p1" => Some(logarithm("log10", 0, 1, Exact::Powers(10))),
            "acosh" | "asinh" => Some(logarithm("log", 1, 2, Exact::Nowhere)),
            _ => None,
        }
    }

    /// A number from which on D is at most 2^-bits.
    pub fn from(&self, bits: u32) -> Rational {
        let from = match self.gap {
            Gap::Exponential(base, rate) => {
                let [_, above] = base.of_two();
                above * bits / rate
            }
            Gap::Power(power) => Rational::from(1) << bits.div_ceil(power),
        };
        from.max(Rational::from(LEAST))
    }

    /// A number up to which 2^k·x and g(2^k·x) are below 2^(emax+1), for inputs and values with exponents up to `emax`.
    pub fn until(&self, emax: i32) -> Rational {
        match self.gap {
            Gap::Exponential(base, _) => {
                let [below, _] = base.of_two();
                below * (emax + 1)
            }
            Gap::Power(_) => (Rational::from(1) << (emax + 1)) >> self.shift,
        }
    }

    /// The input of f that is compared with an input of g.
    pub fn input(&self, other: &Rational) -> Rational {
        Rational::from(other >> self.shift)
    }

    /// The inputs of f from one number to before another where g may be exact.
    pub fn exact(&self, from: &Rational, to: &Rational) -> Vec<Rational> {
        let to = Rational::from(to << self.shift);
        let mut other = match self.exact {
            Exact::Nowhere => return vec![],
            Exact::Integers => from.clone().ceil(),
            Exact::Powers(_) => Rational::from(1),
        };
        let mut found = vec![];
        while other < to {
            let x = self.input(&other);
            if x >= *from {
                found.push(x);
            }
            match self.exact {
                Exact::Powers(base) => other *= base,
                Exact::Nowhere | Exact::Integers => other += Integer::from(1),
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::Float;

    const PREC: u32 = 4096;

    fn value(function: &str, x: &Rational) -> Float {
        let spec = FunctionSpec::parse(function).unwrap();
        let x = crate::interval::Interval::from_rational(x, PREC);
        spec.eval(&x).unwrap().mid()
    }

    /// |δ| at x.
    fn gap(function: &str, m: i32, x: &Rational) -> Float {
        let own = asymptote(function);
        let f = value(function, x);
        let g = value(own.function, &Rational::from(x << own.shift)) << m;
        assert!(f > 1 && g > 1);
        ((f - &g) / g).abs()
    }

    fn asymptote(function: &str) -> Asymptote {
        Asymptote::of(&FunctionSpec::parse(function).unwrap()).unwrap()
    }

    #[test]
    fn functions_are_as_near_to_their_asymptotes_as_is_said() {
        let mut tried = 0;
        for (function, m) in [
            ("sinh", -1),
            ("cosh", -1),
            ("expm1", 0),
            ("exp2m1", 0),
            ("exp10m1", 0),
            ("logp1", 0),
            ("log2p1", 0),
            ("log10p1", 0),
            ("acosh", 0),
            ("asinh", 0),
        ] {
            let own = asymptote(function);
            for bits in [24, 57, 101, 150, 200] {
                let from = own.from(bits);
                let least = Float::with_val(PREC, 1) >> bits;
                for times in [(1, 1), (10_001, 10_000), (3, 2), (7, 3)] {
                    let x = Rational::from(times) * &from;
                    let gap = gap(function, m, &x);
                    assert!(gap <= least, "{function} at {x}: {gap:e}");
                    tried += 1;
                }
                // It is no waste: they are farther from each other not far before, but for the logarithm that D leaves out.
                let before = gap(function, m, &(from.clone() * Rational::from((1, 2))));
                assert!(
                    from == LEAST || before > least.clone() >> 8,
                    "{function} before {from}: {before:e}"
                );
            }
            let emax = 127;
            let last = own.until(emax) - Rational::from((1, 1_000_000));
            let g = value(own.function, &(last << own.shift));
            assert!(g < Float::with_val(PREC, 1) << (emax + 1), "{function}: {g}");
        }
        assert_eq!(tried, 10 * 5 * 4);
        for other in ["exp", "sin", "sinh(2 * x)", "erf"] {
            assert_eq!(Asymptote::of(&FunctionSpec::parse(other).unwrap()), None);
        }
    }

    #[test]
    fn exact_inputs_are_those_of_the_asymptote() {
        let exact = |function: &str, from: u32, to: u32| {
            let own = asymptote(function);
            own.exact(&Rational::from((2 * from + 1, 2)), &Rational::from(to))
        };
        assert_eq!(exact("exp2m1", 100, 104), [101, 102, 103]);
        assert_eq!(exact("log2p1", 100, 1025), [128, 256, 512, 1024]);
        assert_eq!(exact("log10p1", 10, 1000), [100]);
        assert!(exact("sinh", 1, 1000).is_empty() && exact("acosh", 1, 1000).is_empty());
    }
}
