//! All pairs of significands whose length is nearer to a breakpoint than the threshold, and not exact.
//!
//! In units of 2^-p, x = 2X is an even integer and so is a breakpoint m from 2^(p + 1) on; below, m is any integer. y² is
//! Y²/2^s with s = 2k - 2. The length is between m - δ and m + δ' exactly where
//!
//! T - q + η < Y² < T + q' + η', with T = (m² - x²)·2^s, q = 2mδ·2^s, η = δ²·2^s, likewise q' and η'.
//!
//! δ is 2^-bits up to m = 2^(p + 1) and twice that above, as the spacing is that of the side on which the length lies; δ' is 2^-bits below
//! m = 2^(p + 1) and twice that from there on. As k ≤ ⌊p/2⌋ + 3 and bits ≥ p + 2, η ≤ 2^(s + 2 - 2·bits) is below 1; and q is a multiple of δ·2^(s + 1) > η.
//! Hence no integer is above T - q and at most T - q + η, and none is above T + q' and below T + q' + η'. So Y² is from ⌊T - q⌋ + 1 to ⌊T + q'⌋, and
//! where it is T the length is exact.
//!
//! q and q' are below 1 for all m < 2√2·2^p if 2k < bits - p - 1: then only exact lengths are so near. They are for m < 2^(p + 1) if
//! 2k ≤ bits - p: then only larger m matter.

use super::super::request::Request;
use super::next;
use super::pair::Pair;
use rayon::prelude::*;

/// Lengths near breakpoints, of one gap.
struct Row {
    precision: u32,
    bits: u32,
    gap: u32,
}

/// All pairs, ascending by gap, x and y.
pub(crate) fn all(request: &Request) -> Vec<Pair> {
    let (p, bits) = (request.precision(), request.bits);
    let first = bits.saturating_sub(p + 1).div_ceil(2).max(1);
    let mut found = vec![];
    for gap in first..=next::lg_ratio(p) {
        let all = (1u64 << (p - 1)..1 << p).into_par_iter();
        found.par_extend(all.flat_map_iter(|x| row(request, x, gap)));
    }
    found
}

/// Those with an x and a gap.
pub(super) fn row(request: &Request, x: u64, gap: u32) -> Vec<Pair> {
    Row { precision: request.precision(), bits: request.bits, gap }.of(x)
}

impl Row {
    /// Those with an x.
    fn of(&self, x: u64) -> Vec<Pair> {
        let (p, s) = (self.precision, 2 * self.gap - 2);
        let two = 1u64 << (p + 1);
        // At most (2^(p + 1) - 2)² + (2^p - 1)² < 2^51; y² in units of 2^-2p is a multiple of 2^(2p - 2 - s), an integer.
        let square = 4 * x * x;
        let least = 1u64 << (2 * p - 2);
        let most = ((1u64 << p) - 1).pow(2);
        // The least breakpoint next to a length.
        let mut m = (square + (least >> s)).isqrt();
        if 2 * self.gap <= self.bits - p {
            m = m.max(two);
        }
        if m > two {
            m -= m % 2;
        }
        let mut found = vec![];
        loop {
            // At most `most` and what one or two breakpoints more add, 2·m·2·2^s < 2^(2p + 9).
            let target = (m * m - square) << s;
            let below = Scaled::new(m, i64::from(s + 1) - self.place(m <= two));
            let above = Scaled::new(m, i64::from(s + 1) - self.place(m < two));
            let from = (target + 1).saturating_sub(below.ceil);
            if from > most {
                return found;
            }
            let to = (target + above.floor).min(most);
            let from = from.max(least);
            let mut y = to.isqrt();
            while y * y >= from {
                if y * y != target {
                    found.push(Pair { x, y, gap: self.gap, breakpoint: m });
                }
                y -= 1;
            }
            m += if m < two { 1 } else { 2 };
        }
    }

    /// The δ of a side is 2^-place.
    fn place(&self, is_below_two: bool) -> i64 {
        i64::from(self.bits) - i64::from(!is_below_two)
    }
}

/// An integer times a power of two, rounded to integers.
struct Scaled {
    floor: u64,
    ceil: u64,
}

impl Scaled {
    /// The power is at most 2^8, and the integer below 2^28.
    fn new(integer: u64, exponent: i64) -> Scaled {
        match u32::try_from(exponent) {
            Ok(exponent) => {
                let whole = integer << exponent;
                Scaled { floor: whole, ceil: whole }
            }
            Err(_) => {
                let places = exponent.unsigned_abs().min(63);
                let floor = integer >> places;
                let is_whole = floor << places == integer;
                Scaled { floor, ceil: floor + u64::from(!is_whole) }
            }
        }
    }
}
