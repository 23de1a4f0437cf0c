//! `/portal/apps/<id>/owner` and `/settings/transfers`: an app changes hands only where both want it.

use std::time::Duration;

use portico_store::models::accounts::session::Browser as Asking;
use portico_store::models::oauth::{app_transfer, oauth_app};
use portico_store::models::{AppTransfer, OauthApp, Operator, SecurityEvent};
use rocket::futures::future::{join, join_all};
use sea_orm::EntityTrait;

use crate::support::{Answer, CALLBACK, Person, TestInstance, TestOauthApp};
use portico_rules::ids::UserId;

const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const ASKING: Asking<'static> =
    Asking { user_agent: "Test", address: std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST) };

async fn offer(app: &TestOauthApp<'_>, from: &Person<'_>, nickname: &str) -> Answer {
    let path = format!("/portal/apps/{}/owner", app.id());
    from.browser.post(&path, &[("nickname", nickname)]).await
}

/// The path of the form that answers the newest offer to this person.
async fn path_to(person: &Person<'_>, answer: &str) -> Option<String> {
    let page = person.browser.get("/settings/transfers").await.expect(200);
    let actions = page.attributes("form", "action");
    actions.into_iter().find(|action| action.ends_with(&format!("/{answer}")))
}

async fn owner(app: &TestOauthApp<'_>) -> UserId {
    let found = oauth_app::Entity::find_by_id(app.id()).one(&*app.instance.app.db).await;
    found.unwrap().unwrap().owner_id
}

async fn newest_event(instance: &TestInstance, person: &Person<'_>) -> (String, String) {
    let events = SecurityEvent::page(&instance.app, person.id, None, 1).await.unwrap();
    (events[0].kind.clone(), events[0].address.clone())
}

#[tokio::test]
async fn who_accepts_becomes_the_owner_and_the_app_goes_on_as_it_was() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    app.exchange(&app.code_for(&alice).await).await.expect(200);
    offer(&app, &alice, "@Bob").await.expect(303);
    let page = alice.browser.get(&format!("/portal/apps/{}/settings", app.id())).await;
    assert!(page.expect(200).one("#owner").contains("@bob"));
    assert_eq!(owner(&app).await, alice.id);
    bob.browser.get(&format!("/portal/apps/{}", app.id())).await.expect(404);
    let accept = path_to(&bob, "accept").await.unwrap();
    let answer = bob.browser.post(&accept, &[]).await.expect(303);
    assert_eq!(answer.location(), format!("/portal/apps/{}", app.id()));
    assert_eq!(owner(&app).await, bob.id);
    alice.browser.get(&format!("/portal/apps/{}", app.id())).await.expect(404);
    // The same secret and the same grants.
    app.exchange(&app.code_for(&alice).await).await.expect(200);
    let activity = format!("/portal/apps/{}/activity", app.id());
    let page = bob.browser.get(&activity).await;
    let page = page.expect(200);
    let said = page.one("#app-events tr[data-event=handed_over] td:last-child");
    assert_eq!(said, "Bob became the owner of the app Builder, which was offered by Alice (@alice)");
    assert_eq!(newest_event(&instance, &bob).await.0, "app_taken");
    // Neither learns where the other one was.
    assert_eq!(newest_event(&instance, &alice).await, ("app_given".to_owned(), String::new()));
    assert_eq!(instance.rows(app_transfer::Entity).await, 0);
}

#[tokio::test]
async fn a_declined_or_cancelled_offer_leaves_the_app_with_its_owner() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    offer(&app, &alice, "bob").await.expect(303);
    let accept = path_to(&bob, "accept").await.unwrap();
    let decline = path_to(&bob, "decline").await.unwrap();
    bob.browser.post(&decline, &[]).await.expect(303);
    bob.browser.post(&accept, &[]).await.expect(404);
    offer(&app, &alice, "bob").await.expect(303);
    let accept = path_to(&bob, "accept").await.unwrap();
    let cancel = format!("/portal/apps/{}/owner/cancel", app.id());
    alice.browser.post(&cancel, &[]).await.expect(303);
    alice.browser.post(&cancel, &[]).await.expect(404);
    bob.browser.post(&accept, &[]).await.expect(404);
    assert_eq!(path_to(&bob, "accept").await, None);
    assert_eq!(owner(&app).await, alice.id);
    let acts: Vec<_> = instance.audited().await.iter().map(|one| one.action.clone()).collect();
    let expected = ["app_offered", "app_offer_declined", "app_offered", "app_offer_cancelled"];
    assert_eq!(acts[acts.len() - 4..], expected);
}

