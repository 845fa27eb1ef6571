//! The inequalities of the obligations, tried on numbers.

use super::{MOST_BEND, dip};
use tmd_base::random::Random;
use tmd_design::bound::Up;

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
        let c = sign * MOST_BEND * b / (3.0 * reach);
        let off = between(&mut random, 0.0, 0.25) * f64::from(random.unit() < 0.5);
        let vertex = between(&mut random, -1.0, 1.0);
        let m = (vertex + between(&mut random, -off, off)).round();
        let half_lambda = b + 3.0 * c * vertex;
        let phi = |t: f64| {
            let w = t - vertex;
            half_lambda * w * w + c * w * w * w
        };
        let proved = dip((Up::exact(b), Up::exact(c.abs())), MOST_BEND, Up::exact(off)).value();
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
