//! The bans of a server as its managers see them, and who may lift each.
//! The rows are in `ban`.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};

use crate::models::servers::ban;
use crate::models::{Membership, Role, User};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::ids::{ServerId, UserId};

/// Who may lift a ban, of those who manage the server. The owner always may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LiftRank {
    /// The owner alone: the owner set it, or the role of who did is gone.
    Owner,
    /// Members whose highest role is at this position or above.
    Position(i32),
}

impl LiftRank {
    /// True if this member is high enough; that they manage the server is checked before.
    pub fn allows(self, membership: &Membership) -> bool {
        membership.is_owner()
            || match self {
                Self::Owner => false,
                Self::Position(position) => membership.rank() >= position,
            }
    }
}

impl ban::Model {
    /// Who may lift it: those who are not below the member who set it, as high as they were then. Their role counts at its
    /// present position, so that no role that is added or moved below it lifts anyone above it. For bans from before the role was
    /// stored, they count as they are now. `roles` are those of the server.
    #[boxed]
    pub async fn lift_rank(&self, db: &Conn, roles: &[Role]) -> Result<LiftRank> {
        if self.banned_by_owner {
            return Ok(LiftRank::Owner);
        }
        if let Some(role_id) = self.banned_by_role_id {
            let role = roles.iter().find(|role| role.id == role_id);
            return Ok(role.map_or(LiftRank::Owner, |role| LiftRank::Position(role.position)));
        }
        let set_by = match self.banned_by {
            Some(user_id) => Membership::find_anyway(db, user_id, self.server_id).await?,
            None => None,
        };
        Ok(match set_by {
            Some(set_by) if set_by.is_owner() => LiftRank::Owner,
            Some(set_by) => LiftRank::Position(set_by.rank()),
            None => LiftRank::Position(0),
        })
    }
}

/// A ban with the accounts that it names.
#[derive(Debug, Clone)]
pub struct BanEntry {
    /// The ban.
    pub ban: ban::Model,
    /// Who may lift it.
    pub lift_rank: LiftRank,
    /// Who is banned.
    pub user: User,
    /// Who banned them, if the account is still there.
    pub banned_by: Option<User>,
}

/// A page of bans.
#[derive(Debug, Clone)]
pub struct BanPage {
    /// The bans, the newest first.
    pub entries: Vec<BanEntry>,
    /// Where the next page begins, if there are older ones.
    pub older: Option<i64>,
}

/// The bans of a server, the newest first: those before the one with this id, or all.
#[boxed]
pub async fn page(db: &Conn, server_id: ServerId, before: Option<i64>, size: u64) -> Result<BanPage> {
    let mut select = ban::of_server(server_id);
    if let Some(before) = before {
        select = select.filter(ban::Column::Id.lt(before));
    }
    // One more than is shown, to know whether there is another page.
    let select = select.order_by_desc(ban::Column::Id).limit(size + 1);
    let mut bans: Vec<ban::Model> = select.all(db).await?;
    let more = bans.len() as u64 > size;
    bans.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    let older = bans.last().map(|ban| ban.id).filter(|_| more);
    let named: Vec<UserId> = bans.iter().flat_map(|ban| [Some(ban.user_id), ban.banned_by]).flatten().collect();
    let users: HashMap<UserId, User> =
        User::all_of(db, &named).await?.into_iter().map(|user| (user.id, user)).collect();
    let roles = Role::all_of_server(db, server_id).await?;
    let mut entries = Vec::with_capacity(bans.len());
    for ban in bans {
        if let Some(user) = users.get(&ban.user_id) {
            entries.push(BanEntry {
                user: user.clone(),
                lift_rank: ban.lift_rank(db, &roles).await?,
                banned_by: ban.banned_by.and_then(|id| users.get(&id).cloned()),
                ban,
            });
        }
    }
    Ok(BanPage { entries, older })
}
