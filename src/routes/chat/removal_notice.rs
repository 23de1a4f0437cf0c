//! The notice on a channel's page after many messages were removed, or one was deleted: for how long that can be undone.
//! Removing and undoing is in `removals`.

use serde::Serialize;

use crate::app::App;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{self, ChannelId, RemovalId};
use portico_store::models::Membership;
use portico_store::models::messages::moderation;
use portico_store::models::messages::removal::Model as Removal;

/// A removal that can still be undone, as the page of its channel shows it.
#[derive(Debug, Serialize)]
pub(super) struct RemovalNotice {
    id: RemovalId,
    /// True if it is the deletion of one message.
    is_deletion: bool,
    removed: i32,
    author: String,
    /// For how many more seconds it can be undone.
    seconds: i64,
}

/// The removal that a channel's page was opened to show; none where it can't be undone any more, or not by this reader.
pub(super) async fn notice(
    app: &App,
    membership: &Membership,
    channel_id: ChannelId,
    removal_id: &str,
) -> Result<Option<RemovalNotice>> {
    let moderates = membership.permissions().contains(Permissions::MANAGE_MESSAGES);
    let Some(id) = ids::parse(removal_id) else {
        return Ok(None);
    };
    let removal = match Removal::find(&app.db, channel_id, id).await {
        Err(Error::NotFound) => return Ok(None),
        found => found?,
    };
    let left = removal.undo_until() - app.now();
    let may_undo = match removal.is_deletion() {
        true => removal.removed_by == membership.user_id,
        false => moderates,
    };
    if left <= 0 || removal.is_final || !may_undo {
        return Ok(None);
    }
    let poster = moderation::poster(&app.db, removal.author()).await?;
    Ok(Some(RemovalNotice {
        id,
        is_deletion: removal.is_deletion(),
        removed: removal.removed_together(&app.db, membership.user_id).await?,
        author: match &*poster.nickname {
            "" => poster.name,
            nickname => labelled(nickname, &poster.name),
        },
        seconds: (left + 999) / 1000,
    }))
}

/// A user as an author of messages that are removed. The nickname comes first: several may have the same name.
pub(super) fn labelled(nickname: &str, name: &str) -> String {
    format!("@{nickname} ({name})")
}
