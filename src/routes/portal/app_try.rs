//! `/portal/apps/<id>/try`: a whole sign-in to an app, for its owner and collaborators, without any other
//! software. Only the owner adds the redirect URI that it needs.
//! Portico plays the app's part here: it starts the request, receives the callback, and exchanges the code.

use rocket::http::{CookieJar, Status};
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::app_page::shown;
use super::apps::visible;
use super::link::{Link, LinkQuery};
use super::test_sign_in::TestAttempt;
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::oauth::ConsentPreview;
use crate::routes::oauth::test_exchange::{self, TestSignIn};
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::security::fetch_metadata::Navigation;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::ids::AppId;
use portico_rules::shell_quote::literal;
use portico_store::models::oauth::authorization_code::{ExchangeRequest, challenge_of};
use portico_store::models::oauth::profile::Profile;
use portico_store::models::oauth::redirect_uri;
use portico_store::models::{ClientSecret, OauthApp};

const TEMPLATE: &str = "portal/app_try";
/// The scope that is requested of OpenID Connect.
const SCOPE: &str = "openid profile";

/// Where people return to from such a sign-in. It is registered like every other redirect URI: visible to the owner, and
/// removable. A code that arrives here is of no use to anyone but the one who began, who has the client secret or the
/// verifier.
fn callback_uri(app: &App, oauth_app: &OauthApp) -> String {
    let path = format!("/portal/apps/{}/try/callback", oauth_app.id);
    app.config.base_url.join(&path)
}

#[get("/portal/apps/<id>/try")]
pub(crate) async fn show(id: PathId<AppId>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    let oauth_app = visible(app, me, id.0).await?;
    start_page(app, &oauth_app).await
}

async fn start_page(app: &App, oauth_app: &OauthApp) -> Result<Page> {
    let uri = callback_uri(app, oauth_app);
    let registered = redirect_uri::all_of(&app.db, oauth_app.id).await?;
    Ok(Page::new(
        TEMPLATE,
        context! {
            app: shown(oauth_app),
            is_registered: registered.contains(&uri),
            callback_uri: uri,
        },
    ))
}

#[derive(FromForm)]
pub(crate) struct TestSignInForm<'r> {
    #[field(default = "")]
    client_secret: &'r str,
    #[field(default = false)]
    at_once: bool,
}

#[post("/portal/apps/<id>/try", data = "<form>")]
pub(crate) async fn begin(
    id: PathId<AppId>,
    form: Form<TestSignInForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
    jar: &CookieJar<'_>,
) -> Result<Answer> {
    let oauth_app = visible(app, me, id.0).await?;
    if oauth_app.is_suspended() {
        let sentence = "This app is suspended: no one can sign in with it until that ends.";
        let page = start_page(app, &oauth_app).await?;
        return Ok(Answer::Shown(page.faults(&FieldErrors::one("form", sentence))));
    }
    let secret = form.client_secret.trim();
    let client_secret = match oauth_app.is_public {
        true => None,
        false => Some(secret),
    };
    if client_secret.is_some() && !ClientSecret::is_of_app(&app.db, oauth_app.id, secret).await? {
        let sentence =
            "This is not a client secret of this app. Paste the whole secret, or create another one on the app’s page.";
        let page = start_page(app, &oauth_app).await?;
        return Ok(Answer::Shown(page.faults(&FieldErrors::one("client_secret", sentence))));
    }
    let uri = callback_uri(app, &oauth_app);
    let registered = match oauth_app.owner_id == me.id {
        true => oauth_app.add_redirect_uri(app, &uri).await,
        false if redirect_uri::all_of(&app.db, oauth_app.id).await?.contains(&uri) => Ok(()),
        false => Err(Error::fault("redirect_uris", "Only the app’s owner can add the redirect URI that a test needs.")),
    };
    if let Err(faults) = form_faults(registered)? {
        let page = start_page(app, &oauth_app).await?;
        return Ok(Answer::Shown(page.faults(&faults)));
    }
    let attempt = TestAttempt::new(app, client_secret, form.at_once);
    attempt.give(app, jar, me.session, oauth_app.id)?;
    let query = authorize_query(app, &oauth_app, &attempt);
    Ok(Answer::to(format!("/oauth/authorize?{query}")))
}

