//! Images of intervals, and compositions with series.

use rug::Float;

use super::super::{Interval, Series};
use super::bounds::{around_zero, moduli};
use super::function::{Bessel, J0};
use super::taylor::FEW_TERMS;
use super::values::is_near;

/// Bits beyond those of the argument, for what the sums lose.
const GUARD_BITS: u32 = 32;

impl Bessel {
    /// The image of an interval, of positive numbers for Y; by an enclosure of the derivative, if there is one already.
    pub(super) fn image(self, x: &Interval, slope: Option<&Interval>) -> Interval {
        let prec = x.prec();
        // J_0 is even.
        let x = if self == J0 { x.abs() } else { x.clone() };
        let x = telling(&x);
        let image = self.image_of_ends(&x, slope).unwrap_or_else(|| self.image_by_terms(&x));
        self.in_range(image.at_prec(prec))
    }

    /// The image, where the function is known to rise or to fall all the way.
    pub(super) fn image_of_ends(self, x: &Interval, slope: Option<&Interval>) -> Option<Interval> {
        let keeps_sign = |slope: &Interval| slope.lo >= 0 || slope.hi <= 0;
        let is_known = is_near(&x.mag())
            && (x.is_point()
                || x.mag() <= self.unturned
                || slope.map_or_else(
                    || keeps_sign(&self.coefficients(&x.at_prec(x.prec() + GUARD_BITS), 1)[1]),
                    keeps_sign,
                ));
        let at = |end: &Float| self.kind.at(self.order, end, x.prec());
        is_known.then(|| if x.is_point() { at(&x.lo) } else { at(&x.lo).hull(&at(&x.hi)) })
    }

    /// An enclosure of the image.
    fn image_by_terms(self, x: &Interval) -> Interval {
        let prec = x.prec();
        let image = self.coefficients(&x.at_prec(prec + GUARD_BITS), 0)[0].at_prec(prec);
        let nearest = x.mig();
        if nearest.is_zero() {
            return image;
        }
        // |J| is below M, too.
        let bound = around_zero(&moduli(&nearest)[self.order as usize], prec);
        image.intersect(&bound).unwrap_or(image)
    }

    /// The composition with a series, whose value is positive for Y.
    pub(super) fn series(self, u: &Series) -> Series {
        let prec = u.value().prec();
        let bits = telling(u.value()).prec() + GUARD_BITS;
        let argument = u.map(|c| c.at_prec(bits));
        let outer = self.coefficients(argument.value(), u.order());
        // Over short intervals the polynomial tells as much as the ends.
        let is_short = (1..=FEW_TERMS).contains(&self.terms(argument.value()));
        let value = match outer.first().filter(|_| is_short) {
            Some(value) => self.in_range(value.at_prec(prec)),
            None => self.image(u.value(), outer.get(1)),
        };
        argument.compose(&outer).map(|c| c.at_prec(prec)).with_value(value)
    }
}

/// An interval with no more bits than tell something. Next to 0 all do: J is so nearly a constant or a multiple of x there that
/// what the interval's width makes of it is less than any rounding.
fn telling(x: &Interval) -> Interval {
    if x.mig() >= 1 { x.telling() } else { x.clone() }
}
