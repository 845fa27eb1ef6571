//! Boxes of arcs: of their phases and of indices. What no vector leaves out is cut in two, until it is so small that its inputs are visited.

// Loops over lanes go by index: the compiler makes vectors of them.
#![allow(clippy::needless_range_loop)]

use crate::block::Block;
use crate::inputs::Inputs;
use crate::visit::inputs_within;
use rug::{Float, Integer};
use tmd_design::phases::{UNKNOWN, WHOLE};

/// Blocks that are looked at together, and boxes that are cut together: as many as a vector register of 512 bits has lanes.
pub(crate) const LANES: usize = 8;
/// Boxes with shorter sides are not cut further: they are far larger than what binary64 does not tell apart.
const SMALLEST: f64 = 1.0 / (1u64 << 44) as f64;
/// Boxes with fewer inputs, on average, are not cut further: these are found one by one.
const FEW_INPUTS: f64 = 0.5;
/// The most boxes that wait.
const MOST: usize = 512;
/// Room for them, and for what is read beyond the last.
const ROOM: usize = MOST + LANES;
/// Precision of the ends of boxes.
const PREC: u32 = 384;

/// A number for each of some boxes or blocks.
pub(crate) type Each<T> = [T; LANES];

/// What blocks give.
#[derive(Default)]
pub(crate) struct Found {
    /// Inputs that may be cases.
    pub(crate) candidates: Vec<u64>,
}

/// A vector on boxes, in turns: with the phase z and the index v from -1 to 1 in the box, F = f + ρ·z + w·z² - σ·v.
#[derive(Clone, Copy)]
pub(crate) struct Wave<T> {
    pub(crate) f: T,
    pub(crate) rho: T,
    pub(crate) sigma: T,
    pub(crate) bend: T,
    /// What F may be off by.
    pub(crate) slack: T,
}

/// Where F of a vector comes near to no integer, for certain.
#[inline(always)]
pub(crate) fn far(waves: &[Wave<Each<f64>>; 3]) -> Each<bool> {
    let mut is_far = [false; LANES];
    for wave in waves {
        for l in 0..LANES {
            // The bend adds from 0 to 2·half.
            let half = 0.5 * wave.bend[l];
            let middle = wave.f[l] + half;
            let reach = wave.rho[l].abs() + wave.sigma[l].abs() + half.abs() + wave.slack[l];
            is_far[l] |= (middle - nearest(middle)).abs() > reach;
        }
    }
    is_far
}

/// The integer that is nearest to a number below 2^51.
#[inline(always)]
pub(crate) fn nearest(number: f64) -> f64 {
    (number + WHOLE) - WHOLE
}

/// Where a box lies on its arc and among the indices, from -1 to 1 each.
#[derive(Clone, Copy)]
pub(crate) struct Place<T> {
    pub(crate) z: T,
    pub(crate) v: T,
    /// Half of its sides.
    pub(crate) half_z: T,
    pub(crate) half_v: T,
}

impl Place<Each<f64>> {
    fn of(&self, l: usize) -> Place<f64> {
        let Place { z, v, half_z, half_v } = self;
        Place { z: z[l], v: v[l], half_z: half_z[l], half_v: half_v[l] }
    }
}

/// Boxes that are not left out, the last of which are cut first.
pub(crate) struct Boxes {
    count: usize,
    waves: [Wave<[f64; ROOM]>; 3],
    place: Place<[f64; ROOM]>,
    /// The block and the arc.
    of: [(u32, u32); ROOM],
}

impl Boxes {
    pub(crate) fn new() -> Boxes {
        let zero = [0.0; ROOM];
        let wave = Wave { f: zero, rho: zero, sigma: zero, bend: zero, slack: zero };
        let place = Place { z: zero, v: zero, half_z: zero, half_v: zero };
        Boxes { count: 0, waves: [wave; 3], place, of: [(0, 0); ROOM] }
    }

    /// How many wait.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Adds an arc of a block as a whole.
    #[inline(always)]
    pub(crate) fn push(&mut self, waves: &[Wave<Each<f64>>; 3], lane: usize, arc: u32) {
        let place =
            Place { z: [0.0; LANES], v: [0.0; LANES], half_z: [1.0; LANES], half_v: [1.0; LANES] };
        self.add(waves, &place, lane, (lane as u32, arc));
    }

    #[inline(always)]
    fn add(
        &mut self,
        waves: &[Wave<Each<f64>>; 3],
        place: &Place<Each<f64>>,
        l: usize,
        of: (u32, u32),
    ) {
        let at = self.count;
        for (own, wave) in self.waves.iter_mut().zip(waves) {
            own.f[at] = wave.f[l];
            own.rho[at] = wave.rho[l];
            own.sigma[at] = wave.sigma[l];
            own.bend[at] = wave.bend[l];
            own.slack[at] = wave.slack[l];
        }
        self.place.z[at] = place.z[l];
        self.place.v[at] = place.v[l];
        self.place.half_z[at] = place.half_z[l];
        self.place.half_v[at] = place.half_v[l];
        self.of[at] = of;
        self.count += 1;
    }

