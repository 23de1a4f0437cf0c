//! The method of a request, as it was sent. Routes decide which methods a path has.

use rocket::fairing::{Fairing, Info, Kind};
use rocket::form::Form;
use rocket::http::Method;
use rocket::{Data, Request};

use crate::security::fetch_metadata::SentByHead;

/// Notes `HEAD`, which Rocket replaces by `GET`, and undoes what Rocket does before everything else: it takes the first field
/// of a form, `_method`, for the method. So a `POST` could delete a message, or read a webhook, and a program's form with a
/// field of this name would be refused.
#[derive(Debug, Clone, Copy)]
pub struct SentMethod;

/// Rocket looks at so many bytes: `_method=delete`.
const PEEKED: usize = 14;

#[rocket::async_trait]
impl Fairing for SentMethod {
    fn info(&self) -> Info {
        Info { name: "method as sent", kind: Kind::Request }
    }

    async fn on_request(&self, request: &mut Request<'_>, data: &mut Data<'_>) {
        SentByHead::note(request);
        let is_form = request.content_type().is_some_and(|kind| kind.is_form());
        if is_form && names_method(data.peek(PEEKED).await) == Some(request.method()) {
            request.set_method(Method::Post);
        }
    }
}

/// The method that the first field names. A form that is sent by this very method, which no client does, counts as a `POST`
/// too.
pub fn names_method(body: &[u8]) -> Option<Method> {
    let text = std::str::from_utf8(body).ok()?;
    let field = Form::values(text).next()?;
    let method = (field.name == "_method").then(|| field.value.parse().ok());
    method.flatten()
}
