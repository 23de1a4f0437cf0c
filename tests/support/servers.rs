//! Servers, created without their forms: members, roles, channels, overwrites.

use portico::app::App;
use portico_rules::chat::names::{self, NameForms};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{RoleId, ServerId, UserId};
use portico_store::models::servers::{channel, invite, member, overwrite, role, server};
use portico_store::models::{Channel, Role, Server, ServerTransfer};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Set};

use super::{Person, TestInstance};

/// A server with its first channel.
pub struct Community<'h> {
    pub instance: &'h TestInstance,
    pub server: Server,
    pub general: Channel,
}

/// Makes a member the owner of a server, with the consent of both.
pub async fn hand_over(app: &App, server_id: ServerId, from: &Person<'_>, to: &Person<'_>) {
    ServerTransfer::offer(app, from.id, server_id, Some(to.id)).await.unwrap();
    let (offer, _) = ServerTransfer::of_server(&app.db, server_id, app.now()).await.unwrap().unwrap();
    ServerTransfer::accept(app, to.id, offer.id).await.unwrap();
}

impl TestInstance {
    /// Creates a server of a user, as the form does: with the role `all` and a channel `general`.
    pub async fn server(&self, name: &str, owner: &Person<'_>) -> Community<'_> {
        let (server, general) = Server::create(&self.app, owner.id, name).await.unwrap();
        Community { instance: self, server, general }
    }

    /// Alice and her server Acme.
    pub async fn alice_with_acme(&self) -> (Person<'_>, Community<'_>) {
        let alice = self.person("alice").await;
        let acme = self.server("Acme", &alice).await;
        (alice, acme)
    }

    /// Alice, Bob, and Alice's server Acme, of which Bob is a member.
    pub async fn acme_with_bob(&self) -> (Person<'_>, Person<'_>, Community<'_>) {
        let (alice, acme) = self.alice_with_acme().await;
        let bob = self.person("bob").await;
        acme.join(&bob).await;
        (alice, bob, acme)
    }

    /// The same with another channel.
    pub async fn acme_with_bob_and_side(&self) -> (Person<'_>, Person<'_>, Community<'_>, Channel) {
        let (alice, bob, acme) = self.acme_with_bob().await;
        let side = acme.channel("side").await;
        (alice, bob, acme, side)
    }

    /// Everything there is of servers, to see that nothing changed.
    pub async fn all_of_servers(&self) -> String {
        let db = &*self.app.db;
        format!(
            "{:#?}{:#?}{:#?}{:#?}{:#?}{:#?}{:#?}",
            server::Entity::find().order_by_asc(server::Column::Id).all(db).await.unwrap(),
            channel::Entity::find().order_by_asc(channel::Column::Id).all(db).await.unwrap(),
            role::Entity::find().order_by_asc(role::Column::Id).all(db).await.unwrap(),
            member::Entity::find()
                .order_by_asc(member::Column::ServerId)
                .order_by_asc(member::Column::UserId)
                .all(db)
                .await
                .unwrap(),
            member::held::Entity::find()
                .order_by_asc(member::held::Column::UserId)
                .order_by_asc(member::held::Column::RoleId)
                .all(db)
                .await
                .unwrap(),
            overwrite::Entity::find().order_by_asc(overwrite::Column::Id).all(db).await.unwrap(),
            invite::Entity::find().order_by_asc(invite::Column::Code).all(db).await.unwrap(),
        )
    }
}

impl Community<'_> {
    pub fn id(&self) -> ServerId {
        self.server.id
    }

    /// A path of the settings.
    pub fn settings(&self, section: &str) -> String {
        format!("/servers/{}/settings{section}", self.server.id)
    }

    /// The role that every member holds.
    pub async fn all(&self) -> Role {
        role::Entity::find()
            .filter(role::Column::ServerId.eq(self.server.id))
            .filter(role::Column::NameFolded.eq(names::ALL))
            .one(&*self.instance.app.db)
            .await
            .unwrap()
            .unwrap()
    }

    /// The roles that a user has besides `all`, and since when.
    pub async fn held_by(&self, person: &Person<'_>) -> Vec<(RoleId, i64)> {
        member::held::Entity::find()
            .filter(member::held::Column::ServerId.eq(self.server.id))
            .filter(member::held::Column::UserId.eq(person.id))
            .order_by_asc(member::held::Column::RoleId)
            .all(&*self.instance.app.db)
            .await
            .unwrap()
            .into_iter()
            .map(|held| (held.role_id, held.given_at))
            .collect()
    }

