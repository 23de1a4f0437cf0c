//! `/servers`: the servers somebody is in, making one, going to one, leaving one.
//! The settings of a server stand beside this file.

use rocket::form::Form;
use rocket::{FromForm, Route, get, post, routes};
use rocket_dyn_templates::context;

use super::{id_of, sorted};
use crate::error::Result;
use crate::instance::Instance;
use crate::models::{Server, member};
use crate::routes::chat::Marks;
use crate::routes::page::{Answer, Page};
use crate::routes::viewer::SignedIn;

pub(super) fn routes() -> Vec<Route> {
    routes![index, create, show, leave]
}

#[derive(FromForm)]
struct NewServer<'r> {
    #[field(default = "")]
    name: &'r str,
}

async fn page(at: &Instance, me: &SignedIn<'_>, name: &str) -> Result<Page> {
    let places = me.places(at).await?;
    let marks = Marks::of(at, places, me.unread_mentions()).await?;
    let servers: Vec<_> = places
        .servers()
        .map(|server| {
            context! {
                at: marks.server(server.id, &server.name),
                is_owner: server.owner_id == me.id,
            }
        })
        .collect();
    Ok(Page::new("servers/list", context! { servers, name }))
}

#[get("/servers")]
async fn index(me: SignedIn<'_>, at: &Instance) -> Result<Page> {
    page(at, &me, "").await
}

#[post("/servers", data = "<form>")]
async fn create(form: Form<NewServer<'_>>, me: SignedIn<'_>, at: &Instance) -> Result<Answer> {
    match sorted(Server::create(at, me.id, form.name).await)? {
        Ok((server, _)) => Ok(Answer::to(format!("/servers/{}", server.id))),
        Err(faults) => Ok(Answer::Shown(
            page(at, &me, form.name).await?.faults(&faults),
        )),
    }
}

/// Goes to the first channel that they may view.
#[get("/servers/<server_id>")]
async fn show(server_id: &str, me: SignedIn<'_>, at: &Instance) -> Result<Answer> {
    let places = me.places(at).await?;
    let standing = places.standing(id_of(server_id)?)?;
    match places.channels_of(standing.server.id).next() {
        Some(channel) => Ok(Answer::to(format!("/channels/{}", channel.id))),
        None => Ok(Answer::Shown(Page::new(
            "servers/no_channel",
            context! { server: &standing.server.name, server_id: standing.server.id, manages: standing.manages() },
        ))),
    }
}

#[post("/servers/<server_id>/leave")]
async fn leave(server_id: &str, me: SignedIn<'_>, at: &Instance) -> Result<Answer> {
    member::leave(at, me.id, id_of(server_id)?).await?;
    Ok(Answer::said("/servers", "You have left the server."))
}
