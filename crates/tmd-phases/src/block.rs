//! A block: some thousands of arcs of phases, with all that is the same for them, and bounds of what is off.
//!
//! On the arc of centre t, half as long as τ/2 on both sides, an input of phase t + z·τ/2 and index v·h from the middle (|z|, |v| ≤ 1) has
//! F = f + ρ·z + w·z² - σ·v, in turns: f is F in the centre, ρ its slope, w the bend, q·G''/2·(τ/2)², and σ what v adds.

use crate::inputs::{Inputs, PHASE_BITS, modulo_one, point, to_f64};
use crate::lattice::{Vector, Weights};
use rug::{Complete, Float, Integer};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_design::phases::{PhasesPlan, ROUNDING, TABLE_BITS, UNIT_BITS, USABLE};
use tmd_functions::interval::Interval;
use tmd_functions::language::FunctionSpec;

/// The most arcs of a block: those that a kernel has room for.
const MOST_ARCS: u64 = PhasesPlan::STANDARD.arcs();
/// Lattice points that an arc holds, on average: the longer arcs are, the fewer there are, but the more must be cut.
const POINTS: f64 = 0.06;
/// Precision of values.
const PREC: u32 = 320;
/// So many arcs or fewer are made as long as their piece.
const FEW: f64 = 16.0;
/// Arcs are not shorter: so G' still has units of at most 1, and F may vary by some turns.
const SHORTEST: f64 = 1.0 / (1u64 << 54) as f64;
/// G'' may change by this share of itself on an arc that has more inputs than so many.
const MOST_CHANGE: f64 = 0.0625;
const FEW_INPUTS: f64 = 64.0;
/// Precisions of the coefficients at the centre of a block, and the share of ε that they may be off by.
const CENTER_PRECISIONS: [u32; 4] = [PHASE_BITS + 8, 656, 1312, 2624];
const KNOWN: f64 = 1.0 / 1024.0;
/// A function whose second derivative is a smaller share of it, as a power of two, is a straight line as far as values are known.
const STRAIGHT: i32 = -200;
/// The most units of a term of a vector: 9 times as many, after a step, are below 2^63.
const MOST_UNITS: f64 = (1u64 << 59) as f64 * 0.8;
/// The most turns that F may vary by a term of a vector, where units are small enough.
const LONGEST: f64 = 8192.0;

/// What is searched.
pub(crate) struct Search<'a> {
    /// The function of the phase.
    pub(crate) spec: &'a FunctionSpec,
    pub(crate) inputs: &'a Inputs,
    /// log2 of the breakpoint spacing.
    pub(crate) spacing: i32,
    /// Cases are nearer to a breakpoint than this share of the spacing.
    pub(crate) epsilon: f64,
}

/// How long arcs are to be; what is chosen here is bounded elsewhere.
pub(crate) struct Chosen {
    /// As a part of a period.
    pub(crate) length: f64,
    /// The same, even if that is shorter than arcs can be.
    pub(crate) wanted: f64,
    /// The bend that counts, of G''/2.
    bend: f64,
}

/// How long arcs are to be from a phase on, where the Taylor coefficients of G have these sizes and so much of a period is left.
pub(crate) fn chosen(half: f64, sizes: &[f64], left: f64) -> Chosen {
    let longest = |bend: f64| (2.0 * POINTS / (half * bend)).cbrt().min(left * 1.01);
    let mut bend = sizes[2] + 3.0 * sizes[3] * longest(sizes[2].max(1.0)).max(SHORTEST);
    // Where G'' and the third derivative are near to 0, higher terms bend the curve.
    let by_higher = |length: f64, (power, ways): (u8, f64)| {
        let own = 2.0 * POINTS / (half * ways * sizes[usize::from(power)]);
        length.min(own.powf(1.0 / f64::from(power + 1)))
    };
    let mut length = [(4, 6.0), (5, 10.0)].into_iter().fold(longest(bend), by_higher);
    // Next to an inflection, arcs are so short that G'' is nearly constant, or have few inputs.
    let change = |length: f64| {
        length * (3.0 * sizes[3] + length * (6.0 * sizes[4] + length * 10.0 * sizes[5]))
    };
    while change(length) > sizes[2] * MOST_CHANGE && length * 2.0 * half > FEW_INPUTS {
        length /= 2.0;
        bend = sizes[2];
    }
    Chosen { length: length.max(SHORTEST), wanted: length, bend }
}

