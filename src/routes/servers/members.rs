//! `/servers/<id>/settings/members`: the members, the roles of a member, removing a member.
//! Banning and timing out one is in `bans` and `timeouts`, inviting people in `invites`.

use std::collections::HashMap;

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::{open, settings, settings_context};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::moderation::{deletable, timeouts};
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::paging::PAGE_SIZE;
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, Result};
use portico_platform::throttle::LimitKind;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ServerId, UserId};
use portico_rules::shown_fields::values;
use portico_store::models::lifecycle::banning;
use portico_store::models::servers::manage;
use portico_store::models::servers::member::held;
use portico_store::models::servers::member::list::{self, MemberEntry, MemberStart};
use portico_store::models::servers::ticked::TickedBoxes;
use portico_store::models::servers::{ban, timeout};
use portico_store::models::{Membership, Role, User};

/// The roles that are selected for a member.
#[derive(FromForm)]
pub(crate) struct RoleSelection<'r> {
    roles: Vec<&'r str>,
    /// All of them in one field.
    #[field(name = "roles/was")]
    shown: Option<&'r str>,
}

/// Template context of a member.
fn person(membership: &Membership, entry: &MemberEntry) -> Value {
    json!({
        "id": entry.user.id,
        "nickname": entry.user.nickname,
        "name": entry.user.name,
        "avatar_url": entry.user.avatar_path(),
        "joined_at": entry.joined_at,
        "is_owner": entry.user.id == membership.server.owner_id,
        "is_me": entry.user.id == membership.user_id,
    })
}

#[get("/servers/<server_id>/settings/members?<q>&<after>&<before>")]
pub(crate) async fn index(
    server_id: PathId<ServerId>,
    q: Option<&str>,
    after: Option<&str>,
    before: Option<&str>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Page> {
    let membership = open(app, &me, server_id.0).await?;
    let begin = match (after, before) {
        (Some(nickname), _) => MemberStart::After(nickname),
        (None, Some(nickname)) => MemberStart::Before(nickname),
        (None, None) => MemberStart::First,
    };
    let page = match q.filter(|q| !q.trim().is_empty()) {
        None => list::page(&app.db, server_id.0, "", begin, PAGE_SIZE).await?,
        // May read every member.
        Some(q) => {
            app.throttle.check(LimitKind::Search, me.id).await?;
            let found = list::search(app.expensive.db(), server_id.0, q, begin, PAGE_SIZE);
            app.expensive.run(me.id, found).await?
        }
    };
    let ids: Vec<UserId> = page.entries.iter().map(|entry| entry.user.id).collect();
    let roles = Role::all_of_server(&app.db, server_id.0).await?;
    let mut role_names: HashMap<UserId, Vec<&str>> = HashMap::new();
    let timed_out = timeout::of_members(&app.db, server_id.0, &ids).await?;
    let held = held::of_members(&app.db, server_id.0, &ids).await?;
    for role in &roles {
        for found in held.iter().filter(|found| found.role_id == role.id) {
            role_names.entry(found.user_id).or_default().push(&role.name);
        }
    }
    let members: Vec<Value> = page
        .entries
        .iter()
        .map(|entry| {
            let mut member = person(membership, entry);
            member["timed_out_until"] = json!(timed_out.get(&entry.user.id));
            member["roles"] = json!(role_names.get(&entry.user.id).map_or(&[][..], Vec::as_slice));
            member
        })
        .collect();
    let nickname = |entry: Option<&MemberEntry>| entry.map(|entry| entry.user.nickname.clone());
    Ok(Page::new(
        "servers/members",
        context! {
            settings: settings_context(app, &me, membership, "/members").await?,
            count: page.total,
            is_large: page.total > list::SORTED,
            q: q.unwrap_or_default(),
            members,
            before: nickname(page.entries.first().filter(|_| page.earlier)),
            after: nickname(page.entries.last().filter(|_| page.later)),
        },
    ))
}

/// Values typed on the page of a member.
#[derive(Default)]
pub(super) struct MemberFields<'a> {
    roles: Option<&'a [&'a str]>,
    /// The roles that were ticked before any was changed.
    shown_roles: Option<&'a str>,
    /// Reason for the ban, once that was tried.
    reason: Option<&'a str>,
    /// How far back their messages are to be removed with the ban.
    delete: &'a str,
}

/// The page of a member or former member whom the user tried to ban, with the reason that they typed.
pub(super) async fn banning(
    app: &App,
    me: &SignedIn<'_>,
    server_id: ServerId,
    user_id: UserId,
    reason: &str,
    delete: &str,
) -> Result<Page> {
    let typed = MemberFields { reason: Some(reason), delete, ..MemberFields::default() };
    page(app, me, server_id, user_id, typed).await
}

