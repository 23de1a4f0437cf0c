//! `/portal/webhooks`: making, showing, editing, pausing, regenerating and deleting webhooks.

use std::time::Duration;

use portico::chat::permissions::Permissions;
use portico::models::webhook::{self, Entity as Webhooks};
use portico::models::{Webhook, member, user};
use sea_orm::EntityTrait;
use serde_json::json;

use crate::support::{Community, House, Person, TestWebhook};

/// A picture: one pixel as PNG.
fn png() -> Vec<u8> {
    portico::pictures::generated(portico::pictures::Kind::User, 1)
}

async fn only(house: &House) -> Webhook {
    let mut all = Webhooks::find().all(&*house.at.db).await.unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

async fn none(house: &House) -> bool {
    Webhooks::find()
        .all(&*house.at.db)
        .await
        .unwrap()
        .is_empty()
}

fn page(hook: &TestWebhook<'_>) -> String {
    format!("/portal/webhooks/{}", hook.id())
}

#[rocket::async_test]
async fn a_webhook_is_made_and_its_page_shows_what_is_needed_to_use_it() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let channel = acme.general.id.to_string();
    let made = alice
        .browser
        .post(
            "/portal/webhooks",
            &[("channel_id", &channel), ("name", " Builds ")],
        )
        .await
        .expect(303);
    let webhook = only(&house).await;
    assert_eq!(made.location(), format!("/portal/webhooks/{}", webhook.id));
    assert_eq!(
        (
            webhook.name.as_str(),
            webhook.channel_id,
            webhook.creator_id
        ),
        ("Builds", acme.general.id, Some(alice.id))
    );
    let page = alice.browser.get(made.location()).await.expect(200);
    assert_eq!(page.one("#app-id"), webhook.id.to_string());
    let text = page.one("main");
    for shown in ["Acme › #general", "@alice", "Builds"] {
        assert!(text.contains(shown), "{shown}");
    }
    let url = page.one("#runtime-url");
    assert!(url.starts_with(&format!("http://localhost:8000/webhooks/{}/", webhook.id)));
    let path = url.strip_prefix("http://localhost:8000").unwrap();
    house
        .post_json(path, &[], br#"{"content":"a"}"#)
        .await
        .expect(200);
    for sample in ["#sample-curl", "#sample-python", "#sample-js"] {
        assert!(!page.one(sample).contains("allowedMentions"));
        assert!(
            page.one(&format!("{sample}-mentions"))
                .contains("allowedMentions")
        );
        assert!(!page.one(sample).contains(path), "samples hold no secret");
    }
}

#[rocket::async_test]
async fn a_picture_may_come_with_it_and_go_again() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let channel = acme.general.id.to_string();
    let fields = [("channel_id", channel.as_str()), ("name", "Builds")];
    alice
        .browser
        .upload(
            "/portal/webhooks",
            &fields,
            &[("avatar", "a.png", "image/png", &png())],
        )
        .await
        .expect(303);
    let webhook = only(&house).await;
    assert!(webhook.picture_at.is_some());
    let path = format!("/portal/webhooks/{}", webhook.id);
    let page = alice.browser.get(&path).await.expect(200);
    assert!(
        page.attributes("h1 img", "src")[0]
            .starts_with(&format!("/avatars/webhook/{}?v=", webhook.id))
    );
    // An empty file field leaves the picture as it is.
    alice
        .browser
        .upload(
            &path,
            &fields,
            &[("avatar", "", "application/octet-stream", b"")],
        )
        .await
        .expect(303);
    assert!(only(&house).await.picture_at.is_some());
    let removing = [fields[0], fields[1], ("remove_avatar", "on")];
    alice.browser.post(&path, &removing).await.expect(303);
    assert_eq!(only(&house).await.picture_at, None);
}

#[rocket::async_test]
async fn a_file_that_is_no_picture_is_a_fault_beside_the_others() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let channel = acme.general.id.to_string();
    let answer = alice
        .browser
        .upload(
            "/portal/webhooks",
            &[("channel_id", &channel), ("name", " ")],
            &[("avatar", "a.png", "image/png", b"<svg/>")],
        )
        .await
        .expect(422);
    let mut faults = answer.faults();
    faults.sort();
    assert_eq!(faults, ["avatar", "name"]);
    assert_eq!(answer.attributes("option[selected]", "value"), [channel]);
    assert!(none(&house).await);
}

