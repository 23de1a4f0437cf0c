//! `portico serve`: the application on its address until it is told to stop.
//! What it is made of stands in `build`.

use std::sync::Arc;

use rocket::error::ErrorKind;
use rocket::fairing::AdHoc;
use rocket::{Phase, Rocket};

use super::{clock, configured};
use crate::instance::Instance;

pub(super) async fn serve() -> Result<(), String> {
    let config = configured()?;
    let address = config.base_url.origin();
    let rocket = crate::build(crate::figment(), clock()).await?;
    launch(rocket.attach(AdHoc::on_liftoff("greeting", move |_| {
        Box::pin(async move { println!("Portico serves {address}") })
    })))
    .await
}

/// Serves until shutdown.
///
/// # Errors
/// One sentence on why it could not start.
pub(super) async fn launch<P: Phase>(rocket: Rocket<P>) -> Result<(), String> {
    let instance = rocket.state::<Arc<Instance>>().cloned();
    let Err(err) = rocket.launch().await else {
        return Ok(());
    };
    // What never served does not shut down either, and would keep its node number for a minute.
    if let Some(instance) = instance {
        let _ = instance.release_lease().await;
    }
    Err(sentence(&err))
}

/// Why a server could not start, and what to mend.
pub(super) fn sentence(err: &rocket::Error) -> String {
    match err.kind() {
        ErrorKind::Bind(cause) => {
            format!(
                "The address can't be listened on ({cause}). Free it, or set another `port` or `address`."
            )
        }
        ErrorKind::Config(cause) => format!("The configuration can't be used: {cause}."),
        ErrorKind::FailedFairings(fairings) => {
            let names: Vec<_> = fairings.iter().map(|info| info.name).collect();
            format!(
                "A part could not start ({}). Is the folder `templates` beside the program?",
                names.join(", ")
            )
        }
        other => format!("The server could not start: {other}."),
    }
}
