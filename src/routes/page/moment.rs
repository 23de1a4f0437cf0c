//! `time(ms=…)` in a template: a point in time, rendered in UTC. Scripts turn it into the reader's own time zone.
//! Pages don't say how long ago something was, because they may be open for hours; where a time is `relative`, a script says it
//! and keeps it true.

use std::collections::HashMap;

use tera::{Function, Value};
use time::macros::format_description as pattern;

use portico_rules::clock::{Millis, written};

/// Renders `ms`, milliseconds since 1970, or "never" without it. `kind`: full, seconds, relative, date, clock, or edited,
/// which is that word with the time as its tooltip.
pub(super) struct Moment;

impl Function for Moment {
    fn call(&self, args: &HashMap<String, Value>) -> tera::Result<Value> {
        let ms = args.get("ms").and_then(Value::as_i64).unwrap_or(0);
        if ms == 0 {
            return Ok(r#"<span class="muted">never</span>"#.into());
        }
        let kind = args.get("kind").and_then(Value::as_str).unwrap_or("full");
        Ok(rendered(ms, kind).into())
    }

    fn is_safe(&self) -> bool {
        true
    }
}

fn rendered(at: Millis, kind: &str) -> String {
    let (kind, shown) = match kind {
        "date" => ("date", pattern!("[day padding:none] [month repr:short] [year]")),
        "clock" => ("clock", pattern!("[hour]:[minute]")),
        "edited" => ("edited", pattern!("edited")),
        "relative" => ("relative", pattern!("[day padding:none] [month repr:short], [hour]:[minute] UTC")),
        "seconds" => {
            ("seconds", pattern!("[day padding:none] [month repr:short] [year], [hour]:[minute]:[second] UTC"))
        }
        _ => ("full", pattern!("[day padding:none] [month repr:short] [year], [hour]:[minute] UTC")),
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
        ] {
            let attributes =
                format!(r#"datetime="2026-01-01T00:01:01Z" data-time="{kind}" title="1 Jan 2026, 00:01:01 UTC""#);
            assert_eq!(shown(at, kind), format!("<time {attributes}>{text}</time>"));
        }
    }

    #[test]
    fn what_never_was_says_so() {
        assert_eq!(shown(0, "full"), r#"<span class="muted">never</span>"#);
        assert_eq!(Moment.call(&HashMap::new()).unwrap(), shown(0, "full").as_str());
    }
}
