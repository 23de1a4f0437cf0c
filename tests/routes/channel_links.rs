//! `#channel` in a message: a link for those who may see the channel, and text for everyone else.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::Channel;
use serde_json::json;

use crate::support::{Answer, Community, ListeningNode, Person, TestInstance};

const NONE: Permissions = Permissions::NONE;

/// Bob is a member who can't see the channel `secret`.
async fn with_secret<'h>(instance: &'h TestInstance, acme: &Community<'h>) -> (Person<'h>, Channel) {
    let bob = instance.person("bob").await;
    acme.join(&bob).await;
    let secret = acme.channel("secret").await;
    let view = Permissions::VIEW_CHANNEL;
    acme.overwrite_role(&secret, &acme.all().await, NONE, view).await;
    (bob, secret)
}

fn links(page: &Answer) -> Vec<(String, String)> {
    let texts = page.all(".channel-link");
    let addresses = page.attributes(".channel-link", "href");
    texts.into_iter().zip(addresses).collect()
}

fn link(text: &str, channel: &Channel) -> (String, String) {
    (text.to_owned(), format!("/channels/{}", channel.id))
}

#[tokio::test]
async fn a_channel_that_is_named_is_a_link_to_it() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let quays = acme.channel("quays").await;
    let text = "See #quays, **#General** and #nowhere; not page#quays, `#quays` or [#quays](https://example.org).";
    alice.say(&acme.general, text).await.expect(303);
    hook.post(json!({ "content": "#quays" })).await.expect(200);
    let expected = [link("#quays", &quays), link("#General", &acme.general), link("#quays", &quays)];
    assert_eq!(links(&alice.feed(&acme.general).await), expected);
}

/// Shows: access.foreign-names
#[tokio::test]
async fn a_channel_that_the_reader_cannot_see_stays_text_as_one_that_does_not_exist() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (bob, secret) = with_secret(&instance, &acme).await;
    let other = instance.server("Other", &alice).await;
    let elsewhere = other.channel("elsewhere").await;
    alice.say(&acme.general, "@bob #secret #absent #elsewhere").await.expect(303);
    assert!(elsewhere.id.get() > 0);
    assert_eq!(links(&alice.feed(&acme.general).await), [link("#secret", &secret)]);
    for path in [format!("/channels/{}", acme.general.id), "/inbox".to_owned()] {
        let page = bob.browser.get(&path).await.expect(200);
        assert_eq!(links(&page), [], "{path}");
        assert!(page.text().contains("#secret #absent #elsewhere"), "{path}");
    }
    acme.overwrite_member(&secret, &bob, Permissions::VIEW_CHANNEL, NONE).await;
    for path in [format!("/channels/{}", acme.general.id), "/inbox".to_owned()] {
        let page = bob.browser.get(&path).await.expect(200);
        assert_eq!(links(&page), [link("#secret", &secret)], "{path}");
    }
}

#[tokio::test]
async fn a_message_that_arrives_has_the_links_of_its_reader() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (bob, secret) = with_secret(&instance, &acme).await;
    let events = format!("/channels/{}/events", acme.general.id);
    let mut to_alice = served.listen(&alice, &events).await;
    let mut to_bob = served.listen(&bob, &events).await;
    served.say(&alice, &acme.general, "#secret and #general").await;
    let (seen, hidden) =
        (format!("href=\"/channels/{}\"", secret.id), format!("href=\"/channels/{}\"", acme.general.id));
    let event = to_alice.next().await.unwrap().data;
    assert!(event.contains(&seen) && event.contains(&hidden), "{event}");
    let event = to_bob.next().await.unwrap().data;
    assert!(!event.contains(&seen) && event.contains(&hidden), "{event}");
}
