//! `/channels/<id>/members/<user_id>`: the card of a person, and what it offers.

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::UserId;

use crate::support::{Answer, Community, Person, TestInstance};

async fn card(by: &Person<'_>, acme: &Community<'_>, user_id: UserId) -> Answer {
    by.browser.get(&format!("/channels/{}/members/{user_id}", acme.general.id)).await
}

/// Where the forms and links of a card lead to.
fn offers(card: &Answer) -> Vec<String> {
    let mut all = card.attributes("[data-person-card] form", "action");
    all.extend(card.attributes("[data-person-card] .person-acts > a", "href"));
    all
}

#[tokio::test]
async fn a_name_and_a_mention_in_a_channel_lead_to_the_card() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    bob.say(&acme.general, "hello @alice, `<@1>` and [@alice](https://example.com/)").await.expect(303);
    let page = alice.feed(&acme.general).await;
    let path = |id: i64| format!("/channels/{}/members/{id}", acme.general.id);
    assert_eq!(page.attributes("a.author-link", "href"), [path(bob.id.get())]);
    // Within a link nothing is a link.
    assert_eq!(page.attributes("a.mention-link[data-mention]", "href"), [path(alice.id.get())]);
    let card = card(&alice, &acme, bob.id).await.expect(200);
    let text = card.one("[data-person-card]");
    assert!(text.contains("Bob") && text.contains("@bob") && text.contains("Member since"), "{text}");
}

/// Shows: card.offers
#[tokio::test]
async fn a_card_offers_what_its_reader_may_do_and_nothing_else() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let (moderator, captain) = (instance.person("mod").await, instance.person("captain").await);
    let of_captain = acme.join_with(&captain, Permissions::MANAGE_ROLES).await;
    acme.join_with(&moderator, Permissions::MODERATE_MEMBERS).await;
    let member = |id: i64| acme.settings(&format!("/members/{id}"));
    assert_eq!(offers(&card(&bob, &acme, alice.id).await.expect(200)), ["/settings/blocked"]);
    assert_eq!(offers(&card(&bob, &acme, bob.id).await.expect(200)), [""; 0]);
    let shown = card(&moderator, &acme, bob.id).await.expect(200);
    let (timeout, ban) = (format!("{}/timeout", member(bob.id.get())), format!("{}/ban", member(bob.id.get())));
    assert_eq!(offers(&shown), ["/settings/blocked", &timeout, &ban]);
    // Who does not manage messages removes none with a ban.
    assert_eq!(shown.all("[name=delete]"), [""; 0]);
    // Above the moderator, and the owner.
    assert_eq!(offers(&card(&moderator, &acme, captain.id).await.expect(200)), ["/settings/blocked"]);
    assert_eq!(offers(&card(&moderator, &acme, alice.id).await.expect(200)), ["/settings/blocked"]);
    let shown = card(&captain, &acme, bob.id).await.expect(200);
    assert_eq!(offers(&shown), ["/settings/blocked".to_owned(), member(bob.id.get())]);
    let shown = card(&alice, &acme, captain.id).await.expect(200);
    assert!(shown.one("[data-person-card]").contains(&of_captain.name));
    assert_eq!(shown.attributes("[name=delete]", "value"), ["", "hour", "day", "week"]);
    bob.browser.post("/settings/blocked", &[("user_id", &alice.id.to_string())]).await.expect(303);
    let unblock = format!("/settings/blocked/{}/delete", alice.id);
    assert_eq!(offers(&card(&bob, &acme, alice.id).await.expect(200)), [unblock]);
}

#[tokio::test]
async fn someone_who_left_has_a_card_and_can_be_banned_from_it_once() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    bob.browser.post(&format!("/servers/{}/leave", acme.id()), &[]).await.expect(303);
    let shown = card(&alice, &acme, bob.id).await.expect(200);
    assert!(shown.one("[data-person-card]").contains("Not in this server now"));
    let ban = acme.settings(&format!("/members/{}/ban", bob.id));
    assert_eq!(offers(&shown), ["/settings/blocked", &ban]);
    alice.browser.post(&ban, &[]).await.expect(303);
    assert_eq!(offers(&card(&alice, &acme, bob.id).await.expect(200)), ["/settings/blocked"]);
}

/// Shows: card.no-names
#[tokio::test]
async fn an_id_shows_no_one_who_never_was_in_the_server_and_a_stranger_sees_no_card() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let eve = instance.person("eve").await;
    let hidden = acme.hidden_channel("hidden").await;
    for id in [eve.id, 77.into()] {
        card(&alice, &acme, id).await.expect(404);
    }
    card(&eve, &acme, bob.id).await.expect(404);
    bob.browser.get(&format!("/channels/{}/members/{}", hidden.id, alice.id)).await.expect(404);
    let malformed = format!("/channels/{}/members/0{}", acme.general.id, bob.id);
    alice.browser.get(&malformed).await.expect(404);
    let path = format!("/channels/{}/members/{}", acme.general.id, bob.id);
    let answer = instance.browser().get(&path).await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
}
