//! The inequalities of the proof, tried on numbers.

use super::super::obligations::MOST_BEND;
use super::{MOST_BEYOND, end_slope};
use tmd_base::random::Random;
use tmd_design::bound::Up;

/// A number between two.
fn between(random: &mut Random, low: f64, high: f64) -> f64 {
    low + (high - low) * random.unit()
}

/// The arc of r/q begins where that of the fraction before it ends, by its own linear estimate. A curve that bends away makes it
/// longer than 1/Q lets expect.
#[test]
fn slopes_at_the_ends_of_arcs() {
    for bend in [MOST_BEND, MOST_BEYOND] {
        slopes_at_ends(bend);
    }
}

fn slopes_at_ends(bend: f64) {
    let mut random = Random::new(21);
    let (mut most, mut beyond): (f64, u32) = (0.0, 0);
    for _ in 0..200_000 {
        let order = 2f64.powf(between(&mut random, 2.0, 20.0)).floor();
        let before = between(&mut random, 1.0, order + 1.0).floor();
        let q = (order - before + 1.0).max(1.0).max(between(&mut random, 1.0, order + 1.0).floor());
        let b = 2f64.powf(between(&mut random, -30.0, -1.0));
        // The vertex of the fraction before is at t₀, the next where the slope is 1/(q·q_before) more.
        let rise = 1.0 / (q * before);
        let distance = rise / (2.0 * b) * between(&mut random, 1.1, 3.0);
        let start = between(&mut random, -1.0, 1.0) * distance;
        let sign = if random.unit() < 0.5 { -1.0 } else { 1.0 };
        let c = sign * bend * b / (3.0 * distance);
        let lambda = |t: f64| 2.0 * b + 6.0 * c * t;
        let mut gap = rise / (2.0 * b);
        for _ in 0..60 {
            gap -= (lambda(start) * gap + 3.0 * c * gap * gap - rise) / lambda(start + gap);
        }
        if start + gap > distance {
            continue;
        }
        let right = 1.0 / (before * (q + before) * 2.0 * b);
        let slope = q * lambda(start + gap) * (gap - right);
        let proved = end_slope(order, Up::exact(bend)).value();
        assert!(slope <= proved, "q = {q}, before {before}, order {order}: {slope:e} > {proved:e}");
        most = most.max(slope / proved);
        beyond += u32::from(slope > 3.0 / order);
    }
    assert!(most > 0.4 && beyond > 100, "nothing is near the bound: {most}, {beyond}");
}
