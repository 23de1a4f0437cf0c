//! `portico report …`: what people report about apps, on the operator's terminal.
//! Works directly on the database, whether or not the portal is running.

use clap::Subcommand;
use serde_json::{Value, json};

use super::print::{print_done, print_line, print_lines};
use super::{Reason, of_instance, on_instance, reading_instance, sentence, tell_of_more};
use crate::app::App;
use crate::routes::paging::has_more;
use portico_platform::error::Error;
use portico_rules::clock::minute;
use portico_rules::ids::{self, IdTimes};
use portico_store::models::{AppReport, User};

#[derive(Debug, Subcommand)]
pub(super) enum ReportCommand {
    /// List the open reports of apps, oldest first
    List {
        /// List closed ones too, which are stored for 90 days
        #[arg(long)]
        all: bool,
        /// List those after the one with this ID, which the list before ended with
        #[arg(long, value_name = "ID")]
        after: Option<String>,
        /// How many to list at most
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1000))]
        limit: u64,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Close a report that has been dealt with
    Close {
        /// Its ID, as `portico report list` shows it
        id: String,
        #[command(flatten)]
        reason: Reason,
        /// Print {"id":…,"changed":true}
        #[arg(long)]
        json: bool,
    },
}

pub(super) async fn run(command: ReportCommand) -> Result<(), String> {
    let config = of_instance()?;
    match command {
        ReportCommand::List { all, after, limit, json } => {
            let act = async |app: &App| list(app, all, after.as_deref(), limit, json).await;
            reading_instance(config, act).await
        }
        ReportCommand::Close { id, reason, json } => {
            on_instance(config, async |app| close(app, &id, &reason, json).await).await
        }
    }
}

async fn list(app: &App, all: bool, after: Option<&str>, limit: u64, as_json: bool) -> Result<(), String> {
    let no_id = |text: &str| format!("`{text}` is not the ID of a report.");
    let after = after.map(|text| ids::parse(text).ok_or_else(|| no_id(text)));
    let after = after.transpose()?;
    let page = AppReport::page(&app.db, all, after, limit + 1).await;
    let mut reports = page.map_err(sentence)?;
    if has_more(&mut reports, limit)
        && let Some((last, _)) = reports.last()
    {
        tell_of_more(last.id);
    }
    let times = app.id_times();
    if as_json {
        let list: Vec<Value> =
            reports.iter().map(|(report, reporter)| shown(report, reporter.as_ref(), times)).collect();
        return print_line(json!(list));
    }
    let mut lines = String::new();
    for (report, reporter) in &reports {
        let at = minute(report.at(times));
        let by = match reporter {
            Some(reporter) => format!("@{}", reporter.nickname),
            None => "a deleted account".to_owned(),
        };
        let closed = match report.closed_at {
            Some(_) => "  (closed)",
            None => "",
        };
        lines += &format!(
            "{}  {at}  {}  {} (ID {}) of @{}, reported by {by}{closed}\n",
            report.id, report.reason, report.app_name, report.app_id, report.owner_nickname,
        );
        for line in report.text.lines() {
            lines += &format!("    {line}\n");
        }
    }
    if reports.is_empty() {
        let what = if all { "reports" } else { "open reports" };
        lines = match after {
            None => format!("There are no {what}.\n"),
            Some(_) => format!("There are no more {what}.\n"),
        };
    }
    print_lines(&lines).map(drop)
}

fn shown(report: &AppReport, reporter: Option<&User>, times: &IdTimes) -> Value {
    json!({
        "id": report.id,
        "app_id": report.app_id,
        "app_name": report.app_name,
        "owner_id": report.owner_id,
        "owner_nickname": report.owner_nickname,
        "reporter_id": report.reporter_id,
        "reporter_nickname": reporter.map(|reporter| &reporter.nickname),
        "reason": report.reason,
        "text": report.text,
        "reported_at": report.at(times),
        "closed_at": report.closed_at,
    })
}

async fn close(app: &App, text: &str, reason: &Reason, as_json: bool) -> Result<(), String> {
    let unknown = || format!("There is no report with the ID `{text}`. `portico report list` shows them all.");
    let id = ids::parse(text).ok_or_else(unknown)?;
    let by = reason.operator().map_err(sentence)?;
    match AppReport::close(app, id, &by).await {
        Ok(changed) if as_json => print_done(json!({ "id": id, "changed": changed })),
        Ok(true) => print_done(format_args!("The report {id} is closed.")),
        Ok(false) => print_done(format_args!("The report {id} was already closed.")),
        Err(Error::NotFound) => Err(unknown()),
        Err(err) => Err(sentence(err)),
    }
}
