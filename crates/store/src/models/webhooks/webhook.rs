//! Webhook apps: secret URLs that post into one channel each, and how they are managed.
//! Posts are in `posting`, their log in `logs::delivery`.

mod console;
mod creator;
mod editing;
mod leaked;
mod listing;
mod managed;
mod mention_rights;
mod sealed;
mod token;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, LockType};
use sea_orm::{PaginatorTrait, QueryOrder, QuerySelect, QueryTrait, Set, UpdateMany};
use validator::Validate;

pub use console::ConsoleWebhook;
pub use editing::{WebhookChanges, WebhookEdit};
pub(in crate::models) use leaked::{find_leaked, pause_leaked};
pub use listing::{Destination, destinations, sendable};
pub(in crate::models) use listing::{managed_servers, nickname_of_creator, of_servers};
pub use managed::{ManagedWebhook, VisibleWebhook};
pub use mention_rights::{MentionReason, MentionRights};
pub use sealed::{any_sealed, count_sealed, newest_is_readable, reseal};
use token::seal;
pub use token::{AuthenticatedWebhook, TokenCache};

use crate::core::Core;
use crate::models::accounts::picture;
use crate::models::logs::audit::{self, Action, AuditTarget, NamedChannel};
use crate::models::servers::{channel, membership, server};
use crate::models::tombstone::{self, TombstoneKind};
use crate::models::{Channel, Membership};
use portico_crypto::tokens::{self, SecretHash};
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::{Conn, Write, lists};
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::base_url::BaseUrl;
use portico_rules::chat::names::{self, rules};
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::Millis;
use portico_rules::ids::{self, ChannelId, ServerId, UserId, WebhookId};

/// A webhook app.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhooks")]
pub struct Model {
    /// The app id, the first part of the runtime URL.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: WebhookId,
    /// The server it belongs to, for good.
    pub server_id: ServerId,
    /// The one channel it posts into.
    pub channel_id: ChannelId,
    /// Who created it; its mentions have their permissions. None once the account was deleted, or until the cleanup an
    /// id that no account has.
    pub creator_id: Option<UserId>,
    /// 1 to 64 characters, shown over its messages.
    pub name: String,
    /// When the picture was uploaded; none: the generated one.
    pub picture_at: Option<i64>,
    /// SHA-256 of the token.
    pub token_hash: Vec<u8>,
    /// The token, sealed for this row.
    pub token_sealed: Vec<u8>,
    /// When it was made.
    pub created_at: i64,
    /// When it was paused.
    pub paused_at: Option<i64>,
    /// Counts its changes: a post is stored only where the webhook still is what the post was checked against.
    pub revision: i64,
    /// When its present URL was reported as leaked.
    pub leaked_at: Option<i64>,
    /// When an admin suspended it.
    pub suspended_at: Option<i64>,
    /// Why it was suspended, for those who manage it; empty while it is not.
    pub suspended_for: String,
    /// True if its server is suspended, which stops the webhook as well.
    pub server_suspended: bool,
    /// The hour in which something was last posted with it, or refused; zero for never.
    pub last_used_at: i64,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Neither form of the token belongs in a log.
        formatter.debug_struct("Webhook").field("id", &self.id).finish_non_exhaustive()
    }
}

portico_platform::database::no_relations!();

/// The form to create a webhook.
#[derive(Debug, Validate)]
pub struct NewWebhook<'a> {
    /// The channel id from the form.
    #[validate(length(min = 1, message = "Choose the channel that the webhook posts into."))]
    pub channel_id: &'a str,
    /// The name.
    #[validate(custom(function = "rules::display_name"))]
    pub name: &'a str,
    /// The picture, if one was sent.
    pub avatar: Upload,
}

/// A picture that may have been sent: as `pictures` made it, or the sentence about what is wrong with it.
pub type Upload = Result<Option<Vec<u8>>, &'static str>;

const CHOOSE_A_CHANNEL: &str = "Choose a channel of this server that you can see.";

