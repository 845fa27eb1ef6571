//! Arithmetic that algorithms are written in once: with numbers, they compute; with values of a kernel under construction,
//! they write down the operations. So a program and an emitted kernel get the same bits.

/// Operations on binary64 (binary32) numbers, rounded to nearest, and on truth values.
pub trait Arithmetic {
    /// A number.
    type Number: Copy;
    /// A truth value.
    type Truth: Copy;

    /// Significant bits of a number: 53 or 24.
    fn precision(&self) -> u32;
    /// The constant that is nearest to a number.
    fn number(&self, x: f64) -> Self::Number;
    /// x + y.
    fn add(&self, x: Self::Number, y: Self::Number) -> Self::Number;
    /// x - y.
    fn sub(&self, x: Self::Number, y: Self::Number) -> Self::Number;
    /// x · y.
    fn mul(&self, x: Self::Number, y: Self::Number) -> Self::Number;
    /// x / y.
    fn div(&self, x: Self::Number, y: Self::Number) -> Self::Number;
    /// x·y + z, rounded once.
    fn fma(&self, x: Self::Number, y: Self::Number, z: Self::Number) -> Self::Number;
    /// -x.
    fn neg(&self, x: Self::Number) -> Self::Number;
    /// |x|.
    fn abs(&self, x: Self::Number) -> Self::Number;
    /// x < y; false where one is a NaN.
    fn less(&self, x: Self::Number, y: Self::Number) -> Self::Truth;
    /// x ≥ y; false where one is a NaN.
    fn at_least(&self, x: Self::Number, y: Self::Number) -> Self::Truth;
    /// Both hold.
    fn and(&self, a: Self::Truth, b: Self::Truth) -> Self::Truth;
    /// One of them holds, or both.
    fn or(&self, a: Self::Truth, b: Self::Truth) -> Self::Truth;
    /// a holds and b does not.
    fn and_not(&self, a: Self::Truth, b: Self::Truth) -> Self::Truth;
    /// x where `which` holds, else y.
    fn select(&self, which: Self::Truth, x: Self::Number, y: Self::Number) -> Self::Number;
    /// 2^k for an integer k that is the exponent of a normal number; anything for what else it is given.
    fn power(&self, k: Self::Number) -> Self::Number;
    /// ⌊log2 x⌋ and x divided by that power of 2, for a normal number x > 0; anything for what else it is given.
    fn split(&self, x: Self::Number) -> [Self::Number; 2];

    /// x = y.
    fn equal(&self, x: Self::Number, y: Self::Number) -> Self::Truth {
        self.and(self.at_least(x, y), self.at_least(y, x))
    }

    /// The integer next to x, to even from halfway, for |x| below a quarter of 2^precision.
    fn integer(&self, x: Self::Number) -> Self::Number {
        let magic = self.number(1.5 * 2f64.powi(self.precision() as i32 - 1));
        self.sub(self.add(x, magic), magic)
    }
}

/// The arithmetic of a type of numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain<T>(std::marker::PhantomData<T>);

impl<T> Plain<T> {
    /// The arithmetic.
    pub fn new() -> Plain<T> {
        Plain(std::marker::PhantomData)
    }
}

macro_rules! plain {
    ($number:ident, $precision:literal, $bias:literal) => {
        impl Arithmetic for Plain<$number> {
            type Number = $number;
            type Truth = bool;

            fn precision(&self) -> u32 {
                $precision
            }
            fn number(&self, x: f64) -> $number {
                x as $number
            }
            fn add(&self, x: $number, y: $number) -> $number {
                x + y
            }
            fn sub(&self, x: $number, y: $number) -> $number {
                x - y
            }
            fn mul(&self, x: $number, y: $number) -> $number {
                x * y
            }
            fn div(&self, x: $number, y: $number) -> $number {
                x / y
            }
            fn fma(&self, x: $number, y: $number, z: $number) -> $number {
                x.mul_add(y, z)
            }
            fn neg(&self, x: $number) -> $number {
                -x
            }
            fn abs(&self, x: $number) -> $number {
                x.abs()
            }
            fn less(&self, x: $number, y: $number) -> bool {
                x < y
            }
            fn at_least(&self, x: $number, y: $number) -> bool {
                x >= y
            }
            fn and(&self, a: bool, b: bool) -> bool {
                a && b
            }
            fn or(&self, a: bool, b: bool) -> bool {
                a || b
            }
            fn and_not(&self, a: bool, b: bool) -> bool {
                a && !b
            }
            fn select(&self, which: bool, x: $number, y: $number) -> $number {
                if which { x } else { y }
            }
            fn power(&self, k: $number) -> $number {
                let magic = (1.5 * 2f64.powi($precision - 1)) as $number;
                let bits = (k + magic).to_bits() << ($precision - 1);
                <$number>::from_bits(bits.wrapping_add((1.0 as $number).to_bits()))
            }
            fn split(&self, x: $number) -> [$number; 2] {
                let one = (1.0 as $number).to_bits();
                let fraction = x.to_bits() & ((1 << ($precision - 1)) - 1);
                let exponent = (x.to_bits() >> ($precision - 1)) as $number - $bias;
                [exponent, <$number>::from_bits(fraction | one)]
            }
        }
    };
}

plain!(f64, 53, 1023.0);
plain!(f32, 24, 127.0);
