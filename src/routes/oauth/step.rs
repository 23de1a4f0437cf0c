//! The next page of a user during a sign-in to an app: pages that lead back to it, and refusals.
//! The consent page is in `authorize`.

use rocket::Responder;
use rocket::http::Status;
use rocket::response::Redirect;
use rocket_dyn_templates::context;

use super::callback::{self, Callback, CallbackRedirect, Response};
use super::request::{BadTarget, Prompt, Request, RequestError, ResponseMode};
use crate::routes::page::{Page, to};
use crate::security::fetch_metadata;
use crate::security::headers::content_security_policy;
use portico_crypto::tokens::Plain;
use portico_store::models::OauthApp;

/// The next page of the user.
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

/// How a response reaches the app of a request.
#[derive(Clone, Copy)]
pub(super) struct AppResponder<'a> {
    /// The app.
    pub(super) app: &'a OauthApp,
    /// Where the response goes.
    pub(super) callback: Callback<'a>,
    /// How the app asked for it.
    pub(super) mode: ResponseMode,
    /// True if the policy of the page before allows no redirect to the app, so that a page of ours leads on.
    pub(super) by_page: bool,
}

impl AppResponder<'_> {
    pub(super) fn code(&self, code: &Plain) -> Step {
        self.send(&Response::Code(code))
    }

    pub(super) fn error(&self, fault: &RequestError) -> Step {
        self.send(&Response::Error(fault))
    }

    /// The error where the request forbids any page, and else the page.
    pub(super) fn silent_or(&self, request: &Request, fault: &RequestError, page: impl FnOnce() -> Step) -> Step {
        match request.prompt {
            Prompt::Nothing => self.error(fault),
            Prompt::Default | Prompt::Consent => page(),
        }
    }

    fn send(&self, response: &Response<'_>) -> Step {
        let redirect = match self.mode {
            ResponseMode::Query => self.callback.redirect(response),
            ResponseMode::Fragment => self.callback.redirect_by_fragment(response),
            ResponseMode::FormPost => return Step::Page(form_post(self.app, self.callback, response)),
        };
        match self.by_page {
            true => Step::Page(onward(self.app, redirect, response)),
            false => Step::Callback(redirect),
        }
    }
}

/// After the sign-in, a page of its own leads on to the app: browsers check every redirect after the sign-in's form
/// against that page's policy, which names no app.
fn onward(app: &OauthApp, redirect: CallbackRedirect, response: &Response<'_>) -> Page {
    let address = redirect.address();
    let refresh = format!("0;url={address}");
    let is_error = matches!(response, Response::Error(_));
    Page::new("oauth/onward", context! { app: app.name.as_str(), address, is_error })
        .header("Refresh", refresh)
        .header("Referrer-Policy", "no-referrer".to_owned())
}

/// The page whose form brings a response to the app (OAuth 2.0 Form Post Response Mode, section 2). A script sends it;
/// without scripts its button does.
fn form_post(app: &OauthApp, callback: Callback<'_>, response: &Response<'_>) -> Page {
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
        context! {
            parameter: fault.parameter,
            fault: fault.fault.as_str(),
            given: fault.given.as_deref(),
            is_suspended: fault.is_suspended,
        },
    )
    .status(Status::BadRequest)
}

/// The advice after a refusal in a sign-in that an app's page began.
pub(super) const BACK_TO_APP: &str = "Go back to the app and start again.";

/// A refusal, with what to do after it.
pub(super) fn refused(status: Status, title: &str, text: &str, advice: &str) -> Page {
    Page::new("error", context! { status: status.code, title, text, advice }).status(status)
}

/// An image, a frame, a script's request or a prefetch: not a user's action, so nothing happens.
pub(super) fn no_navigation() -> Page {
    let text = "To sign in to an app, open its link in a tab of its own. Nothing was shared.";
    let title = "This page was not opened in a tab";
    refused(Status::Forbidden, title, text, BACK_TO_APP).header("Vary", fetch_metadata::VARY.to_owned())
}

/// The request is invalid, and too long or too malformed to continue with after a sign-in.
pub(super) fn unreadable() -> Page {
    let text = "The link that brought you here is damaged.";
    let title = "This request can’t be read";
    refused(Status::BadRequest, title, text, BACK_TO_APP)
}

/// The app or its redirect URI is not what the page showed.
pub(super) fn app_changed() -> Page {
    let text = "While this page was open, the app was deleted or its redirect URI changed. Nothing was shared.";
    refused(Status::BadRequest, "The app has changed", text, BACK_TO_APP)
}

/// The same form was sent before.
pub(super) fn used_form() -> Page {
    let text = "You have already answered this page. It can be answered only once.";
    refused(Status::BadRequest, "Already answered", text, BACK_TO_APP)
}

/// The form was sent too late.
pub(super) fn expired_form(advice: &str) -> Page {
    let text = "This page was open for more than ten minutes. Nothing was shared.";
    refused(Status::BadRequest, "This page has expired", text, advice)
}

/// The form was not made for this session and this request.
pub(super) fn foreign_form(advice: &str) -> Page {
    let text =
        "This page was changed, belongs to someone else, or was opened before you last signed in. Nothing was shared.";
    let title = "This page doesn’t match your session";
    refused(Status::Forbidden, title, text, advice)
}