impl Model {
    /// Creates a webhook. Its token is generated here and from then on shown through [`Self::runtime_url`].
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is no channel with this id that they may view, [`Error::Forbidden`] where they
    /// don't manage its server, faults of `name`, `avatar` and `channel_id`, the last where they may not send there, and
    /// of the form where the server has as many webhooks as it can.
    #[boxed]
    pub async fn create(core: &Core, creator_id: UserId, new: NewWebhook<'_>) -> Result<Self> {
        let mut faults = FieldErrors::from_validation(new.validate());
        let avatar = faults.check("avatar", new.avatar);
        if new.channel_id.is_empty() {
            return Err(Error::Faults(faults));
        }
        let channel_id = ids::parse(new.channel_id).ok_or(Error::NotFound)?;
        let write = core.begin().await?;
        let channel = channel::Entity::find_by_id(channel_id).one(&*write).await?.ok_or(Error::NotFound)?;
        // From here on no other transaction changes who may do what in the server, suspends it, adds a webhook or moves one.
        let server = membership::lock_server(&write, channel.server_id).await?;
        let membership = Membership::load(&write, creator_id, server.id, Permissions::NONE).await?;
        // Before the permission: for a user who can't see the channel, it doesn't exist.
        let channel = managed::destination(&write, &membership, channel_id).await?;
        membership.require(Permissions::MANAGE_SERVER)?;
        let channel = faults.check("channel_id", channel);
        if let Some(channel) = &channel {
            require_room(core, &write, channel).await?;
        }
        let (Some(avatar), Some(channel), true) = (avatar, channel, faults.is_empty()) else {
            return Err(Error::Faults(faults));
        };
        let name = names::shown_form(new.name);
        let (id, now) = (core.id(), core.now());
        let token = tokens::webhook_token();
        let webhook = ActiveModel {
            id: Set(id),
            server_id: Set(channel.server_id),
            channel_id: Set(channel.id),
            creator_id: Set(Some(creator_id)),
            name: Set(name),
            picture_at: Set(avatar.as_ref().map(|_| now)),
            token_hash: Set(SecretHash::new(&token).to_vec()),
            token_sealed: Set(seal(core, id, &token)?),
            created_at: Set(now),
            paused_at: Set(None),
            revision: Set(0),
            leaked_at: Set(None),
            suspended_at: Set(None),
            suspended_for: Set(String::new()),
            server_suspended: Set(false),
            last_used_at: Set(0),
        }
        .insert(&*write)
        .await?;
        if let Some(png) = avatar {
            picture::store(&write, picture::PictureKind::Webhook, id.get(), png).await?;
        }
        let channel = NamedChannel::load(&write, &channel).await?;
        let action = Action::WebhookCreated { channel };
        webhook.log_action(&write, core, creator_id, action).await?;
        write.commit().await?;
        Ok(webhook)
    }

    /// Records an action in its server's audit log.
    async fn log_action(&self, write: &Write, core: &Core, user_id: UserId, action: Action) -> Result<()> {
        audit::record(write, core, self.server_id, user_id, self, action).await
    }

    /// Stops it: from now on its address answers as if there were none.
    ///
    /// # Errors
    /// As [`Self::managed_within`].
    #[boxed]
    pub async fn pause(core: &Core, user_id: UserId, id: WebhookId) -> Result<()> {
        Self::set_paused(core, user_id, id, Some(core.now())).await?;
        Ok(())
    }

    /// Resumes it, under the same URL, and returns it. While it is suspended, its URL still answers as an unknown one.
    ///
    /// # Errors
    /// As [`Self::managed_within`].
    #[boxed]
    pub async fn resume(core: &Core, user_id: UserId, id: WebhookId) -> Result<Self> {
        Self::set_paused(core, user_id, id, None).await
    }

