//! Error pages, and the redirects to sign-in, `/confirm` and the second step. Endpoints for programs format their own errors.
//! The error itself is created where it occurs.

use std::sync::Arc;

use rocket::http::{Header, Method, Status};
use rocket::request::Request;
use rocket::response::{self, Responder, Response};
use rocket::{Catcher, catch, catchers};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::cookies;
use crate::routes::guards::{ClientAddress, Viewer};
use crate::routes::host;
use crate::routes::page::{Page, to};
use crate::routes::peer;
use crate::routes::sent_form::Fields;
use crate::routes::waiting_form;
use crate::security::fetch_metadata::Navigation;
use portico_platform::database::deadline;
use portico_platform::error::{PublicError, PublicKind, Result};
use portico_platform::throttle::LimitKind;
use portico_rules::ids::{SessionId, UserId};
use portico_store::models::SavedForm;

/// The catchers of pages.
pub fn catchers() -> Vec<Catcher> {
    catchers![fault]
}

/// An error page, or a redirect to the sign-in.
pub(crate) struct ErrorResponse {
    status: Status,
    public: Option<PublicError>,
    is_signed_in: bool,
    kept: FormFate,
}

/// The fate of a form whose sender has to enter their password first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FormFate {
    /// It is carried out after that.
    Waits,
    /// It has to be completed and sent again.
    Incomplete,
    /// There is none, or it is shown again.
    No,
}

#[catch(default)]
async fn fault(status: Status, request: &Request<'_>) -> ErrorResponse {
    deadline::limited(refusal(status, request)).await
}

async fn refusal(status: Status, request: &Request<'_>) -> ErrorResponse {
    // The page still shows who is signed in, if that can be found out.
    let status = match status {
        Status::NotFound if host::is_malformed(request) => Status::BadRequest,
        Status::NotFound if is_only_read(request) => Status::MethodNotAllowed,
        status => status,
    };
    let viewer = request.guard::<&Viewer>().await.succeeded();
    let signed_in = viewer.and_then(|viewer| viewer.signed_in.as_ref());
    let user_id = signed_in.map(|(_, user)| user.id);
    let public = PublicError::from_request(request);
    let mut kept = FormFate::No;
    if status == Status::Unauthorized {
        let is_stale = public.as_ref().is_some_and(|public| public.kind == PublicKind::Plain);
        let waits = match signed_in.filter(|_| is_stale) {
            Some((session, _)) => keep_waiting(request, session.id).await,
            None => Ok(FormFate::No),
        };
        let done = match waits {
            Ok(waits) => {
                kept = waits;
                if waits == FormFate::Waits { Ok(()) } else { keep_form(request, user_id).await }
            }
            Err(err) => Err(err),
        };
        if let Err(err) = done {
            // The user signs in without it.
            err.log();
        }
    }
    ErrorResponse { status, public, is_signed_in: user_id.is_some(), kept }
}

/// Keeps the form of a session that has to enter its password again, so that it is carried out after that.
async fn keep_waiting(request: &Request<'_>, session_id: SessionId) -> Result<FormFate> {
    let Some(app) = app(request) else {
        return Ok(FormFate::No);
    };
    if request.method() != Method::Post || !Navigation::for_request(request).0 {
        return Ok(FormFate::No);
    }
    let Some(fields) = Fields::to_wait(request) else {
        return Ok(FormFate::Incomplete);
    };
    let address = ClientAddress::for_request(request, app);
    if app.throttle.check_address(LimitKind::SavedFormAddress, address.0).await.is_err() {
        return Ok(FormFate::No);
    }
    Ok(match waiting_form::keep(request, app, session_id, fields).await? {
        true => FormFate::Waits,
        false => FormFate::Incomplete,
    })
}

/// True if a request tries to change what programs only read.
fn is_only_read(request: &Request<'_>) -> bool {
    const PATHS: [&str; 6] = [
        "/healthz",
        "/readyz",
        "/openapi.json",
        "/oauth/jwks",
        "/.well-known/openid-configuration",
        "/.well-known/oauth-authorization-server",
    ];
    let path = request.uri().path().as_str();
    let is_read = matches!(request.method(), Method::Get | Method::Head);
    !is_read && (PATHS.contains(&path) || path.starts_with("/avatars/"))
}

