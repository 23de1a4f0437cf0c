//! A form without a single field: programs send one as no body at all, and name no content type for it.
//! What missing fields mean is for the handlers to say.

use rocket::fairing::{Fairing, Info, Kind};
use rocket::http::{ContentType, Method};
use rocket::{Data, Request};

/// Lets a post of nothing be read as a form that holds nothing, so that whoever sends it is told what is
/// missing, or that there is no such thing, rather than that nothing is not a form.
#[derive(Debug, Clone, Copy)]
pub struct EmptyForm;

#[rocket::async_trait]
impl Fairing for EmptyForm {
    fn info(&self) -> Info {
        Info {
            name: "empty form",
            kind: Kind::Request,
        }
    }

    async fn on_request(&self, request: &mut Request<'_>, data: &mut Data<'_>) {
        // Looked at only where no body is announced: there is nothing to wait for.
        if request.method() == Method::Post
            && !request.headers().contains("Content-Type")
            && announces_nothing(request)
            && data.peek(1).await.is_empty()
        {
            request.add_header(ContentType::Form);
        }
    }
}

fn announces_nothing(request: &Request<'_>) -> bool {
    let headers = request.headers();
    !headers.contains("Transfer-Encoding")
        && headers
            .get_one("Content-Length")
            .is_none_or(|length| length == "0")
}
