//! `/confirm`: the password again, before an action that can't be undone.
//! Which actions need it is decided by their routes (`SignedIn::require_fresh`).

use rocket::http::CookieJar;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use crate::app::App;
use crate::error::{Faults, Result};
use crate::routes::continuation::Continuation;
use crate::routes::cookies;
use crate::routes::guards::{Asking, Viewer};
use crate::routes::page::{Answer, Page, to};
use crate::routes::sent_form::Form;
use crate::security::throttle::LimitKind;
use crate::security::tokens::Plain;

#[derive(FromForm)]
pub(crate) struct Confirm<'r> {
    #[field(default = "")]
    password: &'r str,
    #[field(default = "")]
    next: &'r str,
}

fn page(next: &Continuation) -> Page {
    Page::new("accounts/confirm", context! { next: next.as_str() })
}

/// Those who are signed out sign in, which asks for the password too.
fn sign_in(next: &Continuation) -> Answer {
    Answer::Done(to(next.after("/sign-in")))
}

#[get("/confirm?<next>")]
pub(crate) fn show(viewer: &Viewer, next: Option<&str>) -> Answer {
    let next = next
        .and_then(Continuation::read)
        .unwrap_or_else(Continuation::home);
    match viewer.signed_in {
        Some(_) => Answer::Shown(page(&next)),
        None => sign_in(&next),
    }
}

#[post("/confirm", data = "<form>")]
pub(crate) async fn create(
    form: Form<Confirm<'_>>,
    viewer: &Viewer,
    app: &App,
    asking: Asking<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let next = Continuation::read(form.next).unwrap_or_else(Continuation::home);
    let Some((session, user)) = &viewer.signed_in else {
        return Ok(sign_in(&next));
    };
    // By session: strangers who guess at the account don't lock its owner out, and a stolen session is limited too.
    app.throttle.check(LimitKind::Confirm, session.id).await?;
    let mut user = user.clone();
    let password = Plain::from(form.password);
    if !user
        .confirm(app, &app.security_log, &password, asking.browser())
        .await?
    {
        let faults = Faults::one("password", "Wrong password. Try again.");
        return Ok(Answer::Shown(page(&next).faults(&faults)));
    }
    let (_, token) = session.renew(app, &user, asking.browser()).await?;
    cookies::set_session(&app.config.base_url, jar, &token);
    cookies::set_known(app, jar, &user);
    Ok(Answer::Done(to(next.as_str())))
}