#[rocket::async_test]
async fn a_form_without_channel_or_name_is_shown_again_with_what_was_typed() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    house.server("Acme", &alice).await;
    let answer = alice
        .browser
        .post("/portal/webhooks", &[("name", "Builds")])
        .await
        .expect(422);
    assert_eq!(answer.faults(), ["channel_id"]);
    assert_eq!(answer.attributes("#f-name", "value"), ["Builds"]);
    assert!(none(&house).await);
}

#[rocket::async_test]
async fn the_new_page_offers_the_channels_of_managed_servers_alone() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    let bobs = house.server("Bobs", &bob).await;
    bobs.join(&alice).await;
    let page = alice.browser.get("/portal/webhooks/new").await.expect(200);
    assert_eq!(page.attributes("optgroup", "label"), ["Acme"]);
    let secret = bobs.channel("secret").await;
    bobs.join_with(&alice, Permissions::MANAGE_SERVER).await;
    bobs.overwrite_member(
        &secret,
        &alice,
        Permissions::NONE,
        Permissions::VIEW_CHANNEL,
    )
    .await;
    let page = alice.browser.get("/portal/webhooks/new").await.expect(200);
    assert_eq!(page.attributes("optgroup", "label"), ["Acme", "Bobs"]);
    assert_eq!(
        page.attributes("optgroup option", "value"),
        [acme.general.id.to_string(), bobs.general.id.to_string()]
    );
}

#[rocket::async_test]
async fn the_new_page_starts_with_the_channel_or_server_it_was_opened_for() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let builds = acme.channel("builds").await;
    let page = alice
        .browser
        .get(&format!("/portal/webhooks/new?channel={}", builds.id))
        .await;
    assert_eq!(
        page.attributes("option[selected]", "value"),
        [builds.id.to_string()]
    );
    let page = alice
        .browser
        .get(&format!("/portal/webhooks/new?server={}", acme.id()))
        .await;
    assert_eq!(
        page.attributes("option[selected]", "value"),
        [acme.general.id.to_string()]
    );
    let page = alice
        .browser
        .get("/portal/webhooks/new?server=x&channel=%3Cb%3E")
        .await
        .expect(200);
    assert!(page.attributes("option[selected]", "value").is_empty());
}

#[rocket::async_test]
async fn without_a_managed_server_the_new_page_explains_and_has_no_form() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    house.server("Acme", &alice).await.join(&bob).await;
    let page = bob.browser.get("/portal/webhooks/new").await.expect(200);
    assert!(page.one("main").contains("Manage server"));
    assert!(page.all("main form").is_empty());
}

#[rocket::async_test]
async fn nobody_makes_a_webhook_where_they_do_not_manage_the_server() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let hidden = acme.channel("hidden").await;
    let stranger = house.person("stranger").await;
    let plain = house.person("plain").await;
    acme.join(&plain).await;
    acme.overwrite_member(
        &hidden,
        &plain,
        Permissions::NONE,
        Permissions::VIEW_CHANNEL,
    )
    .await;
    let manager = house.person("manager").await;
    acme.join_with(&manager, Permissions::MANAGE_SERVER).await;
    acme.overwrite_member(
        &hidden,
        &manager,
        Permissions::NONE,
        Permissions::VIEW_CHANNEL,
    )
    .await;
    let make = async |person: &Person<'_>, channel: i64| {
        let channel = channel.to_string();
        let fields = [("channel_id", channel.as_str()), ("name", "Builds")];
        person.browser.post("/portal/webhooks", &fields).await
    };
    make(&stranger, acme.general.id).await.expect(404);
    make(&plain, acme.general.id).await.expect(403);
    make(&plain, hidden.id).await.expect(404);
    make(&manager, house.at.id()).await.expect(404);
    assert_eq!(
        make(&manager, hidden.id).await.expect(422).faults(),
        ["channel_id"]
    );
    assert!(none(&house).await);
    make(&manager, acme.general.id).await.expect(303);
}

#[rocket::async_test]
async fn a_form_of_another_site_makes_nothing() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let channel = acme.general.id.to_string();
    let fields = [("channel_id", channel.as_str()), ("name", "Builds")];
    for headers in [&[("Sec-Fetch-Site", "cross-site")][..], &[]] {
        alice
            .browser
            .post_with("/portal/webhooks", &fields, headers)
            .await
            .expect(403);
    }
    assert!(none(&house).await);
}

