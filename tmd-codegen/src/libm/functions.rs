//! The functions that a library's can be held against.

use crate::diag::{Diag, DiagKind};
use rug::Float;
use rug::float::Round;

/// A function of C and of MPFR.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Its name in C, for binary64 numbers; with an f at the end for binary32 numbers.
    pub name: &'static str,
    /// Replaces a number by the function's value, correctly rounded to its precision (MPFR).
    pub round: fn(&mut Float, Round),
}

macro_rules! known {
    ($($name:literal => $round:ident),+ $(,)?) => {
        &[$(Known { name: $name, round: |x, to| { x.$round(to); } }),+]
    };
}

/// All of them.
pub(super) static KNOWN: &[Known] = known![
    "exp" => exp_round, "exp2" => exp2_round, "exp10" => exp10_round, "expm1" => exp_m1_round,
    "log" => ln_round, "log2" => log2_round, "log10" => log10_round, "log1p" => ln_1p_round,
    "sin" => sin_round, "cos" => cos_round, "tan" => tan_round,
    "asin" => asin_round, "acos" => acos_round, "atan" => atan_round,
    "sinh" => sinh_round, "cosh" => cosh_round, "tanh" => tanh_round,
    "asinh" => asinh_round, "acosh" => acosh_round, "atanh" => atanh_round,
    "sqrt" => sqrt_round, "cbrt" => cbrt_round,
    "erf" => erf_round, "erfc" => erfc_round, "tgamma" => gamma_round,
    "j0" => j0_round, "j1" => j1_round, "y0" => y0_round, "y1" => y1_round,
];

/// The function of a name.
///
/// # Errors
/// If there is none; a name that is near is suggested.
pub fn known(name: &str) -> Result<&'static Known, Diag> {
    KNOWN.iter().find(|known| known.name == name).ok_or_else(|| {
        let names: Vec<&str> = KNOWN.iter().map(|known| known.name).collect();
        Diag::new(DiagKind::UnknownName, format!("there is no function `{name}` to check"))
            .at("FUNCTION", name, 0..name.len(), "not known")
            .help(format!("there are {}", names.join(", ")))
    })
}
