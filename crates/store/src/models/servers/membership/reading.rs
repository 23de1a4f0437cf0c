//! Loading members with their server, roles and overwrites, in one statement each however many there are.
//! What follows from them is in `membership`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{SelectStatement, UnionType};
use sea_orm::{
    Condition, ConnectionTrait, ExprTrait, FromQueryResult, Iterable, JoinType, QuerySelect, QueryTrait, RelationDef,
};

use super::Membership;
use crate::models::accounts::second_step;
use crate::models::servers::member::held;
use crate::models::servers::{member, overwrite, role, server, timeout};
use crate::models::{Overwrite, Role, Server};
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::chat::names;

/// The memberships in a server of those among `user_ids` who are members of it, by user.
pub(crate) async fn of_members(db: &Conn, server_id: i64, user_ids: &[i64]) -> Result<HashMap<i64, Membership>> {
    let these = Condition::all().add(member::Column::ServerId.eq(server_id)).add(lists::is_one_of(
        db,
        member::Column::UserId,
        user_ids.iter().copied(),
    ));
    let mut memberships: HashMap<i64, Membership> = HashMap::new();
    for row in db.query_all(&rows(db, &these)).await? {
        let membership = match memberships.entry(row.try_get("", "user_id")?) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let until: Option<i64> = row.try_get("", TIMED_OUT_UNTIL)?;
                let user_id = *new.key();
                let joined_at = row.try_get("", "joined_at")?;
                new.insert(Membership {
                    timed_out_until: until.filter(|until| *until > db.now()),
                    lacks_second_step: row.try_get::<i32>("", LACKS_SECOND_STEP)? == 1,
                    server: Server::from_query_result(&row, "server_")?,
                    user_id,
                    joined_at,
                    first_id: db.id_times().first_id_at(joined_at),
                    roles: Vec::new(),
                    held: Vec::new(),
                })
            }
        };
        let role = Role::from_query_result(&row, "role_")?;
        membership.add_role(role, db.id_times().first_id_at(row.try_get("", GIVEN_AT)?));
    }
    Ok(memberships)
}

/// The overwrites of these channels that concern a member: those for the member, and for the roles they hold. Those
/// for other members, who may be many, are not read.
pub(crate) async fn overwrites(db: &Conn, membership: &Membership, channel_ids: &[i64]) -> Result<Vec<Overwrite>> {
    let roles = membership.roles.iter().map(|role| role.id);
    let theirs = Condition::any()
        .add(lists::is_one_of(db, overwrite::Column::RoleId, roles))
        .add(overwrite::Column::UserId.eq(membership.user_id));
    Ok(overwrite::Entity::find()
        .filter(lists::is_one_of(db, overwrite::Column::ChannelId, channel_ids.iter().copied()))
        .filter(theirs)
        .all(db)
        .await?)
}

/// A row for each role of each member: `all`, and then the roles given to them. Only roles that they hold are read, however
/// many the server has.
fn rows(db: &Conn, which: &Condition) -> SelectStatement {
    let all_role = members(db, which)
        .join(JoinType::InnerJoin, role_all())
        .column_as(member::Column::JoinedAt, GIVEN_AT)
        .expr_as(Expr::value(0), "turn");
    let given_roles = members(db, which)
        .join(JoinType::InnerJoin, held_by_member())
        .join(JoinType::InnerJoin, role_given())
        .column_as(held::Column::GivenAt, GIVEN_AT)
        .expr_as(Expr::value(1), "turn");
    all_role
        .into_query()
        .union(UnionType::All, given_roles.into_query())
        .order_by("turn", sea_orm::Order::Asc)
        .order_by("role_id", sea_orm::Order::Asc)
        .take()
}

fn members(db: &Conn, which: &Condition) -> Select<member::Entity> {
    let select = member::Entity::find()
        .select_only()
        .column(member::Column::UserId)
        .column(member::Column::JoinedAt)
        .column_as(timeout::Column::EndsAt, TIMED_OUT_UNTIL)
        .expr_as(lacks_second_step(db), LACKS_SECOND_STEP)
        .join(JoinType::InnerJoin, member::Relation::Server.def())
        .join(JoinType::LeftJoin, timeout_of_member())
        .filter(which.clone());
    let select = columns::<server::Entity>(select, "server_");
    columns::<role::Entity>(select, "role_")
}

fn columns<E: EntityTrait>(mut select: Select<member::Entity>, prefix: &str) -> Select<member::Entity> {
    for column in E::Column::iter() {
        let alias = format!("{prefix}{}", column.as_str());
        select = select.column_as(column, alias);
    }
    select
}

/// The name of the column that says when a time-out ends, which may be over.
const TIMED_OUT_UNTIL: &str = "timed_out_until";

/// The name of the column that says since when they hold the role of the row.
const GIVEN_AT: &str = "given_at";

/// The name of the column that says whether a second step is required of the member, who has none.
const LACKS_SECOND_STEP: &str = "lacks_second_step";

fn lacks_second_step(db: &Conn) -> Expr {
    let of_server = Expr::col((server::Entity, server::Column::RequiresSecondStep));
    let has_none = second_step::has_none((member::Entity, member::Column::UserId));
    let required = match db.requires_second_step() {
        true => Condition::all(),
        false => Condition::all().add(of_server),
    };
    Expr::case(required.add(has_none), 1).finally(0).into()
}

fn timeout_of_member() -> RelationDef {
    member::Entity::belongs_to(timeout::Entity)
        .from((member::Column::ServerId, member::Column::UserId))
        .to((timeout::Column::ServerId, timeout::Column::UserId))
        .into()
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

fn held_by_member() -> RelationDef {
    member::Entity::belongs_to(held::Entity)
        .from((member::Column::ServerId, member::Column::UserId))
        .to((held::Column::ServerId, held::Column::UserId))
        .into()
}

fn role_given() -> RelationDef {
    held::Entity::belongs_to(role::Entity).from(held::Column::RoleId).to(role::Column::Id).into()
}
