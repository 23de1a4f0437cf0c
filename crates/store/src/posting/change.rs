//! The common part of every edit and deletion of a message, of people and webhooks alike: resolving the new text,
//! keeping the old one.
//! `own_messages` decides who may change which message for webhooks, `user_messages` for people.

use std::collections::BTreeSet;

use super::mention_facts::{MentionFacts, MentionLookup};
use crate::core::Core;
use crate::live::{self, MessageChange};
use crate::models::Message;
use crate::models::messages::{mention, version};
use portico_platform::database::Write;
use portico_platform::error::Result;
use portico_rules::chat::mentions::{MentionTarget, ResolvedMessage, scan_marked};
use portico_rules::ids::{ChannelId, MessageId, ServerId, UserId};
use portico_rules::payload::EditedText;

/// Where a message is, and whose permissions decide about its mentions.
#[derive(Debug, Clone, Copy)]
pub(super) struct EditContext {
    pub(super) server_id: ServerId,
    pub(super) channel_id: ChannelId,
    pub(super) checked_as: Option<UserId>,
}

/// Resolves the mentions of a new text. Targets that fired before are looked up as well, so that they resolve again.
pub(super) async fn resolve<'t>(
    write: &Write,
    context: EditContext,
    text: &'t EditedText,
    fired: &BTreeSet<MentionTarget>,
) -> Result<ResolvedMessage<'t>> {
    let mut allowed = text.allowed_mentions.clone();
    for target in fired {
        match *target {
            MentionTarget::All => allowed.kinds.all = true,
            MentionTarget::Role(id) => allowed.roles.push(id),
            MentionTarget::User(id) => allowed.users.push(id),
        }
    }
    let scan = scan_marked(&text.content, &text.marks);
    let lookups = scan.lookups(&allowed);
    let lookup = MentionLookup {
        server_id: context.server_id,
        channel_id: context.channel_id,
        checked_as: context.checked_as,
        sent_by: None,
        lookups: &lookups,
    };
    let needed = (!lookups.is_empty()).then_some(lookup);
    let facts = MentionFacts::load(write, needed.as_slice()).await?;
    let (directory, may_mention_all) = facts.directory(lookup);
    let resolved = scan.resolve(&allowed, &directory, may_mention_all);
    Ok(resolved.edited(fired))
}

/// Stores an edited message: what it said before is kept as a version, and mentions that don't stand any more leave the
/// inboxes. An edit that changes nothing is not recorded, so that repeating one does no harm. The caller has
/// locked the row.
pub(super) async fn save(core: &Core, write: Write, before: &Message, message: &mut Message) -> Result<()> {
    if message == before {
        return Ok(());
    }
    // Never the same as that of the edit before, which is the key of a version.
    let after_last = before.edited_at.map_or(core.now(), |last| core.now().max(last + 1));
    message.edited_at = Some(after_last);
    version::record(&write, before.version(after_last)).await?;
    message.replace(&write).await?;
    let (fired, stands) = (before.fired(), message.fired());
    let gone = fired.difference(&stands).map(|target| (message.id, *target));
    let gone: Vec<(MessageId, MentionTarget)> = gone.collect();
    mention::delete_fired(&write, message.channel_id, &gone).await?;
    commit(core, write, message, !gone.is_empty()).await
}

/// Commits a change of a message and wakes the pages that show it; and inboxes, where `touches_inboxes` says that it left some.
pub(super) async fn commit(core: &Core, write: Write, message: &Message, touches_inboxes: bool) -> Result<()> {
    let (node, channel_id) = (core.node(), message.channel_id);
    live::announce_change(&write, node, channel_id, MessageChange::One(message.id)).await?;
    if touches_inboxes {
        live::announce(&write, node, &[(channel_id.into(), true)]).await?;
    }
    live::commit_change(&core.live, write).await?;
    core.live.changed(channel_id, message.id);
    if touches_inboxes {
        core.live.arrived_unknown(channel_id, true);
    }
    Ok(())
}
