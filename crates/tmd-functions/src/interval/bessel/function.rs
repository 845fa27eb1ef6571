//! What is known of each of the four functions.

use rug::Float;
use rug::float::Round;

use super::super::Interval;
use super::values::Kind;

/// One of the functions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bessel {
    pub(super) kind: Kind,
    /// 0 or 1.
    pub(super) order: u32,
    /// There is no turning point in (0, x] for this x, which is next to the first one (M. Abramowitz and I. A. Stegun,
    /// *Handbook of Mathematical Functions*, 1964, table 9.5; J_0' = -J_1 and Y_0' = -Y_1).
    pub(super) unturned: f64,
    /// An enclosure of all values. For J these are 1 and the value at the first turning point, widened: at later ones
    /// |J| is smaller, as y² + y'²/(1 - n²/x²) falls for x > n, by Bessel's equation.
    pub(super) range: (f64, f64),
}

pub(super) const J0: Bessel =
    Bessel { kind: Kind::First, order: 0, unturned: 3.8317, range: (-0.402_76, 1.0) };
pub(super) const J1: Bessel =
    Bessel { kind: Kind::First, order: 1, unturned: 1.8411, range: (-0.581_87, 0.581_87) };
pub(super) const Y0: Bessel = Bessel {
    kind: Kind::Second,
    order: 0,
    unturned: 2.1971,
    range: (f64::NEG_INFINITY, f64::INFINITY),
};
pub(super) const Y1: Bessel = Bessel {
    kind: Kind::Second,
    order: 1,
    unturned: 3.6830,
    range: (f64::NEG_INFINITY, f64::INFINITY),
};

impl Bessel {
    /// Values of an enclosure that the function can have.
    pub(super) fn in_range(self, image: Interval) -> Interval {
        let prec = image.prec();
        let (least, largest) = self.range;
        let range = Interval {
            lo: Float::with_val_round(prec, least, Round::Down).0,
            hi: Float::with_val_round(prec, largest, Round::Up).0,
        };
        image.intersect(&range).unwrap_or(image)
    }
}
