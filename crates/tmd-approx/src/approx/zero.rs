//! Zeros of f in a range: no relative error has a bound around one.
//!
//! A zero is only told where it is certain: f is exactly 0 at a number, or f has different signs at two neighbouring
//! numbers and is bounded between them, so that it is continuous there (an enclosure of f over an interval exists only
//! where f is). A zero that f merely touches between two numbers is not found.

use super::exact;
use rug::Float;
use std::cmp::Ordering;
use tmd_functions::interval::Interval;
use tmd_functions::language::FunctionSpec;
use tmd_kernel::ir::Width;

/// A zero of f, at or between two numbers of the type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Zero {
    /// The last number before it, or the number itself.
    pub(super) from: f64,
    /// The first number after it, or the number itself.
    pub(super) to: f64,
}

/// Pieces that the range is cut into first.
const PIECES: u32 = 64;
/// The most halvings of an interval that may have a zero.
const DEEPEST: u32 = 10;
/// Enclosures over pieces, at most.
const MOST_PIECES: u32 = 2048;
/// Bits of the numbers that signs are decided by: the second where the first do not tell.
const BITS: [u32; 2] = [128, 1024];

/// A zero of f from `a` to `b`, both included, if one is found.
pub(super) fn find(spec: &FunctionSpec, width: Width, (a, b): (f64, f64)) -> Option<Zero> {
    let mut finder = Finder { spec, width, left: MOST_PIECES };
    let cut = |k: u32| {
        let share = f64::from(k) / f64::from(PIECES);
        width.rounded(a * (1.0 - share) + b * share).clamp(a, b)
    };
    let cuts: Vec<(f64, Option<Ordering>)> =
        (0..=PIECES).map(|k| (cut(k), finder.sign(cut(k)))).collect();
    if cuts.iter().all(|(_, sign)| *sign == Some(Ordering::Equal)) {
        // f seems to be 0 everywhere, and so is what computes it.
        return None;
    }
    cuts.windows(2).find_map(|pair| finder.within(pair[0], pair[1], DEEPEST))
}

struct Finder<'a> {
    spec: &'a FunctionSpec,
    width: Width,
    /// Enclosures that may still be asked for.
    left: u32,
}

/// A number with the sign of f there, if that is known.
type Signed = (f64, Option<Ordering>);

impl Finder<'_> {
    fn within(&mut self, from: Signed, to: Signed, depth: u32) -> Option<Zero> {
        use Ordering::{Equal, Greater, Less};
        match (from.1, to.1) {
            (Some(Equal), _) => return Some(Zero { from: from.0, to: from.0 }),
            (_, Some(Equal)) => return Some(Zero { from: to.0, to: to.0 }),
            (Some(Less), Some(Greater)) | (Some(Greater), Some(Less)) => {
                if let Some(zero) = self.bisected(from, to) {
                    return Some(zero);
                }
            }
            _ => {}
        }
        if depth == 0 || self.left == 0 || !self.may_be_zero(from.0, to.0) {
            return None;
        }
        let middle = self.middle(from.0, to.0)?;
        let middle = (middle, self.sign(middle));
        self.within(from, middle, depth - 1).or_else(|| self.within(middle, to, depth - 1))
    }

    /// Whether f may be 0 from `from` to `to`, as far as an enclosure tells.
    fn may_be_zero(&mut self, from: f64, to: f64) -> bool {
        self.left -= 1;
        self.enclosed(from, to).is_none_or(|y| y.contains_zero())
    }

    fn enclosed(&self, from: f64, to: f64) -> Option<Interval> {
        let ends = [from, to].map(|x| Float::with_val(BITS[0], x));
        let [from, to] = ends;
        let x = Interval::new(from, to).ok()?;
        self.spec.eval(&x).ok().filter(Interval::is_bounded)
    }

    /// The zero between two numbers at which f has different signs.
    fn bisected(&self, mut from: Signed, mut to: Signed) -> Option<Zero> {
        while let Some(middle) = self.middle(from.0, to.0) {
            match self.sign(middle)? {
                Ordering::Equal => return Some(Zero { from: middle, to: middle }),
                sign if Some(sign) == from.1 => from.0 = middle,
                _ => to.0 = middle,
            }
        }
        // A pole and a jump change signs, too.
        self.enclosed(from.0, to.0).map(|_| Zero { from: from.0, to: to.0 })
    }

    /// A number between two: half of the numbers that are between them are below it. None if there is none.
    fn middle(&self, from: f64, to: f64) -> Option<f64> {
        let (low, high) = (rank(from), rank(to));
        let middle = self.width.rounded(number(low + (high - low) / 2));
        (from < middle && middle < to).then_some(middle)
    }

    /// The sign of f at a number.
    fn sign(&self, x: f64) -> Option<Ordering> {
        for bits in BITS {
            let point = Float::with_val(bits, x);
            let y = self.spec.eval(&Interval::new(point.clone(), point).ok()?).ok()?;
            if *y.lo() > 0 {
                return Some(Ordering::Greater);
            }
            if *y.hi() < 0 {
                return Some(Ordering::Less);
            }
        }
        let value = self.spec.exact_value(&exact(x))?;
        Some(value.cmp0())
    }
}

