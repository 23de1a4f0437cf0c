//! Settings that are changed while the instance runs, and the secret of the link that makes the first admin.
//! Their users define their meaning.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{Condition, Set};

use crate::core::Core;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::hex;

/// A setting; one that has no row has its default.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "instance_settings")]
pub struct Model {
    /// Its name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// Its value.
    pub value: String,
    /// When it was changed.
    pub changed_at: i64,
}

portico_platform::database::no_relations!();

/// The hash of the secret in the link that makes the first admin.
const FIRST_ADMIN: &str = "first_admin";
/// For how long its link works: logs that show it are kept for longer.
const FIRST_ADMIN_MS: Millis = DAY_MS;
/// The beginning of the name of a row for each instance key that encrypts, or did, before the key's id.
const SEALING: &str = "encrypts with ";
/// Set whenever `portico backup` has copied the database.
pub(super) const LAST_BACKUP: &str = "last_backup";

/// The value of a setting, where it has one.
pub(in crate::models) async fn get(db: &Conn, name: &str) -> Result<Option<String>> {
    let row = Entity::find_by_id(name.to_owned()).one(db).await?;
    Ok(row.map(|setting| setting.value))
}

/// Sets it.
pub(in crate::models) async fn set(write: &Conn, now: Millis, name: &str, value: String) -> Result<()> {
    upsert(write, now, name, value, &[Column::Value, Column::ChangedAt]).await
}

/// The value of a setting that is about to be changed by what it is now: until the transaction ends, no one else changes it.
/// Empty where it had none.
pub(in crate::models) async fn lock(write: &Conn, now: Millis, name: &str) -> Result<String> {
    // A row that isn't there can't be locked.
    upsert(write, now, name, String::new(), &[Column::ChangedAt]).await?;
    Ok(get(write, name).await?.unwrap_or_default())
}

/// Inserts a setting, or replaces these columns of it.
async fn upsert(write: &Conn, now: Millis, name: &str, value: String, replaced: &[Column]) -> Result<()> {
    let row = ActiveModel { name: Set(name.to_owned()), value: Set(value), changed_at: Set(now) };
    let replaced = OnConflict::column(Column::Name).update_columns(replaced.iter().copied()).to_owned();
    Entity::insert(row).on_conflict(replaced).exec_without_returning(write).await?;
    Ok(())
}

/// Deletes it; false where it had no value, or not this one.
pub(in crate::models) async fn take(write: &Conn, name: &str, value: &str) -> Result<bool> {
    let taken = Entity::delete_many().filter(Column::Name.eq(name)).filter(Column::Value.eq(value)).exec(write).await?;
    Ok(taken.rows_affected == 1)
}

/// Notes that the database was copied to a file at this time.
#[boxed]
pub async fn note_backup(write: &Conn, now: Millis) -> Result<()> {
    set(write, now, LAST_BACKUP, String::new()).await
}

/// When the database was last copied to a file by `portico backup`.
#[boxed]
pub async fn last_backup(db: &Conn) -> Result<Option<Millis>> {
    let row = Entity::find_by_id(LAST_BACKUP.to_owned()).one(db).await?;
    Ok(row.map(|setting| setting.changed_at))
}

/// Notes that a process of this instance encrypts with its instance key, unless that is known.
#[boxed]
pub async fn note_sealing_key(core: &Core) -> Result<()> {
    let name = sealing(&core.key.id().to_string());
    if get(&core.db, &name).await?.is_some() {
        return Ok(());
    }
    let write = core.begin().await?;
    let row = ActiveModel { name: Set(name), value: Set(String::new()), changed_at: Set(core.now()) };
    Entity::insert(row).on_conflict_do_nothing().exec_without_returning(&*write).await?;
    write.commit().await?;
    Ok(())
}

/// Since when these instance keys are known to encrypt, of those that ever did.
#[boxed]
pub async fn sealing_since(db: &Conn, ids: &[String]) -> Result<Vec<(String, Millis)>> {
    let names = ids.iter().map(|id| sealing(id));
    let rows = Entity::find().filter(lists::is_one_of(db, Column::Name, names)).all(db).await?;
    let since = |setting: Model| Some((setting.name.strip_prefix(SEALING)?.to_owned(), setting.changed_at));
    Ok(rows.into_iter().filter_map(since).collect())
}

fn sealing(id: &str) -> String {
    format!("{SEALING}{id}")
}

/// Makes a new secret for the link that makes the first admin, in place of the one before.
pub(in crate::models) async fn offer_first_admin(write: &Conn, now: Millis) -> Result<Plain> {
    let secret = Plain::random();
    set(write, now, FIRST_ADMIN, hash_of(&secret)).await?;
    Ok(secret)
}

/// Withdraws it: the link that was printed last makes no one an admin.
pub(in crate::models) async fn withdraw_first_admin(write: &Conn) -> Result<()> {
    Entity::delete_by_id(FIRST_ADMIN).exec(write).await?;
    Ok(())
}

/// Uses the secret up; false where it is wrong, too old, or was used, replaced or withdrawn.
pub(in crate::models) async fn use_first_admin(write: &Conn, now: Millis, secret: &Plain) -> Result<bool> {
    let used = Entity::delete_many().filter(is_first_admin(now, secret)).exec(write).await?;
    Ok(used.rows_affected == 1)
}

/// True if the secret would be accepted, for the page of the link.
pub(in crate::models) async fn would_be_first_admin(db: &Conn, now: Millis, secret: &Plain) -> Result<bool> {
    let query = Entity::find().filter(is_first_admin(now, secret));
    Ok(query.one(db).await?.is_some())
}

fn is_first_admin(now: Millis, secret: &Plain) -> Condition {
    Condition::all()
        .add(Column::Name.eq(FIRST_ADMIN))
        .add(Column::Value.eq(hash_of(secret)))
        .add(Column::ChangedAt.gt(now - FIRST_ADMIN_MS))
}

fn hash_of(secret: &Plain) -> String {
    hex::digits(SecretHash::new(secret).as_bytes())
}
