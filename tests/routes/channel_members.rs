//! `/channels/<id>/members`: who may see a channel, by role, and who is here now.

use portico_rules::ids::{RoleId, SessionId};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use portico::background::presence;
use portico_rules::chat::permissions::Permissions;
use portico_store::live::OpenStream;
use portico_store::models::accounts::presence as presence_rows;

use super::server_members::crowd;
use crate::support::{Answer, Community, ListeningNode, Person, TestInstance};

const VIEW: Permissions = Permissions::VIEW_CHANNEL;
const NONE: Permissions = Permissions::NONE;

async fn members(person: &Person<'_>, acme: &Community<'_>) -> Answer {
    let path = format!("/channels/{}/members", acme.general.id);
    person.browser.get(&path).await.expect(200)
}

fn names(page: &Answer, of: &str) -> Vec<String> {
    page.all(&format!("{of} .members-nickname"))
}

#[tokio::test]
async fn those_who_may_see_a_channel_are_listed_by_their_highest_role() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (bob, carol, dave) =
        (instance.person("bob").await, instance.person("carol").await, instance.person("dave").await);
    for person in [&bob, &carol, &dave] {
        acme.join(person).await;
    }
    let crew = acme.role("Crew", NONE, false).await;
    let helpers = acme.role("Helpers", NONE, false).await;
    acme.give(&helpers, &bob).await;
    acme.give(&crew, &bob).await;
    acme.give(&helpers, &carol).await;
    let page = members(&dave, &acme).await;
    assert_eq!(page.all("h2 bdi"), ["Crew", "Helpers"]);
    let group = |key: RoleId| format!("[aria-labelledby=group-{key}]");
    assert_eq!(names(&page, &group(crew.id)), ["@bob"]);
    assert_eq!(names(&page, &group(helpers.id)), ["@carol"]);
    let rest = names(&page, "[aria-labelledby=group-none]");
    assert_eq!(rest, ["@alice", "@dave"]);
    // Those who may not see the channel are not listed, whatever denies it.
    acme.overwrite_role(&acme.general, &helpers, NONE, VIEW).await;
    acme.overwrite_member(&acme.general, &bob, VIEW, NONE).await;
    let page = members(&dave, &acme).await;
    assert_eq!(names(&page, ""), ["@bob", "@alice", "@dave"]);
    assert_eq!(members(&alice, &acme).await.all("[data-member]").len(), 3);
}

/// Shows: access.hidden-channel, access.signed-out
#[tokio::test]
async fn only_those_who_may_see_a_channel_see_its_members() {
    let instance = TestInstance::open().await;
    let (_, acme, _) = instance.acme_with_webhook().await;
    let (bob, eve) = (instance.person("bob").await, instance.person("eve").await);
    acme.join(&bob).await;
    let path = format!("/channels/{}/members", acme.general.id);
    bob.browser.get(&path).await.expect(200);
    eve.browser.get(&path).await.expect(404);
    acme.overwrite_member(&acme.general, &bob, NONE, VIEW).await;
    bob.browser.get(&path).await.expect(404);
    let stranger = instance.browser().get(&path).await.expect(303);
    assert!(stranger.location().starts_with("/sign-in"));
}

#[tokio::test]
async fn a_large_group_is_listed_a_page_at_a_time() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    for number in 0..104 {
        acme.join(&instance.person(&format!("m{number:03}")).await).await;
    }
    let page = members(&alice, &acme).await;
    assert_eq!(page.one(".members-total"), "105");
    assert_eq!(page.all("[data-member]").len(), 100);
    let all = page.attributes("section p a", "href").remove(0);
    let first = alice.browser.get(&all).await.expect(200);
    assert_eq!(first.all("[data-member]").len(), 100);
    let next = first.attributes("[rel=next]", "href").remove(0);
    let second = alice.browser.get(&next).await.expect(200);
    assert_eq!(names(&second, "").len(), 5);
    assert_eq!(second.all("[rel=next]").len(), 0);
    for odd in ["x", "7", "-1", ""] {
        let path = format!("/channels/{}/members?group={odd}", acme.general.id);
        alice.browser.get(&path).await.expect(404);
    }
    let beyond = format!("{all}&after=zzz");
    let page = alice.browser.get(&beyond).await.expect(200);
    assert_eq!(page.all("[data-member]").len(), 0);
}

fn here(page: &Answer) -> Vec<String> {
    names(page, ".is-here")
}

/// A page of this person is open on a node.
async fn opened(instance: &TestInstance, person: &Person<'_>) -> OpenStream {
    let caps = &instance.app.config.caps;
    let at = std::net::IpAddr::from([192, 0, 2, 1]);
    let streams = &instance.app.live.streams;
    let open = streams.open(caps, (SessionId::new(person.id.get()), person.id), at);
    open.await.unwrap()
}

