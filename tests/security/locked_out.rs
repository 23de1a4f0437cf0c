//! Strangers who guess at an account, and its owner, who can sign in meanwhile.

use std::time::Duration;

use rocket::figment::map;
use rocket::futures::future::join_all;

use crate::support::{Answer, Browser, PASSWORD, TestInstance};

const NEW: &str = "a-new-lamp-on-the-quay";
const MINUTE: Duration = Duration::from_secs(60);

/// Limits as they are by default, but for that on addresses, which would come first.
async fn limited() -> TestInstance {
    let far = map! { "burst" => 10_000, "per_minute" => 1 };
    TestInstance::configured(|figment| {
        figment.merge(("throttle.enabled", true)).merge(("throttle.sign_in_address", far))
    })
    .await
}

async fn sign_in(browser: &Browser<'_>, login: &str, password: &str) -> Answer {
    let fields = [("login", login), ("password", password)];
    browser.post("/sign-in", &fields).await
}

/// Guesses until the limit on this name is reached; says how many were let through.
async fn exhaust(instance: &TestInstance, login: &str) -> usize {
    for guesses in 0..50 {
        let answer = sign_in(&instance.browser(), login, "wrong").await;
        if answer.status == 429 {
            return guesses;
        }
        answer.expect(422);
    }
    panic!("{login} is not limited");
}

/// A browser that has signed in to an account before, and is signed out.
async fn known<'h>(instance: &'h TestInstance, login: &str) -> Browser<'h> {
    let browser = instance.browser();
    sign_in(&browser, login, PASSWORD).await.expect(303);
    browser.post("/sign-out", &[]).await.expect(303);
    assert!(browser.cookie("portico").is_none());
    assert!(browser.cookie("portico-known").is_some());
    browser
}

/// Forty ways to write a number.
fn spellings(number: &str) -> Vec<String> {
    let spaces = [" ", "-", ".", "/", "\u{a0}", "\u{202f}", " - ", "--", "()"];
    let places = 3..8;
    let mut spelled: Vec<String> =
        places.flat_map(|at| spaces.map(|space| format!("{}{space}{}", &number[..at], &number[at..]))).collect();
    spelled.truncate(40);
    spelled
}

/// Shows: throttles.sign-in-account
#[tokio::test]
async fn forty_spellings_of_a_number_are_one_limit_known_or_not() {
    let instance = limited().await;
    let alice = instance.person("alice").await;
    let phone = alice.user.phone.clone().unwrap();
    for number in [phone.as_str(), "+4915199999999"] {
        let mut told = Vec::new();
        for spelled in spellings(number) {
            told.push(sign_in(&instance.browser(), &spelled, "wrong").await.status);
        }
        assert_eq!(told.len(), 40);
        assert!(told[..10].iter().all(|status| *status == 422), "{told:?}");
        assert!(told[10..].iter().all(|status| *status == 429), "{told:?}");
    }
    for (spelled, name) in [(" ALICE ", "alice"), ("\tNoBody", "nobody")] {
        for turn in 0..10 {
            let login = [spelled, name][turn % 2];
            sign_in(&instance.browser(), login, "wrong").await;
        }
        for login in [spelled, name] {
            sign_in(&instance.browser(), login, PASSWORD).await.expect(429);
        }
    }
}

/// Shows: throttles.sign-in-account
#[tokio::test]
async fn fifty_guesses_at_once_by_as_many_spellings_count_as_fifty() {
    let instance = limited().await;
    let alice = instance.person("alice").await;
    let spelled = spellings(alice.user.phone.as_deref().unwrap());
    let browsers: Vec<_> = spelled.iter().map(|_| instance.browser()).collect();
    let guesses = browsers.iter().zip(&spelled);
    let answers = join_all(guesses.map(|(browser, login)| sign_in(browser, login, "wrong"))).await;
    // Of these some may find no place to be hashed in, and count all the same.
    let through = answers.iter().filter(|answer| answer.status != 429).count();
    assert_eq!(through, 10);
}

/// Shows: throttles.one-account, passwords.same-answer
#[tokio::test]
async fn both_names_allow_no_more_guesses_than_one_and_no_response_reveals_it() {
    let instance = limited().await;
    let alice = instance.person("alice").await;
    let phone = alice.user.phone.clone().unwrap();
    assert_eq!(exhaust(&instance, "alice").await, 10);
    // Refused whatever the password, and told what an unknown number is.
    let mut told = Vec::new();
    for (login, password) in [
        (phone.as_str(), PASSWORD),
        (phone.as_str(), "wrong"),
        ("+4915199999999", "wrong"),
        ("+4915199999999", PASSWORD),
    ] {
        let answer = sign_in(&instance.browser(), login, password).await.expect(422);
        told.push(answer.text().replace(login, "LOGIN"));
    }
    assert!(told.windows(2).all(|pair| pair[0] == pair[1]));
    instance.clock.advance(MINUTE);
    sign_in(&instance.browser(), &phone, PASSWORD).await.expect(303);
}

