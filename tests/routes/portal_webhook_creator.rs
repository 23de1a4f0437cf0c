//! `/portal/webhooks/<id>/creator`: who can become the creator of a webhook, of whom, and what follows for its mentions.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::UserId;
use portico_store::models::Webhook;
use portico_store::models::servers::{member, server};
use rocket::futures::future::{join, join_all};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::support::{Community, Person, TestInstance, TestWebhook, report};

const MANAGE: Permissions = Permissions::MANAGE_SERVER;
const MENTION: Permissions = Permissions::MENTION_ALL;

/// Alice's server, with a webhook that Bob created while he managed it; now he has the role no more.
struct Orphaned<'h> {
    alice: Person<'h>,
    bob: Person<'h>,
    carol: Person<'h>,
    acme: Community<'h>,
    hook: TestWebhook<'h>,
    role: portico_store::models::Role,
}

async fn orphaned(instance: &TestInstance) -> Orphaned<'_> {
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let acme = instance.server("Acme", &alice).await;
    let role = acme.join_with(&bob, MANAGE).await;
    let hook = acme.webhook(&bob, &acme.general).await;
    acme.take(&role, &bob).await;
    acme.join_with(&carol, MANAGE | MENTION).await;
    Orphaned { alice, bob, carol, acme, hook, role }
}

fn path(hook: &TestWebhook<'_>) -> String {
    format!("/portal/webhooks/{}/creator", hook.id())
}

fn page(hook: &TestWebhook<'_>) -> String {
    format!("/portal/webhooks/{}", hook.id())
}

async fn creator(hook: &TestWebhook<'_>) -> Option<UserId> {
    hook.row().await.unwrap().creator_id
}

#[tokio::test]
async fn a_manager_takes_over_and_the_next_message_has_their_permissions_under_the_same_url() {
    let instance = TestInstance::open().await;
    let Orphaned { carol, hook, .. } = &orphaned(&instance).await;
    let before = hook.say("@all hello", &["all"]).await.expect(200);
    assert!(report(&before).0.is_empty());
    let answer = carol.browser.post(&path(hook), &[]).await.expect(303);
    assert_eq!(answer.location(), page(hook));
    assert_eq!(creator(hook).await, Some(carol.id));
    let after = hook.say("@all hello", &["all"]).await.expect(200);
    assert_eq!(report(&after).0, ["@all"]);
    let entry = instance.audited().await.pop().unwrap();
    assert_eq!(entry.action, "webhook_creator_changed");
    assert_eq!((entry.actor_id, entry.target_id), (carol.id.get(), Some(hook.id().get())));
    assert!(entry.detail.contains("\"bob\""), "{}", entry.detail);
}

#[tokio::test]
async fn the_page_says_whom_its_mentions_notify_now_and_after_that() {
    let instance = TestInstance::open().await;
    let Orphaned { alice, carol, hook, acme, .. } = &orphaned(&instance).await;
    let shown = carol.browser.get(&page(hook)).await.expect(200);
    let row = |kind: &str| shown.all(&format!("#take-over-mentions tr[data-kind={kind}] td"));
    assert_eq!(row("all"), ["No one", "Everyone who can see #general"]);
    assert_eq!(row("roles"), ["Members with a mentionable role", "Members with any role"]);
    assert_eq!(row("users"), ["Members who can see #general"; 2]);
    // Who may not mention all brings nothing.
    let dave = instance.person("dave").await;
    acme.join_with(&dave, MANAGE).await;
    let shown = dave.browser.get(&page(hook)).await.expect(200);
    let all = shown.all("#take-over-mentions tr[data-kind=all] td");
    assert_eq!(all[0], "No one");
    assert!(all[1].starts_with("No one: you don’t have"), "{}", all[1]);
    // Of a webhook whose creator manages the server there is nothing to take over.
    let own = acme.webhook(alice, &acme.general).await;
    let shown = carol.browser.get(&page(&own)).await.expect(200);
    assert!(shown.all("#take-over").is_empty());
}

