//! Forms without fields: programs send them without a body and without a content type. Handlers interpret missing
//! fields.

use rocket::fairing::{Fairing, Info, Kind};
use rocket::http::{ContentType, Method};
use rocket::{Data, Request};

/// Treats a POST request without a body as an empty form. So the response says which field is missing, or is 404, rather
/// than 415.
#[derive(Debug, Clone, Copy)]
pub struct EmptyForm;

#[rocket::async_trait]
impl Fairing for EmptyForm {
    fn info(&self) -> Info {
        Info { name: "empty form", kind: Kind::Request }
    }

    async fn on_request(&self, request: &mut Request<'_>, data: &mut Data<'_>) {
        // Only if no body is announced, so that there is nothing to wait for.
        if request.method() == Method::Post
            && !request.headers().contains("Content-Type")
            && announces_no_body(request)
            && data.peek(1).await.is_empty()
        {
            request.add_header(ContentType::Form);
        }
    }
}

fn announces_no_body(request: &Request<'_>) -> bool {
    let headers = request.headers();
    !headers.contains("Transfer-Encoding") && headers.get_one("Content-Length").is_none_or(|length| length == "0")
}