#[tokio::test]
async fn an_offer_expires_after_a_week_and_another_can_be_made_then() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let carol = instance.person("carol").await;
    offer(&app, &alice, "bob").await.expect(303);
    let accept = path_to(&bob, "accept").await.unwrap();
    instance.clock.advance(WEEK);
    instance.sign_in_on(&alice.browser, &alice.user).await;
    assert_eq!(path_to(&bob, "accept").await, None);
    bob.browser.post(&accept, &[]).await.expect(404);
    offer(&app, &alice, "carol").await.expect(303);
    assert!(path_to(&carol, "accept").await.is_some());
    assert_eq!(owner(&app).await, alice.id);
    instance.clock.advance(WEEK);
    instance.run_cleanup().await;
    assert_eq!(instance.rows(app_transfer::Entity).await, 0);
}

#[tokio::test]
async fn nobody_else_sees_answers_or_cancels_an_offer() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let mallory = instance.person("mallory").await;
    offer(&app, &mallory, "mallory").await.expect(404);
    offer(&app, &alice, "bob").await.expect(303);
    let accept = path_to(&bob, "accept").await.unwrap();
    let cancel = format!("/portal/apps/{}/owner/cancel", app.id());
    assert_eq!(path_to(&mallory, "accept").await, None);
    for person in [&mallory, &alice] {
        person.browser.post(&accept, &[]).await.expect(404);
        let decline = accept.replace("/accept", "/decline");
        person.browser.post(&decline, &[]).await.expect(404);
    }
    for person in [&mallory, &bob] {
        person.browser.post(&cancel, &[]).await.expect(404);
    }
    assert_eq!((owner(&app).await, instance.rows(app_transfer::Entity).await), (alice.id, 1));
}

#[tokio::test]
async fn an_unknown_nickname_ones_own_and_a_second_offer_are_faults_of_the_field() {
    let instance = TestInstance::open().await;
    let (alice, _bob, app) = instance.alice_with_app_and_bob().await;
    for nickname in ["", "nobody", "alice", "@Alice"] {
        let answer = offer(&app, &alice, nickname).await.expect(422);
        assert_eq!(answer.faults(), ["nickname"], "{nickname}");
    }
    offer(&app, &alice, "bob").await.expect(303);
    instance.person("carol").await;
    let answer = offer(&app, &alice, "carol").await.expect(422);
    assert_eq!(answer.faults(), ["nickname"]);
    assert_eq!(instance.rows(app_transfer::Entity).await, 1);
}

#[tokio::test]
async fn who_lacks_a_phone_or_room_is_told_and_the_giver_is_not() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps.apps_per_person", 1))).await;
    let (alice, app) = instance.alice_with_app().await;
    let (bob, carol) = (instance.person_without_phone("bob").await, instance.person("carol").await);
    instance.oauth_app(&carol, CALLBACK).await;
    for (person, field) in [(&bob, "phone"), (&carol, "most")] {
        offer(&app, &alice, &person.nickname).await.expect(303);
        let page = person.browser.get("/settings/transfers").await.expect(200);
        assert!(page.text().contains(field), "{}", page.text());
        let decline = path_to(person, "decline").await.unwrap();
        assert_eq!(path_to(person, "accept").await, None);
        let accept = decline.replace("/decline", "/accept");
        let refused = person.browser.post(&accept, &[]).await.expect(422);
        assert_eq!(refused.faults(), ["form"]);
        assert_eq!(owner(&app).await, alice.id);
        person.browser.post(&decline, &[]).await.expect(303);
    }
}

#[tokio::test]
async fn a_person_has_a_limited_number_of_offers() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps.transfers_per_person", 1))).await;
    let (alice, _bob, app) = instance.alice_with_app_and_bob().await;
    let second = instance.oauth_app(&alice, CALLBACK).await;
    offer(&app, &alice, "bob").await.expect(303);
    let refused = offer(&second, &alice, "bob").await.expect(422);
    assert_eq!(refused.faults(), ["nickname"]);
    assert_eq!(instance.rows(app_transfer::Entity).await, 1);
}

