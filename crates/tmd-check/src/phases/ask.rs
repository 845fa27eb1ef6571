//! What was asked: a function, a format, a range of arguments, a range of phases, a distance.

use super::turns::Turns;
use super::wave::Wave;
use crate::grid::Segment;
use crate::interval::{Gap, Interval};
use crate::json::Value;
use crate::pairs::breakpoints::{Breakpoints, Truth, format_within};
use crate::request::{ordinals, rational};
use crate::series::expand_parts;
use crate::stop::Checked;
use rug::{Float, Integer, Rational};
use std::ops::{Deref, Range};

/// The longest precision, and the largest exponent, that are read.
const MOST_PRECISION: u32 = 53;
const MOST_EXPONENT: i32 = 1023;
/// The distances that are read: from 2^-160 to a quarter of the spacing of breakpoints.
const BITS: std::ops::RangeInclusive<i32> = 2..=160;
/// Bits with which values on intervals are enclosed, at least.
const ENOUGH: u32 = 128;
/// Arguments have at least this exponent: 0, whose phase is rational, is none of them.
const LEAST_EXPONENT: i32 = 6;

/// What was asked.
pub(crate) struct Ask {
    pub(crate) wave: Wave,
    pub(crate) breakpoints: Breakpoints,
    /// The range of arguments, and that of phases, as they are written.
    pub(crate) texts: [String; 2],
    /// The arguments, ascending.
    pub(crate) parts: Vec<Part>,
}

/// Equally spaced arguments.
pub(crate) struct Part {
    pub(crate) segment: Segment,
    pub(crate) turns: Turns,
}

impl Deref for Ask {
    type Target = Breakpoints;

    fn deref(&self) -> &Breakpoints {
        &self.breakpoints
    }
}

impl Ask {
    /// Reads what was asked.
    pub(crate) fn read(value: &Value<'_>) -> Checked<Ask> {
        let wave = Wave::read(value)?;
        match value.at("rounding")?.text()? {
            "all" => {}
            other => {
                return cannot!("phases for the rounding `{other:.40}` are not known: only `all`");
            }
        }
        let format = format_within(value.at("format")?, MOST_PRECISION, MOST_EXPONENT)?;
        let bits: i32 = value.int_at("bits")?;
        if !BITS.contains(&bits) {
            return cannot!(
                "{bits} bits: this program reads searches by phases with {} to {}",
                BITS.start(),
                BITS.end()
            );
        }
        let texts = [value.at("range")?.text()?, value.at("phases")?.text()?];
        let ends = ends(texts[1])?;
        let Some(segments) = format.segments(&ordinals(texts[0], &format)?) else {
            return cannot!("the range `{:.80}` is too long", texts[0]);
        };
        let precision = format.precision as i32;
        if segments.iter().any(|own| own.ulp + precision <= LEAST_EXPONENT) {
            return cannot!(
                "searches by phases have arguments of at least 2^{LEAST_EXPONENT}, not all of `{:.80}`",
                texts[0]
            );
        }
        let part =
            |segment: Segment| Ok(Part { turns: Turns::new(&wave, &segment, &ends)?, segment });
        let parts = segments.into_iter().map(part).collect::<Checked<Vec<Part>>>()?;
        let texts = texts.map(str::to_owned);
        Ok(Ask { wave, breakpoints: Breakpoints::new(format, bits), texts, parts })
    }

    /// How many arguments have the phases.
    pub(crate) fn inputs(&self) -> u64 {
        self.parts.iter().map(|part| part.turns.within).sum()
    }

    /// The part that an argument is in, and its index there.
    pub(crate) fn place(&self, ordinal: i64) -> Option<(&Part, u64)> {
        self.parts.iter().find_map(|part| Some((part, part.index(ordinal)?)))
    }

    /// Judges an argument. The sine, cosine and tangent of a rational number other than 0 are transcendental (Lindemann and
    /// Weierstrass): none is a breakpoint. Of other functions, a value that is one would not be told from it.
    pub(crate) fn judge(&self, ordinal: i64) -> Checked<Truth> {
        let (m, e) = self.parts(ordinal);
        let x = Float::with_val(64, m) << e;
        if self.wave.is_made() && self.wave.is_without_value(&x)? {
            return Ok(Truth::Ordinary);
        }
        // Where there is no enclosure yet, numbers of all sizes stand for one.
        let unknown = |prec| Interval { lo: Float::new(prec), hi: Float::with_val(prec, 1) };
        self.locate(0, |prec| Ok(self.wave.size(&x, prec).unwrap_or_else(|_| unknown(prec))))
    }

    /// Whether no value on an interval of phases, in units of 2^-bits of a period, is near to a breakpoint: there is none, or it is above all
    /// numbers, or below a quarter of the least one.
    pub(crate) fn is_beyond(&self, phases: &Range<Integer>, bits: u32) -> bool {
        // Integers are off by less than 2^-192 of a period.
        let off = Rational::from(1) >> 190u32;
        let [from, to] = [&phases.start, &phases.end].map(|own| Rational::from(own) >> bits);
        let all = Interval::between(&(from - &off), &(to + &off), ENOUGH.max(bits));
        match expand_parts(self.wave.of_phase(), &all, 0) {
            Err(gap) => gap == Gap::Everywhere,
            Ok(values) => {
                let exponent = |size: Float| size.get_exp().map(|e| e - 1);
                let is_above = exponent(values[0].mig()).is_some_and(|e| e > self.emax);
                let most = values[0].mag();
                let is_below = |e: i32| e < self.emin - self.precision - 1;
                is_above || (most.is_finite() && exponent(most).is_none_or(is_below))
            }
        }
    }

    /// log2 of the spacing of breakpoints around values, if it is the same for all of them.
    pub(crate) fn spacing(&self, values: &Interval) -> Option<i32> {
        let top = |size: Float| size.get_exp().map_or(self.emin, |e| (e - 1).max(self.emin));
        let (least, most) = (top(values.mig()), top(values.mag()));
        (least == most && most <= self.emax).then(|| most - self.precision)
    }
}

impl Part {
    /// The index of an argument, if it is one of these.
    pub(crate) fn index(&self, ordinal: i64) -> Option<u64> {
        // Far apart, as on either side of 0, two ordinals of a format of 53 bits are more than 2^63 from each other.
        let index = ordinal.checked_sub(self.segment.ordinal.to_i64()?)?;
        u64::try_from(index).ok().filter(|index| *index < self.segment.count)
    }

    /// The ordinal of an argument.
    pub(crate) fn ordinal(&self, index: i64) -> i64 {
        // The format has fewer than 2^63 numbers of a sign.
        self.segment.ordinal.to_i64().unwrap_or(i64::MAX).saturating_add(index)
    }
}

/// Reads a range of phases.
fn ends(text: &str) -> Checked<[Rational; 2]> {
    let Some((from, to)) = text.split_once(',') else {
        return cannot!("the range of phases `{text:.80}` cannot be read");
    };
    let ends = [rational(from)?, rational(to)?];
    let is_one = ends[0] >= 0 && ends[0] < ends[1] && ends[1] <= 1;
    ensure!(is_one, "the phases `{text:.80}` do not ascend from 0 to 1")?;
    Ok(ends)
}