/// A block of arcs.
pub(crate) struct Block {
    /// The centre of the first arc, in units of 2^-[`PHASE_BITS`].
    pub(crate) first: Integer,
    /// The length of an arc, τ, likewise.
    pub(crate) arc: Integer,
    /// How many arcs there are: none where the lattice is too skew for the errors of sums of vectors to be bounded.
    pub(crate) arcs: u32,
    /// F grows by ρ times so much, shifted to the left, in units of 2^-64, from one arc to the next.
    pub(crate) length: u64,
    pub(crate) shift: u32,
    /// G modulo 1 in the centre, in units of 2^-128, and its differences.
    pub(crate) value: [u128; 5],
    /// G' in the centre and its differences, in units of 2^-(slope bits + [`TABLE_BITS`]), modulo 2^128.
    pub(crate) slope: [u128; 4],
    /// What a unit of q, ρ and σ is in turns: of the bend, and of the terms at |z| = 1 and |v| = 1.
    pub(crate) units: [f64; 3],
    /// What a unit of q counts, in turns, where vectors are made shorter: the bend, or more where ε is not small beside it.
    pub(crate) weight: f64,
    /// What F may be off by, for each unit of q; and what is added.
    pub(crate) slack: [f64; 2],
    /// The most turns that F may vary by a term of a vector.
    pub(crate) longest: f64,
    /// Half of the inputs, as v counts them.
    pub(crate) half: f64,
    /// About how many inputs an arc has.
    pub(crate) inputs: f64,
    /// The basis at the first arc.
    pub(crate) basis: Basis,
    weights: Weights,
}

/// A basis as integers: q, ρ and σ in units, F in units of 2^-64 turns, modulo 1.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Basis {
    pub(crate) q: [i64; 3],
    pub(crate) rho: [i64; 3],
    pub(crate) sigma: [i64; 3],
    pub(crate) f: [u64; 3],
}