/// Every route that names a webhook: its path, and whether it is asked with GET.
const ROUTES: [(&str, bool); 9] = [
    ("", true),
    ("", false),
    ("/url", false),
    ("/test", false),
    ("/pause", false),
    ("/resume", false),
    ("/delete", false),
    ("/deliveries", true),
    ("/deliveries/1", true),
];

async fn refused(hook: &TestWebhook<'_>, person: &Person<'_>, status: u16) {
    let channel = hook.webhook.channel_id.to_string();
    let fields = [
        ("name", "Mine"),
        ("channel_id", channel.as_str()),
        ("confirm", "Builds"),
    ];
    for (route, get) in ROUTES {
        let path = format!("{}{route}", page(hook));
        let answer = if get {
            person.browser.get(&path).await
        } else {
            person.browser.post(&path, &fields).await
        };
        assert_eq!(answer.status, status, "{path}");
        assert!(!answer.text().contains(hook.token()), "{path}");
    }
    assert_eq!(
        hook.row().await,
        Some(hook.webhook.clone()),
        "nothing changed"
    );
    assert!(hook.messages().await.is_empty());
}

async fn arranged<'h>(house: &'h House) -> (Person<'h>, Community<'h>, TestWebhook<'h>) {
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let hook = acme.webhook(&alice, &acme.general).await;
    (alice, acme, hook)
}

#[rocket::async_test]
async fn to_strangers_a_webhook_does_not_exist() {
    let house = House::open().await;
    let (_alice, _acme, hook) = arranged(&house).await;
    refused(&hook, &house.person("stranger").await, 404).await;
}

#[rocket::async_test]
async fn members_who_do_not_manage_the_server_do_nothing_with_its_webhooks() {
    let house = House::open().await;
    let (_alice, acme, hook) = arranged(&house).await;
    let plain = house.person("plain").await;
    let everything_else = Permissions::MANAGE_CHANNELS
        | Permissions::MANAGE_ROLES
        | Permissions::SEND_MESSAGES
        | Permissions::MENTION_ALL;
    acme.join_with(&plain, everything_else).await;
    refused(&hook, &plain, 403).await;
}

#[rocket::async_test]
async fn a_member_who_just_lost_the_permission_does_nothing_any_more() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let bob = house.person("bob").await;
    let role = acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let hook = acme.webhook(&bob, &acme.general).await;
    bob.browser.get(&page(&hook)).await.expect(200);
    member::held::Entity::delete_by_id((acme.id(), bob.id, role.id))
        .exec(&*house.at.db)
        .await
        .unwrap();
    refused(&hook, &bob, 403).await;
    member::Entity::delete_by_id((acme.id(), bob.id))
        .exec(&*house.at.db)
        .await
        .unwrap();
    refused(&hook, &bob, 404).await;
}

#[rocket::async_test]
async fn signed_out_people_are_sent_to_sign_in() {
    let house = House::open().await;
    let (_alice, _acme, hook) = arranged(&house).await;
    let browser = house.browser();
    for (route, get) in ROUTES {
        let path = format!("{}{route}", page(&hook));
        let answer = if get {
            browser.get(&path).await
        } else {
            browser.post(&path, &[]).await
        };
        assert!(
            answer.expect(303).location().starts_with("/sign-in"),
            "{path}"
        );
    }
    for path in ["/portal/webhooks/new", "/portal/webhooks"] {
        let answer = if path.ends_with("new") {
            browser.get(path).await
        } else {
            browser.post(path, &[("name", "x")]).await
        };
        assert!(
            answer.expect(303).location().starts_with("/sign-in"),
            "{path}"
        );
    }
    assert_eq!(hook.row().await, Some(hook.webhook.clone()));
}

#[rocket::async_test]
async fn every_manager_manages_it_and_its_creator_stays() {
    let house = House::open().await;
    let (alice, acme, hook) = arranged(&house).await;
    let bob = house.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let builds = acme.channel("builds").await;
    let fields = [("name", "Alarms"), ("channel_id", &builds.id.to_string())];
    bob.browser.post(&page(&hook), &fields).await.expect(303);
    let row = hook.row().await.unwrap();
    assert_eq!((row.name.as_str(), row.channel_id), ("Alarms", builds.id));
    assert_eq!(row.creator_id, Some(alice.id));
    assert_eq!(row.token_hash, hook.webhook.token_hash);
}

