//! Elementary functions in twins: the algorithms of [`tmd_number::elementary`], written down as operations that are rounded to
//! nearest, and the last of them up or down. So the samples are those that the type of that crate computes.

use std::cell::RefCell;
use tmd_kernel::ir::{Builder, Rounded, Value, Width};
use tmd_number::arithmetic::Arithmetic;
use tmd_number::elementary::{Function, unrounded};

/// A function of numbers, rounded up where the mask holds and down elsewhere.
pub(super) fn directed(
    b: &mut Builder,
    width: Width,
    function: Function,
    up: Value,
    operands: &[Value],
) -> Value {
    let writer = Writer { b: RefCell::new(b), width };
    let (x, y) = (operands[0], operands[operands.len() - 1]);
    let sum = unrounded(&writer, function, x, y);
    match sum.scale {
        Some(scale) => b.directed(Rounded::Fma, up, &[sum.high, scale, sum.low]),
        None => b.directed(Rounded::Add, up, &[sum.high, sum.low]),
    }
}

/// Arithmetic that is written down.
struct Writer<'a> {
    b: RefCell<&'a mut Builder>,
    width: Width,
}

impl Writer<'_> {
    fn write<T>(&self, operation: impl FnOnce(&mut Builder) -> T) -> T {
        operation(&mut self.b.borrow_mut())
    }

    /// Bits behind the exponent of a number.
    fn fraction(&self) -> u32 {
        self.width.precision() - 1
    }
}

