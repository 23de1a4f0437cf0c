//! Reports of messages to the moderators of their server: filing one, and the queue. A report keeps the message as it was.
//! Deciding one is in `posting::reported_messages`, since it may delete the message.

use std::collections::{BTreeMap, HashMap};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    Condition, ConnectionTrait, IntoActiveModel, JoinType, PaginatorTrait, QueryOrder, QuerySelect, Set, Statement,
    UpdateMany,
};

use crate::core::Core;
use crate::live;
use crate::models::messages::removal::{Author, Model as Removal};
use crate::models::servers::access::UserAccess;
use crate::models::{Channel, Message, User};
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::{Conn, Write, lists};
use portico_platform::error::{Error, Result};
use portico_rules::chat::names;
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::{ChannelId, MessageId, ReportId, ServerId, UserId, WebhookId};

/// How long a report is stored after it was decided.
pub const KEPT_MS: Millis = 90 * DAY_MS;
/// Counting stops here: a badge shows "99+" at most.
pub const MAX_COUNTED: u64 = 100;
/// How many people's reasons a report of one message keeps; further people are thanked alike.
const MAX_REPORTERS: u64 = 100;

/// A decision about a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum ReportDecision {
    /// The message was removed.
    #[sea_orm(string_value = "removed")]
    Removed,
    /// The message stays.
    #[sea_orm(string_value = "dismissed")]
    Dismissed,
}

impl ReportDecision {
    /// Reads its name in forms.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "removed" => Some(Self::Removed),
            "dismissed" => Some(Self::Dismissed),
            _ => None,
        }
    }
}

/// A message as it was when it was first reported so.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message_reports")]
pub struct Model {
    /// Its id, which carries the time of the first report.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ReportId,
    /// The server whose moderators decide it.
    pub server_id: ServerId,
    /// The message's channel.
    pub channel_id: ChannelId,
    /// The message, which may be deleted by now.
    pub message_id: MessageId,
    /// When the message had last been edited; 0: never.
    pub version: Millis,
    /// The user who wrote it.
    pub author_id: Option<UserId>,
    /// The webhook that posted it.
    pub webhook_id: Option<WebhookId>,
    /// The name it came under, where the payload had one.
    pub name: Option<String>,
    /// Its text.
    pub content: String,
    /// The positions of the mentions in it.
    pub spans: Option<String>,
    /// Its cards.
    pub cards: Option<String>,
    /// The decision; none while it is open.
    pub decision: Option<ReportDecision>,
    /// Who decided it, whose account may be deleted by now.
    pub decided_by: Option<UserId>,
    /// When.
    pub decided_at: Option<Millis>,
}

portico_platform::database::no_relations!();

/// Who reported a message.
pub mod reporter {
    use portico_rules::clock::Millis;
    use portico_rules::ids::{MessageId, ReportId, UserId};
    use sea_orm::entity::prelude::*;

    /// One person's report of a message.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "message_reporters")]
    pub struct Model {
        /// Who.
        #[sea_orm(primary_key, auto_increment = false)]
        pub reporter_id: UserId,
        /// The message.
        #[sea_orm(primary_key, auto_increment = false)]
        pub message_id: MessageId,
        /// The message as it was then.
        pub report_id: ReportId,
        /// Why, in their words.
        pub reason: String,
        /// When.
        pub reported_at: Millis,
    }

    portico_platform::database::no_relations!();
}

impl Model {
    /// Who wrote the message.
    pub fn author(&self) -> Author {
        match self.webhook_id {
            Some(id) => Author::Webhook(id),
            None => Author::User(self.author_id.unwrap_or(UserId::new(0))),
        }
    }

    /// The message as it was.
    pub fn message(&self) -> Message {
        Message {
            id: self.message_id,
            channel_id: self.channel_id,
            author_id: self.author_id,
            webhook_id: self.webhook_id,
            name: self.name.clone(),
            avatar_url: None,
            content: self.content.clone(),
            spans: self.spans.clone(),
            cards: self.cards.clone(),
            edited_at: Some(self.version).filter(|at| *at > 0),
            reply_to_id: None,
            reply_notified_id: None,
        }
    }

    /// The report with this id of a server.
    pub(crate) async fn find(db: &Conn, server_id: ServerId, id: ReportId) -> Result<Option<Self>> {
        Ok(Entity::find_by_id(id).filter(Column::ServerId.eq(server_id)).one(db).await?)
    }

    /// Closes it. False where it is decided already. With [`ReportDecision::Removed`], all reports of the message are closed.
    pub(crate) async fn close(&self, write: &Conn, decision: ReportDecision, by: UserId, now: Millis) -> Result<bool> {
        let closed = closing(decision, by, now).filter(Column::Id.eq(self.id)).exec(write).await?;
        if closed.rows_affected == 0 {
            return Ok(false);
        }
        if decision == ReportDecision::Removed {
            close_of_deleted(write, self.message_id, by, now).await?;
        }
        Ok(true)
    }
}

