//! `/servers/<id>/search`: what is found, by whom, and from when on. Each search is made twice: while the messages are not in
//! the index yet, and when they are.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids;
use portico_rules::ids::MessageId;
use portico_store::models::Channel;
use portico_store::models::messages::search::{PAGE_SIZE, indexing};
use portico_store::models::messages::{message, removal::Author};
use portico_store::models::servers::channel;
use rocket::figment::map;
use rocket::futures::future::join_all;
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, Set};
use serde_json::json;

use crate::support::{Answer, Community, Person, START, TestInstance, TestWebhook};

const NONE: Permissions = Permissions::NONE;

fn path(acme: &Community<'_>, query: &str) -> String {
    let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
    format!("/servers/{}/search?q={query}", acme.id())
}

fn ids_on(page: &Answer) -> Vec<MessageId> {
    let ids = page.attributes(".search-results [data-message-id]", "data-message-id");
    ids.iter().map(|id| id.parse().unwrap()).collect()
}

impl Person<'_> {
    async fn searches(&self, acme: &Community<'_>, query: &str) -> Answer {
        self.browser.get(&path(acme, query)).await.expect(200)
    }

    /// The messages on the first page.
    async fn finds(&self, acme: &Community<'_>, query: &str) -> Vec<MessageId> {
        ids_on(&self.searches(acme, query).await)
    }

    /// The messages on all pages, and how many pages there are.
    async fn finds_in_all(&self, acme: &Community<'_>, query: &str) -> (Vec<MessageId>, usize) {
        let mut page = self.searches(acme, query).await;
        let (mut found, mut pages) = (ids_on(&page), 1);
        while let Some(next) = page.attributes(".pager [rel=next]", "href").first() {
            let next = format!("/servers/{}/search{next}", acme.id());
            page = self.browser.get(&next).await.expect(200);
            found.extend(ids_on(&page));
            pages += 1;
            assert!(pages < 100, "no end of {query}");
        }
        (found, pages)
    }

    /// Edits their message.
    async fn edits(&self, channel: &Channel, id: MessageId, content: &str) {
        let path = format!("/channels/{}/messages/{id}", channel.id);
        let answer = self.browser.post(&path, &[("content", content)]).await;
        answer.expect(303);
    }

    async fn deletes(&self, channel: &Channel, id: MessageId) {
        let path = format!("/channels/{}/messages/{id}/delete", channel.id);
        self.browser.post(&path, &[]).await.expect(303);
    }
}

impl TestInstance {
    async fn newest_id(&self) -> MessageId {
        let ids = message::Entity::find().all(&*self.app.db).await.unwrap();
        ids.iter().map(|message| message.id).max().unwrap()
    }

    /// Gives a server of one channel as many as it can have; returns the last one, `channel-498`.
    async fn fill_with_channels(&self, acme: &Community<'_>) -> Channel {
        let channels = (0..499).map(|number| channel::ActiveModel {
            id: Set(self.app.id()),
            server_id: Set(acme.id()),
            name: Set(format!("channel-{number}")),
            topic: Set(String::new()),
            slow_mode: Set(0),
            created_at: Set(self.app.now()),
            position: Set(0),
        });
        let channels: Vec<_> = channels.collect();
        let last = *channels[498].id.as_ref();
        channel::Entity::insert_many(channels).exec_without_returning(&*self.app.db).await.unwrap();
        let last = channel::Entity::find_by_id(last).one(&*self.app.db).await;
        last.unwrap().unwrap()
    }

    async fn wrote(&self, person: &Person<'_>, channel: &Channel, content: &str) -> MessageId {
        person.say(channel, content).await.expect(303);
        self.newest_id().await
    }
}

impl TestWebhook<'_> {
    async fn wrote(&self, body: serde_json::Value) -> MessageId {
        let answer = self.post(body).await.expect(200).json();
        answer["message"]["id"].as_i64().unwrap().into()
    }
}

