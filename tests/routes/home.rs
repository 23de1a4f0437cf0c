//! `/`: where people go on after they signed in.

use crate::support::{CALLBACK, TestInstance};

#[tokio::test]
async fn signed_out_people_are_welcomed_in_the_words_of_the_community() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let guest = instance.browser();
    assert_eq!(guest.get("/").await.expect(200).one("#hero-title"), "Welcome to Portico");
    let long = "x".repeat(65);
    for (headline, text, faults) in [
        (&*long, "", &["headline"][..]),
        ("Under\u{202e}", "", &["headline"]),
        ("", &"x".repeat(501), &["text"]),
        ("", "\u{7}", &["text"]),
    ] {
        let fields = [("act", "save"), ("name", "Oak"), ("headline", headline), ("text", text)];
        assert_eq!(root.browser.post("/admin/branding", &fields).await.expect(422).faults(), faults);
    }
    let text = "We meet <b>here</b>.\r\n\r\nCome in!";
    let fields = [("act", "save"), ("name", "Oak"), ("headline", "Under the trees"), ("text", text)];
    root.browser.post("/admin/branding", &fields).await.expect(303);
    let page = guest.get("/").await.expect(200);
    assert_eq!(page.one("#hero-title"), "Under the trees");
    assert_eq!(page.all(".hero .lead"), ["We meet <b>here</b>.", "Come in!"]);
    root.browser.post("/admin/branding", &[("act", "clear")]).await.expect(303);
    assert_eq!(guest.get("/").await.expect(200).one("#hero-title"), "Welcome to Portico");
}

#[tokio::test]
async fn people_in_no_server_find_their_first_steps() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let answer = alice.browser.get("/").await.expect(303);
    assert_eq!(answer.location(), "/portal");
}

#[tokio::test]
async fn members_come_to_the_channel_where_they_last_read() {
    let instance = TestInstance::open().await;
    let (_alice, bob, acme) = instance.acme_with_bob().await;
    let builds = acme.channel("builds").await;
    let at = async || bob.browser.get("/").await.expect(303).location().to_owned();
    let general = format!("/channels/{}", acme.general.id);
    assert_eq!(at().await, general);
    let builds = format!("/channels/{}", builds.id);
    for channel in [&general, &builds] {
        let post = format!("{channel}/messages");
        let fields = [("content", "hello")];
        bob.browser.post(&post, &fields).await.expect(303);
    }
    assert_eq!(at().await, builds);
}

#[tokio::test]
async fn people_who_made_an_app_or_a_webhook_come_to_the_portal() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let general = format!("/channels/{}", acme.general.id);
    for person in [&alice, &bob] {
        let answer = person.browser.get("/").await.expect(303);
        assert_eq!(answer.location(), general);
    }
    acme.webhook(&alice, &acme.general).await;
    instance.oauth_app(&bob, CALLBACK).await;
    for person in [&alice, &bob] {
        let answer = person.browser.get("/").await.expect(303);
        assert_eq!(answer.location(), "/portal");
    }
}

#[tokio::test]
async fn members_who_see_no_channel_come_to_the_list_of_servers() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let target = format!("user:{}", bob.id);
    let fields = [("target", target.as_str()), ("deny", "view_channel")];
    let overwrites = acme.settings(&format!("/channels/{}/overwrites", acme.general.id));
    alice.browser.post(&overwrites, &fields).await.expect(303);
    let answer = bob.browser.get("/").await.expect(303);
    assert_eq!(answer.location(), "/servers");
}

#[tokio::test]
async fn the_chat_begins_at_the_channel_that_was_open_last() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    let (general, side) = (format!("/channels/{}", acme.general.id), format!("/channels/{}", side.id));
    let begins = async || bob.browser.get("/chat").await.expect(303).location().to_owned();
    assert_eq!(begins().await, general);
    bob.browser.get(&side).await.expect(200);
    assert_eq!(begins().await, side);
    // The cookie is set once.
    assert_eq!(bob.browser.get(&side).await.expect(200).header("Set-Cookie"), None);
    // A script that reads a page opens nothing.
    let headers = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Dest", "empty")];
    bob.browser.get_with(&general, &headers).await.expect(200);
    assert_eq!(begins().await, side);
    let hidden = [("target", format!("user:{}", bob.id)), ("deny", "view_channel".to_owned())];
    let hidden = hidden.each_ref().map(|(name, value)| (*name, value.as_str()));
    let overwrites = acme.settings(&format!("{side}/overwrites"));
    alice.browser.post(&overwrites, &hidden).await.expect(303);
    assert_eq!(begins().await, general);
}

#[tokio::test]
async fn the_chat_of_people_in_no_server_is_the_list_of_servers_and_others_sign_in() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    assert_eq!(alice.browser.get("/chat").await.expect(303).location(), "/servers");
    assert_eq!(instance.browser().get("/chat").await.expect(303).location(), "/sign-in?next=%2Fchat");
}
