//! A polynomial in double-word arithmetic: leading coefficients are sums of two binary64 numbers, the constant one of three, and what
//! comes out is a sum of two.
//!
//! The operations stand here once. They are carried out by whoever implements [`Arithmetic`]: [`Emitted`] makes statements of a
//! kernel of them, and [`Bounded`](super::bound::Bounded) bounds the error that they make. A product is exact as the sum of two
//! numbers by a fused multiply-add; so is a sum of which the first number is not the smaller one (T. J. Dekker, "A
//! floating-point technique for extending the available precision", 1971). Low words are rounded, and not normalised in between
//! (as M. Joldes, J.-M. Muller and V. Popescu do: "Tight and rigorous error bounds for basic building blocks of double-word
//! arithmetic", 2017); the last step keeps what it would lose, so that the error is that of the steps before, multiplied by t.

use tmd_kernel::ir::{Builder, Value};

/// What polynomials in one variable t are evaluated with.
pub(super) trait Arithmetic {
    /// A binary64 number, or what is known of it.
    type Number: Clone;
    /// s·t + c, rounded: the next step of Horner's rule.
    fn next(&mut self, s: Self::Number, c: Self::Number) -> Self::Number;
    /// s·t as a sum: rounded, and what is missing.
    fn product(&mut self, s: Self::Number) -> [Self::Number; 2];
    /// c + s·t as a sum: rounded, and what is missing, rounded. c is 0, or at least twice as large as s·t.
    fn fused(&mut self, s: Self::Number, c: Self::Number) -> [Self::Number; 2];
    /// low·t + c, rounded, where low is a low word.
    fn low_product(&mut self, low: Self::Number, c: Self::Number) -> Self::Number;
    /// s·w as a sum, where w is a factor of the whole: rounded, and what is missing.
    fn multiple(&mut self, s: Self::Number, w: Self::Number) -> [Self::Number; 2];
    /// low·w + c, rounded, where low is a low word.
    fn low_multiple(&mut self, low: Self::Number, w: Self::Number, c: Self::Number)
    -> Self::Number;
    /// a + b as a sum: rounded, and what is missing. a is 0, or not smaller than b.
    fn sum(&mut self, a: Self::Number, b: Self::Number) -> [Self::Number; 2];
    /// a + b as a sum: rounded, and what is missing, whichever is larger.
    fn any_sum(&mut self, a: Self::Number, b: Self::Number) -> [Self::Number; 2];
    /// a + b of low words, rounded.
    fn low_sum(&mut self, a: Self::Number, b: Self::Number) -> Self::Number;
    /// a - b of low words, rounded.
    fn low_difference(&mut self, a: Self::Number, b: Self::Number) -> Self::Number;
    /// a + b of low words, rounded to odd: a number whose last bit is 1 where it is not the sum itself. No number of fewer bits
    /// lies between it and the sum, so that a sum with a high word is rounded as if nothing had been rounded before
    /// (S. Boldo and G. Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008).
    fn odd_sum(&mut self, a: Self::Number, b: Self::Number) -> Self::Number;
}

/// A value on its way: a high word, and later a low word, too.
#[derive(Clone, Debug)]
pub(super) struct Partial<N> {
    high: N,
    low: Option<N>,
}

/// The polynomial of some coefficients, lowest first, which are single words.
pub(super) fn horner<A: Arithmetic>(a: &mut A, coefficients: &[A::Number]) -> A::Number {
    let mut descending = coefficients.iter().rev().cloned();
    let highest = descending.next().expect("a coefficient");
    descending.fold(highest, |s, c| a.next(s, c))
}

/// The polynomial of the last coefficients, lowest first.
pub(super) fn beginning<A: Arithmetic>(a: &mut A, rest: &[A::Number]) -> Partial<A::Number> {
    Partial { high: horner(a, rest), low: None }
}

/// c + s·t.
pub(super) fn step<A: Arithmetic>(
    a: &mut A,
    s: Partial<A::Number>,
    [high, low]: [A::Number; 2],
) -> Partial<A::Number> {
    let [product, mut missing] = a.product(s.high);
    if let Some(own) = s.low {
        missing = a.low_product(own, missing);
    }
    let [high, rest] = a.sum(high, product);
    let low = a.low_sum(missing, low);
    Partial { high, low: Some(a.low_sum(rest, low)) }
}

/// A constant moved by an integer that is 0, or at least 1 and twice as large as the constant.
pub(super) fn shifted<A: Arithmetic>(
    a: &mut A,
    by: A::Number,
    [high, low, last]: [A::Number; 3],
) -> [A::Number; 3] {
    let [high, rest] = a.sum(by, high);
    let [low, rest] = a.any_sum(rest, low);
    [high, low, a.low_sum(rest, last)]
}

/// The value, from a constant of three words and the rest of the polynomial: a sum of two words, the first of which is the sum rounded
/// to nearest. In this step all is kept but what the product of the low word and t loses.
pub(super) fn finished<A: Arithmetic>(
    a: &mut A,
    s: Partial<A::Number>,
    constant: [A::Number; 3],
) -> [A::Number; 2] {
    let [high, low, rest] = in_three(a, s, constant);
    let low = a.odd_sum(low, rest);
    a.sum(high, low)
}