    async fn set_paused(core: &Core, user_id: UserId, id: WebhookId, paused_at: Option<i64>) -> Result<Self> {
        let write = core.begin().await?;
        let (webhook, _) = Self::managed_to_change(&write, user_id, id).await?;
        let action = match (webhook.paused_at, paused_at) {
            (None, Some(_)) => Action::WebhookPaused {},
            (Some(_), None) => Action::WebhookResumed {},
            // It is so already; the time stays.
            _ => return Ok(webhook),
        };
        changed(id).col_expr(Column::PausedAt, Expr::value(paused_at)).exec(&*write).await?;
        webhook.log_action(&write, core, user_id, action).await?;
        write.commit().await?;
        Ok(Self { paused_at, ..webhook })
    }

    /// Generates a new token. Once this returns, no post under the old one is stored any more.
    ///
    /// # Errors
    /// As [`Self::visible_within`].
    #[boxed]
    pub async fn regenerate(core: &Core, user_id: UserId, id: WebhookId) -> Result<()> {
        let renewed = with_new_token(core, id)?;
        let write = core.begin().await?;
        let (webhook, _) = Self::visible_to_change(&write, user_id, id).await?;
        renewed.exec(&*write).await?;
        let action = Action::WebhookUrlRegenerated {};
        webhook.log_action(&write, core, user_id, action).await?;
        write.commit().await?;
        Ok(())
    }

    /// Removes it with its log. `confirm` is its name, typed once more; its messages stay.
    ///
    /// # Errors
    /// As [`Self::managed_within`]; a fault of `confirm`.
    #[boxed]
    pub async fn delete(core: &Core, user_id: UserId, id: WebhookId, confirm: &str) -> Result<Self> {
        let write = core.begin().await?;
        let (webhook, _) = Self::managed_to_change(&write, user_id, id).await?;
        let channel = NamedChannel::load(&write, &webhook.channel(&write).await?).await?;
        let deleted = Entity::delete_many()
            .filter(Column::Id.eq(id))
            .filter(Column::Name.eq(confirm.trim()))
            .exec(&*write)
            .await?;
        if deleted.rows_affected == 0 {
            return Err(Error::fault("confirm", "This doesn’t match the webhook’s name. Type it exactly as shown."));
        }
        tombstone::record(&write, TombstoneKind::Webhook, id.get(), core.now()).await?;
        picture::delete(&write, picture::PictureKind::Webhook, id.get()).await?;
        let action = Action::WebhookDeleted { channel };
        webhook.log_action(&write, core, user_id, action).await?;
        write.commit().await?;
        Ok(webhook)
    }

    /// The channel it posts into.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it was deleted, and this webhook with it.
    #[boxed]
    pub async fn channel(&self, db: &Conn) -> Result<Channel> {
        channel::Entity::find_by_id(self.channel_id).one(db).await?.ok_or(Error::NotFound)
    }

    /// True if an admin suspended it.
    pub fn is_suspended(&self) -> bool {
        self.suspended_at.is_some()
    }

    /// True if a post to its URL can be stored: it is not paused, and neither it nor its server is suspended. Where
    /// this is false, the URL answers as an unknown one.
    pub fn accepts_posts(&self) -> bool {
        self.paused_at.is_none() && !self.is_suspended() && !self.server_suspended
    }

    /// The path of its picture; it changes with the picture.
    pub fn avatar_path(&self) -> String {
        picture::path(picture::PictureKind::Webhook, self.id.get(), self.picture_at)
    }

    /// The picture's absolute address.
    pub fn avatar_url(&self, base: &BaseUrl) -> String {
        base.join(&self.avatar_path())
    }
}

/// An update of this webhook. Every one increments its revision, or posts would use what it was before.
fn changed(id: WebhookId) -> UpdateMany<Entity> {
    changed_all(Column::Id.eq(id))
}

/// An update of several webhooks. It increments the revision of each.
fn changed_all(which: Expr) -> UpdateMany<Entity> {
    Entity::update_many().col_expr(Column::Revision, ExprTrait::add(Expr::col(Column::Revision), 1)).filter(which)
}

