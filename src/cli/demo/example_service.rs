//! Sunday Rides: a small external service where people sign in with their chat account.
//! It uses Portico only over HTTP, as any external service does.

pub mod flow;

use std::borrow::Cow;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use cookie::{Cookie, SameSite};
use rocket::figment::Figment;
use rocket::http::{ContentType, CookieJar, Header, Status};
use rocket::response::Redirect;
use rocket::response::content::RawHtml;
use rocket::{Build, Responder, Rocket, State, catch, catchers, get, routes};
use serde::{Deserialize, Serialize};
use tera::{Context, Tera};

use portico_platform::http_client;
use portico_rules::ids::{AppId, UserId};

/// The configuration of this service: where it and Portico are, and its credentials.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The service's own URL, without a trailing slash.
    pub own_url: String,
    /// Portico as browsers reach it.
    pub portico: String,
    /// Portico's token endpoint, as reached from this service.
    pub token_endpoint: String,
    /// The app's ID.
    pub client_id: AppId,
    /// The app's secret.
    pub client_secret: String,
}

impl Settings {
    fn redirect_uri(&self) -> String {
        redirect_uri(&self.own_url)
    }
}

/// The redirect URI of the service at `own_url`.
pub(super) fn redirect_uri(own_url: &str) -> String {
    format!("{own_url}/callback")
}

/// The four fields of the response, and no others: a response with more is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    chat_user_id: UserId,
    nickname: String,
    name: String,
    avatar_url: String,
}

struct Service {
    settings: Settings,
    pages: Tera,
    http: reqwest::Client,
    // The signed-in users, by session. A real service keeps this in its database.
    sessions: Mutex<HashMap<String, Identity>>,
}

/// The maximum number of sessions: a demo has one user at a time.
const MAX_SESSIONS: usize = 1_000;
const SESSION: &str = "sunday-rides";
/// One cookie for each attempt, so that several tabs can sign in at the same time.
const ATTEMPT: &str = "sunday-rides-attempt-";
/// Max attempts kept in a browser.
const MAX_ATTEMPTS: usize = 8;

/// Builds the service on `address` and `port`.
///
/// # Errors
/// A sentence on why it failed.
pub(super) fn build(settings: Settings, address: IpAddr, port: u16) -> Result<Rocket<Build>, String> {
    let fault = |what: String| format!("The example service could not be set up: {what}.");
    let mut pages = Tera::default();
    pages
        // Tera escapes templates with this extension.
        .add_raw_template("page.html", include_str!("example_service/page.html.tera"))
        .map_err(|err| fault(err.to_string()))?;
    let http = http_client::client(None)?
        // Portico is local; a proxy for the internet could not reach it.
        .no_proxy()
        .timeout(std::time::Duration::from_secs(10))
        .build()
        .map_err(|err| fault(err.to_string()))?;
    let service = Arc::new(Service { settings, pages, http, sessions: Mutex::default() });
    // The settings in the environment are Portico's, so this service uses none of them.
    let figment = Figment::from(rocket::Config::default())
        .merge(("address", address))
        .merge(("port", port))
        .merge(("workers", 1))
        .merge(("ident", false))
        .merge(("log_level", "off"));
    Ok(rocket::custom(figment)
        .manage(service)
        .mount("/", routes![home, sign_in, callback, sign_out, style])
        .register("/", catchers![nothing]))
}

#[derive(Responder)]
struct ServicePage {
    html: RawHtml<String>,
    policy: Header<'static>,
    referrer: Header<'static>,
    cache: Header<'static>,
}

