//! The query of an authorization request as it was sent: which parameters it has, and how often.
//! Their meaning, also of several together, is checked in `request`.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// Defines [`Name`]: each parameter with its name in the query.
macro_rules! names {
    ($($parameter:ident = $name:literal;)+) => {
        /// A parameter this service knows. Every other one is ignored (RFC 6749, section 3.1).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Name {
            $($parameter,)+
        }

        impl Name {
            const ALL: &[Self] = &[$(Self::$parameter),+];

            /// Its name in the query.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$parameter => $name,)+
                }
            }
        }
    };
}

names! {
    ClientId = "client_id";
    RedirectUri = "redirect_uri";
    State = "state";
    ResponseType = "response_type";
    Prompt = "prompt";
    CodeChallenge = "code_challenge";
    CodeChallengeMethod = "code_challenge_method";
    Scope = "scope";
    Nonce = "nonce";
    ResponseMode = "response_mode";
    MaxAge = "max_age";
    LoginHint = "login_hint";
    IdTokenHint = "id_token_hint";
    Request = "request";
    RequestUri = "request_uri";
    Registration = "registration";
    Display = "display";
    UiLocales = "ui_locales";
    AcrValues = "acr_values";
    Claims = "claims";
    // Our own: see `asked_at`.
    AskedAt = "portico_asked_at";
}

/// The value of a parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum ParameterValue {
    #[default]
    Nothing,
    Once {
        value: String,
        /// As it was sent, in an encoding that can be sent back.
        encoded: String,
    },
    Twice,
    NoText {
        /// As it was sent, in an encoding that can be sent back.
        encoded: String,
    },
}

/// The parameters of one request.
#[derive(Clone, Debug, Default)]
pub struct Parameters([ParameterValue; Name::ALL.len()]);

impl Parameters {
    /// Reads a query, which is `application/x-www-form-urlencoded` (RFC 6749, appendix B).
    pub fn read(query: &str) -> Self {
        let mut found = Self::default();
        for pair in query.split('&') {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let Some(name) = decoded(name) else { continue };
            let Some(known) = Name::ALL.iter().find(|known| known.as_str() == name) else {
                continue;
            };
            let given = &mut found.0[*known as usize];
            *given = match (&*given, decoded(value)) {
                (ParameterValue::Nothing, Some(text)) => ParameterValue::Once { encoded: resent(value), value: text },
                (ParameterValue::Nothing, None) => ParameterValue::NoText { encoded: resent(value) },
                _ => ParameterValue::Twice,
            };
        }
        found
    }

    /// The value of a parameter. An empty one counts as left out (RFC 6749, section 3.1).
    ///
    /// # Errors
    /// The fault, as the end of a sentence that begins with its name.
    pub fn get(&self, name: Name) -> Result<Option<&str>, &'static str> {
        match &self.0[name as usize] {
            ParameterValue::Nothing => Ok(None),
            ParameterValue::Once { value, .. } => Ok(Some(value.as_str()).filter(|value| !value.is_empty())),
            ParameterValue::Twice => Err("is given more than once"),
            ParameterValue::NoText { .. } => Err("is not valid UTF-8"),
        }
    }

    /// The same value in the percent-encoding it was sent in, for sending it back in a query or a fragment. None where it is
    /// empty, or given more than once.
    pub fn encoded(&self, name: Name) -> Option<&str> {
        match &self.0[name as usize] {
            ParameterValue::Once { encoded, .. } | ParameterValue::NoText { encoded } => {
                Some(encoded.as_str()).filter(|encoded| !encoded.is_empty())
            }
            ParameterValue::Nothing | ParameterValue::Twice => None,
        }
    }
}

/// Characters that a query or a fragment must not contain (RFC 3986, sections 3.4 and 3.5). `%` is handled separately.
const NOT_IN_A_QUERY: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'&')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// A raw value for another query: byte for byte, except for what a query must not contain and a `%` that starts no escape,
/// which are encoded. It decodes to the same value as before.
fn resent(raw: &str) -> String {
    let mut sent = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('%') {
        sent.extend(utf8_percent_encode(before, NOT_IN_A_QUERY));
        let escapes = matches!(after.as_bytes(), [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit());
        sent.push_str(if escapes { "%" } else { "%25" });
        rest = after;
    }
    sent.extend(utf8_percent_encode(rest, NOT_IN_A_QUERY));
    sent
}

/// Decodes a value; none if it is not UTF-8.
pub fn decoded(raw: &str) -> Option<String> {
    let spaced: Cow<'_, str> = if raw.contains('+') { raw.replace('+', " ").into() } else { raw.into() };
    let text = percent_decode_str(&spaced).decode_utf8().ok()?;
    Some(text.into_owned())
}
