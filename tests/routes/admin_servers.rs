//! `/admin/servers`: finding servers, and what a suspension of one stops, for whom, and who reads why.

use portico::app::App;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::ServerId;
use portico_store::models::servers::access::UserAccess;
use portico_store::models::{Channel, Invite, Operator, Server, Suspendable};

use crate::support::{Community, Person, TestInstance, problem};

/// The reason of a suspension.
pub(super) const WHY: &str = "It trades in stolen accounts.";

impl Community<'_> {
    pub(super) async fn suspend(&self) {
        self.suspend_on(&self.instance.app).await;
    }

    pub(super) async fn restore(&self) {
        self.restore_on(&self.instance.app).await;
    }

    /// Suspends it on another node.
    pub(super) async fn suspend_on(&self, node: &App) {
        let by = Operator::on_terminal(WHY);
        let suspended = Suspendable::Server.suspend(node, self.id().get(), &by).await;
        assert!(suspended.unwrap());
    }

    /// Lifts its suspension on another node.
    pub(super) async fn restore_on(&self, node: &App) {
        let by = Operator::on_terminal("A mistake");
        let restored = Suspendable::Server.restore(node, self.id().get(), &by).await;
        assert!(restored.unwrap());
    }
}

fn channel(channel: &Channel) -> String {
    format!("/channels/{}", channel.id)
}

async fn unread(person: &Person<'_>, instance: &TestInstance) -> u64 {
    let db = &instance.app.db;
    let (access, in_one) = UserAccess::with_unread_mentions(db, person.id).await.unwrap();
    let in_two = access.unread_mentions(db).await.unwrap();
    assert_eq!(in_one.total(), in_two.total());
    in_one.total()
}

/// Shows: console.suspended-server
#[tokio::test]
async fn no_member_reads_or_posts_in_a_suspended_server_and_only_its_owner_reads_why() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let mallory = instance.person("mallory").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await;
    let secret = acme.channel("secret").await;
    acme.overwrite_role(&secret, &acme.all().await, Permissions::NONE, Permissions::VIEW_CHANNEL).await;
    let general = channel(&acme.general);
    let messages = format!("{general}/messages");
    let said = [("content", "Hello")];
    bob.browser.post(&messages, &said).await.expect(303);
    let suspend = [("act", "suspend"), ("reason", WHY)];
    let here = format!("/admin/servers/{}", acme.id());
    root.browser.post(&here, &suspend).await.expect(303);
    let (server, members) = (format!("/servers/{}", acme.id()), format!("{general}/members"));
    for path in [&general, &server, &members, &acme.settings("")] {
        let page = bob.browser.get(path).await.expect(403);
        assert!(page.text().contains("This server is suspended"), "{path}");
        assert!(!page.text().contains(WHY), "{path}");
        let page = alice.browser.get(path).await.expect(403);
        assert!(page.text().contains(WHY), "{path}");
        assert!(!page.text().contains("root"), "{path}");
        mallory.browser.get(path).await.expect(404);
    }
    for person in [&alice, &bob] {
        let refused = person.browser.post(&messages, &said).await.expect(403);
        assert!(refused.text().contains("This server is suspended"));
    }
    // What a channel hides from a member stays hidden.
    bob.browser.get(&channel(&secret)).await.expect(404);
    alice.browser.get(&channel(&secret)).await.expect(403);
    // The list names it, and says so.
    let row = format!("#suspended-{}", acme.id());
    let list = bob.browser.get("/servers").await.expect(200);
    assert!(list.one(&row).contains("Suspended"));
    assert!(!list.one(&row).contains(WHY));
    let list = alice.browser.get("/servers").await.expect(200);
    assert!(list.one(&row).contains(WHY));
    let acts = instance.acts().await;
    let last = (acts[0].0.as_str(), acts[0].1.as_str(), acts[0].3.as_str());
    assert_eq!(last, ("server_suspended", "Acme", WHY));
    // Lifted, everything is as it was.
    let restore = [("act", "restore"), ("reason", "A mistake")];
    root.browser.post(&here, &restore).await.expect(303);
    let page = bob.browser.get(&general).await.expect(200);
    assert!(page.text().contains("Hello"));
    bob.browser.post(&messages, &said).await.expect(303);
    let list = bob.browser.get("/servers").await.expect(200);
    assert!(list.all(&row).is_empty());
    let log = alice.browser.get(&acme.settings("/audit")).await.expect(200);
    for action in ["server_suspended", "server_restored"] {
        let what = log.one(&format!("[data-audit={action}] .list-sub"));
        assert!(what.starts_with("server · "), "{what}");
    }
}

