//! Actions on a server and their entries in its audit log, one test per action.
//! `unsaid` tests actions without an entry, `members` joining and leaving.

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::ServerId;
use portico_store::models::logs::audit;
use portico_store::models::{Channel, Invite, Role, Webhook};

use crate::support::{Authenticator, Community, Person, TestInstance, TestWebhook, picture};

mod members;
mod unsaid;

/// Alice's server Acme with everything that can be changed in it. Bob is a member who carries the role Crew.
struct Scene<'h> {
    instance: &'h TestInstance,
    alice: Person<'h>,
    bob: Person<'h>,
    acme: Community<'h>,
    ops: Channel,
    crew: Role,
    watch: Role,
    invite: Invite,
    /// Posts into `general`.
    hook: TestWebhook<'h>,
    /// Posts into `ops`, but is paused; it has a picture.
    paused: TestWebhook<'h>,
}

impl<'h> Scene<'h> {
    async fn of(instance: &'h TestInstance) -> Self {
        let alice = instance.person("alice").await;
        let bob = instance.person("bob").await;
        let acme = instance.server("Acme", &alice).await;
        let ops = acme.channel("ops").await;
        let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
        let crew = acme.role("Crew", view, false).await;
        let watch = acme.role("Watch", none, false).await;
        acme.join(&bob).await.give(&crew, &bob).await;
        let scene = Self {
            instance,
            hook: acme.webhook(&alice, &acme.general).await,
            paused: acme.webhook(&alice, &ops).await,
            invite: Invite::create(&instance.app, alice.id, acme.id()).await.unwrap(),
            alice,
            bob,
            acme,
            ops,
            crew,
            watch,
        };
        let id = scene.paused.id();
        Webhook::pause(&instance.app, scene.alice.id, id).await.unwrap();
        scene.change_picture(&scene.paused).await;
        scene
    }

    async fn change_picture(&self, hook: &TestWebhook<'_>) {
        let channel = hook.webhook.channel_id.to_string();
        let fields = [("name", "Builds"), ("channel_id", channel.as_str())];
        let file: [(&str, &str, &str, &[u8]); 1] = [("avatar", "x.png", "image/png", &picture(8, 8))];
        let path = self.webhook(hook, "");
        let answer = self.alice.browser.upload(&path, &fields, &file).await;
        answer.expect(303);
    }

    fn webhook(&self, hook: &TestWebhook<'_>, act: &str) -> String {
        format!("/portal/webhooks/{}{act}", hook.id())
    }

    fn channel(&self, act: &str) -> String {
        self.acme.settings(&format!("/channels/{}{act}", self.ops.id))
    }

    fn role(&self, act: &str) -> String {
        self.acme.settings(&format!("/roles/{}{act}", self.crew.id))
    }

    fn member(&self, act: &str) -> String {
        self.acme.settings(&format!("/members/{}{act}", self.bob.id))
    }

    /// Alice sends a form.
    async fn post(&self, path: &str, fields: &[(&str, &str)]) {
        self.alice.browser.post(path, fields).await.expect(303);
    }

    /// Panics unless there is exactly one entry more than there was, by Alice and of this kind, that reads so.
    async fn expect(&self, before: usize, act: Act<'_>) {
        let entries = self.instance.audited().await;
        assert_eq!(entries.len(), before + 1, "{:#?}", &entries[before..]);
        let entry = entries.last().unwrap();
        assert_eq!((&*entry.action, &*entry.target_kind), (act.name, act.kind));
        assert_eq!(entry.actor_id, self.alice.id.get());
        assert_eq!(entry.actor_name, "Alice");
        assert_eq!(entry.actor_nickname, "alice");
        assert_eq!(entry.log_id, self.acme.id().into());
        let path = self.acme.settings("/audit");
        let page = self.alice.browser.get(&path).await.expect(200);
        let said = act.said.replace("{invite}", &self.last_four());
        assert_eq!(page.sentences()[0], said);
        assert_eq!(page.changes(), act.changes, "{}", page.text());
        let offered = page.attributes("#f-action option", "value");
        assert!(offered.iter().any(|name| name == act.name), "{}", act.name);
    }

    fn last_four(&self) -> String {
        self.invite.code[self.invite.code.len() - 4..].to_owned()
    }
}

struct Act<'a> {
    name: &'a str,
    kind: &'a str,
    said: &'a str,
    changes: &'a [&'a str],
}

/// A test an act: what Alice does, and what the log tells of it.
macro_rules! acts {
    ($($test:ident: |$scene:ident| $act:expr => $name:literal of $kind:literal, $said:literal $(, $change:literal)*;)+) => {$(
        #[tokio::test]
        async fn $test() {
            let instance = TestInstance::open().await;
            let scene = Scene::of(&instance).await;
            let before = instance.audited().await.len();
            let $scene = &scene;
            $act.await;
            let act = Act { name: $name, kind: $kind, said: $said, changes: &[$($change),*] };
            scene.expect(before, act).await;
        }
    )+};
}

