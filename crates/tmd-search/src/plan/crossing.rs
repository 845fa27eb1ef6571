//! Where a function that rises or falls passes a power of two: the input, by few evaluations.
//!
//! Seen from the other side the index of an input is a function of log2 |f|. It is a smooth one next to a pole, too, where it is
//! nearly an exponential. So a polynomial through places that are known, the last crossings among them, says where the next
//! one is (inverse interpolation: J. F. Traub, *Iterative Methods for the Solution of Equations*, 1964, section 4.2). What
//! it says is only where to look: enclosures of f decide.

use rug::Float;
use std::ops::Range;
use tmd_base::narrow;

/// What is seen at an input.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// The class of |f|: its exponent, or what stands for it.
    pub class: i32,
    /// |f|, nearly.
    pub size: Float,
}

/// A run on which f is known to rise or to fall all the way and to keep its sign.
#[derive(Clone, Debug)]
pub(super) struct Slope {
    /// What is seen at its first and its last input.
    pub ends: [Seen; 2],
    /// The last inputs before it at which the class was another than before, and |f| there.
    crossed: Vec<(u64, Float)>,
}

/// Places that a polynomial goes through.
const NODES: usize = 5;
/// Places that are predicted before every second one is in the middle of what is left, whatever the function is like.
const PATIENCE: u32 = 10;

/// A place that is known.
#[derive(Clone, Copy)]
struct Node {
    index: u64,
    /// log2 |f|, from the power of two on that is to be passed.
    height: f64,
}

impl Node {
    fn new(index: u64, size: &Float, passed: i32) -> Self {
        Node { index, height: height(size, passed) }
    }
}

/// log2 of a size / 2^`passed`, as exactly next to 0 as elsewhere; NaN where that is not finite.
fn height(size: &Float, passed: i32) -> f64 {
    let Some(exponent) = size.get_exp() else { return f64::NAN };
    let ratio = Float::with_val(size.prec(), size >> passed);
    let beyond = Float::with_val(size.prec(), &ratio - 1u32).to_f64();
    if beyond.abs() < 0.5 {
        return beyond.ln_1p() * std::f64::consts::LOG2_E;
    }
    let mantissa = Float::with_val(size.prec(), size >> exponent).to_f64();
    f64::from(exponent) - f64::from(passed) + mantissa.log2()
}

impl Slope {
    /// A run that nothing is known of but its ends.
    pub(super) fn new(ends: [Seen; 2]) -> Self {
        Slope { ends, crossed: vec![] }
    }

    /// The rest of a run, from an input on at which the class is another than before.
    pub(super) fn rest(mut self, start: u64, seen: Seen) -> Self {
        // A node is for the next crossings.
        let first = self.crossed.len().saturating_sub(NODES - 1);
        self.crossed.drain(..first);
        self.crossed.push((start, seen.size.clone()));
        self.ends[0] = seen;
        self
    }

    /// The first index of `run` at which the class is another than at the first, and what is seen there; or the end of the run,
    /// and what is seen at its last input. None where an input is met at which nothing is seen.
    pub(super) fn end_of_class(
        &self,
        run: &Range<u64>,
        see: impl Fn(u64) -> Option<Seen>,
    ) -> Option<(u64, Seen)> {
        let [first, last] = &self.ends;
        let mut last = last.clone();
        if last.class == first.class {
            return Some((run.end, last));
        }
        let passed = first.class + i32::from(last.size > first.size);
        let ends = [(run.start, &first.size), (run.end - 1, &last.size)];
        let known = self.crossed.iter().map(|(index, size)| (*index, size)).chain(ends);
        let mut nodes: Vec<Node> =
            known.map(|(index, size)| Node::new(index, size, passed)).collect();
        let (mut inside, mut outside) = (run.start, run.end - 1);
        let mut step = 0;
        while outside - inside > 1 {
            step += 1;
            let is_in_turn = step <= PATIENCE || step % 2 == 1;
            let predicted = if is_in_turn { predict(&mut nodes, inside, outside) } else { None };
            let place = predicted.unwrap_or(inside + (outside - inside) / 2);
            let seen = see(place)?;
            nodes.push(Node::new(place, &seen.size, passed));
            if seen.class == first.class {
                inside = place;
            } else {
                (outside, last) = (place, seen);
            }
        }
        Some((outside, last))
    }
}

