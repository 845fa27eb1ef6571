//! Random bits in kernels: a generator in each lane, written in operations of the intermediate representation, so that
//! all targets draw the same bits.
//!
//! In 64-bit words the generator is the xorshift of two words with shifts 23, 18, 5 (Vigna 2017, section 4), in 32-bit
//! words that of four words with shifts 11, 8, 19 (Marsaglia 2003, section 4); to what it gives, a Weyl sequence is
//! added, as in Marsaglia's xorwow. The period is (2^128 - 1)·2^64, or (2^128 - 1)·2^32. Each stream begins at a state
//! that Threefry with 20 rounds (Salmon et al. 2011, section 3.4) makes of the seed and the stream's number: streams of
//! one seed are independent, whichever lane, thread or device they run on.

use tmd_kernel::ir::{Builder, Kernel, Value, Width};

/// Names of the parameters that the seed is given in, the low word first.
const SEED: [&str; 2] = ["seed_low", "seed_high"];

/// Words of the state of a lane.
pub fn words(width: Width) -> usize {
    match width {
        Width::W64 => 3,
        Width::W32 => 5,
    }
}

/// The increment of the Weyl sequence: odd, with about as many ones as zeros.
fn step(width: Width) -> u64 {
    match width {
        Width::W64 => 0x9e37_79b9_7f4a_7c15,
        Width::W32 => 0x9e37_79b9,
    }
}

/// The function that makes of the number of a stream, in words 0 (and 1) of the state, the state that it begins with.
/// Its parameters are the words of the seed.
pub fn seeding(width: Width) -> Kernel {
    let mut b = Builder::function("seeded", 1, width);
    b.doc("The state that the stream begins with whose number the first words of the state are:");
    b.doc("Threefry, 20 rounds (Salmon, Moraes, Dror and Shaw 2011).");
    let seeds: Vec<Value> = SEED.iter().map(|name| b.parameter(name)).collect();
    let stream = [b.state(0), b.state(1)];
    let zero = b.word(0);
    for block in 0..2 {
        let number = b.word(block);
        let out = match width {
            Width::W64 => {
                let key = [seeds[0], seeds[1]];
                threefry2(&mut b, key, [stream[0], number])
            }
            Width::W32 => {
                let key = [seeds[0], seeds[1], zero, zero];
                threefry4(&mut b, key, [stream[0], stream[1], number, zero])
            }
        };
        if block == 1 {
            b.keep(words(width) - 1, out[0]);
            continue;
        }
        // A xorshift must not begin with zeros only.
        let one = b.word(1);
        for (k, word) in out.into_iter().enumerate() {
            let word = if k == 0 { b.bits_or(word, one) } else { word };
            b.keep(k, word);
        }
    }
    b.results(&[]);
    b.finish()
}

fn rotated(b: &mut Builder, word: Value, by: u32, bits: u32) -> Value {
    let (left, right) = (b.shl(word, by), b.shr(word, bits - by));
    b.bits_or(left, right)
}

/// a += c; c = c rotated, ^ a.
fn mix(b: &mut Builder, words: &mut [Value], a: usize, c: usize, by: u32, bits: u32) {
    words[a] = b.add(words[a], words[c]);
    let turned = rotated(b, words[c], by, bits);
    words[c] = b.bits_xor(turned, words[a]);
}

/// Adds the key, turned by `turn` words, and the turn itself to the last word.
fn inject(b: &mut Builder, words: &mut [Value], key: &[Value], turn: usize) {
    for (k, word) in words.iter_mut().enumerate() {
        *word = b.add(*word, key[(turn + k) % key.len()]);
    }
    if let Some(last) = words.last_mut() {
        let turn = b.word(turn as u64);
        *last = b.add(*last, turn);
    }
}

/// The key with its parity.
fn extended(b: &mut Builder, key: &[Value], parity: u64) -> Vec<Value> {
    let parity = b.word(parity);
    let last = key.iter().fold(parity, |parity, word| b.bits_xor(parity, *word));
    [key, &[last]].concat()
}

