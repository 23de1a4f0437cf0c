//! Compares Portico with a no-op server: see the README.md next to this folder.
//! This file reads the command line; the modules measure.

mod bench;
mod beside;
mod client;
mod compare;
mod database;
mod footprint;
mod growth;
mod latency;
mod live;
mod noop;
mod oidc_provider;
mod rates;
mod reading;
mod report;
mod scenario;
mod search;
mod server;
mod sign_ins;
mod stats;
mod translating;
mod two_nodes;
mod world;
mod wrk;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Compares Portico with a server that does nothing.
///
/// Without a command: requests per second compared with the no-op server, latency at a fixed rate, posts while people
/// sign in, memory, start-up and disk space.
#[derive(Debug, Parser)]
#[command(name = "bench/run", max_term_width = 100, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    compare: compare::Options,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The same requests with a growing number of messages, and posts that mention everyone in a small and in a large server
    Growth(growth::Options),
    /// Two processes on one Postgres behind nginx, compared with one
    TwoNodes(two_nodes::Options),
    /// A few requests at a fixed rate while apps exchange codes for ID tokens
    Beside(beside::Options),
    /// Open event streams: their memory, and when a message arrives at all of them
    Live(live::Options),
    /// Exchanges by form, compared with oidc-provider (npm)
    OidcProvider(oidc_provider::Options),
    /// Searches among a million messages, by how common the words are
    Search(search::Options),
    /// How long the readers of messages take for texts written to make them slow; no server is started
    Reading(reading::Options),
    /// Serve as the no-op server
    #[command(hide = true)]
    Noop(noop::Options),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = rocket::execute(async {
        match &cli.command {
            None => compare::run(&cli.compare).await,
            Some(Command::Growth(options)) => growth::run(options).await,
            Some(Command::TwoNodes(options)) => two_nodes::run(options).await,
            Some(Command::Beside(options)) => beside::run(options).await,
            Some(Command::Live(options)) => live::run(options).await,
            Some(Command::OidcProvider(options)) => oidc_provider::run(options).await,
            Some(Command::Search(options)) => search::run(options).await,
            Some(Command::Reading(options)) => reading::run(options),
            Some(Command::Noop(options)) => noop::serve(options).await,
        }
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("bench: {sentence}");
            ExitCode::FAILURE
        }
    }
}
