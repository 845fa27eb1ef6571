//! The text that gives parameters their values: `n=3, a=1/3`.

use std::collections::BTreeMap;

use crate::language::constant::Constant;
use crate::language::functions;
use crate::language::params::Params;
use tmd_base::diag::{Diag, DiagKind};

/// The option that gives parameters.
const OPTION: &str = "--param";

impl Params {
    /// Reads `n=3, a=1/3`.
    ///
    /// # Errors
    /// If a part is no `name=value`, a name means something else already or is given twice, or a value is not
    /// known to be rational. The report points at the part.
    pub fn parse(text: &str) -> Result<Self, Diag> {
        let mut values = BTreeMap::new();
        let mut start = 0;
        for part in text.split(',') {
            let place = start..start + part.len();
            start = place.end + 1;
            let refuse = |message: String, label: &str| {
                Diag::new(DiagKind::Option, message)
                    .at(OPTION, text, place.clone(), label)
                    .help("write --param n=3, or --param n=3,a=1/3 for more of them")
            };
            let Some((name, value)) = part.split_once('=') else {
                return Err(refuse(format!("`{}` is not a parameter", part.trim()), "no `=`"));
            };
            let name = name.trim();
            if syn::parse_str::<syn::Ident>(name).is_err() || !name.is_ascii() {
                return Err(refuse(format!("`{name}` is not a name"), "not a name"));
            }
            let taken = ["x", "pi", "PI", "powi", "pow", "pown", "rootn", "compound"];
            if taken.contains(&name) || functions::find(name).is_some() {
                return Err(refuse(format!("`{name}` has a meaning already"), "not free"));
            }
            let offset = place.end - value.len();
            let constant =
                Constant::parse(OPTION, value).map_err(|diag| diag.within(OPTION, text, offset))?;
            let Some(value) = constant.rational() else {
                let message = format!("the parameter `{name}` is not known to be rational");
                return Err(refuse(message, "not rational"));
            };
            if values.insert(name.to_owned(), value).is_some() {
                return Err(refuse(format!("the parameter `{name}` is given twice"), "again"));
            }
        }
        Ok(Params(values))
    }
}

/// The report for a parameter in such a text that the function does without.
pub(super) fn unused(text: &str, name: &str, function: &str) -> Diag {
    let mut start = 0;
    let mut place = 0..text.len();
    for part in text.split(',') {
        if part.split('=').next().map(str::trim) == Some(name) {
            place = start..start + part.len();
        }
        start += part.len() + 1;
    }
    Diag::new(DiagKind::Option, format!("the parameter `{name}` does not occur in `{function}`"))
        .at(OPTION, text, place, "not used")
        .help("leave it out")
}

#[cfg(test)]
mod tests {
    use crate::language::FunctionSpec;
    use crate::language::param_list::*;

    use rug::Rational;

    #[test]
    fn what_does_not_occur_is_refused() {
        for (function, params) in [
            ("rootn", "n=3"),
            ("pown(x, -n) + a", "n=3, a=1/4"),
            ("compound(x, n)", "n=3"),
            ("x.powi(n)", "n=3"),
            ("exp(h * x)", "h=2"),
        ] {
            let read = FunctionSpec::parse_using(function, Some(params));
            assert!(read.is_ok(), "{function}, {params}: {read:?}");
        }
        for (function, params, part) in [
            ("sin", "n=3", "n=3"),
            ("rootn(x, n)", "a=1/3, n=3", "a=1/3"),
            ("rootn", "n=3, m=4,k=2", "k=2"),
            ("pown(x, 3)", " n = 3", " n = 3"),
        ] {
            let diag = FunctionSpec::parse_using(function, Some(params)).expect_err(function);
            assert!(diag.message.contains("does not occur in"), "{diag}");
            assert_eq!(diag.offending(), Some(part), "{}", diag.render(false));
        }
    }

    #[test]
    fn values_by_name() {
        let params = Params::parse("n=3, a = 1/3,half=0x1p-1").unwrap();
        assert_eq!(params.get("n"), Some(&Rational::from(3)));
        assert_eq!(params.get("a"), Some(&Rational::from((1, 3))));
        assert_eq!(params.names().collect::<Vec<_>>(), ["a", "half", "n"]);
        for (text, part) in [
            ("n", "n"),
            ("n=3,x=1", "x=1"),
            ("n=3, sin=1", " sin=1"),
            ("n=3,n=4", "n=4"),
            ("n=pi", "n=pi"),
            ("n=3,m=1+*2", "*"),
            ("3=n", "3=n"),
            ("", ""),
        ] {
            let diag = Params::parse(text).unwrap_err();
            assert_eq!(diag.offending(), Some(part), "{text}: {}", diag.render(false));
        }
    }
}
