//! Codes on their way to phones, which no answer waits for: how long a provider takes would tell which names exist.
//! How a text reaches a phone, and what it may cost, stands in `models::phone_code`.

use std::future::Future;
use std::time::Duration;

use tokio::sync::watch;

/// How long an instance that ends waits for its last texts.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(15);

/// The texts on their way: each holds a receiver until it has arrived, or has not.
#[derive(Debug)]
pub(crate) struct BackgroundTexts(watch::Sender<()>);

impl Default for BackgroundTexts {
    fn default() -> Self {
        Self(watch::Sender::new(()))
    }
}

impl BackgroundTexts {
    /// Goes on with `sending` behind the answer.
    pub(crate) fn send(&self, sending: impl Future<Output = ()> + Send + 'static) {
        let on_its_way = self.0.subscribe();
        tokio::spawn(async move {
            sending.await;
            drop(on_its_way);
        });
    }

    /// Waits until no text is on its way any more, for so long as that is reasonable.
    pub(crate) async fn settled(&self) {
        let _ = tokio::time::timeout(SETTLE_TIMEOUT, self.0.closed()).await;
    }
}
