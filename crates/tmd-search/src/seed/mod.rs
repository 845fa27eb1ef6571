//! The starting words of a block: from a domain's Taylor model to the seed that its kernels read.
//!
//! Everything here is exact integer arithmetic on numbers scaled by 2^scale, except for the Taylor
//! coefficients themselves (enclosed, see [`DomainModel::new`]) and the final cut to words.

mod words;
mod wrapped;

use crate::plan::{ModelBudget, Plan, SearchSpan, Span};
use rug::{Float, Integer, Rational};
use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_design::design::KernelPlan;
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
}
