//! The event log of an app, for its owner: approvals and exchanges. It contains no secret, no code, and of users only the
//! id that the app was given. What the owner does to the app is in `audit`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, Func, IntoColumnRef, Query, SelectStatement};
use sea_orm::{ExprTrait, IntoActiveModel, Order, QuerySelect, QueryTrait};

use crate::models::batch;
use crate::models::key_range::{self, in_key_range};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::{AppId, IdTimes, UserId};

/// How many events of an app are stored, the newest.
const KEPT: u64 = 200;
/// How many events beyond them an approval deletes; the cleanup deletes the rest.
const DELETED_TOGETHER: u64 = 250;

/// Something that happened to an app.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "app_events")]
pub struct Model {
    /// Its id, which carries its time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The app.
    pub app_id: AppId,
    /// See [`AppEventKind`].
    pub kind: String,
    /// Of a failed exchange the name of its [`Reason`]; else nothing.
    pub detail: String,
    /// Of an exchange, whose identity the app was given.
    pub user_id: Option<UserId>,
}

portico_platform::database::no_relations!();

/// The events of an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppEventKind {
    /// A user approved it; a code was issued.
    Approved,
    /// A user approved it for a device, which can poll its code from now on.
    DeviceApproved,
    /// A code was exchanged for the identity of the user with this id.
    Exchanged(UserId),
    /// A code was refused.
    ExchangeFailed(Reason),
    /// A code that was exchanged before was shown again.
    CodeReplayed,
    /// A client secret was reported as leaked, and deleted.
    SecretLeaked,
    /// The access token to the identity of the user with this id was reported as leaked, and revoked.
    TokenLeaked(UserId),
}

/// Why a code was refused. Shown to the app's owner, never to the client that sent the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The app got no such code, its approval was revoked, or its redirect URI was removed.
    Unknown,
    /// It was exchanged before.
    Used,
    /// It was shown too late.
    Expired,
    /// It was sent to another redirect URI.
    RedirectUri,
    /// It was requested with a challenge, and exchanged without a verifier.
    VerifierMissing,
    /// It was requested without a challenge, and exchanged with a verifier.
    VerifierUnexpected,
    /// The verifier does not meet the challenge.
    VerifierWrong,
    /// It was requested for the other kind of exchange.
    ExchangeKind,
    /// It came with a wrong client secret, or with none.
    ClientSecret,
}

impl Reason {
    /// Its name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Used => "used",
            Self::Expired => "expired",
            Self::RedirectUri => "redirect_uri",
            Self::VerifierMissing => "verifier_missing",
            Self::VerifierUnexpected => "verifier_unexpected",
            Self::VerifierWrong => "verifier_wrong",
            Self::ExchangeKind => "exchange_kind",
            Self::ClientSecret => "client_secret",
        }
    }

    /// A sentence for the app's owner about a reason of this name.
    pub fn explained(name: &str) -> &'static str {
        match name {
            "used" => "The code had already been exchanged.",
            "expired" => "The code had expired. It is valid for 60 seconds.",
            "redirect_uri" => "`redirect_uri` was not the one that the code was sent to. The two must match exactly.",
            "verifier_missing" => {
                "The code was requested with a `code_challenge`, but exchanged without its `code_verifier`."
            }
            "verifier_unexpected" => {
                "A `code_verifier` was sent with a code that was requested without a `code_challenge`."
            }
            "verifier_wrong" => "`code_verifier` did not match the `code_challenge`.",
            "exchange_kind" => {
                "A code that was requested with `response_type=code` and a `scope` is exchanged by a form, one that was requested without `response_type` by JSON."
            }
            "client_secret" => {
                "The client secret was missing, or wasn’t one of this app’s secrets. Further attempts within a minute aren’t listed."
            }
            _ => {
                "The app never got this code, or before it was exchanged the person revoked the app or the redirect URI was removed."
            }
        }
    }
}

impl AppEventKind {
    /// Its name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::DeviceApproved => "device_approved",
            Self::Exchanged(_) => "exchanged",
            Self::ExchangeFailed(_) => "exchange_failed",
            Self::CodeReplayed => "code_replayed",
            Self::SecretLeaked => "secret_leaked",
            Self::TokenLeaked(_) => "token_leaked",
        }
    }
}

impl Model {
    /// The row to insert.
    pub(in crate::models) fn new(id: i64, app_id: AppId, kind: AppEventKind) -> Self {
        Self {
            id,
            app_id,
            kind: kind.name().to_owned(),
            detail: match kind {
                AppEventKind::ExchangeFailed(reason) => reason.name().to_owned(),
                _ => String::new(),
            },
            user_id: match kind {
                AppEventKind::Exchanged(user_id) | AppEventKind::TokenLeaked(user_id) => Some(user_id),
                _ => None,
            },
        }
    }

