//! Authors with the same or similar names, and the card behind every author's name: in a channel, in new messages, and in
//! the inbox.

use portico_store::models::accounts::user;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;

use crate::support::{Answer, Community, ListeningNode, Person, TestInstance};

async fn rename(instance: &TestInstance, person: &Person<'_>, name: &str) {
    user::Entity::update_many()
        .col_expr(user::Column::Name, Expr::value(name))
        .filter(user::Column::Id.eq(person.id))
        .exec(&*instance.app.db)
        .await
        .unwrap();
}

async fn feed(person: &Person<'_>, acme: &Community<'_>) -> Answer {
    let path = format!("/channels/{}", acme.general.id);
    person.browser.get(&path).await.expect(200)
}

/// Of every message whether its author's card is open.
fn open(page: &Answer) -> Vec<bool> {
    let open =
        page.attributes("[data-message-id]:has(:is(details.author[open], span.author[data-alike]))", "data-message-id");
    let marked = page.attributes("[data-message-id][data-alike]", "data-message-id");
    let all = page.attributes("[data-message-id]", "data-message-id");
    assert!(open.iter().all(|id| marked.contains(id)));
    all.iter().map(|id| open.contains(id)).collect()
}

/// Shows: names.namesakes
#[tokio::test]
async fn the_card_of_every_author_says_the_nickname() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let hook = acme.webhook(&alice, &acme.general).await;
    alice.say(&acme.general, "one").await.expect(303);
    bob.say(&acme.general, "two").await.expect(303);
    hook.post(json!({ "content": "three" })).await.expect(200);
    hook.post(json!({ "content": "four", "name": "Deploys" })).await.expect(200);
    let page = feed(&bob, &acme).await;
    assert_eq!(page.all(".author > :is(a, summary)"), ["Alice", "Bob", "Builds", "Deploys"]);
    assert_eq!(page.all(":is(a, summary) > .message-author"), ["Alice", "Bob", "Builds", "Deploys"]);
    assert_eq!(
        page.all(".author-card"),
        ["@alice", "@bob", "Webhook app, created by @alice", "Webhook app “Builds”, created by @alice"]
    );
    assert_eq!(open(&page), [false; 4]);
}

/// Shows: names.namesakes
#[tokio::test]
async fn nicknames_stand_beside_names_that_are_the_same_or_look_alike() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let carol = instance.person("carol").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await;
    acme.join(&carol).await;
    for (person, text) in [(&alice, "one"), (&bob, "two"), (&carol, "three"), (&alice, "four")] {
        person.say(&acme.general, text).await.expect(303);
    }
    assert_eq!(open(&feed(&carol, &acme).await), [false; 4]);
    // The same, another case, Cyrillic, a capital i for an l, and joiners that nobody sees.
    for name in ["Alice", "ALICE", "Аlice", "AIice", "Ali\u{200d}ce", "Ａｌｉｃｅ", "Alice\u{fe0f}"] {
        rename(&instance, &bob, name).await;
        let page = feed(&carol, &acme).await;
        assert_eq!(open(&page), [true, true, false, true], "{name}");
        assert_eq!(page.all(".author:is([open], [data-alike]) .author-card"), ["@alice", "@bob", "@alice"]);
    }
    rename(&instance, &bob, "Alize").await;
    assert_eq!(open(&feed(&carol, &acme).await), [false; 4]);
}

/// Shows: names.namesakes
#[tokio::test]
async fn a_webhook_with_a_members_name_can_be_told_apart() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let hook = acme.webhook(&alice, &acme.general).await;
    bob.say(&acme.general, "one").await.expect(303);
    for content in ["two", "three"] {
        let body = json!({ "content": content, "name": "Bob", "avatarUrl": bob.user.avatar_url(&instance.app.config.base_url) });
        hook.post(body).await.expect(200);
    }
    bob.say(&acme.general, "four").await.expect(303);
    let page = feed(&alice, &acme).await;
    assert_eq!(open(&page), [true; 4]);
    let of_hook = "Webhook app “Builds”, created by @alice";
    assert_eq!(page.all(".author-card"), ["@bob", of_hook, of_hook, "@bob"]);
    // Neither stands under the other's head, and each head of the webhook's has its badge.
    let joined = page.all(".message-joined .content");
    assert_eq!(joined, ["three"]);
    assert_eq!(page.all(".message:has(.badge-bot) .content"), ["two", "three"]);
}

/// Shows: names.namesakes
#[tokio::test]
async fn what_arrives_says_as_much_as_the_page() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let carol = instance.person("carol").await;
    acme.join(&carol).await;
    rename(&instance, &bob, "Аlice").await;
    rename(&instance, &carol, "ALICE").await;
    let events = format!("/channels/{}/events", acme.general.id);
    let mut stream = served.listen(&alice, &events).await;
    served.say(&alice, &acme.general, "one").await;
    served.say(&bob, &acme.general, "two").await;
    served.say(&carol, &acme.general, "three").await;
    let page = feed(&alice, &acme).await;
    let shown = page.attributes("[data-message-id]", "data-looks");
    assert_eq!(page.attributes("[data-alike]", "data-looks"), shown);
    for (card, looks) in ["@alice", "@bob", "@carol"].iter().zip(&shown) {
        let event = stream.next().await.unwrap();
        // The script of the page marks it by what it is compared by.
        assert!(event.data.contains(&format!("data-looks=\"{looks}\"")), "{}", event.data);
        assert!(event.data.contains(card), "{}", event.data);
    }
    // A word they have in common.
    let words: Vec<Vec<&str>> = shown.iter().map(|looks| looks.split(' ').collect()).collect();
    assert!(words[1].iter().any(|word| words[0].contains(word)));
}

/// Shows: names.namesakes
#[tokio::test]
async fn the_inbox_tells_authors_of_one_name_apart() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let carol = instance.person("carol").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await;
    acme.join(&carol).await;
    alice.say(&acme.general, "one @carol").await.expect(303);
    bob.say(&acme.general, "two @carol").await.expect(303);
    let page = carol.browser.get("/inbox").await.expect(200);
    assert_eq!(page.all(".inbox-row .author-card"), ["@bob", "@alice"]);
    assert!(page.all(".inbox-row .author:is([open], [data-alike])").is_empty());
    rename(&instance, &bob, "ALICE").await;
    let page = carol.browser.get("/inbox").await.expect(200);
    assert_eq!(page.all(".inbox-row .author:is([open], [data-alike]) .author-card"), ["@bob", "@alice"]);
}

#[tokio::test]
async fn who_is_gone_has_no_card_to_open() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    rename(&instance, &alice, "Deleted user").await;
    bob.say(&acme.general, "one").await.expect(303);
    alice.say(&acme.general, "two").await.expect(303);
    user::Entity::delete_by_id(bob.id).exec(&*instance.app.db).await.unwrap();
    let page = feed(&alice, &acme).await;
    assert_eq!(page.all(".message-author"), ["Deleted user", "Deleted user"]);
    // Who took that name is told apart all the same.
    assert_eq!(page.all(".author:is([open], [data-alike]) .author-card"), ["@alice"]);
}
