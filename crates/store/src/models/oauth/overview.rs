//! The lists of the portal's home: a person's apps and the webhooks that they manage, with how each is doing, by one
//! statement.
//! `webhooks::webhook` lists where they may make another webhook.

use std::cmp::Reverse;
use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{SelectStatement, UnionType};
use sea_orm::{ConnectionTrait, FromQueryResult, QuerySelect, QueryTrait};

use crate::models::accounts::picture::{self, PictureKind};
use crate::models::logs::app_event::{self, Usage};
use crate::models::logs::delivery;
use crate::models::oauth::{app_collaborator, oauth_app};
use crate::models::servers::access::UserAccess;
use crate::models::webhooks::webhook::{self, managed_servers, nickname_of_creator, of_servers};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::{self, AppId, ChannelId, IdTimes, ServerId, UserId, WebhookId};

/// An app that they own or collaborate on.
#[derive(Debug, Clone)]
pub struct ListedApp {
    /// Its ID.
    pub id: AppId,
    /// Its name.
    pub name: String,
    /// The path of its icon.
    pub icon_path: String,
    /// When it was made.
    pub created_at: Millis,
    /// True if an admin suspended it.
    pub is_suspended: bool,
    /// How it is used.
    pub usage: Usage,
    /// The nickname of its owner, for a collaborator; none for the owner.
    pub owner: Option<String>,
}

/// A webhook of a server that they manage.
#[derive(Debug, Clone)]
pub struct ListedWebhook {
    /// Its ID.
    pub id: WebhookId,
    /// Its name.
    pub name: String,
    /// The path of its picture.
    pub avatar_path: String,
    /// When it was made.
    pub created_at: Millis,
    /// True if it refuses posts for now.
    pub is_paused: bool,
    /// True if an admin suspended it.
    pub is_suspended: bool,
    /// Its server's name.
    pub server_name: String,
    /// The figures that only those are shown who may view its channel.
    pub seen: Option<WebhookFigures>,
    /// The nickname of who created it, if the account is still there.
    pub creator: Option<String>,
}

/// Where a webhook posts, and how it is used.
#[derive(Debug, Clone)]
pub struct WebhookFigures {
    /// Its channel's name.
    pub channel_name: String,
    /// When it was last used, as far back as the log goes.
    pub last_used_at: Option<Millis>,
    /// Refused attempts of the last 24 hours, as far back as the log goes.
    pub recent_failures: u64,
}

/// Which webhooks are listed.
#[derive(Debug, Clone, Copy)]
pub struct WebhookPage {
    /// Only those whose ID is lower.
    pub before: i64,
    /// How many at most.
    pub limit: u64,
}

impl WebhookPage {
    /// All of them.
    pub const ALL: Self = Self { before: ids::MAX_ID, limit: ids::MAX_ID.unsigned_abs() };
}

/// The apps and webhooks of a person, each list with the newest first.
#[derive(Debug)]
pub struct Overview {
    /// Every app that they own or collaborate on.
    pub apps: Vec<ListedApp>,
    /// Webhooks of every server that they manage.
    pub webhooks: Vec<ListedWebhook>,
}

impl Overview {
    /// Reads the apps and webhooks of the user with this access.
    #[boxed]
    pub async fn load(db: &Conn, access: &UserAccess, webhooks: WebhookPage, now: Millis) -> Result<Self> {
        let servers: HashMap<ServerId, &str> =
            managed_servers(access).map(|server| (server.id, server.name.as_str())).collect();
        let mut select = apps_of(db, access.user_id, now);
        if !servers.is_empty() {
            let managed = webhooks_of(db, servers.keys().copied(), webhooks, now);
            select.union(UnionType::All, managed);
        }
        let mut overview = Self { apps: Vec::new(), webhooks: Vec::new() };
        for row in db.query_all(&select).await? {
            let part: i32 = row.try_get("", "part")?;
            let row = OverviewRow::from_query_result(&row, "")?;
            if part == APPS {
                overview.apps.push(row.app(db.id_times()));
            } else {
                let server = servers.get(&row.server_id).copied().unwrap_or_default();
                overview.webhooks.push(row.webhook(access, server, db.id_times()));
            }
        }
        overview.apps.sort_by_key(|owned| Reverse(owned.id));
        overview.webhooks.sort_by_key(|managed| Reverse(managed.id));
        Ok(overview)
    }
}

