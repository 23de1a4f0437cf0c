//! `/oauth/authorize`: an app sends a user here, who approves or denies and returns to the app (spec section 4.1).
//! Parsing the request, the form's token and the callback have files of their own beside this one.

use std::convert::Infallible;

use rocket::form::Form;
use rocket::http::Status;
use rocket::http::uri::Origin;
use rocket::request::{FromRequest, Outcome};
use rocket::response::Redirect;
use rocket::{FromForm, Responder, get, post};
use rocket_dyn_templates::context;

use super::callback::{self, Callback, CallbackRedirect};
use super::consent_form::{self, Unfit};
use super::parameters::{Name, Parameters};
use super::request::{self, BadTarget, Fault, Prompt, Request, Target};
use crate::app::App;
use crate::error::Result;
use crate::models::oauth::approval::{Consent, NotApproved};
use crate::models::oauth::redirect_uri::{self, matching::RegisteredRedirectUri};
use crate::models::{Grant, OauthApp, Session, User};
use crate::routes::guards::{Asking, Viewer};
use crate::routes::page::{Page, person, to};
use crate::security::fetch_metadata::{self, Navigation};
use crate::security::headers::content_security_policy;
use crate::security::throttle::LimitKind;
use crate::security::tokens::{Hashed, Plain};

/// Whether the request came from one of our own pages, such as the sign-in.
pub(crate) struct FromOwnPage(bool);

#[rocket::async_trait]
impl<'r> FromRequest<'r> for FromOwnPage {
    type Error = Infallible;

    async fn from_request(request: &'r rocket::Request<'_>) -> Outcome<Self, Infallible> {
        let site = request.headers().get_one("Sec-Fetch-Site");
        Outcome::Success(Self(site == Some("same-origin")))
    }
}

/// What the user sees next.
#[derive(Responder)]
#[allow(clippy::large_enum_variant)] // One a request, and never kept.
pub(crate) enum Step {
    Page(Page),
    Callback(CallbackRedirect),
    Here(Redirect),
}

#[get("/oauth/authorize")]
pub(crate) async fn show(
    uri: &Origin<'_>,
    navigation: Navigation,
    own_page: FromOwnPage,
    viewer: &Viewer,
    app: &App,
    asking: Asking<'_>,
) -> Result<Step> {
    if !navigation.0 {
        return Ok(Step::Page(no_navigation()));
    }
    app.throttle
        .check_address(LimitKind::ConsentAddress, asking.address)
        .await?;
    let query = uri.query().map_or("", |query| query.as_str());
    let asked = Parameters::read(query);
    let (oauth_app, owner, target, redirect_uri) = match target(app, &asked).await? {
        Ok(found) => found,
        Err(fault) => return Ok(Step::Page(bad_target(&fault))),
    };
    let iss = app.config.base_url.origin();
    let state = request::state(&asked);
    let callback = Callback {
        redirect_uri: &redirect_uri,
        state: state.as_ref().ok().copied(),
        iss: &iss,
    };
    let request = match state.and_then(|state| Request::read(&asked, target, state)) {
        Ok(request) => request,
        // An attacker's link must not redirect a user who has not signed in here (RFC 9700, section 4.11.2).
        Err(_) if viewer.signed_in.is_none() && !Request::is_silent(&asked) => {
            return Ok(match request::continuation(query) {
                Some(here) => Step::Here(to(here.after("/sign-in"))),
                None => Step::Page(unreadable()),
            });
        }
        Err(fault) if own_page.0 => {
            return Ok(Step::Page(onward(&oauth_app, callback.with_error(&fault))));
        }
        Err(fault) => return Ok(Step::Callback(callback.with_error(&fault))),
    };
    let Some((session, user)) = &viewer.signed_in else {
        return Ok(match request.prompt {
            Prompt::Nothing => Step::Callback(callback.with_error(&login_required())),
            Prompt::Page | Prompt::Login => Step::Here(sign_in(&request)),
        });
    };
    app.throttle.check(LimitKind::Consent, user.id).await?;
    match request.prompt {
        Prompt::Page => consent_page(app, &request, session, user, &oauth_app, &owner)
            .await
            .map(Step::Page),
        Prompt::Login => Ok(Step::Here(to(request.continuation().after("/confirm")))),
        Prompt::Nothing => {
            let form_hash = Hashed::of(&Plain::random());
            let given = Grant::renew(app, consent(&request, session, asking, form_hash)).await?;
            Ok(match given {
                Ok(code) => Step::Callback(callback.with_code(&code)),
                Err(NotApproved::NoGrant) => Step::Callback(callback.with_error(&Fault::new(
                    "consent_required",
                    "The person has to approve the app first.",
                ))),
                Err(NotApproved::SignedOut) => {
                    Step::Callback(callback.with_error(&login_required()))
                }
                Err(NotApproved::AppChanged | NotApproved::FormUsed) => Step::Page(app_changed()),
            })
        }
    }
}

