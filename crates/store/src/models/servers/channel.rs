//! Text channels of servers: their rows and the rules for what is typed about one.
//! Creating and editing one is in `manage::channel`, its messages in `messages`.

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use serde::Deserialize;
use validator::{Validate, ValidateArgs};

use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{FieldErrors, Result};
use portico_rules::chat::names;
use portico_rules::chat::names::rules::{self, CurrentNames};
use portico_rules::ids::{ChannelId, ServerId};

/// The most seconds of slow mode.
pub const MAX_SLOW_MODE: i32 = 6 * 60 * 60;

/// A text channel.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "channels")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ChannelId,
    /// The server it is of.
    pub server_id: ServerId,
    /// Unique in the server.
    pub name: String,
    /// May be empty.
    pub topic: String,
    /// When it was made.
    pub created_at: i64,
    /// How many seconds a member has to wait between two messages; 0: none.
    pub slow_mode: i32,
    /// Its place among the server's channels, the first one lowest; of two with the same one the older is first.
    pub position: i32,
}

portico_platform::database::no_relations!();

/// The form of a channel.
#[derive(Debug, Clone, Copy, Default, Validate)]
#[validate(context = "CurrentNames<'v_a>")]
pub struct ChannelFields<'a> {
    /// The name.
    #[validate(custom(function = "rules::changed_channel_name", use_context))]
    pub name: &'a str,
    /// May be empty.
    #[validate(custom(function = "rules::changed_topic", use_context))]
    pub topic: &'a str,
    /// The seconds of slow mode; none: as it is.
    pub slow_mode: Option<&'a str>,
}

/// Changes of a channel; a field that is none stays as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChannelChanges<'a> {
    /// The name.
    pub name: Option<&'a str>,
    /// May be empty.
    pub topic: Option<&'a str>,
    /// The seconds of slow mode.
    pub slow_mode: Option<&'a str>,
    /// Its position among the channels that the user may see, 1 being the first.
    pub position: Option<&'a str>,
}

/// A channel's name, topic and seconds of slow mode, checked.
pub(super) type CheckedChannel = (String, String, i32);

impl ChannelFields<'_> {
    /// The values to store. The name and topic of `channel` stay valid, even if the rules have changed.
    pub(super) fn check(self, channel: Option<&Model>) -> Result<CheckedChannel> {
        let present = CurrentNames {
            name: channel.map(|channel| channel.name.as_str()),
            text: channel.map(|channel| channel.topic.as_str()),
            ..CurrentNames::default()
        };
        let mut faults = FieldErrors::from_validation(self.validate_with_args(&present));
        let slow_mode = match self.slow_mode {
            None => channel.map_or(0, |channel| channel.slow_mode),
            Some(typed) => {
                let known = typed.parse().ok().filter(|seconds| (0..=MAX_SLOW_MODE).contains(seconds));
                let known = known.ok_or("Choose one of the times, at most 6 hours.");
                faults.check("slow_mode", known).unwrap_or_default()
            }
        };
        faults.into_result()?;
        Ok((
            names::changed_form(self.name, present.name, names::channel_form),
            names::changed_form(self.topic, present.text, names::topic_form),
            slow_mode,
        ))
    }
}

impl Model {
    /// True if the channel is still there. It then stays until the transaction ends: a message may be stored in it.
    #[boxed]
    pub async fn lock(write: &Conn, id: ChannelId) -> Result<bool> {
        let row: Option<ChannelId> = Entity::find_by_id(id)
            .select_only()
            .column(Column::Id)
            .lock(LockType::KeyShare)
            .into_tuple()
            .one(write)
            .await?;
        Ok(row.is_some())
    }

    /// The same; until the transaction ends no other one locks it like this. Messages are stored in it meanwhile.
    pub async fn lock_exclusive(write: &Conn, id: ChannelId) -> Result<bool> {
        let row: Option<ChannelId> = Entity::find_by_id(id)
            .select_only()
            .column(Column::Id)
            .lock(LockType::NoKeyUpdate)
            .into_tuple()
            .one(write)
            .await?;
        Ok(row.is_some())
    }
}
