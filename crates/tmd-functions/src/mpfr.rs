//! The functions that MPFR rounds correctly: a second opinion, and the reference for libraries.

use rug::float::{Round, Special};
use rug::{Assign, Float};
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
    ($($name:literal $(as $c:literal)? => $round:expr),+ $(,)?) => {
        &[$(Mpfr {
            name: $name,
            c_name: [$($c,)? $name][0],
            round: $round,
        }),+]
    };
}

/// All of them.
pub static FUNCTIONS: &[Mpfr] = functions![
    "exp" => Float::exp_round, "exp2" => Float::exp2_round, "exp10" => Float::exp10_round,
    "expm1" => Float::exp_m1_round, "exp2m1" => Float::exp2_m1_round, "exp10m1" => Float::exp10_m1_round,
    "log" => Float::ln_round, "log2" => Float::log2_round, "log10" => Float::log10_round,
    "logp1" as "log1p" => Float::ln_1p_round, "log2p1" => Float::log2_1p_round, "log10p1" => Float::log10_1p_round,
    "sin" => Float::sin_round, "cos" => Float::cos_round, "tan" => Float::tan_round,
    "asin" => Float::asin_round, "acos" => Float::acos_round, "atan" => Float::atan_round,
    "sinpi" => Float::sin_pi_round, "cospi" => Float::cos_pi_round, "tanpi" => Float::tan_pi_round,
    "asinpi" => Float::asin_pi_round, "acospi" => Float::acos_pi_round, "atanpi" => Float::atan_pi_round,
    "sinh" => Float::sinh_round, "cosh" => Float::cosh_round, "tanh" => Float::tanh_round,
    "asinh" => Float::asinh_round, "acosh" => Float::acosh_round, "atanh" => Float::atanh_round,
    "sqrt" => Float::sqrt_round, "rsqrt" => reciprocal_root, "cbrt" => Float::cbrt_round,
    "erf" => Float::erf_round, "erfc" => Float::erfc_round, "gamma" as "tgamma" => Float::gamma_round, "lgamma" => log_gamma,
    "j0" => Float::j0_round, "j1" => Float::j1_round, "y0" => Float::y0_round, "y1" => Float::y1_round,
];

/// The function of a name in this program.
pub fn find(name: &str) -> Option<&'static Mpfr> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// 1/√x: -∞ at -0, as IEEE 754-2019, section 9.2.1, has it; MPFR has +∞.
fn reciprocal_root(x: &mut Float, to: Round) -> Ordering {
    if x.is_zero() && x.is_sign_negative() {
        x.assign(Special::NegInfinity);
        return Ordering::Equal;
    }
    x.recip_sqrt_round(to)
}

/// log|Γ(x)|.
fn log_gamma(x: &mut Float, to: Round) -> Ordering {
    x.ln_abs_gamma_round(to).1
}
