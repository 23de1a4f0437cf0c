//! Channels that are gone, named until everything that was said in them is swept away.
//! That nothing of them is shown meanwhile is seen to where messages and mentions are read.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{IntoCondition, Query};
use sea_orm::{ConnectionTrait, QueryOrder, QuerySelect};

use crate::clock::Millis;
use crate::error::Result;
use crate::models::{channel, message, read_mark};

/// After so long a channel is looked at once more, for what was being written while it went.
const LATECOMERS_MS: Millis = 60 * 60 * 1000;
/// A step looks at so many channels at most.
const LOOKS: u64 = 50;

/// A channel that is gone.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "departed_channels")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub channel_id: i64,
    /// When it went.
    pub departed_at: i64,
    /// When to look for what is left of it.
    pub look_at: i64,
}

/// What joins it to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Names the channels that are about to go, in the transaction in which they go.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn note(
    write: &impl ConnectionTrait,
    going: impl IntoCondition,
    now: Millis,
) -> Result<()> {
    let channels = Query::select()
        .column(channel::Column::Id)
        .expr(Expr::val(now))
        .expr(Expr::val(now))
        .from(channel::Entity)
        .cond_where(going)
        .take();
    let insert = Query::insert()
        .into_table(Entity)
        .columns([Column::ChannelId, Column::DepartedAt, Column::LookAt])
        .select_from(channels)
        .map_err(crate::error::Error::internal)?
        .take();
    write.execute(&insert).await?;
    Ok(())
}

/// Drops messages, mentions and read marks of channels that are gone, at most `limit` rows besides the mentions; says
/// how many.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn sweep(write: &impl ConnectionTrait, now: Millis, limit: u64) -> Result<u64> {
    let mut swept = 0;
    for _ in 0..LOOKS {
        let next = Entity::find()
            .filter(Column::LookAt.lte(now))
            .order_by_asc(Column::LookAt)
            .limit(1)
            .one(write)
            .await?;
        let Some(gone) = next else { break };
        let id = gone.channel_id;
        swept += message::drop_of_channel(write, id, limit - swept).await?;
        if swept < limit {
            swept += read_mark::drop_of_channel(write, id, limit - swept).await?;
        }
        if swept >= limit {
            break;
        }
        let last_look = gone.departed_at + LATECOMERS_MS;
        if last_look <= now {
            Entity::delete_by_id(id).exec(write).await?;
        } else {
            Entity::update_many()
                .col_expr(Column::LookAt, Expr::value(last_look))
                .filter(Column::ChannelId.eq(id))
                .exec(write)
                .await?;
        }
    }
    Ok(swept)
}