pub(super) async fn page(
    app: &App,
    me: &SignedIn<'_>,
    server_id: ServerId,
    user_id: UserId,
    typed: MemberFields<'_>,
) -> Result<Page> {
    let db = &*app.db;
    let membership = open(app, me, server_id).await?;
    let Some(entry) = list::find(db, server_id, user_id).await? else {
        return former(app, me, membership, user_id, typed).await;
    };
    let theirs =
        Membership::load_all(db, membership.server.id, &[user_id]).await?.remove(&user_id).ok_or(Error::NotFound)?;
    let may_set_roles = membership.may_set_roles_of(&theirs);
    let held: Vec<String> = theirs.roles.iter().filter(|role| !role.is_all()).map(|role| role.id.to_string()).collect();
    let held = held.join(" ");
    let boxes: Vec<Value> = Role::all_of_server(db, server_id)
        .await?
        .iter()
        .filter(|role| !role.is_all())
        .map(|role| {
            let has_role = theirs.roles.iter().any(|held| held.id == role.id);
            let labels: Vec<&str> = role.permissions().named().map(|named| named.label).collect();
            json!({
                "id": role.id,
                "name": role.name,
                "hint": labels.join(", "),
                "ticked": typed.roles.map_or(has_role, |ids| ids.contains(&role.id.to_string().as_str())),
                "locked": !may_set_roles
                    || !membership.outranks_role(role)
                    || !membership.may_hand_out(role.permissions()),
            })
        })
        .collect();
    Ok(Page::new(
        "servers/member",
        context! {
            settings: settings_context(app, me, membership, "/members").await?,
            member: person(membership, &entry),
            boxes,
            was: json!({ "roles": typed.shown_roles.unwrap_or(&held) }),
            may_set_roles,
            timed_out_until: theirs.timed_out_until,
            timeouts: timeouts(),
            removable: membership.may_moderate(&theirs),
            reason: typed.reason.unwrap_or_default(),
            deletable: deletable(membership),
            delete: typed.delete,
            banning: typed.reason.is_some(),
            former: false,
        },
    ))
}

/// The page of someone who was a member, for those who may ban them.
async fn former(
    app: &App,
    me: &SignedIn<'_>,
    membership: &Membership,
    user_id: UserId,
    typed: MemberFields<'_>,
) -> Result<Page> {
    let (server, user) = (membership.server.id, user_id);
    let may_ban = membership.permissions().contains(Permissions::MODERATE_MEMBERS);
    if !may_ban || !banning::was_here(&app.db, server, user).await? {
        return Err(Error::NotFound);
    }
    let user = User::find(&app.db, user).await?.ok_or(Error::NotFound)?;
    Ok(Page::new(
        "servers/former_member",
        context! {
            settings: settings_context(app, me, membership, "/members").await?,
            member: json!({
                "id": user.id,
                "nickname": user.nickname,
                "name": user.name,
                "avatar_url": user.avatar_path(),
            }),
            banned: ban::is_banned(&app.db, server, user.id).await?,
            reason: typed.reason.unwrap_or_default(),
            deletable: deletable(membership),
            delete: typed.delete,
            banning: typed.reason.is_some(),
            former: true,
        },
    ))
}

#[get("/servers/<server_id>/settings/members/<user_id>")]
pub(crate) async fn show(
    server_id: PathId<ServerId>,
    user_id: PathId<UserId>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Page> {
    page(app, &me, server_id.0, user_id.0, MemberFields::default()).await
}

#[post("/servers/<server_id>/settings/members/<user_id>", data = "<form>")]
pub(crate) async fn set_roles(
    server_id: PathId<ServerId>,
    user_id: PathId<UserId>,
    form: Form<RoleSelection<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let shown = values(form.shown);
    let ticked = TickedBoxes { sent: &form.roles, shown: shown.as_deref() };
    let (server, user) = (server_id.0, user_id.0);
    match form_faults(manage::member::change_roles(app, me.id, server, user, ticked).await)? {
        Ok(()) => {
            Ok(Answer::said(settings(server_id.0, &format!("/members/{user_id}")), "The member’s roles are saved."))
        }
        Err(faults) => {
            let typed = MemberFields { roles: Some(&form.roles), shown_roles: form.shown, ..MemberFields::default() };
            let page = page(app, &me, server_id.0, user_id.0, typed).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

#[post("/servers/<server_id>/settings/members/<user_id>/remove")]
pub(crate) async fn remove(
    server_id: PathId<ServerId>,
    user_id: PathId<UserId>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    match form_faults(manage::member::remove(app, me.id, server_id.0, user_id.0).await)? {
        Ok(()) => Ok(Answer::said(settings(server_id.0, "/members"), "The member is removed from this server.")),
        Err(faults) => {
            let page = page(app, &me, server_id.0, user_id.0, MemberFields::default()).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}
