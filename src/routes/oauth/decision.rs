//! `POST /oauth/authorize`: the user's decision on the consent page, and requests that apps send as a form.
//! The page itself is in `authorize`, its token in `consent_form`.

use rocket::data::{FromData, Outcome, ToByteUnit};
use rocket::http::{ContentType, Status};
use rocket::{Data, post};

use super::authorize::{consent, consent_page, is_expected, password, target, unexpected_user};
use super::callback::{Callback, Response};
use super::consent_form::{self, FormRejection};
use super::parameters::Parameters;
use super::request::{self, Fault, Request, ResponseMode, Target};
use super::step::{self, Step};
use crate::app::App;
use crate::error::{Error, Result};
use crate::models::Grant;
use crate::models::oauth::approval::NotApproved;
use crate::routes::guards::{Asking, FromHere, Viewer};
use crate::security::fetch_metadata::Navigation;
use crate::security::same_origin;
use crate::security::throttle::LimitKind;
use crate::security::tokens::Plain;

/// The most bytes of a form: a request that is percent-encoded twice, and its token.
const LARGEST_BODY: usize = 64 * 1024;

/// What a form contains.
pub(crate) enum AuthorizeForm {
    /// The decision on the consent page.
    Decision {
        /// The request that the page showed.
        request: String,
        /// The form's token.
        token: Plain,
        /// `approve` or `deny`.
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
        match data.open(LARGEST_BODY.bytes()).into_string().await {
            Ok(body) if body.is_complete() => Outcome::Success(Self::read(body.into_inner())),
            Ok(_) => refused(Status::PayloadTooLarge),
            Err(_) => refused(Status::BadRequest),
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
    from_here: FromHere,
    navigation: Navigation,
    viewer: &Viewer,
    app: &App,
    asking: Asking<'_>,
) -> Result<Step> {
    if !navigation.0 {
        return Ok(Step::Page(step::no_navigation()));
    }
    let (shown, token, decision) = match form {
        // The redirect makes it a request like any other: a browser that sends a form from another site sends no cookie
        // with it, and nothing is done here.
        AuthorizeForm::Request(body) => {
            return Ok(request::continuation(&body).map_or_else(
                || Step::Page(step::unreadable()),
                |here| Step::to(here.as_str()),
            ));
        }
        AuthorizeForm::Decision { .. } if !from_here.0 => return Err(same_origin::REFUSAL),
        AuthorizeForm::Decision {
            request,
            token,
            decision,
        } => (request, token, decision),
    };
    app.throttle
        .check_address(LimitKind::ConsentAddress, asking.address)
        .await?;
    let asked = Parameters::read(&shown);
    let read = Target::read(&asked).ok().and_then(|target| {
        let state = request::state(&asked, &target).ok()?;
        Request::read(&asked, target, state).ok()
    });
    let Some((session, user)) = &viewer.signed_in else {
        return Ok(read.map_or_else(
            || Step::to("/sign-in"),
            |request| password(app, &request, "/sign-in"),
        ));
    };
    app.throttle.check(LimitKind::Consent, user.id).await?;
    let form_hash = match consent_form::check(app, session, &shown, &token) {
        Ok(hash) => hash,
        Err(FormRejection::Foreign) => return Ok(Step::Page(step::foreign_form())),
        Err(FormRejection::Expired) => return Ok(Step::Page(step::expired_form())),
    };
    let (Some(request), Some(approves)) = (
        read,
        match decision.as_str() {
            "approve" => Some(true),
            "deny" => Some(false),
            _ => None,
        },
    ) else {
        return Ok(Step::Page(step::foreign_form()));
    };
    let Ok((requested, _, redirect_uri)) = target(app, &asked, Some(user.id)).await? else {
        return Ok(Step::Page(step::app_changed()));
    };
    let iss = app.config.base_url.origin();
    let callback = Callback {
        redirect_uri: &redirect_uri,
        state: request.state.as_deref(),
        iss: &iss,
    };
    // The page's policy lets its form lead on to the app.
    let respond = |response: Response<'_>| match request.response_mode() {
        ResponseMode::FormPost => Step::Page(step::form_post(&requested.app, callback, &response)),
        ResponseMode::Query => Step::Callback(callback.redirect(&response)),
    };
    if !approves {
        return Ok(respond(Response::Error(&Fault::denied())));
    }
    if !is_expected(app, &request, user).await? {
        return Ok(respond(Response::Error(&unexpected_user())));
    }
    let approval = consent(app, &request, session, asking, form_hash);
    let approved = match Grant::approve(app, approval).await {
        Err(Error::Faults(faults)) => {
            let page = consent_page(app, &request, session, &requested, requested.is_approved);
            return Ok(Step::Page(page.faults(&faults)));
        }
        approved => approved?,
    };
    Ok(match approved {
        Ok(code) => respond(Response::Code(&code)),
        Err(NotApproved::SignedOut) => password(app, &request, "/sign-in"),
        Err(NotApproved::StaleSignIn) => password(app, &request, "/confirm"),
        Err(NotApproved::FormUsed) => Step::Page(step::used_form()),
        Err(NotApproved::AppChanged | NotApproved::NoGrant) => Step::Page(step::app_changed()),
    })
}
