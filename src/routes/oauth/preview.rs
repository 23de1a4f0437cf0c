//! A preview of an authorization request for the app's developer: its query, its first fault and its callbacks.
//! A request that arrives is checked by the same rules, in `authorize`.

use super::callback::{Response, address};
use super::parameters::{Name, Parameters};
use super::request::{self, RedirectTarget, Request, RequestError, append, encode};
use portico_crypto::tokens::Plain;
use portico_rules::ids::AppId;

/// A request as an app would write it. What is empty is left out.
#[derive(Clone, Copy, Debug)]
pub struct ConsentPreview<'a> {
    /// The app.
    pub client_id: AppId,
    /// The redirect URI, registered or not.
    pub redirect_uri: &'a str,
    /// Returned unchanged.
    pub state: &'a str,
    /// By S256 (RFC 7636).
    pub code_challenge: &'a str,
    /// The `prompt` parameter.
    pub prompt: &'a str,
    /// `code`, or nothing in the native profile.
    pub response_type: &'a str,
    /// The scope, with a `response_type`.
    pub scope: &'a str,
    /// Returned in the ID token.
    pub nonce: &'a str,
    /// After how many seconds the password has to be entered again.
    pub max_age: &'a str,
}

impl ConsentPreview<'_> {
    /// The request as a query.
    pub fn query(&self) -> String {
        let mut query = String::new();
        let mut put = |name: Name, value: &str| {
            if !value.is_empty() {
                append(&mut query, name.as_str(), value);
            }
        };
        put(Name::ClientId, &self.client_id.to_string());
        put(Name::RedirectUri, self.redirect_uri);
        put(Name::ResponseType, self.response_type);
        put(Name::Scope, self.scope);
        put(Name::State, self.state);
        put(Name::Nonce, self.nonce);
        if !self.code_challenge.is_empty() {
            put(Name::CodeChallenge, self.code_challenge);
            put(Name::CodeChallengeMethod, "S256");
        }
        put(Name::Prompt, self.prompt);
        put(Name::MaxAge, self.max_age);
        query
    }

    /// The faults that the app's developer has to fix; none if the request is valid. That the redirect URI is
    /// registered is not checked here.
    pub fn fault(&self) -> Option<String> {
        let asked = Parameters::read(&self.query());
        let target = match RedirectTarget::read(&asked) {
            Ok(target) => target,
            Err(fault) => return Some(fault.fault),
        };
        request::state(&asked, &target)
            .and_then(|state| Request::read(&asked, target, state))
            .err()
            .map(|fault| fault.description)
    }

    /// The callback after the user has approved, with a placeholder for the code.
    pub fn approved(&self, iss: &str) -> String {
        self.callback(&Response::Code(&Plain::from("CODE")), iss)
    }

    /// The callback after the user has denied.
    pub fn denied(&self, iss: &str) -> String {
        self.callback(&Response::Error(&RequestError::denied()), iss)
    }

    fn callback(&self, response: &Response<'_>, iss: &str) -> String {
        let state = encode(self.state);
        let state = Some(state.as_str()).filter(|state| !state.is_empty());
        address(self.redirect_uri, response, state, iss)
    }
}