#[derive(FromForm)]
pub(crate) struct ConsentForm<'r> {
    #[field(default = "")]
    request: &'r str,
    #[field(default = "")]
    token: &'r str,
    #[field(default = "")]
    decision: &'r str,
}

#[post("/oauth/authorize", data = "<form>")]
pub(crate) async fn answer(
    form: Form<ConsentForm<'_>>,
    navigation: Navigation,
    viewer: &Viewer,
    app: &App,
    asking: Asking<'_>,
) -> Result<Step> {
    if !navigation.0 {
        return Ok(Step::Page(no_navigation()));
    }
    app.throttle
        .check_address(LimitKind::ConsentAddress, asking.address)
        .await?;
    let asked = Parameters::read(form.request);
    let read = Target::read(&asked).ok().and_then(|target| {
        let state = request::state(&asked).ok()?;
        Request::read(&asked, target, state).ok()
    });
    let Some((session, user)) = &viewer.signed_in else {
        let page = read.map_or_else(|| to("/sign-in"), |request| sign_in(&request));
        return Ok(Step::Here(page));
    };
    app.throttle.check(LimitKind::Consent, user.id).await?;
    let token = Plain::from(form.token);
    let form_hash = match consent_form::check(app, session, form.request, &token) {
        Ok(hash) => hash,
        Err(Unfit::Foreign) => return Ok(Step::Page(foreign_form())),
        Err(Unfit::Expired) => return Ok(Step::Page(expired_form())),
    };
    let Some(request) = read else {
        return Ok(Step::Page(foreign_form()));
    };
    let iss = app.config.base_url.origin();
    let approves = match form.decision {
        "approve" => true,
        "deny" => false,
        _ => return Ok(Step::Page(foreign_form())),
    };
    let (id, uri) = (request.target.client_id, &request.target.redirect_uri);
    let Some(redirect_uri) = redirect_uri::registered(&app.db, id, uri).await? else {
        return Ok(Step::Page(app_changed()));
    };
    let callback = Callback {
        redirect_uri: &redirect_uri,
        state: Some(&request.state),
        iss: &iss,
    };
    if !approves {
        return Ok(Step::Callback(callback.with_error(&Fault::denied())));
    }
    let approved = Grant::approve(app, consent(&request, session, asking, form_hash)).await?;
    Ok(match approved {
        Ok(code) => Step::Callback(callback.with_code(&code)),
        Err(NotApproved::SignedOut) => Step::Here(sign_in(&request)),
        Err(NotApproved::FormUsed) => Step::Page(used_form()),
        Err(NotApproved::AppChanged | NotApproved::NoGrant) => Step::Page(app_changed()),
    })
}

/// The app of an authorization request, if its redirect URI is registered: the ID alone reveals no app's name.
///
/// # Errors
/// When the database can't be reached.
pub(crate) async fn requesting_app(app: &App, query: &str) -> Result<Option<OauthApp>> {
    let found = target(app, &Parameters::read(query)).await?;
    Ok(found.ok().map(|(oauth_app, ..)| oauth_app))
}

/// What the request names, once the redirect URI is known to be the app's.
type Found = (OauthApp, User, Target, RegisteredRedirectUri);

/// The requesting app, its owner, and the redirect URI if it is one of the app's.
async fn target(app: &App, asked: &Parameters) -> Result<Result<Found, BadTarget>> {
    let target = match Target::read(asked) {
        Ok(target) => target,
        Err(fault) => return Ok(Err(fault)),
    };
    let (id, uri) = (target.client_id, target.redirect_uri.as_str());
    let Some((oauth_app, owner)) = OauthApp::with_owner(&app.db, id).await? else {
        let fault = "is not the ID of an app on this instance; the app may have been deleted, or belong to another instance";
        return Ok(Err(
            BadTarget::new(Name::ClientId, fault).given(&id.to_string())
        ));
    };
    let Some(registered) = redirect_uri::registered(&app.db, id, uri).await? else {
        let fault = "is not one of the app’s redirect URIs; it must match one of those in the app’s settings exactly, down to the last slash";
        return Ok(Err(BadTarget::new(Name::RedirectUri, fault).given(uri)));
    };
    Ok(Ok((oauth_app, owner, target, registered)))
}

