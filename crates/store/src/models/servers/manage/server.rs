//! Creating a server, changing its settings, and transferring it to another owner.
//! Deleting one reaches its webhooks too and is in `lifecycle`.

use sea_orm::entity::prelude::*;
use sea_orm::{PaginatorTrait, Set, SqlErr};

use crate::core::Core;
use crate::live::Access;
use crate::models::accounts::second_step;
use crate::models::logs::audit::{self, Action, Change};
use crate::models::servers::server::{ActiveModel, Column, Entity, Model};
use crate::models::servers::{channel, member, role};
use crate::models::{Channel, Membership, User};
use portico_macros::boxed;
use portico_platform::config::caps::{self, Counted};
use portico_platform::database::Write;
use portico_platform::error::{Error, Result};
use portico_rules::chat::names;
use portico_rules::chat::permissions::Permissions;

/// The settings of a server that are changed; what is none stays as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Settings<'a> {
    /// Its name.
    pub name: Option<&'a str>,
    /// Whether pictures that webhooks post are loaded on click only.
    pub pictures_on_click: Option<bool>,
    /// Whether those who manage it have to have a second step.
    pub requires_second_step: Option<bool>,
}

impl Model {
    /// Creates a server with the role `all` and a first channel `general`; the user owns it.
    ///
    /// # Errors
    /// A fault of `name`; one of the form where they own, or are in, as many servers as a user can.
    #[boxed]
    pub async fn create(core: &Core, owner_id: i64, name: &str) -> Result<(Self, Channel)> {
        let name = names::server_name(name).map_err(|sentence| Error::fault("name", sentence))?;
        let now = core.now();
        let write = core.begin().await?;
        if !User::lock_to_count(&write, owner_id).await? {
            return Err(Error::SignedOut);
        }
        require_room_to_own(core, &write, owner_id, None).await?;
        member::require_room_to_join(core, &write, owner_id).await?;
        let server = ActiveModel {
            id: Set(core.id()),
            name: Set(name),
            owner_id: Set(owner_id),
            created_at: Set(now),
            pictures_on_click: Set(false),
            requires_second_step: Set(false),
            suspended_at: Set(None),
            suspended_for: Set(String::new()),
        }
        .insert(&*write)
        .await?;
        role::ActiveModel {
            id: Set(core.id()),
            server_id: Set(server.id),
            name: Set(names::ALL.to_owned()),
            name_folded: Set(names::ALL.to_owned()),
            name_look: Set(Some(names::ALL.to_owned())),
            name_look_key: Set(Some(names::ALL.to_owned())),
            mentionable: Set(false),
            permissions: Set(Permissions::DEFAULT_FOR_ALL_ROLE.bits()),
            position: Set(0),
            created_at: Set(now),
        }
        .insert(&*write)
        .await?;
        member::join(&write, server.id, owner_id, now).await?;
        let general = channel::ActiveModel {
            slow_mode: Set(0),
            id: Set(core.id()),
            server_id: Set(server.id),
            name: Set("general".to_owned()),
            topic: Set(String::new()),
            created_at: Set(now),
        }
        .insert(&*write)
        .await?;
        // Open pages of theirs listen there from now on.
        core.commit_revoking(write, &[Access::User(owner_id)]).await?;
        Ok((server, general))
    }

