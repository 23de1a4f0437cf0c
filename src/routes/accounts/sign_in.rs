//! `/sign-in` and `/sign-out`: sessions begin and end here.
//! What more may have to be shown than a password would be asked for where the first factor has passed.

use rocket::form::Form;
use rocket::http::CookieJar;
use rocket::{FromForm, Route, get, post, routes};
use rocket_dyn_templates::context;

use super::begin_session;
use crate::error::{Faults, Result};
use crate::instance::Instance;
use crate::models::User;
use crate::models::user::FirstFactor;
use crate::routes::continuation::Continuation;
use crate::routes::cookies;
use crate::routes::page::{Answer, Page, to};
use crate::routes::viewer::{Asking, Viewer};
use crate::security::throttle::Kind;

pub(super) fn routes() -> Vec<Route> {
    routes![show, create, destroy]
}

#[derive(FromForm)]
struct SignIn<'r> {
    #[field(default = "")]
    login: &'r str,
    #[field(default = "")]
    password: &'r str,
    #[field(default = "")]
    next: &'r str,
}

fn page(login: &str, next: &Continuation) -> Page {
    Page::new(
        "accounts/sign_in",
        context! {
            login,
            next: next.as_str(),
            sign_in: next.after("/sign-in"),
            sign_up: next.after("/sign-up"),
            reset: next.after("/reset"),
        },
    )
}

#[get("/sign-in?<next>")]
fn show(viewer: &Viewer, next: Option<&str>) -> Answer {
    let next = next
        .and_then(Continuation::read)
        .unwrap_or_else(Continuation::home);
    match viewer.signed_in {
        Some(_) => Answer::Done(to(next.as_str())),
        None => Answer::Shown(page("", &next)),
    }
}

#[post("/sign-in", data = "<form>")]
async fn create(
    form: Form<SignIn<'_>>,
    viewer: &Viewer,
    at: &Instance,
    asking: Asking<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let next = Continuation::read(form.next).unwrap_or_else(Continuation::home);
    // Unknown names are counted like known ones, or the limit would tell them apart.
    at.throttle
        .check_address(Kind::SignInAddress, asking.address)
        .await?;
    at.throttle
        .check(Kind::SignInAccount, &form.login.trim().to_lowercase())
        .await?;
    match User::sign_in(at, form.login, form.password, asking.browser()).await? {
        FirstFactor::Passed(user) => {
            begin_session(at, viewer, &user, asking, jar).await?;
            Ok(Answer::Done(to(next.as_str())))
        }
        FirstFactor::Failed => {
            let faults = Faults::one(
                "form",
                "Wrong nickname, phone number or password. Check them and try again.",
            );
            Ok(Answer::Shown(page(form.login, &next).faults(&faults)))
        }
    }
}

#[derive(FromForm)]
struct SignOut<'r> {
    #[field(default = "")]
    next: &'r str,
}

#[post("/sign-out", data = "<form>")]
async fn destroy(
    form: Option<Form<SignOut<'_>>>,
    viewer: &Viewer,
    at: &Instance,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    if let Some((session, _)) = &viewer.signed_in {
        session.end(&*at.db).await?;
    }
    cookies::drop_session(&at.config.base_url, jar);
    let next = form
        .and_then(|form| Continuation::read(form.next))
        .unwrap_or_else(Continuation::home);
    Ok(Answer::to(next.as_str()))
}
