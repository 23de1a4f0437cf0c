//! `/channels/<id>/members/<user_id>`: the card of a person, with what the reader may do about them.
//! With scripts it opens over the channel. What it leads to is in `servers` and `settings::blocked`.

use rocket::get;
use rocket_dyn_templates::context;
use serde_json::json;

use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::moderation::{deletable, timeouts};
use crate::routes::page::Page;
use crate::routes::path_ids::PathId;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ChannelId, UserId};
use portico_store::models::lifecycle::banning;
use portico_store::models::servers::ban;
use portico_store::models::{Membership, User};

/// The card; an id reveals nothing of people who never were in the server.
#[get("/channels/<id>/members/<user_id>")]
pub(crate) async fn show(id: PathId<ChannelId>, user_id: PathId<UserId>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    let db = &*app.db;
    let access = me.access(app).await?;
    let channel = &access.channel(id.0)?.channel;
    let membership = access.membership(channel.server_id)?;
    let user_id = user_id.0;
    let theirs = Membership::load_all(db, channel.server_id, &[user_id]).await?.remove(&user_id);
    if theirs.is_none() && !banning::was_here(db, channel.server_id, user_id).await? {
        return Err(Error::NotFound);
    }
    let user = User::find(db, user_id).await?.ok_or(Error::NotFound)?;
    let held = membership.permissions();
    let may_ban = match &theirs {
        Some(theirs) => membership.may_moderate(theirs),
        None => held.contains(Permissions::MODERATE_MEMBERS) && !ban::is_banned(db, channel.server_id, user_id).await?,
    };
    let may_set_roles = theirs.as_ref().is_some_and(|theirs| membership.may_set_roles_of(theirs))
        && held.contains(Permissions::MANAGE_ROLES);
    let mut roles: Vec<_> = theirs.iter().flat_map(|theirs| &theirs.roles).filter(|role| !role.is_all()).collect();
    roles.sort_by_key(|role| std::cmp::Reverse(role.position));
    let roles: Vec<&str> = roles.iter().map(|role| role.name.as_str()).collect();
    Ok(Page::new(
        "chat/person",
        context! {
            channel: context! { id: channel.id, name: &channel.name },
            server: context! { id: channel.server_id, name: &membership.server.name },
            settings_path: format!("/servers/{}/settings", channel.server_id),
            member: json!({
                "id": user.id,
                "nickname": user.nickname,
                "name": user.name,
                "avatar_url": user.avatar_path(),
                "joined_at": theirs.as_ref().map(|theirs| theirs.joined_at),
                "is_owner": theirs.as_ref().is_some_and(Membership::is_owner),
            }),
            roles,
            is_me: user.id == me.id,
            is_blocked: access.blocked.contains(&user.id),
            timed_out_until: theirs.as_ref().and_then(|theirs| theirs.timed_out_until),
            may_time_out: may_ban && theirs.is_some(),
            may_ban,
            may_set_roles,
            timeouts: timeouts(),
            deletable: deletable(membership),
        },
    ))
}
