//! `/channels/<id>`: the feed, writing in it, and how far it was read.

use portico::chat::mentions::OptIn;
use portico::chat::permissions::Permissions;
use portico::delivery::{Author, Draft};
use portico::models::{Channel, read_mark, user};
use rocket::figment::map;
use sea_orm::{ConnectionTrait, EntityTrait, PaginatorTrait};

use crate::support::{Answer, Community, House, Person};

const NONE: Permissions = Permissions::NONE;

fn path(channel: &Channel) -> String {
    format!("/channels/{}", channel.id)
}

async fn say(person: &Person<'_>, channel: &Channel, content: &str) -> Answer {
    person
        .browser
        .post(
            &format!("{}/messages", path(channel)),
            &[("content", content)],
        )
        .await
}

async fn feed(person: &Person<'_>, channel: &Channel) -> Answer {
    person.browser.get(&path(channel)).await.expect(200)
}

/// A webhook's row, as far as a feed needs one.
async fn webhook(house: &House, community: &Community<'_>, name: &str) -> i64 {
    let id = house.at.id();
    let (server, channel) = (community.id(), community.general.id);
    house
        .at
        .db
        .execute_unprepared(&format!(
            "INSERT INTO webhooks (id, server_id, channel_id, name, token_hash, token_sealed, created_at) \
             VALUES ({id}, {server}, {channel}, '{name}', '', '', 0)"
        ))
        .await
        .unwrap();
    id
}

async fn webhook_says(
    house: &House,
    channel: &Channel,
    id: i64,
    content: &str,
    name: Option<&str>,
    avatar_url: Option<&str>,
) {
    let draft = Draft {
        channel,
        author: Author::Webhook { id, creator: None },
        content,
        name,
        avatar_url,
        opt_in: OptIn::NOTHING,
    };
    let write = house.at.begin().await.unwrap();
    draft.store(&house.at, &*write).await.unwrap();
    write.commit().await.unwrap();
}

#[rocket::async_test]
async fn what_somebody_writes_stands_in_the_channel() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let answer = say(&alice, &acme.general, "Hello,\nworld")
        .await
        .expect(303);
    assert_eq!(answer.location(), path(&acme.general));
    let page = feed(&alice, &acme.general).await;
    assert_eq!(page.one(".message .content"), "Hello,\nworld");
    assert_eq!(page.one(".message-author"), "Alice");
    assert_eq!(
        page.attributes(".message", "data-author"),
        [format!("user:{}", alice.id)]
    );
    assert_eq!(page.attributes(".message", "data-message-id").len(), 1);
}

#[rocket::async_test]
async fn strangers_find_no_channel_and_signed_out_people_sign_in() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let mallory = house.person("mallory").await;
    let acme = house.server("Acme", &alice).await;
    let channel = path(&acme.general);
    let up_to = acme.general.id.to_string();
    for method in ["GET", "messages", "read"] {
        let form = [("content", "Hello"), ("up_to", &up_to)];
        for (person, status) in [(Some(&mallory), 404), (None, 303)] {
            let browser = house.browser();
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
    assert!(feed(&alice, &acme.general).await.all(".message").is_empty());
}

#[rocket::async_test]
async fn ids_that_are_none_are_not_found() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    for id in ["0", "-1", "x", "007", "9007199254740992", "1"] {
        alice
            .browser
            .get(&format!("/channels/{id}"))
            .await
            .expect(404);
        alice
            .browser
            .post(&format!("/channels/{id}/messages"), &[("content", "x")])
            .await
            .expect(404);
        alice
            .browser
            .get(&format!("/channels/{id}/events"))
            .await
            .expect(404);
    }
    for query in ["before=x", "after=-1", "around=0"] {
        alice
            .browser
            .get(&format!("{}?{query}", path(&acme.general)))
            .await
            .expect(404);
    }
}

#[rocket::async_test]
async fn a_member_without_view_finds_no_channel_and_does_not_see_it_in_the_list() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    let secret = acme.channel("secret").await;
    acme.overwrite_member(&secret, &bob, NONE, Permissions::VIEW_CHANNEL)
        .await;
    bob.browser.get(&path(&secret)).await.expect(404);
    say(&bob, &secret, "Hello").await.expect(404);
    let channels = |page: Answer| page.all(".channels > a");
    assert_eq!(channels(feed(&bob, &acme.general).await), ["general"]);
    assert_eq!(
        channels(feed(&alice, &acme.general).await),
        ["general", "secret"]
    );
}

