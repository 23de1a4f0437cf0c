//! `/settings/profile`: nickname, display name and picture. `oauth` sends parts of it to apps.

use rocket::form::Contextual;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::json;

use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::sent_form::Form;
use crate::routes::upload::too_large;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::language::ALL;
use portico_rules::shown_fields::changed;
use portico_store::models::accounts::user::{NewPicture, NewProfile};

/// Nickname and name are read from the form's context, which has them even if the form is cut off after them. Missing
/// fields stay as they are.
#[derive(FromForm)]
pub(crate) struct Profile {
    #[field(default = false)]
    remove_avatar: bool,
}

/// Values of the fields, and their values before anything was typed.
#[derive(Clone, Copy)]
struct Names<'a> {
    nickname: &'a str,
    name: &'a str,
    shown_nickname: &'a str,
    shown_name: &'a str,
}

fn page(me: SignedIn<'_>, names: Names<'_>) -> Page {
    Page::new(
        "settings/profile",
        context! {
            nickname: names.nickname,
            name: names.name,
            was: context! { nickname: names.shown_nickname, name: names.shown_name },
            has_picture: me.picture_at.is_some(),
            own_language: me.language.as_deref(),
            languages: ALL.map(|language| json!({ "tag": language.tag, "name": language.name })),
        },
    )
}

#[get("/settings/profile")]
pub(crate) fn show(me: SignedIn<'_>) -> Page {
    page(me, Names { nickname: &me.nickname, name: &me.name, shown_nickname: &me.nickname, shown_name: &me.name })
}

#[post("/settings/profile", data = "<form>")]
pub(crate) async fn save(form: Form<Contextual<'_, Profile>>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    let (Contextual { value, context }, avatar) = form.into_parts();
    let nickname = context.field_value("nickname").unwrap_or(&me.nickname);
    let name = context.field_value("name").unwrap_or(&me.name);
    let shown_nickname = context.field_value("nickname/was");
    let shown_name = context.field_value("name/was");
    let names = Names {
        nickname,
        name,
        shown_nickname: shown_nickname.unwrap_or(&me.nickname),
        shown_name: shown_name.unwrap_or(&me.name),
    };
    let again = || page(me, names);
    if let Some(sentence) = too_large(&context) {
        let faults = FieldErrors::one("avatar", sentence);
        return Ok(Answer::Shown(again().faults(&faults)));
    }
    let Some(profile) = value else {
        return Err(Error::BadRequest("This form couldn’t be read. Go back and try again."));
    };
    let picture = match avatar.picture().await {
        Ok(Some(png)) => Ok(NewPicture::Uploaded(png)),
        Ok(None) if profile.remove_avatar => Ok(NewPicture::Generated),
        Ok(None) => Ok(NewPicture::Same),
        Err(sentence) => Err(sentence),
    };
    let new = NewProfile {
        nickname: changed(nickname, shown_nickname).unwrap_or(&me.nickname),
        name: changed(name, shown_name).unwrap_or(&me.name),
        picture,
    };
    match form_faults(me.change_profile(app, new).await)? {
        Err(faults) => Ok(Answer::Shown(again().faults(&faults))),
        Ok(()) => Ok(Answer::said("/settings/profile", "Your profile is saved.")),
    }
}
