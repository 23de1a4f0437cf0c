//! Members who join and leave: by which invite, and that this pushes out nothing that managers did.

use portico_store::models::Invite;
use portico_store::models::logs::audit;
use portico_store::models::servers::member;
use sea_orm::{EntityTrait, Set};

use crate::support::{Answer, Community, Person, TestInstance};

/// Alice's server with an invite, and Bob, who is no member of it.
struct Scene<'h> {
    instance: &'h TestInstance,
    alice: Person<'h>,
    bob: Person<'h>,
    acme: Community<'h>,
    invite: Invite,
}

impl<'h> Scene<'h> {
    async fn of(instance: &'h TestInstance) -> Self {
        let (alice, acme) = instance.alice_with_acme().await;
        let bob = instance.person("bob").await;
        let invite = Invite::create(&instance.app, alice.id, acme.id()).await;
        Self { instance, invite: invite.unwrap(), alice, bob, acme }
    }

    async fn join(&self, person: &Person<'_>) -> Answer {
        let path = format!("/invites/{}", self.invite.code);
        person.browser.post(&path, &[]).await
    }

    async fn leave(&self, person: &Person<'_>) -> Answer {
        let path = format!("/servers/{}/leave", self.acme.id());
        person.browser.post(&path, &[]).await
    }

    async fn log(&self, query: &str) -> Answer {
        let path = self.acme.settings(&format!("/audit{query}"));
        self.alice.browser.get(&path).await.expect(200)
    }

    /// So many entries of one act, as they stand in the database.
    async fn many(&self, action: &str, count: u64) {
        let entries = (0..count).map(|_| audit::ActiveModel {
            id: Set(self.instance.app.id()),
            log_id: Set(self.acme.id().into()),
            actor_id: Set(self.instance.app.id()),
            actor_name: Set("Someone".to_owned()),
            actor_nickname: Set("someone".to_owned()),
            action: Set(action.to_owned()),
            target_kind: Set("invite".to_owned()),
            target_id: Set(None),
            target_name: Set("abcd".to_owned()),
            detail: Set("{}".to_owned()),
        });
        let entries: Vec<_> = entries.collect();
        for some in entries.chunks(500) {
            audit::Entity::insert_many(some.to_vec()).exec_without_returning(&*self.instance.app.db).await.unwrap();
        }
    }

    async fn count(&self, action: &str) -> usize {
        let entries = self.instance.audited().await;
        let such = entries.iter().filter(|entry| entry.action == action);
        such.count()
    }
}

/// Shows: audit.no-secret
#[tokio::test]
async fn joining_is_logged_with_the_last_four_characters_of_the_invite() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    scene.join(&scene.bob).await.expect(303);
    let last_four = &scene.invite.code[scene.invite.code.len() - 4..];
    let page = scene.log("").await;
    let said = format!("Bob joined by the invite that ends in {last_four}");
    assert_eq!(page.sentences()[0], said);
    assert!(!page.text().contains(&scene.invite.code));
    let entries = instance.audited().await;
    let entry = entries.last().unwrap();
    assert_eq!((&*entry.action, entry.actor_id), ("member_joined", scene.bob.id.get()));
    assert!(!format!("{entries:?}").contains(&scene.invite.code));
}

#[tokio::test]
async fn leaving_is_logged() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    scene.join(&scene.bob).await.expect(303);
    scene.leave(&scene.bob).await.expect(303);
    assert_eq!(scene.log("").await.sentences()[0], "Bob left the server");
    let entries = instance.audited().await;
    let entry = entries.last().unwrap();
    let target = (&*entry.target_kind, entry.target_id);
    assert_eq!(target, ("member", Some(scene.bob.id.get())));
}

#[tokio::test]
async fn joining_or_leaving_without_effect_is_not_logged() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    scene.join(&scene.bob).await.expect(303);
    let before = instance.audited().await;
    scene.join(&scene.bob).await.expect(303);
    // The owner stays, and a stranger has nothing to leave.
    scene.leave(&scene.alice).await.expect(403);
    let eve = instance.person("eve").await;
    scene.leave(&eve).await.expect(404);
    assert_eq!(instance.audited().await, before);
    let (alice, acme) = (scene.alice.id, scene.acme.id());
    Invite::delete(&instance.app, alice, acme, &scene.invite.code).await.unwrap();
    let before = instance.audited().await;
    scene.join(&eve).await.expect(404);
    assert_eq!(instance.audited().await, before);
    let eves = member::find(&instance.app.db, acme, eve.id).await;
    assert!(eves.unwrap().is_none());
}

#[tokio::test]
async fn the_log_is_filtered_by_who_came_and_who_went() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    scene.join(&scene.bob).await.expect(303);
    scene.leave(&scene.bob).await.expect(303);
    let page = scene.log("?action=member_left").await;
    assert_eq!(page.sentences(), ["Bob left the server"]);
    let offered = page.all("#f-action option");
    for act in ["Member joined", "Member left"] {
        assert!(offered.iter().any(|label| label == act), "{offered:?}");
    }
    let page = scene.log("?action=member_joined").await;
    assert_eq!(page.sentences().len(), 1);
    let page = scene.log(&format!("?actor={}", scene.bob.id)).await;
    assert_eq!(page.sentences().len(), 2);
    // Among those who did something, nobody is offered who only came by.
    let offered = page.all("#f-actor option");
    assert_eq!(offered, ["Anyone", "@alice (Alice)"]);
}

/// Shows: audit.bounded
#[tokio::test]
async fn joining_and_leaving_pushes_nothing_else_out() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    scene.many("role_deleted", audit::MAX_SHOWN - 1).await;
    scene.many("member_joined", audit::MAX_WITHOUT_PERMISSION).await;
    scene.many("member_left", audit::MAX_WITHOUT_PERMISSION).await;
    scene.join(&scene.bob).await.expect(303);
    scene.leave(&scene.bob).await.expect(303);
    for action in ["member_joined", "member_left"] {
        let most = usize::try_from(audit::MAX_WITHOUT_PERMISSION).unwrap();
        assert_eq!(scene.count(action).await, most, "{action}");
    }
    // The invite was the first act of all.
    assert_eq!(scene.count("invite_created").await, 1);
    let path = scene.acme.settings("");
    let renamed = scene.alice.browser.post(&path, &[("name", "Umbrella")]);
    renamed.await.expect(303);
    assert_eq!(scene.count("invite_created").await, 0);
    assert_eq!(scene.count("server_renamed").await, 1);
    let most = usize::try_from(audit::MAX_SHOWN).unwrap();
    assert_eq!(scene.count("role_deleted").await, most - 1);
}
