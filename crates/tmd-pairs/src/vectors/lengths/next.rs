//! Lengths next to the larger of x and y, because the other is so small.
//!
//! Let x be in [1, 2), u = 2^-p and d = ε·u. The length is less than d above x exactly where y² < 2xd + d². With x = X·2^(1 - p) and
//! y = Y·2^-(p + bits), that is Y² < 4·2^bits·X + 1. The bound of Y² has more than 2p bits: so p significant bits of Y make it an integer near the
//! bound, and the condition is Y² ≤ 4·2^bits·X. Then (y/x)² < 2^(1 - p - bits)·(1 + 2^-p) ≤ 2^(-2p - 1)·(1 + 2^-p), which for p ≥ 6 is below 2^-(p + 6): all of them have the
//! ratio from which on lengths are next to x. Multiplied by a power of two the same holds as long as x is normal; y may be any
//! number of the format. An x below 2^emin has, with this ratio, a length below 2^emin, which is not hard (`mod.rs`).

use super::super::request::Request;
use super::pair::Pair;
use rayon::prelude::*;
use tmd_base::narrow;

/// log2 of the ratio from which on the length is next to the larger number.
pub(super) fn lg_ratio(precision: u32) -> u32 {
    precision / 2 + 3
}

/// Whether the length of a pair is next to its x.
pub(super) fn is_next(request: &Request, pair: &Pair) -> bool {
    let ratio = lg_ratio(request.precision());
    pair.x << pair.gap >= pair.y << ratio
}

/// How many pairs are nearer to the larger number than the threshold.
pub(super) fn count(request: &Request) -> u64 {
    let (p, bits) = (request.precision(), request.bits);
    let half = 1u64 << (p - 1);
    // √(4·2^bits·X) = √(X·2^shift)·2^t with 2·t = bits + 2 - shift; X·2^shift has 2p - 1 or 2p bits, and so the root has p.
    let shift = p - (p + bits) % 2;
    let t = narrow::to_i32((bits + 2 - shift) / 2);
    let most = |x: u64| (x << shift).isqrt();
    // Sums of the bounds of Y without their last j bits.
    let places = narrow::to_usize(p);
    let sums = (half..2 * half)
        .into_par_iter()
        .fold(
            || vec![0u64; places],
            |mut sums, x| {
                let most = most(x);
                sums.iter_mut().enumerate().for_each(|(j, sum)| *sum += most >> j);
                sums
            },
        )
        .reduce(|| vec![0u64; places], |a, b| a.iter().zip(&b).map(|(a, b)| a + b).collect());
    let least = request.last_place();
    let of_exponent = |exponent: i32| {
        // The place of the last bit of the bound.
        let place = exponent + t - narrow::to_i32(p + bits);
        match u64::try_from(place - least) {
            // Numbers of the binades below, and of its own.
            Ok(above) => half * (above + 1) * half + sums[0] - half * half,
            Err(_) => sums.get(narrow::to_usize(least - place)).copied().unwrap_or(0),
        }
    };
    // Each with x and y exchanged, too.
    2 * (request.format.emin..=request.format.emax).map(of_exponent).sum::<u64>()
}