#[tokio::test]
async fn the_address_of_the_form_leads_to_it() {
    let instance = TestInstance::open().await;
    let Orphaned { carol, hook, .. } = &orphaned(&instance).await;
    let answer = carol.browser.get(&path(hook)).await.expect(303);
    assert_eq!(answer.location(), format!("{}#take-over", page(hook)));
}

#[tokio::test]
async fn a_creator_who_manages_the_server_is_not_replaced() {
    let instance = TestInstance::open().await;
    let all = orphaned(&instance).await;
    let (carol, hook) = (&all.carol, &all.hook);
    // By his own role, by the role that everyone has, and as an administrator.
    all.acme.give(&all.role, &all.bob).await;
    carol.browser.post(&path(hook), &[]).await.expect(403);
    all.acme.take(&all.role, &all.bob).await;
    let admin = all.acme.role("Admin", Permissions::ADMINISTRATOR, false).await;
    all.acme.give(&admin, &all.bob).await;
    carol.browser.post(&path(hook), &[]).await.expect(403);
    assert_eq!(creator(hook).await, Some(all.bob.id));
    // And the owner's own webhook never.
    let own = all.acme.webhook(&all.alice, &all.acme.general).await;
    carol.browser.post(&path(&own), &[]).await.expect(403);
    assert_eq!(creator(&own).await, Some(all.alice.id));
}

#[tokio::test]
async fn a_creator_whose_rights_only_wait_is_neither_replaced_nor_offered_to_be() {
    let instance = TestInstance::open().await;
    let all = orphaned(&instance).await;
    let (alice, carol, hook) = (&all.alice, &all.carol, &all.hook);
    all.acme.give(&all.role, &all.bob).await;
    let offered = async || {
        let shown = carol.browser.get(&page(hook)).await.expect(200);
        !shown.all("#take-over").is_empty()
    };
    // While he is timed out.
    let timeout = all.acme.settings(&format!("/members/{}/timeout", all.bob.id));
    let hours = [("hours", "1")];
    alice.browser.post(&timeout, &hours).await.expect(303);
    assert!(!offered().await);
    carol.browser.post(&path(hook), &[]).await.expect(403);
    // While he lacks the second step that the server requires.
    instance.clock.advance(Duration::from_secs(60 * 60));
    server::Entity::update_many()
        .col_expr(server::Column::RequiresSecondStep, Expr::value(true))
        .filter(server::Column::Id.eq(all.acme.id()))
        .exec(&*instance.app.db)
        .await
        .unwrap();
    let row = hook.row().await.unwrap();
    assert!(row.mention_rights(&instance.app.db).await.unwrap().creator_manages);
    assert_eq!(creator(hook).await, Some(all.bob.id));
}

#[tokio::test]
async fn one_who_left_was_disabled_or_deleted_the_account_is_replaced() {
    let instance = TestInstance::open().await;
    for gone in ["left", "disabled", "deleted"] {
        let alice = instance.person(&format!("alice-{gone}")).await;
        let bob = instance.person(&format!("bob-{gone}")).await;
        let acme = instance.server("Acme", &alice).await;
        acme.join_with(&bob, MANAGE).await;
        let hook = acme.webhook(&bob, &acme.general).await;
        alice.browser.post(&path(&hook), &[]).await.expect(403);
        match gone {
            "left" => {
                member::Entity::delete_by_id((acme.id(), bob.id)).exec(&*instance.app.db).await.unwrap();
            }
            "disabled" => {
                assert!(bob.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap())
            }
            _ => {
                let fields = [("confirm", bob.nickname.as_str()), ("password", crate::support::PASSWORD)];
                bob.browser.post("/settings/delete", &fields).await.expect(303);
            }
        }
        let shown = alice.browser.get(&page(&hook)).await.expect(200);
        assert_eq!(shown.all("#take-over").len(), 1, "{gone}");
        alice.browser.post(&path(&hook), &[]).await.expect(303);
        assert_eq!(creator(&hook).await, Some(alice.id), "{gone}");
    }
}

