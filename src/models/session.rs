//! Sessions: who is signed in, on which browser, since when.
//! The cookie that carries a session's token is set by the routes.

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::clock::Millis;
use crate::database::Database;
use crate::error::{Error, Result};
use crate::ids;
use crate::instance::Instance;
use crate::models::{User, user};
use crate::security::tokens::{Hashed, Plain};

const DAY: Millis = 24 * 60 * 60 * 1000;
/// A session not used for so long is over.
pub const IDLE_MS: Millis = 30 * DAY;
/// No session lives longer, however often it is used.
pub const ABSOLUTE_MS: Millis = 180 * DAY;
/// Acts that can't be taken back ask for the password when it was given longer ago than this.
pub const FRESH_MS: Millis = 15 * 60 * 1000;
/// Use is noted at most so often, so that reading pages does not write.
const NOTED_EVERY_MS: Millis = 10 * 60 * 1000;

/// One browser, signed in.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sessions")]
pub struct Model {
    /// Its id, no secret.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// SHA-256 of the token in the cookie.
    pub token_hash: Vec<u8>,
    /// Who is signed in.
    pub user_id: i64,
    /// When they signed in.
    pub created_at: i64,
    /// When it was last used, to within ten minutes.
    pub seen_at: i64,
    /// When the password was last given.
    pub authenticated_at: i64,
    /// What the browser calls itself, at most 200 characters.
    pub user_agent: String,
    /// From where it was last used.
    pub address: String,
}

/// What joins a session to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The person signed in.
    #[sea_orm(
        belongs_to = "user::Entity",
        from = "Column::UserId",
        to = "user::Column::Id"
    )]
    User,
}

impl Related<user::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::User.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

/// The browser that signs in.
#[derive(Debug, Clone, Copy)]
pub struct Browser<'a> {
    /// What it calls itself.
    pub user_agent: &'a str,
    /// Where it is.
    pub address: std::net::IpAddr,
}

impl Model {
    /// Signs `user` in: gives the session and the token for the cookie, which is kept nowhere else.
    ///
    /// # Errors
    /// [`Error::SignedOut`] when the account, or the password that it was read with, is no more: a
    /// change of password ends every session, also those that were about to begin.
    pub async fn start(at: &Instance, user: &User, browser: Browser<'_>) -> Result<(Self, Plain)> {
        let write = at.begin().await?;
        if !user.holds_still(&*write).await? {
            return Err(Error::SignedOut);
        }
        let started = Self::begin(at, &*write, user.id, browser).await?;
        write.commit().await?;
        Ok(started)
    }

