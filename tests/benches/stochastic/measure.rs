//! Measures stochastic twins beside IEEE vector code in turns, on one core. Compiled by the benchmark `stochastic` with
//! the modules that it emits; no part of this project is linked.

#![allow(dead_code, unexpected_cfgs)]

use core::arch::x86_64::*;
use std::hint::black_box;
use std::time::Instant;

// modules

/// Rounds; medians are of these.
const ROUNDS: usize = 21;

/// Seconds of each, the median of rounds in which all take turns.
fn times(all: &mut [(&str, Box<dyn FnMut() + '_>)]) -> Vec<f64> {
    let mut times = vec![vec![]; all.len()];
    for _ in 0..ROUNDS {
        for (times, (_, work)) in times.iter_mut().zip(all.iter_mut()) {
            let clock = Instant::now();
            work();
            times.push(clock.elapsed().as_secs_f64());
        }
    }
    times
        .iter_mut()
        .map(|times| {
            times.sort_by(f64::total_cmp);
            times[ROUNDS / 2]
        })
        .collect()
}

fn table(title: &str, all: &mut [(&str, Box<dyn FnMut() + '_>)]) {
    println!("\n{title}");
    let times = times(all);
    for ((name, _), time) in all.iter().zip(&times) {
        println!("  {name:<44}{:10.3} ms {:8.2} times the first", 1e3 * time, time / times[0]);
    }
}

macro_rules! ieee {
    ($number:ident, $lanes:literal, $vector:ident, $mask:ident, $set1:ident, $load:ident, $store:ident, $add:ident,
     $sub:ident, $mul:ident, $fma:ident, $cmp:ident, $mask_add:ident, $name:ident) => {
        /// IEEE vector code, by hand.
        mod $name {
            use super::*;

            macro_rules! chains {
                ($kind:ident, |$s:ident, $x:ident, $y:ident| $step:expr) => {
                    #[target_feature(enable = "avx512f,avx512dq")]
                    pub fn $kind(a: &[$number], b: &[$number], out: &mut [$number]) {
                        for ((a, b), out) in a
                            .chunks_exact($lanes)
                            .zip(b.chunks_exact($lanes))
                            .zip(out.chunks_exact_mut($lanes))
                        {
                            // SAFETY: as many numbers as a vector has.
                            let ($x, $y) = unsafe { ($load(a.as_ptr()), $load(b.as_ptr())) };
                            let mut s: [$vector; 8] =
                                core::array::from_fn(|k| $add($x, $set1(k as $number)));
                            for _ in 0..64 {
                                for s in &mut s {
                                    let $s = *s;
                                    *s = $step;
                                }
                            }
                            let mut sum = s[0];
                            for s in &s[1..] {
                                sum = $add(sum, *s);
                            }
                            // SAFETY: likewise.
                            unsafe { $store(out.as_mut_ptr(), sum) };
                        }
                    }
                };
            }
            chains!(add, |s, _x, y| $add(s, y));
            chains!(mul, |s, _x, y| $mul(s, y));
            chains!(fma, |s, x, y| $fma(s, y, x));

            /// Several vectors in flight: alone, each operation waits for the one before.
            #[target_feature(enable = "avx512f,avx512dq")]
            pub fn mandelbrot<const V: usize>(cr: &[$number], ci: &[$number], out: &mut [$number]) {
                let (four, two, one) = ($set1(4.0), $set1(2.0), $set1(1.0));
                for ((cr, ci), out) in cr
                    .chunks_exact($lanes * V)
                    .zip(ci.chunks_exact($lanes * V))
                    .zip(out.chunks_exact_mut($lanes * V))
                {
                    let zero = [$set1(0.0); V];
                    let (mut zr, mut zi, mut n) = (zero, zero, zero);
                    let mut running: [$mask; V] = [!0; V];
                    // SAFETY: as many numbers as the vectors have.
                    let c: [$vector; V] =
                        core::array::from_fn(|v| unsafe { $load(cr.as_ptr().add($lanes * v)) });
                    let d: [$vector; V] =
                        core::array::from_fn(|v| unsafe { $load(ci.as_ptr().add($lanes * v)) });
                    for _ in 0..100 {
                        let mut any = 0;
                        for v in 0..V {
                            let (r2, i2) = ($mul(zr[v], zr[v]), $mul(zi[v], zi[v]));
                            running[v] &= $cmp::<_CMP_LE_OQ>($add(r2, i2), four);
                            any |= running[v];
                            zi[v] = $add($mul($mul(two, zr[v]), zi[v]), d[v]);
                            zr[v] = $add($sub(r2, i2), c[v]);
                            n[v] = $mask_add(n[v], running[v], n[v], one);
                        }
                        if any == 0 {
                            break;
                        }
                    }
                    for v in 0..V {
                        // SAFETY: likewise.
                        unsafe { $store(out.as_mut_ptr().add($lanes * v), n[v]) };
                    }
                }
            }

            #[target_feature(enable = "avx512f,avx512dq")]
            pub fn stencil(a: &[$number], out: &mut [$number], nx: usize, plane: usize) {
                let (middle, other) = ($set1(0.4), $set1(0.1));
                let count = out.len();
                let mut i = 0;
                while i + $lanes <= count {
                    // SAFETY: a has `plane` numbers more on either side.
                    unsafe {
                        let at = a.as_ptr().add(plane + i);
                        let mut sum = $add($load(at.sub(1)), $load(at.add(1)));
                        sum = $add(sum, $load(at.sub(nx)));
                        sum = $add(sum, $load(at.add(nx)));
                        sum = $add(sum, $load(at.sub(plane)));
                        sum = $add(sum, $load(at.add(plane)));
                        let all = $add($mul(middle, $load(at)), $mul(other, sum));
                        $store(out.as_mut_ptr().add(i), all);
                    }
                    i += $lanes;
                }
            }
        }
    };
}

ieee!(
    f64, 8, __m512d, __mmask8, _mm512_set1_pd, _mm512_loadu_pd, _mm512_storeu_pd, _mm512_add_pd, _mm512_sub_pd,
    _mm512_mul_pd, _mm512_fmadd_pd, _mm512_cmp_pd_mask, _mm512_mask_add_pd, ieee_f64
);
ieee!(
    f32, 16, __m512, __mmask16, _mm512_set1_ps, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_add_ps, _mm512_sub_ps,
    _mm512_mul_ps, _mm512_fmadd_ps, _mm512_cmp_ps_mask, _mm512_mask_add_ps, ieee_f32
);

#[cfg(cadna)]
mod cadna {
    unsafe extern "C" {
        pub fn cadna_begin(detect: i32);
        pub fn cadna_finish();
        pub fn cadna_mandelbrot_f64(a: *const f64, b: *const f64, c: *mut f64, n: usize);
        pub fn cadna_mandelbrot_f32(a: *const f32, b: *const f32, c: *mut f32, n: usize);
        pub fn cadna_filled_f64(x: *const f64, n: usize) -> *mut u8;
        pub fn cadna_filled_f32(x: *const f32, n: usize) -> *mut u8;
        pub fn cadna_stencil_f64(a: *const u8, o: *mut u8, nx: usize, p: usize, f: usize, t: usize);
        pub fn cadna_stencil_f32(a: *const u8, o: *mut u8, nx: usize, p: usize, f: usize, t: usize);
    }
}

macro_rules! measured {
    ($number:ident, $ieee:ident, $add:ident, $mul:ident, $fma:ident, $mul_self:ident, $cancel:ident, $mandelbrot:ident,
     $mandelbrot_self:ident, $stencil:ident, $stencil_self:ident, $cadna_mandelbrot:ident, $cadna_filled:ident,
     $cadna_stencil:ident) => {{
        let ty = stringify!($number);
        let count = 1 << 12;
        let x: Vec<$number> = (0..count).map(|k| 1.0 + k as $number / 8192.0).collect();
        let y: Vec<$number> = (0..count).map(|k| 1.0 - k as $number / 819200.0).collect();
        macro_rules! twin {
            ($module:ident, $inputs:expr, $parameters:expr, $range:expr) => {{
                let inputs = $inputs;
                let range: std::ops::Range<usize> = $range;
                let mut out: [Vec<$number>; 3] = core::array::from_fn(|_| vec![0.0; range.len()]);
                Box::new(move || {
                    let mut results = out.each_mut().map(|out| &mut out[..]);
                    black_box($module::twin(&inputs, &$parameters, range.clone(), &mut results, 1));
                })
            }};
        }
        macro_rules! plain {
            ($function:path, $x:expr, $y:expr) => {{
                let (x, y) = (&$x[..], &$y[..]);
                let mut out: Vec<$number> = vec![0.0; x.len()];
                // SAFETY: the processor has AVX-512.
                Box::new(move || unsafe { $function(black_box(x), y, black_box(&mut out)) })
            }};
        }
        let both = || [&x[..], &x, &x, &y, &y, &y];
        table(&format!("{ty}: 512 additions an element"), &mut [
            ("IEEE", plain!($ieee::add, x, y)),
            ("twin", twin!($add, both(), [], 0..count)),
            ("twin, cancellations", twin!($cancel, both(), [], 0..count)),
        ]);
        table(&format!("{ty}: 512 multiplications an element"), &mut [
            ("IEEE", plain!($ieee::mul, x, y)),
            ("twin", twin!($mul, both(), [], 0..count)),
            ("twin, self-validation", twin!($mul_self, both(), [], 0..count)),
        ]);
        table(&format!("{ty}: 512 fused multiply-adds an element"), &mut [
            ("IEEE", plain!($ieee::fma, x, y)),
            ("twin", twin!($fma, both(), [], 0..count)),
        ]);

        let side = 256;
        let x: Vec<$number> = (0..side * side).map(|k| -2.0 + 2.5 * (k % side) as $number / side as $number).collect();
        let y: Vec<$number> = (0..side * side).map(|k| -1.25 + 2.5 * (k / side) as $number / side as $number).collect();
        let both = || [&x[..], &x, &x, &y, &y, &y];
        let mut all: Vec<(&str, Box<dyn FnMut()>)> = vec![
            ("IEEE, 4 vectors", plain!($ieee::mandelbrot::<4>, x, y)),
            ("IEEE, 1 vector", plain!($ieee::mandelbrot::<1>, x, y)),
            ("IEEE, 2 vectors", plain!($ieee::mandelbrot::<2>, x, y)),
            ("IEEE, 8 vectors", plain!($ieee::mandelbrot::<8>, x, y)),
            ("twin", twin!($mandelbrot, both(), [], 0..side * side)),
            ("twin, self-validation", twin!($mandelbrot_self, both(), [], 0..side * side)),
        ];
        #[cfg(cadna)]
        {
            let (name, detect) = ("CADNA, self-validation", 1);
            let (x, y) = (&x, &y);
            let mut out: Vec<$number> = vec![0.0; x.len()];
            all.push((name, Box::new(move || unsafe {
                cadna::cadna_begin(detect);
                cadna::$cadna_mandelbrot(x.as_ptr(), y.as_ptr(), out.as_mut_ptr(), x.len());
                cadna::cadna_finish();
            })));
        }
        table(&format!("{ty}: Mandelbrot, {side} x {side}, 100 rounds"), &mut all);
        let mut out: [Vec<$number>; 3] = core::array::from_fn(|_| vec![0.0; side * side]);
        for seed in 1..4 {
            let mut results = out.each_mut().map(|out| &mut out[..]);
            let counts = $mandelbrot_self::twin(&both(), &[], 0..side * side, &mut results, seed);
            let of = |what: &str| -> u64 {
                let sites = $mandelbrot_self::SITES.iter().zip(&counts);
                sites.filter(|(site, _)| site.1.contains(what)).map(|(_, count)| count).sum()
            };
            println!("  seed {seed}: {} unstable multiplications, {} unstable branches", of("multiplication"), of("branch"));
        }
        drop(all);

        for side in [32usize, 192] {
            let (nx, plane) = (side, side * side);
            let count = side * plane;
            let a: Vec<$number> = (0..count).map(|k| 1.0 + (k % 97) as $number / 97.0).collect();
            let range = plane..count - plane;
            let copies = [a.clone(), a.clone(), a.clone()];
            let inputs3 = || [&copies[0][..], &copies[1][..], &copies[2][..]];
            let (input, mut out) = (&a, vec![0.0; range.len()]);
            let mut all: Vec<(&str, Box<dyn FnMut()>)> = vec![
                // SAFETY: the processor has AVX-512, and there is a plane on either side.
                ("IEEE", Box::new(move || unsafe { $ieee::stencil(input, black_box(&mut out), nx, plane) })),
                ("twin", twin!($stencil, inputs3(), [nx as _, plane as _], range.clone())),
                ("twin, self-validation", twin!($stencil_self, inputs3(), [nx as _, plane as _], range.clone())),
            ];
            #[cfg(cadna)]
            {
                let (name, detect) = ("CADNA, self-validation", 1);
                let range = range.clone();
                // SAFETY: arrays of as many numbers.
                let (from, to) = unsafe {
                    cadna::cadna_begin(1);
                    (cadna::$cadna_filled(a.as_ptr(), count), cadna::$cadna_filled(a.as_ptr(), count))
                };
                all.push((name, Box::new(move || unsafe {
                    cadna::cadna_begin(detect);
                    cadna::$cadna_stencil(from, to, nx, plane, range.start, range.end);
                    cadna::cadna_finish();
                })));
            }
            table(&format!("{ty}: stencil of 7 points, {side}^3"), &mut all);
        }
    }};
}

fn main() {
    measured!(
        f64, ieee_f64, add_f64, mul_f64, fma_f64, mul_self_f64, add_cancel_f64, mandelbrot_f64, mandelbrot_self_f64,
        stencil_f64, stencil_self_f64, cadna_mandelbrot_f64, cadna_filled_f64, cadna_stencil_f64
    );
    measured!(
        f32, ieee_f32, add_f32, mul_f32, fma_f32, mul_self_f32, add_cancel_f32, mandelbrot_f32, mandelbrot_self_f32,
        stencil_f32, stencil_self_f32, cadna_mandelbrot_f32, cadna_filled_f32, cadna_stencil_f32
    );
}
