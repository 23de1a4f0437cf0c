//! The format of Slack's dates, such as `Posted {date} at {time}`.

use portico_rules::chat::times::{ChatTime, TimeStyle};

use crate::steps;

/// Words that Slack's dates are made of, with the styles of a time.
const DATE_WORDS: [(&str, TimeStyle); 10] = [
    ("{date_num}", TimeStyle::ShortDate),
    ("{date_short_pretty}", TimeStyle::LongDate),
    ("{date_long_pretty}", TimeStyle::LongDate),
    ("{date_pretty}", TimeStyle::LongDate),
    ("{date_short}", TimeStyle::LongDate),
    ("{date_long}", TimeStyle::LongDate),
    ("{date}", TimeStyle::LongDate),
    ("{time_secs}", TimeStyle::LongTime),
    ("{time}", TimeStyle::ShortTime),
    ("{ago}", TimeStyle::Relative),
];

/// A part of a date: text, or a time.
pub(super) enum DatePiece<'f> {
    Words(&'f str),
    Time(ChatTime),
}

/// The format of a date with times for its words; none where it has no such word, or the moment is in no calendar.
pub(super) fn pieces(seconds: i64, format: &str) -> Option<Vec<DatePiece<'_>>> {
    let mut pieces = Vec::new();
    let (mut rest, mut done) = (format, 0);
    let mut has_time = false;
    while let Some(offset) = rest.get(done..)?.find('{') {
        steps::count(offset + 1);
        let at = done + offset;
        let word = rest.get(at..)?;
        let Some((word, style)) = DATE_WORDS.iter().find(|(known, _)| word.starts_with(known)) else {
            done = at + 1;
            continue;
        };
        if at > 0 {
            pieces.push(DatePiece::Words(rest.get(..at)?));
        }
        pieces.push(DatePiece::Time(ChatTime::new(seconds, *style)?));
        (rest, done, has_time) = (rest.get(at + word.len()..)?, 0, true);
    }
    if !rest.is_empty() {
        pieces.push(DatePiece::Words(rest));
    }
    has_time.then_some(pieces)
}
