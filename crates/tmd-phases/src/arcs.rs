//! The arcs of a block, one by one: most are left out because a vector's F comes near to no integer.

use crate::block::{Basis, Block, USABLE, slope_units};
use crate::inputs::Inputs;
use crate::lattice::Vector;
use crate::visit::inputs_within;
use rug::{Float, Integer};

/// Boxes with shorter sides are not cut further: they are far larger than what binary64 does not tell apart.
const SMALLEST: f64 = 1.0 / (1u64 << 44) as f64;
/// The most boxes that wait: each is cut in two as often as its sides can be halved.
const MOST_BOXES: usize = 128;
/// The slack of a vector that is not used.
const UNKNOWN: f64 = 1e9;

/// Precision of the ends of boxes.
const PREC: u32 = 384;

/// What a block gives.
#[derive(Default)]
pub(crate) struct Found {
    /// Inputs that may be cases.
    pub(crate) candidates: Vec<u64>,
    /// Arcs that were looked at.
    pub(crate) arcs: u64,
    /// Boxes that the arcs were cut into.
    pub(crate) boxes: u64,
    /// Arcs whose inputs are candidates, all of them, because a lattice was too skew.
    pub(crate) skew: u64,
}

/// A box of phases and indices, from -1 to 1 each.
#[derive(Clone, Copy)]
struct Part {
    z: f64,
    v: f64,
    /// Half of its sides.
    half_z: f64,
    half_v: f64,
}

/// The vectors of a basis on an arc, in turns; and one that is nothing, for four are as fast as three.
struct Waves {
    f: [f64; 4],
    rho: [f64; 4],
    sigma: [f64; 4],
    bend: [f64; 4],
    /// What F may be off by; more than a turn where that is not known.
    slack: [f64; 4],
}

impl Waves {
    /// Whether F of each vector comes near to an integer in a box, or may do so.
    #[inline(always)]
    fn meet(&self, part: &Part) -> bool {
        let mut is_far = false;
        for k in 0..4 {
            let slope = self.rho[k] + 2.0 * self.bend[k] * part.z;
            let center =
                self.f[k] + (self.rho[k] + self.bend[k] * part.z) * part.z - self.sigma[k] * part.v;
            // The bend adds from 0 to 2·half.
            let half = self.bend[k] * (0.5 * part.half_z * part.half_z);
            let middle = center + half;
            let reach = slope.abs() * part.half_z
                + self.sigma[k].abs() * part.half_v
                + half.abs()
                + self.slack[k];
            is_far |= (middle - nearest(middle)).abs() > reach;
        }
        !is_far
    }
}

/// The integer that is nearest to a number below 2^51.
#[inline(always)]
fn nearest(number: f64) -> f64 {
    /// Numbers of binary64 from here on are integers.
    const FROM: f64 = 6_755_399_441_055_744.0;
    (number + FROM) - FROM
}

/// Looks at all arcs of a block. Where a vector of the basis becomes too long, the rest is left.
///
/// Returns the basis after them and where the next block begins.
pub(crate) fn look(block: &Block, inputs: &Inputs, found: &mut Found) -> ([Vector; 3], Integer) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw,avx2,fma,bmi2,lzcnt")]
        fn at_avx512(block: &Block, inputs: &Inputs, found: &mut Found) -> ([Vector; 3], Integer) {
            look_anyhow(block, inputs, found)
        }
        if tmd_runtime::Level::Avx512.is_available() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { at_avx512(block, inputs, found) };
        }
    }
    look_anyhow(block, inputs, found)
}

