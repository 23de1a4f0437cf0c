//! The command line: parses arguments, runs commands, reports errors.
//! Every error is one sentence that says what to fix, with a non-zero exit status.

// They panic where standard output or standard error can't be written; `print` doesn't.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod audit;
mod backup;
mod branding;
pub mod copy;
pub mod demo;
mod doctor;
mod health;
mod instance;
mod key;
pub mod log;
mod manual;
mod print;
mod report;
mod restore;
mod serve;
pub mod suspension;
mod user;

use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use rocket::figment::Figment;
use rocket::tokio::runtime;

use crate::app::{self, App};
use portico_platform::config::Config;
use portico_platform::database::backup::BackupError;
use portico_platform::database::{Database, sqlite_path};
use portico_platform::error::{self, Error};
use portico_rules::chat::names;
use portico_rules::clock::Clock;
use portico_store::models::{Operator, Suspendable};

/// Sign in with your chat, and post into its channels: a self-hosted identity and integration portal.
///
/// Settings are read from Rocket.toml in the working directory and from the environment
/// (ROCKET_PORT=8080, ROCKET_BASE_URL=https://chat.example.org). Without any, it serves
/// http://localhost:8000 on a SQLite file in ./data.
#[derive(Debug, Parser)]
#[command(name = "portico", version = env!("PORTICO_VERSION"), max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the portal (the default)
    Serve(serve::ServeOptions),
    /// Migrate the database's schema, then stop
    Migrate,
    /// Serve a fictional community to explore, on a database that is deleted at the end
    Demo(demo::DemoOptions),
    /// Create, list and manage accounts
    #[command(subcommand)]
    User(user::UserCommand),
    /// Show and close what people report about apps
    #[command(subcommand)]
    Report(report::ReportCommand),
    /// Show and change who can sign up, and a notice to everyone
    #[command(subcommand)]
    Instance(instance::InstanceCommand),
    /// Show and change what the instance is called and looks like
    #[command(subcommand)]
    Branding(branding::BrandingCommand),
    /// List and suspend OAuth apps
    #[command(subcommand)]
    App(suspension::SuspensionCommand),
    /// List and suspend webhooks
    #[command(subcommand)]
    Webhook(suspension::SuspensionCommand),
    /// List and suspend servers
    #[command(subcommand)]
    Server(suspension::SuspensionCommand),
    /// Export what admins and the operator did
    #[command(subcommand)]
    Audit(audit::AuditCommand),
    /// Copy the SQLite database to a file, even while it is being served
    Backup(backup::BackupOptions),
    /// Put a backup in the place of the SQLite database, while nothing serves it
    ///
    /// The backup is checked first. The files from before stay beside the database, with the time in their names.
    Restore(restore::RestoreOptions),
    /// Check that the server on this machine is ready, for containers
    ///
    /// Asks /readyz at `address` and `port`. The exit status is 0 if it is ready.
    Health,
    /// Check the settings, the database and the machine, and say what to fix
    ///
    /// Each line begins with ok, warning or error. The exit status is 1 if there is an error.
    Doctor,
    /// Copy the whole database to another one, from SQLite to Postgres or back
    ///
    /// Stop every process first. A copy that was interrupted continues when it is run again. No password has to be in the
    /// URLs: PGPASSWORD and ~/.pgpass are read.
    Copy(copy::CopyOptions),
    /// Show and change the instance key
    #[command(subcommand)]
    Key(key::KeyCommand),
    /// Print the completions of a shell
    Completions {
        /// Which shell
        shell: manual::ShellName,
    },
    /// Print the man page
    Man,
}

impl Default for Command {
    fn default() -> Self {
        Self::Serve(serve::ServeOptions::default())
    }
}

/// Options of `serve` and `demo`, which the environment can set as well.
#[derive(Debug, Default, clap::Args)]
struct Exposure {
    /// Start although other machines can reach `address` and `base_url` is a loopback URL; for tests only
    #[arg(long)]
    insecure_dev: bool,
}

impl Exposure {
    fn over(&self, figment: Figment) -> Figment {
        if self.insecure_dev { figment.merge(("insecure_dev", true)) } else { figment }
    }
}

/// Runs the command in the arguments.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command.unwrap_or_default() {
        Command::Serve(options) => execute(serve::serve(options)),
        Command::Migrate => execute(migrate()),
        Command::Demo(options) => execute(demo::demo(options)),
        Command::User(command) => execute(user::run(command)),
        Command::Report(command) => execute(report::run(command)),
        Command::Instance(command) => execute(instance::run(command)),
        Command::Branding(command) => execute(branding::run(command)),
        Command::App(command) => execute(suspension::run(Suspendable::App, command)),
        Command::Webhook(command) => execute(suspension::run(Suspendable::Webhook, command)),
        Command::Server(command) => execute(suspension::run(Suspendable::Server, command)),
        Command::Audit(command) => execute(audit::run(command)),
        Command::Backup(options) => execute(backup::backup(options)),
        Command::Restore(options) => execute(restore::restore(options)),
        Command::Health => execute(health::health()),
        Command::Doctor => execute(doctor::doctor()),
        Command::Copy(options) => execute(copy::copy(options)),
        Command::Key(command) => execute(key::run(command)),
        // They read no settings, so mistakes in them don't matter.
        Command::Completions { shell } => manual::completions(shell),
        Command::Man => manual::man(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            print::tell(format_args!("portico: {sentence}"));
            ExitCode::FAILURE
        }
    }
}

