//! `/reset/code`: what a code can do, for how long, and for whom.

use portico_store::models::accounts::{password_reset, phone_code};
use rocket::futures::future::{join, join_all};
use sea_orm::EntityTrait;

use super::{CODE, NEW, OTHER, SECOND, ask, redeem, six, wrong};
use crate::support::{PASSWORD, TestInstance};

/// Shows: reset.once
#[tokio::test]
async fn a_code_is_used_once_by_simultaneous_requests() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let browser = instance.browser();
    ask(&browser, "alice").await.expect(303);
    let code = instance.code_of(&alice).await;
    let twin = instance.browser();
    twin.set_cookie("portico-reset", &browser.cookie("portico-reset").unwrap());
    let (one, two) = join(redeem(&browser, &code, NEW), redeem(&twin, &code, "another-lamp-on-the-quay")).await;
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 422]);
    let opened = [instance.opens("alice", NEW).await, instance.opens("alice", "another-lamp-on-the-quay").await];
    assert_eq!(opened.iter().filter(|opens| **opens).count(), 1);
    let loser = if one.status == 422 { &browser } else { &twin };
    redeem(loser, &code, "a-third-lamp-on-the-quay").await.expect(422);
    assert!(!instance.opens("alice", "a-third-lamp-on-the-quay").await);
}

/// Shows: reset.bound
#[tokio::test]
async fn only_the_browser_that_asked_can_guess() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let browser = instance.browser();
    ask(&browser, "alice").await.expect(303);
    let code = instance.code_of(&alice).await;
    let stranger = instance.browser();
    for _ in 0..6 {
        let answer = redeem(&stranger, &code, NEW).await.expect(303);
        assert!(answer.location().starts_with("/reset?"));
    }
    stranger.set_cookie("portico-reset", "guessed");
    let answer = redeem(&stranger, &code, NEW).await.expect(303);
    assert!(answer.location().starts_with("/reset?"));
    assert!(stranger.get(CODE).await.expect(303).location().starts_with("/reset?"));
    assert!(instance.opens("alice", PASSWORD).await);
    redeem(&browser, &code, NEW).await.expect(303);
}

/// Shows: reset.new-code
#[tokio::test]
async fn a_new_code_kills_the_one_before() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (first, second) = (instance.browser(), instance.browser());
    ask(&first, "alice").await.expect(303);
    let old = instance.code_of(&alice).await;
    instance.clock.advance(SECOND * 30);
    ask(&second, "alice").await.expect(303);
    let new = instance.code_of(&alice).await;
    redeem(&first, &old, NEW).await.expect(303);
    assert!(instance.opens("alice", PASSWORD).await);
    if old != new {
        redeem(&second, &old, NEW).await.expect(422);
    }
    redeem(&second, &new, NEW).await.expect(303);
    assert!(instance.opens("alice", NEW).await);
}

/// Shows: reset.bound, phone.bound
#[tokio::test]
async fn a_code_for_one_purpose_is_worth_nothing_for_the_other() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let own = alice.user.phone.clone();
    let typed = [("phone", OTHER)];
    alice.browser.post("/settings/phone", &typed).await.expect(303);
    let verifying = six(&instance.arrived_at(OTHER).await[0]);
    let browser = instance.browser();
    ask(&browser, "alice").await.expect(303);
    let resetting = instance.code_of(&alice).await;
    redeem(&browser, &verifying, NEW).await.expect(422);
    redeem(&browser, &format!("00{verifying}"), NEW).await.expect(422);
    for typed in [&resetting, &resetting[..6], &resetting[2..]] {
        if typed != verifying {
            let typed = [("code", typed)];
            let verify = alice.browser.post("/settings/phone/verify", &typed).await;
            verify.expect(422);
        }
    }
    let user = portico_store::models::User::find(&instance.app.db, alice.id).await.unwrap();
    assert_eq!(user.unwrap().phone, own);
    assert!(instance.opens("alice", PASSWORD).await);
    redeem(&browser, &resetting, NEW).await.expect(303);
}