    /// Cuts the last boxes in two, and keeps the halves that are not left out; visits those that are small.
    #[inline(always)]
    pub(crate) fn cut(
        &mut self,
        blocks: &[Option<Block>; LANES],
        inputs: &Inputs,
        found: &mut Found,
    ) {
        let own = self.count.min(LANES);
        let start = self.count - own;
        let waves = [
            of_some(&self.waves[0], start),
            of_some(&self.waves[1], start),
            of_some(&self.waves[2], start),
        ];
        let place = Place {
            z: some(&self.place.z, start),
            v: some(&self.place.v, start),
            half_z: some(&self.place.half_z, start),
            half_v: some(&self.place.half_v, start),
        };
        let mut of = [(0, 0); LANES];
        of.copy_from_slice(&self.of[start..start + LANES]);
        self.count = start;

        // Which way to cut, and which boxes are small.
        let (mut by_phase, mut by_index, mut slack) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for wave in &waves {
            for l in 0..LANES {
                let is_used = wave.slack[l] < UNKNOWN;
                by_phase[l] += wave.rho[l].abs() + wave.bend[l].abs();
                by_index[l] += wave.sigma[l].abs();
                slack[l] += if is_used { wave.slack[l] } else { 0.0 };
            }
        }
        let mut is_small = [false; LANES];
        let (mut z, mut v) = ([0.0; LANES], [0.0; LANES]);
        for l in 0..LANES {
            let largest = place.half_z[l].max(place.half_v[l]);
            // Where vectors leave a whole curve of an arc, boxes on it would be cut again and again that hold no input.
            let inputs = place.half_z[l] * place.half_v[l] * inputs_of_arc(blocks, of[l].0);
            is_small[l] =
                by_phase[l] + by_index[l] <= slack[l] || largest < SMALLEST || inputs < FEW_INPUTS;
            z[l] = if by_phase[l] > by_index[l] { 0.5 } else { 0.0 };
            v[l] = 0.5 - z[l];
        }
        for side in [-1.0, 1.0] {
            let halves = [
                half(&waves[0], &z, &v, side),
                half(&waves[1], &z, &v, side),
                half(&waves[2], &z, &v, side),
            ];
            let is_far = far(&halves);
            let mut half = place;
            for l in 0..LANES {
                half.z[l] += side * z[l] * place.half_z[l];
                half.v[l] += side * v[l] * place.half_v[l];
                half.half_z[l] *= 1.0 - z[l];
                half.half_v[l] *= 1.0 - v[l];
            }
            for l in 0..own {
                let is_left = !(is_far[l] | is_small[l]);
                if is_left && self.count < MOST {
                    self.add(&halves, &half, l, of[l]);
                } else if is_left {
                    visit(half.of(l), of[l], blocks, inputs, found);
                }
            }
        }
        for l in (0..own).filter(|l| is_small[*l]) {
            visit(place.of(l), of[l], blocks, inputs, found);
        }
    }
}

/// About how many inputs an arc of a block has.
#[inline(always)]
fn inputs_of_arc(blocks: &[Option<Block>; LANES], lane: u32) -> f64 {
    blocks.get(lane as usize).and_then(Option::as_ref).map_or(0.0, |block| block.inputs)
}

/// A vector on some boxes.
#[inline(always)]
fn of_some(wave: &Wave<[f64; ROOM]>, start: usize) -> Wave<Each<f64>> {
    Wave {
        f: some(&wave.f, start),
        rho: some(&wave.rho, start),
        sigma: some(&wave.sigma, start),
        bend: some(&wave.bend, start),
        slack: some(&wave.slack, start),
    }
}

#[inline(always)]
fn some(all: &[f64; ROOM], start: usize) -> Each<f64> {
    let mut some = [0.0; LANES];
    some.copy_from_slice(&all[start..start + LANES]);
    some
}

/// A vector on halves of boxes, on one side: along the phase where z is 1/2, and along the index where v is.
#[inline(always)]
fn half(wave: &Wave<Each<f64>>, z: &Each<f64>, v: &Each<f64>, side: f64) -> Wave<Each<f64>> {
    let mut half = *wave;
    for l in 0..LANES {
        let (z, v) = (side * z[l], side * v[l]);
        let (half_z, half_v) = (1.0 - z.abs(), 1.0 - v.abs());
        half.f[l] = wave.f[l] + (wave.rho[l] + wave.bend[l] * z) * z - wave.sigma[l] * v;
        half.rho[l] = (wave.rho[l] + 2.0 * wave.bend[l] * z) * half_z;
        half.sigma[l] = wave.sigma[l] * half_v;
        half.bend[l] = wave.bend[l] * (half_z * half_z);
    }
    half
}

/// Notes the inputs of a box, of its indices and phases.
#[cold]
#[inline(never)]
pub(crate) fn visit(
    place: Place<f64>,
    (lane, arc): (u32, u32),
    blocks: &[Option<Block>; LANES],
    inputs: &Inputs,
    found: &mut Found,
) {
    let Some(block) = blocks.get(lane as usize).and_then(Option::as_ref) else { return };
    let Place { z, v, half_z, half_v } = place;
    let center = &block.first + Integer::from(&block.arc * arc);
    // A little more than the box: the sum of two numbers up to 1 is off by 2^-52 at most.
    let widened = |half: f64| half + 1.0 / (1u64 << 48) as f64;
    let half_arc = Float::with_val(PREC, &block.arc) / 2u32;
    let phase = |side: f64| {
        let away = Float::with_val(PREC, &half_arc * z) + Float::with_val(PREC, &half_arc * side);
        &center + away.floor().to_integer().unwrap_or_default()
    };
    let half_z = widened(half_z);
    let index = |side: f64| {
        let away = ((v + side) * block.half).floor();
        (i128::from(inputs.center()) + away as i128).clamp(0, i128::from(inputs.count)) as u64
    };
    let half_v = widened(half_v);
    let indices = index(-half_v)..(index(half_v) + 2).min(inputs.count);
    let phases = phase(-half_z)..phase(half_z) + 1u32;
    found.candidates.extend(inputs_within(inputs, &indices, &phases));
}
