//! The demo's OAuth apps: the registration of the example service, and two for software that asks for an issuer URL.
//! The service itself is in `example_service`.

use serde::Serialize;

use super::community::Person;
use crate::app::App;
use portico_crypto::tokens::Plain;
use portico_platform::error::{Error, Result};
use portico_rules::ids::AppId;
use portico_store::models::OauthApp;
use portico_store::models::accounts::user::NewPicture;
use portico_store::models::oauth::oauth_app::{Draft, SignInDraft};
use portico_store::models::oauth::profile::Profile;

/// The example service's credentials.
#[derive(Clone, Serialize)]
pub(super) struct DemoApp {
    pub(super) client_id: AppId,
    pub(super) client_secret: String,
    pub(super) redirect_uri: String,
}

/// The credentials of a confidential app for OpenID Connect.
#[derive(Clone, Serialize)]
pub(super) struct OpenIdApp {
    #[serde(flatten)]
    pub(super) made: DemoApp,
    pub(super) post_logout_redirect_uri: String,
}

/// A public app for OpenID Connect.
#[derive(Clone, Serialize)]
pub(super) struct PublicApp {
    pub(super) client_id: AppId,
    pub(super) redirect_uri: String,
}

/// Creates the example service's app, as its owner does in the portal.
pub(super) async fn create(app: &App, owner: &Person, redirect_uri: &str) -> Result<DemoApp> {
    let draft = Draft {
        name: "Sunday Rides",
        redirect_uris: redirect_uri,
        homepage: redirect_uri.trim_end_matches("/callback"),
        description: "Ride out together every Sunday at nine, from the old mill.",
        privacy_url: "",
        terms_url: "",
        icon: Ok(NewPicture::Generated),
        sign_in: SignInDraft::default(),
    };
    let (oauth_app, secret) = OauthApp::create(app, owner.user.id, draft).await?;
    made(&oauth_app, secret, redirect_uri)
}

/// Creates an app for any software on this machine: the port of a redirect URI on a loopback address is free.
pub(super) async fn create_openid(app: &App, owner: &Person, own_url: &str) -> Result<OpenIdApp> {
    let redirect_uri = format!("{own_url}/callback");
    let post_logout_redirect_uri = format!("{own_url}/signed-out");
    let draft = Draft {
        name: "Harbour Wiki",
        redirect_uris: &redirect_uri,
        homepage: "",
        description: "What we know about boats, and where the spare keys are.",
        privacy_url: "",
        terms_url: "",
        icon: Ok(NewPicture::Generated),
        sign_in: SignInDraft {
            profile: Some(Profile::OpenId.name()),
            post_logout_redirect_uris: Some(&post_logout_redirect_uri),
            device_enabled: Some(true),
            ..SignInDraft::default()
        },
    };
    let (oauth_app, secret) = OauthApp::create(app, owner.user.id, draft).await?;
    Ok(OpenIdApp { made: made(&oauth_app, secret, &redirect_uri)?, post_logout_redirect_uri })
}

/// Creates one for programs that can't keep a secret.
pub(super) async fn create_public(app: &App, owner: &Person, own_url: &str) -> Result<PublicApp> {
    let redirect_uri = format!("{own_url}/callback");
    let draft = Draft {
        name: "Tide Table",
        redirect_uris: &redirect_uri,
        homepage: "",
        description: "High and low water, in the terminal and in the browser.",
        privacy_url: "",
        terms_url: "",
        icon: Ok(NewPicture::Generated),
        sign_in: SignInDraft { is_public: true, device_enabled: Some(true), ..SignInDraft::default() },
    };
    let (oauth_app, _) = OauthApp::create(app, owner.user.id, draft).await?;
    Ok(PublicApp { client_id: oauth_app.id, redirect_uri })
}

fn made(app: &OauthApp, secret: Option<Plain>, redirect_uri: &str) -> Result<DemoApp> {
    let secret = secret.ok_or_else(|| Error::internal("a confidential app has a secret"))?;
    Ok(DemoApp { client_id: app.id, client_secret: secret.expose().to_owned(), redirect_uri: redirect_uri.to_owned() })
}
