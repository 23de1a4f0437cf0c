//! OAuth apps and their side of the flow: links, responses, exchanges.

use portico_rules::ids::AppId;
use portico_store::models::accounts::user::NewPicture;
use portico_store::models::oauth::authorization_code;
use portico_store::models::oauth::oauth_app::{Draft, SignInDraft};
use portico_store::models::oauth::profile::ExchangeKind;
use portico_store::models::{AuthorizationCode, OauthApp, Operator, Suspendable, User};
use rocket::figment::Figment;
use rocket::http::{ContentType, Header};
use rocket::local::asynchronous::Client;
use sea_orm::entity::prelude::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::{Answer, Browser, Person, TestInstance, leaks};

/// Where apps have people sent back to when a test does not care.
pub const CALLBACK: &str = "https://app.example/callback";
/// The state when a test does not care.
pub const STATE: &str = "xyzzy";

/// The verifier of [`TestOauthApp::challenged_code`], which is RFC 7636's example.
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
/// The challenge of [`VERIFIER`].
pub const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
/// The parameters of a request with [`CHALLENGE`].
pub const WITH_CHALLENGE: [(&str, &str); 2] = [("code_challenge", CHALLENGE), ("code_challenge_method", "S256")];

/// The endpoints for programs with client authentication or an access token, each mounted for every method.
pub const OAUTH_ENDPOINTS: [&str; 5] =
    ["/oauth/device", "/oauth/introspect", "/oauth/revoke", "/oauth/token", "/oauth/userinfo"];

/// What programs on every site may read, and caches may keep.
pub const OPEN_DOCUMENTS: [&str; 3] =
    ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration", "/oauth/jwks"];

/// Files that browsers and crawlers read of every site.
pub const FILES_OF_THE_SITE: [&str; 3] = ["/apple-touch-icon.png", "/favicon.ico", "/manifest.webmanifest"];

/// Other sites may send people there by a form: it changes nothing, and answers with a redirect to its page.
pub const LEADS_TO_ITS_PAGE: [&str; 1] = ["/oauth/logout"];

/// An app, with its secret in the clear.
pub struct TestOauthApp<'h> {
    pub instance: &'h TestInstance,
    pub app: OauthApp,
    pub secret: String,
    pub redirect_uri: String,
}

/// The parameters of a redirect back to an app.
#[derive(Debug)]
pub struct Back {
    pub location: String,
    pub pairs: Vec<(String, String)>,
}

impl Back {
    #[track_caller]
    pub fn of(answer: Answer) -> Self {
        let answer = answer.expect(303);
        let location = answer.location().to_owned();
        let query = location.split_once(['#', '?']).map_or("", |(_, query)| query);
        let pairs = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        Self { location, pairs }
    }

    /// The one value of a parameter; panics where there are two.
    #[track_caller]
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut found = self.pairs.iter().filter(|(found, _)| found == name);
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "{name} twice in {}", self.location);
        value
    }

    #[track_caller]
    pub fn code(&self) -> String {
        let code = self.get("code").unwrap_or_else(|| panic!("no code in {}", self.location));
        // The part before the dot says which row it is.
        leaks::made(code.rsplit('.').next().unwrap());
        code.to_owned()
    }

    #[track_caller]
    pub fn error(&self) -> &str {
        assert_eq!(self.get("code"), None, "{}", self.location);
        self.get("error").unwrap_or_else(|| panic!("no error in {}", self.location))
    }
}

/// A draft without a fault, to be changed where a test cares.
pub fn draft() -> Draft<'static> {
    Draft {
        name: "Builder",
        redirect_uris: CALLBACK,
        homepage: "",
        description: "",
        privacy_url: "",
        terms_url: "",
        icon: Ok(NewPicture::Same),
        sign_in: SignInDraft::default(),
    }
}

impl TestInstance {
    /// Alice, and an app of hers.
    pub async fn alice_with_app(&self) -> (Person<'_>, TestOauthApp<'_>) {
        let alice = self.person("alice").await;
        let app = self.oauth_app(&alice, CALLBACK).await;
        (alice, app)
    }

