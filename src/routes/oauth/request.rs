//! Parsing an authorization request (spec section 4.1), without I/O.
//! Whether the app exists and has the redirect URI is checked in `authorize`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::parameters::{Name, Parameters};
use crate::ids;
use crate::routes::continuation::Continuation;

/// The most characters of a state.
const LONGEST_STATE: usize = 1_024;
/// Characters of a challenge by S256: 256 bits in base64url (RFC 7636, section 4.2).
const CHALLENGE: usize = 43;

/// What needs no encoding in a query (RFC 3986, section 2.3); a space becomes `%20`, never `+`.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Appends a parameter to a query.
pub(super) fn append(query: &mut String, name: &str, value: &str) {
    append_encoded(query, name, &encode(value));
}

/// The same with a value that is encoded already.
pub(super) fn append_encoded(query: &mut String, name: &str, encoded: &str) {
    if !query.is_empty() && !query.ends_with('&') {
        query.push('&');
    }
    query.push_str(name);
    query.push('=');
    query.push_str(encoded);
}

/// A value in our own encoding.
pub(super) fn encode(value: &str) -> String {
    utf8_percent_encode(value, UNRESERVED).to_string()
}

/// The app and the redirect URI of a request. Until the URI is known to be the app's, no user is redirected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The app.
    pub(super) client_id: i64,
    /// The redirect URI, not yet compared with the registered ones.
    pub(super) redirect_uri: String,
}

/// A fault that only the app's developer can fix, shown without a redirect (RFC 6749, section 4.1.2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BadTarget {
    /// The parameter.
    pub(super) parameter: &'static str,
    /// What is wrong with it, as a sentence.
    pub(super) fault: String,
    /// The value, if that helps.
    pub(super) given: Option<String>,
}

impl BadTarget {
    pub(super) fn new(parameter: Name, fault: impl std::fmt::Display) -> Self {
        let parameter = parameter.as_str();
        Self {
            parameter,
            fault: format!("{parameter} {fault}."),
            given: None,
        }
    }

    pub(super) fn given(self, value: &str) -> Self {
        let given = Some(value.to_owned());
        Self { given, ..self }
    }
}

impl Target {
    /// Reads the two parameters that come before everything else.
    ///
    /// # Errors
    /// The first fault.
    pub(super) fn read(asked: &Parameters) -> Result<Self, BadTarget> {
        let required = |name| {
            asked
                .get(name)
                .map_err(|fault| BadTarget::new(name, fault))?
                .ok_or_else(|| BadTarget::new(name, "is missing"))
        };
        let client_id = required(Name::ClientId)?;
        let Some(id) = ids::parse(client_id) else {
            let fault = "is not the ID of an app; it must be the number that the app’s page shows";
            return Err(BadTarget::new(Name::ClientId, fault).given(client_id));
        };
        Ok(Self {
            client_id: id,
            redirect_uri: required(Name::RedirectUri)?.to_owned(),
        })
    }
}

/// A fault that is reported to the app at its redirect URI (RFC 6749, section 4.1.2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The code, in the standard's words.
    pub(super) error: &'static str,
    /// A sentence for the app's developer, in the standard's narrow set of characters.
    pub(super) description: String,
}

impl Fault {
    pub(super) fn new(error: &'static str, description: impl Into<String>) -> Self {
        Self {
            error,
            description: description.into(),
        }
    }

    /// The user denied.
    pub(super) fn denied() -> Self {
        Self::new("access_denied", "The person did not approve.")
    }

    fn invalid(name: Name, what: &str) -> Self {
        Self::new("invalid_request", format!("{} {what}.", name.as_str()))
    }
}

/// Which prompt the app requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prompt {
    /// The consent page, by default.
    Page,
    /// None: the response is a code if the user approved before, and otherwise an error.
    Nothing,
    /// The password, then the consent page.
    Login,
}

/// A complete authorization request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// The app and its redirect URI.
    pub(super) target: Target,
    /// Returned unchanged, in the encoding it was sent in.
    pub(super) state: String,
    /// The challenge that the code's verifier must match (RFC 7636).
    pub(super) code_challenge: Option<String>,
    /// The prompt.
    pub(super) prompt: Prompt,
}

/// The state, if there is one that can be returned, in the encoding it was sent in.
///
/// # Errors
/// What is wrong with it; the response then has no state.
pub(super) fn state(asked: &Parameters) -> Result<&str, Fault> {
    let fault = |what| Fault::invalid(Name::State, what);
    let state = asked
        .get(Name::State)
        .map_err(fault)?
        .ok_or_else(|| fault("is missing"))?;
    if state.chars().count() > LONGEST_STATE {
        return Err(fault("is longer than 1024 characters"));
    }
    Ok(asked.encoded(Name::State).unwrap_or_default())
}

