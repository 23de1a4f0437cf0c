//! The log: what the program says about itself, on standard error.
//! What is worth saying stands where it happens.

use tracing_subscriber::filter::{EnvFilter, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt, registry};

use crate::config::LogFormat;

/// Starts the log. `RUST_LOG` sets how much is said (`info` without it).
///
/// Only Portico's own lines are written, however loud: Rocket and the drivers put whole addresses,
/// tokens included, into theirs.
pub(super) fn start(format: LogFormat) {
    let loud = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = match format {
        LogFormat::Text => fmt::layer()
            .with_writer(std::io::stderr)
            .with_target(false)
            .boxed(),
        LogFormat::Json => fmt::layer().with_writer(std::io::stderr).json().boxed(),
    };
    let ours = filter_fn(|line| {
        let target = line.target();
        target == "portico" || target.starts_with("portico::")
    });
    // A second start in one process keeps the first log.
    let _ = registry()
        .with(lines.with_filter(ours))
        .with(loud)
        .try_init();
}
