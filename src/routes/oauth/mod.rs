//! Sign-in for external services: the consent page, the endpoints for programs, and a user's connected apps.
//! Creating and editing apps is in `portal`.

mod asked_at;
pub(super) mod authorize;
pub(crate) mod body;
pub mod callback;
mod client_auth;
pub(super) mod connected_apps;
mod consent_form;
mod cors;
pub(super) mod decision;
pub(super) mod device;
pub(super) mod device_authorization;
pub(super) mod discovery;
pub(super) mod introspect;
mod issued;
pub mod logout;
pub mod parameters;
pub mod preview;
mod refusal;
pub(super) mod report;
pub mod request;
pub(super) mod revoke;
pub mod scope;
mod step;
pub(crate) mod test_exchange;
pub(crate) mod token;
mod token_request;
pub(super) mod userinfo;

use std::net::IpAddr;
use std::sync::Arc;

use rocket::{Catcher, Request, catchers};

use crate::app::App;
use crate::routes::guards::ClientAddress;
use portico_platform::error::Error;
use portico_platform::throttle::LimitKind;

pub(crate) use authorize::{login_hint, requesting_app};
pub(crate) use decision::cancel_form;
pub(crate) use discovery::Metadata;
pub use preview::ConsentPreview;

/// The catcher of the endpoints for programs: JSON even if a handler could not respond.
pub fn catchers() -> Vec<Catcher> {
    catchers![refusal::fault]
}

/// The instance, within a handler for every method.
fn app<'r>(request: &'r Request<'_>) -> Result<&'r App, Error> {
    match request.rocket().state::<Arc<App>>() {
        Some(app) => Ok(app),
        None => Err(Error::internal("no instance is managed")),
    }
}

/// The same with the address of the client, within the limit of that address.
async fn limited<'r>(request: &'r Request<'_>, kind: LimitKind) -> Result<(&'r App, IpAddr), Error> {
    let app = app(request)?;
    let ClientAddress(address) = ClientAddress::for_request(request, app);
    app.throttle.check_address(kind, address).await?;
    Ok((app, address))
}
