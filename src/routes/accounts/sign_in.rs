//! `/sign-in` and `/sign-out`: sessions start and end here.
//! The second step, of accounts that have one, is in `second`.

use rocket::http::CookieJar;
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde::Serialize;

use super::second;
use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::cookies;
use crate::routes::error_pages::again_in;
use crate::routes::guards::{Browser, Viewer};
use crate::routes::oauth;
use crate::routes::page::{Answer, Page, to};
use crate::routes::sent_form::Form;
use portico_crypto::known_browser::KnownBrowserCookie;
use portico_crypto::passwords::Caller;
use portico_crypto::webauthn::Challenge;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_platform::throttle::{LimitKind, ThrottleError};
use portico_store::models::accounts::user::{FirstFactor, Login};
use portico_store::models::{Invite, Passkey, User};

#[derive(FromForm)]
pub(crate) struct SignInForm<'r> {
    #[field(default = "")]
    login: &'r str,
    #[field(default = "")]
    password: &'r str,
    #[field(default = "")]
    next: &'r str,
}

/// The page after a fault. It is the same for every name, so it has no challenge for a passkey: scripts get one from the page
/// without faults.
pub(super) fn page(app: &App, login: &str, next: &Continuation, lead: &Lead) -> Page {
    let passkey = Passkey::challenge_to_sign_in(app).map(|_| Challenge::default());
    page_with(passkey, login, next, lead)
}

fn page_with(passkey: Option<Challenge>, login: &str, next: &Continuation, lead: &Lead) -> Page {
    Page::new(
        "accounts/sign_in",
        context! {
            login,
            lead,
            passkey,
            next: next.as_str(),
            sign_in: next.after("/sign-in"),
            sign_up: next.after("/sign-up"),
            reset: next.after("/reset"),
        },
    )
}

/// The name that the form suggests: what an app says, until the user types.
fn suggested_login(next: &Continuation) -> String {
    match next.as_str().split_once('?') {
        Some(("/oauth/authorize", query)) => oauth::login_hint(query),
        _ => String::new(),
    }
}

/// The sentence below the title: the key of its message, or nothing, and the name in it.
#[derive(Serialize)]
pub(super) struct Lead {
    key: &'static str,
    name: String,
}

impl Lead {
    fn new(key: &'static str) -> Self {
        Self { key, name: String::new() }
    }
}

/// Says which app or server the user goes on to, or that their session ended.
pub(super) async fn lead(app: &App, next: &Continuation, jar: &CookieJar<'_>) -> Result<Lead> {
    let (path, query) = next.as_str().split_once('?').unwrap_or((next.as_str(), ""));
    if path == "/oauth/authorize"
        && let Some(oauth_app) = oauth::requesting_app(app, query).await?
    {
        return Ok(Lead { key: "sign-in-to-app", name: oauth_app.name });
    }
    if let Some(code) = path.strip_prefix("/invites/") {
        match Invite::server(&app.db, code).await {
            Ok(server) => return Ok(Lead { key: "sign-in-to-server", name: server.name }),
            Err(Error::NotFound) => {}
            Err(err) => return Err(err),
        }
    }
    // Signing out deletes the cookie, so one that is left belongs to a session that expired or was ended elsewhere.
    let has_cookie = cookies::SESSION.get(&app.config.base_url, jar).is_some();
    let has_form = cookies::SAVED_FORM.get(&app.config.base_url, jar).is_some();
    Ok(Lead::new(match path {
        _ if has_form => "sign-in-kept-form",
        _ if has_cookie => "sign-in-ended",
        "/" => "",
        _ => "sign-in-first",
    }))
}

#[get("/sign-in?<next>")]
pub(crate) async fn show(viewer: &Viewer, next: Option<&str>, app: &App, jar: &CookieJar<'_>) -> Result<Answer> {
    let next = Continuation::or_home(next);
    Ok(match viewer.signed_in {
        Some(_) => Answer::Done(to(next.as_str())),
        None => {
            let login = suggested_login(&next);
            let lead = lead(app, &next, jar).await?;
            let passkey = Passkey::challenge_to_sign_in(app);
            Answer::Shown(page_with(passkey, &login, &next, &lead))
        }
    })
}

