//! Parsing an authorization request (spec section 4.1; OpenID Connect Core, section 3.1.2.1), without I/O.
//! That the app exists and has the redirect URI is checked in `authorize`.

pub mod standard;
pub mod target;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::parameters::{Name, Parameters};
use super::scope::{self, OPENID};
use crate::routes::continuation::Continuation;
use portico_store::models::oauth::profile::{ExchangeKind, gives_profile, has_scope};
pub use standard::{ResponseMode, Standard, login_hint};
pub use target::{BadTarget, RedirectTarget};

/// The most characters of a state in the native profile.
pub const MAX_NATIVE_STATE: usize = 1_024;
/// The most characters of a state in the standard profile, where clients keep whole URLs and sealed data in it.
pub const MAX_STATE: usize = 4_096;
/// The most bytes of a state in its percent-encoding: 4,096 characters of ASCII or 1,024 of any others. URLs
/// that contain it in another URL would otherwise be longer than servers accept.
const MAX_ENCODED_STATE: usize = 12 * 1_024;
/// A time in milliseconds, a dot, and 256 bits in base64url.
pub const MAX_ASKED_AT: usize = 64;
/// Characters of a challenge by S256: 256 bits in base64url (RFC 7636, section 4.2).
const CHALLENGE: usize = 43;

/// Characters that need no encoding in a query (RFC 3986, section 2.3); a space becomes `%20`, never `+`.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Appends a parameter to a query.
pub fn append(query: &mut String, name: &str, value: &str) {
    append_encoded(query, name, &encode(value));
}

/// The same with a value that is encoded already.
pub fn append_encoded(query: &mut String, name: &str, encoded: &str) {
    if !query.is_empty() && !query.ends_with('&') {
        query.push('&');
    }
    query.push_str(name);
    query.push('=');
    query.push_str(encoded);
}

/// A value in our own encoding.
pub fn encode(value: &str) -> String {
    utf8_percent_encode(value, UNRESERVED).to_string()
}

/// A fault that is reported to the app at its redirect URI (RFC 6749, section 4.1.2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    /// The code, in the standard's words.
    pub error: &'static str,
    /// A sentence for the app's developer, in the standard's narrow set of characters.
    pub description: String,
}

impl RequestError {
    pub fn new(error: &'static str, description: impl Into<String>) -> Self {
        Self { error, description: description.into() }
    }

    /// The user denied.
    pub fn denied() -> Self {
        Self::new("access_denied", "The person did not approve.")
    }

    fn invalid(name: Name, what: &str) -> Self {
        Self::new("invalid_request", format!("{} {what}.", name.as_str()))
    }
}

/// Which page the app requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// The consent page, unless the profile allows to skip it.
    Default,
    /// The consent page in any case.
    Consent,
    /// None: the response is a code if the user approved before, and otherwise an error.
    Nothing,
}

/// A complete authorization request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The app and its redirect URI.
    pub target: RedirectTarget,
    /// Returned unchanged, in the encoding it was sent in.
    pub state: Option<String>,
    /// The challenge that the code's verifier must match (RFC 7636).
    pub code_challenge: Option<String>,
    /// The prompt.
    pub prompt: Prompt,
    /// True if the password has to be entered for this request (`prompt=login`).
    pub login: bool,
    /// `None` in the native profile.
    pub standard: Option<Standard>,
    /// When we asked the user for the password, if that is true: see `asked_at`.
    pub asked_at: Option<String>,
}

/// True if a request is in the native profile: it has no `response_type`.
fn is_native(asked: &Parameters) -> bool {
    asked.get(Name::ResponseType) == Ok(None)
}

/// The state in the encoding it was sent in, if there is one; the native profile requires one.
///
/// # Errors
/// The fault.
pub fn state<'a>(asked: &'a Parameters, target: &RedirectTarget) -> Result<Option<&'a str>, RequestError> {
    let fault = |what: &str| RequestError::invalid(Name::State, what);
    let is_native = is_native(asked);
    let Some(state) = asked.get(Name::State).map_err(fault)? else {
        return match is_native {
            true => Err(fault("is missing")),
            false => Ok(None),
        };
    };
    let longest = if is_native { MAX_NATIVE_STATE } else { MAX_STATE };
    if state.chars().count() > longest {
        return Err(fault(&format!("is longer than {longest} characters")));
    }
    // Browsers change line ends when they send a form.
    if ResponseMode::from_parameters(asked, target) == ResponseMode::FormPost
        && state.contains(|c: char| c.is_control())
    {
        return Err(fault("contains control characters, which browsers change in forms"));
    }
    let encoded = asked.encoded(Name::State).unwrap_or_default();
    if encoded.len() > MAX_ENCODED_STATE {
        return Err(fault("is longer than 12288 bytes in its percent-encoding"));
    }
    Ok(Some(encoded))
}

