//! Apps, the people who sign in to them, their tokens, and devices.

use portico_store::models::User;
use portico_store::models::oauth::client_secret;
use portico_store::models::oauth::profile::ExchangeKind;
use serde_json::json;

use super::Walk;
use crate::support::{Back, CALLBACK, VERIFIER, decide};

impl Walk<'_> {
    /// An app, and people who sign in to it.
    pub(super) async fn apps(&self) {
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
        self.shared(&path).await;
        self.handed_over(&path).await;
        bob.browser.get("/settings/apps").await.expect(200);
        let revoke = format!("/settings/apps/{}/revoke", app.id());
        bob.browser.post(&revoke, &[]).await.expect(303);
        bob.browser.post("/settings/apps/revoke-all", &[]).await.expect(303);
        self.post(&format!("{path}/delete"), &[("confirm", "Forge")]).await;
    }

    /// An app with a collaborator, who is removed, and leaves it.
    async fn shared(&self, path: &str) {
        let bob = &self.bob.browser;
        let end = format!("{path}/collaborators/{}/delete", self.bob.id);
        let add = format!("{path}/collaborators");
        self.post(&add, &[("nickname", "bob")]).await;
        for seen in [path, "/portal"] {
            bob.get(seen).await.expect(200);
        }
        self.get(path).await;
        self.post(&end, &[]).await;
        self.post(&add, &[("nickname", "bob")]).await;
        bob.post(&end, &[]).await.expect(303);
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
}
