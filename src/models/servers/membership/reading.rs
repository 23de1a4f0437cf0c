//! Reading members with their server and the roles they hold, in one statement however many they are.
//! What somebody may do with those is said by the file above.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{SelectStatement, UnionType};
use sea_orm::{
    Condition, ConnectionTrait, ExprTrait, FromQueryResult, Iterable, JoinType, QuerySelect,
    QueryTrait, RelationDef,
};

use super::Membership;
use crate::chat::names;
use crate::database::{Conn, lists};
use crate::error::Result;
use crate::models::servers::member::held;
use crate::models::servers::{member, role, server};
use crate::models::{Role, Server};

/// The standings in a server of those among `user_ids` who are members of it, by person.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn of_members(
    db: &Conn,
    server_id: i64,
    user_ids: &[i64],
) -> Result<HashMap<i64, Membership>> {
    let these = Condition::all()
        .add(member::Column::ServerId.eq(server_id))
        .add(lists::is_one_of(
            db,
            member::Column::UserId,
            user_ids.iter().copied(),
        ));
    let mut standings: HashMap<i64, Membership> = HashMap::new();
    for row in db.query_all(&rows(&these)).await? {
        let user_id = row.try_get("", "user_id")?;
        let role = Role::from_query_result(&row, "role_")?;
        match standings.get_mut(&user_id) {
            Some(standing) => standing.roles.push(role),
            None => {
                let standing = Membership {
                    server: Server::from_query_result(&row, "server_")?,
                    user_id,
                    roles: vec![role],
                };
                standings.insert(user_id, standing);
            }
        }
    }
    Ok(standings)
}

/// A row for each role of each member: `all`, which nobody is given, and then those that they were given. Only roles
/// that they hold are read, however many their servers have.
fn rows(which: &Condition) -> SelectStatement {
    let everybodys = members(which)
        .join(JoinType::InnerJoin, role_all())
        .expr_as(Expr::value(0), "turn");
    let given = members(which)
        .join(JoinType::InnerJoin, gift())
        .join(JoinType::InnerJoin, role_given())
        .expr_as(Expr::value(1), "turn");
    everybodys
        .into_query()
        .union(UnionType::All, given.into_query())
        .order_by("turn", sea_orm::Order::Asc)
        .order_by("role_id", sea_orm::Order::Asc)
        .take()
}

fn members(which: &Condition) -> Select<member::Entity> {
    let select = member::Entity::find()
        .select_only()
        .column(member::Column::UserId)
        .join(JoinType::InnerJoin, member::Relation::Server.def())
        .filter(which.clone());
    let select = columns::<server::Entity>(select, "server_");
    columns::<role::Entity>(select, "role_")
}

fn columns<E: EntityTrait>(
    mut select: Select<member::Entity>,
    prefix: &str,
) -> Select<member::Entity> {
    for column in E::Column::iter() {
        let alias = format!("{prefix}{}", column.as_str());
        select = select.column_as(column, alias);
    }
    select
}

fn role_all() -> RelationDef {
    member::Entity::belongs_to(role::Entity)
        .from(member::Column::ServerId)
        .to(role::Column::ServerId)
        .on_condition(|_, role| {
            let name = Expr::col((role, role::Column::NameFolded));
            Condition::all().add(ExprTrait::eq(name, names::ALL))
        })
        .into()
}

fn gift() -> RelationDef {
    member::Entity::belongs_to(held::Entity)
        .from((member::Column::ServerId, member::Column::UserId))
        .to((held::Column::ServerId, held::Column::UserId))
        .into()
}

fn role_given() -> RelationDef {
    held::Entity::belongs_to(role::Entity)
        .from(held::Column::RoleId)
        .to(role::Column::Id)
        .into()
}
