//! `GET /oauth/authorize`: an app sends a user here, who approves or denies and returns to the app (spec section 4.1;
//! OpenID Connect Core, section 3.1.2). The consent form that the user sends is in `decision`.

use std::convert::Infallible;
use std::sync::Arc;

use rocket::get;
use rocket::http::uri::Origin;
use rocket::request::{FromRequest, Outcome};
use rocket_dyn_templates::context;

use super::asked_at;
use super::callback::{self, Callback, Response};
use super::consent_form;
use super::parameters::{Name, Parameters};
use super::request::{self, BadTarget, Fault, OPENID, Prompt, Request, ResponseMode, Target};
use super::step::{self, Step};
use crate::app::App;
use crate::error::Result;
use crate::models::oauth::approval::{Consent, NotApproved};
use crate::models::oauth::freshness::Freshness;
use crate::models::oauth::id_token;
use crate::models::oauth::profile::has_scope;
use crate::models::oauth::redirect_uri::matching::RegisteredRedirectUri;
use crate::models::oauth::requested_app::RequestedApp;
use crate::models::{Grant, OauthApp, Session, User};
use crate::routes::continuation::Continuation;
use crate::routes::guards::{Asking, SignedIn, Viewer};
use crate::routes::page::{Page, person};
use crate::security::fetch_metadata::Navigation;
use crate::security::headers::content_security_policy;
use crate::security::throttle::LimitKind;
use crate::security::tokens::{Hashed, Plain};

/// The template of the page that asks for the approval.
const CONSENT: &str = "oauth/consent";

/// Whether the request came from one of our own pages, such as the sign-in.
pub(crate) struct FromOwnPage(bool);

#[rocket::async_trait]
impl<'r> FromRequest<'r> for FromOwnPage {
    type Error = Infallible;

    async fn from_request(request: &'r rocket::Request<'_>) -> Outcome<Self, Infallible> {
        let headers = request.headers();
        let app = request.rocket().state::<Arc<App>>();
        let is_own = match headers.get_one("Sec-Fetch-Site") {
            Some(site) => site == "same-origin",
            // Over plain HTTP, browsers say it by the referrer alone.
            None => app.is_some_and(|app| {
                let referer = headers.get_one("Referer");
                Continuation::from_referer(referer, &app.config.base_url).is_some()
            }),
        };
        Outcome::Success(Self(is_own))
    }
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
    let step = next_step(uri, navigation, own_page, viewer, app, asking).await?;
    // The consent page has no navigation, and reads nothing for it.
    if let Step::Page(page) = &step
        && !page.is_of(CONSENT)
        && let Some(me) = SignedIn::of(viewer)
    {
        me.count_unread(app).await?;
    }
    Ok(step)
}

