//! The instance key while it is being changed: what was sealed, signed or hashed before keeps working, and nothing opens
//! that should not. `cli/key.rs` tests the commands.

use portico_rules::ids::WebhookId;
use std::net::{IpAddr, Ipv4Addr};

use portico_crypto::instance_key::{FILE, InstanceKey, KeyFile, KeyId};
use portico_crypto::sealing;
use portico_crypto::tokens::Plain;
use portico_rules::language::ENGLISH;
use portico_rules::phone::Number;
use portico_store::models::PhoneCode;
use portico_store::models::accounts::{authenticator, session};
use portico_store::models::webhooks::webhook;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use crate::support::{
    Authenticator, Browser, CALLBACK, PASSWORD, TestInstance, TestWebhook, WITH_PASSKEY, expect_refusal,
};

pub const OLD: &str = "hPRYyVRiMyxpw5sBB1XeCMN1kFsDCqKvBi2QJxBVHQk=";
pub const NEW: &str = "q2bTwq0w6XnT0mLx0V7lD3Yf6Qm5n1cYV9o1mXk3bZk=";
const ANOTHER: &str = "Zm9yIGEgdGhpcmQga2V5IHRoYXQgbm9ib2R5IGhhcyE=";
const NUMBER: &str = "+4915112345642";
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const BROWSER: session::Browser<'static> = session::Browser { user_agent: "", address: HERE };

fn id(key: &str) -> KeyId {
    InstanceKey::from_setting(key).unwrap().id()
}

/// An instance whose first key seals, and whose further ones open.
async fn instance_with(seals: &str, opens: &[&str]) -> TestInstance {
    TestInstance::configured(|figment| figment.merge(("secret_key", seals)).merge(("further_secret_keys", opens))).await
}

/// The same instance once it was started again with other keys.
async fn again(instance: &TestInstance, seals: &str, opens: &[&str]) -> TestInstance {
    instance.beside(|figment| figment.merge(("secret_key", seals)).merge(("further_secret_keys", opens))).await
}

/// A user's browser, which goes on with all its cookies.
fn moved<'h>(browser: &Browser<'_>, instance: &'h TestInstance) -> Browser<'h> {
    let moved = instance.browser();
    for name in ["portico", "portico-new-secret"] {
        if let Some(value) = browser.cookie(name) {
            moved.set_cookie(name, &value);
        }
    }
    moved
}

/// Puts bytes in the place of a sealed token.
async fn put(instance: &TestInstance, id: WebhookId, sealed: Vec<u8>) {
    let put = webhook::Entity::update_many()
        .col_expr(webhook::Column::TokenSealed, Expr::value(sealed))
        .filter(webhook::Column::Id.eq(id))
        .exec(&*instance.app.db)
        .await
        .unwrap();
    assert_eq!(put.rows_affected, 1);
}

/// The token sealed as it was before keys had ids.
fn sealed_long_ago(hook: &TestWebhook<'_>, key: &str) -> Vec<u8> {
    let key = InstanceKey::from_setting(key).unwrap();
    let context = format!("webhook {}", hook.id());
    let sealed = sealing::seal(&key, context.as_bytes(), &hook.token().into()).unwrap();
    [&[1][..], &sealed[5..]].concat()
}

fn shown(instance: &TestInstance, row: &webhook::Model) -> Option<String> {
    let url = row.runtime_url(&instance.app)?;
    Some(url.expose().to_owned())
}

/// Shows: secrets.rotation
#[tokio::test]
async fn a_runtime_url_is_shown_and_posts_before_during_and_after_a_change_of_the_key() {
    let instance = instance_with(OLD, &[]).await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let url = shown(&instance, &hook.webhook).unwrap();
    for (seals, opens) in [(OLD, &[NEW][..]), (NEW, &[OLD])] {
        let later = again(&instance, seals, opens).await;
        assert_eq!(shown(&later, &hook.row().await.unwrap()), Some(url.clone()));
        let body = br#"{"content": "still"}"#;
        later.post_json(&hook.path, &[], body).await.expect(200);
    }
    let last = again(&instance, NEW, &[OLD]).await;
    let step = webhook::reseal(&last.app, 0).await.unwrap();
    assert_eq!((step.resealed, step.unreadable, step.next), (1, 0, None));
    let done = again(&instance, NEW, &[]).await;
    let row = hook.row().await.unwrap();
    assert_eq!(shown(&done, &row), Some(url));
    assert_eq!(shown(&instance, &row), None);
    // Posts meanwhile are not affected.
    assert_eq!(row.revision, hook.webhook.revision);
    assert_eq!(row.token_hash, hook.webhook.token_hash);
    hook.post(serde_json::json!({ "content": "on" })).await.expect(200);
}

