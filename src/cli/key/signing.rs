//! `portico key signing …`: the keys that sign ID tokens.
//! When a key signs is decided in `models::oauth::signing_key`.

use clap::Subcommand;
use serde_json::json;

use super::{all_must_have_the_present_key, note};
use crate::app::App;
use crate::cli::print::{print_done, print_line, print_lines};
use crate::cli::{on_instance, reading_instance, sentence};
use portico_platform::config::Config;
use portico_platform::error::Error;
use portico_rules::clock::rfc3339;
use portico_store::models::instance::act::Act;
use portico_store::models::oauth::signing_key::{self, KeyRotation};

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum SigningCommand {
    /// Show the keys, and what each is used for
    List {
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Add the next key of each algorithm: published from now on, it signs a day later
    Rotate {
        /// Replace and revoke every key within two minutes, because one may be in the wrong hands
        ///
        /// Sign-ins that are under way at that moment fail and have to be started again.
        #[arg(long)]
        now: bool,
    },
    /// Delete a retired or revoked key
    ///
    /// Apps can then no longer name the user to sign out by an ID token that the key signed.
    Drop {
        /// Its name, as `portico key signing list` shows it
        // In base64url a name can begin like an option.
        #[arg(allow_hyphen_values = true)]
        kid: String,
    },
}

pub(super) async fn run(config: Config, command: SigningCommand) -> Result<(), String> {
    match command {
        SigningCommand::List { json } => reading_instance(config, async |app| list(app, json).await).await,
        SigningCommand::Rotate { now } => on_instance(config, async |app| rotate(app, now).await).await,
        SigningCommand::Drop { kid } => on_instance(config, async |app| drop_key(app, &kid).await).await,
    }
}

async fn list(app: &App, as_json: bool) -> Result<(), String> {
    let rows = signing_key::all(&app.db).await.map_err(sentence)?;
    let now = app.now();
    let keys = rows.iter().map(|row| {
        let until = [row.signs_until(&rows), row.revoked_at].into_iter().flatten();
        (row, row.used_for(&rows, now).as_str(), until.min())
    });
    if as_json {
        let keys: Vec<_> = keys
            .map(|(row, does, until)| {
                json!({
                    "kid": row.kid,
                    "alg": row.alg,
                    "does": does,
                    "created_at": rfc3339(row.created_at),
                    "signs_from": rfc3339(row.signs_from),
                    "signs_until": until.map(rfc3339),
                })
            })
            .collect();
        return print_line(json!({ "keys": keys }));
    }
    let mut lines =
        "key                                          alg    does       signs from                until\n".to_owned();
    for (row, does, until) in keys {
        let (kid, alg, from) = (&row.kid, &row.alg, rfc3339(row.signs_from));
        let until = until.map_or_else(|| "-".to_owned(), rfc3339);
        lines += &format!("{kid:<43}  {alg}  {does:<9}  {from}  {until}\n");
    }
    print_lines(&lines).map(drop)
}

async fn rotate(app: &App, now: bool) -> Result<(), String> {
    all_must_have_the_present_key(app).await?;
    let rotated = if now { signing_key::revoke_and_rotate(app).await } else { signing_key::rotate(app).await };
    let KeyRotation { added, signs_from } = rotated.map_err(|err| match err {
        Error::Forbidden(why) => {
            format!("{why} `portico key signing list` shows when they do; `--now` replaces them.")
        }
        err => sentence(err),
    })?;
    let act = match now {
        true => Act::SigningKeysRevoked,
        false => Act::SigningKeysRotated,
    };
    let kids: Vec<&str> = added.iter().map(|key| key.kid.as_str()).collect();
    let noted = note(app, act, &kids.join(", ")).await;
    let mut lines = String::new();
    for key in added {
        lines += &format!("Added the {} key {}.\n", key.alg, key.kid);
    }
    let from = rfc3339(signs_from);
    lines += &if now {
        format!(
            "They sign from {from} on, and every other key is revoked then. Apps that keep a copy of \
             the key set accept the revoked keys for ten minutes longer."
        )
    } else {
        format!("They sign from {from} on, and are published now. There is nothing else to do.")
    };
    print_done(lines)?;
    noted
}

async fn drop_key(app: &App, kid: &str) -> Result<(), String> {
    signing_key::delete(app, kid).await.map_err(|err| match err {
        Error::NotFound => {
            format!("There is no signing key `{kid}`; `portico key signing list` shows them.")
        }
        Error::Forbidden(why) => format!("The signing key {kid} was not dropped. {why}"),
        err => sentence(err),
    })?;
    let noted = note(app, Act::SigningKeyDropped, kid).await;
    print_done(format_args!("Dropped the signing key {kid}."))?;
    noted
}
