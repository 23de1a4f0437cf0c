//! The transports for text messages, with a provider that works, and with one that does not. No database, no pages.

mod faults;
mod requests;
mod tls;

use std::time::Duration;

use portico_platform::config::Config;
use portico_rules::clock::Clock;
use portico_rules::phone::Number;
use portico_store::phone::{Sms, SmsError};
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
    setting.extend(more.into_iter().map(|(name, value)| (name.to_owned(), value)));
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
