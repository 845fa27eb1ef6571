//! What all kernels have in common: at their ends, a computed number becomes an encoding, rounded.

use crate::aim::Marks;
use tmd_base::narrow;
use tmd_kernel::ir::{Builder, Kernel, Value, Width};
use tmd_runtime::RoundingMode;
use tmd_walk::Encoding;
use tmd_walk::Value as TrueValue;

/// Bits of a number's fraction.
pub(crate) fn fraction_bits(width: Width) -> u32 {
    width.precision() - 1
}

/// The exponent field of the number 1.
pub(crate) fn bias(width: Width) -> i32 {
    (1 << (width.bits() - 1 - fraction_bits(width) - 1)) - 1
}

/// The sign of an encoding as that of a number of a width.
pub(crate) fn sign(b: &mut Builder, encoding: &Encoding, width: Width, encoded: Value) -> Value {
    let sign = b.word(u64::from(encoding.sign()));
    let sign = b.bits_and(encoded, sign);
    b.shl(sign, width.bits() - encoding.bits())
}

/// A number with the sign of an encoding multiplied in.
pub(crate) fn signed(
    b: &mut Builder,
    encoding: &Encoding,
    width: Width,
    (encoded, y): (Value, Value),
) -> Value {
    let sign = sign(b, encoding, width, encoded);
    let bits = b.bits(y);
    let bits = b.bits_xor(bits, sign);
    b.from_bits(bits)
}

/// Which marks can be among computed numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marked {
    infinity: bool,
    nan: bool,
}

impl Marked {
    /// None.
    pub(crate) const NONE: Marked = Marked { infinity: false, nan: false };
    /// ∞, or what stands for it.
    pub(crate) const INFINITY: Marked = Marked { infinity: true, nan: false };

    /// Those that some numbers have.
    pub(crate) fn among<'a>(
        encoding: &Encoding,
        numbers: impl IntoIterator<Item = &'a f64>,
    ) -> Marked {
        let marks = Marks::of(encoding);
        let mut found = Marked::NONE;
        for number in numbers {
            found.infinity |= number.abs() == marks.infinity;
            found.nan |= number.abs() == marks.nan;
        }
        found
    }
}

/// What is known of all computed numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Results {
    /// Whether the function has no value below 0, where anything may be computed.
    pub(crate) begin_at_zero: bool,
    /// Whether it has none at ±∞, where anything may be computed.
    pub(crate) end_before_infinity: bool,
}

impl Results {
    /// Nothing is known.
    pub(crate) const ANY: Results = Results { begin_at_zero: false, end_before_infinity: false };
}

/// What is done with every computed number.
pub(crate) struct Finish<'a> {
    pub(crate) encoding: &'a Encoding,
    pub(crate) width: Width,
    pub(crate) marks: Marked,
    pub(crate) results: Results,
    /// The arguments whose results stand in the code, with their values.
    pub(crate) exceptions: Vec<(u32, TrueValue)>,
}