#[tokio::test]
async fn the_days_of_a_query_are_those_of_the_reader() {
    let instance = TestInstance::open().await;
    let (alice, _, acme) = instance.acme_with_bob().await;
    // Noon and a quarter before midnight of the 1st in UTC.
    instance.clock.advance(std::time::Duration::from_secs(12 * 3600));
    let noon = instance.wrote(&alice, &acme.general, "roof").await;
    instance.clock.advance(std::time::Duration::from_secs(11 * 3600 + 2700));
    let night = instance.wrote(&alice, &acme.general, "roof").await;
    let found = async |query: &str, zone: &str| {
        let zone: String = url::form_urlencoded::byte_serialize(zone.as_bytes()).collect();
        ids_on(&alice.browser.get(&format!("{}&zone={zone}", path(&acme, query))).await.expect(200))
    };
    for (query, zone, expected) in [
        ("on:2026-01-01", "UTC", &[night, noon][..]),
        ("on:2026-01-01", "Europe/Berlin", &[noon]),
        ("on:2026-01-02", "Europe/Berlin", &[night]),
        ("before:2026-01-02", "Europe/Berlin", &[noon]),
        ("after:2026-01-01", "Europe/Berlin", &[night]),
        ("on:2026-01-02", "Pacific/Kiritimati", &[night, noon]),
        ("on:2025-12-31", "America/Los_Angeles", &[]),
        ("on:2026-01-01", "No/Such", &[night, noon]),
        ("on:2026-01-01", "", &[night, noon]),
    ] {
        assert_eq!(found(query, zone).await, expected, "{query} {zone}");
    }
    // Without scripts, the time zone is that of the quiet time.
    let quiet = [("act", "save"), ("starts_at", "22:00"), ("ends_at", "07:00"), ("time_zone", "Europe/Berlin")];
    alice.browser.post("/settings/notifications/quiet", &quiet).await.expect(303);
    assert_eq!(alice.finds(&acme, "on:2026-01-02").await, [night]);
    assert!(found("on:2026-01-02", "UTC").await.is_empty());
}

#[tokio::test]
async fn the_next_page_has_the_time_zone_of_the_first() {
    let instance = TestInstance::open().await;
    let (alice, _, acme) = instance.acme_with_bob().await;
    for _ in 0..=PAGE_SIZE {
        instance.wrote(&alice, &acme.general, "roof").await;
    }
    let first = alice.browser.get(&format!("{}&zone=Europe%2FBerlin", path(&acme, "roof"))).await.expect(200);
    let next = first.attributes(".pager [rel=next]", "href").remove(0);
    assert!(next.contains("&zone=Europe%2FBerlin&before="), "{next}");
    assert_eq!(first.attributes(".search-form [name=zone]", "value"), ["Europe/Berlin"]);
}

#[tokio::test]
async fn words_phrases_and_filters_find_what_they_say() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    let watch = acme.join_with(&bob, Permissions::DEFAULT_FOR_ALL_ROLE).await;
    let quays = acme.channel("quays").await;
    let crew = acme.role("Crew", NONE, true).await;
    acme.give(&crew, &bob).await;
    let wet = instance.wrote(&alice, &quays, "The café’s roof is leaking — again").await;
    instance.clock.advance(std::time::Duration::from_secs(86_400));
    let roof = instance.wrote(&bob, &acme.general, "Roof: not leaking!").await;
    let tokyo = instance.wrote(&bob, &quays, "東京都の天気").await;
    let call = instance.wrote(&alice, &acme.general, "@bob please").await;
    let crew_call = instance.wrote(&alice, &acme.general, "@Crew please").await;
    let all = instance.wrote(&alice, &quays, "@all please").await;
    let silent = hook.wrote(json!({ "content": "@bob, failed" })).await;
    let card = hook
        .wrote(json!({ "content": "", "cards": [{ "title": "Deployment failed", "fields": [{ "name": "Branch", "value": "main" }] }] }))
        .await;
    assert!(watch.id.get() > 0);
    for state in ["recent", "indexed"] {
        for (query, expected) in [
            ("roof", &[roof, wet][..]),
            ("ROOF leaking", &[roof, wet]),
            ("\"leaking again\"", &[wet]),
            ("\"again leaking\"", &[]),
            ("cafe", &[wet]),
            ("CAFÉ", &[wet]),
            ("leak", &[roof, wet]),
            ("\"leak\"", &[]),
            ("le", &[]),
            ("eaking", &[]),
            ("leak.aga", &[]),
            ("\"leaking aga\"", &[]),
            ("leaking.aga", &[wet]),
            ("deplo fail", &[card]),
            ("from:bob roo", &[roof]),
            ("京都", &[tokyo]),
            ("東都", &[]),
            ("roof from:alice", &[wet]),
            ("from:@Bob", &[tokyo, roof]),
            ("from:me", &[all, crew_call, call, wet]),
            ("from:alice from:bob roof", &[roof, wet]),
            ("from:builds", &[card, silent]),
            ("from:nobody roof", &[]),
            ("in:quays", &[all, tokyo, wet]),
            ("in:#Quays roof", &[wet]),
            ("in:nowhere roof", &[]),
            ("in:quays in:general roof", &[roof, wet]),
            ("before:2026-01-02 roof", &[wet]),
            ("after:2026-01-01 roof", &[roof]),
            ("after:2026-01-02 roof", &[]),
            ("before:2026-01-01", &[]),
            ("on:2026-01-01 roof", &[wet]),
            ("on:2026-01-02 roof", &[roof]),
            ("on:2026-01-03 roof", &[]),
            ("failed", &[card, silent]),
            ("branch main", &[card]),
            ("\"failed branch\"", &[]),
            ("builds", &[]),
        ] {
            assert_eq!(alice.finds(&acme, query).await, expected, "{state}: {query}");
        }
        let called = bob.finds(&acme, "mentions:me").await;
        assert_eq!(called, [all, crew_call, call], "{state}");
        assert_eq!(alice.finds(&acme, "mentions:me").await, [all], "{state}");
        assert_eq!(bob.finds(&acme, "mentions:me in:quays please").await, [all], "{state}");
        instance.index_messages().await;
    }
}

