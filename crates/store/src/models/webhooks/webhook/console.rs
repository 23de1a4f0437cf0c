//! Webhooks as the admins' console lists and finds them, and when each was last used.
//! Suspending one is in `lifecycle::suspension`; the pages are in `routes::admin`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{ConnectionTrait, DbBackend, QueryOrder, QuerySelect, QueryTrait};

use super::{Column, Entity, Model};
use crate::models::User;
use crate::models::accounts::user;
use crate::models::instance::last_use::{self, Columns, Cursor, LastUseSearch};
use crate::models::logs::delivery;
use crate::models::servers::server;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::{self, ServerId, UserId, WebhookId};

const COLUMNS: Columns<Column> = Columns { id: Column::Id, used: Column::LastUsedAt };

/// A webhook as the console lists it.
#[derive(Debug, Clone)]
pub struct ConsoleWebhook {
    /// The webhook.
    pub webhook: Model,
    /// The name of its server.
    pub server: String,
    /// Who created it, if the account is still there.
    pub creator: Option<User>,
}

impl Model {
    /// The webhooks of the server with this id, the one with this id, or those with the text in their name or in their
    /// creator's nickname, as accounts are found; after an `@` those that the person with exactly this nickname created; all
    /// where the text is empty. A page of them. It may read every webhook and account.
    #[boxed]
    pub async fn search(db: &Conn, search: &LastUseSearch<'_>) -> Result<Vec<ConsoleWebhook>> {
        let (text, all) = (search.text, Entity::find());
        if user::is_in_no_name(text) {
            return Ok(Vec::new());
        }
        let page = async |these, are_few| last_use::page(db, these, are_few, COLUMNS, search).await;
        let mut found = Vec::new();
        if text.is_empty() {
            found = page(all, false).await?;
        } else if text.starts_with('@') {
            if let Some(creator) = User::named(db, text).await? {
                found = page(all.filter(Column::CreatorId.eq(creator.id)), true).await?;
            }
        } else {
            if let Some(id) = ids::parse::<i64>(text) {
                found = page(all.clone().filter(Column::ServerId.eq(id)), true).await?;
                if found.is_empty() {
                    found = page(all.clone().filter(Column::Id.eq(id)), true).await?;
                }
            }
            if found.is_empty() {
                let has_part = user::has_part(Expr::col(Column::Name), text)
                    .add(Column::CreatorId.in_subquery(user::ids_of_nicknames(text)));
                found = page(all.filter(has_part), false).await?;
            }
        }
        described(db, found).await
    }

    /// Where a page that ends with this webhook ends.
    pub fn cursor(&self) -> Cursor {
        Cursor { used: self.last_used_at, id: self.id.get() }
    }

    /// These webhooks, those that are still there.
    #[boxed]
    pub async fn with_places(db: &Conn, ids: &[WebhookId]) -> Result<Vec<ConsoleWebhook>> {
        let these = lists::is_one_of(db, Column::Id, ids.iter().copied());
        let rows = Entity::find().filter(these).all(db).await?;
        described(db, rows).await
    }

    /// Notes that these webhooks were used in the hour that began at `hour`. They are locked in the order of their ids, as
    /// posts lock them.
    pub async fn note_use(write: &Conn, ids: &[WebhookId], hour: Millis) -> Result<()> {
        let mut used = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(lists::is_one_of(write, Column::Id, ids.iter().copied()))
            .filter(Column::LastUsedAt.lt(hour))
            .order_by_asc(Column::Id);
        // SQLite has one writer at a time, and no such clause.
        if write.get_database_backend() != DbBackend::Sqlite {
            used = used.lock(LockType::NoKeyUpdate);
        }
        Entity::update_many()
            .col_expr(Column::LastUsedAt, Expr::value(hour))
            .filter(Column::Id.in_subquery(used.into_query()))
            .exec(write)
            .await?;
        Ok(())
    }

    /// When something was last posted with these webhooks, or refused; those that were used. Exactly as long as it is in
    /// their log, and then by the hour.
    #[boxed]
    pub async fn last_used(db: &Conn, ids: &[WebhookId]) -> Result<Vec<(WebhookId, Millis)>> {
        let last = delivery::last_of((Entity, Column::Id));
        last_use::of::<Entity, _>(db, COLUMNS, last, ids).await
    }

    /// The webhook with this id.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none.
    #[boxed]
    pub async fn of_instance(db: &Conn, id: WebhookId) -> Result<ConsoleWebhook> {
        let rows = Entity::find_by_id(id).all(db).await?;
        described(db, rows).await?.pop().ok_or(Error::NotFound)
    }
}

/// With the names of their servers, and their creators.
async fn described(db: &Conn, webhooks: Vec<Model>) -> Result<Vec<ConsoleWebhook>> {
    let ids: Vec<ServerId> = webhooks.iter().map(|webhook| webhook.server_id).collect();
    let servers = server::Entity::find().filter(lists::is_one_of(db, server::Column::Id, ids)).all(db).await?;
    let ids: Vec<UserId> = webhooks.iter().filter_map(|webhook| webhook.creator_id).collect();
    let people = User::all_of(db, &ids).await?;
    let found = webhooks.into_iter().map(|webhook| {
        let server = servers.iter().find(|server| server.id == webhook.server_id);
        let creator = people.iter().find(|user| Some(user.id) == webhook.creator_id);
        ConsoleWebhook {
            server: server.map_or_else(String::new, |server| server.name.clone()),
            creator: creator.cloned(),
            webhook,
        }
    });
    Ok(found.collect())
}
