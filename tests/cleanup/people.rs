//! Accounts that are gone: what still names the person shows and does nothing, and is removed in steps.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::servers::member::held;
use portico_store::models::servers::{invite, overwrite};
use portico_store::models::webhooks::webhook;
use portico_store::models::{Channel, Invite, tombstone};
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};

use super::{HOUR, busy};
use crate::support::{Community, PASSWORD, Person, TestInstance, TestWebhook, report};

/// Bob, who was let into Acme to make a webhook and an invite.
struct Scene<'h> {
    alice: Person<'h>,
    bob: Person<'h>,
    acme: Community<'h>,
    busy: Channel,
    hook: TestWebhook<'h>,
}

impl<'h> Scene<'h> {
    async fn of(instance: &'h TestInstance) -> Self {
        let (alice, acme, busy) = busy(instance).await;
        let bob = instance.person("bob").await;
        let may = Permissions::MANAGE_SERVER | Permissions::MENTION_ALL;
        acme.join_with(&bob, may).await;
        let (send, mention) = (Permissions::SEND_MESSAGES, Permissions::MENTION_ALL);
        acme.overwrite_member(&busy, &bob, mention, send).await;
        let hook = acme.webhook(&bob, &acme.general).await;
        Invite::create(&instance.app, bob.id, acme.id()).await.unwrap();
        Self { alice, bob, acme, busy, hook }
    }

    async fn delete_bob(&self) {
        let fields = [("password", PASSWORD), ("confirm", "bob")];
        let answer = self.bob.browser.post("/settings/delete", &fields).await;
        answer.expect(303);
    }

    /// How many rows of each kind name Bob.
    async fn naming_bob(&self, instance: &TestInstance) -> [u64; 4] {
        let (db, bob) = (&*instance.app.db, self.bob.id);
        let overwrites = overwrite::Entity::find().filter(overwrite::Column::UserId.eq(bob));
        let roles = held::Entity::find().filter(held::Column::UserId.eq(bob));
        let webhooks = webhook::Entity::find().filter(webhook::Column::CreatorId.eq(bob));
        let invites = invite::Entity::find().filter(invite::Column::CreatorId.eq(bob));
        [
            overwrites.count(db).await.unwrap(),
            roles.count(db).await.unwrap(),
            webhooks.count(db).await.unwrap(),
            invites.count(db).await.unwrap(),
        ]
    }

    /// What Alice and a program see of Bob: that he was there once.
    async fn shows_nobody(&self) {
        let page = async |path: String| self.alice.browser.get(&path).await.expect(200);
        for section in ["/invites", "/members", "/roles", "/channels"] {
            let shown = page(self.acme.settings(section)).await.text();
            assert!(!shown.contains("@bob"), "{section}\n{shown}");
        }
        let channel = format!("/channels/{}", self.busy.id);
        let shown = page(self.acme.settings(&channel)).await.text();
        assert!(!shown.contains("@bob"), "{shown}");
        let roles = page(self.acme.settings("/roles")).await;
        let of_bob = roles.all("li").into_iter().find(|role| role.contains("of bob")).unwrap();
        assert!(of_bob.contains("0 members"), "{of_bob}");
        let hook = page(format!("/portal/webhooks/{}", self.hook.id())).await;
        assert!(hook.text().contains("a deleted account"));
        assert_eq!(hook.attributes("#reach", "data-why"), ["gone"]);
        let posted = self.hook.say("@all", &["all"]).await.expect(200);
        let (fired, silent) = report(&posted);
        assert!(fired.is_empty(), "{fired:?}");
        assert_eq!(silent.len(), 1, "{silent:?}");
        assert_eq!(silent[0].1, "creator_lacks_permission");
        let channel = format!("/channels/{}", self.acme.general.id);
        let shown = page(channel).await.text();
        assert!(shown.contains("Builds") && !shown.contains("@bob"));
    }
}

/// Shows: growth.transactions, accounts.deletion
#[tokio::test]
async fn an_account_goes_at_once_and_what_else_names_the_person_shows_nothing_until_it_does_too() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    assert_eq!(scene.naming_bob(&instance).await, [1; 4]);
    scene.delete_bob().await;
    assert_eq!(scene.naming_bob(&instance).await, [1; 4]);
    scene.shows_nobody().await;
    assert_eq!(instance.rows_deleted("departed").await, 4);
    assert_eq!(scene.naming_bob(&instance).await, [0; 4]);
    scene.shows_nobody().await;
    let invite = invite::Entity::find().one(&*instance.app.db).await.unwrap();
    let path = format!("/invites/{}", invite.unwrap().code);
    let carol = instance.person("carol").await;
    carol.browser.post(&path, &[]).await.expect(303);

    // What was being written while the account went is caught an hour later; then its name goes as well.
    let late = overwrite::ActiveModel {
        id: Set(instance.app.id()),
        channel_id: Set(scene.busy.id),
        role_id: Set(None),
        user_id: Set(Some(scene.bob.id)),
        allow: Set(0),
        deny: Set(1),
    };
    late.insert(&*instance.app.db).await.unwrap();
    scene.shows_nobody().await;
    instance.goes_after("departed", HOUR, 1).await;
    assert_eq!(instance.rows(tombstone::Entity).await, 0);
}

#[tokio::test]
async fn an_account_that_is_not_deleted_after_all_keeps_what_names_it() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let own = instance.server("Own", &scene.bob).await;
    let fields = [("password", PASSWORD), ("confirm", "bob")];
    for wrong in [[("password", PASSWORD), ("confirm", "bo")], [("password", "wrong"), ("confirm", "bob")], fields] {
        let answer = scene.bob.browser.post("/settings/delete", &wrong).await;
        answer.expect(422);
    }
    assert_eq!(instance.all_rows_deleted("departed").await, 0);
    assert_eq!(scene.naming_bob(&instance).await, [1; 4]);
    drop(own);
}

#[tokio::test]
async fn what_channels_said_of_a_deleted_account_takes_no_room() {
    let instance = TestInstance::configured(|figment| {
        figment.merge(("caps", rocket::figment::map! { "overwrites_per_server" => 1 }))
    })
    .await;
    let scene = Scene::of(&instance).await;
    let all = scene.acme.all().await.id;
    let path = format!("/channels/{}/overwrites", scene.busy.id);
    let path = scene.acme.settings(&path);
    let target = format!("role:{all}");
    let fields = [("target", target.as_str()), ("deny", "mention_all")];
    scene.alice.browser.post(&path, &fields).await.expect(422);
    scene.delete_bob().await;
    scene.alice.browser.post(&path, &fields).await.expect(303);
}

/// Shows: access.denial-stays
#[tokio::test]
async fn a_member_who_is_removed_and_comes_back_holds_no_role() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let (acme, bob) = (&scene.acme, &scene.bob);
    let path = acme.settings(&format!("/members/{}/remove", bob.id));
    scene.alice.browser.post(&path, &[]).await.expect(303);
    assert_eq!(acme.held_by(bob).await, []);
    acme.join(bob).await;
    assert_eq!(acme.held_by(bob).await, []);
}