#[tokio::test]
async fn a_mention_from_before_its_reader_joined_or_got_the_role_is_not_theirs_in_search_feed_and_inbox() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let crew = acme.role("Crew", NONE, true).await;
    acme.join(&carol).await.give(&crew, &carol).await;
    let says = async |text: &str| instance.wrote(&alice, &acme.general, text).await;
    let all_before = says("@all word").await;
    let crew_before = says("@Crew word").await;
    instance.clock.advance(std::time::Duration::from_secs(1));
    acme.join(&bob).await;
    let crew_between = says("@Crew word").await;
    let all_between = says("@all word").await;
    instance.clock.advance(std::time::Duration::from_secs(1));
    acme.give(&crew, &bob).await;
    let crew_after = says("@Crew word").await;
    let his = [crew_after, all_between];
    let hers = [crew_after, all_between, crew_between, crew_before, all_before];
    for state in ["recent", "indexed"] {
        for (reader, expected) in [(&bob, &his[..]), (&carol, &hers)] {
            let name = &reader.nickname;
            let found = reader.finds(&acme, "mentions:me word").await;
            assert_eq!(found, expected, "{state}: {name}");
            let feed = reader.feed(&acme.general).await;
            let marked = feed.attributes(".message.mentions-me", "data-message-id");
            let marked: Vec<MessageId> = marked.iter().rev().map(|id| id.parse().unwrap()).collect();
            assert_eq!(marked, expected, "{state}: {name}");
            assert_eq!(feed.all(".mention-me").len(), expected.len(), "{name}");
            let inbox = reader.browser.get("/inbox").await.expect(200);
            let rows = inbox.attributes(".inbox-row", "data-message-id");
            let rows: Vec<MessageId> = rows.iter().map(|id| id.parse().unwrap()).collect();
            assert_eq!(rows, expected, "{state}: {name}");
        }
        // What she says herself is not marked as hers by a role that she lacks.
        assert_eq!(alice.finds(&acme, "mentions:me word").await, [all_between, all_before]);
        // Without the filter everything is found.
        assert_eq!(bob.finds(&acme, "word").await, hers);
        instance.index_messages().await;
    }
}

#[tokio::test]
async fn pages_of_mentions_are_full_however_many_were_not_the_readers() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    let crew = acme.role("Crew", NONE, true).await;
    acme.join(&bob).await;
    let mut his = Vec::new();
    for turn in 0..PAGE_SIZE + 5 {
        his.push(instance.wrote(&alice, &acme.general, &format!("@bob {turn}")).await);
    }
    for turn in 0..PAGE_SIZE * 2 {
        let text = format!("@Crew {turn}");
        instance.wrote(&alice, &acme.general, &text).await;
    }
    instance.clock.advance(std::time::Duration::from_secs(1));
    acme.give(&crew, &bob).await;
    his.push(instance.wrote(&alice, &acme.general, "@Crew last").await);
    his.reverse();
    for state in ["recent", "indexed"] {
        let first = bob.finds(&acme, "mentions:me").await;
        assert_eq!(first, his[..PAGE_SIZE], "{state}");
        let all = bob.finds_in_all(&acme, "mentions:me").await;
        assert_eq!(all, (his.clone(), 2), "{state}");
        instance.index_messages().await;
    }
}

