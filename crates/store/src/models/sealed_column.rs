//! Columns of secrets that are sealed under the instance key: the tokens of webhooks, and the keys of authenticator apps.
//! Which key each is sealed under, and sealing them again under the present one. Sealing itself is in `security::sealing`.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::core::Core;
use portico_crypto::InstanceKey;
use portico_crypto::sealing::{self, OpenedSecret, ResealCounts, SealError, SealedCounts};
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};

/// So many are read at a time.
const PAGE_SIZE: u64 = 250;

/// A column with one sealed secret in each row.
pub(super) struct SealedColumn<E: EntityTrait> {
    /// The primary key, an id.
    pub(super) id: E::Column,
    /// The column.
    pub(super) sealed: E::Column,
    /// The context to which the secret of the row with this id is bound.
    pub(super) context: fn(i64) -> String,
}

impl<E: EntityTrait> SealedColumn<E> {
    /// Counts every secret.
    pub(super) async fn count(&self, core: &Core) -> Result<SealedCounts> {
        let mut counts = SealedCounts::default();
        let mut after = Some(0);
        while let Some(id) = after {
            let page = self.page_after(&core.db, id).await?;
            after = next_after(&page);
            for (id, sealed) in page {
                counts.count(&self.open(&core.key, id, &sealed));
            }
        }
        Ok(counts)
    }

    /// Seals the secrets of the rows after this id again, a page of them, where they are not sealed under the present
    /// key. Nothing else of a row changes.
    ///
    /// Each is a transaction of its own. Several in one would lock several rows, and a transaction that locks the same
    /// ones in another order would deadlock with it.
    ///
    /// # Errors
    /// Those of the database. Secrets that were sealed again until then stay so, and the step can be repeated.
    pub(super) async fn reseal(&self, core: &Core, after: i64) -> Result<ResealCounts> {
        let page = self.page_after(&core.db, after).await?;
        let mut done = ResealCounts { resealed: 0, unreadable: 0, next: next_after(&page) };
        for (id, sealed) in page {
            if sealing::says_key(&sealed) == Some(core.key.id()) {
                continue;
            }
            let Ok(opened) = self.open(&core.key, id, &sealed) else {
                done.unreadable += 1;
                continue;
            };
            let context = (self.context)(id);
            let resealed = sealing::seal(&core.key, context.as_bytes(), &opened.secret).map_err(Error::internal)?;
            let write = core.begin().await?;
            let changed = E::update_many()
                .col_expr(self.sealed, Expr::value(resealed))
                .filter(self.id.eq(id))
                // A new secret may have taken its place meanwhile, which must not be lost.
                .filter(self.sealed.eq(sealed))
                .exec(&*write)
                .await?;
            write.commit().await?;
            done.resealed += changed.rows_affected;
        }
        Ok(done)
    }

    /// True if there is any secret.
    pub(super) async fn any(&self, db: &Conn) -> Result<bool> {
        let any: Option<i64> = E::find().select_only().column(self.id).limit(1).into_tuple().one(db).await?;
        Ok(any.is_some())
    }

    /// Opens the secret of one row.
    pub(super) fn open(&self, key: &InstanceKey, id: i64, sealed: &[u8]) -> Result<OpenedSecret, SealError> {
        sealing::open(key, (self.context)(id).as_bytes(), sealed)
    }

    async fn page_after(&self, db: &Conn, id: i64) -> Result<Vec<(i64, Vec<u8>)>> {
        Ok(E::find()
            .select_only()
            .columns([self.id, self.sealed])
            .filter(self.id.gt(id))
            .order_by_asc(self.id)
            .limit(PAGE_SIZE)
            .into_tuple()
            .all(db)
            .await?)
    }
}

/// The id to continue after; none at the end.
fn next_after(page: &[(i64, Vec<u8>)]) -> Option<i64> {
    page.last().map(|(id, _)| *id).filter(|_| page.len() as u64 == PAGE_SIZE)
}
