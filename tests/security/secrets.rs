//! The life of an account with every kind of secret, logged at the most verbose level; then a search for each secret in the
//! log, the metrics, all pages and the whole database. Every other test is searched in the same way for the secrets it
//! created.

use std::collections::{BTreeMap, BTreeSet};

use rocket::http::ContentType;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::{Answer, Back, Browser, CALLBACK, TestInstance, leaks};

const FIRST_PASSWORD: &str = "hush-the-first-password";
const WRONG_PASSWORD: &str = "hush-a-mistyped-password";
const SECOND_PASSWORD: &str = "hush-the-second-password";
const NUMBER: &str = "+4915112345642";
const VERIFIER: &str = "hush-the-verifier-of-an-app-that-signs-in-7";
const CHALLENGE: &str = "VeEJH3bo76NcMX5gJES2OXjJHBxwfezts8k0UamPgFI";

/// Secrets by what they are.
#[derive(Default)]
struct Secrets(BTreeMap<String, String>);

impl Secrets {
    fn add(&mut self, what: &str, secret: &str) -> String {
        assert!(!secret.is_empty(), "{what}");
        self.0.insert(what.to_owned(), secret.to_owned());
        secret.to_owned()
    }

    /// Those that stand in a text, as they are or in hexadecimal. Digits count only where they stand alone.
    fn within(&self, text: &str) -> BTreeSet<&str> {
        let hex = |secret: &str| -> String { secret.bytes().map(|byte| format!("{byte:02x}")).collect() };
        self.0
            .iter()
            .filter(|(_, secret)| stands_in(secret, text) || text.contains(&hex(secret)))
            .map(|(what, _)| what.as_str())
            .collect()
    }
}

fn stands_in(secret: &str, text: &str) -> bool {
    text.match_indices(secret).any(|(at, _)| {
        let joined = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let around = [text[..at].chars().next_back(), text[at + secret.len()..].chars().next()];
        secret.len() > 8 || !around.into_iter().any(joined)
    })
}

struct Life<'h> {
    instance: &'h TestInstance,
    browser: Browser<'h>,
    secrets: Secrets,
}

