//! `/channels/<id>`: the feed, writing in it, and read marks.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::Channel;
use portico_store::models::accounts::user;
use portico_store::models::messages::read_mark;
use rocket::figment::map;
use sea_orm::sea_query::Expr;
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::support::{Answer, ListeningNode, TestInstance};

const NONE: Permissions = Permissions::NONE;

fn path(channel: &Channel) -> String {
    format!("/channels/{}", channel.id)
}

#[tokio::test]
async fn a_sent_message_appears_in_the_channel() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let answer = alice.say(&acme.general, "Hello,\nworld").await.expect(303);
    assert_eq!(answer.location(), path(&acme.general));
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.one(".message .content"), "Hello,\nworld");
    assert_eq!(page.one(".message-author"), "Alice");
    assert_eq!(page.attributes(".message", "data-author"), [format!("user:{}", alice.id)]);
    assert_eq!(page.attributes(".message", "data-message-id").len(), 1);
}

/// Shows: access.stranger
#[tokio::test]
async fn strangers_find_no_channel_and_signed_out_people_sign_in() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let mallory = instance.person("mallory").await;
    let acme = instance.server("Acme", &alice).await;
    let channel = path(&acme.general);
    let up_to = acme.general.id.to_string();
    for method in ["GET", "messages", "read"] {
        let form = [("content", "Hello"), ("up_to", &up_to)];
        for (person, status) in [(Some(&mallory), 404), (None, 303)] {
            let browser = instance.browser();
            let browser = person.map_or(&browser, |person| &person.browser);
            let answer = match method {
                "GET" => browser.get(&channel).await,
                form_path => browser.post(&format!("{channel}/{form_path}"), &form).await,
            };
            let answer = answer.expect(status);
            if status == 303 {
                assert!(answer.location().starts_with("/sign-in"), "{method}");
            }
        }
    }
    assert!(alice.feed(&acme.general).await.all(".message").is_empty());
}

/// Shows: access.malformed-ids
#[tokio::test]
async fn ids_that_are_none_are_not_found() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    for id in ["0", "-1", "x", "007", "9007199254740992", "1"] {
        alice.browser.get(&format!("/channels/{id}")).await.expect(404);
        alice.browser.post(&format!("/channels/{id}/messages"), &[("content", "x")]).await.expect(404);
        alice.browser.get(&format!("/channels/{id}/events")).await.expect(404);
    }
    for query in ["before=x", "after=-1", "around=0", "unread_after=x"] {
        alice.browser.get(&format!("{}?{query}", path(&acme.general))).await.expect(404);
    }
}

/// Shows: access.hidden-channel
#[tokio::test]
async fn a_member_without_view_finds_no_channel_and_does_not_see_it_in_the_list() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let secret = acme.channel("secret").await;
    acme.overwrite_member(&secret, &bob, NONE, Permissions::VIEW_CHANNEL).await;
    bob.browser.get(&path(&secret)).await.expect(404);
    bob.say(&secret, "Hello").await.expect(404);
    let channels = |page: Answer| page.all(".channels > a:not([hidden])");
    assert_eq!(channels(bob.feed(&acme.general).await), ["general"]);
    assert_eq!(channels(alice.feed(&acme.general).await), ["general", "secret"]);
}

/// Shows: access.no-permission
#[tokio::test]
async fn a_member_without_send_reads_but_does_not_write() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    acme.overwrite_member(&acme.general, &bob, NONE, Permissions::SEND_MESSAGES).await;
    alice.say(&acme.general, "Hello").await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert!(page.all("textarea").is_empty());
    assert!(page.one(".chat-closed").contains("Send messages"));
    bob.say(&acme.general, "Hello").await.expect(403);
    assert_eq!(bob.feed(&acme.general).await.all(".message").len(), 1);
}

/// Shows: access.just-left
#[tokio::test]
async fn a_member_who_left_no_longer_finds_the_channel() {
    let instance = TestInstance::open().await;
    let (_alice, bob, acme) = instance.acme_with_bob().await;
    bob.feed(&acme.general).await;
    portico_store::models::servers::member::Entity::delete_by_id((acme.id(), bob.id))
        .exec(&*instance.app.db)
        .await
        .unwrap();
    bob.browser.get(&path(&acme.general)).await.expect(404);
    bob.say(&acme.general, "Hello").await.expect(404);
}

