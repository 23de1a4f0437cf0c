//! Counting the mentions that a user has not read, alone and together with their access.
//! The mentions themselves are found in `query`.

use std::borrow::Cow;
use std::cmp::max;
use std::collections::BTreeMap;

use sea_orm::{ActiveEnum, ConnectionTrait, DbBackend, Statement};
use serde::Deserialize;

use super::ranges::{FIRST, TARGET};
use super::{MAX_COUNTED, UnreadMentions};
use crate::models::messages::mention::MentionTargetKind;
use crate::models::messages::removal::SPARED_MENTION as SPARED;
use crate::models::servers::access::{UserAccess, VISIBLE_CHANNELS, VisibleChannel, statement};
use crate::models::servers::blocked_user::SPARED_MENTION as NOT_BLOCKED;
use crate::models::servers::membership::rights::{JsonField, StatementText, part};
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::ids::{ChannelId, IdTimes, MessageId, UserId};

impl UserAccess {
    /// How many mentions they have not read, as [`Self::unread_mentions_and_newest`] counts them.
    #[boxed]
    pub async fn unread_mentions(&self, db: &Conn) -> Result<UnreadMentions> {
        Ok(self.unread_mentions_and_newest(db).await?.0)
    }

    /// How many mentions they have not read, and which message has the newest of them, in one query of three parts, however
    /// many roles they hold and channels they see. Up to [`MAX_COUNTED`] in all the numbers are exact; none is looked for
    /// beyond the hundredth of a part.
    #[boxed]
    pub async fn unread_mentions_and_newest(&self, db: &Conn) -> Result<(UnreadMentions, Option<MessageId>)> {
        let first = VisibleChannel::first_unread;
        let Some(lowest) = self.visible.values().map(first).min() else {
            return Ok((UnreadMentions::NONE, None));
        };
        let roles: Vec<[i64; 2]> =
            self.held_where(first).map(|(held, lowest)| [held.role_id.get(), max(held.first, lowest)]).collect();
        let channels = self.visible.iter();
        let channels = channels.map(|(id, visible)| [id.get(), first(visible)]);
        let hidden = self.hidden.iter().map(|channel| [channel.id.get()]);
        // A message may call several of their roles.
        let max_of_roles = (MAX_COUNTED * roles.len() as u64).cast_signed();
        let backend = db.get_database_backend();
        let mut values = vec![self.user_id.into(), lowest.into(), max_of_roles.into()];
        values.extend(lists::parameters(backend, hidden));
        values.extend(lists::parameters(backend, roles));
        values.extend(lists::parameters(backend, channels));
        let counted = Statement::from_sql_and_values(backend, UNREAD.on(db), values);
        let (mut unread, mut newest) = (BTreeMap::new(), None);
        for row in db.query_all_raw(counted).await? {
            let of_channel: i64 = row.try_get("", "unread")?;
            unread.insert(row.try_get("", "channel_id")?, of_channel.unsigned_abs());
            newest = newest.max(Some(row.try_get("", "newest")?));
        }
        Ok((UnreadMentions(unread), newest))
    }

    /// Where a user may look, and how many mentions they have not read, in one statement: every page needs both.
    #[boxed]
    pub async fn with_unread_mentions(db: &Conn, user_id: UserId) -> Result<(Self, UnreadMentions)> {
        let (access, facts) = Self::by(db, user_id, &ACCESS_WITH_UNREAD.on(db)).await?;
        let counted = facts.list::<UnreadRow>("unread")?.into_iter();
        let counted = counted.filter(|row| access.visible.contains_key(&row.channel_id));
        let unread = counted.map(|row| (row.channel_id, row.unread.unsigned_abs())).collect();
        Ok((access, UnreadMentions(unread)))
    }
}

/// The unread mentions of a channel.
#[derive(Debug, Deserialize)]
struct UnreadRow {
    channel_id: ChannelId,
    unread: i64,
}

