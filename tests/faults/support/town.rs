//! A server with people, channels, a role, webhooks and an OAuth app, created through the forms.

use serde_json::json;

use super::node::BASE_URL;
use super::{Answer, Client, Node, Store};

const PASSWORD: &str = "an-old-bridge-in-the-rain";
const CALLBACK: &str = "https://app.example/callback";

/// The town, and the browser of its owner, who may mention everyone.
#[derive(Debug, Clone)]
pub struct Town {
    pub owner: Client,
    /// The path of its server.
    pub server: String,
    pub bela: i64,
    pub cleo: i64,
    pub crew: i64,
    pub channels: Vec<i64>,
    pub hooks: Vec<Hook>,
}

/// A webhook.
#[derive(Debug, Clone)]
pub struct Hook {
    pub id: i64,
    pub channel: i64,
    /// The path of its URL.
    pub path: String,
}

/// An OAuth app that the town's owner has approved.
#[derive(Debug, Clone)]
pub struct App {
    pub client_id: String,
    pub client_secret: String,
}

impl Town {
    pub async fn found(store: &Store, node: &Node) -> Self {
        store.person("ada", "+4915112345601", PASSWORD);
        let bela = store.person("bela", "+4915112345602", PASSWORD);
        let cleo = store.person("cleo", "+4915112345603", PASSWORD);
        let at = node.origin.as_str();
        let owner = Client::of(at, "ada", PASSWORD).await;

        let made = owner.form(at, "/servers", &[("name", "Harbour")]).await;
        let server = made.expect(303).location().to_owned();
        let settings = format!("{server}/settings");
        let second = [("name", "quay"), ("topic", "")];
        owner.form(at, &format!("{settings}/channels"), &second).await.expect(303);
        let first = owner.get(at, &server).await.expect(303).location().to_owned();
        let page = owner.get(at, &first).await.expect(200);
        let channels = channels_on(&page);
        assert_eq!(channels.len(), 2, "{}", page.text);

        let invites = format!("{settings}/invites");
        owner.form(at, &invites, &[]).await.expect(303);
        let invite = owner.get(at, &invites).await.expect(200).first("#invite-url", None);
        for nickname in ["bela", "cleo"] {
            let guest = Client::of(at, nickname, PASSWORD).await;
            let path = invite.strip_prefix(BASE_URL).unwrap();
            guest.form(at, path, &[]).await.expect(303);
        }
        let crew = [("name", "Crew"), ("mentionable", "on")];
        let made = owner.form(at, &format!("{settings}/roles"), &crew).await.expect(303);
        let crew = made.location().rsplit('-').next().unwrap().parse().unwrap();

        let mut town = Self { owner, server, bela, cleo, crew, channels, hooks: Vec::new() };
        for place in [0, 1, 1] {
            let hook = town.hook(at, town.channels[place]).await;
            town.hooks.push(hook);
        }
        town
    }

    /// Makes a webhook called “Builds”.
    pub async fn hook(&self, at: &str, channel: i64) -> Hook {
        let fields = [("channel_id", &*channel.to_string()), ("name", "Builds")];
        let made = self.owner.form(at, "/portal/webhooks", &fields).await.expect(303);
        let page = made.location().strip_suffix("?reveal").unwrap();
        let id = page.rsplit('/').next().unwrap().parse().unwrap();
        let mut hook = Hook { id, channel, path: String::new() };
        hook.path = self.path_of(at, &hook).await;
        hook
    }

    /// The current path of its URL.
    pub async fn path_of(&self, at: &str, hook: &Hook) -> String {
        let page = self.owner.get(at, &hook.portal("?reveal")).await.expect(200);
        let url = page.first("#runtime-url", None);
        url.strip_prefix(BASE_URL).unwrap().to_owned()
    }

    /// Makes an app and approves it.
    pub async fn app(&self, at: &str) -> App {
        let fields = [("name", "Lantern"), ("redirect_uris", CALLBACK)];
        let made = self.owner.form(at, "/portal/apps", &fields).await.expect(303);
        let page = self.owner.get(at, made.location()).await.expect(200);
        let app = App { client_id: page.first("#client-id", None), client_secret: page.first("#client-secret", None) };
        let consent = self.owner.get(at, &app.request("")).await.expect(200);
        let field = |name| consent.first(&format!("#consent input[name={name}]"), Some("value"));
        let fields = [("request", &*field("request")), ("token", &*field("token")), ("decision", "approve")];
        self.owner.form(at, "/oauth/authorize", &fields).await.expect(303);
        app
    }

    /// Asks for a code, which comes with a redirect. The approval stands already.
    pub async fn ask_for_code(&self, at: &str, app: &App) -> reqwest::Result<Answer> {
        self.owner.try_get(at, &app.request("none")).await
    }

    /// A fresh code; the approval stands already.
    pub async fn code(&self, at: &str, app: &App) -> String {
        self.code_by(at, &app.request("none")).await
    }

    /// The same for a request of OpenID Connect.
    pub async fn openid_code(&self, at: &str, app: &App) -> String {
        let more = "&response_type=code&scope=openid+profile";
        self.code_by(at, &(app.request("none") + more)).await
    }

    async fn code_by(&self, at: &str, request: &str) -> String {
        let back = self.owner.get(at, request).await.expect(303);
        code_in(&back)
    }
}

impl Hook {
    /// Its page in the portal, or one of its acts.
    pub fn portal(&self, act: &str) -> String {
        format!("/portal/webhooks/{}{act}", self.id)
    }
}

impl App {
    fn request(&self, prompt: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query
            .append_pair("client_id", &self.client_id)
            .append_pair("redirect_uri", CALLBACK)
            .append_pair("state", "xyzzy");
        if !prompt.is_empty() {
            query.append_pair("prompt", prompt);
        }
        format!("/oauth/authorize?{}", query.finish())
    }

    /// Shows a code for tokens.
    pub async fn exchange_by_form(&self, client: &Client, at: &str, code: &str) -> Answer {
        let fields = [
            ("grant_type", "authorization_code"),
            ("client_id", &self.client_id),
            ("client_secret", &self.client_secret),
            ("code", code),
            ("redirect_uri", CALLBACK),
        ];
        client.form(at, "/oauth/token", &fields).await
    }

    /// Shows a code for an identity.
    pub async fn exchange(&self, client: &Client, at: &str, code: &str) -> reqwest::Result<Answer> {
        let body = json!({
            "client_id": self.client_id,
            "client_secret": self.client_secret,
            "code": code,
            "redirect_uri": CALLBACK,
        });
        client.json(at, "/oauth/token", &body.to_string(), None).await
    }
}

/// The code that a redirect brings back.
pub fn code_in(back: &Answer) -> String {
    let query = back.location().split_once('?').unwrap().1;
    let found = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "code");
    found.unwrap_or_else(|| panic!("no code in {query}")).1.into_owned()
}

/// The ids of the channels that a channel's page leads to.
fn channels_on(page: &Answer) -> Vec<i64> {
    let mut ids: Vec<i64> =
        page.text.split("href=\"/channels/").skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
