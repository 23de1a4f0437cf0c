//! Slow mode: when each member posted last in a channel that has it, and whether they may post again.
//! How long they have to wait is set with the channel.

use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};

use crate::models::Channel;
use crate::models::servers::channel::MAX_SLOW_MODE;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, UserId};

/// The seconds that a channel's settings offer; 0 is off.
pub const CHOICES: [i32; 13] = [0, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, MAX_SLOW_MODE];

/// When a member posted last.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "slow_mode_posts")]
pub struct Model {
    /// The member.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// The channel.
    #[sea_orm(primary_key, auto_increment = false)]
    pub channel_id: ChannelId,
    /// When.
    pub posted_at: Millis,
}

portico_platform::database::no_relations!();

/// True if slow mode does not apply to someone with these permissions in the server.
pub fn exempts(held: Permissions) -> bool {
    let either = Permissions::MANAGE_MESSAGES | Permissions::MANAGE_CHANNELS;
    !held.intersection(either).is_empty()
}

/// Records that a member posts now, in the transaction that stores the message. One statement decides: of two posts at the
/// same time the second one finds the first.
///
/// # Errors
/// A fault of `content`, with when to try again, where they posted too short a time ago.
#[boxed]
pub async fn record(write: &Conn, channel: &Channel, user_id: UserId, now: Millis) -> Result<()> {
    let wait = Millis::from(channel.slow_mode) * 1000;
    let post = ActiveModel { user_id: Set(user_id), channel_id: Set(channel.id), posted_at: Set(now) };
    let stored = Entity::insert(post)
        .on_conflict(
            OnConflict::columns([Column::UserId, Column::ChannelId])
                .update_column(Column::PostedAt)
                .action_and_where(ExprTrait::lte(Expr::col((Entity, Column::PostedAt)), now - wait))
                .to_owned(),
        )
        .exec_without_returning(write)
        .await?;
    if stored > 0 {
        return Ok(());
    }
    let last = Entity::find_by_id((user_id, channel.id)).one(write).await?;
    let until = last.map_or(now, |last| last.posted_at) + wait;
    let seconds = (until - now).clamp(1, wait).unsigned_abs().div_ceil(1000);
    let sentence = match seconds {
        1 => "Slow mode: try again in 1 second.".to_owned(),
        seconds => format!("Slow mode: try again in {seconds} seconds."),
    };
    Err(Error::limited("content", sentence, seconds))
}

/// A time in words after "every": "30 seconds", "hour".
pub fn after_every(seconds: i32) -> String {
    let words = in_words(seconds);
    words.strip_prefix("1 ").map_or_else(|| words.clone(), str::to_owned)
}

/// A time in words: "30 seconds", "1 hour".
pub fn in_words(seconds: i32) -> String {
    let (count, unit) = match seconds {
        _ if seconds > 0 && seconds % 3_600 == 0 => (seconds / 3_600, "hour"),
        _ if seconds > 0 && seconds % 60 == 0 => (seconds / 60, "minute"),
        _ => (seconds, "second"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}
