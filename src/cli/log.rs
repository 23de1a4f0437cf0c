//! The log: what the program says about itself, on standard error.
//! What is worth saying stands where it happens.

use std::io::{IsTerminal, stderr};

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
}
