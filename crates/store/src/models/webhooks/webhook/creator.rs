//! Becoming the creator of a webhook whose creator is gone, or no longer manages the server.
//! `mention_rights` decides which mentions the creator's permissions allow.

use portico_rules::ids::{UserId, WebhookId};
use sea_orm::entity::prelude::*;

use super::{Column, Model, changed};
use crate::core::Core;
use crate::models::logs::audit::Action;
use crate::models::{Membership, User};
use portico_macros::boxed;
use portico_platform::error::{Error, Result};
use portico_rules::chat::names;
use portico_rules::chat::permissions::Permissions;

/// A creator whose roles hold one of these is not replaced, whether or not they may use it at the moment: a time-out ends,
/// and a second step can be set up.
const MANAGING: Permissions = Permissions::ADMINISTRATOR.union(Permissions::MANAGE_SERVER);

impl Model {
    /// Makes this user the creator, so that its mentions have their permissions from the next message on. The URL stays.
    ///
    /// # Errors
    /// As [`Self::visible_within`]; [`Error::Forbidden`] where they may not send in its channel, or where the creator
    /// still manages the server.
    #[boxed]
    pub async fn take_over(core: &Core, user_id: UserId, id: WebhookId) -> Result<()> {
        let write = core.begin().await?;
        let (webhook, membership) = Self::visible_to_change(&write, user_id, id).await?;
        let here = membership.in_channel(&write, webhook.channel_id).await?;
        if !here.contains(Permissions::SEND_MESSAGES) {
            return Err(Error::Forbidden("To take over this webhook, you need “Send messages” in its channel."));
        }
        let before = match webhook.creator_id {
            Some(id) => User::find(&write, id).await?,
            None => None,
        };
        let taken = changed(id)
            .col_expr(Column::CreatorId, Expr::value(Some(user_id)))
            .filter(creator_does_not_manage())
            .exec(&*write)
            .await?;
        if taken.rows_affected == 0 {
            return Err(Error::Forbidden(match webhook.creator_id {
                Some(id) if id == user_id => "You are this webhook’s creator already.",
                _ => "This webhook’s creator still manages the server, so no one can take it over.",
            }));
        }
        let action = Action::WebhookCreatorChanged { from: before.as_ref().map(Into::into) };
        webhook.log_action(&write, core, user_id, action).await?;
        write.commit().await?;
        Ok(())
    }
}

/// True if a creator whose account is there and not disabled manages the server: the condition of the statement below,
/// for the page that offers to replace them.
pub(super) fn manages(creator: &Membership) -> bool {
    let mut roles = creator.roles.iter();
    creator.is_owner() || roles.any(|role| !role.permissions().intersection(MANAGING).is_empty())
}

/// True if the creator's account is gone or disabled, or they are no member who holds “Manage server”: the condition of
/// the statement that replaces them.
fn creator_does_not_manage() -> Expr {
    let manages = MANAGING.bits();
    Expr::cust(format!(
        "NOT EXISTS (SELECT 1 FROM members \
         JOIN users ON users.id = members.user_id AND users.disabled_at IS NULL \
         JOIN servers ON servers.id = members.server_id \
         WHERE members.server_id = webhooks.server_id AND members.user_id = webhooks.creator_id \
         AND (servers.owner_id = members.user_id OR EXISTS (SELECT 1 FROM roles \
         WHERE roles.server_id = members.server_id AND (roles.permissions & {manages}) <> 0 \
         AND (roles.name_folded = '{all}' OR EXISTS (SELECT 1 FROM member_roles \
         WHERE member_roles.server_id = members.server_id AND member_roles.user_id = members.user_id \
         AND member_roles.role_id = roles.id)))))",
        all = names::ALL,
    ))
}
