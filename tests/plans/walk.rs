//! A walk through all routes, in the order in which users would call them, with data for every page.

use std::time::Duration;

use portico::background::counts::add_counts;
use portico::background::pushing;
use portico_platform::database::Database;
use portico_rules::chat::permissions::Permissions;
use portico_store::models::logs::delivery;
use portico_store::models::messages::{message, message_report};
use portico_store::models::oauth::client_secret;
use portico_store::models::oauth::profile::ExchangeKind;
use portico_store::models::servers::{invite, overwrite};
use portico_store::models::webhooks::webhook;
use portico_store::models::{AppReport, Channel, Operator, Role, User};
use rocket::http::{Header, Method};
use rocket::tokio::io::AsyncReadExt;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use crate::support::{
    Answer, Authenticator, Back, Browser, CALLBACK, Community, OPEN_DOCUMENTS, PASSKEYS, PASSWORD, Person, RECOVERY,
    SECOND, TOTP, TestInstance, TestOauthApp, TestWebhook, VERIFIER, WITH_PASSKEY, decide, new_key, picture,
    shown_codes,
};

/// Who walks, and what they come by.
struct Walk<'h> {
    instance: &'h TestInstance,
    /// The test's own way to the database, for what is no request's affair.
    own: &'h Database,
    guest: Browser<'h>,
    alice: Person<'h>,
    bob: Person<'h>,
    acme: Community<'h>,
    busy: Channel,
    crew: Role,
    hook: TestWebhook<'h>,
    app: TestOauthApp<'h>,
}

/// Asks for everything.
pub(super) async fn everywhere(instance: &TestInstance, own: &Database) {
    let secret = User::offer_first_admin(&instance.app).await.unwrap().unwrap();
    let zoe = instance.person("zoe").await;
    let link = format!("/sign-up?admin={}", secret.expose());
    zoe.browser.get(&link).await.expect(200);
    zoe.browser.post("/sign-up/admin", &[("admin", secret.expose())]).await.expect(303);
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let acme = instance.server("Acme", &alice).await;
    let busy = acme.channel("quays").await;
    let walk = Walk {
        instance,
        own,
        guest: instance.browser(),
        crew: acme.role("Watch", Permissions::NONE, true).await,
        hook: acme.webhook(&alice, &busy).await,
        app: instance.oauth_app(&alice, CALLBACK).await,
        alice,
        bob,
        acme,
        busy,
    };
    // Each in a box: together they would be too much for the stack of a test.
    Box::pin(walk.arrival()).await;
    Box::pin(walk.server()).await;
    Box::pin(walk.server_pages()).await;
    Box::pin(walk.webhook()).await;
    Box::pin(walk.dialects()).await;
    Box::pin(walk.channels()).await;
    Box::pin(walk.streams()).await;
    Box::pin(walk.apps()).await;
    Box::pin(walk.pictures()).await;
    Box::pin(walk.second_step()).await;
    Box::pin(walk.console()).await;
    Box::pin(walk.passkeys()).await;
    Box::pin(walk.account()).await;
    Box::pin(walk.departure()).await;
    instance.app.log.settled().await;
}

