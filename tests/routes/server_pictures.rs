//! `/servers/<id>/settings/picture`, and where the picture of a server is shown.

use portico_store::models::Invite;
use portico_store::models::accounts::picture;
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::support::{Community, TestInstance, picture as png, size_of};

async fn stored(instance: &TestInstance) -> u64 {
    picture::Entity::find().count(&*instance.app.db).await.unwrap()
}

/// The addresses of the picture in the sidebar.
async fn shown(acme: &Community<'_>, person: &crate::support::Person<'_>) -> Vec<String> {
    let page = person.browser.get(&format!("/channels/{}", acme.general.id)).await.expect(200);
    page.attributes(".servers img", "src")
}

/// Shows: servers.picture
#[tokio::test]
async fn a_server_has_a_picture_or_its_initial() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    assert_eq!(shown(&acme, &bob).await, [""; 0]);
    let path = acme.settings("/picture");
    let file = png(300, 200);
    let saved = alice.browser.upload(&path, &[], &[("icon", "acme.png", "image/png", &file)]).await.expect(303);
    assert_eq!(saved.location(), acme.settings(""));
    let first = shown(&acme, &bob).await.remove(0);
    let answer = instance.browser().get(&first).await.expect(200);
    assert_eq!(size_of(&answer.bytes), (256, 256));
    // Someone with an invite sees it before they have an account.
    let invite = Invite::create(&instance.app, alice.id, acme.id()).await.unwrap();
    let page = instance.browser().get(&format!("/invites/{}", invite.code)).await.expect(200);
    assert_eq!(page.attributes(".invite img", "src"), [first.as_str()]);
    alice.browser.upload(&path, &[], &[("icon", "acme.png", "image/png", &png(64, 64))]).await.expect(303);
    let second = shown(&acme, &bob).await.remove(0);
    assert_ne!(first, second);
    assert_eq!(stored(&instance).await, 1);
    alice.browser.post(&path, &[("remove", "true")]).await.expect(303);
    assert_eq!((shown(&acme, &bob).await.len(), stored(&instance).await), (0, 0));
    // Nothing is left to remove.
    alice.browser.post(&path, &[("remove", "true")]).await.expect(303);
}

/// Shows: servers.picture
#[tokio::test]
async fn only_those_who_manage_the_server_change_its_picture_and_only_to_a_picture() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let mallory = instance.person("mallory").await;
    let path = acme.settings("/picture");
    let file = png(32, 32);
    let files = [("icon", "acme.png", "image/png", file.as_slice())];
    let before = instance.all_of_servers().await;
    bob.browser.upload(&path, &[], &files).await.expect(403);
    mallory.browser.upload(&path, &[], &files).await.expect(404);
    instance.browser().upload(&path, &[], &files).await.expect(303);
    bob.browser.post(&path, &[("remove", "true")]).await.expect(403);
    for wrong in [&b"GIF89a"[..], b""] {
        let answer = alice.browser.upload(&path, &[], &[("icon", "x", "image/png", wrong)]).await.expect(422);
        assert_eq!(answer.faults(), ["icon"]);
    }
    alice.browser.post(&path, &[]).await.expect(422);
    assert_eq!(instance.all_of_servers().await, before);
    assert_eq!(stored(&instance).await, 0);
}

/// Shows: servers.picture
#[tokio::test]
async fn the_picture_of_a_server_is_not_found_by_its_id_and_goes_with_it() {
    let instance = TestInstance::open().await;
    let (alice, _bob, acme) = instance.acme_with_bob().await;
    let file = png(32, 32);
    let path = acme.settings("/picture");
    alice.browser.upload(&path, &[], &[("icon", "acme.png", "image/png", &file)]).await.expect(303);
    let address = shown(&acme, &alice).await.remove(0);
    let real = instance.browser().get(&address).await.expect(200).bytes;
    let by_id = instance.browser().get(&format!("/avatars/server/{}", acme.id())).await.expect(200).bytes;
    assert_ne!(real, by_id);
    alice.browser.post(&acme.settings("/delete"), &[("confirm", "Acme")]).await.expect(303);
    assert_eq!(stored(&instance).await, 0);
}
