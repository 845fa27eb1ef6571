//! What is left of an arc where all three vectors come near to integers: single points, which are solved for.
//!
//! With u = z², F of the three vectors is f + M·(u, z, v), where the rows of M are (w, ρ, -σ). Where it is within the slacks s of integers Z,
//! (u, z, v) is within |B|·s + |1 - B·M|·(1, 1, 1) of B·(Z - f) for any matrix B, as no coordinate is above 1: so for an inverse of M that is
//! not quite one. There are few such Z for an arc, and of their points few have u near to z².

// Loops over lanes go by index: the compiler makes vectors of them.
#![allow(clippy::needless_range_loop)]

use crate::boxes::{Each, LANES, Place, Wave, nearest};
use tmd_design::phases::UNKNOWN;
use tmd_design::phases::points::{MOST, ROUNDING, SURE, UP};

/// Three numbers, or three rows, of each lane.
type Three<T> = [T; 3];

/// Tells the places of an arc where all three vectors may be near to integers, for the lanes in `left`. Returns the lanes for which this is
/// not known.
#[inline(always)]
pub(crate) fn solve(
    waves: &Three<Wave<Each<f64>>>,
    left: u32,
    mut tell: impl FnMut(usize, Place<f64>),
) -> u32 {
    let rows = waves.map(|wave| [wave.bend, wave.rho, wave.sigma.map(|sigma| -sigma)]);
    let inverse = inverse(&rows);
    let Integers { first, count } = Integers::of(waves);
    let mut point = [[0.0; LANES]; 3];
    for i in 0..3 {
        for k in 0..3 {
            for l in 0..LANES {
                point[i][l] += inverse[i][k][l] * (first[k][l] - waves[k].f[l]);
            }
        }
    }
    // How far points may be from where they are computed.
    let mut off = [[0.0; LANES]; 3];
    for i in 0..3 {
        let mut sizes = [1.0; LANES];
        for j in 0..3 {
            let mut rest = [if i == j { 1.0 } else { 0.0 }; LANES];
            for k in 0..3 {
                for l in 0..LANES {
                    rest[l] -= inverse[i][k][l] * rows[k][j][l];
                    sizes[l] += (inverse[i][k][l] * rows[k][j][l]).abs();
                }
            }
            for l in 0..LANES {
                off[i][l] += rest[l].abs();
            }
        }
        for k in 0..3 {
            for l in 0..LANES {
                let own = inverse[i][k][l].abs();
                off[i][l] += own * waves[k].slack[l];
                sizes[l] += own * ((first[k][l] - waves[k].f[l]).abs() + count[k][l]);
            }
        }
        for l in 0..LANES {
            off[i][l] = (off[i][l] + ROUNDING * sizes[l]) * UP;
        }
    }
    let mut unsolved = 0;
    let mut most = [0.0f64; 3];
    for l in (0..LANES).filter(|l| left >> l & 1 == 1) {
        let is_used = waves.iter().all(|wave| wave.slack[l] < UNKNOWN);
        let is_sure = off.iter().all(|off| off[l] <= SURE);
        let is_few = count[0][l] * count[1][l] * count[2][l] <= f64::from(MOST);
        if is_used && is_sure && is_few {
            for (most, count) in most.iter_mut().zip(&count) {
                *most = most.max(count[l]);
            }
        } else {
            unsolved |= 1 << l;
        }
    }
    let solved = left & !unsolved;
    if solved == 0 {
        return unsolved;
    }
    let [off_u, off_z, off_v] = off;
    let (mut bent, mut reach_z, mut reach_v) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
    for l in 0..LANES {
        // z² is known to 2·|z| times what z is off by, and its square.
        bent[l] = (off_u[l] + off_z[l] * (2.0 + 3.0 * off_z[l]) + ROUNDING) * UP;
        reach_z[l] = 1.0 + off_z[l] + ROUNDING;
        reach_v[l] = 1.0 + off_v[l] + ROUNDING;
    }
    let counts = most.map(|most| most as u32);
    for a in 0..counts[0] {
        let along_a = moved(&point, &inverse, 0, a);
        for b in 0..counts[1] {
            let along_b = moved(&along_a, &inverse, 1, b);
            for c in 0..counts[2] {
                let [u, z, v] = moved(&along_b, &inverse, 2, c);
                let mut is_there = [false; LANES];
                for l in 0..LANES {
                    is_there[l] = ((u[l] - z[l] * z[l]).abs() <= bent[l])
                        & (z[l].abs() <= reach_z[l])
                        & (v[l].abs() <= reach_v[l]);
                }
                if is_there.contains(&true) {
                    for l in (0..LANES).filter(|l| is_there[*l] && solved >> l & 1 == 1) {
                        let (half_z, half_v) = (off_z[l], off_v[l]);
                        tell(l, Place { z: z[l], v: v[l], half_z, half_v });
                    }
                }
            }
        }
    }
    unsolved
}

/// The integers that F of each vector comes near to on an arc: the first, and no fewer than there are.
struct Integers {
    first: Three<Each<f64>>,
    count: Three<Each<f64>>,
}

impl Integers {
    #[inline(always)]
    fn of(waves: &Three<Wave<Each<f64>>>) -> Integers {
        let mut own = Integers { first: [[0.0; LANES]; 3], count: [[0.0; LANES]; 3] };
        for (k, wave) in waves.iter().enumerate() {
            for l in 0..LANES {
                // The bend adds from 0 to 2·half.
                let half = 0.5 * wave.bend[l];
                let reach = wave.rho[l].abs() + wave.sigma[l].abs() + half.abs() + wave.slack[l];
                let low = (wave.f[l] + half) - reach * UP - ROUNDING;
                let near = nearest(low);
                own.first[k][l] = if near < low { near + 1.0 } else { near };
                // From 0 on, at most 2·reach, and one more for what is rounded.
                own.count[k][l] = nearest(2.0 * reach + 0.5) + 1.0;
            }
        }
        own
    }
}

