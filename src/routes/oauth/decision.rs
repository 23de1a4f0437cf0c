//! `POST /oauth/authorize`: the user's decision on the consent page or the password page before it, and requests that apps
//! send as a form.
//! The page itself is in `authorize`, its token in `consent_form`.

use rocket::data::{FromData, Outcome, ToByteUnit};
use rocket::http::{ContentType, Status};
use rocket::{Data, post};

use super::authorize::{
    AppUser, RequesterLookup, consent, consent_page, find_requester, is_expected, password, unexpected_user,
};
use super::callback::Callback;
use super::consent_form::{self, FormRejection};
use super::parameters::Parameters;
use super::request::{self, RedirectTarget, Request, RequestError};
use super::step::{self, AppResponder, Step};
use crate::app::App;
use crate::routes::guards::{Browser, SameOriginPost, Viewer};
use crate::routes::page::form_faults;
use crate::routes::whole_body::{self, NotWhole};
use crate::security::fetch_metadata::Navigation;
use crate::security::same_origin;
use crate::security::slow_bodies::BODY_TIMEOUT;
use portico_crypto::tokens::Plain;
use portico_platform::byte_limiter::RETRY_SECS;
use portico_platform::error::{Error, Result};
use portico_platform::throttle::LimitKind;
use portico_store::models::oauth::approval::NotApproved;
use portico_store::models::{Grant, Session};

/// The most bytes of a form: a request that is percent-encoded twice, and its token.
const MAX_BODY: usize = 64 * 1024;

/// The content of a form.
pub(crate) enum AuthorizeForm {
    /// The decision on the consent page.
    Decision {
        /// The request that the page showed.
        request: String,
        /// The form's token.
        token: Plain,
        /// `approve`, `deny` or `cancel`.
        decision: String,
    },
    /// A request that an app sends as a form (OpenID Connect Core, section 3.1.2.1), as it was sent.
    Request(String),
}

#[rocket::async_trait]
impl<'r> FromData<'r> for AuthorizeForm {
    type Error = Error;