    /// Alice, Bob, and an app of Alice's.
    pub async fn alice_with_app_and_bob(&self) -> (Person<'_>, Person<'_>, TestOauthApp<'_>) {
        let (alice, app) = self.alice_with_app().await;
        let bob = self.person("bob").await;
        (alice, bob, app)
    }

    /// An app with one redirect URI, as the form makes it.
    pub async fn oauth_app(&self, owner: &Person<'_>, redirect_uri: &str) -> TestOauthApp<'_> {
        self.oauth_app_with(owner, &[redirect_uri]).await
    }

    /// An app with several redirect URIs.
    pub async fn oauth_app_with(&self, owner: &Person<'_>, uris: &[&str]) -> TestOauthApp<'_> {
        let draft = Draft { redirect_uris: &uris.join("\r\n"), ..draft() };
        let (app, secret) = OauthApp::create(&self.app, owner.id, draft).await.unwrap();
        let secret = secret.unwrap();
        leaks::made(secret.expose());
        TestOauthApp { instance: self, app, secret: secret.expose().to_owned(), redirect_uri: uris[0].to_owned() }
    }

    /// A public app, which has no secret.
    pub async fn public_app(&self, owner: &Person<'_>, redirect_uri: &str) -> TestOauthApp<'_> {
        let draft = Draft {
            redirect_uris: redirect_uri,
            sign_in: SignInDraft { is_public: true, ..SignInDraft::default() },
            ..draft()
        };
        let (app, secret) = OauthApp::create(&self.app, owner.id, draft).await.unwrap();
        assert!(secret.is_none());
        TestOauthApp { instance: self, app, secret: String::new(), redirect_uri: redirect_uri.to_owned() }
    }

    /// Sends a form to an endpoint for programs.
    pub async fn form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        post_form(&self.client, path, &[], fields).await
    }

    /// Requests the claims of an access token, by the header.
    pub async fn userinfo(&self, token: &str) -> Answer {
        let request = self.client.get("/oauth/userinfo").header(header("Authorization", &format!("Bearer {token}")));
        let answer = Answer::read(request.dispatch().await).await;
        leaks::look_at(&answer);
        answer
    }

    /// Sends a body to the token endpoint, as JSON.
    pub async fn token(&self, body: impl Into<Vec<u8>>) -> Answer {
        token_of(&self.client, body).await
    }

    /// Another process on the same database.
    pub async fn second_node(&self) -> Client {
        let config = &self.app.config;
        let figment = Figment::from(rocket::Config::debug_default())
            .merge(("data_dir", &config.data_dir))
            .merge(("database_url", &config.database_url))
            .merge(("throttle", rocket::figment::map! { "enabled" => false }));
        let rocket = portico::build(figment, self.clock.clone()).await.unwrap();
        Client::untracked(rocket).await.unwrap()
    }

    /// Every code there is.
    pub async fn codes(&self) -> Vec<AuthorizationCode> {
        authorization_code::Entity::find().all(&*self.app.db).await.unwrap()
    }
}

/// Sends a body to the token endpoint of a node, as JSON.
pub async fn token_of(client: &Client, body: impl Into<Vec<u8>>) -> Answer {
    let request = client.post("/oauth/token").header(ContentType::JSON).body(body.into());
    let answer = Answer::read(request.dispatch().await).await;
    leaks::look_at(&answer);
    answer
}

/// Sends a form to an endpoint of a node, with these headers, and remembers the access token of the answer.
pub async fn post_form(
    client: &Client,
    path: &str,
    headers: &[(&'static str, &str)],
    fields: &[(&str, &str)],
) -> Answer {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let mut request = client.post(path).header(ContentType::Form).body(body);
    for (name, value) in headers {
        request.add_header(header(name, value));
    }
    let answer = Answer::read(request.dispatch().await).await;
    leaks::look_at(&answer);
    if answer.status == 200
        && answer.content_type == Some(ContentType::JSON)
        && let Some(token) = answer.json()["access_token"].as_str()
    {
        // The part before the dot says which row it is.
        leaks::made(token.rsplit('.').next().unwrap());
    }
    answer
}

/// The value of a header `Authorization` by the scheme Basic.
pub fn basic(id: &str, secret: &str) -> String {
    use base64::Engine as _;
    let both = format!("{id}:{secret}");
    format!("Basic {}", base64::prelude::BASE64_STANDARD.encode(both))
}

impl<'h> TestOauthApp<'h> {
    pub fn id(&self) -> AppId {
        self.app.id
    }

    /// Suspends the app, as an operator does on the terminal.
    pub async fn suspend(&self, reason: &str) {
        let by = Operator::on_terminal(reason);
        let suspended = Suspendable::App.suspend(&self.instance.app, self.id().get(), &by).await;
        assert!(suspended.unwrap(), "it was suspended before");
    }

    /// Lifts its suspension.
    pub async fn restore(&self) {
        let restored = Suspendable::App.restore(&self.instance.app, self.id().get(), &Operator::TERMINAL).await;
        assert!(restored.unwrap(), "it was not suspended");
    }

    /// The link that the app sends people to.
    pub fn authorize_url(&self) -> String {
        self.authorize_url_with(&[])
    }

    /// The same with further parameters.
    pub fn authorize_url_with(&self, more: &[(&str, &str)]) -> String {
        self.link(&self.redirect_uri, STATE, more)
    }

    /// A link in the standard profile, without a state.
    pub fn standard_url(&self, more: &[(&str, &str)]) -> String {
        let mut query = form_urlencoded::Serializer::new("/oauth/authorize?".to_owned());
        query
            .append_pair("client_id", &self.id().to_string())
            .append_pair("redirect_uri", &self.redirect_uri)
            .append_pair("response_type", "code")
            .extend_pairs(more);
        query.finish()
    }

    /// A link with another redirect URI or state.
    pub fn link(&self, redirect_uri: &str, state: &str, more: &[(&str, &str)]) -> String {
        let mut query = form_urlencoded::Serializer::new("/oauth/authorize?".to_owned());
        query
            .append_pair("client_id", &self.id().to_string())
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("state", state)
            .extend_pairs(more);
        query.finish()
    }

    /// Sends the consent form with a decision.
    pub async fn answer(&self, browser: &Browser<'_>, page: &Answer, decision: &str) -> Answer {
        let path = "/oauth/authorize";
        browser.decide(page, "#consent", path, decision).await
    }

    /// Follows a link and approves.
    pub async fn approve(&self, browser: &Browser<'_>, link: &str) -> Back {
        let page = browser.get(link).await.expect(200);
        Back::of(self.answer(browser, &page, "approve").await)
    }

    /// A new code for a user, through the consent page.
    pub async fn code_for(&self, person: &Person<'_>) -> String {
        self.approve(&person.browser, &self.authorize_url()).await.code()
    }

    /// A new code for a user, as it is issued for another request than the native one.
    pub async fn code_of(&self, person: &Person<'_>, kind: ExchangeKind, scope: &str) -> String {
        let code = self.code_for(person).await;
        self.change_code(&code, kind, scope).await;
        code
    }

    /// A new code for a user by the standard's request with the challenge of [`VERIFIER`], which public apps have to send.
    pub async fn challenged_code(&self, person: &Person<'_>, scope: &str) -> String {
        let asked = [("response_type", "code"), ("scope", scope)];
        let link = self.authorize_url_with(&[&asked[..], &WITH_CHALLENGE].concat());
        let page = person.browser.get(&link).await;
        // Who approved before is not asked again.
        let answer = match page.status {
            303 => page,
            _ => self.answer(&person.browser, &page, "approve").await,
        };
        Back::of(answer).code()
    }

    /// Makes a code one that was issued for another request.
    pub async fn change_code(&self, code: &str, kind: ExchangeKind, scope: &str) {
        use authorization_code::{Column, Entity};
        let id: i64 = code.split_once('.').unwrap().0.parse().unwrap();
        Entity::update_many()
            .col_expr(Column::Exchange, Expr::value(kind))
            .col_expr(Column::Scope, Expr::value(scope))
            .filter(Column::Id.eq(id))
            .exec(&*self.instance.app.db)
            .await
            .unwrap();
    }

    /// The form of an exchange, without client authentication.
    pub fn form_of<'f>(&'f self, code: &'f str) -> Vec<(&'f str, &'f str)> {
        vec![("grant_type", "authorization_code"), ("code", code), ("redirect_uri", &self.redirect_uri)]
    }

    /// The header by which the app authenticates.
    pub fn basic(&self) -> String {
        basic(&self.id().to_string(), &self.secret)
    }

    /// Exchanges by form, authenticated by the header.
    pub async fn exchange_by_form(&self, code: &str) -> Answer {
        self.exchange_by_form_with(code, &[]).await
    }

    /// The same with further fields.
    pub async fn exchange_by_form_with(&self, code: &str, more: &[(&str, &str)]) -> Answer {
        let fields = [self.form_of(code), more.to_vec()].concat();
        self.post_form("/oauth/token", &fields).await
    }

    /// Sends a form to an endpoint, authenticated by the header.
    pub async fn post_form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let headers = [("Authorization", self.basic())];
        let headers = headers.each_ref().map(|(name, value)| (*name, &**value));
        post_form(&self.instance.client, path, &headers, fields).await
    }

    /// A new access token for a user.
    pub async fn access_token(&self, person: &Person<'_>, scope: &str) -> String {
        let code = self.code_of(person, ExchangeKind::Form, scope).await;
        let answer = self.exchange_by_form(&code).await.expect(200).json();
        answer["access_token"].as_str().unwrap().to_owned()
    }

    /// The body of an exchange.
    pub fn fields(&self, code: &str) -> Value {
        json!({
            "client_id": self.id(),
            "client_secret": self.secret,
            "code": code,
            "redirect_uri": self.redirect_uri,
        })
    }

    pub async fn exchange(&self, code: &str) -> Answer {
        self.instance.token(self.fields(code).to_string()).await
    }

    /// Exchanges with some fields changed; `null` leaves one out.
    pub async fn exchange_with(&self, code: &str, changes: Value) -> Answer {
        let mut fields = self.fields(code);
        for (name, value) in changes.as_object().unwrap() {
            fields[name.as_str()] = value.clone();
        }
        self.instance.token(fields.to_string()).await
    }

    /// Kind and detail of the app's newest events, the newest first.
    pub async fn events(&self) -> Vec<(String, String)> {
        portico_store::models::AppEvent::newest(&self.instance.app.db, self.id(), 1_000)
            .await
            .unwrap()
            .into_iter()
            .map(|event| (event.kind, event.detail))
            .collect()
    }
}

/// The error that an app gets for a faulty request, after a user has signed in. Before that there is no redirect.
pub async fn error_after_sign_in(app: &TestOauthApp<'_>, link: &str) -> Back {
    let instance = app.instance;
    let asked = instance.browser().get(link).await.expect(303);
    let next = asked.location();
    assert!(next.starts_with("/sign-in?next=%2Foauth%2F"), "{next}");
    let owner = User::find(&instance.app.db, app.app.owner_id).await;
    let browser = instance.browser();
    instance.sign_in_on(&browser, &owner.unwrap().unwrap()).await;
    let back = Back::of(browser.get(link).await);
    assert!(back.location.starts_with(CALLBACK), "{}", back.location);
    assert_eq!(back.get("iss"), Some("http://localhost:8000"));
    back
}

/// Panics unless the token endpoint refused with this status and error, in JSON.
#[track_caller]
pub fn expect_refusal(answer: Answer, status: u16, error: &str) -> Answer {
    let answer = answer.expect(status);
    assert_eq!(answer.content_type, Some(ContentType::JSON));
    assert_eq!(answer.header("Cache-Control"), Some("no-store"));
    let body = answer.json();
    assert_eq!(body["error"], error, "{body}");
    assert!(body["error_description"].is_string(), "{body}");
    assert_eq!(body.as_object().unwrap().len(), 2, "{body}");
    answer
}

/// A header, for requests that tests put together by hand.
pub fn header(name: &'static str, value: &str) -> Header<'static> {
    Header::new(name, value.to_owned())
}