impl Search<'_> {
    /// How many inputs an arc may have where ε is not small.
    ///
    /// A vector leaves a strip of an arc, q·ε wide where its other terms are about t turns. Vectors whose q counts K·ε or more are such that q·ε is
    /// t/K: two of them leave a share 1/K² of the arc, if a point of the lattice with |G| < K·ε modulo 1 lies there. Of N inputs there
    /// are 2·N·K·ε such points. With N = K² about one input is visited for each, and N·K·ε is what [`POINTS`] allows.
    fn most_inputs(&self) -> f64 {
        (POINTS / (2.0 * self.epsilon)).powf(2.0 / 3.0)
    }

    fn series(&self, phase: &Interval, order: usize) -> Result<Vec<Interval>, Diag> {
        let all = self.spec.series(phase, order).map_err(|error| self.spec.diagnose(&error))?;
        Ok(all.iter().map(|own| own.shifted(-self.spacing)).collect())
    }

    /// The block that begins at a phase; it ends at the end of the piece or before.
    ///
    /// # Errors
    /// If the function has no series there, or is a straight line.
    pub(crate) fn block(
        &self,
        from: &Integer,
        to: &Integer,
        last: Option<[Vector; 3]>,
    ) -> Result<Block, Diag> {
        let left = to_f64(&(to - from).complete());
        let half = narrow::about(self.inputs.half());
        // Orientation: what is chosen here is bounded below.
        let about = self.series(&point(from), 5)?;
        let about: Vec<f64> = about.iter().map(|own| own.mid().to_f64().abs()).collect();
        let Chosen { length, bend, .. } = chosen(half, &about, left);
        let tau = length.min((self.most_inputs() / (2.0 * half)).max(SHORTEST));
        // The last arc of a piece ends near to its end: beyond may be a pole.
        let count = (left / tau).ceil();
        let tau = if count <= FEW { (left / count).max(SHORTEST) } else { tau };
        let exponent = exponent_of(tau);
        // 16 to 31 units.
        let unit_bits = narrow::to_u32(4 - exponent);
        let length = narrow::whole((tau * 2f64.powi(4 - exponent)).ceil());
        let arc = Integer::from(length) << (PHASE_BITS - unit_bits);
        let tau = length as f64 * 2f64.powi(exponent - 4);
        let arcs = (left / tau)
            .ceil()
            .min(((self.epsilon / 4.0).max(1e-13) / about[5]).powf(0.2) / tau)
            .min(bend / (3.0 * about[3]) / 64.0 / tau)
            .min((bend / (6.0 * about[4]) / 64.0).sqrt() / tau)
            .min(narrow::about(MOST_ARCS))
            .max(1.0) as u32;

        let first = from + (&arc / 2u32).complete();
        // Where there are no bounds, as next to an end of the domain, inputs are visited.
        let Some((arcs, hull)) = self.hull(from, &arc, arcs) else {
            return Ok(Block::unknown(first, arc));
        };
        let span = f64::from(arcs) * tau;
        let Some((center, unknown)) = self.center(&first, span, tau) else {
            return Ok(Block::unknown(first, arc));
        };
        if is_straight(&hull[2], &hull[0]) {
            return Err(straight(self.spec, from));
        }
        let rest = above(&hull[5].mag());
        let bends = [below(hull[2].lo()), above(hull[2].hi())];
        let middle = (bends[0] + bends[1]) / 2.0;
        let spread = (bends[1] - bends[0]) / 2.0 * 1.001;
        // Next to an inflection, a number that is not 0 stands for all bends: none is farther from it than twice the spread.
        let (middle, spread) = match middle.abs() < spread {
            true => (spread.copysign(middle), spread * 2.001),
            false => (middle, spread),
        };
        let square = (tau / 2.0).powi(2);
        // Where there is hardly a bend, a larger one stands for it, so that q is an integer of 64 bits where its term is short enough.
        let least = LONGEST / MOST_UNITS / square;
        let (middle, spread) = match middle.abs() < least {
            true => (least.copysign(middle), spread + least * 1.001),
            false => (middle, spread),
        };

        // As `most_inputs` has it.
        let least_weight = self.epsilon * (2.0 * half * tau).sqrt();

        // ρ·τ/2 of a turn is about 2^UNIT_BITS units.
        let slope_bits =
            narrow::to_u32((UNIT_BITS - 1 + exponent).min(64 - narrow::to_i32(unit_bits)).max(0));
        let sigma_bits = UNIT_BITS + exponent_of(half);
        let (value, slope, whole_slope) = tables(&center, tau, slope_bits);
        let weights = Weights {
            units: [
                integer((middle.abs().max(spread) * square).max(least_weight), 0),
                integer(tau / 2.0, -narrow::to_i32(slope_bits)),
                integer(half, -narrow::to_i32(PHASE_BITS)),
            ],
            slope: whole_slope,
            slope_bits,
            step: self.inputs.step.clone(),
        };
        let vectors = weights.reduced(last.unwrap_or_else(|| weights.trivial()));
        let units = [
            middle * square,
            tau / 2.0 * 2f64.powi(-narrow::to_i32(slope_bits)),
            half * 2f64.powi(-sigma_bits),
        ];
        let Some(basis) = self.basis(&vectors, &weights, &center[0], &first, sigma_bits) else {
            return Ok(Block::unknown(first, arc));
        };
        let longest = units.iter().fold(LONGEST, |most, unit| most.min(unit.abs() * MOST_UNITS));
        let growth = growth(&basis, &units, longest, arcs, middle.abs() + spread, tau);
        let off_by_q = self.epsilon * 1.001
            // G, by its table and by the rest of its series.
            + rest * span.powi(5) + 2f64.powi(-63)
            // The slope, by rounding, and by the rest of its series.
            + (2f64.powi(-narrow::to_i32(slope_bits)) * 0.51 + 5.0 * rest * span.powi(4)) * tau / 2.0
            // The bend.
            + spread * square
            // The coefficients at the centre.
            + unknown;
        let off = growth.unwrap_or_default() * (2f64.powi(-63) + units[2]) + ROUNDING;
        Ok(Block {
            first,
            arc,
            arcs: if growth.is_some() { arcs } else { 0 },
            length,
            shift: 64 - slope_bits - unit_bits,
            value,
            slope,
            weight: units[0].abs().max(least_weight),
            units,
            slack: [off_by_q * 1.001, off],
            longest,
            half,
            inputs: 2.0 * half * tau,
            basis,
            weights,
        })
    }

    /// The Taylor coefficients at the centre of the first arc, and by how many turns G and, on half an arc, its slope are off at most within `span`
    /// because only enclosures of them are known: at a precision by which that is nothing beside ε, as values of which much has cancelled need. None
    /// where no precision is enough.
    fn center(&self, place: &Integer, span: f64, tau: f64) -> Option<(Vec<Interval>, f64)> {
        CENTER_PRECISIONS.into_iter().find_map(|prec| {
            let center = self.series(&point(place).at_prec(prec), 4).ok()?;
            let width = |own: &Interval| above(&own.width());
            let powers = center.iter().zip([1, 2, 3, 4, 5]);
            let value: f64 = powers.clone().map(|(own, j)| width(own) * span.powi(j - 1)).sum();
            let slope = powers
                .skip(1)
                .map(|(own, j)| f64::from(j - 1) * width(own) * span.powi(j - 2) * tau / 2.0);
            let unknown = (value + slope.sum::<f64>()) * 1.001;
            (unknown <= self.epsilon * KNOWN).then_some((center, unknown))
        })
    }

    /// The Taylor coefficients on some arcs, and how many these are: fewer where there are no bounds on all of them.
    fn hull(&self, from: &Integer, arc: &Integer, mut arcs: u32) -> Option<(u32, Vec<Interval>)> {
        while arcs > 0 {
            let end = from + (arc * arcs).complete();
            if let Ok(hull) = self.series(&point(from).hull(&point(&end)), 5) {
                return Some((arcs, hull));
            }
            arcs /= 2;
        }
        None
    }

    /// A basis as integers; none if they are no integers of 64 bits.
    fn basis(
        &self,
        vectors: &[Vector; 3],
        weights: &Weights,
        value: &Interval,
        phase: &Integer,
        sigma_bits: i32,
    ) -> Option<Basis> {
        let value = scaled(&value.mid(), PHASE_BITS);
        let away = (phase - &self.inputs.middle).complete();
        let mut basis = Basis::default();
        for (k, vector) in vectors.iter().enumerate() {
            let f = (&vector.q * &value).complete() + (&vector.r * &away).complete();
            basis.f[k] = (modulo_one(f) >> (PHASE_BITS - 64)).to_u64().unwrap_or_default();
            basis.q[k] = vector.q.to_i64()?;
            basis.rho[k] = weights.rho(vector).to_i64()?;
            basis.sigma[k] =
                (weights.sigma(vector) >> (narrow::to_i32(PHASE_BITS) - sigma_bits)).to_i64()?;
        }
        Some(basis)
    }
}

