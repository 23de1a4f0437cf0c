//! `/servers/<id>/settings/members/<id>/timeout`: timing a member out, and lifting a time-out.
//! The page of the member is in `members`.

use rocket::{FromForm, post};

use super::{members, settings};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::security::fetch_metadata::Navigation;
use portico_platform::error::Result;
use portico_rules::ids::{ServerId, UserId};
use portico_store::models::servers::manage;

/// For how long a member is timed out.
#[derive(FromForm)]
pub(crate) struct Length<'r> {
    #[field(default = "")]
    hours: &'r str,
}

#[post("/servers/<server_id>/settings/members/<user_id>/timeout", data = "<form>")]
pub(crate) async fn set(
    server_id: PathId<ServerId>,
    user_id: PathId<UserId>,
    form: Form<Length<'_>>,
    me: SignedIn<'_>,
    navigation: Navigation,
    app: &App,
) -> Result<Answer> {
    let (server, user) = (server_id.0, user_id.0);
    match form_faults(manage::time_out::time_out(app, me.id, server, user, form.hours).await)? {
        Ok(ends_at) => Ok(Answer::said_on_page(
            navigation,
            settings(server_id.0, &format!("/members/{user_id}")),
            match ends_at {
                Some(_) => "The member is timed out.",
                None => "The member is not timed out any more.",
            },
        )),
        Err(faults) => {
            let page = members::page(app, &me, server_id.0, user_id.0, members::MemberFields::default()).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
    }
}
