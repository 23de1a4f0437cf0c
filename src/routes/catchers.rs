//! Error pages, and the redirects to sign-in and `/confirm`. Endpoints for programs format their own errors.
//! The error itself is created where it occurs.

use rocket::http::{Header, Status};
use rocket::request::Request;
use rocket::response::{self, Responder, Response};
use rocket::{Catcher, catch, catchers};
use rocket_dyn_templates::context;

use crate::error::PublicError;
use crate::routes::continuation::Continuation;
use crate::routes::guards::Viewer;
use crate::routes::page::{Page, to};

/// The catchers of pages.
pub fn catchers() -> Vec<Catcher> {
    catchers![fault]
}

/// An error page, or a redirect to the sign-in.
pub(crate) struct Refusal(Status, Option<PublicError>, bool);

#[catch(default)]
async fn fault(status: Status, request: &Request<'_>) -> Refusal {
    // The page still shows who is signed in, if that can be found out.
    let signed_in = request
        .guard::<&Viewer>()
        .await
        .succeeded()
        .is_some_and(|viewer| viewer.signed_in.is_some());
    Refusal(status, PublicError::of(request), signed_in)
}

impl<'r> Responder<'r, 'static> for Refusal {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'static> {
        let Self(status, public, signed_in) = self;
        if status == Status::Unauthorized {
            let next = match request.method() {
                rocket::http::Method::Get => Continuation::read(&request.uri().to_string()),
                // A form can't be sent again by a redirect: the user continues at its page.
                _ => request
                    .rocket()
                    .state::<std::sync::Arc<crate::app::App>>()
                    .and_then(|app| {
                        Continuation::from_referer(
                            request.headers().get_one("Referer"),
                            &app.config.base_url,
                        )
                    }),
            };
            let page = if signed_in { "/confirm" } else { "/sign-in" };
            return to(next.unwrap_or_else(Continuation::home).after(page)).respond_to(request);
        }
        let (title, text, advice) = words(status);
        let own_text = public.as_ref().and_then(|public| public.text.clone());
        let wait = public.as_ref().and_then(|public| public.retry_after);
        let advice = match wait {
            Some(seconds) => again_in(seconds),
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
            },
        );
        let mut response =
            Response::build_from(page.status(status).respond_to(request)?).finalize();
        if let Some(seconds) = wait {
            response.set_header(Header::new("Retry-After", seconds.to_string()));
        }
        Ok(response)
    }
}

/// When trying again helps.
pub(crate) fn again_in(seconds: u64) -> String {
    match seconds {
        0 | 1 => "Try again in a second.".to_owned(),
        seconds if seconds < 120 => format!("Try again in {seconds} seconds."),
        seconds if seconds < 7_200 => format!("Try again in {} minutes.", seconds.div_ceil(60)),
        seconds => format!("Try again in {} hours.", seconds.div_ceil(3_600)),
    }
}

/// What happened, a sentence about it, and what to do.
fn words(status: Status) -> (&'static str, &'static str, &'static str) {
    match status.code {
        400 => (
            "This request couldn’t be read",
            "Something in it is missing or malformed.",
            "Go back and try again.",
        ),
        403 => (
            "You can’t do this here",
            "You don’t have permission to do it.",
            "Ask someone who manages the server.",
        ),
        404 | 405 => (
            "Page not found",
            "This page doesn’t exist, or you can’t see it.",
            "Check the address and try again.",
        ),
        408 => (
            "This took too long",
            "What you sent didn’t arrive in time.",
            "Check your connection and try again.",
        ),
        413 => (
            "That was too large",
            "What you sent is larger than allowed.",
            "Send something smaller.",
        ),
        415 | 422 => (
            "This form couldn’t be read",
            "A field is missing or malformed.",
            "Go back and try again.",
        ),
        429 => (
            "Too many attempts",
            "You did this too often in a short time.",
            "Try again in a few seconds.",
        ),
        503 => (
            "Temporarily unavailable",
            "The service can’t reach its database at the moment. What you sent may or may not have been saved.",
            "Try again in a few seconds.",
        ),
        500..=599 => (
            "Something went wrong on our side",
            "The error was logged, and no partial changes were saved.",
            "Try again. If it keeps happening, give the operator the reference below.",
        ),
        _ => (
            "This didn’t work",
            "The request was refused.",
            "Go back and try again.",
        ),
    }
}