/// The request of an attempt, as a query.
fn authorize_query(app: &App, oauth_app: &OauthApp, attempt: &TestAttempt) -> String {
    let challenge = challenge_of(&attempt.code_verifier).unwrap_or_default();
    let (response_type, scope, nonce) = match oauth_app.profile {
        Profile::OpenId => ("code", SCOPE, attempt.nonce.as_str()),
        Profile::Native => ("", "", ""),
    };
    let preview = ConsentPreview {
        client_id: oauth_app.id,
        redirect_uri: &callback_uri(app, oauth_app),
        state: &attempt.state,
        code_challenge: &challenge,
        prompt: "",
        response_type,
        scope,
        nonce,
        max_age: "",
    };
    preview.query()
}

/// The parameters of a callback (RFC 6749, section 4.1.2).
#[derive(Clone, Copy, FromForm)]
pub(crate) struct CallbackQuery<'r> {
    #[field(default = "")]
    code: &'r str,
    #[field(default = "")]
    state: &'r str,
    #[field(default = "")]
    iss: &'r str,
    #[field(default = "")]
    error: &'r str,
    #[field(default = "")]
    error_description: &'r str,
}

impl CallbackQuery<'_> {
    /// Template context of the page; a code is shown by its beginning, since it is a secret.
    fn shown(&self) -> Value {
        let code = self.code.split_once('.').map_or("", |(id, _)| id);
        json!({
            "code": self.code,
            "code_shown": format!("{code}.…"),
            "state": self.state,
            "iss": self.iss,
            "error": self.error,
            "error_description": self.error_description,
        })
    }
}

/// Opening the callback exchanges nothing, unless the attempt was begun so: that takes the button on the page.
#[get("/portal/apps/<id>/try/callback?<returned..>")]
pub(crate) async fn callback(
    id: PathId<AppId>,
    returned: CallbackQuery<'_>,
    navigation: Navigation,
    me: SignedIn<'_>,
    app: &App,
    jar: &CookieJar<'_>,
) -> Result<Page> {
    let oauth_app = visible(app, me, id.0).await?;
    let attempt = TestAttempt::find(app, jar, me.session, oauth_app.id, returned.state);
    let Some(attempt) = attempt.filter(|_| navigation.0) else {
        return ended_page(app, &oauth_app).await;
    };
    if attempt.at_once && !returned.code.is_empty() {
        return exchanged(app, jar, &oauth_app, &attempt, returned).await;
    }
    Ok(step_page(app, &oauth_app, &attempt, returned, None))
}

#[post("/portal/apps/<id>/try/callback", data = "<returned>")]
pub(crate) async fn exchange(
    id: PathId<AppId>,
    returned: Form<CallbackQuery<'_>>,
    me: SignedIn<'_>,
    app: &App,
    jar: &CookieJar<'_>,
) -> Result<Page> {
    let oauth_app = visible(app, me, id.0).await?;
    let Some(attempt) = TestAttempt::find(app, jar, me.session, oauth_app.id, returned.state) else {
        return ended_page(app, &oauth_app).await;
    };
    exchanged(app, jar, &oauth_app, &attempt, *returned).await
}

/// Exchanges the code, and ends the attempt.
async fn exchanged(
    app: &App,
    jar: &CookieJar<'_>,
    oauth_app: &OauthApp,
    attempt: &TestAttempt,
    returned: CallbackQuery<'_>,
) -> Result<Page> {
    attempt.end(app, jar, oauth_app.id);
    let asked = ExchangeRequest {
        code: returned.code,
        redirect_uri: &callback_uri(app, oauth_app),
        verifier: Some(&attempt.code_verifier),
    };
    let done = test_exchange::exchange(app, oauth_app, attempt.client_secret.as_deref(), asked).await?;
    let outcome = match &done {
        Ok(tested) => json!({
            "answer": pretty(&masked(&tested.answer)),
            "checks": checks(app, oauth_app, attempt, tested),
            "id_token": tested.id_token.as_ref().map(pretty),
            "identity": pretty(&tested.identity),
            "who": tested.identity,
        }),
        Err(error) => json!({ "refusal": pretty(error) }),
    };
    let page = step_page(app, oauth_app, attempt, returned, Some(outcome));
    if done.is_err() {
        return Ok(page);
    }
    // The samples that it ends with use a redirect URI of the app's own.
    let mut uris = redirect_uri::all_of(&app.db, oauth_app.id).await?;
    let tested = callback_uri(app, oauth_app);
    uris.sort_by_key(|uri| *uri == tested);
    let sample = literal(uris.first().map_or("", String::as_str));
    let link = Link::new(LinkQuery::default(), oauth_app, &uris).shown(app, oauth_app);
    Ok(page.with("sample", json!({ "literal": sample })).with("link", link))
}