impl Request {
    /// Parses everything else, once the target is known to be valid.
    ///
    /// # Errors
    /// The first fault.
    pub(super) fn read(asked: &Parameters, target: Target, state: &str) -> Result<Self, Fault> {
        for (name, error) in [
            (Name::Request, "request_not_supported"),
            (Name::RequestUri, "request_uri_not_supported"),
        ] {
            if asked.get(name) != Ok(None) {
                let description = format!("{} is not supported.", name.as_str());
                return Err(Fault::new(error, description));
            }
        }
        let once = |name| asked.get(name).map_err(|what| Fault::invalid(name, what));
        if !matches!(once(Name::ResponseType)?, None | Some("code")) {
            let error = "unsupported_response_type";
            return Err(Fault::new(error, "response_type must be code."));
        }
        let challenge = once(Name::CodeChallenge)?;
        let method = once(Name::CodeChallengeMethod)?;
        Ok(Self {
            target,
            state: state.to_owned(),
            code_challenge: code_challenge(challenge, method)?,
            prompt: prompt(once(Name::Prompt)?)?,
        })
    }

    /// Whether the request forbids any prompt, whatever else is wrong with it.
    pub(super) fn is_silent(asked: &Parameters) -> bool {
        asked.get(Name::Prompt) == Ok(Some("none"))
    }

    /// The same request as a query, without `prompt`: the page that it leads to prompts in any case. Removing
    /// `prompt=login` by hand is no attack: the user would only skip their own password, and apps don't learn whether it
    /// was entered.
    pub(super) fn to_query(&self) -> String {
        let mut query = String::new();
        let mut put = |name: Name, value: &str| append(&mut query, name.as_str(), value);
        put(Name::ClientId, &self.target.client_id.to_string());
        put(Name::RedirectUri, &self.target.redirect_uri);
        append_encoded(&mut query, Name::State.as_str(), &self.state);
        let mut put = |name: Name, value: &str| append(&mut query, name.as_str(), value);
        if let Some(challenge) = &self.code_challenge {
            put(Name::CodeChallenge, challenge);
            put(Name::CodeChallengeMethod, "S256");
        }
        query
    }

    /// Where the user continues after signing in.
    pub(super) fn continuation(&self) -> Continuation {
        Continuation::read(&format!("/oauth/authorize?{}", self.to_query()))
            .unwrap_or_else(Continuation::home)
    }
}

/// Where the user continues after signing in if the request has a fault: the request as it was sent. None if it can't be
/// continued.
pub(super) fn continuation(query: &str) -> Option<Continuation> {
    Continuation::read(&format!("/oauth/authorize?{query}"))
}

/// The challenge, only by S256: a plain one does not protect against an attacker who sees the request (RFC 9700, section
/// 2.1.1).
fn code_challenge(challenge: Option<&str>, method: Option<&str>) -> Result<Option<String>, Fault> {
    let (challenge, method) = match (challenge, method) {
        (None, None) => return Ok(None),
        (None, Some(_)) => {
            let what = "is given without a code_challenge";
            return Err(Fault::invalid(Name::CodeChallengeMethod, what));
        }
        (Some(challenge), method) => (challenge, method),
    };
    if method != Some("S256") {
        let what = "must be S256 if a code_challenge is given";
        return Err(Fault::invalid(Name::CodeChallengeMethod, what));
    }
    let is_base64url = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if challenge.len() != CHALLENGE || !challenge.bytes().all(is_base64url) {
        let what = "must be 43 characters of base64url, the SHA-256 of the code_verifier";
        return Err(Fault::invalid(Name::CodeChallenge, what));
    }
    Ok(Some(challenge.to_owned()))
}