/// Shows: reset.bound
#[tokio::test]
async fn a_code_dies_with_what_it_was_asked_for() {
    for what in ["number gone", "other number", "password", "operator", "closed"] {
        let instance = TestInstance::open().await;
        let alice = instance.person("alice").await;
        let bob = instance.person("bob").await;
        let other = instance.browser();
        ask(&other, "bob").await.expect(303);
        let untouched = instance.code_of(&bob).await;
        let browser = instance.browser();
        ask(&browser, "alice").await.expect(303);
        let code = instance.code_of(&alice).await;
        match what {
            "number gone" => {
                let removed = alice.browser.post("/settings/phone/remove", &[]).await;
                removed.expect(303);
            }
            "other number" => {
                let number = portico_rules::phone::Number::parse(OTHER).unwrap();
                let user = &alice.user;
                user.vouch_for_phone(&instance.app, &number, &portico_store::models::Operator::TERMINAL).await.unwrap();
            }
            "password" => {
                let fields = [("current", PASSWORD), ("password", "another-lamp-at-night")];
                let changed = alice.browser.post("/settings/password", &fields).await;
                changed.expect(303);
            }
            "operator" => {
                let new = "another-lamp-at-night".into();
                alice
                    .user
                    .reset_password(&instance.app, &new, &portico_store::models::Operator::TERMINAL)
                    .await
                    .unwrap();
            }
            _ => {
                assert!(alice.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap());
                assert!(alice.user.enable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap());
            }
        }
        let answer = redeem(&browser, &code, NEW).await;
        assert_eq!(answer.status, 422, "{what}");
        assert!(!instance.opens("alice", NEW).await, "{what}");
        redeem(&other, &untouched, NEW).await.expect(303);
        assert!(instance.opens("bob", NEW).await, "{what}");
    }
}

/// Shows: reset.once
#[tokio::test]
async fn a_code_that_was_used_takes_along_what_was_asked_for_by_the_other_name() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let phone = alice.user.phone.clone().unwrap();
    let (by_name, by_phone) = (instance.browser(), instance.browser());
    ask(&by_name, "alice").await.expect(303);
    let first = instance.code_of(&alice).await;
    instance.clock.advance(SECOND * 30);
    ask(&by_phone, &phone).await.expect(303);
    let second = instance.code_of(&alice).await;
    redeem(&by_phone, &second, NEW).await.expect(303);
    redeem(&by_name, &first, "another-lamp-on-the-quay").await.expect(422);
    assert!(instance.opens("alice", NEW).await);
}

/// Shows: reset.guesses-a-day, reset.tries-at-once
#[tokio::test]
async fn ten_codes_are_tried_a_day_at_an_account_over_all_codes_and_fifty_at_once_count_as_fifty() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for login in ["alice", "nobody"] {
        let mut tried = 0;
        let (browser, mut code) = (instance.browser(), "00000000".to_owned());
        for turn in 0..3 {
            ask(&browser, login).await.expect(303);
            if login == "alice" {
                code = instance.code_of(&alice).await;
            }
            let guesses: Vec<String> = (1..=50).map(|step| wrong(&code, step)).collect();
            let answers = join_all(guesses.iter().map(|guess| redeem(&browser, guess, NEW))).await;
            for answer in answers {
                let fault = answer.one("[data-fault=code]");
                match (turn, answer.status) {
                    (0 | 1, 422) => tried += usize::from(fault.starts_with("This code is wrong")),
                    (2, 422) => assert!(fault.starts_with("This code no longer works")),
                    (2, 429) => assert!(fault.starts_with("Too many codes were tried")),
                    other => panic!("{other:?}: {fault}"),
                }
            }
            instance.clock.advance(SECOND * 30);
        }
        assert_eq!(tried, 10, "{login}");
        ask(&browser, login).await.expect(303);
        if login == "alice" {
            code = instance.code_of(&alice).await;
        }
        let refused = redeem(&browser, &code, NEW).await.expect(429);
        assert_eq!(refused.faults(), ["code"]);
        let wait: i64 = refused.header("Retry-After").unwrap().parse().unwrap();
        assert!((80_000..86_400).contains(&wait), "{wait}");
    }
    assert!(instance.opens("alice", PASSWORD).await);
    // The next day there are others.
    instance.clock.advance(SECOND * 24 * 60 * 60);
    let browser = instance.browser();
    ask(&browser, "alice").await.expect(303);
    let code = instance.code_of(&alice).await;
    redeem(&browser, &code, NEW).await.expect(303);
}

