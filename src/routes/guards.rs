//! Request guards: who requests a page, and from which address and browser. `models` check a viewer's rights where they
//! load an object.

use std::net::{IpAddr, SocketAddr};
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use rocket::Request;
use rocket::http::{CookieJar, Method, Status};
use rocket::outcome::Outcome;
use rocket::request::{self, FromRequest};
use rocket::route::BoxFuture;
use tokio::sync::OnceCell;

use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::cookies::{Flash, SendKey, Theme};
use crate::routes::{cookies, peer};
use crate::security::fetch_metadata::Navigation;
use crate::security::same_origin;
use portico_platform::database::deadline;
use portico_platform::error::{Error, Result};
use portico_platform::user_limiter::UserPermit;
use portico_store::models::accounts::saved_form::SentForm;
use portico_store::models::accounts::second_step;
use portico_store::models::accounts::security_event;
use portico_store::models::messages::inbox::UnreadMentions;
use portico_store::models::servers::access::UserAccess;
use portico_store::models::{Operator, SavedForm, Session, User};

use portico_rules::ids::UserId;

#[rocket::async_trait]
impl<'r> FromRequest<'r> for &'r App {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Error> {
        match request.rocket().state::<Arc<App>>() {
            Some(instance) => Outcome::Success(instance),
            None => Outcome::Error((Status::InternalServerError, Error::internal("no instance is managed"))),
        }
    }
}

/// The user of a request, signed in or not.
#[derive(Debug)]
pub struct Viewer {
    /// The signed-in user and their session.
    pub signed_in: Option<(Session, User)>,
    /// Their unread mentions; not counted unless a page is rendered.
    unread: OnceCell<UnreadMentions>,
    /// Servers and channels that they can see, once loaded: for the header, the sidebar and the page itself.
    access: OnceCell<UserAccess>,
    /// Their turn to have a page rendered; released after that.
    turn: Mutex<Option<UserPermit>>,
    /// The saved colour theme.
    pub theme: Theme,
    /// The saved key that sends a message.
    pub send_key: SendKey,
    /// The notice to show once.
    pub flash: Option<Flash>,
    /// A form that they sent after their session had ended: the page that has it shows its fields again.
    pub saved_form: Option<SentForm>,
}

/// The viewer, cached in the request, so that they are looked up once.
#[derive(Debug, Clone)]
pub struct CachedViewer(pub Option<Arc<Viewer>>);

impl Viewer {
    // Boxed: otherwise the compiler proves anew in each guard that whatever it awaits is `Send`.
    fn look_up<'r>(request: &'r Request<'_>) -> BoxFuture<'r, Result<Self>> {
        Box::pin(async move {
            let Outcome::Success(app) = request.guard::<&App>().await else {
                return Err(Error::internal("no instance is managed"));
            };
            let jar: &CookieJar<'_> = request.cookies();
            let signed_in = match cookies::SESSION.get(&app.config.base_url, jar) {
                Some(token) => Session::find(app, &token).await?,
                None => None,
            };
            // Streams, subresources and prefetches show no notice: it waits for a page that is opened.
            let is_stream = request.uri().path().ends_with("/events");
            let shows_flash = !is_stream && Navigation::for_request(request).0;
            let flash = shows_flash.then(|| cookies::flash(app, jar)).flatten();
            let theme = jar.get(cookies::THEME).map_or(Theme::System, |cookie| Theme::named(cookie.value()));
            let send_key = jar.get(cookies::SEND_KEY).map(|cookie| SendKey::named(cookie.value())).unwrap_or_default();
            let mut viewer = Self {
                unread: OnceCell::new(),
                access: OnceCell::new(),
                turn: Mutex::new(None),
                signed_in,
                theme,
                send_key,
                flash,
                saved_form: None,
            };
            // Forms redirect to another page.
            let is_page = request.method() == Method::Get && !is_stream;
            if let Some((_, user)) = viewer.signed_in.as_ref().filter(|_| is_page) {
                if app.config.throttle.enabled {
                    let turn = deadline::wait(app.at_once.wait(user.id)).await;
                    let turn =
                        turn.ok_or_else(|| Error::Unavailable("the user's other pages took too long".into()))??;
                    viewer.turn = Mutex::new(Some(turn));
                }
                if !decides_itself(request) {
                    viewer.count_unread(app, user.id).await?;
                }
                let ticket = cookies::SAVED_FORM.get(&app.config.base_url, jar);
                if let Some(ticket) = ticket.filter(|_| shows_flash) {
                    viewer.saved_form = SavedForm::find(app, &ticket, user.id).await?;
                }
            } else if let Some((_, user)) = viewer.signed_in.as_ref().filter(|_| may_show(request)) {
                // A form with faults is shown as a page, with the same header.
                viewer.count_unread(app, user.id).await?;
            }
            Ok(viewer)
        })
    }

