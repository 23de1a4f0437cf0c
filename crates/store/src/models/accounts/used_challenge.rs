//! Challenges that a passkey has answered: each is answered once.
//! `security::webauthn` makes challenges and knows when they expire; one that was not answered is stored nowhere.

use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;

use portico_crypto::webauthn::ReturnedChallenge;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;

/// A challenge that was answered.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "used_challenges")]
pub struct Model {
    /// SHA-256 of its seal.
    #[sea_orm(primary_key, auto_increment = false)]
    pub challenge_hash: Vec<u8>,
    /// Until when it could be answered again.
    pub expires_at: i64,
}

portico_platform::database::no_relations!();

/// True if a challenge was used.
pub(in crate::models) async fn is_used(db: &Conn, challenge: ReturnedChallenge) -> Result<bool> {
    let row = Entity::find_by_id(challenge.hash.to_vec()).one(db).await?;
    Ok(row.is_some())
}

/// Uses a challenge up; false where it was used before, or is over.
pub(in crate::models) async fn use_up(write: &Conn, challenge: ReturnedChallenge, now: Millis) -> Result<bool> {
    if challenge.expires_at <= now {
        return Ok(false);
    }
    let row = ActiveModel { challenge_hash: Set(challenge.hash.to_vec()), expires_at: Set(challenge.expires_at) };
    let stored = Entity::insert(row)
        .on_conflict(OnConflict::column(Column::ChallengeHash).do_nothing().to_owned())
        .exec_without_returning(write)
        .await?;
    Ok(stored == 1)
}
