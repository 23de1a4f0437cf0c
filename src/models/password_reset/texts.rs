//! Codes on their way to phones, which no answer waits for: how long a provider takes would tell which names exist.
//! How a text reaches a phone, and what it may cost, stands in `phone_code`.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use rocket::tokio;
use rocket::tokio::sync::watch;

use crate::error::Error;
use crate::instance::Instance;
use crate::models::phone_code::deliver;
use crate::phone::Number;

/// How long an instance that ends waits for its last texts.
const PATIENCE: Duration = Duration::from_secs(15);

/// The texts on their way: each holds a receiver until it has arrived, or has not.
#[derive(Debug)]
pub(crate) struct Texts(watch::Sender<()>);

impl Default for Texts {
    fn default() -> Self {
        Self(watch::Sender::new(()))
    }
}

impl Texts {
    /// Sends a text, as somebody at `address` asked, and goes on at once.
    pub(super) fn send(&self, at: &Arc<Instance>, number: Number, address: IpAddr, text: String) {
        let (at, on_its_way) = (at.clone(), self.0.subscribe());
        tokio::spawn(async move {
            match deliver(&at, &number, address, &text).await {
                Ok(_) => {}
                // Texts of a number are counted together, whatever they are for.
                Err(Error::Spent { .. }) => {
                    tracing::info!("a code to reset a password was not sent: the budget is spent");
                }
                Err(err) => {
                    tracing::warn!(error = %err, "a code to reset a password was not sent");
                }
            }
            drop(on_its_way);
        });
    }

    /// Waits until no text is on its way any more, for so long as that is reasonable.
    pub(crate) async fn settled(&self) {
        let _ = tokio::time::timeout(PATIENCE, self.0.closed()).await;
    }
}
