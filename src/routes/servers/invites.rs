//! `/servers/<id>/settings/invites`: creating, listing and deleting invites.
//! The page that an invite leads to is in `routes::invites`.

use std::collections::HashMap;

use rocket::{get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::{frame, open, settings};
use crate::app::App;
use crate::chat::permissions::Permissions;
use crate::error::Result;
use crate::ids::ServerId;
use crate::models::{Invite, User};
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};

async fn page(app: &App, me: &SignedIn<'_>, server_id: ServerId) -> Result<Page> {
    let membership = open(app, me, server_id).await?;
    let mut invites = Vec::new();
    // A code can be passed on, so only members who may create invites see them.
    if membership
        .permissions()
        .contains(Permissions::MANAGE_SERVER)
    {
        invites = Invite::all_of_server(&app.db, server_id.get()).await?;
    }
    let creators: Vec<i64> = invites
        .iter()
        .filter_map(|found| found.creator_id)
        .collect();
    let creators: HashMap<i64, String> = User::all_of(&app.db, &creators)
        .await?
        .into_iter()
        .map(|user| (user.id, user.nickname))
        .collect();
    let invites: Vec<Value> = invites
        .into_iter()
        .map(|invite| {
            json!({
                "code": invite.code,
                "url": app.config.base_url.join(&format!("/invites/{}", invite.code)),
                "uses": invite.uses,
                "created_at": invite.created_at,
                "creator": invite.creator_id.and_then(|id| creators.get(&id)),
            })
        })
        .collect();
    Ok(Page::new(
        "servers/invites",
        context! { settings: frame(membership, "/invites"), invites },
    ))
}

#[get("/servers/<server_id>/settings/invites")]
pub(crate) async fn index(server_id: ServerId, me: SignedIn<'_>, app: &App) -> Result<Page> {
    page(app, &me, server_id).await
}

#[post("/servers/<server_id>/settings/invites")]
pub(crate) async fn create(server_id: ServerId, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    match form_faults(Invite::create(app, me.id, server_id.get()).await)? {
        Ok(_) => Ok(Answer::said(
            settings(server_id, "/invites"),
            "The invite is ready. Send its link to the people you want to invite.",
        )),
        Err(faults) => Ok(Answer::Shown(
            page(app, &me, server_id).await?.faults(&faults),
        )),
    }
}

#[post("/servers/<server_id>/settings/invites/<code>/delete")]
pub(crate) async fn delete(
    server_id: ServerId,
    code: &str,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    Invite::delete(app, me.id, server_id.get(), code).await?;
    Ok(Answer::said(
        settings(server_id, "/invites"),
        "The invite is deleted. Its link no longer works.",
    ))
}
