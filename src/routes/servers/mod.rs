//! Servers for their members: the list, and a module for each part of the settings.
//! Reading and posting in channels is in `chat`; permissions are checked in `models`.

pub(super) mod audit;
pub(super) mod bans;
pub(super) mod channels;
pub(super) mod grid;
pub(super) mod invites;
pub(in crate::routes) mod list;
pub(super) mod members;
pub(super) mod overview;
pub(super) mod overwrites;
pub(super) mod reports;
pub(super) mod roles;
pub(super) mod timeouts;

use rocket::Request;
use rocket::route::BoxFuture;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::form_right::{Right, id};
use crate::routes::guards::SignedIn;
use crate::routes::moderation::open_reports;
use portico_platform::error::Result;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::ServerId;
use portico_store::models::{Membership, User};

/// The most members that a form lists as choices; in larger servers, the nickname is typed.
const CHOICES: u64 = 100;

/// Loads the membership of a user who may open the settings of a server.
///
/// # Errors
/// [`Error::NotFound`] for users who are not members, [`Error::Forbidden`] for members who manage nothing.
async fn open<'r>(app: &App, me: &SignedIn<'r>, server_id: ServerId) -> Result<&'r Membership> {
    let membership = me.access(app).await?.membership(server_id)?;
    membership.require_to_open_settings()?;
    Ok(membership)
}

/// The right to open the settings of the server in the path.
pub(crate) struct OpensSettings;

impl Right for OpensSettings {
    fn require<'r>(app: &'r App, me: SignedIn<'r>, request: &'r Request<'_>) -> BoxFuture<'r, Result<()>> {
        Box::pin(async move { open(app, &me, id(request, 1)?).await.map(drop) })
    }
}

/// Template context of every page of the settings: the server, the section, and what the user may change.
async fn settings_context(app: &App, me: &SignedIn<'_>, membership: &Membership, section: &str) -> Result<Value> {
    let held = membership.permissions();
    Ok(json!({
        "open_reports": open_reports(app, me.access(app).await?, membership).await?,
        "server": { "id": membership.server.id, "name": membership.server.name },
        "path": format!("/servers/{}/settings{section}", membership.server.id),
        "is_owner": membership.is_owner(),
        "may": {
            "server": held.contains(Permissions::MANAGE_SERVER),
            "channels": held.contains(Permissions::MANAGE_CHANNELS),
            "roles": held.contains(Permissions::MANAGE_ROLES),
            "moderate": held.contains(Permissions::MODERATE_MEMBERS),
        },
    }))
}

/// The path of a page of the settings; `section` is empty or starts with a slash.
fn settings(server_id: ServerId, section: &str) -> String {
    format!("/servers/{server_id}/settings{section}")
}

/// A user in a list of choices.
fn choice(value: impl Into<Value>, user: &User) -> Value {
    json!({ "value": value.into(), "label": format!("@{} ({})", user.nickname, user.name) })
}
