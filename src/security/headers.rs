//! The security headers of every response, errors included.
//! A page that needs another policy (the consent page) sets its own, which is kept.

use std::sync::LazyLock;

use rocket::fairing::{Fairing, Info, Kind};
use rocket::http::{Header, Status};
use rocket::{Catcher, Request, Response, catcher};

/// The `Content-Security-Policy` of pages. `form_action` is where their forms may go.
pub fn content_security_policy(form_action: &str) -> String {
    format!(
        "default-src 'self'; img-src 'self' https: http: data:; script-src 'self'; style-src 'self'; \
         connect-src 'self'; form-action {form_action}; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
    )
}

/// The policy of pages whose forms stay on this site.
static OWN_POLICY: LazyLock<String> = LazyLock::new(|| content_security_policy("'self'"));

/// Sets the headers.
#[derive(Debug, Clone, Copy)]
pub struct Headers {
    /// True if browsers reach this instance over TLS and should require it.
    pub https: bool,
    /// True if browsers should report violations of the policy.
    pub csp_reports: bool,
}

impl Headers {
    /// Wraps catchers so that their responses have the headers: requests that are malformed, such as with an unknown
    /// method, skip all fairings.
    pub fn over(self, catchers: Vec<Catcher>) -> Vec<Catcher> {
        catchers
            .into_iter()
            .map(|mut catcher| {
                catcher.handler = Box::new(HeadersAdded { inner: catcher.handler, headers: self });
                catcher
            })
            .collect()
    }

    fn dress(self, response: &mut Response<'_>) {
        let ends_connection = [Status::PayloadTooLarge, Status::RequestTimeout].contains(&response.status());
        let mut missing = [
            Some(("Content-Security-Policy", OWN_POLICY.as_str())),
            Some(("X-Content-Type-Options", "nosniff")),
            Some(("X-Frame-Options", "DENY")),
            // Other sites may show the pictures of users and apps, whose routes set this themselves, and nothing else.
            Some(("Cross-Origin-Resource-Policy", "same-origin")),
            // Forms on this site still send their page's URL; other sites get nothing.
            Some(("Referrer-Policy", "same-origin")),
            Some(("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")),
            // Cacheable responses say so themselves; everything else may be personal.
            Some(("Cache-Control", "no-store")),
            // Of this host alone: what else is below its name may have no TLS.
            self.https.then_some(("Strict-Transport-Security", "max-age=63072000")),
        ];
        // One pass over those that are set: looking a name up takes longer than comparing a few.
        for header in response.headers().iter() {
            for default in &mut missing {
                if default.is_some_and(|(name, _)| header.name() == name) {
                    *default = None;
                }
            }
        }
        for (name, value) in missing.into_iter().flatten() {
            response.set_header(Header::new(name, value));
        }
        if self.csp_reports {
            report_violations(response);
        }
        // The rest of the body is not read, so the connection can't be reused: clients would send the next request into
        // a closed one.
        if ends_connection && !response.headers().contains("Connection") {
            response.set_header(Header::new("Connection", "close"));
        }
    }
}

/// Adds the reporting endpoint to the response's policy. `report-uri` is for browsers without the Reporting API, and
/// for HTTP.
fn report_violations(response: &mut Response<'_>) {
    const NAME: &str = "Content-Security-Policy";
    let policy = response.headers().get_one(NAME).unwrap_or_default();
    if policy.contains("report-uri") {
        return;
    }
    let policy = format!("{policy}; report-uri /csp-reports; report-to csp");
    response.set_header(Header::new(NAME, policy));
    response.set_header(Header::new("Reporting-Endpoints", "csp=\"/csp-reports\""));
}

#[rocket::async_trait]
impl Fairing for Headers {
    fn info(&self) -> Info {
        Info { name: "response headers", kind: Kind::Response }
    }

    async fn on_response<'r>(&self, _: &'r Request<'_>, response: &mut Response<'r>) {
        self.dress(response);
    }
}

#[derive(Clone)]
struct HeadersAdded {
    inner: Box<dyn catcher::Handler>,
    headers: Headers,
}

#[rocket::async_trait]
impl catcher::Handler for HeadersAdded {
    async fn handle<'r>(&self, status: Status, request: &'r Request<'_>) -> catcher::Result<'r> {
        let mut response = self.inner.handle(status, request).await?;
        self.headers.dress(&mut response);
        Ok(response)
    }
}
