//! `/inbox`: who gets a mention, and what is unread.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::messages::mention;
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::support::{Answer, Person, TestInstance};

const NONE: Permissions = Permissions::NONE;
const SECOND: Duration = Duration::from_secs(1);

async fn inbox(person: &Person<'_>) -> Answer {
    person.browser.get("/inbox").await.expect(200)
}

/// Text and reason of every row.
async fn rows(person: &Person<'_>) -> Vec<(String, String)> {
    let page = inbox(person).await;
    let texts = page.all(".inbox-row .content");
    texts.into_iter().zip(page.attributes(".inbox-row", "data-reason")).collect()
}

async fn texts(person: &Person<'_>) -> Vec<String> {
    rows(person).await.into_iter().map(|(text, _)| text).collect()
}

async fn unread(person: &Person<'_>) -> String {
    let page = inbox(person).await;
    match page.all("[data-inbox-count][hidden]").is_empty() {
        true => page.one("[data-inbox-count]"),
        false => "0".into(),
    }
}

#[tokio::test]
async fn mentions_of_a_person_a_role_and_everyone_arrive_with_their_reason() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let crew = acme.role("Crew", NONE, true).await;
    acme.give(&crew, &bob).await;
    alice.say(&acme.general, "one @all").await.expect(303);
    alice.say(&acme.general, "two @crew").await.expect(303);
    alice.say(&acme.general, "three @bob").await.expect(303);
    alice.say(&acme.general, "four").await.expect(303);
    let expected = [("three @bob", "user"), ("two @crew", "role"), ("one @all", "all")];
    assert_eq!(rows(&bob).await, expected.map(|(text, reason)| (text.to_owned(), reason.to_owned())));
    let page = inbox(&bob).await;
    assert_eq!(page.all(".inbox-place a"), ["Acme › #general"; 3]);
    let ids = page.attributes(".inbox-row", "data-message-id");
    let link = &page.attributes(".inbox-place a", "href")[2];
    let channel = format!("/channels/{}", acme.general.id);
    assert!(link.starts_with(&channel) && link.ends_with(&format!("#message-{}", ids[2])));
    let there = bob.browser.get(link.split('#').next().unwrap()).await.expect(200);
    assert_eq!(there.one(&format!("#message-{} .content", ids[2])), "one @all");
}

/// Shows: mentions.once
#[tokio::test]
async fn a_message_arrives_once_for_its_strongest_reason() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let crew = acme.role("Crew", NONE, true).await;
    acme.give(&crew, &bob).await;
    alice.say(&acme.general, "@all @crew @bob @bob").await.expect(303);
    alice.say(&acme.general, "@all @crew").await.expect(303);
    let reasons: Vec<String> = rows(&bob).await.into_iter().map(|(_, reason)| reason).collect();
    assert_eq!(reasons, ["role", "user"]);
    assert_eq!(unread(&bob).await, "2");
}

#[tokio::test]
async fn mentioning_everyone_writes_one_row_for_any_number_of_members() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    for n in 0..12 {
        acme.join(&instance.person(&format!("member{n}")).await).await;
    }
    alice.say(&acme.general, "@all").await.expect(303);
    let rows = mention::Entity::find().count(&*instance.app.db).await.unwrap();
    assert_eq!(rows, 1);
}

/// Shows: mentions.silent
#[tokio::test]
async fn a_mention_that_did_not_fire_reaches_no_one() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let crew = acme.role("Crew", NONE, false).await;
    acme.give(&crew, &alice).await;
    bob.say(&acme.general, "@all @crew").await.expect(303);
    assert!(texts(&alice).await.is_empty());
    // The owner may.
    alice.say(&acme.general, "@crew @all").await.expect(303);
    assert_eq!(texts(&bob).await, ["@crew @all"]);
}

