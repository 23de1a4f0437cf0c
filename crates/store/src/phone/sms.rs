//! Sending text messages: one variant of [`Sms`] per transport.
//! The caller decides what a message says, and how often one may be sent.

mod answer;
mod json;
mod outbox;
mod provider;
mod twilio;

use std::sync::Arc;

pub use outbox::{OUTBOX_KEEPS, Outbox, OutboxMessage};
pub use provider::Provider;

use portico_macros::boxed;
use portico_platform::config;
use portico_rules::base_url::BaseUrl;
use portico_rules::clock::Clock;
use portico_rules::phone::Number;

/// Why a text message was not sent, or may not have been: a sentence for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SmsError {
    /// This instance has no transport.
    #[error("This service can’t send text messages yet. Its operator has to set that up first.")]
    Unset,
    /// None was sent, for a reason other than the number: trying again may help.
    #[error("We couldn’t send the text message. Try again in a minute.")]
    Unsent,
    /// None was sent, because of the number.
    #[error("We couldn’t send a text message to this number. Check it, or try another one.")]
    Refused,
    /// Unknown: the response was lost, or makes no sense.
    #[error("The text message may not have been sent. If it doesn’t arrive, try again in a minute.")]
    Unsure,
}

impl SmsError {
    /// The value of the metric's label.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unset => "unset",
            Self::Unsent => "unsent",
            Self::Refused => "refused",
            Self::Unsure => "unsure",
        }
    }
}

/// The transport of text messages. Clones share it.
#[derive(Clone, Debug)]
pub enum Sms {
    /// Kept in memory, where a developer reads them.
    Outbox(Outbox),
    /// Sent through a provider's HTTP API.
    Provider(Arc<Provider>),
    /// None: the default of a public instance.
    Unset,
}

impl Sms {
    /// The transport from the settings.
    ///
    /// # Errors
    /// A sentence that says what to fix.
    pub fn open(config: &config::Sms, base_url: &BaseUrl, clock: &Clock) -> Result<Self, String> {
        Ok(match config {
            config::Sms::Outbox if base_url.is_loopback() => Self::Outbox(Outbox::new(clock.clone())),
            // The outbox shows codes to anyone who can reach it: never on a public address.
            config::Sms::Outbox => Self::Unset,
            config::Sms::Provider(provider) => {
                let provider = Provider::open((**provider).clone(), clock.clone())?;
                Self::Provider(Arc::new(provider))
            }
        })
    }

    /// Sends a text message, and waits until the provider has accepted it or the configured timeout. Don't hold locks
    /// or transactions meanwhile.
    ///
    /// # Errors
    ///
    /// [`SmsError`], a sentence for the user.
    #[boxed]
    pub async fn send(&self, to: &Number, text: &str) -> Result<(), SmsError> {
        match self {
            Self::Outbox(outbox) => {
                outbox.keep(to, text);
                Ok(())
            }
            Self::Provider(provider) => provider.send(to, text).await,
            Self::Unset => Err(SmsError::Unset),
        }
    }

    /// True if there is a transport.
    pub fn is_set(&self) -> bool {
        !matches!(self, Self::Unset)
    }

    /// The outbox, if it is the transport.
    pub fn outbox(&self) -> Option<&Outbox> {
        match self {
            Self::Outbox(outbox) => Some(outbox),
            Self::Provider(_) | Self::Unset => None,
        }
    }

    /// How many texts per day one address may request; `None` if texts cost nothing.
    pub fn a_day_per_address(&self) -> Option<u32> {
        match self {
            Self::Provider(provider) => Some(provider.a_day_per_address()),
            Self::Outbox(_) | Self::Unset => None,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    /// Shows: leaks.debug
    #[tokio::test]
    async fn debug_output_shows_neither_number_nor_text() {
        let clock = Clock::fixed_at(7);
        let sms = Sms::Outbox(Outbox::new(clock));
        let number = Number::parse("+4915112345642").unwrap();
        sms.send(&number, "123456").await.unwrap();
        let messages = sms.outbox().unwrap().messages();
        let seen = format!("{number:?} {sms:?} {messages:?}");
        assert_eq!(seen, "Number(…) Outbox(Outbox(…)) [SentMessage(…)]");
    }

    #[tokio::test]
    async fn the_outbox_keeps_the_latest_messages_newest_first() {
        let outbox = Outbox::new(Clock::fixed_at(7));
        let sms = Sms::Outbox(outbox.clone());
        let number = Number::parse("+4915112345642").unwrap();
        for count in 0..=OUTBOX_KEEPS {
            sms.send(&number, &count.to_string()).await.unwrap();
        }
        let messages = outbox.messages();
        assert_eq!(messages.len(), OUTBOX_KEEPS);
        assert_eq!(messages[0], OutboxMessage { to: "+4915112345642".into(), text: "200".into(), at: 7 });
        assert_eq!(messages[OUTBOX_KEEPS - 1].text, "1");
    }

    #[tokio::test]
    async fn without_a_transport_sending_says_whose_turn_it_is() {
        let number = Number::parse("+4915112345642").unwrap();
        let error = Sms::Unset.send(&number, "123456").await.unwrap_err();
        assert!(error.to_string().contains("operator"));
        assert!(Sms::Unset.outbox().is_none());
    }
}
