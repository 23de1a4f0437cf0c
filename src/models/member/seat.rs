//! Seats: members with their server and the roles they hold, in one statement however many they are.
//! What somebody may do from where they sit is judged in `standing`.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{SelectStatement, UnionType};
use sea_orm::{
    Condition, ConnectionTrait, ExprTrait, FromQueryResult, Iterable, JoinType, QuerySelect,
    QueryTrait, RelationDef,
};

use super::{Column, Entity, Relation, held};
use crate::chat::names;
use crate::clock::Millis;
use crate::error::Result;
use crate::models::{Role, Server, Standing, role, server};

/// A member's place in a server.
#[derive(Debug, Clone)]
pub struct Seat {
    /// Who they are there.
    pub standing: Standing,
    /// Since when.
    pub joined_at: Millis,
    /// The roles they hold besides `all`, by id, and since when.
    pub held: Vec<(i64, Millis)>,
}

/// The seats of a person in every server they are a member of, in the order they joined them.
///
/// # Errors
/// When the database can't be reached.
pub async fn all_of(db: &impl ConnectionTrait, user_id: i64) -> Result<Vec<Seat>> {
    read(db, Condition::all().add(Column::UserId.eq(user_id))).await
}

/// The seats in a server of those among `user_ids` who are members of it.
///
/// # Errors
/// When the database can't be reached.
pub async fn in_server(
    db: &impl ConnectionTrait,
    server_id: i64,
    user_ids: &[i64],
) -> Result<Vec<Seat>> {
    let these = Condition::all()
        .add(Column::ServerId.eq(server_id))
        .add(Column::UserId.is_in(user_ids.iter().copied()));
    read(db, these).await
}

async fn read(db: &impl ConnectionTrait, which: Condition) -> Result<Vec<Seat>> {
    let mut seats: Vec<Seat> = Vec::new();
    let mut places: HashMap<(i64, i64), usize> = HashMap::new();
    for row in db.query_all(&rows(which)).await? {
        let member = super::Model::from_query_result(&row, "member_")?;
        let role = Role::from_query_result(&row, "role_")?;
        let key = (member.user_id, member.server_id);
        match places.get(&key).and_then(|place| seats.get_mut(*place)) {
            Some(seat) => {
                seat.held.push((role.id, row.try_get("", "given_at")?));
                seat.standing.roles.push(role);
            }
            // The role `all` comes first, and with it the seat.
            None => {
                places.insert(key, seats.len());
                seats.push(Seat {
                    standing: Standing {
                        server: Server::from_query_result(&row, "server_")?,
                        user_id: member.user_id,
                        roles: vec![role],
                    },
                    joined_at: member.joined_at,
                    held: Vec::new(),
                });
            }
        }
    }
    seats.sort_by_key(|seat| (seat.joined_at, seat.standing.server.id));
    Ok(seats)
}

/// A row for each role of each member: `all`, which nobody is given, and then those that they were given. Only roles
/// that they hold are read, however many their servers have.
fn rows(which: Condition) -> SelectStatement {
    let everybodys = members(&which)
        .join(JoinType::InnerJoin, role_all())
        .expr_as(Expr::col((Entity, Column::JoinedAt)), "given_at")
        .expr_as(Expr::value(0), "turn");
    let given = members(&which)
        .join(JoinType::InnerJoin, gift())
        .join(JoinType::InnerJoin, role_given())
        .expr_as(Expr::col((held::Entity, held::Column::GivenAt)), "given_at")
        .expr_as(Expr::value(1), "turn");
    everybodys
        .into_query()
        .union(UnionType::All, given.into_query())
        .order_by("turn", sea_orm::Order::Asc)
        .order_by("role_id", sea_orm::Order::Asc)
        .take()
}

fn members(which: &Condition) -> Select<Entity> {
    let select = Entity::find()
        .select_only()
        .join(JoinType::InnerJoin, Relation::Server.def())
        .filter(which.clone());
    let select = columns::<Entity>(select, "member_");
    let select = columns::<server::Entity>(select, "server_");
    columns::<role::Entity>(select, "role_")
}

fn columns<E: EntityTrait>(mut select: Select<Entity>, prefix: &str) -> Select<Entity> {
    for column in E::Column::iter() {
        let alias = format!("{prefix}{}", column.as_str());
        select = select.column_as(column, alias);
    }
    select
}

fn role_all() -> RelationDef {
    Entity::belongs_to(role::Entity)
        .from(Column::ServerId)
        .to(role::Column::ServerId)
        .on_condition(|_, role| {
            let name = Expr::col((role, role::Column::NameFolded));
            Condition::all().add(ExprTrait::eq(name, names::ALL))
        })
        .into()
}

fn gift() -> RelationDef {
    Entity::belongs_to(held::Entity)
        .from((Column::ServerId, Column::UserId))
        .to((held::Column::ServerId, held::Column::UserId))
        .into()
}

fn role_given() -> RelationDef {
    held::Entity::belongs_to(role::Entity)
        .from(held::Column::RoleId)
        .to(role::Column::Id)
        .into()
}