/// Shows: secrets.rotation
#[tokio::test]
async fn values_sealed_before_keys_had_ids_are_shown_and_sealed_again() {
    let instance = instance_with(NEW, &[OLD]).await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let url = shown(&instance, &hook.webhook);
    // Under the old key, and under the present one: both lack the id.
    for key in [OLD, NEW] {
        put(&instance, hook.id(), sealed_long_ago(&hook, key)).await;
        assert_eq!(shown(&instance, &hook.row().await.unwrap()), url);
        let counts = webhook::count_sealed(&instance.app).await.unwrap();
        assert_eq!((counts.under(self::id(key)), counts.unreadable), (1, 0));
        assert_eq!(webhook::reseal(&instance.app, 0).await.unwrap().resealed, 1);
        let row = hook.row().await.unwrap();
        assert_eq!(sealing::says_key(&row.token_sealed), Some(self::id(NEW)));
        assert_eq!(shown(&instance, &row), url);
    }
    assert_eq!(webhook::reseal(&instance.app, 0).await.unwrap().resealed, 0);
}

/// Shows: secrets.sealed
#[tokio::test]
async fn a_sealed_token_opens_in_no_other_row_in_any_layout() {
    let instance = instance_with(NEW, &[OLD]).await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let other = acme.webhook(&alice, &acme.general).await;
    for sealed in [other.webhook.token_sealed.clone(), sealed_long_ago(&other, OLD), sealed_long_ago(&other, NEW)] {
        put(&instance, other.id(), sealed.clone()).await;
        assert!(shown(&instance, &other.row().await.unwrap()).is_some());
        put(&instance, hook.id(), sealed).await;
        assert_eq!(shown(&instance, &hook.row().await.unwrap()), None);
        let counts = webhook::count_sealed(&instance.app).await.unwrap();
        assert_eq!(counts.unreadable, 1);
    }
}

/// Shows: secrets.rotation
#[tokio::test]
async fn a_device_s_code_is_found_after_a_change_of_the_key() {
    let instance = instance_with(OLD, &[]).await;
    let (alice, app) = instance.alice_with_app().await;
    app.allow_devices(true).await;
    let device = app.device().await;
    let typed = [("user_code", device.user_code.as_str())];
    for (seals, opens, status) in [(NEW, &[OLD][..], 200), (OLD, &[NEW], 200), (NEW, &[], 422)] {
        let later = again(&instance, seals, opens).await;
        let browser = moved(&alice.browser, &later);
        browser.post("/device", &typed).await.expect(status);
    }
}

/// Shows: secrets.rotation-broken-off
#[tokio::test]
async fn sealing_again_skips_unreadable_and_new_tokens() {
    let instance = instance_with(NEW, &[OLD]).await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let lost = acme.webhook(&alice, &acme.general).await;
    put(&instance, lost.id(), sealed_long_ago(&lost, ANOTHER)).await;
    put(&instance, hook.id(), sealed_long_ago(&hook, OLD)).await;
    webhook::Model::regenerate(&instance.app, alice.id, hook.id()).await.unwrap();
    let fresh = hook.row().await.unwrap();
    let step = webhook::reseal(&instance.app, 0).await.unwrap();
    assert_eq!((step.resealed, step.unreadable), (0, 1));
    assert_eq!(hook.row().await.unwrap(), fresh);
    let kept = lost.row().await.unwrap().token_sealed;
    assert_eq!(kept[..1], [1]);
    // It takes posts all the same: for those a hash is compared.
    lost.post(serde_json::json!({ "content": "here" })).await.expect(200);
}

