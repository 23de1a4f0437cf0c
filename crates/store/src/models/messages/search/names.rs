//! The meaning of names in a query: authors and channels.
//! A name that means nothing to the reader finds nothing, even if it exists.

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;

use crate::models::accounts::user;
use crate::models::messages::removal::Author;
use crate::models::servers::access::UserAccess;
use crate::models::webhooks::webhook;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::chat::names;
use portico_rules::ids::{ChannelId, ServerId, UserId, WebhookId};

/// The id of no user.
const NOBODY: UserId = UserId::new(0);

/// The channels of a server that a reader may view, of these names; where none is named all of them.
pub(super) fn channels(access: &UserAccess, server_id: ServerId, named: &[String]) -> Vec<ChannelId> {
    let named: Vec<String> = named.iter().map(|name| names::channel_form(name)).collect();
    let visible = access.channels_of(server_id);
    let these = visible.filter(|channel| named.is_empty() || named.contains(&channel.name));
    these.map(|channel| channel.id).collect()
}

/// Who has one of these names: users by their nickname, and the server's webhooks by their name.
pub(super) async fn authors(
    db: &Conn,
    reader_id: UserId,
    server_id: ServerId,
    named: &[String],
) -> Result<Vec<Author>> {
    let is_me = |name: &&String| name.eq_ignore_ascii_case("me");
    let mut authors = Vec::new();
    if named.iter().any(|name| is_me(&name)) {
        authors.push(Author::User(reader_id));
    }
    // Postgres refuses a NUL, which no nickname has.
    let nicknames = named.iter().filter(|name| !is_me(name) && !name.contains('\0'));
    let nicknames: Vec<String> = nicknames.map(|name| names::nickname_form(name)).collect();
    let users: Vec<UserId> = user::Entity::find()
        .select_only()
        .column(user::Column::Id)
        .filter(lists::is_one_of(db, user::Column::Nickname, nicknames))
        .into_tuple()
        .all(db)
        .await?;
    authors.extend(users.into_iter().map(Author::User));
    // Their names are not unique, and compared without regard to case. A cap keeps them few.
    let webhooks: Vec<(WebhookId, String)> = webhook::Entity::find()
        .select_only()
        .columns([webhook::Column::Id, webhook::Column::Name])
        .filter(webhook::Column::ServerId.eq(server_id))
        .into_tuple()
        .all(db)
        .await?;
    let folded: Vec<String> = named.iter().map(|name| names::fold(name)).collect();
    let webhooks = webhooks.into_iter();
    let webhooks = webhooks.filter(|(_, name)| folded.contains(&names::fold(name)));
    authors.extend(webhooks.map(|(id, _)| Author::Webhook(id)));
    if authors.is_empty() {
        // Searched like a name that someone has: how far a page gets does not tell whether a webhook in a hidden channel has it.
        authors.push(Author::User(NOBODY));
    }
    Ok(authors)
}