#[tokio::test]
async fn a_result_shows_its_passage_and_leads_to_the_feed_there() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let text = format!("{} the <b>NEEDLE</b> & more", "hay ".repeat(100));
    let id = instance.wrote(&alice, &acme.general, &text).await;
    let page = alice.searches(&acme, "needle").await;
    assert_eq!(page.one(".search-passage mark"), "NEEDLE");
    let passage = page.one(".search-passage");
    assert!(passage.starts_with('…') && passage.ends_with("<b>NEEDLE</b> & more"), "{passage}");
    assert!(!page.text().contains("<b>NEEDLE"));
    let link = page.attributes(".search-results .inbox-place a", "href").remove(0);
    assert_eq!(link, format!("/channels/{}?around={id}#message-{id}", acme.general.id));
    let feed = alice.browser.get(link.split('#').next().unwrap()).await.expect(200);
    assert_eq!(feed.attributes("article", "id"), [format!("message-{id}")]);
    assert_eq!(page.attributes("#f-q", "value"), ["needle"]);
    assert_eq!(page.one("h1"), "Search Acme");
}

#[tokio::test]
async fn what_is_left_out_of_a_search_is_said_and_nothing_typed_is_an_error() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let id = instance.wrote(&alice, &acme.general, "roof").await;
    let page = alice.searches(&acme, "roof before:tomorrow 🎉").await;
    assert_eq!(ids_on(&page), [id]);
    assert_eq!(page.all(".search-ignored li code"), ["before:tomorrow", "🎉"]);
    // Nothing is excluded, and that is said.
    let page = alice.searches(&acme, "roof -gate").await;
    assert_eq!(ids_on(&page), [id]);
    assert_eq!(page.all(".search-ignored li code"), ["-gate"]);
    assert!(page.one(".search-ignored li").contains("exclude"));
    let page = alice.searches(&acme, "-roof").await;
    assert_eq!(ids_on(&page), []);
    for odd in [
        "",
        "\"",
        "from:",
        "' OR 1=1 --",
        "\\",
        "NEAR(a b)",
        "a* ^b {c}",
        "§c1 §all",
        "from:\0 roof",
        "in:\0 roof",
        "from:\"a\0b\" roof",
        "%00",
        "\0",
        "(((((",
        "-",
        "roof AND",
    ] {
        for _ in 0..2 {
            let page = alice.searches(&acme, odd).await;
            assert_eq!(ids_on(&page), [], "{odd}");
        }
    }
    let empty = alice.searches(&acme, " ").await;
    assert_eq!(empty.all(".search-results").len(), 0);
    let long = alice.searches(&acme, &"roof ".repeat(1_000)).await;
    assert_eq!(ids_on(&long), [id]);
    instance.index_messages().await;
    for odd in ["' OR 1=1 --", "NEAR(a b)", "a* ^b {c}", "§all", "roof AND", "roof OR leak", "ro*"] {
        assert_eq!(alice.finds(&acme, odd).await, [], "{odd}");
    }
}

/// Shows: search.visible
#[tokio::test]
async fn no_hit_no_count_and_no_page_comes_from_a_channel_that_the_reader_cannot_see() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    let secret = acme.hidden_channel("secret").await;
    let seen = instance.wrote(&alice, &acme.general, "the plan").await;
    bob.feed(&acme.general).await;
    let queries = ["plan", "from:alice", "in:secret", "in:secret plan", "mentions:me", "after:2025-01-01"];
    let pages = async || {
        let pages = queries.map(|query| bob.searches(&acme, query));
        let pages = join_all(pages).await;
        pages.iter().map(Answer::text).collect::<Vec<_>>()
    };
    let before = pages().await;
    for turn in 0..PAGE_SIZE + 5 {
        instance.wrote(&alice, &secret, &format!("the plan {turn}, @bob @all")).await;
    }
    assert_eq!(pages().await, before);
    assert_eq!(bob.finds_in_all(&acme, "plan").await, (vec![seen], 1));
    assert_eq!(alice.finds_in_all(&acme, "plan").await.0.len(), PAGE_SIZE + 6);
    instance.clock.set(START + 1_000);
    let before = pages().await;
    instance.index_messages().await;
    instance.clock.set(START + 1_000);
    assert_eq!(pages().await, before);
    // From the moment on when they may see it.
    acme.overwrite_member(&secret, &bob, Permissions::VIEW_CHANNEL, NONE).await;
    assert_eq!(bob.finds_in_all(&acme, "plan").await.0.len(), PAGE_SIZE + 6);
    assert_eq!(bob.finds_in_all(&acme, "in:secret plan").await.0.len(), PAGE_SIZE + 5);
}

