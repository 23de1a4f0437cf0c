//! The hours in which a person wants no notifications, as they are stored: at most one row each.
//! When it is quiet is computed in `chat::quiet_time`.

use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;

use crate::core::Core;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{FieldErrors, Result};
use portico_rules::chat::quiet_time::{self, DAY_MINUTES, EVERY_DAY, QuietTime};
use portico_rules::clock::Millis;
use portico_rules::ids::UserId;

/// A stored quiet time.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "quiet_times")]
pub struct Model {
    /// Whose it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// Minutes after midnight.
    pub starts_at: i32,
    /// Minutes after midnight.
    pub ends_at: i32,
    /// A bit for each weekday on which it begins, Monday first.
    pub days: i32,
    /// The name of the time zone.
    pub time_zone: String,
}

portico_platform::database::no_relations!();

/// The form of the quiet time.
#[derive(Debug, Clone, Copy)]
pub struct QuietTimeForm<'a> {
    /// `22:00`.
    pub starts_at: &'a str,
    /// `07:00`.
    pub ends_at: &'a str,
    /// The name of a time zone.
    pub time_zone: &'a str,
    /// The days on which it begins, 0 to 6; none: every day.
    pub days: &'a [u32],
}

impl Model {
    /// The quiet time that is stored; none where its time zone is unknown to this version of the program.
    pub fn read(&self) -> Option<QuietTime> {
        Some(QuietTime {
            starts_at: u32::try_from(self.starts_at).ok()? % DAY_MINUTES,
            ends_at: u32::try_from(self.ends_at).ok()? % DAY_MINUTES,
            days: u32::try_from(self.days).ok()?,
            zone: quiet_time::zone(&self.time_zone)?,
        })
    }
}

/// The quiet time of a user.
#[boxed]
pub async fn load(db: &Conn, user_id: UserId) -> Result<Option<QuietTime>> {
    let found = Entity::find_by_id(user_id).one(db).await?;
    Ok(found.and_then(|row| row.read()))
}

/// True if it is quiet for a user now.
#[boxed]
pub async fn is_quiet(db: &Conn, user_id: UserId, now: Millis) -> Result<bool> {
    Ok(load(db, user_id).await?.is_some_and(|quiet| quiet.is_at(now)))
}

/// Sets the quiet time of a user.
///
/// # Errors
/// Faults of `starts_at`, `ends_at`, `time_zone` and `days`.
#[boxed]
pub async fn set(core: &Core, user_id: UserId, typed: QuietTimeForm<'_>) -> Result<()> {
    let mut faults = FieldErrors::none();
    let mut minute = |field, text: &str| {
        let read = quiet_time::minute(text.trim());
        if read.is_none() {
            faults.add(field, "Enter a time of day, such as 22:00.");
        }
        read.unwrap_or_default()
    };
    let starts_at = minute("starts_at", typed.starts_at);
    let ends_at = minute("ends_at", typed.ends_at);
    if starts_at == ends_at && faults.is_empty() {
        faults.add("ends_at", "Enter an end that differs from the beginning.");
    }
    let zone = quiet_time::zone(typed.time_zone);
    if zone.is_none() {
        faults.add("time_zone", "Choose a time zone from the list.");
    }
    let mut days = 0;
    for day in typed.days {
        if *day > 6 {
            faults.add("days", "Choose days of the week.");
        }
        days |= 1 << (day % 7);
    }
    if days == 0 {
        days = EVERY_DAY;
    }
    faults.into_result()?;
    let number = |value: u32| i32::try_from(value).unwrap_or_default();
    let row = ActiveModel {
        user_id: Set(user_id),
        starts_at: Set(number(starts_at)),
        ends_at: Set(number(ends_at)),
        days: Set(number(days)),
        time_zone: Set(zone.map_or_else(String::new, |zone| zone.name().to_owned())),
    };
    let write = core.begin().await?;
    Entity::insert(row)
        .on_conflict(
            OnConflict::column(Column::UserId)
                .update_columns([Column::StartsAt, Column::EndsAt, Column::Days, Column::TimeZone])
                .to_owned(),
        )
        .exec_without_returning(&*write)
        .await?;
    write.commit().await?;
    Ok(())
}

/// Turns the quiet time of a user off.
#[boxed]
pub async fn clear(core: &Core, user_id: UserId) -> Result<()> {
    let write = core.begin().await?;
    Entity::delete_by_id(user_id).exec(&*write).await?;
    write.commit().await?;
    Ok(())
}