#[rocket::async_test]
async fn a_member_without_send_reads_but_does_not_write() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    acme.overwrite_member(&acme.general, &bob, NONE, Permissions::SEND_MESSAGES)
        .await;
    say(&alice, &acme.general, "Hello").await.expect(303);
    let page = feed(&bob, &acme.general).await;
    assert!(page.all("textarea").is_empty());
    assert!(page.one(".chat-closed").contains("Send messages"));
    say(&bob, &acme.general, "Hello").await.expect(403);
    assert_eq!(feed(&bob, &acme.general).await.all(".message").len(), 1);
}

#[rocket::async_test]
async fn whoever_left_no_longer_finds_the_channel() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    feed(&bob, &acme.general).await;
    portico::models::member::Entity::delete_by_id((acme.id(), bob.id))
        .exec(&*house.at.db)
        .await
        .unwrap();
    bob.browser.get(&path(&acme.general)).await.expect(404);
    say(&bob, &acme.general, "Hello").await.expect(404);
}

#[rocket::async_test]
async fn a_blank_message_is_refused() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    for content in ["", "   ", "\r\n\t"] {
        let answer = say(&alice, &acme.general, content).await.expect(422);
        assert_eq!(answer.faults(), ["content"]);
    }
    assert!(feed(&alice, &acme.general).await.all(".message").is_empty());
}

#[rocket::async_test]
async fn four_thousand_characters_pass_and_one_more_is_kept_to_be_shortened() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    // Characters, not bytes; and a line end is one, however browsers send it.
    let longest = "é".repeat(3_999) + "\r\n";
    let fits = format!("{}x", &longest[2..]);
    say(&alice, &acme.general, &fits).await.expect(303);
    let answer = say(&alice, &acme.general, &format!("{longest}x"))
        .await
        .expect(422);
    assert_eq!(answer.faults(), ["content"]);
    assert_eq!(
        answer.one("textarea").trim(),
        longest.replace("\r\n", "\n") + "x"
    );
    assert_eq!(answer.all(".message").len(), 1);
}

#[rocket::async_test]
async fn whoever_writes_too_fast_has_to_wait() {
    let house = House::configured(|figment| {
        figment
            .merge(("throttle", map! { "enabled" => true }))
            .merge(("throttle.message", map! { "burst" => 2, "per_minute" => 1 }))
    })
    .await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    say(&alice, &acme.general, "one").await.expect(303);
    say(&alice, &acme.general, "two").await.expect(303);
    let refused = say(&alice, &acme.general, "three").await.expect(429);
    assert_eq!(refused.header("Retry-After"), Some("60"));
    say(&bob, &acme.general, "hello").await.expect(303);
    assert_eq!(feed(&bob, &acme.general).await.all(".message").len(), 3);
}

#[rocket::async_test]
async fn older_and_newer_messages_are_a_page_away() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    for n in 1..=120 {
        say(&alice, &acme.general, &format!("message {n}"))
            .await
            .expect(303);
    }
    let texts = |page: &Answer| {
        let all = page.all(".message .content");
        (all.len(), all[0].clone(), all[all.len() - 1].clone())
    };
    let here = path(&acme.general);
    let follow = async |page: &Answer, rel: &str| {
        let link = page.attributes(&format!("a[rel={rel}]"), "href");
        alice
            .browser
            .get(&format!("{here}{}", link[0]))
            .await
            .expect(200)
    };

    let newest = feed(&alice, &acme.general).await;
    assert_eq!(
        texts(&newest),
        (50, "message 71".into(), "message 120".into())
    );
    assert!(newest.all("a[rel=next]").is_empty());
    assert_eq!(newest.attributes(".feed", "data-live-events").len(), 1);
    let second = follow(&newest, "prev").await;
    assert_eq!(
        texts(&second),
        (50, "message 21".into(), "message 70".into())
    );
    // A page of the past does not grow at its end.
    assert!(second.attributes(".feed", "data-live-events").is_empty());
    let oldest = follow(&second, "prev").await;
    assert_eq!(
        texts(&oldest),
        (20, "message 1".into(), "message 20".into())
    );
    assert!(oldest.all("a[rel=prev]").is_empty());
    let back = follow(&oldest, "next").await;
    assert_eq!(texts(&back), (50, "message 21".into(), "message 70".into()));
    let end = follow(&back, "next").await;
    assert_eq!(texts(&end), (50, "message 71".into(), "message 120".into()));
    assert_eq!(end.attributes(".feed", "data-live-events").len(), 1);
}