/// Shows: secrets.rotation-broken-off
#[tokio::test]
async fn sealing_again_continues_after_a_crash() {
    let instance = instance_with(NEW, &[OLD]).await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let mut hooks = vec![hook];
    for _ in 0..4 {
        hooks.push(acme.webhook(&alice, &acme.general).await);
    }
    for hook in &hooks {
        put(&instance, hook.id(), sealed_long_ago(hook, OLD)).await;
    }
    // The third row can't be written: what was sealed anew before it stays so.
    let third = hooks[2].id();
    let (arm, disarm) = if instance.is_on_postgres() {
        (
            format!(
                "CREATE FUNCTION stumble() RETURNS trigger AS $$ BEGIN IF NEW.id = {third} THEN RAISE 'stumbled'; \
                 END IF; RETURN NEW; END $$ LANGUAGE plpgsql; \
                 CREATE TRIGGER stumbles BEFORE UPDATE ON webhooks FOR EACH ROW EXECUTE FUNCTION stumble()"
            ),
            "DROP TRIGGER stumbles ON webhooks",
        )
    } else {
        (
            format!(
                "CREATE TRIGGER stumbles BEFORE UPDATE ON webhooks WHEN NEW.id = {third} \
                 BEGIN SELECT RAISE(ABORT, 'stumbled'); END"
            ),
            "DROP TRIGGER stumbles",
        )
    };
    instance.app.db.execute_unprepared(&arm).await.unwrap();
    webhook::reseal(&instance.app, 0).await.unwrap_err();
    let counts = webhook::count_sealed(&instance.app).await.unwrap();
    assert_eq!((counts.under(id(NEW)), counts.under(id(OLD))), (2, 3));
    for hook in &hooks {
        assert!(shown(&instance, &hook.row().await.unwrap()).is_some());
    }
    instance.app.db.execute_unprepared(disarm).await.unwrap();
    assert_eq!(webhook::reseal(&instance.app, 0).await.unwrap().resealed, 3);
    let counts = webhook::count_sealed(&instance.app).await.unwrap();
    assert_eq!((counts.under(id(NEW)), counts.under(id(OLD))), (5, 0));
}

/// Shows: secrets.rotation
#[tokio::test]
async fn a_consent_page_shown_before_the_key_was_changed_can_be_answered_after_it() {
    let instance = instance_with(OLD, &[]).await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    // With the old key gone it is a stranger's.
    let without = again(&instance, NEW, &[]).await;
    let browser = moved(&alice.browser, &without);
    let refused = app.answer(&browser, &page, "approve").await;
    assert_eq!(refused.header("Location"), None);
    let with = again(&instance, NEW, &[OLD]).await;
    let browser = moved(&alice.browser, &with);
    let answer = app.answer(&browser, &page, "approve").await.expect(303);
    assert!(answer.location().starts_with(CALLBACK));
    assert!(answer.location().contains("code="), "{}", answer.location());
}

/// Shows: secrets.rotation
#[tokio::test]
async fn a_code_sent_to_a_phone_before_the_key_was_changed_can_be_typed_after_it() {
    let instance = instance_with(OLD, &[]).await;
    let alice = instance.person_without_phone("alice").await;
    let number = Number::parse(NUMBER).unwrap();
    PhoneCode::send(&instance.app, alice.id, &number, (HERE, &ENGLISH)).await.unwrap();
    let text = instance.app.sms.outbox().unwrap().messages().remove(0).text;
    let code: String = text.chars().filter(char::is_ascii_digit).take(6).collect();
    // With the old key gone it is as wrong as any other.
    let without = again(&instance, NEW, &[]).await;
    let session = instance.session_of(&alice).await;
    let whose = (&session, &alice.user);
    PhoneCode::redeem(&without.app, whose, &code, BROWSER).await.unwrap_err();
    let with = again(&instance, NEW, &[OLD]).await;
    PhoneCode::redeem(&with.app, whose, &code, BROWSER).await.unwrap();
}