#[tokio::test]
async fn a_person_with_a_page_open_on_any_node_is_here_until_it_closes() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    assert_eq!(here(&members(&alice, &acme).await), [""; 0]);
    let other = instance.beside(|figment| figment).await;
    let stream = opened(&other, &bob).await;
    for node in [&other, &instance] {
        presence::share_presence(&node.app).await.unwrap();
    }
    let page = members(&alice, &acme).await;
    assert_eq!(here(&page), ["@bob"]);
    // Those who are here come first.
    assert_eq!(names(&page, ""), ["@bob", "@alice"]);
    drop(stream);
    presence::share_presence(&other.app).await.unwrap();
    assert_eq!(here(&members(&alice, &acme).await), [""; 0]);
}

#[tokio::test]
async fn of_a_large_server_those_are_listed_who_are_here() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (bob, eve) = (instance.person("bob").await, instance.person("eve").await);
    acme.join(&bob).await;
    crowd(&instance, &acme, 1_000).await;
    let _pages = [opened(&instance, &bob).await, opened(&instance, &eve).await];
    presence::share_presence(&instance.app).await.unwrap();
    let page = members(&alice, &acme).await;
    assert_eq!(names(&page, ""), ["@bob"]);
    assert!(page.one("[data-members] > p").contains("the server is large"));
    acme.overwrite_member(&acme.general, &bob, NONE, VIEW).await;
    assert_eq!(names(&members(&alice, &acme).await, ""), [""; 0]);
}

#[tokio::test]
async fn an_open_stream_of_events_is_an_open_page() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let node = ListeningNode::beside(&instance).await;
    let events = format!("/channels/{}/events", acme.general.id);
    let _stream = node.listen(&alice, &events).await;
    presence::share_presence(&node.app).await.unwrap();
    assert_eq!(here(&members(&alice, &acme).await), ["@alice"]);
}

#[tokio::test]
async fn a_presence_ends_with_the_lease_of_a_node_that_died_and_at_once_with_one_that_stopped() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    let died = instance.beside(|figment| figment).await;
    let _page = opened(&died, &bob).await;
    presence::share_presence(&died.app).await.unwrap();
    let stopped = instance.beside(|figment| figment).await;
    let _other = opened(&stopped, &alice).await;
    presence::share_presence(&stopped.app).await.unwrap();
    assert_eq!(here(&members(&alice, &acme).await), ["@alice", "@bob"]);
    stopped.app.release_lease().await.unwrap();
    assert_eq!(here(&members(&alice, &acme).await), ["@bob"]);
    instance.clock.advance(Duration::from_secs(61));
    instance.app.renew_lease().await.unwrap();
    assert_eq!(here(&members(&alice, &acme).await), [""; 0]);
}

#[tokio::test]
async fn who_had_a_page_of_an_earlier_process_with_the_number_is_not_here_for_one_without_pages() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    let left = [bob.id].into();
    presence_rows::store(&instance.app, instance.app.node(), None, &left).await.unwrap();
    assert_eq!(here(&members(&alice, &acme).await), ["@bob"]);
    presence::share_presence(&instance.app).await.unwrap();
    assert_eq!(here(&members(&alice, &acme).await), [""; 0]);
}

#[tokio::test]
async fn what_is_unchanged_is_not_stored_again_and_what_changed_takes_one_transaction() {
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let hears = heard.clone();
    let instance = TestInstance::watched(move |statement| {
        if statement.sql.contains("\"presence\"") {
            hears.lock().unwrap().push(statement.sql.clone());
        }
    })
    .await;
    let taken = || std::mem::take(&mut *heard.lock().unwrap());
    let bob = instance.person("bob").await;
    let carol = instance.person("carol").await;
    let caps = &instance.app.config.caps;
    let at = std::net::IpAddr::from([192, 0, 2, 1]);
    let streams = &instance.app.live.streams;
    let first = streams.open(caps, (SessionId::new(1), bob.id), at).await.unwrap();
    presence::share_presence(&instance.app).await.unwrap();
    taken();
    presence::share_presence(&instance.app).await.unwrap();
    // Another page of the same person.
    let second = streams.open(caps, (SessionId::new(2), bob.id), at).await.unwrap();
    presence::share_presence(&instance.app).await.unwrap();
    let again = taken();
    assert!(again.is_empty(), "{again:?}");
    drop((first, second));
    let _third = streams.open(caps, (SessionId::new(3), carol.id), at).await.unwrap();
    presence::share_presence(&instance.app).await.unwrap();
    let changed = taken();
    assert_eq!(changed.len(), 2, "{changed:?}");
}
