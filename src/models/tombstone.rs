//! What is gone, named until everything that it held is deleted: servers, channels, roles, webhooks, apps and people.
//! That nothing of it is shown meanwhile is seen to where rows are read: each reader begins with what holds them, or
//! leaves out what is named here.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, Query};
use sea_orm::{ConnectionTrait, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::clock::Millis;
use crate::database::Conn;
use crate::error::Result;
use crate::models::logs::{audit, delivery};
use crate::models::messages::{message, read_mark};
use crate::models::oauth::grant;
use crate::models::servers::member::{self, held};
use crate::models::servers::{invite, overwrite};
use crate::models::webhooks::{idempotency_key, webhook};

/// After so long what is gone is looked at once more, for what was being written while it went.
const LATECOMERS_MS: Millis = 60 * 60 * 1000;
/// A step looks at so many at most.
const LOOKS: u64 = 50;

/// What can go and leave more behind than a transaction should take along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum TombstoneKind {
    /// A server, which leaves its members and the roles they held.
    #[sea_orm(string_value = "server")]
    Server,
    /// A channel, which leaves what was said in it, how far people had read, and what it allowed and denied.
    #[sea_orm(string_value = "channel")]
    Channel,
    /// A role, which leaves those who held it.
    #[sea_orm(string_value = "role")]
    Role,
    /// A webhook, which leaves its log and the answers that it would have repeated.
    #[sea_orm(string_value = "webhook")]
    Webhook,
    /// An OAuth app, which leaves people's approvals, the codes that came of them, and its audit log.
    #[sea_orm(string_value = "app")]
    App,
    /// An account, which leaves what channels allowed and denied the person, the roles they held, and their id as the
    /// creator of webhooks and invites.
    #[sea_orm(string_value = "user")]
    User,
}

/// Something that is gone.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "departed")]
pub struct Model {
    /// What it was.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: TombstoneKind,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// When it went.
    pub departed_at: i64,
    /// When to look for what is left of it.
    pub look_at: i64,
}

/// What joins it to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Names one that goes, in the transaction in which it does.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn note(write: &Conn, kind: TombstoneKind, id: i64, now: Millis) -> Result<()> {
    let gone = ActiveModel {
        kind: Set(kind),
        id: Set(id),
        departed_at: Set(now),
        look_at: Set(now),
    };
    Entity::insert(gone).exec_without_returning(write).await?;
    Ok(())
}

/// Names those that are about to go, in the transaction in which they do: `going` is what is selected of their table,
/// and `id` the column by which they are known there.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn note_all<E: EntityTrait>(
    write: &Conn,
    kind: TombstoneKind,
    going: Select<E>,
    id: E::Column,
    now: Millis,
) -> Result<()> {
    let rows = going
        .select_only()
        .expr(Expr::val(kind.to_value()))
        .column(id)
        .expr(Expr::val(now))
        .expr(Expr::val(now))
        .into_query();
    let insert = Query::insert()
        .into_table(Entity)
        .columns([Column::Kind, Column::Id, Column::DepartedAt, Column::LookAt])
        .select_from(rows)
        .map_err(crate::error::Error::internal)?
        .take();
    write.execute(&insert).await?;
    Ok(())
}

/// For a statement of other rows: whether none of this kind with the id in `column` is gone. True where there is no id.
pub(super) fn is_none_of(kind: TombstoneKind, column: impl ColumnTrait) -> Expr {
    let gone = Query::select()
        .expr(Expr::val(1))
        .from(Entity)
        .and_where(Column::Kind.eq(kind))
        .and_where(Expr::col((Entity, Column::Id)).equals(column.as_column_ref()))
        .take();
    Expr::exists(gone).not()
}