#[tokio::test]
async fn the_offers_of_disabled_accounts_take_no_room_from_others() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps.transfers_per_person", 1))).await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let carol = instance.person("carol").await;
    let hers = instance.oauth_app(&carol, CALLBACK).await;
    offer(&app, &alice, "bob").await.expect(303);
    offer(&hers, &carol, "bob").await.expect(422);
    disable(&instance, &alice).await;
    assert_eq!(path_to(&bob, "accept").await, None);
    offer(&hers, &carol, "bob").await.expect(303);
    let accept = path_to(&bob, "accept").await.unwrap();
    bob.browser.post(&accept, &[]).await.expect(303);
    assert_eq!(owner(&hers).await, bob.id);
}

/// Shows: passwords.asked-again
#[tokio::test]
async fn an_offer_asks_for_the_password_if_that_was_entered_long_ago() {
    let instance = TestInstance::open().await;
    let (alice, _bob, app) = instance.alice_with_app_and_bob().await;
    instance.clock.advance(Duration::from_secs(16 * 60));
    let answer = offer(&app, &alice, "bob").await.expect(303);
    assert!(answer.location().starts_with("/confirm"));
    assert_eq!(instance.rows(app_transfer::Entity).await, 0);
}

#[tokio::test]
async fn of_accepting_declining_and_cancelling_at_once_one_counts() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    for _ in 0..3 {
        let current = OauthApp::owned_by(&instance.app.db, alice.id, app.id()).await.unwrap();
        AppTransfer::offer(&instance.app, &current, "bob", ASKING).await.unwrap();
        let id = AppTransfer::of_app(&instance.app.db, app.id(), instance.app.now()).await;
        let id = id.unwrap().unwrap().0.id;
        let (accepted, (declined, cancelled)) = join(
            join_all((0..2).map(|_| AppTransfer::accept(&instance.app, bob.id, id, ASKING))),
            join(AppTransfer::decline(&instance.app, bob.id, id), AppTransfer::cancel(&instance.app, &current)),
        )
        .await;
        let accepted = accepted.iter().filter(|one| one.is_ok()).count();
        let ended = accepted + usize::from(declined.is_ok()) + usize::from(cancelled.is_ok());
        assert_eq!(ended, 1);
        assert_eq!(owner(&app).await == bob.id, accepted == 1);
        if accepted == 1 {
            let now = OauthApp::owned_by(&instance.app.db, bob.id, app.id()).await.unwrap();
            AppTransfer::offer(&instance.app, &now, "alice", ASKING).await.unwrap();
            let back = AppTransfer::of_app(&instance.app.db, app.id(), instance.app.now()).await;
            let back = back.unwrap().unwrap().0.id;
            AppTransfer::accept(&instance.app, alice.id, back, ASKING).await.unwrap();
        }
    }
}

#[tokio::test]
async fn the_former_owner_can_do_nothing_any_more_with_what_was_loaded_before() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    offer(&app, &alice, "bob").await.expect(303);
    let accept = path_to(&bob, "accept").await.unwrap();
    bob.browser.post(&accept, &[]).await.expect(303);
    // As they were loaded while the app was still hers.
    assert!(app.app.add_secret(&instance.app).await.is_err());
    let secrets = portico_store::models::ClientSecret::all_of(&instance.app.db, app.id()).await;
    let secret = secrets.unwrap()[0].id;
    assert!(app.app.delete_secret(&instance.app, secret).await.is_err());
    assert!(app.app.delete(&instance.app, "Builder").await.is_err());
    assert!(AppTransfer::offer(&instance.app, &app.app, "bob", ASKING).await.is_err());
    assert_eq!(owner(&app).await, bob.id);
}