/// Whether a Taylor coefficient is nothing beside the value, as far as that is known.
pub(crate) fn is_straight(coefficient: &Interval, value: &Interval) -> bool {
    coefficient.mag() <= value.mag() << STRAIGHT
}

/// The error where there are straight lines.
pub(crate) fn straight(function: &FunctionSpec, from: &Integer) -> Diag {
    let message =
        format!("{}: a straight line, or constant, next to x = {:.6}", function.text, to_f64(from));
    Diag::new(DiagKind::Unsupported, message).help(
        "x is the phase here, and arcs of phases need a curve: leave these phases out with --phases",
    )
}

impl Block {
    /// A block of which nothing is known: it has no arcs, so that the inputs of one are visited.
    fn unknown(first: Integer, arc: Integer) -> Block {
        let weights = Weights {
            slope: Integer::ZERO,
            slope_bits: 0,
            step: Integer::ZERO,
            units: [Integer::ZERO, Integer::ZERO, Integer::ZERO],
        };
        Block {
            first,
            arc,
            arcs: 0,
            length: 0,
            shift: 0,
            value: [0; 5],
            slope: [0; 4],
            units: [0.0; 3],
            weight: 0.0,
            slack: [0.0; 2],
            longest: 0.0,
            half: 0.0,
            inputs: 0.0,
            basis: Basis::default(),
            weights,
        }
    }

    /// The vectors of a basis whose slopes are those at the first arc and `grown` units more.
    pub(crate) fn vectors(&self, basis: &Basis, grown: i128) -> [Vector; 3] {
        let slope = &self.weights.slope + Integer::from(grown);
        [0, 1, 2].map(|k| {
            let q = Integer::from(basis.q[k]);
            let r = (Integer::from(basis.rho[k]) - &q * &slope) >> self.weights.slope_bits;
            let turns = (&r * &self.weights.step).complete();
            let half = Integer::from(1) << (PHASE_BITS - 1);
            Vector { q, m: -((turns + half) >> PHASE_BITS), r }
        })
    }
}

