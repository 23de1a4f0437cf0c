//! `portico app …` and `portico webhook …`: finding OAuth apps and webhooks, and suspending one.
//! Works directly on the database, whether or not the portal is running.

use clap::Subcommand;
use serde_json::{Value, json};

use super::{clock, configured};
use crate::app::App;
use crate::error::{Error, Result};
use crate::ids;
use crate::models::{OauthApp, Operator, Webhook};

/// How many a list shows at most.
const LISTED: u64 = 1_000;

#[derive(Debug, Subcommand)]
pub(super) enum SuspensionCommand {
    /// List the newest ones, or those that match
    List {
        /// The nickname of an app's owner or a webhook's creator, or an ID
        #[arg(default_value = "", hide_default_value = true)]
        search: String,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Suspend one: it works no more until the suspension is lifted, and nothing is deleted
    Suspend {
        /// Its ID
        id: String,
        /// Why; its owner reads it
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// Print {"id":…,"act":"…","changed":true}
        #[arg(long)]
        json: bool,
    },
    /// Lift a suspension
    Restore {
        /// Its ID
        id: String,
        /// Why, for the audit log of the instance
        #[arg(
            long,
            value_name = "TEXT",
            default_value = "",
            hide_default_value = true
        )]
        reason: String,
        /// Print {"id":…,"act":"…","changed":true}
        #[arg(long)]
        json: bool,
    },
}

/// What is suspended.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    App,
    Webhook,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Webhook => "webhook",
        }
    }
}

pub(super) async fn run(kind: Kind, command: SuspensionCommand) -> Result<(), String> {
    let app = App::open(configured()?, clock()).await?;
    let done = match command {
        SuspensionCommand::List { search, json } => {
            list(&app, kind, &search, json).await.map_err(sentence)
        }
        SuspensionCommand::Suspend { id, reason, json } => {
            set(&app, kind, &id, true, &reason, json).await
        }
        SuspensionCommand::Restore { id, reason, json } => {
            set(&app, kind, &id, false, &reason, json).await
        }
    };
    // If it is not released, the node number is free again after a minute.
    let _ = app.release_lease().await;
    done
}

async fn list(app: &App, kind: Kind, search: &str, as_json: bool) -> Result<()> {
    let rows: Vec<Value> = match kind {
        Kind::App => OauthApp::search(&app.db, search, LISTED)
            .await?
            .iter()
            .map(|(found, owner)| {
                json!({
                    "id": found.id,
                    "name": found.name,
                    "owner": owner.as_ref().map(|owner| &owner.nickname),
                    "suspended_at": found.suspended_at,
                    "suspended_for": found.suspended_for,
                })
            })
            .collect(),
        Kind::Webhook => Webhook::search(&app.db, search, LISTED)
            .await?
            .iter()
            .map(|found| {
                json!({
                    "id": found.webhook.id,
                    "name": found.webhook.name,
                    "server": found.server,
                    "creator": found.creator.as_ref().map(|creator| &creator.nickname),
                    "suspended_at": found.webhook.suspended_at,
                    "suspended_for": found.webhook.suspended_for,
                })
            })
            .collect(),
    };
    if as_json {
        println!("{}", json!(rows));
        return Ok(());
    }
    for row in &rows {
        let text = |name: &str| row[name].as_str().unwrap_or("a deleted account");
        let by = match kind {
            Kind::App => "owner",
            Kind::Webhook => "creator",
        };
        let suspended = if row["suspended_at"].is_null() {
            String::new()
        } else {
            format!("  (suspended: {})", text("suspended_for"))
        };
        println!(
            "{:>16}  {}  of {}{suspended}",
            row["id"],
            text("name"),
            text(by)
        );
    }
    if rows.is_empty() {
        println!("There is no such {}.", kind.name());
    }
    Ok(())
}

async fn set(
    app: &App,
    kind: Kind,
    text: &str,
    suspends: bool,
    reason: &str,
    as_json: bool,
) -> Result<(), String> {
    let name = kind.name();
    let unknown =
        || format!("There is no {name} with the ID `{text}`. `portico {name} list` shows them.");
    let reason = reason.trim();
    if suspends && reason.is_empty() {
        return Err("Give a reason with --reason; its owner reads it.".to_owned());
    }
    let id = ids::parse(text).ok_or_else(unknown)?;
    let by = Operator::on_terminal(reason);
    let done = match (kind, suspends) {
        (Kind::App, true) => OauthApp::suspend(app, id, &by).await,
        (Kind::App, false) => OauthApp::restore(app, id, &by).await,
        (Kind::Webhook, true) => Webhook::suspend(app, id, &by).await,
        (Kind::Webhook, false) => Webhook::restore(app, id, &by).await,
    };
    let changed = match done {
        Ok(changed) => changed,
        Err(Error::NotFound) => return Err(unknown()),
        Err(err) => return Err(sentence(err)),
    };
    if as_json {
        let act = if suspends { "suspended" } else { "restored" };
        println!(
            "{}",
            json!({ "id": id, "act": format!("{name}_{act}"), "changed": changed })
        );
        return Ok(());
    }
    println!(
        "{}",
        match (suspends, changed) {
            (true, true) => format!("The {name} {id} is suspended."),
            (true, false) => format!("The {name} {id} was already suspended."),
            (false, true) => format!("The suspension of the {name} {id} is lifted."),
            (false, false) => format!("The {name} {id} was not suspended."),
        }
    );
    Ok(())
}

fn sentence(err: Error) -> String {
    format!("The database refused it: {err}.")
}
