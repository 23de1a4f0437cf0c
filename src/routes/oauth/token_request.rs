//! The first half of revocation and introspection: an app that authenticates and sends a token (RFC 7009, section 2.1; RFC 7662,
//! section 2.1).

use rocket::{Data, Request};

use super::body;
use super::client_auth::{self, SecretCheck};
use super::refusal::Refusal;
use crate::app::App;
use portico_platform::throttle::LimitKind;
use portico_rules::token_request::FormParams;
use portico_store::models::oauth::client_secret::Client;

/// A token, which is a secret, and the app that sent it; so there is no `Debug`.
pub(super) struct TokenRequest<'r> {
    /// The instance.
    pub(super) app: &'r App,
    /// The app, authenticated.
    pub(super) client: Client,
    /// The token, whosever it is.
    pub(super) token: String,
}

impl<'r> TokenRequest<'r> {
    /// Reads one, within the limit of its address.
    pub(super) async fn read(request: &'r Request<'_>, data: Data<'_>) -> Result<Self, Refusal> {
        let (app, _) = super::limited(request, LimitKind::TokenAddress).await?;
        let body = body::read_form(request, data).await?;
        let form = FormParams::parse(&body);
        let token = form.required("token").map_err(|text| Refusal::invalid(&text))?;
        let client = client_auth::authenticate(app, request, &form, SecretCheck::Here).await?;
        Ok(Self { app, client, token: token.to_owned() })
    }
}
