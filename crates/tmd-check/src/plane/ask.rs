//! What was asked: a function of two numbers, a format, ranges of ordinals, a distance.

use crate::interval::Interval;
use crate::pairs::breakpoints::{Breakpoints, Dyadic};
use rug::{Float, Integer};
use std::ops::{Deref, Range};

/// A function of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Formula {
    /// x^y, x positive and y not 0.
    Pow,
    /// (1 + x)^y, x above -1, x and y not 0.
    Compound,
    /// The angle of (x, y), x not 0 and y positive.
    Atan2,
    /// The same in half turns.
    Atan2Pi,
    /// The length of (x, y), both positive.
    Hypot,
}

/// What was asked.
pub(crate) struct Ask {
    pub(crate) formula: Formula,
    pub(crate) breakpoints: Breakpoints,
    /// The ordinals of x; 0 may be among them, and is none.
    pub(crate) x: Range<i64>,
    /// The ordinals of y, likewise.
    pub(crate) y: Range<i64>,
}

impl Deref for Ask {
    type Target = Breakpoints;

    fn deref(&self) -> &Breakpoints {
        &self.breakpoints
    }
}

impl Formula {
    /// The formulas by their texts.
    pub(crate) const ALL: [Formula; 5] =
        [Formula::Pow, Formula::Compound, Formula::Atan2, Formula::Atan2Pi, Formula::Hypot];

    /// The text in certificates.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Formula::Pow => "pow(x, y)",
            Formula::Compound => "compound(x, y)",
            Formula::Atan2 => "atan2(y, x)",
            Formula::Atan2Pi => "atan2pi(y, x)",
            Formula::Hypot => "hypot(x, y)",
        }
    }

    /// Whether there are pairs with negative x, and with negative y.
    pub(crate) fn has_negative(self) -> [bool; 2] {
        match self {
            Formula::Pow => [false, true],
            Formula::Compound => [true, true],
            Formula::Atan2 | Formula::Atan2Pi => [true, false],
            Formula::Hypot => [false, false],
        }
    }
}

impl Ask {
    /// What was asked of ranges of ordinals: what has no values there is left out.
    pub(crate) fn new(formula: Formula, breakpoints: Breakpoints, [x, y]: [Range<i64>; 2]) -> Ask {
        let mut ask = Ask { formula, breakpoints, x, y };
        let [negative_x, negative_y] = formula.has_negative();
        let least = |has_negative: bool| if has_negative { i64::MIN } else { 1 };
        ask.x.start = ask.x.start.max(match formula {
            // -1 has the exponent 0.
            Formula::Compound => 1 - (1i64 << (ask.precision - 1)) * i64::from(1 - ask.emin),
            _ => least(negative_x),
        });
        ask.y.start = ask.y.start.max(least(negative_y));
        ask
    }

    /// Whether an ordinal is in a range, and not that of 0.
    pub(crate) fn is_in(range: &Range<i64>, ordinal: i64) -> bool {
        ordinal != 0 && range.contains(&ordinal)
    }

    /// How many numbers are in a range.
    pub(crate) fn length(range: &Range<i64>) -> u64 {
        let all = (range.end - range.start).max(0) as u64;
        all - u64::from(range.contains(&0))
    }

    /// A number, exactly.
    pub(crate) fn float(&self, ordinal: i64) -> Float {
        let (m, e) = self.parts(ordinal);
        Float::with_val(64, m) << e
    }

    /// The size of a number other than 0.
    pub(crate) fn size(&self, ordinal: i64) -> Dyadic {
        let (m, e) = self.parts(ordinal.abs());
        Dyadic::new(Integer::from(m), e)
    }

    /// The base of a power: x, or 1 + x.
    pub(crate) fn base(&self, x: i64) -> Dyadic {
        let (m, e) = self.parts(x);
        match self.formula {
            Formula::Compound if e < 0 => {
                Dyadic::new((Integer::from(1) << e.unsigned_abs()) + m, e)
            }
            Formula::Compound => Dyadic::new((Integer::from(m) << e.unsigned_abs()) + 1u32, 0),
            _ => Dyadic::new(Integer::from(m), e),
        }
    }

    /// The ordinals of the least numbers that are not below the ends of an interval. What is between them is not certain to be
    /// above the number that the interval encloses, nor to be below it.
    pub(crate) fn around(&self, threshold: &Interval) -> Range<i64> {
        let first = |end: &Float| {
            let last = self.format.end().to_i64().unwrap_or(i64::MAX);
            let exact = end.to_rational().map(|end| self.format.first_from(&end));
            let beyond = if end.is_sign_negative() { -last } else { last };
            exact.and_then(|ordinal| ordinal.to_i64()).unwrap_or(beyond)
        };
        // A number that is the upper end may be either.
        let end = first(&threshold.hi);
        let is_number = |ordinal: i64| {
            let value = self.format.value(&ordinal.into());
            threshold.hi.to_rational().is_some_and(|hi| hi == value)
        };
        first(&threshold.lo)..end + i64::from(is_number(end))
    }
}
