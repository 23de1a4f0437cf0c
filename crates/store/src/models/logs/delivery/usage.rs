//! The latest use of webhooks.
//! Single attempts are in `delivery`, the posts of each hour in `hour`.

use sea_orm::ExprTrait;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Func, IntoColumnRef, Query, SelectStatement};

use super::{Column, Entity};
use portico_platform::database::Conn;
use portico_rules::clock::{DAY_MS, Millis};

/// For a query of webhooks: the id of the newest attempt, which carries its time, of the one whose id is `webhook`.
/// A step into the index for each, however long its log is.
pub fn last_of(webhook: impl IntoColumnRef) -> Expr {
    one(Query::select()
        .expr(Func::max(Expr::col((Entity, Column::Id))))
        .from(Entity)
        .and_where(ExprTrait::eq(Expr::col((Entity, Column::WebhookId)), Expr::col(webhook.into_column_ref())))
        .take())
}

/// For a query of webhooks: how many attempts of the last 24 hours were refused, of the one whose id is `webhook`.
pub fn recent_failures_of(db: &Conn, webhook: impl IntoColumnRef, now: Millis) -> Expr {
    one(Query::select()
        .expr(Func::count(Expr::col((Entity, Column::Id))))
        .from(Entity)
        .and_where(ExprTrait::eq(Expr::col((Entity, Column::WebhookId)), Expr::col(webhook.into_column_ref())))
        .and_where(Column::Id.gte(db.id_times().first_id_at(now - DAY_MS)))
        // Written out, since it is how the index of refused attempts says which those are.
        .and_where(Expr::cust("\"deliveries\".\"status\" >= 400"))
        .take())
}

fn one(select: SelectStatement) -> Expr {
    Expr::SubQuery(None, Box::new(select.into()))
}