/// Shows: reset.guesses-a-day, reset.same-answer
#[tokio::test]
async fn both_names_share_the_guesses_of_an_account_and_no_response_reveals_it() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let phone = alice.user.phone.clone().unwrap();
    let browser = instance.browser();
    for _ in 0..2 {
        ask(&browser, "alice").await.expect(303);
        let code = instance.code_of(&alice).await;
        for step in 1..=5 {
            redeem(&browser, &wrong(&code, step), NEW).await.expect(422);
        }
        instance.clock.advance(SECOND * 30);
    }
    let mut told = Vec::new();
    for login in [phone.as_str(), "+4915199999999"] {
        let browser = instance.browser();
        ask(&browser, login).await.expect(303);
        let code = instance.code_of(&alice).await;
        let answer = redeem(&browser, &code, NEW).await;
        told.push((answer.status, answer.text()));
    }
    assert_eq!(told[0].0, 422);
    assert_eq!(told[0], told[1]);
    assert!(instance.opens("alice", PASSWORD).await);
}

/// Shows: reset.told
#[tokio::test]
async fn the_number_gets_a_notice_of_a_used_code_even_beyond_its_limit() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let phone = alice.user.phone.clone().unwrap();
    let browser = instance.browser();
    for _ in 0..phone_code::budget::TEXTS_A_DAY {
        ask(&browser, "alice").await.expect(303);
        instance.app.settled().await;
        instance.clock.advance(SECOND * 30);
    }
    let code = instance.code_of(&alice).await;
    redeem(&browser, &wrong(&code, 1), NEW).await.expect(422);
    assert_eq!(instance.arrived_at(&phone).await.len(), 5);
    redeem(&browser, &code, NEW).await.expect(303);
    assert_eq!(instance.arrived_at(&phone).await[0], instance.words("text-password-reset"));
    redeem(&browser, &code, NEW).await.expect(303);
    assert_eq!(instance.arrived_at(&phone).await.len(), 6);
}

#[tokio::test]
async fn a_deleted_account_takes_its_code_along() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let browser = instance.browser();
    ask(&browser, "alice").await.expect(303);
    let code = instance.code_of(&alice).await;
    let fields = [("password", PASSWORD), ("confirm", "alice")];
    alice.browser.post("/settings/delete", &fields).await.expect(303);
    let answer = redeem(&browser, &code, NEW).await.expect(303);
    assert!(answer.location().starts_with("/reset?"));
    let left = password_reset::Entity::find().all(&*instance.app.db).await;
    assert!(left.unwrap().is_empty());
}

/// Shows: reset.new-password, passwords.rules
#[tokio::test]
async fn what_is_no_code_and_a_poor_password_cost_no_try() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let browser = instance.browser();
    ask(&browser, "alice").await.expect(303);
    let code = instance.code_of(&alice).await;
    for (typed, password, faults) in [
        ("", NEW, &["code"][..]),
        ("123456", NEW, &["code"]),
        ("1234567", NEW, &["code"]),
        ("123456789", NEW, &["code"]),
        ("١٢٣٤", NEW, &["code"]),
        ("١٢٣٤٥٦٧٨", NEW, &["code"]),
        (code.as_str(), "short", &["password"]),
        (&code, "password", &["password"]),
        (&code, &"x".repeat(129), &["password"]),
        ("x", "", &["code", "password"]),
    ] {
        let page = redeem(&browser, typed, password).await.expect(422);
        assert_eq!(page.faults(), faults, "{typed} {password}");
        assert!(page.text().contains("5 tries left"));
        assert!(!page.text().contains(&code));
    }
    // Whose nickname it is, only the right code tells.
    let page = redeem(&browser, &code, "alice-2024").await.expect(422);
    assert_eq!(page.faults(), ["password"]);
    let page = redeem(&browser, &wrong(&code, 1), "alice-2024").await;
    assert_eq!(page.expect(422).faults(), ["code"]);
    redeem(&browser, &code, NEW).await.expect(303);
}

/// Shows: reset.once
#[tokio::test]
async fn a_code_that_one_node_sent_another_one_takes_and_counts() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let other = instance.beside(|figment| figment).await;
    let alice = instance.person("alice").await;
    let browser = instance.browser();
    ask(&browser, "alice").await.expect(303);
    let code = instance.code_of(&alice).await;
    let elsewhere = other.browser();
    elsewhere.set_cookie("portico-reset", &browser.cookie("portico-reset").unwrap());
    for step in 1..=2 {
        redeem(&browser, &wrong(&code, step), NEW).await.expect(422);
        redeem(&elsewhere, &wrong(&code, step + 2), NEW).await.expect(422);
    }
    redeem(&elsewhere, &code, NEW).await.expect(303);
    redeem(&browser, &code, NEW).await.expect(422);
    alice.browser.get("/settings/profile").await.expect(303);
}
