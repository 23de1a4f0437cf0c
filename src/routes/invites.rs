//! `/invites/<code>`: a server as an invite shows it, and joining it.
//! Making invites stands with the settings of servers.

use rocket::http::Status;
use rocket::{Route, get, post, routes};
use rocket_dyn_templates::context;

use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::models::member::{self, roll};
use crate::models::{Invite, User};
use crate::routes::page::{Answer, Page};
use crate::routes::viewer::SignedIn;

/// The routes of invites.
pub fn routes() -> Vec<Route> {
    routes![show, join]
}

/// Says what to do about a link that leads nowhere: whoever holds it did nothing wrong.
fn gone() -> Page {
    Page::new(
        "error",
        context! {
            status: Status::NotFound.code,
            title: "This invite doesn’t work",
            text: "It was deleted, or the link is incomplete.",
            advice: "Ask the person who sent it to you for a new one.",
        },
    )
    .status(Status::NotFound)
}

#[get("/invites/<code>")]
async fn show(code: &str, me: SignedIn<'_>, at: &Instance) -> Result<Page> {
    page(code, &me, at).await
}

async fn page(code: &str, me: &SignedIn<'_>, at: &Instance) -> Result<Page> {
    let server = match Invite::server(&*at.db, code).await {
        Err(Error::NotFound) => return Ok(gone()),
        found => found?,
    };
    let owner = User::find(&*at.db, server.owner_id).await?;
    Ok(Page::new(
        "invites/show",
        context! {
            code,
            server: &server.name,
            server_id: server.id,
            mark: server.name.chars().next().map(|first| first.to_uppercase().to_string()),
            owner: owner.map(|owner| owner.nickname),
            members: roll::count(&*at.db, server.id).await?,
            is_member: member::find(&*at.db, server.id, me.id).await?.is_some(),
        },
    ))
}

#[post("/invites/<code>")]
async fn join(code: &str, me: SignedIn<'_>, at: &Instance) -> Result<Answer> {
    match Invite::join(at, me.id, code).await {
        Ok(server) => Ok(Answer::to(format!("/servers/{}", server.id))),
        Err(Error::Faults(faults)) => Ok(Answer::Shown(page(code, &me, at).await?.faults(&faults))),
        Err(err) => Err(err),
    }
}