#[rocket::async_test]
async fn it_moves_within_its_server_alone() {
    let house = House::open().await;
    let (alice, acme, hook) = arranged(&house).await;
    let other = house.server("Other", &alice).await;
    let elsewhere = other.general.id.to_string();
    let nowhere = house.at.id().to_string();
    for channel in [elsewhere.as_str(), &nowhere, "", "x", "0"] {
        let fields = [("name", "Alarms"), ("channel_id", channel)];
        let answer = alice.browser.post(&page(&hook), &fields).await.expect(422);
        assert_eq!(answer.faults(), ["channel_id"], "{channel}");
        assert_eq!(answer.attributes("#f-name", "value"), ["Alarms"]);
    }
    assert_eq!(hook.row().await, Some(hook.webhook.clone()));
    drop(acme);
}

#[rocket::async_test]
async fn it_moves_into_no_channel_that_the_editor_cannot_see_but_may_stay_in_one() {
    let house = House::open().await;
    let (_alice, acme, hook) = arranged(&house).await;
    let bob = house.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let hidden = acme.channel("hidden").await;
    for channel in [&hidden, &acme.general] {
        acme.overwrite_member(channel, &bob, Permissions::NONE, Permissions::VIEW_CHANNEL)
            .await;
    }
    let fields = [("name", "Alarms"), ("channel_id", &hidden.id.to_string())];
    bob.browser.post(&page(&hook), &fields).await.expect(422);
    let fields = [
        ("name", "Alarms"),
        ("channel_id", &acme.general.id.to_string()),
    ];
    bob.browser.post(&page(&hook), &fields).await.expect(303);
    assert_eq!(hook.row().await.unwrap().name, "Alarms");
}

#[rocket::async_test]
async fn a_name_of_an_edit_follows_the_rules_of_display_names() {
    let house = House::open().await;
    let (alice, acme, hook) = arranged(&house).await;
    let channel = acme.general.id.to_string();
    let long = "x".repeat(65);
    for name in ["", " ", "\u{202e}x", &long] {
        let fields = [("name", name), ("channel_id", channel.as_str())];
        assert_eq!(
            alice
                .browser
                .post(&page(&hook), &fields)
                .await
                .expect(422)
                .faults(),
            ["name"]
        );
    }
    assert_eq!(hook.row().await, Some(hook.webhook.clone()));
}

#[rocket::async_test]
async fn markup_in_names_is_text_on_every_page() {
    let house = House::open().await;
    let (alice, acme, hook) = arranged(&house).await;
    let name = "<img src=x onerror=alert(1)>";
    let fields = [("name", name), ("channel_id", &acme.general.id.to_string())];
    alice.browser.post(&page(&hook), &fields).await.expect(303);
    for path in [page(&hook), format!("{}/deliveries", page(&hook))] {
        let shown = alice.browser.get(&path).await.expect(200);
        assert!(shown.text().contains("&lt;img src=x"), "{path}");
        assert!(!shown.text().contains("<img src=x"), "{path}");
    }
}