    /// Releases the permit, so that the user's next page can be rendered; how fast this one is read doesn't matter.
    pub fn release_render_permit(&self) {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Their unread mentions, as far as they were counted.
    pub fn unread(&self) -> &UnreadMentions {
        static NOT_COUNTED: UnreadMentions = UnreadMentions::NONE;
        self.unread.get().unwrap_or(&NOT_COUNTED)
    }

    async fn count_unread(&self, app: &App, user_id: UserId) -> Result<()> {
        if self.unread.initialized() {
            return Ok(());
        }
        let unread = match self.access.get() {
            Some(access) => access.unread_mentions(&app.db).await?,
            None => {
                let (access, unread) = UserAccess::with_unread_mentions(&app.db, user_id).await?;
                self.access.get_or_init(async || access).await;
                unread
            }
        };
        self.unread.get_or_init(async || unread).await;
        Ok(())
    }

    async fn access(&self, app: &App, user_id: UserId) -> Result<&UserAccess> {
        self.access.get_or_try_init(|| UserAccess::load(&app.db, user_id)).await
    }
}

#[rocket::async_trait]
impl<'r> FromRequest<'r> for &'r Viewer {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Error> {
        let remembered = request
            .local_cache_async(async {
                match Viewer::look_up(request).await {
                    Ok(viewer) => CachedViewer(Some(Arc::new(viewer))),
                    Err(err) => {
                        err.keep_in(request);
                        CachedViewer(None)
                    }
                }
            })
            .await;
        match &remembered.0 {
            Some(viewer) => Outcome::Success(viewer.as_ref()),
            None => {
                let status = portico_platform::error::PublicError::from_request(request)
                    .map_or(Status::InternalServerError, |public| Status::new(public.status));
                Outcome::Error((status, Error::internal("the viewer could not be looked up")))
            }
        }
    }
}

/// Forms that are sent often and mostly without faults: their handlers count unread mentions if they show a page.
const OFTEN_SENT: [&str; 6] = [
    "/channels/<id>/messages",
    "/channels/<id>/read",
    "/inbox/read",
    "/oauth/authorize",
    "/settings/language",
    "/settings/theme",
];

/// True if this is a form that may be shown again.
fn may_show(request: &Request<'_>) -> bool {
    let route = request.route().map(|route| route.uri.path());
    request.method() == Method::Post && !route.is_some_and(|path| OFTEN_SENT.contains(&path))
}

/// Pages without the navigation, mostly: their handlers count unread mentions if they show another one.
const WITHOUT_NAVIGATION: [&str; 1] = ["/oauth/authorize"];

/// True if the handler decides if the navigation is shown.
fn decides_itself(request: &Request<'_>) -> bool {
    let route = request.route().map(|route| route.uri.path());
    route.is_some_and(|path| WITHOUT_NAVIGATION.contains(&path))
}

/// A signed-in user. Everyone else is redirected to the sign-in, and returns after it.
#[derive(Debug, Clone, Copy)]
pub struct SignedIn<'r> {
    pub user: &'r User,
    /// Their session.
    pub session: &'r Session,
    viewer: &'r Viewer,
}