/// The same of the value times a number.
pub(super) fn finished_times<A: Arithmetic>(
    a: &mut A,
    w: A::Number,
    s: Partial<A::Number>,
    constant: [A::Number; 3],
) -> [A::Number; 2] {
    let [high, low, rest] = in_three(a, s, constant);
    let [high, of_high] = a.multiple(high, w.clone());
    let [low, of_low] = a.multiple(low, w.clone());
    let rest = a.low_multiple(rest, w, of_low);
    let [low, missing] = a.any_sum(of_high, low);
    let rest = a.low_sum(missing, rest);
    let low = a.odd_sum(low, rest);
    a.sum(high, low)
}

/// The same of exp, where the argument has a second word: exp(t + rest) is exp(t)·(1 + rest), but for rest².
pub(super) fn finished_grown<A: Arithmetic>(
    a: &mut A,
    rest_of_t: A::Number,
    s: Partial<A::Number>,
    constant: [A::Number; 3],
) -> [A::Number; 2] {
    let [high, low, rest] = in_three(a, s, constant);
    let [more, missing] = a.multiple(high.clone(), rest_of_t.clone());
    let missing = a.low_multiple(low.clone(), rest_of_t, missing);
    let [low, of_low] = a.any_sum(low, more);
    let missing = a.low_sum(missing, of_low);
    let rest = a.low_sum(rest, missing);
    let low = a.odd_sum(low, rest);
    a.sum(high, low)
}

/// The value as a sum of three words.
fn in_three<A: Arithmetic>(
    a: &mut A,
    s: Partial<A::Number>,
    [high, low, last]: [A::Number; 3],
) -> [A::Number; 3] {
    let [product, mut missing] = a.product(s.high);
    if let Some(own) = s.low {
        missing = a.low_product(own, missing);
    }
    let [high, rest] = a.sum(high, product);
    let [low, first] = a.any_sum(rest, low);
    let [low, second] = a.any_sum(low, missing);
    let rest = a.low_sum(first, second);
    [high, low, a.low_sum(rest, last)]
}

/// Operations as statements of a kernel.
pub(super) struct Emitted<'a> {
    pub(super) b: &'a mut Builder,
    /// The variable.
    pub(super) t: Value,
}

impl Arithmetic for Emitted<'_> {
    type Number = Value;

    fn next(&mut self, s: Value, c: Value) -> Value {
        self.b.fma(s, self.t, c)
    }

    fn product(&mut self, s: Value) -> [Value; 2] {
        self.multiple(s, self.t)
    }

    fn fused(&mut self, s: Value, c: Value) -> [Value; 2] {
        // The sum is between half of c and twice of it: their difference is exact (P. Sterbenz, "Floating-point computation", 1974).
        let sum = self.b.fma(s, self.t, c);
        let rest = self.b.sub(c, sum);
        [sum, self.b.fma(s, self.t, rest)]
    }

    fn low_product(&mut self, low: Value, c: Value) -> Value {
        self.low_multiple(low, self.t, c)
    }

    fn multiple(&mut self, s: Value, w: Value) -> [Value; 2] {
        let product = self.b.mul(s, w);
        let opposite = self.b.neg(product);
        [product, self.b.fma(s, w, opposite)]
    }

    fn low_multiple(&mut self, low: Value, w: Value, c: Value) -> Value {
        self.b.fma(low, w, c)
    }

    fn sum(&mut self, a: Value, b: Value) -> [Value; 2] {
        let sum = self.b.add(a, b);
        let taken = self.b.sub(sum, a);
        [sum, self.b.sub(b, taken)]
    }

    fn any_sum(&mut self, a: Value, b: Value) -> [Value; 2] {
        // Without a comparison (D. E. Knuth, "The Art of Computer Programming", vol. 2, 4.2.2, theorem B).
        let sum = self.b.add(a, b);
        let of_b = self.b.sub(sum, a);
        let of_a = self.b.sub(sum, of_b);
        let missing_of_b = self.b.sub(b, of_b);
        let missing_of_a = self.b.sub(a, of_a);
        [sum, self.b.add(missing_of_a, missing_of_b)]
    }

    fn low_sum(&mut self, a: Value, b: Value) -> Value {
        self.b.add(a, b)
    }

    fn low_difference(&mut self, a: Value, b: Value) -> Value {
        self.b.sub(a, b)
    }

    fn odd_sum(&mut self, a: Value, b: Value) -> Value {
        let [sum, missing] = self.any_sum(a, b);
        let b = &mut *self.b;
        b.comment("rounded to odd: if something is missing, the last bit is 1");
        let bits = b.bits(sum);
        let (zero, one, minus_one) = (b.float(0.0), b.word(1), b.word(u64::MAX));
        let size = b.abs(missing);
        let is_missing = b.lt(zero, size);
        let is_odd = b.bit(bits, 0);
        let is_off = b.and_not(is_missing, is_odd);
        let sign = b.bits(missing);
        let sign = b.bits_xor(sign, bits);
        let is_less = b.bit(sign, 63);
        let step = b.select(is_less, minus_one, one);
        let odd = b.add(bits, step);
        let bits = b.select(is_off, odd, bits);
        b.from_bits(bits)
    }
}
