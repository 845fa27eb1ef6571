//! What an entry is about: a function and a format, and the search that finds its cases.

use crate::diag::{Diag, DiagKind};
use crate::request::Request;
use crate::spec::FunctionSpec;
use crate::spec::format::FormatName;
use std::fmt;

/// The formats of the atlas, by size.
pub const FORMATS: [&str; 5] = ["binary16", "bfloat16", "tf32", "binary32", "binary64"];

/// Identical bits of the cases in lists of binary64, but for [`HARDER`].
const BITS: u32 = 44;

/// Functions that have more than some 20,000 cases in binary64 with so many, as they give cases in every binade by an equation
/// or next to 0; or whose cases are taken from those of an asymptote, which has a bit less; and identical bits of the cases that are
/// listed.
const HARDER: [(&str, u32); 29] = [
    ("acosh", 51),
    ("acospi", 46),
    ("asinh", 51),
    ("asinpi", 50),
    ("atan", 46),
    ("atanpi", 51),
    ("cbrt", 51),
    ("cos", 45),
    ("cosh", 45),
    ("cospi", 46),
    ("erf", 50),
    ("exp10", 46),
    ("exp10m1", 50),
    ("exp2", 46),
    ("exp2m1", 50),
    ("expm1", 45),
    ("log", 50),
    ("log10", 50),
    ("log10p1", 51),
    ("log2", 50),
    ("log2p1", 51),
    ("logp1", 51),
    ("rsqrt", 50),
    ("sin", 45),
    ("sinh", 45),
    ("sinpi", 50),
    ("sqrt", 50),
    ("tan", 45),
    ("tanpi", 50),
];

/// A function and a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    function: String,
    slug: String,
    format: &'static str,
}

impl Subject {
    /// The subject of two names: "sin", or "rootn(x, 3)", and "binary32".
    ///
    /// # Errors
    /// If one of them is not known.
    pub fn new(function: &str, format: &str) -> Result<Subject, Diag> {
        let spec = FunctionSpec::parse_given(function, None)?;
        let meant = FormatName::parse("FORMAT", format)?.format()?;
        let format = FORMATS.into_iter().find(|name| *name == meant.name).ok_or_else(|| {
            Diag::new(DiagKind::Option, format!("the atlas has no lists for {}", meant.name)).help(
                format!(
                    "give one of {}; `atlas list` says of which others there are parts",
                    FORMATS.join(", ")
                ),
            )
        })?;
        let function = spec.function_of_x().map_or_else(|| spec.canonical(), str::to_owned);
        Ok(Subject { function, slug: spec.slug(), format })
    }

    /// The function.
    pub fn function(&self) -> &str {
        &self.function
    }

    /// The name of the format.
    pub fn format(&self) -> &'static str {
        self.format
    }

    /// The name of its files.
    pub fn slug(&self) -> &str {
        &self.slug
    }

    /// The search of the whole format. Its threshold is chosen by the plan, for some hundred cases by chance; for binary64 it is one
    /// that others use, or such that there are not too many cases.
    ///
    /// # Errors
    /// If the format is not known; it is.
    pub fn request(&self) -> Result<Request, Diag> {
        let mut request = Request::in_range(&self.function, "all");
        request.precision = FormatName::parse("FORMAT", self.format)?;
        if self.format == "binary64" {
            let harder = HARDER.into_iter().find(|(name, _)| *name == self.function);
            request.bits = Some(harder.map_or(BITS, |(_, bits)| bits));
        }
        Ok(request)
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.function, self.format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_have_one_name() {
        let of = |function: &str, format: &str| Subject::new(function, format);
        let [log, ln] = ["log", "ln(x)"].map(|name| of(name, "double").expect("known"));
        assert_eq!((&log, log.slug(), log.format()), (&ln, "log", "binary64"));
        assert_eq!(of("cbrt", "binary64").and_then(|s| s.request()).map(|r| r.bits), Ok(Some(51)));
        assert_eq!(of("cbrt", "binary32").and_then(|s| s.request()).map(|r| r.bits), Ok(None));
        assert!(of("cbrt", "binary128").is_err_and(|diag| diag.help.is_some()));
        assert!(of("no such function", "binary32").is_err());
    }
}
