//! `/servers`: a user's servers; creating, opening and leaving one.
//! The settings of a server are in the other modules here.

use std::ops::Range;

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::chat::Marks;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{self, ServerId};
use portico_store::models::servers::manage::{self, member::Direction};
use portico_store::models::{Membership, Server};

#[derive(FromForm)]
pub(crate) struct MoveForm<'r> {
    /// `up` or `down`.
    #[field(default = "")]
    direction: &'r str,
}

#[derive(FromForm)]
pub(crate) struct NewServer<'r> {
    #[field(default = "")]
    name: &'r str,
}

/// Servers on a page.
const PAGE_SIZE: usize = 50;

/// Where a page of the list starts: at the first server, or next to the last or first one of the previous page.
#[derive(Debug, Clone, Copy, Default)]
struct ListStart<'r> {
    after: Option<&'r str>,
    before: Option<&'r str>,
}

impl ListStart<'_> {
    /// Range of the servers on the page. The first page, if the user has left the named server since.
    fn range(self, servers: &[&Server]) -> Range<usize> {
        let place = |text: Option<&str>| {
            let id = ids::parse(text?)?;
            servers.iter().position(|server| server.id == id)
        };
        let start = match (place(self.after), place(self.before)) {
            (Some(last), _) => last + 1,
            (None, Some(first)) => first.saturating_sub(PAGE_SIZE),
            (None, None) => 0,
        };
        start..servers.len().min(start + PAGE_SIZE)
    }
}

async fn page(app: &App, me: &SignedIn<'_>, begin: ListStart<'_>, name: &str) -> Result<Page> {
    let access = me.access(app).await?;
    let marks = Marks::load(app, access, me.unread_mentions()).await?;
    let all: Vec<&Server> = access.servers().collect();
    let range = begin.range(&all);
    let before = all.get(range.start).filter(|_| range.start > 0);
    let after = all.get(range.end.wrapping_sub(1));
    let (before, after) =
        (before.map(|server| server.id), after.filter(|_| range.end < all.len()).map(|server| server.id));
    let servers: Vec<_> = all
        .get(range)
        .unwrap_or_default()
        .iter()
        .map(|server| {
            let at = all.iter().position(|one| one.id == server.id).unwrap_or_default();
            context! {
                up: at > 0,
                down: at + 1 < all.len(),
                at: marks.server(server),
                is_owner: server.owner_id == me.id,
            }
        })
        .collect();
    // The few that an admin suspended are on every page of a long list.
    let suspended = access.suspended.iter();
    let suspended: Vec<Value> = suspended.map(suspended_row).collect();
    Ok(Page::new("servers/list", context! { servers, suspended, name, before, after }))
}

/// A server that an admin suspended, as lists show it to a member: only its owner reads why.
pub(crate) fn suspended_row(membership: &Membership) -> Value {
    let server = &membership.server;
    let is_owner = membership.is_owner();
    json!({
        "id": server.id,
        "name": server.name,
        "is_owner": is_owner,
        "reason": is_owner.then_some(&server.suspended_for),
    })
}

#[get("/servers?<after>&<before>")]
pub(crate) async fn index(after: Option<&str>, before: Option<&str>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    page(app, &me, ListStart { after, before }, "").await
}

#[post("/servers", data = "<form>")]
pub(crate) async fn create(form: Form<NewServer<'_>>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    match form_faults(Server::create(app, me.id, form.name).await)? {
        Ok((server, _)) => Ok(Answer::to(format!("/servers/{}", server.id))),
        Err(faults) => Ok(Answer::Shown(page(app, &me, ListStart::default(), form.name).await?.faults(&faults))),
    }
}

/// Redirects to the first channel that the user can see.
#[get("/servers/<server_id>")]
pub(crate) async fn show(server_id: PathId<ServerId>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    let access = me.access(app).await?;
    let membership = access.membership(server_id.0)?;
    match access.channels_of(membership.server.id).next() {
        Some(channel) => Ok(Answer::to(format!("/channels/{}", channel.id))),
        None => Ok(Answer::Shown(Page::new(
            "servers/no_channel",
            context! { server: &membership.server.name, server_id: membership.server.id, manages: membership.may_open_settings() },
        ))),
    }
}

#[post("/servers/<server_id>/leave")]
pub(crate) async fn leave(server_id: PathId<ServerId>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    manage::member::leave(app, me.id, server_id.0).await?;
    Ok(Answer::said("/servers", "You have left the server."))
}

/// Moves a server in the user's own list.
#[post("/servers/<server_id>/move", data = "<form>")]
pub(crate) async fn move_server(
    server_id: PathId<ServerId>,
    form: Form<MoveForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    me.access(app).await?.membership(server_id.0)?;
    let direction = match form.direction {
        "up" => Direction::Up,
        "down" => Direction::Down,
        _ => return Err(Error::BadRequest("This form couldn’t be read. Go back and try again.")),
    };
    manage::member::move_server(app, me.id, server_id.0, direction).await?;
    Ok(Answer::to(format!("/servers#server-{}", server_id.0)))
}
