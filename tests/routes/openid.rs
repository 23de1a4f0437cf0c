//! OpenID Connect from outside: a relying party that knows nothing of Portico's code.
//! What it tries is in the modules below; docs/openid.md has their tables.

mod attacks;
mod conformance;
mod id_token;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use rocket::http::{ContentType, Header};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::support::{Answer, Back, CALLBACK, PASSWORD, Person, STATE, TestInstance, TestOauthApp, leaks};

const NONCE: &str = "n-0S6_WzA2Mj";
const ISSUER: &str = "http://localhost:8000";
const TOKEN: &str = "/oauth/token";
const USERINFO: &str = "/oauth/userinfo";

/// A relying party with an app, and a person in front of it who is signed in.
struct RelyingParty<'h> {
    instance: &'h TestInstance,
    app: TestOauthApp<'h>,
    alice: Person<'h>,
}

/// How a client authenticates at the token endpoint (Core 9).
#[derive(Clone, Copy)]
enum Method {
    Basic,
    Post,
}

impl<'h> RelyingParty<'h> {
    async fn of(instance: &'h TestInstance) -> Self {
        let (alice, app) = instance.alice_with_app().await;
        Self { instance, app, alice }
    }

    /// The authentication request (Core 3.1.2.1) with changes; an empty value leaves a parameter out.
    fn link(&self, changes: &[(&str, &str)]) -> String {
        let mut query = form_urlencoded::Serializer::new("/oauth/authorize?".to_owned());
        query.extend_pairs(self.parameters(changes));
        query.finish()
    }

    fn parameters(&self, changes: &[(&str, &str)]) -> Vec<(String, String)> {
        let id = self.app.id().to_string();
        let mut parameters: Vec<(String, String)> = [
            ("response_type", "code"),
            ("client_id", &id),
            ("redirect_uri", CALLBACK),
            ("scope", "openid profile"),
            ("state", STATE),
            ("nonce", NONCE),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
        for (name, value) in changes {
            parameters.retain(|(found, _)| found != name);
            if !value.is_empty() {
                parameters.push(((*name).to_owned(), (*value).to_owned()));
            }
        }
        parameters
    }

    /// Follows a link, and approves where the person is asked.
    async fn follow(&self, link: &str) -> Back {
        let answer = self.alice.browser.get(link).await;
        let back = if answer.status == 303 {
            Back::of(answer)
        } else {
            let page = answer.expect(200);
            Back::of(self.app.answer(&self.alice.browser, &page, "approve").await)
        };
        assert!(back.location.starts_with(CALLBACK), "{}", back.location);
        assert_eq!(back.get("iss"), Some(ISSUER));
        back
    }

    /// Types the password on the page that a link leads to, and arrives at the next link.
    async fn confirm(&self, link: &str) -> String {
        let asked = self.alice.browser.get(link).await.expect(303);
        assert!(asked.location().starts_with("/confirm?"), "{}", asked.location());
        let form = self.alice.browser.get(asked.location()).await.expect(200);
        let next = form.attributes("main input[name=next]", "value").remove(0);
        let fields = [("password", PASSWORD), ("next", next.as_str())];
        let arrived = self.alice.browser.post("/confirm", &fields).await.expect(303);
        arrived.location().to_owned()
    }

    /// The token request (Core 3.1.3.1).
    async fn exchange_by(&self, method: Method, code: &str, more: &[(&str, &str)]) -> Answer {
        let fields = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", CALLBACK)];
        self.token_request(method, &[&fields, more].concat()).await
    }

    /// A request to the token endpoint with the app's credentials.
    async fn token_request(&self, method: Method, parameters: &[(&str, &str)]) -> Answer {
        let mut fields = form_urlencoded::Serializer::new(String::new());
        fields.extend_pairs(parameters);
        let id = self.app.id().to_string();
        let mut request = self.instance.client.post(TOKEN).header(ContentType::Form);
        match method {
            Method::Basic => {
                let pair = STANDARD.encode(format!("{id}:{}", self.app.secret));
                request.add_header(Header::new("Authorization", format!("Basic {pair}")));
            }
            Method::Post => {
                fields.append_pair("client_id", &id).append_pair("client_secret", &self.app.secret);
            }
        }
        let answer = Answer::read(request.body(fields.finish()).dispatch().await).await;
        if let Some(token) = answer.json()["access_token"].as_str() {
            leaks::made(token.rsplit('.').next().unwrap());
        }
        answer
    }

    async fn exchange(&self, code: &str) -> Answer {
        self.exchange_by(Method::Basic, code, &[]).await
    }

    /// Follows a link to its end: the response of the token endpoint, and the claims of its ID token.
    async fn sign_in(&self, changes: &[(&str, &str)]) -> (Value, Value) {
        let code = self.follow(&self.link(changes)).await.code();
        let tokens = self.exchange(&code).await.expect(200).json();
        let claims = self.claims(&tokens).await;
        (tokens, claims)
    }

    /// The claims of an ID token whose signature, issuer, audience, times and `at_hash` are right (Core 3.1.3.7).
    async fn claims(&self, tokens: &Value) -> Value {
        let keys = self.instance.browser().get("/oauth/jwks").await.expect(200);
        let token = tokens["id_token"].as_str().unwrap();
        let (header, claims) = id_token::verified(token, &keys.json());
        assert_eq!(header["alg"], "RS256");
        assert_eq!(claims["iss"], ISSUER);
        assert_eq!(claims["aud"], self.app.id().to_string());
        assert_eq!(claims["sub"], self.alice.id.to_string());
        let now = self.instance.clock.now() / 1_000;
        assert!(claims["exp"].as_i64().unwrap() > now, "{claims}");
        assert_eq!(claims["iat"], now);
        let access_token = tokens["access_token"].as_str().unwrap();
        let hash = Sha256::digest(access_token);
        assert_eq!(claims["at_hash"], URL_SAFE_NO_PAD.encode(&hash[..16]));
        claims
    }

    /// The UserInfo response (Core 5.3) for an access token.
    async fn userinfo(&self, tokens: &Value) -> Value {
        let answer = self.userinfo_answer(tokens).await.expect(200);
        assert_eq!(answer.content_type, Some(ContentType::JSON));
        self.same_person(answer.json())
    }

    async fn userinfo_answer(&self, tokens: &Value) -> Answer {
        let request = self.instance.client.get(USERINFO).header(bearer(tokens));
        Answer::read(request.dispatch().await).await
    }

    fn same_person(&self, userinfo: Value) -> Value {
        assert_eq!(userinfo["sub"], self.alice.id.to_string());
        userinfo
    }
}

fn bearer(tokens: &Value) -> Header<'static> {
    let token = tokens["access_token"].as_str().unwrap();
    Header::new("Authorization", format!("Bearer {token}"))
}

async fn metadata(instance: &TestInstance) -> Value {
    let path = "/.well-known/openid-configuration";
    instance.browser().get(path).await.expect(200).json()
}