/// Shows: search.visible
#[tokio::test]
async fn how_far_a_page_got_does_not_tell_whether_a_webhook_in_a_hidden_channel_has_a_name() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let secret = acme.hidden_channel("secret").await;
    acme.webhook(&alice, &secret).await.say("a", &[]).await.expect(200);
    let first = ids::first_plain_id_at(START - 1_000_000);
    let rows = (0..1_100).map(|number| message::ActiveModel {
        id: Set((first + number).into()),
        channel_id: Set(acme.general.id),
        content: Set("hay".to_owned()),
        author_id: Set(Some(alice.id)),
        webhook_id: Set(None),
        name: Set(None),
        avatar_url: Set(None),
        spans: Set(None),
        cards: Set(None),
        edited_at: Set(None),
        reply_to_id: Set(None),
        reply_notified_id: Set(None),
    });
    message::Entity::insert_many(rows).exec_without_returning(&*instance.app.db).await.unwrap();
    for state in ["recent", "indexed"] {
        let hidden = bob.finds_in_all(&acme, "from:builds hay").await;
        assert_eq!(hidden, bob.finds_in_all(&acme, "from:no-one hay").await, "{state}");
        instance.index_messages().await;
    }
}

/// Shows: search.visible
#[tokio::test]
async fn nothing_is_found_in_another_server() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let other = instance.server("Other", &alice).await;
    let here = instance.wrote(&alice, &acme.general, "roof").await;
    let there = instance.wrote(&alice, &other.general, "roof").await;
    for _ in 0..2 {
        assert_eq!(alice.finds(&acme, "roof").await, [here]);
        assert_eq!(alice.finds(&other, "roof in:general").await, [there]);
        instance.index_messages().await;
    }
}

/// Shows: search.same-work
#[tokio::test]
async fn a_search_looks_up_no_word_of_a_channel_that_the_reader_cannot_see() {
    let ran = Arc::new(Mutex::new(Vec::new()));
    let noted = ran.clone();
    let instance = TestInstance::watched(move |statement| {
        noted.lock().unwrap().push(format!("{:?}", statement.values));
    })
    .await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    let vault = acme.hidden_channel("vault").await;
    instance.wrote(&alice, &vault, "the roof leaks").await;
    let open = instance.wrote(&alice, &acme.general, "the roof").await;
    instance.index_messages().await;
    for query in ["roof", "\"roof leaks\"", "from:alice", "roof from:alice"] {
        ran.lock().unwrap().clear();
        let found = bob.finds(&acme, query).await;
        assert_eq!(found, if query.contains("leaks") { vec![] } else { vec![open] });
        let ran = ran.lock().unwrap().join("\n");
        let looked_up = |what: &str| ran.matches(what).count();
        assert_eq!(looked_up(&format!("{:x}§", vault.id.get())), 0, "{query}\n{ran}");
        let here = format!("{:x}§", acme.general.id.get());
        assert!(looked_up(&here) > 0, "{query}\n{ran}");
        // Nor is the word of any channel.
        assert_eq!(looked_up("roof"), looked_up(&(here + "roof")), "{query}\n{ran}");
    }
}

#[tokio::test]
async fn only_members_search_and_only_what_is_well_formed() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    instance.wrote(&alice, &acme.general, "roof").await;
    let here = path(&acme, "roof");
    let signed_out = instance.browser().get(&here).await.expect(303);
    assert!(signed_out.location().starts_with("/sign-in"), "{}", signed_out.location());
    let eve = instance.person("eve").await;
    eve.browser.get(&here).await.expect(404);
    let bob = instance.person("bob").await;
    acme.join(&bob).await;
    assert_eq!(bob.finds(&acme, "roof").await.len(), 1);
    let remove = acme.settings(&format!("/members/{}/remove", bob.id));
    alice.browser.post(&remove, &[]).await.expect(303);
    bob.browser.get(&here).await.expect(404);
    alice.browser.get("/servers/1/search?q=roof").await.expect(404);
    alice.browser.get("/servers/x/search?q=roof").await.expect(404);
    for odd in ["x", "-1", "0", "1.5", ""] {
        let page = format!("{here}&before={odd}");
        alice.browser.get(&page).await.expect(404);
    }
    let last = format!("{here}&before=1");
    assert_eq!(ids_on(&alice.browser.get(&last).await.expect(200)), []);
}

#[tokio::test]
async fn a_member_who_is_timed_out_still_searches_what_they_read() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    let id = instance.wrote(&alice, &acme.general, "roof").await;
    let time_out = acme.settings(&format!("/members/{}/timeout", bob.id));
    alice.browser.post(&time_out, &[("hours", "1")]).await.expect(303);
    bob.say(&acme.general, "roof").await.expect(403);
    assert_eq!(bob.finds(&acme, "roof").await, [id]);
}

