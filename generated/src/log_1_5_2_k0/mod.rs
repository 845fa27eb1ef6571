//! Hard-to-round cases of log(x): kernel 0 of the plan.
//!
//! ```text
//! tmd-codegen gen log --range 1.5,2
//! ```
//!
//! An HR-case is an input with |g cmod 1| < ε, where g(i) = f(x0 + i·h)/w: f(x) so close to a
//! breakpoint (a multiple of w) that it is hard to round. Stages test ever shorter runs of inputs;
//! what survives the last one is a candidate, which the host confirms with MPFR.
//!
//! ```text
//! function f     log(x) [given]
//! input format   binary64, p_in = 53 [given]
//! output format  binary64, p = 53, rounding all: breakpoints have 54 bits, numbers and midpoints
//!                [given]
//! threshold ε    2^-43 of the breakpoint spacing w [chosen for a few hundred cases]
//! inputs         [0x1.8p+0, 0x1.a61298e1e069cp+0): 669,781,059,307,164 inputs, h = 2^-52; 2^-2 ≤
//!                |f| ≤ 2^-1, w = 2^-55 [proved]
//!
//! domain            2^41 inputs, Taylor model of degree 7 [longest that is proved, up to 2^40 (or
//!                   a block) and a 16th of the work; least degree that is proved]
//! block             2^41 inputs with one seed, polynomial of degree 7 [length chosen by cost,
//!                   least degree that is proved]
//! stage 0           item of 2^35 inputs = 32 packets of T = 2^30; parts of 2^18; 2^6 items a block
//!                   [chosen by cost]
//!   polynomial      degree 3 in binary64 on a packet; moved to it with 128, 192, 128, 128 fraction
//!                   bits; orders Q = ∛(4/|g''|) < 2^18 [least that are proved to cost little]
//!   check           Farey arcs: the inputs next to each rational slope, solved for [chosen by
//!                   cost]
//!   threshold 2ε''  0x7c00000·2^-63 = 2^-36.04 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-18.06 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 1           interval of 2^18 inputs = κ = 32 sub-intervals of 2^13 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 256, 192, 192 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test, quotients by an underestimating reciprocal and one
//!                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//!   threshold 2ε''  0x1d00000·2^-52 = 2^-27.14 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-12.24 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 2           sub-interval of 2^13 inputs = κ = 32 sub-intervals of 2^8 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 256, 256, 256 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test, quotients by an underestimating reciprocal and one
//!                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//!   threshold 2ε''  0x7800·2^-52 = 2^-37.09 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-27.17 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 3           sub-interval of 2^8 inputs, each compared [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits); moved to an item with 320, 320,
//!                   256 fraction bits [least that are proved to cost little]
//!   check           comparison of every input
//!   threshold 2ε''  0x440000·2^-64 = 2^-41.91 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-41.95 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//!
//! budget of stage 0: ε'' = 2^-37.05, the sum of
//!   threshold ε                          2^-43.00 [given: the request's --bits]
//!   Taylor remainder                     2^-48.67 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 = 2^-368.67
//!                                        by interval Taylor arithmetic over the span, r = 2^40
//!                                        half a domain]
//!   Taylor coefficients                  2^-80.99 [proved: each of 8 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//!                                        model]
//!   terms dropped in a packet            2^-37.33 [proved: Σ Q_j·T^j from j = 4 on, T = 2^30]
//!   rounding of the packet's polynomial  2^-43.66 [proved: moved to a packet with 128, 192, 128,
//!                                        128 fraction bits, then A cut to 52 bits, the slope to
//!                                        77, B and C rounded to 53 bits below 2^-51 and 2^-104;
//!                                        times the powers of T]
//!   evaluation at an input               2^-39.79 [proved: at most 14 roundings to 2^-53 of
//!                                        numbers below 2^9.21]
//!
//! budget of stage 1: ε'' = 2^-28.16, the sum of
//!   threshold ε                               2^-43.00 [given: the request's --bits]
//!   Taylor remainder                          2^-48.67 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 =
//!                                             2^-368.67 by interval Taylor arithmetic over the
//!                                             span, r = 2^40 half a domain]
//!   Taylor coefficients                       2^-80.99 [proved: each of 8 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//!                                             Taylor model]
//!   line instead of the curve                 2^-28.16 [proved: best line on L = 2^13 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-50.16, drift over
//!                                             half an item ≤ 2^-84.75]
//!   differences dropped from the tables       2^-50.33 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-45.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-35.95 [proved: coefficients cut to 256, 192, 192
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-38.99 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 2: ε'' = 2^-38.09, the sum of
//!   threshold ε                               2^-43.00 [given: the request's --bits]
//!   Taylor remainder                          2^-48.67 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 =
//!                                             2^-368.67 by interval Taylor arithmetic over the
//!                                             span, r = 2^40 half a domain]
//!   Taylor coefficients                       2^-80.99 [proved: each of 8 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//!                                             Taylor model]
//!   line instead of the curve                 2^-38.16 [proved: best line on L = 2^8 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-50.16, drift over
//!                                             half an item ≤ 2^-89.75]
//!   differences dropped from the tables       2^-65.33 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-50.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-59.99 [proved: coefficients cut to 256, 256, 256
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-43.99 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 3: ε'' = 2^-42.95, the sum of
//!   threshold ε                          2^-43.00 [given: the request's --bits]
//!   Taylor remainder                     2^-48.67 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 = 2^-368.67
//!                                        by interval Taylor arithmetic over the span, r = 2^40
//!                                        half a domain]
//!   Taylor coefficients                  2^-80.99 [proved: each of 8 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//!                                        model]
//!   differences dropped from the tables  2^-80.35 [proved: Newton's remainder at degree 2 over 256
//!                                        parts: C(256, 3)·3!·Q_3·L^3]
//!   rounding of the table of values      2^-48.99 [proved: Σ C(256, m)·2^-64: an error in
//!                                        difference m grows so over the parts]
//!   rounding while moving to an item     2^-76.00 [proved: coefficients cut to 320, 320, 256
//!                                        fraction bits, times the powers of the item index]
//! ```
//!
//! A block shares one seed (the host makes it: `seed` holds the words of one stage). The first
//! stage is given the items 0, 1, … of the block; the surviving part indices of a stage are the
//! items of the next; those of the last are inputs, counted from the block's first.

