//! `/invites/<code>`: a server as an invite shows it, and joining it.
//! Creating invites is in `servers::invites`.

use rocket::http::Status;
use rocket::{get, post};
use rocket_dyn_templates::context;
use serde_json::json;

use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::guards::Viewer;
use crate::routes::page::{Answer, Page, form_faults};
use portico_platform::error::{Error, Result};
use portico_store::models::servers::ban;
use portico_store::models::servers::invite::BANNED;
use portico_store::models::servers::member::{self, list};
use portico_store::models::{Invite, User};

/// The page of an invite that doesn't work, the same for one that never did: it names no server. It says what to do, since
/// the visitor did nothing wrong.
fn gone() -> Page {
    Page::new(
        "error",
        context! {
            status: Status::NotFound.code,
            title: "This invite doesn’t work",
            text: "It expired, was used up or was deleted, or the link is incomplete.",
            advice: "Ask the person who sent it to you for a new one.",
        },
    )
    .status(Status::NotFound)
}

#[get("/invites/<code>")]
pub(crate) async fn show(code: &str, viewer: &Viewer, app: &App) -> Result<Page> {
    page(code, viewer, app).await
}

/// The page of an invite, which also people without an account see: they sign in or sign up from it, and come back.
async fn page(code: &str, viewer: &Viewer, app: &App) -> Result<Page> {
    let (invite, server) = match Invite::find_working(&app.db, code).await {
        Err(Error::NotFound) => return Ok(gone()),
        found => found?,
    };
    let me = viewer.signed_in.as_ref().map(|(_, me)| me.id);
    let is_member = match me {
        Some(me) if ban::is_banned(&app.db, server.id, me).await? => return Err(Error::Forbidden(BANNED)),
        Some(me) => member::find(&app.db, server.id, me).await?.is_some(),
        None => false,
    };
    let owner = User::find(&app.db, server.owner_id).await?;
    let inviter = invite.creator(&app.db).await?;
    let next = Continuation::or_home(Some(&format!("/invites/{}", invite.code)));
    Ok(Page::new(
        "invites/show",
        context! {
            code,
            server: &server.name,
            server_id: server.id,
            picture: server.picture_path(),
            mark: server.name.chars().next().map(|first| first.to_uppercase().to_string()),
            owner: owner.map(|owner| owner.nickname),
            inviter: inviter.map(|inviter| json!({ "name": inviter.name, "nickname": inviter.nickname })),
            members: list::count(&app.db, server.id).await?,
            is_member,
            next: next.as_str(),
            sign_in: next.after("/sign-in"),
            sign_up: next.after("/sign-up"),
        },
    ))
}

#[post("/invites/<code>")]
pub(crate) async fn join(code: &str, viewer: &Viewer, app: &App) -> Result<Answer> {
    let Some((_, me)) = &viewer.signed_in else {
        // A link that doesn't work says so before anyone signs in for it.
        return match Invite::server(&app.db, code).await {
            Err(Error::NotFound) => Ok(Answer::Shown(gone())),
            found => found.and(Err(Error::SignedOut)),
        };
    };
    let joined = match Invite::join(app, me.id, code).await {
        Err(Error::NotFound) => return Ok(Answer::Shown(gone())),
        joined => joined,
    };
    match form_faults(joined)? {
        Ok(server) => Ok(Answer::to(format!("/servers/{}", server.id))),
        Err(faults) => {
            let page = page(code, viewer, app).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}