/// An update that gives this webhook a new URL, which has not leaked.
fn with_new_token(core: &Core, id: WebhookId) -> Result<UpdateMany<Entity>> {
    let token = tokens::webhook_token();
    let sealed = seal(core, id, &token)?;
    Ok(changed(id)
        .col_expr(Column::TokenHash, Expr::value(SecretHash::new(&token).to_vec()))
        .col_expr(Column::TokenSealed, Expr::value(sealed))
        .col_expr(Column::LeakedAt, Expr::value(None::<i64>)))
}

/// Notes in every webhook of a server, which is locked by now, whether the server is suspended. There are as many as the
/// cap allows.
pub(in crate::models) async fn set_server_suspended(write: &Write, server_id: ServerId, suspended: bool) -> Result<()> {
    // Locked in the order of their ids, like those of posts, so that neither waits for the other in a circle.
    let all: Vec<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::ServerId.eq(server_id))
        .order_by_asc(Column::Id)
        .lock(LockType::NoKeyUpdate)
        .into_tuple()
        .all(&**write)
        .await?;
    changed_all(lists::is_one_of(write, Column::Id, all))
        .col_expr(Column::ServerSuspended, Expr::value(suspended))
        .exec(&**write)
        .await?;
    Ok(())
}

/// Clears the id of a user whose account was deleted from at most `limit` webhooks; returns how many. The revision
/// stays: without the account, the id gives no permission.
pub(in crate::models) async fn clear_creator(write: &Conn, user_id: UserId, limit: u64) -> Result<u64> {
    // Locked in the order of their ids, like those of posts, so that neither waits for the other in a circle.
    let batch: Vec<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::CreatorId.eq(user_id))
        .order_by_asc(Column::Id)
        .limit(limit)
        .lock(LockType::NoKeyUpdate)
        .into_tuple()
        .all(write)
        .await?;
    let changed = Entity::update_many()
        .col_expr(Column::CreatorId, Expr::value(None::<i64>))
        .filter(lists::is_one_of(write, Column::Id, batch))
        .exec(write)
        .await?;
    Ok(changed.rows_affected)
}

impl From<&Model> for AuditTarget {
    fn from(webhook: &Model) -> Self {
        Self { id: Some(webhook.id.get()), name: webhook.name.clone() }
    }
}

/// Deletes the pictures of the webhooks of a server or channel that is deleted in this transaction, and records that they
/// are deleted; their rows are deleted with it by the foreign key. `column` is the one that holds `id`.
pub(in crate::models) async fn delete_with(write: &Conn, column: Column, id: i64, now: Millis) -> Result<()> {
    let webhooks = Entity::find().filter(column.eq(id));
    let ids = webhooks.clone().select_only().column(Column::Id);
    picture::delete_all(write, picture::PictureKind::Webhook, ids.into_query()).await?;
    tombstone::record_all(write, TombstoneKind::Webhook, webhooks, Column::Id, now).await
}

/// Refuses one more webhook in a server, which is locked by now.
async fn require_room(core: &Core, write: &Write, channel: &Channel) -> Result<()> {
    let existing = Entity::find().filter(Column::ServerId.eq(channel.server_id));
    let limit = core.config.caps.webhooks_per_server;
    let sentences =
        ["This server has 1 webhook, the most it can have.", "This server has {} webhooks, the most it can have."];
    server::require_room(write, existing, limit, sentences, server::DELETE_ONE).await?;
    require_room_in(core, write, channel.id).await
}

/// Refuses one more webhook in a channel, whose server is locked by now.
async fn require_room_in(core: &Core, write: &Write, channel_id: ChannelId) -> Result<()> {
    let existing = Entity::find().filter(Column::ChannelId.eq(channel_id));
    let limit = core.config.caps.webhooks_per_channel;
    if existing.count(&**write).await? < u64::from(limit) {
        return Ok(());
    }
    Err(caps::reached(
        "channel_id",
        limit,
        ["This channel has 1 webhook, the most it can have.", "This channel has {} webhooks, the most it can have."],
        "Choose another channel, or delete a webhook first.",
    ))
}