impl Life<'_> {
    async fn post(&self, path: &str, fields: &[(&str, &str)], status: u16) -> Answer {
        self.browser.post(path, fields).await.expect(status)
    }

    fn note_session(&mut self, what: &str) {
        let session = self.browser.cookie("portico").unwrap();
        self.secrets.add(what, &session);
    }

    async fn account(&mut self) {
        for (what, password) in [
            ("first password", FIRST_PASSWORD),
            ("mistyped password", WRONG_PASSWORD),
            ("second password", SECOND_PASSWORD),
        ] {
            self.secrets.add(what, password);
        }
        let named = [("nickname", "ada"), ("name", "Ada"), ("password", FIRST_PASSWORD)];
        self.post("/sign-up", &named, 303).await;
        self.note_session("first session");
        self.post("/sign-out", &[], 303).await;
        let wrong = [("login", "ada"), ("password", WRONG_PASSWORD)];
        self.post("/sign-in", &wrong, 422).await;
        let right = [("login", "ada"), ("password", FIRST_PASSWORD)];
        self.post("/sign-in", &right, 303).await;
        self.note_session("second session");
        let change = [("current", FIRST_PASSWORD), ("password", SECOND_PASSWORD)];
        self.post("/settings/password", &change, 303).await;
        self.note_session("third session");
        let again = [("password", SECOND_PASSWORD), ("next", "/portal")];
        self.post("/confirm", &again, 303).await;
        self.note_session("fourth session");
    }

    async fn phone(&mut self) {
        self.secrets.add("phone number", NUMBER);
        self.post("/settings/phone", &[("phone", NUMBER)], 303).await;
        let text = self.instance.app.sms.outbox().unwrap().messages().remove(0).text;
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let code = self.secrets.add("phone code", &digits[..6]);
        let wrong = format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000);
        let path = "/settings/phone/verify";
        self.post(path, &[("code", &wrong)], 422).await;
        self.post(path, &[("code", &code)], 303).await;
    }

    async fn webhook(&mut self) {
        self.post("/servers", &[("name", "Acme")], 303).await;
        let page = self.browser.get("/portal/webhooks/new").await.expect(200);
        let channel = page
            .attributes("[name=channel_id] option, input[name=channel_id]", "value")
            .into_iter()
            .find(|value| !value.is_empty())
            .unwrap();
        let fields = [("channel_id", channel.as_str()), ("name", "Builds")];
        let made = self.post("/portal/webhooks", &fields, 303).await;
        let page = made.location().strip_suffix("?reveal").unwrap().to_owned();
        let old = self.runtime_url(&page).await;
        self.secrets.add("old webhook token", old.rsplit('/').next().unwrap());
        self.use_url(&old, 200).await;
        self.post(&format!("{page}/url"), &[], 303).await;
        let new = self.runtime_url(&page).await;
        self.secrets.add("webhook token", new.rsplit('/').next().unwrap());
        self.use_url(&old, 404).await;
        self.use_url(&new, 200).await;
        for act in ["test", "pause"] {
            self.post(&format!("{page}/{act}"), &[], 303).await;
        }
        self.use_url(&new, 404).await;
        self.post(&format!("{page}/resume"), &[], 303).await;
        self.instance.app.settled().await;
    }

    async fn runtime_url(&self, page: &str) -> String {
        let shown = self.browser.get(&format!("{page}?reveal")).await;
        let shown = shown.expect(200);
        let url = [shown.all("#runtime-url"), shown.attributes("#runtime-url", "value")].concat();
        let url = url.into_iter().find(|url| !url.is_empty()).unwrap();
        url.strip_prefix("http://localhost:8000").unwrap().to_owned()
    }

    /// Posts as programs do, and as people who err: with broken bodies, by other methods, to paths beside it.
    async fn use_url(&self, path: &str, status: u16) {
        let instance = self.instance;
        let body = br#"{"content":"the ship is in"}"#;
        instance.post_json(path, &[], body).await.expect(status);
        instance.post_json(path, &[("Idempotency-Key", "k")], body).await.expect(status);
        instance.post_json(path, &[], b"{").await;
        instance.post_json(&format!("{path}/messages"), &[], body).await.expect(404);
        instance.browser().get(path).await.expect(405);
        instance.browser().get(&format!("/nothing{path}")).await.expect(404);
        instance.browser().get(&format!("/?url={path}")).await.expect(200);
    }

    async fn app(&mut self) {
        let fields = [("name", "Forge"), ("redirect_uris", CALLBACK)];
        let made = self.post("/portal/apps", &fields, 303).await;
        let page = made.location().to_owned();
        let id = page.rsplit('/').next().unwrap().to_owned();
        let first = self.client_secret(&page).await;
        self.secrets.add("client secret", &first);
        self.post(&format!("{page}/secrets"), &[], 303).await;
        let second = self.client_secret(&page).await;
        self.secrets.add("second client secret", &second);
        self.secrets.add("verifier", VERIFIER);

        let mut link = form_urlencoded::Serializer::new("/oauth/authorize?".to_owned());
        link.append_pair("client_id", &id)
            .append_pair("redirect_uri", CALLBACK)
            .append_pair("state", "hush-the-state-of-the-app")
            .append_pair("code_challenge", CHALLENGE)
            .append_pair("code_challenge_method", "S256");
        let link = link.finish();
        let code = self.approve(&link).await;
        let body = |secret: &str, code: &str, verifier: &str| {
            json!({
                "client_id": id,
                "client_secret": secret,
                "code": code,
                "redirect_uri": CALLBACK,
                "code_verifier": verifier,
            })
        };
        for (answer, status) in [
            (body(&second[..second.len() - 1], &code, VERIFIER), 401),
            (body(&second, &code, &VERIFIER.replace('h', "j")), 400),
            (body(&first, &code, VERIFIER), 200),
            (body(&first, &code, VERIFIER), 400),
        ] {
            self.instance.token(answer.to_string()).await.expect(status);
        }
        self.err_with(&body(&first, &code, VERIFIER)).await;
    }

    /// Sends what is secret where it does not belong.
    async fn err_with(&self, body: &Value) {
        let whole = body.to_string();
        let instance = self.instance;
        instance.token(&whole[..whole.len() - 1]).await.expect(400);
        instance.token(whole.replacen('{', "{\"code\":1,", 1)).await.expect(400);
        instance.token(format!("[{whole}]")).await.expect(400);
        let typed = instance.client.post("/oauth/token").header(ContentType::Form);
        let answer = Answer::read(typed.body(whole.clone()).dispatch().await).await;
        leaks::look_at(&answer.expect(400));
        let mut query = form_urlencoded::Serializer::new(String::new());
        for (name, value) in body.as_object().unwrap() {
            query.append_pair(name, value.as_str().unwrap());
        }
        let query = query.finish();
        instance.browser().get(&format!("/oauth/token?{query}")).await.expect(405);
        instance.browser().get(&format!("/nothing?{query}")).await.expect(404);
        instance.browser().get(&format!("/oauth/authorize?{query}")).await;
        let fields = [("login", whole.as_str()), ("nickname", whole.as_str())];
        instance.browser().post("/sign-up", &fields).await.expect(422);
    }

    async fn client_secret(&self, page: &str) -> String {
        let shown = self.browser.get(page).await.expect(200);
        let secret = [shown.all("#client-secret"), shown.attributes("#client-secret", "value")];
        secret.concat().into_iter().find(|text| !text.is_empty()).unwrap()
    }

    async fn approve(&mut self, link: &str) -> String {
        let page = self.browser.get(link).await.expect(200);
        let fields = page.fields("#consent");
        let token = fields.iter().find(|(name, _)| name == "token").unwrap();
        self.secrets.add("form token", &token.1);
        let mut sent: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        sent.push(("decision", "approve"));
        let code = Back::of(self.browser.post("/oauth/authorize", &sent).await).code();
        let secret = code.rsplit('.').next().unwrap();
        self.secrets.add("authorization code", secret);
        code
    }

    /// Every page that links lead to, by its address. What is to be shown only once was shown.
    async fn pages(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        let mut next = vec!["/".to_owned(), "/inbox".to_owned(), "/sign-in".to_owned()];
        while let Some(path) = next.pop() {
            let ends = ["/events", "/static/", "/avatars/"];
            if found.contains_key(&path) || ends.iter().any(|part| path.contains(part)) {
                continue;
            }
            let answer = self.browser.get(&path).await;
            assert!(answer.status < 500, "{path}");
            if answer.content_type.as_ref().is_some_and(|kind| kind.is_html()) {
                let links = answer.attributes("a[href]", "href").into_iter();
                next.extend(links.filter(|link| link.starts_with('/')).map(|link| {
                    let page = link.split('#').next().unwrap_or_default();
                    page.to_owned()
                }));
            }
            if let Some(location) = answer.header("Location") {
                next.push(location.to_owned());
            }
            found.insert(path, answer.text());
        }
        found
    }
}

