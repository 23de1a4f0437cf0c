//! The builder of authorize links: the link for the chosen parameters, and a preview of the responses to it. `oauth`
//! encodes and validates the request.

use rocket::FromForm;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::oauth::ConsentPreview;
use portico_crypto::tokens::Plain;
use portico_rules::redirect_uri::matching::RegisteredRedirectUri;
use portico_rules::shell_quote::{in_shell, literal};
use portico_store::models::OauthApp;
use portico_store::models::oauth::authorization_code::challenge_of;
use portico_store::models::oauth::profile::Profile;

/// The chosen parameters; those that were not chosen are generated again for each page.
#[derive(Clone, Copy, Debug, Default, FromForm)]
pub(crate) struct LinkQuery<'r> {
    redirect_uri: Option<&'r str>,
    state: Option<&'r str>,
    code_verifier: Option<&'r str>,
    prompt: Option<&'r str>,
    scope: Option<&'r str>,
    nonce: Option<&'r str>,
    max_age: Option<&'r str>,
}

/// A link, with what it is made of. Every sample of a page uses the one state and verifier, so that they fit together.
pub(super) struct Link {
    redirect_uri: String,
    state: String,
    code_verifier: String,
    prompt: String,
    /// Parameters that only OpenID Connect apps send.
    openid: Option<OpenIdPart>,
    /// The text in the verifier's field can't be a verifier.
    bad_verifier: bool,
    is_registered: bool,
}

/// The parameters of OpenID Connect (Core, section 3.1.2.1).
struct OpenIdPart {
    scope: String,
    nonce: String,
    max_age: String,
}

impl Link {
    /// The link that was chosen, or else one that works. `uris` are those of the app; it always has one.
    pub(super) fn new(chosen: LinkQuery<'_>, oauth_app: &OauthApp, uris: &[String]) -> Self {
        let random = || Plain::random().expose().to_owned();
        let redirect_uri =
            chosen.redirect_uri.map_or_else(|| uris.first().cloned().unwrap_or_default(), ToOwned::to_owned);
        let openid = (oauth_app.profile == Profile::OpenId).then(|| OpenIdPart {
            scope: chosen.scope.unwrap_or("openid profile").to_owned(),
            nonce: chosen.nonce.map_or_else(random, ToOwned::to_owned),
            max_age: chosen.max_age.unwrap_or_default().to_owned(),
        });
        let code_verifier = chosen.code_verifier.map_or_else(random, ToOwned::to_owned);
        Self {
            is_registered: RegisteredRedirectUri::find(uris, &redirect_uri, oauth_app.is_public).is_some(),
            bad_verifier: !code_verifier.is_empty() && challenge_of(&code_verifier).is_none(),
            redirect_uri,
            state: chosen.state.map_or_else(random, ToOwned::to_owned),
            code_verifier,
            prompt: chosen.prompt.unwrap_or_default().to_owned(),
            openid,
        }
    }

    /// Everything that the pages show of it.
    pub(super) fn shown(&self, app: &App, oauth_app: &OauthApp) -> Value {
        let base = app.config.base_url.origin();
        let challenge = challenge_of(&self.code_verifier).unwrap_or_default();
        let openid = self.openid.as_ref();
        let preview = ConsentPreview {
            client_id: oauth_app.id,
            redirect_uri: &self.redirect_uri,
            state: &self.state,
            code_challenge: &challenge,
            prompt: &self.prompt,
            response_type: if openid.is_some() { "code" } else { "" },
            scope: openid.map_or("", |openid| &openid.scope),
            nonce: openid.map_or("", |openid| &openid.nonce),
            max_age: openid.map_or("", |openid| &openid.max_age),
        };
        let query = preview.query();
        json!({
            "redirect_uri": self.redirect_uri,
            "state": self.state,
            "code_verifier": self.code_verifier,
            "prompt": self.prompt,
            "scope": openid.map(|openid| &openid.scope),
            "nonce": openid.map(|openid| &openid.nonce),
            "max_age": openid.map(|openid| &openid.max_age),
            "url": format!("{base}/oauth/authorize?{query}"),
            "path": format!("/oauth/authorize?{query}"),
            "fault": self.fault(oauth_app, &preview),
            "approved": preview.approved(base),
            "denied": preview.denied(base),
            "token_request": match self.openid {
                Some(_) => self.form_request(base, oauth_app),
                None => self.token_request(base, oauth_app),
            },
            "userinfo_request": format!(
                "curl {base}/oauth/userinfo \\\n  -H \"Authorization: Bearer $ACCESS_TOKEN\""
            ),
            "challenge_command": self.challenge_command(),
        })
    }

    /// The problem with it, and what to do.
    fn fault(&self, oauth_app: &OauthApp, preview: &ConsentPreview<'_>) -> Option<String> {
        if let Some(fault) = preview.fault() {
            return Some(fault);
        }
        if !self.is_registered {
            return Some(
                "This is not one of the app’s redirect URIs. Choose one, or add it in the app’s settings.".into(),
            );
        }
        if oauth_app.is_public && self.code_verifier.is_empty() {
            return Some("A public app needs PKCE. Enter a code verifier.".into());
        }
        let bad = "A code verifier consists of 43 to 128 letters, digits and the characters - . _ ~. Use another one, or leave the field empty to go without PKCE.";
        self.bad_verifier.then(|| bad.into())
    }

    /// A command that makes the link's challenge from its verifier.
    fn challenge_command(&self) -> String {
        let verifier = in_shell(&self.code_verifier);
        format!(
            "VERIFIER='{verifier}'\nprintf %s \"$VERIFIER\" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d ="
        )
    }

    /// A command that exchanges the code by form (RFC 6749, section 4.1.3). The secret and the code are read from the
    /// shell.
    fn form_request(&self, base: &str, app: &OauthApp) -> String {
        let client = match app.is_public {
            true => format!("-d client_id={}", app.id),
            false => format!("-u \"{}:$CLIENT_SECRET\"", app.id),
        };
        let uri = in_shell(&self.redirect_uri);
        let verifier = match self.code_verifier.as_str() {
            "" => String::new(),
            verifier => format!(" \\\n  --data-urlencode 'code_verifier={}'", in_shell(verifier)),
        };
        format!(
            r#"curl {base}/oauth/token \
  {client} \
  -d grant_type=authorization_code \
  --data-urlencode "code=$CODE" \
  --data-urlencode 'redirect_uri={uri}'{verifier}"#
        )
    }

    /// A command that exchanges the code as JSON. The secret and the code are read from the shell.
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