impl Deref for SignedIn<'_> {
    type Target = User;

    fn deref(&self) -> &User {
        self.user
    }
}

impl<'r> SignedIn<'r> {
    /// The viewer, if they are signed in.
    pub fn from_viewer(viewer: &'r Viewer) -> Option<Self> {
        let (session, user) = viewer.signed_in.as_ref()?;
        Some(Self { user, session, viewer })
    }

    /// Servers and channels that they can see, loaded once per request. Only for display: every write checks again.
    pub async fn access(&self, app: &App) -> Result<&'r UserAccess> {
        self.viewer.access(app, self.user.id).await
    }

    /// Their unread mentions, counted once per request, for the header and the sidebar.
    pub fn unread_mentions(&self) -> &'r UnreadMentions {
        self.viewer.unread()
    }

    /// Counts them for a page that answers a form; for other pages they are counted already.
    pub async fn count_unread(&self, app: &App) -> Result<()> {
        self.viewer.count_unread(app, self.user.id).await
    }

    /// Requires that the password was entered within the last 15 minutes.
    ///
    /// # Errors
    /// [`Error::StaleSignIn`] otherwise: they are redirected to enter it, and return after that.
    pub fn require_fresh(&self, app: &App) -> Result<()> {
        if self.session.is_fresh(app.now()) { Ok(()) } else { Err(Error::StaleSignIn) }
    }

    /// True if both [`require_fresh`](Self::require_fresh) and [`require_second_step`](Self::require_second_step) hold.
    pub async fn may_change_second_steps(&self, app: &App) -> Result<bool> {
        if self.require_fresh(app).is_err() {
            return Ok(false);
        }
        match self.require_second_step(app).await {
            Ok(()) => Ok(true),
            Err(Error::StaleSecondStep) => Ok(false),
            Err(err) => Err(err),
        }
    }

    /// Requires that the second step was taken in this session within the last 15 minutes, if the account has one.
    ///
    /// # Errors
    /// [`Error::StaleSecondStep`] otherwise: they are redirected to take it, and return after that.
    pub async fn require_second_step(&self, app: &App) -> Result<()> {
        if self.session.has_fresh_second_step(app.now()) || !second_step::is_set_up(&app.db, self.user.id).await? {
            Ok(())
        } else {
            Err(Error::StaleSecondStep)
        }
    }
}

#[rocket::async_trait]
impl<'r> FromRequest<'r> for SignedIn<'r> {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Error> {
        match request.guard::<&Viewer>().await {
            Outcome::Success(viewer) => match Self::from_viewer(viewer) {
                Some(me) => Outcome::Success(me),
                None => Outcome::Error((Status::Unauthorized, Error::SignedOut)),
            },
            Outcome::Error(err) => Outcome::Error(err),
            Outcome::Forward(status) => Outcome::Forward(status),
        }
    }
}

/// An admin who signed in recently, with their second step if they have one. Those who are signed out sign in; for
/// everyone else the console does not exist.
#[derive(Debug, Clone, Copy)]
pub struct Admin<'r>(SignedIn<'r>);

impl<'r> Deref for Admin<'r> {
    type Target = SignedIn<'r>;

    fn deref(&self) -> &SignedIn<'r> {
        &self.0
    }
}

impl Admin<'_> {
    /// The admin as the one who acts, for `reason`.
    pub fn acting<'a>(&'a self, reason: &'a str) -> Operator<'a> {
        let who = (self.user.id, self.user.nickname.as_str());
        Operator::admin(who, self.session.id, reason)
    }
}

#[rocket::async_trait]
impl<'r> FromRequest<'r> for Admin<'r> {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Error> {
        let me = match request.guard::<SignedIn<'_>>().await {
            Outcome::Success(me) => me,
            Outcome::Error(err) => return Outcome::Error(err),
            Outcome::Forward(status) => return Outcome::Forward(status),
        };
        let judged = match request.guard::<&App>().await {
            Outcome::Success(app) => admitted(me, app).await,
            Outcome::Error(err) => return Outcome::Error(err),
            Outcome::Forward(status) => return Outcome::Forward(status),
        };
        match judged {
            Ok(()) => Outcome::Success(Self(me)),
            Err(err) => Outcome::Error((err.keep_in(request), err)),
        }
    }
}

