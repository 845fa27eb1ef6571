//! Whole numbers modulo a power of two, a few words each, least word first: seeds are cut to words modulo 1, so that nothing above matters, and
//! they take no more than sums of small multiples.

use rug::Integer;
use rug::integer::Order;
use tmd_base::narrow;

/// How many words have that many bits.
pub(super) fn words_for(bits: u32) -> usize {
    narrow::to_usize(bits.div_ceil(64))
}

/// Numbers of as many words each.
pub(super) struct Numbers {
    width: usize,
    words: Vec<u64>,
}

impl Numbers {
    /// The j-th of some integers times 2^(j·lg_step), for each.
    pub(super) fn scaled(integers: &[Integer], lg_step: u32, width: usize) -> Numbers {
        let mut words = vec![0; integers.len() * width];
        for ((j, integer), number) in (0..).zip(integers).zip(words.chunks_exact_mut(width)) {
            place(integer, lg_step * j, number);
        }
        Numbers { width, words }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.words.len() / self.width
    }

    /// The j-th; no words, which stand for 0, if there is none.
    fn get(&self, j: usize) -> &[u64] {
        self.words.get(j * self.width..(j + 1) * self.width).unwrap_or(&[])
    }

    /// A sum without terms.
    pub(super) fn no_sum(&self) -> Sum {
        Sum { words: vec![0; self.width] }
    }
}

/// Adds an integer times 2^shift to words that are zero.
fn place(integer: &Integer, shift: u32, words: &mut [u64]) {
    let (skipped, bits) = (narrow::to_usize(shift / 64), shift % 64);
    let mut above = 0;
    let mut digits = vec![0u64; integer.significant_digits::<u64>() + 1];
    integer.write_digits(&mut digits, Order::Lsf);
    for (word, digit) in words.iter_mut().skip(skipped).zip(digits) {
        (*word, above) = digit.carrying_mul(1 << bits, above);
    }
    if integer.is_negative() {
        negate(words);
    }
}

fn negate(words: &mut [u64]) {
    let mut carry = true;
    for word in words {
        (*word, carry) = (!*word).overflowing_add(u64::from(carry));
    }
}

/// A sum of multiples of numbers.
pub(super) struct Sum {
    words: Vec<u64>,
}

impl Sum {
    /// Takes all terms away.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds a multiple of the j-th number.
    pub(super) fn add(&mut self, numbers: &Numbers, j: usize, factor: u64) {
        let mut carry = 0;
        for (word, &own) in self.words.iter_mut().zip(numbers.get(j)) {
            (*word, carry) = own.carrying_mul_add(factor, *word, carry);
        }
    }

    /// Takes another sum away.
    pub(super) fn subtract(&mut self, other: &Sum) {
        let mut borrow = false;
        for (word, &own) in self.words.iter_mut().zip(&other.words) {
            (*word, borrow) = word.borrowing_sub(own, borrow);
        }
    }

    /// Adds an integer.
    pub(super) fn add_integer(&mut self, integer: &Integer) {
        let width = self.words.len();
        self.add(&Numbers::scaled(std::slice::from_ref(integer), 0, width), 0, 1);
    }

    /// Changes its sign.
    pub(super) fn negate(&mut self) {
        negate(&mut self.words);
    }

    /// Multiplies it by 2^bits, fewer than 64.
    pub(super) fn double(&mut self, bits: u32) {
        let mut below = 0;
        for word in &mut self.words {
            (*word, below) = word.carrying_mul(1 << bits, below);
        }
    }

    /// Appends some words of the number that begins with that bit; bits below the first are 0. So a number with more bits after the point is
    /// rounded towards minus infinity.
    pub(super) fn cut(&self, from: i64, count: usize, words: &mut Vec<u64>) {
        let word = |place: i64| {
            usize::try_from(place).ok().and_then(|place| self.words.get(place)).map_or(0, |&w| w)
        };
        let (first, bits) = (from.div_euclid(64), narrow::to_u32(from.rem_euclid(64)));
        for place in (first..).take(count) {
            let above = word(place + 1).checked_shl(64 - bits).unwrap_or(0);
            words.push(word(place) >> bits | above);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few integers of either sign and all sizes up to more words than there are.
    fn integers() -> Vec<Integer> {
        let power = |i: u32| Integer::from(Integer::u_pow_u(3, 7 * i + i * i));
        (0..20).map(|i| if i % 3 == 1 { -power(i) } else { power(i) - i % 2 }).collect()
    }

    /// A number's words, with the next as many above the point.
    fn expected(number: Integer, from: i64, count: usize) -> Vec<u64> {
        let moved = match u32::try_from(from) {
            Ok(bits) => number >> bits,
            Err(_) => number << from.unsigned_abs() as u32,
        };
        let kept = moved.keep_bits(64 * count as u32);
        let mut words = vec![0; count];
        kept.write_digits(&mut words, Order::Lsf);
        words
    }

    #[test]
    fn sums_are_those_of_integers() {
        let (width, lg_step) = (7, 37);
        let integers = integers();
        let numbers = Numbers::scaled(&integers, lg_step, width);
        assert_eq!(numbers.len(), integers.len());
        let mut checked = 0;
        for (j, c) in integers.iter().enumerate() {
            for shift in [0, 1, 4, 63] {
                let (mut sum, mut other) = (numbers.no_sum(), numbers.no_sum());
                sum.add(&numbers, j, 12_345_678_901_234_567_890);
                sum.double(shift);
                other.add(&numbers, 19 - j, 77);
                other.add(&numbers, 20, 5);
                sum.subtract(&other);
                sum.add_integer(&integers[j]);
                sum.negate();
                let scaled = |j: usize| Integer::from(&integers[j] << (lg_step * j as u32));
                let product =
                    Integer::from(c << (lg_step * j as u32)) * 12_345_678_901_234_567_890u64;
                let exact = scaled(19 - j) * 77u32 - (product << shift) - c;
                for (from, count) in
                    [(0, 7), (-65, 3), (-64, 2), (-200, 2), (1, 6), (130, 4), (320, 2)]
                {
                    let mut words = vec![];
                    sum.cut(from, count, &mut words);
                    assert_eq!(words, expected(exact.clone(), from, count), "{j}, {from}");
                    checked += 1;
                }
                sum.clear();
                sum.cut(0, width, &mut vec![]);
                assert!(sum.words.iter().all(|&word| word == 0));
            }
        }
        assert_eq!(checked, 20 * 4 * 7);
    }
}
