//! What a user sees next during a sign-in to an app: the pages that lead back to it, and the refusals.
//! The consent page is in `authorize`.

use rocket::Responder;
use rocket::http::Status;
use rocket::response::Redirect;
use rocket_dyn_templates::context;

use super::callback::{self, Callback, CallbackRedirect, Response};
use super::request::BadTarget;
use crate::models::OauthApp;
use crate::routes::page::{Page, to};
use crate::security::fetch_metadata;
use crate::security::headers::content_security_policy;

/// What the user sees next.
#[derive(Responder)]
#[allow(clippy::large_enum_variant)] // One a request, and never kept.
pub(crate) enum Step {
    Page(Page),
    Callback(CallbackRedirect),
    Here(Redirect),
}

impl Step {
    /// A page of this site.
    pub(super) fn to(path: &str) -> Self {
        Self::Here(to(path))
    }
}

/// After the sign-in, a page of its own leads on to the app: browsers check every redirect after the sign-in's form
/// against that page's policy, which names no app.
pub(super) fn onward(app: &OauthApp, callback: Callback<'_>, response: &Response<'_>) -> Page {
    let address = callback.redirect(response).address();
    let refresh = format!("0;url={address}");
    let is_error = matches!(response, Response::Error(_));
    Page::new(
        "oauth/onward",
        context! { app: app.name.as_str(), address, is_error },
    )
    .header("Refresh", refresh)
    .header("Referrer-Policy", "no-referrer".to_owned())
}

/// The page whose form brings a response to the app (OAuth 2.0 Form Post Response Mode, section 2). A script sends it;
/// without scripts its button does.
pub(super) fn form_post(app: &OauthApp, callback: Callback<'_>, response: &Response<'_>) -> Page {
    let form = callback.form(response);
    let is_error = matches!(response, Response::Error(_));
    let policy = content_security_policy(&callback::form_action(callback.redirect_uri.as_str()));
    Page::new(
        "oauth/form_post",
        context! { app: app.name.as_str(), action: form.action, fields: form.fields, is_error },
    )
    .header("Content-Security-Policy", policy)
    .header("Referrer-Policy", "no-referrer".to_owned())
}

/// Without a redirect: it could lead to an attacker.
pub(super) fn bad_target(fault: &BadTarget) -> Page {
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
pub(super) fn no_navigation() -> Page {
    let text = "To sign in to an app, open its link in a tab of its own. Nothing was shared.";
    refused(Status::Forbidden, "This page was not opened in a tab", text)
        .header("Vary", fetch_metadata::VARY.to_owned())
}

/// The request is invalid, and too long or too malformed to continue with after a sign-in.
pub(super) fn unreadable() -> Page {
    let text = "The link that brought you here is damaged.";
    refused(Status::BadRequest, "This request can’t be read", text)
}

/// The app or its redirect URI is not what the page showed.
pub(super) fn app_changed() -> Page {
    let text = "While this page was open, the app was deleted or its redirect URI changed. Nothing was shared.";
    refused(Status::BadRequest, "The app has changed", text)
}

/// The same form was sent before.
pub(super) fn used_form() -> Page {
    let text = "You have already answered this page. It can be answered only once.";
    refused(Status::BadRequest, "Already answered", text)
}

/// The form was sent too late.
pub(super) fn expired_form() -> Page {
    let text = "This page was open for more than ten minutes. Nothing was shared.";
    refused(Status::BadRequest, "This page has expired", text)
}

/// The form was not made for this session and this request.
pub(super) fn foreign_form() -> Page {
    let text = "This page was changed, belongs to someone else, or was opened before you last signed in. Nothing was shared.";
    refused(
        Status::Forbidden,
        "This page doesn’t match your session",
        text,
    )
}