#[rocket::async_test]
async fn after_a_regenerate_the_new_url_works_and_the_old_one_does_not() {
    let house = House::open().await;
    let (alice, _acme, hook) = arranged(&house).await;
    let answer = alice
        .browser
        .post(&format!("{}/url", page(&hook)), &[])
        .await
        .expect(303);
    assert_eq!(answer.location(), page(&hook));
    hook.post(json!({ "content": "old" })).await.expect(404);
    let url = alice
        .browser
        .get(&page(&hook))
        .await
        .expect(200)
        .one("#runtime-url");
    assert!(!url.contains(hook.token()));
    let path = url.strip_prefix("http://localhost:8000").unwrap();
    house
        .post_json(path, &[], br#"{"content":"new"}"#)
        .await
        .expect(200);
    assert_eq!(hook.messages().await.len(), 1);
}

#[rocket::async_test]
async fn long_after_the_sign_in_the_url_is_hidden_and_acts_ask_for_the_password() {
    let house = House::open().await;
    let (alice, _acme, hook) = arranged(&house).await;
    house.clock.advance(Duration::from_secs(16 * 60));
    let shown = alice.browser.get(&page(&hook)).await.expect(200);
    assert!(!shown.text().contains(hook.token()));
    let confirm = format!("/confirm?next={}", page(&hook));
    assert!(shown.attributes("main a", "href").contains(&confirm));
    for (route, fields) in [("/url", &[][..]), ("/delete", &[("confirm", "Builds")][..])] {
        let answer = alice
            .browser
            .post(&format!("{}{route}", page(&hook)), fields)
            .await
            .expect(303);
        assert!(answer.location().starts_with("/confirm"), "{route}");
    }
    assert_eq!(hook.row().await, Some(hook.webhook.clone()));
    alice
        .browser
        .post(
            "/confirm",
            &[
                ("password", crate::support::PASSWORD),
                ("next", &page(&hook)),
            ],
        )
        .await
        .expect(303);
    let shown = alice.browser.get(&page(&hook)).await.expect(200);
    assert!(shown.one("#runtime-url").ends_with(hook.token()));
}

#[rocket::async_test]
async fn a_url_sealed_under_another_key_is_explained_and_can_be_regenerated() {
    use sea_orm::{ActiveModelTrait, Set};
    let house = House::open().await;
    let (alice, acme, hook) = arranged(&house).await;
    let other = acme.webhook(&alice, &acme.general).await;
    // Moved to another row, a sealed token does not open either.
    webhook::ActiveModel {
        id: Set(hook.id()),
        token_sealed: Set(other.webhook.token_sealed.clone()),
        ..Default::default()
    }
    .update(&*house.at.db)
    .await
    .unwrap();
    let shown = alice.browser.get(&page(&hook)).await.expect(200);
    assert!(shown.all("#runtime-url").is_empty());
    assert!(shown.text().contains("can’t be shown any more"));
    hook.post(json!({ "content": "still" })).await.expect(200);
    alice
        .browser
        .post(&format!("{}/url", page(&hook)), &[])
        .await
        .expect(303);
    alice
        .browser
        .get(&page(&hook))
        .await
        .expect(200)
        .one("#runtime-url");
}

#[rocket::async_test]
async fn the_database_holds_no_token_in_the_clear() {
    let house = House::open().await;
    let (_alice, _acme, hook) = arranged(&house).await;
    let row = hook.row().await.unwrap();
    let token = hook.token().as_bytes();
    for bytes in [&row.token_hash, &row.token_sealed] {
        assert!(!bytes.windows(token.len()).any(|window| window == token));
    }
    assert_eq!(row.token_hash.len(), 32);
    assert!(!format!("{row:?}").contains("token"));
}

#[rocket::async_test]
async fn a_paused_webhook_posts_nothing_until_it_is_resumed_under_the_same_url() {
    let house = House::open().await;
    let (alice, _acme, hook) = arranged(&house).await;
    alice
        .browser
        .post(&format!("{}/pause", page(&hook)), &[])
        .await
        .expect(303);
    hook.post(json!({ "content": "a" })).await.expect(404);
    assert!(
        alice
            .browser
            .get(&page(&hook))
            .await
            .one("h1")
            .contains("Paused")
    );
    alice
        .browser
        .post(&format!("{}/test", page(&hook)), &[])
        .await
        .expect(303);
    assert!(hook.messages().await.is_empty());
    alice
        .browser
        .post(&format!("{}/resume", page(&hook)), &[])
        .await
        .expect(303);
    hook.post(json!({ "content": "b" })).await.expect(200);
}

#[rocket::async_test]
async fn a_test_message_is_a_silent_post_like_any_other() {
    let house = House::open().await;
    let (alice, _acme, hook) = arranged(&house).await;
    alice
        .browser
        .post(&format!("{}/test", page(&hook)), &[])
        .await
        .expect(303);
    let messages = hook.messages().await;
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].content, "This is a test message from Builds.");
    assert!(house.mentions_of(messages[0].id).await.is_empty());
    let shown = alice.browser.get(&page(&hook)).await.expect(200);
    assert!(shown.one("main").contains("test message"));
}

#[rocket::async_test]
async fn deleting_takes_its_name_and_its_messages_stay() {
    let house = House::open().await;
    let (alice, _acme, hook) = arranged(&house).await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    let delete = format!("{}/delete", page(&hook));
    for confirm in ["", "builds", "Build"] {
        let answer = alice
            .browser
            .post(&delete, &[("confirm", confirm)])
            .await
            .expect(422);
        assert_eq!(answer.faults(), ["confirm"]);
    }
    assert!(hook.row().await.is_some());
    let answer = alice
        .browser
        .post(&delete, &[("confirm", " Builds ")])
        .await
        .expect(303);
    assert_eq!(answer.location(), "/portal");
    assert!(hook.row().await.is_none());
    assert_eq!(hook.messages().await.len(), 1);
    hook.post(json!({ "content": "b" })).await.expect(404);
    alice.browser.get(&page(&hook)).await.expect(404);
}

