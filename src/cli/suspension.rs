//! `portico app …`, `portico webhook …` and `portico server …`: finding OAuth apps, webhooks and servers, and suspending one.
//! Works directly on the database, whether or not the portal is running.

use clap::{Subcommand, ValueEnum};
use serde_json::{Value, json};

use super::print::{print_done, print_line, print_lines};
use super::{Reason, of_instance, on_instance, operator, reading_instance, sentence, tell_of_more};
use crate::app::App;
use crate::routes::paging::has_more;
use portico_platform::error::Error;
use portico_rules::clock::{Millis, minute};
use portico_rules::ids::{self, AppId, ServerId, WebhookId};
use portico_store::models::instance::last_use::{Cursor, LastUseSearch, Order};
use portico_store::models::servers::console::{ConsoleServer, MAX_COUNTED, Size};
use portico_store::models::webhooks::webhook::ConsoleWebhook;
use portico_store::models::{OauthApp, Server, Suspendable, User, Webhook};

#[derive(Debug, Subcommand)]
pub(super) enum SuspensionCommand {
    /// List the newest ones, or those that match
    List(FindOptions),
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
        /// Why; its owner, or everyone who manages the webhook, reads it
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
        #[command(flatten)]
        reason: Reason,
        /// Print {"id":…,"act":"…","changed":true}
        #[arg(long)]
        json: bool,
    },
}

/// Max rows searched for the one with an ID: a webhook is found by the ID of its server as well.
const SEARCHED: u64 = 1_000;

/// The things to list.
#[derive(Debug, clap::Args)]
pub(super) struct FindOptions {
    /// The nickname of its owner or creator, an ID, or the whole name of a server
    #[arg(default_value = "", hide_default_value = true)]
    search: String,
    /// Apps and webhooks used on this day or later, in UTC
    #[arg(long, value_name = "YYYY-MM-DD", default_value = "", hide_default_value = true)]
    used_since: String,
    /// Apps and webhooks not used on this day or later, in UTC
    #[arg(long, value_name = "YYYY-MM-DD", default_value = "", hide_default_value = true)]
    not_used_since: String,
    /// The order of apps and webhooks; by last use, if that is searched
    #[arg(long, value_enum, default_value_t = OrderName::Newest)]
    order: OrderName,
    /// Continue after the list that said so
    #[arg(long, value_name = "PLACE")]
    after: Option<String>,
    /// How many to list at most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1000))]
    limit: u64,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

/// An order, as an argument.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum OrderName {
    /// The newest first
    Newest,
    /// The last used first
    Used,
    /// The longest unused first, and before them those that were never used
    Unused,
}

impl From<OrderName> for Order {
    fn from(name: OrderName) -> Self {
        match name {
            OrderName::Newest => Self::Newest,
            OrderName::Used => Self::LastUsed,
            OrderName::Unused => Self::LongestUnused,
        }
    }
}

pub(super) async fn run(kind: Suspendable, command: SuspensionCommand) -> Result<(), String> {
    let config = of_instance()?;
    match command {
        SuspensionCommand::List(find) => reading_instance(config, async |app| list(app, kind, &find).await).await,
        SuspensionCommand::Show { id, json } => {
            reading_instance(config, async |app| show(app, kind, &id, json).await).await
        }
        SuspensionCommand::Suspend { id, reason, json } => {
            let act = async |app: &App| set(app, kind, &id, true, &reason, json).await;
            on_instance(config, act).await
        }
        SuspensionCommand::Restore { id, reason, json } => {
            let act = async |app: &App| set(app, kind, &id, false, &reason.reason, json).await;
            on_instance(config, act).await
        }
    }
}

impl FindOptions {
    /// True if it asks for the last use, which servers don't have.
    fn goes_by_use(&self) -> bool {
        !self.used_since.is_empty() || !self.not_used_since.is_empty() || !matches!(self.order, OrderName::Newest)
    }

