//! The arguments that the fast path tries to tell the result of: all others take the second path, so that neither special values,
//! nor subnormal numbers, nor results beyond all numbers are its concern.

use crate::double_word::scheme::{Scheme, TINY, WIDTH};
use crate::double_word::{INFINITY, RUN};
use crate::finish::fraction_bits;
use std::ops::Range;
use tmd_functions::language::equations::Parity;
use tmd_kernel::ir::{Builder, Value};

/// Translated arguments are less than this in size: results are normal numbers.
const MOST_TRANSLATED: f64 = 1000.0;
/// Exponents of factors are no larger in size where values are moved by them.
const MOST_EXPONENT: i32 = 1022;

/// Arguments whose bits lie between two words.
pub(super) struct Domain {
    bits: Range<u64>,
    /// Whether these are the bits without the sign.
    has_both_signs: bool,
}

impl Domain {
    /// The arguments of a scheme; `None` if there is no fast path for it: distances from rows would need a second word, or values a
    /// factor.
    pub(super) fn of(scheme: Scheme, parity: Option<Parity>) -> Option<Domain> {
        let normal = 1 << fraction_bits(WIDTH)..INFINITY;
        Some(match scheme {
            Scheme::Turns(_) | Scheme::Exponential { .. } => return None,
            Scheme::Range { first, last, is_negative } => {
                let sign = if is_negative { WIDTH.sign() } else { 0 };
                let bits = (first.to_bits() | sign)..(last.to_bits() | sign) + 1;
                Domain { bits, has_both_signs: false }
            }
            Scheme::Scaling(_) | Scheme::Shift(_) => {
                Domain { bits: normal, has_both_signs: parity.is_some() }
            }
            // Smaller ones have values next to f(0), and some of them are taken for another one.
            Scheme::Translation => Domain {
                bits: TINY.max(RUN).to_bits()..MOST_TRANSLATED.to_bits(),
                has_both_signs: true,
            },
        })
    }

    /// Whether an argument is one of them; from its bits, and those without the sign.
    pub(super) fn has(&self, b: &mut Builder, bits: Value, size: Value) -> Value {
        let own = if self.has_both_signs { size } else { bits };
        let [first, count] = [self.bits.start, self.bits.end - self.bits.start].map(|w| b.word(w));
        let place = b.sub(own, first);
        b.lt(place, count)
    }
}

/// Sizes of what is added to values, of which the errors are bounded: 0, the least and the greatest other one. What rounding loses
/// grows with them, and the least is the one that a value may be large beside.
pub(super) fn added(scheme: Scheme) -> Vec<f64> {
    match scheme {
        Scheme::Shift(by) => {
            let least = f64::from(by.unsigned_abs());
            vec![0.0, least, least * f64::from(MOST_EXPONENT + 1)]
        }
        Scheme::Range { .. }
        | Scheme::Scaling(_)
        | Scheme::Translation
        | Scheme::Turns(_)
        | Scheme::Exponential { .. } => vec![0.0],
    }
}

/// What is added to values, for predictions.
pub(super) fn all_added(scheme: Scheme) -> Vec<f64> {
    match scheme {
        Scheme::Shift(by) => {
            (-MOST_EXPONENT..=MOST_EXPONENT).map(|k| f64::from(by) * f64::from(k)).collect()
        }
        Scheme::Range { .. }
        | Scheme::Scaling(_)
        | Scheme::Translation
        | Scheme::Turns(_)
        | Scheme::Exponential { .. } => vec![0.0],
    }
}