    /// Changes the server's settings.
    ///
    /// # Errors
    /// A fault of `name`, or of the form where a second step is to be required and the user has none; [`Error::NotFound`] or
    /// [`Error::Forbidden`] where they may not manage the server.
    #[boxed]
    pub async fn edit(core: &Core, user_id: i64, id: i64, settings: Settings<'_>) -> Result<()> {
        let write = core.begin().await?;
        let membership = Membership::load_to_change(&write, user_id, id, Permissions::MANAGE_SERVER).await?;
        let before = &membership.server;
        let name = settings.name.unwrap_or(&before.name);
        let pictures_on_click = settings.pictures_on_click.unwrap_or(before.pictures_on_click);
        let requires_second_step = settings.requires_second_step.unwrap_or(before.requires_second_step);
        let name = names::changed(name, Some(&before.name), names::server_name)
            .map_err(|sentence| Error::fault("name", sentence))?;
        if requires_second_step && !before.requires_second_step && !second_step::is_set_up(&write, user_id).await? {
            return Err(Error::fault(
                "form",
                "Set up two-step sign-in for your own account first. Then you can require it here.",
            ));
        }
        Entity::update_many()
            .col_expr(Column::Name, Expr::value(name.as_str()))
            .col_expr(Column::PicturesOnClick, Expr::value(pictures_on_click))
            .col_expr(Column::RequiresSecondStep, Expr::value(requires_second_step))
            .filter(Column::Id.eq(id))
            .exec(&*write)
            .await?;
        if let Some(name) = Change::between(before.name.as_str(), name) {
            let action = Action::ServerRenamed { name };
            audit::record(&write, core, id, user_id, before, action).await?;
        }
        if before.pictures_on_click != pictures_on_click {
            let action = Action::ServerPicturesSet { on_click: pictures_on_click };
            audit::record(&write, core, id, user_id, before, action).await?;
        }
        if before.requires_second_step != requires_second_step {
            let action = Action::ServerSecondStepSet { required: requires_second_step };
            audit::record(&write, core, id, user_id, before, action).await?;
        }
        write.commit().await?;
        Ok(())
    }

    /// Transfers the server to another member, who is returned. The previous owner stays a member with the roles they have.
    ///
    /// # Errors
    /// A fault of `user_id` where they are no other member of it, their account is disabled, or they own as many servers as a
    /// user can; [`Error::NotFound`] or [`Error::Forbidden`] for everyone but the owner.
    #[boxed]
    pub async fn transfer(core: &Core, user_id: i64, id: i64, to: Option<i64>) -> Result<User> {
        let write = core.begin().await?;
        let membership = Membership::load_owner_to_change(&write, user_id, id).await?;
        let Some(new_owner) = to.filter(|new_owner| *new_owner != user_id) else {
            return Err(not_a_member());
        };
        // A member can't leave meanwhile, but their account can go: then the key refuses them.
        if member::find(&write, id, new_owner).await?.is_none() {
            return Err(not_a_member());
        }
        // The server is locked before the user, as by those who join it.
        if !User::lock_to_count(&write, new_owner).await? {
            return Err(not_a_member());
        }
        // Read under the lock: an operator who disables the account meanwhile is seen here, or waits. No one could act as the
        // owner of a server that a disabled account owns, or transfer it back.
        let named =
            User::find(&write, new_owner).await?.filter(|named| !named.is_disabled()).ok_or_else(not_a_member)?;
        require_room_to_own(core, &write, new_owner, Some(&named)).await?;
        Entity::update_many()
            .col_expr(Column::OwnerId, Expr::value(new_owner))
            .filter(Column::Id.eq(id))
            .filter(Column::OwnerId.eq(user_id))
            .exec(&*write)
            .await
            .map_err(|err| match err.sql_err() {
                Some(SqlErr::ForeignKeyConstraintViolation(_)) => not_a_member(),
                _ => err.into(),
            })?;
        let action = Action::ServerHandedOver { to: (&named).into() };
        audit::record(&write, core, id, user_id, &membership.server, action).await?;
        // The open pages of the one show no longer what those of the other show from now on.
        let both = [Access::User(user_id), Access::User(new_owner)];
        core.commit_revoking(write, &both).await?;
        Ok(named)
    }
}

/// Refuses one more server to a user, who is locked by now: to themselves, or to the owner who would transfer one to
/// `new_owner`.
async fn require_room_to_own(core: &Core, write: &Write, owner_id: i64, new_owner: Option<&User>) -> Result<()> {
    let most = core.config.caps.servers_owned;
    let owned = Entity::find().filter(Column::OwnerId.eq(owner_id));
    if owned.count(&**write).await? < u64::from(most) {
        return Ok(());
    }
    let by_themselves = caps::Reached {
        field: "form",
        holder: "You own",
        most,
        what: Counted::new("server", "servers"),
        can: "a person can own",
        remedy: "Delete one or transfer it first.",
    };
    Err(match new_owner {
        None => by_themselves.error(),
        Some(new_owner) => caps::Reached {
            field: "user_id",
            holder: &format!("@{} owns", new_owner.nickname),
            remedy: "Choose another member.",
            ..by_themselves
        }
        .error(),
    })
}

fn not_a_member() -> Error {
    Error::fault("user_id", "Choose another member of this server.")
}
