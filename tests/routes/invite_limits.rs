//! Invites that expire or are used up, and what those say who open one that doesn't work.

use std::time::Duration;

use portico_store::models::servers::{invite, member};
use rocket::futures::future::join_all;
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::support::{Community, Person, TestInstance};

const HOUR: Duration = Duration::from_secs(60 * 60);

/// The path of a new invite with these limits, made by the form.
async fn invite(acme: &Community<'_>, by: &Person<'_>, hours: &str, uses: &str) -> String {
    acme.instance.clock.advance(Duration::from_secs(1));
    let fields = [("expires_hours", hours), ("uses", uses)];
    let path = acme.settings("/invites");
    by.browser.post(&path, &fields).await.expect(303);
    let page = by.browser.get(&path).await.expect(200);
    let url = page.one("#invite-url");
    let path = url.strip_prefix("http://localhost:8000").unwrap();
    path.to_owned()
}

/// Shows: invites.limits
#[tokio::test]
async fn an_expired_invite_leads_nowhere_and_is_deleted() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let path = invite(&acme, &alice, "1", "").await;
    let page = alice.browser.get(&acme.settings("/invites")).await;
    assert!(page.expect(200).text().contains("expires"));
    bob.browser.get(&path).await.expect(200);
    instance.clock.advance(HOUR);
    bob.browser.get(&path).await.expect(404);
    bob.browser.post(&path, &[]).await.expect(404);
    let page = alice.browser.get(&acme.settings("/invites")).await;
    assert!(page.expect(200).text().contains("Expired"));
    assert_eq!(invite::Entity::find().count(&*instance.app.db).await.unwrap(), 1);
    instance.run_cleanup().await;
    assert_eq!(invite::Entity::find().count(&*instance.app.db).await.unwrap(), 0);
    let found = member::find(&instance.app.db, acme.id(), bob.id).await;
    assert_eq!(found.unwrap(), None);
}

/// Shows: invites.limits
#[tokio::test]
async fn of_people_who_use_the_last_use_at_once_one_joins() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let path = invite(&acme, &alice, "", "2").await;
    let first = instance.person("first").await;
    first.browser.post(&path, &[]).await.expect(303);
    let page = alice.browser.get(&acme.settings("/invites")).await;
    assert!(page.expect(200).text().contains("1 use left"));
    let mut people = Vec::new();
    for nickname in ["p1", "p2", "p3", "p4", "p5"] {
        people.push(instance.person(nickname).await);
    }
    let path = &path;
    let answers = join_all(people.iter().map(|person| async move { person.browser.post(path, &[]).await.status }));
    let mut answers = answers.await;
    answers.sort_unstable();
    assert_eq!(answers, [303, 404, 404, 404, 404]);
    assert_eq!(member::Entity::find().count(&*instance.app.db).await.unwrap(), 3);
    let invites = invite::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(invites[0].uses, 2);
    // Who is a member by it gets there again.
    first.browser.post(path, &[]).await.expect(303);
    let page = alice.browser.get(&acme.settings("/invites")).await;
    assert!(page.expect(200).text().contains("Used up"));
}

/// Shows: invites.dead
#[tokio::test]
async fn an_invite_that_does_not_work_says_so_before_sign_in_and_names_no_server() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let acme = instance.server("Hidden Garden", &alice).await;
    let used_up = invite(&acme, &alice, "", "1").await;
    bob.browser.post(&used_up, &[]).await.expect(303);
    let works = invite(&acme, &alice, "2", "").await;
    let expired = invite(&acme, &alice, "1", "").await;
    instance.clock.advance(HOUR);
    let guest = instance.browser();
    let unknown = guest.get("/invites/AAAAAAAAAAAAAAAA").await.expect(404);
    assert!(unknown.text().contains("This invite doesn’t work"));
    for path in [&used_up, &expired] {
        let page = guest.get(path).await.expect(404);
        assert_eq!(page.one("main"), unknown.one("main"));
        guest.post(path, &[]).await.expect(404);
        let sign_in = format!("/sign-in?next={}", path.replace('/', "%2F"));
        let page = guest.get(&sign_in).await.expect(200);
        assert!(!page.text().contains("Hidden Garden"));
    }
    assert_eq!(guest.get(&works).await.expect(200).one("h1"), "Hidden Garden");
    guest.post(&works, &[]).await.expect(303);
}

#[tokio::test]
async fn limits_that_can_not_be_are_refused_all_at_once() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let path = acme.settings("/invites");
    for bad in ["0", "-1", "1.5", "x", "10001", "99999999999999999999"] {
        let fields = [("expires_hours", bad), ("uses", bad)];
        let answer = alice.browser.post(&path, &fields).await.expect(422);
        assert_eq!(answer.faults(), ["expires_hours", "uses"], "{bad}");
    }
    for (hours, uses) in [("8761", ""), ("", "10001")] {
        let fields = [("expires_hours", hours), ("uses", uses)];
        alice.browser.post(&path, &fields).await.expect(422);
    }
    assert_eq!(invite::Entity::find().count(&*instance.app.db).await.unwrap(), 0);
    for (hours, uses) in [("8760", "10000"), ("1", "1"), ("", "")] {
        let fields = [("expires_hours", hours), ("uses", uses)];
        alice.browser.post(&path, &fields).await.expect(303);
    }
    let entries = instance.audited().await;
    let made = entries.iter().filter(|entry| entry.action == "invite_created");
    assert_eq!(made.count(), 3);
    let page = alice.browser.get(&acme.settings("/audit")).await.expect(200);
    assert!(page.text().contains("10000"), "{}", page.text());
}
