//! One of everything that a route can name, and a path for every mounted pattern.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::accounts::trusted_browser;
use portico_store::models::logs::delivery;
use portico_store::models::messages::{message, message_report};
use portico_store::models::{AppTransfer, Channel, ClientSecret, Invite, Message, Role, ServerTransfer, Session};
use rocket::http::{ContentType, Header, Method};
use sea_orm::{ActiveModelTrait, EntityTrait, Set};

use crate::support::{
    Answer, Browser, CALLBACK, Community, OAUTH_ENDPOINTS, OPEN_DOCUMENTS, Person, TestInstance, TestOauthApp,
    TestWebhook,
};

/// Alice owns it all, Bob is a member of her server, Carol was its administrator, Mallory has nothing to do with it.
pub struct Town<'h> {
    pub instance: &'h TestInstance,
    pub alice: Person<'h>,
    pub bob: Person<'h>,
    pub carol: Person<'h>,
    pub mallory: Person<'h>,
    pub acme: Community<'h>,
    /// Mallory's own server.
    pub other: Community<'h>,
    pub busy: Channel,
    pub crew: Role,
    /// What made Carol an administrator.
    pub power: Role,
    pub hook: TestWebhook<'h>,
    pub app: TestOauthApp<'h>,
    pub message: Message,
    code: String,
    delivery_id: i64,
    secret_id: i64,
    session_id: i64,
    transfer_id: i64,
    offer_id: i64,
    trust_id: i64,
    report_id: i64,
    stylesheet: String,
}

