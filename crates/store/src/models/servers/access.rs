//! The access of a user: every server, and every channel that they may view in it, with how far they have read.
//! Permissions in a single channel or server are in `membership`.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use sea_orm::{ConnectionTrait, DbBackend};
use serde::Deserialize;

use crate::models::servers::membership::rights::{
    JsonField, RightsFacts, RightsQuery, StatementText, fields, lacks_second_step, object, part,
};
use crate::models::servers::{channel, mute};
use crate::models::{Channel, Membership, Server};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::chat::names;
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, PlaceId, RoleId, ServerId, UserId};

/// A channel that they may view.
#[derive(Debug, Clone)]
pub struct VisibleChannel {
    /// The channel.
    pub channel: Channel,
    /// Their permissions in it.
    pub may: Permissions,
    /// The first id that a message may have to be after their joining of the server.
    pub first: i64,
    /// Everything up to and with this message has been read; 0: nothing.
    pub read: i64,
}

impl VisibleChannel {
    /// The first id that a message may have to be theirs to read, and unread.
    pub fn first_unread(&self) -> i64 {
        self.first.max(self.read + 1)
    }
}

/// A role that they hold, other than `all`.
#[derive(Debug, Clone, Copy)]
pub struct HeldRole {
    /// The role.
    pub role_id: RoleId,
    /// The server it is of.
    pub server_id: ServerId,
    /// The first id that a message may have to be after the role was given to them.
    pub first: i64,
}

/// Where a user may look. A page reads it once, and shows nothing of a server or channel that is not in it.
#[derive(Debug)]
pub struct UserAccess {
    /// The user.
    pub user_id: UserId,
    /// Their servers in their order, without those that are suspended, with what they are in each.
    pub joined: Vec<Membership>,
    /// The channels they may view, by id.
    pub visible: BTreeMap<ChannelId, VisibleChannel>,
    /// Their servers that an admin suspended, in their order: nothing in them is theirs to see.
    pub suspended: Vec<Membership>,
    /// The channels that they could view if those servers weren't suspended, each with its server.
    closed: BTreeMap<ChannelId, ServerId>,
    /// The channels of their servers that they may not view, those of suspended servers among them.
    pub hidden: Vec<Channel>,
    /// The channels and servers that they have muted, each with when that ends, if it does.
    pub mutes: BTreeMap<PlaceId, Option<Millis>>,
    /// The people whom they have blocked.
    pub blocked: Arc<BTreeSet<UserId>>,
}

impl UserAccess {
    /// Looks everywhere, in one query, however many servers, roles and channels there are.
    #[boxed]
    pub async fn load(db: &Conn, user_id: UserId) -> Result<Self> {
        Ok(Self::by(db, user_id, STATEMENT.on(db.get_database_backend())).await?.0)
    }

    /// The same by a [`statement`] with more parts, and what it found.
    pub(in crate::models) async fn by(db: &Conn, user_id: UserId, statement: &str) -> Result<(Self, RightsFacts)> {
        let mut facts = RightsFacts::default();
        facts.read(db, statement, vec![user_id.into(), db.requires_second_step().into()]).await?;
        let access = Self::from_facts(user_id, &mut facts, db.now())?;
        Ok((access, facts))
    }

