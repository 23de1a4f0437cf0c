//! Mentions as notifications: what a person has not read and has not muted, outside their quiet time.
//! How they get to a browser is decided in `push` and in the routes.

use serde::Serialize;

use crate::core::Core;
use crate::models::accounts::quiet_time;
use crate::models::messages::feed::AuthorProfile;
use crate::models::messages::inbox::{InboxEntry, InboxPage, InboxStart};
use crate::models::servers::access::UserAccess;
use portico_macros::boxed;
use portico_platform::error::Result;
use portico_rules::chat::cards::Card;
use portico_rules::chat::{card_text, markdown};
use portico_rules::ids::{ChannelId, UserId};
use portico_rules::language::Language;

/// How many of the newest mentions may be shown. Of more at once, the older ones are in the inbox alone.
const MAX_SHOWN: u64 = 20;
/// The most characters of a message's text.
const CHARACTERS: usize = 200;

/// A notification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Notification {
    /// The message, or the report.
    pub id: i64,
    /// Its channel; none for a report.
    pub channel: Option<ChannelId>,
    /// Who wrote it, and where.
    pub title: String,
    /// The beginning of its text.
    pub body: String,
    /// The path that shows it in its channel.
    pub url: String,
    /// The same for all notifications of this message, of which a browser shows one.
    pub tag: String,
}

/// The notifications of a user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notifications {
    /// Those that are shown, the newest first.
    pub shown: Vec<Notification>,
    /// The newest message that was looked at, shown or not: what is kept back is not shown later.
    pub newest: Option<i64>,
}

/// The notifications of a user for messages after `after`: nothing that they may not see, have read, or have muted, and
/// nothing in their quiet time. The words around names and texts are in `language`.
#[boxed]
pub async fn after(core: &Core, user_id: UserId, after: i64, language: &Language) -> Result<Notifications> {
    let access = UserAccess::load(&core.db, user_id).await?;
    let inbox = InboxPage::read(&core.db, &access, InboxStart::First, MAX_SHOWN).await?;
    let unread = || {
        let entries = inbox.entries.iter();
        entries.filter(|entry| entry.unread && entry.message.id.get() > after)
    };
    let newest = unread().map(|entry| entry.message.id.get()).max();
    if newest.is_none() || quiet_time::is_quiet(&core.db, user_id, core.now()).await? {
        let shown = Vec::new();
        return Ok(Notifications { shown, newest });
    }
    let shown = unread().filter(|entry| !access.is_muted(&entry.channel));
    let shown: Result<_> = shown.map(|entry| notification(core, language, entry, &inbox)).collect();
    Ok(Notifications { shown: shown?, newest })
}

fn notification(core: &Core, language: &Language, entry: &InboxEntry, inbox: &InboxPage) -> Result<Notification> {
    let words = |key: &str, arguments: &[(&str, &str)]| core.wording.message(language, key, arguments);
    let (message, channel) = (&entry.message, &entry.channel);
    let name = |profile: Option<&AuthorProfile>| profile.map(|profile| profile.name.clone());
    let bot = |name: &str| words("notification-bot", &[("name", name)]);
    let author = match (message.author_id, message.webhook_id) {
        (Some(id), _) => name(inbox.people.users.get(&id)).map_or_else(|| words("deleted-user-name", &[]), Ok),
        (None, Some(id)) => {
            let own = message.name.clone().or_else(|| name(inbox.people.webhooks.get(&id)));
            bot(&own.map_or_else(|| words("deleted-webhook-name", &[]), Ok)?)
        }
        (None, None) => match &message.name {
            Some(name) => bot(name),
            None => words("deleted-user-name", &[]),
        },
    }?;
    let place = [("author", author.as_str()), ("channel", &channel.name), ("server", &entry.server.name)];
    let mut body = markdown::plain_text(&message.content).trim().to_owned();
    if body.is_empty() {
        let cards: Vec<Card> = message.cards();
        body = card_text::plain_text(&cards, CHARACTERS);
    }
    Ok(Notification {
        id: message.id.get(),
        channel: Some(channel.id),
        title: words("notification-title", &place)?,
        body: shortened(&body),
        url: format!("/channels/{}?around={}#message-{}", channel.id, message.id, message.id),
        tag: format!("mention-{}", message.id),
    })
}

/// The beginning of a text.
pub(in crate::models) fn shortened(text: &str) -> String {
    match text.char_indices().nth(CHARACTERS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
    }
}
