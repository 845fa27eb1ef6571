//! How many inputs have phases of a range.

use crate::inputs::{Inputs, PHASE_BITS, modulo_one, whole};
use rug::{Complete, Integer};
use tmd_base::diag::{Diag, DiagKind};

/// The inputs of a binade whose phases are from one number, inclusive, to another, in units; 0 to 1.
///
/// # Errors
/// If a phase is too near to an end to be told from it.
pub(crate) fn count(inputs: &Inputs, ends: &[Integer; 2]) -> Result<u64, Diag> {
    // Phases are known to less than n + |first| units of them: both ends of what they may be.
    let off = Integer::from(1) << (PHASE_BITS - OFF);
    let counts = [0_i32, 1, 2].map(|k| {
        let shift = Integer::from(&off * (k - 1));
        let first = &inputs.middle - (inputs.center() * &inputs.step).complete() + shift;
        let first = modulo_one(first);
        let below = |end: &Integer| {
            // ⌊t + 1 - end⌋, for t not reduced, is one more than its whole turns where the phase is not below the end.
            floor_sum(inputs.count, &inputs.step, &((&first + whole()) - end))
        };
        below(&ends[0]) - below(&ends[1])
    });
    match counts[0] == counts[1] && counts[1] == counts[2] {
        true => Ok(counts[1].to_u64().unwrap_or_default()),
        false => {
            Err(Diag::new(DiagKind::Range, "--phases: an argument has nearly the phase of an end")
                .help("move this end a little"))
        }
    }
}

/// Phases are known to 2^-`OFF`, far better than that.
pub(crate) const OFF: u32 = 240;

/// The sum of ⌊(a·i + b)/2^[`PHASE_BITS`]⌋ for i below n; a, b ≥ 0. As Euclid's algorithm goes: what is below a line is counted by rows,
/// then by columns.
fn floor_sum(n: u64, a: &Integer, b: &Integer) -> Integer {
    let (mut n, mut a, mut b, mut m) = (Integer::from(n), a.clone(), b.clone(), whole());
    let mut sum = Integer::ZERO;
    loop {
        let (times, rest) = a.div_rem_floor(m.clone());
        sum += (&n * (&n - 1u32).complete()) / 2u32 * times;
        a = rest;
        let (times, rest) = b.div_rem_floor(m.clone());
        sum += &n * times;
        b = rest;
        let top = (&a * &n).complete() + &b;
        if top < m {
            return sum;
        }
        (n, b) = top.div_rem_floor(m.clone());
        std::mem::swap(&mut m, &mut a);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::half_turn;
    use rug::Rational;
    use tmd_functions::language::Segment;

    #[test]
    fn counts_are_those_of_all_inputs() {
        let mut total = 0;
        for (ulp, count) in [(0, 1000), (17, 4096), (-3, 777), (900, 2000)] {
            let segment = Segment { first: Integer::from(count), ulp, count };
            let inputs = Inputs::new(|prec| half_turn(prec) << 1u32, &segment);
            for (from, to) in [((0, 1), (1, 1)), ((1, 10), (11, 100)), ((1, 3), (1, 2))] {
                let ends = [from, to].map(|end| crate::inputs::units(&Rational::from(end)));
                let own = (0..count)
                    .filter(|i| (&ends[0]..&ends[1]).contains(&&inputs.phase(*i)))
                    .count();
                assert_eq!(super::count(&inputs, &ends).unwrap(), own as u64);
                total += own;
            }
        }
        assert!(total > 8000, "{total} inputs were counted");
    }
}
