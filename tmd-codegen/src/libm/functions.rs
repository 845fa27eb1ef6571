//! What libraries' functions are compared with, and what they are called in C.

use super::Number;
use crate::diag::{Diag, DiagKind};
use crate::mpfr::{self, FUNCTIONS, Mpfr};
use crate::nearest::nearest;
use crate::spec::FunctionSpec;
use crate::spec::truth::{ODD_BITS, Truth, odd};
use rug::Float;
use rug::float::Round;

/// A function that a library's can be compared with.
#[derive(Clone, Debug)]
pub struct Known {
    /// The function.
    pub spec: FunctionSpec,
    /// Its name in C for binary64 numbers, if it has one that is known.
    c_name: Option<String>,
    /// MPFR's, if it has one; enclosures tell its values if not.
    mpfr: Option<&'static Mpfr>,
}

/// The function of a name: one in C, one of the list of functions, or an expression, with values of names in it.
///
/// # Errors
/// If there is none; a name that is near is suggested.
pub fn known(name: &str, param: Option<&str>) -> Result<Known, Diag> {
    if let (Some(mpfr), None) = (FUNCTIONS.iter().find(|function| function.c_name == name), param) {
        let spec = FunctionSpec::parse(mpfr.name)?;
        return Ok(Known { spec, c_name: Some(name.to_owned()), mpfr: Some(mpfr) });
    }
    let spec = FunctionSpec::parse_using(name, param).map_err(|diag| {
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if diag.kind != DiagKind::UnknownName || !is_name {
            return diag;
        }
        let names: Vec<&str> = FUNCTIONS.iter().map(|function| function.c_name).collect();
        let meant = nearest(name, names.iter().copied());
        let meant = meant.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
        Diag::new(DiagKind::UnknownName, format!("there is no function `{name}` to check"))
            .at("FUNCTION", name, 0..name.len(), "not known")
            .help(format!(
                "{meant}of C's there are {}; `tmd-codegen list functions` has more, and expressions are possible",
                names.join(", ")
            ))
    })?;
    let mpfr = spec.function_of_x().and_then(mpfr::find);
    let c_name = mpfr.map(|mpfr| mpfr.c_name.to_owned());
    Ok(Known { spec, c_name, mpfr })
}

impl Known {
    /// Its name in C for numbers of a type.
    ///
    /// # Errors
    /// If C has no name for it.
    pub fn c_name(&self, number: Number) -> Result<String, Diag> {
        let Some(name) = &self.c_name else {
            let function = self.spec.canonical();
            let text = &self.spec.text;
            return Err(Diag::new(DiagKind::Option, format!("{function} has no name in C"))
                .at("FUNCTION", text.clone(), 0..text.len(), "what is it called in the library?")
                .help("give its name with --symbol: a function of one number"));
        };
        let suffix = number.suffix().ok_or_else(|| {
            Diag::new(DiagKind::Option, format!("C has no functions on {number} numbers"))
                .help(format!("give the name of {name} with --symbol: a function of one number"))
        })?;
        Ok(format!("{name}{suffix}"))
    }

    /// Its value at a finite number.
    pub fn truth(&self, x: &Float) -> Truth {
        match self.mpfr {
            Some(mpfr) => by_mpfr(mpfr, x),
            None => x.to_rational().map_or(Truth::None, |x| self.spec.truth(&x)),
        }
    }
}

fn by_mpfr(known: &Mpfr, x: &Float) -> Truth {
    let mut y = Float::with_val(ODD_BITS, x);
    let side = (known.round)(&mut y, Round::Zero);
    if y.is_nan() { Truth::None } else { Truth::Odd(odd(y, side)) }
}
