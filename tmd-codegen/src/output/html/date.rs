//! Dates for people.

use jiff::SignedDuration;
use jiff::civil::{DateTime, date};

/// A time as `2026-11-21 19:05 UTC`; `seconds` since 1970. Of a clock that is far off, the seconds.
pub(super) fn utc(seconds: u64) -> String {
    match since_1970(seconds) {
        Some(time) => time.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        None => format!("{seconds} s after 1970"), // beyond the year 9999
    }
}

fn since_1970(seconds: u64) -> Option<DateTime> {
    let seconds = SignedDuration::from_secs(i64::try_from(seconds).ok()?);
    date(1970, 1, 1).at(0, 0, 0, 0).checked_add(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn dates_are_right() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (951_868_800, "2000-03-01 00:00 UTC"),
            (1_700_000_000, "2023-11-14 22:13 UTC"),
            (4_107_542_399, "2100-02-28 23:59 UTC"),
            (253_402_300_799, "9999-12-31 23:59 UTC"),
        ] {
            assert_eq!(utc(seconds), text);
        }
        for seconds in [253_402_300_800, u64::MAX] {
            assert_eq!(utc(seconds), format!("{seconds} s after 1970"));
        }
    }
}
