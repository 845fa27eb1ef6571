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
//! domain            2^40 inputs, Taylor model of degree 7 [longest that is proved, up to 2^40 and
//!                   a 16th of the work; least degree that is proved]
//! block             2^33 inputs with one seed, polynomial of degree 5 [length chosen by cost,
//!                   least degree that is proved]
//! stage 0           packet of 2^27 inputs = 2,048 intervals of N = 2^16; 2^6 of them a block
//!                   [chosen by cost]
//!   tables          degree 3; values 1 word (64 fraction bits), slopes 2 words (128 fraction
//!                   bits); moved to an item with 64, 128, 128, 128 fraction bits [least that are
//!                   proved to cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//!                   fastest measured]
//!   threshold 2ε''  0x72000000·2^-52 = 2^-21.17 [proved: the budget below, doubled and rounded up]
//!   survivors       2.92 % of the parts [predicted]
//!   gathered        by a prefix sum over a group (on GPUs) [many are expected]
//! stage 1           interval of 2^16 inputs = κ = 32 sub-intervals of 2^11 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 128, 128, 128 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//!                   fastest measured]
//!   threshold 2ε''  0x1d0000·2^-52 = 2^-31.14 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-20.09 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 2           sub-interval of 2^11 inputs = κ = 32 sub-intervals of 2^6 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 192, 192, 192 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 63-bit integers in 64-bit integer lanes
//!                   [default: the fastest measured]
//!   threshold 2ε''  0x5a0000·2^-63 = 2^-40.51 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-34.45 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 3           sub-interval of 2^6 inputs, each compared [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits); moved to an item with 192, 192,
//!                   192 fraction bits [least that are proved to cost little]
//!   check           comparison of every input
//!   threshold 2ε''  0x420000·2^-64 = 2^-41.96 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-42.00 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//!
//! budget of stage 0: ε'' = 2^-22.17, the sum of
//!   threshold ε                               2^-43.00 [given: the request's --bits]
//!   Taylor remainder                          2^-56.68 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 =
//!                                             2^-368.68 by interval Taylor arithmetic over the
//!                                             span, r = 2^39 half a domain]
//!   Taylor coefficients                       2^-81.00 [proved: each of 8 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  2^-65.09 [proved: terms of degree 6 to 7 over 2^33
//!                                             inputs]
//!   line instead of the curve                 2^-22.17 [proved: best line on L = 2^16 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-50.17, drift over
//!                                             half an item ≤ 2^-75.75]
//!   differences dropped from the tables       2^-49.34 [proved: Newton's remainder at degree 3
//!                                             over 2048 parts: C(2048, 4)·4!·Q_4·L^4]
//!   rounding of the table of values           2^-33.58 [proved: Σ C(2048, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-91.00 [proved: Σ C(2048, m)·2^-128: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-33.98 [proved: coefficients cut to 64, 128, 128,
//!                                             128 fraction bits, times the powers of the item
//!                                             index]
//!   word of the test                          2^-36.00 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 1: ε'' = 2^-32.16, the sum of
//!   threshold ε                               2^-43.00 [given: the request's --bits]
//!   Taylor remainder                          2^-56.68 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 =
//!                                             2^-368.68 by interval Taylor arithmetic over the
//!                                             span, r = 2^39 half a domain]
//!   Taylor coefficients                       2^-81.00 [proved: each of 8 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  2^-65.09 [proved: terms of degree 6 to 7 over 2^33
//!                                             inputs]
//!   line instead of the curve                 2^-32.17 [proved: best line on L = 2^11 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-50.17, drift over
//!                                             half an item ≤ 2^-86.75]
//!   differences dropped from the tables       2^-56.34 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-47.96 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-42.40 [proved: coefficients cut to 128, 128, 128
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-41.00 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 2: ε'' = 2^-41.53, the sum of
//!   threshold ε                               2^-43.00 [given: the request's --bits]
//!   Taylor remainder                          2^-56.68 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 =
//!                                             2^-368.68 by interval Taylor arithmetic over the
//!                                             span, r = 2^39 half a domain]
//!   Taylor coefficients                       2^-81.00 [proved: each of 8 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  2^-65.09 [proved: terms of degree 6 to 7 over 2^33
//!                                             inputs]
//!   line instead of the curve                 2^-42.17 [proved: best line on L = 2^6 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-50.17, drift over
//!                                             half an item ≤ 2^-91.75]
//!   differences dropped from the tables       2^-71.34 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-52.96 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-82.00 [proved: coefficients cut to 192, 192, 192
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-56.98 [proved: slope and offset cut to 63 bits:
//!                                             (N + 1)·2^-63]
//!
//! budget of stage 3: ε'' = 2^-43.00, the sum of
//!   threshold ε                          2^-43.00 [given: the request's --bits]
//!   Taylor remainder                     2^-56.68 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 = 2^-368.68
//!                                        by interval Taylor arithmetic over the span, r = 2^39
//!                                        half a domain]
//!   Taylor coefficients                  2^-81.00 [proved: each of 8 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             2^-65.09 [proved: terms of degree 6 to 7 over 2^33
//!                                        inputs]
//!   differences dropped from the tables  2^-86.41 [proved: Newton's remainder at degree 2 over 64
//!                                        parts: C(64, 3)·3!·Q_3·L^3]
//!   rounding of the table of values      2^-52.98 [proved: Σ C(64, m)·2^-64: an error in
//!                                        difference m grows so over the parts]
//!   rounding while moving to an item     2^-57.00 [proved: coefficients cut to 192, 192, 192
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
}

impl<'a> Survivors<'a> {
    /// Writes to `out` from its beginning.
    pub fn new(out: &'a mut [u64]) -> Self {
        Survivors { out, count: 0 }
    }

    /// Survivors so far; more than `out` holds if it was too short.
    pub fn count(&self) -> usize {
        self.count
    }

    fn push(&mut self, part: u64) {
        if let Some(slot) = self.out.get_mut(self.count) {
            *slot = part;
        }
        self.count += 1;
    }
}