impl Request {
    /// Parses everything else, once the target is known to be valid.
    ///
    /// # Errors
    /// The first fault.
    pub fn read(asked: &Parameters, target: RedirectTarget, state: Option<&str>) -> Result<Self, RequestError> {
        for (name, error) in [
            (Name::Request, "request_not_supported"),
            (Name::RequestUri, "request_uri_not_supported"),
            (Name::Registration, "registration_not_supported"),
        ] {
            if asked.get(name) != Ok(None) {
                let description = format!("{} is not supported.", name.as_str());
                return Err(RequestError::new(error, description));
            }
        }
        let once = |name| asked.get(name).map_err(|what| RequestError::invalid(name, what));
        let standard = match once(Name::ResponseType)? {
            None => {
                // A client that asks for an ID token, and would wait for one in vain.
                if matches!(asked.get(Name::Scope), Ok(Some(scope)) if has_scope(scope, OPENID)) {
                    let what = "is missing; with the scope openid it must be code";
                    return Err(RequestError::invalid(Name::ResponseType, what));
                }
                None
            }
            Some("code") => Some(Standard::read(asked, &target)?),
            Some(_) => {
                let error = "unsupported_response_type";
                return Err(RequestError::new(error, "response_type must be code."));
            }
        };
        let challenge = once(Name::CodeChallenge)?;
        let method = once(Name::CodeChallengeMethod)?;
        let code_challenge = code_challenge(challenge, method)?;
        let (prompt, login) = prompt(once(Name::Prompt)?)?;
        // Apps don't send this one, so what is wrong with it is no fault of theirs.
        let asked_at = asked.get(Name::AskedAt).ok().flatten();
        let asked_at = asked_at.filter(|value| value.len() <= MAX_ASKED_AT);
        Ok(Self {
            target,
            state: state.map(str::to_owned),
            code_challenge,
            prompt,
            login,
            standard,
            asked_at: asked_at.map(str::to_owned),
        })
    }

    /// The same request for a public app or another. Public ones can't keep a secret: the challenge alone protects a code
    /// (RFC 9700, section 2.1.1), and only the exchange by form can do without a secret.
    ///
    /// # Errors
    /// The fault of a public app that leaves out what it has to send in addition.
    pub fn for_app(self, is_public: bool) -> Result<Self, RequestError> {
        if is_public && self.standard.is_none() {
            let what = "is missing; public apps must send code";
            return Err(RequestError::invalid(Name::ResponseType, what));
        }
        if is_public && self.code_challenge.is_none() {
            let what = "is missing; public apps must send one";
            return Err(RequestError::invalid(Name::CodeChallenge, what));
        }
        Ok(self)
    }

    /// True if users who approved the app before need not be asked again. Not in the native profile, unless the app insists
    /// on it; and anyone can pretend to be a public app where the response does not go to a site that only the app has
    /// (RFC 8252, section 8.6).
    pub fn can_skip_consent(&self, is_public: bool) -> bool {
        let goes_to_app = self.target.leads_to_a_site() || !is_public;
        match self.prompt {
            Prompt::Consent => false,
            Prompt::Default => self.standard.is_some() && goes_to_app,
            Prompt::Nothing => goes_to_app,
        }
    }

    /// True if the request forbids any prompt, whatever else is wrong with it.
    pub fn is_silent(asked: &Parameters) -> bool {
        asked.get(Name::Prompt) == Ok(Some("none"))
    }

    /// How the code may be exchanged.
    pub fn exchange(&self) -> ExchangeKind {
        match &self.standard {
            None => ExchangeKind::Json,
            Some(Standard { scope: None, .. }) => ExchangeKind::Any,
            Some(_) => ExchangeKind::Form,
        }
    }

