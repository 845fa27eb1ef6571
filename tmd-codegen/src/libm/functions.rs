//! The functions of libraries that can be checked, by their names in C.

use crate::diag::{Diag, DiagKind};
use crate::ir::Width;
use crate::mpfr::{FUNCTIONS, Mpfr};
use crate::nearest::nearest;

/// The name of a function in C, for numbers of a width.
pub fn c_name(function: &Mpfr, width: Width) -> String {
    match width {
        Width::W64 => function.c_name.to_owned(),
        Width::W32 => format!("{}f", function.c_name),
    }
}

/// The function of a name in C.
///
/// # Errors
/// If there is none; a name that is near is suggested.
pub fn known(name: &str) -> Result<&'static Mpfr, Diag> {
    FUNCTIONS.iter().find(|function| function.c_name == name).ok_or_else(|| {
        let names: Vec<&str> = FUNCTIONS.iter().map(|function| function.c_name).collect();
        let meant = nearest(name, names.iter().copied());
        let meant = meant.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
        Diag::new(DiagKind::UnknownName, format!("there is no function `{name}` to check"))
            .at("FUNCTION", name, 0..name.len(), "not known")
            .help(format!("{meant}there are {}", names.join(", ")))
    })
}
