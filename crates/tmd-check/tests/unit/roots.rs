//! Exact cases of roots, counted and one by one.

use super::read;
use crate::algebra::exact;
use crate::grid::{Format, Segment};
use crate::roots::Roots;
use rug::Integer;
use std::collections::BTreeSet;

fn roots(function: &str, [input, output]: [&str; 2]) -> Option<Roots> {
    let [input, output] = [input, output].map(|name| Format::named(name).expect("a format"));
    Roots::new(&read(function), &input, &output)
}

#[test]
fn as_many_as_are_exact_one_by_one() {
    let mut all = 0;
    for function in ["sqrt", "cbrt", "rootn(x, 4)", "rootn(x, 5)"] {
        let roots = roots(function, ["binary64"; 2]).expect("a root");
        let expr = read(function);
        for ulp in -7..=7 {
            // A segment has one sign.
            for (first, count) in
                [(0, 4096), (1, 700), (17, 4096), (4000, 4096), (-700, 700), (-4096, 4096)]
            {
                let segment =
                    Segment { ordinal: Integer::new(), first: Integer::from(first), ulp, count };
                for inputs in [0..1, 0..count, 3..400, 5..5] {
                    let is_exact = |i: &u64| exact(&expr, &segment.x(*i)).is_some();
                    let wanted = inputs.clone().filter(is_exact).count();
                    all += wanted;
                    let told = roots.of(&segment, &inputs);
                    assert_eq!(told, wanted, "{function}: {first}·2^{ulp}, {inputs:?}");
                    for length in [1, 3, 100, 5000] {
                        let parts = inputs.clone().filter(is_exact);
                        let parts = parts.map(|i| (i - inputs.start) / length);
                        let parts: BTreeSet<u64> = parts.collect();
                        let told = roots.parts(&segment, &inputs, length);
                        assert!(told <= parts.len(), "{function}: {inputs:?}, {length}");
                    }
                }
            }
        }
    }
    assert!(all > 4000, "only {all} exact values were compared");
}

#[test]
fn only_roots_whose_values_are_numbers_are_counted() {
    for function in ["rsqrt", "sqrt(x + 1)", "exp", "sqrt(x) + 1", "rootn(x, 1)", "rootn(x, -3)"] {
        assert_eq!(roots(function, ["binary64"; 2]), None, "{function}");
    }
    assert!(roots("sqrt", ["binary32", "binary64"]).is_some());
    assert_eq!(roots("sqrt", ["binary64", "binary32"]), None, "27 bits are no number of 24");
    assert_eq!(roots("cbrt", ["binary64", "binary32"]), None, "2^341 is above all numbers");
}
