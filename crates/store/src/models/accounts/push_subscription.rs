//! The browsers of a person that get notifications through a push service. Each belongs to the session that it was
//! added in.
//! `messages::push` sends to them.

use portico_rules::ids::{PushId, SessionId, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect, QueryTrait, Set};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use url::Url;

use crate::core::Core;
use crate::models::accounts::session;
use crate::models::{Session, User};
use portico_crypto::web_push::BrowserKeys;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::hex;

/// A browser's subscription.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "push_subscriptions")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PushId,
    /// Whose browser it is.
    pub user_id: UserId,
    /// The session that it ends with.
    pub session_id: SessionId,
    /// Where messages for it are sent.
    pub endpoint: String,
    /// SHA-256 of that.
    pub endpoint_hash: Vec<u8>,
    /// The browser's public key.
    pub point: Vec<u8>,
    /// The browser's secret, which authenticates messages to it.
    pub secret: Vec<u8>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The address and the keys are for those who send to the browser.
        formatter.debug_struct("PushSubscription").field("id", &self.id).finish_non_exhaustive()
    }
}

portico_platform::database::belongs_to!(Session: session by SessionId);

impl Model {
    /// The keys that messages for it are encrypted with.
    pub fn keys(&self) -> Option<BrowserKeys> {
        BrowserKeys::from_bytes(&self.point, &self.secret)
    }

    /// How pages name it to the browser that it is of, which knows the address.
    pub fn fingerprint(&self) -> String {
        hex::digits(&self.endpoint_hash)
    }
}

/// Adds the browser of a session. One that is known already, with the same keys, belongs to this session from now on.
/// Where a person has too many then, the one added first is removed.
///
/// # Errors
/// A fault of the form where the address is known with other keys: it is another browser's.
#[boxed]
pub async fn add(core: &Core, session: &Session, endpoint: &Url, keys: &BrowserKeys) -> Result<()> {
    let user_id = session.user_id;
    let endpoint_hash = Sha256::digest(endpoint.as_str()).to_vec();
    let write = core.begin().await?;
    // No other browser of this person is added meanwhile.
    if !User::lock_to_count(&write, user_id).await? || !session.is_active_in(&write, core.now()).await? {
        return Err(Error::SignedOut);
    }
    let known = Entity::find().filter(Column::EndpointHash.eq(endpoint_hash.clone())).one(&*write).await?;
    if let Some(known) = known {
        if !bool::from(known.secret.as_slice().ct_eq(&keys.secret)) {
            return Err(Error::fault(
                "form",
                "This browser’s notifications were turned on elsewhere. Turn them off in the browser, and try again.",
            ));
        }
        // Added again: what waited for another account is not sent.
        Entity::delete_by_id(known.id).exec(&*write).await?;
    }
    let row = ActiveModel {
        id: Set(core.id()),
        user_id: Set(user_id),
        session_id: Set(session.id),
        endpoint: Set(endpoint.as_str().to_owned()),
        endpoint_hash: Set(endpoint_hash),
        point: Set(keys.point.to_vec()),
        secret: Set(keys.secret.to_vec()),
    };
    Entity::insert(row).exec_without_returning(&*write).await?;
    let kept = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::UserId.eq(user_id))
        .order_by_desc(Column::Id)
        .limit(u64::from(core.config.caps.push_subscriptions_per_person));
    Entity::delete_many()
        .filter(Column::UserId.eq(user_id))
        .filter(Column::Id.not_in_subquery(kept.into_query()))
        .exec(&*write)
        .await?;
    write.commit().await?;
    Ok(())
}

/// The browsers of a user, the newest first.
#[boxed]
pub async fn all_of(db: &Conn, user_id: UserId) -> Result<Vec<(Model, Option<Session>)>> {
    Ok(Entity::find()
        .filter(Column::UserId.eq(user_id))
        .find_also_related(session::Entity)
        .order_by_desc(Column::Id)
        .all(db)
        .await?)
}

/// The browsers of a session: usually the one that it is of, and others of which its push service has replaced the address.
#[boxed]
pub async fn all_of_session(db: &Conn, session_id: SessionId) -> Result<Vec<Model>> {
    Ok(Entity::find().filter(Column::SessionId.eq(session_id)).all(db).await?)
}

/// Removes a browser of a user.
///
/// # Errors
/// [`Error::NotFound`] when the user has no such browser.
#[boxed]
pub async fn remove(core: &Core, user_id: UserId, id: PushId) -> Result<()> {
    let write = core.begin().await?;
    let removed = Entity::delete_by_id(id).filter(Column::UserId.eq(user_id)).exec(&*write).await?;
    if removed.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    write.commit().await?;
    Ok(())
}

/// A subscription whose session has not expired.
pub(in crate::models) async fn active(db: &Conn, id: PushId, now: Millis) -> Result<Option<Model>> {
    let row = Entity::find_by_id(id).find_also_related(session::Entity).one(db).await?;
    Ok(row.and_then(|(subscription, session)| {
        session.is_some_and(|session| session.is_active_at(now)).then_some(subscription)
    }))
}