/// Shows: known-browsers.gets-in
#[tokio::test]
async fn strangers_who_guess_do_not_keep_a_known_browser_out() {
    let instance = limited().await;
    let alice = instance.person("alice").await;
    let phone = alice.user.phone.clone().unwrap();
    let own = known(&instance, "alice").await;
    exhaust(&instance, "alice").await;
    exhaust(&instance, &phone).await;
    let refused = sign_in(&instance.browser(), "alice", PASSWORD).await;
    let refused = refused.expect(429);
    assert_eq!(refused.header("Retry-After"), Some("12"));
    assert!(refused.one("[data-fault=form]").contains("Try again in 12 seconds."));
    assert_eq!(refused.attributes("#f-login", "value"), ["alice"]);
    for login in ["alice", " ALICE", &phone] {
        sign_in(&own, login, PASSWORD).await.expect(303);
    }
    // Nor do those who share its address.
    let instance = TestInstance::configured(|figment| figment.merge(("throttle.enabled", true))).await;
    instance.person("alice").await;
    let own = known(&instance, "alice").await;
    for number in 0..30 {
        let login = format!("nobody{number}");
        sign_in(&instance.browser(), &login, "wrong").await;
    }
    sign_in(&instance.browser(), "alice", PASSWORD).await.expect(429);
    sign_in(&own, "alice", PASSWORD).await.expect(303);
}

/// Shows: known-browsers.one-limit
#[tokio::test]
async fn a_known_browser_has_its_own_limit_which_nothing_renews() {
    let instance = limited().await;
    instance.person("alice").await;
    let own = known(&instance, "alice").await;
    let other = known(&instance, "alice").await;
    for _ in 0..3 {
        sign_in(&own, "alice", PASSWORD).await.expect(303);
    }
    for _ in 0..7 {
        sign_in(&own, "alice", "wrong").await.expect(422);
    }
    sign_in(&own, "alice", PASSWORD).await.expect(429);
    // Its cookie copied is the same browser; another one, and strangers, have their own.
    let copy = instance.browser();
    copy.set_cookie("portico-known", &own.cookie("portico-known").unwrap());
    sign_in(&copy, "alice", "wrong").await.expect(429);
    sign_in(&other, "alice", PASSWORD).await.expect(303);
    sign_in(&instance.browser(), "alice", PASSWORD).await.expect(303);
}

/// Shows: known-browsers.bound
#[tokio::test]
async fn a_cookie_of_another_or_no_account_gives_no_own_limit() {
    let instance = limited().await;
    instance.person("alice").await;
    instance.person("bob").await;
    let bobs = known(&instance, "bob").await;
    let own = known(&instance, "alice").await;
    exhaust(&instance, "alice").await;
    sign_in(&bobs, "alice", PASSWORD).await.expect(429);
    let real = own.cookie("portico-known").unwrap();
    let forged = format!("{}A", &real[..real.len() - 1]);
    for value in [&forged, &real[1..], "x", "", &"A".repeat(75)] {
        if value != real {
            let browser = instance.browser();
            browser.set_cookie("portico-known", value);
            sign_in(&browser, "alice", PASSWORD).await.expect(429);
        }
    }
    // The failed attempts made no browser known.
    let stranger = instance.browser();
    sign_in(&stranger, "alice", PASSWORD).await.expect(429);
    sign_in(&stranger, "bob", "wrong").await.expect(422);
    assert!(stranger.cookie("portico-known").is_none());
    // One browser, two people.
    sign_in(&own, "bob", PASSWORD).await.expect(303);
    sign_in(&own, "alice", PASSWORD).await.expect(303);
    exhaust(&instance, "bob").await;
    sign_in(&own, "bob", PASSWORD).await.expect(303);
}

/// Shows: known-browsers.new-password
#[tokio::test]
async fn a_new_password_makes_every_other_browser_unknown() {
    let instance = limited().await;
    let alice = instance.person("alice").await;
    let (own, other) = (known(&instance, "alice").await, known(&instance, "alice").await);
    sign_in(&own, "alice", PASSWORD).await.expect(303);
    let fields = [("current", PASSWORD), ("password", NEW)];
    own.post("/settings/password", &fields).await.expect(303);
    exhaust(&instance, "alice").await;
    sign_in(&other, "alice", NEW).await.expect(429);
    sign_in(&own, "alice", NEW).await.expect(303);

    // After a reset, only the browser that did it is known.
    let browser = instance.browser();
    browser.post("/reset", &[("login", "alice")]).await.expect(303);
    instance.app.settled().await;
    let texts = instance.app.sms.outbox().unwrap().messages();
    assert_eq!(Some(&texts[0].to), alice.user.phone.as_ref());
    let fields = [("code", &texts[0].text[..8]), ("password", PASSWORD)];
    browser.post("/reset/code", &fields).await.expect(303);
    assert!(browser.cookie("portico").is_none());
    sign_in(&own, "alice", PASSWORD).await.expect(429);
    sign_in(&browser, "alice", PASSWORD).await.expect(303);
}

/// Shows: passwords.guessed-elsewhere
#[tokio::test]
async fn strangers_who_guess_do_not_keep_anyone_from_confirming() {
    let instance = limited().await;
    let alice = instance.person("alice").await;
    exhaust(&instance, "alice").await;
    let confirm = [("password", PASSWORD), ("next", "/portal")];
    alice.browser.post("/confirm", &confirm).await.expect(303);
    // It is known from then on.
    assert!(alice.browser.cookie("portico-known").is_some());
    let change = [("current", PASSWORD), ("password", NEW)];
    let changed = alice.browser.post("/settings/password", &change).await;
    changed.expect(303);
    // A stolen session is limited.
    let stolen = instance.browser();
    stolen.set_cookie("portico", &alice.browser.cookie("portico").unwrap());
    let wrong = [("password", "wrong")];
    for _ in 0..10 {
        stolen.post("/confirm", &wrong).await.expect(422);
    }
    stolen.post("/confirm", &wrong).await.expect(429);
    let delete = [("password", NEW), ("confirm", "alice")];
    stolen.post("/settings/delete", &delete).await.expect(429);
}
