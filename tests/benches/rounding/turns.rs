//! Functions that are measured in turns, on one core.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds; medians are of these.
pub(crate) const ROUNDS: usize = 401;
/// How long a round of a function is: shorter than what a busy machine gives a program at a time.
const ROUND: Duration = Duration::from_micros(250);

/// What gives the values at an array of encodings.
pub(crate) type Call<'a, E> = Box<dyn FnMut(&[E], &mut [E]) + 'a>;

/// Nanoseconds a result of each function, the median of rounds in which all take turns.
pub(crate) fn times<E: Copy + Default>(calls: &mut [Call<'_, E>], x: &[E]) -> Vec<f64> {
    let mut y = vec![E::default(); x.len()];
    let mut once = |call: &mut Call<'_, E>, repeats: u32| {
        let clock = Instant::now();
        for _ in 0..repeats {
            call(black_box(x), &mut y);
            black_box(&mut y);
        }
        clock.elapsed()
    };
    let mut repeats = vec![];
    for call in &mut *calls {
        let mut count = 1;
        while once(call, count) < ROUND {
            count *= 2;
        }
        repeats.push(count);
    }
    let mut all = vec![vec![]; calls.len()];
    for _ in 0..ROUNDS {
        for ((call, repeats), times) in calls.iter_mut().zip(&repeats).zip(&mut all) {
            let results = f64::from(*repeats) * x.len() as f64;
            times.push(once(call, *repeats).as_secs_f64() * 1e9 / results);
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    };
    all.into_iter().map(median).collect()
}

/// The clock, from a chain of additions that take a cycle each.
pub(crate) fn gigahertz() -> f64 {
    const LENGTH: u64 = 200_000;
    let of = || {
        let mut sum = black_box(1_u64);
        let clock = Instant::now();
        for _ in 0..LENGTH / 10 {
            // SAFETY: additions in a register.
            unsafe {
                core::arch::asm!(
                    "add {0}, {1}", "add {0}, {1}", "add {0}, {1}", "add {0}, {1}", "add {0}, {1}",
                    "add {0}, {1}", "add {0}, {1}", "add {0}, {1}", "add {0}, {1}", "add {0}, {1}",
                    inout(reg) sum, in(reg) LENGTH
                );
            }
        }
        black_box(sum);
        LENGTH as f64 / clock.elapsed().as_secs_f64() / 1e9
    };
    (0..301).map(|_| of()).fold(0.0, f64::max)
}
