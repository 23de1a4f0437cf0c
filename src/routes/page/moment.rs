//! `time(ms=…)` in a template: a point in time, rendered in UTC. Scripts turn it into the reader's own time zone.
//! A `relative` time is in words while it is young, `time(ms=…, kind="relative", now=current_time)`; a script keeps them true.
//! Its tooltip is the time itself.

use std::collections::HashMap;

use fluent_bundle::FluentArgs;
use tera::{Function, Value};
use time::macros::format_description as pattern;

use crate::languages;
use portico_rules::clock::{Millis, written};
use portico_rules::language::ENGLISH;

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
            return Ok(format!(r#"<span class="muted">{}</span>"#, words("time-never", 0)).into());
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

/// A message about a time, in the language of the page.
fn words(key: &str, count: Millis) -> String {
    let mut arguments = FluentArgs::new();
    arguments.set("count", count);
    let found = languages::with_current(|languages, language| languages.message(language, key, &arguments));
    found.flatten().unwrap_or_default()
}

/// How long ago a time was, for a week; then the day. `static/js/time.js` has the same limits.
fn ago(at: Millis, now: Millis) -> String {
    match now - at {
        ..MINUTE => words("time-now", 0),
        passed @ MINUTE..HOUR => words("time-minutes", passed / MINUTE),
        passed @ HOUR..DAY => words("time-hours", passed / HOUR),
        passed if passed <= 7 * DAY => words("time-days", passed / DAY),
        _ => day(at),
    }
}

/// A day as the language of the page writes it: of numbers alone, besides English, which has the name of the month.
fn day(at: Millis) -> String {
    let translated = languages::with_current(|languages, language| {
        if *language == ENGLISH {
            return None;
        }
        let mut arguments = FluentArgs::new();
        arguments.set("year", written(at, pattern!("[year]")));
        arguments.set("month", written(at, pattern!("[month]")));
        arguments.set("day", written(at, pattern!("[day]")));
        languages.message(language, "date", &arguments)
    });
    translated.flatten().unwrap_or_else(|| written(at, pattern!("[day padding:none] [month repr:short] [year]")))
}

fn rendered(at: Millis, kind: &str, now: Millis) -> String {
    let full = || format!("{}, {}", day(at), written(at, pattern!("[hour]:[minute] UTC")));
    let seconds = || format!("{}, {}", day(at), written(at, pattern!("[hour]:[minute]:[second] UTC")));
    let shown = match kind {
        "date" | "date-short" | "date-long" => day(at),
        "clock" => written(at, pattern!("[hour]:[minute]")),
        "clock-utc" => written(at, pattern!("[hour]:[minute] UTC")),
        "clock-seconds" => written(at, pattern!("[hour]:[minute]:[second] UTC")),
        "edited" => words("time-edited", 0),
        "seconds" | "short-seconds" => seconds(),
        "relative" if now > 0 => ago(at, now),
        _ => full(),
    };
    let datetime = written(at, pattern!("[year]-[month]-[day]T[hour]:[minute]:[second]Z"));
    format!(r#"<time datetime="{datetime}" data-time="{kind}" title="{}">{shown}</time>"#, seconds())
}