async fn next_step(
    uri: &Origin<'_>,
    navigation: Navigation,
    own_page: FromOwnPage,
    viewer: &Viewer,
    app: &App,
    asking: Asking<'_>,
) -> Result<Step> {
    if !navigation.0 {
        return Ok(Step::Page(step::no_navigation()));
    }
    app.throttle
        .check_address(LimitKind::ConsentAddress, asking.address)
        .await?;
    let query = uri.query().map_or("", |query| query.as_str());
    let asked = Parameters::read(query);
    let user_id = viewer.signed_in.as_ref().map(|(_, user)| user.id);
    let (requested, target, redirect_uri) = match target(app, &asked, user_id).await? {
        Ok(found) => found,
        Err(fault) => return Ok(Step::Page(step::bad_target(&fault))),
    };
    let oauth_app = &requested.app;
    let mode = ResponseMode::of(&asked, &target);
    let iss = app.config.base_url.origin();
    let state = request::state(&asked, &target);
    let callback = Callback {
        redirect_uri: &redirect_uri,
        state: state.as_ref().ok().copied().flatten(),
        iss: &iss,
    };
    let respond = |response: Response<'_>| match (mode, own_page.0) {
        (ResponseMode::FormPost, _) => Step::Page(step::form_post(oauth_app, callback, &response)),
        (ResponseMode::Query, true) => Step::Page(step::onward(oauth_app, callback, &response)),
        (ResponseMode::Query, false) => Step::Callback(callback.redirect(&response)),
    };
    let request = state
        .and_then(|state| Request::read(&asked, target, state))
        .and_then(|request| request.for_app(oauth_app.is_public));
    let request = match request {
        Ok(request) => request,
        // An attacker's link must not redirect a user who has not signed in here (RFC 9700, section 4.11.2).
        Err(_) if viewer.signed_in.is_none() && !Request::is_silent(&asked) => {
            return Ok(request::continuation(query).map_or_else(
                || Step::Page(step::unreadable()),
                |here| Step::to(&here.after("/sign-in")),
            ));
        }
        Err(fault) => return Ok(respond(Response::Error(&fault))),
    };
    let is_silent = request.prompt == Prompt::Nothing;
    let Some((session, user)) = &viewer.signed_in else {
        return Ok(match is_silent {
            true => respond(Response::Error(&login_required())),
            false => password(app, &request, "/sign-in"),
        });
    };
    app.throttle.check(LimitKind::Consent, user.id).await?;
    if !freshness(app, &request).allows(session.authenticated_at, app.now()) {
        return Ok(match is_silent {
            true => respond(Response::Error(&login_required())),
            false => password(app, &request, "/confirm"),
        });
    }
    let is_expected = is_expected(app, &request, user).await?;
    if is_silent && !is_expected {
        return Ok(respond(Response::Error(&unexpected_user())));
    }
    let page = |before| Step::Page(consent_page(app, &request, session, &requested, before));
    if !is_expected || !request.can_skip_consent(oauth_app.is_public) {
        return match is_silent {
            true => Ok(respond(Response::Error(&consent_required()))),
            false => Ok(page(requested.is_approved)),
        };
    }
    // Most of those without a grant only open the page.
    if !is_silent && !requested.is_approved {
        return Ok(page(false));
    }
    let form_hash = Hashed::of(&Plain::random());
    let given = Grant::renew(app, consent(app, &request, session, asking, form_hash)).await?;
    Ok(match given {
        Ok(code) => respond(Response::Code(&code)),
        Err(NotApproved::NoGrant) if is_silent => respond(Response::Error(&consent_required())),
        Err(NotApproved::NoGrant) => {
            // It was revoked meanwhile, or gives less than is asked for now.
            page(Grant::exists(&app.db, user.id, oauth_app.id).await?)
        }
        Err(NotApproved::SignedOut | NotApproved::StaleSignIn) if is_silent => {
            respond(Response::Error(&login_required()))
        }
        Err(NotApproved::SignedOut) => password(app, &request, "/sign-in"),
        Err(NotApproved::StaleSignIn) => password(app, &request, "/confirm"),
        Err(NotApproved::AppChanged | NotApproved::FormUsed) => Step::Page(step::app_changed()),
    })
}

/// The app of an authorization request, if its redirect URI is registered: the ID alone reveals no app's name.
///
/// # Errors
/// When the database can't be reached.
pub(crate) async fn requesting_app(app: &App, query: &str) -> Result<Option<OauthApp>> {
    let found = target(app, &Parameters::read(query), None).await?;
    Ok(found.ok().map(|(requested, ..)| requested.app))
}

/// The name that an authorization request suggests for the sign-in, or nothing.
pub(crate) fn login_hint(query: &str) -> String {
    let asked = Parameters::read(query);
    request::login_hint(&asked).unwrap_or_default().to_owned()
}

/// What a request names, once the redirect URI is known to be the app's.
pub(super) type Found = (RequestedApp, Target, RegisteredRedirectUri);

/// The requesting app, and the redirect URI if it is one of the app's; and what the user who is asked has approved.
pub(super) async fn target(
    app: &App,
    asked: &Parameters,
    user_id: Option<i64>,
) -> Result<Result<Found, BadTarget>> {
    let target = match Target::read(asked) {
        Ok(target) => target,
        Err(fault) => return Ok(Err(fault)),
    };
    let (id, uri) = (target.client_id, target.redirect_uri.as_str());
    let Some(requested) = RequestedApp::find(&app.db, id, user_id).await? else {
        let fault = "is not the ID of an app on this instance; the app may have been deleted, or belong to another instance";
        return Ok(Err(
            BadTarget::new(Name::ClientId, fault).given(&id.to_string())
        ));
    };
    if requested.app.is_suspended() {
        let fault = "is the ID of an app that the operator of this instance suspended; its owner can read why on the app’s page";
        return Ok(Err(
            BadTarget::new(Name::ClientId, fault).given(&id.to_string())
        ));
    }
    let Some(registered) = requested.redirect_uri(uri) else {
        let fault = "is not one of the app’s redirect URIs; it must match one of those in the app’s settings exactly, down to the last slash";
        return Ok(Err(BadTarget::new(Name::RedirectUri, fault).given(uri)));
    };
    Ok(Ok((requested, target, registered)))
}

