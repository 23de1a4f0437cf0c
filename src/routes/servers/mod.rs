//! Servers for those who are in them: the list, and the settings, a file a part.
//! Reading and writing in channels stands with `chat`; who may do what is judged in `models`.

pub(super) mod audit;
pub(super) mod channels;
pub(super) mod invites;
pub(super) mod list;
pub(super) mod members;
pub(super) mod overview;
pub(super) mod overwrites;
pub(super) mod roles;

use serde_json::{Value, json};

use crate::app::App;
use crate::chat::permissions::Permissions;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::ids::ServerId;
use crate::models::{Membership, User};
use crate::routes::guards::SignedIn;

/// The most members that a form offers to choose from; in larger servers one types the nickname.
const CHOICES: u64 = 100;

/// Opens the settings of a server for whoever may look at them.
///
/// # Errors
/// [`Error::NotFound`] for those who are no members, [`Error::Forbidden`] for members who manage nothing.
async fn open<'r>(app: &App, me: &SignedIn<'r>, server_id: ServerId) -> Result<&'r Membership> {
    let standing = me.places(app).await?.membership(server_id.get())?;
    standing.require_to_manage()?;
    Ok(standing)
}

/// What every page of the settings shows: the server, the part at hand, what may be changed.
fn frame(standing: &Membership, section: &str) -> Value {
    let held = standing.permissions();
    json!({
        "server": { "id": standing.server.id, "name": standing.server.name },
        "path": format!("/servers/{}/settings{section}", standing.server.id),
        "is_owner": standing.is_owner(),
        "may": {
            "server": held.contains(Permissions::MANAGE_SERVER),
            "channels": held.contains(Permissions::MANAGE_CHANNELS),
            "roles": held.contains(Permissions::MANAGE_ROLES),
        },
    })
}

/// The path of a page of the settings; `section` is empty or begins with a slash.
fn settings(server_id: ServerId, section: &str) -> String {
    format!("/servers/{server_id}/settings{section}")
}

/// Somebody in a list to choose from.
fn choice(value: impl Into<Value>, user: &User) -> Value {
    json!({ "value": value.into(), "label": format!("@{} ({})", user.nickname, user.name) })
}