/// A point with an integer moved on by some.
#[inline(always)]
fn moved(
    point: &Three<Each<f64>>,
    inverse: &Three<Three<Each<f64>>>,
    k: usize,
    by: u32,
) -> Three<Each<f64>> {
    let mut moved = *point;
    for i in 0..3 {
        for l in 0..LANES {
            moved[i][l] += inverse[i][k][l] * f64::from(by);
        }
    }
    moved
}

/// The inverses of matrices, rounded: how near they are to that, others find out.
#[inline(always)]
fn inverse(rows: &Three<Three<Each<f64>>>) -> Three<Three<Each<f64>>> {
    let mut inverse = [[[0.0; LANES]; 3]; 3];
    for k in 0..3 {
        let (a, b) = (&rows[(k + 1) % 3], &rows[(k + 2) % 3]);
        for i in 0..3 {
            let (next, last) = ((i + 1) % 3, (i + 2) % 3);
            for l in 0..LANES {
                inverse[i][k][l] = a[next][l] * b[last][l] - a[last][l] * b[next][l];
            }
        }
    }
    let mut over = [0.0; LANES];
    for l in 0..LANES {
        let volume = (0..3).map(|i| rows[0][i][l] * inverse[i][0][l]).sum::<f64>();
        over[l] = 1.0 / volume;
    }
    for column in &mut inverse {
        for own in column {
            for l in 0..LANES {
                own[l] *= over[l];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_base::random::Random;

    /// A number from -1 to 1.
    fn number(random: &mut Random) -> f64 {
        random.below(1 << 40) as f64 / (1u64 << 39) as f64 - 1.0
    }

    /// Points at which all three vectors are integers, but for their slack, are told, wherever they lie.
    #[test]
    fn points_are_found_where_they_were_put() {
        let mut random = Random::new(7);
        let (mut put, mut unsolved) = (0, 0);
        for round in 0..20_000 {
            let zero = [0.0; LANES];
            let nothing = Wave { f: zero, rho: zero, sigma: zero, bend: zero, slack: zero };
            let mut waves = [nothing; 3];
            let mut points = [(0.0, 0.0); LANES];
            let size = [0.2, 0.7, 1.5, 5.0][round % 4];
            for l in 0..LANES {
                // At the ends of the arc, too.
                let ends = [-1.0, 1.0, 0.0];
                let mut at = |turn: usize| match random.below(4) {
                    0 => ends[turn % 3],
                    _ => number(&mut random),
                };
                let (z, v) = (at(round), at(round + l));
                points[l] = (z, v);
                for wave in &mut waves {
                    let [bend, rho, sigma] = [0, 1, 2].map(|_| size * number(&mut random));
                    let slack = [1e-9, 1e-6][round % 2];
                    let value = bend * z * z + rho * z - sigma * v;
                    let near = random.below(7) as f64 - 3.0;
                    wave.f[l] = near - value + 0.999 * slack * number(&mut random);
                    // As it is: modulo 1.
                    wave.f[l] -= nearest(wave.f[l]);
                    (wave.bend[l], wave.rho[l], wave.sigma[l]) = (bend, rho, sigma);
                    wave.slack[l] = slack + 1e-13;
                }
            }
            let mut told = [false; LANES];
            let left = solve(&waves, 0xff, |l, place| {
                let Place { z, v, half_z, half_v } = place;
                let is_own = (points[l].0 - z).abs() <= half_z && (points[l].1 - v).abs() <= half_v;
                told[l] |= is_own;
                assert!(half_z <= SURE && half_v <= SURE);
            });
            for l in 0..LANES {
                put += 1;
                unsolved += left >> l & 1;
                assert!(told[l] || left >> l & 1 == 1, "round {round}, lane {l}");
            }
        }
        println!("{put} points, {unsolved} arcs not solved");
        assert!(unsolved * 2 < put);
    }

    /// Vectors of which two are the same, or one is not known, give no point, and say so.
    #[test]
    fn what_cannot_be_solved_is_said() {
        let each = |own: f64| [own; LANES];
        let wave = |f: f64, rho: f64, sigma: f64, bend: f64, slack: f64| Wave {
            f: each(f),
            rho: each(rho),
            sigma: each(sigma),
            bend: each(bend),
            slack: each(slack),
        };
        let good = [
            wave(0.1, 0.3, 0.1, 0.2, 1e-9),
            wave(0.2, -0.2, 0.3, 0.1, 1e-9),
            wave(0.3, 0.1, -0.2, 0.4, 1e-9),
        ];
        assert_eq!(solve(&good, 0b1010_0101, |_, _| {}), 0);
        let twice = [good[0], good[0], good[2]];
        assert_eq!(solve(&twice, 0b1010_0101, |_, _| panic!("a point")), 0b1010_0101);
        let unknown = [good[0], wave(0.2, -0.2, 0.3, 0.1, UNKNOWN), good[2]];
        assert_eq!(solve(&unknown, 0xff, |_, _| panic!("a point")), 0xff);
        let long = [wave(0.1, 30.0, 0.1, 0.2, 1e-9), wave(0.2, -0.2, 30.0, 0.1, 1e-9), good[2]];
        assert_eq!(solve(&long, 0xff, |_, _| panic!("a point")), 0xff);
    }
}
