//! `/inbox`: messages that mention the user, unread ones first.
//! The count in the header of an open page comes from `inbox_events`.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use super::channel_links;
use super::message_view::{MessageView, Reader, mark_similar_names};
use crate::app::App;
use crate::error::{Error, Result};
use crate::ids;
use crate::models::messages::inbox::{self, Begin, Inbox, PAGE};
use crate::models::messages::mention::TargetKind;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page};
use crate::routes::sent_form::Form;

/// How many characters of a message's cards are shown.
const CARD_CHARACTERS: usize = 300;

/// A reason as the page writes it.
fn reason(kind: TargetKind) -> &'static str {
    match kind {
        TargetKind::User => "user",
        TargetKind::Role => "role",
        TargetKind::All => "all",
    }
}

/// The page before this one ended with the mention `before`, which was unread then, or `read_before`, which was read.
#[get("/inbox?<before>&<read_before>")]
pub(crate) async fn show(
    before: Option<&str>,
    read_before: Option<&str>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Page> {
    let id = |text| ids::parse(text).ok_or(Error::NotFound);
    let begin = match (before, read_before) {
        (Some(text), _) => Begin::Unread(id(text)?),
        (None, Some(text)) => Begin::Read(id(text)?),
        (None, None) => Begin::First,
    };
    let access = me.access(app).await?;
    let inbox = Inbox::read(&app.db, access, begin, PAGE).await?;
    let mut reader = Reader {
        base_url: &app.config.base_url,
        user_id: me.id,
        roles: inbox.roles.clone(),
        // The inbox leads to the channel, which shows them.
        may_see_versions: false,
        acts: false,
        pictures_on_click: false,
        channels: channel_links::Channels::default(),
    };
    let mut views = Vec::with_capacity(inbox.entries.len());
    for entry in &inbox.entries {
        reader.pictures_on_click = entry.server.pictures_on_click;
        if entry.message.content.contains('#') {
            reader.channels = channel_links::visible(access, entry.server.id);
        }
        views.push(MessageView::of(&entry.message, &inbox.people, &reader));
    }
    mark_similar_names(&mut views);
    let entries: Vec<_> = inbox
        .entries
        .iter()
        .zip(&views)
        .map(|(entry, view)| {
            context! {
                message: view.context(),
                card_text: view.card_text(CARD_CHARACTERS),
                reason: reason(entry.reason),
                unread: entry.unread,
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
            first_page: begin == Begin::First,
        },
    ))
}

#[derive(FromForm)]
pub(crate) struct Seen<'r> {
    message_id: Option<&'r str>,
    up_to: Option<&'r str>,
}

#[post("/inbox/read", data = "<form>")]
pub(crate) async fn mark_read(form: Form<Seen<'_>>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    if let Some(text) = form.message_id {
        let id = ids::parse(text).ok_or(Error::NotFound)?;
        inbox::mark_read(app, me.id, id).await?;
    } else {
        let up_to = match form.up_to {
            Some(text) => ids::parse(text).ok_or(Error::NotFound)?,
            None => ids::first_id_at(app.now() + 1),
        };
        inbox::mark_all_read(app, me.id, up_to).await?;
    }
    Ok(Answer::to("/inbox"))
}
