//! Sessions: who is signed in, on which browser, since when.
//! The cookie that carries a session's token is set by the routes.

mod expired;
mod opening;

pub(in crate::models) use expired::delete_old;
pub use opening::{OpenedBy, Opening, SecondBy};

use portico_rules::ids::{SessionId, UserId};
use std::collections::HashSet;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, ExprTrait, Query};
use sea_orm::{ConnectionTrait, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::core::Core;
use crate::live::Access;
use crate::models::User;
pub use crate::models::accounts::security_event::Browser;
use crate::models::accounts::security_event::{self, SecurityEventKind};
use crate::models::accounts::user;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_macros::boxed;
use portico_platform::database::{Conn, Database, lists};
use portico_platform::error::{Error, Result};
use portico_rules::clock::{DAY_MS, Millis};

/// A session expires when it is not used for so long.
pub const IDLE_MS: Millis = 30 * DAY_MS;
/// A session expires after so long, however often it is used.
pub const ABSOLUTE_MS: Millis = 180 * DAY_MS;
/// Acts that can't be undone need the password again when it was last entered longer ago than this.
pub const FRESH_MS: Millis = 15 * 60 * 1000;
/// The last use is stored at most so often, so that reading pages does not write.
const NOTED_EVERY_MS: Millis = 10 * 60 * 1000;

/// One browser, signed in.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sessions")]
pub struct Model {
    /// Its id, no secret.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SessionId,
    /// SHA-256 of the token in the cookie.
    pub token_hash: Vec<u8>,
    /// Who is signed in.
    pub user_id: UserId,
    /// When they signed in.
    pub created_at: i64,
    /// When it was last used, to within ten minutes.
    pub seen_at: i64,
    /// When the password was last given.
    pub authenticated_at: i64,
    /// The browser's own description, at most 200 characters.
    pub user_agent: String,
    /// From where it was last used.
    pub address: String,
    /// How it was opened.
    pub opened_by: OpenedBy,
    /// When the second step was last taken in it. A browser that is trusted takes none.
    pub second_at: Option<i64>,
    /// The proof of that second step.
    pub second_by: Option<SecondBy>,
}

portico_platform::database::belongs_to!(User: user by UserId);

impl Model {
    /// Signs `user` in, whose account was just made and has no second step: returns the session, and the token for the
    /// cookie, which is stored nowhere else. With the password of an account that may have one, see
    /// `second_step::start_session_without`.
    ///
    /// # Errors
    /// [`Error::SignedOut`] when the account, or the password that it was read with, is no more: a
    /// change of password ends every session, also those that were about to begin.
    #[boxed]
    pub async fn start(core: &Core, user: &User, browser: Browser<'_>) -> Result<(Self, Plain)> {
        let write = core.begin().await?;
        if !user.lock_unchanged(&write).await? {
            return Err(Error::SignedOut);
        }
        let started = Self::begin(core, &write, user.id, browser, Opening::PASSWORD).await?;
        security_event::record(core, &write, user.id, SecurityEventKind::SignedIn, browser).await?;
        write.commit().await?;
        Ok(started)
    }

    /// Replaces this session by a new one, for `user`, whose session it is and who entered the password again: a copy
    /// of the old cookie is worth nothing. A second step that was taken in it still counts from that moment.
    ///
    /// # Errors
    /// [`Error::SignedOut`] when this session, the account or the password that it was read with is no more.
    #[boxed]
    pub async fn renew(&self, core: &Core, user: &User, browser: Browser<'_>) -> Result<(Self, Plain)> {
        let write = core.begin().await?;
        if !user.lock_unchanged(&write).await? {
            return Err(Error::SignedOut);
        }
        let opening = self.opening_with_password();
        let renewed = self.replace(core, &write, browser, opening).await?;
        core.commit_revoking(write, &[Access::User(self.user_id)]).await?;
        Ok(renewed)
    }

    /// Replaces this session by a new one within a transaction that has locked the account, and that ends with
    /// [`Core::commit_revoking`].
    ///
    /// # Errors
    /// [`Error::SignedOut`] when this session is no more.
    pub(in crate::models) async fn replace(
        &self,
        core: &Core,
        write: &Conn,
        browser: Browser<'_>,
        opening: Opening,
    ) -> Result<(Self, Plain)> {
        let replaced = Self::insert(core, write, self.user_id, browser, opening).await?;
        keep_browsers(write, self.id, replaced.0.id).await?;
        let ended = Entity::delete_by_id(self.id).exec(write).await?;
        if ended.rows_affected == 0 {
            return Err(Error::SignedOut);
        }
        Ok(replaced)
    }

    /// Starts a session within a transaction that has checked that it may start, and has locked the user's row. Where
    /// they have too many then, the one used least recently ends.
    pub(in crate::models) async fn begin(
        core: &Core,
        write: &Conn,
        user_id: UserId,
        browser: Browser<'_>,
        opening: Opening,
    ) -> Result<(Self, Plain)> {
        let begun = Self::insert(core, write, user_id, browser, opening).await?;
        end_least_recent(write, user_id, core.config.caps.sessions_per_person).await?;
        Ok(begun)
    }

    async fn insert(
        core: &Core,
        write: &Conn,
        user_id: UserId,
        browser: Browser<'_>,
        opening: Opening,
    ) -> Result<(Self, Plain)> {
        let (token, now) = (Plain::random(), core.now());
        let session = ActiveModel {
            id: Set(core.id()),
            token_hash: Set(SecretHash::new(&token).to_vec()),
            user_id: Set(user_id),
            created_at: Set(now),
            seen_at: Set(now),
            authenticated_at: Set(now),
            user_agent: Set(browser.user_agent.chars().take(200).collect()),
            address: Set(browser.address.to_string()),
            opened_by: Set(opening.by),
            second_at: Set(opening.second.map(|(_, at)| at)),
            second_by: Set(opening.second.map(|(by, _)| by)),
        };
        let session = session.insert(write).await?;
        Ok((session, token))
    }

    /// The session with this token, if it has not expired, and its user.
    #[boxed]
    pub async fn find(core: &Core, token: &Plain) -> Result<Option<(Self, User)>> {
        let now = core.now();
        let row = Entity::find()
            .filter(Column::TokenHash.eq(SecretHash::new(token).to_vec()))
            .filter(Self::active(now))
            .find_also_related(user::Entity)
            .one(&*core.db)
            .await?;
        let Some((session, Some(user))) = row.filter(|(_, user)| {
            // Its sessions ended with it; none comes to life again by a race.
            user.as_ref().is_some_and(|user| !user.is_disabled())
        }) else {
            return Ok(None);
        };
        if session.seen_at < now - NOTED_EVERY_MS {
            session.note_use(core.db.clone(), now);
        }
        Ok(Some((session, user)))
    }

    /// Stores the use after the response, so that no page waits for a writer. Of several pages requested at once the
    /// first one does it; what fails is tried again with the next page.
    fn note_use(&self, db: Database, now: Millis) {
        let id = self.id;
        tokio::spawn(async move {
            let noted = async {
                let write = db.begin().await?;
                Entity::update_many()
                    .col_expr(Column::SeenAt, Expr::value(now))
                    .filter(Column::Id.eq(id))
                    .filter(Column::SeenAt.lt(now - NOTED_EVERY_MS))
                    .exec(&*write)
                    .await?;
                write.commit().await
            };
            if let Err(err) = noted.await {
                tracing::warn!(error = %err, "the last use of a session was not stored");
            }
        });
    }

    /// True if the session has not expired or ended; checked again by pages that stay open.
    #[boxed]
    pub async fn is_active(&self, core: &Core) -> Result<bool> {
        let row = Entity::find_by_id(self.id).filter(Self::active(core.now())).one(&*core.db).await?;
        Ok(row.is_some())
    }

    /// Those of these sessions that have not ended, in one statement however many they are.
    #[boxed]
    pub async fn active_among(core: &Core, ids: &[SessionId]) -> Result<HashSet<SessionId>> {
        let active: Vec<SessionId> = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(lists::is_one_of(&core.db, Column::Id, ids.iter().copied()))
            .filter(Self::active(core.now()))
            .into_tuple()
            .all(&*core.db)
            .await?;
        Ok(active.into_iter().collect())
    }

    /// True if it has not ended, within a write: for an act that is valid only during the session.
    pub async fn is_active_in(&self, db: &Conn, now: Millis) -> Result<bool> {
        let row = Entity::find_by_id(self.id).filter(Self::active(now)).one(db).await?;
        Ok(row.is_some())
    }

    /// Before an act that is valid only during this session of `user`: locks the account until `write` ends.
    ///
    /// # Errors
    /// [`Error::SignedOut`] when the session, the account or the password that it was read with is no more.
    pub(in crate::models) async fn lock_active(&self, core: &Core, write: &Conn, user: &User) -> Result<()> {
        match user.lock_unchanged(write).await? && self.is_active_in(write, core.now()).await? {
            true => Ok(()),
            false => Err(Error::SignedOut),
        }
    }

    /// True if the session has not expired at this time.
    pub fn is_active_at(&self, now: Millis) -> bool {
        self.seen_at > now - IDLE_MS && self.created_at > now - ABSOLUTE_MS
    }

    /// True if the password was entered recently enough for an act that can't be undone.
    pub fn is_fresh(&self, now: Millis) -> bool {
        self.authenticated_at > now - FRESH_MS
    }

    /// Every session of a user that has not expired, the last used first.
    #[boxed]
    pub async fn all_of(core: &Core, user_id: UserId) -> Result<Vec<Self>> {
        Ok(Entity::find()
            .filter(Column::UserId.eq(user_id))
            .filter(Self::active(core.now()))
            .order_by_desc(Column::SeenAt)
            .order_by_desc(Column::Id)
            .all(&*core.db)
            .await?)
    }

    /// Ends this session; its cookie opens nothing from now on.
    #[boxed]
    pub async fn end(&self, core: &Core) -> Result<()> {
        let write = core.begin().await?;
        Entity::delete_by_id(self.id).exec(&*write).await?;
        core.commit_revoking(write, &[Access::User(self.user_id)]).await?;
        Ok(())
    }

    /// Ends one session of a user, by its id.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the user has no such session.
    #[boxed]
    pub async fn end_one(core: &Core, user_id: UserId, id: SessionId, browser: Browser<'_>) -> Result<()> {
        let write = core.begin().await?;
        let ended = Entity::delete_by_id(id).filter(Column::UserId.eq(user_id)).exec(&*write).await?;
        if ended.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        security_event::record(core, &write, user_id, SecurityEventKind::SessionEnded, browser).await?;
        core.commit_revoking(write, &[Access::User(user_id)]).await?;
        Ok(())
    }

    /// Ends every session of this user but this one, within a transaction that ends with [`Core::commit_revoking`]; gives
    /// how many they were.
    pub(in crate::models) async fn end_others_in(&self, write: &Conn) -> Result<u64> {
        let ended = Entity::delete_many()
            .filter(Column::UserId.eq(self.user_id))
            .filter(Column::Id.ne(self.id))
            .exec(write)
            .await?;
        Ok(ended.rows_affected)
    }

    /// Ends every session of a user.
    #[boxed]
    pub async fn end_all(db: &Conn, user_id: UserId) -> Result<()> {
        Entity::delete_many().filter(Column::UserId.eq(user_id)).exec(db).await?;
        Ok(())
    }

    fn active(now: Millis) -> sea_orm::Condition {
        sea_orm::Condition::all().add(Column::SeenAt.gt(now - IDLE_MS)).add(Column::CreatedAt.gt(now - ABSOLUTE_MS))
    }
}

/// Ends the sessions of a user beyond the `limit` that were used last. Refusing a sign-in instead would lock users out
/// by sessions that they no longer use.
async fn end_least_recent(db: &Conn, user_id: UserId, limit: u32) -> Result<()> {
    let kept = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::UserId.eq(user_id))
        .order_by_desc(Column::SeenAt)
        .order_by_desc(Column::Id)
        .limit(u64::from(limit));
    Entity::delete_many()
        .filter(Column::UserId.eq(user_id))
        .filter(Column::Id.not_in_subquery(kept.into_query()))
        .exec(db)
        .await?;
    Ok(())
}

/// The browsers that get notifications in a session do so in the one that replaces it. Their model refers to this one, so
/// the table is named here.
async fn keep_browsers(write: &Conn, session_id: SessionId, replaced_by: SessionId) -> Result<()> {
    let column = || Alias::new("session_id");
    let moved = Query::update()
        .table(Alias::new("push_subscriptions"))
        .value(column(), replaced_by)
        .and_where(ExprTrait::eq(Expr::col(column()), session_id))
        .take();
    write.execute(&moved).await?;
    Ok(())
}
