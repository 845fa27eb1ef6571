//! The options of a stochastic twin.

use std::fmt;
use std::str::FromStr;
use tmd_base::diag::{Diag, DiagKind};
pub use tmd_kernel::backends::Rounding;

/// Anomalies that are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detect {
    /// Products of two values without a right digit.
    pub mul: bool,
    /// Divisors without a right digit.
    pub div: bool,
    /// Comparisons of values whose difference has no right digit.
    pub branch: bool,
    /// Functions of values without a right digit.
    pub math: bool,
    /// Sums with so many right digits less than the term with fewer.
    pub cancel: Option<u32>,
}

/// Digits whose loss is a cancellation, if nothing else is said.
pub const CANCELLED: u32 = 4;

impl Detect {
    /// All anomalies.
    pub const ALL: Detect =
        Detect { mul: true, div: true, branch: true, math: true, cancel: Some(CANCELLED) };
    /// The anomalies that show whether the estimates themselves are reliable (self-validation).
    pub const SELF: Detect =
        Detect { mul: true, div: true, branch: true, math: true, cancel: None };
}

impl FromStr for Detect {
    type Err = Diag;

    fn from_str(text: &str) -> Result<Detect, Diag> {
        let mut detect = Detect::default();
        for (at, name) in parts(text) {
            match name {
                "none" => {}
                "all" => {
                    detect = Detect { cancel: detect.cancel.or(Some(CANCELLED)), ..Detect::ALL }
                }
                "mul" => detect.mul = true,
                "div" => detect.div = true,
                "branch" => detect.branch = true,
                "math" => detect.math = true,
                "cancel" => detect.cancel = Some(CANCELLED),
                _ => match name.strip_prefix("cancel:").map(str::parse) {
                    // The filter that is proved for four digits holds for more.
                    Some(Ok(digits)) if (CANCELLED..=15).contains(&digits) => {
                        detect.cancel = Some(digits)
                    }
                    Some(_) => {
                        let message = format!("--detect {name}: digits are from {CANCELLED} to 15");
                        return Err(Diag::new(DiagKind::Option, message)
                            .at("--detect", text, at..at + name.len(), "no such number")
                            .help("write cancel:4"));
                    }
                    None => {
                        let message = format!("there is no anomaly `{name}`");
                        return Err(Diag::new(DiagKind::UnknownName, message)
                            .at("--detect", text, at..at + name.len(), "not known")
                            .help("there are none, mul, div, branch, math, cancel, cancel:DIGITS and all"));
                    }
                },
            }
        }
        Ok(detect)
    }
}

/// Parts between commas, with where they begin.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split(',').map(move |part| (part.as_ptr() as usize - start, part))
}

impl fmt::Display for Detect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named =
            [("mul", self.mul), ("div", self.div), ("branch", self.branch), ("math", self.math)];
        let mut names: Vec<String> =
            named.iter().filter(|(_, on)| *on).map(|(name, _)| (*name).to_owned()).collect();
        names.extend(self.cancel.map(|digits| format!("cancel:{digits}")));
        match names.is_empty() {
            true => f.write_str("none"),
            false => f.write_str(&names.join(",")),
        }
    }
}

/// The options of a twin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// Anomalies that are counted.
    pub detect: Detect,
    /// Relative uncertainty of what is read from arrays.
    pub uncertainty: Option<f64>,
    /// How operations are rounded.
    pub rounding: Rounding,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detection_reads_back() {
        for text in
            ["none", "mul", "mul,div", "branch,math,cancel:7", "mul,div,branch,math,cancel:4"]
        {
            assert_eq!(text.parse::<Detect>().expect("a list").to_string(), text);
        }
        assert_eq!("all".parse::<Detect>(), Ok(Detect::ALL));
        for (text, part) in
            [("mul,dvi", "dvi"), ("cancel:x", "digits"), ("cancel:1", "digits"), ("", "anomaly")]
        {
            assert!(text.parse::<Detect>().expect_err("refused").message.contains(part));
        }
    }
}
