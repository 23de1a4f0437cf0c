//! `/portal/apps/<id>/playground`: the sign-in, step by step: the link, what comes back, the exchange, the identity.
//! Nothing is kept of it; the steps themselves are taken in `oauth`.

use rocket::{Route, get, routes};
use rocket_dyn_templates::context;
use serde_json::json;

use super::app_page::shown;
use super::apps::owned;
use super::link::{Chosen, Link};
use crate::error::Result;
use crate::instance::Instance;
use crate::models::redirect_uri;
use crate::routes::page::Page;
use crate::routes::viewer::SignedIn;

pub(super) fn routes() -> Vec<Route> {
    routes![show]
}

#[get("/portal/apps/<id>/playground?<chosen..>")]
async fn show(id: &str, chosen: Chosen<'_>, me: SignedIn<'_>, at: &Instance) -> Result<Page> {
    let app = owned(at, me, id).await?;
    let uris = redirect_uri::all_of(&*at.db, app.id).await?;
    let identity = json!({
        "chat_user_id": me.id,
        "nickname": me.nickname,
        "name": me.name,
        "avatar_url": me.avatar_url(&at.config.base_url),
    });
    Ok(Page::new(
        "portal/app_playground",
        context! {
            app: shown(&app),
            uris: &uris,
            link: Link::of(chosen, &uris).shown(at, &app),
            identity: serde_json::to_string_pretty(&identity).unwrap_or_default(),
        },
    ))
}
