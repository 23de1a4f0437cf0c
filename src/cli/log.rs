//! The log: what the program says about itself, on standard error.
//! What is worth saying stands where it happens.

use std::any::Any;
use std::io::{IsTerminal, stderr};
use std::panic;

use tracing::subscriber::set_global_default;
use tracing_subscriber::filter::{EnvFilter, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::{Layer, fmt, registry};

use crate::config::LogFormat;

/// Starts the log. `RUST_LOG` sets how much is said, and `level` where it is not set.
///
/// Only Portico's own lines are written, however loud: Rocket and the drivers put whole addresses,
/// tokens included, into theirs.
pub(super) fn start(format: LogFormat, level: &str) {
    let loud = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    let lines = match format {
        LogFormat::Text => fmt::layer()
            .with_writer(stderr)
            .with_ansi(stderr().is_terminal())
            .with_target(false)
            .boxed(),
        LogFormat::Json => fmt::layer().with_writer(stderr).json().boxed(),
    };
    let ours = filter_fn(|line| {
        let target = line.target();
        target == "portico" || target.starts_with("portico::")
    });
    // Not `try_init`, which would also take in the crate `log`: by that way Rocket writes lines that
    // bear our targets and hold the values of forms it can't read.
    // A second start in one process keeps the first log.
    let _ = set_global_default(registry().with(lines.with_filter(ours)).with(loud));
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, said = said(info.payload()), "panic");
    }));
}

/// What is logged of a panic's message: one that stands in the source as it is. One that was put together may hold
/// what the program was working on, secrets included.
fn said(payload: &(dyn Any + Send)) -> &str {
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
        assert_eq!(said(&"a lock was poisoned"), "a lock was poisoned");
        let made = String::from("hush: called on an Err value");
        let told = said(&made);
        assert!(!told.contains("hush"), "{told}");
    }
}
