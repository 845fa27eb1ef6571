//! Zeros of f on the rectangle: no relative error has a bound around one.
//!
//! They are looked for on lines, on which f is a function of one variable: what [is found there](crate::approx::zero) is
//! certain. A zero that no line meets, and that is no change of sign between lines, is not found.

use crate::approx::zero;
use rug::Rational;
use tmd_functions::language::SurfaceSpec;
use tmd_functions::language::surface::Variable;
use tmd_kernel::ir::Width;

/// Lines in each direction, less 1.
const LINES: u32 = 16;

/// The place of a zero in words, if one is found.
pub(super) fn find(spec: &SurfaceSpec, width: Width, ranges: [(f64, f64); 2]) -> Option<String> {
    let directions = [(Variable::Y, ranges[0], ranges[1]), (Variable::X, ranges[1], ranges[0])];
    directions.into_iter().find_map(|(fixed, along, (from, to))| {
        (0..=LINES).find_map(|k| {
            let share = f64::from(k) / f64::from(LINES);
            let at = width.rounded(from * (1.0 - share) + to * share).clamp(from, to);
            let line = spec.on_line(fixed, &Rational::from_f64(at)?);
            let found = zero::find(&line, width, along)?;
            let (moving, other) = if fixed == Variable::Y { ("x", "y") } else { ("y", "x") };
            let where_to = match found.from == found.to {
                true => format!("at {moving} = {:?}", found.from),
                false => format!("between {moving} = {:?} and {:?}", found.from, found.to),
            };
            Some(format!("{where_to}, {other} = {at:?}"))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_found_on_lines() {
        let find = |text: &str| {
            let spec = SurfaceSpec::parse_given(text, None).expect("a function");
            super::find(&spec, Width::W64, [(0.5, 2.0), (-1.0, 1.0)])
        };
        assert_eq!(find("exp(x * y)"), None);
        assert_eq!(find("2 + x * y + 1e-3"), None);
        let in_corner = find("2 + x * y - 1e-3").expect("a zero");
        assert!(in_corner.starts_with("between x = 1.99") && in_corner.ends_with("y = -1.0"));
        assert_eq!(find("x * y").as_deref(), Some("at y = 0.0, x = 0.5"));
        assert!(find("x - 1.3 + y * 1e-9").expect("a zero").starts_with("between x = 1.3"));
        let across = find("y - 0.3").expect("a zero");
        assert!(across.starts_with("between y = 0.2") || across.contains("y = 0.3"), "{across}");
    }
}
