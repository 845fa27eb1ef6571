//! Measures evaluators beside their peers in turns, on one core. Compiled by the benchmark `evaluators` with the
//! modules that it emits; no part of this project is linked.

#![allow(dead_code)]

use core::arch::x86_64::{_mm512_fmadd_pd, _mm512_loadu_pd, _mm512_set1_pd, _mm512_storeu_pd};
use std::hint::black_box;
use std::time::Instant;

// modules

/// A function of slices.
type Slices<T> = fn(&[T], &mut [T]);

/// Rounds; medians are of these.
const ROUNDS: usize = 61;
/// Points that stay in the first-level cache.
const POINTS: usize = 1920;

/// Evaluations a second of each function, the median of rounds in which all take turns.
fn rates<T: Copy + Default>(functions: &[(&str, Slices<T>)], x: &[T], repeats: usize) -> Vec<f64> {
    let mut y = vec![T::default(); x.len()];
    let mut all = vec![vec![]; functions.len()];
    for _ in 0..ROUNDS {
        for (rates, (_, function)) in all.iter_mut().zip(functions) {
            let clock = Instant::now();
            for _ in 0..repeats {
                function(black_box(x), &mut y);
                black_box(&mut y);
            }
            rates.push((repeats * x.len()) as f64 / clock.elapsed().as_secs_f64());
        }
    }
    all.iter_mut()
        .map(|rates| {
            rates.sort_by(f64::total_cmp);
            rates[ROUNDS / 2]
        })
        .collect()
}

fn table<T: Copy + Default>(title: &str, functions: &[(&str, Slices<T>)], x: &[T], repeats: usize) {
    println!("\n{title}");
    let rates = rates(functions, x, repeats);
    for ((name, _), rate) in functions.iter().zip(&rates) {
        println!("  {name:<44}{:8.3} G/s {:8.2} of the first", rate / 1e9, rates[0] / rate);
    }
}

/// Sixty fused multiply-adds a vector, in twelve chains.
fn fma_peak(x: &[f64], y: &mut [f64]) {
    #[target_feature(enable = "avx512f")]
    fn chains(x: &[f64], y: &mut [f64]) {
        let (x, y) = (x.as_chunks::<96>().0, y.as_chunks_mut::<96>().0);
        let (factor, term) = (_mm512_set1_pd(0.999), _mm512_set1_pd(0.001));
        for (x, y) in x.iter().zip(y) {
            let mut chain = [_mm512_set1_pd(0.0); 12];
            for (k, chain) in chain.iter_mut().enumerate() {
                // SAFETY: twelve vectors of eight numbers.
                *chain = unsafe { _mm512_loadu_pd(x.as_ptr().add(8 * k)) };
            }
            for _ in 0..60 {
                for chain in &mut chain {
                    *chain = _mm512_fmadd_pd(*chain, factor, term);
                }
            }
            for (k, chain) in chain.iter().enumerate() {
                // SAFETY: as above.
                unsafe { _mm512_storeu_pd(y.as_mut_ptr().add(8 * k), *chain) };
            }
        }
    }
    // SAFETY: the benchmark is for machines with AVX-512.
    unsafe { chains(x, y) }
}

unsafe extern "C" {
    /// See `mvec.c`.
    fn vector_exp(x: *const f64, y: *mut f64, count: usize);
}

/// glibc's vector exponential.
fn libmvec_exp(x: &[f64], y: &mut [f64]) {
    assert!(x.len() == y.len() && x.len().is_multiple_of(8));
    // SAFETY: so many numbers are read and written.
    unsafe { vector_exp(x.as_ptr(), y.as_mut_ptr(), x.len()) };
}

fn copy<T: Copy>(x: &[T], y: &mut [T]) {
    y.copy_from_slice(x);
}

/// Points of an interval in an order that no leaf follows another.
fn points(count: usize, from: f64, to: f64) -> Vec<f64> {
    (0..count).map(|i| from + (to - from) * (i * 2_654_435_761 % count) as f64 / count as f64).collect()
}

fn main() {
    let x = points(POINTS, 0.0, 20.0);
    let short: Vec<f32> = x.iter().map(|x| *x as f32).collect();
    let around_0 = points(POINTS, -1.0, 1.0);
    table(
        "j0 on [0, 20], f32, 1e-6",
        &[
            ("ours", j0_f32::tested_slice as Slices<f32>),
            ("the paper's algorithm", j0_f32_paper::tested_slice),
        ],
        &short,
        400,
    );
    table(
        "j0 on [0, 20], f64, 1e-14",
        &[
            ("ours", j0_f64::tested_slice as Slices<f64>),
            ("the paper's algorithm", j0_f64_paper::tested_slice),
        ],
        &x,
        200,
    );
    table(
        "j0 on [0, 20], f64, 1e-6",
        &[
            ("ours", j0_f64_rough::tested_slice as Slices<f64>),
            ("the paper's algorithm", j0_f64_rough_paper::tested_slice),
        ],
        &x,
        200,
    );
    table(
        "exp on [-1, 1], f64, 1e-14",
        &[("ours", exp_f64::tested_slice as Slices<f64>), ("glibc's libmvec", libmvec_exp)],
        &around_0,
        200,
    );
    // Operations that are needed for a value: leaf (3), clamp (2), a permutation a coefficient, Horner.
    println!("\nfused multiply-adds a second, of the peak (60 in twelve chains)");
    let functions: [(&str, Slices<f64>); 3] = [
        ("peak", fma_peak),
        ("j0 f64 1e-14", j0_f64::tested_slice),
        ("exp f64 1e-14", exp_f64::tested_slice),
    ];
    let rates_64 = rates(&functions, &x, 200);
    let of_short = rates(&[("j0 f32 1e-6", j0_f32::tested_slice as Slices<f32>)], &short, 400);
    let peak = rates_64[0] * 60.0;
    println!("  peak {:.1} G/s in f64", peak / 1e9);
    let share = |name: &str, rate: f64, fmas: f64, all: f64, peak: f64| {
        println!(
            "  {name:<16}{:5.1} % by fused multiply-adds alone, {:5.1} % by all vector operations",
            100.0 * rate * fmas / peak,
            100.0 * rate * all / peak
        );
    };
    let of = |degree: f64, permutes: f64| (degree + 2.0, degree + permutes + 5.0);
    let (fmas, all) = of(J0_F64_DEGREE, J0_F64_DEGREE + 1.0);
    share("j0 f64 1e-14", rates_64[1], fmas, all, peak);
    let (fmas, all) = of(EXP_DEGREE, 0.0);
    share("exp f64 1e-14", rates_64[2], fmas - 1.0, all - 2.0, peak);
    let (fmas, all) = of(J0_F32_DEGREE, J0_F32_DEGREE + 1.0);
    share("j0 f32 1e-6", of_short[0], fmas, all, 2.0 * peak);

    let many = points(1 << 24, 0.0, 20.0);
    let many_short: Vec<f32> = many.iter().map(|x| *x as f32).collect();
    table(
        "2^24 points from memory, f64",
        &[
            ("copy", copy as Slices<f64>),
            ("j0 f64 1e-14", j0_f64::tested_slice),
            ("j0 f64 1e-6", j0_f64_rough::tested_slice),
        ],
        &many,
        1,
    );
    table(
        "2^24 points from memory, f32",
        &[("copy", copy as Slices<f32>), ("j0 f32 1e-6", j0_f32::tested_slice)],
        &many_short,
        1,
    );
}
