//! A relying party on openidconnect-rs, which reads everything from the issuer URL, and checks the ID token's signature,
//! issuer, audience, times, nonce and `at_hash`. It takes its settings as JSON in the first argument, then one JSON object a
//! line, `{"do": NAME, …}`, and prints one for each: the result, or `{"fault": {…}}`.

mod http;

use std::error::Error;
use std::io::{self, BufRead};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use openidconnect::core::{
    CoreClient, CoreErrorResponseType, CoreIdTokenVerifier, CoreJsonWebKeySet, CoreProviderMetadata, CoreResponseType,
    CoreUserInfoClaims,
};
use openidconnect::url::Url;
use openidconnect::{
    AccessTokenHash, AuthenticationFlow, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, StandardErrorResponse, TokenResponse,
};
use serde_json::{Value, json};

type Result<T> = std::result::Result<T, Fault>;
type Client =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// What went wrong: the OAuth code, where there is one, and the words of the error and its causes.
struct Fault {
    code: Option<String>,
    message: String,
}

impl<E: Error> From<E> for Fault {
    fn from(error: E) -> Self {
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            message += &format!(": {error}");
            cause = error.source();
        }
        Self { code: None, message }
    }
}

fn fault(message: &str) -> Fault {
    let message = message.to_owned();
    Fault { code: None, message }
}

/// A sign-in that was begun.
struct Begun {
    state: CsrfToken,
    nonce: Nonce,
    verifier: String,
}

struct Service {
    settings: Value,
    client: Client,
    keys: CoreJsonWebKeySet,
    begun: Option<Begun>,
}

fn main() {
    let settings = std::env::args().nth(1).unwrap_or_default();
    let service = serde_json::from_str(&settings).map_err(Fault::from).and_then(Service::new);
    // A fault at the start answers every verb.
    let mut service = service;
    for line in io::stdin().lock().lines().map_while(io::Result::ok) {
        let answer = match &mut service {
            Ok(service) => service.answer(&line),
            Err(Fault { code, message }) => Err(Fault { code: code.clone(), message: message.clone() }),
        };
        let answer =
            answer.unwrap_or_else(|fault| json!({ "fault": { "error": fault.code, "message": fault.message } }));
        println!("{answer}");
    }
}

impl Service {
    fn new(settings: Value) -> Result<Self> {
        let issuer = IssuerUrl::new(text(&settings, "issuer").to_owned())?;
        let metadata = CoreProviderMetadata::discover(&issuer, &http::send)?;
        let keys = metadata.jwks().clone();
        let id = ClientId::new(text(&settings, "client_id").to_owned());
        let secret = settings["client_secret"].as_str();
        let secret = secret.map(|secret| ClientSecret::new(secret.to_owned()));
        let redirect_uri = RedirectUrl::new(text(&settings, "redirect_uri").to_owned())?;
        let client = CoreClient::from_provider_metadata(metadata, id, secret);
        Ok(Self { client: client.set_redirect_uri(redirect_uri), settings, keys, begun: None })
    }

    fn answer(&mut self, line: &str) -> Result<Value> {
        let wanted: Value = serde_json::from_str(line)?;
        match text(&wanted, "do") {
            "begin" => self.begin(&wanted["more"]),
            "finish" => self.finish(&wanted),
            verb => Err(fault(&format!("nothing is called {verb}"))),
        }
    }

    fn begin(&mut self, more: &Value) -> Result<Value> {
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let mut request = self
            .client
            .authorize_url(
                AuthenticationFlow::<CoreResponseType>::AuthorizationCode,
                CsrfToken::new_random,
                Nonce::new_random,
            )
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(challenge);
        for (name, value) in more.as_object().into_iter().flatten() {
            request = request.add_extra_param(name, value.as_str().unwrap_or_default());
        }
        let (url, state, nonce) = request.url();
        self.begun = Some(Begun { state, nonce, verifier: verifier.into_secret() });
        Ok(json!({ "url": url }))
    }

