//! Moving one row of a list that has an order: a channel among those of its server, a server among those of a member.
//! Who may do it is in `channel` and `member`.

use sea_orm::{ConnectionTrait, Statement};

use portico_platform::database::Write;
use portico_platform::error::Result;

use portico_rules::ids::UserId;

/// A list whose rows have a `position`.
#[derive(Debug, Clone, Copy)]
pub(super) enum OrderedList {
    /// The channels of the server with this id.
    ChannelsOf(i64),
    /// The servers of the user with this id.
    ServersOf(UserId),
}

/// The side of a row on which another is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

impl OrderedList {
    /// Puts the row `moved` directly beside the row `anchor`, and numbers all rows of the list from 1; false if `anchor` is
    /// not in it. The statement reads the order that it changes; what else changes the list is kept out by a lock that
    /// `write` holds.
    pub(super) async fn place(self, write: &Write, moved: i64, side: Side, anchor: i64) -> Result<bool> {
        let (table, owner, id, order, owner_id) = match self {
            Self::ChannelsOf(server_id) => ("channels", "server_id", "id", "position, id", server_id),
            Self::ServersOf(user_id) => {
                // Those without a place come last.
                (
                    "members",
                    "user_id",
                    "server_id",
                    "COALESCE(position, 2147483647), joined_at, server_id",
                    user_id.get(),
                )
            }
        };
        let beside = match side {
            Side::Before => "- 1",
            Side::After => "+ 1",
        };
        let sql = format!(
            "WITH ranked AS (\
             SELECT {id} AS id, 2 * ROW_NUMBER() OVER (ORDER BY {order}) AS place FROM {table} WHERE {owner} = $1), \
             placed AS (\
             SELECT ranked.id, ROW_NUMBER() OVER (ORDER BY \
             CASE WHEN ranked.id = $2 THEN anchor.place {beside} ELSE ranked.place END) AS place \
             FROM ranked JOIN ranked AS anchor ON anchor.id = $3) \
             UPDATE {table} SET position = placed.place FROM placed \
             WHERE {table}.{owner} = $1 AND {table}.{id} = placed.id"
        );
        let values = [owner_id.into(), moved.into(), anchor.into()];
        let statement = Statement::from_sql_and_values(write.get_database_backend(), sql, values);
        Ok(write.execute_raw(statement).await?.rows_affected() > 0)
    }
}
