//! `portico branding …`: what the instance is called and looks like.
//! Works directly on the database, whether or not the portal is running.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;

use super::print::{print_done, print_line};
use super::{Reason, of_instance, on_instance, reading_instance, sentence};
use crate::app::App;
use portico_platform::error;
use portico_rules::clock::rfc3339;
use portico_store::models::instance::branding::{Branding, BrandingChange, NewLogo};
use portico_store::pictures::{self, MAX_UPLOAD};

#[derive(Debug, Subcommand)]
pub(super) enum BrandingCommand {
    /// Show the name, the accent colour, the links, the start page's words and whether there is a logo
    Show {
        /// Print {"name":"…","accent":"#…","imprint":"…","privacy":"…","headline":"…","text":"…","logo_at":…}; null for what is not set
        #[arg(long)]
        json: bool,
    },
    /// Set what is named, and leave the rest as it is
    Set(Values),
    /// Go back to the name, logo and colour of the software, without links
    Clear {
        #[command(flatten)]
        record: RecordOptions,
    },
}

/// How it is recorded and printed.
#[derive(Debug, Args)]
pub(super) struct RecordOptions {
    #[command(flatten)]
    reason: Reason,
    /// Print what `show --json` prints, and "changed"
    #[arg(long)]
    json: bool,
}

/// The values to set.
#[derive(Debug, Args)]
pub(super) struct Values {
    #[command(flatten)]
    given: BrandingOptions,
    #[command(flatten)]
    record: RecordOptions,
}

/// At least one of these.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub(super) struct BrandingOptions {
    /// The instance's name, at most 40 characters
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// The accent colour, as #rrggbb; "" for that of the software
    #[arg(long, value_name = "COLOUR")]
    accent: Option<String>,
    /// The link to the imprint: an https address or a path; "" for none
    #[arg(long, value_name = "LINK")]
    imprint: Option<String>,
    /// The link to the privacy policy: an https address or a path; "" for none
    #[arg(long, value_name = "LINK")]
    privacy: Option<String>,
    /// The headline of the start page, at most 64 characters; "" for a welcome
    #[arg(long, value_name = "TEXT")]
    headline: Option<String>,
    /// The text of the start page, at most 500 characters; "" for none
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,
    /// A PNG, JPEG or WebP file, which is cropped to a square
    #[arg(long, value_name = "FILE", conflicts_with = "no_logo")]
    logo: Option<PathBuf>,
    /// Remove the logo
    #[arg(long)]
    no_logo: bool,
}

pub(super) async fn run(command: BrandingCommand) -> Result<(), String> {
    let logo = match &command {
        BrandingCommand::Set(Values { given, .. }) => match &given.logo {
            Some(path) => NewLogo::Uploaded(read(path).await?),
            None if given.no_logo => NewLogo::Removed,
            None => NewLogo::Same,
        },
        _ => NewLogo::Same,
    };
    let config = of_instance()?;
    let (change, record) = match &command {
        BrandingCommand::Show { json } => {
            return print_line(reading_instance(config, async |app| show(app, *json).await).await?);
        }
        BrandingCommand::Clear { record } => (BrandingChange::clearing(), record),
        BrandingCommand::Set(Values { given, record }) => {
            let change = BrandingChange {
                name: given.name.as_deref(),
                accent: given.accent.as_deref(),
                imprint: given.imprint.as_deref(),
                privacy: given.privacy.as_deref(),
                headline: given.headline.as_deref(),
                text: given.text.as_deref(),
                logo,
            };
            (change, record)
        }
    };
    let changed = on_instance(config, async |app| set(app, change, record).await.map_err(sentence));
    print_done(changed.await?)
}

/// The picture of a file, as it is stored.
async fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    // One byte more than allowed shows that the file is too large.
    File::open(path)
        .and_then(|file| file.take(MAX_UPLOAD as u64 + 1).read_to_end(&mut bytes))
        .map_err(|err| format!("{} can't be read: {err}.", path.display()))?;
    let logo = pictures::logo_blocking(bytes).await;
    logo.map_err(|wrong| format!("{}: {wrong}", path.display()))
}

async fn show(app: &App, as_json: bool) -> Result<String, String> {
    let branding = Branding::load(&app.db).await.map_err(sentence)?;
    Ok(described(&branding, None, as_json))
}

/// Changes it, and returns what is printed.
async fn set(app: &App, change: BrandingChange<'_>, record: &RecordOptions) -> error::Result<String> {
    let by = record.reason.operator()?;
    let changed = Branding::change(app, change, &by).await?;
    let branding = Branding::load(&app.db).await?;
    Ok(described(&branding, Some(changed), record.json))
}

/// The branding as it is printed.
fn described(branding: &Branding, changed: Option<bool>, as_json: bool) -> String {
    let not_empty = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let accent = branding.accent.map(String::from);
    if as_json {
        let mut shown = json!({
            "name": branding.name,
            "accent": accent,
            "imprint": not_empty(&branding.imprint),
            "privacy": not_empty(&branding.privacy),
            "headline": not_empty(&branding.headline),
            "text": not_empty(&branding.text),
            "logo_at": branding.logo_at.map(rfc3339),
        });
        if let (Some(changed), Some(shown)) = (changed, shown.as_object_mut()) {
            shown.insert("changed".to_owned(), json!(changed));
        }
        return shown.to_string();
    }
    let none = || "none".to_owned();
    let logo = branding.logo_at.map_or_else(none, |at| format!("uploaded {}", rfc3339(at)));
    let lines = [
        format!("Name: {}", branding.name),
        format!("Accent colour: {}", accent.unwrap_or_else(|| "that of the software".to_owned())),
        format!("Imprint: {}", not_empty(&branding.imprint).unwrap_or_else(none)),
        format!("Privacy: {}", not_empty(&branding.privacy).unwrap_or_else(none)),
        format!("Headline: {}", not_empty(&branding.headline).unwrap_or_else(none)),
        format!("Text: {}", not_empty(&branding.text).unwrap_or_else(none)),
        format!("Logo: {logo}"),
    ];
    lines.join("\n")
}
