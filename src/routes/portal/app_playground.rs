//! `/portal/apps/<id>/playground`: the sign-in, step by step: the link, what comes back, the exchange, the identity.
//! Nothing is kept of it; the steps themselves are taken in `oauth`.

use rocket::get;
use rocket_dyn_templates::context;
use serde_json::json;

use super::app_page::shown;
use super::apps::visible;
use super::link::{Link, LinkQuery};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::Page;
use crate::routes::path_ids::PathId;
use portico_platform::error::Result;
use portico_rules::ids::AppId;
use portico_store::models::oauth::profile::Profile;
use portico_store::models::oauth::redirect_uri;

#[get("/portal/apps/<id>/playground?<chosen..>")]
pub(crate) async fn show(id: PathId<AppId>, chosen: LinkQuery<'_>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    let oauth_app = visible(app, me, id.0).await?;
    let uris = redirect_uri::all_of(&app.db, oauth_app.id).await?;
    let picture = me.avatar_url(&app.config.base_url);
    let identity = match oauth_app.profile {
        Profile::Native => json!({
            "chat_user_id": me.id,
            "nickname": me.nickname,
            "name": me.name,
            "avatar_url": picture,
        }),
        Profile::OpenId => json!({
            "sub": me.id.to_string(),
            "name": me.name,
            "nickname": me.nickname,
            "preferred_username": me.nickname,
            "picture": picture,
        }),
    };
    Ok(Page::new(
        "portal/app_playground",
        context! {
            app: shown(&oauth_app),
            uris: &uris,
            link: Link::new(chosen, &oauth_app, &uris).shown(app, &oauth_app),
            identity: serde_json::to_string_pretty(&identity).unwrap_or_default(),
        },
    ))
}
