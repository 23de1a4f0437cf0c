//! Forms as they were sent, so that their fields can be shown again where the request failed: after an expired session,
//! and while the database can't be reached. `page::refill` puts the fields back into their page; how they are kept is
//! in `models::accounts::saved_form`. Forms that waited for the password are in `waiting_form`.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rocket::data::{self, FromData};
use rocket::form::{self, DataField, FromForm, Options, ValueField};
use rocket::http::{Method, Status};
use rocket::outcome::Outcome as Guarded;
use rocket::route::{BoxFuture, Handler, Outcome};
use rocket::{Data, Request, Route};

use crate::app::App;
use crate::routes::form_reader::{self, SentFields};
use crate::routes::guards::{ClientAddress, Viewer};
use crate::routes::upload::Upload;
use crate::routes::waiting_form;
use crate::wrapped_routes::wrapped_where;
use portico_platform::error::{Error, Result};
use portico_rules::ids::UserId;
use portico_rules::network::share_site_of;
use portico_store::models::accounts::saved_form::{MAX_BYTES, SentForm};

/// Forms that no session is needed for, or that lead to the sign-in by themselves.
pub const WITHOUT_SESSION: [&str; 14] = [
    "/sign-in",
    "/sign-in/passkey",
    "/sign-in/second",
    "/sign-up",
    "/sign-out",
    "/confirm",
    "/reset",
    "/reset/code",
    "/settings/language",
    "/settings/theme",
    "/oauth/authorize",
    "/oauth/logout",
    "/device",
    "/invites/<code>",
];
/// Fields that are never shown again.
const SECRET: [&str; 8] =
    ["credential", "state", "password", "current", "code", "second", "user_code", "client_secret"];
/// Fields that are not kept for a form that waits for the password.
const NEVER_KEPT: [&str; 4] = ["password", "current", "credential", "client_secret"];
/// Fields that no one types: pages put them into their forms.
const NOT_TYPED: [&str; 5] = ["request", "token", "decision", "next", "key"];
/// Max forms of signed-out people that are read at once.
pub const MAX_AT_ONCE: usize = 32;
/// Max such forms from one site, an IPv6 /48 or an IPv4 /24.
pub const MAX_OF_SITE: usize = 6;
/// The most bytes of such a form with files, which says its length. One with a larger picture is lost.
const MAX_BODY: u64 = 256 * 1024;

/// True if a field may be shown again.
pub fn is_shown_again(name: &str) -> bool {
    !SECRET.contains(&name)
}

/// True if a person may have typed or chosen a field, as far as its name shows.
fn is_typed(name: &str) -> bool {
    !NOT_TYPED.contains(&name) && !name.ends_with("/was")
}

/// Fields of the form that a request sent.
#[derive(Debug, Clone, Default)]
pub struct Fields {
    /// Names and values, without secrets.
    pub shown: Vec<(String, String)>,
    /// True if there were secrets or files, which have to be entered again.
    pub is_partial: bool,
    /// True if a file was chosen.
    has_upload: bool,
    bytes: usize,
}

impl Fields {
    fn note(&mut self, name: &str, value: &str) {
        self.bytes += name.len() + value.len();
        if !is_shown_again(name) || self.bytes > MAX_BYTES {
            self.is_partial = true;
        } else {
            self.shown.push((name.to_owned(), value.to_owned()));
        }
    }

    /// The fields of this request's form; none if it sent no form, or it could not be read.
    pub fn from_request(request: &Request<'_>) -> Option<Self> {
        request.local_cache(|| None::<Self>).clone()
    }

    /// The form of this request, to be kept until `user_id` has signed in; none if nothing that a person typed in it can be
    /// shown again.
    pub fn to_keep(request: &Request<'_>, user_id: UserId) -> Option<SentForm> {
        let fields = Self::from_request(request)?;
        if !fields.shown.iter().any(|(name, _)| is_typed(name)) {
            return None;
        }
        Some(SentForm { user_id, action: request.uri().path().to_string(), fields: fields.shown })
    }

