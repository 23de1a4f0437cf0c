//! `portico backup FILE`: copies the database while it is in use. `database::backup` copies it; how to restore it, in
//! the operator's guide.

use std::path::PathBuf;

use super::print::{print_done, tell};
use super::{clock, of_instance};
use portico_crypto::instance_key::FILE;
use portico_platform::config::Config;
use portico_platform::database::{Database, backup};
use portico_platform::error::Error;
use portico_store::models::instance::setting;

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The file to create; an existing file is never overwritten
    file: PathBuf,
}

pub(super) async fn backup(options: Options) -> Result<(), String> {
    let config = of_instance()?;
    if !config.database_url.starts_with("sqlite:") {
        return Err(postgres(&config.database_url, &options));
    }
    let copied = backup::copy(&config.database_url, &options.file).await.map_err(|err| format!("{err}."))?;
    if let Err(err) = note(&config).await {
        tell(format_args!("The console will not show this backup: {err}."));
    }
    print_done(format_args!(
        "Copied the database to {} ({} bytes, {} schema migrations) and checked the copy.\n{}",
        options.file.display(),
        copied.bytes,
        copied.steps,
        about_the_key(&config)
    ))
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

fn postgres(url: &str, options: &Options) -> String {
    format!(
        "The database is on Postgres, which has its own program for this: pg_dump --format=custom \
         --file={} {}. The section on backups in docs/operators.md says how to restore it.",
        quoted(&options.file.display().to_string()),
        quoted(&without_password(url))
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
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}
