//! Keys are rotated by the operator's command while people sign in on two nodes: no client meets a token that it can't check.
//! When a key signs and for how long it is published is tested in `tests/signing_keys.rs`, with a clock of its own.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rocket::tokio::task::JoinSet;
use serde_json::Value;

use crate::id_token::verify_id_token;
use crate::support::{App, Client, Node, Site, Store, Town, execute, seconds, until};

/// How many services sign people in at a time.
const CLIENTS: usize = 16;

/// How often the keys are rotated. `PORTICO_ROTATIONS` says how often instead, at most 40: a rotation adds two keys, of which
/// a node knows a hundred.
fn rotations() -> usize {
    let wanted = std::env::var("PORTICO_ROTATIONS").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(3)
}

/// The day for which a key is published before it signs is left out by the clock in its row. That it is published on both
/// nodes is waited for.
/// Shows: openid.keys-rotated
#[tokio::test]
async fn keys_are_rotated_on_two_nodes_without_a_token_that_fails_to_verify() {
    let site = Site::on_postgres().await;
    let nodes = [Node::start(&site.store).await, Node::start(&site.store).await];
    let origins = [nodes[0].origin.clone(), nodes[1].origin.clone()];
    let town = Town::found(&site.store, &nodes[0]).await;
    let app = town.app(&origins[0]).await;
    let seen = Arc::new(Seen::default());
    let mut services = JoinSet::new();
    for number in 0..CLIENTS {
        let service = Service {
            client: Client::new(),
            town: town.clone(),
            app: app.clone(),
            origins: origins.clone(),
            seen: Arc::clone(&seen),
        };
        services.spawn(service.run(number));
    }

    for _ in 0..rotations() {
        let before = seen.sign_ins.load(Ordering::SeqCst);
        let (done, said) = site.store.portico(&["key", "signing", "rotate"]);
        assert!(done, "{said}");
        let next = next_key(&site.store).await;
        let reader = Client::new();
        until("both nodes publish the next key", seconds(60), async || {
            let keys = [read_again(&reader, &origins[0]).await, read_again(&reader, &origins[1]).await];
            keys.iter().all(|keys| keys.contains(&next))
        })
        .await;
        let now = "CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT)";
        let skip = format!("UPDATE signing_keys SET signs_from = {now} WHERE signs_from > {now}");
        execute(&site.store, &skip).await;
        until("both nodes sign with the next key", seconds(60), async || {
            for origin in &origins {
                read_again(&reader, origin).await;
            }
            let signer = seen.signer.lock().unwrap();
            signer.iter().all(|kid| *kid == next)
        })
        .await;
        let after = |count: usize| seen.sign_ins.load(Ordering::SeqCst) >= before + count;
        until("people sign in", seconds(60), async || after(CLIENTS * 4)).await;
    }

    seen.is_over.store(true, Ordering::SeqCst);
    // A service that met a token that it could not check has panicked.
    while let Some(done) = services.join_next().await {
        done.unwrap();
    }
    let kids = seen.kids.lock().unwrap().len();
    assert_eq!(kids, rotations() + 1, "each key has signed");
    println!(
        "{} sign-ins by {kids} keys, the key set fetched {} times",
        seen.sign_ins.load(Ordering::SeqCst),
        seen.fetched.load(Ordering::SeqCst)
    );
    for node in nodes {
        node.must_not_have_blamed_itself();
    }
}

/// What the services have seen together.
#[derive(Default)]
struct Seen {
    is_over: AtomicBool,
    sign_ins: AtomicUsize,
    fetched: AtomicUsize,
    /// The key that each node has signed with last.
    signer: Mutex<[String; 2]>,
    kids: Mutex<BTreeSet<String>>,
}

/// A service that keeps the key set, and fetches it again for a token with a key that it doesn't know.
struct Service {
    client: Client,
    town: Town,
    app: App,
    origins: [String; 2],
    seen: Arc<Seen>,
}

impl Service {
    async fn run(self, number: usize) {
        let mut keys = self.fetch(number).await;
        for round in number.. {
            if self.seen.is_over.load(Ordering::SeqCst) {
                return;
            }
            // The two requests of a sign-in and the key set come from any of the nodes.
            let (here, there) = (round % 2, (round / 2) % 2);
            let code = self.town.openid_code(&self.origins[here], &self.app).await;
            let answer = self.app.exchange_by_form(&self.client, &self.origins[there], &code).await.expect(200);
            let token = answer.json()["id_token"].as_str().unwrap().to_owned();
            let kid = kid_of(&token);
            if !has(&keys, &kid) {
                keys = self.fetch(round / 4).await;
            }
            let claims = verify_id_token(&keys, &token);
            assert!(claims.is_some(), "the key {kid} is not among {keys}");
            assert_eq!(claims.unwrap()["aud"], self.app.client_id);
            self.seen.kids.lock().unwrap().insert(kid.clone());
            self.seen.signer.lock().unwrap()[there] = kid;
            self.seen.sign_ins.fetch_add(1, Ordering::SeqCst);
        }
    }

    async fn fetch(&self, number: usize) -> Value {
        self.seen.fetched.fetch_add(1, Ordering::SeqCst);
        let answer = self.client.get(&self.origins[number % 2], "/oauth/jwks");
        answer.await.expect(200).json()
    }
}

/// The RSA key that was added last: apps sign with RS256 unless their owner chose otherwise.
async fn next_key(store: &Store) -> String {
    let (done, said) = store.portico(&["key", "signing", "list", "--json"]);
    assert!(done, "{said}");
    let said = said.lines().find(|line| line.starts_with('{')).unwrap();
    let keys: Value = serde_json::from_str(said).unwrap();
    let is_next = |key: &&Value| key["does"] == "next" && key["alg"] == "RS256";
    let found = keys["keys"].as_array().unwrap().iter().find(is_next);
    found.unwrap()["kid"].as_str().unwrap().to_owned()
}

/// Has a node read the keys from the database, as it does for a token with an unknown one, rather than wait for a minute.
/// The keys that it publishes.
async fn read_again(client: &Client, origin: &str) -> String {
    let encode = |text: &str| BASE64_URL_SAFE_NO_PAD.encode(text);
    let header = encode(r#"{"alg":"RS256","kid":"unknown","typ":"JWT"}"#);
    let hint = format!("{header}.{}.{}", encode("{}"), encode("none"));
    let path = format!("/oauth/logout?id_token_hint={hint}");
    let answer = client.get(origin, &path).await;
    assert!(answer.status < 400, "{}", answer.text);
    client.get(origin, "/oauth/jwks").await.expect(200).text
}

fn kid_of(token: &str) -> String {
    let header = BASE64_URL_SAFE_NO_PAD.decode(token.split('.').next().unwrap());
    let header: Value = serde_json::from_slice(&header.unwrap()).unwrap();
    header["kid"].as_str().unwrap().to_owned()
}

fn has(keys: &Value, kid: &str) -> bool {
    let keys = keys["keys"].as_array().unwrap();
    keys.iter().any(|key| key["kid"] == kid)
}