#[tokio::test]
async fn a_blank_message_is_refused() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    for content in ["", "   ", "\r\n\t"] {
        let answer = alice.say(&acme.general, content).await.expect(422);
        assert_eq!(answer.faults(), ["content"]);
    }
    assert!(alice.feed(&acme.general).await.all(".message").is_empty());
}

#[tokio::test]
async fn four_thousand_characters_pass_and_one_more_is_kept_to_be_shortened() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    // Characters, not bytes; and a line end is one, however browsers send it.
    let longest = "é".repeat(3_999) + "\r\n";
    let fits = format!("{}x", &longest[2..]);
    alice.say(&acme.general, &fits).await.expect(303);
    let answer = alice.say(&acme.general, &format!("{longest}x")).await.expect(422);
    assert_eq!(answer.faults(), ["content"]);
    assert_eq!(answer.one("textarea").trim(), longest.replace("\r\n", "\n") + "x");
    assert_eq!(answer.all(".message").len(), 1);
}

/// Shows: throttles.messages
#[tokio::test]
async fn a_user_who_writes_too_fast_has_to_wait() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("throttle", map! { "enabled" => true }))
            .merge(("throttle.message", map! { "burst" => 2, "per_minute" => 1 }))
    })
    .await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    alice.say(&acme.general, "one").await.expect(303);
    alice.say(&acme.general, "two").await.expect(303);
    let refused = alice.say(&acme.general, "three").await.expect(429);
    assert_eq!(refused.header("Retry-After"), Some("60"));
    bob.say(&acme.general, "hello").await.expect(303);
    assert_eq!(bob.feed(&acme.general).await.all(".message").len(), 3);
}

#[tokio::test]
async fn older_and_newer_messages_are_a_page_away() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    for n in 1..=120 {
        alice.say(&acme.general, &format!("message {n}")).await.expect(303);
    }
    let texts = |page: &Answer| {
        let all = page.all(".message .content");
        (all.len(), all[0].clone(), all[all.len() - 1].clone())
    };
    let here = path(&acme.general);
    let follow = async |page: &Answer, rel: &str| {
        let link = page.attributes(&format!("a[rel={rel}]"), "href");
        alice.browser.get(&format!("{here}{}", link[0])).await.expect(200)
    };

    let newest = alice.feed(&acme.general).await;
    assert_eq!(texts(&newest), (50, "message 71".into(), "message 120".into()));
    assert!(newest.all("a[rel=next]").is_empty());
    assert_eq!(newest.attributes(".feed", "data-live-events").len(), 1);
    let second = follow(&newest, "prev").await;
    assert_eq!(texts(&second), (50, "message 21".into(), "message 70".into()));
    // A page of the past does not grow at its end.
    assert!(second.attributes(".feed", "data-live-events").is_empty());
    let oldest = follow(&second, "prev").await;
    assert_eq!(texts(&oldest), (20, "message 1".into(), "message 20".into()));
    assert!(oldest.all("a[rel=prev]").is_empty());
    let back = follow(&oldest, "next").await;
    assert_eq!(texts(&back), (50, "message 21".into(), "message 70".into()));
    let end = follow(&back, "next").await;
    assert_eq!(texts(&end), (50, "message 71".into(), "message 120".into()));
    assert_eq!(end.attributes(".feed", "data-live-events").len(), 1);
}

#[tokio::test]
async fn an_old_message_is_shown_with_the_messages_around_it() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    for n in 1..=90 {
        alice.say(&acme.general, &format!("message {n}")).await.expect(303);
    }
    let newest = alice.feed(&acme.general).await;
    let id = &newest.attributes(".message", "data-message-id")[0];
    let page = alice.browser.get(&format!("{}?around={id}", path(&acme.general))).await.expect(200);
    let all = page.all(".message .content");
    assert_eq!((all[0].as_str(), all[all.len() - 1].as_str()), ("message 16", "message 65"));
    assert_eq!(page.one(&format!("#message-{id} .content")), "message 41");
    assert_eq!(page.all("a[rel=prev]").len() + page.all("a[rel=next]").len(), 2);
}

