//! How much the logs of a server's webhooks take together, and dropping the oldest attempts among them.
//! When that is looked at is decided in `posting::log`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, ExprTrait, Query, SelectStatement};
use sea_orm::{ConnectionTrait, QuerySelect, Statement};

use super::{Column, Entity};
use crate::models::batch;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::ids::ServerId;

/// Of the logs of a server's webhooks together: the newest attempt of those that exceed `max_bytes`, the newest of all counted
/// first; none where all of them fit.
pub(crate) async fn newest_surplus_of_server(db: &Conn, server_id: ServerId, max_bytes: u64) -> Result<Option<i64>> {
    let sql = "SELECT id FROM (SELECT id, SUM(octet_length(report)) OVER (ORDER BY id DESC) AS bytes FROM deliveries \
               WHERE webhook_id IN (SELECT id FROM webhooks WHERE server_id = $1)) AS measured \
               WHERE bytes > $2 ORDER BY id DESC LIMIT 1";
    let max_bytes = i64::try_from(max_bytes).unwrap_or(i64::MAX);
    let select = Statement::from_sql_and_values(db.get_database_backend(), sql, [server_id.into(), max_bytes.into()]);
    let row = db.query_one_raw(select).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?)
}

/// Deletes attempts of a server's webhooks up to the one with this id, at most `limit` of them; returns how many.
pub(crate) async fn delete_of_server(write: &Conn, server_id: ServerId, last: i64, limit: u64) -> Result<u64> {
    let webhooks = webhook_ids(server_id);
    let rows = Entity::find().filter(Column::WebhookId.in_subquery(webhooks)).filter(Column::Id.lte(last)).limit(limit);
    batch::delete_some(write, Column::Id, rows).await
}

fn webhook_ids(server_id: ServerId) -> SelectStatement {
    // The table by its name: webhooks are made of logs, and not the other way round.
    let webhooks = Alias::new("webhooks");
    let of_server = Expr::col((webhooks.clone(), Alias::new("server_id"))).eq(server_id);
    Query::select().column((webhooks.clone(), Alias::new("id"))).from(webhooks).and_where(of_server).take()
}