/// Keeps the form that was sent too late, so that its page shows it again after the sign-in to the same account: that of
/// `user_id`, or the one that this browser was signed in to last.
async fn keep_form(request: &Request<'_>, user_id: Option<UserId>) -> Result<()> {
    // What scripts send in the background is not typed, or still in the page.
    if !Navigation::for_request(request).0 {
        return Ok(());
    }
    let Some(app) = app(request) else {
        return Ok(());
    };
    let user_id = user_id.or_else(|| cookies::last_account(app, request.cookies()));
    let Some(form) = user_id.and_then(|user_id| Fields::to_keep(request, user_id)) else {
        return Ok(());
    };
    let address = ClientAddress::for_request(request, app);
    let counted = app.throttle.check_address(LimitKind::SavedFormAddress, address.0).await;
    if counted.is_ok()
        && let Some(ticket) = SavedForm::keep(app, &form).await?
    {
        cookies::SAVED_FORM.set(&app.config.base_url, request.cookies(), &ticket);
    }
    Ok(())
}

fn app<'r>(request: &'r Request<'_>) -> Option<&'r Arc<App>> {
    request.rocket().state::<Arc<App>>()
}

impl<'r> Responder<'r, 'static> for ErrorResponse {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'static> {
        let Self { status, public, is_signed_in: signed_in, kept } = self;
        if status == Status::Unauthorized {
            let next = match request.method() {
                Method::Get => Continuation::read(&request.uri().to_string()),
                // A form can't be sent again by a redirect: the user continues at its page.
                _ => app(request)
                    .filter(|_| !has_page_of_its_own(request))
                    .and_then(|app| {
                        Continuation::from_referer(request.headers().get_one("Referer"), &app.config.base_url)
                    })
                    // Its address leads to its page.
                    .or_else(|| Continuation::read(request.uri().path().as_str())),
            };
            let page = match public.as_ref().map(|public| public.kind) {
                Some(PublicKind::SignedOut) => "/sign-in",
                Some(PublicKind::NeedsSecondStep) if signed_in => "/sign-in/second",
                _ if signed_in => "/confirm",
                _ => "/sign-in",
            };
            let mut address = next.unwrap_or_else(Continuation::home).after(page);
            match kept {
                FormFate::Waits => address.push_str("&act=on"),
                FormFate::Incomplete => address.push_str("&again=on"),
                FormFate::No => {}
            }
            return to(address).respond_to(request);
        }
        let kind = public.as_ref().map(|public| public.kind);
        let (title, mut text, advice) = match kind {
            Some(PublicKind::LacksSecondStep) => SECOND_STEP_REQUIRED,
            Some(PublicKind::ServerSuspended) => SERVER_SUSPENDED,
            _ if status == Status::NotFound && is_message(request) => CHANNEL_LOST,
            _ => words(status),
        };
        let own_text = public.as_ref().and_then(|public| public.text.clone());
        if status == Status::ServiceUnavailable {
            text = match (request.method(), kind) {
                (Method::Get | Method::Head, _) => AWAY,
                (_, None | Some(PublicKind::OutcomeUnknown)) => AWAY_AND_UNKNOWN,
                _ => AWAY_AND_UNCHANGED,
            };
        }
        let wait = public.as_ref().and_then(|public| public.retry_after);
        let advice = match wait {
            Some(seconds) => again_in(seconds),
            None if status == Status::Forbidden
                && kind == Some(PublicKind::Plain)
                && own_text.as_deref().is_some_and(|text| says_what_to_do(request, text)) =>
            {
                String::new()
            }
            None => advice.to_owned(),
        };
        let page = Page::new(
            "error",
            context! {
                status: status.code,
                title,
                text: own_text.unwrap_or_else(|| text.to_owned()),
                advice,
                reference: public.as_ref().and_then(|public| public.reference.clone()),
                action_href: (kind == Some(PublicKind::LacksSecondStep)).then_some("/settings/security"),
                action_label: "Set up two-step sign-in",
                retry: (status == Status::ServiceUnavailable).then(|| retry(request)).flatten(),
                unsent: (status == Status::NotFound && is_message(request)).then(|| written(request)).flatten(),
            },
        );
        let mut response = Response::build_from(page.status(status).respond_to(request)?).finalize();
        if let Some(seconds) = wait {
            response.set_header(Header::new("Retry-After", seconds.to_string()));
        }
        if status == Status::MethodNotAllowed {
            response.set_header(Header::new("Allow", "GET, HEAD"));
        }
        Ok(response)
    }
}

/// True if the text of a refusal says what to do about it: with a second sentence, or because it is about no server.
fn says_what_to_do(request: &Request<'_>, text: &str) -> bool {
    text.contains(". ") || !is_of_server(request)
}

/// True if a request is about a server, what is in it or what posts there: who manages it can permit what was refused.
fn is_of_server(request: &Request<'_>) -> bool {
    const OF_SERVERS: [&str; 3] = ["/servers/", "/channels/", "/portal/webhooks/"];
    let path = request.uri().path().as_str();
    OF_SERVERS.iter().any(|prefix| path.starts_with(prefix))
}

