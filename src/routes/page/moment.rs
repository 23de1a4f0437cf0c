//! `time(ms=…)` in a template: a point in time, rendered in UTC. Scripts turn it into the reader's own time zone.
//! A `relative` time is in words while it is young, `time(ms=…, kind="relative", now=current_time)`; a script keeps them true.
//! Its tooltip is the time itself.

use std::collections::HashMap;

use tera::{Function, Value};
use time::macros::format_description as pattern;

use portico_rules::clock::{Millis, written};

/// Renders `ms`, milliseconds since 1970, or "never" without it. `kind`: full, seconds, relative, date, clock, or edited,
/// which is that word with the time as its tooltip; and those of times in a message's text, for which 0 is a moment too.
pub(super) struct Moment;

/// The kinds of times in a message's text.
const IN_TEXT: [&str; 9] =
    ["clock-utc", "clock-seconds", "date-short", "date-long", "long", "weekday", "short", "short-seconds", "distance"];

impl Function for Moment {
    fn call(&self, args: &HashMap<String, Value>) -> tera::Result<Value> {
        let ms = args.get("ms").and_then(Value::as_i64).unwrap_or(0);
        let kind = args.get("kind").and_then(Value::as_str).unwrap_or("full");
        if ms == 0 && !IN_TEXT.contains(&kind) {
            return Ok(r#"<span class="muted">never</span>"#.into());
        }
        let now = args.get("now").and_then(Value::as_i64).unwrap_or(0);
        Ok(rendered(ms, kind, now).into())
    }

    fn is_safe(&self) -> bool {
        true
    }
}

const MINUTE: Millis = 60_000;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

/// How long ago a time was, for a week; then the day. `static/js/time.js` has the same limits.
fn ago(at: Millis, now: Millis) -> String {
    let (length, unit) = match now - at {
        ..MINUTE => return "just now".to_owned(),
        MINUTE..HOUR => (MINUTE, "min"),
        HOUR..DAY => (HOUR, "h"),
        _ if now - at < 2 * DAY => return "1 day ago".to_owned(),
        _ if now - at <= 7 * DAY => (DAY, "days"),
        _ => return written(at, pattern!("[day padding:none] [month repr:short] [year]")),
    };
    format!("{} {unit} ago", (now - at) / length)
}

fn rendered(at: Millis, kind: &str, now: Millis) -> String {
    let shown = match kind {
        "date" | "date-short" | "date-long" => pattern!("[day padding:none] [month repr:short] [year]"),
        "clock" => pattern!("[hour]:[minute]"),
        "clock-utc" => pattern!("[hour]:[minute] UTC"),
        "clock-seconds" => pattern!("[hour]:[minute]:[second] UTC"),
        "edited" => pattern!("edited"),
        "seconds" | "short-seconds" => {
            pattern!("[day padding:none] [month repr:short] [year], [hour]:[minute]:[second] UTC")
        }
        _ => pattern!("[day padding:none] [month repr:short] [year], [hour]:[minute] UTC"),
    };
    let datetime = written(at, pattern!("[year]-[month]-[day]T[hour]:[minute]:[second]Z"));
    let title = written(at, pattern!("[day padding:none] [month repr:short] [year], [hour]:[minute]:[second] UTC"));
    let shown = if kind == "relative" && now > 0 { ago(at, now) } else { written(at, shown) };
    format!(r#"<time datetime="{datetime}" data-time="{kind}" title="{title}">{shown}</time>"#)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn shown(ms: i64, kind: &str) -> String {
        let args = [("ms", ms.into()), ("kind", kind.into())];
        let args = args.map(|(name, value): (&str, Value)| (name.to_owned(), value));
        let html = Moment.call(&args.into()).unwrap();
        html.as_str().unwrap().to_owned()
    }

    #[test]
    fn a_moment_is_drawn_with_its_date_its_clock_or_both() {
        let at = 1_767_225_661_234;
        for (kind, text) in [
            ("full", "1 Jan 2026, 00:01 UTC"),
            ("date", "1 Jan 2026"),
            ("clock", "00:01"),
            ("edited", "edited"),
            ("relative", "1 Jan 2026, 00:01 UTC"),
            ("seconds", "1 Jan 2026, 00:01:01 UTC"),
            ("clock-utc", "00:01 UTC"),
            ("clock-seconds", "00:01:01 UTC"),
            ("date-short", "1 Jan 2026"),
            ("date-long", "1 Jan 2026"),
            ("long", "1 Jan 2026, 00:01 UTC"),
            ("weekday", "1 Jan 2026, 00:01 UTC"),
            ("short", "1 Jan 2026, 00:01 UTC"),
            ("short-seconds", "1 Jan 2026, 00:01:01 UTC"),
            ("distance", "1 Jan 2026, 00:01 UTC"),
        ] {
            let attributes =
                format!(r#"datetime="2026-01-01T00:01:01Z" data-time="{kind}" title="1 Jan 2026, 00:01:01 UTC""#);
            assert_eq!(shown(at, kind), format!("<time {attributes}>{text}</time>"));
        }
    }

    #[test]
    fn a_relative_time_is_in_words_for_a_week_and_then_a_day() {
        let at = 1_767_225_661_234;
        for (passed, text) in [
            (-HOUR, "just now"),
            (0, "just now"),
            (MINUTE - 1, "just now"),
            (MINUTE, "1 min ago"),
            (HOUR - 1, "59 min ago"),
            (HOUR, "1 h ago"),
            (DAY - 1, "23 h ago"),
            (DAY, "1 day ago"),
            (2 * DAY, "2 days ago"),
            (7 * DAY, "7 days ago"),
            (7 * DAY + 1, "1 Jan 2026"),
        ] {
            assert_eq!(ago(at, at + passed), text, "{passed}");
        }
    }

    #[test]
    fn what_never_was_says_so() {
        assert_eq!(shown(0, "full"), r#"<span class="muted">never</span>"#);
        assert_eq!(shown(0, "long").matches("1 Jan 1970, 00:00 UTC").count(), 1);
        assert_eq!(Moment.call(&HashMap::new()).unwrap(), shown(0, "full").as_str());
    }
}
