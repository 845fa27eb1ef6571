//! The random bits of a thread: the xorshift of two words with shifts 23, 18, 5 (S. Vigna 2017, section 4) and a Weyl sequence, as
//! in emitted twins.

use std::cell::Cell;

#[derive(Clone, Copy)]
struct State {
    words: [u64; 2],
    weyl: u64,
    /// Bits that have been drawn, and how many are left.
    bits: u64,
    left: u32,
}

impl State {
    /// A state by SplitMix64 (Steele, Lea and Flood 2014).
    const fn of(seed: u64) -> State {
        const fn mixed(z: u64) -> u64 {
            let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }
        let step = 0x9e37_79b9_7f4a_7c15_u64;
        let first = mixed(seed.wrapping_add(step)) | 1;
        let second = mixed(seed.wrapping_add(step.wrapping_mul(2)));
        let weyl = mixed(seed.wrapping_add(step.wrapping_mul(3)));
        State { words: [first, second], weyl, bits: 0, left: 0 }
    }

    fn word(&mut self) -> u64 {
        let [x, y] = self.words;
        let t = x ^ x << 23;
        let fresh = t ^ t >> 18 ^ y ^ y >> 5;
        self.words = [y, fresh];
        let word = fresh.wrapping_add(self.weyl);
        self.weyl = self.weyl.wrapping_add(0x9e37_79b9_7f4a_7c15);
        word
    }

    fn bit(&mut self) -> bool {
        if self.left == 0 {
            (self.bits, self.left) = (self.word(), 64);
        }
        let bit = self.bits & 1 != 0;
        (self.bits, self.left) = (self.bits >> 1, self.left - 1);
        bit
    }
}

thread_local! {
    static STATE: Cell<State> = const { Cell::new(State::of(1)) };
}

/// Begins the random bits of this thread anew. The same seed gives the same results; without one, a thread begins with 1.
pub fn seed(seed: u64) {
    STATE.set(State::of(seed));
}

/// Which samples of an operation are rounded up: two at random, the third as the second is not.
pub(crate) fn directions() -> [bool; 3] {
    let mut state = STATE.get();
    let [first, second] = [state.bit(), state.bit()];
    STATE.set(state);
    [first, second, !second]
}

/// A number from -1 on and below 1.
pub(crate) fn signed_unit() -> f64 {
    let mut state = STATE.get();
    let word = state.word();
    STATE.set(state);
    (word >> 11) as f64 * 2f64.powi(-52) - 1.0
}
