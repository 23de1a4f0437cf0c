//! `/sign-up`: creating an account, where that is open.
//! Phones are verified later, in the settings.

use rocket::http::{CookieJar, Status};
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;

use super::begin_session;
use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::guards::{Browser, SignedIn, Viewer};
use crate::routes::page::{Answer, Page, form_faults, to};
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_platform::throttle::LimitKind;
use portico_rules::chat::names;
use portico_store::models::accounts::user::{NewUser, STALE_LINK};
use portico_store::models::instance::sign_up::SignUpMode;
use portico_store::models::instance::sign_up_link::SignUpLink;
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
    /// The secret of the link that makes the first admin.
    #[field(default = "")]
    admin: &'r str,
    /// The secret of a sign-up link.
    #[field(default = "")]
    link: &'r str,
}

impl<'r> SignUp<'r> {
    /// An empty form, opened by a link with these secrets.
    fn opened(admin: &'r str, link: &'r str) -> Self {
        Self { nickname: "", name: "", password: "", next: "", admin, link }
    }

    /// The page of the form. `joins` is the server that the new account becomes a member of.
    fn page(&self, next: &Continuation, joins: Option<&Server>) -> Page {
        let Self { nickname, name, admin, link, .. } = *self;
        // Those who have an account become the admin with it.
        let own = Continuation::read(&format!("/sign-up?admin={admin}")).filter(|_| !admin.is_empty());
        Page::new(
            "accounts/sign_up",
            context! {
                nickname,
                name,
                admin,
                link,
                joins: joins.map(|server| &server.name),
                next: next.as_str(),
                sign_in: own.as_ref().unwrap_or(next).after("/sign-in"),
                sign_up: next.after("/sign-up"),
            },
        )
    }
}

/// The page where someone who is signed in becomes the first admin.
fn offer(admin: &str) -> Page {
    Page::new("accounts/first_admin", context! { admin })
}

/// The page where sign-up is closed or needs an invite, or where a sign-up link does not work any more.
fn closed(mode: &str, next: &Continuation) -> Page {
    Page::new("accounts/sign_up_closed", context! { mode, sign_in: next.after("/sign-in") })
}

#[get("/sign-up?<next>&<admin>&<link>")]
pub(crate) async fn show(
    viewer: &Viewer,
    next: Option<&str>,
    admin: Option<&str>,
    link: Option<&str>,
    app: &App,
) -> Result<Answer> {
    let next = Continuation::or_home(next);
    let (admin, link) = (admin.unwrap_or_default(), link.unwrap_or_default());
    let makes_admin = !admin.is_empty() && User::is_first_admin_link(app, &admin.into()).await?;
    if let Some((_, user)) = &viewer.signed_in {
        return Ok(match admin {
            _ if user.is_admin() && !admin.is_empty() => Answer::to("/admin"),
            _ if makes_admin => Answer::Shown(offer(admin)),
            "" => Answer::Done(to(next.as_str())),
            _ => Answer::Shown(offer("").faults(&FieldErrors::one("form", STALE_LINK))),
        });
    }
    if makes_admin {
        return Ok(Answer::Shown(SignUp::opened(admin, "").page(&next, None)));
    }
    if !link.is_empty() {
        return Ok(Answer::Shown(match SignUpLink::is_open(&app.db, app.now(), &link.into()).await? {
            true => SignUp::opened("", link).page(&next, None),
            false => closed("link", &next).status(Status::NotFound),
        }));
    }
    let (mode, invite) = entry(app, &next).await?;
    if !mode.admits(invite.is_some()) {
        return Ok(Answer::Shown(closed(mode.name(), &next)));
    }
    let shown = SignUp::opened("", "").page(&next, invite.as_ref().map(|(_, server)| server));
    Ok(Answer::Shown(if admin.is_empty() { shown } else { shown.faults(&FieldErrors::one("form", STALE_LINK)) }))
}

/// Who can sign up, and the invite that they come by, if it works: its code and server.
async fn entry<'n>(app: &App, next: &'n Continuation) -> Result<(SignUpMode, Option<(&'n str, Server)>)> {
    let mode = SignUpMode::load(&app.db).await?;
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
    let made = match (form.admin, form.link) {
        ("", "") => {
            let (mode, invite) = entry(app, &next).await?;
            if !mode.admits(invite.is_some()) {
                let page = closed(mode.name(), &next).status(Status::Forbidden);
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
        ("", secret) => User::sign_up_by_link(app, new, &secret.into(), browser.0).await.map(onward),
        (secret, _) => {
            User::sign_up_first_admin(app, new, &secret.into(), browser.0).await.map(|user| (user, "/admin".to_owned()))
        }
    };
    match form_faults(made)? {
        Err(faults) => Ok(Answer::Shown(form.page(&next, joins.as_ref()).faults(&faults))),
        Ok((user, path)) => {
            begin_session(app, viewer, &user, browser, jar).await?;
            Ok(Answer::Done(to(path)))
        }
    }
}

/// The form of someone who is signed in and opened the link of the first start.
#[derive(FromForm)]
pub(crate) struct FirstAdminForm<'r> {
    #[field(default = "")]
    admin: &'r str,
}

#[post("/sign-up/admin", data = "<form>")]
pub(crate) async fn become_admin(form: Form<FirstAdminForm<'_>>, me: SignedIn<'_>, app: &App) -> Result<Answer> {
    me.require_fresh(app)?;
    me.require_second_step(app).await?;
    match form_faults(me.user.become_first_admin(app, &form.admin.into()).await)? {
        Ok(()) => Ok(Answer::said("/admin", "You are the admin of this instance now.")),
        Err(faults) => Ok(Answer::Shown(offer("").faults(&faults))),
    }
}