    /// The search; one more than it lists.
    fn search(&self) -> Result<LastUseSearch<'_>, String> {
        let no_place =
            |text: &str| format!("`{text}` is not a place in a list. A list that has more says where to continue.");
        let after = self.after.as_deref().map(|text| Cursor::parse(text).ok_or_else(|| no_place(text)));
        let typed = LastUseSearch::typed(&self.search, &self.used_since, &self.not_used_since, "");
        let typed = typed.map_err(|_| "A day is written like 2026-03-01.")?;
        Ok(LastUseSearch { order: self.order.into(), after: after.transpose()?, limit: self.limit + 1, ..typed })
    }
}

/// The last use of the one with this id.
fn last_use<T: Copy + PartialEq>(used: &[(T, Millis)], id: T) -> Option<Millis> {
    let found = used.iter().find(|(known, _)| *known == id);
    found.map(|(_, at)| *at)
}

async fn list(app: &App, kind: Suspendable, find: &FindOptions) -> Result<(), String> {
    let search = find.search()?;
    if matches!(kind, Suspendable::Server) && find.goes_by_use() {
        return Err("Servers have no last use. They are listed by their age.".to_owned());
    }
    let (rows, next) = rows(app, kind, &search, find.limit).await.map_err(sentence)?;
    if let Some(next) = next {
        tell_of_more(next);
    }
    print(kind, &rows, find.json)
}

async fn rows(
    app: &App,
    kind: Suspendable,
    search: &LastUseSearch<'_>,
    limit: u64,
) -> Result<(Vec<Value>, Option<Cursor>), Error> {
    match kind {
        Suspendable::App => apps(app, search, limit).await,
        Suspendable::Webhook => webhooks(app, search, limit).await,
        Suspendable::Server => servers(app, search, limit).await,
    }
}

async fn apps(app: &App, search: &LastUseSearch<'_>, limit: u64) -> Result<(Vec<Value>, Option<Cursor>), Error> {
    let mut found = OauthApp::search(&app.db, search).await?;
    let more = has_more(&mut found, limit);
    let ids: Vec<AppId> = found.iter().map(|(found, _)| found.id).collect();
    let used = OauthApp::last_used(&app.db, &ids).await?;
    let next = found.last().filter(|_| more).map(|(last, _)| last.cursor());
    let row = |(found, owner): &(OauthApp, Option<User>)| {
        json!({
            "id": found.id,
            "name": found.name,
            "owner": owner.as_ref().map(|owner| &owner.nickname),
            "last_used_at": last_use(&used, found.id),
            "suspended_at": found.suspended_at,
            "suspended_for": found.suspended_for,
        })
    };
    Ok((found.iter().map(row).collect(), next))
}

async fn webhooks(app: &App, search: &LastUseSearch<'_>, limit: u64) -> Result<(Vec<Value>, Option<Cursor>), Error> {
    let mut found = Webhook::search(&app.db, search).await?;
    let more = has_more(&mut found, limit);
    let ids: Vec<WebhookId> = found.iter().map(|found| found.webhook.id).collect();
    let used = Webhook::last_used(&app.db, &ids).await?;
    let next = found.last().filter(|_| more);
    let next = next.map(|last| last.webhook.cursor());
    let row = |found: &ConsoleWebhook| {
        json!({
            "id": found.webhook.id,
            "name": found.webhook.name,
            "server": found.server,
            "creator": found.creator.as_ref().map(|creator| &creator.nickname),
            "last_used_at": last_use(&used, found.webhook.id),
            "suspended_at": found.webhook.suspended_at,
            "suspended_for": found.webhook.suspended_for,
        })
    };
    Ok((found.iter().map(row).collect(), next))
}

async fn servers(app: &App, search: &LastUseSearch<'_>, limit: u64) -> Result<(Vec<Value>, Option<Cursor>), Error> {
    let before = search.after.map(|after| ServerId::new(after.id));
    let mut found = Server::search(&app.db, search.text, before, search.limit).await?;
    let more = has_more(&mut found, limit);
    let next = found.last().filter(|_| more);
    let next = next.map(|last| Cursor { used: 0, id: last.server.id.get() });
    let row = |found: &ConsoleServer| {
        json!({
            "id": found.server.id,
            "name": found.server.name,
            "owner": found.owner.as_ref().map(|owner| &owner.nickname),
            "members": found.size.members,
            "channels": found.size.channels,
            "webhooks": found.size.webhooks,
            "messages": found.size.messages,
            "capped": capped(&found.size),
            "suspended_at": found.server.suspended_at,
            "suspended_for": found.server.suspended_for,
        })
    };
    Ok((found.iter().map(row).collect(), next))
}

