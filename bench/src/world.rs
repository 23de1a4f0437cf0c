//! The test data: a server with channels, webhooks and members, apps, and a signed-in user.
//! It is created with the product's own models before a server starts.

mod codes;
mod crowd;

use std::net::{IpAddr, Ipv4Addr};

pub(crate) use codes::CodeKind;
use codes::long_lived_token;
pub(crate) use crowd::crowd;

use portico::app::App;
use portico_crypto::passwords::Caller;
use portico_crypto::tokens::Plain;
use portico_platform::error::Error;
use portico_rules::chat::names::NameForms;
use portico_rules::clock::Clock;
use portico_rules::ids::{AppId, ChannelId, Ids, NODES, ServerId, UserId, first_plain_id_at};
use portico_store::models::accounts::session::Browser;
use portico_store::models::accounts::user::{self, NewPicture};
use portico_store::models::oauth::grant;
use portico_store::models::oauth::oauth_app::{Draft, SignInDraft};
use portico_store::models::servers::member::{self, held};
use portico_store::models::servers::{channel, overwrite, role};
use portico_store::models::webhooks::webhook::NewWebhook;
use portico_store::models::{Channel, OauthApp, Overwrite, Role, Server, Session, User, Webhook};
use portico_store::posting;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};

use crate::client::Request;
use crate::database::{self, BASE_URL, Ground};

/// The redirect URI of the app.
pub(crate) const CALLBACK: &str = "https://service.example/callback";
/// The password of the user who signs in.
const PASSWORD: &str = "an-old-bridge-in-the-rain";
/// How many people are in the server besides its owner.
const MEMBERS: usize = 30;
/// A text of 100 characters.
pub(crate) const HUNDRED: &str =
    "Build 4711 of the main branch is green: 1,284 tests in 93 seconds, 3 skipped. See the log for more.\u{2026}";

/// The available requests.
#[derive(Debug)]
pub(crate) struct World {
    /// A post without mentions.
    pub(crate) post: Request,
    /// A post that mentions four people, a role and everyone, all opted in.
    pub(crate) mentions: Request,
    /// A post that mentions everyone.
    pub(crate) all: Request,
    /// A post in Slack's format, as long as the one without mentions.
    pub(crate) slack: Request,
    /// One embed in Discord's format.
    pub(crate) discord: Request,
    /// A token exchange; CODE stands for the code.
    pub(crate) token: Request,
    /// A token exchange by form; CODE stands for the code.
    pub(crate) token_oidc: Request,
    /// The same for an access token alone. Its codes differ, not the request.
    pub(crate) token_form: Request,
    /// The claims of an access token.
    pub(crate) userinfo: Request,
    /// The metadata of OpenID Connect.
    pub(crate) discovery: Request,
    /// The keys that ID tokens are signed with.
    pub(crate) jwks: Request,
    /// A channel of fifty messages.
    pub(crate) feed: Request,
    /// The portal's home.
    pub(crate) portal: Request,
    /// The inbox.
    pub(crate) inbox: Request,
    /// The delivery log of the webhook that posts without mentions.
    pub(crate) deliveries: Request,
    /// The consent page.
    pub(crate) consent: Request,
    /// A sign-in that succeeds.
    pub(crate) sign_in: Request,
    /// The channel that posts go to.
    pub(crate) posts_id: ChannelId,
    /// The channel with messages of people.
    pub(crate) busy_id: ChannelId,
    /// The channel of posts with mentions.
    pub(crate) calls_id: ChannelId,
    /// The user who opens the pages.
    pub(crate) viewer_id: UserId,
    /// The cookies of the owner and of each member, as headers.
    pub(crate) cookies: Vec<String>,
    /// A post into the channel with messages of people.
    talk: Request,
    server_id: ServerId,
    /// The cookie of their session, as a header.
    cookie: String,
    app_id: AppId,
    ids: Ids,
    clock: Clock,
}

impl World {
    pub(crate) async fn make(ground: &Ground) -> Result<Self, String> {
        let app = ground.open().await?;
        let made = Self::make_in(&app).await;
        // The delivery log is written after the responses.
        app.log.settled().await;
        database::leave(app).await?;
        made.map_err(|err| format!("The world could not be made: {err}"))
    }