/// Closes open reports.
fn closing(decision: ReportDecision, by: UserId, now: Millis) -> UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::Decision, Expr::value(decision.to_value()))
        .col_expr(Column::DecidedBy, Expr::value(by))
        .col_expr(Column::DecidedAt, Expr::value(now))
        .filter(Column::DecidedAt.is_null())
}

/// Closes the open reports of a message that `by` deletes for good.
pub(crate) async fn close_of_deleted(write: &Conn, message_id: MessageId, by: UserId, now: Millis) -> Result<()> {
    closing(ReportDecision::Removed, by, now).filter(Column::MessageId.eq(message_id)).exec(write).await?;
    Ok(())
}

/// Closes the open reports of the messages that a moderator removes.
pub(crate) async fn close_of_removed(write: &Conn, removal: &Removal) -> Result<()> {
    let closing = closing(ReportDecision::Removed, removal.removed_by, removal.created_at);
    closing.filter(is_of(removal)).exec(write).await?;
    Ok(())
}

/// Opens those again that a removal closed, which is undone.
pub(crate) async fn reopen_of_removed(write: &Conn, removal: &Removal) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Decision, Expr::value(None::<String>))
        .col_expr(Column::DecidedBy, Expr::value(None::<i64>))
        .col_expr(Column::DecidedAt, Expr::value(None::<i64>))
        .filter(is_of(removal))
        .filter(Column::Decision.eq(ReportDecision::Removed))
        .filter(Column::DecidedBy.eq(removal.removed_by))
        .filter(Column::DecidedAt.eq(removal.created_at))
        .exec(write)
        .await?;
    Ok(())
}

/// The reports of the messages of a removal.
fn is_of(removal: &Removal) -> Condition {
    Condition::all()
        .add(Column::ChannelId.eq(removal.channel_id))
        .add(Column::MessageId.between(removal.first_id, removal.last_id))
        .add(match removal.author() {
            Author::User(id) => Column::AuthorId.eq(id),
            Author::Webhook(id) => Column::WebhookId.eq(id),
        })
}

/// Reports a message to the moderators of its server. False where this person has reported it already.
///
/// # Errors
/// [`Error::NotFound`] where they may not view the channel or it has no such message, [`Error::Forbidden`] for their own
/// message; faults of `reason`, and of the form where they have as many open reports as they can or the moderators have
/// decided that the message stays.
#[boxed]
pub async fn file(
    core: &Core,
    reporter_id: UserId,
    channel_id: ChannelId,
    message_id: MessageId,
    reason: &str,
) -> Result<bool> {
    let write = core.begin().await?;
    // No other report of this person is filed meanwhile.
    if !User::lock_to_count(&write, reporter_id).await? {
        return Err(Error::SignedOut);
    }
    let (channel, ..) = Channel::viewed_by(&write, reporter_id, channel_id).await?;
    let message = Message::find_in(&write, channel_id, message_id).await?.ok_or(Error::NotFound)?;
    if message.author() == Author::User(reporter_id) {
        return Err(Error::Forbidden("You can’t report your own message."));
    }
    let reason = names::description(reason).map_err(|sentence| Error::fault("reason", sentence))?;
    if reason.is_empty() {
        return Err(Error::fault("reason", "Tell the moderators what is wrong with this message."));
    }
    if reporter::Entity::find_by_id((reporter_id, message.id)).one(&*write).await?.is_some() {
        return Ok(false);
    }
    let open = reporter::Entity::find()
        .join(
            JoinType::InnerJoin,
            reporter::Entity::belongs_to(Entity).from(reporter::Column::ReportId).to(Column::Id).into(),
        )
        .filter(reporter::Column::ReporterId.eq(reporter_id))
        .filter(Column::DecidedAt.is_null());
    let max = core.config.caps.message_reports_per_person;
    if open.count(&*write).await? >= u64::from(max) {
        return Err(caps::reached(
            "form",
            max,
            [
                "You have 1 open report, the most a person can have.",
                "You have {} open reports, the most a person can have.",
            ],
            "Wait until moderators have decided some.",
        ));
    }
    let version = message.edited_at.unwrap_or_default();
    let report = Model {
        id: ReportId::new(core.id()),
        server_id: channel.server_id,
        channel_id,
        message_id: message.id,
        version,
        author_id: message.author_id,
        webhook_id: message.webhook_id,
        name: message.name,
        content: message.content,
        spans: message.spans,
        cards: message.cards,
        decision: None,
        decided_by: None,
        decided_at: None,
    };
    let added = Entity::insert(report.into_active_model())
        .on_conflict(OnConflict::columns([Column::MessageId, Column::Version]).do_nothing().to_owned())
        .exec_without_returning(&*write)
        .await?;
    let same = Entity::find().filter(Column::MessageId.eq(message.id)).filter(Column::Version.eq(version));
    let report = same.one(&*write).await?.ok_or(Error::NotFound)?;
    if report.decision.is_some() {
        return Err(Error::fault("form", "The moderators have looked at this message, and decided that it stays."));
    }
    let others = reporter::Entity::find().filter(reporter::Column::ReportId.eq(report.id));
    if others.count(&*write).await? < MAX_REPORTERS {
        let row = reporter::ActiveModel {
            reporter_id: Set(reporter_id),
            message_id: Set(message.id),
            report_id: Set(report.id),
            reason: Set(reason),
            reported_at: Set(core.now()),
        };
        reporter::Entity::insert(row).exec_without_returning(&*write).await?;
    }
    if added == 0 {
        write.commit().await?;
    } else {
        commit_queue(core, write, channel.server_id).await?;
    }
    Ok(true)
}

