//! `/portal/webhooks/new` and its form.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::ChannelId;
use portico_store::models::Webhook;
use portico_store::models::servers::{member, server};
use portico_store::models::webhooks::webhook::Entity as Webhooks;
use rocket::futures::future::join;
use sea_orm::sea_query::LockType;
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, QuerySelect, Statement};

use crate::support::{Person, TestInstance};

/// A picture: one pixel as PNG.
fn png() -> Vec<u8> {
    portico_store::pictures::generated(portico_store::pictures::PictureKind::User, 1)
}

impl TestInstance {
    /// Waits until a transaction waits for another one; on SQLite, which has one writer, every later one does.
    async fn until_a_lock_is_waited_for(&self) {
        if !self.is_on_postgres() {
            return;
        }
        let ask = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let waits = async {
            let ask = || Statement::from_string(DbBackend::Postgres, ask);
            while self.app.db.query_one_raw(ask()).await.unwrap().is_none() {
                rocket::tokio::task::yield_now().await;
            }
        };
        rocket::tokio::time::timeout(Duration::from_secs(15), waits).await.expect("something waits");
    }
}

async fn only(instance: &TestInstance) -> Webhook {
    let mut all = Webhooks::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

async fn none(instance: &TestInstance) -> bool {
    Webhooks::find().all(&*instance.app.db).await.unwrap().is_empty()
}

#[tokio::test]
async fn a_webhook_is_made_and_its_page_shows_what_is_needed_to_use_it() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let channel = acme.general.id.to_string();
    let made =
        alice.browser.post("/portal/webhooks", &[("channel_id", &channel), ("name", " Builds ")]).await.expect(303);
    let webhook = only(&instance).await;
    assert_eq!(made.location(), format!("/portal/webhooks/{}?reveal", webhook.id));
    assert_eq!(
        (webhook.name.as_str(), webhook.channel_id, webhook.creator_id),
        ("Builds", acme.general.id, Some(alice.id))
    );
    let page = alice.browser.get(made.location()).await.expect(200);
    assert_eq!(page.one("#app-id"), webhook.id.to_string());
    let text = page.one("main");
    for shown in ["Acme › #general", "@alice", "Builds"] {
        assert!(text.contains(shown), "{shown}");
    }
    let url = page.one("#runtime-url");
    assert!(url.starts_with(&format!("http://localhost:8000/webhooks/{}/", webhook.id)));
    let path = url.strip_prefix("http://localhost:8000").unwrap();
    instance.post_json(path, &[], br#"{"content":"a"}"#).await.expect(200);
    let setup = format!("/portal/webhooks/{}/setup", webhook.id);
    let page = alice.browser.get(&setup).await.expect(200);
    for language in ["curl", "python", "javascript", "rust"] {
        let sample = format!("#sample-{language}");
        let sample = sample.as_str();
        assert!(!page.one(sample).contains("allowedMentions"));
        assert!(page.one(&format!("{sample}-mentions")).contains("allowedMentions"));
        assert!(!page.one(sample).contains(path), "samples hold no secret");
    }
}

#[tokio::test]
async fn a_picture_may_come_with_it_and_go_again() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let channel = acme.general.id.to_string();
    let fields = [("channel_id", channel.as_str()), ("name", "Builds")];
    alice.browser.upload("/portal/webhooks", &fields, &[("avatar", "a.png", "image/png", &png())]).await.expect(303);
    let webhook = only(&instance).await;
    assert!(webhook.picture_at.is_some());
    let path = format!("/portal/webhooks/{}", webhook.id);
    let page = alice.browser.get(&path).await.expect(200);
    assert!(page.attributes("h1 img", "src")[0].starts_with(&format!("/avatars/webhook/{}?v=", webhook.id)));
    // An empty file field leaves the picture as it is.
    alice.browser.upload(&path, &fields, &[("avatar", "", "application/octet-stream", b"")]).await.expect(303);
    assert!(only(&instance).await.picture_at.is_some());
    let removing = [fields[0], fields[1], ("remove_avatar", "on")];
    alice.browser.post(&path, &removing).await.expect(303);
    assert_eq!(only(&instance).await.picture_at, None);
}

#[tokio::test]
async fn a_file_that_is_no_picture_is_a_fault_beside_the_others() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let channel = acme.general.id.to_string();
    let answer = alice
        .browser
        .upload(
            "/portal/webhooks",
            &[("channel_id", &channel), ("name", " ")],
            &[("avatar", "a.png", "image/png", b"<svg/>")],
        )
        .await
        .expect(422);
    let mut faults = answer.faults();
    faults.sort();
    assert_eq!(faults, ["avatar", "name"]);
    assert_eq!(answer.attributes("option[selected]", "value"), [channel]);
    assert!(none(&instance).await);
}

#[tokio::test]
async fn a_form_without_channel_or_name_is_shown_again_with_what_was_typed() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.server("Acme", &alice).await;
    let answer = alice.browser.post("/portal/webhooks", &[("name", "Builds")]).await.expect(422);
    assert_eq!(answer.faults(), ["channel_id"]);
    assert_eq!(answer.attributes("#f-name", "value"), ["Builds"]);
    assert!(none(&instance).await);
}

