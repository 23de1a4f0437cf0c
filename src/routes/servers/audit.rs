//! `/servers/<id>/settings/audit`: who did what to the server, for those who manage it. `routes::audit` has the code
//! shared with other logs.

use rocket::get;
use rocket_dyn_templates::context;

use super::{open, settings_context};
use crate::app::App;
use crate::routes::audit::{self, ChannelVisibility, FilterQuery};
use crate::routes::guards::SignedIn;
use crate::routes::page::{Page, Words};
use crate::routes::path_ids::PathId;
use portico_platform::error::Result;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::ServerId;
use portico_store::models::logs::audit::ActionGroup;

#[get("/servers/<server_id>/settings/audit?<actor>&<action>&<before>")]
pub(crate) async fn index(
    server_id: PathId<ServerId>,
    actor: Option<&str>,
    action: Option<&str>,
    before: Option<&str>,
    me: SignedIn<'_>,
    words: Words,
    app: &App,
) -> Result<Page> {
    let membership = open(app, &me, server_id.0).await?;
    membership.require(Permissions::MANAGE_SERVER)?;
    let sees_all = membership.permissions().contains(Permissions::ADMINISTRATOR);
    let visibility = ChannelVisibility::new(me.access(app).await?, sees_all);
    let asked = FilterQuery { actor, action, before };
    let log = audit::log(app, me.id, server_id.0, ActionGroup::OF_SERVERS, asked, (&visibility, &words)).await?;
    Ok(Page::new("servers/audit", context! { settings: settings_context(app, &me, membership, "/audit").await?, log }))
}
