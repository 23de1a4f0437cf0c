//! `portico audit …`: the audit log of the instance, on the operator's terminal.
//! Works directly on the database, whether or not the portal is running.

use clap::Subcommand;

use super::print::print_lines;
use super::{clock, of_instance};
use crate::app::App;
use crate::error::Error;
use crate::models::InstanceAct;

#[derive(Debug, Subcommand)]
pub(super) enum AuditCommand {
    /// Print what admins and the operator did, one JSON object per line, newest first
    Export,
}

/// How many entries are read at once.
const A_PAGE: u64 = 1_000;

pub(super) async fn run(command: AuditCommand) -> Result<(), String> {
    let AuditCommand::Export = command;
    let app = App::open(of_instance()?, clock()).await?;
    let done = export(&app).await;
    // If it is not released, the node number is free again after a minute.
    let _ = app.release_lease().await;
    done
}

async fn export(app: &App) -> Result<(), String> {
    let mut before = None;
    loop {
        let entries = InstanceAct::page(app, before, A_PAGE).await;
        let entries = entries.map_err(sentence)?;
        let lines: String = entries
            .iter()
            .map(|entry| format!("{}\n", entry.json()))
            .collect();
        let Some(last) = entries.last() else {
            return Ok(());
        };
        before = Some(last.id);
        if !print_lines(&lines)? {
            return Ok(());
        }
    }
}

fn sentence(err: Error) -> String {
    format!("The database refused it: {err}.")
}
