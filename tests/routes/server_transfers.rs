//! `/servers/<id>/settings/owner` and `/settings/transfers`: a server changes hands only where both want it.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{TransferId, UserId};
use portico_store::models::servers::{server, server_transfer};
use portico_store::models::{Operator, ServerTransfer};
use rocket::futures::future::{join, join_all};
use sea_orm::EntityTrait;

use crate::support::{Answer, Community, Person, TestInstance};

const OFFERS: &str = "/settings/transfers";

async fn offer(acme: &Community<'_>, by: &Person<'_>, to: &Person<'_>) -> Answer {
    by.browser.post(&acme.settings("/owner"), &[("user_id", &to.id.to_string())]).await
}

async fn offer_id(acme: &Community<'_>) -> TransferId {
    let app = &acme.instance.app;
    ServerTransfer::of_server(&app.db, acme.id(), app.now()).await.unwrap().unwrap().0.id
}

async fn answer(person: &Person<'_>, id: TransferId, word: &str) -> Answer {
    person.browser.post(&format!("{OFFERS}/servers/{id}/{word}"), &[]).await
}

async fn owner(acme: &Community<'_>) -> UserId {
    server::Entity::find_by_id(acme.id()).one(&*acme.instance.app.db).await.unwrap().unwrap().owner_id
}

/// Shows: servers.transfer
#[tokio::test]
async fn a_server_stays_its_owners_until_the_other_member_accepts() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    offer(&acme, &alice, &bob).await.expect(303);
    assert_eq!(owner(&acme).await, alice.id);
    let page = alice.browser.get(&acme.settings("")).await.expect(200);
    assert!(page.text().contains("Offered to Bob (@bob)"));
    let page = bob.browser.get(OFFERS).await.expect(200);
    assert!(page.text().contains("From Alice (@alice)"));
    let action = page.attributes("form[action$='/accept']", "action").remove(0);
    let done = bob.browser.post(&action, &[]).await.expect(303);
    assert_eq!(done.location(), format!("/servers/{}", acme.id()));
    assert_eq!((owner(&acme).await, instance.rows(server_transfer::Entity).await), (bob.id, 0));
    bob.browser.get(&acme.settings("")).await.expect(200);
    let acts: Vec<String> = instance.audited().await.into_iter().map(|entry| entry.action).collect();
    assert_eq!(acts[acts.len() - 2..], ["server_offered", "server_handed_over"]);
}

/// Shows: servers.transfer
#[tokio::test]
async fn an_offer_that_is_declined_or_cancelled_changes_nothing() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    offer(&acme, &alice, &bob).await.expect(303);
    answer(&bob, offer_id(&acme).await, "decline").await.expect(303);
    offer(&acme, &alice, &bob).await.expect(303);
    let id = offer_id(&acme).await;
    let cancel = acme.settings("/owner/cancel");
    bob.browser.post(&cancel, &[]).await.expect(403);
    alice.browser.post(&cancel, &[]).await.expect(303);
    alice.browser.post(&cancel, &[]).await.expect(404);
    answer(&bob, id, "accept").await.expect(404);
    assert_eq!((owner(&acme).await, instance.rows(server_transfer::Entity).await), (alice.id, 0));
    let acts: Vec<String> = instance.audited().await.into_iter().map(|entry| entry.action).collect();
    let expected = ["server_offered", "server_offer_declined", "server_offered", "server_offer_cancelled"];
    assert_eq!(acts[acts.len() - 4..], expected);
}

/// Shows: servers.transfer
#[tokio::test]
async fn no_one_but_the_member_it_is_offered_to_answers_an_offer() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let carol = instance.person("carol").await;
    acme.join_with(&carol, Permissions::ADMINISTRATOR).await;
    offer(&acme, &alice, &bob).await.expect(303);
    let id = offer_id(&acme).await;
    for person in [&alice, &carol] {
        for word in ["accept", "decline"] {
            answer(person, id, word).await.expect(404);
        }
    }
    assert!(!carol.browser.get(OFFERS).await.expect(200).text().contains("Acme"));
    let again = offer(&acme, &alice, &carol).await.expect(422);
    assert_eq!(again.faults(), ["user_id"]);
    offer(&acme, &carol, &carol).await.expect(403);
    assert_eq!(owner(&acme).await, alice.id);
}

/// Shows: servers.transfer
#[tokio::test]
async fn someone_who_is_no_member_any_more_neither_sees_nor_accepts_the_offer() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    offer(&acme, &alice, &bob).await.expect(303);
    let id = offer_id(&acme).await;
    alice.browser.post(&acme.settings(&format!("/members/{}/remove", bob.id)), &[]).await.expect(303);
    assert!(!bob.browser.get(OFFERS).await.expect(200).text().contains("Acme"));
    for word in ["accept", "decline"] {
        answer(&bob, id, word).await.expect(404);
    }
    assert_eq!(owner(&acme).await, alice.id);
}