/// Shows: console.suspended-server
#[tokio::test]
async fn the_webhooks_of_a_suspended_server_answer_as_if_there_were_none() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let side = acme.webhook(&alice, &acme.general).await;
    let paused = format!("/portal/webhooks/{}/pause", side.id());
    alice.browser.post(&paused, &[]).await.expect(303);
    // This node knows the webhook by now.
    hook.say("Before", &[]).await.expect(200);
    acme.suspend().await;
    let refused = hook.say("After", &[]).await;
    let unknown = format!("/webhooks/1/{}", hook.token());
    let unknown = instance.post_json(&unknown, &[], br#"{"content":"After"}"#).await;
    assert_eq!((refused.status, &refused.bytes), (unknown.status, &unknown.bytes));
    problem(refused, 404, "unknown_webhook");
    assert_eq!(hook.messages().await.len(), 1);
    // Those who manage it can't resume it or make it a new URL.
    for act in ["resume", "url"] {
        let path = format!("/portal/webhooks/{}/{act}", hook.id());
        alice.browser.post(&path, &[]).await.expect(403);
    }
    acme.restore().await;
    hook.say("Again", &[]).await.expect(200);
    side.say("Still paused", &[]).await.expect(404);
}

#[tokio::test]
async fn the_invites_of_a_suspended_server_lead_nowhere_and_members_can_leave_it() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let carol = instance.person("carol").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await;
    let code = Invite::create(&instance.app, alice.id, acme.id()).await.unwrap().code;
    let invite = format!("/invites/{code}");
    carol.browser.get(&invite).await.expect(200);
    acme.suspend().await;
    carol.browser.get(&invite).await.expect(404);
    carol.browser.post(&invite, &[]).await.expect(404);
    let leave = format!("/servers/{}/leave", acme.id());
    // The owner can't, as ever, and others are no members.
    alice.browser.post(&leave, &[]).await.expect(403);
    carol.browser.post(&leave, &[]).await.expect(404);
    bob.browser.post(&leave, &[]).await.expect(303);
    let list = bob.browser.get("/servers").await.expect(200);
    assert!(list.all("[id^=suspended-]").is_empty());
    acme.restore().await;
    carol.browser.get(&invite).await.expect(200);
}

#[tokio::test]
async fn mentions_in_a_suspended_server_are_not_counted() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let (acme, other) = (instance.server("Acme", &alice).await, instance.server("Other", &alice).await);
    for server in [&acme, &other] {
        server.join(&bob).await;
        for content in ["@bob look", "@all look"] {
            let messages = format!("{}/messages", channel(&server.general));
            alice.browser.post(&messages, &[("content", content)]).await.expect(303);
        }
    }
    assert_eq!(unread(&bob, &instance).await, 4);
    acme.suspend().await;
    assert_eq!(unread(&bob, &instance).await, 2);
    let access = UserAccess::load(&instance.app.db, bob.id).await.unwrap();
    assert_eq!(access.servers().count(), 1);
    assert!(!access.visible.contains_key(&acme.general.id));
    acme.restore().await;
    assert_eq!(unread(&bob, &instance).await, 4);
}

