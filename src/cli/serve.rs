//! `portico serve`: serves the application until a signal stops it.
//! The application is assembled in `build`.

use std::io;
use std::sync::Arc;

use rocket::error::ErrorKind;
use rocket::fairing::AdHoc;
use rocket::figment::Figment;
use rocket::{Phase, Rocket, Shutdown};
use sea_orm::DbBackend;
use tokio::select;
use tokio::time::sleep;

use super::print::print_lines;
use super::{Exposure, LOG_LEVEL, clock, log};
use crate::app::App;
use crate::background::counts::add_counts;
use crate::clock::rfc3339;
use crate::config::Config;
use crate::database::warn_of_exposed_file;
use crate::models::User;

#[derive(Debug, Default, clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    exposure: Exposure,
}

pub(super) async fn serve(options: Options) -> Result<(), String> {
    let config = Config::read(&crate::figment())?;
    #[cfg(feature = "opentelemetry")]
    let export = {
        let opened = config
            .traces
            .as_ref()
            .map(crate::traces::open)
            .transpose()?;
        let (layer, export) = opened.unzip();
        log::start_with(config.log.format, LOG_LEVEL, layer)?;
        export
    };
    #[cfg(not(feature = "opentelemetry"))]
    log::start(config.log.format, LOG_LEVEL)?;
    warn_of_exposed_file(&config.database_url);
    let address = config.base_url.origin();
    let figment = options.exposure.over(crate::figment());
    let rocket = crate::build(without_rockets_signals(figment), clock()).await?;
    if let Some(app) = rocket.state::<Arc<App>>() {
        warn_of_another_process(app).await;
    }
    let signals =
        Signals::catch().map_err(|err| format!("Signal handlers can't be installed: {err}."))?;
    let greeting = AdHoc::on_liftoff("greeting", move |rocket| {
        let app = rocket.state::<Arc<App>>().cloned();
        Box::pin(async move {
            let mut lines = format!("Portico serves {address}\nSign up at {address}/sign-up\n");
            if let Some(app) = &app {
                match User::offer_first_admin(app).await {
                    Ok(Some(secret)) => {
                        lines += &format!(
                            "The first to sign up at {address}/sign-up?admin={} becomes the admin of this instance.\n",
                            secret.expose()
                        );
                    }
                    Ok(None) => {}
                    Err(err) => {
                        tracing::warn!(error = %err, "no link for the first admin could be made")
                    }
                }
            }
            if app.is_some_and(|app| app.sms.outbox().is_some()) {
                lines += &format!(
                    "Text messages are not sent. Their codes are shown at {address}/dev/outbox\n"
                );
            }
            if let Err(sentence) = print_lines(&lines) {
                tracing::warn!(
                    reason = sentence,
                    "the addresses to begin at were not printed"
                );
            }
        })
    });
    let rocket = rocket.attach(greeting).ignite().await;
    let rocket = rocket.map_err(|err| sentence(&err))?;
    let app = rocket.state::<Arc<App>>().cloned();
    let app = app.ok_or("No instance is managed.")?;
    let leaving = leave(app, signals, rocket.shutdown());
    // In one task. Rocket first checks whether it was notified to stop and then whether its server has ended; if
    // another thread notified it in between, it would take that for an unexpected end and abort every request in
    // progress.
    let ended = select! {
        ended = launch(rocket) => ended,
        never = leaving => never,
    };
    #[cfg(feature = "opentelemetry")]
    if let Some(export) = export {
        export.close().await;
    }
    ended
}

/// Warns the operator if another process uses the same SQLite file: rate limits are then counted by each, and what one stores does
/// not wake the open pages of the other. It is not refused, since the process before may still be stopping.
async fn warn_of_another_process(app: &App) {
    if app.db.backend() != DbBackend::Sqlite {
        return;
    }
    match app.other_nodes().await {
        Ok(others) => {
            for node in others {
                tracing::warn!(
                    process = node.number,
                    until = rfc3339(node.leased_until),
                    "another process uses this SQLite file, or was killed a moment ago; only one should serve it, since each counts rate limits by itself"
                );
            }
        }
        Err(err) => tracing::warn!(error = %err, "could not look for other processes"),
    }
}

/// Rocket would stop accepting at the first signal, while a proxy still sends requests here.
fn without_rockets_signals(figment: Figment) -> Figment {
    figment
        .merge(("shutdown.ctrlc", false))
        .merge(("shutdown.signals", [""; 0]))
}

/// Waits for the stop signal, keeps serving for a while, and then ends the server. First `/readyz` fails and every
/// response closes its connection, so that a proxy switches to other nodes without losing a request. A second signal
/// ends the wait.
async fn leave(app: Arc<App>, mut signals: Signals, shutdown: Shutdown) -> ! {
    signals.next().await;
    tracing::info!(drain_secs = app.config.drain.as_secs(), "stopping");
    app.leave();
    select! {
        () = sleep(app.config.drain) => {}
        () = signals.next() => stop_at_once(),
    }
    shutdown.notify();
    signals.next().await;
    stop_at_once()
}

fn stop_at_once() -> ! {
    tracing::warn!("second signal; stopping at once");
    std::process::exit(1);
}

/// SIGTERM and SIGINT; on other systems Ctrl-C.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    fn catch() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    #[cfg(unix)]
    async fn next(&mut self) {
        select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    #[cfg(not(unix))]
    fn catch() -> io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(not(unix))]
    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}

/// Serves until shutdown, and then closes everything.
///
/// # Errors
/// A sentence on why it could not start, or not end cleanly.
pub(super) async fn launch<P: Phase>(rocket: Rocket<P>) -> Result<(), String> {
    let instance = rocket.state::<Arc<App>>().cloned();
    let ended = rocket.launch().await.map_err(|err| match err.kind() {
        // A task still runs, and may generate an ID: the number is not released, its lease expires.
        ErrorKind::Shutdown(..) => (sentence(&err), true),
        _ => (sentence(&err), false),
    });
    // The server has ended. Accepted jobs may still have to be written.
    if let Some(app) = &instance {
        app.close().await;
        if let Err(err) = add_counts(app).await {
            tracing::warn!(error = %err, "what was counted for the charts was not stored");
        }
    }
    if let (Some(app), Ok(_) | Err((_, false))) = (instance, &ended)
        && let Err(err) = app.release_lease().await
    {
        tracing::warn!(error = %err, "the node number's lease was not released");
    }
    ended.map(drop).map_err(|(sentence, _)| sentence)
}

/// Why a server could not start or stop, and what to fix.
pub(super) fn sentence(err: &rocket::Error) -> String {
    match err.kind() {
        ErrorKind::Bind(cause) => {
            format!(
                "Portico can't listen on its address ({cause}). Free it, or set another `port` or `address`."
            )
        }
        ErrorKind::Config(cause) => format!("The configuration can't be used: {cause}."),
        ErrorKind::Shutdown(..) => {
            "Portico stopped, but cut off a request that was still running. If that happens often, raise `shutdown.grace`.".into()
        }
        other => format!("The server could not start: {other}."),
    }
}
