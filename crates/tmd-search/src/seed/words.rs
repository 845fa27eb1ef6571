//! The words that kernels read, from a block's polynomial: exact but for the cut to words.

use super::BlockPolynomial;
use super::wrapped::{Numbers, words_for};
use crate::plan::order;
use rug::Integer;
use rug::integer::Order;
use tmd_base::narrow;
use tmd_design::design::{ArcsPlan, Check, KernelPlan, ORDERS, Quantity, StagePlan};

impl BlockPolynomial {
    /// The seeds of all stages.
    pub fn seeds(&self, plan: &KernelPlan) -> Vec<Vec<u64>> {
        plan.stages.iter().map(|stage| self.seed(stage)).collect()
    }

    /// The words that a stage's kernel reads: for each quantity its coefficients in the item index,
    /// highest degree first, each least word first.
    fn seed(&self, stage: &StagePlan) -> Vec<u64> {
        if let Check::Arcs(arcs) = &stage.check {
            return self.arcs(stage, arcs);
        }
        let parts = Parts::new(self, stage);
        let mut words = Vec::with_capacity(stage.seed_words());
        parts.value(self.scale, stage, &mut words);
        // In units of a part's slope, or not.
        let scale = self.scale + parts.lg_divisor(stage);
        for (order, quantity) in (1..).zip(&stage.differences) {
            parts.difference(order, quantity, scale, &mut words);
        }
        words
    }

    /// The seed of a search by Farey arcs: P^(m)/m! as polynomials in the packet's index, those of
    /// order 2 and 3 scaled; of -P where P'' < 0. The order of the Farey sequence comes last.
    fn arcs(&self, stage: &StagePlan, arcs: &ArcsPlan) -> Vec<u64> {
        let lg_packet = arcs.packet_inputs.ilog2();
        let zero = Integer::new();
        let curvature = self.coefficients.get(2).unwrap_or(&zero);
        let shifts = [0, 0, arcs.curvature_shift, arcs.cubic_shift];
        // What is divided needs bits above the point.
        let above = shifts.into_iter().min().map_or(0, |least| least.min(0).unsigned_abs());
        let numbers = Numbers::scaled(&self.coefficients, 0, words_for(self.scale + above));
        let mut sum = numbers.no_sum();
        let mut words = Vec::with_capacity(stage.seed_words());
        let quantities = std::iter::once(&stage.value).chain(&stage.differences);
        for (m, (quantity, shift)) in quantities.zip(shifts).enumerate() {
            for i in (0..=quantity.degree).rev() {
                sum.clear();
                sum.add(&numbers, i + m, BINOMIALS[i + m][m]);
                if curvature.is_negative() {
                    sum.negate();
                }
                let shift = narrow::to_i32(lg_packet * narrow::to_u32(i)) + shift;
                sum.cut(first_bit(self.scale, shift, quantity), quantity.words, &mut words);
            }
        }
        words.push(order(arcs, curvature, self.scale));
        words
    }
}

/// The first bit that a quantity keeps of a number in units of 2^-scale that is still to be multiplied by 2^shift.
fn first_bit(scale: u32, shift: i32, quantity: &Quantity) -> i64 {
    i64::from(scale) - i64::from(shift) - 64 * narrow::to_i64(quantity.words)
}

/// A block's polynomial in units of a stage's parts.
struct Parts {
    /// c_j·L^j, L the length of a part.
    coefficients: Numbers,
    /// log2 of L.
    lg_part: u32,
    /// log2 of the parts of an item.
    lg_parts: u32,
}

impl Parts {
    fn new(block: &BlockPolynomial, stage: &StagePlan) -> Parts {
        let lg_part = stage.part_inputs.ilog2();
        let lg_parts = stage.item_inputs().ilog2() - lg_part;
        // So many that multiples of 1 are 0 in the finest units that are asked for.
        let width = words_for(block.scale + EXTRA.max(lg_part));
        let coefficients = Numbers::scaled(&block.coefficients, lg_part, width);
        Parts { coefficients, lg_part, lg_parts }
    }

    /// log2 of what differences are divided by: for an existence test, slopes are an input's.
    fn lg_divisor(&self, stage: &StagePlan) -> u32 {
        match stage.check {
            Check::Exists { .. } => self.lg_part,
            Check::Arcs(_) | Check::Compare { .. } => 0,
        }
    }

