//! The arcs of blocks, one by one: most are left out because a vector's F comes near to no integer. Eight blocks are looked at side by side, each
//! in a lane of vector registers.

// Loops over lanes go by index: the compiler makes vectors of them.
#![allow(clippy::needless_range_loop)]

use crate::block::{Basis, Block, slope_units};
use crate::boxes::{Boxes, Each, Found, LANES, Wave, far, nearest, visit};
use crate::inputs::Inputs;
use crate::lattice::Vector;
use crate::solve::solve;
use rug::Integer;
use tmd_design::phases::{MOST_TIMES, SHORTENED, UNKNOWN, USABLE, WHOLE};

/// Where a block was left: the basis there, and where the next block begins.
pub(crate) type End = ([Vector; 3], Integer);

/// Looks at all arcs of blocks; `by_cutting`: without solving for their points. Where a vector of a basis becomes too long, the rest of its
/// block is left.
pub(crate) fn look(
    blocks: &[Option<Block>; LANES],
    inputs: &Inputs,
    by_cutting: bool,
    found: &mut Found,
) -> [Option<End>; LANES] {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw,avx2,bmi2,lzcnt")]
        fn at_avx512(
            blocks: &[Option<Block>; LANES],
            inputs: &Inputs,
            by_cutting: bool,
            found: &mut Found,
        ) -> [Option<End>; LANES] {
            look_anyhow(blocks, inputs, by_cutting, found)
        }
        if tmd_runtime::Level::Avx512.is_available() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { at_avx512(blocks, inputs, by_cutting, found) };
        }
    }
    look_anyhow(blocks, inputs, by_cutting, found)
}

#[inline(always)]
fn look_anyhow(
    blocks: &[Option<Block>; LANES],
    inputs: &Inputs,
    by_cutting: bool,
    found: &mut Found,
) -> [Option<End>; LANES] {
    let mut lanes = Lanes::new(blocks);
    let mut boxes = Boxes::new();
    let most = blocks.iter().flatten().map(|block| block.arcs).max().unwrap_or(0);
    for arc in 0..most {
        lanes.reduce();
        let waves = lanes.waves();
        let left = lanes.left(arc, &waves);
        if left != 0 {
            let left = match by_cutting {
                true => left,
                false => solve(&waves, left, |lane, place| {
                    visit(place, (lane as u32, arc), blocks, inputs, found);
                }),
            };
            for lane in (0..LANES).filter(|lane| left >> lane & 1 == 1) {
                boxes.push(&waves, lane, arc);
            }
            // So many at a time as there are lanes; the others wait for more.
            while boxes.count() >= LANES {
                boxes.cut(blocks, inputs, found);
            }
        }
        lanes.step();
    }
    while boxes.count() > 0 {
        boxes.cut(blocks, inputs, found);
    }
    std::array::from_fn(|lane| {
        let block = blocks[lane].as_ref()?;
        // A basis that is too long, or that has gone on past its block's end, is not used again.
        let is_whole = lanes.done[lane] == block.arcs && block.arcs == most;
        let done = lanes.done[lane];
        let from =
            (&block.first - Integer::from(&block.arc / 2u32)) + Integer::from(&block.arc * done);
        let (basis, grown) = match is_whole {
            true => (lanes.basis(lane), lanes.grown[lane]),
            false => (block.basis, 0),
        };
        Some((block.vectors(&basis, grown), from))
    })
}

/// Bases and tables of blocks, side by side.
struct Lanes {
    q: [Each<i64>; 3],
    rho: [Each<i64>; 3],
    sigma: [Each<i64>; 3],
    f: [Each<u64>; 3],
    /// The terms of the vectors in turns: bend, ρ and σ.
    terms: [[Each<f64>; 3]; 3],
    units: [Each<f64>; 3],
    /// What a unit of q counts where vectors are made shorter.
    weight: Each<f64>,
    slack: [Each<f64>; 2],
    longest: Each<f64>,
    /// How many arcs a block has, and how many of them are done.
    arcs: Each<u32>,
    done: Each<u32>,
    value: Each<[u128; 5]>,
    slope: Each<[u128; 4]>,
    slope_units: Each<u64>,
    length: Each<u64>,
    shift: Each<u32>,
    /// What slopes have grown by.
    grown: Each<i128>,
}

