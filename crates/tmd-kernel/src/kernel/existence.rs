//! Existence tests: can b - a·x mod 1 come below a threshold for some integer 0 ≤ x < N?
//!
//! All work on the two lengths p and q into which the points {a·x} cut the circle, counts u of p and
//! v of q, with the invariant u·p + v·q = 1, and the offset d of b from the point to its left
//! (Lefèvre 1997; the regular form: Fortin, Gouicem, Graillat 2012). After u + v ≥ N points d is a
//! lower bound of every b - a·x mod 1 with x < N, so "d ≥ threshold" proves that there is none.
//! Placing *fewer* points than a full quotient allows is always a valid configuration of the circle;
//! leaving d unreduced is not, so that d is always reduced exactly before it is used.
//!
//! `proofs/TwoLengths.v` proves this, for every test here; its rules mirror the loops, and change with them.

use super::number::Holds;
use super::{lefevre, regular, shared};
use crate::ir::{Builder, Value};
use tmd_design::design::{Test, TestPlan, TestWord};

/// The line of each lane, as 64-bit fractions.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    /// b.
    pub offset: Value,
    /// -a.
    pub slope: Value,
    /// A slope near those of all lanes, uniform, where [`has_guide`].
    pub guide: Option<Value>,
}

/// Whether the test needs a slope that guides all lanes.
///
/// Quotients are shared in binary64 lanes only: there k·p > q shows as a negative difference however
/// large k·p is, while words would wrap.
pub(crate) fn has_guide(test: &TestPlan) -> bool {
    test.test == Test::Shared && test.word == TestWord::F64
}

