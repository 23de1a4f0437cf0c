//! Setting what a channel allows or denies a role or a member.
//! How overwrites add up is in `chat::permissions`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{QuerySelect, QueryTrait, Set};

use crate::core::Core;
use crate::models::logs::audit::{self, Action, Change, NamedChannel, OverwriteTarget, action};
use crate::models::servers::overwrite::{
    ActiveModel, Column, Entity, Model, OverwriteDraft, OverwriteEdit, RoleOrMember,
};
use crate::models::servers::{channel, role, server};
use crate::models::tombstone::{self, TombstoneKind};
use crate::models::{Channel, Membership, Role, User};
use portico_macros::boxed;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::{self, Permissions};
use portico_rules::ids::{ChannelId, ServerId, UserId};

impl Model {
    /// Sets what a channel allows and denies a role or a member; with neither, the overwrite is deleted. Returns
    /// whether the user may still view the channel themselves.
    ///
    /// # Errors
    /// Faults of `target`, `allow` and `deny`; [`Error::NotFound`] where the user may not see the channel,
    /// [`Error::Forbidden`] where they may not manage channels, would give what they don't hold in this one, or the role or
    /// member is at or above their own highest role.
    #[boxed]
    pub async fn set(
        core: &Core,
        by: UserId,
        server_id: ServerId,
        channel_id: ChannelId,
        draft: OverwriteDraft<'_>,
    ) -> Result<bool> {
        let edit = OverwriteEdit { draft, shown: None };
        match Self::set_all(core, by, server_id, channel_id, &[edit]).await? {
            SaveOutcome::Yes { may_view } => Ok(may_view),
            SaveOutcome::Refused { error, .. } => Err(error),
        }
    }

    /// The same for several roles and members at once: all of it, or nothing. Each is checked against the permissions that the user had before.
    /// Permissions that are as the page showed them stay as they are stored.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the user may not see the channel, [`Error::Forbidden`] where they may not manage channels.
    #[boxed]
    pub async fn set_all(
        core: &Core,
        by: UserId,
        server_id: ServerId,
        channel_id: ChannelId,
        edits: &[OverwriteEdit<'_>],
    ) -> Result<SaveOutcome> {
        let write = core.begin().await?;
        let membership = Membership::load_to_change(&write, by, server_id, Permissions::MANAGE_CHANNELS).await?;
        let (channel, here) = Channel::of_server(&write, &membership, channel_id).await?;
        let context = OverwriteContext { core, write: &write, by, membership: &membership, channel: &channel, here };
        let mut changed = Vec::with_capacity(edits.len());
        for (row, edit) in edits.iter().enumerate() {
            match context.set(*edit).await {
                Ok(target) => changed.push(target.access(server_id)),
                // Nothing of it is stored: the transaction ends here.
                Err(error @ (Error::Faults(_) | Error::Forbidden(_))) => {
                    return Ok(SaveOutcome::Refused { row, error });
                }
                Err(err) => return Err(err),
            }
        }
        let after = membership.in_channel(&write, channel_id).await?;
        core.commit_revoking(write, &changed).await?;
        Ok(SaveOutcome::Yes { may_view: after.contains(Permissions::VIEW_CHANNEL) })
    }
}

/// The result of saving several overwrites.
#[derive(Debug)]
pub enum SaveOutcome {
    /// All are saved.
    Yes {
        /// True if the user may still view the channel themselves.
        may_view: bool,
    },
    /// None is saved.
    Refused {
        /// Which one is at fault.
        row: usize,
        /// Faults of `target`, `allow` and `deny`, or [`Error::Forbidden`] where the user would give what they don't hold, or
        /// acts on a role or member that is not below them.
        error: Error,
    },
}

/// A channel, and the user who changes its overwrites.
struct OverwriteContext<'a> {
    core: &'a Core,
    write: &'a Write,
    by: UserId,
    membership: &'a Membership,
    channel: &'a Channel,
    here: Permissions,
}