impl Lanes {
    fn new(blocks: &[Option<Block>; LANES]) -> Lanes {
        fn each<T: Default + Copy>(
            blocks: &[Option<Block>; LANES],
            of: impl Fn(&Block) -> T,
        ) -> Each<T> {
            std::array::from_fn(|lane| blocks[lane].as_ref().map_or(T::default(), &of))
        }
        let three = [0, 1, 2];
        Lanes {
            q: three.map(|k| each(blocks, |block| block.basis.q[k])),
            rho: three.map(|k| each(blocks, |block| block.basis.rho[k])),
            sigma: three.map(|k| each(blocks, |block| block.basis.sigma[k])),
            f: three.map(|k| each(blocks, |block| block.basis.f[k])),
            terms: [[[0.0; LANES]; 3]; 3],
            units: three.map(|k| each(blocks, |block| block.units[k])),
            weight: each(blocks, |block| block.weight),
            slack: [0, 1].map(|k| each(blocks, |block| block.slack[k])),
            longest: each(blocks, |block| block.longest),
            arcs: each(blocks, |block| block.arcs),
            done: [0; LANES],
            value: each(blocks, |block| block.value),
            slope: each(blocks, |block| block.slope),
            slope_units: each(blocks, |block| slope_units(block.slope[0])),
            length: each(blocks, |block| block.length),
            shift: each(blocks, |block| block.shift),
            grown: [0; LANES],
        }
    }

    fn basis(&self, lane: usize) -> Basis {
        Basis {
            q: self.q.map(|own| own[lane]),
            rho: self.rho.map(|own| own[lane]),
            sigma: self.sigma.map(|own| own[lane]),
            f: self.f.map(|own| own[lane]),
        }
    }

    /// Makes the vectors shorter by multiples of one another: sums of vectors are vectors, so this changes costs, not what is true.
    #[inline(always)]
    fn reduce(&mut self) {
        for k in 0..3 {
            for l in 0..LANES {
                self.terms[k][0][l] = self.q[k][l] as f64 * self.weight[l];
                self.terms[k][1][l] = self.rho[k][l] as f64 * self.units[1][l];
                self.terms[k][2][l] = self.sigma[k][l] as f64 * self.units[2][l];
            }
        }
        for (long, short) in SHORTENED {
            self.shorten(long, short);
        }
    }

    /// Takes a multiple of a vector from another where this makes it shorter. A lane that is done goes on, whatever comes of it: so all wraps.
    #[inline(always)]
    fn shorten(&mut self, long: usize, short: usize) {
        let (mut a, b) = (self.terms[long], self.terms[short]);
        let mut times = [0.0; LANES];
        let mut whole = [0u64; LANES];
        for l in 0..LANES {
            let both = a[0][l] * b[0][l] + a[1][l] * b[1][l] + a[2][l] * b[2][l];
            let size = b[0][l] * b[0][l] + b[1][l] * b[1][l] + b[2][l] * b[2][l];
            let own = nearest(both / (size + f64::MIN_POSITIVE));
            // Larger ones could not be told from their nearest numbers.
            times[l] = if own.abs() < MOST_TIMES { own } else { 0.0 };
            whole[l] = (times[l] + WHOLE).to_bits().wrapping_sub(WHOLE.to_bits());
        }
        for (a, b) in a.iter_mut().zip(&b) {
            for l in 0..LANES {
                a[l] -= times[l] * b[l];
            }
        }
        self.terms[long] = a;
        less(&mut self.q, long, short, &whole);
        less(&mut self.rho, long, short, &whole);
        less(&mut self.sigma, long, short, &whole);
        let (mut a, b) = (self.f[long], self.f[short]);
        for l in 0..LANES {
            a[l] = a[l].wrapping_sub(whole[l].wrapping_mul(b[l]));
        }
        self.f[long] = a;
    }