fn threefry2(b: &mut Builder, key: [Value; 2], counter: [Value; 2]) -> Vec<Value> {
    const TURNS: [u32; 8] = [16, 42, 12, 31, 16, 32, 24, 21];
    let key = extended(b, &key, 0x1bd1_1bda_a9fc_1a22);
    let mut words = counter.to_vec();
    inject(b, &mut words, &key, 0);
    for round in 0..20 {
        mix(b, &mut words, 0, 1, TURNS[round % 8], 64);
        if round % 4 == 3 {
            inject(b, &mut words, &key, round / 4 + 1);
        }
    }
    words
}

fn threefry4(b: &mut Builder, key: [Value; 4], counter: [Value; 4]) -> Vec<Value> {
    const TURNS: [[u32; 2]; 8] =
        [[10, 26], [11, 21], [13, 27], [23, 5], [6, 20], [17, 11], [25, 10], [18, 20]];
    let key = extended(b, &key, 0x1bd1_1bda);
    let mut words = counter.to_vec();
    inject(b, &mut words, &key, 0);
    for round in 0..20 {
        let [first, second] = TURNS[round % 8];
        let odd = if round % 2 == 0 { [1, 3] } else { [3, 1] };
        mix(b, &mut words, 0, odd[0], first, 32);
        mix(b, &mut words, 2, odd[1], second, 32);
        if round % 4 == 3 {
            inject(b, &mut words, &key, round / 4 + 1);
        }
    }
    words
}

/// A function that draws a word and keeps it behind the words of the state: for tests of the bits.
pub fn drawing(width: Width) -> Kernel {
    let mut b = Builder::function("draws", 1, width);
    let mut bits = Bits::begin(&mut b, width);
    let word = bits.draw(&mut b);
    bits.end(&mut b);
    b.keep(words(width), word);
    b.results(&[]);
    b.finish()
}

/// The bits that a kernel draws, a mask at a time.
#[derive(Debug)]
pub struct Bits {
    width: Width,
    state: Vec<Value>,
    /// The word that bits are taken of, and how many have been.
    word: Option<(Value, u32)>,
    /// For each open block the lanes that are still in it, if some may have left it.
    lanes: Vec<Option<Value>>,
}

impl Bits {
    /// Begins where the element before has left off.
    pub fn begin(b: &mut Builder, width: Width) -> Bits {
        let state = (0..words(width))
            .map(|k| {
                let word = b.state(k);
                b.variable(&format!("random{k}"), word)
            })
            .collect();
        Bits { width, state, word: None, lanes: vec![] }
    }

    /// A bit of its own in each lane.
    pub fn mask(&mut self, b: &mut Builder) -> Value {
        let (word, taken) = match self.word {
            Some((word, taken)) if taken < self.width.bits() => (word, taken),
            _ => (self.draw(b), 0),
        };
        self.word = Some((word, taken + 1));
        b.bit(word, taken)
    }

    /// A word of its own in each lane.
    pub fn draw(&mut self, b: &mut Builder) -> Value {
        let last = self.state.len() - 1;
        let now = &self.state;
        // Values of variables change with what they are set to: everything is computed before.
        let fresh = match self.width {
            Width::W64 => {
                let shifted = b.shl(now[0], 23);
                let t = b.bits_xor(now[0], shifted);
                let (right, down) = (b.shr(t, 18), b.shr(now[1], 5));
                let (t, s) = (b.bits_xor(t, right), b.bits_xor(now[1], down));
                b.bits_xor(t, s)
            }
            Width::W32 => {
                let shifted = b.shl(now[0], 11);
                let t = b.bits_xor(now[0], shifted);
                let (right, down) = (b.shr(t, 8), b.shr(now[3], 19));
                let (t, s) = (b.bits_xor(t, right), b.bits_xor(now[3], down));
                b.bits_xor(t, s)
            }
        };
        let word = b.add(fresh, now[last]);
        let word = b.named("random", word);
        let by = b.word(step(self.width));
        let grown = b.add(now[last], by);
        for k in 0..last - 1 {
            self.advance(b, k, self.state[k + 1]);
        }
        self.advance(b, last - 1, fresh);
        self.advance(b, last, grown);
        word
    }

