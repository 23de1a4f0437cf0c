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
            ("relative", "1 Jan, 00:01 UTC"),
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
    fn what_never_was_says_so() {
        assert_eq!(shown(0, "full"), r#"<span class="muted">never</span>"#);
        assert_eq!(shown(0, "long").matches("1 Jan 1970, 00:00 UTC").count(), 1);
        assert_eq!(Moment.call(&HashMap::new()).unwrap(), shown(0, "full").as_str());
    }
}