/// A statement with times, built once for each database, as pages run it.
struct TimedText {
    plain: StatementText,
    make: fn(DbBackend, &IdTimes) -> String,
}

impl TimedText {
    /// The one for this database; built anew where ids are ahead of the clock.
    fn on(&self, db: &Conn) -> Cow<'_, str> {
        let backend = db.get_database_backend();
        match db.id_times().are_plain() {
            true => Cow::Borrowed(self.plain.on(backend)),
            false => Cow::Owned((self.make)(backend, db.id_times())),
        }
    }
}

/// Counts unread mentions by channel. The parameters are the user, the lowest id that is unread anywhere, at how many mentions
/// of roles to stop, and three lists.
static UNREAD: TimedText = TimedText {
    plain: StatementText::new(
        || unread_by_channel(DbBackend::Sqlite, &IdTimes::default()),
        || unread_by_channel(DbBackend::Postgres, &IdTimes::default()),
    ),
    make: unread_by_channel,
};

fn unread_by_channel(backend: DbBackend, times: &IdTimes) -> String {
    const FIRST_LIST: usize = 4;
    let (hidden, next) = lists::source::<1>(backend, FIRST_LIST);
    let (roles, next) = lists::source::<2>(backend, next);
    let (channels, _) = lists::source::<2>(backend, next);
    UnreadCountSql {
        backend,
        hidden: &hidden,
        roles: &format!("({roles}) AS held_roles"),
        channels: &format!("({channels}) AS seen_channels"),
        lowest: "$2",
        max_of_roles: "$3",
        times,
    }
    .sql()
}

/// The access of a user with their unread mentions by channel. What [`UserAccess::unread_mentions`] passes as lists is made
/// by the statement itself.
static ACCESS_WITH_UNREAD: TimedText = TimedText {
    plain: StatementText::new(
        || access_with_unread(DbBackend::Sqlite, &IdTimes::default()),
        || access_with_unread(DbBackend::Postgres, &IdTimes::default()),
    ),
    make: access_with_unread,
};

fn access_with_unread(backend: DbBackend, times: &IdTimes) -> String {
    let later = |one: &str, other: &str| format!("CASE WHEN {one} > {other} THEN {one} ELSE {other} END");
    let tables = format!(
        ", {visible}, \
         hidden_channels AS (SELECT id FROM channel_views WHERE visible = 0), \
         seen_channels AS (\
         SELECT channel_views.id AS {TARGET}, channel_views.server_id, {first} AS {FIRST} \
         FROM channel_views LEFT JOIN read_marks ON read_marks.user_id = $1 AND read_marks.channel_id = channel_views.id \
         WHERE channel_views.visible = 1), \
         lowest_by_server AS (\
         SELECT server_id, MIN({FIRST}) AS lowest FROM seen_channels GROUP BY server_id), \
         held_roles AS (\
         SELECT held.role_id AS {TARGET}, {first_of_role} AS {FIRST} \
         FROM held JOIN roles ON roles.id = held.role_id \
         JOIN lowest_by_server ON lowest_by_server.server_id = held.server_id)",
        visible = *VISIBLE_CHANNELS,
        first = later(&times.first_id_sql("channel_views.joined_at"), "(COALESCE(read_marks.message_id, 0) + 1)"),
        first_of_role = later(&times.first_id_sql("held.given_at"), "lowest_by_server.lowest"),
    );
    let unread = UnreadCountSql {
        backend,
        hidden: "SELECT id FROM hidden_channels",
        roles: "held_roles",
        channels: "seen_channels",
        lowest: "(SELECT MIN(lowest) FROM lowest_by_server)",
        // A message may call several of their roles.
        max_of_roles: &format!("(SELECT {MAX_COUNTED} * COUNT(*) FROM held_roles)"),
        times,
    };
    let row = ["channel_id", "unread"].map(|name| JsonField::column(&format!("counted.{name}")));
    let counted = part(backend, "unread", &row, &format!("({}) AS counted", unread.sql()));
    statement(backend, &tables, vec![counted])
}