    fn from_facts(user_id: UserId, facts: &mut RightsFacts, now: Millis) -> Result<Self> {
        let members = std::mem::take(&mut facts.members).into_values();
        let joined: HashMap<ServerId, Membership> = members.map(|found| (found.server.id, found)).collect();
        let mutes = facts.list::<mute::Model>("mute")?.into_iter().map(|mute| (mute.place_id, mute.ends_at));
        let mutes = mutes.filter(|(_, ends_at)| ends_at.is_none_or(|at| at > now));
        let blocked = facts.list::<BlockedRow>("blocked")?.into_iter().map(|row| row.blocked_id);
        let mut access = Self {
            user_id,
            joined: Vec::new(),
            visible: BTreeMap::new(),
            hidden: Vec::new(),
            suspended: Vec::new(),
            closed: BTreeMap::new(),
            mutes: mutes.collect(),
            blocked: Arc::new(blocked.collect()),
        };
        for ChannelRow { channel, read } in facts.list("channel")? {
            let Some(membership) = joined.get(&channel.server_id) else {
                continue;
            };
            let may = membership.permissions_in(&facts.overwrites, channel.id);
            let may_view = may.contains(Permissions::VIEW_CHANNEL);
            if may_view && membership.server.is_suspended() {
                access.closed.insert(channel.id, channel.server_id);
                access.hidden.push(channel);
            } else if may_view {
                let visible = VisibleChannel { may, first: membership.first_id, read, channel };
                access.visible.insert(visible.channel.id, visible);
            } else {
                access.hidden.push(channel);
            }
        }
        access.hidden.sort_by_key(|channel| channel.id);
        let mut joined: Vec<Membership> = joined.into_values().collect();
        let place = |membership: &Membership| membership.position.unwrap_or(i32::MAX);
        joined.sort_by_key(|membership| (place(membership), membership.joined_at, membership.server.id));
        (access.suspended, access.joined) = joined.into_iter().partition(|membership| membership.server.is_suspended());
        Ok(access)
    }

    /// Their membership in a server.
    ///
    /// # Errors
    /// [`Error::NotFound`] where they are no member of one with this id, [`Error::ServerSuspended`] where it is suspended.
    pub fn membership(&self, server_id: ServerId) -> Result<&Membership> {
        self.joined.iter().find(|membership| membership.server.id == server_id).ok_or_else(|| self.why_not(server_id))
    }

    /// Why nothing of a server is theirs to see.
    fn why_not(&self, server_id: ServerId) -> Error {
        self.suspended
            .iter()
            .map(|membership| &*membership.server)
            .find(|server| server.id == server_id)
            .and_then(|server| server.suspension_for(self.user_id))
            .unwrap_or(Error::NotFound)
    }

    /// Their memberships in all their servers, in their order.
    pub fn memberships(&self) -> impl Iterator<Item = &Membership> {
        self.joined.iter()
    }

    /// The servers they are a member of, in their order.
    pub fn servers(&self) -> impl Iterator<Item = &Server> {
        self.memberships().map(|membership| &*membership.server)
    }

    /// True if they have muted a channel, or its server.
    pub fn is_muted(&self, channel: &Channel) -> bool {
        [channel.id.into(), channel.server_id.into()].iter().any(|place_id| self.mutes.contains_key(place_id))
    }

    /// A channel that they may view.
    ///
    /// # Errors
    /// [`Error::ServerSuspended`] where only that hides it, [`Error::NotFound`] for every other one.
    pub fn channel(&self, id: ChannelId) -> Result<&VisibleChannel> {
        let why_not = || match self.closed.get(&id) {
            Some(server_id) => self.why_not(*server_id),
            None => Error::NotFound,
        };
        self.visible.get(&id).ok_or_else(why_not)
    }

    /// The channels of a server that they may view, in their order.
    pub fn channels_of(&self, server_id: ServerId) -> impl Iterator<Item = &Channel> {
        let channels = self.visible.values().map(|visible| &visible.channel);
        let mut channels: Vec<_> = channels.filter(|channel| channel.server_id == server_id).collect();
        // The sort is stable, and the map in the order of IDs.
        channels.sort_by_key(|channel| channel.position);
        channels.into_iter()
    }

    /// The roles they hold, other than `all`.
    pub fn held(&self) -> impl Iterator<Item = HeldRole> {
        self.joined.iter().flat_map(|membership| {
            let server_id = membership.server.id;
            let held = membership.held.iter();
            held.map(move |(role_id, first)| HeldRole { role_id: *role_id, server_id, first: *first })
        })
    }
}

/// A channel of their servers, and the last message that they have read in it; 0: none.
#[derive(Debug, Deserialize)]
struct ChannelRow {
    channel: Channel,
    read: i64,
}

/// A person whom they have blocked.
#[derive(Debug, Deserialize)]
struct BlockedRow {
    blocked_id: UserId,
}

/// One statement: a page waits for each of them, and longer to get a connection than for the result. Of roles and
/// overwrites only those that concern the user are read, however many their servers have.
static STATEMENT: StatementText = StatementText::new(
    || statement(DbBackend::Sqlite, "", Vec::new()),
    || statement(DbBackend::Postgres, "", Vec::new()),
);