/// Commits a change of the queue of a server, and updates the open pages of its moderators.
pub(crate) async fn commit_queue(core: &Core, write: Write, server_id: ServerId) -> Result<()> {
    live::announce(&write, core.node(), &[(server_id.into(), false)]).await?;
    write.commit().await?;
    core.live.arrived_unknown(server_id, false);
    Ok(())
}

/// How many reports wait for a decision by the user with this access, by server, at most [`MAX_COUNTED`] in each: those of
/// messages in channels that they see, where they moderate members. Servers without any are left out.
#[boxed]
pub async fn count_open(db: &Conn, access: &UserAccess, servers: &[ServerId]) -> Result<BTreeMap<ServerId, u64>> {
    if servers.is_empty() {
        return Ok(BTreeMap::new());
    }
    let backend = db.get_database_backend();
    let (moderated, next) = lists::source::<1>(backend, 1);
    let (seen, _) = lists::source::<1>(backend, next);
    // Each server by itself, which reads no more than that many rows of its index.
    let sql = format!(
        "SELECT moderated.{ID} AS server_id, (SELECT COUNT(*) FROM (SELECT 1 AS one FROM message_reports \
         WHERE server_id = moderated.{ID} AND decided_at IS NULL AND channel_id IN (SELECT {ID} FROM ({seen}) AS seen) \
         LIMIT {MAX_COUNTED}) AS found) AS open_count FROM ({moderated}) AS moderated",
        ID = lists::COLUMNS[0],
    );
    let channels = servers.iter().flat_map(|id| access.channels_of(*id)).map(|channel| [channel.id.get()]);
    let mut values = lists::parameters(backend, servers.iter().map(|id| [id.get()]));
    values.extend(lists::parameters(backend, channels));
    let mut open = BTreeMap::new();
    for row in db.query_all_raw(Statement::from_sql_and_values(backend, sql, values)).await? {
        let count: i64 = row.try_get("", "open_count")?;
        if count > 0 {
            open.insert(row.try_get("", "server_id")?, count.unsigned_abs());
        }
    }
    Ok(open)
}

/// The open reports of a server before the one with this id, the newest first, at most `limit`.
#[boxed]
pub async fn open_of(db: &Conn, server_id: ServerId, before: Option<i64>, limit: u64) -> Result<Vec<Model>> {
    let mut open = Entity::find().filter(Column::ServerId.eq(server_id)).filter(Column::DecidedAt.is_null());
    if let Some(before) = before {
        open = open.filter(Column::Id.lt(before));
    }
    Ok(open.order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// The reports of a server that were decided last, at most `limit`.
#[boxed]
pub async fn decided_of(db: &Conn, server_id: ServerId, limit: u64) -> Result<Vec<Model>> {
    let decided = Entity::find().filter(Column::ServerId.eq(server_id)).filter(Column::DecidedAt.is_not_null());
    Ok(decided.order_by_desc(Column::DecidedAt).limit(limit).all(db).await?)
}

/// Who filed these reports, by report, the first one first.
#[boxed]
pub async fn reporters_of(db: &Conn, reports: &[Model]) -> Result<HashMap<ReportId, Vec<reporter::Model>>> {
    let rows = reporter::Entity::find()
        .filter(lists::is_one_of(db, reporter::Column::ReportId, reports.iter().map(|report| report.id)))
        .order_by_asc(reporter::Column::ReportedAt)
        .all(db)
        .await?;
    let mut reporters: HashMap<ReportId, Vec<reporter::Model>> = HashMap::new();
    for row in rows {
        reporters.entry(row.report_id).or_default().push(row);
    }
    Ok(reporters)
}
