//! `/settings/security`, `/settings/password` and `/settings/sessions/…`.

use portico_crypto::passwords::Caller;
use portico_store::models::accounts::session;
use portico_store::models::accounts::user::FirstFactor;
use portico_store::models::{Session, User};

use crate::support::{Browser, PASSWORD, Person, TestInstance};

const PATH: &str = "/settings/security";
const NEW: &str = "a-new-lamp-on-the-quay";

async fn change(browser: &Browser<'_>, current: &str, password: &str) -> crate::support::Answer {
    let fields = [("current", current), ("password", password)];
    browser.post("/settings/password", &fields).await
}

/// The sessions that a user's page lists, the one at hand first.
async fn listed(person: &Person<'_>) -> Vec<String> {
    let page = person.browser.get(PATH).await.expect(200);
    page.attributes("[data-session-id]", "data-session-id")
}

async fn is_signed_in(browser: &Browser<'_>) -> bool {
    browser.get(PATH).await.status == 200
}

/// Shows: sessions.password-change
#[tokio::test]
async fn a_new_password_ends_every_other_session_and_renews_this_one() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let other = instance.browser();
    instance.sign_in_on(&other, &alice).await;
    let before = alice.browser.cookie("portico").unwrap();
    change(&alice.browser, PASSWORD, NEW).await.expect(303);
    assert!(is_signed_in(&alice.browser).await);
    assert!(!is_signed_in(&other).await);
    let old = instance.browser();
    old.set_cookie("portico", &before);
    assert!(!is_signed_in(&old).await);
    for (password, status) in [(PASSWORD, 422), (NEW, 303)] {
        let fields = [("login", "alice"), ("password", password)];
        instance.browser().post("/sign-in", &fields).await.expect(status);
    }
}

/// Shows: sessions.password-change
#[tokio::test]
async fn a_new_password_leaves_other_people_alone() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    change(&alice.browser, PASSWORD, NEW).await.expect(303);
    assert!(is_signed_in(&bob.browser).await);
}

/// Shows: passwords.rules
#[tokio::test]
async fn a_wrong_password_and_a_weak_new_one_are_both_reported() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let other = instance.browser();
    instance.sign_in_on(&other, &alice).await;
    let answer = change(&alice.browser, "wrong", "password").await;
    assert_eq!(answer.expect(422).faults(), ["current", "password"]);
    let answer = change(&alice.browser, "wrong", NEW).await;
    assert_eq!(answer.expect(422).faults(), ["current"]);
    for poor in ["1234567", "ALICE", &"x".repeat(129)] {
        let answer = change(&alice.browser, PASSWORD, poor).await.expect(422);
        assert_eq!(answer.faults(), ["password"], "{poor}");
        assert!(!answer.text().contains(PASSWORD));
    }
    assert!(is_signed_in(&other).await);
    alice.browser.post("/settings/password", &[]).await.expect(422);
}

/// Shows: passwords.guessed-elsewhere
#[tokio::test]
async fn guessing_the_password_on_a_borrowed_browser_is_limited() {
    let instance =
        TestInstance::configured(|figment| figment.merge(("throttle", rocket::figment::map! { "enabled" => true })))
            .await;
    let alice = instance.person("alice").await;
    for _ in 0..10 {
        change(&alice.browser, "wrong", NEW).await.expect(422);
    }
    change(&alice.browser, PASSWORD, NEW).await.expect(429);
}

/// Shows: passwords.guessed-elsewhere
#[tokio::test]
async fn guesses_count_together_on_all_forms_with_a_password() {
    let instance =
        TestInstance::configured(|figment| figment.merge(("throttle", rocket::figment::map! { "enabled" => true })))
            .await;
    let alice = instance.person("alice").await;
    let guesses = [
        ("/confirm", [("password", "wrong"), ("next", "/")]),
        ("/settings/password", [("current", "wrong"), ("password", NEW)]),
        ("/settings/delete", [("password", "wrong"), ("confirm", "alice")]),
    ];
    for (path, fields) in guesses.iter().cycle().take(10) {
        alice.browser.post(path, fields).await.expect(422);
    }
    for (path, fields) in &guesses {
        let refused = alice.browser.post(path, fields).await.expect(429);
        assert!(refused.text().contains("Try again in 12 seconds."));
    }
    // The limit belongs to the session: its owner can continue elsewhere, and can sign in.
    let elsewhere = instance.browser();
    instance.sign_in_on(&elsewhere, &alice).await;
    for (path, fields) in &guesses {
        elsewhere.post(path, fields).await.expect(422);
    }
    let right = [("login", "alice"), ("password", PASSWORD)];
    instance.browser().post("/sign-in", &right).await.expect(303);
}

#[tokio::test]
async fn of_two_changes_side_by_side_one_wins() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let other = instance.browser();
    instance.sign_in_on(&other, &alice).await;
    let (one, two) = rocket::futures::future::join(
        change(&alice.browser, PASSWORD, NEW),
        change(&other, PASSWORD, "another-lamp-on-the-quay"),
    )
    .await;
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    // The later one is told, unless its session had ended before it came in.
    assert!(matches!(statuses, [303, 422] | [303, 303]), "{statuses:?}");
    let left = [&alice.browser, &other];
    let mut signed_in = 0;
    for browser in left {
        signed_in += usize::from(is_signed_in(browser).await);
    }
    assert_eq!(signed_in, 1);
}