/// Emits the planned test; returns the mask of lanes that could not be excluded.
pub(crate) fn survives(
    b: &mut Builder,
    test: &TestPlan,
    inputs: u64,
    threshold: u64,
    question: Question,
) -> Value {
    let Question { offset, slope, guide } = question;
    let word = test.word;
    b.comment(format!("the line b - a·x of each part, cut to {} bits", word.bits()));
    let zero = b.word(0);
    let zero = b.named("zero", zero);
    let falling = b.sub(zero, slope);
    let falling = b.named("falling", falling);
    let a = word.hold_fraction(b, falling);
    let a = b.named("a", a);
    let d = word.hold_fraction(b, offset);
    let d = b.named("b", d);
    let d = match test.test {
        Test::Lefevre => lefevre::lefevre(b, test, inputs, a, d),
        Test::Regular => regular::regular(b, test, inputs, a, d, false),
        Test::RegularCut | Test::Shared | Test::Arcs => match guide {
            None => regular::regular(b, test, inputs, a, d, true),
            Some(guide) => {
                let falling = b.sub(zero, guide);
                let guide = word.hold_fraction(b, falling);
                shared::shared(b, test, inputs, a, d, guide)
            }
        },
    };
    // A d that is NaN (it would take p = q = 0) must survive: ask for d < threshold by
    // excluding only what is certainly not below it.
    b.comment("d is a lower bound: a part is excluded where it is not below 2ε''");
    let limit = word.constant(b, threshold);
    let limit = b.named("threshold", limit);
    let excluded = b.ge(d, limit);
    let excluded = b.named("excluded", excluded);
    let all = b.truth(true);
    let all = b.named("all", all);
    b.and_not(all, excluded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Kernel, interpret, verify};
    use tmd_design::design::Division;

    const LANES: usize = 4;
    /// Lanes differ by these multiples, so that one run meets several slopes and offsets: slopes far
    /// apart, or so near that their continued fractions begin alike.
    const SLOPE_STEPS: [u64; 3] = [0x0123_4567_89ab_cdef, 1 << 44, (1 << 30) + 12345];
    const OFFSET_STEP: u64 = 0x0fed_cba9_8765_4321;

    /// A kernel that tests slope seed[0] and offset seed[1] (plus the lane steps).
    fn test_kernel(test: &TestPlan, inputs: u64, threshold: u64, slope_step: u64) -> Kernel {
        let mut b = Builder::new("test", LANES);
        let lanes = |step: u64| (0..LANES as u64).map(|l| l.wrapping_mul(step)).collect();
        let (slope, offset) = (b.seed(0), b.seed(1));
        let guide_slope = slope;
        let (slope_lanes, offset_lanes) = (
            b.lane_words("slopes", lanes(slope_step)),
            b.lane_words("offsets", lanes(OFFSET_STEP)),
        );
        let (slope, offset) = (b.add(slope, slope_lanes), b.add(offset, offset_lanes));
        let guide = has_guide(test).then(|| {
            let middle = b.word((LANES as u64 / 2).wrapping_mul(slope_step));
            b.add(guide_slope, middle)
        });
        let question = Question { offset, slope, guide };
        let survives = survives(&mut b, test, inputs, threshold, question);
        let lane = b.lane_words("lane", (0..LANES as u64).collect());
        b.emit(survives, lane);
        b.finish()
    }

    fn smallest(bits: u32, offset: u64, slope: u64, inputs: u64) -> u64 {
        let (a, d) = (slope.wrapping_neg() >> (64 - bits), offset >> (64 - bits));
        let mask = (1u64 << bits) - 1;
        (0..inputs).map(|x| d.wrapping_sub(a.wrapping_mul(x)) & mask).min().unwrap()
    }

    fn all_tests() -> Vec<TestPlan> {
        let mut plans = vec![];
        for &test in Test::OF_INTERVALS {
            for division in [
                Division::Subtractive,
                Division::Native,
                Division::Hybrid(0),
                Division::Hybrid(3),
                Division::Hybrid(64),
                Division::Reciprocal,
            ] {
                for word in [TestWord::F64, TestWord::U64] {
                    plans.push(TestPlan { test, division, word });
                }
            }
        }
        plans
    }

    /// Slopes that are random, tiny, close to 1, zero, and simple fractions.
    fn slopes(state: &mut u64) -> Vec<u64> {
        let mut next = || {
            *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            *state ^ (*state >> 29)
        };
        let mut slopes: Vec<u64> = (0..60).map(|_| next()).collect();
        slopes.extend((0..12).map(|i| next() >> (5 * i)));
        slopes.extend((0..12).map(|i| (next() >> (5 * i)).wrapping_neg()));
        slopes.extend([0, 1, 1 << 12, (1 << 12) + 1, 1 << 40, u64::MAX, 1 << 63, 1 << 61]);
        slopes.extend([u64::MAX / 3, u64::MAX / 5 * 2, u64::MAX / 7 * 3 + 1]);
        slopes
    }

    /// No test may exclude an interval that holds a case; and a test excludes most of the rest.
    #[test]
    fn brute_force() {
        for test in all_tests() {
            let (mut held, mut survived, mut asked) = (0u32, 0u32, 0u32);
            let shapes = [(2, 4), (8, 6), (32, 9), (100, 10), (1024, 14)];
            let steps = SLOPE_STEPS.iter().flat_map(|step| shapes.map(|shape| (*step, shape)));
            for (slope_step, (inputs, lg_threshold)) in steps {
                let threshold = 1u64 << (test.word.bits() - lg_threshold);
                let kernel = test_kernel(&test, inputs, threshold, slope_step);
                verify(&kernel).unwrap();
                let mut state = inputs;
                for slope in slopes(&mut state) {
                    let offset = slope.rotate_left(23) ^ state;
                    let mut out = vec![];
                    interpret(&kernel, &[slope, offset], 0, &mut out).unwrap();
                    for lane in 0..LANES as u64 {
                        let slope = slope.wrapping_add(lane.wrapping_mul(slope_step));
                        let offset = offset.wrapping_add(lane.wrapping_mul(OFFSET_STEP));
                        let least = smallest(test.word.bits(), offset, slope, inputs);
                        let holds = least < threshold;
                        let survives = out.contains(&lane);
                        assert!(
                            survives || !holds,
                            "{test:?} N={inputs} slope={slope:#x} offset={offset:#x}: missed {least:#x}"
                        );
                        if test.test == Test::Lefevre && survives {
                            let later = smallest(test.word.bits(), offset, slope, 2 * inputs);
                            assert!(later < threshold, "{test:?}: kept without a reason");
                        }
                        held += u32::from(holds);
                        survived += u32::from(survives);
                        asked += 1;
                    }
                }
            }
            let limit = match test.test {
                Test::Lefevre => 2.0,
                Test::Regular => 7.0,
                _ => 3.0,
            };
            println!("{test:?}: {asked} asked, {held} hold a case, {survived} survive");
            assert!(f64::from(survived) < limit * f64::from(held), "{test:?} excludes too little");
        }
    }
}
