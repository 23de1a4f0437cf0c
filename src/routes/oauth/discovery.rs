//! Documents that a client reads before its first request: the metadata of this issuer (OpenID Connect Discovery 1.0, RFC 8414), and
//! the keys that its tokens are signed with (RFC 7517).
//! Which keys these are is decided in `models::oauth::signing_key`.

use std::io::Cursor;
use std::sync::Arc;

use rocket::http::{ContentType, Header, Status};
use rocket::response::{self, Responder};
use rocket::{Request, Response, State, get, options};
use serde_json::json;

use super::cors;
use crate::app::App;
use portico_platform::error::Result;
use portico_rules::base_url::BaseUrl;
use portico_rules::language;
use portico_rules::published::PublishedText;
use portico_store::models::oauth::id_token::ACR_VALUES;
use portico_store::models::oauth::signing_key::Algorithm;

/// The metadata changes with a new version of the program alone.
const METADATA_CACHED: &str = "public, max-age=3600";
/// For so long a client may not notice that a key was revoked. The next key is published for much longer than that before
/// it signs.
const KEYS_CACHED: &str = "public, max-age=600";

/// The metadata, rendered once.
pub(crate) struct Metadata(Arc<PublishedText>);

impl Metadata {
    /// The metadata of the issuer at this address. What is not said has the default of the standards, so that some members
    /// say no.
    pub(crate) fn new(base: &BaseUrl) -> Self {
        let metadata = json!({
            "issuer": base.origin(),
            "authorization_endpoint": base.join("/oauth/authorize"),
            "token_endpoint": base.join("/oauth/token"),
            "userinfo_endpoint": base.join("/oauth/userinfo"),
            "jwks_uri": base.join("/oauth/jwks"),
            "revocation_endpoint": base.join("/oauth/revoke"),
            "introspection_endpoint": base.join("/oauth/introspect"),
            "end_session_endpoint": base.join("/oauth/logout"),
            "device_authorization_endpoint": base.join("/oauth/device"),
            "service_documentation": base.join("/docs"),
            "ui_locales_supported": language::ALL.map(|language| language.tag),
            "scopes_supported": ["openid", "profile"],
            "response_types_supported": ["code"],
            "response_modes_supported": ["query", "fragment", "form_post"],
            "grant_types_supported": [
                "authorization_code",
                "urn:ietf:params:oauth:grant-type:device_code",
            ],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": Algorithm::ALL.map(Algorithm::as_str),
            "token_endpoint_auth_methods_supported": CLIENT_AUTHENTICATION,
            "revocation_endpoint_auth_methods_supported": CLIENT_AUTHENTICATION,
            // Not for public apps, which can't authenticate.
            "introspection_endpoint_auth_methods_supported": CLIENT_AUTHENTICATION[..2],
            "code_challenge_methods_supported": ["S256"],
            "prompt_values_supported": ["none", "login", "consent", "select_account"],
            "acr_values_supported": ACR_VALUES,
            "claim_types_supported": ["normal"],
            "claims_supported": [
                "iss", "sub", "aud", "exp", "iat", "nonce", "auth_time", "at_hash", "acr", "amr",
                "name", "nickname", "preferred_username", "picture",
            ],
            "claims_parameter_supported": false,
            "request_parameter_supported": false,
            "request_uri_parameter_supported": false,
            "authorization_response_iss_parameter_supported": true,
        });
        Self(Arc::new(PublishedText::new(metadata.to_string())))
    }
}

/// How an app says which one it is (OpenID Connect Core, section 9).
const CLIENT_AUTHENTICATION: [&str; 3] = ["client_secret_basic", "client_secret_post", "none"];

/// A JSON document that programs on any site may read and caches may keep.
pub(crate) struct Document {
    text: Arc<PublishedText>,
    cached: &'static str,
}

/// The bytes of a document, which are shared with all other requests for it.
struct Bytes(Arc<PublishedText>);

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self.0.as_ref().as_ref()
    }
}

impl<'r> Responder<'r, 'static> for Document {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'static> {
        let mut response = Response::new();
        response.set_header(Header::new("Cache-Control", self.cached));
        response.set_header(Header::new("ETag", self.text.tag().to_owned()));
        cors::open(&mut response);
        let mut known = request.headers().get("If-None-Match");
        if known.any(|tags| self.text.is_among(tags)) {
            response.set_status(Status::NotModified);
        } else {
            response.set_header(ContentType::JSON);
            response.set_sized_body(self.text.len(), Cursor::new(Bytes(self.text)));
        }
        Ok(response)
    }
}

fn metadata(metadata: &Metadata) -> Document {
    Document { text: Arc::clone(&metadata.0), cached: METADATA_CACHED }
}

#[get("/.well-known/openid-configuration")]
pub(crate) fn openid_configuration(of: &State<Metadata>) -> Document {
    metadata(of)
}

/// The same: a client reads the members that it knows.
#[get("/.well-known/oauth-authorization-server")]
pub(crate) fn authorization_server(of: &State<Metadata>) -> Document {
    metadata(of)
}

#[get("/oauth/jwks")]
pub(crate) async fn jwks(app: &App) -> Result<Document> {
    Ok(Document { text: app.signing_keys.jwks(app).await?, cached: KEYS_CACHED })
}

/// The answer to a preflight request for a document.
pub(crate) struct Preflight;

impl<'r> Responder<'r, 'static> for Preflight {
    fn respond_to(self, _: &'r Request<'_>) -> response::Result<'static> {
        Ok(cors::preflight("GET, HEAD"))
    }
}

#[options("/.well-known/openid-configuration")]
pub(crate) fn openid_configuration_preflight() -> Preflight {
    Preflight
}

#[options("/.well-known/oauth-authorization-server")]
pub(crate) fn authorization_server_preflight() -> Preflight {
    Preflight
}

#[options("/oauth/jwks")]
pub(crate) fn jwks_preflight() -> Preflight {
    Preflight
}
