//! Sums of floors.

use rug::Integer;

/// The sum of ⌊(first + i·step)/unit⌋ for i from 0 to count - 1; `unit` is positive, and `step` is not negative.
///
/// Whole units of the step and of the first are taken out. What is left is below a line that rises to ⌊(first + (count - 1)·step)/unit⌋ =
/// `top`: of each height j from 1 to `top`, the i below ⌈(j·unit - first)/step⌉ are not yet there, and for j = k + 1 this is
/// ⌊(k·unit + unit - first - 1)/step⌋ + 1. So the sum is (count - 1)·top less such a sum of `top` terms with the parts of step and unit
/// exchanged, as in Euclid's algorithm.
pub(crate) fn floors(count: &Integer, step: &Integer, first: &Integer, unit: &Integer) -> Integer {
    if *count <= 0 {
        return Integer::new();
    }
    let (steps, step) = step.clone().div_rem_floor(unit.clone());
    let (firsts, first) = first.clone().div_rem_floor(unit.clone());
    let last = Integer::from(count - 1u32);
    let whole = firsts * count + steps * (Integer::from(count * &last) >> 1u32);
    let top = (Integer::from(&step * &last) + &first) / unit;
    if top == 0 {
        return whole;
    }
    let rest = Integer::from(unit - &first) - 1u32;
    whole + last * &top - floors(&top, unit, &rest, &step)
}
