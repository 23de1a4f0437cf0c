//! Codes on their way to phones, which no answer waits for: how long a provider takes would tell which names exist.
//! How a text reaches a phone stands in `phone`.

use std::time::Duration;

use rocket::tokio;
use rocket::tokio::sync::watch;

use crate::instance::Instance;
use crate::phone::Number;

/// How long an instance that ends waits for its last texts.
const PATIENCE: Duration = Duration::from_secs(5);

/// The texts on their way: each holds a receiver until it has arrived, or has not.
#[derive(Debug)]
pub(crate) struct Texts(watch::Sender<()>);

impl Default for Texts {
    fn default() -> Self {
        Self(watch::Sender::new(()))
    }
}

impl Texts {
    /// Sends a text and goes on at once. Where it can't be sent, the operator's log says so, without the number.
    pub(super) fn send(&self, at: &Instance, number: Number, text: String) {
        let (sms, on_its_way) = (at.sms.clone(), self.0.subscribe());
        tokio::spawn(async move {
            if let Err(err) = sms.send(&number, &text).await {
                tracing::warn!(error = %err, "a code to reset a password was not sent");
            }
            drop(on_its_way);
        });
    }

    /// Waits until no text is on its way any more, for so long as that is reasonable.
    pub(crate) async fn settled(&self) {
        let _ = tokio::time::timeout(PATIENCE, self.0.closed()).await;
    }
}
