//! Times in a message's text, as Discord writes them: `<t:1767225600:R>`. Each reader sees them in their own zone.
//! `markdown` finds them in a text, pages show them.

use std::fmt;

use time::macros::format_description as pattern;

use crate::clock::{self, Millis};

/// The seconds since 1970 that have a calendar date of the years 1 to 9999.
const SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;
/// The most bytes of a time: the sign and digits of its seconds, and what is around them.
const MAX_LENGTH: usize = 24;

/// How a time is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeStyle {
    /// `t`: 16:20.
    ShortTime,
    /// `T`: 16:20:30.
    LongTime,
    /// `d`: 20/04/2021.
    ShortDate,
    /// `D`: 20 April 2021.
    LongDate,
    /// `f`, and without a style: 20 April 2021 at 16:20.
    Full,
    /// `F`: Tuesday, 20 April 2021 at 16:20.
    FullWithDay,
    /// `s`: 20/04/2021, 16:20.
    Short,
    /// `S`: 20/04/2021, 16:20:30.
    ShortWithSeconds,
    /// `R`: 2 months ago.
    Relative,
}

impl TimeStyle {
    const ALL: [(char, Self); 9] = [
        ('t', Self::ShortTime),
        ('T', Self::LongTime),
        ('d', Self::ShortDate),
        ('D', Self::LongDate),
        ('f', Self::Full),
        ('F', Self::FullWithDay),
        ('s', Self::Short),
        ('S', Self::ShortWithSeconds),
        ('R', Self::Relative),
    ];

    /// The letter that stands for it.
    #[must_use]
    pub fn letter(self) -> char {
        Self::ALL.into_iter().find_map(|(letter, style)| (style == self).then_some(letter)).unwrap_or('f')
    }
}

/// A moment and how it is shown. Its `Display` is what a text contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChatTime {
    seconds: i64,
    style: TimeStyle,
}

impl ChatTime {
    /// A time from its seconds since 1970; none before the year 1 and after 9999.
    #[must_use]
    pub fn new(seconds: i64, style: TimeStyle) -> Option<Self> {
        SECONDS.contains(&seconds).then_some(Self { seconds, style })
    }

    /// When it is.
    #[must_use]
    pub fn at(self) -> Millis {
        self.seconds * 1_000
    }

    /// How it is shown.
    #[must_use]
    pub fn style(self) -> TimeStyle {
        self.style
    }

    /// The time for people to read where no script can show their own: in UTC.
    #[must_use]
    pub fn written(self) -> String {
        match self.style {
            TimeStyle::ShortTime => clock::written(self.at(), pattern!("[hour]:[minute] UTC")),
            TimeStyle::LongTime => clock::written(self.at(), pattern!("[hour]:[minute]:[second] UTC")),
            TimeStyle::ShortDate | TimeStyle::LongDate => clock::written(self.at(), pattern!("[year]-[month]-[day]")),
            _ => clock::minute(self.at()),
        }
    }
}

impl fmt::Display for ChatTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<t:{}:{}>", self.seconds, self.style.letter())
    }
}

/// The time that a text begins with, and its length in bytes. Reads a bounded number of bytes.
#[must_use]
pub fn read(text: &str) -> Option<(ChatTime, usize)> {
    let inside = text.strip_prefix("<t:")?;
    let end = inside.bytes().take(MAX_LENGTH).position(|byte| byte == b'>')?;
    let inside = inside.get(..end)?;
    let (seconds, style) = match inside.split_once(':') {
        None => (inside, TimeStyle::Full),
        Some((seconds, letter)) => {
            let known = TimeStyle::ALL.into_iter().find(|(known, _)| letter.chars().eq([*known]));
            (seconds, known?.1)
        }
    };
    if seconds.starts_with('+') {
        return None;
    }
    Some((ChatTime::new(seconds.parse().ok()?, style)?, "<t:>".len() + end))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_style_is_read_and_written() {
        for (text, expected) in [
            ("<t:1767225661:t>", "00:01 UTC"),
            ("<t:1767225661:T>", "00:01:01 UTC"),
            ("<t:1767225661:d>", "2026-01-01"),
            ("<t:1767225661:D>", "2026-01-01"),
            ("<t:1767225661:f>", "2026-01-01 00:01 UTC"),
            ("<t:1767225661:F>", "2026-01-01 00:01 UTC"),
            ("<t:1767225661:s>", "2026-01-01 00:01 UTC"),
            ("<t:1767225661:S>", "2026-01-01 00:01 UTC"),
            ("<t:1767225661:R>", "2026-01-01 00:01 UTC"),
        ] {
            let (time, length) = read(&format!("{text} and more")).unwrap();
            assert_eq!((time.to_string().as_str(), time.written().as_str(), length), (text, expected, text.len()));
        }
        assert_eq!(read("<t:0>").unwrap().0.to_string(), "<t:0:f>");
        assert_eq!(read("<t:-62135596800:D>").unwrap().0.written(), "0001-01-01");
        assert_eq!(read("<t:253402300799:D>").unwrap().0.written(), "9999-12-31");
    }

    #[test]
    fn what_is_no_time_is_text() {
        for text in [
            "",
            "<t:>",
            "<t::R>",
            "<t:1:X>",
            "<t:1:RR>",
            "<t:1:>",
            "<t:1",
            "<t:+1>",
            "<t: 1>",
            "<t:1.5>",
            "<T:1>",
            "x<t:1>",
            "<t:253402300800>",
            "<t:-62135596801>",
            "<t:99999999999999999999999>",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
