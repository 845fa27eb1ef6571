//! The starting words of a block: from a domain's Taylor model to the seed that its kernels read.
//!
//! Everything here is exact integer arithmetic on numbers scaled by 2^scale, except for the Taylor
//! coefficients themselves (enclosed, see [`DomainModel::new`]) and the final cut to words.

use crate::plan::ModelBudget;
use crate::plan::order;
use crate::plan::{Plan, SearchSpan, Span, words_of};
use rug::{Assign, Float, Integer, Rational};
use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_design::design::{ArcsPlan, Check, KernelPlan, ORDERS, StagePlan};
use tmd_functions::interval::Interval;
use tmd_functions::language::{FunctionSpec, Segment};
use tmd_runtime::{Block, Error};

/// The Taylor polynomial of g about the centre of a domain.
#[derive(Clone, Debug)]
pub struct DomainModel {
    /// c_j·2^scale, t in inputs from the centre.
    coefficients: Vec<Integer>,
    scale: u32,
    /// Index of the centre in the segment.
    centre: u64,
}

impl DomainModel {
    /// The model for `inputs` (at most the planned domain). Each coefficient is within
    /// 2^-[`ModelBudget::coefficient_bits`]·r^-j of the true one, r half the planned domain.
    ///
    /// # Errors
    /// If the coefficients cannot be enclosed that tightly at any sensible precision.
    pub fn new(
        spec: &FunctionSpec,
        segment: &Segment,
        span: &SearchSpan,
        inputs: &Range<u64>,
    ) -> Result<Self, Diag> {
        let model = &span.model;
        let centre = inputs.start + (inputs.end - inputs.start) / 2;
        let lg_r = model.lg_half();
        let degree = model.degree;
        let bits = model.coefficient_bits;
        let scale = model.scale();
        let x = segment.x(centre);
        let mut prec = 2 * scale.max(128);
        while prec <= 1 << 15 {
            let series = spec
                .series(&Interval::from_rational(&x, prec), degree)
                .map_err(|error| spec.diagnose(&error))?;
            let rounded: Option<Vec<Integer>> = series
                .iter()
                .enumerate()
                .map(|(j, c)| {
                    let lg_tolerance = -bits - 1 - narrow::to_i32(lg_r) * narrow::to_i32(j);
                    let shift = segment.ulp * narrow::to_i32(j) - span.spacing;
                    round_coefficient(c, shift, scale, lg_tolerance)
                })
                .collect();
            if let Some(coefficients) = rounded {
                return Ok(DomainModel { coefficients, scale, centre });
            }
            prec *= 2;
        }
        Err(Diag::new(
            DiagKind::Unsupported,
            format!("the Taylor coefficients of {} cannot be enclosed tightly", spec.canonical()),
        ))
    }

    /// A model of the planned degree whose coefficients are known already, in units of 2^-[`ModelBudget::scale`], each to within two;
    /// `centre` is the index of the centre among the inputs that blocks are of.
    pub fn known(model: &ModelBudget, coefficients: Vec<Integer>, centre: u64) -> Self {
        DomainModel { coefficients, scale: model.scale(), centre }
    }

    /// Calls `visit` for each block of some inputs of the domain, for a kernel with its index; `tag` is of a block's first input.
    ///
    /// # Errors
    /// What `visit` returns.
    pub fn visit_blocks(
        &self,
        budget: &ModelBudget,
        (kernel, index): (&KernelPlan, usize),
        inputs: &Range<u64>,
        tag: impl Fn(u64) -> u64,
        visit: &mut dyn FnMut(Block) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let item_inputs = kernel.stages[0].item_inputs();
        let mut first = inputs.start;
        while first < inputs.end {
            let count = kernel.block_inputs.min(inputs.end - first);
            visit(Block {
                kernel: index,
                seeds: self.block(budget, first).seeds(kernel),
                items: count.div_ceil(item_inputs),
                inputs: count,
                tag: tag(first),
            })?;
            first += count;
        }
        Ok(())
    }

    /// The polynomial about a block's first input, cut to the block's degree.
    pub fn block(&self, model: &ModelBudget, first: u64) -> BlockPolynomial {
        let tau = Integer::from(first) - self.centre;
        let mut coefficients = self.coefficients.clone();
        // Horner's rule repeated: after round i, entry i is the moved coefficient.
        for i in 0..coefficients.len() {
            for j in (i..coefficients.len() - 1).rev() {
                if let [low, high] = &mut coefficients[j..j + 2] {
                    *low += &*high * &tau;
                }
            }
        }
        coefficients.truncate(model.block_degree + 1);
        BlockPolynomial { coefficients, scale: self.scale }
    }
}

