//! Powers of many bases, n by n, and which of them are near to a number of a grid.
//!
//! A power is one multiplication in binary64 further than the one before. Bases that are no numbers of binary64 (1 + x, 1/x) are rounded
//! once, or twice (1/(1 + x)). With u = 2^-53, a computed n-th power is (1 + δ) times the true one with |δ| ≤ (1 + u)^(3n) - 1: at most
//! 2n roundings of the base, each of them n times, and n - 1 of products. For n ≤ 1024 that is less than 3n·u·(1 + 2^-40), hence less than
//! 3n + 1 units of the 53rd bit of the computed one. All numbers are normal ones of binary64 as long as a power is in reach.

use crate::grid::{Grid, power_of_two};
use tmd_base::narrow;

/// Bases that are multiplied together.
pub(crate) const LANES: usize = 16;
/// Bits of a fraction in binary64.
const FRACTION: u32 = 52;

/// A base and an n whose power is near to a number of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    /// Which of the bases.
    pub(crate) lane: usize,
    /// The exponent.
    pub(crate) n: u32,
}

/// How far from a number of the grid a power may be to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    /// 2^-bits of the unit in the last place of the grid.
    OfLastPlace {
        /// The bits.
        bits: u32,
    },
    /// n·2^-bits of the power itself.
    OfPower {
        /// The bits.
        bits: u32,
    },
}

/// What powers are compared with.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    grid: Grid,
    spread: Spread,
    /// Below and from these on, powers are out of reach.
    reach: [f64; 2],
    /// From here on numbers of the grid are normal.
    normal: f64,
    /// In units of the 53rd bit of a power, by n: how near to a normal number of the grid it must be.
    near: Vec<u64>,
}

impl Walk {
    /// Of powers up to the `last`-th.
    pub(crate) fn new(grid: Grid, spread: Spread, last: u32) -> Walk {
        let (emin, above) = grid.ends();
        let reach = [power_of_two(grid.last_place(emin) - 1), power_of_two(above)];
        let mut walk = Walk { grid, spread, reach, normal: power_of_two(emin), near: vec![] };
        // In [1, 2) that unit is 2^-52. More than half of the grid's unit is all of it.
        let most = 1u64 << (FRACTION - grid.precision());
        let unit = power_of_two(-narrow::to_i32(FRACTION));
        walk.near = (0..=last)
            .map(|n| match (walk.tolerance(2.0, n) / unit).ceil() {
                units if units < narrow::exact(most) => narrow::whole(units),
                _ => most,
            })
            .collect();
        walk
    }

    /// How far from a number of the grid the computed power `power` may be if the true one is as near as the spread says: with what
    /// rounding may have added, and more for the rounding here. `power` may be up to twice as large as the one that is meant.
    fn tolerance(&self, power: f64, n: u32) -> f64 {
        let n = f64::from(n);
        let two_to_minus = |bits: u32| power_of_two(-narrow::to_i32(bits));
        let spread = match self.spread {
            Spread::OfLastPlace { bits } => {
                let exponent = self.exponent_below(power);
                power_of_two(self.grid.last_place(exponent)) * two_to_minus(bits)
            }
            Spread::OfPower { bits } => n * two_to_minus(bits) * power,
        };
        (spread + (3.0 * n + 2.0) * two_to_minus(53) * power) * (1.0 + two_to_minus(20))
    }

    /// ⌊log2⌋ of a power that is not a power of two; of 2^e it is e - 1.
    fn exponent_below(&self, power: f64) -> i32 {
        narrow::to_i32((power.to_bits() - 1) >> FRACTION) - 1023
    }

    /// The n from `first` on for which a power of one of the bases is near to a number of the grid. The bases ascend or descend.
    pub(crate) fn group(&self, bases: &[f64; LANES], first: u32, hits: &mut Vec<Hit>) {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
                // SAFETY: the processor has these instructions.
                return unsafe { self.with_avx512(bases, first, hits) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has these instructions.
                return unsafe { self.with_avx2(bases, first, hits) };
            }
        }
        self.powers(bases, first, hits);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512dq")]
    fn with_avx512(&self, bases: &[f64; LANES], first: u32, hits: &mut Vec<Hit>) {
        self.powers(bases, first, hits);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn with_avx2(&self, bases: &[f64; LANES], first: u32, hits: &mut Vec<Hit>) {
        self.powers(bases, first, hits);
    }

    /// The same operations for every set of instructions, and so the same hits: there are no fused ones.
    #[inline(always)]
    fn powers(&self, bases: &[f64; LANES], first: u32, hits: &mut Vec<Hit>) {
        let mask = (1u64 << (FRACTION + 1 - self.grid.precision())) - 1;
        let [low, high] = self.reach;
        let mut powers = [1.0; LANES];
        for (n, &near) in (0u32..).zip(&self.near).skip(1) {
            for (power, base) in powers.iter_mut().zip(bases) {
                *power *= base;
            }
            // Powers ascend or descend as the bases do.
            let [a, b] = [powers[0], powers[LANES - 1]];
            let (least, most) = if a < b { (a, b) } else { (b, a) };
            if least >= high || most < low {
                return;
            }
            if n < first {
                continue;
            }
            if least < self.normal || most >= high {
                self.each(&powers, n, hits);
                continue;
            }
            let mut is_any = false;
            for power in &powers {
                is_any |= power.to_bits().wrapping_add(near) & mask <= 2 * near;
            }
            if is_any {
                self.each(&powers, n, hits);
            }
        }
    }

    /// Looks at each power by itself.
    #[cold]
    fn each(&self, powers: &[f64; LANES], n: u32, hits: &mut Vec<Hit>) {
        let near = (0..).zip(powers).filter(|(_, power)| self.is_near(**power, n));
        hits.extend(near.map(|(lane, _)| Hit { lane, n }));
    }

    /// Whether a power may be as near to a number of the grid as the spread says.
    fn is_near(&self, power: f64, n: u32) -> bool {
        let [low, high] = self.reach;
        if !(low..high).contains(&power) {
            return false;
        }
        let exponent = narrow::to_i32(power.to_bits() >> FRACTION) - 1023;
        let unit = power_of_two(self.grid.last_place(exponent));
        // Exact: a scaling by a power of two, and a difference of what has the same last bit.
        let place = power / unit;
        let nearest = place.round();
        nearest >= 1.0 && (place - nearest).abs() * unit <= self.tolerance(2.0 * power, n)
    }
}
