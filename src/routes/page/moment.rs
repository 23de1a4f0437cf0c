//! `time(ms=…)` in a template: a point in time, rendered in UTC. Scripts turn it into the reader's own time zone.
//! Pages don't say how long ago something was, because they may be open for hours; where a time is `relative`, a script says it
//! and keeps it true.

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
        Ok(rendered(ms, kind).into())
    }

    fn is_safe(&self) -> bool {
        true
    }
}

fn rendered(at: Millis, kind: &str) -> String {
    let shown = match kind {
        "date" | "date-short" | "date-long" => pattern!("[day padding:none] [month repr:short] [year]"),
        "clock" => pattern!("[hour]:[minute]"),
        "clock-utc" => pattern!("[hour]:[minute] UTC"),
        "clock-seconds" => pattern!("[hour]:[minute]:[second] UTC"),
        "edited" => pattern!("edited"),
        "relative" => pattern!("[day padding:none] [month repr:short], [hour]:[minute] UTC"),
        "seconds" | "short-seconds" => {
            pattern!("[day padding:none] [month repr:short] [year], [hour]:[minute]:[second] UTC")
        }
        _ => pattern!("[day padding:none] [month repr:short] [year], [hour]:[minute] UTC"),
    };
    let datetime = written(at, pattern!("[year]-[month]-[day]T[hour]:[minute]:[second]Z"));
    let title = written(at, pattern!("[day padding:none] [month repr:short] [year], [hour]:[minute]:[second] UTC"));
    let shown = written(at, shown);
    format!(r#"<time datetime="{datetime}" data-time="{kind}" title="{title}">{shown}</time>"#)
}
