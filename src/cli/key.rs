//! `portico key …`: rotates the instance key without downtime; `portico key signing …` is in `signing`.
//! The keys and their file are in `security`, what is encrypted with them in the models.

mod signing;

use std::collections::BTreeSet;
use std::time::Duration;

use clap::Subcommand;
use serde_json::json;
use tokio::time::sleep;

use super::print::{print_done, print_line, print_lines};
use super::{Reason, of_instance, on_instance, reading_instance, sentence};
use crate::app::App;
use portico_crypto::instance_key::{FILE, InstanceKey, InstanceKeyError, KeyFile, KeyId};
use portico_crypto::sealing::SealedCounts;
use portico_platform::config::Config;
use portico_platform::database::{Database, create_private_folder};
use portico_platform::error::Error;
use portico_store::core::Node;
use portico_store::models::accounts::authenticator;
use portico_store::models::instance::act::{self, Act};
use portico_store::models::instance::push_key;
use portico_store::models::oauth::signing_key;
use portico_store::models::webhooks::webhook;

/// Pause between two pages of rows, for other writers.
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Debug, Subcommand)]
pub(super) enum KeyCommand {
    /// Show the IDs of the keys, and how much is sealed with each
    List {
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Add a new key, which seals from the next start on; earlier keys still open
    Add,
    /// Seal again, with the current key, whatever is sealed with another one
    ///
    /// It can be interrupted and run again at any time, while the portal is being served.
    Rotate,
    /// Drop a key that nothing is sealed with any more
    Drop {
        /// Its ID, as `portico key list` shows it
        id: String,
    },
    /// Replace the key for push services, when the instance key that sealed it is lost
    ///
    /// It deletes the subscriptions of browsers, which were made for the old key: people turn notifications on again.
    ReplacePush {
        /// Replace it although it can be opened, because it may be in the wrong hands
        #[arg(long)]
        force: bool,
        #[command(flatten)]
        reason: Reason,
        /// Print {"browsers":…}: how many get no push messages until notifications are turned on in them again
        #[arg(long)]
        json: bool,
    },
    /// Show and rotate the keys that sign ID tokens
    #[command(subcommand)]
    Signing(signing::SigningCommand),
}

/// The instance key, which is not created, and the name of its place.
pub(super) fn load(config: &Config) -> (Result<InstanceKey, InstanceKeyError>, String) {
    match &config.secret_key {
        Some(current) => {
            (InstanceKey::from_settings(current, &config.further_secret_keys), "the setting `secret_key`".to_owned())
        }
        None => {
            let path = config.data_dir.join(FILE);
            (InstanceKey::load(&path), path.display().to_string())
        }
    }
}

/// True if the key opens the newest webhook URL, the keys that sign ID tokens and the key for push services, as far as there
/// are any; none if nothing is sealed.
pub(super) async fn opens_newest(db: &Database, key: &InstanceKey) -> Result<Option<bool>, Error> {
    let opened = [
        webhook::newest_is_readable(db, key).await?,
        signing_key::newest_is_readable(db, key).await?,
        push_key::is_readable(db, key).await?,
    ];
    Ok(opened.into_iter().flatten().reduce(|one, other| one && other))
}

pub(super) async fn run(command: KeyCommand) -> Result<(), String> {
    let config = of_instance()?;
    match command {
        KeyCommand::Add => add(config).await,
        KeyCommand::List { json } => reading_instance(config, async |app| list(app, json).await).await,
        KeyCommand::Rotate => on_instance(config, rotate).await,
        KeyCommand::ReplacePush { force, reason, json } => {
            let act = async |app: &App| replace_push(app, force, &reason, json).await;
            on_instance(config, act).await
        }
        KeyCommand::Signing(command) => signing::run(config, command).await,
        KeyCommand::Drop { id } => {
            let id = KeyId::parse(&id).ok_or_else(|| {
                format!(
                    "`{id}` is not the ID of a key. IDs have eight hexadecimal digits; `portico key list` shows them."
                )
            })?;
            must_be_kept_in_a_file(&config)?;
            on_instance(config, async |app| drop_key(app, id).await).await
        }
    }
}

async fn add(config: Config) -> Result<(), String> {
    must_be_kept_in_a_file(&config)?;
    create_private_folder(&config.data_dir)?;
    let path = config.data_dir.join(FILE);
    let id = {
        let mut file = KeyFile::take(&path).map_err(of_key)?;
        file.add().map_err(of_key)?
    };
    // The instance is opened only now: without any key it may refuse to be.
    let noted = on_instance(config, async |app| {
        let noted = act::record_of_keys(app, Act::KeyAdded, &id.to_string()).await;
        noted.map_err(sentence)
    });
    let noted = noted.await;
    print_done(format_args!(
        "Added the key {id} to {}. Keep a copy of the file, apart from the database's backups.\n\
         It seals from the next start on. Restart Portico, then run `portico key rotate`.",
        path.display()
    ))?;
    noted.map_err(|err| format!("The key {id} was added, but not noted in the audit log of the instance: {err}"))
}

/// Notes what was done in the audit log of the instance.
async fn note(app: &App, act: Act, keys: &str) -> Result<(), String> {
    let noted = act::record_of_keys(app, act, keys).await;
    noted.map_err(|err| format!("It was done, but could not be noted in the audit log of the instance: {err}."))
}

fn must_be_kept_in_a_file(config: &Config) -> Result<(), String> {
    match config.secret_key {
        None => Ok(()),
        Some(_) => Err("This instance's keys are in its settings, which this command can't change: `secret_key` \
             seals, `further_secret_keys` only open. The section on the instance key in \
             docs/operators.md says in which order to change them."
            .into()),
    }
}

/// Everything that is sealed, by what it is.
struct SealedSecrets {
    urls: SealedCounts,
    signing: SealedCounts,
    apps: SealedCounts,
    push: SealedCounts,
}

impl SealedSecrets {
    async fn count(app: &App) -> Result<Self, String> {
        Ok(Self {
            urls: webhook::count_sealed(app).await.map_err(sentence)?,
            signing: signing_key::count_sealed(app).await.map_err(sentence)?,
            apps: authenticator::count_sealed(app).await.map_err(sentence)?,
            push: push_key::count_sealed(app).await.map_err(sentence)?,
        })
    }

