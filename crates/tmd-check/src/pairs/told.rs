//! What a certificate tells of a case, whichever its arguments are.

use super::breakpoints::{Breakpoints, Truth};
use crate::cases::float;
use crate::json::Value;
use crate::number::{hexadecimal, shown};
use crate::stop::Checked;
use rug::Float;
use std::fmt;

/// What is told.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    kind: String,
    bits: i64,
    distance: Float,
}

impl Told {
    /// Reads it from a case.
    pub(crate) fn read(value: &Value<'_>) -> Checked<Told> {
        let kind = value.at("kind")?.text()?.to_owned();
        ensure!(kind == "nearest" || kind == "directed", "a case is of the kind `{kind:.20}`")?;
        let distance = value.at("distance")?;
        if let Value::Text(text) = distance {
            let is_plain = hexadecimal(text).is_some_and(|d| d > 0 && shown(&d) == *text);
            ensure!(is_plain, "`{text:.40}` is not a distance as a certificate writes it")?;
        }
        let distance = float(distance)?;
        Ok(Told { kind, bits: value.int_at("identical_bits")?, distance })
    }

    /// The distance from a breakpoint.
    pub(crate) fn distance(&self) -> Float {
        self.distance.clone()
    }

    /// Whether it is the truth.
    pub(crate) fn is(&self, truth: &Truth) -> bool {
        let Truth::Case { low, high, midpoint } = truth else { return false };
        let off = Float::with_val(64, low - &self.distance).abs();
        let bits = [low, high].map(|end| end.get_exp().map(|e| -i64::from(e)));
        let kind = if *midpoint { "nearest" } else { "directed" };
        // Of a distance d in [2^(e-1), 2^e) there are -e identical bits.
        off <= low.clone() >> 50u32 && bits == [Some(self.bits); 2] && self.kind == kind
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Told { kind, bits, distance } = self;
        write!(f, "{kind}, with {bits} identical bits at the distance {distance:.20}")
    }
}

/// The ordinal of an input of a case, if it is a number of the format; it must be written as certificates write it.
pub(crate) fn input(
    value: &Value<'_>,
    name: &str,
    breakpoints: &Breakpoints,
) -> Checked<Option<i64>> {
    let text = value.at(name)?.text()?;
    let Some(number) = hexadecimal(text).filter(|number| shown(number) == text) else {
        return refuse!("`{text:.40}` is not how a certificate writes a number: 0x1.8p+0");
    };
    Ok(breakpoints.format.ordinal(&number).and_then(|ordinal| ordinal.to_i64()))
}