    async fn make_in(app: &App) -> Result<Self, Error> {
        let hash = app.passwords.hash(&Plain::from(PASSWORD), Caller::Operator).await?;
        let ada = person(app, "ada", &hash).await?;
        let owner = person(app, "grace", &hash).await?;
        let (server, general) = Server::create(app, ada.id, "Acme").await?;
        let mut members = Vec::with_capacity(MEMBERS);
        for number in 1..=MEMBERS {
            let member = person(app, &format!("member{number}"), &hash).await?;
            member::join(&app.db, server.id, member.id, app.now()).await?;
            members.push(member);
        }
        let builders = builders(app, server.id, &members[..8]).await?;
        let mut channels = vec![general];
        for name in ["builds", "alerts", "talk", "quiet"] {
            channels.push(channel(app, server.id, name).await?);
        }
        let (builds, alerts, quiet) = (&channels[1], &channels[2], &channels[4]);

        let posts = webhook(app, &ada, builds, "Builds").await?;
        let calls = webhook(app, &ada, alerts, "Alerts").await?;
        let talk = webhook(app, &ada, &channels[3], "Releases").await?;
        for name in ["Weather", "Backups"] {
            webhook(app, &ada, &channels[3], name).await?;
        }
        fill(app, quiet, &ada, &members).await?;

        for name in ["Calendar", "Wiki", "Tickets"] {
            OauthApp::create(app, ada.id, draft(name)).await?;
        }
        let (oauth_app, secret) = OauthApp::create(app, owner.id, draft("Builder")).await?;
        let secret = secret.ok_or_else(|| Error::internal("a confidential app has a secret"))?;
        let now = app.now();
        grant::ActiveModel {
            user_id: Set(members[0].id),
            app_id: Set(oauth_app.id),
            created_at: Set(now),
            last_used_at: Set(now),
            gives_profile: Set(true),
        }
        .insert(&*app.db)
        .await?;

        let access_token = long_lived_token(app, oauth_app.id, members[0].id).await?;

        let browser =
            Browser { user_agent: "Mozilla/5.0 (X11; Linux x86_64) Bench", address: IpAddr::V4(Ipv4Addr::LOCALHOST) };
        let (_, cookie) = Session::start(app, &ada, browser).await?;
        let mut cookies = vec![format!("portico={}", cookie.expose())];
        for member in &members {
            let (_, cookie) = Session::start(app, member, browser).await?;
            cookies.push(format!("portico={}", cookie.expose()));
        }
        let signed_in = |request: Request| request.with("Cookie", format!("portico={}", cookie.expose()));
        let called: Vec<String> = members[..4].iter().map(|user| format!("@<{}>", user.id)).collect();
        let calling = format!("{} @{} @all: the build broke.", called.join(" "), builders.name);
        let token_oidc = Request::form(
            "/oauth/token",
            format!(
                "grant_type=authorization_code&client_id={}&client_secret={}&code=CODE\
                 &redirect_uri=https%3A%2F%2Fservice.example%2Fcallback",
                oauth_app.id,
                secret.expose()
            ),
        );
        Ok(Self {
            deliveries: signed_in(Request::get(format!("/portal/webhooks/{}/deliveries", app_id_in(&posts)))),
            slack: Request::json(format!("{posts}/slack"), &serde_json::json!({ "text": HUNDRED })),
            discord: Request::json(format!("{posts}/discord?wait=true"), &discord_embed()),
            post: Request::json(posts, &serde_json::json!({ "content": HUNDRED })),
            all: Request::json(&calls, &calling_all()),
            mentions: Request::json(
                calls,
                &serde_json::json!({
                    "content": calling,
                    "allowedMentions": { "parse": ["users", "roles", "all"] },
                }),
            ),
            token: Request::json(
                "/oauth/token",
                &serde_json::json!({
                    "client_id": oauth_app.id,
                    "client_secret": secret.expose(),
                    "code": "CODE",
                    "redirect_uri": CALLBACK,
                }),
            ),
            token_form: Request {
                // The no-op server tells the two apart by it.
                path: "/oauth/token?alone".into(),
                ..token_oidc.clone()
            },
            token_oidc,
            discovery: Request::get("/.well-known/openid-configuration"),
            jwks: Request::get("/oauth/jwks"),
            userinfo: Request::get("/oauth/userinfo")
                .with("Authorization", format!("Bearer {}", access_token.expose())),
            feed: signed_in(Request::get(format!("/channels/{}", quiet.id))),
            portal: signed_in(Request::get("/portal")),
            inbox: signed_in(Request::get("/inbox")),
            consent: signed_in(Request::get(format!(
                "/oauth/authorize?client_id={}&redirect_uri=https%3A%2F%2Fservice.example%2Fcallback&state=af0ifjsldkj",
                oauth_app.id
            ))),
            sign_in: Request::form("/sign-in", format!("login=member9&password={PASSWORD}&next=%2F"))
                .with("Origin", BASE_URL.into()),
            posts_id: builds.id,
            busy_id: channels[3].id,
            calls_id: alerts.id,
            viewer_id: ada.id,
            cookies,
            talk: Request::json(talk, &serde_json::json!({})),
            server_id: server.id,
            cookie: format!("portico={}", cookie.expose()),
            app_id: oauth_app.id,
            ids: Ids::new(app.clock.clone(), NODES - 1, 0),
            clock: app.clock.clone(),
        })
    }

