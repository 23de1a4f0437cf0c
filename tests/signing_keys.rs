//! The keys that sign ID tokens: while they are generated, rotated, revoked, erased, and sealed under another instance key.
//! `cli/signing.rs` tests the commands, `routes/oauth_discovery.rs` what is published.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use portico_crypto::sealing;
use portico_platform::database::Database;
use portico_store::models::oauth::signing_key::{
    self, AT_THE_EARLIEST, Algorithm, Entity, ID_TOKEN_LIFETIME, Model, PUBLISHED_AFTER, PUBLISHED_AHEAD, Use,
};
use rocket::futures::future::join_all;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};
use serde_json::{Value, json};

use crate::keys::{NEW, OLD};
use crate::support::{TestInstance, verify_id_token};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);

async fn rows(instance: &TestInstance) -> Vec<Model> {
    signing_key::all(&instance.app.db).await.unwrap()
}

/// What each key is used for at the moment, the oldest first.
async fn uses(instance: &TestInstance) -> Vec<Use> {
    let rows = rows(instance).await;
    let now = instance.clock.now();
    rows.iter().map(|row| row.used_for(&rows, now)).collect()
}

async fn sign(instance: &TestInstance, algorithm: Algorithm, claims: &Value) -> String {
    let keys = &instance.app.signing_keys;
    keys.sign(&instance.app, algorithm, claims).await.unwrap()
}

async fn jwks(instance: &TestInstance) -> Value {
    let text = instance.app.signing_keys.jwks(&instance.app).await.unwrap();
    serde_json::from_str(&text).unwrap()
}

/// What the instance itself says of a token.
async fn hint(instance: &TestInstance, token: &str) -> Option<Value> {
    let keys = &instance.app.signing_keys;
    keys.verify(&instance.app, token).await.unwrap()
}

async fn erase(instance: &TestInstance) -> u64 {
    let now = instance.clock.now();
    signing_key::erase_retired(&instance.app.db, now, 100).await.unwrap()
}

/// Shows: openid.keys-made-once
#[tokio::test]
async fn processes_that_start_at_once_generate_one_key_for_each_algorithm() {
    let instance = TestInstance::open().await;
    let other = instance.beside(|figment| figment).await;
    Entity::delete_many().exec(&*instance.app.db).await.unwrap();
    let starts = [&instance, &other, &instance].map(|node| signing_key::ensure(&node.app));
    for started in join_all(starts).await {
        started.unwrap();
    }
    let algorithms: Vec<_> = rows(&instance).await.into_iter().map(|row| row.alg).collect();
    assert_eq!(algorithms.len(), 2, "{algorithms:?}");
    assert_ne!(algorithms[0], algorithms[1]);
    let before = rows(&instance).await;
    signing_key::ensure(&instance.app).await.unwrap();
    assert_eq!(rows(&instance).await, before);
    for algorithm in Algorithm::ALL {
        let token = sign(&instance, algorithm, &json!({ "sub": "1" })).await;
        assert!(verify_id_token(&jwks(&other).await, &token).is_some());
    }
}

#[tokio::test]
async fn without_a_key_nothing_is_signed_and_the_log_says_why() {
    let instance = TestInstance::open().await;
    Entity::delete_many().exec(&*instance.app.db).await.unwrap();
    let refused = instance.app.signing_keys.sign(&instance.app, Algorithm::Es256, &json!({})).await.unwrap_err();
    assert_eq!(refused.to_string(), "internal: no ES256 key signs");
    assert_eq!(jwks(&instance).await, json!({ "keys": [] }));
}

/// A token that is not expired yet.
struct Issued {
    token: String,
    expires_at: i64,
}

