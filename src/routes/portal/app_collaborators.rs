//! `/portal/apps/<id>/collaborators`: the people whom the owner of an app lets see it. The form is on the app's page.

use rocket::{FromForm, post};

use super::app_page;
use super::apps::{owned, visible};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::Result;
use portico_rules::ids::{AppId, UserId};
use portico_store::models::AppCollaborator;

#[derive(FromForm)]
pub(crate) struct CollaboratorForm<'r> {
    #[field(default = "")]
    nickname: &'r str,
}

#[post("/portal/apps/<id>/collaborators", data = "<form>")]
pub(crate) async fn add(
    id: PathId<AppId>,
    form: Form<CollaboratorForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let oauth_app = owned(app, me, id.0).await?;
    match form_faults(AppCollaborator::add(app, &oauth_app, form.nickname).await)? {
        Ok(added) => Ok(Answer::said(
            format!("/portal/apps/{}#collaborators", oauth_app.id),
            format!("@{} can see {}.", added.nickname, oauth_app.name),
        )),
        Err(faults) => {
            let page = app_page::overview(app, me, &oauth_app, "", form.nickname).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}

/// The owner removes a collaborator; a collaborator leaves by their own id.
#[post("/portal/apps/<id>/collaborators/<user_id>/delete")]
pub(crate) async fn remove(id: PathId<AppId>, user_id: PathId<UserId>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    if user_id.0 == me.id {
        let oauth_app = visible(app, me, id.0).await?;
        AppCollaborator::leave(app, me.id, oauth_app.id).await?;
        return Ok(Answer::said("/portal", format!("You no longer see {}.", oauth_app.name)));
    }
    let oauth_app = owned(app, me, id.0).await?;
    let removed = AppCollaborator::remove(app, &oauth_app, user_id.0).await?;
    Ok(Answer::said(
        format!("/portal/apps/{}#collaborators", oauth_app.id),
        format!("@{} no longer sees {}.", removed.nickname, oauth_app.name),
    ))
}
