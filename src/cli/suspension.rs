//! `portico app …`, `portico webhook …` and `portico server …`: finding OAuth apps, webhooks and servers, and suspending one.
//! Works directly on the database, whether or not the portal is running.

use clap::Subcommand;
use serde_json::{Value, json};

use super::{clock, configured};
use crate::app::App;
use crate::error::{Error, Result};
use crate::ids;
use crate::models::{OauthApp, Operator, Server, Webhook};

/// How many a list shows at most.
const LISTED: u64 = 1_000;

#[derive(Debug, Subcommand)]
pub(super) enum SuspensionCommand {
    /// List the newest ones, or those that match
    List {
        /// The nickname of its owner or creator, an ID, or the whole name of a server
        #[arg(default_value = "", hide_default_value = true)]
        search: String,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Show one
    Show {
        /// Its ID
        id: String,
        /// Print a JSON object
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
    #[command(visible_alias = "lift")]
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
    Server,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Webhook => "webhook",
            Self::Server => "server",
        }
    }
}

pub(super) async fn run(kind: Kind, command: SuspensionCommand) -> Result<(), String> {
    let app = App::open(configured()?, clock()).await?;
    let done = match command {
        SuspensionCommand::List { search, json } => {
            list(&app, kind, &search, json).await.map_err(sentence)
        }
        SuspensionCommand::Show { id, json } => show(&app, kind, &id, json).await,
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
    let rows = rows(app, kind, search).await?;
    if as_json {
        println!("{}", json!(rows));
        return Ok(());
    }
    for row in &rows {
        println!("{}", line(kind, row));
    }
    if rows.is_empty() {
        println!("There is no such {}.", kind.name());
    }
    Ok(())
}

async fn show(app: &App, kind: Kind, text: &str, as_json: bool) -> Result<(), String> {
    let id = ids::parse(text).ok_or_else(|| unknown(kind, text))?;
    let found = rows(app, kind, &id.to_string()).await.map_err(sentence)?;
    // A webhook is found by the ID of its server as well, and a server by a name of digits.
    let row = found.iter().find(|row| row["id"] == id);
    let row = row.ok_or_else(|| unknown(kind, text))?;
    match as_json {
        true => println!("{row}"),
        false => println!("{}", line(kind, row)),
    }
    Ok(())
}

fn unknown(kind: Kind, text: &str) -> String {
    let name = kind.name();
    format!("There is no {name} with the ID `{text}`. `portico {name} list` shows them.")
}

async fn rows(app: &App, kind: Kind, search: &str) -> Result<Vec<Value>> {
    let rows = match kind {
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
        Kind::Server => Server::search(&app.db, search, None, LISTED)
            .await?
            .iter()
            .map(|found| {
                json!({
                    "id": found.server.id,
                    "name": found.server.name,
                    "owner": found.owner.as_ref().map(|owner| &owner.nickname),
                    "members": found.size.members,
                    "channels": found.size.channels,
                    "webhooks": found.size.webhooks,
                    "messages": found.size.messages,
                    "suspended_at": found.server.suspended_at,
                    "suspended_for": found.server.suspended_for,
                })
            })
            .collect(),
    };
    Ok(rows)
}

/// A line for people.
fn line(kind: Kind, row: &Value) -> String {
    let text = |name: &str| row[name].as_str().unwrap_or("a deleted account");
    let by = match kind {
        Kind::App | Kind::Server => "owner",
        Kind::Webhook => "creator",
    };
    let size = match kind {
        Kind::Server => format!(
            ", {} members, {} channels, {} messages",
            row["members"], row["channels"], row["messages"]
        ),
        Kind::App | Kind::Webhook => String::new(),
    };
    let suspended = if row["suspended_at"].is_null() {
        String::new()
    } else {
        format!("  (suspended: {})", text("suspended_for"))
    };
    format!(
        "{:>16}  {}  of {}{size}{suspended}",
        row["id"],
        text("name"),
        text(by)
    )
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
    let unknown = || unknown(kind, text);
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
        (Kind::Server, true) => Server::suspend(app, id, &by).await,
        (Kind::Server, false) => Server::restore(app, id, &by).await,
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
