//! Recovery codes: ten for each account with a second step, each used once.
//! `second_step` decides about the effects of one; `security::tokens` has their format.

use sea_orm::entity::prelude::*;
use sea_orm::{QuerySelect, Set};

use crate::core::Core;
use portico_crypto::tokens::{Plain, SecretHash, recovery_code};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;

use portico_rules::ids::UserId;

/// How many an account gets.
pub const COUNT: usize = 10;

/// A code that was not used yet.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "recovery_codes")]
pub struct Model {
    /// Whose it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// SHA-256 of the code.
    #[sea_orm(primary_key, auto_increment = false)]
    pub code_hash: Vec<u8>,
}

portico_platform::database::no_relations!();

impl Model {
    /// How many codes of an account were not used yet.
    #[boxed]
    pub async fn left(db: &Conn, user_id: UserId) -> Result<usize> {
        let hashes: Vec<Vec<u8>> = Entity::find()
            .select_only()
            .column(Column::CodeHash)
            .filter(Column::UserId.eq(user_id))
            .into_tuple()
            .all(db)
            .await?;
        Ok(hashes.len())
    }

    /// True if this is a code of the account that was not used yet.
    #[boxed]
    pub async fn is_one(core: &Core, user_id: UserId, code: &Plain) -> Result<bool> {
        let row = Entity::find_by_id((user_id, SecretHash::new(code).to_vec())).one(&*core.db).await?;
        Ok(row.is_some())
    }
}

/// Makes new codes for an account in place of those that it had. They are stored nowhere else.
pub(in crate::models) async fn make(write: &Conn, user_id: UserId) -> Result<Vec<Plain>> {
    remove(write, user_id).await?;
    let codes: Vec<Plain> = (0..COUNT).map(|_| recovery_code()).collect();
    let rows =
        codes.iter().map(|code| ActiveModel { user_id: Set(user_id), code_hash: Set(SecretHash::new(code).to_vec()) });
    Entity::insert_many(rows).exec_without_returning(write).await?;
    Ok(codes)
}

/// Uses a code: of requests side by side with the same one, one succeeds.
pub(in crate::models) async fn take(write: &Conn, user_id: UserId, code: &Plain) -> Result<bool> {
    let used = Entity::delete_by_id((user_id, SecretHash::new(code).to_vec())).exec(write).await?;
    Ok(used.rows_affected == 1)
}

/// Deletes the codes of an account.
pub(in crate::models) async fn remove(write: &Conn, user_id: UserId) -> Result<()> {
    Entity::delete_many().filter(Column::UserId.eq(user_id)).exec(write).await?;
    Ok(())
}
