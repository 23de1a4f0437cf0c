//! `/`: the start page, or where signed-in users go on: into the chat, or to the portal if they build something. `/chat`: the
//! last channel.
//! The portal itself is in `portal`.

use rocket::get;
use rocket::http::CookieJar;
use rocket_dyn_templates::context;

use crate::app::App;
use crate::routes::cookies;
use crate::routes::guards::{SignedIn, Viewer};
use crate::routes::page::{Answer, Page};
use portico_platform::error::Result;
use portico_rules::ids::ChannelId;
use portico_store::models::servers::access::UserAccess;
use portico_store::models::{OauthApp, Webhook};

#[get("/")]
pub(crate) async fn show(viewer: &Viewer, app: &App, jar: &CookieJar<'_>) -> Result<Answer> {
    let Some(me) = SignedIn::from_viewer(viewer) else {
        let branding = app.branding();
        let paragraphs: Vec<&str> =
            branding.text.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).collect();
        return Ok(Answer::Shown(Page::new("home", context! { headline: &branding.headline, paragraphs })));
    };
    let access = me.access(app).await?;
    // Those who are in no server yet find their first steps in the portal.
    if access.joined.is_empty()
        || OauthApp::is_owned_by(&app.db, me.id).await?
        || Webhook::is_created_by(&app.db, me.id).await?
    {
        return Ok(Answer::to("/portal"));
    }
    Ok(to_chat(access, app, jar))
}

/// The way into the chat.
#[get("/chat")]
pub(crate) async fn chat(me: SignedIn<'_>, app: &App, jar: &CookieJar<'_>) -> Result<Answer> {
    Ok(to_chat(me.access(app).await?, app, jar))
}

/// Redirects to the channel that was open last in this browser, if the user can still see it; else to the one in which they
/// have read the newest message; else to the first one of their first server.
fn to_chat(access: &UserAccess, app: &App, jar: &CookieJar<'_>) -> Answer {
    let opened = cookies::last_channel(&app.config.base_url, jar).filter(|id| access.visible.contains_key(id));
    match opened.or_else(|| last_read(access)) {
        Some(id) => Answer::to(format!("/channels/{id}")),
        None => Answer::to("/servers"),
    }
}

fn last_read(access: &UserAccess) -> Option<ChannelId> {
    let read = access.visible.values().filter(|visible| visible.read > 0);
    let last = read.max_by_key(|visible| visible.read);
    let last = last.map(|visible| visible.channel.id);
    last.or_else(|| {
        let mut servers = access.servers();
        servers.find_map(|server| Some(access.channels_of(server.id).next()?.id))
    })
}
