//! The queue of browser notifications: mentions as they were stored, and then one row for each browser and message.
//! `background::pushing` decides when one is sent, and `notification` if it still may be.

use portico_rules::ids::{MessageId, PushId, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{LockBehavior, LockType};
use sea_orm::{ConnectionTrait, JoinType, QueryOrder, QuerySelect, Set, Statement};

use crate::core::Core;
use crate::models::accounts::{push_subscription, user};
use crate::models::messages::mention::MentionTargetKind;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids;

/// How long a mention waits: someone who reads it right away needs no notification.
const DELAY_MS: Millis = 3_000;
/// How many messages are assigned to browsers at once.
const MESSAGES: u64 = 100;
/// How many deliveries are claimed at once.
const CLAIMED: u64 = 64;
/// For how long a claimed delivery is left to the process that claimed it: longer than any request takes.
const CLAIM_MS: Millis = 60_000;
/// How often a delivery is tried.
pub const ATTEMPTS: i32 = 6;
/// The pause after the first attempt; each further one is twice as long.
const BACKOFF_MS: Millis = 30_000;
/// How many rows are inserted by one statement.
const ROWS: usize = 200;

/// A mention that was stored while there was any subscription.
pub mod queued {
    use portico_rules::ids::{ChannelId, MessageId};
    use sea_orm::entity::prelude::*;

    /// The same columns as a mention's.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "push_mentions")]
    pub struct Model {
        /// The message.
        #[sea_orm(primary_key, auto_increment = false)]
        pub message_id: MessageId,
        /// The kind of its target.
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: i32,
        /// The user, role or channel.
        #[sea_orm(primary_key, auto_increment = false)]
        pub target_id: i64,
        /// The message's channel.
        pub channel_id: ChannelId,
    }

    portico_platform::database::no_relations!();
}

/// A message for a browser.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "push_deliveries")]
pub struct Model {
    /// The browser.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subscription_id: PushId,
    /// The message, or a report for admins.
    #[sea_orm(primary_key, auto_increment = false)]
    pub message_id: MessageId,
    /// When it is sent, or tried again.
    pub due_at: i64,
    /// How often it was tried.
    pub attempts: i32,
}

portico_platform::database::no_relations!();

/// A claimed delivery.
#[derive(Debug)]
pub struct ClaimedDelivery {
    /// Its attempts include the present one.
    pub delivery: Model,
    /// Where to; none where the session of the browser has expired.
    pub subscription: Option<push_subscription::Model>,
}

/// Assigns mentions to the browsers of those whom they may reach; returns how many messages there were. Whether they do
/// reach them is checked when they are sent.
#[boxed]
pub async fn assign(core: &Core) -> Result<usize> {
    let mut messages: Vec<i64> = queued::Entity::find()
        .select_only()
        .column(queued::Column::MessageId)
        .filter(queued::Column::MessageId.gt(0))
        .order_by_asc(queued::Column::MessageId)
        .limit(MESSAGES)
        .into_tuple()
        .all(&*core.db)
        .await?;
    messages.dedup();
    if messages.is_empty() {
        return Ok(0);
    }
    let found = browsers(&core.db, &messages).await?;
    let due_at = core.now() + DELAY_MS;
    let write = core.begin().await?;
    for batch in found.chunks(ROWS) {
        let rows = batch.iter().map(|(subscription_id, message_id)| ActiveModel {
            subscription_id: Set(*subscription_id),
            message_id: Set((*message_id).into()),
            due_at: Set(due_at),
            attempts: Set(0),
        });
        Entity::insert_many(rows).on_conflict_do_nothing().exec_without_returning(&*write).await?;
    }
    let ids = messages.iter().copied();
    queued::Entity::delete_many()
        .filter(lists::is_one_of(&write, queued::Column::MessageId, ids))
        .exec(&*write)
        .await?;
    write.commit().await?;
    Ok(messages.len())
}

/// The browsers of those whom these messages may reach, each with the message. A browser that is removed before its row is
/// stored fails the step, which is repeated.
async fn browsers(db: &Conn, messages: &[i64]) -> Result<Vec<(PushId, i64)>> {
    let backend = db.get_database_backend();
    let (ids, _) = lists::source::<1>(backend, 1);
    let of = |kind: MentionTargetKind| sea_orm::ActiveEnum::into_value(kind);
    let sql = format!(
        "WITH fired AS (SELECT message_id, kind, target_id, channel_id FROM push_mentions WHERE message_id IN ({ids})) \
         SELECT DISTINCT subscription_id, message_id FROM (\
         SELECT push_subscriptions.id AS subscription_id, fired.message_id FROM fired \
         JOIN push_subscriptions ON push_subscriptions.user_id = fired.target_id WHERE fired.kind = {user} \
         UNION ALL SELECT push_subscriptions.id, fired.message_id FROM fired \
         JOIN member_roles ON member_roles.role_id = fired.target_id \
         JOIN push_subscriptions ON push_subscriptions.user_id = member_roles.user_id WHERE fired.kind = {role} \
         UNION ALL SELECT push_subscriptions.id, fired.message_id FROM fired \
         JOIN channels ON channels.id = fired.channel_id \
         JOIN members ON members.server_id = channels.server_id \
         JOIN push_subscriptions ON push_subscriptions.user_id = members.user_id WHERE fired.kind = {all}\
         ) AS found",
        user = of(MentionTargetKind::User),
        role = of(MentionTargetKind::Role),
        all = of(MentionTargetKind::All),
    );
    let values = lists::parameters(backend, messages.iter().map(|id| [*id]));
    let statement = Statement::from_sql_and_values(backend, sql, values);
    let mut found = Vec::new();
    for row in db.query_all_raw(statement).await? {
        found.push((row.try_get_by_index(0)?, row.try_get_by_index(1)?));
    }
    Ok(found)
}

/// The browsers of admins, each with whose it is.
pub(in crate::models) async fn browsers_of_admins(db: &Conn) -> Result<Vec<(PushId, UserId)>> {
    let found = push_subscription::Entity::find()
        .select_only()
        .columns([push_subscription::Column::Id, push_subscription::Column::UserId])
        .join(
            JoinType::InnerJoin,
            push_subscription::Entity::belongs_to(user::Entity)
                .from(push_subscription::Column::UserId)
                .to(user::Column::Id)
                .into(),
        )
        .filter(user::Column::AdminAt.is_not_null())
        // A range of the key.
        .filter(push_subscription::Column::Id.lte(ids::MAX_ID));
    Ok(found.into_tuple().all(db).await?)
}

/// Has something other than a message sent to these browsers at once.
pub(in crate::models) async fn queue(
    write: &Conn,
    core: &Core,
    id: MessageId,
    browsers: &[(PushId, UserId)],
) -> Result<()> {
    for some in browsers.chunks(ROWS) {
        let rows = some.iter().map(|(subscription_id, _)| ActiveModel {
            subscription_id: Set(*subscription_id),
            message_id: Set(id),
            due_at: Set(core.now()),
            attempts: Set(0),
        });
        Entity::insert_many(rows).on_conflict_do_nothing().exec_without_returning(write).await?;
    }
    Ok(())
}

/// Claims deliveries that are due: no other process sends them for a while, whatever becomes of this one.
#[boxed]
pub async fn claim(core: &Core) -> Result<Vec<ClaimedDelivery>> {
    let now = core.now();
    let any: Option<i64> = Entity::find()
        .select_only()
        .column(Column::MessageId)
        .filter(Column::DueAt.lte(now))
        .limit(1)
        .into_tuple()
        .one(&*core.db)
        .await?;
    if any.is_none() {
        return Ok(Vec::new());
    }
    let write = core.begin().await?;
    let due = Entity::find()
        .filter(Column::DueAt.lte(now))
        .order_by_asc(Column::DueAt)
        .limit(CLAIMED)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .all(&*write)
        .await?;
    let mut claimed = Vec::with_capacity(due.len());
    for mut delivery in due {
        delivery.attempts += 1;
        delivery.due_at = now + CLAIM_MS;
        Entity::update_many()
            .col_expr(Column::Attempts, Expr::value(delivery.attempts))
            .col_expr(Column::DueAt, Expr::value(delivery.due_at))
            .filter(Column::SubscriptionId.eq(delivery.subscription_id))
            .filter(Column::MessageId.eq(delivery.message_id))
            .exec(&*write)
            .await?;
        let subscription = push_subscription::active(&write, delivery.subscription_id, now).await?;
        claimed.push(ClaimedDelivery { delivery, subscription });
    }
    write.commit().await?;
    Ok(claimed)
}

/// The results of deliveries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// It was sent, or is not sent any more.
    Finished,
    /// It is tried again, after the pause that the push service requested.
    Again(Option<Millis>),
    /// Its subscription is no more, and goes with everything that waits for it.
    Gone,
}

