//! The scenarios: important requests, each with its expected response.
//! `rates` and `latency` run them.

use serde::Serialize;

use crate::client::{self, Answer, Request};
use crate::database::Ground;
use crate::world::{CodeKind, World};

/// A scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Scenario {
    /// A webhook posts 100 characters without a mention
    Post,
    /// A webhook mentions four people by ID, a role and everyone
    Mentions,
    /// A webhook mentions everyone
    All,
    /// Software written for Slack posts 100 characters
    Slack,
    /// Software written for Discord posts one embed
    Discord,
    /// An app exchanges a fresh code for an identity
    Token,
    /// An app exchanges a fresh code for an access token and an ID token, by form
    TokenOidc,
    /// An app exchanges a fresh code for an access token alone, by form
    TokenForm,
    /// An app requests the claims of an access token
    Userinfo,
    /// A program reads the metadata of OpenID Connect
    Discovery,
    /// A program reads the keys that ID tokens are signed with
    Jwks,
    /// A user opens a channel of fifty messages
    Feed,
    /// A user opens the portal
    Portal,
    /// A user opens their inbox
    Inbox,
    /// A user opens the delivery log of a webhook that was just posted to
    #[value(skip)]
    Deliveries,
    /// A user opens the consent page of an app
    Consent,
}

impl Scenario {
    /// The default scenarios.
    pub(crate) const USUAL: [Self; 6] =
        [Self::Post, Self::Mentions, Self::Token, Self::Feed, Self::Portal, Self::Consent];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Post => "webhook post",
            Self::Mentions => "webhook post with mentions",
            Self::All => "webhook post with @all",
            Self::Slack => "Slack post",
            Self::Discord => "Discord embed",
            Self::Token => "token exchange",
            Self::TokenOidc => "token exchange with ID token",
            Self::TokenForm => "token exchange by form",
            Self::Userinfo => "userinfo",
            Self::Discovery => "discovery",
            Self::Jwks => "key set",
            Self::Feed => "feed page",
            Self::Portal => "portal home",
            Self::Inbox => "inbox",
            Self::Deliveries => "delivery log",
            Self::Consent => "consent page",
        }
    }

    pub(crate) fn request(self, world: &World) -> &Request {
        match self {
            Self::Post => &world.post,
            Self::Mentions => &world.mentions,
            Self::All => &world.all,
            Self::Slack => &world.slack,
            Self::Discord => &world.discord,
            Self::Token => &world.token,
            Self::TokenOidc => &world.token_oidc,
            Self::TokenForm => &world.token_form,
            Self::Userinfo => &world.userinfo,
            Self::Discovery => &world.discovery,
            Self::Jwks => &world.jwks,
            Self::Feed => &world.feed,
            Self::Portal => &world.portal,
            Self::Inbox => &world.inbox,
            Self::Deliveries => &world.deliveries,
            Self::Consent => &world.consent,
        }
    }

    /// Whether every request stores a message.
    pub(crate) fn stores(self) -> bool {
        matches!(self, Self::Post | Self::Mentions | Self::All | Self::Slack | Self::Discord)
    }

    /// The kind of code that every request needs one of, if any.
    pub(crate) fn code_kind(self) -> Option<CodeKind> {
        match self {
            Self::Token => Some(CodeKind::Json),
            Self::TokenOidc => Some(CodeKind::OpenId),
            Self::TokenForm => Some(CodeKind::Form),
            _ => None,
        }
    }

    /// A text that only the right response contains.
    fn sign(self) -> &'static str {
        match self {
            Self::Post => "\"silent\":[]",
            Self::Mentions | Self::All => "@all",
            Self::Slack => "ok",
            Self::Discord => "\"embeds\"",
            Self::Token => "\"chat_user_id\"",
            Self::TokenOidc => "\"id_token\"",
            Self::TokenForm => "\"access_token\"",
            Self::Userinfo => "\"preferred_username\"",
            Self::Discovery => "\"token_endpoint\"",
            Self::Jwks => "\"keys\"",
            Self::Feed => "1,284 tests",
            Self::Portal => "Backups",
            Self::Inbox => "data-message-id",
            Self::Deliveries => "data-delivery-id",
            Self::Consent => "service.example",
        }
    }

    /// Sends one request to the product and checks the response.
    pub(crate) async fn ask(self, port: u16, ground: &Ground, world: &World) -> Result<Answer, String> {
        let mut request = self.request(world).clone();
        if let Some(kind) = self.code_kind() {
            let codes = world.codes(ground, kind, 1).await?;
            request = request.with_code(codes.first().map_or("", |code| code));
        }
        let answer = client::ask(port, &request)?;
        let body = String::from_utf8_lossy(&answer.body);
        let fits = answer.status == 200 && body.contains(self.sign());
        // Mentions have to be allowed, or the work of notifying is not done.
        let fired = match self {
            Self::Mentions => 6,
            Self::All => 1,
            _ => 0,
        };
        let fires = body.matches("\"text\":").count() == fired && (fired == 0 || body.contains("\"silent\":[]"));
        if fits && fires {
            Ok(answer)
        } else {
            Err(format!("The {} was answered with {}:\n{body}", self.name(), answer.status))
        }
    }
}
