//! `/portal/apps/<id>/audit`: what was done to an OAuth app, for its owner and collaborators.
//! An app's sign-ins are on its page; what all audit logs share is in `routes::audit`.

use rocket::get;
use rocket_dyn_templates::context;

use super::app_page::NO_CHANNELS;
use super::apps::visible;
use crate::app::App;
use crate::routes::audit::{self, FilterQuery};
use crate::routes::guards::SignedIn;
use crate::routes::page::{Page, Words};
use crate::routes::path_ids::PathId;
use portico_platform::error::Result;
use portico_rules::ids::AppId;
use portico_store::models::logs::audit::ActionGroup;

#[get("/portal/apps/<id>/audit?<actor>&<action>&<before>")]
pub(crate) async fn index(
    id: PathId<AppId>,
    actor: Option<&str>,
    action: Option<&str>,
    before: Option<&str>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Page> {
    let reader_id = me.id;
    let oauth_app = visible(app, me, id.0).await?;
    let asked = FilterQuery { actor, action, before };
    let log =
        audit::log(app, reader_id, oauth_app.id, ActionGroup::OF_APPS, asked, (&NO_CHANNELS, &Words::ENGLISH)).await?;
    Ok(Page::new(
        "portal/app_audit",
        context! { app: context! { id: oauth_app.id, name: oauth_app.name, owner_id: oauth_app.owner_id }, log },
    ))
}
