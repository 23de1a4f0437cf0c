//! The room that messages take: refused where the disk is nearly full, or a budget of bytes is spent.
//! The budgets are settings of `throttle`, counted in this process, so that no post costs a statement more.

use crate::core::Core;
use portico_platform::error::{Error, Result};
use portico_platform::storage::{WrittenBytes, in_words};
use portico_platform::throttle::LimitKind;
use portico_rules::ids::{ServerId, UserId};

/// Takes room for a message, or for the new text of one: from the budget of the person who writes it or created the webhook
/// that posts it, where they are still there, and from the one of its server.
///
/// # Errors
/// [`Error::DiskNearlyFull`] and [`Error::BudgetSpent`].
pub(super) fn take(core: &Core, person_id: Option<UserId>, server_id: ServerId, bytes: usize) -> Result<()> {
    if core.storage.is_nearly_full() {
        return Err(Error::DiskNearlyFull);
    }
    let amount = u32::try_from(bytes).unwrap_or(u32::MAX);
    let budgets = [
        (LimitKind::MessageBytesPerson, person_id.map(UserId::get), "you and your webhooks can store"),
        (LimitKind::MessageBytesServer, Some(server_id.get()), "this server can store"),
    ];
    for (kind, id, whose) in budgets {
        let Some(id) = id else { continue };
        core.throttle.take(kind, id, amount).map_err(|too_fast| {
            let limit = core.config.throttle.limit(kind);
            let (burst, more) = (in_words(limit.burst.get().into()), in_words(limit.per_minute.get().into()));
            Error::BudgetSpent {
                sentence: format!(
                    "This is more than {whose} at the moment: {burst} of messages at once, and {more} a minute after \
                     that (the setting throttle.{}). Nothing was stored.",
                    kind.name()
                ),
                retry_after: too_fast.retry_after_secs,
            }
        })?;
    }
    Ok(())
}

/// The same for what a person typed: a spent budget is a fault of its field.
///
/// # Errors
/// [`Error::DiskNearlyFull`], and a fault of `content`.
pub(super) fn take_for_typed(core: &Core, user_id: UserId, server_id: ServerId, content: &str) -> Result<()> {
    take(core, Some(user_id), server_id, content.len()).map_err(|err| match err {
        Error::BudgetSpent { sentence, retry_after } => Error::limited("content", sentence, retry_after),
        err => err,
    })
}

/// Counts what was stored, for the console.
pub(super) fn note(core: &Core, server_id: ServerId, bytes: usize) {
    core.storage.wrote(core.now(), server_id, WrittenBytes { messages: bytes as u64, logs: 0 });
}