#[rocket::async_test]
async fn the_page_says_what_its_mentions_may_do_now_and_why() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let mira = house.person("mira").await;
    let role = acme
        .join_with(&mira, Permissions::MANAGE_SERVER | Permissions::MENTION_ALL)
        .await;
    let hook = acme.webhook(&mira, &acme.general).await;
    let said = async || {
        let shown = alice.browser.get(&page(&hook)).await.expect(200);
        (
            shown.attributes("#reach", "data-why").remove(0),
            shown.one("#reach"),
        )
    };
    let (why, text) = said().await;
    assert_eq!(why, "holds");
    assert!(text.contains("@mira holds “Mention @all” there"), "{text}");
    member::held::Entity::delete_by_id((acme.id(), mira.id, role.id))
        .exec(&*house.at.db)
        .await
        .unwrap();
    let (why, text) = said().await;
    assert_eq!(why, "lacks");
    assert!(
        text.contains("@all is off: @mira does not hold “Mention @all” in #general"),
        "{text}"
    );
    member::Entity::delete_by_id((acme.id(), mira.id))
        .exec(&*house.at.db)
        .await
        .unwrap();
    let (why, text) = said().await;
    assert_eq!(why, "left");
    assert!(text.contains("no longer a member of Acme"), "{text}");
    user::Entity::delete_by_id(mira.id)
        .exec(&*house.at.db)
        .await
        .unwrap();
    let (why, text) = said().await;
    assert_eq!(why, "gone");
    assert!(
        text.contains("the account that made this webhook was deleted"),
        "{text}"
    );
}

#[rocket::async_test]
async fn the_last_day_is_counted_by_the_hour() {
    let house = House::open().await;
    let (alice, _acme, hook) = arranged(&house).await;
    hook.post(json!({ "content": "too long ago" }))
        .await
        .expect(200);
    house.clock.advance(Duration::from_secs(25 * 60 * 60));
    hook.post(json!({ "content": "a" })).await.expect(200);
    house.clock.advance(Duration::from_secs(2 * 60 * 60));
    hook.post(json!({ "content": "b" })).await.expect(200);
    hook.post(json!({ "content": "c" })).await.expect(200);
    hook.post(json!({})).await.expect(400);
    // The clock went on beyond what the sign-in counts as fresh; the page itself is still theirs.
    let shown = alice.browser.get(&page(&hook)).await.expect(200);
    assert!(
        shown
            .one("main")
            .contains("3 messages posted, 1 attempt refused")
    );
    let cells = shown.all("section[aria-labelledby=use-title] table td.num");
    assert_eq!(cells, ["1", "0", "2", "1"]);
    assert_eq!(shown.all(".chart rect").len(), 3);
}

#[rocket::async_test]
async fn a_manager_finds_the_webhooks_of_all_their_servers_and_of_no_other() {
    let house = House::open().await;
    let (alice, acme, hook) = arranged(&house).await;
    let bob = house.person("bob").await;
    let bobs = house.server("Bobs", &bob).await;
    bobs.webhook(&bob, &bobs.general).await;
    bobs.join(&alice).await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    hook.post(json!({})).await.expect(400);
    house.at.log.settled().await;
    let now = house.at.now();
    let listed = Webhook::all_managed_by(&*house.at.db, alice.id, now)
        .await
        .unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].webhook.id, hook.id());
    assert_eq!(listed[0].server_name, "Acme");
    assert_eq!(listed[0].channel_name, "general");
    assert_eq!(listed[0].last_used_at, Some(now));
    assert_eq!(listed[0].recent_failures, 1);
    acme.join_with(&bob, Permissions::ADMINISTRATOR).await;
    let listed = Webhook::all_managed_by(&*house.at.db, bob.id, now)
        .await
        .unwrap();
    let names: Vec<_> = listed
        .iter()
        .map(|listed| listed.server_name.as_str())
        .collect();
    assert_eq!(names, ["Bobs", "Acme"]);
    let carol = house.person("carol").await;
    assert!(
        Webhook::all_managed_by(&*house.at.db, carol.id, now)
            .await
            .unwrap()
            .is_empty()
    );
}
