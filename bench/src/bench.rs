//! What every measurement needs: the program, a folder, the number of rounds and their duration.
//! The measurements are in their own files.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::client::Request;
use crate::database::{DatabaseKind, Ground, empty_on_postgres};
use crate::server::Server;
use crate::wrk::Wrk;

/// The options of all measurements.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub(crate) struct Options {
    /// The databases to measure on
    #[arg(long, value_delimiter = ',', default_values = ["sqlite", "postgres"])]
    pub(crate) databases: Vec<DatabaseKind>,
    /// The number of rounds [default: 3]
    #[arg(long)]
    rounds: Option<u32>,
    /// The duration of a run in seconds [default: 4]
    #[arg(long)]
    seconds: Option<u64>,
    /// One round of one second, to check that everything runs; its figures mean nothing
    #[arg(long)]
    pub(crate) quick: bool,
    /// Also write the results into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Also write the tables into bench/README.md
    #[arg(long)]
    pub(crate) readme: bool,
    /// The program to measure [default: `portico` next to this one]
    #[arg(long, value_name = "FILE")]
    product: Option<PathBuf>,
    /// A Postgres server for the databases [default: PORTICO_BENCH_POSTGRES, which `bench/run` sets]
    #[arg(long, value_name = "URL")]
    postgres: Option<String>,
    /// The folder of the databases, on a real disk [default: PORTICO_BENCH_DIR, or the folder for temporary files]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// Everything that a measurement needs.
#[derive(Debug)]
pub(crate) struct Bench {
    pub(crate) rounds: u32,
    pub(crate) seconds: u64,
    pub(crate) quick: bool,
    pub(crate) wrk: Wrk,
    product: PathBuf,
    postgres: Option<String>,
    scratch: TempDir,
}

impl Bench {
    pub(crate) fn new(options: &Options) -> Result<Self, String> {
        let named = || std::env::var_os("PORTICO_BENCH_DIR").map(PathBuf::from);
        let folder = options.folder.clone().or_else(named);
        let folder = folder.unwrap_or_else(std::env::temp_dir);
        let postgres = || std::env::var("PORTICO_BENCH_POSTGRES").ok();
        let scratch = TempDir::with_prefix_in("portico-bench-", &folder)
            .map_err(|err| format!("No folder can be made in {}: {err}", folder.display()))?;
        let product = match &options.product {
            Some(product) => product.clone(),
            None => std::env::current_exe().map_err(|err| format!("Where am I? {err}"))?.with_file_name("portico"),
        };
        if !product.is_file() {
            return Err(format!("There is no program {}: cargo build --release -p portico", product.display()));
        }
        let (rounds, seconds) = if options.quick { (1, 1) } else { (3, 4) };
        Ok(Self {
            rounds: options.rounds.unwrap_or(rounds).max(1),
            seconds: options.seconds.unwrap_or(seconds).max(1),
            quick: options.quick,
            wrk: Wrk::new(scratch.path())?,
            product,
            postgres: options.postgres.clone().or_else(postgres),
            scratch,
        })
    }

    /// A folder for temporary files.
    pub(crate) fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// An empty database.
    pub(crate) async fn ground(&self, kind: DatabaseKind, name: &str) -> Result<Ground, String> {
        Ground::make(kind, name, self.scratch(), self.postgres.as_deref()).await
    }

    /// The URL of an empty database for another program, on the same Postgres as the product's.
    pub(crate) async fn empty_postgres(&self, name: &str) -> Result<String, String> {
        empty_on_postgres(self.postgres.as_deref(), name).await
    }

    /// Starts the product with its default settings, except for rate limits.
    pub(crate) fn product(&self, ground: &Ground) -> Result<Server, String> {
        // Probe a page, so that templates have been read too.
        let probe = Request::get("/sign-in");
        Server::start(&self.product, &["serve"], &ground.settings(), &probe)
    }

    /// The same, for so many streams of anyone.
    pub(crate) fn product_with_streams(&self, ground: &Ground, most: usize) -> Result<Server, String> {
        let probe = Request::get("/sign-in");
        let mut settings = ground.settings();
        let of = ["session", "person", "address"].map(|of| format!("streams_per_{of}={most}"));
        settings.push(("ROCKET_CAPS", format!("{{{}}}", of.join(","))));
        Server::start(&self.product, &["serve"], &settings, &probe)
    }

    /// The same on a port that a proxy knows, trusting the proxy.
    pub(crate) fn node(&self, ground: &Ground, port: u16) -> Result<Server, String> {
        let probe = Request::get("/sign-in");
        let mut settings = ground.settings();
        settings.push(("ROCKET_TRUSTED_PROXIES", "[\"127.0.0.1/32\"]".to_owned()));
        Server::start_on(port, &self.product, &["serve"], &settings, &probe)
    }
}

/// Shows the current step.
pub(crate) fn say(text: &str) {
    eprintln!("{text}");
}