    /// The vectors in turns: from the integers, as terms have been rounded since.
    #[inline(always)]
    fn waves(&self) -> [Wave<Each<f64>>; 3] {
        let zero = [0.0; LANES];
        let nothing = Wave { f: zero, rho: zero, sigma: zero, bend: zero, slack: zero };
        let mut waves = [nothing; 3];
        for (k, wave) in waves.iter_mut().enumerate() {
            for l in 0..LANES {
                let q = self.q[k][l] as f64;
                wave.f[l] = turns(self.f[k][l]);
                wave.bend[l] = q * self.units[0][l];
                wave.rho[l] = self.rho[k][l] as f64 * self.units[1][l];
                wave.sigma[l] = self.sigma[k][l] as f64 * self.units[2][l];
                let most = wave.bend[l].abs().max(wave.rho[l].abs()).max(wave.sigma[l].abs());
                let slack = q.abs() * self.slack[0][l] + self.slack[1][l];
                wave.slack[l] = if most <= USABLE { slack } else { UNKNOWN };
            }
        }
        waves
    }

    /// The lanes, as bits, whose arc no vector leaves out. A lane whose vectors are too long, or whose block has no more arcs, is done.
    #[inline(always)]
    fn left(&mut self, arc: u32, waves: &[Wave<Each<f64>>; 3]) -> u32 {
        let is_far = far(waves);
        let mut longest = [0.0f64; LANES];
        for wave in waves {
            for l in 0..LANES {
                let own = wave.bend[l].abs().max(wave.rho[l].abs()).max(wave.sigma[l].abs());
                longest[l] = longest[l].max(own);
            }
        }
        let mut left = 0;
        for l in 0..LANES {
            let is_done =
                self.done[l] != arc || arc >= self.arcs[l] || longest[l] > self.longest[l];
            self.done[l] += u32::from(!is_done);
            left |= u32::from(!is_done & !is_far[l]) << l;
        }
        left
    }

    /// Goes on to the next arc.
    #[inline(always)]
    fn step(&mut self) {
        let mut above = [0u64; LANES];
        let mut steeper = [0u64; LANES];
        for l in 0..LANES {
            let before = self.value[l][0];
            for k in 0..4 {
                self.value[l][k] = self.value[l][k].wrapping_add(self.value[l][k + 1]);
            }
            for k in 0..3 {
                self.slope[l][k] = self.slope[l][k].wrapping_add(self.slope[l][k + 1]);
            }
            let straight = self.slope_units[l].wrapping_mul(self.length[l]) << self.shift[l];
            let grown = ((self.value[l][0] >> 64) as u64).wrapping_sub((before >> 64) as u64);
            above[l] = grown.wrapping_sub(straight);
            let next = slope_units(self.slope[l][0]);
            steeper[l] = next.wrapping_sub(self.slope_units[l]);
            self.slope_units[l] = next;
            self.grown[l] += i128::from(steeper[l] as i64);
        }
        for k in 0..3 {
            for l in 0..LANES {
                let straight =
                    (self.rho[k][l] as u64).wrapping_mul(self.length[l]) << self.shift[l];
                let bent = (self.q[k][l] as u64).wrapping_mul(above[l]);
                self.f[k][l] = self.f[k][l].wrapping_add(straight).wrapping_add(bent);
                let bent = self.q[k][l].wrapping_mul(steeper[l] as i64);
                self.rho[k][l] = self.rho[k][l].wrapping_add(bent);
            }
        }
    }
}

/// Takes multiples of vectors' numbers from those of others.
#[inline(always)]
fn less(all: &mut [Each<i64>; 3], long: usize, short: usize, times: &Each<u64>) {
    let (mut a, b) = (all[long], all[short]);
    for l in 0..LANES {
        a[l] = a[l].wrapping_sub((times[l] as i64).wrapping_mul(b[l]));
    }
    all[long] = a;
}

/// A number of units of 2^-64 turns, from -1/2 to 1/2.
#[inline(always)]
fn turns(units: u64) -> f64 {
    units as i64 as f64 * (1.0 / 18_446_744_073_709_551_616.0)
}