/// Shows: leaks.log, leaks.database, leaks.metrics, leaks.pages
#[tokio::test]
async fn of_all_secrets_of_a_life_none_is_found_where_it_does_not_belong() {
    let instance = TestInstance::open().await;
    let mut life = Life { browser: instance.browser(), instance: &instance, secrets: Secrets::default() };
    let key = std::fs::read_to_string(instance.app.config.data_dir.join("instance.key")).unwrap();
    life.secrets.add("instance key", key.trim());
    // Each in a box: together they would be too much for the stack of a test.
    Box::pin(life.account()).await;
    Box::pin(life.phone()).await;
    Box::pin(life.webhook()).await;
    Box::pin(life.app()).await;
    let secrets = &life.secrets;
    assert_eq!(secrets.0.len(), 17, "{:?}", secrets.0.keys());

    let nothing = BTreeSet::new();
    let metrics = instance.client.get("/metrics").remote("127.0.0.1:9".parse().unwrap());
    let metrics = metrics.header(rocket::http::Header::new("Host", "localhost:8000"));
    let metrics = Answer::read(metrics.dispatch().await).await.expect(200).text();
    assert_eq!(secrets.within(&metrics), nothing, "in the figures");
    let kept: Vec<_> = instance.dump().await.into_values().flatten().collect();
    assert!(kept.len() > 20, "{kept:?}");
    // The number itself is kept: it is what people sign in with.
    let number = BTreeSet::from(["phone number"]);
    assert_eq!(secrets.within(&kept.join("\n")), number, "in the database");
    let pages = life.pages().await;
    assert!(pages.len() > 20, "{:?}", pages.keys());
    for (path, text) in &pages {
        let mut found = secrets.within(text);
        if path == "/dev/outbox" {
            found.remove("phone number");
            found.remove("phone code");
        }
        // Someone who may see the URL asked for it.
        if path.ends_with("?reveal") {
            found.remove("webhook token");
        }
        assert_eq!(found, nothing, "on {path}");
    }
    // When the database fails, what was asked of it is told in the log.
    for table in ["users", "sessions", "webhooks", "client_secrets", "authorization_codes"] {
        let rename = format!("ALTER TABLE {table} RENAME TO {table}_gone");
        instance.app.db.execute_unprepared(&rename).await.unwrap();
    }
    let right = [("login", NUMBER), ("password", SECOND_PASSWORD)];
    life.post("/sign-in", &right, 500).await;
    life.browser.get("/portal").await.expect(500);
    let token = &secrets.0["old webhook token"];
    let path = format!("/webhooks/{}/{token}", instance.app.id::<i64>());
    instance.post_json(&path, &[], b"{}").await.expect(500);
    let log = leaks::logged();
    assert!(log.contains("request failed") && log.contains("route=\"/sign-in\""));
    assert_eq!(secrets.within(&log), nothing, "in the log");
}