impl Arithmetic for Writer<'_> {
    type Number = Value;
    type Truth = Value;

    fn precision(&self) -> u32 {
        self.width.precision()
    }
    fn number(&self, x: f64) -> Value {
        // Not all languages can write what is no number: it is computed, in every lane, so that nothing folds it.
        if x.is_finite() {
            return self.write(|b| b.float(self.width.rounded(x)));
        }
        self.write(|b| {
            let largest = b.float(self.width.largest());
            let largest = b.varying(largest);
            let infinity = b.add(largest, largest);
            match (x.is_nan(), x > 0.0) {
                (true, _) => b.sub(infinity, infinity),
                (false, true) => infinity,
                (false, false) => b.neg(infinity),
            }
        })
    }
    fn add(&self, x: Value, y: Value) -> Value {
        self.write(|b| b.add(x, y))
    }
    fn sub(&self, x: Value, y: Value) -> Value {
        self.write(|b| b.sub(x, y))
    }
    fn mul(&self, x: Value, y: Value) -> Value {
        self.write(|b| b.mul(x, y))
    }
    fn div(&self, x: Value, y: Value) -> Value {
        self.write(|b| b.div(x, y))
    }
    fn fma(&self, x: Value, y: Value, z: Value) -> Value {
        self.write(|b| b.fma(x, y, z))
    }
    fn neg(&self, x: Value) -> Value {
        self.write(|b| b.neg(x))
    }
    fn abs(&self, x: Value) -> Value {
        self.write(|b| b.abs(x))
    }
    fn less(&self, x: Value, y: Value) -> Value {
        self.write(|b| b.lt(x, y))
    }
    fn at_least(&self, x: Value, y: Value) -> Value {
        self.write(|b| b.ge(x, y))
    }
    fn and(&self, p: Value, q: Value) -> Value {
        self.write(|b| b.and(p, q))
    }
    fn or(&self, p: Value, q: Value) -> Value {
        self.write(|b| b.or(p, q))
    }
    fn and_not(&self, p: Value, q: Value) -> Value {
        self.write(|b| b.and_not(p, q))
    }
    fn select(&self, which: Value, x: Value, y: Value) -> Value {
        self.write(|b| b.select(which, x, y))
    }

    fn power(&self, k: Value) -> Value {
        let (width, fraction) = (self.width, self.fraction());
        self.write(|b| {
            let magic = b.float(1.5 * 2f64.powi(fraction as i32));
            let shifted = b.add(k, magic);
            let bits = b.bits(shifted);
            let bits = b.shl(bits, fraction);
            let one = b.word(width.bits_of(1.0));
            let bits = b.add(bits, one);
            b.from_bits(bits)
        })
    }

    fn split(&self, x: Value) -> [Value; 2] {
        let (width, fraction) = (self.width, self.fraction());
        self.write(|b| {
            let bits = b.bits(x);
            // The exponent as a number: in the low bits of a power of 2.
            let exponent = b.shr(bits, fraction);
            let power = 2f64.powi(fraction as i32);
            let of_power = b.word(width.bits_of(power));
            let exponent = b.bits_or(exponent, of_power);
            let exponent = b.from_bits(exponent);
            let bias = if width == Width::W64 { 1023.0 } else { 127.0 };
            let zero = b.float(power + bias);
            let exponent = b.sub(exponent, zero);
            let mask = b.word((1 << fraction) - 1);
            let low = b.bits_and(bits, mask);
            let one = b.word(width.bits_of(1.0));
            let significand = b.bits_or(low, one);
            [exponent, b.from_bits(significand)]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Options, instrument, parse, run};
    use super::*;
    use tmd_base::random::Random;
    use tmd_kernel::pass;
    use tmd_number::Float;

    /// Each sample of a twin is what the type of stochastic numbers rounds up or down, and both happen.
    fn agree<T: Float>() {
        let width = T::WIDTH;
        let ty = width.number_type();
        let mut random = Random::new(9);
        for function in Function::ALL {
            let y = if function.arity() == 2 { "y" } else { "" };
            let name = function.name();
            let text = format!("fn f(x: {ty}, y: {ty}) -> {ty} {{ x.{name}({y}) }}");
            let kernel = parse("test", &text, width).expect("a kernel");
            let twin = instrument(&kernel, &Options::default()).expect("a twin");
            let lowered = pass::by_errors(pass::standard_kernel(twin.clone()).expect("a twin"));
            let lowered = pass::standard_kernel(lowered).expect("a twin");
            let mut x: Vec<f64> = (0..400)
                .map(|_| (random.unit() - 0.3) * 2f64.powi(random.below(40) as i32 - 25))
                .collect();
            x.extend([
                0.0,
                -0.0,
                f64::INFINITY,
                f64::NAN,
                1.0,
                -1.0,
                width.largest(),
                width.number(1),
            ]);
            let y: Vec<f64> = x.iter().map(|_| (random.below(100) as f64 - 50.0) * 0.25).collect();
            let inputs: Vec<Vec<[f64; 3]>> = [&x, &y]
                .map(|column| column.iter().map(|x| [width.rounded(*x); 3]).collect())
                .to_vec();
            let first = run(&twin, &inputs, &[], 4, 0..x.len()).expect("a run");
            let second = run(&lowered, &inputs, &[], 4, 0..x.len()).expect("a run");
            let bits = |samples: &[f64; 3]| samples.map(|x| width.bits_of(x));
            let mut sides = [0, 0];
            for (at, samples) in first.results[0].iter().enumerate() {
                let [x, y] = [0, 1].map(|k| T::nearest(inputs[k][at][0]));
                let both =
                    [true, false].map(|up| width.bits_of(T::function(function, up, x, y).wide()));
                if samples.iter().any(|x| x.is_nan()) {
                    assert!(width.number(both[0]).is_nan(), "{text} {x:?} {y:?}");
                    continue;
                }
                assert_eq!(bits(samples), bits(&second.results[0][at]), "{text} {x:?} {y:?}");
                for sample in bits(samples) {
                    assert!(both.contains(&sample), "{text} {x:?} {y:?}: {sample:x} {both:x?}");
                    if both[0] != both[1] {
                        sides[usize::from(sample == both[0])] += 1;
                    }
                }
            }
            assert!(sides.iter().all(|count| *count > 200), "{text}: {sides:?}");
        }
    }

    #[test]
    fn samples_are_those_of_the_type() {
        agree::<f64>();
        agree::<f32>();
    }
}
