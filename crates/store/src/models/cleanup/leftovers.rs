//! The rows that a deleted server, channel, role, webhook, app or account leaves, and how they are deleted in steps.
//! `tombstone` records the deletion itself.

use crate::models::batch::{self, Pending};
use crate::models::logs::{audit, delivery};
use crate::models::messages::message_report::reporter;
use crate::models::messages::{message, message_report, read_mark};
use crate::models::oauth::approval;
use crate::models::servers::member::{self, former, held};
use crate::models::servers::{ban, blocked_user, invite, mute, overwrite, timeout};
use crate::models::tombstone::{self, TombstoneKind};
use crate::models::webhooks::{idempotency_key, webhook};
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;

/// The most tombstones that a step looks at.
const TOMBSTONES_PER_STEP: u64 = 50;

/// Deletes at most `limit` rows of what is left, besides those that are deleted with one of them (the mentions of a
/// message); returns how many.
pub(super) async fn delete(write: &Conn, now: Millis, limit: u64) -> Result<u64> {
    let mut deleted = 0;
    for _ in 0..TOMBSTONES_PER_STEP {
        let Some(tombstone) = tombstone::due(write, now).await? else {
            break;
        };
        deleted += delete_of(write, tombstone.kind, tombstone.id, limit - deleted).await?;
        if deleted >= limit {
            break;
        }
        tombstone.looked(write, now).await?;
    }
    Ok(deleted)
}

/// Deletes at most so many rows that something with this id left; returns how many.
type Leftover = for<'a> fn(&'a Conn, i64, u64) -> Pending<'a, u64>;

// Macros, since each verb needs a closure that boxes its future.

/// Rows of a table with the id in this column, found by the rest of their primary key.
macro_rules! rows {
    ($table:ident, $owner:ident, $key:ident) => {
        |db, id, limit| {
            Box::pin(batch::delete_of::<$table::Entity>(db, ($table::Column::$owner, id), $table::Column::$key, limit))
        }
    };
}

/// Rows of a table that stay, without the id of the user in this column.
macro_rules! cleared {
    ($table:ident, $column:ident, $key:ident) => {
        |db, id, limit| {
            Box::pin(batch::clear_user::<$table::Entity>(
                db,
                $table::Column::$key,
                $table::Column::$column,
                id.into(),
                limit,
            ))
        }
    };
}

/// Rows that a verb of their model deletes.
macro_rules! by {
    ($verb:path) => {
        |db, id, limit| Box::pin($verb(db, id.into(), limit))
    };
}

/// The leftovers of each kind. Rows that refer to others are deleted before them.
const LEFTOVERS: &[(TombstoneKind, Leftover)] = &[
    (TombstoneKind::Server, by!(held::delete_of_server)),
    (TombstoneKind::Server, rows!(member, ServerId, UserId)),
    (TombstoneKind::Server, rows!(former, ServerId, UserId)),
    (TombstoneKind::Server, rows!(timeout, ServerId, UserId)),
    (TombstoneKind::Server, rows!(ban, ServerId, Id)),
    (TombstoneKind::Server, rows!(mute, PlaceId, UserId)),
    (TombstoneKind::Server, rows!(message_report, ServerId, Id)),
    (TombstoneKind::Channel, rows!(message_report, ChannelId, Id)),
    (TombstoneKind::Channel, by!(message::delete_of_channel)),
    (TombstoneKind::Channel, rows!(read_mark, ChannelId, UserId)),
    (TombstoneKind::Channel, rows!(overwrite, ChannelId, Id)),
    (TombstoneKind::Channel, rows!(mute, PlaceId, UserId)),
    (TombstoneKind::Role, by!(held::delete_of_role)),
    (TombstoneKind::Webhook, by!(delivery::delete_of_webhook)),
    (TombstoneKind::Webhook, rows!(idempotency_key, WebhookId, Key)),
    (TombstoneKind::App, by!(approval::delete_of_app)),
    (TombstoneKind::App, rows!(audit, LogId, Id)),
    (TombstoneKind::User, rows!(overwrite, UserId, Id)),
    // A role is one server's, so that it says which rows of the user these are.
    (TombstoneKind::User, rows!(held, UserId, RoleId)),
    (TombstoneKind::User, rows!(timeout, UserId, ServerId)),
    (TombstoneKind::User, rows!(message_report, AuthorId, Id)),
    (TombstoneKind::User, rows!(reporter, ReporterId, MessageId)),
    (TombstoneKind::User, rows!(blocked_user, BlockedId, UserId)),
    (TombstoneKind::User, rows!(ban, UserId, Id)),
    (TombstoneKind::User, cleared!(ban, BannedBy, Id)),
    (TombstoneKind::User, by!(webhook::clear_creator)),
    (TombstoneKind::User, cleared!(invite, CreatorId, Code)),
];

/// Deletes at most `limit` rows, and fewer only where nothing is left.
async fn delete_of(write: &Conn, kind: TombstoneKind, id: i64, limit: u64) -> Result<u64> {
    let mut deleted = 0;
    for (_, leftover) in LEFTOVERS.iter().filter(|(left_by, _)| *left_by == kind) {
        if deleted < limit {
            deleted += leftover(write, id, limit - deleted).await?;
        }
    }
    Ok(deleted)
}