    /// When it happened.
    pub fn at(&self, times: &IdTimes) -> Millis {
        times.time_of(self.id)
    }

    /// The newest events of an app, the newest first.
    #[boxed]
    pub async fn newest(db: &Conn, app_id: AppId, limit: u64) -> Result<Vec<Self>> {
        let newest = newest_of(Entity::find(), db, app_id).limit(limit);
        Ok(newest.all(db).await?)
    }
}

/// The events of an app among `select`, the newest first. The app is a value, or a column of the outer query.
fn newest_of(select: Select<Entity>, db: &Conn, app: impl Into<Expr>) -> Select<Entity> {
    let app = (Column::AppId, app);
    in_key_range(select, db, app, Column::Id, key_range::ALL, Order::Desc)
}

/// True if an event of this kind, with the same detail, happened since this time.
pub(in crate::models) async fn has_since(db: &Conn, app_id: AppId, kind: AppEventKind, since: Millis) -> Result<bool> {
    let event = Model::new(0, app_id, kind);
    let ids = db.id_times().first_id_at(since)..key_range::ALL.end;
    let select = Entity::find().filter(Column::Kind.eq(event.kind)).filter(Column::Detail.eq(event.detail));
    let since = in_key_range(select, db, (Column::AppId, app_id), Column::Id, ids, Order::Desc);
    Ok(since.one(db).await?.is_some())
}

/// Records an event, and deletes those beyond the limit.
pub(in crate::models) async fn record(db: &Conn, id: i64, app_id: AppId, kind: AppEventKind) -> Result<()> {
    insert_all(db, [Model::new(id, app_id, kind)]).await?;
    delete_old(db, app_id, DELETED_TOGETHER).await.map(drop)
}

/// Records events of exchanges. It deletes none: each follows an approval, which does.
pub(in crate::models) async fn insert_all(db: &Conn, events: impl IntoIterator<Item = Model>) -> Result<()> {
    let events = events.into_iter().map(Model::into_active_model);
    Entity::insert_many(events).exec_without_returning(db).await?;
    Ok(())
}

/// Deletes the events of an app beyond [`KEPT`], the oldest first and at most `limit` events; returns how many.
pub(in crate::models) async fn delete_old(db: &Conn, app_id: AppId, limit: u64) -> Result<u64> {
    let newest_first = newest_of(Entity::find(), db, app_id);
    let Some(surplus) = batch::newest_surplus(db, Column::Id, newest_first, KEPT).await? else {
        return Ok(0);
    };
    let (owner, ids) = ((Column::AppId, app_id), key_range::ALL.start..surplus + 1);
    let rows = in_key_range(Entity::find(), db, owner, Column::Id, ids, Order::Asc).limit(limit);
    batch::delete_some(db, Column::Id, rows).await
}

/// Clears the id of a user whose account is deleted from at most `limit` events; returns how many.
pub(in crate::models) async fn clear_user(db: &Conn, user_id: UserId, limit: u64) -> Result<u64> {
    batch::clear_user::<Entity>(db, Column::Id, Column::UserId, user_id, limit).await
}

/// The usage of an app, as far back as its log goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// When a user last signed in to it.
    pub last_exchanged_at: Option<Millis>,
    /// Exchanges that failed within the last 24 hours.
    pub recent_failures: i64,
}

/// For a query of apps: the id of the newest exchange, which carries its time, of the one whose id is `app`.
pub(in crate::models) fn last_exchange_of(db: &Conn, app: impl IntoColumnRef) -> Expr {
    let ids = Entity::find().select_only().column(Column::Id);
    let exchanges = newest_of(ids, db, Expr::col(app.into_column_ref()))
        .filter(Column::Kind.eq(AppEventKind::Exchanged(UserId::new(0)).name()));
    one(exchanges.limit(1).into_query())
}

/// For a query of apps: how many exchanges failed within the last 24 hours, of the one whose id is `app`.
pub(in crate::models) fn recent_failures_of(db: &Conn, app: impl IntoColumnRef, now: Millis) -> Expr {
    let kinds = Entity::find().select_only().columns([Column::Id, Column::Kind]);
    let newest = newest_of(kinds, db, Expr::col(app.into_column_ref())).limit(KEPT);
    one(Query::select()
        .expr(Func::count(Expr::col(Column::Id)))
        .from_subquery(newest.into_query(), Alias::new("newest"))
        .and_where(Expr::col(Column::Id).gte(db.id_times().first_id_at(now - DAY_MS)))
        .and_where(Expr::col(Column::Kind).is_in(["exchange_failed", AppEventKind::CodeReplayed.name()]))
        .take())
}

fn one(select: SelectStatement) -> Expr {
    Expr::SubQuery(None, Box::new(select.into()))
}
