//! Numbers in a form for readers.

use crate::distance::Distance;
use crate::text::{grouped, noun, whole};

/// A count: in full, or as a power of two where it is a large one.
pub(super) fn count(n: u128) -> String {
    if n < 1_000_000 {
        n.to_string()
    } else if n.is_power_of_two() {
        format!("2^{}", n.trailing_zeros())
    } else if n < 1_000_000_000 {
        n.to_string()
    } else {
        format!("{n} (2^{:.2})", (n as f64).log2())
    }
}

/// How many there are in memory, in groups of three digits.
pub(super) fn number(count: usize) -> String {
    grouped(count as u128)
}

/// A count in groups of three digits, and as a power of two where it is a large one.
pub(crate) fn grouped_count(n: u128) -> String {
    match n {
        1_000_000_000.. if n.is_power_of_two() => format!("2^{}", n.trailing_zeros()),
        1_000_000_000.. => format!("{} (2^{:.2})", grouped(n), (n as f64).log2()),
        _ => grouped(n),
    }
}

/// Like [`grouped_count`], with what is counted: "1 input", "2^40 inputs".
pub(crate) fn counted(n: u128, thing: &str) -> String {
    format!("{} {}", grouped_count(n), noun(n, thing))
}

/// A distance as a power of two, to nearest, "2^-47.32".
pub(crate) fn lg(value: Distance) -> String {
    match value.is_zero() {
        false => format!("2^{:.2}", value.log2()),
        true => "0".to_owned(),
    }
}

/// A rate or an expectation: three digits or so.
pub(super) fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        0.01..10.0 => format!("{value:.2}"),
        10.0..100.0 => format!("{value:.1}"),
        100.0..100_000.0 => format!("{value:.0}"),
        _ => format!("{value:.1e}"),
    }
}

/// A number of cases to be expected: three digits or more, in groups of three.
pub(super) fn expectation(value: f64) -> String {
    match value {
        100.0.. => whole(value),
        _ => short(value),
    }
}

/// A duration.
pub(super) fn seconds(value: f64) -> String {
    match value {
        ..0.001 => format!("{:.0} µs", value * 1e6),
        ..1.0 => format!("{:.0} ms", value * 1e3),
        ..120.0 => format!("{value:.1} s"),
        ..7200.0 => format!("{:.1} min", value / 60.0),
        _ => format!("{:.1} h", value / 3600.0),
    }
}

/// A share in percent.
pub(super) fn percent(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".to_owned(),
        _ => match 100.0 * part as f64 / whole as f64 {
            0.0 => "0 %".to_owned(),
            share @ 0.1.. => format!("{share:.2} %"),
            share => format!("{share:.1e} %"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(count(1023), "1023");
        assert_eq!(count(1 << 40), "2^40");
        assert_eq!(count((1 << 40) + 1), "1099511627777 (2^40.00)");
        assert_eq!(lg(Distance::try_from(0.125).unwrap()), "2^-3.00");
        assert_eq!(lg(Distance::ZERO), "0");
        assert_eq!(short(4.4e12), "4.4e12");
        assert_eq!((short(256.0), short(0.5)), ("256".into(), "0.50".into()));
        assert_eq!((expectation(2271.6), expectation(0.5)), ("2,272".into(), "0.50".into()));
        assert_eq!(grouped_count(1_000_000), "1,000,000");
        assert_eq!(grouped_count(1 << 40), "2^40");
        assert_eq!(grouped_count((1 << 40) + 1), "1,099,511,627,777 (2^40.00)");
        assert_eq!(seconds(0.25), "250 ms");
        assert_eq!(seconds(90.0), "90.0 s");
        assert_eq!(percent(1, 8), "12.50 %");
        assert_eq!(percent(1, 1 << 20), "9.5e-5 %");
        assert_eq!((percent(0, 0), percent(0, 5)), ("-".into(), "0 %".into()));
    }
}
