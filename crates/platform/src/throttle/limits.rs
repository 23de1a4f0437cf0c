//! The setting `throttle`: what is limited, with names and defaults.
//! Counting is done in `throttle`.

use std::num::NonZeroU32;

use serde::Deserialize;

/// Limit of a whole /48, as a multiple of a network's limit: one /64 must not use up what its neighbours need, but the
/// 65,536 of them, which one customer of a provider commonly has, must not be 65,536 limits.
pub(super) const SITE_SHARE: u32 = 16;

/// A burst, and the rate at which it recovers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// Attempts in a row, from an unused limit.
    pub burst: NonZeroU32,
    /// Attempts per minute, in the long run.
    pub per_minute: NonZeroU32,
}

impl Limit {
    /// A limit; zero counts as one.
    pub const fn new(burst: u32, per_minute: u32) -> Self {
        Self { burst: at_least_one(burst), per_minute: at_least_one(per_minute) }
    }

    /// The limit of this many together.
    pub(super) fn times(self, count: u32) -> Self {
        Self::new(self.burst.get().saturating_mul(count), self.per_minute.get().saturating_mul(count))
    }

    /// The part of one site where all clients share the limit: a fifth, and at least two in a row.
    pub(super) fn share(self) -> Self {
        Self::new(Ord::max(self.burst.get() / 5, 2), self.per_minute.get() / 5)
    }

    /// Time that a spent limit takes to recover fully, in seconds rounded up.
    pub fn window_secs(self) -> u64 {
        self.secs_to_regain(self.burst.get())
    }

    /// Time to recover `count` attempts, in seconds rounded up.
    pub(super) fn secs_to_regain(self, count: u32) -> u64 {
        (u64::from(count) * 60).div_ceil(u64::from(self.per_minute.get()))
    }
}

const fn at_least_one(count: u32) -> NonZeroU32 {
    match NonZeroU32::new(count) {
        Some(count) => count,
        None => NonZeroU32::MIN,
    }
}

