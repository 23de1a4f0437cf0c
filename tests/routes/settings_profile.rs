//! `/settings/profile`.

use portico_store::models::accounts::user;
use portico_store::pictures::{self, MAX_UPLOAD, PictureKind};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::support::{Person, TestInstance};

const PATH: &str = "/settings/profile";

fn png() -> Vec<u8> {
    pictures::generated(PictureKind::App, 77)
}

/// The address of the picture that the profile page shows.
async fn avatar(person: &Person<'_>) -> String {
    let page = person.browser.get(PATH).await.expect(200);
    page.attributes("img.avatar-xl", "src").remove(0)
}

#[tokio::test]
async fn nickname_and_name_are_changed_and_shown() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let fields = [("nickname", "Alice.B"), ("name", " Alice Baker ")];
    let answer = alice.browser.post(PATH, &fields).await.expect(303);
    assert_eq!(answer.location(), PATH);
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(page.attributes("#f-nickname", "value"), ["alice.b"]);
    assert_eq!(page.attributes("#f-name", "value"), ["Alice Baker"]);
    assert!(page.text().contains("Your profile is saved."));
}

#[tokio::test]
async fn the_key_that_sends_is_chosen_for_the_browser() {
    let instance = TestInstance::open().await;
    let (alice, _, acme) = instance.acme_with_bob().await;
    let channel = format!("/channels/{}", acme.general.id);
    let chosen = async || {
        let page = alice.browser.get(PATH).await.expect(200);
        let hint = alice.browser.get(&channel).await.expect(200).one(".composer-keys");
        (page.attributes("[name=send_key][checked]", "value"), page.attributes("html", "data-send-key"), hint)
    };
    let (checked, on_page, hint) = chosen().await;
    assert_eq!((checked.as_slice(), on_page.as_slice()), (&["enter".to_owned()][..], &[][..]));
    assert!(hint.starts_with("Enter sends"), "{hint}");
    let answer = alice.browser.post("/settings/writing", &[("send_key", "ctrl_enter")]).await.expect(303);
    assert_eq!(answer.location(), PATH);
    let (checked, on_page, hint) = chosen().await;
    assert_eq!((checked, on_page), (vec!["ctrl_enter".to_owned()], vec!["ctrl_enter".to_owned()]));
    assert!(hint.starts_with("Ctrl Enter sends"), "{hint}");
    alice.browser.post("/settings/writing", &[("send_key", "other")]).await.expect(303);
    assert_eq!(chosen().await.0, ["enter"]);
}

#[tokio::test]
async fn a_field_that_is_left_out_stays_as_it_is() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    alice.browser.post(PATH, &[("name", "Al")]).await.expect(303);
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(page.attributes("#f-nickname", "value"), ["alice"]);
    assert_eq!(page.attributes("#f-name", "value"), ["Al"]);
}

#[tokio::test]
async fn a_taken_nickname_is_refused_and_the_form_keeps_its_values() {
    let instance = TestInstance::open().await;
    instance.person("bob").await;
    let alice = instance.person("alice").await;
    let answer = alice.browser.post(PATH, &[("nickname", "BOB"), ("name", "Robert")]).await.expect(422);
    assert_eq!(answer.faults(), ["nickname"]);
    assert_eq!(answer.attributes("#f-nickname", "value"), ["BOB"]);
    assert_eq!(answer.attributes("#f-name", "value"), ["Robert"]);
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(page.attributes("#f-name", "value"), ["Alice"]);
}

#[tokio::test]
async fn every_fault_is_shown_beside_its_field() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let answer = alice
        .browser
        .upload(
            PATH,
            &[("nickname", "role_7"), ("name", &"n".repeat(65))],
            &[("avatar", "a.png", "image/png", b"no picture")],
        )
        .await
        .expect(422);
    assert_eq!(answer.faults(), ["nickname", "name", "avatar"]);
    alice.browser.post(PATH, &[("nickname", "al"), ("name", &"n".repeat(64))]).await.expect(303);
}

#[tokio::test]
async fn an_uploaded_picture_is_scaled_and_shown_to_everyone() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    assert_eq!(avatar(&alice).await, format!("/avatars/user/{}", alice.id));
    let answer = alice
        .browser
        .upload(PATH, &[("nickname", "alice"), ("name", "Alice")], &[("avatar", "me.jpg", "image/jpeg", &png())])
        .await
        .expect(303);
    assert_eq!(answer.location(), PATH);
    let address = avatar(&alice).await;
    assert!(address.contains("?v="), "{address}");
    let picture = instance.browser().get(&address).await.expect(200);
    assert_eq!(picture.bytes, pictures::normalise(&png()).unwrap());
    // Another upload has another address, so that nobody is shown the old one from a cache.
    instance.clock.advance(std::time::Duration::from_secs(1));
    alice.browser.upload(PATH, &[], &[("avatar", "me.png", "image/png", &png())]).await.expect(303);
    assert_ne!(avatar(&alice).await, address);
}

