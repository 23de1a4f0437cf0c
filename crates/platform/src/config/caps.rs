//! The setting `caps`: how many of each thing a user, server, channel or address may have. The write that adds one
//! checks the cap. The setting `throttle` limits how fast things are created.

use serde::Deserialize;

use super::fault;
use crate::error::Error;
use portico_rules::redirect_uri::rules as redirect_uri;

/// Declares the caps: their settings with their defaults.
macro_rules! caps {
    ($($(#[$doc:meta])+ $name:ident = $default:literal;)+) => {
        /// The setting `caps`. Settings that are missing keep their default.
        #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Caps {
            $($(#[$doc])+ pub $name: u32,)+
        }

        impl Default for Caps {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Caps {
            /// Every cap with its name.
            pub fn named(&self) -> impl Iterator<Item = (&'static str, u32)> {
                [$((stringify!($name), self.$name)),+].into_iter()
            }
        }
    };
}

caps! {
    /// Servers that a user owns.
    servers_owned = 50;
    /// Servers that a user is a member of, including their own.
    servers_joined = 200;
    /// Channels of a server.
    channels_per_server = 500;
    /// Roles of a server, the role `all` included.
    roles_per_server = 250;
    /// Overwrites of all channels of a server.
    overwrites_per_server = 2_000;
    /// Invites of a server.
    invites_per_server = 200;
    /// Bans of a server.
    bans_per_server = 5_000;
    /// Webhooks that post into a channel, paused ones included.
    webhooks_per_channel = 15;
    /// Removals of many messages in a channel that are still being deleted.
    removals_per_channel = 20;
    /// Webhooks of a server, paused ones included.
    webhooks_per_server = 250;
    /// MiB of delivery logs of the webhooks of a server; beyond it the oldest are dropped.
    log_mib_per_server = 64;
    /// Passkeys of a user.
    passkeys_per_person = 20;
    /// OAuth apps that a user owns.
    apps_per_person = 50;
    /// Collaborators of an OAuth app.
    collaborators_per_app = 20;
    /// OAuth apps of others that a user collaborates on.
    shared_apps_per_person = 50;
    /// OAuth apps that are offered to a user and wait for an answer.
    transfers_per_person = 20;
    /// Reports of OAuth apps by a user that the operator has not closed yet.
    reports_per_person = 20;
    /// Reports of an OAuth app that the operator has not closed yet.
    reports_per_app = 200;
    /// Redirect URIs of an OAuth app, at most ten.
    redirect_uris_per_app = 10;
    /// Sign-ins of devices that wait for a person's answer, of a confidential OAuth app.
    device_codes_per_app = 1_000;
    /// The same from one address, of all apps; a /64 counts as one.
    device_codes_per_address = 50;
    /// OAuth apps that a user has authorized.
    connected_apps_per_person = 500;
    /// Sessions of a user; another sign-in ends the least recently used one.
    sessions_per_person = 50;
    /// Pages of a user that are rendered at once; others wait.
    pages_at_once = 1;
    /// Channels and servers that a user has muted.
    mutes_per_person = 1_000;
    /// People whom a user has blocked.
    blocked_per_person = 500;
    /// Reports of messages by a user that no moderator has decided yet.
    message_reports_per_person = 50;
    /// Browsers of a user that get notifications; a further one replaces the one added first.
    push_subscriptions_per_person = 10;
    /// Open event streams of one session.
    streams_per_session = 20;
    /// Open event streams of one user.
    streams_per_person = 60;
    /// Open event streams from one address; a /64 counts as one.
    streams_per_address = 300;
}

impl Caps {
    /// Validates the caps.
    ///
    /// # Errors
    /// A sentence that names the setting and says what to fix.
    pub(super) fn checked(self) -> Result<Self, String> {
        if let Some((name, _)) = self.named().find(|(_, most)| *most == 0) {
            return Err(fault(&format!("caps.{name}"), "must be at least 1"));
        }
        // They are compared one by one, so the setting can only lower their number.
        if self.redirect_uris_per_app as usize > redirect_uri::MAX_URIS {
            return Err(fault("caps.redirect_uris_per_app", &format!("must be at most {}", redirect_uri::MAX_URIS)));
        }
        Ok(self)
    }
}

/// The fault of a cap that is reached, beside `field`: the first sentence for a cap of one, the second with the cap in place of its
/// `{}`, and what to do.
pub fn reached(field: &'static str, max: u32, [one, many]: [&str; 2], remedy: &str) -> Error {
    let sentence = match max {
        1 => one.to_owned(),
        _ => many.replace("{}", &grouped(max)),
    };
    Error::fault(field, format!("{sentence} {remedy}"))
}

/// A number with thousands separators: 2,000.
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn settings_replace_single_caps_and_refuse_what_makes_no_sense() {
        let read = |text: &str| {
            let caps: Caps = serde_json::from_str(text).map_err(|err| err.to_string())?;
            caps.checked()
        };
        let caps = read(r#"{"webhooks_per_channel":5}"#).unwrap();
        assert_eq!(caps.webhooks_per_channel, 5);
        assert_eq!(caps.channels_per_server, 500);
        for (text, named) in [
            (r#"{"webhooks":5}"#, "webhooks"),
            (r#"{"servers_owned":0}"#, "caps.servers_owned"),
            (r#"{"servers_owned":-1}"#, "-1"),
            (r#"{"redirect_uris_per_app":11}"#, "caps.redirect_uris_per_app"),
        ] {
            let fault = read(text).unwrap_err();
            assert!(fault.contains(named), "{fault}");
        }
    }

    #[test]
    fn a_cap_of_one_is_told_in_the_singular() {
        let sentence = |max| {
            let sentences =
                ["You own 1 app, the most a person can own.", "You own {} apps, the most a person can own."];
            match reached("form", max, sentences, "Delete one first.") {
                Error::Faults(faults) => faults.iter().next().map(|(_, sentence)| sentence.to_owned()),
                _ => None,
            }
            .unwrap()
        };
        assert_eq!(sentence(1), "You own 1 app, the most a person can own. Delete one first.");
        assert_eq!(sentence(2_000), "You own 2,000 apps, the most a person can own. Delete one first.");
    }

    #[test]
    fn a_large_number_is_grouped() {
        assert_eq!(grouped(500), "500");
        assert_eq!(grouped(2_000), "2,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