#[tokio::test]
async fn the_link_to_the_first_unread_message_shows_its_line_also_once_all_is_read() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    for content in ["one", "two", "three"] {
        alice.say(&acme.general, content).await.expect(303);
    }
    let ids = alice.feed(&acme.general).await.attributes(".message", "data-message-id");
    let read = format!("{}/read", path(&acme.general));
    let answer = bob.browser.post(&read, &[("up_to", ids[2].as_str())]).await;
    answer.expect(303);
    let around = format!("{}?around={}", path(&acme.general), ids[0]);
    let page = bob.browser.get(&around).await.expect(200);
    assert_eq!(page.all("#unread").len(), 0);
    let linked = format!("{around}&unread_after={}", ids[0]);
    let page = bob.browser.get(&linked).await.expect(200);
    let first = page.attributes("#unread + article", "data-message-id");
    assert_eq!(first, [ids[1].as_str()]);
    // What is read stays so.
    assert_eq!(page.attributes("[data-feed]", "data-read"), [ids[2].as_str()]);
    assert_eq!(page.all("[data-mark-read]").len(), 0);
}

#[tokio::test]
async fn reading_is_marked_by_a_form_and_by_no_page() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    alice.say(&acme.general, "one").await.expect(303);
    alice.say(&acme.general, "two").await.expect(303);
    let mark = async || read_mark::find(&instance.app.db, bob.id, acme.general.id).await.unwrap();
    let page = bob.feed(&acme.general).await;
    assert_eq!(mark().await, None);
    let ids = page.attributes(".message", "data-message-id");
    let fields = page.fields("[data-mark-read]");
    assert_eq!(fields, [("up_to".to_owned(), ids[1].clone())]);

    let read = format!("{}/read", path(&acme.general));
    let send = async |up_to: &str| bob.browser.post(&read, &[("up_to", up_to)]).await;
    send(&ids[0]).await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(page.all(".feed-new").len(), 1);
    assert_eq!(send(&ids[1]).await.expect(303).location(), path(&acme.general));
    assert!(bob.feed(&acme.general).await.all("[data-mark-read]").is_empty());
    // It never goes back.
    send(&ids[0]).await.expect(303);
    assert_eq!(mark().await.unwrap().to_string(), ids[1]);
    // And never ahead of what is written.
    send("9007199254740991").await.expect(303);
    assert_eq!(mark().await.unwrap().to_string(), ids[1]);
    for up_to in ["", "0", "x"] {
        let answer = send(up_to).await.expect(422);
        assert_eq!(answer.faults(), ["form"], "{up_to}");
        assert_eq!(answer.all("#feed").len(), 1);
    }
    assert_eq!(mark().await.unwrap().to_string(), ids[1]);
}

#[tokio::test]
async fn writing_marks_the_messages_above_as_read() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    alice.say(&acme.general, "Hello").await.expect(303);
    let page = alice.feed(&acme.general).await;
    assert!(page.all("[data-mark-read]").is_empty());
}

#[tokio::test]
async fn the_way_to_the_settings_is_shown_to_those_who_manage_something() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let carol = instance.person("carol").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await;
    acme.join_with(&carol, Permissions::MANAGE_ROLES).await;
    let link = format!("a[href='/servers/{}/settings']", acme.id());
    for (person, shown) in [(&alice, 1), (&bob, 0), (&carol, 1)] {
        let page = person.feed(&acme.general).await;
        assert_eq!(page.all(&link).len(), shown, "{}", person.nickname);
    }
}

/// Shows: cross-site.forms
#[tokio::test]
async fn forms_of_other_sites_are_refused() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let up_to = acme.general.id.to_string();
    for form in ["messages", "read"] {
        alice
            .browser
            .post_with(
                &format!("{}/{form}", path(&acme.general)),
                &[("content", "x"), ("up_to", &up_to)],
                &[("Sec-Fetch-Site", "cross-site")],
            )
            .await
            .expect(403);
    }
    let messages = portico_store::models::messages::message::Entity::find().count(&*instance.app.db).await.unwrap();
    assert_eq!(messages, 0);
}

#[tokio::test]
async fn cached_messages_are_rendered_for_each_reader() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    alice.say(&acme.general, "hello @bob").await.expect(303);
    for _ in 0..2 {
        let hers = alice.feed(&acme.general).await;
        assert!(hers.all(".mentions-me, .mention-me").is_empty());
        let his = bob.feed(&acme.general).await;
        assert_eq!(his.all(".mentions-me .mention-me"), ["@bob"]);
    }
}