/// Shows: secrets.rotation, phone.five-a-day
#[tokio::test]
async fn the_count_of_a_numbers_texts_does_not_depend_on_the_current_key() {
    let instance = instance_with(OLD, &[NEW]).await;
    let alice = instance.person_without_phone("alice").await;
    let number = Number::parse(NUMBER).unwrap();
    PhoneCode::send(&instance.app, alice.id, &number, (HERE, &ENGLISH)).await.unwrap();
    let later = again(&instance, NEW, &[OLD]).await;
    let refused = PhoneCode::send(&later.app, alice.id, &number, (HERE, &ENGLISH)).await;
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("just sent"), "{refused}");
}

/// Shows: secrets.rotation
#[tokio::test]
async fn a_client_secret_made_before_the_key_was_changed_is_shown_once_after_it() {
    let instance = instance_with(OLD, &[]).await;
    let alice = instance.person("alice").await;
    let fields = [("name", "Builder"), ("redirect_uris", CALLBACK)];
    let made = alice.browser.post("/portal/apps", &fields).await;
    let page = made.expect(303).location().to_owned();
    let later = again(&instance, NEW, &[OLD]).await;
    let shown = moved(&alice.browser, &later).get(&page).await.expect(200);
    assert!(shown.one("#client-secret").starts_with("portico_"));
}

/// Shows: secrets.key-lost
#[tokio::test]
async fn no_webhook_client_secret_session_or_password_depends_on_the_key_at_all() {
    let instance = instance_with(OLD, &[]).await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let code = app.code_for(&alice).await;
    let later = again(&instance, ANOTHER, &[]).await;
    let body = br#"{"content": "still"}"#;
    later.post_json(&hook.path, &[], body).await.expect(200);
    let exchange = async || later.token(app.fields(&code).to_string()).await;
    exchange().await.expect(200);
    expect_refusal(exchange().await, 400, "invalid_grant");
    moved(&alice.browser, &later).get("/settings/profile").await.expect(200);
    let fields = [("login", "alice"), ("password", PASSWORD)];
    later.browser().post("/sign-in", &fields).await.expect(303);
}

/// Shows: secrets.rotation, second-step.sealed
#[tokio::test]
async fn the_keys_of_authenticator_apps_open_during_a_change_of_the_key_and_are_sealed_again() {
    let instance = instance_with(OLD, &[]).await;
    let alice = instance.protected("alice").await;
    let opens = async |instance: &TestInstance| {
        let app = portico_store::models::Authenticator::find_by_user(&instance.app.db, alice.id, instance.clock.now());
        let app = app.await.unwrap().unwrap();
        app.key(&instance.app) == Some(alice.key.clone())
    };
    let between = again(&instance, NEW, &[OLD]).await;
    assert!(opens(&between).await);
    let counts = authenticator::count_sealed(&between.app).await.unwrap();
    assert_eq!((counts.under(id(OLD)), counts.unreadable), (1, 0));
    let step = authenticator::reseal(&between.app, 0).await.unwrap();
    assert_eq!((step.resealed, step.unreadable, step.next), (1, 0, None));
    let step = authenticator::reseal(&between.app, 0).await.unwrap();
    assert_eq!(step.resealed, 0);
    let done = again(&instance, NEW, &[]).await;
    assert!(opens(&done).await);
    assert!(!opens(&instance).await);
    // The app goes on as it was.
    let browser = done.browser();
    alice.enter_password(&browser).await;
    let code = alice.code();
    let fields = [("code", code.as_str())];
    browser.post("/sign-in/second", &fields).await.expect(303);
    assert!(browser.is_signed_in().await);
}

/// Shows: secrets.rotation, passkeys.keys
#[tokio::test]
async fn passkeys_and_challenges_that_were_begun_go_on_during_a_change_of_the_key() {
    let instance = instance_with(OLD, &[]).await;
    let device = Authenticator::counting();
    instance.with_passkey("alice", &device).await;
    let begun = instance.browser().asked("/sign-in").await;
    let answer = device.get(&begun);
    let between = again(&instance, NEW, &[OLD]).await;
    let browser = between.browser();
    let sent = browser.send_passkey(WITH_PASSKEY, &begun, &answer).await;
    sent.expect(303);
    assert!(browser.is_signed_in().await);
    // With the new key alone, what the old one sealed is over, and the passkey is what it was.
    let late = instance.browser().asked("/sign-in").await;
    let answer = device.get(&late);
    let done = again(&instance, NEW, &[]).await;
    let browser = done.browser();
    let sent = browser.send_passkey(WITH_PASSKEY, &late, &answer).await;
    assert_eq!(sent.expect(422).faults(), ["form"]);
    browser.sign_in_with(&device).await.expect(303);
    assert!(browser.is_signed_in().await);
}