    /// The value at the item's first part, with ε'' and, for an existence test, the best line's
    /// offset -Z·L²/16, Z the second derivative in the middle of the item, as a polynomial in the item index.
    fn value(&self, scale: u32, stage: &StagePlan, words: &mut Vec<u64>) {
        let fine = scale + EXTRA;
        let (mut value, mut bend) = (self.coefficients.no_sum(), self.coefficients.no_sum());
        // A kernel may provide for more coefficients than the polynomial has: those are zero.
        for i in (0..=stage.value.degree).rev() {
            value.clear();
            value.add(&self.coefficients, i, 1);
            value.double(EXTRA);
            if let Check::Exists { .. } = stage.check {
                // Z in units of an item: from its start to its middle by Horner's rule, an item being a power of two of parts.
                bend.clear();
                for j in (i + 2..self.coefficients.len()).rev() {
                    bend.double(self.lg_parts - 1);
                    bend.add(&self.coefficients, j, (j * (j - 1)) as u64 * BINOMIALS[j - 2][i]);
                }
                // /16, exactly: EXTRA is 4.
                value.subtract(&bend);
            }
            if i == 0 {
                value.add_integer(&half_threshold(&stage.check, fine));
            }
            let shift = narrow::to_i32(self.lg_parts * narrow::to_u32(i));
            value.cut(first_bit(fine, shift, &stage.value), stage.value.words, words);
        }
    }

    /// The forward difference of the given order over the parts, in units of 2^-scale, as a polynomial in the item index:
    /// Δ^m (k·I + u)^j at u = 0 is Σ_i C(j,i) (k·I)^i m! S(j-i, m) with Stirling numbers of the second kind S, for items of k parts.
    fn difference(&self, order: usize, quantity: &Quantity, scale: u32, words: &mut Vec<u64>) {
        let mut sum = self.coefficients.no_sum();
        for i in (0..=quantity.degree).rev() {
            sum.clear();
            for j in i + order..self.coefficients.len() {
                let factor = BINOMIALS[j][i] * SURJECTIONS[j - i][order];
                sum.add(&self.coefficients, j, factor);
            }
            let shift = narrow::to_i32(self.lg_parts * narrow::to_u32(i));
            sum.cut(first_bit(scale, shift, quantity), quantity.words, words);
        }
    }
}

/// ε'' in units of 2^-scale.
fn half_threshold(check: &Check, scale: u32) -> Integer {
    match check {
        Check::Exists { test, threshold } => {
            Integer::from(threshold / 2) << (scale - test.word.bits())
        }
        Check::Arcs(_) => Integer::new(),
        Check::Compare { threshold } => {
            let bits = 64 * narrow::to_u32(threshold.len());
            let half = Integer::from_digits(threshold, Order::Lsf) >> 1u32;
            // A table may be finer than the model's scale. ε'' fits all the same, as it must, for no
            // bound has room for more: with c coefficient bits ε'' ≥ 2^(1-c), so that a threshold,
            // which has at most 7 significant bits, is a multiple of 2^(bits-4-c), half of it one of
            // 2^(bits-5-c), and scale ≥ c + 6. A threshold of another form loses bits upward.
            match scale >= bits {
                true => half << (scale - bits),
                false => {
                    let lost = bits - scale;
                    let up = !half.is_divisible_2pow(lost);
                    (half >> lost) + u32::from(up)
                }
            }
        }
    }
}

/// Bits below the model's scale, for the division by 16 in the best line's offset.
const EXTRA: u32 = 4;

/// Numbers for each pair of orders, the first up to the highest of a model.
type Table = [[u64; ORDERS + 1]; ORDERS + 1];

/// Binomial coefficients.
const BINOMIALS: Table = binomials();

/// m!·S(n, m), for n and m: maps of n things onto m. Together with a binomial coefficient C(j, j - n), j ≤ 15, below 2^51.
const SURJECTIONS: Table = surjections();

const fn binomials() -> Table {
    let mut table = [[0; ORDERS + 1]; ORDERS + 1];
    let mut n = 0;
    while n <= ORDERS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The n-th thing goes to one of m, to which others go, or not.
const fn surjections() -> Table {
    let mut table = [[0; ORDERS + 1]; ORDERS + 1];
    table[0][0] = 1;
    let mut n = 1;
    while n <= ORDERS {
        let mut m = 1;
        while m <= n {
            table[n][m] = (table[n - 1][m - 1] + table[n - 1][m]) * m as u64;
            m += 1;
        }
        n += 1;
    }
    table
}