/// The rank of a number among all finite ones: 0 for 0, 1 for the next.
fn rank(x: f64) -> i128 {
    let size = i128::from(x.abs().to_bits());
    if x < 0.0 { -size } else { size }
}

/// The number of a rank.
fn number(rank: i128) -> f64 {
    let size = f64::from_bits(u64::try_from(rank.unsigned_abs()).unwrap_or(u64::MAX));
    if rank < 0 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approx::{Request, Source, make};

    fn zero(function: &str, range: (f64, f64)) -> Option<Zero> {
        find(&FunctionSpec::parse(function).expect("a function"), Width::W64, range)
    }

    #[test]
    fn what_cannot_be_met_at_a_zero_is_refused_at_once() {
        for (tolerance, is_refused) in
            [("rel:1e-12", true), ("ulp:1", true), ("abs:1e-3", false), ("norm:1e-3", false)]
        {
            let request =
                Request::new("j0", "0,20", tolerance.parse().expect("a tolerance"), Width::W64);
            let made = make(&request, Source::function("j0", None).expect("a function"));
            match made {
                Ok(_) => assert!(!is_refused, "{tolerance}"),
                Err(diag) => {
                    assert!(is_refused, "{tolerance}: {diag}");
                    let place = "between x = 2.4048255576957724 and 2.404825557695773";
                    assert!(diag.message.contains(place), "{diag}");
                    assert_eq!(diag.offending(), Some("0,20"));
                    assert!(diag.help.is_some_and(|help| help.contains("abs:")));
                }
            }
        }
    }

    #[test]
    fn zeros_are_found_and_nothing_else() {
        let one = zero("j0", (0.0, 20.0)).expect("a zero");
        assert_eq!((one.from, one.to), (2.4048255576957724, 2.404825557695773));
        let pi = zero("sin", (3.0, 4.0)).expect("a zero");
        assert_eq!(pi.from, std::f64::consts::PI);
        assert_eq!(pi.to, std::f64::consts::PI.next_up());
        // Two zeros in one piece, which no sign of its ends tells of.
        let near = zero("(x - 0.5001) * (x - 0.5002)", (0.0, 1.0)).expect("a zero");
        assert!((near.from - 0.5001).abs() < 1e-12 || (near.from - 0.5002).abs() < 1e-12);
        for (function, range, at) in
            [("sin", (0.0, 1.0), 0.0), ("x * x", (-1.0, 1.0), 0.0), ("log", (0.5, 1.0), 1.0)]
        {
            assert_eq!(zero(function, range), Some(Zero { from: at, to: at }), "{function}");
        }
        for (function, range) in [
            ("exp", (-10.0, 10.0)),
            ("sin", (0.1, 3.0)),
            ("tan", (1.5, 1.6)),
            ("1 / x", (-1.0, 1.0)),
            ("x - x", (-1.0, 1.0)),
            ("1 + x * x", (-3.0, 3.0)),
        ] {
            assert_eq!(zero(function, range), None, "{function}");
        }
    }
}
