//! Transferring a server to another member: an offer of its owner, which the other accepts or declines within a week.
//! Offering, accepting and the rest is in `manage::server_transfer`.

use sea_orm::QueryOrder;
use sea_orm::entity::prelude::*;

use crate::models::servers::{member, server};
use crate::models::{Server, User};
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::{ServerId, TransferId, UserId};

/// A server that is offered to one of its members.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "server_transfers")]
pub struct Model {
    /// Its id, which carries its time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: TransferId,
    /// The server; a server has at most one offer.
    pub server_id: ServerId,
    /// Its owner, who offers it.
    pub from_id: UserId,
    /// To whom.
    pub to_id: UserId,
    /// From when on it can't be accepted.
    pub expires_at: i64,
}

portico_platform::database::no_relations!();

/// An offer as the member sees it who may accept it.
#[derive(Debug)]
pub struct ReceivedServer {
    /// The offer.
    pub offer: Model,
    /// The server.
    pub server: Server,
    /// Who offers it.
    pub giver: User,
}

impl Model {
    /// The offer of a server that can be accepted, and to whom.
    #[boxed]
    pub async fn of_server(db: &Conn, server_id: ServerId, now: Millis) -> Result<Option<(Self, User)>> {
        let offers = Entity::find().filter(Column::ServerId.eq(server_id)).filter(Column::ExpiresAt.gt(now));
        let Some(offer) = offers.one(db).await? else {
            return Ok(None);
        };
        let to = User::find(db, offer.to_id).await?;
        Ok(to.map(|to| (offer, to)))
    }

    /// The servers that are offered to a user, the newest offer first: those that they are still a member of, that are not
    /// suspended, and whose owner's account is not disabled.
    #[boxed]
    pub async fn all_to(db: &Conn, user_id: UserId, now: Millis) -> Result<Vec<ReceivedServer>> {
        let offers = Entity::find()
            .filter(Column::ToId.eq(user_id))
            .filter(Column::ExpiresAt.gt(now))
            .order_by_desc(Column::Id)
            .all(db)
            .await?;
        if offers.is_empty() {
            return Ok(Vec::new());
        }
        let ids = || offers.iter().map(|offer| offer.server_id);
        let joined: Vec<member::Model> = member::Entity::find()
            .filter(member::Column::UserId.eq(user_id))
            .filter(lists::is_one_of(db, member::Column::ServerId, ids()))
            .all(db)
            .await?;
        let servers = server::Entity::find().filter(lists::is_one_of(db, server::Column::Id, ids())).all(db).await?;
        let givers: Vec<UserId> = offers.iter().map(|offer| offer.from_id).collect();
        let givers = User::all_of(db, &givers).await?;
        let received = offers.into_iter().filter_map(|offer| {
            joined.iter().find(|member| member.server_id == offer.server_id)?;
            let server = servers.iter().find(|server| server.id == offer.server_id)?;
            let giver = givers.iter().find(|giver| giver.id == offer.from_id)?;
            let stands = !server.is_suspended() && !giver.is_disabled() && server.owner_id == giver.id;
            stands.then(|| ReceivedServer { server: server.clone(), giver: giver.clone(), offer })
        });
        Ok(received.collect())
    }
}
