//! Passkeys: adding one, signing in with one, using one as the second step, to confirm and in a reset, and removing one.
//! Their answers come from an authenticator in software, which can be made to say anything.

mod adding;
mod confirm;
mod reset;
mod second;
mod sign_in;

use std::time::Duration;

use crate::support::{Asked, Authenticator, Browser};

const QUARTER: Duration = Duration::from_secs(15 * 60);
/// How long a challenge can be answered.
const CHALLENGE: Duration = Duration::from_secs(10 * 60);

/// What is said instead of the right answer to a challenge.
type Lie = fn(&Authenticator, &Asked) -> String;

/// Answers that no form accepts.
const LIES: &[(&str, Lie)] = &[
    ("its user was not verified", |device, asked| {
        device.verifies.set(false);
        let answer = device.get(asked);
        device.verifies.set(true);
        answer
    }),
    ("nobody touched it", |device, asked| {
        device.is_touched.set(false);
        let answer = device.get(asked);
        device.is_touched.set(true);
        answer
    }),
    ("another site asked", |device, asked| {
        let origin = device.origin.replace("https://localhost.evil.example".to_owned());
        let answer = device.get(asked);
        device.origin.replace(origin);
        answer
    }),
    ("another port asked", |device, asked| {
        let origin = device.origin.replace("http://localhost:8001".to_owned());
        let answer = device.get(asked);
        device.origin.replace(origin);
        answer
    }),
    ("a name below this one asked", |device, asked| {
        let origin = device.origin.replace("http://evil.localhost:8000".to_owned());
        let answer = device.get(asked);
        device.origin.replace(origin);
        answer
    }),
    ("it is bound to another site", |device, asked| {
        let site = device.site.replace("evil.example".to_owned());
        let answer = device.get(asked);
        device.site.replace(site);
        answer
    }),
    ("a frame of another site asked", |device, asked| {
        device.is_framed.set(true);
        let answer = device.get(asked);
        device.is_framed.set(false);
        answer
    }),
    ("another challenge was answered", |device, asked| {
        let mut options = asked.options.clone();
        options["challenge"] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".into();
        let other = Asked { options, state: String::new() };
        device.get(&other)
    }),
    ("another key signed", |device, asked| {
        let other = Authenticator::new();
        let mut answer: serde_json::Value = serde_json::from_str(&device.get(asked)).unwrap();
        let theirs: serde_json::Value = serde_json::from_str(&other.get(asked)).unwrap();
        answer["response"]["signature"] = theirs["response"]["signature"].clone();
        answer.to_string()
    }),
    ("nobody knows the passkey", |device, asked| {
        let other = Authenticator::new();
        let mut answer: serde_json::Value = serde_json::from_str(&other.get(asked)).unwrap();
        let theirs: serde_json::Value = serde_json::from_str(&device.get(asked)).unwrap();
        answer["response"]["userHandle"] = theirs["response"]["userHandle"].clone();
        answer.to_string()
    }),
    ("the account has another name", |device, asked| {
        let mut answer: serde_json::Value = serde_json::from_str(&device.get(asked)).unwrap();
        answer["response"]["userHandle"] = "AAAAAAAAAAAAAAAAAAAAAA".into();
        answer.to_string()
    }),
    ("the type is that of a new one", |device, asked| {
        let mut answer: serde_json::Value = serde_json::from_str(&device.get(asked)).unwrap();
        let made = Authenticator::new().create(&asked_anew(asked));
        let made: serde_json::Value = serde_json::from_str(&made).unwrap();
        answer["response"]["clientDataJSON"] = made["response"]["clientDataJSON"].clone();
        answer.to_string()
    }),
    ("nothing was sent", |_, _| String::new()),
    ("no JSON was sent", |_, _| "x".to_owned()),
    ("no credential was sent", |_, _| "{}".to_owned()),
    ("it is far too long", |device, asked| format!("{}{}", device.get(asked), " ".repeat(20_000))),
];

/// The same challenge, as if a passkey were to be made.
fn asked_anew(asked: &Asked) -> Asked {
    let mut options = asked.options.clone();
    options["user"]["id"] = "AAAAAAAAAAAAAAAAAAAAAA".into();
    Asked { options, state: String::new() }
}

/// Sends every answer that is no right one to a form, and expects a fault of each.
async fn expect_every_lie_is_refused(browser: &Browser<'_>, (page, form): (&str, &str), device: &Authenticator) {
    for (why, lie) in LIES {
        let asked = browser.asked(page).await;
        let answer = browser.send_passkey(form, &asked, &lie(device, &asked)).await;
        assert_eq!(answer.status, 422, "{why}: {}", answer.text());
        assert_eq!(answer.faults(), ["form"], "{why}");
    }
}