// The parts of the statement.
const APPS: i32 = 0;
const WEBHOOKS: i32 = 1;

/// A row of either part. Of an app, what only webhooks have is 0 or null.
#[derive(Debug, FromQueryResult)]
struct OverviewRow {
    id: i64,
    name: String,
    picture_at: Option<i64>,
    created_at: i64,
    used_id: Option<i64>,
    failures: i64,
    server_id: ServerId,
    channel_id: ChannelId,
    is_paused: i32,
    is_suspended: i32,
    /// Of a webhook its creator, of an app its owner if that is someone else.
    creator: Option<String>,
}

impl OverviewRow {
    fn app(self, times: &IdTimes) -> ListedApp {
        ListedApp {
            icon_path: picture::path(PictureKind::App, self.id, self.picture_at),
            id: AppId::new(self.id),
            name: self.name,
            created_at: self.created_at,
            is_suspended: self.is_suspended == 1,
            usage: Usage {
                last_exchanged_at: self.used_id.map(|id| times.time_of(id)),
                recent_failures: self.failures,
            },
            owner: self.creator,
        }
    }

    fn webhook(self, access: &UserAccess, server_name: &str, times: &IdTimes) -> ListedWebhook {
        let visible = access.channel(self.channel_id).ok();
        ListedWebhook {
            avatar_path: picture::path(PictureKind::Webhook, self.id, self.picture_at),
            id: WebhookId::new(self.id),
            name: self.name,
            created_at: self.created_at,
            is_paused: self.is_paused == 1,
            is_suspended: self.is_suspended == 1,
            server_name: server_name.to_owned(),
            seen: visible.map(|visible| WebhookFigures {
                channel_name: visible.channel.name.clone(),
                last_used_at: self.used_id.map(|id| times.time_of(id)),
                recent_failures: self.failures.unsigned_abs(),
            }),
            creator: self.creator,
        }
    }
}

const IS_SUSPENDED: &str = "CASE WHEN suspended_at IS NULL THEN 0 ELSE 1 END";

fn apps_of(db: &Conn, user_id: UserId, now: Millis) -> SelectStatement {
    use oauth_app::{Column, Entity};
    let id = (Entity, Column::Id);
    Entity::find()
        .select_only()
        .expr_as(Expr::cust(APPS.to_string()), "part")
        .columns([Column::Id, Column::Name, Column::PictureAt, Column::CreatedAt])
        .expr_as(app_event::last_exchange_of(db, id), "used_id")
        .expr_as(app_event::recent_failures_of(db, id, now), "failures")
        .expr_as(Expr::cust("CAST(0 AS bigint)"), "server_id")
        .expr_as(Expr::cust("CAST(0 AS bigint)"), "channel_id")
        .expr_as(Expr::cust("0"), "is_paused")
        .expr_as(Expr::cust(IS_SUSPENDED), "is_suspended")
        .expr_as(app_collaborator::nickname_of_other_owner(user_id), "creator")
        .filter(Column::Id.in_subquery(app_collaborator::visible_ids(user_id)))
        .into_query()
}

fn webhooks_of(db: &Conn, servers: impl Iterator<Item = ServerId>, page: WebhookPage, now: Millis) -> SelectStatement {
    use webhook::{Column, Entity};
    let id = (Entity, Column::Id);
    // Selected first, so that only the logs of those that are shown are read.
    let shown = of_servers(db, servers, page.before, page.limit);
    Entity::find()
        .select_only()
        .expr_as(Expr::cust(WEBHOOKS.to_string()), "part")
        .columns([Column::Id, Column::Name, Column::PictureAt, Column::CreatedAt])
        .expr_as(delivery::last_of(id), "used_id")
        .expr_as(delivery::recent_failures_of(db, id, now), "failures")
        .columns([Column::ServerId, Column::ChannelId])
        .expr_as(Expr::cust("CASE WHEN paused_at IS NULL THEN 0 ELSE 1 END"), "is_paused")
        .expr_as(Expr::cust(IS_SUSPENDED), "is_suspended")
        .expr_as(nickname_of_creator(), "creator")
        .filter(Column::Id.in_subquery(shown))
        .into_query()
}