/// The statement with further tables in its WITH clause, each after a comma, and further parts. They can read `carried`, the
/// roles of the user with the layer of their overwrites, 0 for `all`; [`VISIBLE_CHANNELS`] can be among the tables. $1 is the user, $2 whether the instance requires a second step.
pub(in crate::models) fn statement(backend: DbBackend, tables: &str, mut parts: Vec<String>) -> String {
    let channel = [
        JsonField::new("channel", object(backend, &fields::<channel::Entity>())),
        JsonField::new("read", "COALESCE(read_marks.message_id, 0)".into()),
    ];
    let channels = "joined JOIN channels ON channels.server_id = joined.server_id \
         LEFT JOIN read_marks ON read_marks.user_id = $1 AND read_marks.channel_id = channels.id";
    parts.push(part(backend, "channel", &channel, channels));
    let tables = format!(
        ", carried AS (\
         SELECT roles.id AS role_id, roles.server_id, roles.permissions, 0 AS layer FROM roles \
         WHERE roles.server_id IN (SELECT server_id FROM joined) AND roles.name_folded = '{all}' \
         UNION ALL SELECT roles.id, roles.server_id, roles.permissions, 1 \
         FROM held JOIN roles ON roles.id = held.role_id){tables}",
        all = names::ALL,
    );
    parts.push(part(backend, "mute", &fields::<mute::Entity>(), "mutes WHERE mutes.user_id = $1"));
    let blocked = [JsonField::column("blocked_users.blocked_id")];
    parts.push(part(backend, "blocked", &blocked, "blocked_users WHERE blocked_users.user_id = $1"));
    let query = RightsQuery {
        backend,
        members: "SELECT members.server_id, 0 AS channel_id, members.user_id, members.joined_at, members.position \
            FROM members WHERE members.user_id = $1",
        columns: &["position"],
        lacks_second_step: &lacks_second_step(2),
        overwrites: [
            "carried JOIN overwrites ON overwrites.role_id = carried.role_id",
            "overwrites WHERE overwrites.user_id = $1",
        ],
        tables: &tables,
        parts: &parts,
    };
    format!("WITH {}", query.sql())
}

/// The tables that end in `channel_views`: all channels of their servers, `visible` being 1 where they may view it. It is what
/// `Standing::in_channel` decides of this one permission, for counts that have to leave out the others while they are read:
/// the last layer of overwrites (of `all`, of roles, of the member) that says anything decides, and in it what allows.
pub(in crate::models) static VISIBLE_CHANNELS: LazyLock<String> = LazyLock::new(|| {
    let view = Permissions::VIEW_CHANNEL.bits();
    let administrator = Permissions::ADMINISTRATOR.bits();
    format!(
        "said AS (\
         SELECT overwrites.channel_id, overwrites.allow, overwrites.deny, carried.layer \
         FROM carried JOIN overwrites ON overwrites.role_id = carried.role_id \
         UNION ALL SELECT channel_id, allow, deny, 2 FROM overwrites WHERE user_id = $1), \
         decided AS (\
         SELECT channel_id, MAX(2 * layer + CASE WHEN (allow & {view}) > 0 THEN 1 ELSE 0 END) AS last FROM said \
         WHERE ((allow | deny) & {view}) > 0 GROUP BY channel_id), \
         given AS (\
         SELECT server_id, MAX(permissions & {administrator}) AS administers, MAX(permissions & {view}) AS views \
         FROM carried GROUP BY server_id), \
         channel_views AS (\
         SELECT channels.id, channels.server_id, joined.joined_at, \
         CASE WHEN servers.suspended_at IS NOT NULL THEN 0 \
         WHEN servers.owner_id = $1 OR given.administers > 0 THEN 1 \
         WHEN decided.last IS NOT NULL THEN decided.last % 2 \
         WHEN given.views > 0 THEN 1 ELSE 0 END AS visible \
         FROM joined JOIN servers ON servers.id = joined.server_id \
         JOIN channels ON channels.server_id = joined.server_id \
         JOIN given ON given.server_id = joined.server_id \
         LEFT JOIN decided ON decided.channel_id = channels.id)"
    )
});
