//! Pages: a template, its context, and what every page shows.
//! Responses to programs are JSON and are in their routes.

mod brand;
mod icons;
mod language;
mod moment;
pub mod refill;
mod render;
mod translation;

use rocket::http::{Method, Status};
use rocket::response::content::RawHtml;
use rocket::response::{self, Redirect, Responder};
use rocket::{Request, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};

pub use brand::stylesheet_path;
pub(in crate::routes) use language::ReaderLanguage;
pub use language::Words;
pub use render::{Fragments, Renderer};

use crate::app::App;
use crate::languages;
use crate::routes::compression::{self, AcceptsGzip};
use crate::routes::cookies::{self, Flash, SendKey, Theme};
use crate::routes::guards::{CachedViewer, ClientAddress};
use crate::routes::peer;
use crate::security::fetch_metadata::Navigation;
use portico_platform::byte_limiter::RETRY_SECS;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_platform::sent_page::{self, SentPage};
use portico_rules::language::ENGLISH;
use portico_store::models::User;
use portico_store::models::instance::branding::Branding;

/// A page of the portal.
#[derive(Debug)]
pub struct Page {
    template: &'static str,
    status: Status,
    context: Map<String, Value>,
    headers: Vec<(&'static str, String)>,
}

impl Page {
    /// The page that `template` renders with `context`, an object (see [`rocket_dyn_templates::context!`]).
    pub fn new(template: &'static str, context: impl Serialize) -> Self {
        let context = match serde_json::to_value(context) {
            Ok(Value::Object(map)) => map,
            // A context that is not an object renders as an empty page, which tests notice.
            _ => Map::new(),
        };
        Self { template, status: Status::Ok, context, headers: Vec::new() }
    }

    /// True if it is the page of this template.
    pub fn is_of(&self, template: &str) -> bool {
        self.template == template
    }

    /// The same page with another status.
    pub fn status(mut self, status: Status) -> Self {
        self.status = status;
        self
    }

    /// The same page with another value in its context.
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.context.insert(name.into(), value.into());
        self
    }

    /// The same page with another header.
    pub fn header(mut self, name: &'static str, value: String) -> Self {
        self.headers.push((name, value));
        self
    }

    /// The page of a form with each fault beside its field: status 422, or 429 with `Retry-After` if a rate limit refused a
    /// field.
    pub fn faults(mut self, faults: &FieldErrors) -> Self {
        self.context.insert("faults".into(), json!(faults));
        let page = self.status(Status::new(faults.status()));
        match faults.retry_after() {
            Some(seconds) => page.header("Retry-After", seconds.to_string()),
            None => page,
        }
    }
}

/// Template context of a user.
pub fn person(user: &User) -> Value {
    json!({
        "id": user.id,
        "nickname": user.nickname,
        "name": user.name,
        "avatar_url": user.avatar_path(),
        "phone_verified": user.has_verified_phone(),
        "is_admin": user.is_admin(),
    })
}

impl<'r> Responder<'r, 'static> for Page {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'static> {
        let viewer = request.local_cache(|| CachedViewer(None)).0.clone();
        let mut context = self.context;
        let me = viewer.as_ref().and_then(|viewer| viewer.signed_in.as_ref());
        context.insert("me".into(), me.map_or(Value::Null, |(_, user)| person(user)));
        context.insert("unread".into(), json!(viewer.as_ref().map_or(0, |viewer| viewer.unread().total())));
        context.insert("theme".into(), json!(viewer.as_ref().map_or(Theme::System, |viewer| viewer.theme)));
        let send_key = viewer.as_ref().map_or(SendKey::Enter, |viewer| viewer.send_key);
        context.insert("send_key".into(), json!(send_key));
        context.insert("notice".into(), json!(viewer.as_ref().and_then(|viewer| viewer.flash.clone())));
        // A path without a route is not repeated: it may contain a secret that was meant for another one.
        let path = request.route().filter(|_| !peer::is_hidden(request)).map_or("/", |_| request.uri().path().as_str());
        context.insert("path".into(), json!(path));
        context.insert("version".into(), json!(env!("CARGO_PKG_VERSION")));
        if let Some(app) = request.rocket().state::<std::sync::Arc<App>>() {
            if viewer.as_ref().is_some_and(|viewer| viewer.flash.is_some()) {
                cookies::remove_flash(&app.config.base_url, request.cookies());
            }
            context.insert("current_time".into(), json!(app.now()));
            context.insert("instance_notice".into(), json!(app.notice().map(|notice| notice.text)));
            context.insert("brand".into(), brand::shown(&app.branding()));
            context.insert("base_url".into(), json!(app.config.base_url.origin()));
            let sign_up_mode = app.sign_up_mode();
            // An invite that someone goes on to admits them where sign-up needs one.
            let next = context.get("next").and_then(Value::as_str);
            let has_invite = next.is_some_and(|next| next.starts_with("/invites/"));
            context.insert("sign_up_mode".into(), json!(sign_up_mode.name()));
            let can_sign_up = sign_up_mode.admits(has_invite);
            context.insert("can_sign_up".into(), json!(can_sign_up));
            if me.is_some_and(|(_, user)| user.is_admin()) {
                let attention: u64 = app.concerns().iter().map(|concern| concern.count).sum();
                context.insert("attention".into(), json!(attention));
            }
            let fresh = me.is_some_and(|(session, _)| session.is_fresh(app.now()));
            context.insert("fresh".into(), json!(fresh));
        }
        context.entry("current_time").or_insert(Value::from(0));
        context.entry("brand").or_insert_with(|| brand::shown(&Branding::default()));
        context.entry("can_sign_up").or_insert(Value::Bool(true));
        context.entry("faults").or_insert_with(|| json!({}));
        let is_translated = languages::is_translated(self.template);
        let language = match is_translated {
            true => language::for_reader(request, viewer.as_deref(), context.get("next").and_then(Value::as_str)),
            false => &ENGLISH,
        };
        context.insert("lang".into(), language.tag.into());
        context.insert("dir".into(), language.dir.into());
        context.insert("is_translated".into(), is_translated.into());
        let html = request
            .rocket()
            .state::<Renderer>()
            .ok_or_else(|| Error::internal("no templates are managed"))
            .and_then(|renderer| renderer.page(self.template, language, context))
            .map_err(|err| Status::new(err.log().status))?;
        let refilled = viewer
            .as_ref()
            .and_then(|viewer| viewer.saved_form.as_ref())
            .filter(|_| self.status == Status::Ok)
            .and_then(|sent| refill::refilled(&html, sent));
        // What was typed is part of a page that is filled in again, so its length must not tell anything.
        let may_compress = compression::is_listed(self.template)
            && self.status == Status::Ok
            && matches!(request.method(), Method::Get | Method::Head);
        let is_compressed = may_compress && refilled.is_none() && AcceptsGzip::for_request(request).0;
        let html = match refilled {
            Some(refilled) => {
                if let Some(app) = request.rocket().state::<std::sync::Arc<App>>() {
                    cookies::SAVED_FORM.remove(&app.config.base_url, request.cookies());
                }
                refilled
            }
            None => html,
        };
        if let Some(viewer) = &viewer {
            viewer.release_render_permit();
        }
        let mut response = Response::build_from(RawHtml(()).respond_to(request)?).status(self.status).finalize();
        let gzip = is_compressed.then(|| compression::gzip(&html)).flatten();
        if may_compress {
            compression::set_headers(&mut response, gzip.is_some());
        }
        let page = sent(gzip.unwrap_or_else(|| html.into_bytes()), request)?;
        response.set_sized_body(page.size(), page);
        for (name, value) in self.headers {
            response.set_raw_header(name, value);
        }
        // No cache keeps a translated page (`security::headers`), so it names no header that it varies by.
        response.set_raw_header("Content-Language", language.tag);
        Ok(response)
    }
}

