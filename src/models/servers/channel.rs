//! Text channels of servers: their rows and the rules for what is typed about one.
//! Creating and editing one is in `manage::channel`, its messages in `messages`.

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;

use crate::chat::names;
use crate::database::Conn;
use crate::error::{Faults, Result};

/// A text channel.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "channels")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The server it is of.
    pub server_id: i64,
    /// Unique in the server.
    pub name: String,
    /// What it is about; may be empty.
    pub topic: String,
    /// When it was made. Channels are shown in this order.
    pub created_at: i64,
}

/// The relations of a channel.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What a user types about a channel.
#[derive(Debug, Clone, Copy, Default)]
pub struct About<'a> {
    /// The name.
    pub name: &'a str,
    /// What it is about; may be empty.
    pub topic: &'a str,
}

impl About<'_> {
    /// The present name and topic stay valid, even if the rules have changed.
    pub(super) fn check(self, present: Option<&Model>) -> Result<(String, String)> {
        let mut faults = Faults::none();
        let (name, topic) = (
            present.map(|channel| channel.name.as_str()),
            present.map(|channel| channel.topic.as_str()),
        );
        let name = names::changed(self.name, name, names::channel_name);
        let name = faults.check("name", name);
        let topic = names::changed(self.topic, topic, names::topic);
        let topic = faults.check("topic", topic);
        faults.into_result()?;
        Ok((name.unwrap_or_default(), topic.unwrap_or_default()))
    }
}

impl Model {
    /// Whether the channel is still there. It then stays until the transaction ends: a message may be stored in it.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn hold(write: &Conn, id: i64) -> Result<bool> {
        let found: Option<i64> = Entity::find_by_id(id)
            .select_only()
            .column(Column::Id)
            .lock(LockType::KeyShare)
            .into_tuple()
            .one(write)
            .await?;
        Ok(found.is_some())
    }
}
