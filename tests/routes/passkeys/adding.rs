//! Adding passkeys, their names, and removing them.

use rocket::futures::future::join_all;
use serde_json::json;

use super::{CHALLENGE, QUARTER};
use crate::support::{Asked, Authenticator, PASSKEYS, PASSWORD, RECOVERY, SECOND, TestInstance, shown_codes};

/// How a new passkey is made, truly or not.
type Making = Box<dyn Fn(&Authenticator, &Asked) -> String>;

/// Shows: passkeys.add
#[tokio::test]
async fn a_passkey_is_added_with_a_name_and_the_first_brings_recovery_codes() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let device = Authenticator::new();
    let asked = alice.browser.asked(PASSKEYS).await;
    let options = &asked.options;
    assert_eq!(options["rp"]["id"], "localhost");
    assert_eq!(options["user"]["name"], "alice");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    assert_eq!(options["authenticatorSelection"]["residentKey"], "preferred");
    assert_eq!(options["attestation"], "none");
    let made = device.create(&asked);
    let done = alice.browser.send_new(&asked, &made, "Blue laptop").await.expect(303);
    assert_eq!(done.location(), RECOVERY);
    let codes = shown_codes(&alice.browser.get(RECOVERY).await.expect(200));
    assert_eq!(codes.len(), 10);
    let page = alice.browser.get(PASSKEYS).await.expect(200);
    assert!(page.one("[data-passkey-id]").contains("Blue laptop"));
    for kind in ["passkey_added", "recovery_codes_made"] {
        assert_eq!(instance.happened(alice.id, kind).await, 1, "{kind}");
    }
    // A second one brings no others, and no authenticator gets two.
    let asked = alice.browser.asked(PASSKEYS).await;
    assert_eq!(asked.ids("excludeCredentials"), [device.id()]);
    let other = Authenticator::new();
    let made = other.create(&asked);
    let done = alice.browser.send_new(&asked, &made, "Phone").await;
    assert_eq!(done.expect(303).location(), PASSKEYS);
    assert_eq!(instance.dump().await["recovery_codes"].len(), 10);
    // Both know the account by one name, which says nothing about it.
    let rows = &instance.dump().await["passkeys"];
    assert_eq!(rows.len(), 2);
    assert_eq!(asked.options["user"]["id"].as_str().unwrap().len(), 22);
}

/// Shows: passkeys.add-refused
#[tokio::test]
async fn what_is_no_new_passkey_of_a_verified_user_on_this_site_is_not_added() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let change = |device: &Authenticator, asked: &Asked, path: &str, value: serde_json::Value| {
        let mut made: serde_json::Value = serde_json::from_str(&device.create(asked)).unwrap();
        *made.pointer_mut(path).unwrap() = value;
        made.to_string()
    };
    let lies: Vec<(&str, Making)> = vec![
        (
            "not verified",
            Box::new(|device, asked| {
                device.verifies.set(false);
                device.create(asked)
            }),
        ),
        (
            "not touched",
            Box::new(|device, asked| {
                device.is_touched.set(false);
                device.create(asked)
            }),
        ),
        (
            "another origin",
            Box::new(|device, asked| {
                device.origin.replace("http://127.0.0.1:8000".to_owned());
                device.create(asked)
            }),
        ),
        (
            "another site",
            Box::new(|device, asked| {
                device.site.replace("evil.example".to_owned());
                device.create(asked)
            }),
        ),
        (
            "a frame",
            Box::new(|device, asked| {
                device.is_framed.set(true);
                device.create(asked)
            }),
        ),
        (
            "another challenge",
            Box::new(|device, asked| {
                let mut options = asked.options.clone();
                options["challenge"] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".into();
                device.create(&Asked { options, state: String::new() })
            }),
        ),
        ("an answer to a sign-in", Box::new(|device, asked| device.get(asked))),
        (
            "no attestation",
            Box::new(move |device, asked| change(device, asked, "/response/attestationObject", json!("AAAA"))),
        ),
        ("nothing", Box::new(|_, _| String::new())),
        ("no JSON", Box::new(|_, _| "x".to_owned())),
        ("too long", Box::new(|device, asked| format!("{}{}", device.create(asked), " ".repeat(20_000)))),
    ];
    for (why, lie) in lies {
        let asked = alice.browser.asked(PASSKEYS).await;
        let made = lie(&Authenticator::new(), &asked);
        let page = alice.browser.send_new(&asked, &made, "Key").await;
        assert_eq!(page.status, 422, "{why}");
        assert_eq!(page.faults(), ["form"], "{why}");
    }
    // A name that can't be one costs nothing: the challenge still works.
    let (device, asked) = (Authenticator::new(), alice.browser.asked(PASSKEYS).await);
    let made = device.create(&asked);
    for name in ["", " ", &"x".repeat(65)] {
        let page = alice.browser.send_new(&asked, &made, name).await.expect(422);
        assert_eq!(page.faults(), ["name"], "{name}");
    }
    assert!(instance.dump().await["passkeys"].is_empty());
    alice.browser.send_new(&asked, &made, "Key").await.expect(303);
    shown_codes(&alice.browser.get(RECOVERY).await.expect(200));
}