/// Shows: mentions.people
#[tokio::test]
async fn what_may_be_mentioned_is_judged_in_the_channel_by_the_writer() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let loud = acme.channel("loud").await;
    acme.overwrite_member(&loud, &bob, Permissions::MENTION_ALL, NONE).await;
    bob.say(&acme.general, "quiet @all").await.expect(303);
    bob.say(&loud, "loud @all").await.expect(303);
    assert_eq!(texts(&alice).await, ["loud @all"]);
}

#[tokio::test]
async fn members_who_join_later_see_no_older_mentions() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let acme = instance.server("Acme", &alice).await;
    alice.say(&acme.general, "before @all").await.expect(303);
    instance.clock.advance(SECOND);
    acme.join(&bob).await;
    assert!(texts(&bob).await.is_empty());
    alice.say(&acme.general, "after @all").await.expect(303);
    assert_eq!(texts(&bob).await, ["after @all"]);
}

#[tokio::test]
async fn members_who_get_a_role_later_see_no_older_mentions_of_it() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let crew = acme.role("Crew", NONE, true).await;
    alice.say(&acme.general, "before @crew").await.expect(303);
    instance.clock.advance(SECOND);
    acme.give(&crew, &bob).await;
    assert!(texts(&bob).await.is_empty());
    alice.say(&acme.general, "after @crew").await.expect(303);
    assert_eq!(texts(&bob).await, ["after @crew"]);
}

#[tokio::test]
async fn a_returning_member_has_no_old_roles() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    alice.say(&acme.general, "@bob @all").await.expect(303);
    portico_store::models::servers::member::Entity::delete_by_id((acme.id(), bob.id))
        .exec(&*instance.app.db)
        .await
        .unwrap();
    assert!(texts(&bob).await.is_empty());
    instance.clock.advance(SECOND);
    acme.join(&bob).await;
    assert!(texts(&bob).await.is_empty());
}

/// Shows: mentions.hidden-channel, access.just-lost
#[tokio::test]
async fn losing_a_channel_hides_its_messages() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let crew = acme.role("Crew", NONE, true).await;
    acme.give(&crew, &bob).await;
    let side = acme.channel("side").await;
    for text in ["@bob", "@crew", "@all"] {
        alice.say(&side, text).await.expect(303);
    }
    alice.say(&acme.general, "@bob here").await.expect(303);
    assert_eq!(texts(&bob).await.len(), 4);
    acme.overwrite_member(&side, &bob, NONE, Permissions::VIEW_CHANNEL).await;
    assert_eq!(texts(&bob).await, ["@bob here"]);
    assert_eq!(unread(&bob).await, "1");
    // Nor can they be marked.
    let hidden = mention::Entity::find().all(&*instance.app.db).await.unwrap();
    let id = hidden.iter().find(|row| row.channel_id == side.id).unwrap().message_id.to_string();
    bob.browser.post("/inbox/read", &[("message_id", &id)]).await.expect(404);
}

#[tokio::test]
async fn an_unread_mention_is_read_once_its_channel_was() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    alice.say(&acme.general, "one @bob").await.expect(303);
    alice.say(&acme.general, "two @bob").await.expect(303);
    let ids = inbox(&bob).await.attributes(".inbox-row", "data-message-id");
    assert_eq!(unread(&bob).await, "2");
    bob.browser.post(&format!("/channels/{}/read", acme.general.id), &[("up_to", &ids[1])]).await.expect(303);
    assert_eq!(unread(&bob).await, "1");
    let page = inbox(&bob).await;
    assert_eq!(page.all(".inbox-row.unread .content"), ["two @bob"]);
    // Read ones stay.
    assert_eq!(page.all(".inbox-row").len(), 2);
}

#[tokio::test]
async fn unread_mentions_stand_first_and_each_part_begins_with_the_newest() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    alice.say(&acme.general, "1 @bob").await.expect(303);
    alice.say(&side, "2 @all").await.expect(303);
    alice.say(&acme.general, "3 @bob").await.expect(303);
    alice.say(&side, "4 @all").await.expect(303);
    let ids = inbox(&bob).await.attributes(".inbox-row", "data-message-id");
    // Everything in `side` is read; the older ones of `general` are not.
    bob.browser.post("/inbox/read", &[("message_id", &ids[0])]).await.expect(303);
    assert_eq!(texts(&bob).await, ["3 @bob", "1 @bob", "4 @all", "2 @all"]);
}