/// Two nodes sign in turn. Ten clients fetch the key set every ten minutes, each at another minute.
/// Shows: openid.keys-rotated
#[tokio::test]
async fn while_keys_are_rotated_every_unexpired_token_verifies_with_what_clients_know() {
    let instance = TestInstance::open().await;
    let nodes = [instance.beside(|figment| figment).await, instance];
    let clock = nodes[0].clock.clone();
    let lifetime = i64::try_from(ID_TOKEN_LIFETIME.as_millis()).unwrap();
    let start = clock.now();
    // What each client holds, and when it fetches that again.
    let keys = jwks(&nodes[0]).await;
    let mut clients: Vec<(Value, i64)> = (1..=10).map(|minutes| (keys.clone(), start + minutes * 60_000)).collect();
    let mut issued: Vec<Issued> = Vec::new();
    let mut signers: Vec<String> = Vec::new();
    let steps = [0, 40].map(|hours| HOUR * hours);
    for minute in 0..(3 * 24 * 60) {
        let since = MINUTE * minute;
        // Every minute around an event, and otherwise every eighth.
        let is_near = |event: Duration| since.abs_diff(event) < MINUTE * 15;
        let near = steps.iter().any(|step| {
            is_near(*step) || is_near(*step + PUBLISHED_AHEAD) || is_near(*step + PUBLISHED_AHEAD + PUBLISHED_AFTER)
        });
        if !near && minute % 8 != 0 {
            continue;
        }
        clock.set(start + i64::try_from(since.as_millis()).unwrap());
        if steps.contains(&since) {
            signing_key::rotate(&nodes[0].app).await.unwrap();
        }
        let now = clock.now();
        let node = &nodes[usize::try_from(minute % 2).unwrap()];
        let other = &nodes[usize::try_from((minute + 1) % 2).unwrap()];
        for client in &mut clients {
            if now >= client.1 {
                *client = (jwks(other).await, now + 10 * 60_000);
            }
        }
        let algorithm = Algorithm::ALL[usize::from(minute % 16 != 0)];
        let token = sign(node, algorithm, &json!({ "iat": now })).await;
        let signer = rows(node).await;
        let signer = signer.iter().find(|row| token_kid(&token) == row.kid);
        signers.push(signer.unwrap().kid.clone());
        issued.push(Issued { token, expires_at: now + lifetime });
        issued.retain(|one| one.expires_at > now);
        for one in &issued {
            for (keys, _) in &clients {
                assert!(verify_id_token(keys, &one.token).is_some(), "at minute {minute}");
            }
            assert!(hint(other, &one.token).await.is_some(), "at minute {minute}");
        }
    }
    signers.sort();
    signers.dedup();
    // Two rotations, so three keys of each algorithm signed.
    assert_eq!(signers.len(), 6, "{signers:?}");
}

/// The name of the key in the header of a token.
fn token_kid(token: &str) -> String {
    portico_crypto::jwt::UnverifiedToken::read(token).unwrap().kid
}

#[tokio::test]
async fn the_next_keys_are_published_a_day_before_they_sign_and_the_old_ones_an_hour_longer() {
    let instance = TestInstance::open().await;
    signing_key::rotate(&instance.app).await.unwrap();
    let refused = signing_key::rotate(&instance.app).await.unwrap_err();
    assert!(refused.to_string().contains("do not sign yet"), "{refused}");
    let (old, next) = ([Use::Signs; 2], [Use::Next; 2]);
    assert_eq!(uses(&instance).await, [old, next].concat());
    // Known to this node within a minute.
    instance.clock.advance(MINUTE);
    assert_eq!(jwks(&instance).await["keys"].as_array().unwrap().len(), 4);
    instance.clock.advance(PUBLISHED_AHEAD - MINUTE - Duration::from_millis(1));
    assert_eq!(uses(&instance).await, [old, next].concat());
    instance.clock.advance(Duration::from_millis(1));
    let (old, next) = ([Use::Published; 2], [Use::Signs; 2]);
    assert_eq!(uses(&instance).await, [old, next].concat());
    instance.clock.advance(PUBLISHED_AFTER - Duration::from_millis(1));
    assert_eq!(uses(&instance).await, [old, next].concat());
    assert_eq!(erase(&instance).await, 0);
    instance.clock.advance(Duration::from_millis(1));
    assert_eq!(uses(&instance).await, [[Use::Retired; 2], next].concat());
    assert_eq!(jwks(&instance).await["keys"].as_array().unwrap().len(), 2);
    signing_key::rotate(&instance.app).await.unwrap();
}

/// Shows: secrets.signing-keys
#[tokio::test]
async fn a_key_that_signs_no_more_is_erased_and_still_verifies_logout_hints() {
    let instance = TestInstance::open().await;
    let tokens = [
        sign(&instance, Algorithm::Rs256, &json!({ "sub": "1" })).await,
        sign(&instance, Algorithm::Es256, &json!({ "sub": "1" })).await,
    ];
    signing_key::rotate(&instance.app).await.unwrap();
    instance.clock.advance(PUBLISHED_AHEAD + PUBLISHED_AFTER);
    instance.run_cleanup_with_second_look().await;
    let sealed: Vec<bool> = rows(&instance).await.iter().map(|row| row.private_sealed.is_some()).collect();
    assert_eq!(sealed, [false, false, true, true]);
    instance.clock.advance(HOUR * 24 * 365);
    for token in &tokens {
        assert_eq!(hint(&instance, token).await, Some(json!({ "sub": "1" })));
    }
    // Once more, which erases nothing.
    assert_eq!(erase(&instance).await, 0);
}