/// The polynomial of the block that begins `offset` inputs after the first of a span, a multiple of the
/// block's length.
///
/// # Errors
/// As [`DomainModel::new`].
pub fn block(
    plan: &Plan,
    span: &Span,
    search: &SearchSpan,
    offset: u64,
) -> Result<BlockPolynomial, Diag> {
    let length = search.model.domain_inputs;
    let domain = span.inputs.start + offset / length * length;
    let inputs = domain..span.inputs.end.min(domain + length);
    let model = DomainModel::new(&plan.spec, &plan.segments[span.segment], search, &inputs)?;
    Ok(model.block(&search.model, span.inputs.start + offset))
}

/// The middle of an enclosure times 2^shift, in units of 2^-scale; `None` if the enclosure is wider
/// than 2^lg_tolerance (after the shift).
fn round_coefficient(
    coefficient: &Interval,
    shift: i32,
    scale: u32,
    lg_tolerance: i32,
) -> Option<Integer> {
    let width = coefficient.width() << shift;
    if width > (Float::with_val(2, 1) << lg_tolerance) {
        return None;
    }
    let middle = coefficient.mid() << (shift + narrow::to_i32(scale));
    middle.to_integer()
}

/// The polynomial of a block: t counts inputs from the block's first one.
#[derive(Clone, Debug)]
pub struct BlockPolynomial {
    coefficients: Vec<Integer>,
    scale: u32,
}

impl BlockPolynomial {
    /// Its value at input `t` of the block, exactly.
    pub fn at(&self, t: u64) -> Rational {
        let horner = |value: Integer, c: &Integer| value * t + c;
        Rational::from(self.coefficients.iter().rev().fold(Integer::new(), horner)) >> self.scale
    }

    /// Its coefficients, from the constant one up, exactly.
    pub fn coefficients(&self) -> Vec<Rational> {
        self.coefficients.iter().map(|c| Rational::from(c) >> self.scale).collect()
    }

