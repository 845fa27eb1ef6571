use super::*;
use crate::truth::Asked;
use tmd_functions::language::FormatName;
use tmd_runtime::RoundingMode;

fn walked(function: &str) -> (FunctionSpec, Encoding, Walk) {
    let spec = FunctionSpec::parse(function).expect("a function");
    let name = FormatName::parse("--precision", "binary32").expect("a format");
    let encoding = Encoding::of(name).expect("an encoding");
    let walk = Walk::of(&spec, &encoding).unwrap_or_else(|diag| panic!("{diag}"));
    (spec, encoding, walk)
}

/// Numbers of all binades, of both signs.
fn places() -> impl Iterator<Item = u32> {
    let mut state = 1_u32;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        state
    })
}

#[test]
fn values_are_those_that_are_enclosed_one_by_one() {
    // With a line next to 0 and a limit; with zeros of binary32 and without an end; with a part that has no value; with a line at ∞.
    // Of phases that are known nearly, and exactly.
    let functions = ["tanh", "log", "asin", "x / (1 + exp(-x))", "exp2"];
    for function in functions.into_iter().chain(["sin", "tan", "cospi", "tanpi"]) {
        let (spec, encoding, walk) = walked(function);
        let asked = Asked { spec: &spec, encoding: &encoding };
        let ends = walk.segments.iter().flat_map(|own| [own.first, own.first + own.count - 1]);
        let near = walk.single.keys().flat_map(|at| [at.wrapping_sub(1), at + 1]).take(500);
        let any = places().filter(|at| encoding.size(*at) <= encoding.infinity());
        let asked_for: Vec<u32> = ends.step_by(7).chain(near).chain(any.take(5000)).collect();
        for at in &asked_for {
            if encoding.size(*at) > encoding.infinity() {
                continue;
            }
            let value = walk.value(&encoding, *at).expect("known");
            let own = asked.value(*at).expect("enclosed");
            for mode in RoundingMode::ALL {
                let [value, own] = [value, own].map(|value| value.rounded(&encoding, *at, mode));
                assert_eq!(value, own, "{function} at {at:#010x}, {}", mode.name());
            }
        }
        println!(
            "{function}: {} segments, {} values enclosed singly, {} arguments looked at",
            walk.segments.len(),
            walk.single.len(),
            asked_for.len()
        );
    }
}

#[test]
fn segments_are_all_numbers() {
    let (_, encoding, walk) = walked("log");
    let mut at = 1;
    for segment in &walk.segments {
        if encoding.size(segment.first) == 1 {
            at = segment.first;
        }
        assert_eq!(segment.first, at);
        at += segment.count;
    }
    let count: u64 = walk.segments.iter().map(|segment| u64::from(segment.count)).sum();
    assert_eq!(count, 2 * u64::from(encoding.infinity() - 1));
}

/// A pole where a part of the function is at the end of its domain, and outside of it on both sides.
#[test]
fn poles_between_numbers_without_values_are_not_passed_over() {
    let spec = FunctionSpec::parse("log(-(x - 2) * (x - 2))").expect("a function");
    let name = FormatName::parse("--precision", "binary32").expect("a format");
    let encoding = Encoding::of(name).expect("an encoding");
    let asked = Asked { spec: &spec, encoding: &encoding };
    let at_pole = asked.value(2_f32.to_bits()).expect("known");
    assert!(matches!(at_pole, Value::Infinite { negative: true }), "{at_pole:?}");
    let walk = Walk::of(&spec, &encoding).unwrap_or_else(|diag| panic!("{diag}"));
    assert_eq!(walk.value(&encoding, 2_f32.to_bits()), Some(at_pole));
    assert_eq!(walk.value(&encoding, 3_f32.to_bits()), Some(Value::Nan));
}

/// Cells of Bessel functions and of log|Γ|, told with and without a margin, hold the values that MPFR encloses; nearly all are told.
#[test]
fn cells_by_phase_hold_the_values() {
    let name = FormatName::parse("--precision", "binary32").expect("a format");
    let encoding = Encoding::of(name).expect("an encoding");
    for function in ["j0", "j1", "y0", "y1", "lgamma"] {
        let spec = FunctionSpec::parse(function).expect("a function");
        let asked = Asked { spec: &spec, encoding: &encoding };
        let is_log = function == "lgamma";
        let exponents = if is_log { -20..=-1 } else { -13..=104 };
        let (mut told, mut all, mut kept) = (0, 0, 0);
        for margin in [0.0, 0.25] {
            let (logarithm, hankel) = (LogGamma::of(&spec, margin), Hankel::of(&spec, margin));
            let cells = |exponent, first, cells: &mut [Cell]| match (&logarithm, &hankel) {
                (Some(own), _) => own.cells_of_multiples(exponent, first, cells),
                (None, Some(own)) => own.cells_of_multiples(exponent, first, cells),
                (None, None) => panic!("{function} is not known"),
            };
            for (exponent, place) in exponents.clone().zip(places().map(|place| place >> 9)) {
                // At both ends of the binade, and anywhere.
                for first in [1 << 23, (1 << 24) - 16, (1 << 23) | place & !15] {
                    let mut own = [Cell::OPEN; 16];
                    cells(exponent, first, &mut own);
                    for (multiple, cell) in (first..).zip(own) {
                        let size = (multiple as f32) * 2f32.powi(exponent);
                        let at = if is_log { -size } else { size }.to_bits();
                        all += 1;
                        if cell.is_open() {
                            kept += usize::from(margin > 0.0);
                            continue;
                        }
                        told += 1;
                        let value = asked.value(at).expect("enclosed");
                        let told = cell.value(&encoding).expect("told");
                        for mode in RoundingMode::ALL {
                            let [told, value] =
                                [told, value].map(|value| value.rounded(&encoding, at, mode));
                            assert!(
                                told == value || is_log && size.fract() == 0.0,
                                "{function} at {at:#010x}, {}",
                                mode.name()
                            );
                        }
                    }
                }
            }
        }
        println!("{function}: {told} of {all} cells told, {kept} kept open by a margin of 1/4");
        // Half of the values are less than 1/4 from a breakpoint; what is kept away is up to twice as much.
        assert!(told > all * 6 / 10 && (all / 4..all * 4 / 10).contains(&kept), "{function}");
    }
}
