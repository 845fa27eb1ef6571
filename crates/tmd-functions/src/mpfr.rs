//! The functions that MPFR rounds correctly: a second opinion, and the reference for libraries.

use rug::Float;
use rug::float::Round;
use std::cmp::Ordering;

/// A function of MPFR.
#[derive(Clone, Copy, Debug)]
pub struct Mpfr {
    /// Its name in this program.
    pub name: &'static str,
    /// Its name in C, for binary64 numbers; with an f at the end for binary32 numbers.
    pub c_name: &'static str,
    /// Replaces a number by the function's value, correctly rounded to its precision; returns on which side of the
    /// value that lies.
    pub round: fn(&mut Float, Round) -> Ordering,
}

macro_rules! functions {
    ($($name:literal $(as $c:literal)? => $round:ident),+ $(,)?) => {
        &[$(Mpfr {
            name: $name,
            c_name: [$($c,)? $name][0],
            round: |x, to| x.$round(to),
        }),+]
    };
}

/// All of them.
pub static FUNCTIONS: &[Mpfr] = functions![
    "exp" => exp_round, "exp2" => exp2_round, "exp10" => exp10_round, "expm1" => exp_m1_round,
    "log" => ln_round, "log2" => log2_round, "log10" => log10_round,
    "logp1" as "log1p" => ln_1p_round,
    "sin" => sin_round, "cos" => cos_round, "tan" => tan_round,
    "asin" => asin_round, "acos" => acos_round, "atan" => atan_round,
    "sinh" => sinh_round, "cosh" => cosh_round, "tanh" => tanh_round,
    "asinh" => asinh_round, "acosh" => acosh_round, "atanh" => atanh_round,
    "sqrt" => sqrt_round, "cbrt" => cbrt_round,
    "erf" => erf_round, "erfc" => erfc_round, "gamma" as "tgamma" => gamma_round,
    "j0" => j0_round, "j1" => j1_round, "y0" => y0_round, "y1" => y1_round,
];