#[post("/sign-in", data = "<form>")]
pub(crate) async fn create(
    form: Form<SignInForm<'_>>,
    viewer: &Viewer,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let next = Continuation::or_home(Some(form.next));
    let known_to = cookies::known_to(&app.config.base_url, jar);
    let passed = match first_factor(app, &form, browser, &known_to).await {
        // The form stays, with the link to a password reset, which still works.
        Err(Error::TooFast(seconds)) => {
            let sentence = format!("Too many attempts. {}", again_in(seconds));
            let again = page(app, form.login, &next, &lead(app, &next, jar).await?)
                .faults(&FieldErrors::limited("form", sentence, seconds));
            return Ok(Answer::Shown(again));
        }
        passed => passed?,
    };
    match passed {
        FirstFactor::Passed(user) => second::after_password(app, viewer, &user, browser, jar, &next).await,
        FirstFactor::Failed => {
            let faults =
                FieldErrors::one("form", "Wrong nickname, phone number or password. Check them and try again.");
            let again = page(app, form.login, &next, &lead(app, &next, jar).await?);
            Ok(Answer::Shown(again.faults(&faults)))
        }
    }
}

/// Counts an attempt and compares the password.
///
/// A browser that has signed in to the account before has limits of its own, so that strangers who guess don't lock its
/// owner out. All others share those of their network and of the account. Unknown names are counted like known ones,
/// or the limit would tell them apart. So the name that was typed is counted by itself, where everyone can see it, and
/// the account is counted as well, where no one can: both names of an account together allow no more guesses than one.
async fn first_factor(
    app: &App,
    form: &SignInForm<'_>,
    browser: Browser<'_>,
    known_to: &KnownBrowserCookie,
) -> Result<FirstFactor> {
    let of_network = app.throttle.check_address(LimitKind::SignInAddress, browser.address).await;
    let of_network = match of_network {
        Err(refused) if known_to.is_empty() => return Err(refused.into()),
        counted => counted,
    };
    let login = Login::read(form.login);
    let found = User::find_by_login(&app.db, &login).await?;
    let known = found.as_ref().and_then(|user| Some((user, known_to.to(&app.key, user.known_as(), app.now())?)));
    if let Some((user, known)) = known {
        app.throttle.check(LimitKind::SignInBrowser, &known.subject(user.id.get())).await?;
        let caller = Caller::Known(browser.address);
        return User::sign_in(app, &app.security_log, found, form.password, browser.0, caller).await;
    }
    of_network?;
    app.throttle.check(LimitKind::SignInAccount, login.as_str()).await?;
    let caller = Caller::Stranger(browser.address);
    let password = form.password;
    // A name that no one has is counted twice as well, the second time under a text that can't be typed: the space
    // around a name is dropped.
    let of_account = match &found {
        Some(user) => app.throttle.check(LimitKind::SignInAccount, user.id).await,
        None => {
            let twin = format!(" {}", login.as_str());
            app.throttle.check(LimitKind::SignInAccount, &twin).await
        }
    };
    match (of_account, found) {
        (Err(ThrottleError::TooFast(_)), Some(user)) => {
            user.refuse_sign_in(app, &app.security_log, password, browser.0, caller).await
        }
        (Err(ThrottleError::TooFast(_)), None) => {
            User::sign_in(app, &app.security_log, None, password, browser.0, caller).await
        }
        (Err(err), _) => Err(err.into()),
        (Ok(_), found) => User::sign_in(app, &app.security_log, found, password, browser.0, caller).await,
    }
}

#[derive(FromForm)]
pub(crate) struct SignOut<'r> {
    #[field(default = "")]
    next: &'r str,
}

#[post("/sign-out", data = "<form>")]
pub(crate) async fn sign_out(
    form: Option<Form<SignOut<'_>>>,
    viewer: &Viewer,
    app: &App,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    if let Some((session, _)) = &viewer.signed_in {
        session.end(app).await?;
    }
    cookies::sign_out(&app.config.base_url, jar);
    let next = Continuation::or_home(form.map(|form| form.next));
    Ok(Answer::to(next.as_str()))
}
