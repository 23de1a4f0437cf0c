//! `GET /oauth/authorize`: an app sends a user here, who approves or denies and returns to the app (spec section 4.1;
//! OpenID Connect Core, section 3.1.2). The consent form that the user sends is in `decision`.

use rocket::get;
use rocket::http::uri::Origin;
use rocket_dyn_templates::context;

use super::asked_at;
use super::callback::{self, Callback};
use super::consent_form;
use super::parameters::{Name, Parameters};
use super::report;
use super::request::{self, BadTarget, Prompt, RedirectTarget, Request, RequestError, ResponseMode};
use super::scope::OPENID;
use super::step::{self, AppResponder, Step};
use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::guards::{Browser, SameOriginNavigation, SignedIn, Viewer};
use crate::routes::page::{Page, person};
use crate::security::fetch_metadata::Navigation;
use crate::security::headers::content_security_policy;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_platform::error::Result;
use portico_platform::throttle::{LimitKind, ThrottleError};
use portico_rules::clock::Millis;
use portico_rules::device_name::device_name;
use portico_rules::ids::UserId;
use portico_rules::redirect_uri::matching::RegisteredRedirectUri;
use portico_store::models::oauth::approval::{Consent, NotApproved};
use portico_store::models::oauth::freshness::Freshness;
use portico_store::models::oauth::id_token;
use portico_store::models::oauth::profile::has_scope;
use portico_store::models::oauth::requesting_app::RequestingApp;
use portico_store::models::{Grant, OauthApp, Session, User};

/// The template of the page that asks for the approval.
const CONSENT: &str = "oauth/consent";

#[get("/oauth/authorize")]
pub(crate) async fn show(
    uri: &Origin<'_>,
    navigation: Navigation,
    same_origin: SameOriginNavigation,
    viewer: &Viewer,
    app: &App,
    browser: Browser<'_>,
) -> Result<Step> {
    let step = next_step(uri, navigation, same_origin, viewer, app, browser).await?;
    // The consent page has no navigation, and reads nothing for it.
    if let Step::Page(page) = &step
        && !page.is_of(CONSENT)
        && let Some(me) = SignedIn::from_viewer(viewer)
    {
        me.count_unread(app).await?;
    }
    Ok(step)
}

async fn next_step(
    uri: &Origin<'_>,
    navigation: Navigation,
    same_origin: SameOriginNavigation,
    viewer: &Viewer,
    app: &App,
    browser: Browser<'_>,
) -> Result<Step> {
    if !navigation.0 {
        return Ok(Step::Page(step::no_navigation()));
    }
    app.throttle.check_address(LimitKind::ConsentAddress, browser.address).await?;
    let query = uri.query().map_or("", |query| query.as_str());
    let asked = Parameters::read(query);
    let user_id = viewer.signed_in.as_ref().map(|(_, user)| user.id);
    let target = match RedirectTarget::read(&asked) {
        Ok(target) => target,
        Err(fault) => return Ok(Step::Page(step::bad_target(&fault))),
    };
    let requesting = match find_requester(app, &target, user_id).await? {
        RequesterLookup::Known(requester) => requester,
        RequesterLookup::Bad(fault) => return Ok(Step::Page(step::bad_target(&fault))),
    };
    let iss = app.config.base_url.origin();
    let state = request::state(&asked, &target);
    let responder = AppResponder {
        app: &requesting.app,
        // Also where the state is what is wrong: the app finds by it which of its requests failed.
        callback: Callback { redirect_uri: &requesting.redirect_uri, state: asked.encoded(Name::State), iss },
        mode: ResponseMode::from_parameters(&asked, &target),
        by_page: same_origin.0,
    };
    let request = state
        .and_then(|state| Request::read(&asked, target, state))
        .and_then(|request| request.for_app(requesting.app.is_public));
    let request = match request {
        Ok(request) => request,
        // An attacker's link must not redirect a user who has not signed in here (RFC 9700, section 4.11.2).
        Err(_) if viewer.signed_in.is_none() && !Request::is_silent(&asked) => {
            return Ok(request::continuation(query)
                .map_or_else(|| Step::Page(step::unreadable()), |here| Step::to(&here.after("/sign-in"))));
        }
        Err(fault) => return Ok(responder.error(&fault)),
    };
    let Some((session, user)) = &viewer.signed_in else {
        return Ok(responder.silent_or(&request, &login_required(), || password(app, &request, "/sign-in")));
    };
    let asked = AskedUser { app, request: &request, requesting: &requesting, session, user, browser, responder };
    asked.next_step().await
}

/// A valid request, and the signed-in user who is asked.
struct AskedUser<'a> {
    app: &'a App,
    request: &'a Request,
    requesting: &'a Requester,
    session: &'a Session,
    user: &'a User,
    browser: Browser<'a>,
    responder: AppResponder<'a>,
}

