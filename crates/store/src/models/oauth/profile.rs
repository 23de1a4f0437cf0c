//! The two kinds of sign-in that the same endpoints serve: the native JSON exchange, and OAuth 2.0 with OpenID Connect.
//! Which one a request is in is read in `routes::oauth::request`.

use sea_orm::{DeriveActiveEnum, EnumIter};

/// Which kind of sign-in an app's owner integrates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum Profile {
    /// The JSON exchange of four fields (spec section 4.2).
    #[sea_orm(string_value = "native")]
    Native,
    /// OpenID Connect: the software asks for an issuer URL.
    #[sea_orm(string_value = "openid")]
    OpenId,
}

impl Profile {
    /// Its name in forms.
    pub fn name(self) -> &'static str {
        match self {
            Self::Native => "json",
            Self::OpenId => "oidc",
        }
    }

    /// The profile that a form names.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Native, Self::OpenId].into_iter().find(|profile| profile.name() == name)
    }

    /// Its name on pages.
    pub fn label(self) -> &'static str {
        match self {
            Self::Native => "JSON exchange",
            Self::OpenId => "OpenID Connect",
        }
    }
}

/// True if a code gives nickname, display name and picture, and not the ID alone.
pub fn gives_profile(exchange: ExchangeKind, scope: &str) -> bool {
    exchange == ExchangeKind::Json || has_scope(scope, "profile")
}

/// True if a scope has a value. Its values are separated by spaces (RFC 6749, section 3.3), or by commas, as some
/// clients send them.
pub fn has_scope(scope: &str, value: &str) -> bool {
    scope.split([' ', ',']).any(|one| one == value)
}

/// How a code may be exchanged, which the authorization request decides. Any other exchange is `invalid_grant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum ExchangeKind {
    /// By JSON alone: the request had no `response_type`.
    #[sea_orm(string_value = "json")]
    Json,
    /// By JSON or by form: the request had `response_type=code` and no scope.
    #[sea_orm(string_value = "any")]
    Any,
    /// By form alone: the request had a scope.
    #[sea_orm(string_value = "form")]
    Form,
    /// By a device that polls (RFC 8628).
    #[sea_orm(string_value = "device")]
    Device,
}