/// Shows: servers.transfer
#[tokio::test]
async fn an_offer_expires_after_seven_days() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    offer(&acme, &alice, &bob).await.expect(303);
    let id = offer_id(&acme).await;
    instance.clock.advance(Duration::from_secs(7 * 24 * 60 * 60));
    instance.sign_in_on(&bob.browser, &bob.user).await;
    answer(&bob, id, "accept").await.expect(404);
    instance.sign_in_on(&alice.browser, &alice.user).await;
    // It is in no new offer's way, and goes by itself.
    offer(&acme, &alice, &bob).await.expect(303);
    assert_eq!(instance.rows(server_transfer::Entity).await, 1);
    instance.clock.advance(Duration::from_secs(7 * 24 * 60 * 60));
    instance.run_cleanup().await;
    assert_eq!(instance.rows(server_transfer::Entity).await, 0);
}

/// Shows: servers.transfer
#[tokio::test]
async fn a_disabled_account_neither_gives_nor_gets_a_server() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    offer(&acme, &alice, &bob).await.expect(303);
    let id = offer_id(&acme).await;
    let by = Operator::TERMINAL;
    assert!(alice.user.disable(&instance.app, &by).await.unwrap());
    assert!(!bob.browser.get(OFFERS).await.expect(200).text().contains("Acme"));
    answer(&bob, id, "accept").await.expect(404);
    assert!(alice.user.enable(&instance.app, &by).await.unwrap());
    assert!(bob.user.disable(&instance.app, &by).await.unwrap());
    assert!(ServerTransfer::accept(&instance.app, bob.id, id).await.is_err());
    assert_eq!(owner(&acme).await, alice.id);
}

/// Shows: servers.transfer
#[tokio::test]
async fn of_answers_and_a_cancellation_at_once_one_decides() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let app = &instance.app;
    offer(&acme, &alice, &bob).await.expect(303);
    let id = offer_id(&acme).await;
    let (accepted, (declined, cancelled)) = join(
        join_all((0..2).map(|_| ServerTransfer::accept(app, bob.id, id))),
        join(ServerTransfer::decline(app, bob.id, id), ServerTransfer::cancel(app, alice.id, acme.id())),
    )
    .await;
    let accepted = accepted.iter().filter(|one| one.is_ok()).count();
    assert_eq!(accepted + usize::from(declined.is_ok()) + usize::from(cancelled.is_ok()), 1);
    let expected = if accepted == 1 { bob.id } else { alice.id };
    assert_eq!((owner(&acme).await, instance.rows(server_transfer::Entity).await), (expected, 0));
}

/// Shows: accounts.deletion-owner
#[tokio::test]
async fn an_owner_deletes_the_account_once_the_server_was_accepted() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let delete = async || {
        let fields = [("confirm", "alice"), ("password", crate::support::PASSWORD)];
        alice.browser.post("/settings/delete", &fields).await
    };
    offer(&acme, &alice, &bob).await.expect(303);
    assert_eq!(delete().await.expect(422).faults(), ["form"]);
    answer(&bob, offer_id(&acme).await, "accept").await.expect(303);
    delete().await.expect(303);
    assert_eq!(owner(&acme).await, bob.id);
}

/// Shows: servers.transfer
#[tokio::test]
async fn an_account_that_is_deleted_takes_its_offer_with_it() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    offer(&acme, &alice, &bob).await.expect(303);
    let fields = [("confirm", "bob"), ("password", crate::support::PASSWORD)];
    bob.browser.post("/settings/delete", &fields).await.expect(303);
    assert_eq!(instance.rows(server_transfer::Entity).await, 0);
    assert_eq!(owner(&acme).await, alice.id);
}

/// Shows: caps.servers
#[tokio::test]
async fn a_person_has_no_more_offers_than_the_cap() {
    let instance = TestInstance::configured(|figment| {
        figment.merge(("caps", rocket::figment::map! { "transfers_per_person" => 1 }))
    })
    .await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let second = instance.server("Second", &alice).await;
    second.join(&bob).await;
    offer(&acme, &alice, &bob).await.expect(303);
    let refused = offer(&second, &alice, &bob).await.expect(422);
    assert!(refused.text().contains("This person has 1 server to accept or decline"), "{}", refused.text());
    answer(&bob, offer_id(&acme).await, "decline").await.expect(303);
    offer(&second, &alice, &bob).await.expect(303);
}