/// An attempt after the callback; `outcome` is what came of the exchange.
fn step_page(
    app: &App,
    oauth_app: &OauthApp,
    attempt: &TestAttempt,
    returned: CallbackQuery<'_>,
    outcome: Option<Value>,
) -> Page {
    let base = app.config.base_url.origin();
    let query = authorize_query(app, oauth_app, attempt);
    Page::new(
        TEMPLATE,
        context! {
            app: shown(oauth_app),
            authorize_url: format!("{base}/oauth/authorize?{query}"),
            returned: returned.shown(),
            iss_fits: returned.iss == base,
            token_request: token_request(app, oauth_app, attempt),
            outcome,
        },
    )
    // Its address has the code.
    .header("Referrer-Policy", "no-referrer".to_owned())
}

/// For a callback that belongs to no attempt of this session.
async fn ended_page(app: &App, oauth_app: &OauthApp) -> Result<Page> {
    let sentence = "This attempt is over: its code was exchanged, or it was begun in another browser. Start again.";
    let page = start_page(app, oauth_app).await?;
    Ok(page.faults(&FieldErrors::one("form", sentence)).status(Status::BadRequest))
}

/// The request of the exchange, with its secrets left out.
fn token_request(app: &App, oauth_app: &OauthApp, attempt: &TestAttempt) -> String {
    let base = app.config.base_url.origin();
    let uri = callback_uri(app, oauth_app);
    let verifier = &attempt.code_verifier;
    let id = oauth_app.id;
    let encoded: String = form_urlencoded::byte_serialize(uri.as_bytes()).collect();
    match (oauth_app.profile, oauth_app.is_public) {
        (Profile::Native, _) => {
            let body = json!({
                "client_id": id,
                "client_secret": "…",
                "code": "…",
                "redirect_uri": uri,
                "code_verifier": verifier,
            });
            let body = pretty(&body);
            format!("POST {base}/oauth/token\nContent-Type: application/json\n\n{body}")
        }
        (Profile::OpenId, is_public) => {
            let (header, client) = match is_public {
                true => ("", format!("\n&client_id={id}")),
                false => ("Authorization: Basic …\n", String::new()),
            };
            format!(
                "POST {base}/oauth/token\n{header}Content-Type: application/x-www-form-urlencoded\n\ngrant_type=authorization_code{client}\n&code=…\n&redirect_uri={encoded}\n&code_verifier={verifier}"
            )
        }
    }
}

/// An answer without its tokens.
fn masked(answer: &Value) -> Value {
    let mut masked = answer.clone();
    for name in ["access_token", "id_token"] {
        if let Some(token) = masked.get_mut(name) {
            *token = "…".into();
        }
    }
    masked
}

/// An app's checks of an ID token (OpenID Connect Core, section 3.1.3.7), and their results.
fn checks(app: &App, oauth_app: &OauthApp, attempt: &TestAttempt, tested: &TestSignIn) -> Option<Value> {
    tested.answer.get("id_token")?;
    let Some(claims) = &tested.id_token else {
        return Some(json!([{ "what": "The signature", "holds": false }]));
    };
    let now = app.now() / 1000;
    let is = |name: &str, value: &str| claims[name].as_str() == Some(value);
    let id = oauth_app.id.to_string();
    let expires = claims["exp"].as_i64().unwrap_or_default();
    let sub = tested.identity["sub"].as_str();
    Some(json!([
        { "what": "The signature is by a key of /oauth/jwks", "holds": true },
        { "what": "iss is this instance", "holds": is("iss", app.config.base_url.origin()) },
        { "what": "aud is the client ID", "holds": is("aud", &id) },
        { "what": "exp is in the future", "holds": now < expires },
        { "what": "nonce is the one of the request", "holds": is("nonce", &attempt.nonce) },
        { "what": "sub is that of the user info", "holds": sub.is_some_and(|sub| is("sub", sub)) },
    ]))
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
