//! The key pair that identifies this instance to push services (VAPID): one, generated at the first start, for all nodes.
//! Signing with it is in `security::web_push`.

use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, DbBackend, QueryOrder, Statement};

use crate::core::Core;
use crate::models::instance::act::{self, Act, Operator, Subject};
use portico_crypto::InstanceKey;
use portico_crypto::jwt::{Algorithm, KeyPair};
use portico_crypto::sealing::{self, SealedCounts};
use portico_crypto::tokens::Plain;
use portico_macros::boxed;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;

/// The advisory lock of the key. The numbers before it are those of the cleanup, the migrations, signing keys and others.
const LOCK: i64 = 0x706f_7274_6963_6f20;

/// A key pair. The oldest one is used: subscriptions of browsers are bound to it.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "push_keys")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The private key, encrypted with the instance key.
    pub private_sealed: Vec<u8>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("PushKey").finish_non_exhaustive()
    }
}

portico_platform::database::no_relations!();

fn seal_context(id: i64) -> String {
    format!("push key {id}")
}

async fn oldest(db: &Conn) -> Result<Option<Model>> {
    Ok(Entity::find().filter(Column::Id.gt(0)).order_by_asc(Column::Id).one(db).await?)
}

/// Generates the key, if there is none. Of several processes at once, one does. Warns the operator of a key that none of the
/// instance keys opens.
///
/// # Errors
/// When the database can't be reached, or no key could be generated.
#[boxed]
pub async fn ensure(core: &Core) -> Result<()> {
    if let Some(row) = oldest(&core.db).await? {
        if open(&core.key, &row).is_err() {
            tracing::warn!(
                "the key for push services was sealed with an instance key that this process does not have, so browsers get no \
                 push messages; if it is lost, `portico key replace-push` makes another"
            );
        }
        return Ok(());
    }
    let private = KeyPair::generate(Algorithm::Es256).map_err(Error::internal)?;
    let write = begin(core).await?;
    if oldest(&write).await?.is_none() {
        insert(core, &write, &private).await?;
    }
    write.commit().await?;
    Ok(())
}

/// Begins a transaction that decides which key there is.
async fn begin(core: &Core) -> Result<Write> {
    let write = core.begin().await?;
    if write.get_database_backend() == DbBackend::Postgres {
        let lock =
            Statement::from_sql_and_values(DbBackend::Postgres, "SELECT pg_advisory_xact_lock($1)", [LOCK.into()]);
        write.execute_raw(lock).await?;
    }
    Ok(write)
}

async fn insert(core: &Core, write: &Conn, private: &Plain) -> Result<()> {
    let id = core.id();
    let row = ActiveModel { id: Set(id), private_sealed: Set(seal(core, id, private)?) };
    Entity::insert(row).exec_without_returning(write).await?;
    Ok(())
}

/// Replaces a key that none of the instance keys opens. Returns how many browsers lost their subscription, which was bound to
/// it.
///
/// # Errors
/// [`Error::Forbidden`] if it can be opened; when the database can't be reached.
#[boxed]
pub async fn replace_lost(core: &Core, by: &Operator<'_>) -> Result<u64> {
    let write = begin(core).await?;
    if let Some(row) = oldest(&write).await?
        && open(&core.key, &row).is_ok()
    {
        return Err(Error::Forbidden("The key for push services can be opened, so push messages work."));
    }
    replace_in(core, write, by).await
}

/// Replaces the key in any case, as if it may be in the wrong hands. Processes that have read it use it until they are restarted.
#[boxed]
pub async fn replace(core: &Core, by: &Operator<'_>) -> Result<u64> {
    let write = begin(core).await?;
    replace_in(core, write, by).await
}

async fn replace_in(core: &Core, write: Write, by: &Operator<'_>) -> Result<u64> {
    let private = KeyPair::generate(Algorithm::Es256).map_err(Error::internal)?;
    Entity::delete_many().exec(&*write).await?;
    insert(core, &write, &private).await?;
    // What waits to be sent to them goes with them. By its name, since the module of the subscriptions imports this one's parent.
    let delete = Statement::from_string(write.get_database_backend(), "DELETE FROM push_subscriptions");
    let deleted = write.execute_raw(delete).await?.rows_affected();
    let detail = format!("{deleted} browsers");
    let on = Subject::default().with(&detail);
    act::record(&write, core, by, Act::PushKeyReplaced, on).await?;
    write.commit().await?;
    Ok(deleted)
}

/// When it was generated, where there is one.
#[boxed]
pub async fn made_at(db: &Conn) -> Result<Option<Millis>> {
    Ok(oldest(db).await?.map(|row| db.id_times().time_of(row.id)))
}

/// The key.
///
/// # Errors
/// [`Error::Internal`] where there is none, or none of the instance keys opens it.
#[boxed]
pub async fn current(core: &Core) -> Result<KeyPair> {
    let row = oldest(&core.db).await?.ok_or_else(|| Error::internal("there is no key for push services"))?;
    let private = open(&core.key, &row)?;
    KeyPair::read(Algorithm::Es256, &private).map_err(Error::internal)
}

fn seal(core: &Core, id: i64, private: &Plain) -> Result<Vec<u8>> {
    sealing::seal(&core.key, seal_context(id).as_bytes(), private).map_err(Error::internal)
}

fn open(key: &InstanceKey, row: &Model) -> Result<Plain> {
    let opened = sealing::open(key, seal_context(row.id).as_bytes(), &row.private_sealed);
    Ok(opened.map_err(Error::internal)?.secret)
}

/// Counts the keys, each of which is opened.
#[boxed]
pub async fn count_sealed(core: &Core) -> Result<SealedCounts> {
    let mut counts = SealedCounts::default();
    if let Some(row) = oldest(&core.db).await? {
        counts.count(&sealing::open(&core.key, seal_context(row.id).as_bytes(), &row.private_sealed));
    }
    Ok(counts)
}

/// Seals the key again where it is not sealed under the present instance key; returns how many were, and how many no key
/// of the instance opens.
#[boxed]
pub async fn reseal(core: &Core) -> Result<(u64, u64)> {
    let write = core.begin().await?;
    let Some(row) = oldest(&write).await? else {
        return Ok((0, 0));
    };
    if sealing::says_key(&row.private_sealed) == Some(core.key.id()) {
        return Ok((0, 0));
    }
    let Ok(private) = open(&core.key, &row) else {
        return Ok((0, 1));
    };
    Entity::update_many()
        .col_expr(Column::PrivateSealed, Expr::value(seal(core, row.id, &private)?))
        .filter(Column::Id.eq(row.id))
        .exec(&*write)
        .await?;
    write.commit().await?;
    Ok((1, 0))
}

/// True if there is one.
#[boxed]
pub async fn any_sealed(db: &Conn) -> Result<bool> {
    Ok(oldest(db).await?.is_some())
}

/// True if it can be opened with these instance keys; `None` if there is none.
#[boxed]
pub async fn is_readable(db: &Conn, key: &InstanceKey) -> Result<Option<bool>> {
    Ok(oldest(db).await?.map(|row| open(key, &row).is_ok()))
}