    /// The fields of this request's form, to be carried out after its sender has entered their password; none if it has a
    /// file, or a secret that no one else may keep.
    pub fn to_wait(request: &Request<'_>) -> Option<Vec<(String, String)>> {
        let has_upload = Self::from_request(request).is_some_and(|fields| fields.has_upload);
        let Texts(texts) = request.local_cache(Texts::default);
        let is_kept = !has_upload && texts.iter().all(|(name, _)| !NEVER_KEPT.contains(&name.as_str()));
        is_kept.then(|| texts.clone())
    }
}

/// A form, as [`rocket::form::Form`], but read by [`form_reader`]; its fields are known to the catchers.
#[derive(Debug)]
pub struct Form<T> {
    value: T,
    upload: Upload,
}

impl<T> Form<T> {
    /// The value.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// The value, and the file that was sent with it; empty where there was none.
    pub fn into_parts(self) -> (T, Upload) {
        (self.value, self.upload)
    }
}

impl<T> Deref for Form<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// The texts of a form, which lives as long as its request.
#[derive(Default)]
struct Texts(Vec<(String, String)>);

/// The texts of a form that waited for the password, which take the place of those of its request.
struct ContinuedTexts(Option<Vec<(String, String)>>);

#[rocket::async_trait]
impl<'r, T: FromForm<'r>> FromData<'r> for Form<T> {
    type Error = form::Errors<'r>;

    async fn from_data(request: &'r Request<'_>, data: Data<'r>) -> data::Outcome<'r, Self> {
        if !form_reader::is_form(request) {
            return Guarded::Forward((data, Status::UnsupportedMediaType));
        }
        let continued = request.local_cache(|| ContinuedTexts(None)).0.clone();
        let sent = match continued {
            Some(texts) => SentFields { texts, ..SentFields::default() },
            None => match form_reader::read(request, data).await {
                Ok(sent) => sent,
                Err(refused) => return Guarded::Error((refused.status(request), form::Errors::new())),
            },
        };
        let SentFields { texts, upload, has_file, cut_off } = sent;
        let Texts(texts) = request.local_cache(move || Texts(texts));
        // Browsers send a field for a file that was not chosen, without a name.
        let mut fields = Fields { is_partial: has_file, has_upload: !upload.is_empty(), ..Fields::default() };
        let mut context = T::init(Options::Lenient);
        for (name, value) in texts {
            fields.note(name, value);
            T::push_value(&mut context, ValueField::from((name.as_str(), value.as_str())));
        }
        if let Some(fault) = cut_off {
            T::push_error(&mut context, fault.into());
        }
        let value = match T::finalize(context) {
            Ok(value) => value,
            Err(errors) => return Guarded::Error((errors.status(), errors)),
        };
        request.local_cache(|| Some(fields));
        // A form may take its time, and the guards looked at the session before it came.
        if let Err(err) = require_session(request).await {
            return Guarded::Error((err.keep_in(request), form::Errors::new()));
        }
        Guarded::Success(Self { value, upload })
    }
}

/// Requires that the session in which a form acts has not ended.
fn require_session<'r>(request: &'r Request<'_>) -> BoxFuture<'r, Result<()>> {
    Box::pin(async move {
        let path = request.route().map(|route| route.uri.path());
        if path.is_none_or(|path| WITHOUT_SESSION.contains(&path)) {
            return Ok(());
        }
        let app = request.guard::<&App>().await.succeeded();
        let viewer = request.guard::<&Viewer>().await.succeeded();
        let signed_in = viewer.and_then(|viewer| viewer.signed_in.as_ref());
        match (app, signed_in) {
            (Some(app), Some((session, _))) if !session.is_active(app).await? => Err(Error::SignedOut),
            _ => Ok(()),
        }
    })
}

/// Any form: only its fields are of interest.
struct AnyForm;

#[rocket::async_trait]
impl<'r> FromForm<'r> for AnyForm {
    type Context = ();

    fn init(_: Options) {}

    fn push_value((): &mut (), _: ValueField<'r>) {}

    async fn push_data((): &mut (), _: DataField<'r, '_>) {}

    fn finalize((): ()) -> form::Result<'r, Self> {
        Ok(Self)
    }
}