#[rocket::async_test]
async fn an_old_message_is_shown_with_what_stands_around_it() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    for n in 1..=90 {
        say(&alice, &acme.general, &format!("message {n}"))
            .await
            .expect(303);
    }
    let newest = feed(&alice, &acme.general).await;
    let id = &newest.attributes(".message", "data-message-id")[0];
    let page = alice
        .browser
        .get(&format!("{}?around={id}", path(&acme.general)))
        .await
        .expect(200);
    let all = page.all(".message .content");
    assert_eq!(
        (all[0].as_str(), all[all.len() - 1].as_str()),
        ("message 16", "message 65")
    );
    assert_eq!(page.one(&format!("#message-{id} .content")), "message 41");
    assert_eq!(
        page.all("a[rel=prev]").len() + page.all("a[rel=next]").len(),
        2
    );
}

#[rocket::async_test]
async fn mentions_are_drawn_from_what_was_decided_when_they_were_written() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    let crew = acme.role("Crew", NONE, true).await;
    acme.give(&crew, &bob).await;
    let text = format!("@all @crew @role_{} @bob @nobody bob@alice", crew.id);
    say(&alice, &acme.general, &text).await.expect(303);
    say(&bob, &acme.general, "@all @alice").await.expect(303);

    let page = feed(&bob, &acme.general).await;
    let first = |attribute| page.attributes(".message:first-of-type [data-mention]", attribute);
    let role = format!("role:{}", crew.id);
    assert_eq!(
        page.attributes("[data-mention]", "data-mention"),
        [
            "all",
            &role,
            &role,
            &format!("user:{}", bob.id),
            "all",
            &format!("user:{}", alice.id)
        ]
    );
    // Bob may not mention all.
    assert_eq!(
        page.attributes("[data-mention]", "data-fired"),
        ["true", "true", "true", "true", "false", "true"]
    );
    assert_eq!(first("title"), ["@Crew"]);
    assert_eq!(page.all("[data-mention]")[2], format!("@role_{}", crew.id));
    // Everything in the first message calls Bob, nothing in the second.
    assert_eq!(page.all(".mention-me").len(), 4);
    assert_eq!(page.all(".mentions-me").len(), 1);
    let page = feed(&alice, &acme.general).await;
    assert_eq!(page.all(".mention-me"), ["@all", "@alice"]);
}

#[rocket::async_test]
async fn webhook_posts_are_marked_and_wear_their_own_name_for_one_message() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let id = webhook(&house, &acme, "Builds").await;
    let elsewhere = "https://pictures.example/a.png";
    webhook_says(&house, &acme.general, id, "one", None, None).await;
    webhook_says(
        &house,
        &acme.general,
        id,
        "two",
        Some("Deploys"),
        Some(elsewhere),
    )
    .await;
    webhook_says(&house, &acme.general, 5, "three", None, None).await;
    let page = feed(&alice, &acme.general).await;
    assert_eq!(
        page.all(".message-author"),
        ["Builds", "Deploys", "Deleted webhook"]
    );
    assert_eq!(page.all(".badge-bot").len(), 3);
    let author = format!("webhook:{id}");
    assert_eq!(
        page.attributes(".message", "data-author"),
        [author.as_str(), author.as_str(), "webhook:5"]
    );
    let pictures = page.attributes(".message img", "src");
    assert_eq!(pictures[0], format!("/avatars/webhook/{id}"));
    assert_eq!(pictures[1], elsewhere);
    assert_eq!(
        page.attributes(".message img", "referrerpolicy"),
        ["no-referrer"; 3]
    );
}

#[rocket::async_test]
async fn messages_outlive_their_author() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    say(&bob, &acme.general, "Farewell").await.expect(303);
    user::Entity::delete_by_id(bob.id)
        .exec(&*house.at.db)
        .await
        .unwrap();
    let page = feed(&alice, &acme.general).await;
    assert_eq!(page.one(".message-author"), "Deleted user");
    assert_eq!(page.one(".content"), "Farewell");
}

