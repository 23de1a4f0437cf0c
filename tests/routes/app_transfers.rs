//! `/portal/apps/<id>/owner` and `/settings/transfers`: an app changes hands only where both want it.

use std::time::Duration;

use portico::models::accounts::session::Browser as Asking;
use portico::models::oauth::{app_transfer, oauth_app};
use portico::models::{AppTransfer, OauthApp, SecurityEvent};
use rocket::futures::future::{join, join_all};
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::support::{Answer, CALLBACK, Person, TestApp, TestOauthApp};

const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const ASKING: Asking<'static> = Asking {
    user_agent: "Test",
    address: std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST),
};

async fn offer(app: &TestOauthApp<'_>, from: &Person<'_>, nickname: &str) -> Answer {
    let path = format!("/portal/apps/{}/owner", app.id());
    from.browser.post(&path, &[("nickname", nickname)]).await
}

/// The path of the form that answers the newest offer to this person.
async fn path_to(person: &Person<'_>, answer: &str) -> Option<String> {
    let page = person.browser.get("/settings/transfers").await.expect(200);
    let actions = page.attributes("form", "action");
    actions
        .into_iter()
        .find(|action| action.ends_with(&format!("/{answer}")))
}

async fn owner(app: &TestOauthApp<'_>) -> i64 {
    let found = oauth_app::Entity::find_by_id(app.id())
        .one(&*app.house.app.db)
        .await;
    found.unwrap().unwrap().owner_id
}

async fn offers(house: &TestApp) -> u64 {
    app_transfer::Entity::find()
        .count(&*house.app.db)
        .await
        .unwrap()
}

async fn arranged(house: &TestApp) -> (Person<'_>, Person<'_>, TestOauthApp<'_>) {
    let (alice, bob) = (house.person("alice").await, house.person("bob").await);
    let app = house.oauth_app(&alice, CALLBACK).await;
    (alice, bob, app)
}

async fn newest_event(house: &TestApp, person: &Person<'_>) -> (String, String) {
    let events = SecurityEvent::page(&house.app, person.id, None, 1)
        .await
        .unwrap();
    (events[0].kind.clone(), events[0].address.clone())
}

#[rocket::async_test]
async fn who_accepts_becomes_the_owner_and_the_app_goes_on_as_it_was() {
    let house = TestApp::open().await;
    let (alice, bob, app) = arranged(&house).await;
    app.exchange(&app.code_for(&alice).await).await.expect(200);
    offer(&app, &alice, "@Bob").await.expect(303);
    let page = alice
        .browser
        .get(&format!("/portal/apps/{}/settings", app.id()))
        .await;
    assert!(page.expect(200).one("#owner").contains("@bob"));
    assert_eq!(owner(&app).await, alice.id);
    bob.browser
        .get(&format!("/portal/apps/{}", app.id()))
        .await
        .expect(404);
    let accept = path_to(&bob, "accept").await.unwrap();
    let answer = bob.browser.post(&accept, &[]).await.expect(303);
    assert_eq!(answer.location(), format!("/portal/apps/{}", app.id()));
    assert_eq!(owner(&app).await, bob.id);
    alice
        .browser
        .get(&format!("/portal/apps/{}", app.id()))
        .await
        .expect(404);
    // The same secret and the same grants.
    app.exchange(&app.code_for(&alice).await).await.expect(200);
    let activity = format!("/portal/apps/{}/activity", app.id());
    let page = bob.browser.get(&activity).await;
    let page = page.expect(200);
    let said = page.one("#app-events tr[data-event=handed_over] td:last-child");
    assert_eq!(
        said,
        "Bob became the owner of the app Builder, which was offered by Alice (@alice)"
    );
    assert_eq!(newest_event(&house, &bob).await.0, "app_taken");
    // Neither learns where the other one was.
    assert_eq!(
        newest_event(&house, &alice).await,
        ("app_given".to_owned(), String::new())
    );
    assert_eq!(offers(&house).await, 0);
}

#[rocket::async_test]
async fn a_declined_or_cancelled_offer_leaves_the_app_with_its_owner() {
    let house = TestApp::open().await;
    let (alice, bob, app) = arranged(&house).await;
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
    let acts: Vec<_> = house
        .audited()
        .await
        .iter()
        .map(|one| one.action.clone())
        .collect();
    let expected = [
        "app_offered",
        "app_offer_declined",
        "app_offered",
        "app_offer_cancelled",
    ];
    assert_eq!(acts[acts.len() - 4..], expected);
}

#[rocket::async_test]
async fn an_offer_expires_after_a_week_and_another_can_be_made_then() {
    let house = TestApp::open().await;
    let (alice, bob, app) = arranged(&house).await;
    let carol = house.person("carol").await;
    offer(&app, &alice, "bob").await.expect(303);
    let accept = path_to(&bob, "accept").await.unwrap();
    house.clock.advance(WEEK);
    house.sign_in_on(&alice.browser, &alice.user).await;
    assert_eq!(path_to(&bob, "accept").await, None);
    bob.browser.post(&accept, &[]).await.expect(404);
    offer(&app, &alice, "carol").await.expect(303);
    assert!(path_to(&carol, "accept").await.is_some());
    assert_eq!(owner(&app).await, alice.id);
    house.clock.advance(WEEK);
    house.sweeps_up_now().await;
    assert_eq!(offers(&house).await, 0);
}

#[rocket::async_test]
async fn nobody_else_sees_answers_or_cancels_an_offer() {
    let house = TestApp::open().await;
    let (alice, bob, app) = arranged(&house).await;
    let mallory = house.person("mallory").await;
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
    assert_eq!((owner(&app).await, offers(&house).await), (alice.id, 1));
}

