//! `/inbox`: what mentions a person, unread first.
//! The count in the header of an open page comes from `inbox_events`.

use rocket::form::Form;
use rocket::{FromForm, Route, get, post, routes};
use rocket_dyn_templates::context;

use super::drawn::{Drawn, Reader};
use crate::error::{Error, Result};
use crate::ids;
use crate::instance::Instance;
use crate::models::inbox::{self, Inbox};
use crate::models::mention::Kind;
use crate::routes::page::{Answer, Page};
use crate::routes::viewer::SignedIn;

pub(super) fn routes() -> Vec<Route> {
    routes![show, mark_read]
}

/// A reason as the page spells it.
fn reason(kind: Kind) -> &'static str {
    match kind {
        Kind::User => "user",
        Kind::Role => "role",
        Kind::All => "all",
    }
}

#[get("/inbox?<before>")]
async fn show(before: Option<&str>, me: SignedIn<'_>, at: &Instance) -> Result<Page> {
    let before = match before {
        Some(text) => Some(ids::parse(text).ok_or(Error::NotFound)?),
        None => None,
    };
    let inbox = Inbox::read(&*at.db, me.places(at).await?, before).await?;
    let reader = Reader {
        user_id: me.id,
        roles: inbox.roles.clone(),
    };
    let entries: Vec<_> = inbox
        .entries
        .iter()
        .map(|entry| {
            context! {
                message: Drawn::of(&entry.message, &inbox.cast, &reader),
                reason: reason(entry.reason),
                unread: entry.unread,
                channel: &entry.channel.name,
                server: &entry.server.name,
            }
        })
        .collect();
    let unread = inbox.entries.iter().filter(|entry| entry.unread);
    let last = inbox.entries.last().map(|entry| entry.message.id);
    Ok(Page::new(
        "chat/inbox",
        context! {
            entries,
            // Marking all as read leaves alone what arrives after this page was made.
            newest_unread: unread.map(|entry| entry.message.id).max(),
            more: last.filter(|_| inbox.more),
            first_page: before.is_none(),
        },
    ))
}

#[derive(FromForm)]
struct Seen<'r> {
    message_id: Option<&'r str>,
    up_to: Option<&'r str>,
}

#[post("/inbox/read", data = "<form>")]
async fn mark_read(form: Form<Seen<'_>>, me: SignedIn<'_>, at: &Instance) -> Result<Answer> {
    if let Some(text) = form.message_id {
        let id = ids::parse(text).ok_or(Error::NotFound)?;
        inbox::mark_read(at, me.id, id).await?;
    } else {
        let up_to = match form.up_to {
            Some(text) => ids::parse(text).ok_or(Error::NotFound)?,
            None => ids::first_id_at(at.now() + 1),
        };
        inbox::mark_all_read(at, me.id, up_to).await?;
    }
    Ok(Answer::to("/inbox"))
}