#[tokio::test]
async fn it_takes_the_permissions_to_view_and_to_send_in_its_channel() {
    let instance = TestInstance::open().await;
    let all = orphaned(&instance).await;
    let none = Permissions::NONE;
    for missing in [Permissions::SEND_MESSAGES, Permissions::VIEW_CHANNEL] {
        let dave = instance.person(&format!("dave{}", missing.bits())).await;
        all.acme.join_with(&dave, MANAGE).await;
        all.acme.overwrite_member(&all.acme.general, &dave, none, missing).await;
        dave.browser.post(&path(&all.hook), &[]).await.expect(403);
    }
    assert_eq!(creator(&all.hook).await, Some(all.bob.id));
}

/// Shows: passwords.asked-again
#[tokio::test]
async fn it_asks_for_the_password_if_that_was_entered_long_ago() {
    let instance = TestInstance::open().await;
    let all = orphaned(&instance).await;
    instance.clock.advance(Duration::from_secs(16 * 60));
    let answer = all.carol.browser.post(&path(&all.hook), &[]).await;
    assert!(answer.expect(303).location().starts_with("/confirm"));
    assert_eq!(creator(&all.hook).await, Some(all.bob.id));
}

#[tokio::test]
async fn of_several_who_take_over_at_once_one_becomes_the_creator() {
    let instance = TestInstance::open().await;
    let all = orphaned(&instance).await;
    let takers = [all.alice.id, all.carol.id, all.alice.id, all.carol.id];
    let done = join_all(takers.map(|id| Webhook::take_over(&instance.app, id, all.hook.id()))).await;
    let won: Vec<UserId> = (done.iter().zip(takers)).filter_map(|(done, id)| done.is_ok().then_some(id)).collect();
    assert_eq!(won.len(), 1);
    assert_eq!(creator(&all.hook).await, Some(won[0]));
    let entries = instance.audited().await;
    let taken = entries.iter().filter(|one| one.action == "webhook_creator_changed");
    assert_eq!(taken.count(), 1);
}

#[tokio::test]
async fn a_post_during_a_take_over_is_judged_by_one_of_the_two_creators() {
    let instance = TestInstance::open().await;
    let all = orphaned(&instance).await;
    // Bob fires nothing. Carol fires both.
    all.acme.role("Crew", Permissions::NONE, false).await;
    let posts = join_all((0..12).map(|_| all.hook.say("@all and @Crew", &["all", "roles"])));
    let (answers, taken) = join(posts, Webhook::take_over(&instance.app, all.carol.id, all.hook.id())).await;
    taken.unwrap();
    for answer in answers {
        let fired = report(&answer.expect(200)).0;
        assert!(fired.is_empty() || fired == ["@all", "@Crew"], "{fired:?}");
    }
    let after = all.hook.say("@all and @Crew", &["all", "roles"]).await;
    assert_eq!(report(&after.expect(200)).0, ["@all", "@Crew"]);
}

#[tokio::test]
async fn a_creator_who_regains_the_permission_at_the_same_time_keeps_the_webhook_or_had_lost_it_before() {
    let instance = TestInstance::open().await;
    let all = orphaned(&instance).await;
    let roles = [("roles", all.role.id.to_string())];
    let roles = roles.each_ref().map(|(name, id)| (*name, id.as_str()));
    let members = all.acme.settings(&format!("/members/{}", all.bob.id));
    let (given, taken) =
        join(all.alice.browser.post(&members, &roles), Webhook::take_over(&instance.app, all.carol.id, all.hook.id()))
            .await;
    given.expect(303);
    let now = creator(&all.hook).await;
    assert_eq!(now == Some(all.carol.id), taken.is_ok());
    // Whichever came first: from here on, both manage the server, and neither can take it.
    for person in [&all.bob, &all.carol] {
        person.browser.post(&path(&all.hook), &[]).await.expect(403);
    }
    assert_eq!(creator(&all.hook).await, now);
}
