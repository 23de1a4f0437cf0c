//! The bodies of requests to the endpoints for programs: how they are read, and the parameters of a form.
//! What the parameters mean is up to the endpoints.

use std::borrow::Cow;
use std::time::Duration;

use rocket::data::ToByteUnit;
use rocket::http::Status;
use rocket::{Data, Request};

use super::refusal::{INVALID_REQUEST, Refusal};
use crate::routes::whole_body::{self, NotWhole};

/// The most bytes of a body.
const LARGEST_BODY: usize = 64 * 1024;
/// How long a body may take to arrive.
const SLOWEST_BODY: Duration = Duration::from_secs(10);

/// The complete body, if it is within the limit.
pub(super) async fn read(data: Data<'_>) -> Result<Vec<u8>, Refusal> {
    whole_body::read(data, LARGEST_BODY.bytes(), SLOWEST_BODY).await.map_err(|fault| {
        let (status, text) = match fault {
            NotWhole::TooLarge => (Status::PayloadTooLarge, "The body is larger than 64 KiB."),
            NotWhole::Broken => (Status::BadRequest, "The body ended before it was complete."),
            NotWhole::TooSlow => (Status::RequestTimeout, "The body did not arrive in time. Try again."),
        };
        Refusal::new(status, INVALID_REQUEST, text)
    })
}

/// Whether a request says that its body is a form, with any parameters of the type.
pub(super) fn is_form(request: &Request<'_>) -> bool {
    let content_type = request.headers().get_one("Content-Type");
    let essence = content_type.and_then(|text| text.split(';').next());
    essence.is_some_and(|essence| {
        essence.trim_matches([' ', '\t']).eq_ignore_ascii_case("application/x-www-form-urlencoded")
    })
}

/// The body of a request that can only be a form.
pub(super) async fn read_form(request: &Request<'_>, data: Data<'_>) -> Result<Vec<u8>, Refusal> {
    if is_form(request) {
        return read(data).await;
    }
    Err(Refusal::new(
        Status::UnsupportedMediaType,
        INVALID_REQUEST,
        "Send the header Content-Type: application/x-www-form-urlencoded.",
    ))
}

/// The parameters of a form (RFC 6749, appendix B). They contain secrets, so there is no `Debug`.
pub(crate) struct Form<'b>(Vec<(Cow<'b, str>, Cow<'b, str>)>);

impl<'b> Form<'b> {
    /// Parses a body. Anything is a form; unknown parameters are ignored.
    pub(crate) fn parse(body: &'b [u8]) -> Self {
        Self(form_urlencoded::parse(body).collect())
    }

    /// The value of a parameter. An empty one counts as left out (RFC 6749, section 3.2).
    ///
    /// # Errors
    /// A sentence for the app's developer where it is given more than once, or is not UTF-8.
    pub(crate) fn get(&self, name: &str) -> Result<Option<&str>, String> {
        let mut found = self.0.iter().filter(|(given, _)| given == name);
        let Some((_, value)) = found.next() else {
            return Ok(None);
        };
        if found.next().is_some() {
            return Err(format!("{name} is given more than once."));
        }
        // No value that we gave out contains it.
        if value.contains(char::REPLACEMENT_CHARACTER) {
            return Err(format!("{name} is not valid UTF-8."));
        }
        Ok(Some(&**value).filter(|value| !value.is_empty()))
    }

    /// The value of a parameter that has to be there.
    ///
    /// # Errors
    /// As [`Self::get`], and where it is missing.
    pub(crate) fn required(&self, name: &str) -> Result<&str, String> {
        self.get(name)?.ok_or_else(|| format!("{name} is missing."))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_decoded_once_and_an_empty_one_is_none() {
        let form = Form::parse(b"a=x%26y+z%2Bw%2520&b=&c&d%65=1");
        assert_eq!(form.get("a").unwrap(), Some("x&y z+w%20"));
        assert_eq!(form.get("b").unwrap(), None);
        assert_eq!(form.get("c").unwrap(), None);
        assert_eq!(form.get("de").unwrap(), Some("1"));
        assert_eq!(form.required("b").unwrap_err(), "b is missing.");
    }

    /// Shows: token.form-repeated
    #[test]
    fn what_is_given_twice_or_no_text_is_the_fault_of_its_parameter_alone() {
        let form = Form::parse(b"a=1&a=1&b=%ff&c=2&x=%ff&\xff=1");
        assert!(form.get("a").unwrap_err().contains("more than once"));
        assert!(form.get("b").unwrap_err().contains("UTF-8"));
        assert_eq!(form.get("c").unwrap(), Some("2"));
        assert!(Form::parse(b"a=&a=1").get("a").is_err());
        assert!(Form::parse(b"a=1&%61=1").get("a").is_err());
    }
}