    /// Begins a session within a transaction that has judged whether it may.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(in crate::models) async fn begin(
        at: &Instance,
        write: &impl ConnectionTrait,
        user_id: i64,
        browser: Browser<'_>,
    ) -> Result<(Self, Plain)> {
        let (token, now) = (Plain::random(), at.now());
        let session = ActiveModel {
            id: Set(at.id()),
            token_hash: Set(Hashed::of(&token).to_vec()),
            user_id: Set(user_id),
            created_at: Set(now),
            seen_at: Set(now),
            authenticated_at: Set(now),
            user_agent: Set(browser.user_agent.chars().take(200).collect()),
            address: Set(browser.address.to_string()),
        };
        Ok((session.insert(write).await?, token))
    }

    /// The living session that `token` opens, and whose it is.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn find(at: &Instance, token: &Plain) -> Result<Option<(Self, User)>> {
        let now = at.now();
        let found = Entity::find()
            .filter(Column::TokenHash.eq(Hashed::of(token).to_vec()))
            .filter(Self::alive(now))
            .find_also_related(user::Entity)
            .one(&*at.db)
            .await?;
        let Some((session, Some(user))) = found else {
            return Ok(None);
        };
        if session.seen_at < now - NOTED_EVERY_MS {
            session.note_use(at.db.clone(), now);
        }
        Ok(Some((session, user)))
    }

    /// Notes the use behind the answer, so that no page waits for whoever is writing. Of several pages asked for at
    /// once the first one notes it, and what can't be noted now is noted with the next page.
    fn note_use(&self, db: Database, now: Millis) {
        let id = self.id;
        rocket::tokio::spawn(async move {
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
                tracing::warn!(error = %err, "the use of a session was not noted");
            }
        });
    }

    /// Whether the session still lives; asked again by pages that stay open.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn still_lives(&self, at: &Instance) -> Result<bool> {
        let found = Entity::find_by_id(self.id)
            .filter(Self::alive(at.now()))
            .one(&*at.db)
            .await?;
        Ok(found.is_some())
    }

    /// The same within a write, for an act that stands or falls with the session.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn still_lives_in(&self, db: &impl ConnectionTrait, now: Millis) -> Result<bool> {
        let found = Entity::find_by_id(self.id)
            .filter(Self::alive(now))
            .one(db)
            .await?;
        Ok(found.is_some())
    }

    /// Whether the password was given recently enough for an act that can't be taken back.
    pub fn is_fresh(&self, now: Millis) -> bool {
        self.authenticated_at > now - FRESH_MS
    }

    /// Every living session of a person, the one used last first.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn all_of(at: &Instance, user_id: i64) -> Result<Vec<Self>> {
        Ok(Entity::find()
            .filter(Column::UserId.eq(user_id))
            .filter(Self::alive(at.now()))
            .order_by_desc(Column::SeenAt)
            .order_by_desc(Column::Id)
            .all(&*at.db)
            .await?)
    }

    /// Ends this session; its cookie opens nothing from now on.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn end(&self, db: &impl ConnectionTrait) -> Result<()> {
        Entity::delete_by_id(self.id).exec(db).await?;
        Ok(())
    }

    /// Ends one session of a person, by its id.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the person has no such session.
    pub async fn end_one(db: &impl ConnectionTrait, user_id: i64, id: i64) -> Result<()> {
        let ended = Entity::delete_by_id(id)
            .filter(Column::UserId.eq(user_id))
            .exec(db)
            .await?;
        if ended.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        Ok(())
    }

    /// Ends every session of this person but this one; gives how many they were.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn end_others(&self, db: &impl ConnectionTrait) -> Result<u64> {
        let ended = Entity::delete_many()
            .filter(Column::UserId.eq(self.user_id))
            .filter(Column::Id.ne(self.id))
            .exec(db)
            .await?;
        Ok(ended.rows_affected)
    }

    /// Ends every session of a person.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn end_all(db: &impl ConnectionTrait, user_id: i64) -> Result<()> {
        Entity::delete_many()
            .filter(Column::UserId.eq(user_id))
            .exec(db)
            .await?;
        Ok(())
    }

    fn alive(now: Millis) -> sea_orm::Condition {
        sea_orm::Condition::all()
            .add(Column::SeenAt.gt(now - IDLE_MS))
            .add(Column::CreatedAt.gt(now - ABSOLUTE_MS))
    }
}

/// Drops sessions that were not used for too long, at most `limit` of them; says how many.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn forget_idle(
    write: &impl ConnectionTrait,
    now: Millis,
    limit: u64,
) -> Result<u64> {
    forget(
        write,
        Entity::find()
            .filter(Column::SeenAt.lte(now - IDLE_MS))
            .order_by_asc(Column::SeenAt)
            .limit(limit),
    )
    .await
}

/// Drops sessions that have lived too long, however often they are used; as [`forget_idle`].
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn forget_old(
    write: &impl ConnectionTrait,
    now: Millis,
    limit: u64,
) -> Result<u64> {
    forget(
        write,
        Entity::find()
            // An id carries the time it was made at: the old ones are the beginning of the key.
            .filter(Column::Id.lt(ids::first_id_at(now - ABSOLUTE_MS + 1)))
            .filter(Column::CreatedAt.lte(now - ABSOLUTE_MS))
            .order_by_asc(Column::Id)
            .limit(limit),
    )
    .await
}

async fn forget(write: &impl ConnectionTrait, over: Select<Entity>) -> Result<u64> {
    let over = over.select_only().column(Column::Id).into_query();
    let forgotten = Entity::delete_many()
        .filter(Column::Id.in_subquery(over))
        .exec(write)
        .await?;
    Ok(forgotten.rows_affected)
}
