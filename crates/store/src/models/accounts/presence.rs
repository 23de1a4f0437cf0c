//! The users who are here now: each process stores whose pages it has open, and that counts for as long as its node
//! number is leased.
//! `background::presence` decides when to store; `models::servers::audience` decides who may see it.

use std::collections::BTreeSet;

use sea_orm::ConnectionTrait;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;

use crate::core::Core;
use crate::models::batch::KEYS_PER_STATEMENT;
use portico_macros::boxed;
use portico_platform::database::lists;
use portico_platform::error::{Error, Result};

use portico_rules::ids::UserId;

/// That a process has a page of a user open.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "presence")]
pub struct Model {
    /// The user.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// The number of the process.
    #[sea_orm(primary_key, auto_increment = false)]
    pub node: i32,
}

portico_platform::database::no_relations!();

/// Condition on `users.id`: the user is here, so that a process with an open page of theirs still leases its number.
/// The time is parameter `$2`, see [`Conn::id_now`]; a number that was released has no holder.
pub(in crate::models) const IS_HERE: &str = "EXISTS (SELECT 1 FROM presence \
     JOIN nodes ON nodes.number = presence.node \
     WHERE presence.user_id = users.id AND nodes.leased_until > $2 AND length(nodes.holder) > 0)";

/// Stores who is here on this process. `before` is what it stored the last time under this number; without that, all that an
/// earlier process left under it is deleted first. Nothing is written where nothing changed.
///
/// # Errors
/// When the database can't be reached; then it is unknown what is stored.
#[boxed]
pub async fn store(core: &Core, node: u8, before: Option<&BTreeSet<UserId>>, here: &BTreeSet<UserId>) -> Result<()> {
    if before == Some(here) {
        return Ok(());
    }
    let nobody = BTreeSet::new();
    let write = core.begin().await?;
    let mine = Entity::delete_many().filter(Column::Node.eq(i32::from(node)));
    match before {
        None => {
            mine.exec(&*write).await?;
        }
        Some(before) => {
            let gone: Vec<UserId> = before.difference(here).copied().collect();
            for chunk in gone.chunks(KEYS_PER_STATEMENT) {
                let chunk = chunk.iter().copied();
                let these = lists::is_one_of(&write, Column::UserId, chunk);
                mine.clone().filter(these).exec(&*write).await?;
            }
        }
    }
    let came = here.difference(before.unwrap_or(&nobody));
    let came: Vec<[i64; 2]> = came.map(|user_id| [user_id.get(), i64::from(node)]).collect();
    for chunk in came.chunks(KEYS_PER_STATEMENT) {
        let insert = Query::insert()
            .into_table(Entity)
            .columns([Column::UserId, Column::Node])
            .select_from(lists::table_of_ids(&write, chunk.iter().copied()))
            .map_err(Error::internal)?
            .take();
        write.execute(&insert).await?;
    }
    write.commit().await?;
    Ok(())
}
