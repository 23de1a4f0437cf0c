//! `portico key signing …`: showing, rotating and deleting the keys that sign ID tokens.

use portico_rules::clock::Clock;
use portico_store::models::oauth::signing_key::{Algorithm, PUBLISHED_AFTER, PUBLISHED_AHEAD};
use serde_json::{Value, json};

use super::{Ran, portico};
use crate::support::{TestDatabase, TestInstance};

/// The application on the database that the commands work on, at the machine's time.
async fn instance_on(database: &TestDatabase) -> TestInstance {
    let instance = TestInstance::open_on(database).await;
    instance.clock.set(Clock::system().now());
    instance
}

fn signing(database: &TestDatabase, arguments: &[&str]) -> Ran {
    portico(database, &[&["key", "signing"], arguments].concat(), "")
}

/// What each key does, the oldest first.
fn listed(database: &TestDatabase) -> Vec<Value> {
    let list = signing(database, &["list", "--json"]).done().out;
    let list: Value = serde_json::from_str(&list).unwrap();
    list["keys"].as_array().unwrap().clone()
}

fn column(keys: &[Value], name: &str) -> Vec<String> {
    keys.iter().map(|key| key[name].as_str().unwrap_or("-").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn keys_are_listed_and_the_next_ones_added_a_day_ahead_once() {
    let database = TestDatabase::create().await;
    let instance = instance_on(&database).await;
    let keys = listed(&database);
    assert_eq!(column(&keys, "alg"), ["RS256", "ES256"]);
    assert_eq!(column(&keys, "does"), ["signs", "signs"]);
    assert_eq!(column(&keys, "signs_until"), ["-", "-"]);
    let ran = signing(&database, &["rotate"]).done();
    let keys = listed(&database);
    assert_eq!(column(&keys, "does"), ["signs", "signs", "next", "next"]);
    let from = column(&keys, "signs_from");
    assert_eq!(column(&keys, "signs_until"), [&from[2], &from[3], "-", "-"]);
    assert!(ran.out.contains(&from[2]), "{}", ran.out);
    for kid in column(&keys[2..], "kid") {
        assert!(ran.out.contains(&kid), "{}", ran.out);
    }
    let told = signing(&database, &["rotate"]).refused();
    assert!(told.contains("do not sign yet"), "{told}");
    assert_eq!(listed(&database), keys);
    // As text, with the same columns.
    let text = signing(&database, &["list"]).done().out;
    for (line, key) in text.lines().skip(1).zip(&keys) {
        for name in ["kid", "alg", "does", "signs_from"] {
            assert!(line.contains(key[name].as_str().unwrap()), "{text}");
        }
    }
    drop(instance);
}

/// Shows: openid.keys-revoked
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn keys_in_the_wrong_hands_are_replaced_at_once() {
    let database = TestDatabase::create().await;
    let instance = instance_on(&database).await;
    signing(&database, &["rotate"]).done();
    let ran = signing(&database, &["rotate", "--now"]).done();
    let keys = listed(&database);
    assert_eq!(keys.len(), 6);
    let from = column(&keys[4..], "signs_from");
    assert!(ran.out.contains("every other key is revoked"), "{}", ran.out);
    assert!(ran.out.contains(&from[0]), "{}", ran.out);
    assert_eq!(column(&keys[..4], "signs_until"), vec![from[0].clone(); 4]);
    instance.clock.advance(PUBLISHED_AFTER);
    let token = instance.app.signing_keys.sign(&instance.app, Algorithm::Es256, &json!({})).await.unwrap();
    let kid = portico_crypto::jwt::UnverifiedToken::read(&token).unwrap().kid;
    assert!(column(&keys[4..], "kid").contains(&kid));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_key_is_dropped_once_it_is_retired_and_other_names_are_refused() {
    let database = TestDatabase::create().await;
    let instance = instance_on(&database).await;
    let kid = column(&listed(&database), "kid").remove(0);
    let told = signing(&database, &["drop", &kid]).refused();
    assert!(told.contains("still published"), "{told}");
    let told = signing(&database, &["drop", "latest"]).refused();
    assert!(told.contains("no signing key `latest`"), "{told}");
    // Rotated long ago.
    let now = instance.clock.now();
    let ago = (PUBLISHED_AHEAD + PUBLISHED_AFTER).as_millis();
    instance.clock.set(now - i64::try_from(ago).unwrap());
    portico_store::models::oauth::signing_key::rotate(&instance.app).await.unwrap();
    signing(&database, &["drop", &kid]).done();
    assert!(!column(&listed(&database), "kid").contains(&kid));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_key_whose_name_begins_like_an_option_is_found() {
    let database = TestDatabase::create().await;
    let instance = instance_on(&database).await;
    for kid in ["-hR2x_0", "--hR2x_0", "-"] {
        let told = signing(&database, &["drop", kid]).refused();
        assert!(told.contains(&format!("no signing key `{kid}`")), "{told}");
    }
    drop(instance);
}

/// Shows: leaks.command-line, secrets.signing-keys
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn nothing_that_the_commands_print_or_log_shows_a_private_key() {
    let database = TestDatabase::create().await;
    let instance = instance_on(&database).await;
    let mut said = String::new();
    for arguments in [&["list"][..], &["rotate"], &["rotate", "--now"], &["list", "--json"]] {
        let ran = signing(&database, arguments).done();
        said += &(ran.out + &ran.err);
    }
    crate::support::leaks::expect_none("the command line", &said);
    // PKCS #8 in base64 begins with this for RSA and P-256.
    for start in ["MIIEv", "MIGHAgEA"] {
        assert!(!said.contains(start), "{said}");
    }
    drop(instance);
}
