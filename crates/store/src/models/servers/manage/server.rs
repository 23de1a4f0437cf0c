//! Creating a server and changing its settings. Transferring it to another owner is in `server_transfer`; deleting one
//! reaches its webhooks too and is in `lifecycle`.

use sea_orm::entity::prelude::*;
use sea_orm::{PaginatorTrait, Set};

use crate::core::Core;
use crate::live::Access;
use crate::models::accounts::picture::{self, PictureKind};
use crate::models::accounts::second_step;
use crate::models::logs::audit::{self, Action, Change, PictureChange};
use crate::models::servers::server::{ActiveModel, Column, Entity, Model};
use crate::models::servers::{channel, member, role};
use crate::models::{Channel, Membership, User};
use portico_crypto::random_bytes;
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::Write;
use portico_platform::error::{Error, Result};
use portico_rules::chat::names;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ServerId, UserId};

/// The settings of a server that are changed; what is none stays as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Settings<'a> {
    /// Its name.
    pub name: Option<&'a str>,
    /// True if pictures that webhooks post are loaded on click only.
    pub pictures_on_click: Option<bool>,
    /// True if those who manage it have to have a second step.
    pub requires_second_step: Option<bool>,
}

impl Model {
    /// Creates a server with the role `all` and a first channel `general`; the user owns it.
    ///
    /// # Errors
    /// A fault of `name`; one of the form where they own, or are in, as many servers as a user can.
    #[boxed]
    pub async fn create(core: &Core, owner_id: UserId, name: &str) -> Result<(Self, Channel)> {
        let name = names::server_name(name).map_err(|sentence| Error::fault("name", sentence))?;
        let now = core.now();
        let write = core.begin().await?;
        if !User::lock_to_count(&write, owner_id).await? {
            return Err(Error::SignedOut);
        }
        require_room_to_own(core, &write, owner_id).await?;
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
            picture_id: Set(None),
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
            position: Set(0),
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
    pub async fn edit(core: &Core, user_id: UserId, id: ServerId, settings: Settings<'_>) -> Result<()> {
        let write = core.begin().await?;
        let membership = Membership::load_to_change(&write, user_id, id, Permissions::MANAGE_SERVER).await?;
        let before = &*membership.server;
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

    /// Gives the server another picture, or none.
    ///
    /// # Errors
    /// [`Error::NotFound`] or [`Error::Forbidden`] where the user may not manage the server.
    #[boxed]
    pub async fn set_picture(core: &Core, user_id: UserId, id: ServerId, png: Option<Vec<u8>>) -> Result<()> {
        let write = core.begin().await?;
        let membership = Membership::load_to_change(&write, user_id, id, Permissions::MANAGE_SERVER).await?;
        let before = &*membership.server;
        if png.is_none() && before.picture_id.is_none() {
            return Ok(());
        }
        let picture = if png.is_some() { PictureChange::Uploaded } else { PictureChange::Removed };
        let picture_id = png.is_some().then(random_picture_id);
        before.delete_picture(&write).await?;
        if let (Some(png), Some(picture_id)) = (png, picture_id) {
            picture::store(&write, PictureKind::Server, picture_id, png).await?;
        }
        Entity::update_many()
            .col_expr(Column::PictureId, Expr::value(picture_id))
            .filter(Column::Id.eq(id))
            .exec(&*write)
            .await?;
        audit::record(&write, core, id, user_id, before, Action::ServerPictureSet { picture }).await?;
        write.commit().await?;
        Ok(())
    }

    /// Deletes its picture, if it has one.
    pub(in crate::models) async fn delete_picture(&self, write: &Write) -> Result<()> {
        match self.picture_id {
            Some(picture_id) => picture::delete(write, PictureKind::Server, picture_id).await,
            None => Ok(()),
        }
    }
}

/// An id for a picture that no one guesses: from 1 to 2^53 - 1, as every id.
fn random_picture_id() -> i64 {
    let bits = u64::from_le_bytes(random_bytes()) >> 11;
    bits.max(1).cast_signed()
}

/// Refuses one more server to a user, who is locked by now.
pub(super) async fn require_room_to_own(core: &Core, write: &Write, owner_id: UserId) -> Result<()> {
    let limit = core.config.caps.servers_owned;
    let owned = Entity::find().filter(Column::OwnerId.eq(owner_id));
    if owned.count(&**write).await? < u64::from(limit) {
        return Ok(());
    }
    Err(caps::reached(
        "form",
        limit,
        ["You own 1 server, the most a person can own.", "You own {} servers, the most a person can own."],
        "Delete one or transfer it first.",
    ))
}
