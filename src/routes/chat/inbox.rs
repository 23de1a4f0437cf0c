//! `/inbox`: messages that mention the user, unread ones first.
//! The count in the header of an open page comes from `inbox_events`.

use std::collections::{BTreeMap, BTreeSet};

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use super::channel_links;
use super::message_renderer::MessageRenderer;
use super::message_view::{MessageView, Reader, mark_similar_names};
use super::page_account::PageAccount;
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page};
use crate::routes::sent_form::Form;
use crate::security::fetch_metadata::Navigation;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{self, ChannelId, MessageId};
use portico_store::models::messages::inbox::{self, InboxPage, InboxStart, PAGE_SIZE, UnreadMentions};
use portico_store::models::messages::mention::MentionTargetKind;

/// Max characters of a message's cards that are shown.
const CARD_CHARACTERS: usize = 300;

/// A reason as the page writes it.
fn reason(kind: MentionTargetKind) -> &'static str {
    match kind {
        MentionTargetKind::User => "user",
        MentionTargetKind::Role => "role",
        MentionTargetKind::All => "all",
    }
}

/// Unread mentions of a page that mark older ones of their channel as read with them, as far as those are counted.
fn with_older(inbox: &InboxPage, unread: &UnreadMentions) -> BTreeSet<MessageId> {
    let shown = || inbox.entries.iter().filter(|entry| entry.unread);
    // The oldest mention that the page shows of each channel, and how many it shows.
    let mut of_channels: BTreeMap<ChannelId, (i64, u64)> = BTreeMap::new();
    for entry in shown() {
        let (oldest, number) = of_channels.entry(entry.channel.id).or_default();
        *oldest = entry.message.id.get();
        *number += 1;
    }
    let continues = |channel_id, number| inbox.more && (!unread.is_exact() || unread.in_channel(channel_id) > number);
    shown()
        .filter(|entry| {
            let found = of_channels.get(&entry.channel.id).copied();
            let (oldest, number) = found.unwrap_or_default();
            entry.message.id.get() > oldest || continues(entry.channel.id, number)
        })
        .map(|entry| entry.message.id)
        .collect()
}

/// The page before this one ended with the mention `before`, which was unread then, or `read_before`, which was read.
#[get("/inbox?<before>&<read_before>")]
pub(crate) async fn show(
    before: Option<&str>,
    read_before: Option<&str>,
    me: SignedIn<'_>,
    account: PageAccount,
    renderer: MessageRenderer<'_>,
    app: &App,
) -> Result<Page> {
    account.require(me)?;
    let id = |text| ids::parse(text).ok_or(Error::NotFound);
    let begin = match (before, read_before) {
        (Some(text), _) => InboxStart::Unread(id(text)?),
        (None, Some(text)) => InboxStart::Read(id(text)?),
        (None, None) => InboxStart::First,
    };
    let access = me.access(app).await?;
    let inbox = InboxPage::read(&app.db, access, begin, PAGE_SIZE).await?;
    let mut views = Vec::with_capacity(inbox.entries.len());
    for entry in &inbox.entries {
        let mut reader = Reader {
            // The inbox leads to the channel, which shows them.
            may_see_versions: false,
            acts: false,
            ..Reader::new(app, access.membership(entry.server.id)?)
        };
        if entry.message.content.contains('#') {
            reader.channels = channel_links::visible(access, entry.server.id);
        }
        views.push(MessageView::new(&entry.message, &inbox.people, &reader));
    }
    mark_similar_names(&mut views);
    let texts = renderer.render_part("chat/content", &views).await?;
    let with_older = with_older(&inbox, me.unread_mentions());
    let entries: Vec<_> = inbox
        .entries
        .iter()
        .zip(&views)
        .zip(texts)
        .map(|((entry, view), text)| {
            context! {
                message: view.head(),
                text,
                card_text: view.card_text(CARD_CHARACTERS),
                reason: reason(entry.reason),
                unread: entry.unread,
                marks_older: with_older.contains(&entry.message.id),
                channel: &entry.channel.name,
                server: &entry.server.name,
            }
        })
        .collect();
    let unread = inbox.entries.iter().filter(|entry| entry.unread);
    let last = inbox.entries.last().filter(|_| inbox.more).map(|last| {
        let begin = if last.unread { "before" } else { "read_before" };
        format!("{begin}={}", last.message.id)
    });
    Ok(Page::new(
        "chat/inbox",
        context! {
            entries,
            // Marking all as read leaves out what arrives after this page was rendered.
            newest_unread: unread.map(|entry| entry.message.id).max(),
            more: last,
            first_page: begin == InboxStart::First,
        },
    ))
}

#[derive(FromForm)]
pub(crate) struct InboxSeenForm<'r> {
    message_id: Option<&'r str>,
    up_to: Option<&'r str>,
}

#[post("/inbox/read", data = "<form>")]
pub(crate) async fn mark_read(
    form: Form<InboxSeenForm<'_>>,
    me: SignedIn<'_>,
    navigation: Navigation,
    app: &App,
) -> Result<Answer> {
    if let Some(text) = form.message_id {
        let id = ids::parse(text).ok_or(Error::NotFound)?;
        let marked = inbox::mark_read(app, me.id, id).await?;
        app.live.inbox_changed(me.id);
        let said = match marked.mentions {
            Some(1) => "1 mention is marked as read.".to_owned(),
            Some(number) => format!("{number} mentions are marked as read."),
            None => "The mentions up to there are marked as read.".to_owned(),
        };
        // The page goes on with the mention below the one that was marked.
        let next = if marked.leaves_unread { format!("/inbox?before={id}") } else { "/inbox".to_owned() };
        return Ok(Answer::said_on_page(navigation, next, said));
    }
    let up_to = match form.up_to {
        Some(text) => ids::parse(text).ok_or(Error::NotFound)?,
        None => app.id_times().first_id_at(app.now() + 1),
    };
    inbox::mark_all_read(app, me.id, up_to).await?;
    app.live.inbox_changed(me.id);
    Ok(Answer::to("/inbox"))
}