/// Shows: access.webhooks-manage
#[tokio::test]
async fn the_new_page_offers_the_channels_of_managed_servers_alone() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let acme = instance.server("Acme", &alice).await;
    let bobs = instance.server("Bobs", &bob).await;
    bobs.join(&alice).await;
    let page = alice.browser.get("/portal/webhooks/new").await.expect(200);
    assert_eq!(page.attributes("optgroup", "label"), ["Acme"]);
    let secret = bobs.channel("secret").await;
    bobs.join_with(&alice, Permissions::MANAGE_SERVER).await;
    bobs.overwrite_member(&secret, &alice, Permissions::NONE, Permissions::VIEW_CHANNEL).await;
    let page = alice.browser.get("/portal/webhooks/new").await.expect(200);
    assert_eq!(page.attributes("optgroup", "label"), ["Acme", "Bobs"]);
    assert_eq!(page.attributes("optgroup option", "value"), [acme.general.id.to_string(), bobs.general.id.to_string()]);
}

#[tokio::test]
async fn the_new_page_starts_with_the_channel_or_server_it_was_opened_for() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let builds = acme.channel("builds").await;
    let page = alice.browser.get(&format!("/portal/webhooks/new?channel={}", builds.id)).await;
    assert_eq!(page.attributes("option[selected]", "value"), [builds.id.to_string()]);
    let page = alice.browser.get(&format!("/portal/webhooks/new?server={}", acme.id())).await;
    assert_eq!(page.attributes("option[selected]", "value"), [acme.general.id.to_string()]);
    let page = alice.browser.get("/portal/webhooks/new?server=x&channel=%3Cb%3E").await.expect(200);
    assert!(page.attributes("option[selected]", "value").is_empty());
}

#[tokio::test]
async fn a_single_channel_is_already_chosen() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let chosen = async || {
        let page = alice.browser.get("/portal/webhooks/new").await.expect(200);
        page.attributes("option[selected]", "value")
    };
    assert_eq!(chosen().await, [acme.general.id.to_string()]);
    acme.channel("builds").await;
    assert!(chosen().await.is_empty());
}

#[tokio::test]
async fn without_a_managed_server_the_new_page_explains_and_has_no_form() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    instance.server("Acme", &alice).await.join(&bob).await;
    let page = bob.browser.get("/portal/webhooks/new").await.expect(200);
    assert!(page.one("main").contains("Manage server"));
    assert!(page.all("main form").is_empty());
}

/// Shows: access.webhooks-manage
#[tokio::test]
async fn creating_a_webhook_needs_manage_server() {
    let instance = TestInstance::open().await;
    let (_, acme) = instance.alice_with_acme().await;
    let hidden = acme.channel("hidden").await;
    let stranger = instance.person("stranger").await;
    let plain = instance.person("plain").await;
    acme.join(&plain).await;
    acme.overwrite_member(&hidden, &plain, Permissions::NONE, Permissions::VIEW_CHANNEL).await;
    let manager = instance.person("manager").await;
    acme.join_with(&manager, Permissions::MANAGE_SERVER).await;
    acme.overwrite_member(&hidden, &manager, Permissions::NONE, Permissions::VIEW_CHANNEL).await;
    let make = async |person: &Person<'_>, channel: ChannelId| {
        let channel = channel.to_string();
        let fields = [("channel_id", channel.as_str()), ("name", "Builds")];
        person.browser.post("/portal/webhooks", &fields).await
    };
    make(&stranger, acme.general.id).await.expect(404);
    make(&plain, acme.general.id).await.expect(403);
    make(&plain, hidden.id).await.expect(404);
    make(&manager, instance.app.id()).await.expect(404);
    make(&manager, hidden.id).await.expect(404);
    assert!(none(&instance).await);
    make(&manager, acme.general.id).await.expect(303);
}

/// Shows: cross-site.forms
#[tokio::test]
async fn a_form_of_another_site_makes_nothing() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let channel = acme.general.id.to_string();
    let fields = [("channel_id", channel.as_str()), ("name", "Builds")];
    for headers in [&[("Sec-Fetch-Site", "cross-site")][..], &[]] {
        alice.browser.post_with("/portal/webhooks", &fields, headers).await.expect(403);
    }
    assert!(none(&instance).await);
}

/// Shows: access.just-left, access.webhooks-manage
#[tokio::test]
async fn a_member_who_is_removed_while_they_create_a_webhook_creates_none() {
    let instance = TestInstance::open().await;
    let (_, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let channel = acme.general.id.to_string();
    let fields = [("channel_id", channel.as_str()), ("name", "Builds")];
    let remove = async |write: portico_platform::database::Write| {
        member::Entity::delete_by_id((acme.id(), bob.id)).exec(&*write).await.unwrap();
        write.commit().await.unwrap();
    };
    let write = instance.app.begin().await.unwrap();
    // As by whatever changes who may do what in a server.
    let locked = server::Entity::find_by_id(acme.id()).lock(LockType::NoKeyUpdate).one(&*write).await;
    assert!(locked.unwrap().is_some());
    let removed = async {
        instance.until_a_lock_is_waited_for().await;
        remove(write).await;
    };
    let (refused, ()) = join(bob.browser.post("/portal/webhooks", &fields), removed).await;
    refused.expect(404);
    assert!(none(&instance).await);
}
