//! Messages of channels: reading and writing them, and the acts of moderators.

use std::time::Duration;

use portico::background::pushing;
use portico_store::models::messages::message;
use rocket::tokio::io::AsyncReadExt;
use sea_orm::{EntityTrait, QueryOrder};

use super::Walk;

impl Walk<'_> {
    /// Messages, and the pages that find them.
    pub(super) async fn channels(&self) {
        self.bob.say(&self.busy, "@alice @all").await.expect(303);
        self.alice.say(&self.busy, "@bob").await.expect(303);
        let (channel, one) = (self.busy.id, self.one(message::Entity).await.id);
        for query in [String::new(), format!("?before={one}"), format!("?after={one}"), format!("?around={one}")] {
            let path = format!("/channels/{channel}{query}");
            let answer = self.alice.browser.get(&path).await;
            // Without messages on its page, it leads to the newest.
            assert!(matches!(answer.status, 200 | 303), "{path}");
        }
        for person in [&self.alice, &self.bob] {
            for query in ["", "?before=", "?read_before="] {
                let id = if query.is_empty() { "" } else { &one.to_string() };
                let path = format!("/inbox{query}{id}");
                person.browser.get(&path).await.expect(200);
            }
        }
        self.search().await;
        let bob = &self.bob.browser;
        let one = one.to_string();
        let unread = format!("/channels/{channel}/unread");
        bob.post(&unread, &[("message_id", &one)]).await.expect(303);
        for query in ["", "?group=none"] {
            let path = format!("/channels/{channel}/members{query}");
            bob.get(&path).await.expect(200);
        }
        for typed in ["%40", "%40al", "%23qu"] {
            let path = format!("/channels/{channel}/completions?q={typed}");
            bob.get(&path).await.expect(200);
        }
        self.mutes().await;
        self.moderation().await;
        bob.post(&format!("/channels/{channel}/read"), &[("up_to", &one)]).await;
        bob.post("/inbox/read", &[("message_id", &one)]).await;
        bob.post("/inbox/read", &[("up_to", "9007199254740991")]).await.expect(303);
        bob.get("/inbox").await.expect(200);
    }

    /// Searches among messages that are in the index and among those that are not yet.
    async fn search(&self) {
        let path = format!("/servers/{}/search?q=", self.acme.id());
        for _ in 0..2 {
            for query in ["", "please", "from:alice+from:nobody", "mentions:me&before=9007199254740991"] {
                self.get(&format!("{path}{query}")).await;
            }
            let said = self.bob.say(&self.busy, "please").await;
            assert!([303, 422].contains(&said.status));
            self.instance.index_messages().await;
        }
    }

    /// Mutes, and the quiet time.
    async fn mutes(&self) {
        let (busy, acme) = (self.busy.id, self.busy.server_id);
        let bob = &self.bob.browser;
        let of_channel = format!("/channels/{busy}/mute");
        for length in ["1h", "always", "off", "8h"] {
            bob.post(&of_channel, &[("for", length)]).await.expect(303);
        }
        let of_server = format!("/servers/{acme}/mute");
        bob.post(&of_server, &[("for", "always")]).await.expect(303);
        let quiet = "/settings/notifications/quiet";
        let night = [("starts_at", "22:00"), ("ends_at", "07:00"), ("time_zone", "Europe/Berlin")];
        bob.post(quiet, &night).await.expect(303);
        bob.get("/settings/notifications").await.expect(200);
        bob.post(quiet, &[("act", "off")]).await.expect(303);
        let browsers = "/settings/notifications/browsers";
        let subscription = [
            ("endpoint", "https://fcm.googleapis.com/fcm/send/abc"),
            ("p256dh", "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            ("auth", "BTBZMqHH6r4Tts7J_aSIgg"),
        ];
        bob.post(browsers, &subscription).await.expect(303);
        bob.get("/settings/notifications/push").await.expect(200);
        self.alice.say(&self.busy, "@all @bob").await.expect(303);
        // Bob has muted the channel, so nothing is sent.
        pushing::round(&self.instance.app).await.unwrap();
        self.instance.clock.advance(Duration::from_secs(5));
        pushing::round(&self.instance.app).await.unwrap();
        let page = bob.get("/settings/notifications").await.expect(200);
        let browser = page.attributes("[data-browser-id]", "data-browser-id");
        let end = format!("{browsers}/{}/end", browser[0]);
        bob.post(&end, &[]).await.expect(303);
        for place in [busy.get(), acme.get()] {
            let end = format!("/settings/notifications/mutes/{place}/end");
            bob.post(&end, &[]).await.expect(303);
        }
    }

    /// Slow mode, and messages that are edited, deleted, removed and restored.
    async fn moderation(&self) {
        let channel = self.busy.id;
        let slow = self.settings(&format!("/channels/{channel}"));
        let named = [("name", "quays"), ("topic", ""), ("slow_mode", "5")];
        self.post(&slow, &named).await;
        self.bob.say(&self.busy, "slow").await.expect(303);
        self.bob.say(&self.busy, "slower").await.expect(429);
        let newest = message::Entity::find().order_by_desc(message::Column::Id);
        let theirs = newest.one(&**self.own).await.unwrap().unwrap().id;
        let path = format!("/channels/{channel}/messages");
        let edited = [("content", "@alice slower")];
        let one = format!("{path}/{theirs}");
        self.bob.browser.post(&one, &edited).await.expect(303);
        self.get(&one).await;
        self.get(&format!("{path}/delete")).await;
        let author = format!("webhook:{}", self.hook.id());
        let removed = [("author", author.as_str()), ("since", "week")];
        let page = self.post(&format!("{path}/delete"), &removed).await;
        let page = self.get(page.location()).await;
        let undo = &page.attributes("[data-removed] form", "action")[0];
        self.alice.browser.get(undo).await.expect(303);
        self.post(undo, &[]).await;
        self.post(&format!("{path}/delete"), &removed).await;
        self.get(&format!("/channels/{channel}")).await;
        let delete = format!("{one}/delete");
        self.alice.browser.get(&delete).await.expect(303);
        self.post(&delete, &[]).await;
    }

    pub(super) async fn streams(&self) {
        for path in [
            format!("/channels/{}/events?after=1", self.busy.id),
            "/inbox/events".to_owned(),
            "/inbox/events?unread=true".to_owned(),
            "/inbox/notifications/events".to_owned(),
        ] {
            let session = self.bob.browser.cookie("portico").unwrap();
            let request = self.instance.client.get(path).cookie(("portico", session));
            let mut stream = request.dispatch().await;
            // The line is open, and then comes what there is.
            let mut some = [0; 64];
            for _ in 0..2 {
                assert!(stream.read(&mut some).await.unwrap() > 0);
            }
        }
    }
}