acts! {
    making_a_webhook_is_told: |it| async {
        let channel = it.ops.id.to_string();
        it.post("/portal/webhooks", &[("name", "Alarms"), ("channel_id", &channel)]).await;
    } => "webhook_created" of "webhook", "Alice created the webhook Alarms, which posts into #ops";

    renaming_a_webhook_is_told: |it| async {
        let channel = it.acme.general.id.to_string();
        it.post(&it.webhook(&it.hook, ""), &[("name", "Alarms"), ("channel_id", &channel)]).await;
    } => "webhook_edited" of "webhook", "Alice renamed the webhook Builds to Alarms";

    a_new_picture_of_a_webhook_is_told: |it| async {
        it.change_picture(&it.hook).await;
    } => "webhook_edited" of "webhook", "Alice edited the webhook Builds", "Picture: a new one";

    removing_the_picture_of_a_webhook_is_told: |it| async {
        let channel = it.ops.id.to_string();
        let fields = [("name", "Builds"), ("channel_id", &*channel), ("remove_avatar", "on")];
        it.post(&it.webhook(&it.paused, ""), &fields).await;
    } => "webhook_edited" of "webhook", "Alice edited the webhook Builds", "Picture: removed";

    moving_a_webhook_is_told: |it| async {
        let channel = it.ops.id.to_string();
        it.post(&it.webhook(&it.hook, ""), &[("name", "Builds"), ("channel_id", &channel)]).await;
    } => "webhook_moved" of "webhook", "Alice moved the webhook Builds from #general to #ops";

    moving_and_renaming_a_webhook_at_once_is_told_once: |it| async {
        let channel = it.ops.id.to_string();
        it.post(&it.webhook(&it.hook, ""), &[("name", "Alarms"), ("channel_id", &channel)]).await;
    } => "webhook_moved" of "webhook", "Alice moved the webhook Builds from #general to #ops",
        "Name: Builds → Alarms";

    regenerating_a_url_is_told: |it| async {
        it.post(&it.webhook(&it.hook, "/url"), &[]).await;
    } => "webhook_url_regenerated" of "webhook", "Alice regenerated the URL of the webhook Builds";

    pausing_a_webhook_is_told: |it| async {
        it.post(&it.webhook(&it.hook, "/pause"), &[]).await;
    } => "webhook_paused" of "webhook", "Alice paused the webhook Builds";

    resuming_a_webhook_is_told: |it| async {
        it.post(&it.webhook(&it.paused, "/resume"), &[]).await;
    } => "webhook_resumed" of "webhook", "Alice resumed the webhook Builds";

    deleting_a_webhook_is_told: |it| async {
        it.post(&it.webhook(&it.hook, "/delete"), &[("confirm", "Builds")]).await;
    } => "webhook_deleted" of "webhook", "Alice deleted the webhook Builds, which posted into #general";

    making_a_channel_is_told: |it| async {
        it.post(&it.acme.settings("/channels"), &[("name", "quays"), ("topic", "")]).await;
    } => "channel_created" of "channel", "Alice created the channel #quays";

    renaming_a_channel_is_told: |it| async {
        it.post(&it.channel(""), &[("name", "quays"), ("topic", "")]).await;
    } => "channel_edited" of "channel", "Alice renamed the channel #ops to #quays";

    moving_a_channel_is_told: |it| async {
        it.post(&it.channel(""), &[("position", "1")]).await;
    } => "channel_moved" of "channel", "Alice moved the channel #ops";

    a_new_topic_is_told: |it| async {
        it.post(&it.channel(""), &[("name", "ops"), ("topic", "ships")]).await;
    } => "channel_edited" of "channel", "Alice changed the topic of #ops", "Topic: nothing → ships";

    deleting_a_channel_is_told_with_the_webhooks_that_go_along: |it| async {
        it.post(&it.channel("/delete"), &[]).await;
    } => "channel_deleted" of "channel", "Alice deleted the channel #ops", "Webhooks deleted with it: Builds";

    an_overwrite_of_a_role_is_told: |it| async {
        let target = format!("role:{}", it.crew.id);
        let fields = [("target", &*target), ("allow", "mention_all"), ("deny", "send_messages")];
        it.post(&it.channel("/overwrites"), &fields).await;
    } => "overwrite_set" of "channel", "Alice changed what the role Crew may do in #ops",
        "Send messages: inherited → denied", "Mention @all: inherited → allowed";

    an_overwrite_of_a_member_is_told: |it| async {
        let target = format!("user:{}", it.bob.id);
        it.post(&it.channel("/overwrites"), &[("target", &target), ("deny", "view_channel")]).await;
    } => "overwrite_set" of "channel", "Alice changed what Bob (@bob) may do in #ops",
        "View channel: inherited → denied";

    making_a_role_is_told_with_its_permissions: |it| async {
        let fields = [
            ("name", "Harbour"),
            ("mentionable", "on"),
            ("permissions", "manage_server"),
            ("permissions", "view_channel"),
        ];
        it.post(&it.acme.settings("/roles"), &fields).await;
    } => "role_created" of "role", "Alice created the role Harbour",
        "Permissions: Manage server, View channel", "Mentionable: yes";

    changing_a_role_is_told_with_what_it_gained_and_lost: |it| async {
        let fields = [("name", "Crew"), ("mentionable", "on"), ("permissions", "manage_roles")];
        it.post(&it.role(""), &fields).await;
    } => "role_edited" of "role", "Alice edited the role Crew",
        "Permissions added: Manage roles", "Permissions removed: View channel", "Mentionable: no → yes";

    renaming_a_role_is_told: |it| async {
        it.post(&it.role(""), &[("name", "Sailors"), ("permissions", "view_channel")]).await;
    } => "role_edited" of "role", "Alice renamed the role Crew to Sailors";

    deleting_a_role_is_told: |it| async {
        it.post(&it.role("/delete"), &[]).await;
    } => "role_deleted" of "role", "Alice deleted the role Crew";

    giving_a_role_is_told: |it| async {
        let roles = [it.crew.id.to_string(), it.watch.id.to_string()];
        it.post(&it.member(""), &[("roles", &roles[0]), ("roles", &roles[1])]).await;
    } => "member_roles_set" of "member", "Alice gave Bob (@bob) the role Watch";

    taking_a_role_is_told: |it| async {
        it.post(&it.member(""), &[]).await;
    } => "member_roles_set" of "member", "Alice took the role Crew from Bob (@bob)";

    giving_and_taking_roles_at_once_is_told_once: |it| async {
        it.post(&it.member(""), &[("roles", &it.watch.id.to_string())]).await;
    } => "member_roles_set" of "member", "Alice changed the roles of Bob (@bob)", "Given: Watch", "Taken: Crew";

    removing_a_member_is_told: |it| async {
        it.post(&it.member("/remove"), &[]).await;
    } => "member_removed" of "member", "Alice removed Bob (@bob) from the server";

    banning_a_member_is_told_with_the_reason: |it| async {
        it.post(&it.member("/ban"), &[("reason", "Spam")]).await;
    } => "member_banned" of "member", "Alice banned Bob (@bob) from the server", "Reason: Spam";

    timing_a_member_out_is_told_with_its_end: |it| async {
        it.post(&it.member("/timeout"), &[("hours", "48")]).await;
    } => "member_timed_out" of "member", "Alice timed out Bob (@bob)", "Until: 2026-01-03 00:00 UTC";

    deleting_an_invite_is_told_without_its_code: |it| async {
        it.post(&it.acme.settings(&format!("/invites/{}/delete", it.invite.code)), &[]).await;
    } => "invite_deleted" of "invite", "Alice deleted the invite that ends in {invite}";

    renaming_the_server_is_told: |it| async {
        it.post(&it.acme.settings(""), &[("name", "Umbrella")]).await;
    } => "server_renamed" of "server", "Alice renamed the server Acme to Umbrella";

    a_new_picture_of_the_server_is_told: |it| async {
        let file = picture(8, 8);
        let path = it.acme.settings("/picture");
        it.alice.browser.upload(&path, &[], &[("icon", "a.png", "image/png", &file)]).await.expect(303);
    } => "server_picture_set" of "server", "Alice changed the picture of the server";

    loading_pictures_on_click_is_told: |it| async {
        it.post(&it.acme.settings(""), &[("name", "Acme"), ("pictures_on_click", "on")]).await;
    } => "server_pictures_set" of "server", "Alice set pictures in cards to load only on click";

    requiring_a_second_step_is_told: |it| async {
        it.alice.browser.add_passkey(&Authenticator::new()).await.expect(303);
        it.post(&it.acme.settings(""), &[("name", "Acme"), ("requires_second_step", "on")]).await;
    } => "server_second_step_set" of "server", "Alice required two-step sign-in of everyone who manages the server";
}

