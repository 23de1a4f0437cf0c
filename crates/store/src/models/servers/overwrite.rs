//! Overwrites: what a channel allows or denies a role or a member, in addition to their roles.
//! How they add up is in `chat::permissions`; setting one is in `manage::overwrite`.

use sea_orm::entity::prelude::*;
use sea_orm::{QuerySelect, QueryTrait};
use serde::Deserialize;

use crate::live::Access;
use crate::models::servers::channel;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::permissions::{self, Permissions};
use portico_rules::ids::{self, ChannelId, RoleId, ServerId, UserId};

/// One channel's exception for a role or a member; exactly one of the two is named.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "overwrites")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The channel.
    pub channel_id: ChannelId,
    /// The role it is for.
    pub role_id: Option<RoleId>,
    /// The member it is for.
    pub user_id: Option<UserId>,
    /// Allowed permissions, as bits.
    pub allow: i32,
    /// Denied permissions, as bits.
    pub deny: i32,
}

portico_platform::database::no_relations!();

/// Whom an overwrite is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoleOrMember {
    /// Everyone who has the role.
    Role(RoleId),
    /// One member.
    Member(UserId),
}

impl RoleOrMember {
    /// Reads `role:<id>` or `user:<id>`.
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, id) = text.split_once(':')?;
        match kind {
            "role" => ids::parse(id).map(Self::Role),
            "user" => ids::parse(id).map(Self::Member),
            _ => None,
        }
    }

    pub(super) fn id(self) -> i64 {
        match self {
            Self::Role(id) => id.get(),
            Self::Member(id) => id.get(),
        }
    }

    /// Whose permissions change with an overwrite in this server.
    pub(super) fn access(self, server_id: ServerId) -> Access {
        match self {
            Self::Role(_) => Access::Server(server_id),
            Self::Member(id) => Access::User(id),
        }
    }

    pub(super) fn role_id(self) -> Option<RoleId> {
        match self {
            Self::Role(id) => Some(id),
            Self::Member(_) => None,
        }
    }

    pub(super) fn user_id(self) -> Option<UserId> {
        match self {
            Self::Role(_) => None,
            Self::Member(id) => Some(id),
        }
    }

    pub(super) fn column(self) -> Column {
        match self {
            Self::Role(_) => Column::RoleId,
            Self::Member(_) => Column::UserId,
        }
    }
}

/// The form of an overwrite.
#[derive(Debug, Clone, Copy)]
pub struct OverwriteDraft<'a> {
    /// `role:<id>` or `user:<id>`.
    pub target: &'a str,
    /// The names of the permissions it allows.
    pub allow: &'a [&'a str],
    /// The names of the permissions it denies.
    pub deny: &'a [&'a str],
}

/// An overwrite as a user sent it, and as its page showed it.
#[derive(Debug, Clone, Copy)]
pub struct OverwriteEdit<'a> {
    /// The sent form.
    pub draft: OverwriteDraft<'a>,
    /// The state that the page showed: only permissions that differ from it are changed. None where the form doesn't
    /// say: the sent form then replaces what is stored.
    pub shown: Option<permissions::Overwrite>,
}

impl OverwriteDraft<'_> {
    pub(super) fn check(self) -> Result<(RoleOrMember, permissions::Overwrite)> {
        let mut faults = FieldErrors::none();
        let target = RoleOrMember::parse(self.target).ok_or("Choose a role or member.");
        let target = faults.check("target", target);
        let allow = faults.check("allow", of_channels(self.allow));
        let deny = faults.check("deny", of_channels(self.deny));
        let rule = permissions::Overwrite { allow: allow.unwrap_or_default(), deny: deny.unwrap_or_default() };
        if !rule.allow.intersection(rule.deny).is_empty() {
            faults.add("allow", "A permission is both allowed and denied. Choose one of the two.");
        }
        match target {
            Some(target) if faults.is_empty() => Ok((target, rule)),
            _ => Err(Error::Faults(faults)),
        }
    }
}

/// Permissions that a channel can allow or deny.
fn of_channels(names: &[&str]) -> Result<Permissions, &'static str> {
    Permissions::from_names(names.iter().copied())
        .ok()
        .filter(|permissions| Permissions::CHANNEL.contains(*permissions))
        .ok_or("One of these is not a channel permission. Choose from the list.")
}

impl Model {
    /// Its permissions, for `chat::permissions`.
    pub fn rule(&self) -> permissions::Overwrite {
        permissions::Overwrite {
            allow: Permissions::from_bits_truncate(self.allow),
            deny: Permissions::from_bits_truncate(self.deny),
        }
    }
}

/// Every overwrite of a channel.
#[boxed]
pub async fn all_of(db: &Conn, channel_id: ChannelId) -> Result<Vec<Model>> {
    Ok(Entity::find().filter(Column::ChannelId.eq(channel_id)).all(db).await?)
}

/// Deletes what the channels of a server allow one user, not what they deny.
pub(super) async fn delete_allowed_to(write: &Conn, server_id: ServerId, user_id: UserId) -> Result<()> {
    let channels = channel::Entity::find()
        .select_only()
        .column(channel::Column::Id)
        .filter(channel::Column::ServerId.eq(server_id))
        .into_query();
    Entity::delete_many()
        .filter(Column::UserId.eq(user_id))
        .filter(Column::Deny.eq(0))
        .filter(Column::ChannelId.in_subquery(channels.clone()))
        .exec(write)
        .await?;
    Entity::update_many()
        .col_expr(Column::Allow, Expr::value(0))
        .filter(Column::UserId.eq(user_id))
        .filter(Column::Allow.ne(0))
        .filter(Column::ChannelId.in_subquery(channels))
        .exec(write)
        .await?;
    Ok(())
}

/// Deletes the overwrites of a role that is deleted: at most one for each channel of its server.
pub(super) async fn delete_of_role(write: &Conn, role_id: RoleId) -> Result<()> {
    Entity::delete_many().filter(Column::RoleId.eq(role_id)).exec(write).await?;
    Ok(())
}