#[inline(always)]
fn look_anyhow(block: &Block, inputs: &Inputs, found: &mut Found) -> ([Vector; 3], Integer) {
    let mut basis = block.basis;
    let mut value = block.value;
    let mut slope = block.slope;
    let mut slope_now = slope_units(slope[0]);
    let mut grown = 0i128;
    let mut done = 0;
    while done < block.arcs {
        reduce(&mut basis, &block.units);
        let (waves, longest) = waves(&basis, block);
        if longest > block.longest {
            break;
        }
        look_at_arc(&waves, block, done, inputs, found);
        done += 1;
        // The next centre.
        let value_before = value[0];
        for k in 0..4 {
            value[k] = value[k].wrapping_add(value[k + 1]);
        }
        for k in 0..3 {
            slope[k] = slope[k].wrapping_add(slope[k + 1]);
        }
        let slope_next = slope_units(slope[0]);
        let steeper = slope_next.wrapping_sub(slope_now) as i64;
        let straight = slope_now.wrapping_mul(block.length) << block.shift;
        let above = ((value[0] >> 64) as u64).wrapping_sub((value_before >> 64) as u64);
        let above = above.wrapping_sub(straight);
        for k in 0..3 {
            let straight = (basis.rho[k] as u64).wrapping_mul(block.length) << block.shift;
            let bent = (basis.q[k] as u64).wrapping_mul(above);
            basis.f[k] = basis.f[k].wrapping_add(straight).wrapping_add(bent);
            basis.rho[k] += basis.q[k] * steeper;
        }
        slope_now = slope_next;
        grown += i128::from(steeper);
    }
    found.arcs += u64::from(done);
    let from = (&block.first - Integer::from(&block.arc / 2u32)) + Integer::from(&block.arc * done);
    (block.vectors(&basis, grown), from)
}

#[inline(always)]
fn row(basis: &Basis, k: usize, units: &[f64; 3]) -> [f64; 3] {
    [basis.q[k] as f64 * units[0], basis.rho[k] as f64 * units[1], basis.sigma[k] as f64 * units[2]]
}

#[inline(always)]
fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Makes the vectors shorter by multiples of one another: sums of vectors are vectors, and so this changes costs, not what is true.
#[inline(always)]
fn reduce(basis: &mut Basis, units: &[f64; 3]) {
    let mut rows = [row(basis, 0, units), row(basis, 1, units), row(basis, 2, units)];
    let mut sizes = [dot(&rows[0], &rows[0]), dot(&rows[1], &rows[1]), dot(&rows[2], &rows[2])];
    let sort =
        |basis: &mut Basis, rows: &mut [[f64; 3]; 3], sizes: &mut [f64; 3], i: usize, j: usize| {
            if sizes[j] < sizes[i] {
                sizes.swap(i, j);
                rows.swap(i, j);
                basis.swap(i, j);
            }
        };
    loop {
        sort(basis, &mut rows, &mut sizes, 0, 1);
        sort(basis, &mut rows, &mut sizes, 1, 2);
        sort(basis, &mut rows, &mut sizes, 0, 1);
        let mut is_reduced = true;
        for (long, short) in [(1, 0), (2, 0), (2, 1)] {
            let times = nearest(dot(&rows[long], &rows[short]) / sizes[short]);
            if times != 0.0 {
                let shorter: [f64; 3] =
                    std::array::from_fn(|k| rows[long][k] - times * rows[short][k]);
                let size = dot(&shorter, &shorter);
                if size < sizes[long] * 0.99 {
                    is_reduced = false;
                    rows[long] = shorter;
                    sizes[long] = size;
                    basis.subtract(long, short, times as i64);
                }
            }
        }
        if is_reduced {
            return;
        }
    }
}

impl Basis {
    #[inline(always)]
    fn swap(&mut self, i: usize, j: usize) {
        self.q.swap(i, j);
        self.rho.swap(i, j);
        self.sigma.swap(i, j);
        self.f.swap(i, j);
    }

    #[inline(always)]
    /// Takes a multiple of a vector from another.
    fn subtract(&mut self, from: usize, other: usize, times: i64) {
        self.q[from] -= times * self.q[other];
        self.rho[from] -= times * self.rho[other];
        self.sigma[from] -= times * self.sigma[other];
        self.f[from] = self.f[from].wrapping_sub((times as u64).wrapping_mul(self.f[other]));
    }
}