/// Shows: audit.no-secret
#[tokio::test]
async fn creating_an_invite_is_logged_without_its_code() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let before = instance.audited().await.len();
    scene.post(&scene.acme.settings("/invites"), &[]).await;
    let entries = instance.audited().await;
    assert_eq!(entries.len(), before + 1);
    let entry = entries.last().unwrap();
    assert_eq!(entry.action, "invite_created");
    let invites = Invite::all_of_server(&instance.app.db, scene.acme.id()).await.unwrap();
    let is_named = |invite: &&Invite| invite.code.ends_with(&entry.target_name);
    assert_eq!(invites.iter().filter(is_named).count(), 1);
    assert_eq!(entry.target_name.len(), 4);
    let page = scene.acme.settings("/audit");
    let page = scene.alice.browser.get(&page).await.expect(200);
    let said = format!("Alice created the invite that ends in {}", entry.target_name);
    assert_eq!(page.sentences()[0], said);
}

#[tokio::test]
async fn transferring_a_server_is_logged_with_its_new_owner() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let before = instance.audited().await.len();
    let heir = scene.bob.id.to_string();
    scene.post(&scene.acme.settings("/owner"), &[("user_id", &heir)]).await;
    assert_eq!(instance.audited().await.len(), before + 1);
    let page = scene.bob.browser.get("/settings/transfers").await.expect(200);
    let accept = page.attributes("form[action$='/accept']", "action").remove(0);
    scene.bob.browser.post(&accept, &[]).await.expect(303);
    assert_eq!(instance.audited().await.len(), before + 2);
    let path = scene.acme.settings("/audit");
    let page = scene.bob.browser.get(&path).await.expect(200);
    assert_eq!(page.sentences()[0], "Alice transferred the server to Bob (@bob)");
    assert_eq!(page.sentences()[1], "Alice offered the server to Bob (@bob)");
}