/// Shows: passkeys.challenge
#[tokio::test]
async fn a_challenge_to_add_is_of_one_session_and_ten_minutes_and_works_once() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let (device, asked) = (Authenticator::new(), alice.browser.asked(PASSKEYS).await);
    let made = device.create(&asked);
    // In someone else's session, and in another one of hers.
    let other = instance.browser();
    instance.sign_in_on(&other, &alice).await;
    for browser in [&bob.browser, &other] {
        let page = browser.send_new(&asked, &made, "Key").await.expect(422);
        assert_eq!(page.faults(), ["form"]);
    }
    // A challenge of another kind.
    let to_sign_in = instance.browser().asked("/sign-in").await;
    let mixed = Asked { options: to_sign_in.options.clone(), state: to_sign_in.state.clone() };
    let anew = super::asked_anew(&mixed);
    let made_for_it = Authenticator::new().create(&anew);
    let page = alice.browser.send_new(&mixed, &made_for_it, "Key").await;
    assert_eq!(page.expect(422).faults(), ["form"]);
    alice.browser.send_new(&asked, &made, "Key").await.expect(303);
    shown_codes(&alice.browser.get(RECOVERY).await.expect(200));
    alice.browser.send_new(&asked, &made, "Key").await.expect(422);
    let (late, asked) = (Authenticator::new(), alice.browser.asked(PASSKEYS).await);
    instance.clock.advance(CHALLENGE);
    let made = late.create(&asked);
    alice.browser.send_new(&asked, &made, "Key").await.expect(422);
    assert_eq!(instance.dump().await["passkeys"].len(), 1);
}

/// Shows: passkeys.add-refused
#[tokio::test]
async fn a_passkey_of_one_account_is_not_added_to_another() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    instance.with_passkey("alice", &device).await;
    let bob = instance.person("bob").await;
    let page = bob.browser.add_passkey(&device).await.expect(422);
    assert!(page.one("[data-fault=form]").contains("added before"));
    assert_eq!(instance.dump().await["passkeys"].len(), 1);
}

/// Shows: passkeys.cap
#[tokio::test]
async fn an_account_has_no_more_passkeys_than_the_cap_however_many_are_added_at_once() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps.passkeys_per_person", 2))).await;
    let (alice, _) = instance.with_passkey("alice", &Authenticator::new()).await;
    let mut new = Vec::new();
    for _ in 0..4 {
        let asked = alice.browser.asked(PASSKEYS).await;
        let made = Authenticator::new().create(&asked);
        new.push((asked, made));
    }
    let sent = new.iter().map(|(asked, made)| alice.browser.send_new(asked, made, "Key"));
    let mut statuses: Vec<u16> = join_all(sent).await.iter().map(|it| it.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 422, 422, 422]);
    let page = alice.browser.get(PASSKEYS).await.expect(200);
    assert!(page.all("[data-passkey]").is_empty());
    assert!(page.text().contains("the most there can be"));
}

