//! `/sign-up`: creating an account.
//! Phones are verified later, in the settings.

use rocket::http::CookieJar;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use super::begin_session;
use crate::app::App;
use crate::chat::names;
use crate::error::Result;
use crate::models::User;
use crate::models::accounts::user::NewUser;
use crate::routes::continuation::Continuation;
use crate::routes::guards::{Asking, Viewer};
use crate::routes::page::{Answer, Page, form_faults, to};
use crate::routes::sent_form::Form;
use crate::security::throttle::LimitKind;

#[derive(FromForm)]
pub(crate) struct SignUp<'r> {
    #[field(default = "")]
    nickname: &'r str,
    #[field(default = "")]
    name: &'r str,
    #[field(default = "")]
    password: &'r str,
    #[field(default = "")]
    next: &'r str,
}

fn page(nickname: &str, name: &str, next: &Continuation) -> Page {
    Page::new(
        "accounts/sign_up",
        context! {
            nickname,
            name,
            next: next.as_str(),
            sign_in: next.after("/sign-in"),
            sign_up: next.after("/sign-up"),
        },
    )
}

#[get("/sign-up?<next>")]
pub(crate) fn show(viewer: &Viewer, next: Option<&str>) -> Answer {
    let next = next
        .and_then(Continuation::read)
        .unwrap_or_else(Continuation::home);
    match viewer.signed_in {
        Some(_) => Answer::Done(to(next.as_str())),
        None => Answer::Shown(page("", "", &next)),
    }
}

#[post("/sign-up", data = "<form>")]
pub(crate) async fn create(
    form: Form<SignUp<'_>>,
    viewer: &Viewer,
    app: &App,
    asking: Asking<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let next = Continuation::read(form.next).unwrap_or_else(Continuation::home);
    app.throttle
        .check_address(LimitKind::SignUpAddress, asking.address)
        .await?;
    app.throttle
        .check(LimitKind::SignUpName, &names::fold(form.nickname.trim()))
        .await?;
    let new = NewUser {
        nickname: form.nickname,
        name: form.name,
        password: form.password,
    };
    match form_faults(User::sign_up(app, new, asking.browser()).await)? {
        Err(faults) => Ok(Answer::Shown(
            page(form.nickname, form.name, &next).faults(&faults),
        )),
        Ok(user) => {
            begin_session(app, viewer, &user, asking, jar).await?;
            Ok(Answer::Done(to(next.as_str())))
        }
    }
}