/// The vectors in turns, and the longest term of them.
#[inline(always)]
fn waves(basis: &Basis, block: &Block) -> (Waves, f64) {
    let nothing = [0.0; 4];
    let mut waves =
        Waves { f: nothing, rho: nothing, sigma: nothing, bend: nothing, slack: [UNKNOWN; 4] };
    let mut longest: f64 = 0.0;
    for k in 0..3 {
        let q = basis.q[k] as f64;
        waves.f[k] = basis.f[k] as i64 as f64 * (1.0 / 18_446_744_073_709_551_616.0);
        waves.rho[k] = basis.rho[k] as f64 * block.units[1];
        waves.sigma[k] = basis.sigma[k] as f64 * block.units[2];
        waves.bend[k] = q * block.units[0];
        let own = waves.rho[k].abs().max(waves.sigma[k].abs()).max(waves.bend[k].abs());
        longest = longest.max(own);
        let slack = q.abs() * block.slack[0] + block.slack[1];
        waves.slack[k] = if own <= USABLE { slack } else { UNKNOWN };
    }
    (waves, longest)
}

#[inline(always)]
fn look_at_arc(waves: &Waves, block: &Block, arc: u32, inputs: &Inputs, found: &mut Found) {
    let all = Part { z: 0.0, v: 0.0, half_z: 1.0, half_v: 1.0 };
    if !waves.meet(&all) {
        return;
    }
    let slack: f64 = waves.slack.iter().filter(|own| **own < UNKNOWN).sum();
    let mut left = [all; MOST_BOXES];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let part = left[count];
        found.boxes += 1;
        let (mut by_phase, mut by_index) = (0.0, 0.0);
        for k in 0..4 {
            let slope = waves.rho[k] + 2.0 * waves.bend[k] * part.z;
            by_phase += slope.abs() * part.half_z + waves.bend[k].abs() * part.half_z * part.half_z;
            by_index += waves.sigma[k].abs() * part.half_v;
        }
        if by_phase + by_index <= slack || part.half_z.max(part.half_v) < SMALLEST {
            take(&part, block, arc, inputs, found);
            continue;
        }
        for side in [-0.5, 0.5] {
            let half = match by_phase > by_index {
                true => Part { z: part.z + side * part.half_z, half_z: part.half_z / 2.0, ..part },
                false => Part { v: part.v + side * part.half_v, half_v: part.half_v / 2.0, ..part },
            };
            if waves.meet(&half) {
                left[count] = half;
                count += 1;
            }
        }
    }
}

#[cold]
/// Notes the inputs of a box, of its indices and phases.
fn take(part: &Part, block: &Block, arc: u32, inputs: &Inputs, found: &mut Found) {
    let center = &block.first + Integer::from(&block.arc * arc);
    // A little more than the box: the sum of two numbers up to 1 is off by 2^-52 at most.
    let widened = |half: f64| half + 1.0 / (1u64 << 48) as f64;
    let half_arc = Float::with_val(PREC, &block.arc) / 2u32;
    let phase = |side: f64| {
        let away =
            Float::with_val(PREC, &half_arc * part.z) + Float::with_val(PREC, &half_arc * side);
        &center + away.floor().to_integer().unwrap_or_default()
    };
    let half_z = widened(part.half_z);
    let index = |side: f64| {
        let away = ((part.v + side) * block.half).floor();
        (i128::from(inputs.center()) + away as i128).clamp(0, i128::from(inputs.count)) as u64
    };
    let half_v = widened(part.half_v);
    let indices = index(-half_v)..(index(half_v) + 2).min(inputs.count);
    let phases = phase(-half_z)..phase(half_z) + 1u32;
    found.candidates.extend(inputs_within(inputs, &indices, &phases));
}