#[tokio::test]
async fn all_can_be_marked_as_read_at_once_but_not_what_came_after_the_page() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    alice.say(&acme.general, "@bob").await.expect(303);
    alice.say(&side, "@all").await.expect(303);
    let form = inbox(&bob).await.fields(".page-head form");
    alice.say(&side, "late @bob").await.expect(303);
    let form: Vec<(&str, &str)> = form.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    let answer = bob.browser.post("/inbox/read", &form).await.expect(303);
    assert_eq!(answer.location(), "/inbox");
    assert_eq!(inbox(&bob).await.all(".unread .content"), ["late @bob"]);
    bob.browser.post("/inbox/read", &[]).await.expect(303);
    assert_eq!(unread(&bob).await, "0");
    assert_eq!(texts(&bob).await.len(), 3);
}

/// Whether the button of each unread mention says that it marks older ones with it.
fn buttons(page: &Answer) -> Vec<bool> {
    let buttons = page.all(".inbox-row button");
    buttons.iter().map(|button| button.starts_with("Mark as read up to here")).collect()
}

#[tokio::test]
async fn marking_a_mention_says_how_many_it_marked_and_goes_on_with_the_next_one() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    alice.say(&acme.general, "1 @bob").await.expect(303);
    alice.say(&side, "2 @bob").await.expect(303);
    alice.say(&acme.general, "3 @bob").await.expect(303);
    alice.say(&acme.general, "4 @bob").await.expect(303);
    let page = inbox(&bob).await;
    // Those that mark older ones of their channel with them say so.
    assert_eq!(buttons(&page), [true, true, false, false]);
    let ids = page.attributes(".inbox-row", "data-message-id");
    let read = [("message_id", ids[1].as_str())];
    let answer = bob.browser.post("/inbox/read", &read).await.expect(303);
    assert_eq!(answer.location(), format!("/inbox?before={}", ids[1]));
    let page = bob.browser.get(answer.location()).await.expect(200);
    assert!(page.one(".flash").contains("2 mentions are marked as read."));
    assert_eq!(page.all(".content")[0], "2 @bob");
    assert_eq!(buttons(&page), [false]);
    let page = inbox(&bob).await;
    assert_eq!(page.all(".unread .content"), ["4 @bob", "2 @bob"]);
    assert_eq!(buttons(&page), [false, false]);
}

#[tokio::test]
async fn marking_the_last_unread_mention_leads_to_the_inbox() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    alice.say(&acme.general, "@bob").await.expect(303);
    let ids = inbox(&bob).await.attributes(".inbox-row", "data-message-id");
    let read = [("message_id", ids[0].as_str())];
    let answer = bob.browser.post("/inbox/read", &read).await.expect(303);
    assert_eq!(answer.location(), "/inbox");
    let page = inbox(&bob).await;
    assert!(page.one(".flash").contains("1 mention is marked as read."));
}

#[tokio::test]
async fn a_script_that_marks_a_mention_leaves_no_notice_for_the_next_page() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    alice.say(&acme.general, "@bob").await.expect(303);
    let ids = inbox(&bob).await.attributes(".inbox-row", "data-message-id");
    let background = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Dest", "empty")];
    let read = [("message_id", ids[0].as_str())];
    let answer = bob.browser.post_with("/inbox/read", &read, &background);
    answer.await.expect(303);
    let page = inbox(&bob).await;
    assert!(page.all(".flash").is_empty());
    assert!(page.all(".unread").is_empty());
}

#[tokio::test]
async fn a_button_says_that_it_marks_older_mentions_of_the_next_page_too() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    for n in 0..51 {
        let text = format!("{n} @bob");
        alice.say(&acme.general, &text).await.expect(303);
    }
    assert_eq!(buttons(&inbox(&bob).await), [true; 50]);
}

