//! Webhooks, created without their form, and programs that post through them.

use portico_rules::ids::{MessageId, WebhookId};
use portico_store::models::messages::{mention, message};
use portico_store::models::webhooks::webhook::NewWebhook;
use portico_store::models::{Channel, Message, Webhook};
use rocket::http::{ContentType, Header};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::Value;

use super::{Answer, Community, Person, TestInstance, leaks};

/// A webhook and the address that was copied when it was made.
pub struct TestWebhook<'h> {
    pub instance: &'h TestInstance,
    pub webhook: Webhook,
    /// The path of the webhook URL.
    pub path: String,
}

impl<'h> Community<'h> {
    /// A webhook called “Builds”; its creator must manage the server.
    pub async fn webhook(&self, creator: &Person<'_>, channel: &Channel) -> TestWebhook<'h> {
        let new = NewWebhook { channel_id: &channel.id.to_string(), name: "Builds", avatar: Ok(None) };
        let webhook = Webhook::create(&self.instance.app, creator.id, new).await.unwrap();
        let path = path_of(self.instance, &webhook);
        TestWebhook { instance: self.instance, webhook, path }
    }
}

/// The current path of the webhook URL.
fn path_of(instance: &TestInstance, webhook: &Webhook) -> String {
    let url = webhook.runtime_url(&instance.app).unwrap();
    leaks::made(url.expose().rsplit('/').next().unwrap());
    url.expose().strip_prefix(instance.app.config.base_url.origin()).unwrap().to_owned()
}

impl TestWebhook<'_> {
    pub fn id(&self) -> WebhookId {
        self.webhook.id
    }

    pub fn token(&self) -> &str {
        self.path.rsplit('/').next().unwrap()
    }

    /// Posts a JSON value.
    pub async fn post(&self, body: Value) -> Answer {
        self.post_with(&[], body.to_string()).await
    }

    /// Posts `content` with these kinds of mention opted in.
    pub async fn say(&self, content: &str, parse: &[&str]) -> Answer {
        self.post(serde_json::json!({ "content": content, "allowedMentions": { "parse": parse } })).await
    }

    /// Posts any bytes as JSON, with further headers.
    pub async fn post_with(&self, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Answer {
        self.instance.post_json(&self.path, headers, body.as_ref()).await
    }

    /// The current row.
    pub async fn row(&self) -> Option<Webhook> {
        portico_store::models::webhooks::webhook::Entity::find_by_id(self.id())
            .one(&*self.instance.app.db)
            .await
            .unwrap()
    }

    /// Its messages, oldest first.
    pub async fn messages(&self) -> Vec<Message> {
        message::Entity::find()
            .filter(message::Column::WebhookId.eq(self.id()))
            .order_by_asc(message::Column::Id)
            .all(&*self.instance.app.db)
            .await
            .unwrap()
    }
}

impl TestInstance {
    /// Alice, her server Acme, and a webhook into its first channel.
    pub async fn acme_with_webhook(&self) -> (Person<'_>, Community<'_>, TestWebhook<'_>) {
        let (alice, acme) = self.alice_with_acme().await;
        let hook = acme.webhook(&alice, &acme.general).await;
        (alice, acme, hook)
    }

    /// The same with Bob, a member of Acme.
    pub async fn acme_with_webhook_and_bob(&self) -> (Person<'_>, Person<'_>, Community<'_>, TestWebhook<'_>) {
        let (alice, acme, hook) = self.acme_with_webhook().await;
        let bob = self.person("bob").await;
        acme.join(&bob).await;
        (alice, bob, acme, hook)
    }

    /// Posts as a program does: JSON, no cookies, nothing about where it comes from.
    pub async fn post_json(&self, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request = self.client.post(path.to_owned()).header(ContentType::JSON).body(body);
        for (name, value) in headers {
            request.add_header(Header::new(name.to_string(), value.to_string()));
        }
        let answer = Answer::read(request.dispatch().await).await;
        leaks::look_at(&answer);
        answer
    }

    /// The mentions that fired in a message, as kept: kind and target, in order.
    pub async fn mentions_of(&self, message_id: MessageId) -> Vec<(mention::MentionTargetKind, i64)> {
        let mut kept: Vec<_> = mention::Entity::find()
            .filter(mention::Column::MessageId.eq(message_id))
            .all(&*self.app.db)
            .await
            .unwrap()
            .into_iter()
            .map(|mention| (mention.kind, mention.target_id))
            .collect();
        kept.sort();
        kept
    }
}

/// A problem document, as every refusal of this endpoint is one.
#[track_caller]
pub fn problem(answer: Answer, status: u16, code: &str) -> Value {
    let answer = answer.expect(status);
    let kind = answer.content_type.clone().unwrap();
    assert_eq!(kind.to_string(), "application/problem+json");
    let document = answer.json();
    assert_eq!(document["status"], status, "{document}");
    assert_eq!(document["code"], code, "{document}");
    assert_eq!(document["type"], format!("http://localhost:8000/docs#{code}"));
    for field in ["title", "detail"] {
        assert!(document[field].as_str().is_some_and(|text| !text.is_empty()));
    }
    document
}

/// The pointers of a document's errors.
pub fn pointers(document: &Value) -> Vec<&str> {
    document["errors"].as_array().unwrap().iter().map(|fault| fault["pointer"].as_str().unwrap()).collect()
}

/// The texts that fired, and those that did not with the reasons.
pub fn report(answer: &Answer) -> (Vec<String>, Vec<(String, String)>) {
    let answer = answer.json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let list = |name: &str| answer["mentions"][name].as_array().unwrap().clone();
    (
        list("fired").iter().map(|found| text(&found["text"])).collect(),
        list("silent").iter().map(|found| (text(&found["text"]), text(&found["reason"]))).collect(),
    )
}