#[rocket::async_test]
async fn an_unknown_nickname_ones_own_and_a_second_offer_are_faults_of_the_field() {
    let house = TestApp::open().await;
    let (alice, _bob, app) = arranged(&house).await;
    for nickname in ["", "nobody", "alice", "@Alice"] {
        let answer = offer(&app, &alice, nickname).await.expect(422);
        assert_eq!(answer.faults(), ["nickname"], "{nickname}");
    }
    offer(&app, &alice, "bob").await.expect(303);
    house.person("carol").await;
    let answer = offer(&app, &alice, "carol").await.expect(422);
    assert_eq!(answer.faults(), ["nickname"]);
    assert_eq!(offers(&house).await, 1);
}

#[rocket::async_test]
async fn who_lacks_a_phone_or_room_is_told_and_the_giver_is_not() {
    let house = TestApp::configured(|figment| figment.merge(("caps.apps_per_person", 1))).await;
    let alice = house.person("alice").await;
    let app = house.oauth_app(&alice, CALLBACK).await;
    let (bob, carol) = (
        house.person_without_phone("bob").await,
        house.person("carol").await,
    );
    house.oauth_app(&carol, CALLBACK).await;
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

#[rocket::async_test]
async fn a_person_has_a_limited_number_of_offers() {
    let house =
        TestApp::configured(|figment| figment.merge(("caps.transfers_per_person", 1))).await;
    let (alice, _bob, app) = arranged(&house).await;
    let second = house.oauth_app(&alice, CALLBACK).await;
    offer(&app, &alice, "bob").await.expect(303);
    let refused = offer(&second, &alice, "bob").await.expect(422);
    assert_eq!(refused.faults(), ["nickname"]);
    assert_eq!(offers(&house).await, 1);
}

/// Shows: passwords.asked-again
#[rocket::async_test]
async fn an_offer_asks_for_the_password_if_that_was_entered_long_ago() {
    let house = TestApp::open().await;
    let (alice, _bob, app) = arranged(&house).await;
    house.clock.advance(Duration::from_secs(16 * 60));
    let answer = offer(&app, &alice, "bob").await.expect(303);
    assert!(answer.location().starts_with("/confirm"));
    assert_eq!(offers(&house).await, 0);
}

#[rocket::async_test]
async fn of_accepting_declining_and_cancelling_at_once_one_counts() {
    let house = TestApp::open().await;
    let (alice, bob, app) = arranged(&house).await;
    for _ in 0..3 {
        let current = OauthApp::owned_by(&house.app.db, alice.id, app.id())
            .await
            .unwrap();
        AppTransfer::offer(&house.app, &current, "bob", ASKING)
            .await
            .unwrap();
        let id = AppTransfer::of_app(&house.app.db, app.id(), house.app.now()).await;
        let id = id.unwrap().unwrap().0.id;
        let (accepted, (declined, cancelled)) = join(
            join_all((0..2).map(|_| AppTransfer::accept(&house.app, bob.id, id, ASKING))),
            join(
                AppTransfer::decline(&house.app, bob.id, id),
                AppTransfer::cancel(&house.app, &current),
            ),
        )
        .await;
        let accepted = accepted.iter().filter(|one| one.is_ok()).count();
        let ended = accepted + usize::from(declined.is_ok()) + usize::from(cancelled.is_ok());
        assert_eq!(ended, 1);
        assert_eq!(owner(&app).await == bob.id, accepted == 1);
        if accepted == 1 {
            let now = OauthApp::owned_by(&house.app.db, bob.id, app.id())
                .await
                .unwrap();
            AppTransfer::offer(&house.app, &now, "alice", ASKING)
                .await
                .unwrap();
            let back = AppTransfer::of_app(&house.app.db, app.id(), house.app.now()).await;
            let back = back.unwrap().unwrap().0.id;
            AppTransfer::accept(&house.app, alice.id, back, ASKING)
                .await
                .unwrap();
        }
    }
}

#[rocket::async_test]
async fn the_former_owner_can_do_nothing_any_more_with_what_was_loaded_before() {
    let house = TestApp::open().await;
    let (alice, bob, app) = arranged(&house).await;
    offer(&app, &alice, "bob").await.expect(303);
    let accept = path_to(&bob, "accept").await.unwrap();
    bob.browser.post(&accept, &[]).await.expect(303);
    // As they were loaded while the app was still hers.
    assert!(app.app.add_secret(&house.app).await.is_err());
    let secrets = portico::models::ClientSecret::all_of(&house.app.db, app.id()).await;
    let secret = secrets.unwrap()[0].id;
    assert!(app.app.delete_secret(&house.app, secret).await.is_err());
    assert!(app.app.delete(&house.app, "Builder").await.is_err());
    assert!(
        AppTransfer::offer(&house.app, &app.app, "bob", ASKING)
            .await
            .is_err()
    );
    assert_eq!(owner(&app).await, bob.id);
}

#[rocket::async_test]
async fn an_offer_goes_with_the_account_of_either_side() {
    let house = TestApp::open().await;
    let (alice, bob, app) = arranged(&house).await;
    offer(&app, &alice, "bob").await.expect(303);
    let fields = [("confirm", "bob"), ("password", crate::support::PASSWORD)];
    bob.browser
        .post("/settings/delete", &fields)
        .await
        .expect(303);
    assert_eq!((owner(&app).await, offers(&house).await), (alice.id, 0));
    house.person("carol").await;
    offer(&app, &alice, "carol").await.expect(303);
    let fields = [("confirm", "alice"), ("password", crate::support::PASSWORD)];
    alice
        .browser
        .post("/settings/delete", &fields)
        .await
        .expect(303);
    assert_eq!(offers(&house).await, 0);
}