/// True if a form has a page of its own besides the channel's, where scripts show it in a dialog.
fn has_page_of_its_own(request: &Request<'_>) -> bool {
    const FORMS: [&str; 2] = ["/channels/<id>/messages/<message_id>", "/channels/<id>/messages/delete"];
    let route = request.route().map(|route| route.uri.path());
    route.is_some_and(|path| FORMS.contains(&path))
}

/// True if a request would post a message.
fn is_message(request: &Request<'_>) -> bool {
    let route = request.route().map(|route| route.uri.path());
    request.method() == Method::Post && route == Some("/channels/<id>/messages")
}

/// The text of the message that was sent.
fn written(request: &Request<'_>) -> Option<String> {
    let fields = Fields::from_request(request)?;
    fields.shown.iter().find(|(name, _)| name == "content").map(|(_, text)| text.clone())
}

/// The address to try again: the page, or the form with everything that was typed into it. None where something has to
/// be entered anew.
fn retry(request: &Request<'_>) -> Option<Value> {
    if request.route().is_none() || peer::is_hidden(request) {
        return None;
    }
    if request.method() == Method::Get {
        return Some(json!({ "href": request.uri().to_string() }));
    }
    let fields = Fields::from_request(request)?;
    let rows = fields.shown.iter().map(|(name, value)| {
        let label = name.replace('_', " ");
        // What is short was chosen rather than written.
        let is_text = value.len() > 24 || value.contains(char::is_whitespace);
        json!({ "name": name, "label": label, "value": value, "is_text": is_text })
    });
    Some(json!({
        "action": request.uri().path().as_str(),
        "fields": rows.collect::<Vec<_>>(),
        "is_partial": fields.is_partial,
    }))
}

/// Shown to those whose power waits for a second step.
const SECOND_STEP_REQUIRED: (&str, &str, &str) = (
    "Set up two-step sign-in first",
    "A second step is required of everyone who manages this, and your account has none.",
    "It takes a minute, with a passkey or an authenticator app. You can read and write in your channels meanwhile.",
);

/// Shown to the members of a server that an admin suspended.
const SERVER_SUSPENDED: (&str, &str, &str) = (
    "This server is suspended",
    "The operator of this instance suspended it. Its owner can read why.",
    "The owner can ask the operator to lift the suspension. Until then, no one can read or post in it, and the response to every post to its webhooks is 404. Nothing in it is deleted.",
);

/// Shown to those who write into a channel that they can't see any more.
const CHANNEL_LOST: (&str, &str, &str) = (
    "Your message was not sent",
    "This channel is gone, or you can no longer see it. You may have been removed or banned from its server.",
    "Copy your text if you still need it.",
);

/// When trying again helps.
pub(crate) fn again_in(seconds: u64) -> String {
    match seconds {
        0 | 1 => "Try again in a second.".to_owned(),
        seconds if seconds < 120 => format!("Try again in {seconds} seconds."),
        seconds if seconds < 7_200 => format!("Try again in {} minutes.", seconds.div_ceil(60)),
        seconds => format!("Try again in {} hours.", seconds.div_ceil(3_600)),
    }
}

const AWAY: &str = "The service can’t reach its database at the moment.";
const AWAY_AND_UNCHANGED: &str = "The service can’t reach its database at the moment. What you sent was not saved.";
const AWAY_AND_UNKNOWN: &str = "The database didn’t answer in time. What you sent may or may not have been saved.";

/// Title, a sentence about the error, and a sentence that says what to do.
fn words(status: Status) -> (&'static str, &'static str, &'static str) {
    match status.code {
        400 => ("This request couldn’t be read", "Something in it is missing or malformed.", "Go back and try again."),
        403 => ("You can’t do this here", "You don’t have permission to do it.", "Ask someone who manages the server."),
        404 | 405 => {
            ("Page not found", "This page doesn’t exist, or you can’t see it.", "Check the address and try again.")
        }
        408 => ("This took too long", "What you sent didn’t arrive in time.", "Check your connection and try again."),
        413 => ("That was too large", "What you sent is larger than allowed.", "Send something smaller."),
        415 | 422 => ("This form couldn’t be read", "A field is missing or malformed.", "Go back and try again."),
        429 => ("Too many attempts", "You did this too often in a short time.", "Try again in a few seconds."),
        503 => ("Temporarily unavailable", AWAY_AND_UNKNOWN, "Try again in a few seconds."),
        500..=599 => (
            "Something went wrong on our side",
            "The error was logged, and no partial changes were saved.",
            "Try again. If it keeps happening, give the operator the reference below.",
        ),
        _ => ("This didn’t work", "The request was refused.", "Go back and try again."),
    }
}