    /// Gives a word of the state a new value, in the lanes that are still in the loop: what a lane draws must not depend
    /// on how long other lanes, which other targets do not have, stay in it.
    fn advance(&self, b: &mut Builder, k: usize, value: Value) {
        let old = self.state[k];
        let value = match self.lanes.iter().rev().find_map(|lanes| *lanes) {
            Some(lanes) => b.select(lanes, value, old),
            None => value,
        };
        b.set(old, value);
    }

    /// A block begins. What was drawn is not known in another block than it was drawn in.
    pub fn open(&mut self) {
        self.word = None;
        self.lanes.push(None);
    }

    /// A block ends.
    pub fn close(&mut self) {
        self.word = None;
        self.lanes.pop();
    }

    /// Narrows the innermost block to these lanes.
    pub fn only(&mut self, lanes: Value) {
        if let Some(open) = self.lanes.last_mut() {
            *open = Some(lanes);
        }
    }

    /// Leaves the state to the next element.
    pub fn end(&self, b: &mut Builder) {
        for (k, word) in self.state.iter().enumerate() {
            b.keep(k, *word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_kernel::ir::{Element, element, verify};

    /// Threefry's words for a key and a counter of zeros.
    fn of_zeros(width: Width) -> Vec<u64> {
        let mut b = Builder::function("test", 1, width);
        let zero = b.word(0);
        let out = match width {
            Width::W64 => threefry2(&mut b, [zero; 2], [zero; 2]),
            Width::W32 => threefry4(&mut b, [zero; 4], [zero; 4]),
        };
        for (k, word) in out.into_iter().enumerate() {
            b.keep(k, word);
        }
        b.results(&[]);
        let kernel = b.finish();
        verify(&kernel).expect("a kernel");
        let mut state = vec![0; kernel.states];
        element(&kernel, Element::default(), &mut state, &mut []).expect("values");
        state
    }

    /// The known answers of the authors' library.
    #[test]
    fn threefry_is_that_of_its_authors() {
        assert_eq!(of_zeros(Width::W64), [0xc2b6_e3a8_c2c6_9865, 0x6f81_ed42_f350_084d]);
        assert_eq!(of_zeros(Width::W32), [0x9c6c_a96a, 0xe17e_ae66, 0xfc10_ecd4, 0x5256_a7d8]);
    }

    /// The generator as a loop of its own, and as a kernel.
    #[test]
    fn the_generator_is_the_published_one() {
        for width in [Width::W64, Width::W32] {
            let kernel = drawing(width);
            verify(&kernel).expect("a kernel");
            let all = u64::MAX >> (64 - width.bits());
            let mut state: Vec<u64> = (1..=kernel.states as u64)
                .map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15) & all)
                .collect();
            let mut model = state.clone();
            for _ in 0..1000 {
                element(&kernel, Element::default(), &mut state, &mut []).expect("values");
                let last = words(width) - 1;
                let (left, right, down) =
                    if width == Width::W64 { (23, 18, 5) } else { (11, 8, 19) };
                let t = model[0] ^ model[0] << left & all;
                let old = model[last - 1];
                let fresh = t ^ t >> right ^ old ^ old >> down;
                model.copy_within(1..last, 0);
                model[last - 1] = fresh;
                model[last + 1] = fresh.wrapping_add(model[last]) & all;
                model[last] = model[last].wrapping_add(step(width)) & all;
                assert_eq!(state, model);
            }
        }
    }
}
