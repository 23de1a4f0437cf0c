//! How the audit log names servers, channels and roles.
//! The log itself is in `logs::audit`.

use sea_orm::entity::prelude::*;

use crate::models::logs::audit::{AuditTarget, NamedChannel, NamedRole};
use crate::models::servers::channel::Model as Channel;
use crate::models::servers::role::Model as Role;
use crate::models::servers::server::Model as Server;
use crate::models::servers::{overwrite, role};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::chat::names;
use portico_rules::chat::permissions::{self, Permissions};

impl From<&Server> for AuditTarget {
    fn from(server: &Server) -> Self {
        Self { id: Some(server.id.get()), name: server.name.clone() }
    }
}

impl From<&Channel> for AuditTarget {
    fn from(channel: &Channel) -> Self {
        Self { id: Some(channel.id.get()), name: channel.name.clone() }
    }
}

impl From<&Role> for AuditTarget {
    fn from(role: &Role) -> Self {
        Self { id: Some(role.id.get()), name: role.name.clone() }
    }
}

impl From<&Role> for NamedRole {
    fn from(role: &Role) -> Self {
        Self { id: role.id.get(), name: role.name.clone() }
    }
}

impl NamedChannel {
    /// The channel as it is now.
    #[boxed]
    pub async fn load(db: &Conn, channel: &Channel) -> Result<Self> {
        Ok(Self { id: channel.id, name: channel.name.clone(), hidden: !channel.is_open(db).await? })
    }
}

impl Channel {
    /// True if every member may view it who carries no other role than `all`, and has no overwrite of their own.
    pub async fn is_open(&self, db: &Conn) -> Result<bool> {
        let Some(all) = role::Entity::find()
            .filter(role::Column::ServerId.eq(self.server_id))
            .filter(role::Column::NameFolded.eq(names::ALL))
            .one(db)
            .await?
        else {
            return Ok(false);
        };
        let overwrite = overwrite::Entity::find()
            .filter(overwrite::Column::ChannelId.eq(self.id))
            .filter(overwrite::Column::RoleId.eq(all.id))
            .one(db)
            .await?;
        let member = permissions::Standing {
            is_owner: false,
            role_permissions: all.permissions(),
            timed_out: false,
            lacks_second_step: false,
        };
        let here = member.in_channel(overwrite.map(|found| found.rule()), [], None);
        Ok(here.contains(Permissions::VIEW_CHANNEL))
    }
}
