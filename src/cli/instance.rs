//! `portico instance …`: settings that are changed while the instance runs.
//! Works directly on the database, whether or not the portal is running.

use clap::{Subcommand, ValueEnum};
use serde_json::json;

use super::print::print_line;
use super::{clock, of_instance};
use crate::app::App;
use crate::clock::rfc3339;
use crate::error::{Error, Result};
use crate::models::Operator;
use crate::models::instance::notice::Notice;
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
    /// Show a notice to everyone, on every page, or take it down
    Notice {
        /// What it says; without it, the notice that is shown is printed
        text: Option<String>,
        /// For how many hours, at most 720
        #[arg(long, default_value = "24", requires = "text")]
        hours: String,
        /// Take it down
        #[arg(long, conflicts_with = "text")]
        end: bool,
        /// Why, for the audit log of the instance
        #[arg(
            long,
            value_name = "TEXT",
            default_value = "",
            hide_default_value = true
        )]
        reason: String,
        /// Print {"notice":"…","ends_at":"…"}, or null for both
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
    let app = App::open(of_instance()?, clock()).await?;
    let done = carry_out(&app, command).await.map_err(sentence);
    // If it is not released, the node number is free again after a minute.
    let _ = app.release_lease().await;
    print_line(done?)
}

/// Carries it out, and returns what is printed: how it is now.
async fn carry_out(app: &App, command: InstanceCommand) -> Result<String> {
    match command {
        InstanceCommand::SignUp { mode, reason, json } => sign_up(app, mode, &reason, json).await,
        InstanceCommand::Notice {
            text,
            hours,
            end,
            reason,
            json,
        } => {
            let by = Operator::on_terminal(reason.trim());
            if let Some(text) = text {
                Notice::show(app, &text, &hours, &by).await?;
            } else if end {
                Notice::end(app, &by).await?;
            }
            Ok(described(Notice::of(&app.db, app.now()).await?, json))
        }
    }
}

/// The notice as it is printed.
fn described(notice: Option<Notice>, as_json: bool) -> String {
    let ends_at = notice.as_ref().map(|notice| rfc3339(notice.ends_at));
    let text = notice.map(|notice| notice.text);
    if as_json {
        json!({ "notice": text, "ends_at": ends_at }).to_string()
    } else if let (Some(text), Some(ends_at)) = (text, ends_at) {
        format!("Until {ends_at}: {text}")
    } else {
        "No notice is shown.".to_owned()
    }
}

async fn sign_up(app: &App, mode: Option<Mode>, reason: &str, json: bool) -> Result<String> {
    let changed = match mode {
        Some(mode) => {
            let by = Operator::on_terminal(reason.trim());
            SignUpMode::from(mode).set(app, &by).await?
        }
        None => false,
    };
    let now = SignUpMode::of(&app.db).await?;
    Ok(if json {
        json!({ "sign_up": now.name(), "changed": changed }).to_string()
    } else {
        format!("Sign-up: {}", now.name())
    })
}

pub(super) fn sentence(err: Error) -> String {
    let fault = match &err {
        Error::Faults(faults) => faults.iter().next(),
        _ => None,
    };
    match fault {
        Some((_, sentence)) => sentence.to_owned(),
        None => format!("The database refused it: {err}."),
    }
}