#[tokio::test]
async fn an_offer_goes_with_the_account_of_either_side() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    offer(&app, &alice, "bob").await.expect(303);
    let fields = [("confirm", "bob"), ("password", crate::support::PASSWORD)];
    bob.browser.post("/settings/delete", &fields).await.expect(303);
    assert_eq!((owner(&app).await, instance.rows(app_transfer::Entity).await), (alice.id, 0));
    instance.person("carol").await;
    offer(&app, &alice, "carol").await.expect(303);
    let fields = [("confirm", "alice"), ("password", crate::support::PASSWORD)];
    alice.browser.post("/settings/delete", &fields).await.expect(303);
    assert_eq!(instance.rows(app_transfer::Entity).await, 0);
}

async fn disable(instance: &TestInstance, person: &Person<'_>) {
    let by = Operator::TERMINAL;
    assert!(person.user.disable(&instance.app, &by).await.unwrap());
}

#[tokio::test]
async fn the_offer_of_an_account_that_was_disabled_is_neither_shown_nor_accepted() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let carol = instance.person("carol").await;
    let other = instance.oauth_app(&carol, CALLBACK).await;
    offer(&app, &alice, "bob").await.expect(303);
    let accept = path_to(&bob, "accept").await.unwrap();
    disable(&instance, &alice).await;
    assert_eq!(path_to(&bob, "accept").await, None);
    assert_eq!(path_to(&bob, "decline").await, None);
    bob.browser.post(&accept, &[]).await.expect(404);
    assert_eq!(owner(&app).await, alice.id);
    // That of another account is.
    offer(&other, &carol, "bob").await.expect(303);
    let accept = path_to(&bob, "accept").await.unwrap();
    bob.browser.post(&accept, &[]).await.expect(303);
    assert_eq!(owner(&other).await, bob.id);
}

#[tokio::test]
async fn a_disabled_account_is_offered_no_app() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    disable(&instance, &bob).await;
    let refused = offer(&app, &alice, "bob").await.expect(422);
    let unknown = offer(&app, &alice, "nobody").await.expect(422);
    assert_eq!(refused.faults(), ["nickname"]);
    let sentence = "No account has this nickname.";
    assert!(refused.text().contains(sentence) && unknown.text().contains(sentence));
    assert_eq!(instance.rows(app_transfer::Entity).await, 0);
}

#[tokio::test]
async fn a_suspended_app_is_neither_offered_nor_accepted_until_that_ends() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let suspended = "This app is suspended; it can’t be transferred until that ends.";
    offer(&app, &alice, "bob").await.expect(303);
    let accept = path_to(&bob, "accept").await.unwrap();
    app.suspend("Phishing").await;
    let page = bob.browser.get("/settings/transfers").await.expect(200);
    assert_eq!(page.one("[data-suspended]"), suspended);
    assert_eq!(path_to(&bob, "accept").await, None);
    let refused = bob.browser.post(&accept, &[]).await.expect(422);
    assert_eq!(refused.faults(), ["form"]);
    assert!(refused.text().contains(suspended));
    assert_eq!(owner(&app).await, alice.id);
    let decline = path_to(&bob, "decline").await.unwrap();
    bob.browser.post(&decline, &[]).await.expect(303);
    let refused = offer(&app, &alice, "bob").await.expect(422);
    assert_eq!(refused.faults(), ["nickname"]);
    assert!(refused.text().contains(suspended));
    app.restore().await;
    offer(&app, &alice, "bob").await.expect(303);
    let accept = path_to(&bob, "accept").await.unwrap();
    bob.browser.post(&accept, &[]).await.expect(303);
    assert_eq!(owner(&app).await, bob.id);
}

#[tokio::test]
async fn the_new_owner_is_advised_about_secrets_only_where_the_app_has_any() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let public = instance.public_app(&alice, CALLBACK).await;
    for (app, has_secrets) in [(&app, true), (&public, false)] {
        offer(app, &alice, "bob").await.expect(303);
        let page = bob.browser.get("/settings/transfers").await.expect(200);
        let accept = path_to(&bob, "accept").await.unwrap();
        let done = bob.browser.post(&accept, &[]).await.expect(303);
        let next = bob.browser.get(done.location()).await.expect(200);
        let said = next.all(".flash").concat();
        for text in [page.all(".hint").concat(), said] {
            assert_eq!(text.contains("secret"), has_secrets, "{text}");
            assert!(text.contains("redirect URIs"), "{text}");
        }
    }
}