impl Service {
    /// The only page: who is signed in, or the button; and an error, if there was one.
    fn page(&self, identity: Option<&Identity>, fault: Option<&str>) -> Result<ServicePage, Status> {
        let mut context = Context::new();
        context.insert("identity", &identity);
        context.insert("fault", &fault);
        context.insert("portico", &self.settings.portico);
        context.insert("client_id", &self.settings.client_id);
        let html = self.pages.render("page.html", &context).map_err(|_| Status::InternalServerError)?;
        let portico = &self.settings.portico;
        Ok(ServicePage {
            html: RawHtml(html),
            policy: Header::new(
                "Content-Security-Policy",
                format!(
                    "default-src 'none'; style-src 'self'; img-src {portico} data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
                ),
            ),
            // The URL of the callback contains a code.
            referrer: Header::new("Referrer-Policy", "no-referrer"),
            cache: Header::new("Cache-Control", "no-store"),
        })
    }

    fn signed_in(&self, jar: &CookieJar<'_>) -> Option<Identity> {
        let session = jar.get(SESSION)?;
        let sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.get(session.value()).cloned()
    }

    fn keep(&self, jar: &CookieJar<'_>, identity: Identity) {
        let id = flow::random();
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        if sessions.len() >= MAX_SESSIONS {
            sessions.clear();
        }
        sessions.insert(id.clone(), identity);
        jar.add(cookie(SESSION, id));
    }
}

fn cookie(name: impl Into<Cow<'static, str>>, value: String) -> Cookie<'static> {
    Cookie::build((name, value))
        .path("/")
        .http_only(true)
        // Lax: the redirect from Portico comes from another site.
        .same_site(SameSite::Lax)
        .build()
}

/// The cookie of the attempt with this state.
fn attempt_name(state: &str) -> String {
    format!("{ATTEMPT}{state}")
}

#[get("/")]
fn home(service: &State<Arc<Service>>, jar: &CookieJar<'_>) -> Result<ServicePage, Status> {
    service.page(service.signed_in(jar).as_ref(), None)
}

#[get("/sign-in")]
fn sign_in(service: &State<Arc<Service>>, jar: &CookieJar<'_>) -> Result<Redirect, Status> {
    let attempt = flow::FlowAttempt::new();
    let earlier = jar.iter().filter(|cookie| cookie.name().starts_with(ATTEMPT));
    let earlier: Vec<String> = earlier.map(|cookie| cookie.name().to_owned()).collect();
    if earlier.len() >= MAX_ATTEMPTS {
        for name in earlier {
            jar.remove(cookie(name, String::new()));
        }
    }
    jar.add(cookie(attempt_name(&attempt.state), attempt.remembered()));
    attempt.authorize_url(&service.settings).map(Redirect::to).ok_or(Status::InternalServerError)
}

#[get("/callback?<query..>")]
async fn callback(
    query: HashMap<String, String>,
    service: &State<Arc<Service>>,
    jar: &CookieJar<'_>,
) -> Result<(Status, ServicePage), Status> {
    let name = attempt_name(query.get("state").map_or("", String::as_str));
    let attempt = jar.get(&name).and_then(|cookie| flow::FlowAttempt::recall(cookie.value()));
    if attempt.is_some() {
        jar.remove(cookie(name, String::new()));
    }
    match flow::finish(&service.http, &service.settings, attempt, &query).await {
        Ok(identity) => {
            let page = service.page(Some(&identity), None)?;
            service.keep(jar, identity);
            Ok((Status::Ok, page))
        }
        Err(flow::SignInError::Cancelled) => {
            let page = service.page(None, Some("You cancelled, so Portico told us nothing."))?;
            Ok((Status::Ok, page))
        }
        Err(flow::SignInError::Fault(sentence)) => Ok((Status::BadRequest, service.page(None, Some(&sentence))?)),
    }
}

#[get("/sign-out")]
fn sign_out(service: &State<Arc<Service>>, jar: &CookieJar<'_>) -> Redirect {
    if let Some(session) = jar.get(SESSION) {
        let mut sessions = service.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.remove(session.value());
    }
    jar.remove(cookie(SESSION, String::new()));
    Redirect::to("/")
}

#[get("/style.css")]
fn style() -> (ContentType, &'static str) {
    (ContentType::CSS, include_str!("example_service/style.css"))
}

#[catch(default)]
fn nothing(status: Status, _: &rocket::Request<'_>) -> String {
    format!("{status}\n")
}
