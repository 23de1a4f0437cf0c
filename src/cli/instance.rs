//! `portico instance …`: settings that are changed while the instance runs.
//! Works directly on the database, whether or not the portal is running.

use clap::{Subcommand, ValueEnum};
use serde_json::json;

use super::print::{print_done, print_line};
use super::{Reason, of_instance, on_instance, reading_instance, sentence};
use crate::app::App;
use portico_platform::error::Result;
use portico_rules::clock::rfc3339;
use portico_store::models::instance::notice::Notice;
use portico_store::models::instance::sign_up::SignUpMode;

#[derive(Debug, Subcommand)]
pub(super) enum InstanceCommand {
    /// Show or choose who can sign up
    SignUp {
        /// Who can: everyone, people with an invite to a server, or no one
        #[arg(value_enum)]
        mode: Option<Mode>,
        #[command(flatten)]
        reason: Reason,
        /// Print {"sign_up":"…","changed":true}
        #[arg(long)]
        json: bool,
    },
    /// Show a notice to everyone, on every page, or take it down
    Notice {
        /// The text; without it, the notice that is shown is printed
        text: Option<String>,
        /// For how many hours, at most 720
        #[arg(long, default_value = "24", requires = "text")]
        hours: String,
        /// Take it down
        #[arg(long, conflicts_with = "text")]
        end: bool,
        #[command(flatten)]
        reason: Reason,
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

impl InstanceCommand {
    /// True if it changes something, and doesn't only show it.
    fn changes(&self) -> bool {
        match self {
            Self::SignUp { mode, .. } => mode.is_some(),
            Self::Notice { text, end, .. } => text.is_some() || *end,
        }
    }
}

pub(super) async fn run(command: InstanceCommand) -> Result<(), String> {
    let config = of_instance()?;
    let changes = command.changes();
    let act = async |app: &App| carry_out(app, command).await.map_err(sentence);
    match changes {
        true => print_done(on_instance(config, act).await?),
        false => print_line(reading_instance(config, act).await?),
    }
}

/// Carries it out, and returns what is printed: how it is now.
async fn carry_out(app: &App, command: InstanceCommand) -> Result<String> {
    match command {
        InstanceCommand::SignUp { mode, reason, json } => sign_up(app, mode, &reason, json).await,
        InstanceCommand::Notice { text, hours, end, reason, json } => {
            let by = reason.operator()?;
            if let Some(text) = text {
                Notice::show(app, &text, &hours, &by).await?;
            } else if end {
                Notice::end(app, &by).await?;
            }
            Ok(described(Notice::load(&app.db, app.now()).await?, json))
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

async fn sign_up(app: &App, mode: Option<Mode>, reason: &Reason, json: bool) -> Result<String> {
    let changed = match mode {
        Some(mode) => {
            let by = reason.operator()?;
            SignUpMode::from(mode).set(app, &by).await?
        }
        None => false,
    };
    let now = SignUpMode::load(&app.db).await?;
    Ok(if json {
        json!({ "sign_up": now.name(), "changed": changed }).to_string()
    } else {
        format!("Sign-up: {}", now.name())
    })
}
