//! Parts that only requests with a `response_type` can contain: parameters of OpenID Connect, and the response mode.
//! Parameters of both profiles are in `request`.

use super::{RedirectTarget, RequestError, is_native};
use crate::routes::oauth::parameters::{Name, Parameters};
use crate::routes::oauth::scope::{self, INVALID_SCOPE};
use portico_rules::language::Language;

/// The most bytes of a nonce.
pub const MAX_NONCE: usize = 1_024;
/// A longer hint is ignored: no nickname or phone number is so long.
pub const MAX_LOGIN_HINT: usize = 128;
/// A longer hint is ignored: no ID token of ours is so long, not even with the longest nonce and name, all of it escaped.
pub const MAX_ID_TOKEN_HINT: usize = 6_144;

/// How the response reaches the app (OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseMode {
    /// In the query of a redirect.
    Query,
    /// In the fragment of a redirect, which browsers send to no server.
    Fragment,
    /// In a form that the browser sends (OAuth 2.0 Form Post Response Mode).
    FormPost,
}

impl ResponseMode {
    /// Where the response to a request goes, whatever else is wrong with it.
    pub fn from_parameters(asked: &Parameters, target: &RedirectTarget) -> Self {
        match asked.get(Name::ResponseMode) {
            _ if is_native(asked) => Self::Query,
            Ok(Some("fragment")) => Self::Fragment,
            Ok(Some("form_post")) if target.takes_forms() => Self::FormPost,
            _ => Self::Query,
        }
    }
}

/// Parts that only requests with a `response_type` can contain. In the native profile these parameters are unknown ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standard {
    /// The scope as it was sent, with values that are known and others.
    pub scope: Option<String>,
    /// Returned in the ID token.
    pub nonce: Option<String>,
    /// How the response is sent.
    pub response_mode: ResponseMode,
    /// After how many seconds the password has to be entered again.
    pub max_age: Option<i64>,
    /// The name under which the user might sign in.
    pub login_hint: Option<String>,
    /// The first language of `ui_locales` that there is, for the pages of this request.
    pub language: Option<&'static Language>,
    /// An ID token of the user that the app expects, not yet verified.
    pub id_token_hint: Option<String>,
}

impl Standard {
    pub fn read(asked: &Parameters, target: &RedirectTarget) -> Result<Self, RequestError> {
        let once = |name| asked.get(name).map_err(|what| RequestError::invalid(name, what));
        let scope = once(Name::Scope)?;
        scope::check(scope).map_err(|what| RequestError::new(INVALID_SCOPE, what))?;
        let nonce = once(Name::Nonce)?;
        if nonce.is_some_and(|nonce| nonce.len() > MAX_NONCE) {
            return Err(RequestError::invalid(Name::Nonce, "is longer than 1024 bytes"));
        }
        if nonce.is_some_and(|nonce| nonce.contains(char::is_control)) {
            return Err(RequestError::invalid(Name::Nonce, "contains a control character"));
        }
        let response_mode = match once(Name::ResponseMode)? {
            None | Some("query") => ResponseMode::Query,
            Some("fragment") => ResponseMode::Fragment,
            Some("form_post") if target.takes_forms() => ResponseMode::FormPost,
            Some("form_post") => {
                let what = "must be query or fragment for a redirect URI that is not on the web";
                return Err(RequestError::invalid(Name::ResponseMode, what));
            }
            Some(_) => {
                let what = "must be query, fragment or form_post";
                return Err(RequestError::invalid(Name::ResponseMode, what));
            }
        };
        // They change nothing here, and no parameter is given twice (RFC 6749, section 3.1).
        for name in [Name::LoginHint, Name::Display, Name::UiLocales, Name::AcrValues, Name::Claims] {
            once(name)?;
        }
        let is_short = |hint: &&str| hint.len() <= MAX_ID_TOKEN_HINT;
        let id_token_hint = once(Name::IdTokenHint)?.filter(is_short);
        Ok(Self {
            scope: scope.map(str::to_owned),
            nonce: nonce.map(str::to_owned),
            response_mode,
            max_age: once(Name::MaxAge)?.map(max_age).transpose()?,
            login_hint: login_hint(asked).map(str::to_owned),
            language: once(Name::UiLocales)?.and_then(Language::from_ui_locales),
            id_token_hint: id_token_hint.map(str::to_owned),
        })
    }

    pub fn put(&self, put: &mut impl FnMut(Name, &str)) {
        put(Name::ResponseType, "code");
        if let Some(scope) = &self.scope {
            put(Name::Scope, scope);
        }
        if let Some(nonce) = &self.nonce {
            put(Name::Nonce, nonce);
        }
        match self.response_mode {
            ResponseMode::Query => {}
            ResponseMode::Fragment => put(Name::ResponseMode, "fragment"),
            ResponseMode::FormPost => put(Name::ResponseMode, "form_post"),
        }
        if let Some(max_age) = self.max_age {
            put(Name::MaxAge, &max_age.to_string());
        }
        if let Some(hint) = &self.login_hint {
            put(Name::LoginHint, hint);
        }
        if let Some(language) = self.language {
            put(Name::UiLocales, language.tag);
        }
        if let Some(hint) = &self.id_token_hint {
            put(Name::IdTokenHint, hint);
        }
    }
}

/// The name under which the user might sign in, as far as it could be one.
pub fn login_hint(asked: &Parameters) -> Option<&str> {
    let hint = asked.get(Name::LoginHint).ok().flatten();
    hint.filter(|hint| hint.len() <= MAX_LOGIN_HINT && !hint.contains(|c: char| c.is_control()))
}

/// Seconds, as a number that some clients make as large as they can: one that is too large for us is the largest.
fn max_age(text: &str) -> Result<i64, RequestError> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(RequestError::invalid(Name::MaxAge, "must be a number of seconds"));
    }
    Ok(text.parse().unwrap_or(i64::MAX))
}
