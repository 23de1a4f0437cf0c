//! `/oauth/logout`: an app asks that its user signs out here too (OpenID Connect RP-Initiated Logout 1.0).
//! Signing out without an app is in `accounts::sign_in`; the URIs to return to are in `models::oauth::post_logout_redirect_uri`.
//!
//! The user is asked in any case: a link must not sign anyone out. They are redirected only where the app shows an ID token
//! that it got for this very user, and else at most find a link, so that this page can't be used to lead people away.

use rocket::http::CookieJar;
use rocket::http::uri::Origin;
use rocket::response::Redirect;
use rocket::{FromForm, Responder, get, post};
use rocket_dyn_templates::context;
use url::form_urlencoded;

use super::callback::{self, CallbackRedirect};
use super::consent_form;
use super::request::append;
use crate::app::App;
use crate::routes::cookies;
use crate::routes::guards::{Browser, SameOriginPost, Viewer};
use crate::routes::page::{Page, to};
use crate::routes::sent_form::Form;
use crate::security::headers::content_security_policy;
use portico_crypto::tokens::Plain;
use portico_platform::error::Result;
use portico_platform::throttle::LimitKind;
use portico_rules::ids::{self, UserId};
use portico_store::models::OauthApp;
use portico_store::models::oauth::{id_token, post_logout_redirect_uri};

/// Bytes beyond which no parameter is read: more than any ID token, URI or state that is accepted elsewhere.
pub const MAX_VALUE: usize = 8 * 1024;

/// The next page of the user.
#[derive(Responder)]
#[allow(clippy::large_enum_variant)] // One a request, and never kept.
pub(crate) enum LogoutStep {
    Back(CallbackRedirect),
    Here(Redirect),
}

#[get("/oauth/logout")]
pub(crate) async fn show(uri: &Origin<'_>, viewer: &Viewer, app: &App, browser: Browser<'_>) -> Result<Page> {
    app.throttle.check_address(LimitKind::ConsentAddress, browser.address).await?;
    let request = LogoutRequest::read(uri.query().map_or("", |query| query.as_str()));
    let asker = Asker::find(app, &request).await?;
    let shown = asker.as_ref().map(|asker| {
        context! { name: asker.app.name.as_str(), icon_url: asker.app.icon_path() }
    });
    let Some((session, _)) = &viewer.signed_in else {
        let back = asker.as_ref().and_then(|asker| asker.back.as_deref());
        return Ok(Page::new("oauth/logout_done", context! { app: shown, back }));
    };
    let query = request.to_query();
    let token = consent_form::token(app, session, &on_form(&query));
    let page = Page::new("oauth/logout", context! { app: shown, request: query, token: token.expose() });
    Ok(match asker.as_ref().and_then(|asker| asker.leads(session.user_id)) {
        Some(address) => {
            let policy = content_security_policy(&callback::form_action(address));
            page.header("Content-Security-Policy", policy)
        }
        None => page,
    })
}

/// Our own form has a request and a token. The other fields are an app's, whose page may send its user here by a form.
#[derive(FromForm)]
pub(crate) struct LogoutForm<'r> {
    #[field(default = "")]
    request: &'r str,
    #[field(default = "")]
    token: &'r str,
    id_token_hint: Option<&'r str>,
    client_id: Option<&'r str>,
    post_logout_redirect_uri: Option<&'r str>,
    state: Option<&'r str>,
}

#[post("/oauth/logout", data = "<form>")]
pub(crate) async fn answer(
    form: Form<LogoutForm<'_>>,
    same_origin_post: SameOriginPost,
    viewer: &Viewer,
    app: &App,
    browser: Browser<'_>,
    jar: &CookieJar<'_>,
) -> Result<LogoutStep> {
    app.throttle.check_address(LimitKind::ConsentAddress, browser.address).await?;
    let request = form.request();
    let token = Plain::from(form.token);
    let session = match &viewer.signed_in {
        Some((session, _))
            if same_origin_post.0 && consent_form::check(app, session, &on_form(form.request), &token).is_ok() =>
        {
            session
        }
        // Another site's form, or one that is too old or was shown to someone else: they are asked.
        _ => return Ok(request.asked_again()),
    };
    session.end(app).await?;
    cookies::sign_out(&app.config.base_url, jar);
    let asker = Asker::find(app, &request).await?;
    Ok(match asker.as_ref().and_then(|asker| asker.leads(session.user_id)) {
        Some(address) => LogoutStep::Back(CallbackRedirect::after_logout(address)),
        None => request.asked_again(),
    })
}

impl LogoutForm<'_> {
    fn request(&self) -> LogoutRequest {
        if !self.request.is_empty() {
            return LogoutRequest::read(self.request);
        }
        LogoutRequest::from_values([
            (Name::Hint, self.id_token_hint),
            (Name::ClientId, self.client_id),
            (Name::RedirectUri, self.post_logout_redirect_uri),
            (Name::State, self.state),
        ])
    }
}

