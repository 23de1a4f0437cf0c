//! The command line: parses arguments, runs commands, reports errors.
//! Every error is one sentence that says what to fix, with a non-zero exit status.

mod audit;
mod backup;
mod branding;
mod copy;
mod demo;
mod instance;
mod key;
mod log;
mod manual;
mod report;
mod serve;
mod suspension;
mod user;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rocket::figment::Figment;

use crate::app;
use crate::clock::Clock;
use crate::config::Config;
use crate::database::Database;

/// Sign in with your chat, and post into its channels: a self-hosted identity and integration portal.
///
/// Settings are read from Rocket.toml in the working directory and from the environment
/// (ROCKET_PORT=8080, ROCKET_BASE_URL=https://chat.example.org). Without any, it serves
/// http://localhost:8000 on a SQLite file in ./data.
#[derive(Debug, Parser)]
#[command(name = "portico", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the portal (the default)
    Serve(serve::Options),
    /// Migrate the database's schema, then stop
    Migrate,
    /// Serve a fictional community to explore, on a database that is deleted at the end
    Demo(demo::Options),
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
    Backup(backup::Options),
    /// Copy the whole database to another one, from SQLite to Postgres or back
    ///
    /// Stop every process first. A copy that was interrupted continues when it is run again. No password has to be in the
    /// URLs: PGPASSWORD and ~/.pgpass are read.
    Copy(copy::Options),
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
        Self::Serve(serve::Options::default())
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
        if self.insecure_dev {
            figment.merge(("insecure_dev", true))
        } else {
            figment
        }
    }
}

/// Runs the command in the arguments.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let done = rocket::execute(async {
        match cli.command.unwrap_or_default() {
            Command::Serve(options) => serve::serve(options).await,
            Command::Migrate => migrate().await,
            Command::Demo(options) => demo::demo(options).await,
            Command::User(command) => user::run(command).await,
            Command::Report(command) => report::run(command).await,
            Command::Instance(command) => instance::run(command).await,
            Command::Branding(command) => branding::run(command).await,
            Command::App(command) => suspension::run(suspension::Kind::App, command).await,
            Command::Webhook(command) => suspension::run(suspension::Kind::Webhook, command).await,
            Command::Server(command) => suspension::run(suspension::Kind::Server, command).await,
            Command::Audit(command) => audit::run(command).await,
            Command::Backup(options) => backup::backup(options).await,
            Command::Copy(options) => copy::copy(options).await,
            Command::Key(command) => key::run(command).await,
            Command::Completions { shell } => manual::completions(shell),
            Command::Man => manual::man(),
        }
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("portico: {sentence}");
            ExitCode::FAILURE
        }
    }
}

/// Cuts a list that was read with one more than `limit` to that; whether there are more.
fn has_more<T>(list: &mut Vec<T>, limit: u64) -> bool {
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = list.len() > most;
    list.truncate(most);
    has_more
}

/// Says where a list continues, beside what a program reads.
fn tell_of_more(after: impl std::fmt::Display) {
    eprintln!("There are more. Continue with --after {after}");
}

async fn migrate() -> Result<(), String> {
    let config = configured()?;
    app::migrate(&Database::connect(&config.database_url).await?).await?;
    println!("The database is up to date.");
    Ok(())
}

/// The level of the log, unless `RUST_LOG` sets another.
const LOG_LEVEL: &str = "info";

/// Reads the settings and starts the log.
fn configured() -> Result<Config, String> {
    let config = Config::read(&crate::figment())?;
    log::start(config.log.format, LOG_LEVEL);
    Ok(config)
}

/// The machine's clock: the only place where the program uses it.
fn clock() -> Clock {
    Clock::system()
}
