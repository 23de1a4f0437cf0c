//! The sign-in of the example service, as any external service may implement it: start, callback, exchange.
//! Sessions and pages are in `example_service`.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use url::Url;

use super::{Identity, Settings};
use portico_crypto::tokens::Plain;

/// 256 random bits, safe in URLs and cookies.
pub(super) fn random() -> String {
    Plain::random().expose().to_owned()
}

/// A sign-in attempt, kept in a cookie until the callback.
pub struct FlowAttempt {
    pub(super) state: String,
    verifier: String,
}

impl FlowAttempt {
    pub(super) fn new() -> Self {
        Self { state: random(), verifier: random() }
    }

    /// The value of the cookie.
    pub(super) fn remembered(&self) -> String {
        format!("{}.{}", self.state, self.verifier)
    }

    pub fn recall(cookie: &str) -> Option<Self> {
        let (state, verifier) = cookie.split_once('.')?;
        Some(Self { state: state.to_owned(), verifier: verifier.to_owned() })
    }

    /// The authorization URL.
    pub fn authorize_url(&self, settings: &Settings) -> Option<String> {
        let mut url = Url::parse(&format!("{}/oauth/authorize", settings.portico)).ok()?;
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier.as_bytes()));
        url.query_pairs_mut()
            .append_pair("client_id", &settings.client_id.to_string())
            .append_pair("redirect_uri", &settings.redirect_uri())
            .append_pair("state", &self.state)
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256");
        Some(url.into())
    }
}

/// The error response of the token endpoint.
#[derive(Deserialize)]
struct TokenError {
    error: String,
    #[serde(default)]
    error_description: String,
}

/// Reason the sign-in failed.
pub enum SignInError {
    /// The user cancelled.
    Cancelled,
    /// An error; a sentence for the user.
    Fault(String),
}

impl<S: Into<String>> From<S> for SignInError {
    fn from(sentence: S) -> Self {
        Self::Fault(sentence.into())
    }
}

/// Checks the parameters of the callback and exchanges the code.
///
/// # Errors
/// Reason the sign-in failed.
pub async fn finish(
    http: &reqwest::Client,
    settings: &Settings,
    attempt: Option<FlowAttempt>,
    query: &HashMap<String, String>,
) -> Result<Identity, SignInError> {
    let given = |name: &str| query.get(name).map_or("", String::as_str);
    let attempt = attempt
        .filter(|attempt| attempt.state == given("state"))
        .ok_or("This response doesn’t belong to a sign-in that was started in this browser. Start again.")?;
    // Prevents mix-up with another provider's response.
    if given("iss") != settings.portico {
        return Err("This response doesn’t come from Portico. Start again.".into());
    }
    match given("error") {
        "" => {}
        "access_denied" => return Err(SignInError::Cancelled),
        error => {
            return Err(SignInError::from(format!("Portico refused: {error}. {}", given("error_description"))));
        }
    }
    let answer = http
        .post(&settings.token_endpoint)
        .json(&json!({
            "client_id": settings.client_id,
            "client_secret": settings.client_secret,
            "code": given("code"),
            "redirect_uri": settings.redirect_uri(),
            "code_verifier": attempt.verifier,
        }))
        .send()
        .await
        .map_err(|_| "Portico can’t be reached at the moment. Try again shortly.")?;
    if answer.status().is_success() {
        return answer.json().await.map_err(|_| "Portico’s response can’t be read. Try again.".into());
    }
    let status = answer.status().as_u16();
    Err(match answer.json::<TokenError>().await {
        Ok(refusal) => format!("Portico refused the code: {}. {}", refusal.error, refusal.error_description),
        Err(_) => format!("Portico refused the code with status {status}."),
    }
    .into())
}