/// Shows: search.gone
#[tokio::test]
async fn an_edited_message_is_found_by_its_new_text_at_once_and_never_by_the_old_one() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let own = instance.wrote(&alice, &acme.general, "@all zero roof").await;
    let posted = hook.wrote(json!({ "content": "zero roof", "cards": [{ "title": "gate" }] })).await;
    let words = ["zero", "one", "two", "three"];
    for turn in 0..3 {
        alice.edits(&acme.general, own, &format!("{} roof", words[turn + 1])).await;
        let request = instance
            .client
            .patch(format!("{}/messages/{posted}", hook.path))
            .header(rocket::http::ContentType::JSON)
            .body(json!({ "content": format!("{} roof", words[turn + 1]), "cards": [{ "title": format!("card{turn}") }] }).to_string());
        assert_eq!(request.dispatch().await.status().code, 200);
        assert_eq!(alice.finds(&acme, words[turn]).await, [], "{turn}");
        assert_eq!(alice.finds(&acme, words[turn + 1]).await, [posted, own], "{turn}");
        assert_eq!(alice.finds(&acme, "gate").await, [], "{turn}");
        assert_eq!(alice.finds(&acme, &format!("card{turn}")).await, [posted], "{turn}");
        assert_eq!(alice.finds(&acme, "mentions:me").await, [], "{turn}");
        assert_eq!(alice.finds(&acme, "from:alice in:general").await, [own], "{turn}");
        instance.index_messages().await;
    }
}

/// Shows: search.gone
#[tokio::test]
async fn a_deleted_message_leaves_the_search_at_once() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    for is_indexed in [false, true] {
        let own = instance.wrote(&alice, &acme.general, "roof").await;
        let posted = hook.wrote(json!({ "content": "roof" })).await;
        if is_indexed {
            instance.index_messages().await;
        }
        assert_eq!(alice.finds(&acme, "roof").await, [posted, own]);
        alice.deletes(&acme.general, own).await;
        assert_eq!(alice.finds(&acme, "roof").await, [posted]);
        let request = instance.client.delete(format!("{}/messages/{posted}", hook.path));
        assert_eq!(request.dispatch().await.status().code, 204);
        assert_eq!(alice.finds(&acme, "roof").await, []);
    }
    instance.clock.advance(Duration::from_secs(60));
    instance.run_cleanup().await;
    assert_eq!(instance.rows_of_index().await, 0);
}

/// Shows: search.gone
#[tokio::test]
async fn removed_messages_leave_the_search_at_once_and_are_back_when_that_is_undone() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let kept = instance.wrote(&alice, &acme.general, "roof").await;
    let mut removed = [hook.wrote(json!({ "content": "roof" })).await, hook.wrote(json!({ "content": "roof" })).await];
    removed.reverse();
    let remove = format!("/channels/{}/messages/delete", acme.general.id);
    let author = Author::Webhook(hook.id()).to_string();
    let fields = [("author", author.as_str()), ("since", "hour")];
    let all: Vec<MessageId> = removed.iter().copied().chain([kept]).collect();
    for _ in 0..2 {
        assert_eq!(alice.finds(&acme, "roof").await, all);
        let done = alice.browser.post(&remove, &fields).await.expect(303);
        assert_eq!(alice.finds(&acme, "roof").await, [kept]);
        let page = alice.browser.get(done.location()).await.expect(200);
        let undo = page.attributes("[data-removed] form", "action").remove(0);
        alice.browser.post(&undo, &[]).await.expect(303);
        assert_eq!(alice.finds(&acme, "roof").await, all);
        instance.index_messages().await;
    }
    alice.browser.post(&remove, &fields).await.expect(303);
    assert_eq!(instance.rows_of_index().await, 3);
    instance.run_cleanup_with_second_look().await;
    assert_eq!(instance.rows_of_index().await, 1);
    assert_eq!(alice.finds(&acme, "roof").await, [kept]);
}

/// Shows: search.gone
#[tokio::test]
async fn the_messages_of_a_deleted_channel_leave_the_search_at_once_and_the_index_with_their_rows() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let quays = acme.channel("quays").await;
    instance.wrote(&alice, &quays, "roof").await;
    instance.index_messages().await;
    instance.wrote(&alice, &quays, "roof").await;
    let delete = acme.settings(&format!("/channels/{}/delete", quays.id));
    alice.browser.post(&delete, &[]).await.expect(303);
    assert_eq!(alice.finds(&acme, "roof").await, []);
    instance.run_cleanup_with_second_look().await;
    assert_eq!(instance.rows_of_index().await, 0);
}

