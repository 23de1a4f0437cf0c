//! `/channels/<id>/events`: edits and deletions, on a real connection.

use portico::chat::permissions::Permissions;
use portico::models::Channel;
use portico::models::messages::message;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::support::{Served, TestApp};

fn events(channel: &Channel) -> String {
    format!("/channels/{}/events", channel.id)
}

impl Served {
    async fn edit(&self, channel: &Channel, id: i64, content: &str) {
        message::Entity::update_many()
            .col_expr(message::Column::Content, Expr::value(content))
            .col_expr(message::Column::EditedAt, Expr::value(self.app.now()))
            .filter(message::Column::Id.eq(id))
            .exec(&*self.app.db)
            .await
            .unwrap();
        self.app.live.changed(channel.id, id);
    }

    async fn delete(&self, channel: &Channel, id: i64) {
        message::Entity::delete_by_id(id)
            .exec(&*self.app.db)
            .await
            .unwrap();
        self.app.live.changed(channel.id, id);
    }
}

#[rocket::async_test]
async fn an_open_page_gets_an_edited_message_as_the_page_shows_it() {
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let said = served.say(&alice, &acme.general, "before").await;
    let mut stream = served.listen(&alice, &events(&acme.general)).await;
    served.edit(&acme.general, said.message.id, "after").await;
    let event = stream.next().await.unwrap();
    assert_eq!(event.name, "update");
    assert_eq!(event.id, "");
    let page = alice.feed(&acme.general).await;
    assert!(page.text().contains(&event.data), "{}", event.data);
    assert!(event.data.contains("after") && event.data.contains("data-edited"));
}

#[rocket::async_test]
async fn an_open_page_gets_the_id_of_a_deleted_message() {
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let said = served.say(&alice, &acme.general, "gone soon").await;
    let mut stream = served.listen(&alice, &events(&acme.general)).await;
    served.delete(&acme.general, said.message.id).await;
    let event = stream.next().await.unwrap();
    assert_eq!(
        (event.name.as_str(), event.data.trim()),
        ("remove", said.message.id.to_string().as_str())
    );
}

#[rocket::async_test]
async fn new_messages_still_arrive_after_a_change() {
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let said = served.say(&alice, &acme.general, "one").await;
    let mut stream = served.listen(&alice, &events(&acme.general)).await;
    served.edit(&acme.general, said.message.id, "edited").await;
    assert_eq!(stream.next().await.unwrap().name, "update");
    let next = served.say(&alice, &acme.general, "two").await;
    let event = stream.next().await.unwrap();
    assert_eq!(event.name, "message");
    assert_eq!(event.id, next.message.id.to_string());
}

/// Shows: access.hidden-channel
#[rocket::async_test]
async fn a_change_elsewhere_or_after_the_loss_of_a_right_is_not_sent() {
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    let side = acme.channel("side").await;
    let there = served.say(&alice, &side, "elsewhere").await;
    let here = served.say(&alice, &acme.general, "here").await;
    let mut stream = served.listen(&bob, &events(&acme.general)).await;
    // The wrong channel: its text is of a channel that this stream is not for.
    served.edit(&side, there.message.id, "secret").await;
    acme.overwrite_member(
        &acme.general,
        &bob,
        Permissions::NONE,
        Permissions::VIEW_CHANNEL,
    )
    .await;
    served.edit(&acme.general, here.message.id, "hidden").await;
    assert!(stream.next().await.is_none(), "the stream ends");
}

#[rocket::async_test]
async fn after_lost_notifications_the_page_reloads_its_messages() {
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let mut stream = served.listen(&alice, &events(&acme.general)).await;
    served.app.live.catch_up(served.app.now());
    assert_eq!(stream.next().await.unwrap().name, "reload");
}