    /// Adds a channel that a member can't see, and searches as that member from now on; returns the channel's ID.
    pub(crate) async fn search_beside_a_hidden_channel(&mut self, ground: &Ground) -> Result<ChannelId, String> {
        let app = ground.open().await?;
        let made = self.hide_a_channel(&app).await;
        let hidden = made.map_err(|err| format!("The channel could not be hidden: {err}"));
        database::leave(app).await?;
        hidden
    }

    /// Gives the server as many channels as it can have.
    pub(crate) async fn fill_with_channels(&self, ground: &Ground) -> Result<(), String> {
        let app = ground.open().await?;
        let filled = self.add_channels(&app).await;
        database::leave(app).await?;
        filled.map_err(|err| format!("The channels could not be added: {err}"))
    }

    async fn add_channels(&self, app: &App) -> Result<(), Error> {
        let there =
            channel::Entity::find().filter(channel::Column::ServerId.eq(self.server_id)).count(&*app.db).await?;
        for number in there..app.config.caps.channels_per_server.into() {
            channel(app, self.server_id, &format!("quay{number}")).await?;
        }
        Ok(())
    }

    async fn hide_a_channel(&mut self, app: &App) -> Result<ChannelId, Error> {
        let hidden = channel(app, self.server_id, "vault").await?;
        let roles = Role::all_of_server(&app.db, self.server_id).await?;
        let all = roles.iter().find(|role| role.is_all());
        let target = format!("role:{}", all.ok_or(Error::NotFound)?.id);
        let draft = overwrite::OverwriteDraft { target: &target, allow: &[], deny: &["view_channel"] };
        Overwrite::set(app, self.viewer_id, self.server_id, hidden.id, draft).await?;
        let member = User::named(&app.db, "member1").await?;
        let browser =
            Browser { user_agent: "Mozilla/5.0 (X11; Linux x86_64) Bench", address: IpAddr::V4(Ipv4Addr::LOCALHOST) };
        let member = member.ok_or(Error::NotFound)?;
        let (_, cookie) = Session::start(app, &member, browser).await?;
        self.cookie = format!("portico={}", cookie.expose());
        Ok(hidden.id)
    }

    /// The first ID of the moment so many milliseconds ago.
    pub(crate) fn first_id(&self, ago_ms: i64) -> i64 {
        first_plain_id_at(self.clock.now() - ago_ms)
    }

    /// A post of this text into the channel with messages of people.
    pub(crate) fn talking(&self, content: &str) -> Request {
        let body = serde_json::json!({ "content": content });
        Request::json(self.talk.path.clone(), &body)
    }

    /// A search in the server; the query is encoded already.
    pub(crate) fn search(&self, query: &str) -> Request {
        let path = format!("/servers/{}/search?q={query}", self.server_id);
        Request::get(path).with("Cookie", self.cookie.clone())
    }

    /// The same data, but with the feed of the channel that is full of messages.
    pub(crate) fn looking_at_the_busy_channel(mut self) -> Self {
        self.feed.path = format!("/channels/{}", self.busy_id);
        self
    }
}

/// The ID in the path of a webhook URL.
fn app_id_in(path: &str) -> &str {
    path.split('/').nth(2).unwrap_or_default()
}