/// Records what became of deliveries.
///
/// # Errors
/// When the database can't be reached; they are then sent again, and the browser shows the same notification.
#[boxed]
pub async fn record(core: &Core, done: &[(Model, DeliveryOutcome)]) -> Result<()> {
    let write = core.begin().await?;
    for (delivery, done) in done {
        let (subscription_id, message_id) = (delivery.subscription_id, delivery.message_id);
        match done {
            DeliveryOutcome::Again(after) if delivery.attempts < ATTEMPTS => {
                let doublings = u32::try_from(delivery.attempts - 1).unwrap_or_default();
                let pause = BACKOFF_MS * 2_i64.pow(doublings.min(10));
                let pause = pause.max(after.unwrap_or_default());
                Entity::update_many()
                    .col_expr(Column::DueAt, Expr::value(core.now() + pause))
                    .filter(Column::SubscriptionId.eq(subscription_id))
                    .filter(Column::MessageId.eq(message_id))
                    .exec(&*write)
                    .await?;
            }
            DeliveryOutcome::Again(_) | DeliveryOutcome::Finished => {
                Entity::delete_by_id((subscription_id, message_id)).exec(&*write).await?;
            }
            DeliveryOutcome::Gone => {
                push_subscription::Entity::delete_by_id(subscription_id).exec(&*write).await?;
            }
        }
    }
    write.commit().await?;
    Ok(())
}