/// Drops what is left of what is gone, at most `limit` rows besides those that go with one of them by themselves (the
/// mentions of a message); says how many.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn sweep(write: &Conn, now: Millis, limit: u64) -> Result<u64> {
    let mut deleted = 0;
    for _ in 0..LOOKS {
        let next = Entity::find()
            .filter(Column::LookAt.lte(now))
            .order_by_asc(Column::LookAt)
            .limit(1)
            .one(write)
            .await?;
        let Some(gone) = next else { break };
        deleted += gone.drop_what_is_left(write, limit - deleted).await?;
        if deleted >= limit {
            break;
        }
        let last_look = gone.departed_at + LATECOMERS_MS;
        let this_one = (gone.kind, gone.id);
        if last_look <= now {
            Entity::delete_by_id(this_one).exec(write).await?;
        } else {
            Entity::update_many()
                .col_expr(Column::LookAt, Expr::value(last_look))
                .filter(Column::Kind.eq(gone.kind))
                .filter(Column::Id.eq(gone.id))
                .exec(write)
                .await?;
        }
    }
    Ok(deleted)
}

impl Model {
    /// At most `limit` rows; fewer only where nothing is left.
    async fn drop_what_is_left(&self, write: &Conn, limit: u64) -> Result<u64> {
        let mut dropped = 0;
        for left in Left::ALL.iter().filter(|left| left.of() == self.kind) {
            dropped += left.drop(write, self.id, limit - dropped).await?;
            if dropped >= limit {
                break;
            }
        }
        Ok(dropped)
    }
}

/// What is left, in the order in which it goes: what refers to something before that.
#[derive(Clone, Copy)]
enum Left {
    RolesHeld,
    Members,
    Messages,
    ReadMarks,
    Overwrites,
    Holders,
    Deliveries,
    IdempotencyKeys,
    Grants,
    AuditLog,
    OverwritesOfUser,
    RolesOfUser,
    WebhooksCreated,
    InvitesCreated,
}

impl Left {
    const ALL: [Self; 14] = [
        Self::RolesHeld,
        Self::Members,
        Self::Messages,
        Self::ReadMarks,
        Self::Overwrites,
        Self::Holders,
        Self::Deliveries,
        Self::IdempotencyKeys,
        Self::Grants,
        Self::AuditLog,
        Self::OverwritesOfUser,
        Self::RolesOfUser,
        Self::WebhooksCreated,
        Self::InvitesCreated,
    ];

    fn of(self) -> TombstoneKind {
        match self {
            Self::RolesHeld | Self::Members => TombstoneKind::Server,
            Self::Messages | Self::ReadMarks | Self::Overwrites => TombstoneKind::Channel,
            Self::Holders => TombstoneKind::Role,
            Self::Deliveries | Self::IdempotencyKeys => TombstoneKind::Webhook,
            Self::Grants | Self::AuditLog => TombstoneKind::App,
            Self::OverwritesOfUser
            | Self::RolesOfUser
            | Self::WebhooksCreated
            | Self::InvitesCreated => TombstoneKind::User,
        }
    }

    async fn drop(self, write: &Conn, id: i64, limit: u64) -> Result<u64> {
        match self {
            Self::RolesHeld => held::drop_of_server(write, id, limit).await,
            Self::Members => member::drop_of_server(write, id, limit).await,
            Self::Messages => message::drop_of_channel(write, id, limit).await,
            Self::ReadMarks => read_mark::drop_of_channel(write, id, limit).await,
            Self::Overwrites => overwrite::drop_of_channel(write, id, limit).await,
            Self::Holders => held::drop_of_role(write, id, limit).await,
            Self::Deliveries => delivery::drop_of_webhook(write, id, limit).await,
            Self::IdempotencyKeys => idempotency_key::drop_of_webhook(write, id, limit).await,
            Self::Grants => grant::drop_of_app(write, id, limit).await,
            Self::AuditLog => audit::drop_of_app(write, id, limit).await,
            Self::OverwritesOfUser => overwrite::drop_of_user(write, id, limit).await,
            Self::RolesOfUser => held::drop_of_user(write, id, limit).await,
            Self::WebhooksCreated => webhook::forget_creator(write, id, limit).await,
            Self::InvitesCreated => invite::forget_creator(write, id, limit).await,
        }
    }
}