/// The last input before the height 0, by the places that are next to it, but strictly between two inputs; `None` if that
/// cannot be told.
fn predict(nodes: &mut Vec<Node>, inside: u64, outside: u64) -> Option<u64> {
    nodes.retain(|node| node.height.is_finite());
    nodes.sort_by(|a, b| a.height.abs().total_cmp(&b.height.abs()));
    nodes.dedup_by_key(|node| node.index);
    let nearest = nodes.first()?.index;
    let near: Vec<(f64, f64)> = nodes
        .iter()
        .take(NODES)
        .map(|node| (node.height, signed_distance(nearest, node.index)))
        .collect();
    let offset = at_zero(&near)?;
    let steps = narrow::whole(offset.floor().abs().min(2f64.powi(62)));
    let place = match offset >= 0.0 {
        true => nearest.saturating_add(steps),
        false => nearest.saturating_sub(steps),
    };
    Some(place.clamp(inside + 1, outside - 1))
}

/// How far it is from one index to another.
fn signed_distance(from: u64, to: u64) -> f64 {
    match to >= from {
        true => narrow::about(to - from),
        false => -narrow::about(from - to),
    }
}

/// The value at 0 of the polynomial through two or more points, by Neville's scheme; `None` where they do not make one.
fn at_zero(points: &[(f64, f64)]) -> Option<f64> {
    if points.len() < 2 {
        return None;
    }
    let mut values: Vec<f64> = points.iter().map(|point| point.1).collect();
    for degree in 1..points.len() {
        for k in 0..points.len() - degree {
            let (a, b) = (points[k].0, points[k + degree].0);
            values[k] += (values[k + 1] - values[k]) * (a / (a - b));
        }
    }
    Some(values[0]).filter(|value| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn polynomials_go_through_their_points() {
        let cubic = |h: f64| 3.0 - 2.0 * h + 0.5 * h * h - h * h * h;
        let points = [-1.0, 0.5, 2.0, 3.0].map(|h| (h, cubic(h)));
        assert!((at_zero(&points).unwrap() - 3.0).abs() < 1e-12);
        assert_eq!(at_zero(&points[..1]), None);
        assert_eq!(at_zero(&[(1.0, 5.0), (1.0, 7.0)]), None);
    }

    #[test]
    fn heights_are_exact_next_to_a_power() {
        let size = Float::with_val(117, 1) + (Float::with_val(117, 1) >> 80);
        let near = height(&Float::with_val(117, &size << 40), 40);
        assert!((near * 2f64.powi(80) - std::f64::consts::LOG2_E).abs() < 1e-12, "{near}");
        assert_eq!(height(&Float::with_val(60, 12), 2), 3f64.log2());
        assert!(height(&Float::new(53), 0).is_nan());
    }

    /// A name, a function, and how many evaluations a crossing may take.
    type Named = (&'static str, fn(Float) -> Float, f64);

    /// Every crossing of steep, gentle, exponential and kinked functions, against the definition, by a few evaluations each.
    #[test]
    fn crossings_are_found_exactly_and_soon() {
        let count = 1u64 << 52;
        let share = |i: u64| (Float::with_val(200, i) + 1u32) / Float::with_val(200, count);
        let functions: [Named; 6] = [
            ("exp", |x| (x * 30u32).exp(), 6.0),
            ("pole", |x| x.recip(), 9.0),
            ("power", |x| x.square().square(), 9.0),
            ("gentle", |x| (x / 1000u32 + 1.9995f64).square(), 12.0),
            ("falling", |x| (-(x * 700u32)).exp(), 5.0),
            ("kinked", |x| if x < 0.3 { x } else { (x - 0.29f64) * 30u32 }, 16.0),
        ];
        for (name, f, most) in functions {
            let calls = Cell::new(0);
            let see = |i: u64| {
                calls.set(calls.get() + 1);
                let size = f(share(i));
                Some(Seen { class: size.get_exp().unwrap() - 1, size })
            };
            let mut slope = Slope::new([see(0).unwrap(), see(count - 1).unwrap()]);
            let (mut start, mut crossings) = (0, 0);
            while start < count {
                let class = see(start).unwrap().class;
                let (end, next) = slope.end_of_class(&(start..count), see).unwrap();
                assert_eq!(see(end - 1).unwrap().class, class, "{name} {start}..{end}");
                assert!(end == count || see(end).unwrap().class != class, "{name} {end}");
                slope = slope.rest(end, next);
                (start, crossings) = (end, crossings + 1);
            }
            // Three of each were the test's.
            let each = f64::from(calls.get()) / f64::from(crossings) - 3.0;
            assert!(crossings > 1 && each <= most, "{name}: {each} for each of {crossings}");
        }
    }
}
