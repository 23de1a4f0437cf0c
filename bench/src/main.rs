//! Measures Portico beside a twin that does nothing: see README.md beside this folder.
//! This file reads the command line; what is measured stands in the modules.

mod bench;
mod client;
mod compare;
mod database;
mod footprint;
mod growth;
mod latency;
mod noop;
mod rates;
mod reading;
mod report;
mod scenario;
mod server;
mod sign_ins;
mod stats;
mod two_nodes;
mod world;
mod wrk;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measures Portico beside a twin that does nothing.
///
/// Without a command: requests by the second against the twin's, latency at a fixed rate, posts while people
/// sign in, memory, start-up and room on disk.
#[derive(Debug, Parser)]
#[command(
    name = "bench/run",
    max_term_width = 100,
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    compare: compare::Options,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The same requests at more and more messages, and everybody called in a small and in a large server
    Growth(growth::Options),
    /// Two processes on one Postgres behind nginx, against one
    TwoNodes(two_nodes::Options),
    /// How long the readers of messages take for texts written to make them slow; no server is started
    Reading(reading::Options),
    /// Serve the twin that does nothing
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
