//! The demo's OAuth app.
//! The service itself stands in `example_service`.

use serde::Serialize;

use super::town::Person;
use crate::error::Result;
use crate::instance::Instance;
use crate::models::OauthApp;
use crate::models::oauth_app::Draft;
use crate::models::user::NewPicture;

/// What the demo tells of it.
#[derive(Clone, Serialize)]
pub(super) struct Made {
    pub(super) client_id: i64,
    pub(super) client_secret: String,
    pub(super) redirect_uri: String,
}

/// Makes it.
pub(super) async fn create(at: &Instance, owner: &Person, redirect_uri: &str) -> Result<Made> {
    let draft = Draft {
        name: "Sunday Rides",
        redirect_uris: redirect_uri,
        homepage: "",
        description: "Bicycle rides around the harbour, every Sunday.",
        icon: Ok(NewPicture::Generated),
    };
    let (app, secret) = OauthApp::create(at, owner.user.id, draft).await?;
    Ok(Made {
        client_id: app.id,
        client_secret: secret.expose().to_owned(),
        redirect_uri: redirect_uri.to_owned(),
    })
}
