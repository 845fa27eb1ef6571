//! The two types of numbers that have samples: their operations, rounded up or down.

use crate::arithmetic::Plain;
use crate::elementary::{Function, unrounded};
use crate::exact::{self, Rounded};
use crate::width::Width;

/// `f64` or `f32`.
pub trait Float:
    Copy + PartialEq + PartialOrd + std::fmt::Debug + private::Sealed + 'static
{
    /// Its length.
    const WIDTH: Width;

    /// The number in binary64, exactly.
    fn wide(self) -> f64;

    /// The number that is nearest to one of binary64.
    fn nearest(x: f64) -> Self;

    /// An operation, rounded up or down as IEEE 754 says. Operands that it does not have are not read.
    fn rounded(operation: Rounded, up: bool, operands: [Self; 3]) -> Self;

    /// An elementary function of one or two numbers, rounded up or down; see [`elementary`](crate::elementary).
    fn function(function: Function, up: bool, x: Self, y: Self) -> Self;
}

mod private {
    pub trait Sealed {}
    impl Sealed for f64 {}
    impl Sealed for f32 {}
}

/// A result by its definition, in exact arithmetic.
fn by_definition<T: Float>(operation: Rounded, up: bool, operands: [T; 3]) -> T {
    let operands = operands.map(Float::wide);
    let bits = exact::directed(operation, T::WIDTH, up, &operands[..operation.arity()]);
    T::nearest(T::WIDTH.number(bits))
}

/// `nearest`, or its neighbour above (below) if the result is above (below) and is rounded up (down); `lack` has the sign of
/// what the result is above the nearest number.
fn toward(nearest: f64, lack: f64, up: bool) -> f64 {
    match up {
        true if lack > 0.0 => nearest.next_up(),
        false if lack < 0.0 => nearest.next_down(),
        _ => nearest,
    }
}

/// Numbers of this size, and 0 for terms, have errors that are numbers.
fn is_moderate(x: f64, exponent: i32) -> bool {
    x.abs() < 2f64.powi(exponent) && x.abs() > 2f64.powi(-exponent)
}

/// x + y and the rest (Knuth's 2Sum).
fn two_sum(x: f64, y: f64) -> [f64; 2] {
    let s = x + y;
    let of_y = s - x;
    [s, (x - (s - of_y)) + (y - of_y)]
}

/// What an operation lacks of the exact result, or something of its sign, with the nearest number; nothing where that takes
/// exact arithmetic: near the ends of the range, and where signs of zeros matter.
///
/// Errors of sums, products, remainders and roots are numbers there (Dekker 1971; Boldo and Daumas 2003), and the sign of a
/// fused multiply-add's is that of two numbers' sum (Boldo and Muller 2011).
fn lack(operation: Rounded, [x, y, z]: [f64; 3]) -> Option<[f64; 2]> {
    match operation {
        Rounded::Add | Rounded::Sub => {
            let y = if operation == Rounded::Sub { -y } else { y };
            let [sum, rest] = two_sum(x, y);
            let is_plain = sum != 0.0 && x.abs() < 2f64.powi(1000) && y.abs() < 2f64.powi(1000);
            is_plain.then_some([sum, rest])
        }
        Rounded::Mul => {
            let product = x * y;
            is_moderate(product, 900).then(|| [product, x.mul_add(y, -product)])
        }
        Rounded::Div => {
            let quotient = x / y;
            let is_plain = [x, y, quotient].iter().all(|x| is_moderate(*x, 400));
            is_plain.then(|| [quotient, (-quotient).mul_add(y, x) * y.signum()])
        }
        Rounded::Sqrt => {
            let root = x.sqrt();
            (x > 0.0 && is_moderate(x, 800)).then(|| [root, (-root).mul_add(root, x)])
        }
        Rounded::Fma => {
            let nearest = x.mul_add(y, z);
            if ![x, y, z, nearest].iter().all(|x| is_moderate(*x, 200)) {
                return None;
            }
            let product = x * y;
            let low = x.mul_add(y, -product);
            let [a, a_rest] = two_sum(z, low);
            let [b, b_rest] = two_sum(product, a);
            Some([nearest, ((b - nearest) + b_rest) + a_rest])
        }
    }
}

impl Float for f64 {
    const WIDTH: Width = Width::W64;

    fn wide(self) -> f64 {
        self
    }

    fn nearest(x: f64) -> f64 {
        x
    }

