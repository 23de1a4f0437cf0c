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
pub(super) struct FlowAttempt {
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

    pub(super) fn recall(cookie: &str) -> Option<Self> {
        let (state, verifier) = cookie.split_once('.')?;
        Some(Self { state: state.to_owned(), verifier: verifier.to_owned() })
    }

    /// The authorization URL.
    pub(super) fn authorize_url(&self, settings: &Settings) -> Option<String> {
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
pub(super) enum SignInError {
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
pub(super) async fn finish(
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use portico_rules::ids::AppId;

    fn settings() -> Settings {
        Settings {
            own_url: "http://127.0.0.1:8001".into(),
            portico: "http://localhost:8000".into(),
            // Nothing listens there: a test that gets this far fails differently.
            token_endpoint: "http://127.0.0.1:1/oauth/token".into(),
            client_id: AppId::new(7),
            client_secret: "s".into(),
        }
    }

    async fn answered(pairs: &[(&str, &str)]) -> String {
        let attempt = FlowAttempt::recall("our-state.our-verifier");
        let query = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let http = portico_platform::http_client::client(None).unwrap().build().unwrap();
        match finish(&http, &settings(), attempt, &query).await {
            Ok(_) => "signed in".into(),
            Err(SignInError::Cancelled) => "cancelled".into(),
            Err(SignInError::Fault(sentence)) => sentence,
        }
    }

    #[test]
    fn the_challenge_is_that_of_the_verifier() {
        // The example of RFC 7636, appendix B.
        let attempt = FlowAttempt::recall("s.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").unwrap();
        let url = attempt.authorize_url(&settings()).unwrap();
        assert!(url.contains("code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&"));
        assert!(url.starts_with("http://localhost:8000/oauth/authorize?client_id=7&redirect_uri=http%3A%2F%2F127.0.0.1%3A8001%2Fcallback&state=s&"));
    }

    #[tokio::test]
    async fn another_state_and_another_issuer_are_refused_before_any_request() {
        let iss = ("iss", "http://localhost:8000");
        assert!(answered(&[("code", "c"), ("state", "theirs"), iss]).await.contains("a sign-in that was started"));
        assert!(answered(&[("code", "c"), iss]).await.contains("a sign-in that was started"));
        let other = ("iss", "http://evil.example");
        assert!(answered(&[("code", "c"), ("state", "our-state"), other]).await.contains("doesn’t come from Portico"));
        assert!(answered(&[("code", "c"), ("state", "our-state")]).await.contains("doesn’t come from Portico"));
        assert!(answered(&[("code", "c"), ("state", "our-state"), iss]).await.contains("can’t be reached"));
    }

    #[tokio::test]
    async fn a_cancelled_sign_in_is_reported() {
        let outcome =
            answered(&[("error", "access_denied"), ("state", "our-state"), ("iss", "http://localhost:8000")]).await;
        assert_eq!(outcome, "cancelled");
    }
}
