//! Reduced bases of the lattice of functions that are flat on an arc.
//!
//! A vector (q, r, m) stands for F = q·G(t) + r·t - r·β - σ·v on the inputs of a binade, σ = m + r·α: an input of index v from the middle
//! and phase t has an F that is q·G modulo 1 (`docs/mathematics.md`, "Arcs of phases").

use rug::ops::DivRounding;
use rug::{Complete, Integer};

/// A vector.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Vector {
    pub(crate) q: Integer,
    pub(crate) r: Integer,
    pub(crate) m: Integer,
}

/// How long vectors are: what each of their terms lets F vary by on an arc, as integers of a common unit.
pub(crate) struct Weights {
    /// 2^`slope_bits` times the slope of G.
    pub(crate) slope: Integer,
    /// Bits of its fraction.
    pub(crate) slope_bits: u32,
    /// α in units of 2^-[`crate::inputs::PHASE_BITS`].
    pub(crate) step: Integer,
    /// A unit of q, of q·slope + r, and of σ.
    pub(crate) units: [Integer; 3],
}

impl Weights {
    /// q·slope + r, in units of 2^-`slope_bits`.
    pub(crate) fn rho(&self, vector: &Vector) -> Integer {
        (&vector.q * &self.slope).complete() + Integer::from(&vector.r << self.slope_bits)
    }

    /// m + r·α, in units of 2^-[`crate::inputs::PHASE_BITS`].
    pub(crate) fn sigma(&self, vector: &Vector) -> Integer {
        Integer::from(&vector.m << crate::inputs::PHASE_BITS) + (&vector.r * &self.step).complete()
    }

    fn coordinates(&self, vector: &Vector) -> [Integer; 3] {
        let [q, rho, sigma] = &self.units;
        [(&vector.q * q).complete(), self.rho(vector) * rho, self.sigma(vector) * sigma]
    }

    /// A basis that every lattice has: of vectors that are long.
    pub(crate) fn trivial(&self) -> [Vector; 3] {
        let half = Integer::from(1) << self.slope_bits >> 1u32;
        let r = -((&self.slope + half) >> self.slope_bits);
        let of = |q: u32, r: Integer| {
            let half = Integer::from(1) << (crate::inputs::PHASE_BITS - 1);
            let m = -(((&r * &self.step).complete() + half) >> crate::inputs::PHASE_BITS);
            Vector { q: Integer::from(q), r, m }
        };
        [
            Vector { q: Integer::ZERO, r: Integer::ZERO, m: Integer::from(1) },
            of(0, Integer::from(1)),
            of(1, r),
        ]
    }

    /// A reduced basis of the same lattice: no vector gets shorter by multiples of one other.
    pub(crate) fn reduced(&self, basis: [Vector; 3]) -> [Vector; 3] {
        let mut all = basis.map(|own| (self.coordinates(&own), own));
        loop {
            all.sort_by_cached_key(|(own, _)| dot(own, own));
            let mut is_reduced = true;
            for (long, short) in [(1, 0), (2, 0), (2, 1)] {
                let (head, tail) = all.split_at_mut(long);
                let (short, long) = (&head[short], &mut tail[0]);
                let times = nearest(dot(&long.0, &short.0), dot(&short.0, &short.0));
                if times != 0 {
                    is_reduced = false;
                    for (own, other) in long.0.iter_mut().zip(&short.0) {
                        *own -= &times * other;
                    }
                    let (own, other) = (&mut long.1, &short.1);
                    own.q -= &times * &other.q;
                    own.r -= &times * &other.r;
                    own.m -= &times * &other.m;
                }
            }
            if is_reduced {
                return all.map(|(_, own)| own);
            }
        }
    }
}

fn dot(a: &[Integer; 3], b: &[Integer; 3]) -> Integer {
    a.iter().zip(b).map(|(a, b)| (a * b).complete()).sum()
}

/// The integer that is nearest to a quotient, b > 0.
fn nearest(a: Integer, b: Integer) -> Integer {
    let half: Integer = 2 * a + &b;
    half.div_floor(2 * b)
}