/// Shows: passkeys.fresh
#[tokio::test]
async fn adding_and_removing_need_the_password_and_the_second_step_lately() {
    let instance = TestInstance::open().await;
    let device = Authenticator::new();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    let id = alice.passkey_id().await;
    instance.clock.advance(QUARTER);
    let page = alice.browser.get(PASSKEYS).await.expect(200);
    assert!(page.all("[data-passkey]").is_empty());
    let acts = [&[("act", "begin")][..], &[("act", "add"), ("name", "Key")], &[("act", "remove"), ("id", &id)]];
    for fields in acts {
        let led = alice.browser.post(PASSKEYS, fields).await.expect(303);
        assert!(led.location().starts_with("/confirm"), "{fields:?}");
    }
    let fields = [("password", PASSWORD), ("next", PASSKEYS)];
    alice.browser.post("/confirm", &fields).await.expect(303);
    for fields in acts {
        let led = alice.browser.post(PASSKEYS, fields).await.expect(303);
        assert!(led.location().starts_with(SECOND), "{fields:?}");
    }
    assert_eq!(instance.dump().await["passkeys"].len(), 1);
    // Its name is no protection.
    let fields = [("act", "rename"), ("id", &*id), ("name", "Old phone")];
    alice.browser.post(PASSKEYS, &fields).await.expect(303);
    let asked = alice.browser.asked(SECOND).await;
    let answer = device.get(&asked);
    alice.browser.send_passkey(SECOND, &asked, &answer).await.expect(303);
    let fields = [("act", "remove"), ("id", &*id)];
    let done = alice.browser.post(PASSKEYS, &fields).await.expect(303);
    assert_eq!(done.location(), PASSKEYS);
    assert!(instance.dump().await["passkeys"].is_empty());
}

/// Shows: passkeys.own
#[tokio::test]
async fn passkeys_are_changed_by_their_owner_alone() {
    let instance = TestInstance::open().await;
    let (alice, _) = instance.with_passkey("alice", &Authenticator::new()).await;
    let (mallory, _) = instance.with_passkey("mallory", &Authenticator::new()).await;
    let id = alice.passkey_id().await;
    let page = mallory.browser.get(PASSKEYS).await.expect(200);
    assert!(!page.attributes("[data-passkey-id]", "data-passkey-id").contains(&id));
    for (act, more) in [("rename", ("name", "Mine")), ("remove", ("name", ""))] {
        let fields = [("act", act), ("id", id.as_str()), more];
        mallory.browser.post(PASSKEYS, &fields).await.expect(404);
        let led = instance.browser().post(PASSKEYS, &fields).await.expect(303);
        assert!(led.location().starts_with("/sign-in?"));
    }
    for (fields, fault) in
        [(&[("act", "rename"), ("id", &*id), ("name", "")][..], "name"), (&[("act", "dance")], "form"), (&[], "form")]
    {
        let page = alice.browser.post(PASSKEYS, fields).await.expect(422);
        assert_eq!(page.faults(), [fault], "{fields:?}");
    }
    for id in ["x", "-1", "", "99999999999999999999"] {
        let fields = [("act", "remove"), ("id", id)];
        let refused = alice.browser.post(PASSKEYS, &fields).await;
        assert!([404, 422].contains(&refused.status), "{id}: {}", refused.status);
    }
    assert_eq!(instance.dump().await["passkeys"].len(), 2);
}

