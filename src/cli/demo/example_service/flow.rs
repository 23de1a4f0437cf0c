//! The sign-in of the example service, as any external service may write it: begin, come back, exchange.
//! Sessions and pages stand one level up.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use url::Url;

use super::{Identity, Settings};
use crate::security::tokens::Plain;

/// 256 random bits, safe in addresses and cookies.
pub(super) fn random() -> String {
    Plain::random().expose().to_owned()
}

/// One attempt to sign in, remembered in the browser until it comes back.
pub(super) struct Attempt {
    state: String,
    verifier: String,
}

impl Attempt {
    pub(super) fn new() -> Self {
        Self {
            state: random(),
            verifier: random(),
        }
    }

    /// As the cookie holds it.
    pub(super) fn remembered(&self) -> String {
        format!("{}.{}", self.state, self.verifier)
    }

    pub(super) fn recall(cookie: &str) -> Option<Self> {
        let (state, verifier) = cookie.split_once('.')?;
        Some(Self {
            state: state.to_owned(),
            verifier: verifier.to_owned(),
        })
    }

    /// Where the browser is led.
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

/// What the token endpoint says when it refuses.
#[derive(Deserialize)]
struct Refusal {
    error: String,
    #[serde(default)]
    error_description: String,
}

/// Checks what came back and exchanges the code.
///
/// # Errors
/// One sentence for the person who came back.
pub(super) async fn finish(
    http: &reqwest::Client,
    settings: &Settings,
    attempt: Option<Attempt>,
    query: &HashMap<String, String>,
) -> Result<Identity, String> {
    let given = |name: &str| query.get(name).map_or("", String::as_str);
    let attempt = attempt
        .filter(|attempt| attempt.state == given("state"))
        .ok_or("This answer belongs to no sign-in that was begun in this browser. Start again.")?;
    // Another provider's answer must not pass for Portico's.
    if given("iss") != settings.portico {
        return Err("This answer comes from somebody else than Portico. Start again.".into());
    }
    match given("error") {
        "" => {}
        "access_denied" => return Err("You cancelled. Nothing was told to us.".into()),
        error => {
            return Err(format!(
                "Portico refused: {error}. {}",
                given("error_description")
            ));
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
        .map_err(|_| "Portico can't be reached just now. Try again in a moment.")?;
    if answer.status().is_success() {
        return answer
            .json()
            .await
            .map_err(|_| "Portico's answer can't be read.".into());
    }
    let status = answer.status().as_u16();
    Err(match answer.json::<Refusal>().await {
        Ok(refusal) => format!(
            "Portico refused the code: {}. {}",
            refusal.error, refusal.error_description
        ),
        Err(_) => format!("Portico refused the code with status {status}."),
    })
}
