//! The transports for text messages, with a provider that works, and with one that does not. No database, no pages.

mod faults;
mod requests;
mod tls;

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use portico::clock::Clock;
use portico::config::Config;
use portico::phone::{Number, Sms, SmsError};
use rocket::figment::Figment;
use rocket::figment::value::{Dict, Value};

use crate::support::{Provider, START};

pub const NUMBER: &str = "+4915112345642";
pub const TEXT: &str = "Your code is 012345 & that is all.";
pub const TOKEN: &str = "hush-auth-token";
pub const ACCOUNT: &str = "AC00000000000000000000000000000000";

/// A transport, and the clock that it waits by.
pub struct Transport {
    pub sms: Sms,
    pub clock: Clock,
}

/// The setting for a provider with Twilio's API, with what a test sets besides.
pub fn twilio(base_url: &str, more: impl IntoIterator<Item = (&'static str, Value)>) -> Dict {
    let mut setting = Dict::from([
        ("transport".into(), "twilio".into()),
        ("base_url".into(), base_url.into()),
        ("account_sid".into(), ACCOUNT.into()),
        ("auth_token".into(), TOKEN.into()),
        ("from".into(), "+15005550006".into()),
    ]);
    setting.extend(
        more.into_iter()
            .map(|(name, value)| (name.to_owned(), value)),
    );
    setting
}

impl Transport {
    pub fn open(setting: Dict) -> Self {
        Self::try_open(setting).unwrap()
    }

    pub fn try_open(setting: Dict) -> Result<Self, String> {
        let figment = Figment::from(rocket::Config::debug_default()).merge(("sms", setting));
        let config = Config::read(&figment)?;
        let clock = Clock::fixed_at(START);
        let sms = Sms::open(&config.sms, &config.base_url, &clock)?;
        Ok(Self { sms, clock })
    }

    pub fn to(provider: &Provider) -> Self {
        Self::open(twilio(&provider.origin(), []))
    }

    pub async fn send(&self) -> Result<(), SmsError> {
        self.sms.send(&Number::parse(NUMBER).unwrap(), TEXT).await
    }

    /// How long it has paused.
    pub fn paused(&self) -> Duration {
        self.clock.steady()
    }
}

/// What is logged while a test runs in this thread, at its loudest.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Lines {
    /// Listens until the guard is dropped.
    pub fn listen(&self) -> tracing::subscriber::DefaultGuard {
        let lines = self.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::TRACE)
            .with_ansi(false)
            .with_writer(move || lines.clone())
            .finish();
        tracing::subscriber::set_default(subscriber)
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[test]
fn a_secret_without_its_quotes_stops_the_start_and_is_not_shown() {
    for name in ["auth_token", "account_sid"] {
        let mut setting = twilio("https://sms.example.org", []);
        setting.insert(name.into(), 9_876_543_210_u64.into());
        let fault = Transport::try_open(setting).err().unwrap();
        assert!(fault.contains(&format!("`sms.{name}`")), "{fault}");
        assert!(fault.contains("text in quotes"), "{fault}");
        assert!(!fault.contains("9876543210"), "{fault}");
    }
}
