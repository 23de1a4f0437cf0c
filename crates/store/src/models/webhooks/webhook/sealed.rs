//! Which keys the tokens of webhooks are sealed under, and sealing them again under the present one.
//! Sealing and opening one token is in `token`; how all are read and sealed again is in `sealed_column`; the keys are in
//! `security`.

use portico_rules::ids::WebhookId;
use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};

use super::token::seal_context;
use super::{Column, Entity};
use crate::core::Core;
use crate::models::sealed_column::SealedColumn;
use portico_crypto::InstanceKey;
use portico_crypto::sealing::{ResealCounts, SealedCounts};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;

/// A token may be regenerated at any time, also while it is sealed again.
const TOKENS: SealedColumn<Entity> =
    SealedColumn { id: Column::Id, sealed: Column::TokenSealed, context: |id| seal_context(WebhookId::new(id)) };

/// Counts every token.
#[boxed]
pub async fn count_sealed(core: &Core) -> Result<SealedCounts> {
    TOKENS.count(core).await
}

/// Seals the tokens of the webhooks after this id again, a page of them, where they are not sealed under the present
/// key. Nothing else of a webhook changes, and posts are not affected.
///
/// Each is a transaction of its own. Several in one would lock several rows, and posts that lock the same ones in
/// another order would wait for each other in a circle.
///
/// # Errors
/// When the database can't be reached; what was sealed again until then stays so, and the step can be made again.
#[boxed]
pub async fn reseal(core: &Core, after: i64) -> Result<ResealCounts> {
    TOKENS.reseal(core, after).await
}

/// True if there is any token that is sealed.
#[boxed]
pub async fn any_sealed(db: &Conn) -> Result<bool> {
    TOKENS.any(db).await
}

/// True if the newest webhook's token opens under these keys; none where there is no webhook.
#[boxed]
pub async fn newest_is_readable(db: &Conn, key: &InstanceKey) -> Result<Option<bool>> {
    let newest: Option<(i64, Vec<u8>)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::TokenSealed])
        .order_by_desc(Column::Id)
        .into_tuple()
        .one(db)
        .await?;
    Ok(newest.map(|(id, sealed)| TOKENS.open(key, id, &sealed).is_ok()))
}
