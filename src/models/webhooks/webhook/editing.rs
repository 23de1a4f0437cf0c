//! Changing what a webhook is called, how it looks and where it posts.
//! Stopping it, its address and its end are acts one level up.

use sea_orm::entity::prelude::*;
use validator::{Validate, ValidateArgs};

use super::managed::destination;
use super::{CHOOSE_A_CHANNEL, Column, Entity, Model, Upload, changed, require_room_in};
use crate::chat::names;
use crate::chat::names::rules::{self, CurrentNames};
use crate::core::Core;
use crate::database::Conn;
use crate::error::{Error, Faults, Result};
use crate::ids;
use crate::models::accounts::picture;
use crate::models::logs::audit::{Action, Change, NamedChannel, PictureChange};
use crate::models::servers::{channel, membership};

/// What a user changes.
#[derive(Debug, Validate)]
#[validate(context = "CurrentNames<'v_a>")]
pub struct Changes<'a> {
    /// The channel id from the form.
    pub channel_id: &'a str,
    /// The name.
    #[validate(custom(function = "rules::changed_display_name", use_context))]
    pub name: &'a str,
    /// A picture in place of the present one.
    pub avatar: Upload,
    /// Whether the generated picture comes back, where no other one was sent.
    pub remove_avatar: bool,
}

impl Model {
    /// Changes name, picture, or channel within its server. The creator stays who it was.
    ///
    /// # Errors
    /// As [`Self::operated_within`]; faults of `name`, `avatar` and `channel_id`.
    pub async fn edit(core: &Core, user_id: i64, id: i64, changes: Changes<'_>) -> Result<()> {
        let write = core.begin().await?;
        let found = Entity::find_by_id(id).one(&*write).await?;
        let found = found.ok_or(Error::NotFound)?;
        // Locked before the webhook, as when the server is deleted: no other webhook is moved into the channel
        // meanwhile.
        membership::hold(&write, found.server_id).await?;
        let (webhook, membership) = Self::operated_to_change(&write, user_id, id).await?;
        let present = CurrentNames {
            name: Some(&webhook.name),
            ..CurrentNames::default()
        };
        let mut faults = Faults::of(changes.validate_with_args(&present));
        let avatar = faults.check("avatar", changes.avatar);
        let chosen = ids::parse(changes.channel_id);
        let fits = match chosen {
            // Where it posts already it may stay, whether or not this user may send there.
            Some(id) if id == webhook.channel_id => Ok(()),
            Some(id) => match destination(&write, &membership, id).await {
                Ok(found) => found.map(|_| ()),
                Err(Error::NotFound) => Err(CHOOSE_A_CHANNEL),
                Err(err) => return Err(err),
            },
            None => Err(CHOOSE_A_CHANNEL),
        };
        faults.check("channel_id", fits);
        let (Some(avatar), Some(channel_id), true) = (avatar, chosen, faults.is_empty()) else {
            return Err(Error::Faults(faults));
        };
        let name = names::changed_form(changes.name, present.name, names::shown_form);
        if channel_id != webhook.channel_id {
            require_room_in(core, &write, channel_id).await?;
        }
        let mut update = changed(id)
            .col_expr(Column::Name, Expr::value(name.as_str()))
            .col_expr(Column::ChannelId, Expr::value(channel_id));
        let mut picture_change = None;
        if let Some(png) = avatar {
            picture::store(&write, picture::PictureKind::Webhook, id, png).await?;
            update = update.col_expr(Column::PictureAt, Expr::value(Some(core.now())));
            picture_change = Some(PictureChange::Uploaded);
        } else if changes.remove_avatar && webhook.picture_at.is_some() {
            picture::delete(&write, picture::PictureKind::Webhook, id).await?;
            update = update.col_expr(Column::PictureAt, Expr::value(None::<i64>));
            picture_change = Some(PictureChange::Removed);
        }
        update.exec(&*write).await?;
        let name = Change::between(webhook.name.as_str(), name);
        let action = if channel_id != webhook.channel_id {
            let from = place(&write, webhook.channel_id).await?;
            let to = place(&write, channel_id).await?;
            Some(Action::WebhookMoved {
                channel: Change { from, to },
                name,
                picture: picture_change,
            })
        } else if name.is_some() || picture_change.is_some() {
            Some(Action::WebhookEdited {
                name,
                picture: picture_change,
            })
        } else {
            None
        };
        if let Some(action) = action {
            webhook.log_action(&write, core, user_id, action).await?;
        }
        write.commit().await?;
        Ok(())
    }
}

async fn place(db: &Conn, channel_id: i64) -> Result<NamedChannel> {
    let channel = channel::Entity::find_by_id(channel_id)
        .one(db)
        .await?
        .ok_or(Error::NotFound)?;
    NamedChannel::of(db, &channel).await
}