impl Finish<'_> {
    /// The kernel of a mode for so many lanes, of which `computed` makes the number that is to be rounded, from the argument's
    /// encoding and that without its sign.
    pub(crate) fn kernel(
        &self,
        mode: RoundingMode,
        lanes: usize,
        computed: impl FnOnce(&mut Builder, Value, Value) -> Value,
    ) -> Kernel {
        let mut builder = Builder::function_of_words("evaluate", lanes, self.width);
        let b = &mut builder;
        let encoded = b.argument(0);
        let encoded = b.named("encoded", encoded);
        let size_mask = b.word(u64::from(self.encoding.sign() - 1));
        let size = b.bits_and(encoded, size_mask);
        let size = b.named("size", size);
        let y = computed(b, encoded, size);
        let result = match mode {
            RoundingMode::Nearest if self.is_converted() => {
                b.comment("rounded to the format");
                b.narrowed(y)
            }
            _ => self.rounded(b, y, mode),
        };
        let result = self.marked(b, y, result, mode);
        let result = self.without_value(b, encoded, result);
        let result = self.nan(b, encoded, size, result);
        let result = self.excepted(b, (encoded, size), result, mode);
        b.result(result);
        builder.finish()
    }

    /// Whether conversions from the one format to the other are operations.
    fn is_converted(&self) -> bool {
        self.width == Width::W64 && self.encoding.bits() == 32
    }

    /// A NaN for numbers below 0, if there are no values there.
    fn without_value(&self, b: &mut Builder, encoded: Value, result: Value) -> Value {
        if !self.results.begin_at_zero {
            return result;
        }
        let words = [self.encoding.sign(), self.encoding.nan()].map(u64::from);
        nan_below_zero(b, encoded, result, words)
    }

    /// y rounded, as an encoding.
    fn rounded(&self, b: &mut Builder, y: Value, mode: RoundingMode) -> Value {
        let Encoding { format } = self.encoding;
        let width = self.width;
        let (own, bits) = (fraction_bits(width), self.encoding.fraction_bits());
        b.comment("rounded to the format: the last places of the sum are those of the result");
        let size = b.abs(y);
        let size = b.named("size_of_y", size);
        let size_bits = b.bits(size);
        let exponent = b.shr(size_bits, own);
        let least = b.word(u64::from(narrow::to_u32(bias(width) + format.emin)));
        // The larger of both.
        let is_small = b.lt(exponent, least);
        let exponent = b.select(is_small, least, exponent);
        let exponent = b.named("exponent", exponent);
        let more = b.word(u64::from(own - bits));
        let power = b.add(exponent, more);
        let power = b.shl(power, own);
        let c = b.from_bits(power);
        let c = b.named("c", c);
        let sum = b.add(size, c);
        let sum_bits = b.bits(sum);
        let significand = b.sub(sum_bits, power);
        let steps = b.sub(exponent, least);
        let steps = b.shl(steps, bits);
        let nearest = b.add(significand, steps);
        let nearest = b.named("nearest", nearest);
        let back = b.sub(sum, c);
        let back = b.named("back", back);
        let y_bits = b.bits(y);
        let is_negative = b.bit(y_bits, width.bits() - 1);
        let (zero, one) = (b.word(0), b.word(1));
        let infinity = b.word(u64::from(self.encoding.infinity()));
        let largest = b.word(u64::from(self.encoding.infinity() - 1));
        let away = |b: &mut Builder| {
            let is_below = b.lt(back, size);
            let step = b.select(is_below, one, zero);
            let up = b.add(nearest, step);
            b.min(up, infinity)
        };
        let towards = |b: &mut Builder| {
            let is_above = b.lt(size, back);
            let step = b.select(is_above, one, zero);
            let down = b.sub(nearest, step);
            b.min(down, largest)
        };
        let rounded = match mode {
            RoundingMode::Nearest => b.min(nearest, infinity),
            RoundingMode::Zero => towards(b),
            RoundingMode::Up | RoundingMode::Down => {
                let (away, towards) = (away(b), towards(b));
                match mode {
                    RoundingMode::Up => b.select(is_negative, towards, away),
                    _ => b.select(is_negative, away, towards),
                }
            }
        };
        let sign = b.word(u64::from(self.encoding.sign()));
        let sign = b.select(is_negative, sign, zero);
        b.bits_or(rounded, sign)
    }

    /// ∞ and NaN where y is a mark of theirs.
    fn marked(&self, b: &mut Builder, y: Value, result: Value, mode: RoundingMode) -> Value {
        let marks = Marks::of(self.encoding);
        let mut result = result;
        let size = b.abs(y);
        // What is converted to nearest is ∞ already.
        if self.marks.infinity && !(mode == RoundingMode::Nearest && self.is_converted()) {
            let mark = b.float(marks.infinity);
            let is_marked = b.ge(size, mark);
            let [infinity, sign] = [self.encoding.infinity(), self.encoding.sign()]
                .map(|word| b.word(u64::from(word)));
            let sign = b.bits_and(result, sign);
            let infinity = b.bits_or(infinity, sign);
            result = b.select(is_marked, infinity, result);
        }
        if self.marks.nan {
            let mark = b.float(marks.nan);
            let is_marked = b.ge(size, mark);
            let nan = b.word(u64::from(self.encoding.nan()));
            result = b.select(is_marked, nan, result);
        }
        result
    }

    /// The results that stand in the code. Where x and -x have the same one, |x| tells both.
    fn excepted(
        &self,
        b: &mut Builder,
        (encoded, size): (Value, Value),
        result: Value,
        mode: RoundingMode,
    ) -> Value {
        let own = self.exceptions.iter().map(|(argument, value)| {
            let own = value.rounded(self.encoding, *argument, mode);
            (u64::from(*argument), u64::from(own))
        });
        let sign = u64::from(self.encoding.sign());
        let own: Vec<(u64, u64)> = own.collect();
        let (even, others): (Vec<_>, Vec<_>) =
            own.iter().partition(|(argument, value)| own.contains(&(argument ^ sign, *value)));
        let even: Vec<_> = even.into_iter().filter(|(argument, _)| argument & sign == 0).collect();
        let result = excepted(b, size, result, &even);
        excepted(b, encoded, result, &others)
    }

    /// A NaN for a NaN, quiet, and for ∞ if there is no value; the one of -∞ is negative here.
    fn nan(&self, b: &mut Builder, encoded: Value, size: Value, result: Value) -> Value {
        let last = self.encoding.infinity() - u32::from(self.results.end_before_infinity);
        let words = [last, self.encoding.quiet()].map(u64::from);
        nan_handed_on(b, (encoded, size), result, words)
    }
}

/// A NaN for encodings of numbers below 0, and results for others; from the encodings of -0 and of a NaN.
pub(crate) fn nan_below_zero(
    b: &mut Builder,
    encoded: Value,
    result: Value,
    words: [u64; 2],
) -> Value {
    let [sign, nan] = words.map(|word| b.word(word));
    let is_below = b.lt(sign, encoded);
    b.select(is_below, nan, result)
}

/// The results that stand in the code: encodings of arguments and results.
pub(crate) fn excepted(
    b: &mut Builder,
    encoded: Value,
    mut result: Value,
    own: &[(u64, u64)],
) -> Value {
    if !own.is_empty() {
        b.comment("arguments with results of their own");
    }
    let one = b.word(1);
    for (argument, value) in own {
        let [argument, value] = [*argument, *value].map(|word| b.word(word));
        let difference = b.bits_xor(encoded, argument);
        let is_it = b.lt(difference, one);
        result = b.select(is_it, value, result);
    }
    result
}

/// A NaN for a NaN, quiet, and results for others; from an encoding and that without its sign, the encoding of the largest number
/// that has a result, ∞ or less, and the bit that makes a NaN quiet.
pub(crate) fn nan_handed_on(
    b: &mut Builder,
    (encoded, size): (Value, Value),
    result: Value,
    [largest, quiet]: [u64; 2],
) -> Value {
    b.comment("a NaN is handed on");
    let largest = b.word(largest);
    let is_nan = b.lt(largest, size);
    let quiet = b.word(quiet);
    let nan = b.bits_or(encoded, quiet);
    b.select(is_nan, nan, result)
}
