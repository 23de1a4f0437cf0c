//! `time(ms=…)` in a template: a point in time, rendered in UTC. Scripts turn it into the reader's own time zone.
//! A `relative` time is in words while it is young, `time(ms=…, kind="relative", now=current_time)`; a script keeps them true.
//! Its tooltip is the time itself.

use std::collections::HashMap;

use fluent_bundle::FluentArgs;
use tera::{Function, Value};
use time::macros::format_description as pattern;

use crate::languages::{self, ENGLISH, Language, Languages};
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
        let day = (kind == "date").then(|| languages::with_current(|languages, language| day(ms, languages, language)));
        Ok(rendered(ms, kind, now, day.flatten().flatten()).into())
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

/// A day as the language writes it, of numbers alone; none in English, which has the name of the month.
fn day(at: Millis, languages: &Languages, language: &Language) -> Option<String> {
    if *language == ENGLISH {
        return None;
    }
    let mut arguments = FluentArgs::new();
    arguments.set("year", written(at, pattern!("[year]")));
    arguments.set("month", written(at, pattern!("[month]")));
    arguments.set("day", written(at, pattern!("[day]")));
    languages.message(language, "date", &arguments)
}

fn rendered(at: Millis, kind: &str, now: Millis, day: Option<String>) -> String {
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
    let shown = match day {
        Some(day) => day,
        None if kind == "relative" && now > 0 => ago(at, now),
        None => written(at, shown),
    };
    format!(r#"<time datetime="{datetime}" data-time="{kind}" title="{title}">{shown}</time>"#)
}