/// Shows: sessions.password-change
#[tokio::test]
async fn no_session_begins_with_a_password_that_was_changed_meanwhile() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    // Read before the change, as by a sign-in that is under way.
    let stale = User::find(&instance.app.db, alice.id).await.unwrap().unwrap();
    change(&alice.browser, PASSWORD, NEW).await.expect(303);
    let asking = session::Browser { user_agent: "Test", address: [127, 0, 0, 1].into() };
    assert!(Session::start(&instance.app, &stale, asking).await.is_err());
    assert_eq!(listed(&alice).await.len(), 1);
}

/// Shows: sessions.listed
#[tokio::test]
async fn sessions_are_listed_with_their_browser_and_the_current_one_is_marked() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let asking = session::Browser {
        user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
        address: [203, 0, 113, 9].into(),
    };
    Session::start(&instance.app, &alice, asking).await.unwrap();
    instance.person("bob").await;
    let page = alice.browser.get(PATH).await.expect(200);
    let rows = page.all("[data-session-id]");
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().any(|row| row.contains("Firefox on Linux") && row.contains("203.0.113.9")));
    assert_eq!(page.all(".list-side .badge"), ["This browser"]);
}

/// Shows: sessions.listed
#[tokio::test]
async fn one_session_is_ended_and_the_others_stay() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (lost, kept) = (instance.browser(), instance.browser());
    instance.sign_in_on(&kept, &alice).await;
    let before = listed(&alice).await;
    instance.sign_in_on(&lost, &alice).await;
    let id = listed(&alice).await.into_iter().find(|id| !before.contains(id)).unwrap();
    let path = format!("/settings/sessions/{id}/end");
    let answer = alice.browser.post(&path, &[]).await.expect(303);
    assert_eq!(answer.location(), PATH);
    assert!(!is_signed_in(&lost).await);
    assert!(is_signed_in(&kept).await && is_signed_in(&alice.browser).await);
    alice.browser.post(&path, &[]).await.expect(404);
}

#[tokio::test]
async fn ending_the_current_session_signs_out() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let id = listed(&alice).await.remove(0);
    let path = format!("/settings/sessions/{id}/end");
    alice.browser.post(&path, &[]).await.expect(303);
    assert_eq!(alice.browser.cookie("portico"), None);
    assert!(!is_signed_in(&alice.browser).await);
}

/// Shows: sessions.listed
#[tokio::test]
async fn all_other_sessions_are_ended_at_once() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let other = instance.browser();
    instance.sign_in_on(&other, &alice).await;
    let answer = alice.browser.post("/settings/sessions/end", &[]).await;
    assert_eq!(answer.expect(303).location(), PATH);
    assert!(!is_signed_in(&other).await);
    assert!(is_signed_in(&alice.browser).await && is_signed_in(&bob.browser).await);
}

/// Shows: sessions.listed
#[tokio::test]
async fn no_one_can_end_the_session_of_someone_else() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let mallory = instance.person("mallory").await;
    let id = listed(&alice).await.remove(0);
    let path = format!("/settings/sessions/{id}/end");
    mallory.browser.post(&path, &[]).await.expect(404);
    assert!(is_signed_in(&alice.browser).await);
    for malformed in ["0", "-1", "x", "9007199254740992", "1e3"] {
        let path = format!("/settings/sessions/{malformed}/end");
        mallory.browser.post(&path, &[]).await.expect(404);
    }
}

#[tokio::test]
async fn changing_anything_needs_a_sign_in() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let id = listed(&alice).await.remove(0);
    let stranger = instance.browser();
    for answer in [
        stranger.get(PATH).await,
        change(&stranger, PASSWORD, NEW).await,
        stranger.post("/settings/sessions/end", &[]).await,
        stranger.post(&format!("/settings/sessions/{id}/end"), &[]).await,
    ] {
        assert!(answer.expect(303).location().starts_with("/sign-in"));
    }
    assert!(is_signed_in(&alice.browser).await);
    let asking = session::Browser { user_agent: "Test", address: [127, 0, 0, 1].into() };
    let (found, caller) = (Some(alice.user.clone()), Caller::Known(asking.address));
    let first = User::sign_in(&instance.app, &instance.app.security_log, found, PASSWORD, asking, caller).await;
    assert!(matches!(first, Ok(FirstFactor::Passed(user)) if user.id == alice.id));
}

#[tokio::test]
async fn the_navigation_marks_the_section_that_a_page_is_in() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let current = |page: &crate::support::Answer| page.attributes(".side-nav [aria-current]", "href");
    for path in [PATH, "/settings/security/log", "/settings/security/passkeys", "/settings/security/totp"] {
        let page = alice.browser.get(path).await.expect(200);
        assert_eq!(current(&page), [PATH], "{path}");
    }
    let page = change(&alice.browser, "wrong", NEW).await.expect(422);
    assert_eq!(current(&page), [PATH]);
    // An overview isn’t the section of the pages below it.
    let acme = instance.server("Acme", &alice).await;
    let roles = acme.settings("/roles");
    let page = alice.browser.get(&roles).await.expect(200);
    assert_eq!(current(&page), [roles.as_str()]);
    let overview = acme.settings("");
    let page = alice.browser.get(&overview).await.expect(200);
    assert_eq!(current(&page), [overview.as_str()]);
}
