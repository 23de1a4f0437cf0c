//! An authorize link as somebody puts it together, and what would come of it. Nobody is asked anything.
//! What is written and judged here is written and judged by `oauth`.

use rocket::FromForm;
use serde_json::{Value, json};

use super::shell_quote::{in_shell, literal};
use crate::app::App;
use crate::models::OauthApp;
use crate::models::oauth::authorization_code::challenge_of;
use crate::models::oauth::redirect_uri::matching::RegisteredRedirectUri;
use crate::routes::oauth::ConsentPreview;
use crate::security::tokens::Plain;

/// What was chosen; what was not is chosen anew each time.
#[derive(Clone, Copy, Debug, Default, FromForm)]
pub(crate) struct Chosen<'r> {
    redirect_uri: Option<&'r str>,
    state: Option<&'r str>,
    code_verifier: Option<&'r str>,
    prompt: Option<&'r str>,
}

/// A link, with what it is made of.
pub(super) struct Link {
    redirect_uri: String,
    state: String,
    code_verifier: String,
    prompt: String,
    /// What stands for a verifier can't be one.
    bad_verifier: bool,
    is_registered: bool,
}

impl Link {
    /// The link that was chosen, or else one that works. `uris` are those of the app; it always has one.
    pub(super) fn of(chosen: Chosen<'_>, uris: &[String]) -> Self {
        let random = || Plain::random().expose().to_owned();
        let redirect_uri = chosen.redirect_uri.map_or_else(
            || uris.first().cloned().unwrap_or_default(),
            ToOwned::to_owned,
        );
        let code_verifier = chosen.code_verifier.map_or_else(random, ToOwned::to_owned);
        Self {
            is_registered: RegisteredRedirectUri::find(uris, &redirect_uri).is_some(),
            bad_verifier: !code_verifier.is_empty() && challenge_of(&code_verifier).is_none(),
            redirect_uri,
            state: chosen.state.map_or_else(random, ToOwned::to_owned),
            code_verifier,
            prompt: chosen.prompt.unwrap_or_default().to_owned(),
        }
    }

    /// Everything that the pages show of it.
    pub(super) fn shown(&self, app: &App, oauth_app: &OauthApp) -> Value {
        let base = app.config.base_url.origin();
        let challenge = challenge_of(&self.code_verifier).unwrap_or_default();
        let preview = ConsentPreview {
            client_id: oauth_app.id,
            redirect_uri: &self.redirect_uri,
            state: &self.state,
            code_challenge: &challenge,
            prompt: &self.prompt,
        };
        let query = preview.query();
        json!({
            "redirect_uri": self.redirect_uri,
            "state": self.state,
            "code_verifier": self.code_verifier,
            "prompt": self.prompt,
            "url": format!("{base}/oauth/authorize?{query}"),
            "path": format!("/oauth/authorize?{query}"),
            "fault": self.fault(&preview),
            "approved": preview.approved(&base),
            "denied": preview.denied(&base),
            "token_request": self.token_request(&base, oauth_app),
        })
    }

    /// What is wrong with it, and what to do.
    fn fault(&self, preview: &ConsentPreview<'_>) -> Option<String> {
        if let Some(fault) = preview.fault() {
            return Some(fault);
        }
        if !self.is_registered {
            return Some("This is not one of the app’s redirect URIs. Choose one, or add it in the app’s settings.".into());
        }
        let bad = "A code verifier consists of 43 to 128 letters, digits and the characters - . _ ~. Use another one, or leave the field empty to go without PKCE.";
        self.bad_verifier.then(|| bad.into())
    }

    /// How the code that comes back is exchanged. The secret and the code are read from the shell.
    fn token_request(&self, base: &str, app: &OauthApp) -> String {
        let uri = in_shell(&literal(&self.redirect_uri));
        let verifier = match self.code_verifier.as_str() {
            "" => String::new(),
            verifier => format!(",\n    \"code_verifier\": {}", in_shell(&literal(verifier))),
        };
        format!(
            r#"curl {base}/oauth/token \
  -H 'Content-Type: application/json' \
  -d '{{
    "client_id": {},
    "client_secret": "'"$CLIENT_SECRET"'",
    "code": "'"$CODE"'",
    "redirect_uri": {uri}{verifier}
  }}'"#,
            app.id
        )
    }
}