    fn all(&self) -> [&SealedCounts; 4] {
        [&self.urls, &self.signing, &self.apps, &self.push]
    }

    /// Number of each kind sealed under this key.
    fn under(&self, id: KeyId) -> [u64; 4] {
        self.all().map(|counts| counts.under(id))
    }

    /// Number of each kind that can't be opened.
    fn unreadable(&self) -> [u64; 4] {
        self.all().map(|counts| counts.unreadable)
    }
}

async fn list(app: &App, as_json: bool) -> Result<(), String> {
    let all = SealedSecrets::count(app).await?;
    let others = app.other_nodes().await.map_err(sentence)?;
    let seals = |id| others.iter().filter(move |node| node.seals_with() == Some(id));
    let known: Vec<KeyId> = app.key.ids().collect();
    let named = all.all().map(|counts| counts.by_key.keys());
    let named: BTreeSet<&KeyId> = named.into_iter().flatten().collect();
    let missing = named.into_iter().filter(|id| !known.contains(id));
    let keys = known.iter().chain(missing).map(|id| {
        let does = match id {
            id if *id == app.key.id() => "seals",
            id if known.contains(id) => "opens",
            _ => "missing",
        };
        (*id, does, all.under(*id), seals(*id).count())
    });
    if as_json {
        let keys: Vec<_> = keys
            .map(|(id, does, [urls, signing, apps, push], processes)| {
                json!({
                    "id": id.to_string(),
                    "does": does,
                    "runtime_urls": urls,
                    "signing_keys": signing,
                    "authenticator_apps": apps,
                    "push_keys": push,
                    "processes": processes,
                })
            })
            .collect();
        let unreadable: u64 = all.unreadable().iter().sum();
        return print_line(json!({"keys": keys, "unreadable": unreadable}));
    }
    let mut lines =
        "key       does     webhook URLs  signing keys  authenticator apps  push keys  processes that seal with it\n"
            .to_owned();
    for (id, does, [urls, signing, apps, push], processes) in keys {
        lines += &format!("{id}  {does:<7}  {urls:>12}  {signing:>12}  {apps:>18}  {push:>9}  {processes:>27}\n");
    }
    let [urls, signing, apps, push] = all.unreadable();
    if urls + signing + apps + push > 0 {
        lines += &format!("unreadable         {urls:>12}  {signing:>12}  {apps:>18}  {push:>9}\n");
    }
    print_lines(&lines).map(drop)
}

async fn rotate(app: &App) -> Result<(), String> {
    let (mut anew, mut unreadable, mut after) = (0, 0, Some(0));
    while let Some(id) = after {
        // Checked before every page: a process may have started since.
        all_must_seal_with_the_present_key(app).await?;
        let step = webhook::reseal(app, id).await.map_err(sentence)?;
        anew += step.resealed;
        unreadable += step.unreadable;
        after = step.next;
        if step.resealed > 0 && after.is_some() {
            sleep(PAUSE).await;
        }
    }
    let (mut apps, mut lost_apps, mut after) = (0, 0, Some(0));
    while let Some(id) = after {
        all_must_seal_with_the_present_key(app).await?;
        let step = authenticator::reseal(app, id).await.map_err(sentence)?;
        apps += step.resealed;
        lost_apps += step.unreadable;
        after = step.next;
        if step.resealed > 0 && after.is_some() {
            sleep(PAUSE).await;
        }
    }
    let (signing, lost) = signing_key::reseal(app).await.map_err(sentence)?;
    let (push, lost_push) = push_key::reseal(app).await.map_err(sentence)?;
    let noted = if anew + apps + signing + push > 0 {
        note(app, Act::KeyRotated, &app.key.id().to_string()).await
    } else {
        Ok(())
    };
    let mut report = vec![format!(
        "Sealed {anew} webhook URLs and {signing} signing keys again, and the keys of {apps} authenticator apps, with the \
         key {}.",
        app.key.id()
    )];
    if push > 0 {
        report.push("Sealed the key for push services again.".to_owned());
    }
    if unreadable > 0 {
        report.push(format!(
            "{unreadable} can be opened with none of the keys, and can't be shown until they are \
             regenerated; `portico key list` shows which keys are missing."
        ));
    }
    if lost > 0 {
        report.push(format!(
            "{lost} signing keys can be opened with none of the keys; `portico key signing rotate \
             --now` replaces them."
        ));
    }
    if lost_apps > 0 {
        report.push(format!(
            "The keys of {lost_apps} authenticator apps can be opened with none of the keys. Their owners sign in with a \
             recovery code, or after `portico user reset-second-factor`."
        ));
    }
    if lost_push > 0 {
        report.push(
            "The key for push services can be opened with none of the keys, so browsers get no push messages; `portico key \
             replace-push` replaces it."
                .to_owned(),
        );
    }
    let all = SealedSecrets::count(app).await?;
    for id in app.key.ids().skip(1) {
        report.push(match all.under(id).iter().sum() {
            0_u64 if app.config.secret_key.is_some() => {
                format!("Nothing is sealed with {id} any more. You can remove it from the settings.")
            }
            0 => format!("Nothing is sealed with {id} any more. Drop it with `portico key drop {id}`."),
            left => format!("{left} are still sealed with {id}. Run `portico key rotate` again."),
        });
    }
    print_done(report.join("\n"))?;
    noted
}

async fn replace_push(app: &App, force: bool, reason: &Reason, as_json: bool) -> Result<(), String> {
    let by = reason.operator().map_err(sentence)?;
    all_must_have_the_present_key(app).await?;
    let replaced = if force { push_key::replace(app, &by).await } else { push_key::replace_lost(app, &by).await };
    let browsers = replaced.map_err(|err| match err {
        Error::Forbidden(why) => {
            format!("{why} `--force` replaces it all the same, and ends the push messages of every browser.")
        }
        err => sentence(err),
    })?;
    if as_json {
        return print_done(json!({ "browsers": browsers }));
    }
    let mut report = format!(
        "Replaced the key for push services. {browsers} browsers get no push messages until notifications are turned on in \
         them again."
    );
    if force {
        report += "\nRestart Portico: a running process uses the old key until then.";
    }
    print_done(report)
}

async fn drop_key(app: &App, id: KeyId) -> Result<(), String> {
    for node in app.other_nodes().await.map_err(sentence)? {
        if node.seals_with() == Some(id) {
            return Err(restart_first(&node));
        }
    }
    let kinds = ["webhook URLs", "signing keys", "keys of authenticator apps", "keys for push services"];
    for (left, what) in SealedSecrets::count(app).await?.under(id).into_iter().zip(kinds) {
        if left > 0 {
            return Err(format!("{left} {what} are still sealed with the key {id}. Run `portico key rotate` first."));
        }
    }
    let path = app.config.data_dir.join(FILE);
    {
        let mut file = KeyFile::take(&path).map_err(of_key)?;
        file.forget(id).map_err(of_key)?;
    }
    let noted = note(app, Act::KeyDropped, &id.to_string()).await;
    print_done(format_args!(
        "Dropped the key {id}. Backups from before `portico key rotate` still need it, so keep the \
         copy of the file that belongs to them."
    ))?;
    noted
}

/// Otherwise, what is encrypted here could not be decrypted there, or that process would still encrypt with an old key.
async fn all_must_seal_with_the_present_key(app: &App) -> Result<(), String> {
    let others = app.other_nodes().await.map_err(sentence)?;
    match others.iter().find(|node| node.seals_with() != Some(app.key.id())) {
        None => Ok(()),
        Some(node) => Err(restart_first(node)),
    }
}

/// Otherwise, that process could not decrypt the keys that this command makes, once they replace the present ones.
async fn all_must_have_the_present_key(app: &App) -> Result<(), String> {
    let others = app.other_nodes().await.map_err(sentence)?;
    match others.iter().find(|node| !node.knows(app.key.id())) {
        None => Ok(()),
        Some(node) => Err(restart_first(node)),
    }
}

fn restart_first(node: &Node) -> String {
    let what = match node.seals_with() {
        Some(key) => format!("seals with the key {key}"),
        None => "names no key".to_owned(),
    };
    format!(
        "A running process (node number {}) {what}. Restart it first, with the same keys as this \
         command. A process that died is forgotten after a minute.",
        node.number
    )
}

fn of_key(err: InstanceKeyError) -> String {
    format!("{err}.")
}
