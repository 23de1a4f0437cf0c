//! To whom a log names a channel that was deleted: to those who see every channel, and to others if everyone could see it.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::Channel;
use portico_store::models::servers::channel::{ChannelChanges, ChannelFields};
use sea_orm::ConnectionTrait;

use super::log;
use crate::support::{Community, Person, TestInstance};

const VIEW: Permissions = Permissions::VIEW_CHANNEL;

/// A channel that Alice created, as everyone can see it, and whose topic she changed.
async fn made(instance: &TestInstance, acme: &Community<'_>, alice: &Person<'_>) -> Channel {
    let about = ChannelFields { name: "layoffs-2026", ..ChannelFields::default() };
    let channel = Channel::create(&instance.app, alice.id, acme.id(), about).await.unwrap();
    let changes = ChannelChanges { topic: Some("severance"), ..ChannelChanges::default() };
    Channel::edit(&instance.app, alice.id, acme.id(), channel.id, changes).await.unwrap()
}

async fn delete(instance: &TestInstance, acme: &Community<'_>, alice: &Person<'_>, channel: &Channel) {
    Channel::delete(&instance.app, alice.id, acme.id(), channel.id).await.unwrap();
}

/// Shows: audit.access
#[tokio::test]
async fn a_channel_that_was_hidden_when_it_was_deleted_is_named_in_none_of_its_entries() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let channel = made(&instance, &acme, &alice).await;
    let id = channel.id.to_string();
    let fields = [("name", "Builds"), ("channel_id", id.as_str())];
    let path = format!("/portal/webhooks/{}", hook.id());
    alice.browser.post(&path, &fields).await.expect(303);
    let page = log(&acme, &bob, "").await.expect(200);
    assert!(page.text().contains("#layoffs-2026") && page.text().contains("severance"));

    let target = format!("role:{}", acme.all().await.id);
    let fields = [("target", target.as_str()), ("deny", "view_channel")];
    let path = acme.settings(&format!("/channels/{id}/overwrites"));
    alice.browser.post(&path, &fields).await.expect(303);
    let hidden = [
        "Alice changed what the role Everyone may do in a channel you can’t see",
        "Alice moved the webhook Builds from #general to a channel you can’t see",
        "Alice edited a channel you can’t see",
        "Alice created a channel you can’t see",
        "Alice created the webhook Builds, which posts into #general",
    ];
    let page = log(&acme, &bob, "").await.expect(200);
    assert_eq!(page.sentences(), hidden);

    delete(&instance, &acme, &alice, &channel).await;
    let page = log(&acme, &bob, "").await.expect(200);
    assert_eq!(page.sentences()[0], "Alice deleted a channel you can’t see");
    assert_eq!(page.sentences()[1..], hidden);
    assert!(!page.text().contains("layoffs") && !page.text().contains("severance"));
    // Filtered, the entry of the deletion is not on the page.
    let page = log(&acme, &bob, "?action=channel_created").await;
    assert_eq!(page.expect(200).sentences(), ["Alice created a channel you can’t see"]);
    // The owner reads it all.
    let page = log(&acme, &alice, "").await.expect(200);
    assert_eq!(page.sentences()[0], "Alice deleted the channel #layoffs-2026");
    assert_eq!(page.sentences()[4], "Alice created the channel #layoffs-2026");
    assert!(page.text().contains("severance"));
}

/// Shows: audit.access
#[tokio::test]
async fn a_channel_that_everyone_could_see_until_it_was_deleted_is_still_named() {
    let instance = TestInstance::open().await;
    let (alice, acme, _hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let channel = made(&instance, &acme, &alice).await;
    delete(&instance, &acme, &alice, &channel).await;
    let told = [
        "Alice deleted the channel #layoffs-2026",
        "Alice changed the topic of #layoffs-2026",
        "Alice created the channel #layoffs-2026",
    ];
    for person in [&bob, &alice] {
        let page = log(&acme, person, "").await.expect(200);
        assert_eq!(page.sentences()[..3], told);
        let page = log(&acme, person, "?action=channel_created").await;
        assert_eq!(page.expect(200).sentences(), told[2..]);
    }
}

/// Shows: audit.access
#[tokio::test]
async fn a_channel_that_was_hidden_from_a_role_or_a_member_is_not_named_once_it_is_deleted() {
    let instance = TestInstance::open().await;
    let (alice, acme, _hook) = instance.acme_with_webhook().await;
    let (bob, none) = (instance.person("bob").await, Permissions::NONE);
    let role = acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    for by_role in [true, false] {
        let channel = made(&instance, &acme, &alice).await;
        if by_role {
            acme.overwrite_role(&channel, &role, none, VIEW).await;
        } else {
            acme.overwrite_member(&channel, &bob, none, VIEW).await;
        }
        delete(&instance, &acme, &alice, &channel).await;
        let page = log(&acme, &bob, "").await.expect(200);
        assert_eq!(
            page.sentences()[..3],
            [
                "Alice deleted a channel you can’t see",
                "Alice edited a channel you can’t see",
                "Alice created a channel you can’t see",
            ]
        );
        assert!(!page.text().contains("layoffs"));
        let page = log(&acme, &alice, "").await.expect(200);
        assert_eq!(page.sentences()[0], "Alice deleted the channel #layoffs-2026");
    }
}

/// Shows: audit.access
#[tokio::test]
async fn a_channel_whose_deletion_is_no_longer_in_the_log_is_not_named() {
    let instance = TestInstance::open().await;
    let (alice, acme, _hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let channel = made(&instance, &acme, &alice).await;
    delete(&instance, &acme, &alice, &channel).await;
    let statement = "DELETE FROM audit_entries WHERE action = 'channel_deleted'";
    instance.app.db.execute_unprepared(statement).await.unwrap();
    let page = log(&acme, &bob, "").await.expect(200);
    assert_eq!(
        page.sentences()[..2],
        ["Alice edited a channel you can’t see", "Alice created a channel you can’t see",]
    );
    assert!(!page.text().contains("layoffs"));
}
