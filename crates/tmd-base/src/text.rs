//! Words and numbers in a form for readers.

use crate::narrow;

/// Breaks a text at blanks into lines of at most `width` columns: the first begins with `prefix`,
/// the others are indented to where the text began.
pub fn wrap(prefix: &str, text: &str, width: usize) -> Vec<String> {
    let column = prefix.chars().count();
    let mut lines = vec![];
    let mut line = prefix.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(column)));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// A count: as a power of two where it is one (and not a small number), else in groups of three.
pub fn count(n: u64) -> String {
    match n.is_power_of_two() && n > 16 {
        true => format!("2^{}", n.ilog2()),
        false => grouped(u128::from(n)),
    }
}

/// A number in groups of three digits.
pub fn grouped(n: u128) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The noun for so many things, where the number is written in a way of its own: "kernel", "kernels".
pub fn noun(n: u128, thing: &str) -> String {
    format!("{thing}{}", if n == 1 { "" } else { "s" })
}

/// "1 kernel", "3 kernels".
pub fn plural(n: usize, thing: &str) -> String {
    format!("{n} {}", noun(n as u128, thing))
}

/// How often: "once", "3 times".
pub fn times(n: u64) -> String {
    match n {
        1 => "once".to_owned(),
        _ => format!("{n} times"),
    }
}

/// What the kernels of a search ran on, each device once, from a name for each kernel: the device, and the kernel in parentheses.
pub fn kernels(devices: &[String]) -> String {
    let mut all: Vec<&str> = vec![];
    for device in devices {
        let own = device.split_once(" (").map_or(device.as_str(), |(own, _)| own);
        if !all.contains(&own) {
            all.push(own);
        }
    }
    match all.is_empty() {
        true => "every input with MPFR".to_owned(),
        false => format!("{} ({})", all.join(", "), plural(devices.len(), "kernel")),
    }
}

/// Like [`plural`], in groups of three digits.
pub fn many(n: u128, thing: &str) -> String {
    format!("{} {}", grouped(n), noun(n, thing))
}

/// A share as a percentage, or as a power of two where that would be all zeros.
pub fn share(value: f64) -> String {
    match value {
        0.001.. => format!("{:.2} %", 100.0 * value),
        0.0 => "0".to_owned(),
        _ => format!("2^{:.2}", value.log2()),
    }
}

/// Seconds in the unit that people would use.
pub fn duration(seconds: f64) -> String {
    match seconds {
        ..0.1 => format!("{:.1} ms", 1e3 * seconds),
        ..100.0 => format!("{seconds:.1} s"),
        ..6000.0 => format!("{:.0} min", seconds / 60.0),
        ..200_000.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}

/// Cores of one machine, for which long times are told, too.
const CORES: f64 = 64.0;
/// Seconds that are so many that somebody would take more cores.
const LONG: f64 = 60.0;

/// A predicted time of one core, and of 64 cores where that is a minute or more: a search keeps all of them at work.
pub fn on_cores(seconds: f64) -> String {
    let one = format!("{} on one core", duration(seconds));
    match seconds >= LONG {
        true => format!("{one}, {} on {CORES} cores", duration(seconds / CORES)),
        false => one,
    }
}

/// A number that is not negative, to the nearest integer, in groups of three digits; at most 2^64 - 1.
pub fn whole(value: f64) -> String {
    grouped(narrow::nearest(value) as u128)
}

/// A bound on the rounding error of a logarithm in hundredths, for numbers below 2.
const GUARD: f64 = 1e-9;

/// The upper bound m·2^e, 1 ≤ m < 2, as a power of two, rounded up: `2^-20.33` for 2^-20.334.
pub fn power_up(significand: f64, exponent: i32) -> String {
    power(significand, exponent, |hundredths| (hundredths + GUARD).ceil())
}

/// The lower bound m·2^e, 1 ≤ m < 2, as a power of two, rounded down: `2^-20.34` for 2^-20.334.
pub fn power_down(significand: f64, exponent: i32) -> String {
    power(significand, exponent, |hundredths| (hundredths - GUARD).floor())
}

fn power(significand: f64, exponent: i32, round: fn(f64) -> f64) -> String {
    let hundredths = if significand == 1.0 { 0.0 } else { round(100.0 * significand.log2()) };
    format!("2^{:.2}", (100.0 * f64::from(exponent) + hundredths) / 100.0)
}

/// How numbers of bytes are written, for messages.
pub const BYTES_HELP: &str = "write a number of bytes up to 1024M: 4096, 32K";

/// A number of bytes, up to 2^30: "32K" is 32768.
pub fn bytes(text: &str) -> Option<u64> {
    let (digits, shift) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 10),
        Some((at, 'M' | 'm')) => (&text[..at], 20),
        _ => (text, 0),
    };
    let number: u64 = digits.parse().ok()?;
    number.checked_mul(1 << shift).filter(|bytes| *bytes <= 1 << 30)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(grouped(1), "1");
        assert_eq!(grouped(123), "123");
        assert_eq!(grouped(4_503_599), "4,503,599");
        assert_eq!(count(1 << 40), "2^40");
        assert_eq!(count(8), "8");
        assert_eq!(duration(0.0123), "12.3 ms");
        assert_eq!(on_cores(1.0), "1.0 s on one core");
        assert_eq!(on_cores(6400.0), "1.8 h on one core, 2 min on 64 cores");
        assert_eq!(whole(2271.6), "2,272");
        assert_eq!((many(1, "case"), many(1234, "case")), ("1 case".into(), "1,234 cases".into()));
    }

    #[test]
    fn long_lines_break_at_blanks() {
        let lines = wrap("  ", "one two three four", 11);
        assert_eq!(lines, ["  one two", "  three", "  four"]);
        assert_eq!(wrap("", "", 10), [""]);
    }
}
