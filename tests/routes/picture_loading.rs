//! Pictures that webhooks post, in servers whose pictures load on click.

use serde_json::{Value, json};

use crate::support::{Answer, Community, ListeningNode, Person, TestInstance};

const LOAD: &str = ".message-card a[data-load-picture]";

fn post() -> Value {
    json!({
        "content": "look",
        "avatarUrl": "https://faces.example/a.png",
        "cards": [{
            "title": "Disk almost full",
            "author": { "name": "Watch", "iconUrl": "https://pics.example/w.png" },
            "thumbnailUrl": "https://pics.example/t.png",
            "imageUrl": "https://graphs.example/i.png",
            "footer": { "text": "Every minute", "iconUrl": "https://pics.example/f.png" },
        }],
    })
}

/// Sets whether pictures load on click, by the form.
async fn set(alice: &Person<'_>, acme: &Community<'_>, on_click: bool) {
    let mut fields = vec![("name", acme.server.name.as_str())];
    if on_click {
        fields.push(("pictures_on_click", "on"));
    }
    let path = acme.settings("");
    alice.browser.post(&path, &fields).await.expect(303);
}

/// The pictures on a page that come from elsewhere.
fn foreign(page: &Answer) -> Vec<String> {
    let mut pictures = page.attributes("img", "src");
    pictures.retain(|picture| !picture.starts_with('/'));
    pictures
}

/// Shows: cards.on-click
#[tokio::test]
async fn pictures_of_cards_are_links_until_a_reader_asks_for_them() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    hook.post(post()).await.expect(200);
    let page = alice.feed(&acme.general).await;
    assert_eq!(foreign(&page).len(), 5);
    assert!(page.all(LOAD).is_empty());
    set(&alice, &acme, true).await;
    let page = alice.feed(&acme.general).await;
    assert!(foreign(&page).is_empty(), "{:?}", foreign(&page));
    assert_eq!(page.all(LOAD), ["Load picture", "Load picture"]);
    for (attribute, values) in [
        ("href", ["https://pics.example/t.png", "https://graphs.example/i.png"]),
        ("data-host", ["pics.example", "graphs.example"]),
        ("data-load-picture", ["small", "large"]),
        ("target", ["_blank"; 2]),
        ("rel", ["noopener noreferrer nofollow"; 2]),
    ] {
        assert_eq!(page.attributes(LOAD, attribute), values);
    }
    assert_eq!(page.one(".message-card-author"), "Watch");
    assert_eq!(page.one(".message-card-footer"), "Every minute");
    set(&alice, &acme, false).await;
    assert_eq!(foreign(&alice.feed(&acme.general).await).len(), 5);
}

/// Shows: cards.on-click
#[tokio::test]
async fn an_avatar_of_this_instance_is_shown_and_one_from_elsewhere_is_not() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    set(&alice, &acme, true).await;
    let own = format!("http://localhost:8000/avatars/user/{}", alice.id);
    for avatar in ["https://faces.example/a.png", &own] {
        let content = format!("@<{}> look", alice.id);
        let mentions = json!({ "parse": ["users"] });
        let body = json!({ "content": content, "avatarUrl": avatar, "allowedMentions": mentions });
        hook.post(body).await.expect(200);
    }
    let feed = format!("/channels/{}", acme.general.id);
    for path in [&feed, "/inbox"] {
        let page = alice.browser.get(path).await.expect(200);
        assert_eq!(foreign(&page), [own.as_str()], "{path}");
        let generated = format!("/avatars/webhook/{}", hook.id());
        assert!(page.attributes("img", "src").contains(&generated), "{path}");
    }
}

/// Shows: cards.on-click
#[tokio::test]
async fn the_inbox_follows_the_setting_of_each_message_s_server() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let umbrella = instance.server("Umbrella", &alice).await;
    let other = umbrella.webhook(&alice, &umbrella.general).await;
    set(&alice, &acme, true).await;
    for (hook, name) in [(&hook, "hidden"), (&other, "shown")] {
        hook.post(json!({
            "content": format!("@<{}> look", alice.id),
            "avatarUrl": format!("https://faces.example/{name}.png"),
            "allowedMentions": { "parse": ["users"] },
        }))
        .await
        .expect(200);
    }
    let page = alice.browser.get("/inbox").await.expect(200);
    assert_eq!(foreign(&page), ["https://faces.example/shown.png"]);
}

/// Shows: cards.on-click
#[tokio::test]
async fn a_message_that_arrives_and_earlier_versions_follow_the_setting() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let events = format!("/channels/{}/events", acme.general.id);
    let mut stream = served.listen(&alice, &events).await;
    // After the page was opened.
    set(&alice, &acme, true).await;
    let posted = hook.post(post()).await.expect(200);
    let id = &posted.json()["message"]["id"];
    served.app.live.arrived_unknown(acme.general.id, false);
    let event = stream.next().await.unwrap();
    assert_eq!(event.name, "message");
    assert!(event.data.contains("data-load-picture"), "{}", event.data);
    assert!(!event.data.contains("<img class=\"message-card"));
    assert!(!event.data.contains("faces.example"));
    let path = format!("{}/messages/{id}", hook.path);
    let body = json!({ "content": "look again", "cards": [] }).to_string();
    let edit = instance.client.patch(path).header(rocket::http::ContentType::JSON);
    let edited = Answer::read(edit.body(body).dispatch().await).await;
    edited.expect(200);
    let path = format!("/channels/{}/messages/{id}/versions", acme.general.id);
    let page = alice.browser.get(&path).await.expect(200);
    assert!(foreign(&page).is_empty(), "{:?}", foreign(&page));
    assert_eq!(page.all(LOAD).len(), 2);
}

#[tokio::test]
async fn the_form_shows_what_is_set_and_keeps_what_was_typed() {
    let instance = TestInstance::open().await;
    let (alice, acme, _hook) = instance.acme_with_webhook().await;
    let path = acme.settings("");
    let checked = async || {
        let page = alice.browser.get(&path).await.expect(200);
        page.all("[name=pictures_on_click][checked]").len()
    };
    assert_eq!(checked().await, 0);
    set(&alice, &acme, true).await;
    assert_eq!(checked().await, 1);
    let refused = alice.browser.post(&path, &[("name", " ")]).await;
    let refused = refused.expect(422);
    assert!(refused.all("[name=pictures_on_click][checked]").is_empty());
    assert_eq!(checked().await, 1);
}