/// The parts of the statement that counts unread mentions.
struct UnreadCountSql<'s> {
    backend: DbBackend,
    /// Selects the channels that they may not view.
    hidden: &'s str,
    /// The table of their roles, `held_roles`.
    roles: &'s str,
    /// The table of the channels that they see, `seen_channels`.
    channels: &'s str,
    /// The lowest id that is unread in any channel.
    lowest: &'s str,
    /// At how many mentions of roles the count stops.
    max_of_roles: &'s str,
    /// Converts the times of joining.
    times: &'s IdTimes,
}

impl UnreadCountSql<'_> {
    fn sql(&self) -> String {
        let Self { backend, hidden, roles, channels, lowest, max_of_roles, times } = self;
        let of = |kind: MentionTargetKind| kind.into_value();
        let is_unread = format!(
            "mentions.channel_id NOT IN ({hidden}) AND mentions.message_id > COALESCE(read_marks.message_id, 0) AND {SPARED} AND {NOT_BLOCKED}"
        );
        let marks = "LEFT JOIN read_marks ON read_marks.channel_id = mentions.channel_id AND read_marks.user_id = $1";
        let of_roles = for_each(
            *backend,
            roles,
            &format!(
                "mentions JOIN channels ON channels.id = mentions.channel_id {marks} \
                 WHERE mentions.target_id = held_roles.{TARGET} AND mentions.kind = {role} \
                 AND mentions.message_id >= held_roles.{FIRST} AND {is_unread}",
                role = of(MentionTargetKind::Role),
            ),
        );
        let of_channels = for_each(
            *backend,
            channels,
            &format!(
                "mentions WHERE mentions.target_id = seen_channels.{TARGET} AND mentions.kind = {all} \
                 AND mentions.message_id >= seen_channels.{FIRST} AND {SPARED} AND {NOT_BLOCKED}",
                all = of(MentionTargetKind::All),
            ),
        );
        format!(
            "SELECT channel_id, COUNT(*) AS unread, MAX(message_id) AS newest FROM (SELECT DISTINCT message_id, channel_id FROM (\
             SELECT * FROM (SELECT mentions.message_id, mentions.channel_id FROM mentions \
             JOIN channels ON channels.id = mentions.channel_id \
             JOIN members ON members.server_id = channels.server_id AND members.user_id = $1 \
             AND mentions.message_id >= {first_of_member} {marks} \
             WHERE mentions.kind = {user} AND mentions.target_id = $1 AND mentions.message_id >= {lowest} AND {is_unread} \
             ORDER BY mentions.message_id DESC LIMIT {MAX_COUNTED}) AS of_user \
             UNION ALL SELECT * FROM ({of_roles} LIMIT {max_of_roles}) AS of_roles \
             UNION ALL SELECT * FROM ({of_channels} LIMIT {MAX_COUNTED}) AS of_channels\
             ) AS found) AS messages GROUP BY channel_id",
            user = of(MentionTargetKind::User),
            first_of_member = times.first_id_sql("members.joined_at"),
        )
    }
}

/// The mentions that `found` finds for each row of a list. The list comes first, and each row looks into the index: SQLite goes
/// by the order of a cross join, Postgres by the fence that OFFSET is. Free to choose, either may go through the list once
/// for every mention there is.
fn for_each(backend: DbBackend, list: &str, found: &str) -> String {
    match backend {
        DbBackend::Sqlite => {
            format!("SELECT mentions.message_id, mentions.channel_id FROM {list} CROSS JOIN {found}")
        }
        _ => format!(
            "SELECT of_each.message_id, of_each.channel_id FROM {list} CROSS JOIN LATERAL \
             (SELECT mentions.message_id, mentions.channel_id FROM {found} OFFSET 0) AS of_each"
        ),
    }
}
