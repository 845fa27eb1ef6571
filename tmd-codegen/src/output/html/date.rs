//! Dates for people.

/// A time as `2026-11-21 19:05 UTC`; `seconds` since 1970. Of a clock that is far off, the seconds.
pub(super) fn utc(seconds: u64) -> String {
    // Beyond the year 9999.
    if seconds >= 253_402_300_800 {
        return format!("{seconds} s after 1970");
    }
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that a leap day is the last of its year; eras are of 400 years.
    let since = days + 719_468;
    let (era, day_of_era) = (since / 146_097, since % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let months = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months + 2) / 5 + 1;
    let month = if months < 10 { months + 3 } else { months - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    let (hour, minute) = (rest / 3600, rest % 3600 / 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
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
        assert!(utc(u64::MAX).contains("after 1970"));
    }
}
