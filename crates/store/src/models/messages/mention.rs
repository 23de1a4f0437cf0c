//! Mentions that fired: one row per message and target, however many users the target reaches.
//! Whom a row reaches is computed when an inbox is read, in `inbox`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::ArrayType;
use sea_orm::{ConnectionTrait, Statement};

use crate::models::batch::KEYS_PER_STATEMENT;
use portico_platform::database::{Conn, Rows, lists};
use portico_platform::error::Result;
use portico_rules::chat::mentions::MentionTarget;
use portico_rules::ids::{ChannelId, MessageId};

/// The target of a mention, from strong to weak: a user who is reached by several is shown the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "i32", db_type = "Integer")]
pub enum MentionTargetKind {
    /// One user.
    #[sea_orm(num_value = 0)]
    User,
    /// Those who hold a role.
    #[sea_orm(num_value = 1)]
    Role,
    /// Everyone who may view the channel.
    #[sea_orm(num_value = 2)]
    All,
}

/// A mention that fired.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mentions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    /// User, role or all.
    pub kind: MentionTargetKind,
    /// The user or role; for [`MentionTargetKind::All`] the channel.
    #[sea_orm(primary_key, auto_increment = false)]
    pub target_id: i64,
    /// Its message.
    #[sea_orm(primary_key, auto_increment = false)]
    pub message_id: MessageId,
    /// That message's channel.
    pub channel_id: ChannelId,
}

portico_platform::database::no_relations!();

impl Model {
    /// The row of a mention that fired in a message.
    pub fn new(target: MentionTarget, message_id: MessageId, channel_id: ChannelId) -> Self {
        let (kind, target_id) = stored_as(target, channel_id);
        Self { kind, target_id, message_id, channel_id }
    }
}

/// How many values a mention has in a statement.
const COLUMNS: usize = 4;

/// The fired mentions in the order of the key, in which each row is stored next to the last.
pub(crate) fn in_order(fired: impl Iterator<Item = Model>) -> Vec<Model> {
    let mut fired: Vec<Model> = fired.collect();
    fired.sort_unstable_by_key(|row| (row.kind, row.target_id, row.message_id));
    fired
}

/// The fired mentions, for a statement to read.
pub(crate) fn rows(fired: &[Model]) -> Rows<COLUMNS> {
    let values =
        |row: &Model| [row.kind.to_value().into(), row.target_id.into(), row.message_id.into(), row.channel_id.into()];
    let nothing = [Value::Int(None), Value::BigInt(None), Value::BigInt(None), Value::BigInt(None)];
    Rows::new(fired.iter().map(values), nothing)
}

/// Inserts the mentions that the query of such rows reads. It ends with a condition.
pub(crate) fn insert_sql(fired: &str) -> String {
    format!(
        "WITH fired (kind, target_id, message_id, channel_id) AS ({fired}) \
         INSERT INTO mentions (kind, target_id, message_id, channel_id) \
         SELECT kind, target_id, message_id, channel_id FROM fired WHERE kind IS NOT NULL"
    )
}

/// Queues stored mentions for browsers, where any browser gets notifications: `stored` selects them. Where none does,
/// it costs one look at an empty table.
pub(crate) fn queue_sql(stored: &str) -> String {
    format!(
        "INSERT INTO push_mentions (message_id, kind, target_id, channel_id) \
         SELECT message_id, kind, target_id, channel_id FROM {stored} \
         WHERE kind IS NOT NULL AND EXISTS (SELECT 1 FROM push_subscriptions WHERE id > 0)"
    )
}

/// Stores what fired.
pub async fn keep(db: &Conn, fired: impl Iterator<Item = Model>) -> Result<()> {
    let backend = db.get_database_backend();
    for chunk in in_order(fired).chunks(Rows::<COLUMNS>::MAX) {
        let mut values = Vec::new();
        let fired = rows(chunk).query(backend, &mut values);
        let queue = queue_sql("fired");
        let queue = format!("WITH fired (kind, target_id, message_id, channel_id) AS ({fired}) {queue}");
        for sql in [insert_sql(&fired), queue] {
            let statement = Statement::from_sql_and_values(backend, sql, values.clone());
            db.execute_raw(statement).await?;
        }
    }
    Ok(())
}

/// The first columns of the rows of a target.
fn stored_as(target: MentionTarget, channel_id: ChannelId) -> (MentionTargetKind, i64) {
    match target {
        MentionTarget::User(id) => (MentionTargetKind::User, id.get()),
        MentionTarget::Role(id) => (MentionTargetKind::Role, id.get()),
        MentionTarget::All => (MentionTargetKind::All, channel_id.get()),
    }
}

/// Deletes the mentions that fired in some messages of a channel. The rows are found by their key, which is computed
/// from the spans of a message: no index leads from a message to them, and so none is written for each post.
pub(crate) async fn delete_fired(
    write: &Conn,
    channel_id: ChannelId,
    fired: &[(MessageId, MentionTarget)],
) -> Result<u64> {
    let key = |(message_id, target): &(MessageId, MentionTarget)| {
        let row = Model::new(*target, *message_id, channel_id);
        [row.kind.to_value().into(), row.target_id.into(), row.message_id.into()]
    };
    let types = [ArrayType::Int, ArrayType::BigInt, ArrayType::BigInt];
    let columns = [Column::Kind, Column::TargetId, Column::MessageId];
    let mut deleted = 0;
    for chunk in fired.chunks(KEYS_PER_STATEMENT) {
        let these = lists::table(write, types.clone(), chunk.iter().map(key));
        let these = lists::is_row_of(columns, these);
        let result = Entity::delete_many().filter(these).exec(write).await?;
        deleted += result.rows_affected;
    }
    Ok(deleted)
}
