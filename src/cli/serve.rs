//! `portico serve`: serves the application until a signal stops it.
//! The application is assembled in `build`.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use rocket::error::ErrorKind;
use rocket::fairing::AdHoc;
use rocket::figment::Figment;
use rocket::{Build, Phase, Rocket, Shutdown};
use sea_orm::DbBackend;
use tokio::select;
use tokio::time::{sleep, timeout};

use super::print::print_lines;
use super::{Exposure, LOG_LEVEL, clock, log};
use crate::app::App;
use crate::background::counts::add_counts;
use portico_platform::config::Config;
use portico_platform::database::warn_of_exposed_file;
use portico_rules::clock::rfc3339;
use portico_store::models::User;

#[derive(Debug, Default, clap::Args)]
pub(super) struct ServeOptions {
    #[command(flatten)]
    exposure: Exposure,
}

pub(super) async fn serve(options: ServeOptions) -> Result<(), String> {
    let config = Config::read(&crate::figment())?;
    must_have_an_address(&crate::figment())?;
    #[cfg(feature = "opentelemetry")]
    let export = {
        let opened = config.traces.as_ref().map(crate::traces::open).transpose()?;
        let (layer, export) = opened.unzip();
        log::start_with(config.log.format, LOG_LEVEL, layer)?;
        export
    };
    #[cfg(not(feature = "opentelemetry"))]
    log::start(config.log.format, LOG_LEVEL)?;
    warn_of_exposed_file(&config.database_url);
    let address = config.base_url.origin().to_owned();
    let figment = options.exposure.over(crate::figment());
    let mut signals = Signals::catch().map_err(|err| format!("Signal handlers can't be installed: {err}."))?;
    let Some(rocket) = build(without_rockets_signals(figment), &mut signals).await? else {
        return Ok(());
    };
    if let Some(app) = rocket.state::<Arc<App>>() {
        warn_of_another_process(app).await;
    }
    let greeting = AdHoc::on_liftoff("greeting", move |rocket| {
        let app = rocket.state::<Arc<App>>().cloned();
        Box::pin(async move {
            let mut lines = String::new();
            if let Some(app) = &app {
                match User::offer_first_admin(app).await {
                    Ok(Some(secret)) => {
                        let link = format!("{address}/sign-up?admin={}", secret.expose());
                        lines += &format!("Become the admin of this instance: {link}\n");
                    }
                    Ok(None) => {}
                    Err(err) => {
                        tracing::warn!(error = %err, "could not create the first-admin link")
                    }
                }
            }
            lines += &format!("Portico serves {address}\nSign up at {address}/sign-up\n");
            if app.is_some_and(|app| app.sms.outbox().is_some()) {
                lines += &format!("Text messages are not sent. Their codes are shown at {address}/dev/outbox\n");
            }
            if let Err(sentence) = print_lines(&lines) {
                tracing::warn!(reason = sentence, "could not print the start URLs");
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

/// Refuses port 0, for which the system chooses another one, where the addresses of pages are made from the port.
fn must_have_an_address(figment: &Figment) -> Result<(), String> {
    let port = crate::rocket_config(figment)?.port;
    if port > 0 || figment.contains("base_url") {
        return Ok(());
    }
    Err("Portico listens on `port`, and its pages name it: set `port` from 1 to 65535, or `base_url` to the URL that people \
         use."
        .to_owned())
}

/// Builds the application; none if a signal to stop came first. Work in progress, such as a migration, is given up,
/// unless it ends within a moment: the node number may be leased already, and has to be released.
async fn build(figment: Figment, signals: &mut Signals) -> Result<Option<Rocket<Build>>, String> {
    let mut building = Box::pin(crate::build(figment, clock()));
    select! {
        built = &mut building => return built.map(Some),
        () = signals.next() => {}
    }
    tracing::info!("stopping before the start was finished");
    let built = select! {
        built = timeout(START_ENDS_WITHIN, building) => built,
        () = signals.again() => stop_at_once(),
    };
    if let Ok(Ok(rocket)) = built
        && let Some(app) = rocket.state::<Arc<App>>()
    {
        app.close().await;
        release_number(app).await;
        app.close_file().await;
    }
    Ok(None)
}

/// Max time that a start goes on after a signal. Once it has leased a node number, little is left to do.
const START_ENDS_WITHIN: Duration = Duration::from_secs(5);

async fn release_number(app: &App) {
    if let Err(err) = app.release_lease().await {
        tracing::warn!(error = %err, "the node number's lease was not released");
    }
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
                    until = rfc3339(node.leased_until - app.id_times().ahead_ms()),
                    "another process uses this SQLite file, or was killed a moment ago; only one should serve it, since each counts rate limits by itself"
                );
            }
        }
        Err(err) => tracing::warn!(error = %err, "could not look for other processes"),
    }
}

/// Rocket would stop accepting at the first signal, while a proxy still sends requests here.
fn without_rockets_signals(figment: Figment) -> Figment {
    figment.merge(("shutdown.ctrlc", false)).merge(("shutdown.signals", [""; 0]))
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
        () = signals.again() => stop_at_once(),
    }
    shutdown.notify();
    signals.again().await;
    stop_at_once()
}

fn stop_at_once() -> ! {
    tracing::warn!("second signal; stopping at once");
    std::process::exit(1);
}

/// SIGTERM, SIGINT and SIGHUP; on other systems Ctrl-C.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    /// None where `nohup` started the process, which then outlives its terminal.
    #[cfg(unix)]
    hangup: Option<tokio::signal::unix::Signal>,
}

