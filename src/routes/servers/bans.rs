//! `/servers/<id>/settings/bans`: who is banned from a server; banning someone and lifting a ban.
//! Removing a member without a ban is in `members`.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::{members, open, settings, settings_context};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::paging::PAGE_SIZE;
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::security::fetch_metadata::Navigation;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{self, ServerId, UserId};
use portico_store::models::Membership;
use portico_store::models::lifecycle::banning;
use portico_store::models::messages::moderation::Since;
use portico_store::models::servers::ban_list::{self, BanEntry};

fn row(entry: &BanEntry, membership: &Membership) -> Value {
    json!({
        "id": entry.user.id,
        "nickname": entry.user.nickname,
        "name": entry.user.name,
        "avatar_url": entry.user.avatar_path(),
        "reason": entry.ban.reason,
        "at": entry.ban.created_at,
        "by": entry.banned_by.as_ref().map(|user| &user.nickname),
        "may_lift": entry.lift_rank.allows(membership),
    })
}

#[get("/servers/<server_id>/settings/bans?<before>")]
pub(crate) async fn index(
    server_id: PathId<ServerId>,
    before: Option<&str>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Page> {
    let membership = open(app, &me, server_id.0).await?;
    membership.require(Permissions::MODERATE_MEMBERS)?;
    let before = match before {
        Some(text) => Some(ids::parse(text).ok_or(Error::NotFound)?),
        None => None,
    };
    let page = ban_list::page(&app.db, server_id.0, before, PAGE_SIZE).await?;
    let bans: Vec<Value> = page.entries.iter().map(|entry| row(entry, membership)).collect();
    Ok(Page::new(
        "servers/bans",
        context! {
            settings: settings_context(app, &me, membership, "/bans").await?,
            bans,
            is_first: before.is_none(),
            older: page.older,
        },
    ))
}

/// Reason for a ban.
#[derive(FromForm)]
pub(crate) struct BanForm<'r> {
    #[field(default = "")]
    reason: &'r str,
    /// How far back their messages are removed: the name of a time, or empty for none.
    #[field(default = "")]
    delete: &'r str,
}

#[post("/servers/<server_id>/settings/members/<user_id>/ban", data = "<form>")]
pub(crate) async fn create(
    server_id: PathId<ServerId>,
    user_id: PathId<UserId>,
    form: Form<BanForm<'_>>,
    me: SignedIn<'_>,
    navigation: Navigation,
    app: &App,
) -> Result<Answer> {
    let (server, user) = (server_id.0, user_id.0);
    let delete = Since::TIMES.into_iter().find(|since| since.name() == form.delete);
    let done = match delete.is_some() || form.delete.is_empty() {
        true => banning::ban(app, me.id, server, user, form.reason, delete).await,
        false => Err(Error::fault("delete", "Choose the last hour, day or week, or nothing.")),
    };
    match form_faults(done)? {
        Ok(user) => {
            let sentence = format!("@{} is banned from this server.", user.nickname);
            Ok(Answer::said_on_page(navigation, settings(server_id.0, "/bans"), sentence))
        }
        Err(faults) => {
            let page = members::banning(app, &me, server_id.0, user_id.0, form.reason, form.delete).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

#[post("/servers/<server_id>/settings/bans/<user_id>/lift")]
pub(crate) async fn lift(
    server_id: PathId<ServerId>,
    user_id: PathId<UserId>,
    me: SignedIn<'_>,
    navigation: Navigation,
    app: &App,
) -> Result<Answer> {
    let user = banning::lift(app, me.id, server_id.0, user_id.0).await?;
    Ok(Answer::said_on_page(
        navigation,
        settings(server_id.0, "/bans"),
        format!("The ban of @{} is lifted. They can join again with an invite.", user.nickname),
    ))
}