#[tokio::test]
async fn ones_own_messages_are_never_unread() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    alice.say(&acme.general, "@all @alice").await.expect(303);
    assert_eq!(unread(&alice).await, "0");
}

#[tokio::test]
async fn a_long_inbox_has_pages_without_gap_or_double() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    for n in 0..70 {
        alice.say(&acme.general, &format!("@bob read {n}")).await.expect(303);
        alice.say(&side, &format!("@all new {n}")).await.expect(303);
    }
    let newest =
        portico_store::models::Message::newest_id(&instance.app.db, acme.general.id, i64::MAX).await.unwrap().unwrap();
    bob.browser.post("/inbox/read", &[("message_id", &newest.to_string())]).await.expect(303);
    let mut seen = Vec::new();
    let mut next = "/inbox".to_owned();
    loop {
        let page = bob.browser.get(&next).await.expect(200);
        seen.extend(page.all(".content"));
        match page.attributes("a[rel=next]", "href").pop() {
            Some(href) => next = href,
            None => break,
        }
    }
    let unread = (0..70).rev().map(|n| format!("@all new {n}"));
    let read = (0..70).rev().map(|n| format!("@bob read {n}"));
    assert_eq!(seen, unread.chain(read).collect::<Vec<_>>());
    assert_eq!(self::unread(&bob).await, "70");
    for n in 0..40 {
        alice.say(&side, &format!("@bob more {n}")).await.expect(303);
    }
    assert_eq!(self::unread(&bob).await, "99+");
}

#[tokio::test]
async fn mentions_in_one_server_say_nothing_in_another() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let acme = instance.server("Acme", &alice).await;
    let other = instance.server("Other", &alice).await;
    other.join(&bob).await;
    alice.say(&acme.general, "@all @bob").await.expect(303);
    alice.say(&other.general, "@bob there").await.expect(303);
    assert_eq!(texts(&bob).await, ["@bob there"]);
}

#[tokio::test]
async fn the_header_of_every_page_shows_the_count() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    alice.say(&acme.general, "@bob").await.expect(303);
    let page = bob.browser.get("/nowhere").await.expect(404);
    assert_eq!(page.one("[data-inbox-count]"), "1");
    let page = alice.browser.get("/nowhere").await.expect(404);
    assert_eq!(page.all("[data-inbox-count][hidden]").len(), 1);
}

#[tokio::test]
async fn a_form_that_is_shown_again_keeps_the_count() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    alice.say(&acme.general, "@bob").await.expect(303);
    let messages = format!("/channels/{}/messages", acme.general.id);
    for (path, fields) in
        [("/servers", [("name", "")]), ("/settings/profile", [("name", "")]), (&*messages, [("content", " ")])]
    {
        let page = bob.browser.post(path, &fields).await.expect(422);
        assert_eq!(page.one("[data-inbox-count]"), "1", "{path}");
        let hidden = page.all("[data-inbox-count][hidden]");
        assert!(hidden.is_empty(), "{path}");
    }
}

#[tokio::test]
async fn an_empty_inbox_says_what_it_is_for() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    assert!(inbox(&alice).await.one(".empty").contains("mentions you"));
}

#[tokio::test]
async fn the_inbox_needs_a_sign_in() {
    let instance = TestInstance::open().await;
    let browser = instance.browser();
    for path in ["/inbox", "/inbox/events"] {
        let answer = browser.get(path).await.expect(303);
        assert!(answer.location().starts_with("/sign-in"));
    }
    let answer = browser.post("/inbox/read", &[]).await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
}

#[tokio::test]
async fn malformed_ids_and_forms_of_other_sites_are_refused() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    alice.browser.get("/inbox?before=x").await.expect(404);
    for form in [("message_id", "x"), ("message_id", "1"), ("up_to", "-1")] {
        alice.browser.post("/inbox/read", &[form]).await.expect(404);
    }
    alice.browser.post_with("/inbox/read", &[], &[("Sec-Fetch-Site", "cross-site")]).await.expect(403);
}
