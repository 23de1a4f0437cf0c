//! Deciding a report of a message: removing the message, or dismissing the report.
//! Filing a report, and the queue, are in `models::messages::message_report`.

use super::change;
use crate::core::Core;
use crate::models::logs::audit::{self, Action, NamedChannel};
use crate::models::messages::message_report::{self, ReportDecision};
use crate::models::messages::moderation;
use crate::models::servers::member;
use crate::models::{Channel, Membership, Message, MessageReport, User};
use portico_macros::boxed;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ReportId, ServerId, UserId};

/// Decides a report, which closes it. To remove a reported message takes no further permission: that someone reported it is
/// what allows it.
///
/// # Errors
/// [`Error::NotFound`] for those who are no members, and where there is no such report or they may not view its channel;
/// [`Error::Forbidden`] where they may not moderate members; a fault of the form that names who decided it before.
#[boxed]
pub async fn decide(
    core: &Core,
    by: UserId,
    server_id: ServerId,
    id: ReportId,
    decision: ReportDecision,
) -> Result<()> {
    Membership::load(&core.db, by, server_id, Permissions::MODERATE_MEMBERS).await?;
    let write = core.begin().await?;
    let report = MessageReport::find(&write, server_id, id).await?.ok_or(Error::NotFound)?;
    // A ban or time-out of theirs waits for this, or is seen here.
    member::lock_to_act(&write, by, report.channel_id).await?;
    let (channel, membership, _) = Channel::viewed_by(&write, by, report.channel_id).await?;
    membership.require(Permissions::MODERATE_MEMBERS)?;
    // Of two at once, one closes it.
    if !report.close(&write, decision, by, core.now()).await? {
        let decided = MessageReport::find(&write, server_id, id).await?.ok_or(Error::NotFound)?;
        return Err(already(&write, &decided).await?);
    }
    let (hidden, author) =
        (NamedChannel::load(&write, &channel).await?.hidden, moderation::poster(&write, report.author()).await?);
    let message_id = report.message_id;
    let action = match decision {
        ReportDecision::Removed => Action::ReportedMessageRemoved { hidden, author, message_id },
        ReportDecision::Dismissed => Action::ReportDismissed { hidden, author, message_id },
    };
    audit::record(&write, core, server_id, by, &channel, action).await?;
    let message = match decision {
        ReportDecision::Removed => Message::lock_in(&write, report.channel_id, message_id).await?,
        ReportDecision::Dismissed => None,
    };
    // Its author may have deleted it meanwhile.
    let Some(message) = message else {
        return message_report::commit_queue(core, write, server_id).await;
    };
    message.delete(&write).await?;
    // The pages of other moderators count the reports with the mentions.
    change::commit(core, write, &message, true).await
}

/// Says who decided a report.
async fn already(db: &portico_platform::database::Conn, report: &MessageReport) -> Result<Error> {
    let by = match report.decided_by {
        Some(id) => User::find(db, id).await?,
        None => None,
    };
    let by = by.map_or_else(|| "Someone whose account is deleted".to_owned(), |user| format!("@{}", user.nickname));
    let done = match report.decision {
        Some(ReportDecision::Removed) => "removed this message already.",
        _ => "dismissed this report already.",
    };
    Ok(Error::fault("form", format!("{by} {done}")))
}
