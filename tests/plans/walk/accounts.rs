//! Accounts: signing up and in, second steps, passkeys, settings and pictures.

use portico_store::models::{Operator, User};
use rocket::http::Header;

use super::Walk;
use crate::support::{
    Authenticator, OPEN_DOCUMENTS, PASSKEYS, PASSWORD, RECOVERY, SECOND, TOTP, WITH_PASSKEY, new_key, picture,
    shown_codes,
};

impl Walk<'_> {
    /// A new user, who signs out and in again.
    pub(super) async fn arrival(&self) {
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
            "/apple-touch-icon.png",
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

    /// An authenticator app, from its key until it is removed.
    pub(super) async fn second_step(&self) {
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
    pub(super) async fn passkeys(&self) {
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

    pub(super) async fn pictures(&self) {
        let png = picture(300, 300);
        let file: [(&str, &str, &str, &[u8]); 1] = [("avatar", "me.png", "image/png", &png)];
        let browser = &self.alice.browser;
        browser.upload("/settings/profile", &[("name", "Alice")], &file).await.expect(303);
        let hook = self.hook.id();
        for (kind, id) in [("user", self.alice.id.get()), ("webhook", hook.get())] {
            self.get(&format!("/avatars/{kind}/{id}")).await;
        }
        let page = self.get("/portal").await;
        let file = page.attributes("link[rel=stylesheet]", "href").remove(0);
        self.get(&file).await;
    }

    pub(super) async fn account(&self) {
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
}
