//! `/servers/<id>/settings/invites`: creating, listing and deleting invites.
//! The page that an invite leads to is in `routes::invites`.

use std::collections::HashMap;

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::{open, settings, settings_context};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::Result;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ServerId, UserId};
use portico_store::models::servers::invite::Terms;
use portico_store::models::{Invite, User};

/// The limits of an invite.
#[derive(FromForm)]
pub(crate) struct InviteForm<'r> {
    #[field(default = "")]
    expires_hours: &'r str,
    #[field(default = "")]
    uses: &'r str,
}

impl<'r> InviteForm<'r> {
    fn terms(&self) -> Terms<'r> {
        Terms { expires_hours: self.expires_hours, uses: self.uses }
    }
}

/// After which times an invite of the form stops working.
fn expiries() -> Vec<Value> {
    choices(&[
        ("1", "1 hour"),
        ("6", "6 hours"),
        ("24", "1 day"),
        ("168", "1 week"),
        ("720", "30 days"),
        ("8760", "1 year"),
    ])
}

/// For how many people an invite of the form works.
fn most_uses() -> Vec<Value> {
    choices(&[
        ("1", "1 person"),
        ("5", "5 people"),
        ("10", "10 people"),
        ("25", "25 people"),
        ("100", "100 people"),
        ("1000", "1,000 people"),
    ])
}

fn choices(choices: &[(&str, &str)]) -> Vec<Value> {
    let choice = |(value, label): &(&str, &str)| json!({ "value": value, "label": label });
    choices.iter().map(choice).collect()
}

async fn page(app: &App, me: &SignedIn<'_>, server_id: ServerId, typed: Terms<'_>) -> Result<Page> {
    let membership = open(app, me, server_id).await?;
    let mut invites = Vec::new();
    // A code can be passed on, so only members who may create invites see them.
    if membership.permissions().contains(Permissions::MANAGE_SERVER) {
        invites = Invite::all_of_server(&app.db, server_id).await?;
    }
    let creators: Vec<UserId> = invites.iter().filter_map(|found| found.creator_id).collect();
    let creators: HashMap<UserId, String> =
        User::all_of(&app.db, &creators).await?.into_iter().map(|user| (user.id, user.nickname)).collect();
    let invites: Vec<Value> = invites
        .into_iter()
        .map(|invite| {
            json!({
                "code": invite.code,
                "url": app.config.base_url.join(&format!("/invites/{}", invite.code)),
                "uses": invite.uses,
                "left": invite.max_uses.map(|most| (most - invite.uses).max(0)),
                "expires_at": invite.expires_at,
                "works": invite.works(app.now()),
                "created_at": invite.created_at,
                "creator": invite.creator_id.and_then(|id| creators.get(&id)),
            })
        })
        .collect();
    Ok(Page::new(
        "servers/invites",
        context! {
            settings: settings_context(app, me, membership, "/invites").await?,
            invites,
            expiries: expiries(),
            expires_hours: typed.expires_hours,
            most_uses: most_uses(),
            uses: typed.uses,
        },
    ))
}

#[get("/servers/<server_id>/settings/invites")]
pub(crate) async fn index(server_id: PathId<ServerId>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    page(app, &me, server_id.0, Terms::default()).await
}

#[post("/servers/<server_id>/settings/invites", data = "<form>")]
pub(crate) async fn create(
    server_id: PathId<ServerId>,
    form: Form<InviteForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let terms = form.terms();
    match form_faults(Invite::create_with(app, me.id, server_id.0, terms).await)? {
        Ok(_) => Ok(Answer::said(
            settings(server_id.0, "/invites"),
            "The invite is ready. Send its link to the people you want to invite.",
        )),
        Err(faults) => Ok(Answer::Shown(page(app, &me, server_id.0, terms).await?.faults(&faults))),
    }
}

#[post("/servers/<server_id>/settings/invites/<code>/delete")]
pub(crate) async fn delete(server_id: PathId<ServerId>, code: &str, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    Invite::delete(app, me.id, server_id.0, code).await?;
    Ok(Answer::said(settings(server_id.0, "/invites"), "The invite is deleted. Its link no longer works."))
}
