//! Hard-to-round cases of exp(x): kernel 0 of the plan.
//!
//! ```text
//! tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33
//! ```
//!
//! An HR-case is an input with |g cmod 1| < ε, where g(i) = f(x0 + i·h)/w: f(x) so close to a
//! breakpoint (a multiple of w) that it is hard to round. Stages test ever shorter runs of inputs;
//! what survives the last one is a candidate, which the host confirms with MPFR.
//!
//! ```text
//! function f     exp(x) [given]
//! input format   54 bits with the exponents of x87, p_in = 54 [given]
//! output format  binary64, p = 53, rounding directed: breakpoints have 53 bits, the numbers of
//!                that precision [given]
//! threshold ε    2^-33 of the breakpoint spacing w [given]
//! inputs         [0x1p+0, 0x1.0008p+0): 2^40 inputs, h = 2^-53; 2^1 ≤ |f| ≤ 2^2, w = 2^-51
//!                [proved]
//!
//! domain            2^36 inputs, Taylor model of degree 4 [longest that is proved, up to 2^40 (or
//!                   a block) and a 16th of the work; least degree that is proved]
//! block             2^36 inputs with one seed, polynomial of degree 4 [length chosen by cost,
//!                   least degree that is proved]
//! stage 0           item of 2^36 inputs = 32 packets of T = 2^31; parts of 2^19; 1 items a block
//!                   [chosen by cost]
//!   polynomial      degree 3 in binary64 on a packet; moved to it with 128, 192, 128, 128 fraction
//!                   bits; orders Q = ∛(1/|g''|) < 2^18 [least that are proved to cost little]
//!   check           Farey arcs: the inputs next to each rational slope, solved for [chosen by
//!                   cost]
//!   threshold 2ε''  0x84000000·2^-63 = 2^-31.95 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-12.97 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 1           interval of 2^19 inputs = κ = 32 sub-intervals of 2^14 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 128, 128, 128 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test, quotients by an underestimating reciprocal and one
//!                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//!   threshold 2ε''  0xc00000·2^-52 = 2^-28.41 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-12.50 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 2           sub-interval of 2^14 inputs = κ = 32 sub-intervals of 2^9 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 192, 128, 128 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test, quotients by an underestimating reciprocal and one
//!                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//!   threshold 2ε''  0x108000·2^-52 = 2^-31.95 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-21.06 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 3           sub-interval of 2^9 inputs, each compared [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits); moved to an item with 192, 192,
//!                   128 fraction bits [least that are proved to cost little]
//!   check           comparison of every input
//!   threshold 2ε''  0x108000000·2^-64 = 2^-31.95 [proved: the budget below, doubled and rounded
//!                   up]
//!   survivors       2^-32.00 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//!
//! derivatives  |P^(j)/j!| ≤ 2^-54.55, 2^-109.14, 2^-164.14 for j = 2, 3, … and the polynomial P of
//!              a block [proved: by interval Taylor arithmetic]
//!
//! budget of stage 0: ε'' = 2^-32.97, the sum of
//!   threshold ε                          2^-33.00 [given: the request's --bits]
//!   Taylor remainder                     2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 = 2^-219.46
//!                                        by interval Taylor arithmetic over the span, r = 2^35
//!                                        half a domain]
//!   Taylor coefficients                  2^-81.67 [proved: each of 5 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//!                                        model]
//!   terms dropped in a packet            2^-40.14 [proved: Σ Q_j·T^j from j = 4 on, T = 2^31]
//!   rounding of the packet's polynomial  2^-43.41 [proved: moved to a packet with 128, 192, 128,
//!                                        128 fraction bits, then A cut to 52 bits, the slope to
//!                                        76, B and C rounded to 53 bits below 2^-54 and 2^-109;
//!                                        times the powers of T]
//!   evaluation at an input               2^-39.56 [proved: at most 14 roundings to 2^-53 of
//!                                        numbers below 2^9.44]
//! obligations, so that every input near an integer is evaluated: needed ≤ had
//!   threshold         2^-32.97 ≤ 2^-32.96 [the budget's sum, with what comparing rounds, is within
//!                     ε'']
//!   scaled-curvature  0.6797 ≤ 0.9800 [B, scaled, is below 1: no leading bit is lost]
//!   scaled-cubic      0.4532 ≤ 0.4900 [C, scaled, is below 1/2: its sign is not lost]
//!   curvature         2^-55 ≤ 2^-54.56 [packets that are flatter are left out: none of the range
//!                     is]
//!   distance          2^35.77 ≤ 2^36.32 [how far inputs lie from their vertex, and vertices from
//!                     the packet's first input]
//!   extent            2^36.33 ≤ 2^49 [distances and vertices are integers of 50 bits, exact to an
//!                     eighth]
//!   bend              2^-16.67 ≤ 2^-12 [3|C|·W/B: the kernel reckons with parabolas that are bent
//!                     no more]
//!   straight          2^-12 ≤ 2^-5 [the series of vertex and root are cut where that is small]
//!   bias              2^-13.84 ≤ 2^-10 [K ≥ 0 for every case: I is not above q·P(m) + 1 by more]
//!   exact-class       2^45.44 ≤ 2^50 [I·q_before is exact, and a place to an eighth of an input]
//!   exact-multiple    2^27.44 ≤ 2^31 [the nearest multiple of q is found with 1/q to 2^-8 of q]
//!   exact-slope       524288.0425 ≤ 2^50 [r - q·S₁ is exact]
//!   start             36 ≤ 54 [the walk begins with neighbours about the slope]
//!   spread            2.0007 ≤ 2.1000 [a case is within 2ε''/h of the parabola, h ≥ (1 - b)·B]
//!   root-estimate     1.0166 ≤ 1.0600 [√E comes of an estimate; distances are compared with 1/q to
//!                     2^-39]
//!   reach-factor      1.0161 ≤ 1.0400 [the short way squares distances and finds multiples of q
//!                     roughly]
//!   rough             2^-10.61 ≤ 2^-10.36 [the short way neglects C and takes an estimate for the
//!                     root]
//!   slope-estimate    1.0015 ≤ 1.0100 [1/R is an estimate of an estimate's inverse]
//!   third-order       2.5007 ≤ 3 [z²(1 + sz) = 1 is solved to 5/8·s² by z = 1 - s/2]
//!   class-share       2^-23.56 ≤ 2^-20 [places as multiples of q are rounded]
//!   inverse           2^-39.99 ≤ 2^-39 [1/q is known to 2^-39]
//!   above             2^-38.99 ≤ 2^-38 [(Q + q_before)/q comes out no smaller than it is]
//!   quotient          2^-18.41 ≤ 2^-1 [and larger by less than 1/q: its floor is right]
//!   root              2^-48.20 ≤ 2^-48 [√y is known to 2^-48]
//!   reach             4.1989 ≤ 8 [vertex and y are off by δ, y is raised to 1, places are rounded:
//!                     at first]
//!   fine-reach        1.6888 ≤ 2 [the same after a step of Newton's method]
//!   near              2^-21.62 ≤ 1.0000 [m is next to the first vertex, roots are reckoned from
//!                     the second]
//!
//! budget of stage 1: ε'' = 2^-29.42, the sum of
//!   threshold ε                               2^-33.00 [given: the request's --bits]
//!   Taylor remainder                          2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 =
//!                                             2^-219.46 by interval Taylor arithmetic over the
//!                                             span, r = 2^35 half a domain]
//!   Taylor coefficients                       2^-81.67 [proved: each of 5 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//!                                             Taylor model]
//!   line instead of the curve                 2^-29.55 [proved: best line on L = 2^14 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-53.55, drift over
//!                                             half an item ≤ 2^-88.55]
//!   differences dropped from the tables       2^-52.14 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-44.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-57.64 [proved: coefficients cut to 128, 128, 128
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-37.99 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 2: ε'' = 2^-32.98, the sum of
//!   threshold ε                               2^-33.00 [given: the request's --bits]
//!   Taylor remainder                          2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 =
//!                                             2^-219.46 by interval Taylor arithmetic over the
//!                                             span, r = 2^35 half a domain]
//!   Taylor coefficients                       2^-81.67 [proved: each of 5 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//!                                             Taylor model]
//!   line instead of the curve                 2^-39.55 [proved: best line on L = 2^9 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-53.55, drift over
//!                                             half an item ≤ 2^-93.55]
//!   differences dropped from the tables       2^-67.14 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-49.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-47.95 [proved: coefficients cut to 192, 128, 128
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-42.99 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 3: ε'' = 2^-32.99, the sum of
//!   threshold ε                          2^-33.00 [given: the request's --bits]
//!   Taylor remainder                     2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 = 2^-219.46
//!                                        by interval Taylor arithmetic over the span, r = 2^35
//!                                        half a domain]
//!   Taylor coefficients                  2^-81.67 [proved: each of 5 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//!                                        model]
//!   differences dropped from the tables  2^-82.15 [proved: Newton's remainder at degree 2 over 512
//!                                        parts: C(512, 3)·3!·Q_3·L^3]
//!   rounding of the table of values      2^-46.99 [proved: Σ C(512, m)·2^-64: an error in
//!                                        difference m grows so over the parts]
//!   rounding while moving to an item     2^-57.00 [proved: coefficients cut to 192, 192, 128
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