impl OverwriteContext<'_> {
    async fn set(&self, edit: OverwriteEdit<'_>) -> Result<RoleOrMember> {
        let &Self { core, write, by, membership, channel, here } = self;
        let (channel_id, server_id) = (channel.id, membership.server.id);
        let (target, sent) = edit.draft.check()?;
        let row = Entity::find()
            .filter(Column::ChannelId.eq(channel_id))
            .filter(target.column().eq(target.id()))
            .one(&**write)
            .await?;
        let whom = within(target, write, membership, row.is_some()).await?;
        let Some(whom) = whom else {
            return Err(Error::fault("target", "Choose a role or member of this server."));
        };
        let is_new = row.is_none();
        let before = row.map_or_else(permissions::Overwrite::default, |row| row.rule());
        let rule = edit.shown.map_or(sent, |shown| before.with_changes(shown, sent));
        // Lifting a denial gives as much as allowing does.
        let given = rule.allow.difference(before.allow) | before.deny.difference(rule.deny);
        if !here.contains(given) {
            return Err(Error::Forbidden("You can only allow what you are allowed to do in this channel yourself."));
        }
        self.store(target, rule, is_new).await?;
        if rule != before {
            let named = |from, to| Change { from: action::names(from), to: action::names(to) };
            let action = Action::OverwriteSet {
                hidden: NamedChannel::load(write, channel).await?.hidden,
                whom,
                allow: named(before.allow, rule.allow),
                deny: named(before.deny, rule.deny),
            };
            audit::record(write, core, server_id, by, channel, action).await?;
        }
        Ok(target)
    }

    /// Stores what the channel allows and denies, and deletes what is neither.
    async fn store(&self, target: RoleOrMember, rule: permissions::Overwrite, is_new: bool) -> Result<()> {
        let (core, write, channel_id) = (self.core, self.write, self.channel.id);
        if rule.allow.is_empty() && rule.deny.is_empty() {
            Entity::delete_many()
                .filter(Column::ChannelId.eq(channel_id))
                .filter(target.column().eq(target.id()))
                .exec(&**write)
                .await?;
            return Ok(());
        }
        if is_new {
            self.require_room().await?;
        }
        Entity::insert(ActiveModel {
            id: Set(core.id()),
            channel_id: Set(channel_id),
            role_id: Set(target.role_id()),
            user_id: Set(target.user_id()),
            allow: Set(rule.allow.bits()),
            deny: Set(rule.deny.bits()),
        })
        .on_conflict(
            OnConflict::columns([Column::ChannelId, target.column()])
                .update_columns([Column::Allow, Column::Deny])
                .to_owned(),
        )
        .exec_without_returning(&**write)
        .await?;
        Ok(())
    }

    /// Refuses one more where the server has as many as it can have.
    async fn require_room(&self) -> Result<()> {
        let channels = channel::Entity::find()
            .select_only()
            .column(channel::Column::Id)
            .filter(channel::Column::ServerId.eq(self.membership.server.id));
        // Overwrites of deleted accounts don't count.
        let existing = Entity::find()
            .filter(Column::ChannelId.in_subquery(channels.into_query()))
            .filter(tombstone::has_none(TombstoneKind::User, Column::UserId));
        let limit = self.core.config.caps.overwrites_per_server;
        // Pages show a row of permissions for each role and member, and none for one that only inherits.
        let sentences = [
            "This server has 1 set of permissions in a channel, the most it can have.",
            "This server has {} sets of permissions in channels, the most it can have.",
        ];
        let remedy = "Set all permissions of one to Inherit first.";
        server::require_room(self.write, existing, limit, sentences, remedy).await
    }
}

/// Who this is in a server, by name; none where they are not of it. A user whom the channel names
/// already (`was_named`) may have left the server since.
///
/// # Errors
/// [`Error::Forbidden`] where they are not below the highest role of the user who asks.
async fn within(
    target: RoleOrMember,
    db: &Conn,
    membership: &Membership,
    was_named: bool,
) -> Result<Option<OverwriteTarget>> {
    let server_id = membership.server.id;
    match target {
        RoleOrMember::Role(id) => {
            let role: Option<Role> =
                role::Entity::find_by_id(id).filter(role::Column::ServerId.eq(server_id)).one(db).await?;
            if let Some(role) = &role {
                membership.require_to_overwrite_role(role)?;
            }
            Ok(role.map(|role| OverwriteTarget::Role((&role).into())))
        }
        RoleOrMember::Member(id) => {
            let theirs = Membership::find(db, id, server_id).await?;
            if !was_named && theirs.is_none() {
                return Ok(None);
            }
            membership.require_to_overwrite(theirs.as_ref())?;
            let user = User::find(db, id).await?;
            Ok(user.map(|user| OverwriteTarget::Member((&user).into())))
        }
    }
}