#[rocket::async_test]
async fn names_and_texts_with_markup_render_as_text() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("<b>Acme</b>", &alice).await;
    let script = "<script>alert(1)</script> \"quoted\" &amp; </div>";
    say(&alice, &acme.general, script).await.expect(303);
    let id = webhook(&house, &acme, "<i>Builds</i>").await;
    let evil = "https://e.example/\"><script>alert(2)</script>";
    webhook_says(
        &house,
        &acme.general,
        id,
        evil,
        Some("<u>x</u>"),
        Some(evil),
    )
    .await;
    let page = feed(&alice, &acme.general).await;
    assert_eq!(page.all(".content"), [script, evil]);
    assert_eq!(page.all(".message-author"), ["Alice", "<u>x</u>"]);
    assert_eq!(page.attributes(".message img", "src")[1], evil);
    assert!(page.all("main script, main u, main i, main b").is_empty());
}

#[rocket::async_test]
async fn web_addresses_are_links_that_tell_nobody_where_they_were_found() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    say(
        &alice,
        &acme.general,
        "See https://example.org/a?b=1&c=2, and javascript:alert(1).",
    )
    .await
    .expect(303);
    let page = feed(&alice, &acme.general).await;
    assert_eq!(
        page.attributes(".content a", "href"),
        ["https://example.org/a?b=1&c=2"]
    );
    assert_eq!(
        page.attributes(".content a", "rel"),
        ["noopener noreferrer nofollow"]
    );
}

#[rocket::async_test]
async fn reading_is_marked_by_a_form_and_by_no_page() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    say(&alice, &acme.general, "one").await.expect(303);
    say(&alice, &acme.general, "two").await.expect(303);
    let mark = async || {
        read_mark::of(&*house.at.db, bob.id, acme.general.id)
            .await
            .unwrap()
    };
    let page = feed(&bob, &acme.general).await;
    assert_eq!(mark().await, None);
    let ids = page.attributes(".message", "data-message-id");
    let fields = page.fields("[data-mark-read]");
    assert_eq!(fields, [("up_to".to_owned(), ids[1].clone())]);

    let read = format!("{}/read", path(&acme.general));
    let send = async |up_to: &str| bob.browser.post(&read, &[("up_to", up_to)]).await;
    send(&ids[0]).await.expect(303);
    let page = feed(&bob, &acme.general).await;
    assert_eq!(page.all(".feed-new").len(), 1);
    assert_eq!(
        send(&ids[1]).await.expect(303).location(),
        path(&acme.general)
    );
    assert!(
        feed(&bob, &acme.general)
            .await
            .all("[data-mark-read]")
            .is_empty()
    );
    // It never goes back.
    send(&ids[0]).await.expect(303);
    assert_eq!(mark().await.unwrap().to_string(), ids[1]);
    // And never ahead of what is written.
    send("9007199254740991").await.expect(303);
    assert_eq!(mark().await.unwrap().to_string(), ids[1]);
    for up_to in ["", "0", "x"] {
        send(up_to).await.expect(422);
    }
}

#[rocket::async_test]
async fn whoever_writes_has_read_what_stands_above() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    say(&alice, &acme.general, "Hello").await.expect(303);
    let page = feed(&alice, &acme.general).await;
    assert!(page.all("[data-mark-read]").is_empty());
}

#[rocket::async_test]
async fn the_way_to_the_settings_is_shown_to_those_who_manage_something() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let carol = house.person("carol").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    acme.join_with(&carol, Permissions::MANAGE_ROLES).await;
    let link = format!("a[href='/servers/{}/settings']", acme.id());
    for (person, shown) in [(&alice, 1), (&bob, 0), (&carol, 1)] {
        let page = feed(person, &acme.general).await;
        assert_eq!(page.all(&link).len(), shown, "{}", person.nickname);
    }
}

#[rocket::async_test]
async fn forms_of_other_sites_are_refused() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
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
    let messages = portico::models::message::Entity::find()
        .count(&*house.at.db)
        .await
        .unwrap();
    assert_eq!(messages, 0);
}