/// Shows: leaks.every-test
#[tokio::test]
async fn a_secret_that_any_test_leaves_behind_is_found() {
    let found = |search: &mut dyn FnMut()| {
        let search = std::panic::AssertUnwindSafe(search);
        std::panic::catch_unwind(search).is_err()
    };
    let instance = TestInstance::open().await;
    let ada = instance.person("ada").await;
    let said = "hush-left-in-the-log";
    leaks::made(said);
    assert!(!found(&mut || leaks::expect_none("the log", &leaks::logged())));
    tracing::trace!(target: "portico::anywhere", said);
    assert!(found(&mut || leaks::expect_none("the log", &leaks::logged())));
    leaks::published(said);

    let kept = "hush-left-in-the-database";
    leaks::made(kept);
    let fields = [("nickname", "ada"), ("name", kept)];
    ada.browser.post("/settings/profile", &fields).await.expect(303);
    drop(ada);
    let mut instance = Some(instance);
    assert!(found(&mut || drop(instance.take())));
    leaks::published(kept);
}

/// Shows: leaks.log
#[test]
fn a_secret_is_found_anywhere() {
    let mut secrets = Secrets::default();
    secrets.add("code", "123456");
    secrets.add("token", "abcdefghijklm");
    for text in ["code 123456.", "'123456'", "123456"] {
        assert_eq!(secrets.within(text), BTreeSet::from(["code"]), "{text}");
    }
    for text in ["xabcdefghijklmx", "\\x6162636465666768696a6b6c6d"] {
        assert_eq!(secrets.within(text), BTreeSet::from(["token"]), "{text}");
    }
    assert!(secrets.within("1123456 x123456 abcdefghijkl").is_empty());
}
