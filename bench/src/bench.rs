//! What every measurement needs: where the product is, where there is room, how often and how long to measure.
//! The measurements themselves have files of their own.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::client::Request;
use crate::database::{Ground, Kind};
use crate::server::Server;
use crate::wrk::Wrk;

/// What all measurements can be told.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub(crate) struct Options {
    /// The databases to measure on
    #[arg(long, value_delimiter = ',', default_values = ["sqlite", "postgres"])]
    pub(crate) databases: Vec<Kind>,
    /// How often the product and its twin take turns [default: 3]
    #[arg(long)]
    rounds: Option<u32>,
    /// How many seconds a turn takes [default: 4]
    #[arg(long)]
    seconds: Option<u64>,
    /// One round of one second: to see that everything runs, not to read figures from
    #[arg(long)]
    pub(crate) quick: bool,
    /// Also write everything that was measured into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Also put the tables into bench/README.md
    #[arg(long)]
    pub(crate) readme: bool,
    /// The product [default: the program `portico` beside this one]
    #[arg(long, value_name = "FILE")]
    product: Option<PathBuf>,
    /// A Postgres that databases may be made on; `bench/run` starts one
    #[arg(long, value_name = "URL", env = "PORTICO_BENCH_POSTGRES")]
    postgres: Option<String>,
    /// Where databases are put, on a real disk [default: the folder for temporary files]
    #[arg(long, value_name = "FOLDER", env = "PORTICO_BENCH_DIR")]
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
        let folder = options.folder.clone().unwrap_or_else(std::env::temp_dir);
        let scratch = TempDir::with_prefix_in("portico-bench-", &folder)
            .map_err(|err| format!("No folder can be made in {}: {err}", folder.display()))?;
        let product = match &options.product {
            Some(product) => product.clone(),
            None => std::env::current_exe()
                .map_err(|err| format!("Where am I? {err}"))?
                .with_file_name("portico"),
        };
        if !product.is_file() {
            return Err(format!(
                "There is no program {}: cargo build --release -p portico",
                product.display()
            ));
        }
        let (rounds, seconds) = if options.quick { (1, 1) } else { (3, 4) };
        Ok(Self {
            rounds: options.rounds.unwrap_or(rounds).max(1),
            seconds: options.seconds.unwrap_or(seconds).max(1),
            quick: options.quick,
            wrk: Wrk::new(scratch.path())?,
            product,
            postgres: options.postgres.clone(),
            scratch,
        })
    }

    /// A folder for whatever is needed while measuring.
    pub(crate) fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// An empty database.
    pub(crate) async fn ground(&self, kind: Kind, name: &str) -> Result<Ground, String> {
        Ground::make(kind, name, self.scratch(), self.postgres.as_deref()).await
    }

    /// Starts the product, as it is configured when nothing is set but its limits of speed.
    pub(crate) fn product(&self, ground: &Ground) -> Result<Server, String> {
        // A page, so that what pages are drawn of has been read too.
        let probe = Request::get("/sign-in");
        Server::start(&self.product, &["serve"], &ground.settings(), &probe)
    }

    /// The same on a port that a proxy knows, and believing what the proxy says.
    pub(crate) fn node(&self, ground: &Ground, port: u16) -> Result<Server, String> {
        let probe = Request::get("/sign-in");
        let mut settings = ground.settings();
        settings.push(("ROCKET_TRUSTED_PROXIES", "[\"127.0.0.1/32\"]".to_owned()));
        Server::start_on(port, &self.product, &["serve"], &settings, &probe)
    }
}

/// Tells whoever waits what is being done.
pub(crate) fn say(text: &str) {
    eprintln!("{text}");
}