/// Shows: openid.keys-revoked
#[tokio::test]
async fn revoked_keys_are_replaced_in_two_minutes_and_what_they_signed_is_refused() {
    let instance = TestInstance::open().await;
    let other = instance.beside(|figment| figment).await;
    // One waits to sign, and falls with the others.
    signing_key::rotate(&instance.app).await.unwrap();
    let old = rows(&instance).await;
    let early = sign(&other, Algorithm::Es256, &json!({})).await;
    let rotated = signing_key::revoke_and_rotate(&instance.app).await.unwrap();
    let at = i64::try_from(AT_THE_EARLIEST.as_millis()).unwrap();
    assert_eq!(rotated.signs_from, instance.clock.now() + at);
    instance.clock.advance(AT_THE_EARLIEST - Duration::from_millis(1));
    // The node that has not read them since signs with the old key until the last moment, and not beyond.
    let last = sign(&other, Algorithm::Es256, &json!({})).await;
    assert!(old.iter().any(|row| row.kid == token_kid(&last)));
    instance.clock.advance(Duration::from_millis(1));
    for node in [&instance, &other] {
        let token = sign(node, Algorithm::Es256, &json!({})).await;
        assert!(rotated.added.iter().any(|row| row.kid == token_kid(&token)));
        assert!(hint(node, &token).await.is_some());
        for stale in [&early, &last] {
            assert_eq!(hint(node, stale).await, None);
        }
    }
    instance.clock.advance(MINUTE);
    for node in [&instance, &other] {
        let keys = jwks(node).await;
        assert_eq!(keys["keys"].as_array().unwrap().len(), 2);
        assert!(verify_id_token(&keys, &early).is_none());
        let token = sign(node, Algorithm::Rs256, &json!({})).await;
        assert!(verify_id_token(&keys, &token).is_some());
    }
    assert_eq!(erase(&instance).await, 4);
    instance.clock.advance(PUBLISHED_AHEAD * 2);
    let expected = [[Use::Revoked; 4].as_slice(), &[Use::Signs; 2]].concat();
    assert_eq!(uses(&instance).await, expected);
}

#[tokio::test]
async fn of_two_rotations_at_once_one_is_refused() {
    let instance = TestInstance::open().await;
    let other = instance.beside(|figment| figment).await;
    let rotations = [&instance, &other].map(|node| signing_key::rotate(&node.app));
    let rotated = join_all(rotations).await;
    assert_eq!(rotated.iter().filter(|one| one.is_ok()).count(), 1);
    assert_eq!(rows(&instance).await.len(), 4);
}

/// Shows: openid.signed
#[tokio::test]
async fn tokens_of_other_instances_are_not_ours() {
    let instance = TestInstance::open().await;
    let stranger = TestInstance::open().await;
    signing_key::revoke_and_rotate(&stranger.app).await.unwrap();
    stranger.clock.advance(AT_THE_EARLIEST);
    for algorithm in Algorithm::ALL {
        let token = sign(&stranger, algorithm, &json!({ "sub": "1" })).await;
        assert_eq!(hint(&instance, &token).await, None);
        // With the name of one of our keys it is theirs as well.
        let ours = sign(&instance, algorithm, &json!({ "sub": "2" })).await;
        let parts: Vec<&str> = ours.split('.').collect();
        let theirs: Vec<&str> = token.split('.').collect();
        let mixed = [parts[0], theirs[1], theirs[2]].join(".");
        assert_eq!(hint(&instance, &mixed).await, None);
        assert!(hint(&instance, &ours).await.is_some());
    }
    for text in ["", "a.b.c", "..", "eyJhbGciOiJub25lIn0.e30."] {
        assert_eq!(hint(&instance, text).await, None);
    }
}