fn consent<'a>(
    request: &'a Request,
    session: &'a Session,
    asking: Asking<'a>,
    form_hash: Hashed,
) -> Consent<'a> {
    Consent {
        session,
        app_id: request.target.client_id,
        redirect_uri: &request.target.redirect_uri,
        code_challenge: request.code_challenge.as_deref(),
        browser: asking.browser(),
        form_hash,
    }
}

async fn consent_page(
    app: &App,
    request: &Request,
    session: &Session,
    user: &User,
    oauth_app: &OauthApp,
    owner: &User,
) -> Result<Page> {
    let query = request.to_query();
    let token = consent_form::token(app, session, &query);
    let redirect_uri = &request.target.redirect_uri;
    let page = Page::new(
        "oauth/consent",
        context! {
            app: context! {
                name: oauth_app.name.as_str(),
                icon_url: oauth_app.icon_path(),
                homepage: oauth_app.homepage.as_str(),
                description: oauth_app.description.as_str(),
                created_at: oauth_app.created_at,
            },
            owner: person(owner),
            before: Grant::exists(&app.db, user.id, oauth_app.id).await?,
            place: callback::place(redirect_uri),
            next: request.continuation().as_str(),
            request: query,
            token: token.expose(),
        },
    );
    let policy = content_security_policy(&callback::form_action(redirect_uri));
    Ok(page.header("Content-Security-Policy", policy))
}

fn sign_in(request: &Request) -> Redirect {
    to(request.continuation().after("/sign-in"))
}

fn login_required() -> Fault {
    Fault::new("login_required", "No one is signed in.")
}

/// Without a redirect: it could lead to an attacker.
fn bad_target(fault: &BadTarget) -> Page {
    Page::new(
        "oauth/bad_request",
        context! { parameter: fault.parameter, fault: fault.fault.as_str(), given: fault.given.as_deref() },
    )
    .status(Status::BadRequest)
}

fn refused(status: Status, title: &str, text: &str) -> Page {
    let advice = "Go back to the app and start again.";
    Page::new(
        "error",
        context! { status: status.code, title, text, advice },
    )
    .status(status)
}

/// An image, a frame, a script's request or a prefetch: not a user's action, so nothing happens.
fn no_navigation() -> Page {
    let text = "To sign in to an app, open its link in a tab of its own. Nothing was shared.";
    refused(Status::Forbidden, "This page was not opened in a tab", text)
        .header("Vary", fetch_metadata::VARY.to_owned())
}

/// The request is invalid, and too long or too malformed to continue with after a sign-in.
fn unreadable() -> Page {
    let text = "The link that brought you here is damaged.";
    refused(Status::BadRequest, "This request can’t be read", text)
}

/// After the sign-in, a page of its own leads on to the app: browsers check every redirect after the sign-in's form
/// against that page's policy, which names no app.
fn onward(app: &OauthApp, callback: CallbackRedirect) -> Page {
    let address = callback.address();
    let refresh = format!("0;url={address}");
    Page::new("oauth/onward", context! { app: app.name.as_str(), address })
        .header("Refresh", refresh)
        .header("Referrer-Policy", "no-referrer".to_owned())
}

fn app_changed() -> Page {
    let text = "While this page was open, the app was deleted or its redirect URI changed. Nothing was shared.";
    refused(Status::BadRequest, "The app has changed", text)
}

fn used_form() -> Page {
    let text = "You have already answered this page. It can be answered only once.";
    refused(Status::BadRequest, "Already answered", text)
}

fn expired_form() -> Page {
    let text = "This page was open for more than ten minutes. Nothing was shared.";
    refused(Status::BadRequest, "This page has expired", text)
}

fn foreign_form() -> Page {
    let text = "This page was changed, belongs to someone else, or was opened before you last signed in. Nothing was shared.";
    refused(
        Status::Forbidden,
        "This page doesn’t match your session",
        text,
    )
}