#![allow(unexpected_cfgs, reason = "tmd_level selects one level of a bundle compiled alone")]

#[cfg(all(target_arch = "x86_64", not(any(tmd_level = "avx512", tmd_level = "portable"))))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", not(any(tmd_level = "avx2", tmd_level = "portable"))))]
pub mod avx512;
#[cfg(all(target_arch = "x86_64", not(any(tmd_level = "avx512", tmd_level = "portable"))))]
mod lanes_avx2;
#[cfg(all(target_arch = "x86_64", not(any(tmd_level = "avx2", tmd_level = "portable"))))]
mod lanes_avx512;
#[cfg(not(any(tmd_level = "avx2", tmd_level = "avx512")))]
mod lanes_portable;
#[cfg(not(any(tmd_level = "avx2", tmd_level = "avx512")))]
pub mod portable;

/// Where surviving parts are written.
pub struct Survivors<'a> {
    out: &'a mut [u64],
    count: usize,
    /// The loop that has passed its bound, from 1; 0 if none has.
    overrun: usize,
}

impl<'a> Survivors<'a> {
    /// Writes to `out` from its beginning.
    pub fn new(out: &'a mut [u64]) -> Self {
        Survivors { out, count: 0, overrun: 0 }
    }

    /// What a stage returns: survivors so far, more than `out` holds if it was too short; or, if a
    /// loop has passed its bound, `usize::MAX` less the loop's number.
    pub fn outcome(&self) -> usize {
        match self.overrun {
            0 => self.count,
            number => usize::MAX - number,
        }
    }

    /// Whether a loop has passed its bound: nothing that was written is of use then.
    pub fn has_overrun(&self) -> bool {
        self.overrun != 0
    }

    /// A loop is about to pass its bound.
    #[cold]
    #[allow(dead_code, reason = "kernels without a loop")]
    fn overrun(&mut self, number: usize) {
        self.overrun = number;
    }

    fn push(&mut self, part: u64) {
        if let Some(slot) = self.out.get_mut(self.count) {
            *slot = part;
        }
        self.count += 1;
    }
}
