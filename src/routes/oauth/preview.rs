//! A preview of an authorization request for the app's developer: its query, its first fault and its callbacks.
//! A request that arrives is checked by the same rules, in `authorize`.

use super::callback::{Response, address};
use super::parameters::{Name, Parameters};
use super::request::{self, Request, RequestError, Target, append, encode};
use portico_crypto::tokens::Plain;

/// A request as an app would write it. What is empty is left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConsentPreview<'a> {
    /// The app.
    pub(crate) client_id: i64,
    /// The redirect URI, registered or not.
    pub(crate) redirect_uri: &'a str,
    /// Returned unchanged.
    pub(crate) state: &'a str,
    /// By S256 (RFC 7636).
    pub(crate) code_challenge: &'a str,
    /// The `prompt` parameter.
    pub(crate) prompt: &'a str,
    /// `code`, or nothing in the native profile.
    pub(crate) response_type: &'a str,
    /// The scope, with a `response_type`.
    pub(crate) scope: &'a str,
    /// Returned in the ID token.
    pub(crate) nonce: &'a str,
    /// After how many seconds the password has to be entered again.
    pub(crate) max_age: &'a str,
}

impl ConsentPreview<'_> {
    /// The request as a query.
    pub(crate) fn query(&self) -> String {
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
    pub(crate) fn fault(&self) -> Option<String> {
        let asked = Parameters::read(&self.query());
        let target = match Target::read(&asked) {
            Ok(target) => target,
            Err(fault) => return Some(fault.fault),
        };
        request::state(&asked, &target)
            .and_then(|state| Request::read(&asked, target, state))
            .err()
            .map(|fault| fault.description)
    }

    /// The callback after the user has approved, with a placeholder for the code.
    pub(crate) fn approved(&self, iss: &str) -> String {
        self.callback(&Response::Code(&Plain::from("CODE")), iss)
    }

    /// The callback after the user has denied.
    pub(crate) fn denied(&self, iss: &str) -> String {
        self.callback(&Response::Error(&RequestError::denied()), iss)
    }

    fn callback(&self, response: &Response<'_>, iss: &str) -> String {
        let state = encode(self.state);
        let state = Some(state.as_str()).filter(|state| !state.is_empty());
        address(self.redirect_uri, response, state, iss)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const GOOD: ConsentPreview<'_> = ConsentPreview {
        client_id: 5,
        redirect_uri: "https://a.example/cb?a=1",
        state: "s t",
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        prompt: "login",
        response_type: "",
        scope: "",
        nonce: "",
        max_age: "",
    };

    #[test]
    fn the_query_parses_to_the_same_parameters() {
        assert_eq!(GOOD.fault(), None);
        let asked = Parameters::read(&GOOD.query());
        assert_eq!(asked.get(Name::State), Ok(Some("s t")));
        assert_eq!(asked.get(Name::RedirectUri), Ok(Some(GOOD.redirect_uri)));
        assert_eq!(asked.get(Name::CodeChallengeMethod), Ok(Some("S256")));
    }

    #[test]
    fn the_parameters_of_the_standard_profile_are_kept() {
        let preview =
            ConsentPreview { response_type: "code", scope: "openid profile", nonce: "n&1", max_age: "60", ..GOOD };
        assert_eq!(preview.fault(), None);
        let asked = Parameters::read(&preview.query());
        assert_eq!(asked.get(Name::ResponseType), Ok(Some("code")));
        assert_eq!(asked.get(Name::Scope), Ok(Some("openid profile")));
        assert_eq!(asked.get(Name::Nonce), Ok(Some("n&1")));
        assert_eq!(asked.get(Name::MaxAge), Ok(Some("60")));
    }

    #[test]
    fn empty_parameters_are_left_out() {
        let bare = ConsentPreview { code_challenge: "", prompt: "", ..GOOD };
        assert_eq!(bare.fault(), None);
        assert!(!bare.query().contains("code_challenge"));
        assert!(!bare.query().contains("prompt"));
    }

    #[test]
    fn a_fault_names_its_parameter() {
        for (preview, parameter) in [
            (ConsentPreview { state: "", ..GOOD }, "state"),
            (ConsentPreview { prompt: "never", ..GOOD }, "prompt"),
            (ConsentPreview { code_challenge: "short", ..GOOD }, "code_challenge"),
            (ConsentPreview { redirect_uri: "", ..GOOD }, "redirect_uri"),
        ] {
            let fault = preview.fault().unwrap();
            assert!(fault.contains(parameter), "{fault}");
        }
    }

    #[test]
    fn the_callbacks_keep_the_parameters_of_the_redirect_uri() {
        let iss = "https://chat.example";
        assert_eq!(GOOD.approved(iss), "https://a.example/cb?a=1&code=CODE&state=s%20t&iss=https%3A%2F%2Fchat.example");
        assert!(GOOD.denied(iss).contains("&error=access_denied&"));
    }
}