#[tokio::test]
async fn deleting_a_server_is_logged_for_the_operator() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let before = instance.audited().await.len();
    let path = scene.acme.settings("/delete");
    scene.post(&path, &[("confirm", "Acme")]).await;
    let entries = instance.audited().await;
    assert_eq!(entries.len(), before + 1);
    let entry = entries.last().unwrap();
    assert_eq!((&*entry.action, &*entry.target_name, entry.actor_id), ("server_deleted", "Acme", scene.alice.id.get()));
    let path = scene.acme.settings("/audit");
    scene.alice.browser.get(&path).await.expect(404);
}

#[tokio::test]
async fn removing_an_overwrite_is_logged() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let (deny, none) = (Permissions::SEND_MESSAGES, Permissions::NONE);
    scene.acme.overwrite_role(&scene.ops, &scene.crew, none, deny).await;
    let target = format!("role:{}", scene.crew.id);
    let path = scene.channel("/overwrites");
    scene.post(&path, &[("target", &target)]).await;
    let page = scene.acme.settings("/audit");
    let page = scene.alice.browser.get(&page).await.expect(200);
    assert_eq!(page.changes(), ["Send messages: denied → inherited"]);
}

#[tokio::test]
async fn simultaneous_changes_are_logged_one_after_the_other() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let path = scene.webhook(&scene.hook, "");
    let general = scene.acme.general.id.to_string();
    let names: Vec<String> = (0..6).map(|turn| format!("Builds {turn}")).collect();
    let before = instance.audited().await.len();
    let rename = async |name: &str| {
        let fields = [("name", name), ("channel_id", general.as_str())];
        scene.alice.browser.post(&path, &fields).await.expect(303);
    };
    rocket::futures::future::join_all(names.iter().map(|name| rename(name))).await;
    let mut current = "Builds".to_owned();
    let entries = instance.audited().await.split_off(before);
    assert_eq!(entries.len(), 6);
    for entry in entries {
        let detail: serde_json::Value = serde_json::from_str(&entry.detail).unwrap();
        assert_eq!(detail["name"]["from"], current);
        current = detail["name"]["to"].as_str().unwrap().to_owned();
    }
    assert_eq!(scene.hook.row().await.unwrap().name, current);
}

/// Shows: audit.kept
#[tokio::test]
async fn a_full_log_loses_its_oldest_entry() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let other = instance.server("Other", &alice).await;
    for community in [&acme, &other] {
        instance.fill(community.id(), alice.id, audit::MAX_SHOWN).await;
    }
    let rename = [("name", "Umbrella")];
    let path = acme.settings("");
    alice.browser.post(&path, &rename).await.expect(303);
    let entries = instance.audited().await;
    let of = |id: ServerId| entries.iter().filter(move |entry| entry.log_id == id.into());
    assert_eq!(of(acme.id()).count() as u64, audit::MAX_SHOWN);
    assert_eq!(of(other.id()).count() as u64, audit::MAX_SHOWN);
    assert_eq!(of(acme.id()).next_back().unwrap().action, "server_renamed");
}