/// The names of the counts that stop at [`MAX_COUNTED`]: there may be more.
pub fn capped(size: &Size) -> Vec<&'static str> {
    let counts = [("members", size.members), ("messages", size.messages)];
    let capped = counts.into_iter().filter(|(_, count)| *count >= MAX_COUNTED);
    capped.map(|(name, _)| name).collect()
}

/// A count that stops at [`MAX_COUNTED`], as people read it.
fn counted(row: &Value, name: &str) -> String {
    match row[name].as_u64().unwrap_or_default() {
        MAX_COUNTED.. => format!("{MAX_COUNTED} or more {name}"),
        count => format!("{count} {name}"),
    }
}

fn print(kind: Suspendable, rows: &[Value], as_json: bool) -> Result<(), String> {
    if as_json {
        return print_line(json!(rows));
    }
    if rows.is_empty() {
        return print_line(format_args!("There is no such {}.", kind.name()));
    }
    let lines: String = rows.iter().map(|row| line(kind, row) + "\n").collect();
    print_lines(&lines).map(drop)
}

async fn show(app: &App, kind: Suspendable, text: &str, as_json: bool) -> Result<(), String> {
    let id = ids::parse::<i64>(text).ok_or_else(|| unknown(kind, text))?;
    let text_of_id = id.to_string();
    let search = LastUseSearch { text: &text_of_id, limit: SEARCHED, ..LastUseSearch::default() };
    let (found, _) = rows(app, kind, &search, SEARCHED).await.map_err(sentence)?;
    let row = found.iter().find(|row| row["id"] == id);
    let row = row.ok_or_else(|| unknown(kind, text))?;
    match as_json {
        true => print_line(row),
        false => print_line(line(kind, row)),
    }
}

fn unknown(kind: Suspendable, text: &str) -> String {
    let name = kind.name();
    format!("There is no {name} with the ID `{text}`. `portico {name} list` shows them.")
}

/// A line for people.
pub fn line(kind: Suspendable, row: &Value) -> String {
    let text = |name: &str| row[name].as_str().unwrap_or("a deleted account");
    let by = match kind {
        Suspendable::App | Suspendable::Server => "owner",
        Suspendable::Webhook => "creator",
    };
    let about = match kind {
        Suspendable::Server => {
            format!("{}, {} channels, {}", counted(row, "members"), row["channels"], counted(row, "messages"))
        }
        Suspendable::App | Suspendable::Webhook => match row["last_used_at"].as_i64() {
            Some(at) => format!("last used {}", minute(at)),
            None => "never used".to_owned(),
        },
    };
    let suspended =
        if row["suspended_at"].is_null() { String::new() } else { format!("  (suspended: {})", text("suspended_for")) };
    format!("{:>16}  {}  of {}, {about}{suspended}", row["id"], text("name"), text(by))
}

async fn set(
    app: &App,
    kind: Suspendable,
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
    let by = operator(reason).map_err(sentence)?;
    let done = match suspends {
        true => kind.suspend(app, id, &by).await,
        false => kind.restore(app, id, &by).await,
    };
    let changed = match done {
        Ok(changed) => changed,
        Err(Error::NotFound) => return Err(unknown()),
        Err(err) => return Err(sentence(err)),
    };
    if as_json {
        let act = if suspends { "suspended" } else { "restored" };
        return print_done(json!({ "id": id, "act": format!("{name}_{act}"), "changed": changed }));
    }
    print_done(match (suspends, changed) {
        (true, true) => format!("The {name} {id} is suspended."),
        (true, false) => format!("The {name} {id} was already suspended."),
        (false, true) => format!("The suspension of the {name} {id} is lifted."),
        (false, false) => format!("The {name} {id} was not suspended."),
    })
}