/// Declares, in one place, what is limited: the kinds, their names, settings and defaults.
macro_rules! throttles {
    ($($(#[$doc:meta])+ $kind:ident $name:ident = $burst:literal, $per_minute:literal;)+) => {
        /// Kinds of limits, each with its own keys.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum LimitKind {
            $($(#[$doc])+ $kind,)+
        }

        impl LimitKind {
            /// Every kind, in the order of the settings.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// The name in the settings, headers and metrics.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => stringify!($name),)+
                }
            }
        }

        /// The setting `throttle`. Settings that are missing keep their default.
        #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct ThrottleConfig {
            /// True if anything is limited at all; off for benchmarks and tests.
            pub enabled: bool,
            $($(#[$doc])+ pub $name: Limit,)+
        }

        impl Default for ThrottleConfig {
            fn default() -> Self {
                Self {
                    enabled: true,
                    $($name: Limit::new($burst, $per_minute),)+
                }
            }
        }

        impl ThrottleConfig {
            /// The limit for one kind.
            pub fn limit(&self, kind: LimitKind) -> Limit {
                match kind {
                    $(LimitKind::$kind => self.$name,)+
                }
            }
        }
    };
}

impl LimitKind {
    /// True if all processes on one database count it together. Actions of signed-in users on pages are counted by
    /// every process alone; so are the posts into a channel or server and those of a creator, which would otherwise
    /// cost each post further statements, and reports, which cost none at all. A user's claims are one statement, and
    /// no access token can be guessed.
    pub const fn holds_across_nodes(self) -> bool {
        !matches!(
            self,
            Self::Message
                | Self::MessageBytesPerson
                | Self::MessageBytesServer
                | Self::LogBytesPerson
                | Self::LogBytesServer
                | Self::Write
                | Self::Search
                | Self::LogPage
                | Self::Completion
                | Self::Consent
                | Self::UserinfoApp
                | Self::UserinfoAddress
                | Self::WebhookChannel
                | Self::WebhookServer
                | Self::WebhookCreator
                | Self::PictureAddress
                | Self::CspReportAddress
                | Self::CspReports
                | Self::Push
        )
    }

    /// The limit of a site, where this kind has `limit`.
    pub(super) fn site_limit(self, limit: Limit) -> Limit {
        match self {
            Self::DeviceGuesses | Self::CspReports => limit.share(),
            _ => limit.times(SITE_SHARE),
        }
    }
}

throttles! {
    /// Posts to a webhook URL, by webhook.
    Webhook webhook = 60, 300;
    /// Posts of all webhooks into a channel.
    WebhookChannel webhook_channel = 120, 600;
    /// Posts of all webhooks into the channels of a server.
    WebhookServer webhook_server = 300, 1_500;
    /// Posts of all webhooks that a user created.
    WebhookCreator webhook_creator = 600, 3_000;
    /// Posts to URLs that are no working webhook's, by address.
    WebhookAddress webhook_address = 300, 300;
    /// Messages that a user writes, by user.
    Message message = 30, 120;
    /// Bytes of messages that a user writes, and that the webhooks post that they created.
    MessageBytesPerson message_bytes_person = 16_777_216, 1_048_576;
    /// Bytes of messages in the channels of a server.
    MessageBytesServer message_bytes_server = 67_108_864, 4_194_304;
    /// Bytes of bodies in the delivery logs of webhooks that a user created; beyond it attempts are listed without theirs.
    LogBytesPerson log_bytes_person = 16_777_216, 1_048_576;
    /// The same of the webhooks of a server.
    LogBytesServer log_bytes_server = 33_554_432, 2_097_152;
    /// Forms that a user sends, other than messages, by user.
    Write write = 60, 120;
    /// Searches of messages, delivery logs and members, by user.
    Search search = 30, 60;
    /// Pages of delivery logs and audit logs, by user.
    LogPage log_page = 60, 120;
    /// Names that complete what a user types, by user.
    Completion completion = 60, 300;
    /// Sign-in attempts, by the normalised name, whether or not it exists, and by the account.
    SignInAccount sign_in_account = 10, 5;
    /// Sign-in attempts by a browser that has signed in to the account before, by browser and account.
    SignInBrowser sign_in_browser = 10, 5;
    /// Passwords entered again by a signed-in user, by session.
    Confirm confirm = 10, 5;
    /// Codes entered as the second step, by account.
    SecondStep second_step = 10, 1;
    /// Codes entered as the second step, by address.
    SecondStepAddress second_step_address = 20, 20;
    /// Passkeys that are shown or added, by address.
    PasskeyAddress passkey_address = 60, 60;
    /// Sign-in attempts, by address.
    SignInAddress sign_in_address = 30, 30;
    /// Forms that are kept because the session had ended, by address.
    SavedFormAddress saved_form_address = 20, 10;
    /// New accounts, by address.
    SignUpAddress sign_up_address = 20, 20;
    /// New accounts, by nickname.
    SignUpName sign_up_name = 10, 10;
    /// Codes requested by text message, by address.
    PhoneAddress phone_address = 10, 10;
    /// Password reset codes, requested and guessed, by address.
    ResetAddress reset_address = 20, 20;
    /// Codes entered, by address.
    PhoneGuessAddress phone_guess_address = 30, 30;
    /// Token exchanges, revocations and introspections, by OAuth app. Public apps are limited by address alone, since
    /// anyone can name one.
    TokenApp token_app = 100, 600;
    /// Token exchanges, revocations and introspections, by address.
    TokenAddress token_address = 100, 600;
    /// The same without app authentication, by the ID used, whether or not the app exists.
    TokenGuess token_guess = 60, 60;
    /// Requests of a user's claims, by OAuth app.
    UserinfoApp userinfo_app = 100, 600;
    /// Requests of a user's claims, with a working access token or not, by address.
    UserinfoAddress userinfo_address = 100, 600;
    /// Consent pages and their forms, by user.
    Consent consent = 60, 60;
    /// Consent pages and their forms, signed in or not and for any app, by address.
    ConsentAddress consent_address = 300, 300;
    /// Codes of devices that are typed, by user.
    DeviceGuess device_guess = 10, 5;
    /// Codes of devices that are typed, by address.
    DeviceGuessAddress device_guess_address = 30, 30;
    /// Codes of devices that are typed, by all users together; a fifth by one IPv6 /48 or IPv4 /24.
    DeviceGuesses device_guesses = 300, 300;
    /// Sign-ins that devices ask for, by address.
    DeviceAddress device_address = 20, 20;
    /// Reports of leaked secrets, counted before they are read, by address.
    LeakReportAddress leak_report_address = 120, 120;
    /// Reports of leaked secrets among which one is not in use, by address.
    LeakAddress leak_address = 60, 60;
    /// Reports of what a Content-Security-Policy blocked, by address.
    CspReportAddress csp_report_address = 20, 20;
    /// The same from all addresses, per process; a fifth from one IPv6 /48 or IPv4 /24.
    CspReports csp_reports = 120, 120;
    /// Push messages to a browser, by subscription and process; those beyond it are not sent.
    Push push = 60, 30;
    /// Generated pictures that are not cached, by address.
    PictureAddress picture_address = 600, 600;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn settings_replace_single_limits_and_refuse_what_they_do_not_know() {
        let read = serde_json::from_str::<ThrottleConfig>;
        let config = read(r#"{"webhook":{"burst":2,"per_minute":6}}"#).unwrap();
        assert_eq!(config.limit(LimitKind::Webhook), Limit::new(2, 6));
        assert_eq!(config.consent, ThrottleConfig::default().consent);
        assert!(config.enabled);
        assert!(read(r#"{"webhok":{"burst":2,"per_minute":6}}"#).is_err());
        assert!(read(r#"{"webhook":{"burst":0,"per_minute":6}}"#).is_err());
        assert!(read(r#"{"webhook":{"burst":2}}"#).is_err());
    }
}
