//! Servers, arranged without their forms: members, roles, channels, overwrites.

use portico::chat::names;
use portico::chat::permissions::Permissions;
use portico::models::{Channel, Role, Server, channel, member, overwrite, role};
use sea_orm::{ActiveModelTrait, Set};

use super::{House, Person};

/// A server with its first channel.
pub struct Community<'h> {
    pub house: &'h House,
    pub server: Server,
    pub general: Channel,
}

impl House {
    /// A server of somebody's, as the form makes it: the role `all` and a channel `general`.
    pub async fn server(&self, name: &str, owner: &Person<'_>) -> Community<'_> {
        let (server, general) = Server::create(&self.at, owner.id, name).await.unwrap();
        Community {
            house: self,
            server,
            general,
        }
    }
}

impl Community<'_> {
    pub fn id(&self) -> i64 {
        self.server.id
    }

    /// Lets somebody in.
    pub async fn join(&self, person: &Person<'_>) -> &Self {
        member::join(
            &*self.house.at.db,
            self.server.id,
            person.id,
            self.house.at.now(),
        )
        .await
        .unwrap();
        self
    }

    /// A role that nobody holds yet.
    pub async fn role(&self, name: &str, permissions: Permissions, mentionable: bool) -> Role {
        role::ActiveModel {
            id: Set(self.house.at.id()),
            server_id: Set(self.server.id),
            name: Set(name.to_owned()),
            name_folded: Set(names::fold(name)),
            mentionable: Set(mentionable),
            permissions: Set(permissions.bits()),
            created_at: Set(self.house.at.now()),
        }
        .insert(&*self.house.at.db)
        .await
        .unwrap()
    }

    /// Gives a member a role.
    pub async fn give(&self, role: &Role, person: &Person<'_>) -> &Self {
        member::held::ActiveModel {
            server_id: Set(self.server.id),
            user_id: Set(person.id),
            role_id: Set(role.id),
            given_at: Set(self.house.at.now()),
        }
        .insert(&*self.house.at.db)
        .await
        .unwrap();
        self
    }

    /// Lets somebody in with a role of their own that has these permissions.
    pub async fn join_with(&self, person: &Person<'_>, permissions: Permissions) -> Role {
        self.join(person).await;
        let role = self
            .role(&format!("of {}", person.nickname), permissions, false)
            .await;
        self.give(&role, person).await;
        role
    }

    /// Another channel.
    pub async fn channel(&self, name: &str) -> Channel {
        channel::ActiveModel {
            id: Set(self.house.at.id()),
            server_id: Set(self.server.id),
            name: Set(name.to_owned()),
            topic: Set(String::new()),
            created_at: Set(self.house.at.now()),
        }
        .insert(&*self.house.at.db)
        .await
        .unwrap()
    }

    /// What a channel says of a role.
    pub async fn overwrite_role(
        &self,
        channel: &Channel,
        role: &Role,
        allow: Permissions,
        deny: Permissions,
    ) {
        self.overwrite(channel, Some(role.id), None, allow, deny)
            .await;
    }

    /// What a channel says of a member.
    pub async fn overwrite_member(
        &self,
        channel: &Channel,
        person: &Person<'_>,
        allow: Permissions,
        deny: Permissions,
    ) {
        self.overwrite(channel, None, Some(person.id), allow, deny)
            .await;
    }

    async fn overwrite(
        &self,
        channel: &Channel,
        role_id: Option<i64>,
        user_id: Option<i64>,
        allow: Permissions,
        deny: Permissions,
    ) {
        overwrite::ActiveModel {
            id: Set(self.house.at.id()),
            channel_id: Set(channel.id),
            role_id: Set(role_id),
            user_id: Set(user_id),
            allow: Set(allow.bits()),
            deny: Set(deny.bits()),
        }
        .insert(&*self.house.at.db)
        .await
        .unwrap();
    }
}
