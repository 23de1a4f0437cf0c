//! `portico backup FILE`: copies the database while it is in use. `database::backup` copies it, `restore` puts it back.

use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::print::{print_done, tell};
use super::{clock, of_instance};
use portico_crypto::instance_key::FILE;
use portico_platform::config::Config;
use portico_platform::database::backup::{self, BackupError, BackupSummary};
use portico_platform::database::{Database, sqlite_path};
use portico_platform::error::Error;
use portico_store::models::instance::setting;

#[derive(Debug, clap::Args)]
pub(super) struct BackupOptions {
    /// The file to create, never overwriting one; `-` writes to standard output
    file: PathBuf,
}

pub(super) async fn backup(options: BackupOptions) -> Result<(), String> {
    let config = of_instance()?;
    if !config.database_url.starts_with("sqlite:") {
        let file = quoted(&options.file.display().to_string());
        return Err(on_postgres(&config.database_url, |url| format!("pg_dump --format=custom --file={file} {url}")));
    }
    let to_output = options.file == Path::new("-");
    let copied = match to_output {
        true => to_standard_output(&config.database_url).await?,
        false => backup::copy(&config.database_url, &options.file).await.map_err(|err| format!("{err}."))?,
    };
    if let Err(err) = note(&config).await {
        tell(format_args!("The console will not show this backup: {err}."));
    }
    let to = if to_output { "standard output".into() } else { options.file.to_string_lossy() };
    let done = format!(
        "Copied the database to {to} ({} bytes, {} schema migrations) and checked the copy.\n{}",
        copied.bytes,
        copied.steps,
        about_the_key(&config)
    );
    if to_output {
        tell(done);
        return Ok(());
    }
    print_done(done)
}

/// Writes a copy to standard output once it is checked. Until then it is a file beside the database, where there is room for one.
async fn to_standard_output(url: &str) -> Result<BackupSummary, String> {
    if io::stdout().is_terminal() {
        return Err("Standard output is a terminal, which can't take a database: name a file, or a pipe.".to_owned());
    }
    let database = sqlite_path(url).ok_or_else(|| format!("{}.", BackupError::NoFile))?;
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let scratch = tempfile::Builder::new().prefix(".portico-backup-").tempdir_in(folder);
    let scratch = scratch.map_err(|err| format!("The copy could not be written to {}: {err}.", folder.display()))?;
    let copy = scratch.path().join("copy.db");
    let copied = backup::copy(url, &copy).await.map_err(|err| format!("{err}."))?;
    let written = File::open(&copy).and_then(|mut copy| {
        let mut out = io::stdout().lock();
        io::copy(&mut copy, &mut out)?;
        out.flush()
    });
    match written {
        Ok(()) => Ok(copied),
        Err(err) if err.kind() == ErrorKind::BrokenPipe => {
            Err("Standard output was closed before the whole copy was written.".to_owned())
        }
        Err(err) => Err(format!("Standard output can't be written: {err}.")),
    }
}

/// Notes the time for the console.
async fn note(config: &Config) -> Result<(), String> {
    let db = Database::connect(&config.database_url).await?;
    let noted = async {
        let write = db.begin().await?;
        setting::note_backup(&write, clock().now()).await?;
        write.commit().await?;
        Ok::<_, Error>(())
    };
    let noted = noted.await;
    db.close_file().await;
    noted.map_err(|err| err.to_string())
}

/// A copy that contained the key as well would expose every webhook URL; if the key is lost, no webhook URL can be
/// shown any more. So the operator is reminded each time.
fn about_the_key(config: &Config) -> String {
    let what = match config.secret_key {
        Some(_) => "the setting `secret_key`".to_owned(),
        None => {
            let path = config.data_dir.join(FILE);
            match path.exists() {
                true => path.display().to_string(),
                false => format!("the instance key, which is not at {}", path.display()),
            }
        }
    };
    format!(
        "The copy contains webhook URLs and keys that are sealed, but not the key that opens them: keep {what} as well, apart from the copy."
    )
}

/// Names Postgres' own command, which `command` makes for the quoted URL of the database.
pub(super) fn on_postgres(url: &str, command: impl FnOnce(&str) -> String) -> String {
    format!(
        "The database is on Postgres, which has its own program for this: {}. The section on backups in docs/operators.md \
         says how to restore it.",
        command(&quoted(&without_password(url)))
    )
}

/// The URL for a command line, without its password.
fn without_password(url: &str) -> String {
    match url::Url::parse(url) {
        Ok(mut parsed) => {
            let _ = parsed.set_password(None);
            parsed.set_query(None);
            parsed.into()
        }
        Err(_) => "DATABASE".to_owned(),
    }
}

/// Quotes a word for a shell.
pub(super) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}
