//! Γ and log|Γ| at large negative arguments, which are next to poles: the integers 0, -1, -2, ….

use super::{FunctionSpec, Segment};
use rug::Integer;
use tmd_base::narrow;

/// n! for larger n is not asked for: 4096! is more than 2^43000.
const MOST_FACTORIAL: u32 = 4096;

/// What is known of a function at the inputs of a segment, which may be poles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BesidePoles {
    /// All inputs are poles: there is no value.
    Poles,
    /// |f| < 2^e wherever there is a value, and f is not 0.
    Below(i32),
}

/// What is known of Γ and log|Γ|, each of x itself, at the inputs of a segment below -1.
///
/// Inputs are multiples of 2^u. If u ≥ 0, they are integers. If not, one that is no integer is δ ≥ 2^u from the next one, and
/// Γ(x)·Γ(1 - x) = π/sin πx (DLMF, the NIST Digital Library of Mathematical Functions, 5.5.3). |sin πx| ≥ 2δ, and Γ rises from 3/2 on, so that
/// with n = ⌊|x|⌋ for the input that is nearest to 0
///
/// ```text
///  |Γ(x)| ≤ π/(2·2^u·Γ(1 + |x|)) < 2^(1 - u)/n!.
/// ```
pub fn beside_poles(spec: &FunctionSpec, segment: &Segment) -> Option<BesidePoles> {
    let is_log = match spec.function_of_x()? {
        "gamma" => false,
        "lgamma" => true,
        _ => return None,
    };
    // The size of the last input, whose index is the largest.
    let least = -Integer::from(&segment.first + (segment.count - 1));
    if least <= 0 {
        return None;
    }
    if segment.ulp >= 0 {
        return Some(BesidePoles::Poles);
    }
    let whole = least >> segment.ulp.unsigned_abs();
    if is_log || whole < 1 {
        return None;
    }
    let n = whole.to_u32().map_or(MOST_FACTORIAL, |n| n.min(MOST_FACTORIAL));
    // n! ≥ 2^lg.
    let lg = Integer::from(Integer::factorial(n)).significant_bits() - 1;
    Some(BesidePoles::Below(1 - segment.ulp - narrow::to_i32(lg)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Constant, Format, range};
    use rug::Float;

    fn segments(precision: u32, [from, to]: [&str; 2]) -> Vec<Segment> {
        let format = Format::of_precision(precision).expect("a format");
        let [from, to] = [from, to].map(|text| Constant::parse("range", text).expect("a number"));
        range::split(&from, &to, &format).unwrap_or_else(|diag| panic!("{diag}"))
    }

    #[test]
    fn bounds_hold_and_are_not_far_off() {
        let spec = FunctionSpec::parse("gamma").expect("a function");
        let mut compared = 0;
        for segment in segments(24, ["-1024", "-4"]) {
            let Some(BesidePoles::Below(bound)) = beside_poles(&spec, &segment) else {
                panic!("no bound from {:?}", segment.x(0));
            };
            let mut largest = i32::MIN;
            // Next to the integers that are nearest to 0, values are largest.
            for i in (0..segment.count).rev().take(1 << 12) {
                let x = Float::with_val(64, segment.x(i));
                if x.is_integer() {
                    continue;
                }
                let value = Float::with_val(64, x.gamma_ref());
                let exponent = value.get_exp().expect("a number");
                assert!(exponent <= bound, "Γ at {x:?}: 2^{exponent}, not below 2^{bound}");
                largest = largest.max(exponent);
                compared += 1;
            }
            // The range begins with an integer that is a segment by itself.
            let has_values = largest > i32::MIN;
            assert!(!has_values || bound - largest < 16, "2^{largest} at most, below 2^{bound}");
        }
        println!("{compared} values compared");
        assert!(compared > 1000);
    }

    #[test]
    fn integers_are_poles() {
        for (function, poles) in [("gamma", true), ("lgamma", true), ("sin", false)] {
            let spec = FunctionSpec::parse(function).expect("a function");
            for segment in segments(11, ["-60000", "-2048"]) {
                let own = beside_poles(&spec, &segment) == Some(BesidePoles::Poles);
                assert_eq!(own, poles, "{function}");
            }
            for segment in segments(11, ["2048", "60000"]) {
                assert_eq!(beside_poles(&spec, &segment), None, "{function}");
            }
        }
    }
}