    async fn from_data(request: &'r rocket::Request<'_>, data: Data<'r>) -> Outcome<'r, Self> {
        let refused = |status| Outcome::Error((status, Error::internal("not a form")));
        if request.content_type() != Some(&ContentType::Form) {
            return refused(Status::UnsupportedMediaType);
        }
        let body = whole_body::read(request, data, MAX_BODY.bytes(), BODY_TIMEOUT, None).await;
        match body.map(String::from_utf8) {
            Ok(Ok(body)) => Outcome::Success(Self::read(body)),
            Ok(Err(_)) | Err(NotWhole::Broken) => refused(Status::BadRequest),
            Err(NotWhole::TooLarge) => refused(Status::PayloadTooLarge),
            Err(NotWhole::TooSlow) => refused(Status::RequestTimeout),
            Err(NotWhole::TooMuch) => {
                let err = Error::TooFast(RETRY_SECS);
                Outcome::Error((err.keep_in(request), err))
            }
        }
    }
}

impl AuthorizeForm {
    /// A request has a `client_id`; a decision has a token and what was decided.
    fn read(body: String) -> Self {
        let get = |wanted: &str| {
            let mut pairs = form_urlencoded::parse(body.as_bytes());
            pairs.find_map(|(name, value)| (name == wanted).then_some(value))
        };
        let (token, decision) = (get("token"), get("decision"));
        if (token.is_none() || decision.is_none()) && get("client_id").is_some() {
            return Self::Request(body);
        }
        Self::Decision {
            request: get("request").unwrap_or_default().into_owned(),
            token: Plain::from(token.unwrap_or_default().into_owned()),
            decision: decision.unwrap_or_default().into_owned(),
        }
    }
}

#[post("/oauth/authorize", data = "<form>")]
pub(crate) async fn answer(
    form: AuthorizeForm,
    same_origin_post: SameOriginPost,
    navigation: Navigation,
    viewer: &Viewer,
    app: &App,
    browser: Browser<'_>,
) -> Result<Step> {
    if !navigation.0 {
        return Ok(Step::Page(step::no_navigation()));
    }
    let (shown, token, decision) = match form {
        // The redirect makes it a request like any other: a browser that sends a form from another site sends no cookie
        // with it, and nothing is done here.
        AuthorizeForm::Request(body) => {
            return Ok(request::continuation(&body)
                .map_or_else(|| Step::Page(step::unreadable()), |here| Step::to(here.as_str())));
        }
        AuthorizeForm::Decision { .. } if !same_origin_post.0 => return Err(same_origin::REFUSAL),
        AuthorizeForm::Decision { request, token, decision } => (request, token, decision),
    };
    app.throttle.check_address(LimitKind::ConsentAddress, browser.address).await?;
    let read = read(&shown);
    let Some((session, user)) = &viewer.signed_in else {
        return Ok(read.map_or_else(|| Step::to("/sign-in"), |request| password(app, &request, "/sign-in")));
    };
    app.throttle.check(LimitKind::Consent, user.id).await?;
    let decision = Decision::named(&decision);
    let signed = match decision {
        Some(Decision::Cancel) => on_confirm(&shown),
        _ => shown,
    };
    let form_hash = match consent_form::check(app, session, &signed, &token) {
        Ok(hash) => hash,
        Err(FormRejection::Foreign) => {
            return Ok(Step::Page(step::foreign_form(step::BACK_TO_APP)));
        }
        Err(FormRejection::Expired) => {
            return Ok(Step::Page(step::expired_form(step::BACK_TO_APP)));
        }
    };
    let (Some(request), Some(decision)) = (read, decision) else {
        return Ok(Step::Page(step::foreign_form(step::BACK_TO_APP)));
    };
    let RequesterLookup::Known(requester) = find_requester(app, &request.target, Some(user.id)).await? else {
        return Ok(Step::Page(step::app_changed()));
    };
    let iss = app.config.base_url.origin();
    let responder = AppResponder {
        app: &requester.app,
        callback: Callback { redirect_uri: &requester.redirect_uri, state: request.state.as_deref(), iss },
        mode: request.response_mode(),
        // The consent page's policy lets its form lead on to the app.
        by_page: decision == Decision::Cancel,
    };
    if decision != Decision::Approve {
        return Ok(responder.error(&RequestError::denied()));
    }
    if !is_expected(app, &request, user).await? {
        return Ok(responder.error(&unexpected_user()));
    }
    let approval = consent(app, &request, session, browser, form_hash);
    let approved = match form_faults(Grant::approve(app, approval).await)? {
        Ok(approved) => approved,
        Err(faults) => {
            let user = AppUser::load(app, &request, user, &requester).await?;
            let page = consent_page(app, &request, session, &requester, user);
            return Ok(Step::Page(page.faults(&faults)));
        }
    };
    Ok(match approved {
        Ok(code) => responder.code(&code),
        Err(NotApproved::SignedOut) => password(app, &request, "/sign-in"),
        Err(NotApproved::StaleSignIn) => password(app, &request, "/confirm"),
        Err(NotApproved::FormUsed) => Step::Page(step::used_form()),
        Err(NotApproved::AppChanged | NotApproved::NoGrant) => Step::Page(step::app_changed()),
    })
}

/// The decision of a user about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    /// Of the consent page: the app gets a code.
    Approve,
    /// Of the consent page: the app is told.
    Deny,
    /// The same as `Deny`, of the page that asks for the password first. Its form can do nothing else.
    Cancel,
}

impl Decision {
    fn named(name: &str) -> Option<Self> {
        match name {
            "approve" => Some(Self::Approve),
            "deny" => Some(Self::Deny),
            "cancel" => Some(Self::Cancel),
            _ => None,
        }
    }
}

/// The request that a form repeats; none where it can't be read.
fn read(query: &str) -> Option<Request> {
    let asked = Parameters::read(query);
    let target = RedirectTarget::read(&asked).ok()?;
    let state = request::state(&asked, &target).ok()?;
    Request::read(&asked, target, state).ok()
}

/// The subject of the token on the password page, which is not that of the consent page.
fn on_confirm(query: &str) -> String {
    format!("cancel {query}")
}

/// The form by which a user declines a request that waits for their password.
pub(crate) struct CancelForm {
    /// The app's name.
    pub(crate) app_name: String,
    /// Proves that the form was shown in this session.
    pub(crate) token: Plain,
}

/// That form for the query of a request; none where the request is faulty, which has no one to tell.
pub(crate) async fn cancel_form(app: &App, session: &Session, query: &str) -> Result<Option<CancelForm>> {
    let Some(request) = read(query) else {
        return Ok(None);
    };
    Ok(match find_requester(app, &request.target, None).await? {
        RequesterLookup::Known(requester) => {
            let token = consent_form::token(app, session, &on_confirm(query));
            Some(CancelForm { app_name: requester.app.name, token })
        }
        RequesterLookup::Bad(_) => None,
    })
}