/// What happens where the keys' file is not there.
/// Shows: secrets.key-lost
#[tokio::test]
async fn an_instance_with_webhooks_does_not_start_without_its_key_until_a_new_one_is_added() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let path = instance.app.config.data_dir.join(FILE);
    let aside = instance.app.config.data_dir.join("aside");
    std::fs::rename(&path, &aside).unwrap();
    let start = async || {
        let config = instance.app.config.clone();
        portico::app::App::open(config, instance.clock.clone()).await
    };
    let told = start().await.unwrap_err();
    assert!(told.contains("There is no instance key"), "{told}");
    assert!(told.contains("`portico key replace-push`"), "{told}");
    assert!(told.contains("portico key add"), "{told}");
    assert!(!path.exists());
    // Put back, all is well; and a new one is made on the operator's word alone.
    std::fs::rename(&aside, &path).unwrap();
    start().await.unwrap();
    std::fs::rename(&path, &aside).unwrap();
    KeyFile::take(&path).unwrap().add().unwrap();
    let app = start().await.unwrap();
    let row = hook.row().await.unwrap();
    assert!(row.runtime_url(&app).is_none());
    let counts = webhook::count_sealed(&app).await.unwrap();
    let lost = InstanceKey::load(&aside).unwrap().id();
    assert_eq!(counts.under(lost), 1);
}

#[tokio::test]
async fn further_keys_without_one_that_seals_are_refused() {
    let instance = TestInstance::open().await;
    let mut config = instance.app.config.clone();
    config.further_secret_keys = vec![Plain::from(OLD)];
    let told = portico::app::App::open(config, instance.clock.clone()).await.unwrap_err();
    assert!(told.contains("`secret_key`"), "{told}");
    assert!(!told.contains(OLD));
}

#[tokio::test]
async fn every_process_says_which_keys_it_has() {
    let instance = instance_with(OLD, &[]).await;
    let beside = again(&instance, NEW, &[OLD]).await;
    let others = instance.app.other_nodes().await.unwrap();
    assert_eq!(others.len(), 1);
    assert_eq!(others[0].seals_with(), Some(id(NEW)));
    assert!(others[0].knows(id(OLD)) && others[0].knows(id(NEW)));
    let others = beside.app.other_nodes().await.unwrap();
    assert_eq!(others[0].seals_with(), Some(id(OLD)));
    assert!(!others[0].knows(id(NEW)));
    // One that ended is no process any more.
    beside.app.release_lease().await.unwrap();
    instance.clock.advance(std::time::Duration::from_secs(1));
    assert!(instance.app.other_nodes().await.unwrap().is_empty());
}

/// Shows: leaks.debug
#[tokio::test]
async fn nothing_that_is_printed_for_debugging_shows_a_secret() {
    let instance = instance_with(OLD, &[NEW]).await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let row = hook.row().await.unwrap();
    let mut config = instance.app.config.clone();
    config.database_url = "postgres://portico:hunter2@127.0.0.1/portico".into();
    let url = row.runtime_url(&instance.app).unwrap();
    let session = alice.browser.cookie("portico").unwrap();
    let seen = format!(
        "{:?} {:#?} {config:?} {row:?} {url:?} {:?} {:?} {:?}",
        instance.app,
        instance.app.key,
        Plain::from(session.as_str()),
        portico_store::models::Session::all_of(&instance.app, alice.id).await.unwrap(),
        sealing::open(&instance.app.key, format!("webhook {}", hook.id()).as_bytes(), &row.token_sealed),
    );
    for secret in [OLD, NEW, hook.token(), &app.secret, &session, "hunter2"] {
        assert!(!seen.contains(secret), "{seen}");
    }
    for bytes in [&row.token_hash, &row.token_sealed] {
        let shown = format!("{bytes:?}");
        let shown = shown.trim_matches(['[', ']']);
        assert!(!seen.contains(shown), "{seen}");
    }
}