/// The subject of a form's token, which no other form shares.
fn on_form(query: &str) -> String {
    format!("logout {query}")
}

/// A parameter this service knows. `logout_hint` and `ui_locales` are ignored, as every other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    Hint,
    ClientId,
    RedirectUri,
    State,
}

impl Name {
    const ALL: [Self; 4] = [Self::Hint, Self::ClientId, Self::RedirectUri, Self::State];

    fn as_str(self) -> &'static str {
        match self {
            Self::Hint => "id_token_hint",
            Self::ClientId => "client_id",
            Self::RedirectUri => "post_logout_redirect_uri",
            Self::State => "state",
        }
    }
}

/// A request to sign out (RP-Initiated Logout, section 2). Nothing in it is required, and nothing is proven yet.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct LogoutRequest([Option<String>; Name::ALL.len()]);

impl LogoutRequest {
    /// Reads a query. A parameter that is given twice is not given at all.
    pub fn read(query: &str) -> Self {
        let given = |name: Name| {
            let mut values = form_urlencoded::parse(query.as_bytes())
                .filter(|(found, _)| found == name.as_str())
                .map(|(_, value)| value.into_owned());
            values.next().filter(|_| values.next().is_none())
        };
        let values = Name::ALL.map(|name| (name, given(name)));
        let values = values.each_ref().map(|(name, value)| (*name, value.as_deref()));
        Self::from_values(values)
    }

    /// Of these parameters. An empty one counts as left out, and so does one that is too long to mean anything.
    fn from_values(given: [(Name, Option<&str>); Name::ALL.len()]) -> Self {
        let mut request = Self::default();
        for (name, value) in given {
            request.0[name as usize] =
                value.filter(|value| !value.is_empty() && value.len() <= MAX_VALUE).map(str::to_owned);
        }
        request
    }

    pub fn get(&self, name: Name) -> Option<&str> {
        self.0[name as usize].as_deref()
    }

    pub fn to_query(&self) -> String {
        let mut query = String::new();
        for name in Name::ALL {
            if let Some(value) = self.get(name) {
                append(&mut query, name.as_str(), value);
            }
        }
        query
    }

    /// The page: it asks the signed-in user, and says to everyone else that they are signed out.
    fn asked_again(&self) -> LogoutStep {
        LogoutStep::Here(to(format!("/oauth/logout?{}", self.to_query())))
    }
}

/// The app that asks, as far as that is proven: by an ID token that was issued to it, or by a URI that it has registered.
struct Asker {
    app: OauthApp,
    /// The user of the ID token.
    user_id: Option<UserId>,
    /// Where the app wants them to return to, with the state, if the URI is registered.
    back: Option<String>,
}

impl Asker {
    /// The app of a request; none where nothing proves one.
    async fn find(app: &App, request: &LogoutRequest) -> Result<Option<Self>> {
        let claims = match request.get(Name::Hint) {
            Some(hint) => app.signing_keys.verify(app, hint).await?,
            None => None,
        };
        let named = request.get(Name::ClientId).map(ids::parse);
        let (app_id, user_id) = match (claims.as_ref().and_then(id_token::subject), named) {
            (Some((app_id, user_id)), None) => (app_id, Some(user_id)),
            // Both have to name the same app (section 2).
            (Some((app_id, user_id)), Some(named)) if named == Some(app_id) => (app_id, Some(user_id)),
            (_, Some(Some(named))) => (named, None),
            _ => return Ok(None),
        };
        let found = OauthApp::with_owner(&app.db, app_id).await?;
        // No page of ours leads to a suspended app.
        let Some((oauth_app, _)) = found.filter(|(app, _)| !app.is_suspended()) else {
            return Ok(None);
        };
        let back = match request.get(Name::RedirectUri) {
            Some(uri) => {
                let registered = post_logout_redirect_uri::all_of(&app.db, app_id).await?;
                // Compared byte for byte (section 2).
                let found = registered.iter().any(|one| one == uri);
                found.then(|| with_state(uri, request.get(Name::State)))
            }
            None => None,
        };
        let is_proven = user_id.is_some() || back.is_some();
        Ok(is_proven.then_some(Self { app: oauth_app, user_id, back }))
    }

    /// Where this user is sent after signing out: only by an app that shows that it signed in the same user.
    fn leads(&self, user_id: UserId) -> Option<&str> {
        self.back.as_deref().filter(|_| self.user_id == Some(user_id))
    }
}

/// A registered URI with the app's state in place of any `state` of its own.
pub fn with_state(uri: &str, state: Option<&str>) -> String {
    let Some(state) = state else {
        return uri.to_owned();
    };
    let (address, query) = uri.split_once('?').unwrap_or((uri, ""));
    let is_state = |pair: &&str| form_urlencoded::parse(pair.as_bytes()).any(|(name, _)| name == Name::State.as_str());
    let kept: Vec<&str> = query.split('&').filter(|pair| !is_state(pair)).collect();
    let mut query = kept.join("&");
    append(&mut query, Name::State.as_str(), state);
    format!("{address}?{query}")
}
