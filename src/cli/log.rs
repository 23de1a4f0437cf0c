//! Sets up the program's log on standard error.
//! What is logged is decided where it happens.

use std::any::Any;
use std::io::{IsTerminal, stderr};
use std::panic;

use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::set_global_default;
use tracing_subscriber::filter::{EnvFilter, FilterExt, FilterFn};
use tracing_subscriber::layer::{Identity, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{Layer, Registry, fmt, registry};

use crate::config::LogFormat;

/// Starts the log. `RUST_LOG` sets its level, and `level` is the default.
///
/// Only Portico's own events are logged, at any level: Rocket and the drivers log whole URLs, tokens included.
pub(super) fn start(format: LogFormat, level: &str) {
    start_with(format, level, None::<Identity>);
}

/// The same, with `spans` taking the program's spans, which the log does not show.
pub(super) fn start_with(
    format: LogFormat,
    level: &str,
    spans: Option<impl Layer<Registry> + Send + Sync>,
) {
    // Not `try_init`, which would also capture the crate `log`: Rocket uses it to log lines with our targets that
    // contain the values of forms it can't parse. A second start in one process keeps the first log.
    let _ = match spans {
        Some(spans) => set_global_default(registry().with(spans).with(lines(format, level))),
        None => set_global_default(registry().with(lines(format, level))),
    };
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, reason = literal_message(info.payload()), "panic");
    }));
}

/// Writes a line for each of our events.
fn lines<S>(format: LogFormat, level: &str) -> impl Layer<S>
where
    S: Subscriber + for<'s> LookupSpan<'s>,
{
    let loud = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    let ours = FilterFn::new(|line| {
        let target = line.target();
        line.is_event() && (target == "portico" || target.starts_with("portico::"))
    })
    // Without a hint, the level of the other filter would not save what is logged at lower ones.
    .with_max_level_hint(LevelFilter::TRACE);
    let lines = match format {
        LogFormat::Text => fmt::layer()
            .with_writer(stderr)
            .with_ansi(stderr().is_terminal())
            .with_target(false)
            .boxed(),
        LogFormat::Json => fmt::layer().with_writer(stderr).json().boxed(),
    };
    lines.with_filter(loud.and(ours))
}

/// The part of a panic's message that is logged: only a literal from the source. A formatted message may contain the
/// data that was being processed, secrets included.
fn literal_message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&'static str>()
        .copied()
        .unwrap_or("message withheld")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows: leaks.panics
    #[test]
    fn a_panics_message_is_logged_only_where_it_holds_no_data() {
        assert_eq!(
            literal_message(&"a lock was poisoned"),
            "a lock was poisoned"
        );
        let made = String::from("hush: called on an Err value");
        let logged = literal_message(&made);
        assert!(!logged.contains("hush"), "{logged}");
    }
}
