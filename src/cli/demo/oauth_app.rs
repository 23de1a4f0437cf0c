//! The demo's OAuth app: the registration of the example service.
//! The service itself is in `example_service`.

use serde::Serialize;

use super::community::Person;
use crate::app::App;
use crate::error::Result;
use crate::models::OauthApp;
use crate::models::accounts::user::NewPicture;
use crate::models::oauth::oauth_app::Draft;

/// The app's credentials.
#[derive(Clone, Serialize)]
pub(super) struct Made {
    pub(super) client_id: i64,
    pub(super) client_secret: String,
    pub(super) redirect_uri: String,
}

/// Creates it, as its owner does in the portal.
pub(super) async fn create(app: &App, owner: &Person, redirect_uri: &str) -> Result<Made> {
    let draft = Draft {
        name: "Sunday Rides",
        redirect_uris: redirect_uri,
        homepage: redirect_uri.trim_end_matches("/callback"),
        description: "Ride out together every Sunday at nine, from the old mill.",
        icon: Ok(NewPicture::Generated),
    };
    let (oauth_app, secret) = OauthApp::create(app, owner.user.id, draft).await?;
    Ok(Made {
        client_id: oauth_app.id,
        client_secret: secret.expose().to_owned(),
        redirect_uri: redirect_uri.to_owned(),
    })
}