/// The same routes; forms that fail before their handler reads them, because the user is signed out, has to enter their
/// password again or can't be looked up, are read all the same. Forms that waited for the password are read from there.
pub fn wrap(routes: Vec<Route>) -> Vec<Route> {
    let gate = Arc::new(FormGate::default());
    let needs_session = |route: &Route| route.method == Method::Post && !WITHOUT_SESSION.contains(&route.uri.path());
    wrapped_where(routes, needs_session, |inner| FormHandler { inner, gate: Arc::clone(&gate) })
}

#[derive(Clone)]
struct FormHandler {
    inner: Box<dyn Handler>,
    gate: Arc<FormGate>,
}

/// Counts the forms of people who are signed out that are being read, by site.
#[derive(Debug, Default)]
pub struct FormGate(Mutex<HashMap<Ipv6Addr, usize>>);

/// The right to have such a form read, released when this is dropped.
#[derive(Debug)]
pub struct FormPermit<'g> {
    gate: &'g FormGate,
    site: Ipv6Addr,
}

impl FormGate {
    /// True if no form is being read.
    pub fn is_idle(&self) -> bool {
        self.sites().is_empty()
    }

    fn sites(&self) -> MutexGuard<'_, HashMap<Ipv6Addr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A permit for a form from this address; none where all are in use, or all of its site.
    pub fn enter(&self, address: IpAddr) -> Option<FormPermit<'_>> {
        let site = share_site_of(address);
        let mut sites = self.sites();
        let (all, of_site) = (sites.values().sum::<usize>(), sites.get(&site).copied().unwrap_or_default());
        if all >= MAX_AT_ONCE || of_site >= MAX_OF_SITE {
            return None;
        }
        sites.insert(site, of_site + 1);
        Some(FormPermit { gate: self, site })
    }
}

impl Drop for FormPermit<'_> {
    fn drop(&mut self) {
        let mut sites = self.gate.sites();
        if let Some(of_site) = sites.get_mut(&self.site) {
            *of_site -= 1;
            if *of_site == 0 {
                sites.remove(&self.site);
            }
        }
    }
}

/// True for the forms of the operator's console.
fn is_console(request: &Request<'_>) -> bool {
    request.uri().path().starts_with("/admin/")
}

#[rocket::async_trait]
impl Handler for FormHandler {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        let status = match request.guard::<&Viewer>().await {
            Guarded::Success(Viewer { signed_in: Some((session, user)), .. }) => {
                let Some(app) = request.guard::<&App>().await.succeeded() else {
                    return Outcome::Error(Status::InternalServerError);
                };
                if waiting_form::is_continued(request) {
                    match waiting_form::take(request, app, session.id).await {
                        Ok(texts) => request.local_cache(|| ContinuedTexts(Some(texts))),
                        Err(err) => return Outcome::Error(err.keep_in(request)),
                    };
                } else if is_console(request) && user.is_admin() && !session.is_fresh(app.now()) {
                    // The guard of the console refuses it before the form is read.
                    let _ = Form::<AnyForm>::from_data(request, data).await;
                    return Outcome::Error(Error::StaleSignIn.keep_in(request));
                }
                return self.inner.handle(request, data).await;
            }
            Guarded::Success(_) => Status::Unauthorized,
            Guarded::Error((status, _)) | Guarded::Forward(status) => status,
        };
        let length = request.headers().get_one("Content-Length");
        let length = length.and_then(|length| length.parse::<u64>().ok());
        let has_files = request.content_type().is_some_and(|kind| kind.is_form_data());
        let is_small = !has_files || length.is_some_and(|length| length <= MAX_BODY);
        let address = request.guard::<ClientAddress>().await.succeeded().map(|ClientAddress(address)| address);
        // Without a permit the form is lost, which is better than a full memory.
        if is_small
            && let Some(address) = address
            && let Some(_permit) = self.gate.enter(address)
        {
            let _ = Form::<AnyForm>::from_data(request, data).await;
        }
        Outcome::Error(status)
    }
}
