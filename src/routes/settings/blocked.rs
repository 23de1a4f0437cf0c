//! `/settings/blocked`: whom the person has blocked; blocking someone, and undoing it.
//! `chat::message_view` decides how their messages are shown.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults, person};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::security::fetch_metadata::Navigation;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{self, UserId};
use portico_store::models::servers::blocked_user;

const PATH: &str = "/settings/blocked";

async fn page(app: &App, me: &SignedIn<'_>) -> Result<Page> {
    let blocked: Vec<Value> = blocked_user::all_of(&app.db, me.id)
        .await?
        .iter()
        .map(|(user, at)| json!({ "id": user.id, "person": person(user), "at": at }))
        .collect();
    Ok(Page::new("settings/blocked", context! { blocked }))
}

#[get("/settings/blocked")]
pub(crate) async fn show(me: SignedIn<'_>, app: &App) -> Result<Page> {
    page(app, &me).await
}

#[derive(FromForm)]
pub(crate) struct BlockForm<'r> {
    #[field(default = "")]
    user_id: &'r str,
}

#[post("/settings/blocked", data = "<form>")]
pub(crate) async fn block(
    form: Form<BlockForm<'_>>,
    me: SignedIn<'_>,
    navigation: Navigation,
    app: &App,
) -> Result<Answer> {
    let user_id = ids::parse(form.user_id).ok_or(Error::NotFound)?;
    match form_faults(blocked_user::block(app, me.id, user_id).await)? {
        Ok(user) => {
            let sentence = format!("@{} is blocked. They don’t learn of it.", user.nickname);
            Ok(Answer::said_on_page(navigation, PATH, sentence))
        }
        Err(faults) => Ok(Answer::Shown(page(app, &me).await?.faults(&faults))),
    }
}

#[post("/settings/blocked/<user_id>/delete")]
pub(crate) async fn unblock(
    user_id: PathId<UserId>,
    me: SignedIn<'_>,
    navigation: Navigation,
    app: &App,
) -> Result<Answer> {
    if !blocked_user::unblock(app, me.id, user_id.0).await? {
        return Err(Error::NotFound);
    }
    Ok(Answer::said_on_page(navigation, PATH, "This person is no longer blocked."))
}