    /// Takes a role from a member.
    pub async fn take(&self, role: &Role, person: &Person<'_>) {
        member::held::Entity::delete_by_id((self.server.id, person.id, role.id))
            .exec(&*self.instance.app.db)
            .await
            .unwrap();
    }

    /// Adds a member.
    pub async fn join(&self, person: &Person<'_>) -> &Self {
        member::join(&self.instance.app.db, self.server.id, person.id, self.instance.app.now()).await.unwrap();
        self
    }

    /// A new role without members.
    pub async fn role(&self, name: &str, permissions: Permissions, mentionable: bool) -> Role {
        // The lowest, as the form does.
        role::Entity::update_many()
            .col_expr(role::Column::Position, Expr::col(role::Column::Position).add(1))
            .filter(role::Column::ServerId.eq(self.server.id))
            .filter(role::Column::Position.gt(0))
            .exec(&*self.instance.app.db)
            .await
            .unwrap();
        role::ActiveModel {
            id: Set(self.instance.app.id()),
            server_id: Set(self.server.id),
            name: Set(name.to_owned()),
            name_folded: Set(NameForms::new(name).key),
            name_look: Set(Some(NameForms::new(name).look)),
            name_look_key: Set(Some(NameForms::new(name).look_key)),
            mentionable: Set(mentionable),
            permissions: Set(permissions.bits()),
            position: Set(1),
            created_at: Set(self.instance.app.now()),
        }
        .insert(&*self.instance.app.db)
        .await
        .unwrap()
    }

    /// Assigns a role to a member.
    pub async fn give(&self, role: &Role, person: &Person<'_>) -> &Self {
        member::held::ActiveModel {
            server_id: Set(self.server.id),
            user_id: Set(person.id),
            role_id: Set(role.id),
            given_at: Set(self.instance.app.now()),
        }
        .insert(&*self.instance.app.db)
        .await
        .unwrap();
        self
    }

    /// Adds a member with their own role that has these permissions.
    pub async fn join_with(&self, person: &Person<'_>, permissions: Permissions) -> Role {
        self.join(person).await;
        let role = self.role(&format!("of {}", person.nickname), permissions, false).await;
        self.give(&role, person).await;
        role
    }

    /// Another channel.
    pub async fn channel(&self, name: &str) -> Channel {
        channel::ActiveModel {
            slow_mode: Set(0),
            id: Set(self.instance.app.id()),
            server_id: Set(self.server.id),
            name: Set(name.to_owned()),
            topic: Set(String::new()),
            created_at: Set(self.instance.app.now()),
            position: Set(0),
        }
        .insert(&*self.instance.app.db)
        .await
        .unwrap()
    }

    /// A new channel that members without a role of their own can't see.
    pub async fn hidden_channel(&self, name: &str) -> Channel {
        let channel = self.channel(name).await;
        let (none, view) = (Permissions::NONE, Permissions::VIEW_CHANNEL);
        let all = self.all().await;
        self.overwrite_role(&channel, &all, none, view).await;
        channel
    }

    /// Sets the overwrite of a role in a channel.
    pub async fn overwrite_role(&self, channel: &Channel, role: &Role, allow: Permissions, deny: Permissions) {
        self.overwrite(channel, Some(role.id), None, allow, deny).await;
    }

    /// Sets the overwrite of a member in a channel.
    pub async fn overwrite_member(
        &self,
        channel: &Channel,
        person: &Person<'_>,
        allow: Permissions,
        deny: Permissions,
    ) {
        self.overwrite(channel, None, Some(person.id), allow, deny).await;
    }

    async fn overwrite(
        &self,
        channel: &Channel,
        role_id: Option<RoleId>,
        user_id: Option<UserId>,
        allow: Permissions,
        deny: Permissions,
    ) {
        overwrite::ActiveModel {
            id: Set(self.instance.app.id()),
            channel_id: Set(channel.id),
            role_id: Set(role_id),
            user_id: Set(user_id),
            allow: Set(allow.bits()),
            deny: Set(deny.bits()),
        }
        .insert(&*self.instance.app.db)
        .await
        .unwrap();
    }
}