    fn finish(&self, wanted: &Value) -> Result<Value> {
        let begun = self.begun.as_ref().ok_or_else(|| fault("nothing was begun"))?;
        let back = Url::parse(text(wanted, "url"))?;
        let given = |name: &str| {
            let found = back.query_pairs().find(|(key, _)| key == name);
            found.map(|(_, value)| value.into_owned())
        };
        if given("state").as_deref() != Some(begun.state.secret()) {
            return Err(fault("another state"));
        }
        if let Some(code) = given("error") {
            let message = given("error_description").unwrap_or_default();
            let code = Some(code);
            return Err(Fault { code, message });
        }
        let code = given("code").ok_or_else(|| fault("no code"))?;
        let tamper = text(wanted, "tamper");
        let tokens = self
            .client
            .exchange_code(AuthorizationCode::new(code))?
            .set_pkce_verifier(PkceCodeVerifier::new(begun.verifier.clone()))
            .request(&|request| tampering(tamper, request))
            .map_err(refusal)?;

        let id_token = tokens.id_token().ok_or_else(|| fault("no ID token"))?;
        let verifier = self.verifier(&wanted["expect"])?;
        let claims = id_token.claims(&verifier, &begun.nonce)?;
        let actual = AccessTokenHash::from_token(
            tokens.access_token(),
            id_token.signing_alg()?,
            id_token.signing_key(&verifier)?,
        )?;
        if claims.access_token_hash() != Some(&actual) {
            return Err(fault("at_hash is that of another access token"));
        }
        let userinfo: CoreUserInfoClaims = self
            .client
            .user_info(tokens.access_token().clone(), Some(claims.subject().clone()))?
            .request(&http::send)?;
        Ok(json!({
            "claims": payload(&id_token.to_string())?,
            "userinfo": userinfo,
            "tokens": tokens,
        }))
    }

    /// What checks ID tokens: as the library sets it up, or, to see what it refuses, for another issuer or client.
    fn verifier(&self, expect: &Value) -> Result<CoreIdTokenVerifier<'_>> {
        let Some(expect) = expect.as_object() else {
            return Ok(self.client.id_token_verifier());
        };
        let or_own = |name: &str| {
            let other = expect.get(name).and_then(Value::as_str);
            other.unwrap_or_else(|| text(&self.settings, name)).to_owned()
        };
        Ok(CoreIdTokenVerifier::new_confidential_client(
            ClientId::new(or_own("client_id")),
            ClientSecret::new(or_own("client_secret")),
            IssuerUrl::new(or_own("issuer"))?,
            self.keys.clone(),
        ))
    }
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

/// What the server said about a refused exchange.
fn refusal<E: Error>(error: RequestTokenError<E, StandardErrorResponse<CoreErrorResponseType>>) -> Fault {
    match error {
        RequestTokenError::ServerResponse(said) => {
            Fault { code: Some(said.error().to_string()), message: said.to_string() }
        }
        other => {
            let mut message = other.to_string();
            let mut cause = other.source();
            while let Some(error) = cause {
                message += &format!(": {error}");
                cause = error.source();
            }
            fault(&message)
        }
    }
}

/// The claims of a token that was verified, as they were sent.
fn payload(token: &str) -> Result<Value> {
    let part = token.split('.').nth(1).unwrap_or_default();
    Ok(serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(part)?)?)
}

/// Sends a request; of a token response, changes the ID token: its signature, a claim that the signature covers, or all.
fn tampering(change: &str, request: HttpRequest) -> io::Result<HttpResponse> {
    let mut response = http::send(request)?;
    let mut body: Value = serde_json::from_slice(response.body())?;
    let Some(token) = body["id_token"].as_str() else {
        return Ok(response);
    };
    let mut parts: Vec<String> = token.split('.').map(str::to_owned).collect();
    match change {
        "" => return Ok(response),
        "signature" => {
            let other = if parts[2].starts_with('A') { "B" } else { "A" };
            parts[2].replace_range(..1, other);
        }
        "claims" => {
            let mut claims = payload(token).map_err(|fault| io::Error::other(fault.message))?;
            claims["name"] = "Mallory".into();
            parts[1] = BASE64_URL_SAFE_NO_PAD.encode(claims.to_string());
        }
        _ => {
            parts[0] = BASE64_URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#);
            parts[2] = String::new();
        }
    }
    body["id_token"] = parts.join(".").into();
    *response.body_mut() = body.to_string().into_bytes();
    Ok(response)
}
