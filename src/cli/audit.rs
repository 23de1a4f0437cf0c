//! `portico audit …`: the audit log of the instance, on the operator's terminal.
//! Works directly on the database, whether or not the portal is running.

use clap::Subcommand;

use super::print::print_lines;
use super::{of_instance, reading_instance, sentence};
use crate::app::App;
use portico_store::models::InstanceAct;

#[derive(Debug, Subcommand)]
pub(super) enum AuditCommand {
    /// Print what admins and the operator did, one JSON object per line, newest first
    Export,
}

/// Entries read at once.
const PAGE_SIZE: u64 = 1_000;

pub(super) async fn run(command: AuditCommand) -> Result<(), String> {
    let AuditCommand::Export = command;
    reading_instance(of_instance()?, export).await
}

async fn export(app: &App) -> Result<(), String> {
    let mut before = None;
    loop {
        let entries = InstanceAct::page(app, before, PAGE_SIZE).await;
        let entries = entries.map_err(sentence)?;
        let lines: String = entries.iter().map(|entry| format!("{}\n", entry.json(app.id_times()))).collect();
        let Some(last) = entries.last() else {
            return Ok(());
        };
        before = Some(last.id);
        if !print_lines(&lines)? {
            return Ok(());
        }
    }
}