/// A page that is sent, as far as its reader takes it.
fn sent(html: Vec<u8>, request: &Request<'_>) -> Result<SentPage, Status> {
    let app = request.rocket().state::<std::sync::Arc<App>>();
    let app = app.ok_or(Status::InternalServerError)?;
    if html.len() > sent_page::MAX_BYTES {
        return Err(Error::internal(format!("a page of {} bytes is too large", html.len())).keep_in(request));
    }
    let ClientAddress(address) = ClientAddress::for_request(request, app);
    let may_wait = request.method() == Method::Get;
    let page = SentPage::new(html, &app.pages, address, may_wait);
    page.ok_or_else(|| Error::TooFast(RETRY_SECS).keep_in(request))
}

/// The response to a form: a redirect, with or without a notice, or a page, such as the form with its faults.
#[derive(Debug, Responder)]
pub enum Answer {
    /// Done, with a notice on the next page.
    RedirectWithFlash(RedirectWithFlash),
    /// Done, without a notice.
    Done(Redirect),
    /// A page: the form with its faults, or one that shows a result once.
    Shown(Page),
}

impl Answer {
    /// Done: redirects to `path`, where the notice is `sentence`.
    pub fn said(path: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self::said_as("success", path, sentence)
    }

    /// The same, where a script that sends the form tells the person itself: then a notice would wait for the next page that
    /// they open, whatever it is.
    pub fn said_on_page(navigation: Navigation, path: impl Into<String>, sentence: impl Into<String>) -> Self {
        if navigation.0 { Self::said(path, sentence) } else { Self::to(path) }
    }

    /// The same as a warning.
    pub fn warned(path: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self::said_as("warning", path, sentence)
    }

    fn said_as(kind: &str, path: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self::RedirectWithFlash(RedirectWithFlash {
            redirect: to(path),
            flash: Flash { kind: kind.to_owned(), text: sentence.into() },
        })
    }

    /// Done: redirects to `path`.
    pub fn to(path: impl Into<String>) -> Self {
        Self::Done(to(path))
    }
}

/// A redirect, and a notice for the page that it leads to.
#[derive(Debug)]
pub struct RedirectWithFlash {
    redirect: Redirect,
    flash: Flash,
}

impl<'r> Responder<'r, 'static> for RedirectWithFlash {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'static> {
        if let Some(app) = request.rocket().state::<std::sync::Arc<App>>() {
            cookies::set_flash(app, request.cookies(), &self.flash);
        }
        self.redirect.respond_to(request)
    }
}

/// A redirect (303) within this site. `path` is made by us, never taken from a request unchecked.
pub fn to(path: impl Into<String>) -> Redirect {
    Redirect::to(path.into())
}

/// Separates the faults of a form, which its page shows, from other errors.
///
/// # Errors
/// Every error that is not [`Error::Faults`].
pub fn form_faults<T>(done: Result<T>) -> Result<Result<T, FieldErrors>> {
    match done {
        Ok(value) => Ok(Ok(value)),
        Err(Error::Faults(faults)) => Ok(Err(faults)),
        Err(err) => Err(err),
    }
}
