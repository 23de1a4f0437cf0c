//! `/sign-up`: creating an account, where that is open.
//! Phones are verified later, in the settings.

use rocket::http::{CookieJar, Status};
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use super::begin_session;
use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::guards::{Browser, Viewer};
use crate::routes::page::{Answer, Page, form_faults, to};
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_platform::throttle::LimitKind;
use portico_rules::chat::names;
use portico_store::models::accounts::user::{NewUser, STALE_LINK};
use portico_store::models::instance::sign_up::SignUpMode;
use portico_store::models::{Invite, Server, User};

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
    #[field(default = "")]
    admin: &'r str,
}

/// The page of the form. `joins` is the server that the new account becomes a member of.
fn page(nickname: &str, name: &str, next: &Continuation, admin: &str, joins: Option<&Server>) -> Page {
    Page::new(
        "accounts/sign_up",
        context! {
            nickname,
            name,
            admin,
            joins: joins.map(|server| &server.name),
            next: next.as_str(),
            sign_in: next.after("/sign-in"),
            sign_up: next.after("/sign-up"),
        },
    )
}

/// The page where sign-up is closed, or needs an invite.
fn closed(mode: SignUpMode, next: &Continuation) -> Page {
    Page::new("accounts/sign_up_closed", context! { mode: mode.name(), sign_in: next.after("/sign-in") })
}

#[get("/sign-up?<next>&<admin>")]
pub(crate) async fn show(viewer: &Viewer, next: Option<&str>, admin: Option<&str>, app: &App) -> Result<Answer> {
    let next = Continuation::or_home(next);
    if viewer.signed_in.is_some() {
        return Ok(Answer::Done(to(next.as_str())));
    }
    let admin = admin.unwrap_or_default();
    if !admin.is_empty() && User::is_first_admin_link(app, &admin.into()).await? {
        return Ok(Answer::Shown(page("", "", &next, admin, None)));
    }
    let (mode, invite) = entry(app, &next).await?;
    if !mode.admits(invite.is_some()) {
        return Ok(Answer::Shown(closed(mode, &next)));
    }
    let shown = page("", "", &next, "", invite.as_ref().map(|(_, server)| server));
    Ok(Answer::Shown(if admin.is_empty() { shown } else { shown.faults(&FieldErrors::one("form", STALE_LINK)) }))
}

/// Who can sign up, and the invite that they come by, if it works: its code and server.
async fn entry<'n>(app: &App, next: &'n Continuation) -> Result<(SignUpMode, Option<(&'n str, Server)>)> {
    let mode = SignUpMode::of(&app.db).await?;
    let Some(code) = next.as_str().strip_prefix("/invites/") else {
        return Ok((mode, None));
    };
    match Invite::server(&app.db, code).await {
        Ok(server) => Ok((mode, Some((code, server)))),
        Err(Error::NotFound) => Ok((mode, None)),
        Err(err) => Err(err),
    }
}

#[post("/sign-up", data = "<form>")]
pub(crate) async fn create(
    form: Form<SignUp<'_>>,
    viewer: &Viewer,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let next = Continuation::or_home(Some(form.next));
    app.throttle.check_address(LimitKind::SignUpAddress, browser.address).await?;
    app.throttle.check(LimitKind::SignUpName, &names::fold(form.nickname.trim())).await?;
    let new = NewUser { nickname: form.nickname, name: form.name, password: form.password };
    // Each with where it leads.
    let onward = |user: User| (user, next.as_str().to_owned());
    let mut joins = None;
    let made = match form.admin {
        "" => {
            let (mode, invite) = entry(app, &next).await?;
            if !mode.admits(invite.is_some()) {
                let page = closed(mode, &next).status(Status::Forbidden);
                return Ok(Answer::Shown(page));
            }
            match invite {
                Some((code, server)) => {
                    joins = Some(server);
                    let joined = Invite::sign_up(app, new, code, browser.0).await;
                    joined.map(|(user, server)| (user, format!("/servers/{}", server.id)))
                }
                None => User::sign_up(app, new, browser.0).await.map(onward),
            }
        }
        secret => User::sign_up_first_admin(app, new, &secret.into(), browser.0).await.map(onward),
    };
    match form_faults(made)? {
        Err(faults) => {
            let page = page(form.nickname, form.name, &next, form.admin, joins.as_ref());
            Ok(Answer::Shown(page.faults(&faults)))
        }
        Ok((user, path)) => {
            begin_session(app, viewer, &user, browser, jar).await?;
            Ok(Answer::Done(to(path)))
        }
    }
}
