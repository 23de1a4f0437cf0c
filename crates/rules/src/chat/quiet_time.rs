//! The hours in which a person wants no notifications, by the clock of their own time zone.
//! Where they are stored is up to `models::accounts::quiet_time`.

use chrono::{DateTime, Datelike, TimeZone, Timelike};
pub use chrono_tz::Tz;

/// The minutes of a day.
pub const DAY_MINUTES: u32 = 24 * 60;
/// Every day of the week.
pub const EVERY_DAY: u32 = 0b111_1111;
/// The regions of the names that are offered; others are aliases of these.
const REGIONS: [&str; 10] =
    ["Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];

/// A quiet time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietTime {
    /// When it begins, in minutes after midnight.
    pub starts_at: u32,
    /// When it ends. Where that is earlier than its beginning, it ends on the next day.
    pub ends_at: u32,
    /// The days on which it begins: a bit each, Monday first.
    pub days: u32,
    /// By which clock.
    pub zone: Tz,
}

impl QuietTime {
    /// True if it is quiet at this time, in UTC milliseconds.
    pub fn is_at(&self, now: i64) -> bool {
        let Some(utc) = DateTime::from_timestamp_millis(now) else {
            return false;
        };
        let here = self.zone.from_utc_datetime(&utc.naive_utc());
        let minute = here.hour() * 60 + here.minute();
        let today = here.weekday().num_days_from_monday();
        let begins_on = |day: u32| self.days & (1 << (day % 7)) != 0;
        if self.starts_at < self.ends_at {
            (self.starts_at..self.ends_at).contains(&minute) && begins_on(today)
        } else {
            (minute >= self.starts_at && begins_on(today)) || (minute < self.ends_at && begins_on(today + 6))
        }
    }
}

/// The time zone with this name of the IANA database.
pub fn zone(name: &str) -> Option<Tz> {
    name.parse().ok()
}

/// The names of the time zones that are offered, by region.
pub fn zones() -> Vec<(&'static str, Vec<&'static str>)> {
    let names = || chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name());
    let of = |region: &'static str| {
        let within = names().filter(move |name| {
            let rest = name.strip_prefix(region);
            rest.is_some_and(|rest| rest.starts_with('/'))
        });
        (region, within.collect())
    };
    REGIONS.into_iter().map(of).collect()
}

/// Reads a time of day as forms send it: `22:00`.
pub fn minute(text: &str) -> Option<u32> {
    let (hour, minute) = text.split_once(':')?;
    let is_number = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(hour) || !is_number(minute) {
        return None;
    }
    let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

/// Writes a time of day as forms take it.
pub fn written(minute: u32) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Thursday, 2026-01-01 00:00 UTC.
    const THURSDAY: i64 = 1_767_225_600_000;
    const HOUR: i64 = 60 * 60 * 1000;

    fn quiet(starts: &str, ends: &str, days: u32, name: &str) -> QuietTime {
        QuietTime {
            starts_at: minute(starts).unwrap(),
            ends_at: minute(ends).unwrap(),
            days,
            zone: zone(name).unwrap(),
        }
    }

    #[test]
    fn a_night_ends_on_the_next_morning() {
        let night = quiet("22:00", "07:00", EVERY_DAY, "Europe/Berlin");
        // It is an hour later there.
        for (hours, expected) in [(0, true), (5, true), (6, false), (12, false), (20, false), (21, true)] {
            assert_eq!(night.is_at(THURSDAY + hours * HOUR), expected, "{hours}");
        }
    }

    #[test]
    fn the_day_is_that_of_its_beginning() {
        let thursday = 1 << 3;
        let night = quiet("22:00", "07:00", thursday, "UTC");
        // Early on Thursday, the night of Wednesday is not quiet.
        assert!(!night.is_at(THURSDAY + HOUR));
        assert!(night.is_at(THURSDAY + 23 * HOUR));
        assert!(night.is_at(THURSDAY + 25 * HOUR));
        assert!(!night.is_at(THURSDAY + 47 * HOUR));
        let sunday = quiet("22:00", "07:00", 1 << 6, "UTC");
        assert!(sunday.is_at(THURSDAY + 3 * 24 * HOUR + 23 * HOUR));
        assert!(sunday.is_at(THURSDAY + 4 * 24 * HOUR + HOUR));
    }

    #[test]
    fn hours_of_one_day_stay_within_it() {
        let lunch = quiet("12:00", "13:30", EVERY_DAY, "UTC");
        assert!(!lunch.is_at(THURSDAY + 11 * HOUR));
        assert!(lunch.is_at(THURSDAY + 13 * HOUR));
        assert!(!lunch.is_at(THURSDAY + 14 * HOUR));
    }

    #[test]
    fn summer_time_moves_it_with_the_clock_on_the_wall() {
        let night = quiet("22:00", "07:00", EVERY_DAY, "Europe/Berlin");
        // 2026-07-01: two hours later than UTC.
        let july = THURSDAY + 181 * 24 * HOUR;
        assert!(night.is_at(july + 4 * HOUR));
        assert!(!night.is_at(july + 5 * HOUR));
        assert!(night.is_at(july + 20 * HOUR));
    }

    #[test]
    fn only_times_of_a_day_are_read() {
        assert_eq!(minute("00:00"), Some(0));
        assert_eq!(minute("23:59"), Some(1439));
        for odd in ["", "24:00", "12:60", "1:00", "12:0", "+1:00", "12:00:00", "ab:cd"] {
            assert_eq!(minute(odd), None, "{odd}");
        }
        assert_eq!(written(65), "01:05");
    }

    #[test]
    fn every_zone_that_is_offered_is_read() {
        let zones = zones();
        let count: usize = zones.iter().map(|(_, names)| names.len()).sum();
        assert!(count > 400, "{count}");
        for name in zones.iter().flat_map(|(_, names)| names) {
            assert!(zone(name).is_some(), "{name}");
        }
        assert!(zone("Mars/Olympus").is_none());
    }
}
