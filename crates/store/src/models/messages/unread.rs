//! The unread state of a user, channel by channel: if anything is unread, and how many mentions of theirs.
//! `read_mark` stores how far they have read, `inbox` the mentions themselves.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, ExprTrait, Query, SelectStatement};
use sea_orm::{ConnectionTrait, QuerySelect, QueryTrait};

use crate::models::key_range::first_from;
use crate::models::messages::inbox::{MAX_COUNTED, UnreadMentions};
use crate::models::messages::mention::{self, MentionTargetKind};
use crate::models::messages::{message, removal};
use crate::models::servers::access::{UserAccess, VisibleChannel};
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::ids::ChannelId;

impl UserAccess {
    /// The channels that hold a message which they have not read, each with how many unread `mentions` it has.
    ///
    /// One query, which looks into an index once for each channel they see, and into another one where something is
    /// unread: as quick with ten million messages as with ten.
    #[boxed]
    pub async fn unread(&self, db: &Conn, mentions: &UnreadMentions) -> Result<BTreeMap<ChannelId, u64>> {
        if self.visible.is_empty() {
            return Ok(BTreeMap::new());
        }
        let channels = self.visible.iter();
        let channels = channels.map(|(id, visible)| [id.get(), VisibleChannel::first_unread(visible)]);
        let channels = lists::table_of_ids(db, channels);
        let ids = message::Entity::find().select_only().column(message::Column::Id);
        let newer =
            first_from(ids, db, (message::Column::ChannelId, listed(CHANNEL)), (message::Column::Id, listed(FIRST)))
                .filter(removal::spares_message());
        let select = Query::select()
            .expr_as(listed(CHANNEL), Alias::new("channel_id"))
            .expr_as(value_of(self.calls_to_all(db)), Alias::new("calls"))
            .from_subquery(channels, Alias::new(LISTED))
            .and_where(ExprTrait::is_not_null(value_of(newer.into_query())))
            .take();
        let mut unread = BTreeMap::new();
        for row in db.query_all(&select).await? {
            let channel_id: ChannelId = row.try_get("", "channel_id")?;
            let calls: i64 = row.try_get("", "calls")?;
            // Of very many mentions not all were counted. Those of @all were, here and by channel.
            let known = mentions.in_channel(channel_id);
            unread.insert(channel_id, Ord::max(known, calls.unsigned_abs()));
        }
        Ok(unread)
    }

    /// How many unread messages of a channel mention @all, at most [`MAX_COUNTED`].
    fn calls_to_all(&self, db: &Conn) -> SelectStatement {
        let some = mention::Entity::find()
            .select_only()
            .column(mention::Column::MessageId)
            .filter(mention::Column::Kind.eq(MentionTargetKind::All))
            .filter(ExprTrait::eq(Expr::col((mention::Entity, mention::Column::TargetId)), listed(CHANNEL)))
            .filter(ExprTrait::gte(Expr::col((mention::Entity, mention::Column::MessageId)), listed(FIRST)))
            .filter(removal::spares_mention())
            .limit(MAX_COUNTED);
        let mut some = some.into_query();
        self.leave_out_blocked(db, &mut some);
        Query::select().expr(Expr::cust("COUNT(*)")).from_subquery(some, Alias::new("calls")).take()
    }
}

// The list of channels, and its columns.
const LISTED: &str = "listed";
const CHANNEL: &str = lists::COLUMNS[0];
const FIRST: &str = lists::COLUMNS[1];

fn listed(column: &'static str) -> Expr {
    Expr::col((Alias::new(LISTED), Alias::new(column)))
}

fn value_of(select: SelectStatement) -> Expr {
    Expr::SubQuery(None, Box::new(select.into()))
}
