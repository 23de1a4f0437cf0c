//! `portico copy --from URL --to URL`: moves an instance from SQLite to Postgres, or back. `database::copying` copies
//! and compares the rows.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use super::print::{print_done, print_line, tell_in_place};
use super::{clock, configured, key};
use portico_platform::config::{Config, check_database};
use portico_platform::database::Database;
use portico_platform::database::copying::{Beginning, CopiedTable, Copy, CopyError, Phase, Progress};

#[derive(Debug, clap::Args)]
pub(super) struct CopyOptions {
    /// The database to copy, such as sqlite:///var/lib/portico/portico.db; nothing in it is changed
    #[arg(long, value_name = "URL")]
    from: String,
    /// The database to fill, such as postgres://portico@127.0.0.1/portico; it has to be empty
    #[arg(long, value_name = "URL")]
    to: String,
}

/// The width of the bar, in characters.
const BAR: u64 = 30;
/// Interval at which the bar is drawn.
const EVERY: Duration = Duration::from_millis(100);
/// Tables with at least so many rows get a line for every tenth, where there is no bar.
const LONG: u64 = 10_000;

pub(super) async fn copy(options: CopyOptions) -> Result<(), String> {
    let config = configured()?;
    for (option, url) in [("--from", &options.from), ("--to", &options.to)] {
        if !["sqlite:", "postgres:", "postgresql:"].iter().any(|scheme| url.starts_with(scheme)) {
            return Err("`--from` and `--to` take URLs that begin with `sqlite://` or `postgres://`, as the setting \
                 `database_url` does."
                .to_owned());
        }
        check_database(option, url)?;
    }
    let began = Instant::now();
    let copy = Copy::begin(&options.from, &options.to, clock().now()).await.map_err(sentence)?;
    // A copy takes long, so it goes on where its progress can't be printed; its end can't be either, which is an error.
    let _ = match copy.beginning {
        Beginning::Fresh => Ok(()),
        Beginning::Resumed => print_line("Continuing the copy that was interrupted."),
        Beginning::Anew => print_line(
            "The source was used since the copy was interrupted, or the copy failed its check: it begins anew.",
        ),
    };
    let mut display = Display::new(began);
    let copied = copy.run(|progress| display.show(&progress)).await;
    display.clear();
    let summary = summary(&copied.map_err(sentence)?);
    let about_the_key = about_the_key(&config, &options.to).await?;
    print_done(summary + &about_the_key)
}

/// Row count and checksum of both sides, a line for each table.
fn summary(copied: &[CopiedTable]) -> String {
    let width = copied.iter().map(|table| table.table.len()).max();
    let width = width.unwrap_or_default();
    let lines = copied
        .iter()
        .map(|CopiedTable { table, rows, sum }| format!("{table:width$}  {rows:>10} rows  checksum {sum}\n"));
    let rows: u64 = copied.iter().map(|table| table.rows).sum();
    lines.collect::<String>()
        + &format!("Copied {rows} rows in {} tables. Both databases have the same rows.\n", copied.len())
}

/// The copy needs the same instance key, which is in no database. Checks that it is the right one.
async fn about_the_key(config: &Config, to: &str) -> Result<String, String> {
    let (key, what) = key::load(config);
    let Ok(key) = key else {
        return Ok(format!(
            "The instance key is not in the database, and could not be read from {what}: take it along to where the copy \
             is served, or webhook URLs can't be shown and ID tokens can't be signed."
        ));
    };
    let db = Database::connect(to).await?;
    let opened = key::opens_newest(&db, &key).await;
    db.close().await.map_err(|err| format!("The copy could not be closed: {err}."))?;
    let opened = opened.map_err(|err| format!("The copy could not be read: {err}."))?;
    Ok(match opened {
        Some(false) => format!(
            "The instance key in {what} does NOT open what is sealed in the copy: `portico key list` shows which key is missing."
        ),
        Some(true) => format!(
            "The instance key in {what} opens what is sealed in the copy. It is not in the database: every process that \
             serves the copy needs it."
        ),
        None => {
            format!("Nothing in the copy is sealed. The instance key in {what} is not in the database: take it along.")
        }
    })
}

fn sentence(err: CopyError) -> String {
    format!("{err}.")
}

/// Shows the progress: a bar on a terminal, lines anywhere else.
struct Display {
    began: Instant,
    is_terminal: bool,
    rendered: Option<Instant>,
    printed: Option<(Phase, String, u64)>,
}

impl Display {
    fn new(began: Instant) -> Self {
        Self { began, is_terminal: stderr().is_terminal(), rendered: None, printed: None }
    }

    fn show(&mut self, progress: &Progress<'_>) {
        if !self.is_terminal {
            return self.say(progress);
        }
        let is_due = self.rendered.is_none_or(|rendered| rendered.elapsed() >= EVERY);
        if is_due || progress.all_rows >= progress.all_of {
            self.rendered = Some(Instant::now());
            let seconds = self.began.elapsed().as_secs();
            // The line is erased to its end, as the one before may have been longer.
            tell_in_place(format_args!("\r{}, {seconds} s\x1b[K", bar(progress)));
        }
    }

    fn say(&mut self, progress: &Progress<'_>) {
        let tenth = match progress.of {
            0 => 10,
            of => Ord::min(progress.rows, of) * 10 / of,
        };
        if progress.of == 0 || (progress.of < LONG && tenth < 10) {
            return;
        }
        let now = (progress.phase, progress.table.to_owned(), tenth);
        if self.printed.as_ref() != Some(&now) {
            let Progress { table, rows, of, .. } = progress;
            let _ = print_line(format_args!("{} {table}: {rows} of {of} rows", verb(progress.phase)));
            self.printed = Some(now);
        }
    }

    /// Removes the bar.
    fn clear(&self) {
        if self.rendered.is_some() {
            tell_in_place("\r\x1b[K");
        }
    }
}

fn verb(phase: Phase) -> &'static str {
    match phase {
        Phase::Copying => "Copying",
        Phase::Checking => "Checking",
    }
}

pub fn bar(progress: &Progress<'_>) -> String {
    let of = Ord::max(progress.all_of, 1);
    let done = Ord::min(progress.all_rows, of);
    let filled = done * BAR / of;
    let bar: String = (0..BAR).map(|at| if at < filled { '#' } else { '.' }).collect();
    format!(
        "{:<8} [{bar}] {:>3} %  {} ({} of {} rows)",
        verb(progress.phase),
        done * 100 / of,
        progress.table,
        progress.rows,
        progress.of
    )
}