/// Checks that they are an admin, and signed in recently enough.
fn admitted<'r>(me: SignedIn<'r>, app: &'r App) -> BoxFuture<'r, Result<()>> {
    Box::pin(async move {
        if !me.user.is_admin() {
            return Err(Error::NotFound);
        }
        second_step::require_if_instance_does(&app.db, me.user.id).await?;
        me.require_fresh(app)?;
        me.require_second_step(app).await
    })
}

/// True if a page of this site sent the form, for the routes that other sites may post to as well. Browsers that send
/// no `Sec-Fetch-Site` say it by `Origin`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SameOriginPost(pub bool);

#[rocket::async_trait]
impl<'r> FromRequest<'r> for SameOriginPost {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Error> {
        request.guard::<&App>().await.map(|app| {
            let origin = app.config.base_url.origin();
            Self(same_origin::comes_from_here(request, origin))
        })
    }
}

/// True if a page of this site, such as the sign-in, led here. Browsers that send no `Sec-Fetch-Site`, as over plain
/// HTTP, say it by `Referer` alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SameOriginNavigation(pub bool);

#[rocket::async_trait]
impl<'r> FromRequest<'r> for SameOriginNavigation {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Error> {
        request.guard::<&App>().await.map(|app| {
            let headers = request.headers();
            Self(match headers.get_one("Sec-Fetch-Site") {
                Some(site) => site == "same-origin",
                None => {
                    let referer = headers.get_one("Referer");
                    Continuation::from_referer(referer, &app.config.base_url).is_some()
                }
            })
        })
    }
}

/// The client's IP address: the peer's, or the one that a trusted proxy reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The last address in `X-Forwarded-For` that is not a trusted proxy's; entries before it could be forged.
    pub fn for_request(request: &Request<'_>, app: &App) -> Self {
        let peer = peer::address(request);
        if !app.config.trusts(peer) {
            if request.headers().contains("X-Forwarded-For") {
                app.note_untrusted_proxy(peer);
            }
            return Self(peer);
        }
        let forwarded: Vec<&str> = request.headers().get("X-Forwarded-For").flat_map(|list| list.split(',')).collect();
        let mut client = peer;
        for hop in forwarded.iter().rev() {
            let Some(address) = forwarded_address(hop) else {
                break;
            };
            client = address;
            if !app.config.trusts(address) {
                break;
            }
        }
        Self(client)
    }
}

/// One entry of `X-Forwarded-For`. Some proxies add the port, and then write an IPv6 address in brackets.
fn forwarded_address(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    let address: IpAddr = if let Ok(socket) = entry.parse::<SocketAddr>() {
        socket.ip()
    } else {
        let bare = entry.strip_prefix('[').and_then(|entry| entry.strip_suffix(']')).unwrap_or(entry);
        bare.parse().ok()?
    };
    Some(address.to_canonical())
}

#[rocket::async_trait]
impl<'r> FromRequest<'r> for ClientAddress {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Error> {
        match request.guard::<&App>().await {
            Outcome::Success(app) => Outcome::Success(Self::for_request(request, app)),
            Outcome::Error(err) => Outcome::Error(err),
            Outcome::Forward(status) => Outcome::Forward(status),
        }
    }
}

/// The browser that sends the request, as models take it.
#[derive(Clone, Copy, Debug)]
pub struct Browser<'r>(pub security_event::Browser<'r>);

impl<'r> Deref for Browser<'r> {
    type Target = security_event::Browser<'r>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

#[rocket::async_trait]
impl<'r> FromRequest<'r> for Browser<'r> {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Error> {
        request.guard::<ClientAddress>().await.map(|ClientAddress(address)| {
            let user_agent = request.headers().get_one("User-Agent").unwrap_or_default();
            Self(security_event::Browser { user_agent, address })
        })
    }
}
