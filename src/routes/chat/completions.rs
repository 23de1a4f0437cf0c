//! `/channels/<id>/completions`: names that complete what is being typed after `@` or `#` in the composer, as JSON.
//! Every name is one that the user may mention or see in this channel.

use rocket::get;
use rocket::serde::json::Json;
use serde::Serialize;

use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::path_ids::PathId;
use portico_platform::error::Result;
use portico_platform::throttle::LimitKind;
use portico_rules::chat::names;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ChannelId, ServerId};
use portico_store::models::Role;
use portico_store::models::User;
use portico_store::models::servers::access::UserAccess;
use portico_store::models::servers::member::list;

/// Max names that are returned.
const MAX_COMPLETIONS: usize = 8;
/// The largest server whose members are found by their display names as well.
const FEW_MEMBERS: u64 = 500;
/// The most characters that are completed.
const MAX_LENGTH: usize = 40;

/// A name that completes what was typed.
#[derive(Debug, Serialize)]
pub(crate) struct Completion {
    /// Replaces the typed text.
    text: String,
    /// The text beside it; empty: nothing.
    label: String,
    /// `user`, `role`, `all` or `channel`.
    kind: &'static str,
}

/// The names, best first.
#[derive(Debug, Serialize)]
pub(crate) struct Completions {
    completions: Vec<Completion>,
}

#[get("/channels/<id>/completions?<q>")]
pub(crate) async fn show(
    id: PathId<ChannelId>,
    q: Option<&str>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Json<Completions>> {
    app.throttle.check(LimitKind::Completion, me.id).await?;
    let access = me.access(app).await?;
    let visible = access.channel(id.0)?;
    let typed = q.unwrap_or_default();
    let mut completions = match (typed.strip_prefix('#'), typed.strip_prefix('@')) {
        _ if typed.chars().count() > MAX_LENGTH => Vec::new(),
        (Some(start), _) => channels(access, visible.channel.server_id, start),
        (None, Some(start)) => {
            let may_mention_all = visible.may.contains(Permissions::MENTION_ALL);
            mentionable(app, visible.channel.server_id, start, may_mention_all).await?
        }
        (None, None) => Vec::new(),
    };
    completions.truncate(MAX_COMPLETIONS);
    Ok(Json(Completions { completions }))
}

/// Channels that the user may see, those that begin with `start` before those that contain it.
fn channels(access: &UserAccess, server_id: ServerId, start: &str) -> Vec<Completion> {
    let start = names::channel_form(start);
    let mut named: Vec<&str> = access
        .channels_of(server_id)
        .map(|channel| channel.name.as_str())
        .filter(|name| name.contains(&start))
        .collect();
    named.sort_by_key(|name| !name.starts_with(&start));
    let completion = |name| Completion { text: format!("#{name}"), label: String::new(), kind: "channel" };
    named.into_iter().map(completion).collect()
}

/// Members, then the roles that the user may mention, then everyone.
async fn mentionable(app: &App, server_id: ServerId, start: &str, may_mention_all: bool) -> Result<Vec<Completion>> {
    let folded = names::fold(start);
    let members = members(app, server_id, start, &folded).await?;
    let mut completions: Vec<Completion> = members
        .into_iter()
        .map(|user| Completion { text: format!("@{}", user.nickname), label: user.name, kind: "user" })
        .collect();
    // Roles have a cap, and members may be many: both have room.
    completions.truncate(MAX_COMPLETIONS / 2);
    let roles = Role::all_of_server(&app.db, server_id).await?;
    let roles = roles.into_iter().filter(|role| {
        let may_be_mentioned = role.mentionable || may_mention_all;
        !role.is_all() && may_be_mentioned && names::begins(&role.name, &folded)
    });
    completions.extend(roles.map(|role| Completion {
        text: format!("@{}", role.name),
        label: "Role".to_owned(),
        kind: "role",
    }));
    if may_mention_all && names::ALL.starts_with(folded.as_str()) {
        completions.push(Completion {
            text: format!("@{}", names::ALL),
            label: "Everyone in this channel".to_owned(),
            kind: "all",
        });
    }
    Ok(completions)
}

/// Members by their nickname, and in servers that are not large by a word of their display name.
async fn members(app: &App, server_id: ServerId, start: &str, folded: &str) -> Result<Vec<User>> {
    if let Some(all) = list::few(&app.db, server_id, FEW_MEMBERS).await? {
        let is_one = |user: &User| user.nickname.starts_with(folded) || names::begins(&user.name, folded);
        let mut found: Vec<User> = all.into_iter().filter(is_one).collect();
        found.sort_by_key(|user| !user.nickname.starts_with(folded));
        return Ok(found);
    }
    let prefix = list::folded(start);
    let most = MAX_COMPLETIONS as u64;
    let page = list::page(&app.db, server_id, &prefix, list::MemberStart::First, most).await?;
    Ok(page.entries.into_iter().map(|entry| entry.user).collect())
}
