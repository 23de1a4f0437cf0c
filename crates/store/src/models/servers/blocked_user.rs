//! People whom a user has blocked: pages fold their messages for that user, and none of their mentions is in the inbox.
//! Who is blocked now is part of `access`. A blocked person learns nothing of it.

use std::collections::{BTreeSet, HashMap};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, QueryOrder, Set, Statement};

use crate::core::Core;
use crate::live::Access;
use crate::models::User;
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::UserId;

/// One person blocked by another.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "blocked_users")]
pub struct Model {
    /// Who blocked the other.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// Who is blocked.
    #[sea_orm(primary_key, auto_increment = false)]
    pub blocked_id: UserId,
    /// Since when.
    pub blocked_at: Millis,
}

portico_platform::database::no_relations!();

/// The condition on `mentions` that the user `$1` has not blocked the author of its message. Without blocks it costs one look
/// at an index. The offset keeps Postgres from turning it into a join with all messages.
pub(in crate::models) const SPARED_MENTION: &str = "(NOT EXISTS (SELECT 1 FROM blocked_users WHERE blocked_users.user_id = $1) \
     OR NOT EXISTS (SELECT 1 FROM messages WHERE messages.id = mentions.message_id AND messages.author_id IN \
     (SELECT blocked_users.blocked_id FROM blocked_users WHERE blocked_users.user_id = $1) LIMIT 1 OFFSET 0))";

/// Blocks someone for a user; nothing changes for one who is blocked already.
///
/// # Errors
/// Faults of the form for oneself, and where the user has blocked as many people as they can; [`Error::NotFound`] for those
/// who never were in a server of theirs: an id reveals no name.
#[boxed]
pub async fn block(core: &Core, user_id: UserId, blocked_id: UserId) -> Result<User> {
    if user_id == blocked_id {
        return Err(Error::fault("form", "You can’t block yourself."));
    }
    let write = core.begin().await?;
    // No one else is blocked by this person meanwhile.
    if !User::lock_to_count(&write, user_id).await? {
        return Err(Error::SignedOut);
    }
    if !have_met(&write, user_id, blocked_id).await? {
        return Err(Error::NotFound);
    }
    let blocked = User::find(&write, blocked_id).await?.ok_or(Error::NotFound)?;
    let others = Entity::find().filter(Column::UserId.eq(user_id)).filter(Column::BlockedId.ne(blocked_id));
    let max = core.config.caps.blocked_per_person;
    if others.count(&*write).await? >= u64::from(max) {
        return Err(caps::reached(
            "form",
            max,
            [
                "You have 1 blocked person, the most a person can have.",
                "You have {} blocked people, the most a person can have.",
            ],
            "Unblock someone first.",
        ));
    }
    let row = ActiveModel { user_id: Set(user_id), blocked_id: Set(blocked_id), blocked_at: Set(core.now()) };
    Entity::insert(row)
        .on_conflict(OnConflict::columns([Column::UserId, Column::BlockedId]).do_nothing().to_owned())
        .exec_without_returning(&*write)
        .await?;
    // Open pages look again.
    core.commit_revoking(write, &[Access::User(user_id)]).await?;
    Ok(blocked)
}

/// Unblocks someone; false where they were not blocked.
#[boxed]
pub async fn unblock(core: &Core, user_id: UserId, blocked_id: UserId) -> Result<bool> {
    let write = core.begin().await?;
    let unblocked = Entity::delete_by_id((user_id, blocked_id)).exec(&*write).await?;
    core.commit_revoking(write, &[Access::User(user_id)]).await?;
    Ok(unblocked.rows_affected > 0)
}

/// Those whom a user has blocked, the last one first, each with since when.
#[boxed]
pub async fn all_of(db: &Conn, user_id: UserId) -> Result<Vec<(User, Millis)>> {
    let rows = Entity::find().filter(Column::UserId.eq(user_id)).order_by_desc(Column::BlockedAt).all(db).await?;
    let ids: Vec<UserId> = rows.iter().map(|row| row.blocked_id).collect();
    let mut users: HashMap<UserId, User> =
        User::all_of(db, &ids).await?.into_iter().map(|user| (user.id, user)).collect();
    Ok(rows.into_iter().filter_map(|row| Some((users.remove(&row.blocked_id)?, row.blocked_at))).collect())
}

/// Whom each of these users has blocked, in one statement; those who have blocked no one are absent.
#[boxed]
pub async fn of_users(db: &Conn, user_ids: &[UserId]) -> Result<HashMap<UserId, BTreeSet<UserId>>> {
    let rows = Entity::find().filter(lists::is_one_of(db, Column::UserId, user_ids.iter().copied())).all(db).await?;
    let mut blocked: HashMap<UserId, BTreeSet<UserId>> = HashMap::new();
    for row in rows {
        blocked.entry(row.user_id).or_default().insert(row.blocked_id);
    }
    Ok(blocked)
}

/// True if both are in a server, or the other was in one of the user's: then a read mark of it is left, see `member::former`.
async fn have_met(db: &Conn, user_id: UserId, other_id: UserId) -> Result<bool> {
    let statement = Statement::from_sql_and_values(
        db.get_database_backend(),
        "SELECT 1 FROM members WHERE members.user_id = $1 AND (\
         EXISTS (SELECT 1 FROM members AS theirs WHERE theirs.server_id = members.server_id AND theirs.user_id = $2) OR \
         EXISTS (SELECT 1 FROM read_marks WHERE read_marks.user_id = $2 AND read_marks.channel_id = members.server_id)) \
         LIMIT 1",
        [user_id.into(), other_id.into()],
    );
    Ok(db.query_one_raw(statement).await?.is_some())
}
