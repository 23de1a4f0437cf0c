//! IDs of another server's roles and people, in texts, forms and URLs: no response reveals a name for them.
//! `access` tests what forms do with them.

use portico_rules::chat::mentions::{MentionTarget, Span, store};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{MessageId, RoleId};
use portico_store::models::messages::message;
use sea_orm::{ActiveModelTrait, EntityTrait, Set};
use serde_json::json;

use super::town::Town;
use crate::support::{Answer, ListeningNode, TestInstance};

/// What the role of a server that is 404 to the reader is called.
const SECRET: &str = "Layoffs list";

/// A message of Mallory's channel as an earlier version stored it, whose mention points at any role whatever.
async fn old_message(town: &Town<'_>, role_id: RoleId) -> MessageId {
    let text = format!("@all @role_{role_id}");
    let spans = [(0, 4, MentionTarget::All, true), (5, text.len() - 5, MentionTarget::Role(role_id), false)]
        .map(|(offset, length, target, fired)| Span { offset, length, target, fired });
    let id = town.instance.app.id();
    let kept = message::ActiveModel {
        id: Set(id),
        channel_id: Set(town.other.general.id),
        author_id: Set(Some(town.mallory.id)),
        webhook_id: Set(None),
        name: Set(None),
        avatar_url: Set(None),
        content: Set(text),
        spans: Set(store(&spans)),
        cards: Set(None),
        edited_at: Set(None),
        reply_to_id: Set(None),
        reply_notified_id: Set(None),
    };
    kept.insert(&*town.instance.app.db).await.unwrap();
    let called = portico_store::models::messages::mention::Model::new(MentionTarget::All, id, town.other.general.id);
    portico_store::models::messages::mention::keep(&town.instance.app.db, [called].into_iter()).await.unwrap();
    id
}

#[track_caller]
fn tells_nothing(answer: &Answer, what: &str) {
    assert!(!answer.text().contains(SECRET), "{what}");
}

/// Shows: access.foreign-names
#[tokio::test]
async fn an_old_message_with_another_servers_role_does_not_show_its_name() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let secret = town.acme.role(SECRET, Permissions::NONE, false).await;
    let own = town.other.role("Pirates", Permissions::NONE, false).await;
    let browser = &town.mallory.browser;
    let feed = format!("/channels/{}", town.other.general.id);
    for (role, title) in [(&secret, None), (&own, Some("@Pirates"))] {
        let id = old_message(&town, role.id).await;
        let around = format!("{feed}?around={id}");
        for path in [feed.as_str(), around.as_str(), "/inbox"] {
            let page = browser.get(path).await.expect(200);
            tells_nothing(&page, path);
            let named = format!("[data-mention=\"role:{}\"]", role.id);
            assert_eq!(page.all(&named), [format!("@role_{}", role.id)], "{path}");
            let titles = page.attributes(&named, "title");
            assert_eq!(titles.first().map(String::as_str), title, "{path}");
        }
    }
}

/// Shows: access.foreign-names
#[tokio::test]
async fn a_mention_of_another_servers_role_by_id_reveals_nothing() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let town = Town::build(&instance).await;
    let secret = town.acme.role(SECRET, Permissions::NONE, true).await;
    let hook = town.other.webhook(&town.mallory, &town.other.general).await;
    let events = format!("/channels/{}/events", town.other.general.id);
    let mut stream = served.listen(&town.mallory, &events).await;
    let text = format!("see @role_{} and @role_{SECRET}", secret.id);
    let choices: [&[&str]; 4] = [&[], &["all"], &["users"], &["all", "roles", "users"]];
    let playground = format!("/portal/webhooks/{}/playground", hook.id());
    for parse in choices {
        let body = json!({ "content": text, "allowedMentions": { "parse": parse } });
        let answer = served.post(&hook, body).await;
        for report in answer["mentions"]["silent"].as_array().unwrap() {
            assert!(report.get("id").is_none(), "{parse:?}: {report}");
        }
        let mut fields = vec![("content", text.as_str()), ("act", "preview")];
        fields.extend(parse.iter().map(|kind| ("parse", *kind)));
        let page = town.mallory.browser.post(&playground, &fields).await;
        assert!(page.expect(200).all("[data-mention]").is_empty());
    }
    served.say(&town.mallory, &town.other.general, &text).await;
    for message in hook.messages().await {
        assert_eq!(message.spans, None);
    }
    instance.app.settled().await;
    let feed = town.mallory.feed(&town.other.general).await;
    assert!(feed.all("[data-mention]").is_empty());
    for path in [
        format!("/channels/{}", town.other.general.id),
        "/inbox".into(),
        format!("/portal/webhooks/{}/deliveries", hook.id()),
    ] {
        let page = town.mallory.browser.get(&path).await.expect(200);
        // What Mallory typed may stand there, and nothing else.
        assert!(!page.text().contains(&format!("title=\"@{SECRET}\"")), "{path}");
    }
    for _ in 0..=choices.len() {
        let event = stream.next().await.unwrap();
        assert!(!event.data.contains("title=\"@"), "{}", event.data);
        assert!(!event.data.contains("data-mention"), "{}", event.data);
    }
    assert_eq!(message::Entity::find().all(&*instance.app.db).await.unwrap().len(), 6);
}