impl<'h> Town<'h> {
    pub async fn build(instance: &'h TestInstance) -> Town<'h> {
        let [alice, bob, carol, mallory] = [
            instance.person("alice").await,
            instance.person("bob").await,
            instance.person("carol").await,
            instance.person("mallory").await,
        ];
        let acme = instance.server("Acme", &alice).await;
        let busy = acme.channel("busy").await;
        let crew = acme.role("Crew", Permissions::NONE, true).await;
        acme.join(&bob).await.give(&crew, &bob).await;
        let power = acme.join_with(&carol, Permissions::ADMINISTRATOR).await;
        let other = instance.server("Other", &mallory).await;
        let hook = acme.webhook(&alice, &busy).await;
        hook.say("@Crew, the ship is in", &["roles"]).await.expect(200);
        instance.app.settled().await;
        let app = instance.oauth_app(&alice, CALLBACK).await;
        app.exchange(&app.code_for(&alice).await).await.expect(200);
        let db = &*instance.app.db;
        let secrets = ClientSecret::all_of(db, app.id()).await.unwrap();
        let invite = Invite::create(&instance.app, alice.id, acme.id()).await;
        let sessions = Session::all_of(&instance.app, alice.id).await.unwrap();
        let erin = instance.person("erin").await;
        let offered = instance.oauth_app(&alice, CALLBACK).await;
        let asking =
            portico_store::models::accounts::session::Browser { user_agent: "Test", address: [127, 0, 0, 1].into() };
        AppTransfer::offer(&instance.app, &offered.app, &erin.nickname, asking).await.unwrap();
        let transfer = AppTransfer::of_app(db, offered.id(), instance.app.now()).await;
        let given = instance.server("Given", &alice).await;
        given.join(&erin).await;
        ServerTransfer::offer(&instance.app, alice.id, given.id(), Some(erin.id)).await.unwrap();
        let offer = ServerTransfer::of_server(db, given.id(), instance.app.now()).await;
        let trust_id: i64 = instance.app.id();
        let trusted = trusted_browser::ActiveModel {
            id: Set(trust_id.into()),
            token_hash: Set(vec![1; 32]),
            user_id: Set(alice.id),
            expires_at: Set(instance.app.now() + trusted_browser::LIFETIME_MS),
            user_agent: Set("Test".to_owned()),
            address: Set("127.0.0.1".to_owned()),
        };
        trusted.insert(db).await.unwrap();
        let message = message::Entity::find().one(db).await.unwrap().unwrap();
        message_report::file(&instance.app, bob.id, busy.id, message.id, "Spam").await.unwrap();
        let report = message_report::Entity::find().one(db).await.unwrap().unwrap();
        let page = instance.browser().get("/docs").await.expect(200);
        Town {
            instance,
            code: invite.unwrap().code,
            delivery_id: delivery::Entity::find().one(db).await.unwrap().unwrap().id.get(),
            secret_id: secrets[0].id.get(),
            session_id: sessions[0].id.get(),
            transfer_id: transfer.unwrap().unwrap().0.id.get(),
            offer_id: offer.unwrap().unwrap().0.id.get(),
            trust_id,
            stylesheet: page.attributes("link[rel=stylesheet]", "href").remove(0),
            report_id: report.id.get(),
            message,
            alice,
            bob,
            carol,
            mallory,
            acme,
            other,
            busy,
            crew,
            power,
            hook,
            app,
        }
    }

    /// Every mounted route: its method and its pattern.
    pub fn routes(&self) -> Vec<(Method, String)> {
        let routes = self.instance.client.rocket().routes();
        // Form addresses lead to pages that are walked themselves.
        routes
            .filter(|route| !portico::routes::form_addresses::is_form_address(route))
            .map(|route| (route.method, route.uri.path().to_owned()))
            .collect()
    }

    /// The path of a pattern, naming what there is.
    pub fn path(&self, pattern: &str) -> String {
        let whole = match pattern {
            "/static/<version>/<path..>" => self.stylesheet.clone(),
            "/webhooks/<path..>" => self.hook.path.clone(),
            "/hooks/<path..>" => self.hook.path.replacen("/webhooks/", "/hooks/", 1),
            "/api/webhooks/<path..>" => format!("/api{}", self.hook.path),
            "/api/<version>/webhooks/<path..>" => format!("/api/v10{}", self.hook.path),
            "/oauth/authorize" => self.app.authorize_url(),
            _ => {
                let parts: Vec<_> = pattern
                    .split('/')
                    .map(|part| match part.strip_prefix('<') {
                        Some(name) => self.named(pattern, name.trim_end_matches('>')),
                        None => part.to_owned(),
                    })
                    .collect();
                parts.join("/")
            }
        };
        assert!(!whole.contains('<'), "{pattern}");
        whole
    }

    fn named(&self, pattern: &str, name: &str) -> String {
        let starts = |start: &str| pattern.starts_with(start);
        let id = match name {
            "server_id" => self.acme.id().get(),
            // Of no one.
            "push_id" => 1,
            "channel_id" | "place_id" => self.busy.id.get(),
            "role_id" => self.crew.id.get(),
            "user_id" => self.bob.id.get(),
            "app_id" => self.app.id().get(),
            "secret_id" => self.secret_id,
            "delivery_id" => self.delivery_id,
            "message_id" | "removal_id" => self.message.id.get(),
            "report_id" => self.report_id,
            "transfer_id" => self.transfer_id,
            "offer_id" => self.offer_id,
            "slug" => return "discord".to_owned(),
            "code" => return self.code.clone(),
            "kind" => return "user".to_owned(),
            "id" if starts("/channels/") => self.busy.id.get(),
            "id" if starts("/portal/webhooks/") => self.hook.id().get(),
            "id" if starts("/portal/apps/") => self.app.id().get(),
            "id" if starts("/settings/sessions/") => self.session_id,
            "id" if starts("/settings/security/browsers/") => self.trust_id,
            "id" if starts("/admin/users/") => self.bob.id.get(),
            "id" if starts("/admin/servers/") => self.acme.id().get(),
            "id" if starts("/admin/apps/") => self.app.id().get(),
            "id" if starts("/admin/webhooks/") => self.hook.id().get(),
            "id" if starts("/avatars/") => self.alice.id.get(),
            _ => panic!("{pattern} names a {name}, of which there is none here: add one"),
        };
        id.to_string()
    }

    /// What the form of a pattern is filled in with by a user who means it.
    pub fn fields(&self, pattern: &str) -> Vec<(&'static str, String)> {
        let confirm = match pattern {
            _ if pattern.starts_with("/portal/apps") => self.app.app.name.clone(),
            _ if pattern.starts_with("/portal/webhooks") => self.hook.webhook.name.clone(),
            _ => self.acme.server.name.clone(),
        };
        vec![
            ("confirm", confirm),
            ("name", "taken-over".to_owned()),
            ("topic", "Changed".to_owned()),
            ("content", "Changed".to_owned()),
            ("redirect_uris", "https://evil.example/".to_owned()),
            ("channel_id", self.busy.id.to_string()),
            ("user_id", self.bob.id.to_string()),
            ("roles", self.crew.id.to_string()),
            ("target", format!("role:{}", self.crew.id)),
            ("deny", "send_messages".to_owned()),
            ("up_to", self.message.id.to_string()),
            ("author", format!("webhook:{}", self.hook.id())),
            ("since", "week".to_owned()),
            ("act", console_act(pattern).to_owned()),
            ("reason", "Because".to_owned()),
            ("mode", "closed".to_owned()),
        ]
    }

    /// Sends a pattern's form, or opens its page, from this site. A stream is not read.
    pub async fn ask(&self, browser: &Browser<'_>, method: Method, pattern: &str) -> Answer {
        let here = [("Sec-Fetch-Site", "same-origin")];
        self.ask_from(&here, browser, method, pattern).await
    }

    /// The same, with these headers about where it comes from.
    pub async fn ask_from(
        &self,
        from: &[(&'static str, &'static str)],
        browser: &Browser<'_>,
        method: Method,
        pattern: &str,
    ) -> Answer {
        let session = browser.cookie("portico").unwrap_or_default();
        let mut body = form_urlencoded::Serializer::new(String::new());
        if method != Method::Get {
            body.extend_pairs(self.fields(pattern));
        }
        let mut request = self.instance.client.req(method, self.path(pattern)).cookie(("portico", session));
        for (name, value) in from {
            request.add_header(Header::new(*name, *value));
        }
        if method != Method::Get {
            request = request.header(ContentType::Form).body(body.finish());
        }
        let response = request.dispatch().await;
        if is_stream(pattern) {
            Answer {
                status: response.status().code,
                headers: response
                    .headers()
                    .iter()
                    .map(|header| (header.name.to_string(), header.value.to_string()))
                    .collect(),
                content_type: response.content_type(),
                bytes: Vec::new(),
            }
        } else {
            Answer::read(response).await
        }
    }
}

/// The worst act of a form of the console.
fn console_act(pattern: &str) -> &'static str {
    match pattern {
        "/admin/users/<id>" => "disable",
        _ => "suspend",
    }
}

/// Whether a route answers without an end.
pub fn is_stream(pattern: &str) -> bool {
    pattern.ends_with("/events")
}

/// Whether programs ask for it with a credential of their own.
pub fn is_endpoint(pattern: &str) -> bool {
    let is_webhook_url = ["/webhooks/", "/hooks/", "/api/"].iter().any(|start| pattern.starts_with(start));
    is_webhook_url
        || OAUTH_ENDPOINTS.contains(&pattern)
        || OPEN_DOCUMENTS.contains(&pattern)
        || ["/csp-reports", "/leaks"].contains(&pattern)
}