impl AskedUser<'_> {
    async fn next_step(&self) -> Result<Step> {
        let Self { app, request, session, user, responder, .. } = self;
        match app.throttle.check(LimitKind::Consent, user.id).await {
            Ok(_) => {}
            // The app waits for a response, and its user sees no page.
            Err(ThrottleError::TooFast(_)) if request.prompt == Prompt::Nothing => {
                return Ok(responder.error(&too_many_requests()));
            }
            Err(refused) => return Err(refused.into()),
        }
        // Before the password is asked for: this user's would lead nowhere.
        if !is_expected(app, request, user).await? {
            return Ok(responder.silent_or(request, &unexpected_user(), || self.consent_page(AppUser::Unexpected)));
        }
        if !freshness(app, request).allows(session.authenticated_at, app.now()) {
            return Ok(responder.silent_or(request, &login_required(), || password(app, request, "/confirm")));
        }
        if !request.can_skip_consent(self.requesting.app.is_public) {
            let user = AppUser::load(app, request, user, self.requesting).await?;
            return Ok(responder.silent_or(request, &consent_required(), || self.consent_page(user)));
        }
        // Most of those without a grant only open the page.
        if request.prompt != Prompt::Nothing && !self.requesting.is_approved {
            return Ok(self.consent_page(AppUser::New));
        }
        self.skip_consent().await
    }

    /// A code for a user who approved the app before, without asking again.
    async fn skip_consent(&self) -> Result<Step> {
        let Self { app, request, responder, .. } = self;
        let form_hash = SecretHash::new(&Plain::random());
        let consent = consent(app, request, self.session, self.browser, form_hash);
        Ok(match Grant::renew(app, consent).await? {
            Ok(code) => responder.code(&code),
            Err(NotApproved::NoGrant) if request.prompt == Prompt::Nothing => responder.error(&consent_required()),
            Err(NotApproved::NoGrant) => {
                // It was revoked meanwhile, or gives less than is asked for now.
                self.consent_page(AppUser::load(app, request, self.user, self.requesting).await?)
            }
            Err(NotApproved::SignedOut) => {
                responder.silent_or(request, &login_required(), || password(app, request, "/sign-in"))
            }
            Err(NotApproved::StaleSignIn) => {
                responder.silent_or(request, &login_required(), || password(app, request, "/confirm"))
            }
            Err(NotApproved::AppChanged | NotApproved::FormUsed) => Step::Page(step::app_changed()),
        })
    }

    fn consent_page(&self, user: AppUser) -> Step {
        let (request, session) = (self.request, self.session);
        Step::Page(consent_page(self.app, request, session, self.requesting, user))
    }
}

/// The app of an authorization request, if its redirect URI is registered: the ID alone reveals no app's name.
pub(crate) async fn requesting_app(app: &App, query: &str) -> Result<Option<OauthApp>> {
    let Ok(target) = RedirectTarget::read(&Parameters::read(query)) else {
        return Ok(None);
    };
    Ok(match find_requester(app, &target, None).await? {
        RequesterLookup::Known(requester) => Some(requester.app),
        RequesterLookup::Bad(_) => None,
    })
}

/// The name that an authorization request suggests for the sign-in, or nothing.
pub(crate) fn login_hint(query: &str) -> String {
    let asked = Parameters::read(query);
    request::login_hint(&asked).unwrap_or_default().to_owned()
}

/// Who sent a request: an app that the redirect URI is known to be of.
pub(super) struct Requester {
    /// The app.
    pub(super) app: OauthApp,
    /// Whose it is.
    pub(super) owner: User,
    /// True if the user who is asked has approved it before.
    pub(super) is_approved: bool,
    /// The redirect URI.
    pub(super) redirect_uri: RegisteredRedirectUri,
}

/// Who a request's target says that sent it.
pub(super) enum RequesterLookup {
    /// An app, and the redirect URI is one of its own.
    Known(Box<Requester>),
    /// There is no such app, it is suspended, or the redirect URI is none of its own.
    Bad(BadTarget),
}