    fn rounded(operation: Rounded, up: bool, operands: [f64; 3]) -> f64 {
        match lack(operation, operands) {
            Some([nearest, lack]) => toward(nearest, lack, up),
            None => by_definition(operation, up, operands),
        }
    }

    fn function(function: Function, up: bool, x: f64, y: f64) -> f64 {
        let sum = unrounded(&Plain::<f64>::new(), function, x, y);
        match sum.scale {
            Some(scale) => f64::rounded(Rounded::Fma, up, [sum.high, scale, sum.low]),
            None => f64::rounded(Rounded::Add, up, [sum.high, sum.low, 0.0]),
        }
    }
}

impl Float for f32 {
    const WIDTH: Width = Width::W32;

    fn wide(self) -> f64 {
        f64::from(self)
    }

    fn nearest(x: f64) -> f32 {
        x as f32
    }

    /// By way of binary64, in which products are exact and sums are two numbers.
    fn rounded(operation: Rounded, up: bool, operands: [f32; 3]) -> f32 {
        let [x, y, z] = operands;
        let nearest = match operation {
            Rounded::Add => x + y,
            Rounded::Sub => x - y,
            Rounded::Mul => x * y,
            Rounded::Div => x / y,
            Rounded::Sqrt => x.sqrt(),
            Rounded::Fma => x.mul_add(y, z),
        };
        if nearest == 0.0 || !nearest.is_finite() {
            return by_definition(operation, up, operands);
        }
        let [wide, x, y, z] = [nearest, x, y, z].map(f64::from);
        let of_sum = |a: f64, b: f64| {
            let [sum, rest] = two_sum(a, b);
            (sum - wide) + rest
        };
        let lack = match operation {
            Rounded::Add => of_sum(x, y),
            Rounded::Sub => of_sum(x, -y),
            Rounded::Mul => x * y - wide,
            Rounded::Div => (x - wide * y) * y.signum(),
            Rounded::Sqrt => x - wide * wide,
            Rounded::Fma => of_sum(x * y, z),
        };
        match up {
            true if lack > 0.0 => nearest.next_up(),
            false if lack < 0.0 => nearest.next_down(),
            _ => nearest,
        }
    }

    fn function(function: Function, up: bool, x: f32, y: f32) -> f32 {
        let sum = unrounded(&Plain::<f32>::new(), function, x, y);
        match sum.scale {
            Some(scale) => f32::rounded(Rounded::Fma, up, [sum.high, scale, sum.low]),
            None => f32::rounded(Rounded::Add, up, [sum.high, sum.low, 0.0]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_base::random::Random;

    const ALL: [Rounded; 6] =
        [Rounded::Add, Rounded::Sub, Rounded::Mul, Rounded::Div, Rounded::Sqrt, Rounded::Fma];

    /// Numbers of all sizes, near 1, and the special ones.
    fn number<T: Float>(random: &mut Random) -> T {
        let width = T::WIDTH;
        let bits = random.next() >> (64 - width.bits());
        let x = match random.below(8) {
            0 => [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, width.largest()]
                [random.below(6) as usize],
            1 => width.number(1 + random.below(3)),
            2 | 3 => width.number(bits),
            4 => random.below(100) as f64 - 50.0,
            _ => width.rounded((random.unit() - 0.5) * 2f64.powi(random.below(60) as i32 - 30)),
        };
        T::nearest(x)
    }

    fn agree<T: Float>() {
        let mut random = Random::new(3);
        let same = |a: T, b: T| {
            let [a, b] = [a, b].map(Float::wide);
            a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
        };
        let mut inexact = 0;
        for _ in 0..200_000 {
            let mut x: [T; 3] = [0; 3].map(|_| number(&mut random));
            if random.below(3) == 0 {
                x[2] = T::nearest(-x[0].wide() * x[1].wide());
                x[1] = T::nearest(x[1].wide());
            }
            for operation in ALL {
                let both = [true, false].map(|up| {
                    let (ours, wanted) =
                        (T::rounded(operation, up, x), by_definition(operation, up, x));
                    assert!(same(ours, wanted), "{operation:?} {up} {x:?}: {ours:?}, {wanted:?}");
                    ours
                });
                inexact += usize::from(!same(both[0], both[1]));
            }
        }
        assert!(inexact > 100_000, "{inexact}");
    }

    /// The definition is exact arithmetic.
    #[test]
    fn operations_are_those_of_the_definition() {
        agree::<f64>();
        agree::<f32>();
    }
}
