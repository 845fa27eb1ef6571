//! The inequalities of the proof, tried on numbers.

use super::{MOST_BEYOND, dip, end_slope};
use tmd_base::random::Random;
use tmd_design::bound::Up;

/// Largest bend of a plan.
const BEND: f64 = 1.0 / 32.0;

/// A number between two.
fn between(random: &mut Random, low: f64, high: f64) -> f64 {
    low + (high - low) * random.unit()
}

/// No input lies deeper below the one next to the vertex than is provided for; and cubes, which pull the two neighbours of a
/// vertex halfway between them apart by 2·|C|/8, need what is provided.
#[test]
fn inputs_hardly_lie_below_the_one_next_to_the_vertex() {
    let mut random = Random::new(20);
    let mut closest: f64 = 0.0;
    for _ in 0..200_000 {
        let b = 2f64.powf(between(&mut random, -40.0, -1.0));
        let reach = 2f64.powf(between(&mut random, 0.0, 30.0));
        let sign = if random.unit() < 0.5 { -1.0 } else { 1.0 };
        let c = sign * BEND * b / (3.0 * reach);
        let off = between(&mut random, 0.0, 0.25) * f64::from(random.unit() < 0.5);
        let vertex = between(&mut random, -1.0, 1.0);
        let m = (vertex + between(&mut random, -off, off)).round();
        let half_lambda = b + 3.0 * c * vertex;
        let phi = |t: f64| {
            let w = t - vertex;
            half_lambda * w * w + c * w * w * w
        };
        let proved = dip(Up::exact(b), Up::exact(c.abs()), Up::exact(off)).value();
        for t in -2..=2 {
            let t = f64::from(t);
            if (t - vertex).abs() <= reach {
                let below = phi(m) - phi(t);
                assert!(below <= proved * (1.0 + 1e-12) + b * 1e-14, "{below:e} > {proved:e}");
                closest = closest.max(below / proved);
            }
        }
    }
    assert!(closest > 0.9, "the bound is never nearly met: {closest}");
}

/// The arc of r/q begins where that of the fraction before it ends, by its own linear estimate. A curve that bends away makes it
/// longer than 1/Q lets expect.
#[test]
fn slopes_at_the_ends_of_arcs() {
    for bend in [BEND, MOST_BEYOND] {
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