/// The value of `prompt` (OpenID Connect Core, section 3.1.2.1). The page always asks for consent and
/// always lets people choose another account.
fn prompt(wishes: Option<&str>) -> Result<Prompt, Fault> {
    let fault = |what| Fault::invalid(Name::Prompt, what);
    let wishes: Vec<&str> = wishes.map_or_else(Vec::new, |wishes| wishes.split(' ').collect());
    let known = ["none", "login", "consent", "select_account"];
    if wishes.iter().any(|wish| !known.contains(wish)) {
        return Err(fault(
            "can contain none, login, consent and select_account, separated by single spaces",
        ));
    }
    if wishes.contains(&"none") {
        return match wishes.len() {
            1 => Ok(Prompt::Nothing),
            _ => Err(fault("can’t combine none with another value")),
        };
    }
    Ok(if wishes.contains(&"login") {
        Prompt::Login
    } else {
        Prompt::Page
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CHALLENGED: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    fn read(query: &str) -> Result<Request, Fault> {
        let query = format!("client_id=5&redirect_uri=https://a.example/cb&state=s&{query}");
        let asked = Parameters::read(&query);
        let target = Target::read(&asked).unwrap();
        let state = state(&asked)?;
        Request::read(&asked, target, state)
    }

    #[test]
    fn the_plain_request_is_all_it_takes() {
        let request = read("utm_source=x&utm_source=y").unwrap();
        assert_eq!(request.target.client_id, 5);
        assert_eq!(request.state, "s");
        assert_eq!(
            (request.prompt, request.code_challenge),
            (Prompt::Page, None)
        );
    }

    #[test]
    fn each_fault_has_its_code() {
        let twice = format!(
            "code_challenge={CHALLENGED}&code_challenge_method=S256&code_challenge={CHALLENGED}"
        );
        let plain = format!("code_challenge={CHALLENGED}&code_challenge_method=plain");
        let methodless = format!("code_challenge={CHALLENGED}");
        let long = format!("code_challenge={CHALLENGED}a&code_challenge_method=S256");
        for (query, error) in [
            ("state=t", "invalid_request"),
            ("response_type=token", "unsupported_response_type"),
            ("response_type=code%20token", "unsupported_response_type"),
            ("response_type=code&response_type=code", "invalid_request"),
            ("request=x", "request_not_supported"),
            (
                "request_uri=https://evil.example",
                "request_uri_not_supported",
            ),
            ("prompt=none%20login", "invalid_request"),
            ("prompt=always", "invalid_request"),
            ("prompt=login&prompt=login", "invalid_request"),
            ("code_challenge_method=S256", "invalid_request"),
            (&twice, "invalid_request"),
            (&plain, "invalid_request"),
            (&methodless, "invalid_request"),
            (&long, "invalid_request"),
            ("code_challenge=%ff", "invalid_request"),
        ] {
            assert_eq!(read(query).unwrap_err().error, error, "{query}");
        }
    }

    #[test]
    fn prompts_are_told_apart() {
        for (query, prompt) in [
            ("prompt=", Prompt::Page),
            ("prompt=none", Prompt::Nothing),
            ("prompt=login", Prompt::Login),
            ("prompt=consent", Prompt::Page),
            ("prompt=consent+login", Prompt::Login),
            ("prompt=select_account", Prompt::Page),
        ] {
            assert_eq!(read(query).unwrap().prompt, prompt, "{query}");
        }
    }

    /// Shows: authorize.sign-in-first
    #[test]
    fn the_largest_request_survives_a_detour_by_the_sign_in() {
        let request = Request {
            target: Target {
                client_id: ids::LARGEST,
                redirect_uri: format!("https://a.example/?{}", "%".repeat(2_028)),
            },
            state: encode(&"\u{1F600}".repeat(LONGEST_STATE)),
            code_challenge: Some(CHALLENGED.into()),
            prompt: Prompt::Page,
        };
        assert_ne!(request.continuation(), Continuation::home());
    }

    proptest! {
        /// Shows: authorize.state-kept
        #[test]
        fn a_request_reads_the_same_after_every_detour(
            state in "([A-Za-z0-9._~!$'()*+,;:@/?=-]|%[0-7][0-9A-Fa-f]|%C3%a9){1,40}", uri in "https://a\\.example/[!-~]{0,40}", challenged: bool
        ) {
            let request = Request {
                target: Target { client_id: 5, redirect_uri: uri },
                state,
                code_challenge: challenged.then(|| CHALLENGED.to_owned()),
                prompt: Prompt::Page,
            };
            let asked = Parameters::read(&request.to_query());
            let target = Target::read(&asked).unwrap();
            let again = Request::read(&asked, target, super::state(&asked).unwrap()).unwrap();
            prop_assert_eq!(&again, &request);
            prop_assert_ne!(request.continuation(), Continuation::home());
        }

        /// Shows: random.requests
        #[test]
        fn no_query_makes_it_panic_and_every_description_keeps_to_the_standard(query in "[a-z_=&%0-9A-F+]{0,80}") {
            if let Err(fault) = read(&query) {
                let allowed = |c: char| matches!(c, ' '..='!' | '#'..='[' | ']'..='~');
                prop_assert!(fault.description.chars().all(allowed));
            }
        }
    }
}
