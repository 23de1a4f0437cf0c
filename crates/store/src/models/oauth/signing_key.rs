//! The keys that sign ID tokens: when each one signs, and for how long others can check what it signed.
//! Signatures and the form of a token are in `security::jwt`.

mod held;
mod rotation;
mod schedule;
mod sealed;

use std::time::Duration;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, DbBackend, QueryOrder, QuerySelect, Set, Statement};

use crate::core::Core;
use portico_crypto::jwt::KeyPair;
use portico_crypto::sealing;
use portico_crypto::tokens::Plain;
use portico_macros::boxed;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;

pub use held::SigningKeys;
pub use portico_crypto::jwt::Algorithm;
pub use rotation::{KeyRotation, delete, erase_retired, revoke_and_rotate, rotate};
pub use schedule::Use;
pub use sealed::{any_sealed, count_sealed, newest_is_readable, reseal, unusable};

/// How long an ID token is valid. A client checks it once, right after the exchange.
pub const ID_TOKEN_LIFETIME: Duration = Duration::from_secs(10 * 60);
/// How long a key is published before it signs. Clients cache the key set: one that never fetches it again for a token
/// with an unknown `kid` still knows the key by then.
pub const PUBLISHED_AHEAD: Duration = Duration::from_secs(24 * 60 * 60);
/// How long a key is published after it signed last: until its last token has expired, with time to spare for clocks
/// that differ.
pub const PUBLISHED_AFTER: Duration = Duration::from_secs(60 * 60);
/// How old a node's knowledge of the keys may be when it signs.
const KNOWN_FOR: Duration = Duration::from_secs(60);
/// When a key signs that must sign as soon as possible: once every node has read that, by clocks that differ by a minute
/// at most.
pub const AT_THE_EARLIEST: Duration = Duration::from_secs(2 * 60);

/// The newest so many are known. A rotation adds one for each algorithm.
const MAX_KEYS: u64 = 100;
/// The advisory lock of changes to the set of keys. The numbers before it are the cleanup's and the migrations'.
const LOCK: i64 = 0x706f_7274_6963_6f03;

/// A key.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "signing_keys")]
pub struct Model {
    /// Its id, later than those of earlier keys.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// Its name in the header of tokens, which is the thumbprint of its public key.
    #[sea_orm(unique)]
    pub kid: String,
    /// `RS256` or `ES256`.
    pub alg: String,
    /// The public key.
    pub jwk: String,
    /// The private key, encrypted with the instance key; none once it signs no more.
    pub private_sealed: Option<Vec<u8>>,
    /// When it was generated, from when on it is published.
    pub created_at: i64,
    /// When it begins to sign. It ends when the next key of its algorithm begins.
    pub signs_from: i64,
    /// From here on it neither signs nor verifies, and is published no more.
    pub revoked_at: Option<i64>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The private key doesn't belong in a log, sealed or not.
        formatter.debug_struct("SigningKey").field("kid", &self.kid).finish_non_exhaustive()
    }
}

portico_platform::database::no_relations!();

/// A generated key that is not stored yet.
#[derive(Debug)]
pub struct GeneratedKey {
    algorithm: Algorithm,
    kid: String,
    jwk: String,
    private: Plain,
}

impl GeneratedKey {
    /// Generates a key, on a thread where computing holds up no one.
    ///
    /// # Errors
    /// When no key could be generated.
    #[boxed]
    pub async fn new(algorithm: Algorithm) -> Result<Self> {
        let private = tokio::task::spawn_blocking(move || KeyPair::generate(algorithm));
        let private = private.await.map_err(Error::internal)?;
        Self::from_private(algorithm, private.map_err(Error::internal)?)
    }

    /// A key that was generated elsewhere: PKCS #8 in base64.
    ///
    /// # Errors
    /// When it is no private key of the algorithm.
    pub fn from_private(algorithm: Algorithm, private: Plain) -> Result<Self> {
        let pair = KeyPair::read(algorithm, &private).map_err(Error::internal)?;
        Ok(Self { algorithm, kid: pair.public().thumbprint(), jwk: pair.public().jwk(), private })
    }

    /// Stores it, to sign from a time on.
    async fn insert(self, core: &Core, write: &Write, signs_from: Millis) -> Result<Model> {
        let id = core.id();
        let key = ActiveModel {
            id: Set(id),
            kid: Set(self.kid),
            alg: Set(self.algorithm.as_str().to_owned()),
            jwk: Set(self.jwk),
            private_sealed: Set(Some(seal(core, id, &self.private)?)),
            created_at: Set(core.now()),
            signs_from: Set(signs_from),
            revoked_at: Set(None),
        };
        Ok(key.insert(&**write).await?)
    }
}

/// Generates and stores a key for each algorithm that has none. Of several processes at once, one does.
///
/// # Errors
/// When the database can't be reached, or no key could be generated.
#[boxed]
pub async fn ensure(core: &Core) -> Result<()> {
    let missing = missing(&all(&core.db).await?);
    let mut generated = Vec::new();
    for algorithm in missing {
        // Before the transaction: on SQLite nothing else could write meanwhile.
        generated.push(GeneratedKey::new(algorithm).await?);
    }
    add_missing(core, generated).await
}

/// Stores those keys whose algorithm has none yet; they sign at once.
pub async fn add_missing(core: &Core, generated: Vec<GeneratedKey>) -> Result<()> {
    if generated.is_empty() {
        return Ok(());
    }
    let write = begin(core).await?;
    // Another process may have been first.
    let missing = missing(&all(&write).await?);
    for key in generated {
        if missing.contains(&key.algorithm) {
            let key = key.insert(core, &write, core.now()).await?;
            tracing::info!(kid = key.kid, alg = key.alg, "generated a signing key");
        }
    }
    write.commit().await?;
    Ok(())
}

/// The algorithms without any key.
fn missing(keys: &[Model]) -> Vec<Algorithm> {
    let mut algorithms = Algorithm::ALL.to_vec();
    algorithms.retain(|one| !keys.iter().any(|key| key.alg == one.as_str()));
    algorithms
}

/// The newest keys, the oldest of them first.
#[boxed]
pub async fn all(db: &Conn) -> Result<Vec<Model>> {
    let mut keys = Entity::find().filter(Column::Id.gt(0)).order_by_desc(Column::Id).limit(MAX_KEYS).all(db).await?;
    keys.reverse();
    Ok(keys)
}

/// Begins a change to the set of keys: no other process changes it until the transaction ends.
async fn begin(core: &Core) -> Result<Write> {
    let write = core.begin().await?;
    // A transaction on SQLite that writes is alone already.
    if write.get_database_backend() == DbBackend::Postgres {
        let lock =
            Statement::from_sql_and_values(DbBackend::Postgres, "SELECT pg_advisory_xact_lock($1)", [LOCK.into()]);
        write.execute_raw(lock).await?;
    }
    Ok(write)
}

/// The context to which a private key's seal is bound: that it is a signing key, and in which row.
fn seal_context(id: i64) -> String {
    format!("signing key {id}")
}

fn seal(core: &Core, id: i64, private: &Plain) -> Result<Vec<u8>> {
    sealing::seal(&core.key, seal_context(id).as_bytes(), private).map_err(Error::internal)
}