#[tokio::test]
async fn pages_go_from_the_newest_to_the_oldest_and_show_each_message_once() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let quays = acme.channel("quays").await;
    let other = acme.webhook(&alice, &quays).await;
    let mut all = Vec::new();
    for turn in 0..70 {
        let hook = if turn % 3 == 0 { &other } else { &hook };
        all.push(hook.wrote(json!({ "content": format!("roof {turn}") })).await);
        hook.wrote(json!({ "content": "something else" })).await;
        if turn == 40 {
            // Those after it stay out of the index for now.
            instance.index_messages().await;
        }
    }
    all.reverse();
    for _ in 0..2 {
        assert_eq!(alice.finds_in_all(&acme, "roof").await, (all.clone(), 3));
        let (found, pages) = alice.finds_in_all(&acme, "roof 7").await;
        assert_eq!((found.len(), pages), (1, 1));
        instance.index_messages().await;
    }
    let exactly = alice.searches(&acme, "roof in:quays").await;
    assert_eq!(ids_on(&exactly).len(), 24);
    assert_eq!(exactly.all(".pager").len(), 0);
}

/// As after an upgrade: everything is there, and nothing is in the index.
#[tokio::test]
async fn what_is_not_in_the_index_yet_is_found_by_going_on() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let first = ids::first_plain_id_at(START - 1_000_000);
    let row = |number: i64, content: &str| message::ActiveModel {
        id: Set((first + number).into()),
        channel_id: Set(acme.general.id),
        content: Set(content.to_owned()),
        author_id: Set(Some(alice.id)),
        webhook_id: Set(None),
        name: Set(None),
        avatar_url: Set(None),
        spans: Set(None),
        cards: Set(None),
        edited_at: Set(None),
        reply_to_id: Set(None),
        reply_notified_id: Set(None),
    };
    let mut rows = vec![row(0, "needle")];
    rows.extend((1..2_500).map(|number| row(number, "hay")));
    rows.push(row(2_500, "needle"));
    message::Entity::insert_many(rows).exec_without_returning(&*instance.app.db).await.unwrap();
    let (found, pages) = alice.finds_in_all(&acme, "needle").await;
    assert_eq!(found, [first + 2_500, first].map(MessageId::new));
    assert_eq!(pages, 3);
    let page = alice.searches(&acme, "before:2025-12-31 needle").await;
    assert_eq!(ids_on(&page), []);
    for step in 0..19 {
        let done = indexing::step(&instance.app).await.unwrap();
        assert_eq!(done, Some(indexing::ROWS_PER_STEP), "{step}");
    }
    let (found, pages) = alice.finds_in_all(&acme, "needle").await;
    assert_eq!((found, pages), (vec![MessageId::new(first + 2_500), MessageId::new(first)], 1));
    instance.index_messages().await;
    assert_eq!(instance.rows_of_index().await, 2_501);
    assert_eq!(alice.finds(&acme, "needle").await, [first + 2_500, first].map(MessageId::new));
}

#[tokio::test]
async fn the_index_is_filled_once_however_many_fill_it() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    for turn in 0..20 {
        hook.wrote(json!({ "content": format!("roof {turn}") })).await;
    }
    instance.clock.advance(std::time::Duration::from_secs(180));
    let steps = join_all((0..4).map(|_| indexing::step(&instance.app))).await;
    let done: u64 = steps.into_iter().filter_map(Result::unwrap).sum();
    assert_eq!(done, 20);
    assert_eq!(instance.rows_of_index().await, 20);
    assert_eq!(alice.finds(&acme, "roof").await.len(), 20);
}

#[tokio::test]
async fn a_message_is_not_indexed_before_its_delay_is_over() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    instance.wrote(&alice, &acme.general, "roof").await;
    let delay = indexing::DELAY_MS.unsigned_abs();
    for (ms, expected) in [(delay, 0), (1, 1)] {
        instance.clock.advance(std::time::Duration::from_millis(ms));
        assert_eq!(indexing::step(&instance.app).await.unwrap(), Some(expected));
    }
}

#[tokio::test]
async fn a_reader_of_very_many_channels_searches_all_of_them() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let first = instance.wrote(&alice, &acme.general, "roof").await;
    let last = instance.fill_with_channels(&acme).await;
    let second = instance.wrote(&alice, &last, "roof").await;
    for _ in 0..2 {
        assert_eq!(alice.finds(&acme, "roof").await, [second, first]);
        assert_eq!(alice.finds(&acme, "roof in:channel-498").await, [second]);
        instance.index_messages().await;
    }
}