/// Shows: passkeys.removed
#[tokio::test]
async fn with_the_last_passkey_everything_goes_that_belongs_to_it() {
    let instance = TestInstance::open().await;
    let (first, second) = (Authenticator::new(), Authenticator::new());
    let (alice, _) = instance.with_passkey("alice", &first).await;
    alice.browser.add_passkey(&second).await.expect(303);
    let trusting = instance.browser();
    let fields = [("login", "alice"), ("password", PASSWORD)];
    trusting.post("/sign-in", &fields).await.expect(303);
    let asked = trusting.asked(SECOND).await;
    let answer = second.get(&asked);
    let fields = [("state", asked.state.as_str()), ("credential", &answer), ("trust", "on")];
    trusting.post(SECOND, &fields).await.expect(303);
    let ids = alice.browser.get(PASSKEYS).await.attributes("[data-passkey-id]", "data-passkey-id");
    let fields = [("act", "remove"), ("id", ids[0].as_str())];
    alice.browser.post(PASSKEYS, &fields).await.expect(303);
    let dump = instance.dump().await;
    assert_eq!(dump["recovery_codes"].len(), 10);
    assert_eq!(dump["trusted_browsers"].len(), 1);
    // What was shown elsewhere may be what was lost.
    let led = trusting.post(PASSKEYS, &[("act", "begin")]).await.expect(303);
    assert!(led.location().starts_with(SECOND), "{}", led.location());
    let fields = [("act", "remove"), ("id", ids[1].as_str())];
    alice.browser.post(PASSKEYS, &fields).await.expect(303);
    let dump = instance.dump().await;
    for table in ["passkeys", "recovery_codes", "trusted_browsers"] {
        assert!(dump[table].is_empty(), "{table}");
    }
    assert_eq!(instance.happened(alice.id, "passkey_removed").await, 2);
    let guest = instance.browser();
    let fields = [("login", "alice"), ("password", PASSWORD)];
    guest.post("/sign-in", &fields).await.expect(303);
    assert!(guest.is_signed_in().await);
}

/// Shows: passkeys.address
#[tokio::test]
async fn where_browsers_have_no_passkeys_none_is_offered() {
    let instance = TestInstance::configured(|figment| figment.merge(("base_url", "http://127.0.0.1:8000"))).await;
    let alice = instance.person("alice").await;
    let page = alice.browser.get(PASSKEYS).await.expect(200);
    assert!(page.all("[data-passkey]").is_empty());
    assert!(page.text().contains("no passkeys at this address"));
    let page = instance.browser().get("/sign-in").await.expect(200);
    assert!(page.all("[data-passkey]").is_empty());
    let fields = [("act", "add"), ("name", "Key"), ("state", "x"), ("credential", "{}")];
    let page = alice.browser.post(PASSKEYS, &fields).await.expect(422);
    assert_eq!(page.faults(), ["form"]);
    let page = instance.browser().post("/sign-in/passkey", &fields[2..]).await.expect(422);
    assert_eq!(page.faults(), ["form"]);
}

/// Shows: passkeys.add
#[tokio::test]
async fn of_two_first_passkeys_from_two_tabs_one_is_made_again_with_the_others_name_of_the_account() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (one, other) = (alice.browser.asked(PASSKEYS).await, alice.browser.asked(PASSKEYS).await);
    let made = Authenticator::new().create(&one);
    let done = alice.browser.send_new(&one, &made, "Laptop").await;
    shown_codes(&alice.browser.get(done.expect(303).location()).await);
    let device = Authenticator::new();
    let made = device.create(&other);
    let page = alice.browser.send_new(&other, &made, "Phone").await;
    let page = page.expect(422);
    let fault = page.one("[data-fault=form]");
    assert!(fault.contains("in the meantime. Try again."), "{fault}");
    // The page asks again, and what is made then knows the account as the first one does.
    let again = Asked::of(&page);
    assert_eq!(again.options["user"]["id"], one.options["user"]["id"]);
    assert_ne!(again.options["user"]["id"], other.options["user"]["id"]);
    let made = device.create(&again);
    let done = alice.browser.send_new(&again, &made, "Phone").await;
    done.expect(303);
    let rows = instance.dump().await["passkeys"].len();
    assert_eq!(rows, 2);
}