/// The differences of G modulo 1 and of its slope from arc to arc, and the slope in units.
fn tables(center: &[Interval], tau: f64, slope_bits: u32) -> ([u128; 5], [u128; 4], Integer) {
    let terms: Vec<Float> = center.iter().map(Interval::mid).collect();
    let slopes: Vec<Float> = terms
        .iter()
        .enumerate()
        .skip(1)
        .map(|(power, own)| Float::with_val(PREC, own * power as u32))
        .collect();
    let at = |terms: &[Float], arc: u32| {
        let place = Float::with_val(PREC, tau) * arc;
        terms.iter().rev().fold(Float::new(PREC), |sum, term| sum * &place + term)
    };
    let low = |own: Integer| own.keep_bits(128).to_u128().unwrap_or_default();
    let values = [0, 1, 2, 3, 4].map(|arc| scaled(&at(&terms, arc), 128));
    let slopes = [0, 1, 2, 3].map(|arc| scaled(&at(&slopes, arc), slope_bits + TABLE_BITS));
    let whole = rounded(&slopes[0]);
    (differences(values).map(low), differences(slopes).map(low), whole)
}

/// A slope of the table, in units.
fn rounded(slope: &Integer) -> Integer {
    ((Integer::from(1) << (TABLE_BITS - 1)) + slope) >> TABLE_BITS
}

/// A slope of the table in units, modulo 2^64.
pub(crate) fn slope_units(slope: u128) -> u64 {
    (slope.wrapping_add(1 << (TABLE_BITS - 1)) >> TABLE_BITS) as u64
}

/// The differences of a polynomial's first values.
fn differences<const N: usize>(mut values: [Integer; N]) -> [Integer; N] {
    for order in 1..N {
        for k in (order..N).rev() {
            let before = values[k - 1].clone();
            values[k] -= before;
        }
    }
    values
}

/// How much larger the errors of vectors of [`USABLE`] turns can be than those of the basis at the first arc, of which they are sums:
/// the sum of their coordinates, by Cramer's rule. None where that is too large to be known.
fn growth(
    basis: &Basis,
    units: &[f64; 3],
    most: f64,
    arcs: u32,
    bend: f64,
    tau: f64,
) -> Option<f64> {
    let [q, rho, sigma] = units;
    let rows = [0, 1, 2]
        .map(|k| [basis.q[k] as f64 * q, basis.rho[k] as f64 * rho, basis.sigma[k] as f64 * sigma]);
    let longest = rows.iter().flatten().fold(0.0, |most: f64, own| most.max(own.abs()));
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let dot = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let dual = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])];
    let volume = dot(rows[0], dual[0]).abs();
    // Products of three terms are off by 2^-50 of themselves at most: the volume is known to a thousandth.
    if longest > most || volume < longest.powi(3) * 1e-12 {
        return None;
    }
    // At the first arc, the slope of a vector differs by q times what G' grows by.
    let grown = 2.0 * bend * f64::from(arcs) * tau * (tau / 2.0) / (q.abs());
    let sizes = [USABLE, USABLE * (1.0 + grown), USABLE];
    let sum: f64 = dual.iter().map(|own| dot(own.map(f64::abs), sizes)).sum();
    Some(sum / volume * 1.01)
}

/// A number in units of 2^-`bits`, rounded to nearest.
fn scaled(number: &Float, bits: u32) -> Integer {
    (number.clone() << bits).to_integer().unwrap_or_default()
}

/// A positive number times 2^`exponent` as an integer of the weights' unit.
fn integer(number: f64, exponent: i32) -> Integer {
    /// Weights are in units of 2^-so many bits.
    const BITS: i32 = 64 + PHASE_BITS as i32;
    (Float::with_val(53, number) << (BITS + exponent)).to_integer().unwrap_or_default()
}

/// ⌊log2⌋ of a positive number.
fn exponent_of(number: f64) -> i32 {
    narrow::floor(number.log2())
}

fn above(number: &Float) -> f64 {
    number.to_f64_round(rug::float::Round::Up)
}

fn below(number: &Float) -> f64 {
    number.to_f64_round(rug::float::Round::Down)
}