    /// The part of the scope that is known, which is granted. Without a scope the exchange by form gives the same four
    /// fields that the JSON exchange gives.
    pub fn granted_scope(&self) -> &'static str {
        match &self.standard {
            None => "",
            Some(standard) => scope::granted(standard.scope.as_deref()),
        }
    }

    /// True if the app will see more than the user's ID.
    pub fn gives_profile(&self) -> bool {
        gives_profile(self.exchange(), self.granted_scope())
    }

    /// How the response is sent.
    pub fn response_mode(&self) -> ResponseMode {
        self.standard.as_ref().map_or(ResponseMode::Query, |standard| standard.response_mode)
    }

    /// The ID token of the user that the app expects, not yet verified.
    pub fn id_token_hint(&self) -> Option<&str> {
        self.standard.as_ref()?.id_token_hint.as_deref()
    }

    /// The nonce, which the ID token repeats.
    pub fn nonce(&self) -> Option<&str> {
        self.standard.as_ref()?.nonce.as_deref()
    }

    /// After how many seconds the password has to be entered again.
    pub fn max_age(&self) -> Option<i64> {
        self.standard.as_ref()?.max_age
    }

    /// The same request as a query, without `prompt=none`, which leads to no page, and without `asked_at`.
    pub fn to_query(&self) -> String {
        let mut query = String::new();
        let mut put = |name: Name, value: &str| append(&mut query, name.as_str(), value);
        put(Name::ClientId, &self.target.client_id.to_string());
        put(Name::RedirectUri, &self.target.redirect_uri);
        if let Some(standard) = &self.standard {
            standard.put(&mut put);
        }
        if let Some(challenge) = &self.code_challenge {
            put(Name::CodeChallenge, challenge);
            put(Name::CodeChallengeMethod, "S256");
        }
        let prompt = match (self.login, self.prompt == Prompt::Consent) {
            (true, true) => "login consent",
            (true, false) => "login",
            (false, true) => "consent",
            (false, false) => "",
        };
        if !prompt.is_empty() {
            put(Name::Prompt, prompt);
        }
        if let Some(state) = &self.state {
            append_encoded(&mut query, Name::State.as_str(), state);
        }
        query
    }

    /// The same, with the time at which the user is asked for the password.
    pub fn to_query_asked_at(&self, asked_at: &str) -> String {
        let mut query = self.to_query();
        append(&mut query, Name::AskedAt.as_str(), asked_at);
        query
    }
}

/// Where the user continues after signing in, with a request as it was sent or in our own words. None if it can't be
/// continued.
pub fn continuation(query: &str) -> Option<Continuation> {
    Continuation::read(&format!("/oauth/authorize?{query}"))
}

/// The challenge, only by S256: a plain one does not protect against an attacker who sees the request (RFC 9700, section
/// 2.1.1).
fn code_challenge(challenge: Option<&str>, method: Option<&str>) -> Result<Option<String>, RequestError> {
    let (challenge, method) = match (challenge, method) {
        (None, None) => return Ok(None),
        (None, Some(_)) => {
            let what = "is given without a code_challenge";
            return Err(RequestError::invalid(Name::CodeChallengeMethod, what));
        }
        (Some(challenge), method) => (challenge, method),
    };
    if method != Some("S256") {
        let what = "must be S256 if a code_challenge is given";
        return Err(RequestError::invalid(Name::CodeChallengeMethod, what));
    }
    let is_base64url = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if challenge.len() != CHALLENGE || !challenge.bytes().all(is_base64url) {
        let what = "must be 43 characters of base64url, the SHA-256 of the code_verifier";
        return Err(RequestError::invalid(Name::CodeChallenge, what));
    }
    Ok(Some(challenge.to_owned()))
}

/// The value of `prompt` (OpenID Connect Core, section 3.1.2.1), and whether it contains `login`. The consent page always
/// lets people choose another account.
fn prompt(wishes: Option<&str>) -> Result<(Prompt, bool), RequestError> {
    let fault = |what| RequestError::invalid(Name::Prompt, what);
    let wishes: Vec<&str> = wishes.map_or_else(Vec::new, |wishes| wishes.split(' ').collect());
    let known = ["none", "login", "consent", "select_account"];
    if wishes.iter().any(|wish| !known.contains(wish)) {
        return Err(fault("can contain none, login, consent and select_account, separated by single spaces"));
    }
    if wishes.contains(&"none") {
        return match wishes.len() {
            1 => Ok((Prompt::Nothing, false)),
            _ => Err(fault("must not combine none with another value")),
        };
    }
    let asks = wishes.contains(&"consent") || wishes.contains(&"select_account");
    let prompt = if asks { Prompt::Consent } else { Prompt::Default };
    Ok((prompt, wishes.contains(&"login")))
}