#[tokio::test]
async fn a_cached_message_shows_its_authors_new_name() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    alice.say(&acme.general, "hello").await.expect(303);
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.one(".message-author"), "Alice");
    user::Entity::update_many()
        .col_expr(user::Column::Name, Expr::value("Alice the Second"))
        .exec(&*instance.app.db)
        .await
        .unwrap();
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.one(".message-author"), "Alice the Second");
}

#[tokio::test]
async fn a_page_without_messages_leads_to_the_newest_ones() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    for text in ["one", "two"] {
        alice.say(&acme.general, text).await.expect(303);
    }
    let (here, feed) = (path(&acme.general), alice.feed(&acme.general).await);
    let ids = feed.attributes("article", "data-message-id");
    let (before, after) = (format!("{here}?before={}", ids[0]), format!("{here}?after={}", ids[1]));
    for lost in [&before, &after] {
        let led = alice.browser.get(lost).await.expect(303);
        assert_eq!(led.location(), here);
    }
    // A script that loads older messages gets none, and nothing to listen from but the newest message.
    let script = [("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Dest", "empty")];
    for lost in [&before, &after] {
        let answer = served.get(&alice, lost, &script).await;
        assert_eq!(answer.status(), 200);
        let page = answer.text().await.unwrap();
        assert!(!page.contains("data-message-id"), "{lost}");
        let newest = format!("data-newest=\"{}\"", ids[1]);
        assert!(page.contains(&newest), "{lost}");
    }
    // Where there is a message, it is shown; and an empty channel says that it is.
    let rest = format!("{here}?after={}", ids[0]);
    let rest = alice.browser.get(&rest).await.expect(200);
    assert_eq!(rest.all(".content"), ["two"]);
    let side = acme.channel("side").await;
    let empty = alice.feed(&side).await;
    assert_eq!(empty.one(".empty-title"), "No messages yet");
    let newest = empty.attributes("[data-feed]", "data-newest");
    assert_eq!(newest, [side.id.to_string()]);
}

/// Shows: sessions.other-account
#[tokio::test]
async fn an_open_page_of_another_account_neither_listens_nor_reads_nor_posts() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let said = served.say(&bob, &acme.general, "Earlier").await;
    let page = alice.feed(&acme.general).await;
    let only = |css: &str, name: &str| page.attributes(css, name).remove(0);
    let action = only(".composer", "action");
    let listens = [
        only("[data-feed]", "data-live-events"),
        only("[data-inbox-events]", "data-inbox-events"),
        format!("/inbox/notifications/events?me={}", alice.id),
    ];
    let session = format!("/inbox?me={}", alice.id);
    let read = format!("{}/read?me={}", path(&acme.general), alice.id);
    let up_to = said.id.to_string();
    let up_to = [("up_to", up_to.as_str())];

    for path in listens.iter().chain([&session]) {
        bob.browser.get(path).await.expect(403);
    }
    bob.browser.post(&read, &up_to).await.expect(403);
    let refused = bob.browser.post(&action, &[("content", "Mine")]).await;
    let refused = refused.expect(422);
    assert!(refused.one("[data-fault=content]").contains("as @bob now"));
    assert_eq!(refused.one(".composer textarea"), "Mine");
    // The page that says so is theirs: they can send it.
    assert_eq!(
        refused.attributes(".composer", "action"),
        bob.feed(&acme.general).await.attributes(".composer", "action")
    );
    assert_eq!(alice.feed(&acme.general).await.all(".content"), ["Earlier"]);

    for path in &listens {
        drop(served.listen(&alice, path).await);
    }
    alice.browser.get(&session).await.expect(200);
    alice.browser.post(&read, &up_to).await.expect(303);
    alice.browser.post(&action, &[("content", "Mine")]).await.expect(303);
    // A page that doesn't say whose it is.
    bob.say(&acme.general, "Later").await.expect(303);
    let mut texts = alice.feed(&acme.general).await.all(".content");
    // The clocks of the two nodes differ.
    texts.sort_unstable();
    assert_eq!(texts, ["Earlier", "Later", "Mine"]);
}