#[tokio::test]
async fn many_words_in_very_many_channels_are_all_required() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    instance.fill_with_channels(&acme).await;
    let query = "seagulls screech over the wet roof";
    let old = instance.wrote(&alice, &acme.general, query).await;
    // More than a page reads, with the longest words of the query alone.
    let others = format!(
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1100) \
         INSERT INTO messages (id, channel_id, author_id, content) \
         SELECT {old} + n, {}, {}, 'seagulls screech over the roof' FROM numbers",
        acme.general.id, alice.id
    );
    instance.app.db.execute_unprepared(&others).await.unwrap();
    instance.clock.advance(std::time::Duration::from_secs(1));
    let new = instance.wrote(&alice, &acme.general, query).await;
    instance.index_messages().await;
    let by_her = format!("{query} from:alice");
    for query in [query, &format!("\"{query}\""), &by_her] {
        let (found, pages) = alice.finds_in_all(&acme, query).await;
        assert_eq!((found, pages), (vec![new, old], 2), "{query}");
    }
    let page = alice.searches(&acme, "seagulls screech over the dry roof").await;
    assert!(ids_on(&page).is_empty());
    assert!(page.text().contains("Only the newest messages were searched"));
    assert_eq!(page.attributes(".pager [rel=next]", "href").len(), 1);
}

#[tokio::test]
async fn searches_are_limited_for_each_user() {
    let limit = map! { "burst" => 2, "per_minute" => 1 };
    let instance =
        TestInstance::configured(|figment| figment.merge(("throttle.enabled", true)).merge(("throttle.search", limit)))
            .await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    for _ in 0..2 {
        alice.searches(&acme, "roof").await;
    }
    let refused = alice.browser.get(&path(&acme, "roof")).await.expect(429);
    assert!(refused.header("Retry-After").is_some());
    // The page of the search itself isn't.
    alice.searches(&acme, "").await;
    bob.searches(&acme, "roof").await;
    instance.clock.advance(std::time::Duration::from_secs(60));
    alice.searches(&acme, "roof").await;
}

#[tokio::test]
async fn every_page_of_a_channel_has_the_search_of_its_server() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let page = alice.feed(&acme.general).await;
    let action = page.attributes(".channels-search", "action");
    assert_eq!(action, [format!("/servers/{}/search", acme.id())]);
    let here = page.attributes(".chat-head-search a", "href").remove(0);
    let search = alice.browser.get(&here).await.expect(200);
    assert_eq!(search.attributes("#f-q", "value"), ["in:general"]);
}

#[tokio::test]
async fn hits_come_newest_first_however_they_are_spread_over_the_index() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let general = acme.general.id;
    let fill = format!(
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1300) \
         INSERT INTO messages (id, channel_id, content) SELECT n, {general}, \
         'brick' || CASE WHEN n <= 640 THEN ' old' ELSE '' END || CASE WHEN n % 97 = 0 THEN ' rare' ELSE '' END \
         FROM numbers"
    );
    instance.app.db.execute_unprepared(&fill).await.unwrap();
    instance.index_messages().await;
    if instance.app.db.backend() == DbBackend::Postgres {
        // As if every message had been the first of a block.
        let spread = "UPDATE message_search SET block = message_id";
        instance.app.db.execute_unprepared(spread).await.unwrap();
    }
    let newest = |most: usize, is_hit: &dyn Fn(i64) -> bool| -> Vec<MessageId> {
        (1..=1300).rev().filter(|n| is_hit(*n)).take(most).map(MessageId::new).collect()
    };
    assert_eq!(alice.finds(&acme, "brick").await, newest(PAGE_SIZE, &|_| true));
    assert_eq!(alice.finds(&acme, "old").await, newest(PAGE_SIZE, &|n| n <= 640));
    assert_eq!(alice.finds(&acme, "rare").await, newest(PAGE_SIZE, &|n| n % 97 == 0));
    let old_and_rare = newest(PAGE_SIZE, &|n| n <= 640 && n % 97 == 0);
    assert_eq!(alice.finds(&acme, "old rare").await, old_and_rare);
    assert_eq!(alice.finds(&acme, "mortar").await, []);
    let (all, _) = alice.finds_in_all(&acme, "old").await;
    assert_eq!(all, newest(1300, &|n| n <= 640));
}

impl TestInstance {
    /// How many messages are in the index.
    async fn rows_of_index(&self) -> i64 {
        let count = "SELECT COUNT(*) FROM message_search";
        let count = sea_orm::Statement::from_string(self.app.db.backend(), count);
        let row = self.app.db.query_one_raw(count).await.unwrap().unwrap();
        row.try_get_by_index(0).unwrap()
    }
}