fn calling_all() -> serde_json::Value {
    serde_json::json!({
        "content": "@all: the deployment begins in five minutes.",
        "allowedMentions": { "parse": ["all"] },
    })
}

async fn person(app: &App, nickname: &str, hash: &str) -> Result<User, Error> {
    let id: UserId = app.id();
    Ok(user::ActiveModel {
        id: Set(id),
        nickname: Set(nickname.to_owned()),
        name: Set(nickname[..1].to_uppercase() + &nickname[1..]),
        password_hash: Set(hash.to_owned()),
        phone: Set(Some(format!("+4915{:010}", id.get() % 10_000_000_000))),
        picture_at: Set(None),
        created_at: Set(app.now()),
        disabled_at: Set(None),
        admin_at: Set(None),
        language: Set(None),
    }
    .insert(&*app.db)
    .await?)
}

/// A role that anyone may mention, and its members.
async fn builders(app: &App, server_id: ServerId, holders: &[User]) -> Result<Role, Error> {
    let role = role::ActiveModel {
        id: Set(app.id()),
        server_id: Set(server_id),
        name: Set("builders".to_owned()),
        name_folded: Set(NameForms::new("builders").key),
        name_look: Set(Some(NameForms::new("builders").look)),
        name_look_key: Set(Some(NameForms::new("builders").look_key)),
        mentionable: Set(true),
        permissions: Set(0),
        position: Set(1),
        created_at: Set(app.now()),
    }
    .insert(&*app.db)
    .await?;
    for holder in holders {
        held::ActiveModel {
            server_id: Set(server_id),
            user_id: Set(holder.id),
            role_id: Set(role.id),
            given_at: Set(app.now()),
        }
        .insert(&*app.db)
        .await?;
    }
    Ok(role)
}

async fn channel(app: &App, server_id: ServerId, name: &str) -> Result<Channel, Error> {
    Ok(channel::ActiveModel {
        slow_mode: Set(0),
        id: Set(app.id()),
        server_id: Set(server_id),
        name: Set(name.to_owned()),
        topic: Set(String::new()),
        created_at: Set(app.now()),
        position: Set(0),
    }
    .insert(&*app.db)
    .await?)
}

/// Creates a webhook; returns the path of its URL.
pub(crate) async fn webhook(app: &App, creator: &User, channel: &Channel, name: &str) -> Result<String, Error> {
    let new = NewWebhook { channel_id: &channel.id.to_string(), name, avatar: Ok(None) };
    let webhook = Webhook::create(app, creator.id, new).await?;
    let url = webhook.runtime_url(app).ok_or_else(|| Error::internal("a new webhook URL can't be shown"))?;
    Ok(url.expose().trim_start_matches(BASE_URL).to_owned())
}

/// One embed, as a build machine sends it.
fn discord_embed() -> serde_json::Value {
    serde_json::json!({
        "username": "CI",
        "embeds": [{
            "title": "Build 4711",
            "url": "https://ci.example/builds/4711",
            "description": HUNDRED,
            "color": 0x57f287,
            "fields": [
                { "name": "Branch", "value": "main", "inline": true },
                { "name": "Commit", "value": "1f0c9ae", "inline": true },
            ],
            "timestamp": "2026-01-01T12:00:00.000Z",
        }],
    })
}

/// Fifty messages of several people, some with mentions.
async fn fill(app: &App, channel: &Channel, ada: &User, members: &[User]) -> Result<(), Error> {
    for number in 0..50 {
        let author = &members[number % 12];
        let content = match number % 10 {
            3 => format!("@{} have a look at https://example.org/runs/{number}, please", ada.nickname),
            7 => "@builders who has time for a review?".to_owned(),
            _ => format!("{HUNDRED} ({number})"),
        };
        posting::post(app, author.id, channel.id, &content).await?;
    }
    Ok(())
}

fn draft(name: &str) -> Draft<'_> {
    Draft {
        name,
        redirect_uris: CALLBACK,
        homepage: "https://service.example",
        description: "Looks after what has to be looked after.",
        privacy_url: "",
        terms_url: "",
        icon: Ok(NewPicture::Same),
        sign_in: SignInDraft::default(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_hundred_characters_are_a_hundred() {
        assert_eq!(super::HUNDRED.chars().count(), 100);
    }
}