    /// The same polynomial, moved by a constant so that its value at input `t` is nearly `value`: within
    /// a unit of its own scale.
    pub fn planted(&self, t: u64, value: &Rational) -> BlockPolynomial {
        let moved = (value - self.at(t)) << self.scale;
        let mut planted = self.clone();
        planted.coefficients[0] += moved.round().numer();
        planted
    }

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
        let mut words = Vec::with_capacity(stage.seed_words());
        let value = self.value(stage);
        push_words(&mut words, &value, stage.value.words, self.scale + EXTRA);
        let lg_part = stage.part_inputs.ilog2();
        for (m, quantity) in stage.differences.iter().enumerate() {
            let (order, divisor) = match stage.check {
                Check::Exists { .. } => (m + 1, lg_part),
                Check::Arcs(_) | Check::Compare { .. } => (m + 1, 0),
            };
            let difference = self.difference(stage, order, quantity.degree);
            push_words(&mut words, &difference, quantity.words, self.scale + EXTRA + divisor);
        }
        words
    }

    /// The seed of a search by Farey arcs: P^(m)/m! as polynomials in the packet's index, those of
    /// order 2 and 3 scaled; of -P where P'' < 0. The order of the Farey sequence comes last.
    fn arcs(&self, stage: &StagePlan, arcs: &ArcsPlan) -> Vec<u64> {
        let lg_packet = arcs.packet_inputs.ilog2();
        let zero = Integer::new();
        let coefficient = |j: usize| self.coefficients.get(j).unwrap_or(&zero);
        let falls = coefficient(2).is_negative();
        let derivative = |m: usize, degree: usize| -> Vec<Integer> {
            (0..=degree)
                .map(|i| {
                    let term = Integer::from(coefficient(i + m) * BINOMIALS[i + m][m])
                        << (lg_packet * narrow::to_u32(i));
                    if falls { -term } else { term }
                })
                .collect()
        };
        let mut words = Vec::with_capacity(stage.seed_words());
        let quantities = std::iter::once(&stage.value).chain(&stage.differences);
        let shifts = [0, 0, arcs.curvature_shift, arcs.cubic_shift];
        for (m, (quantity, shift)) in quantities.zip(shifts).enumerate() {
            let scaled =
                derivative(m, quantity.degree).into_iter().map(|c| c << shift).collect::<Vec<_>>();
            push_words(&mut words, &scaled, quantity.words, self.scale);
        }
        words.push(order(arcs, coefficient(2), self.scale));
        words
    }

    /// The value at the item's first part, with ε'' and, for an existence test, the best line's
    /// offset -Z·L²/16, Z the second derivative in the middle of the item. In units of
    /// 2^-(scale + EXTRA).
    fn value(&self, stage: &StagePlan) -> Vec<Integer> {
        let degree = self.coefficients.len() - 1;
        // A kernel may provide for more coefficients than the polynomial has: those are zero.
        let mut value = self.difference(stage, 0, stage.value.degree);
        let lg_item = stage.item_inputs().ilog2();
        let scale = self.scale + EXTRA;
        match &stage.check {
            Check::Exists { test, threshold } => {
                let lg_part = stage.part_inputs.ilog2();
                let mut term = Integer::new();
                for (i, entry) in value.iter_mut().enumerate() {
                    for j in i + 2..=degree {
                        let curvature = (j * (j - 1)) as u64 * BINOMIALS[j - 2][i];
                        term.assign(&self.coefficients[j] * curvature);
                        // From the item's start to its middle; an item has a power of two of inputs.
                        let moved = (lg_item - 1) * narrow::to_u32(j - 2 - i);
                        term <<= moved + 2 * lg_part + narrow::to_u32(i) * lg_item;
                        // /16, exactly: EXTRA is 4.
                        *entry -= &term;
                    }
                }
                value[0] += Integer::from(threshold / 2) << (scale - test.word.bits());
            }
            Check::Arcs(_) => {}
            Check::Compare { threshold } => {
                let bits = 64 * narrow::to_u32(threshold.len());
                let half = Integer::from_digits(threshold, rug::integer::Order::Lsf) >> 1u32;
                // A table may be finer than the model's scale. ε'' fits all the same, as it must, for no
                // bound has room for more: with c coefficient bits ε'' ≥ 2^(1-c), so that a threshold,
                // which has at most 7 significant bits, is a multiple of 2^(bits-4-c), half of it one of
                // 2^(bits-5-c), and scale ≥ c + 6. A threshold of another form loses bits upward.
                value[0] += match scale >= bits {
                    true => half << (scale - bits),
                    false => {
                        let lost = bits - scale;
                        let up = !half.is_divisible_2pow(lost);
                        (half >> lost) + u32::from(up)
                    }
                };
            }
        }
        value
    }

    /// The forward difference of the given order over the parts, as a polynomial in the item index
    /// of the given degree: Δ^m (k·I + u·L)^j at u = 0 is Σ_i C(j,i) (k·I)^i L^(j-i) m! S(j-i, m)
    /// with Stirling numbers of the second kind S. In units of 2^-(scale + EXTRA).
    fn difference(&self, stage: &StagePlan, order: usize, degree: usize) -> Vec<Integer> {
        let lg_item = stage.item_inputs().ilog2();
        let lg_part = stage.part_inputs.ilog2();
        let mut term = Integer::new();
        (0..=degree)
            .map(|i| {
                let mut sum = Integer::new();
                for j in i + order..self.coefficients.len() {
                    term.assign(
                        &self.coefficients[j] * (BINOMIALS[j][i] * SURJECTIONS[j - i][order]),
                    );
                    term <<= lg_part * narrow::to_u32(j - i);
                    sum += &term;
                }
                sum << (lg_item * narrow::to_u32(i) + EXTRA)
            })
            .collect()
    }
}

/// Bits below the model's scale, for the division by 16 in the best line's offset.
const EXTRA: u32 = 4;

/// Cuts each coefficient (in units of 2^-scale) to 64·words fraction bits modulo 1.
fn push_words(words: &mut Vec<u64>, coefficients: &[Integer], count: usize, scale: u32) {
    let bits = 64 * narrow::to_u32(count);
    for coefficient in coefficients.iter().rev() {
        // A right shift rounds towards minus infinity.
        let cut = match scale >= bits {
            true => Integer::from(coefficient >> (scale - bits)),
            false => Integer::from(coefficient << (bits - scale)),
        };
        words.extend(words_of(&cut.keep_bits(bits), count));
    }
}

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