#[tokio::test]
async fn a_form_without_a_new_picture_keeps_the_one_before() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    alice.browser.upload(PATH, &[], &[("avatar", "me.png", "image/png", &png())]).await.expect(303);
    let address = avatar(&alice).await;
    // What a browser sends for a file field that was left empty.
    alice.browser.upload(PATH, &[("name", "Al")], &[("avatar", "", "application/octet-stream", b"")]).await.expect(303);
    assert_eq!(avatar(&alice).await, address);
}

#[tokio::test]
async fn a_removed_picture_gives_way_to_the_generated_one() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(page.all("#f-remove_avatar").is_empty());
    alice.browser.upload(PATH, &[], &[("avatar", "me.png", "image/png", &png())]).await.expect(303);
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(page.all("#f-remove_avatar").len(), 1);
    alice.browser.upload(PATH, &[("remove_avatar", "on")], &[]).await.expect(303);
    let address = avatar(&alice).await;
    assert_eq!(address, format!("/avatars/user/{}", alice.id));
    let picture = instance.browser().get(&address).await.expect(200);
    assert_eq!(picture.bytes, pictures::generated(PictureKind::User, alice.id.get()));
}

#[tokio::test]
async fn a_picture_may_have_five_mebibytes_and_no_byte_more() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    // Decoders stop at the end of the picture, whatever follows.
    let mut file = png();
    file.resize(MAX_UPLOAD, 0);
    alice.browser.upload(PATH, &[], &[("avatar", "me.png", "image/png", &file)]).await.expect(303);
    file.push(0);
    let answer = alice.browser.upload(PATH, &[], &[("avatar", "me.png", "image/png", &file)]).await.expect(422);
    assert_eq!(answer.faults(), ["avatar"]);
}

#[tokio::test]
async fn a_file_beyond_what_any_form_may_have_is_a_fault_of_the_picture_too() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let answer = alice
        .browser
        .upload(
            PATH,
            &[("nickname", "al"), ("name", "Typed before")],
            &[("avatar", "me.png", "image/png", &vec![7; 8 * 1024 * 1024])],
        )
        .await
        .expect(422);
    assert_eq!(answer.faults(), ["avatar"]);
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(page.attributes("#f-name", "value"), ["Alice"]);
}

#[tokio::test]
async fn a_name_is_always_shown_as_text() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let name = "<b id=x>&\"'</b>";
    alice.browser.post(PATH, &[("name", name)]).await.expect(303);
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(page.attributes("#f-name", "value"), [name]);
    assert!(page.all("#x").is_empty());
}

#[tokio::test]
async fn the_profile_needs_a_sign_in() {
    let instance = TestInstance::open().await;
    for path in [PATH, "/settings"] {
        let answer = instance.browser().get(path).await.expect(303);
        assert!(answer.location().starts_with("/sign-in?next="));
    }
    let answer = instance.browser().post(PATH, &[("name", "X")]).await;
    assert!(answer.expect(303).location().starts_with("/sign-in"));
}

#[tokio::test]
async fn the_settings_begin_with_the_profile() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let answer = alice.browser.get("/settings").await.expect(303);
    assert_eq!(answer.location(), PATH);
}

/// Shows: names.kept
#[tokio::test]
async fn names_from_before_the_rules_stay_and_do_not_hold_up_the_rest_of_the_profile() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (nickname, name) = ("all-stars", "Ali\u{200b}ce");
    user::Entity::update_many()
        .col_expr(user::Column::Nickname, Expr::value(nickname))
        .col_expr(user::Column::Name, Expr::value(name))
        .filter(user::Column::Id.eq(alice.id))
        .exec(&*instance.app.db)
        .await
        .unwrap();
    let shown = async || {
        let page = alice.browser.get(PATH).await.expect(200);
        (page.attributes("#f-nickname", "value").remove(0), page.attributes("#f-name", "value").remove(0))
    };
    let before = (nickname.to_owned(), name.to_owned());
    for fields in [&[("nickname", nickname), ("name", name)][..], &[("nickname", nickname)], &[("name", name)]] {
        alice.browser.post(PATH, fields).await.expect(303);
        assert_eq!(shown().await, before);
    }
    for (field, changed) in [("nickname", "all-star"), ("name", "Ali\u{200b}c")] {
        let answer = alice.browser.post(PATH, &[(field, changed)]).await;
        assert_eq!(answer.expect(422).faults(), [field]);
    }
    let fields = [("nickname", nickname), ("name", "Alice")];
    alice.browser.post(PATH, &fields).await.expect(303);
    assert_eq!(shown().await, (nickname.to_owned(), "Alice".to_owned()));
}