impl Walk<'_> {
    async fn get(&self, path: &str) -> Answer {
        self.alice.browser.get(path).await.expect(200)
    }

    async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.alice.browser.post(path, fields).await.expect(303)
    }

    async fn one<E: EntityTrait>(&self, _: E) -> E::Model {
        E::find().one(&**self.own).await.unwrap().unwrap()
    }

    fn settings(&self, section: &str) -> String {
        self.acme.settings(section)
    }

    /// A new user, who signs out and in again.
    async fn arrival(&self) {
        let guest = &self.guest;
        for path in [
            "/",
            "/sign-up",
            "/sign-in",
            "/docs",
            "/docs?q=mentions",
            "/docs/webhooks",
            "/docs/keyboard",
            "/docs/notifications",
            "/docs/discord",
            "/healthz",
            "/readyz",
            "/favicon.ico",
            "/robots.txt",
            "/service-worker.js",
            "/manifest.webmanifest",
            "/openapi.json",
        ] {
            guest.get(path).await;
        }
        let named = [("nickname", "carol"), ("name", "Carol"), ("password", PASSWORD)];
        guest.post("/sign-up", &named).await.expect(303);
        guest.post("/sign-out", &[]).await.expect(303);
        let known = [("login", "carol"), ("password", PASSWORD)];
        guest.post("/sign-in", &known).await.expect(303);
        guest.get("/confirm?next=%2Fportal").await.expect(200);
        let again = [("password", PASSWORD), ("next", "/portal")];
        guest.post("/confirm", &again).await.expect(303);
        let number = [("phone", "+4915112345678")];
        guest.post("/settings/phone", &number).await.expect(303);
        guest.get("/settings/phone").await.expect(200);
        guest.get("/dev/outbox").await.expect(200);
        let text = self.instance.app.sms.outbox().unwrap().messages().pop();
        let digits = text.unwrap().text;
        let code: String = digits.chars().filter(char::is_ascii_digit).take(6).collect();
        let typed = [("code", code.as_str())];
        guest.post("/settings/phone/verify", &typed).await.expect(303);
        self.forgotten().await;
        guest.post("/settings/phone/remove", &[]).await.expect(303);
        let asked = [("login", "nobody")];
        guest.post("/reset", &asked).await.expect(303);
        let carol = User::find_by_nickname(self.own, "carol").await;
        let carol = carol.unwrap().unwrap();
        assert!(carol.disable(&self.instance.app, &Operator::TERMINAL).await.unwrap());
        assert!(carol.enable(&self.instance.app, &Operator::TERMINAL).await.unwrap());
        guest.post("/sign-in", &known).await.expect(303);
    }

    /// An admin looks at everything in the console, and does each act once.
    async fn console(&self) {
        let instance = self.instance;
        let root = instance.person("root").await;
        let by = Operator::TERMINAL;
        assert!(root.user.set_admin(&instance.app, true, &by).await.unwrap());
        let dora = instance.person("dora").await;
        let own = instance.server("Console", &root).await;
        let hook = own.webhook(&root, &own.general).await;
        let app = instance.oauth_app(&root, CALLBACK).await;
        let report = format!("/oauth/apps/{}/report", app.id());
        let fields = [("reason", "spam"), ("text", "Again and again")];
        dora.browser.post(&report, &fields).await.expect(303);
        let get = async |path: &str| root.browser.get(path).await.expect(200);
        let user = format!("/admin/users/{}", dora.id);
        for act in ["sign_out", "disable", "enable", "verify_phone", "reset_password", "reset_second_step"] {
            let fields = [("act", act), ("reason", "Walk"), ("phone", "+4915112340099")];
            root.browser.post(&user, &fields).await;
        }
        let app = format!("/admin/apps/{}", app.id());
        let hook = format!("/admin/webhooks/{}", hook.id());
        let server = format!("/admin/servers/{}", own.id());
        for here in [&app, &hook, &server] {
            for act in ["suspend", "restore"] {
                let fields = [("act", act), ("reason", "Walk")];
                root.browser.post(here, &fields).await.expect(303);
            }
        }
        add_counts(&instance.app).await.unwrap();
        for path in [
            "/admin",
            "/admin?span=month",
            "/admin/users",
            "/admin/users?q=do",
            "/admin/users?q=%2B4915112340099",
            "/admin/users?q=7",
            &user,
            "/admin/apps",
            "/admin/apps?q=alice",
            "/admin/apps?q=%40alice",
            "/admin/apps?q=7",
            "/admin/apps?q=alice&used_since=2026-01-01&order=unused&after=0-7",
            "/admin/apps?order=used",
            "/admin/apps?order=unused&after=0-7",
            "/admin/apps?used_since=2025-06-01&not_used_since=2027-01-01",
            "/admin/apps?not_used_since=2027-01-01&after=1767225600000-7",
            &app,
            "/admin/webhooks",
            "/admin/webhooks?q=alice",
            "/admin/webhooks?q=%40alice",
            "/admin/webhooks?q=7",
            "/admin/webhooks?q=alice&used_since=2026-01-01&order=unused&after=0-7",
            "/admin/webhooks?order=used",
            "/admin/webhooks?order=unused&after=0-7",
            "/admin/webhooks?used_since=2025-06-01&not_used_since=2027-01-01",
            "/admin/webhooks?not_used_since=2027-01-01&after=1767225600000-7",
            &hook,
            "/admin/servers",
            "/admin/servers?q=alice",
            "/admin/servers?q=%40alice",
            "/admin/servers?q=7&before=9007199254740991",
            &server,
            "/admin/reports?after=7",
            "/admin/sign-up",
            "/admin/notice",
            "/admin/branding",
            "/admin/audit",
            "/admin/audit?before=9007199254740991",
            "/admin/audit/export",
        ] {
            get(path).await;
        }
        // As the terminal lists them.
        for closed_too in [false, true] {
            AppReport::page(&instance.app.db, closed_too, Some(7), 10).await.unwrap();
        }
        let page = get("/admin/reports").await;
        let report = page.attributes("input[name=report]", "value").remove(0);
        let fields = [("report", report.as_str()), ("reason", "Walk")];
        root.browser.post("/admin/reports", &fields).await.expect(303);
        for act in ["show", "end"] {
            let fields = [("act", act), ("text", "Soon"), ("hours", "1"), ("reason", "Walk")];
            root.browser.post("/admin/notice", &fields).await.expect(303);
        }
        let png = picture(300, 300);
        let file: [(&str, &str, &str, &[u8]); 1] = [("logo", "logo.png", "image/png", &png)];
        for act in ["save", "logo", "clear"] {
            let fields = [("act", act), ("name", "Walk"), ("reason", "Walk")];
            let changed = root.browser.upload("/admin/branding", &fields, &file).await;
            changed.expect(303);
            if act == "logo" {
                get("/branding/logo").await;
                get("/branding/logo?v=1").await;
                get("/branding.css?accent=0a6a57").await;
            }
        }
        let fields = [("act", "create_link"), ("days", "1")];
        let page = root.browser.post("/admin/sign-up", &fields).await.expect(200);
        let link = page.one("#sign-up-link");
        let secret = link.split_once("link=").unwrap().1;
        let fields = [("nickname", "linus"), ("name", "Linus"), ("password", PASSWORD), ("link", secret)];
        instance.browser().post("/sign-up", &fields).await.expect(303);
        let fields = [("nickname", "made"), ("name", "Made")];
        root.browser.post("/admin/users", &fields).await.expect(200);
        for act in ["make_admin", "remove_admin"] {
            root.browser.post(&user, &[("act", act), ("reason", "Walk")]).await.expect(303);
        }
        root.browser.post("/admin", &[("act", "dismiss")]).await.expect(303);
        for mode in ["invite", "open"] {
            let fields = [("mode", mode), ("reason", "Walk")];
            root.browser.post("/admin/sign-up", &fields).await.expect(303);
            instance.browser().get("/sign-up?next=%2Finvites%2Fx").await.expect(200);
        }
    }

    /// An authenticator app, from its key until it is removed.
    async fn second_step(&self) {
        let instance = self.instance;
        let faye = instance.protected("faye").await;
        let trusting = instance.browser();
        faye.sign_in(&trusting, &[("trust", "on")]).await;
        trusting.post("/sign-out", &[]).await.expect(303);
        let known = [("login", "faye"), ("password", PASSWORD)];
        trusting.post("/sign-in", &known).await.expect(303);
        let waiting = instance.browser();
        faye.enter_password(&waiting).await;
        waiting.get(SECOND).await.expect(200);
        let wrong = faye.wrong_code();
        for code in [wrong.as_str(), &faye.codes[0]] {
            waiting.post(SECOND, &[("code", code)]).await;
        }
        let page = waiting.get("/settings/security").await.expect(200);
        let ids = page.attributes("[data-trust-id]", "data-trust-id");
        let end = format!("/settings/security/browsers/{}/end", ids[0]);
        waiting.post(&end, &[]).await.expect(303);
        waiting.post(RECOVERY, &[]).await.expect(303);
        let codes = shown_codes(&waiting.get(RECOVERY).await.expect(200));
        waiting.post(SECOND, &[("code", &codes[0])]).await.expect(303);
        self.reset_with_second_step(&codes[1]).await;
        let faye = User::find(self.own, faye.id).await.unwrap().unwrap();
        instance.sign_in_on(&waiting, &faye).await;
        waiting.post(SECOND, &[("code", &codes[2])]).await.expect(303);
        waiting.get(TOTP).await.expect(200);
        waiting.post(TOTP, &[("act", "remove")]).await.expect(303);
        new_key(&waiting).await;
    }

    /// Passkeys: added, used in each way, renamed and removed; and a second step that a server requires.
    async fn passkeys(&self) {
        let instance = self.instance;
        let device = Authenticator::counting();
        let (gail, _) = instance.with_passkey("gail", &device).await;
        let guest = instance.browser();
        let asked = guest.asked("/sign-in").await;
        let answer = device.get(&asked);
        for status in [303, 422] {
            let sent = guest.send_passkey(WITH_PASSKEY, &asked, &answer).await;
            sent.expect(status);
        }
        for page in [SECOND, "/confirm"] {
            let asked = guest.asked(page).await;
            let answer = device.get(&asked);
            guest.send_passkey(page, &asked, &answer).await.expect(303);
        }
        let mine = instance.server("Gail’s", &gail).await;
        let settings = mine.settings("");
        let required = [("name", "Gail’s"), ("requires_second_step", "on")];
        guest.post(&settings, &required).await.expect(303);
        let id = gail.passkey_id_on(&guest).await;
        let named = [("act", "rename"), ("id", id.as_str()), ("name", "Key")];
        guest.post(PASSKEYS, &named).await.expect(303);
        let removed = [("act", "remove"), ("id", id.as_str())];
        guest.post(PASSKEYS, &removed).await.expect(303);
        guest.get(&settings).await.expect(403);
        guest.get("/portal").await.expect(200);
        guest.post("/settings/sessions/end", &[]).await.expect(303);
    }

    async fn reset_with_second_step(&self, second: &str) {
        let other = self.instance.browser();
        let asked = [("login", "faye")];
        other.post("/reset", &asked).await.expect(303);
        self.instance.app.settled().await;
        let outbox = self.instance.app.sms.outbox().unwrap();
        // Another text may have come last: that a recovery code was used.
        let mut texts = outbox.messages().into_iter().map(|message| message.text);
        let text = texts.find(|text| text.bytes().take(8).all(|byte| byte.is_ascii_digit())).unwrap();
        let typed = [("code", &text[..8]), ("password", PASSWORD)];
        other.post("/reset/code", &typed).await.expect(303);
        other.get("/reset/code").await.expect(200);
        for second in ["x", second] {
            let typed = [("second", second), ("password", PASSWORD)];
            other.post("/reset/code", &typed).await;
        }
    }

    /// A wrong password, and a new one by a code.
    async fn forgotten(&self) {
        let other = self.instance.browser();
        let wrong = [("login", "alice"), ("password", "wrong")];
        other.post("/sign-in", &wrong).await.expect(422);
        other.get("/reset").await.expect(200);
        let asked = [("login", "bob")];
        other.post("/reset", &asked).await.expect(303);
        other.get("/reset/code").await.expect(200);
        self.instance.app.settled().await;
        let outbox = self.instance.app.sms.outbox().unwrap();
        let text = outbox.messages().remove(0).text;
        for code in ["x", "00000000", &text[..8]] {
            let typed = [("code", code), ("password", PASSWORD)];
            other.post("/reset/code", &typed).await;
        }
        let bob = User::find(self.own, self.bob.id).await.unwrap();
        self.instance.sign_in_on(&self.bob.browser, &bob.unwrap()).await;
    }

    /// A server is arranged, and others join it.
    async fn server(&self) {
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

    fn member(&self) -> String {
        self.settings(&format!("/members/{}", self.bob.id))
    }

    fn role(&self) -> String {
        self.settings(&format!("/roles/{}", self.crew.id))
    }

    fn channel(&self) -> String {
        self.settings(&format!("/channels/{}", self.busy.id))
    }

    async fn server_pages(&self) {
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
    async fn webhook(&self) {
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

    /// What software for other services posts, and a message that is corrected.
    async fn dialects(&self) {
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

    /// What people say, and where they find it.
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

    async fn channels(&self) {
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

    /// What is muted, and the quiet time.
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

    async fn streams(&self) {
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

    /// An app, and people who sign in to it.
    async fn apps(&self) {
        let (app, bob) = (&self.app, &self.bob);
        let path = format!("/portal/apps/{}", app.id());
        let fields = [("name", "Forge"), ("redirect_uris", CALLBACK)];
        let browser = &self.alice.browser;
        self.get("/portal/apps/new").await;
        assert!(browser.post("/portal/apps", &fields).await.status < 400);
        self.post(&path, &fields).await;
        let code = app.code_for(bob).await;
        app.exchange(&code).await.expect(200);
        app.exchange(&code).await.expect(400);
        app.exchange_with("1.x", json!({})).await.expect(400);
        let wrong = json!({ "client_secret": "wrong" });
        app.exchange_with(&code, wrong).await.expect(401);
        self.tokens().await;
        self.devices().await;
        let link = app.authorize_url_with(&[("prompt", "none")]);
        Back::of(bob.browser.get(&link).await).code();
        browser.post(&format!("{path}/secrets"), &[]).await;
        for tab in ["", "/setup", "/activity", "/settings"] {
            self.get(&format!("{path}{tab}")).await;
        }
        self.get(&format!("{path}/audit?action=secret_made")).await;
        self.get(&format!("{path}/playground")).await;
        self.get(&format!("{path}/try")).await;
        let pasted = [("client_secret", app.secret.as_str())];
        let begun = browser.post(&format!("{path}/try"), &pasted).await;
        let back = app.approve(browser, begun.expect(303).location()).await;
        let callback = format!("{path}/try/callback");
        let query = back.location.split_once('?').unwrap().1;
        self.get(&format!("{callback}?{query}")).await;
        let (code, state) = (back.code(), back.get("state").unwrap());
        let returned = [("code", code.as_str()), ("state", state)];
        browser.post(&callback, &returned).await.expect(200);
        let secret = self.one(client_secret::Entity).await;
        let drop = format!("/portal/apps/{}/secrets/{}", secret.app_id, secret.id);
        browser.post(&format!("{drop}/delete"), &[]).await;
        self.get("/portal").await;
        self.handed_over(&path).await;
        bob.browser.get("/settings/apps").await.expect(200);
        let revoke = format!("/settings/apps/{}/revoke", app.id());
        bob.browser.post(&revoke, &[]).await.expect(303);
        bob.browser.post("/settings/apps/revoke-all", &[]).await.expect(303);
        self.post(&format!("{path}/delete"), &[("confirm", "Forge")]).await;
    }

    /// An app that is offered, and reported.
    async fn handed_over(&self, path: &str) {
        let (app, bob) = (&self.app, &self.bob.browser);
        let to_bob = [("nickname", "bob")];
        for answer in ["decline", "accept"] {
            let owner = format!("{path}/owner");
            self.alice.browser.get(&owner).await.expect(303);
            self.post(&format!("{path}/owner"), &to_bob).await;
            self.get(path).await;
            self.post(&format!("{path}/owner/cancel"), &[]).await;
            self.post(&format!("{path}/owner"), &to_bob).await;
            let page = bob.get("/settings/transfers").await.expect(200);
            let actions = page.attributes("form", "action");
            let action = actions.iter().find(|action| action.ends_with(answer));
            bob.post(action.unwrap(), &[]).await.expect(303);
        }
        let his = format!("{path}/owner");
        bob.post(&his, &[("nickname", "alice")]).await.expect(303);
        let page = self.get("/settings/transfers").await;
        let actions = page.attributes("form", "action");
        let action = actions.iter().find(|action| action.ends_with("accept"));
        self.post(action.unwrap(), &[]).await;
        let report = format!("/oauth/apps/{}/report", app.id());
        bob.get(&report).await.expect(200);
        let fields = [("reason", "spam"), ("text", "It never stops.")];
        bob.post(&report, &fields).await.expect(303);
        let secrets = json!({ "secrets": ["nothing", "portico_at_1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] });
        let body = secrets.to_string();
        self.instance.post_json("/leaks", &[], body.as_bytes()).await.expect(200);
    }

    /// Access tokens, of a confidential app and a public one.
    async fn tokens(&self) {
        let (app, bob, instance) = (&self.app, &self.bob, self.instance);
        let code = app.code_of(bob, ExchangeKind::Form, "openid profile").await;
        let answer = app.exchange_by_form(&code).await.expect(200).json();
        let token = answer["access_token"].as_str().unwrap();
        instance.userinfo(token).await.expect(200);
        instance.form("/oauth/userinfo", &[("access_token", token)]).await.expect(200);
        for path in ["/oauth/introspect", "/oauth/revoke"] {
            app.post_form(path, &[("token", token)]).await.expect(200);
        }
        app.exchange_by_form(&code).await.expect(400);
        let public = instance.public_app(&self.alice, CALLBACK).await;
        let id = public.id().to_string();
        let code = public.challenged_code(bob, "openid").await;
        let proof = vec![("client_id", &*id), ("code_verifier", VERIFIER)];
        for (code, status) in [("1.x", 400), (&code, 200), (&code, 400)] {
            let fields = [public.form_of(code), proof.clone()].concat();
            instance.form("/oauth/token", &fields).await.expect(status);
        }
    }

    /// Devices that ask, people who answer, and people who sign out by request of an app.
    async fn devices(&self) {
        let (app, bob) = (&self.app, &self.bob);
        app.allow_devices(true).await;
        let poll = "urn:ietf:params:oauth:grant-type:device_code";
        for decision in ["approve", "deny"] {
            let asked = app.post_form("/oauth/device", &[]).await.expect(200).json();
            let code = asked["device_code"].as_str().unwrap();
            let polled = [("grant_type", poll), ("device_code", code)];
            app.post_form("/oauth/token", &polled).await.expect(400);
            let user_code = asked["user_code"].as_str().unwrap();
            let link = format!("/device?user_code={user_code}");
            bob.browser.get(&link).await.expect(200);
            let typed = [("user_code", user_code)];
            let page = bob.browser.post("/device", &typed).await.expect(200);
            let page = decide(&bob.browser, &page, "continue").await.expect(200);
            decide(&bob.browser, &page, decision).await.expect(200);
            app.post_form("/oauth/token", &polled).await;
        }
        let elsewhere = self.instance.browser();
        let bob = User::find(self.own, bob.id).await.unwrap().unwrap();
        self.instance.sign_in_on(&elsewhere, &bob).await;
        let link = format!("/oauth/logout?client_id={}&post_logout_redirect_uri=https%3A%2F%2Fapp.example", app.id());
        let page = elsewhere.get(&link).await.expect(200);
        let fields = page.fields("#logout");
        let fields: Vec<_> = fields.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        elsewhere.post("/oauth/logout", &fields).await.expect(303);
    }

    async fn pictures(&self) {
        let png = picture(300, 300);
        let file: [(&str, &str, &str, &[u8]); 1] = [("avatar", "me.png", "image/png", &png)];
        let browser = &self.alice.browser;
        browser.upload("/settings/profile", &[("name", "Alice")], &file).await.expect(303);
        let hook = self.hook.id();
        for (kind, id) in [("user", self.alice.id), ("webhook", hook)] {
            self.get(&format!("/avatars/{kind}/{id}")).await;
        }
        let page = self.get("/portal").await;
        let file = page.attributes("link[rel=stylesheet]", "href").remove(0);
        self.get(&file).await;
    }

    async fn account(&self) {
        let browser = &self.alice.browser;
        for path in [
            "/settings",
            "/settings/profile",
            "/settings/security",
            "/settings/security/log",
            "/settings/security/log?before=9007199254740991",
            "/settings/delete",
        ] {
            browser.get(path).await;
        }
        let theme = [("theme", "dark"), ("next", "/")];
        self.post("/settings/theme", &theme).await;
        self.post("/settings/language", &[("language", "en"), ("next", "/")]).await;
        self.post("/settings/writing", &[("send_key", "enter")]).await;
        let elsewhere = self.instance.browser();
        self.instance.sign_in_on(&elsewhere, &self.alice).await;
        let page = self.get("/settings/security").await;
        let actions = page.attributes("form", "action");
        let ends_one = |action: &&String| {
            let id = action.strip_prefix("/settings/sessions/");
            id.is_some_and(|rest| rest.ends_with("/end"))
        };
        let end = actions.iter().find(ends_one).expect("another session");
        self.post(end, &[]).await;
        self.post("/settings/sessions/end", &[]).await;
        let changed = [("current", PASSWORD), ("password", "a-new-bridge-in-the-rain")];
        self.post("/settings/password", &changed).await;
        let neighbour = "127.0.0.1:1".parse().unwrap();
        let request = self.instance.client.get("/metrics").remote(neighbour);
        let request = request.header(Header::new("Host", "localhost:8000"));
        request.dispatch().await;
        for path in ["/.well-known/security.txt", "/.well-known/change-password"] {
            self.instance.client.get(path).dispatch().await;
        }
        for path in OPEN_DOCUMENTS {
            self.instance.client.get(path).dispatch().await;
            self.instance.client.options(path).dispatch().await;
        }
        let report = self.instance.client.post("/csp-reports").body("{}");
        let kind = Header::new("Content-Type", "application/csp-report");
        report.header(kind).dispatch().await;
    }

    /// And everything goes.
    async fn departure(&self) {
        let hook = format!("/portal/webhooks/{}", self.hook.id());
        self.post(&format!("{hook}/url"), &[]).await;
        let gone = webhook::Column::CreatorId;
        webhook::Entity::update_many()
            .col_expr(gone, Expr::value(None::<i64>))
            .filter(webhook::Column::Id.eq(self.hook.id()))
            .exec(&**self.own)
            .await
            .unwrap();
        for action in ["creator", "leaked"] {
            let path = format!("{hook}/{action}");
            self.alice.browser.get(&path).await;
            self.alice.browser.post(&path, &[]).await.expect(303);
        }
        self.post(&format!("{hook}/delete"), &[("confirm", "Builds")]).await;
        let invite = self.one(invite::Entity).await.code;
        for path in [
            self.settings(&format!("/invites/{invite}/delete")),
            format!("{}/delete", self.role()),
            format!("{}/delete", self.channel()),
        ] {
            self.post(&path, &[]).await;
        }
        let leave = format!("/servers/{}/leave", self.acme.id());
        self.guest.post(&leave, &[]).await.expect(303);
        let bob = self.bob.id.to_string();
        let heir = [("user_id", bob.as_str()), ("nickname", "bob")];
        let bob = &self.bob.browser;
        for answer in ["decline", "accept"] {
            self.post(&self.settings("/owner"), &heir).await;
            self.get(&self.settings("")).await;
            self.post(&self.settings("/owner/cancel"), &[]).await;
            self.post(&self.settings("/owner"), &heir).await;
            let page = bob.get("/settings/transfers").await.expect(200);
            let actions = page.attributes("form", "action");
            let action = actions.iter().find(|action| action.contains("/servers/") && action.ends_with(answer));
            bob.post(action.unwrap(), &[]).await.expect(303);
        }
        let remove = self.settings(&format!("/members/{}/remove", self.alice.id));
        bob.post(&remove, &[]).await.expect(303);
        bob.post(&self.settings("/delete"), &[("confirm", "Acme")]).await.expect(303);
        let fields = [("confirm", "bob"), ("password", PASSWORD)];
        bob.post("/settings/delete", &fields).await.expect(303);
    }
}
