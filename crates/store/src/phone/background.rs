//! Text messages that are sent after the response: a provider's response time would reveal which names exist.
//! How they are sent, and what they may cost, is in `models::phone_code`.

use std::future::Future;
use std::time::Duration;

use tokio::sync::watch;

use portico_macros::boxed;

/// How long shutdown waits for the last texts.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(15);

/// The texts in flight: each task has a receiver until it ends.
#[derive(Debug)]
pub struct BackgroundTexts(watch::Sender<()>);

impl Default for BackgroundTexts {
    fn default() -> Self {
        Self(watch::Sender::new(()))
    }
}

impl BackgroundTexts {
    /// Runs `sending` in the background.
    pub fn send(&self, sending: impl Future<Output = ()> + Send + 'static) {
        let on_its_way = self.0.subscribe();
        tokio::spawn(async move {
            sending.await;
            drop(on_its_way);
        });
    }

    /// Waits until no text is in flight, but not for too long.
    #[boxed]
    pub async fn settled(&self) {
        let _ = tokio::time::timeout(SETTLE_TIMEOUT, self.0.closed()).await;
    }
}
