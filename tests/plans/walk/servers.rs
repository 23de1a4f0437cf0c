//! Servers and their webhooks, what programs post through these, and reports.

use portico_store::models::logs::delivery;
use portico_store::models::messages::{message, message_report};
use portico_store::models::servers::{invite, overwrite};
use rocket::http::{Header, Method};
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use super::Walk;
use crate::support::Person;

impl Walk<'_> {
    /// A server is arranged, and others join it.
    pub(super) async fn server(&self) {
        self.post("/servers", &[("name", "Second")]).await;
        self.post(&self.settings(""), &[("name", "Acme")]).await;
        let channel = [("name", "busy"), ("topic", "")];
        self.post(&self.settings("/channels"), &channel).await;
        let role = [("name", "Crew"), ("mentionable", "on")];
        self.post(&self.settings("/roles"), &role).await;
        self.post(&self.settings("/invites"), &[]).await;
        let invite = format!("/invites/{}", self.one(invite::Entity).await.code);
        self.bob.browser.get(&invite).await.expect(200);
        self.bob.browser.post(&invite, &[]).await.expect(303);
        self.guest.post(&invite, &[]).await.expect(303);
        let crew = self.crew.id.to_string();
        self.post(&self.member(), &[("roles", &crew)]).await;
        for hours in ["1", "0"] {
            let path = format!("{}/timeout", self.member());
            self.post(&path, &[("hours", hours)]).await;
        }
        let role = [("name", "Watchers"), ("mentionable", "on")];
        self.post(&self.role(), &role).await;
        for position in ["1", "2"] {
            self.post(&self.role(), &[("position", position)]).await;
        }
        let dan = self.instance.person("dan").await;
        dan.browser.post(&invite, &[]).await.expect(303);
        let theirs = self.settings(&format!("/members/{}", dan.id));
        self.post(&format!("{theirs}/ban"), &[("reason", "Spam")]).await;
        dan.browser.get(&invite).await.expect(403);
        dan.browser.post(&invite, &[]).await.expect(403);
        self.get(&theirs).await;
        self.get(&self.settings("/bans")).await;
        Box::pin(self.reports(&dan)).await;
        self.get(&self.settings("/bans?before=9007199254740991")).await;
        self.post(&self.settings(&format!("/bans/{}/lift", dan.id)), &[]).await;
        let channel = [("name", "quays"), ("topic", "ships")];
        self.post(&self.channel(), &channel).await;
        let overwrites = format!("{}/overwrites", self.channel());
        let browser = &self.alice.browser;
        for target in [format!("role:{crew}"), crew.clone(), "member".to_owned()] {
            let fields = [("target", target.as_str()), ("nickname", "bob"), ("deny", "mention_all")];
            browser.post(&overwrites, &fields).await;
        }
        let grid = format!("{}/grid", self.channel());
        let row = format!("role:{crew}/send_messages");
        browser.post(&grid, &[(&*row, "allow")]).await;
        let one = self.one(overwrite::Entity).await.id;
        browser.post(&format!("{overwrites}/{one}/delete"), &[]).await;
    }

    /// Messages are reported, people blocked, and cards looked at.
    async fn reports(&self, dan: &Person<'_>) {
        let channel = format!("/channels/{}", self.busy.id);
        self.bob.browser.post(&format!("{channel}/messages"), &[("content", "spam, @alice")]).await;
        let said = self.one(message::Entity).await.id;
        let report = format!("{channel}/messages/{said}/report");
        self.post(&report, &[("reason", "Spam")]).await;
        self.post(&report, &[("reason", "Spam")]).await;
        self.get(&self.settings("/reports")).await;
        self.get(&self.settings("/reports?before=9007199254740991")).await;
        self.get(&format!("{channel}/members/{}", self.bob.id)).await;
        self.get(&format!("{channel}/members/{}", dan.id)).await;
        self.post("/settings/blocked", &[("user_id", &self.bob.id.to_string())]).await;
        self.get("/settings/blocked").await;
        self.get(&channel).await;
        self.get("/inbox").await;
        let one = self.one(message_report::Entity).await.id;
        for decision in ["dismissed", "removed"] {
            self.alice.browser.post(&self.settings(&format!("/reports/{one}")), &[("decision", decision)]).await;
        }
        self.post(&format!("/settings/blocked/{}/delete", self.bob.id), &[]).await;
    }

    pub(super) async fn server_pages(&self) {
        for section in [
            "",
            "/channels",
            "/roles",
            "/invites",
            "/members",
            "/members?q=bo",
            "/members?after=alice",
            "/members?before=bob",
            "/audit",
            "/audit?action=role_edited",
            "/audit?before=9007199254740991",
        ] {
            self.get(&self.settings(section)).await;
        }
        let by = format!("/audit?actor={}", self.alice.id);
        for more in ["", "&action=role_edited&before=9007199254740991"] {
            self.get(&self.settings(&format!("{by}{more}"))).await;
        }
        for path in [self.role(), self.channel(), self.member()] {
            self.get(&path).await;
        }
        self.get("/servers").await;
        let path = format!("/servers/{}", self.acme.id());
        self.alice.browser.get(&path).await;
        self.alice.browser.get("/chat").await.expect(303);
        self.post(&format!("{path}/move"), &[("direction", "down")]).await;
        self.post(&self.channel(), &[("position", "1")]).await;
        let png = crate::support::picture(8, 8);
        let file = [("icon", "acme.png", "image/png", png.as_slice())];
        let picture = self.settings("/picture");
        self.alice.browser.upload(&picture, &[], &file).await.expect(303);
        self.post(&picture, &[("remove", "true")]).await;
    }

    /// A webhook, and what programs post through it.
    pub(super) async fn webhook(&self) {
        let hook = &self.hook;
        let path = format!("/portal/webhooks/{}", hook.id());
        self.get("/portal/webhooks/new").await;
        let channel_id = self.busy.id.to_string();
        self.get(&format!("/portal/webhooks/new?channel={channel_id}")).await;
        let fields = [("channel_id", channel_id.as_str()), ("name", "Other")];
        let made = self.post("/portal/webhooks", &fields).await;
        let other = made.location().replace("?reveal", "/delete");
        self.post(&other, &[("confirm", "Other")]).await;
        let fields = [("channel_id", channel_id.as_str()), ("name", "Builds")];
        self.post(&path, &fields).await;
        hook.say("nothing to see", &[]).await.expect(200);
        let (bob, crew) = (self.bob.id, self.crew.id);
        let calls = format!("@all @bob @role_{crew} @Watchers @<{bob}> @<7>");
        hook.say(&calls, &["all", "roles", "users"]).await.expect(200);
        hook.post(json!({})).await.expect(400);
        for _ in 0..2 {
            let body = json!({ "content": "once" }).to_string();
            hook.post_with(&[("Idempotency-Key", "k")], body).await.expect(200);
        }
        for act in ["test", "pause", "resume"] {
            self.post(&format!("{path}/{act}"), &[]).await;
        }
        for tab in ["", "/setup", "/settings"] {
            self.get(&format!("{path}{tab}")).await;
        }
        let playground = format!("{path}/playground");
        self.get(&playground).await;
        let composed = [("content", calls.as_str()), ("parse", "all"), ("parse", "roles"), ("parse", "users")];
        let browser = &self.alice.browser;
        browser.post(&playground, &composed).await.expect(200);
        let sent = [("content", "composed"), ("act", "send")];
        let sent = self.post(&playground, &sent).await;
        self.get(sent.location()).await;
        let body = [("format", "discord"), ("body", r#"{"content":"composed"}"#), ("act", "send")];
        let sent = self.post(&playground, &body).await;
        self.get(sent.location()).await;
        for query in [
            "",
            "?outcome=accepted",
            "?outcome=refused",
            "?q=composed",
            "?q=100%25&outcome=accepted&before=9007199254740991",
            "?before=9007199254740991",
        ] {
            self.get(&format!("{path}/deliveries{query}")).await;
        }
        let attempts = delivery::Entity::find().all(&**self.own).await.unwrap();
        let newest = attempts.iter().map(|attempt| attempt.id).max().unwrap();
        for attempt in attempts {
            self.get(&format!("{path}/deliveries/{}", attempt.id)).await;
        }
        let again = [("channel_id", "1"), ("shown_at", "7")];
        let newest = format!("{path}/deliveries/{newest}/resend");
        self.post(&newest, &again).await;
    }

    /// Posts in the formats of other services, and a message that is corrected.
    pub(super) async fn dialects(&self) {
        let (app_id, token) = (self.hook.id(), self.hook.path.rsplit('/').next().unwrap());
        let send = async |method: Method, path: String, body: Value| {
            let request = self.instance.client.req(method, path);
            let json = Header::new("Content-Type", "application/json");
            request.header(json).body(body.to_string()).dispatch().await
        };
        let embeds = json!({ "content": "<@7>", "embeds": [{ "title": "Built" }] });
        for path in [format!("/api/webhooks/{app_id}/{token}"), format!("/api/v10/webhooks/{app_id}/{token}")] {
            send(Method::Post, path, embeds.clone()).await;
        }
        for path in [format!("/hooks/{app_id}/{token}"), format!("/webhooks/{app_id}/{token}/slack")] {
            send(Method::Post, path, json!({ "text": "Built" })).await;
        }
        let answer = send(Method::Post, self.hook.path.clone(), json!({ "content": "@all" })).await;
        let posted: Value = answer.into_json().await.unwrap();
        let id = &posted["message"]["id"];
        let path = format!("{}/messages/{id}", self.hook.path);
        send(Method::Get, path.clone(), Value::Null).await;
        for content in ["one", "two"] {
            send(Method::Patch, path.clone(), json!({ "content": content })).await;
        }
        self.get(&format!("/channels/{}/messages/{id}/versions", self.busy.id)).await;
        send(Method::Delete, path, Value::Null).await;
    }
}