impl Signals {
    #[cfg(unix)]
    fn catch() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hangup: match ignores_hangups() {
                true => None,
                false => Some(signal(SignalKind::hangup())?),
            },
        })
    }

    /// Waits for a signal to stop.
    #[cfg(unix)]
    async fn next(&mut self) {
        select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            () = received(&mut self.hangup) => {}
        }
    }

    /// Waits for the signal to stop at once. A terminal that is closed sends SIGHUP more than once, so that one isn't.
    #[cfg(unix)]
    async fn again(&mut self) {
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

    #[cfg(not(unix))]
    async fn again(&mut self) {
        self.next().await;
    }
}

/// Waits for a signal, forever where there is none to wait for.
#[cfg(unix)]
async fn received(signal: &mut Option<tokio::signal::unix::Signal>) {
    match signal {
        Some(signal) => {
            signal.recv().await;
        }
        None => std::future::pending().await,
    }
}

/// True if the process was started with SIGHUP ignored. Only Linux says so in this file.
#[cfg(unix)]
fn ignores_hangups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // Its number is 1, and that of the lowest bit.
    ignored.is_some_and(|mask| mask & 1 == 1)
}

/// Serves until shutdown, and then closes everything.
///
/// # Errors
/// A sentence on why it could not start, or not end cleanly.
pub(super) async fn launch<P: Phase>(rocket: Rocket<P>) -> Result<(), String> {
    let instance = rocket.state::<Arc<App>>().cloned();
    let ended = rocket.launch().await.map(drop);
    if let Some(app) = instance {
        let is_cut_off = |err: &rocket::Error| matches!(err.kind(), ErrorKind::Shutdown(..));
        let is_idle = app.background_ended().await && !ended.as_ref().is_err_and(is_cut_off);
        // Accepted jobs may still have to be written.
        app.close().await;
        if let Err(err) = add_counts(&app).await {
            tracing::warn!(error = %err, "chart counts were not stored");
        }
        if is_idle {
            release_number(&app).await;
            app.close_file().await;
        } else {
            tracing::warn!(
                "something still runs and may generate an ID; the node number is free again once its lease expires"
            );
        }
    }
    ended.map_err(|err| sentence(&err))
}

/// Reason a server could not start or stop, and what to fix.
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