#[tokio::test]
async fn servers_are_found_by_name_owner_and_id_with_their_size_page_by_page() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    hook.say("One", &[]).await.expect(200);
    let bob = instance.person("bob").await;
    let other = instance.server("Bob’s 7", &bob).await;
    let carol = instance.person("carol").await;
    let found = async |q: &str| {
        let page = root.browser.get(&format!("/admin/servers?q={q}")).await;
        page.expect(200).attributes("a.list-title", "href")
    };
    let of = |server: &Community<'_>| format!("/admin/servers/{}", server.id());
    assert_eq!(found("").await, [of(&other), of(&acme)]);
    let (name, id) = (acme.server.name.to_uppercase(), acme.id().to_string());
    for q in [&*name, &*id, "CM", "alice", "lic", "%40alice"] {
        assert_eq!(found(q).await, [of(&acme)], "{q}");
    }
    for q in ["nobody", "1", "%00", "%27", "%25", "_", "%40lic", "%40"] {
        assert!(found(q).await.is_empty(), "{q}");
    }
    let umlaut = instance.server("Ärger Über Öl", &carol).await;
    for q in ["ärger über öl", "ÄRGER ÜBER ÖL", "Ärger Über Öl", "über ö", "ÜBER"] {
        let found = Server::search(&instance.app.db, q, None, 9).await.unwrap();
        let ids: Vec<ServerId> = found.iter().map(|found| found.server.id).collect();
        assert_eq!(ids, [umlaut.id()], "{q}");
    }
    Server::delete(&instance.app, carol.id, umlaut.id(), "Ärger Über Öl").await.unwrap();
    let before = |id: ServerId| format!("&before={id}");
    assert_eq!(found(&before(other.id())).await, [of(&acme)]);
    assert_eq!(found(&before(acme.id())).await, [""; 0]);
    assert_eq!(found("&before=x").await, [of(&other), of(&acme)]);
    let db = &instance.app.db;
    let first = Server::search(db, "", None, 1).await.unwrap();
    assert_eq!(first[0].server.id, other.id());
    let next = Server::search(db, "", Some(other.id()), 1).await.unwrap();
    assert_eq!(next[0].server.id, acme.id());
    let page = root.browser.get(&of(&acme)).await.expect(200);
    for part in ["@alice", "1 message", "1 webhook"] {
        assert!(page.text().contains(part), "{part}");
    }
    assert!(!page.text().contains("One"));
    assert_eq!(next[0].owner.as_ref().unwrap().id, alice.id);
}

#[tokio::test]
async fn a_suspension_of_a_server_needs_a_reason_and_a_server() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, acme) = instance.alice_with_acme().await;
    let before = instance.acts().await;
    let here = format!("/admin/servers/{}", acme.id());
    let page = root.browser.post(&here, &[("act", "suspend")]).await;
    assert_eq!(page.expect(422).faults(), ["reason"]);
    let long = "a".repeat(501);
    let fields = [("act", "suspend"), ("reason", &*long)];
    let page = root.browser.post(&here, &fields).await;
    assert_eq!(page.expect(422).faults(), ["reason"]);
    let fields = [("act", "delete"), ("reason", WHY)];
    root.browser.post(&here, &fields).await.expect(404);
    // What isn't suspended is not restored.
    let fields = [("act", "restore"), ("reason", WHY)];
    root.browser.post(&here, &fields).await.expect(303);
    let suspend = [("act", "suspend"), ("reason", WHY)];
    // The owner is no admin.
    alice.browser.post(&here, &suspend).await.expect(404);
    for path in ["/admin/servers/1", "/admin/servers/x"] {
        root.browser.post(path, &suspend).await.expect(404);
        root.browser.get(path).await.expect(404);
    }
    assert_eq!(instance.acts().await, before);
    let row = Server::of_instance(&instance.app.db, acme.id()).await.unwrap();
    assert!(!row.server.is_suspended());
}