/// Shows: openid.keys-asked
#[tokio::test]
async fn tokens_that_name_unknown_keys_cause_at_most_one_query_per_second() {
    let stranger = TestInstance::open().await;
    signing_key::revoke_and_rotate(&stranger.app).await.unwrap();
    stranger.clock.advance(AT_THE_EARLIEST);
    let token = sign(&stranger, Algorithm::Es256, &json!({})).await;
    let queries = Arc::new(AtomicUsize::new(0));
    let counted = queries.clone();
    let instance = TestInstance::watched(move |statement| {
        if statement.sql.contains("signing_keys") {
            counted.fetch_add(1, Ordering::SeqCst);
        }
    })
    .await;
    jwks(&instance).await;
    queries.store(0, Ordering::SeqCst);
    for _ in 0..3 {
        instance.clock.advance(Duration::from_secs(1));
        join_all((0..100).map(|_| hint(&instance, &token))).await;
    }
    assert_eq!(queries.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn a_key_that_another_node_added_is_known_as_soon_as_a_token_names_it() {
    let instance = TestInstance::open().await;
    let other = instance.beside(|figment| figment).await;
    Entity::delete_many().exec(&*instance.app.db).await.unwrap();
    jwks(&other).await;
    signing_key::ensure(&instance.app).await.unwrap();
    let token = sign(&instance, Algorithm::Es256, &json!({})).await;
    instance.clock.advance(Duration::from_secs(1));
    assert!(hint(&other, &token).await.is_some());
}

/// The clocks of a suspended machine: the monotonic one stood still.
#[tokio::test]
async fn a_node_whose_clock_jumped_reads_the_keys_again_before_it_signs() {
    let instance = TestInstance::open().await;
    let other = instance.beside(|figment| figment).await;
    let before = sign(&other, Algorithm::Es256, &json!({})).await;
    signing_key::rotate(&instance.app).await.unwrap();
    let later = instance.clock.now() + i64::try_from(PUBLISHED_AHEAD.as_millis()).unwrap();
    instance.clock.set(later);
    let after = sign(&other, Algorithm::Es256, &json!({})).await;
    assert_ne!(token_kid(&before), token_kid(&after));
    // Set back, the keys are those of that time.
    instance.clock.set(later - 60_000);
    let again = sign(&other, Algorithm::Es256, &json!({})).await;
    assert_eq!(token_kid(&before), token_kid(&again));
}

/// Shows: secrets.signing-keys
#[tokio::test]
async fn a_private_key_opens_in_its_own_row_and_under_this_instances_key_alone() {
    let instance = TestInstance::open().await;
    let [rsa, ec] = rows(&instance).await.try_into().unwrap();
    let open = |id: i64, row: &Model| {
        let sealed = row.private_sealed.as_ref().unwrap();
        let context = format!("signing key {id}");
        sealing::open(&instance.app.key, context.as_bytes(), sealed)
    };
    assert!(open(rsa.id, &rsa).is_ok() && open(ec.id, &ec).is_ok());
    assert!(open(ec.id, &rsa).is_err());
    let stranger = TestInstance::open().await;
    let sealed = rsa.private_sealed.as_ref().unwrap();
    let context = format!("signing key {}", rsa.id);
    assert!(sealing::open(&stranger.app.key, context.as_bytes(), sealed).is_err());
    // In the place of another one, it signs nothing.
    let mut moved = ec.clone().into_active_model();
    moved.private_sealed = Set(rsa.private_sealed.clone());
    moved.update(&*instance.app.db).await.unwrap();
    let keys = &instance.app.signing_keys;
    let refused = keys.sign(&instance.app, Algorithm::Es256, &json!({})).await;
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("can't be used"), "{refused}");
    assert!(refused.contains("rotate --now"), "{refused}");
    // The other algorithm does not suffer from it.
    sign(&instance, Algorithm::Rs256, &json!({})).await;
    let seen = format!("{rsa:?} {:?}", instance.app.signing_keys);
    let shown = format!("{sealed:?}");
    assert!(!seen.contains(shown.trim_matches(['[', ']'])), "{seen}");
}

/// Shows: secrets.rotation
#[tokio::test]
async fn tokens_are_signed_and_verified_before_during_and_after_a_change_of_the_instance_key() {
    let with = |seals: &'static str, opens: &'static [&'static str]| {
        move |figment: rocket::figment::Figment| {
            figment.merge(("secret_key", seals)).merge(("further_secret_keys", opens))
        }
    };
    let instance = TestInstance::configured(with(OLD, &[])).await;
    let token = sign(&instance, Algorithm::Rs256, &json!({ "sub": "1" })).await;
    let both = instance.beside(with(NEW, &[OLD])).await;
    let counts = signing_key::count_sealed(&both.app).await.unwrap();
    assert_eq!(counts.under(instance.app.key.id()), 2);
    assert_eq!(signing_key::reseal(&both.app).await.unwrap(), (2, 0));
    assert_eq!(signing_key::reseal(&both.app).await.unwrap(), (0, 0));
    let counts = signing_key::count_sealed(&both.app).await.unwrap();
    assert_eq!(counts.under(both.app.key.id()), 2);
    let after = instance.beside(with(NEW, &[])).await;
    for node in [&both, &after] {
        assert!(hint(node, &token).await.is_some());
        let later = sign(node, Algorithm::Rs256, &json!({})).await;
        assert_eq!(token_kid(&later), token_kid(&token));
    }
    // A process that has the old key alone reports it, and can't seal them again.
    let unusable = signing_key::unusable(&instance.app).await.unwrap();
    assert_eq!(unusable.len(), 2);
    assert!(unusable[0].1.contains("does not have"), "{unusable:?}");
    assert_eq!(signing_key::reseal(&instance.app).await.unwrap(), (0, 2));
}

/// Shows: secrets.key-lost
#[tokio::test]
async fn where_the_instance_key_is_lost_new_keys_sign_after_two_minutes() {
    let instance = TestInstance::configured(|figment| figment.merge(("secret_key", OLD))).await;
    let lost = instance.beside(|figment| figment.merge(("secret_key", NEW))).await;
    let keys = &lost.app.signing_keys;
    let sign_now = async || keys.sign(&lost.app, Algorithm::Rs256, &json!({})).await;
    assert!(sign_now().await.is_err());
    signing_key::revoke_and_rotate(&lost.app).await.unwrap();
    assert!(sign_now().await.is_err());
    lost.clock.advance(AT_THE_EARLIEST);
    let token = sign_now().await.unwrap();
    assert!(verify_id_token(&jwks(&lost).await, &token).is_some());
}

/// While the database can't be reached, what a node read within a minute is enough.
#[tokio::test]
async fn a_node_signs_without_the_database_for_a_minute_and_then_says_that_it_is_unavailable() {
    let instance = TestInstance::open().await;
    sign(&instance, Algorithm::Es256, &json!({})).await;
    let own = Database::connect(instance.database_url()).await.unwrap();
    instance.app.db.close().await.unwrap();
    instance.clock.advance(MINUTE - Duration::from_millis(1));
    sign(&instance, Algorithm::Es256, &json!({})).await;
    instance.clock.advance(Duration::from_millis(1));
    let keys = &instance.app.signing_keys;
    let refused = keys.sign(&instance.app, Algorithm::Es256, &json!({})).await;
    refused.unwrap_err();
    own.close().await.unwrap();
}

/// The program of a later version may sign in ways that this one doesn't know.
#[tokio::test]
async fn a_key_of_an_unknown_algorithm_is_left_alone() {
    let instance = TestInstance::open().await;
    let mut row = rows(&instance).await.remove(1);
    row.id += 1;
    row.alg = "EdDSA".to_owned();
    row.kid = "later".to_owned();
    row.jwk = r#"{"crv":"Ed25519","kty":"OKP","x":"AA"}"#.to_owned();
    let inserted = row.into_active_model().insert(&*instance.app.db).await;
    inserted.unwrap();
    sign(&instance, Algorithm::Es256, &json!({})).await;
    assert_eq!(jwks(&instance).await["keys"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_key_is_deleted_once_it_is_published_no_more() {
    let instance = TestInstance::open().await;
    let token = sign(&instance, Algorithm::Es256, &json!({})).await;
    let kid = token_kid(&token);
    signing_key::rotate(&instance.app).await.unwrap();
    for _ in 0..2 {
        let refused = signing_key::delete(&instance.app, &kid).await.unwrap_err();
        assert!(refused.to_string().contains("still published"), "{refused}");
        instance.clock.advance(PUBLISHED_AHEAD);
    }
    // The clock moved past the day and the hour.
    signing_key::delete(&instance.app, &kid).await.unwrap();
    let gone = signing_key::delete(&instance.app, &kid).await.unwrap_err();
    assert_eq!(gone.to_string(), "not found");
    instance.clock.advance(MINUTE);
    assert_eq!(hint(&instance, &token).await, None);
}

/// A hundred tasks at once wait for one query.
#[tokio::test]
async fn the_keys_are_read_once_however_many_ask_for_them() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = seen.clone();
    let instance = TestInstance::watched(move |statement| {
        if statement.sql.contains("signing_keys") {
            noted.lock().unwrap().push(statement.sql.clone());
        }
    })
    .await;
    seen.lock().unwrap().clear();
    join_all((0..100).map(|_| sign(&instance, Algorithm::Es256, &Value::Null))).await;
    assert_eq!(seen.lock().unwrap().len(), 1);
}
