//! Webhooks whose URL got out: reported by a member, which replaces the URL, or by a program that found it.
//! `lifecycle` takes reports of all kinds of secrets.

use portico_rules::ids::{UserId, WebhookId};
use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Func, LockType, SimpleExpr};
use sea_orm::{IntoSimpleExpr, QuerySelect};

use super::{Column, Entity, Model, changed, with_new_token};
use crate::core::Core;
use crate::models::User;
use crate::models::accounts::security_event::{self, EventActor, SecurityEventKind};
use crate::models::logs::audit::{self, Action};
use portico_crypto::tokens::SecretHash;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;

impl Model {
    /// Gives the webhook a new URL and pauses it, in one transaction: the old URL does nothing any more, and
    /// no program posts until a member resumes it.
    ///
    /// # Errors
    /// As [`Self::visible_within`].
    #[boxed]
    pub async fn report_leaked(core: &Core, user_id: UserId, id: WebhookId) -> Result<()> {
        let renewed = with_new_token(core, id)?;
        let write = core.begin().await?;
        let (webhook, _) = Self::visible_to_change(&write, user_id, id).await?;
        renewed.col_expr(Column::PausedAt, still_paused_or(core.now())).exec(&*write).await?;
        let action = Action::WebhookReportedLeaked {};
        webhook.log_action(&write, core, user_id, action).await?;
        write.commit().await?;
        Ok(())
    }
}

/// The time of the pause: the one that it has, or this one.
fn still_paused_or(now: i64) -> SimpleExpr {
    Func::coalesce([Column::PausedAt.into_simple_expr(), Expr::value(now)]).into()
}

/// Which of these are the ids of webhooks with the hashes of their present tokens. One statement, however many they are.
pub(crate) async fn find_leaked(db: &Conn, given: &[(WebhookId, SecretHash)]) -> Result<Vec<(WebhookId, SecretHash)>> {
    let rows: Vec<(WebhookId, Vec<u8>)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::TokenHash])
        .filter(lists::is_one_of(db, Column::Id, given.iter().map(|(id, _)| *id)))
        .into_tuple()
        .all(db)
        .await?;
    let stored: HashMap<WebhookId, Option<SecretHash>> =
        rows.iter().map(|(id, hash)| (*id, SecretHash::from_bytes(hash))).collect();
    let is_right = |(id, hash): &&(WebhookId, SecretHash)| stored.get(id) == Some(&Some(*hash));
    Ok(given.iter().filter(is_right).copied().collect())
}

/// Pauses a webhook whose URL was found, and tells its managers and its creator. False where the URL is another by now, and
/// where all of that was done before.
pub(in crate::models) async fn pause_leaked(core: &Core, id: WebhookId, hash: SecretHash) -> Result<bool> {
    let write = core.begin().await?;
    let row = Entity::find_by_id(id).lock(LockType::NoKeyUpdate).one(&*write).await?;
    let Some(webhook) = row else {
        return Ok(false);
    };
    let is_its_own = SecretHash::from_bytes(&webhook.token_hash) == Some(hash);
    // The pause alone counts: a suspension ends, and the URL that leaked would work again.
    if !is_its_own || (webhook.paused_at.is_some() && webhook.leaked_at.is_some()) {
        return Ok(false);
    }
    changed(id)
        .col_expr(Column::PausedAt, still_paused_or(core.now()))
        .col_expr(Column::LeakedAt, Expr::value(Some(core.now())))
        .exec(&*write)
        .await?;
    let action = Action::WebhookFoundLeaked {};
    audit::record_by_itself(&write, core, webhook.server_id, &webhook, action).await?;
    if let Some(creator_id) = webhook.creator_id
        && User::lock_to_count(&write, creator_id).await?
    {
        let kind = SecurityEventKind::WebhookLeaked(&webhook.name);
        security_event::record(core, &write, creator_id, kind, EventActor::Another).await?;
    }
    write.commit().await?;
    Ok(true)
}
