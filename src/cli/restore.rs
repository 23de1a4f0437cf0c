//! `portico restore FILE`: puts a backup in the place of the SQLite database. `database::restore` does it.

use std::path::PathBuf;

use super::backup::{on_postgres, quoted};
use super::print::print_done;
use super::{clock, configured};
use portico_crypto::instance_key::FILE;
use portico_platform::config::Config;
use portico_platform::database::restore;
use portico_rules::clock::written;
use time::macros::format_description;

#[derive(Debug, clap::Args)]
pub(super) struct RestoreOptions {
    /// A file that `portico backup` made
    file: PathBuf,
}

pub(super) async fn restore(options: RestoreOptions) -> Result<(), String> {
    let config = configured()?;
    if !config.database_url.starts_with("sqlite:") {
        let file = quoted(&options.file.display().to_string());
        return Err(on_postgres(&config.database_url, |url| {
            format!("pg_restore --exit-on-error --single-transaction --no-owner --dbname={url} {file}")
        }));
    }
    let now =
        written(clock().now(), format_description!("[year][month][day]T[hour][minute][second].[subsecond digits:3]Z"));
    let done = restore::restore(&config.database_url, &options.file, &now).await.map_err(|err| format!("{err}."))?;
    let mut lines = format!(
        "Restored {} ({} bytes, {} schema migrations).\n",
        options.file.display(),
        done.restored.bytes,
        done.restored.steps
    );
    for file in &done.moved {
        lines += &format!("A file from before is now {}\n", file.display());
    }
    print_done(lines + about_the_key(&config).as_str())
}

/// Sealed data needs the key of the instance that the backup was made of.
fn about_the_key(config: &Config) -> String {
    let path = config.data_dir.join(FILE);
    match config.secret_key.is_some() || path.exists() {
        true => "Start Portico now. It needs the instance key from the time of the backup.".to_owned(),
        false => format!("Put the instance key from the time of the backup at {}, then start Portico.", path.display()),
    }
}
