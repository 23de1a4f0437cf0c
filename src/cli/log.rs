//! Sets up the program's log on standard error. Each module decides what it logs.

use std::any::Any;
use std::env::{self, VarError};
use std::io::{IsTerminal, stderr};
use std::panic;

use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::set_global_default;
use tracing_subscriber::filter::{FilterExt, FilterFn, Targets};
use tracing_subscriber::layer::{Identity, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{Layer, Registry, fmt, registry};

use portico_platform::config::LogFormat;
use portico_platform::is_own;

/// Starts the log. `RUST_LOG` sets its level, and `level` is the default.
///
/// Only Portico's own events are logged, at any level: Rocket and the drivers log whole URLs, tokens included.
///
/// # Errors
/// A sentence on what is wrong with `RUST_LOG`.
pub(super) fn start(format: LogFormat, level: &str) -> Result<(), String> {
    start_with(format, level, None::<Identity>)
}

/// The same, with `spans` taking the program's spans, which the log does not show.
///
/// # Errors
/// As [`start`].
pub(super) fn start_with(
    format: LogFormat,
    level: &str,
    spans: Option<impl Layer<Registry> + Send + Sync>,
) -> Result<(), String> {
    let levels = levels(env::var("RUST_LOG"), level)?;
    // Not `try_init`, which would also capture the crate `log`: Rocket uses it to log lines with our targets that
    // contain the values of forms it can't parse. A second start in one process keeps the first log.
    let _ = match spans {
        Some(spans) => set_global_default(registry().with(spans).with(lines(format, levels))),
        None => set_global_default(registry().with(lines(format, levels))),
    };
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, reason = literal_message(info.payload()), "panic");
    }));
    Ok(())
}

/// The levels that `RUST_LOG` sets, or `level` where it sets none. Levels for other programs' parts are left out: by
/// itself it would silence this log, as a misspelt level would, which is refused.
fn levels(set: Result<String, VarError>, level: &str) -> Result<Targets, String> {
    let set = match set {
        Ok(set) => set,
        Err(VarError::NotPresent) => String::new(),
        Err(VarError::NotUnicode(_)) => return Err(wrong("it is not UTF-8")),
    };
    let directives = set.split(',').map(str::trim);
    let mut directives: Vec<&str> = directives.filter(|part| !part.is_empty()).collect();
    if let Some(part) = directives.iter().find(|part| !is_directive(part)) {
        return Err(wrong(&format!("`{part}` is neither a level nor a part with one")));
    }
    directives.retain(|part| part.split_once('=').is_none_or(|(name, _)| is_own(name)));
    let directives = match directives.is_empty() {
        true => level.to_owned(),
        false => directives.join(","),
    };
    directives.parse::<Targets>().map_err(|err| wrong(&err.to_string()))
}

/// True if this is a level, or a part of a program with one.
fn is_directive(text: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_:".contains(c);
    let level = match text.split_once('=') {
        None => text,
        Some((part, level)) if !part.is_empty() && part.chars().all(is_name) => level,
        Some(_) => return false,
    };
    // An empty one would be taken for a level.
    !level.is_empty() && level.parse::<LevelFilter>().is_ok()
}

fn wrong(why: &str) -> String {
    format!(
        "RUST_LOG can't be used: {why}. Set a level (off, error, warn, info, debug or trace), such as RUST_LOG=debug, or levels \
         of parts as well: RUST_LOG=info,portico::access_log=warn."
    )
}

/// Writes a line for each of our events.
fn lines<S>(format: LogFormat, levels: Targets) -> impl Layer<S>
where
    S: Subscriber + for<'s> LookupSpan<'s>,
{
    let ours = FilterFn::new(|line| line.is_event() && is_own(line.target()))
        // Without a hint, the level of the other filter would not save what is logged at lower ones.
        .with_max_level_hint(LevelFilter::TRACE);
    let lines = match format {
        LogFormat::Text => {
            fmt::layer().with_writer(stderr).with_ansi(stderr().is_terminal()).with_target(false).boxed()
        }
        LogFormat::Json => fmt::layer().with_writer(stderr).json().boxed(),
    };
    lines.with_filter(levels.and(ours))
}

/// The part of a panic's message that is logged: only a literal from the source. A formatted message may contain the
/// data that was being processed, secrets included.
fn literal_message(payload: &(dyn Any + Send)) -> &str {
    payload.downcast_ref::<&'static str>().copied().unwrap_or("message withheld")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn parsed(set: &str) -> Result<String, String> {
        levels(Ok(set.to_owned()), "info").map(|levels| levels.to_string())
    }

    #[test]
    fn an_empty_or_missing_variable_leaves_the_usual_level() {
        for set in ["", " ", ",", " , "] {
            assert_eq!(parsed(set), Ok("info".to_owned()), "{set:?}");
        }
        let missing = levels(Err(VarError::NotPresent), "warn").unwrap();
        assert_eq!(missing.to_string(), "warn");
    }

    #[test]
    fn what_is_said_of_other_programs_leaves_the_log_as_it_is() {
        assert_eq!(parsed("hyper=debug,sqlx=off"), Ok("info".to_owned()));
        assert_eq!(parsed("hyper=debug,warn"), Ok("warn".to_owned()));
        assert_eq!(parsed("porticos=debug,warn"), Ok("warn".to_owned()));
    }

    #[test]
    fn levels_and_levels_of_parts_of_portico_are_taken() {
        for set in [
            "off",
            "WARN",
            "trace",
            "3",
            "portico=debug",
            "warn, portico=info,portico::access_log=warn,portico_store=debug",
        ] {
            assert!(parsed(set).is_ok(), "{set}");
        }
    }

    #[test]
    fn whatever_would_silence_the_log_is_refused_with_the_value_and_an_example() {
        for (set, named) in [
            ("inf", "`inf`"),
            ("info,portico::oauth", "`portico::oauth`"),
            ("portico", "`portico`"),
            ("portico=", "`portico=`"),
            ("portico=loud", "`portico=loud`"),
            ("info;debug", "`info;debug`"),
            ("6", "`6`"),
            ("[span]=debug", "`[span]=debug`"),
            ("portico::x[y=debug", "`portico::x[y=debug`"),
        ] {
            let message = parsed(set).unwrap_err();
            assert!(message.contains(named), "{message}");
            assert!(message.contains("RUST_LOG=debug"), "{message}");
            assert!(message.ends_with('.'), "{message}");
        }
    }

    /// Shows: leaks.panics
    #[test]
    fn a_panics_message_is_logged_only_where_it_holds_no_data() {
        assert_eq!(literal_message(&"a lock was poisoned"), "a lock was poisoned");
        let made = String::from("hush: called on an Err value");
        let logged = literal_message(&made);
        assert!(!logged.contains("hush"), "{logged}");
    }
}
