//! `/servers/<id>/move`: the order of a member's own servers.

use portico_store::models::servers::manage::member::{Direction, move_server};
use portico_store::models::servers::member;
use sea_orm::EntityTrait;

use crate::support::{Community, Person, TestInstance};

async fn order(person: &Person<'_>) -> Vec<String> {
    let page = person.browser.get("/servers").await.expect(200);
    page.all(".rows .list-title")
}

async fn moved(person: &Person<'_>, server: &Community<'_>, direction: &str) {
    let path = format!("/servers/{}/move", server.id());
    let answer = person.browser.post(&path, &[("direction", direction)]).await.expect(303);
    assert_eq!(answer.location(), format!("/servers#server-{}", server.id()));
}

/// Shows: servers.order
#[tokio::test]
async fn each_member_has_an_order_of_servers_of_their_own() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let mut servers = Vec::new();
    for name in ["One", "Two", "Three"] {
        let server = instance.server(name, &alice).await;
        server.join(&bob).await;
        servers.push(server);
        instance.clock.advance(std::time::Duration::from_secs(1));
    }
    moved(&alice, &servers[2], "up").await;
    assert_eq!(order(&alice).await, ["One", "Three", "Two"]);
    moved(&alice, &servers[0], "down").await;
    assert_eq!(order(&alice).await, ["Three", "One", "Two"]);
    // The first one can't be moved further up, nor the last one further down.
    moved(&alice, &servers[2], "up").await;
    moved(&alice, &servers[1], "down").await;
    assert_eq!(order(&alice).await, ["Three", "One", "Two"]);
    assert_eq!(order(&bob).await, ["One", "Two", "Three"]);
    // One that is joined later is the last.
    instance.server("Four", &alice).await;
    assert_eq!(order(&alice).await, ["Three", "One", "Two", "Four"]);
    let page = alice.browser.get(&format!("/channels/{}", servers[0].general.id)).await.expect(200);
    assert_eq!(page.all(".servers a[data-unread-in] .place-name"), ["Three", "One", "Two", "Four"]);
    let page = alice.browser.get("/servers").await.expect(200);
    let offered = page.attributes(".role-moves button", "value");
    assert_eq!(offered, ["down", "up", "down", "up", "down", "up"]);
}

/// Shows: servers.order
#[tokio::test]
async fn people_move_only_servers_that_they_are_in() {
    let instance = TestInstance::open().await;
    let (alice, _bob, acme) = instance.acme_with_bob().await;
    instance.server("Other", &alice).await;
    let mallory = instance.person("mallory").await;
    let path = format!("/servers/{}/move", acme.id());
    let before = instance.all_of_servers().await;
    mallory.browser.post(&path, &[("direction", "up")]).await.expect(404);
    instance.browser().post(&path, &[("direction", "up")]).await.expect(303);
    for direction in ["", "left", "UP"] {
        alice.browser.post(&path, &[("direction", direction)]).await.expect(400);
    }
    assert_eq!(instance.all_of_servers().await, before);
}

#[tokio::test]
async fn of_moves_at_once_each_server_has_a_place_of_its_own() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let mut ids = Vec::new();
    for name in ["One", "Two", "Three", "Four"] {
        ids.push(instance.server(name, &alice).await.id());
    }
    let moves = ids.iter().zip([Direction::Down, Direction::Up, Direction::Down, Direction::Up]);
    let moves = moves.map(|(id, direction)| move_server(&instance.app, alice.id, *id, direction));
    for moved in rocket::futures::future::join_all(moves).await {
        moved.unwrap();
    }
    let rows = member::Entity::find().all(&*instance.app.db).await.unwrap();
    let mut places: Vec<_> = rows.iter().map(|member| member.position).collect();
    places.sort_unstable();
    assert_eq!(places, [Some(1), Some(2), Some(3), Some(4)]);
}