/// Shows: access.foreign-names
#[tokio::test]
async fn forms_and_queries_with_ids_of_others_reveal_no_names() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let secret = town.acme.role(SECRET, Permissions::NONE, true).await;
    let hidden = town.acme.channel("layoffs-list").await;
    let stranger = instance.person("stranger").await;
    town.other.join_with(&town.bob, Permissions::MANAGE_SERVER).await;
    let (mallory, other) = (&town.mallory.browser, &town.other);
    let overwrites = other.settings(&format!("/channels/{}/overwrites", other.general.id));
    for (path, fields) in [
        (overwrites.clone(), vec![("target", format!("role:{}", secret.id))]),
        (overwrites.clone(), vec![("target", format!("user:{}", stranger.id))]),
        (overwrites, vec![("target", format!("user:{}", stranger.id)), ("allow", "nonsense".into())]),
        (other.settings(&format!("/members/{}", town.bob.id)), vec![("roles", secret.id.to_string())]),
        (other.settings("/owner"), vec![("user_id", stranger.id.to_string())]),
        ("/portal/webhooks".into(), vec![("channel_id", hidden.id.to_string()), ("name", String::new())]),
    ] {
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer = mallory.post(&path, &fields).await;
        assert_ne!(answer.status, 303, "{path}");
        tells_nothing(&answer, &path);
        assert!(!answer.text().contains("stranger"), "{path}: {}", answer.text());
        assert!(!answer.text().contains("layoffs-list"), "{path}");
    }
    let acme = town.acme.id();
    for path in [
        format!("/portal/webhooks/new?channel={}", hidden.id),
        format!("/portal/webhooks/new?server={acme}"),
        other.settings(&format!("/audit?actor={}", stranger.id)),
        other.settings(&format!("/members?q=stranger&after={}", stranger.nickname)),
        format!("/channels/{}?around={}", other.general.id, town.message.id),
        format!("/channels/{}?before={}", other.general.id, town.message.id.get() + 1),
        format!("/channels/{}?after={}", other.general.id, town.message.id.get() - 1),
        format!("/inbox?before={}", town.message.id.get() + 1),
        format!("/sign-in?next=/channels/{}", hidden.id),
    ] {
        let answer = mallory.get(&path).await;
        for name in [SECRET, "layoffs-list", "Acme", "the ship is in"] {
            assert!(!answer.text().contains(name), "{path}: {name}");
        }
        let typed = path.contains("q=stranger");
        assert!(typed || !answer.text().contains("stranger"), "{path}");
    }
}

/// Shows: access.foreign-names
#[tokio::test]
async fn a_generated_picture_does_not_reveal_whether_an_account_exists() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    for (kind, id) in [("user", town.alice.id.get()), ("app", town.app.id().get()), ("webhook", town.hook.id().get())] {
        let there = instance.browser().get(&format!("/avatars/{kind}/{id}")).await.expect(200);
        let nobody = instance.browser().get(&format!("/avatars/{kind}/{}", id + 1)).await.expect(200);
        // The tag is of the picture itself, which differs by id.
        for answer in [&there, &nobody] {
            assert_eq!(answer.header("ETag").map(str::len), Some(26), "{kind}");
        }
        for header in ["Cache-Control", "Content-Type", "Last-Modified"] {
            assert_eq!(there.header(header), nobody.header(header), "{kind}: {header}");
        }
    }
}

/// Shows: access.foreign-names
#[tokio::test]
async fn the_sign_in_page_names_no_app_by_its_id_alone() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let browser = instance.browser();
    let lead = async |link: &str| {
        let next: String = form_urlencoded::byte_serialize(link.as_bytes()).collect();
        let page = browser.get(&format!("/sign-in?next={next}")).await;
        page.expect(200).one(".lead")
    };
    let app = &town.app;
    let id = app.id();
    let elsewhere = app.link("https://elsewhere.example/callback", "state", &[]);
    for link in [
        format!("/oauth/authorize?client_id={id}"),
        format!("/oauth/authorize?client_id={id}&redirect_uri="),
        elsewhere,
        app.authorize_url_with(&[("redirect_uri", "https://elsewhere.example/callback")]),
    ] {
        assert_eq!(lead(&link).await, "Sign in to continue.", "{link}");
    }
    let named = lead(&app.authorize_url()).await;
    assert!(named.starts_with("Sign in to continue to "), "{named}");
}
