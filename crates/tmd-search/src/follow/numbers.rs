//! Integers of a residue class, which say what inputs of a grid lie on a line.

use rug::{Integer, Rational};

/// The integers n = first + k·apart, k = 0, 1, … of which there are so many.
pub(super) struct Numbers {
    pub(super) first: Integer,
    pub(super) apart: Integer,
    pub(super) count: Integer,
}

impl Numbers {
    /// The integers n for which x + n·step is a multiple of a unit, as a class: the least that is not negative, the distance and
    /// no count.
    pub(super) fn on_grid(x: &Rational, step: &Rational, unit: &Rational) -> Option<Numbers> {
        // x + n·step ≡ 0 modulo unit, all multiplied by what makes them integers. Most x are far too fine for that: no sum of
        // multiples of step and unit has a denominator beyond theirs.
        let denominator = Integer::from(step.denom().lcm_ref(unit.denom()));
        if !denominator.is_divisible(x.denom()) {
            return None;
        }
        let whole = |r: &Rational| Rational::from(r * &denominator).into_numer_denom().0;
        let (x, step, unit) = (whole(x), whole(step), whole(unit));
        let common = Integer::from(step.gcd_ref(&unit));
        if !x.is_divisible(&common) {
            return None;
        }
        let (x, step, unit) = (x / &common, step / &common, unit / common);
        let first = match unit == 1 {
            true => Integer::new(),
            false => (-x * step.invert(&unit).ok()?).div_rem_euc(unit.clone()).1,
        };
        Some(Numbers { first, apart: unit, count: Integer::new() })
    }

    /// Those of the class between two integers, if there are any.
    pub(super) fn between(self, least: &Rational, most: &Rational) -> Option<Numbers> {
        let (least, most) = (least.numer(), most.numer());
        let rest = Integer::from(&self.first - least).div_rem_euc(self.apart.clone()).1;
        let first = rest + least;
        if first > *most {
            return None;
        }
        let count = Integer::from(most - &first) / &self.apart + 1u32;
        Some(Numbers { first, apart: self.apart, count })
    }
}