/// Looks up the app of a target, with what it is to the user who is asked, if one is.
pub(super) async fn find_requester(
    app: &App,
    target: &RedirectTarget,
    user_id: Option<UserId>,
) -> Result<RequesterLookup> {
    let (id, uri) = (target.client_id, target.redirect_uri.as_str());
    let Some(requesting) = RequestingApp::find(&app.db, id, user_id).await? else {
        let fault =
            "is not the ID of an app on this instance; the app may have been deleted, or belong to another instance";
        return Ok(RequesterLookup::Bad(BadTarget::new(Name::ClientId, fault).given(&id.to_string())));
    };
    if requesting.app.is_suspended() {
        return Ok(RequesterLookup::Bad(BadTarget::suspended(id)));
    }
    let Some(redirect_uri) = requesting.redirect_uri(uri) else {
        let fault = "is not one of the app’s redirect URIs; it must match one of those in the app’s settings exactly, down to the last slash";
        return Ok(RequesterLookup::Bad(BadTarget::new(Name::RedirectUri, fault).given(uri)));
    };
    let RequestingApp { app, owner, is_approved, .. } = requesting;
    Ok(RequesterLookup::Known(Box::new(Requester { app, owner, is_approved, redirect_uri })))
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

/// True if the app expects this user, or no one in particular. A hint that we did not issue to this app says nothing; one
/// that has expired says who it was (OpenID Connect Core, section 3.1.2.1).
pub(super) async fn is_expected(app: &App, request: &Request, user: &User) -> Result<bool> {
    let Some(hint) = request.id_token_hint() else {
        return Ok(true);
    };
    let claims = app.signing_keys.verify(app, hint).await?;
    let subject = claims.as_ref().and_then(id_token::subject);
    Ok(subject.is_none_or(|(app_id, user_id)| app_id != request.target.client_id || user_id == user.id))
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

/// The consent that the user gives.
pub(super) fn consent<'a>(
    app: &App,
    request: &'a Request,
    session: &'a Session,
    browser: Browser<'a>,
    form_hash: SecretHash,
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
        browser: browser.0,
        form_hash,
    }
}

/// The relation of the user to the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AppUser {
    /// They have not approved it before.
    New,
    /// They have; `is_news` if the app will see more than they approved.
    Returning { last_used_at: Millis, is_news: bool },
    /// It expects another account: they can only cancel, or use that one.
    Unexpected,
}

impl AppUser {
    /// [`Returning`](Self::Returning) or [`New`](Self::New).
    pub(super) async fn load(app: &App, request: &Request, user: &User, requesting: &Requester) -> Result<Self> {
        // Most of those who see the page have no grant.
        let grant = match requesting.is_approved {
            true => Grant::find(&app.db, user.id, requesting.app.id).await?,
            false => None,
        };
        Ok(grant.map_or(Self::New, |grant| Self::Returning {
            last_used_at: grant.last_used_at,
            is_news: request.gives_profile() && !grant.gives_profile,
        }))
    }
}

/// The page that asks for the approval.
pub(super) fn consent_page(
    app: &App,
    request: &Request,
    session: &Session,
    requesting: &Requester,
    user: AppUser,
) -> Page {
    let oauth_app = &requesting.app;
    let next = request::continuation(&request.to_query()).unwrap_or_else(Continuation::home);
    let query = match &request.asked_at {
        Some(asked_at) => request.to_query_asked_at(asked_at),
        None => request.to_query(),
    };
    let token = consent_form::token(app, session, &query);
    let redirect_uri = &request.target.redirect_uri;
    let (used_at, is_short) = match user {
        AppUser::Returning { last_used_at, is_news } => (Some(last_used_at), !is_news),
        AppUser::New | AppUser::Unexpected => (None, false),
    };
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
            owner: person(&requesting.owner),
            used_at,
            is_short,
            on: device_name(&session.user_agent),
            is_expected: user != AppUser::Unexpected,
            gives_profile: request.gives_profile(),
            signed_in_with: signed_in_with(request.granted_scope(), session),
            place: callback::returns_to(redirect_uri),
            next: next.as_str(),
            request: query,
            token: token.expose(),
            report_link: report::link(app, session, oauth_app.id),
        },
    );
    let policy = content_security_policy(&callback::form_action(redirect_uri));
    page.header("Content-Security-Policy", policy)
}

/// The ID token's statement about the sign-in, in words; none where the app gets no ID token.
pub(super) fn signed_in_with(scope: &str, session: &Session) -> Option<&'static str> {
    has_scope(scope, OPENID).then(|| match session.amr() {
        "pwd otp mfa" => "your password and a code",
        "pwd pop mfa" => "your password and a passkey",
        "pop mfa" | "pop" => "a passkey",
        _ => "your password",
    })
}

fn login_required() -> RequestError {
    let description = "No one is signed in, or they have to enter the password again.";
    RequestError::new("login_required", description)
}

/// Someone else is signed in than the app expects (OpenID Connect Core, section 3.1.2.1).
pub(super) fn unexpected_user() -> RequestError {
    let description = "The person who is signed in is not the one of the id_token_hint.";
    RequestError::new("login_required", description)
}

fn too_many_requests() -> RequestError {
    let description = "Too many requests for this person. Try again in a minute.";
    RequestError::new("temporarily_unavailable", description)
}

fn consent_required() -> RequestError {
    RequestError::new("consent_required", "The person has to approve the app first.")
}
