//! The demo's OAuth app.
//! The service itself stands in `example_service`.

use serde::Serialize;

use super::town::Person;
use crate::error::Result;
use crate::instance::Instance;
use crate::security::tokens;

/// What the demo tells of it.
#[derive(Clone, Serialize)]
pub(super) struct Made {
    pub(super) client_id: i64,
    pub(super) client_secret: String,
    pub(super) redirect_uri: String,
}

/// Makes it.
pub(super) async fn create(at: &Instance, _owner: &Person, redirect_uri: &str) -> Result<Made> {
    Ok(Made {
        client_id: at.id(),
        client_secret: tokens::client_secret().expose().to_owned(),
        redirect_uri: redirect_uri.to_owned(),
    })
}
