//! `portico instance …`: settings that are changed while the instance runs.
//! Works directly on the database, whether or not the portal is running.

use clap::{Subcommand, ValueEnum};
use serde_json::json;

use super::{clock, configured};
use crate::app::App;
use crate::error::{Error, Result};
use crate::models::Operator;
use crate::models::instance::sign_up::SignUpMode;

#[derive(Debug, Subcommand)]
pub(super) enum InstanceCommand {
    /// Show or choose who can sign up
    SignUp {
        /// Who can: everyone, people with an invite to a server, or no one
        #[arg(value_enum)]
        mode: Option<Mode>,
        /// Why, for the audit log of the instance
        #[arg(
            long,
            value_name = "TEXT",
            default_value = "",
            hide_default_value = true
        )]
        reason: String,
        /// Print {"sign_up":"…","changed":true}
        #[arg(long)]
        json: bool,
    },
}

/// Who can sign up, as an argument.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Mode {
    Open,
    Invite,
    Closed,
}

impl From<Mode> for SignUpMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Open => Self::Open,
            Mode::Invite => Self::Invite,
            Mode::Closed => Self::Closed,
        }
    }
}

pub(super) async fn run(command: InstanceCommand) -> Result<(), String> {
    let app = App::open(configured()?, clock()).await?;
    let done = carry_out(&app, command).await.map_err(sentence);
    // If it is not released, the node number is free again after a minute.
    let _ = app.release_lease().await;
    done
}

async fn carry_out(app: &App, command: InstanceCommand) -> Result<()> {
    let InstanceCommand::SignUp { mode, reason, json } = command;
    let changed = match mode {
        Some(mode) => {
            let by = Operator::on_terminal(reason.trim());
            SignUpMode::from(mode).set(app, &by).await?
        }
        None => false,
    };
    let now = SignUpMode::of(&app.db).await?;
    if json {
        println!("{}", json!({ "sign_up": now.name(), "changed": changed }));
    } else {
        println!("Sign-up: {}", now.name());
    }
    Ok(())
}

fn sentence(err: Error) -> String {
    format!("The database refused it: {err}.")
}
