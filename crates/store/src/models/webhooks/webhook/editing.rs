//! Changing what a webhook is called, how it looks and where it posts.
//! Stopping it, its address and its end are acts one level up.

use sea_orm::entity::prelude::*;
use validator::{Validate, ValidateArgs};

use super::managed::destination;
use super::{CHOOSE_A_CHANNEL, Column, Model, Upload, changed, require_room_in};
use crate::core::Core;
use crate::models::accounts::picture;
use crate::models::logs::audit::{Action, Change, NamedChannel, PictureChange};
use crate::models::servers::channel;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::names;
use portico_rules::chat::names::rules::{self, CurrentNames};
use portico_rules::ids::{self, ChannelId, UserId, WebhookId};

/// Changes by a user; a field that is none stays as it is.
#[derive(Debug)]
pub struct WebhookChanges<'a> {
    /// The channel id from the form.
    pub channel_id: Option<&'a str>,
    /// The name.
    pub name: Option<&'a str>,
    /// A picture in place of the present one.
    pub avatar: Upload,
    /// True if the generated picture comes back, where no other one was sent.
    pub remove_avatar: bool,
}

/// The name that it is to have.
#[derive(Debug, Validate)]
#[validate(context = "CurrentNames<'v_a>")]
struct NewName<'a> {
    #[validate(custom(function = "rules::changed_display_name", use_context))]
    name: &'a str,
}

/// A webhook after its change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookEdit {
    /// Its name.
    pub name: String,
    /// The name of the channel that it posts into from now on; none where it posts where it did.
    pub moved_to: Option<String>,
}

impl Model {
    /// Changes name, picture, or channel within its server. The creator stays who it was.
    ///
    /// # Errors
    /// As [`Self::visible_within`]; faults of `name`, `avatar` and `channel_id`.
    #[boxed]
    pub async fn edit(core: &Core, user_id: UserId, id: WebhookId, changes: WebhookChanges<'_>) -> Result<WebhookEdit> {
        let write = core.begin().await?;
        let (webhook, membership) = Self::visible_to_change(&write, user_id, id).await?;
        let present = CurrentNames { name: Some(&webhook.name), ..CurrentNames::default() };
        let new_name = NewName { name: changes.name.unwrap_or(&webhook.name) };
        let mut faults = FieldErrors::from_validation(new_name.validate_with_args(&present));
        let avatar = faults.check("avatar", changes.avatar);
        let chosen = changes.channel_id.map_or(Some(webhook.channel_id), ids::parse);
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
        let name = names::changed_form(new_name.name, present.name, names::shown_form);
        let mut edited = WebhookEdit { name: name.clone(), moved_to: None };
        if channel_id != webhook.channel_id {
            require_room_in(core, &write, channel_id).await?;
        }
        let mut update = changed(id)
            .col_expr(Column::Name, Expr::value(name.as_str()))
            .col_expr(Column::ChannelId, Expr::value(channel_id));
        let mut picture_change = None;
        if let Some(png) = avatar {
            picture::store(&write, picture::PictureKind::Webhook, id.get(), png).await?;
            update = update.col_expr(Column::PictureAt, Expr::value(Some(core.now())));
            picture_change = Some(PictureChange::Uploaded);
        } else if changes.remove_avatar && webhook.picture_at.is_some() {
            picture::delete(&write, picture::PictureKind::Webhook, id.get()).await?;
            update = update.col_expr(Column::PictureAt, Expr::value(None::<i64>));
            picture_change = Some(PictureChange::Removed);
        }
        update.exec(&*write).await?;
        let name = Change::between(webhook.name.as_str(), name);
        let action = if channel_id != webhook.channel_id {
            let from = place(&write, webhook.channel_id).await?;
            let to = place(&write, channel_id).await?;
            edited.moved_to = Some(to.name.clone());
            Some(Action::WebhookMoved { channel: Change { from, to }, name, picture: picture_change })
        } else if name.is_some() || picture_change.is_some() {
            Some(Action::WebhookEdited { name, picture: picture_change })
        } else {
            None
        };
        if let Some(action) = action {
            webhook.log_action(&write, core, user_id, action).await?;
        }
        write.commit().await?;
        Ok(edited)
    }
}

async fn place(db: &Conn, channel_id: ChannelId) -> Result<NamedChannel> {
    let channel = channel::Entity::find_by_id(channel_id).one(db).await?.ok_or(Error::NotFound)?;
    NamedChannel::load(db, &channel).await
}
