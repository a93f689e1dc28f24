//! Calendar days, and the only door to chrono.
//!
//! A [`Day`] is a date without time or zone, written `YYYY-MM-DD` in ASCII digits, from 1990 to
//! 2100. It must not know where a date comes from; only [`Day::today`] asks the clock, and only the
//! shell calls it.

use std::fmt;

use chrono::{Datelike, NaiveDate};

use crate::shape::Form;

/// A calendar day, as front matter writes it.
pub const DAY: Form = Form {
    name: "a date",
    pattern: "^(?:(?:199[0-9]|20[0-9]{2}|2100)-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])\
              |(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))\
              |(?:199[26]|20(?:[02468][048]|[13579][26]))-02-29)$",
    never: &[],
    longest: None,
    rule: "a real calendar day, YYYY-MM-DD, from 1990 to 2100",
    example: "2026-08-22",
};

/// A calendar day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(NaiveDate);

impl Day {
    /// Returns the day written as `YYYY-MM-DD`, or nothing if it is not such a day.
    pub fn parse(text: &str) -> Option<Day> {
        let bytes = text.as_bytes();
        let digits = |range: std::ops::Range<usize>| bytes[range].iter().all(u8::is_ascii_digit);
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' || !digits(0..4) || !digits(5..7) || !digits(8..10)
        {
            return None;
        }
        let day =
            NaiveDate::from_ymd_opt(text[0..4].parse().ok()?, text[5..7].parse().ok()?, text[8..10].parse().ok()?)?;
        (1990..=2100).contains(&day.year()).then_some(Day(day))
    }

    /// Returns the day in UTC of a number of seconds since 1970.
    pub fn from_unix(seconds: i64) -> Option<Day> {
        chrono::DateTime::from_timestamp(seconds, 0).map(|time| Day(time.date_naive()))
    }

    /// Returns the present day in UTC.
    pub fn today() -> Day {
        Day(chrono::Utc::now().date_naive())
    }

    /// Returns how many days lie between `earlier` and this day.
    pub fn days_since(self, earlier: Day) -> i64 {
        (self.0 - earlier.0).num_days()
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A site shows many days; digit by digit is several times as fast as three formatted numbers.
        let digit = |number: u32, unit: u32| b'0' + (number / unit % 10) as u8;
        let (year, month, day) = (self.0.year_ce().1, self.0.month(), self.0.day());
        let text = [
            digit(year, 1000),
            digit(year, 100),
            digit(year, 10),
            digit(year, 1),
            b'-',
            digit(month, 10),
            digit(month, 1),
            b'-',
            digit(day, 10),
            digit(day, 1),
        ];
        f.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_real_days_in_the_one_form_are_dates() {
        for good in ["2024-02-29", "1990-01-01", "2100-12-31"] {
            assert_eq!(Day::parse(good).unwrap().to_string(), good);
        }
        for bad in [
            "2025-02-29",
            "2026-13-01",
            "2026-8-5",
            "25-08-2026",
            "2026-08-25T10:00:00",
            "２０２６-08-25",
            "0000-00-00",
            "1989-12-31",
            "+202-01-01",
            "",
        ] {
            assert!(Day::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn seconds_are_read_in_utc() {
        assert_eq!(Day::from_unix(1_788_220_800).unwrap().to_string(), "2026-09-01");
    }
}