/// The page where the user enters the password, and from there comes back to the same request.
pub(super) fn password(app: &App, request: &Request, page: &str) -> Step {
    let mut query = request.to_query();
    if freshness(app, request).is_required() {
        let asked_at = asked_at::write(app, &query);
        query = request.to_query_asked_at(&asked_at);
    }
    let here = request::continuation(&query).unwrap_or_else(Continuation::home);
    Step::to(&here.after(page))
}

/// Whether the app expects this user, or no one in particular. A hint that we did not issue to this app says nothing; one
/// that has expired says who it was (OpenID Connect Core, section 3.1.2.1).
pub(super) async fn is_expected(app: &App, request: &Request, user: &User) -> Result<bool> {
    let Some(hint) = request.id_token_hint() else {
        return Ok(true);
    };
    let claims = app.signing_keys.verify(app, hint).await?;
    let subject = claims.as_ref().and_then(id_token::subject);
    Ok(subject
        .is_none_or(|(app_id, user_id)| app_id != request.target.client_id || user_id == user.id))
}

/// How recently the password must have been entered.
fn freshness(app: &App, request: &Request) -> Freshness {
    let asked_at = request.asked_at.as_deref();
    Freshness {
        login: request.login,
        max_age: request.max_age(),
        asked_at: asked_at.and_then(|value| asked_at::read(app, &request.to_query(), value)),
    }
}

/// What the user approves.
pub(super) fn consent<'a>(
    app: &App,
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
        exchange: request.exchange(),
        scope: request.granted_scope(),
        nonce: request.nonce(),
        freshness: freshness(app, request),
        browser: asking.browser(),
        form_hash,
    }
}

/// The page that asks for the approval; `before` says whether the app was approved earlier.
pub(super) fn consent_page(
    app: &App,
    request: &Request,
    session: &Session,
    requested: &RequestedApp,
    before: bool,
) -> Page {
    let oauth_app = &requested.app;
    let next = request::continuation(&request.to_query()).unwrap_or_else(Continuation::home);
    let query = match &request.asked_at {
        Some(asked_at) => request.to_query_asked_at(asked_at),
        None => request.to_query(),
    };
    let token = consent_form::token(app, session, &query);
    let redirect_uri = &request.target.redirect_uri;
    let page = Page::new(
        CONSENT,
        context! {
            app: context! {
                id: oauth_app.id,
                name: oauth_app.name.as_str(),
                icon_url: oauth_app.icon_path(),
                homepage: oauth_app.homepage.as_str(),
                privacy_url: oauth_app.privacy_url.as_str(),
                terms_url: oauth_app.terms_url.as_str(),
                description: oauth_app.description.as_str(),
                created_at: oauth_app.created_at,
            },
            owner: person(&requested.owner),
            before,
            gives_profile: request.gives_profile(),
            signed_in_with: signed_in_with(request.granted_scope(), session),
            place: callback::place(redirect_uri),
            next: next.as_str(),
            request: query,
            token: token.expose(),
        },
    );
    let policy = content_security_policy(&callback::form_action(redirect_uri));
    page.header("Content-Security-Policy", policy)
}

/// What the ID token says of the sign-in, in words; none where the app gets no ID token.
pub(super) fn signed_in_with(scope: &str, session: &Session) -> Option<&'static str> {
    has_scope(scope, OPENID).then(|| match session.amr() {
        "pwd otp mfa" => "your password and a code",
        "pwd pop mfa" => "your password and a passkey",
        "pop mfa" | "pop" => "a passkey",
        _ => "your password",
    })
}

fn login_required() -> Fault {
    let description = "No one is signed in, or they have to enter the password again.";
    Fault::new("login_required", description)
}

/// Someone else is signed in than the app expects (OpenID Connect Core, section 3.1.2.1).
pub(super) fn unexpected_user() -> Fault {
    let description = "The person who is signed in is not the one of the id_token_hint.";
    Fault::new("login_required", description)
}

fn consent_required() -> Fault {
    Fault::new(
        "consent_required",
        "The person has to approve the app first.",
    )
}
