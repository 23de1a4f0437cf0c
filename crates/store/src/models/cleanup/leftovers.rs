//! What is left of a deleted server, channel, role, webhook, app or account, and how it is deleted in steps.
//! That something was deleted is recorded in `tombstone`.

use crate::models::logs::{audit, delivery};
use crate::models::messages::{message, read_mark};
use crate::models::oauth::approval;
use crate::models::servers::member::{self, held};
use crate::models::servers::{ban, invite, mute, overwrite, timeout};
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

/// Deletes at most `limit` rows, and fewer only where nothing is left. What refers to other rows is deleted before them.
async fn delete_of(write: &Conn, kind: TombstoneKind, id: i64, limit: u64) -> Result<u64> {
    let mut deleted = 0;
    /// Each verb gets what the ones before it left of the limit, and runs only where that is something.
    macro_rules! each {
        ($($verb:path),+ $(,)?) => {{
            $(if deleted < limit {
                deleted += $verb(write, id, limit - deleted).await?;
            })+
        }};
    }
    match kind {
        TombstoneKind::Server => each!(
            held::delete_of_server,
            member::delete_of_server,
            timeout::delete_of_server,
            ban::delete_of_server,
            mute::delete_of_place,
        ),
        TombstoneKind::Channel => each!(
            message::delete_of_channel,
            read_mark::delete_of_channel,
            overwrite::delete_of_channel,
            mute::delete_of_place,
        ),
        TombstoneKind::Role => each!(held::delete_of_role),
        TombstoneKind::Webhook => each!(delivery::delete_of_webhook, idempotency_key::delete_of_webhook,),
        TombstoneKind::App => each!(approval::delete_of_app, audit::delete_of_app),
        TombstoneKind::User => each!(
            overwrite::delete_of_user,
            held::delete_of_user,
            timeout::delete_of_user,
            ban::delete_of_user,
            ban::clear_banned_by,
            webhook::clear_creator,
            invite::clear_creator,
        ),
    }
    Ok(deleted)
}