/// Max time for threads that are still busy at the end, as in Rocket's runtime.
const THREADS_END_WITHIN: Duration = Duration::from_millis(500);

/// Carries out a command on a runtime like Rocket's, which would look for its settings in the folders above as well, and
/// panic if it can't read them.
fn execute(command: impl Future<Output = Result<(), String>> + Send) -> Result<(), String> {
    let config = crate::rocket_config(&crate::figment())?;
    let runtime = runtime::Builder::new_multi_thread()
        .thread_name("rocket-worker-thread")
        .worker_threads(config.workers)
        .max_blocking_threads(config.max_blocking)
        .enable_all()
        .build()
        .map_err(|err| format!("The threads of `workers` can't be started: {err}."))?;
    let done = runtime.block_on(command);
    runtime.shutdown_timeout(THREADS_END_WITHIN);
    done
}

/// Says where a list continues, beside what a program reads.
fn tell_of_more(after: impl std::fmt::Display) {
    print::tell(format_args!("There are more. Continue with --after {after}"));
}

async fn migrate() -> Result<(), String> {
    let config = configured()?;
    let db = Database::connect(&config.database_url).await?;
    let migrated = app::migrate(&db).await;
    db.close_file().await;
    migrated?;
    print::print_done("The database is up to date.")
}

/// The level of the log, unless `RUST_LOG` sets another.
const LOG_LEVEL: &str = "info";

/// Reads the settings and starts the log.
fn configured() -> Result<Config, String> {
    let config = Config::read(&crate::figment())?;
    log::start(config.log.format, LOG_LEVEL)?;
    Ok(config)
}

/// The same for a command that works on an instance that exists.
fn of_instance() -> Result<Config, String> {
    let config = configured()?;
    must_exist(&config.database_url)?;
    Ok(config)
}

/// Refuses a missing SQLite file, which opening would create: without the settings of the service, a command would change
/// a new, empty instance and report success.
pub fn must_exist(database_url: &str) -> Result<(), String> {
    let Some(path) = sqlite_path(database_url) else {
        return Ok(());
    };
    // Where it can't be looked for, opening it says why.
    let is_missing = matches!(path.try_exists(), Ok(false));
    if is_missing && !database_url.contains("mode=memory") {
        return Err(format!("{}.", BackupError::NoDatabase(path)));
    }
    Ok(())
}

/// Opens the instance for a command that changes something, carries the command out, and closes the instance.
async fn on_instance<T>(config: Config, act: impl AsyncFnOnce(&App) -> Result<T, String>) -> Result<T, String> {
    let app = App::open(config, clock()).await?;
    let done = act(&app).await;
    close(&app).await;
    done
}

/// The same for a command that only reads. It needs no node number, so it works while all of them are in use.
async fn reading_instance<T>(config: Config, act: impl AsyncFnOnce(&App) -> Result<T, String>) -> Result<T, String> {
    let app = App::open_to_read(config, clock()).await?;
    let done = act(&app).await;
    close(&app).await;
    done
}

async fn close(app: &App) {
    // If it is not released, the node number is free again after a minute.
    let _ = app.release_lease().await;
    app.close_file().await;
}

/// Reason an instance was not changed or read, as a sentence.
fn sentence(err: Error) -> String {
    let fault = match &err {
        Error::Faults(faults) => faults.iter().next(),
        _ => None,
    };
    match fault {
        Some((_, sentence)) => sentence.to_owned(),
        None => format!("The database refused it: {err}."),
    }
}

/// The reason of an act that may have none.
#[derive(Debug, clap::Args)]
struct Reason {
    /// Why, for the audit log of the instance
    #[arg(long = "reason", value_name = "TEXT", default_value = "", hide_default_value = true)]
    reason: String,
}

impl Reason {
    fn operator(&self) -> error::Result<Operator<'_>> {
        operator(&self.reason)
    }
}

/// The operator on the terminal, with a reason that the console would take as well.
///
/// # Errors
/// A fault of the reason.
fn operator(reason: &str) -> error::Result<Operator<'_>> {
    let reason = reason.trim();
    let wrong = match names::description(reason) {
        Ok(text) if text == reason => return Ok(Operator::on_terminal(reason)),
        Ok(_) => "End lines without carriage returns.",
        Err(wrong) => wrong,
    };
    Err(Error::fault("reason", format!("--reason: {wrong}")))
}

/// The machine's clock: the only place where the program uses it.
fn clock() -> Clock {
    Clock::system()
}
