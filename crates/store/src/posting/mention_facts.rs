//! Looking up what judging mentions needs: the users and roles that they name, and the permissions of the senders.
//! The rules themselves are pure and defined in `chat::mentions`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sea_orm::{ConnectionTrait, DbBackend, Value};
use serde::Deserialize;

use crate::models::servers::membership::rights::{
    JsonField, MEMBER, OVERWRITES_OF_JOINED, RightsFacts, RightsQuery, StatementText, part,
};
use portico_platform::database::{Conn, Rows};
use portico_platform::error::Result;
use portico_rules::chat::mentions::{Directory, Lookups, Member, Role, Roles};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ChannelId, RoleId, ServerId, UserId};

/// The facts about a server that resolving a message's mentions needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct MentionLookup<'a> {
    /// The server.
    pub(super) server_id: ServerId,
    /// The channel the message goes to.
    pub(super) channel_id: ChannelId,
    /// The user whose permissions decide about its mentions; without one, no permission is held.
    pub(super) checked_as: Option<UserId>,
    /// The user who sends it from the portal, and needs the same permissions.
    pub(super) sent_by: Option<UserId>,
    /// The look-ups that its text needs.
    pub(super) lookups: &'a Lookups,
}

/// The answers for several messages, read by one statement.
#[derive(Debug, Default)]
pub(super) struct MentionFacts {
    rights: RightsFacts,
    /// The channels and users that were looked up: about others, too little is known.
    pairs: HashSet<(ChannelId, UserId)>,
    /// The members of any server among the users that were looked up.
    users: HashMap<UserId, UserRow>,
    by_nickname: HashMap<String, UserId>,
    /// The roles of servers.
    roles: HashMap<ServerId, Arc<Roles>>,
}

/// The account of a member.
#[derive(Debug, Deserialize)]
struct UserRow {
    user_id: UserId,
    nickname: String,
    /// Since when the account is disabled, and so has no permissions.
    disabled_at: Option<i64>,
}

/// A role of a server.
#[derive(Debug, Deserialize)]
struct RoleRow {
    id: RoleId,
    server_id: ServerId,
    name: String,
    mentionable: bool,
}

impl MentionFacts {
    /// Reads them from the database.
    pub(super) async fn load(db: &Conn, lookups: &[MentionLookup<'_>]) -> Result<Self> {
        let keys: HashSet<LookupRow<'_>> = lookups.iter().flat_map(MentionLookup::rows).collect();
        let keys: Vec<LookupRow<'_>> = keys.into_iter().collect();
        let backend = db.get_database_backend();
        let mut rights = RightsFacts::default();
        for batch in keys.chunks(Rows::<COLUMNS>::MAX) {
            let rows = Rows::new(batch.iter().map(LookupRow::values), NOTHING);
            let mut values = Vec::new();
            let rows = rows.query(backend, &mut values);
            let sql =
                format!("WITH asked (kind, server_id, channel_id, id, nickname) AS ({rows}), {}", LOOK_UP.on(backend));
            rights.read(db, &sql, values).await?;
        }
        let users = rights.list::<UserRow>(MEMBER)?;
        let by_nickname: HashMap<String, UserId> =
            users.iter().map(|user| (user.nickname.clone(), user.user_id)).collect();
        let pair = |row: &LookupRow<'_>| {
            let user_id = row.nickname.map_or(Some(row.id.into()), |nickname| by_nickname.get(nickname).copied())?;
            Some((row.channel_id, user_id))
        };
        let pairs = keys.iter().filter_map(pair).collect();
        let mut roles: HashMap<ServerId, Vec<Role>> = HashMap::new();
        for RoleRow { id, server_id, name, mentionable } in rights.list("server_role")? {
            roles.entry(server_id).or_default().push(Role { id, name, mentionable });
        }
        let roles = roles.into_iter().map(|(server_id, roles)| (server_id, Arc::new(roles.into_iter().collect())));
        let users = users.into_iter().map(|user| (user.user_id, user));
        Ok(Self { rights, pairs, users: users.collect(), by_nickname, roles: roles.collect() })
    }

    /// True if the user who sends it from the portal may do so, in this channel and at this moment. Also true for posts
    /// of programs, which have no such user.
    pub(super) fn may_be_sent(&self, lookup: MentionLookup<'_>) -> bool {
        let needed = Permissions::MANAGE_SERVER | Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES;
        lookup.sent_by.is_none_or(|id| self.acts_with(lookup, id, needed))
    }

    /// True if the creator may mention all, but the user who sends it may not.
    pub(super) fn sender_withholds(&self, lookup: MentionLookup<'_>) -> bool {
        let may = |id| self.acts_with(lookup, id, Permissions::MENTION_ALL);
        lookup.checked_as.is_some_and(may) && !lookup.sent_by.is_none_or(may)
    }

    /// True if this user has a permission in the message's channel, and the account is not disabled.
    fn acts_with(&self, lookup: MentionLookup<'_>, user_id: UserId, needed: Permissions) -> bool {
        self.users.get(&user_id).is_some_and(|user| user.disabled_at.is_none())
            && self.holds(lookup, user_id, needed).unwrap_or(false)
    }

    /// True if a user who was looked up is a member and may view the message's channel.
    pub(super) fn can_view(&self, lookup: MentionLookup<'_>, user_id: UserId) -> bool {
        self.holds(lookup, user_id, Permissions::VIEW_CHANNEL).unwrap_or(false)
    }

    /// The same of any permission; none where they are not a member.
    fn holds(&self, lookup: MentionLookup<'_>, user_id: UserId, needed: Permissions) -> Option<bool> {
        let MentionLookup { server_id, channel_id, .. } = lookup;
        let here = self.rights.permissions_in(server_id, user_id, channel_id)?;
        self.pairs.contains(&(channel_id, user_id)).then(|| here.contains(needed))
    }

    /// The answer to one lookup: the directory, and whether the sender may mention all.
    pub(super) fn directory(&self, lookup: MentionLookup<'_>) -> (Directory, bool) {
        let Lookups { users, nicknames, roles, creator } = lookup.lookups;
        let roles = if *roles { self.roles.get(&lookup.server_id).cloned() } else { None };
        let by_nickname = nicknames.iter().filter_map(|nickname| self.by_nickname.get(nickname));
        let members = users.iter().chain(by_nickname).filter_map(|id| {
            Some(Member {
                id: *id,
                can_view: self.holds(lookup, *id, Permissions::VIEW_CHANNEL)?,
                nickname: self.users.get(id)?.nickname.clone(),
            })
        });
        let may = |id| self.acts_with(lookup, id, Permissions::MENTION_ALL);
        let may_mention_all = *creator && lookup.checked_as.is_some_and(may) && lookup.sent_by.is_none_or(may);
        (Directory::new(roles.unwrap_or_default(), members), may_mention_all)
    }
}

/// One thing to look up: a row of input for the statement below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct LookupRow<'a> {
    kind: i32,
    server_id: ServerId,
    channel_id: ChannelId,
    /// 0: none.
    id: i64,
    nickname: Option<&'a str>,
}

// Its kinds.
/// The member of the server with this id, in the channel.
const BY_ID: i32 = 0;
/// The member of the server with this nickname, in the channel.
const BY_NICKNAME: i32 = 1;
/// The roles of the server.
const SERVER: i32 = 2;

/// How many values such a row has.
const COLUMNS: usize = 5;

const NOTHING: [Value; COLUMNS] =
    [Value::Int(None), Value::BigInt(None), Value::BigInt(None), Value::BigInt(None), Value::String(None)];

impl<'a> MentionLookup<'a> {
    fn rows(&self) -> impl Iterator<Item = LookupRow<'a>> + use<'a> {
        let lookups = self.lookups;
        let MentionLookup { server_id, channel_id, .. } = *self;
        let row = LookupRow { kind: SERVER, server_id, channel_id, id: 0, nickname: None };
        let checked_as = self.checked_as.filter(|_| lookups.creator);
        let by_id = lookups.users.iter().copied().chain(checked_as);
        let by_id = by_id.chain(self.sent_by);
        let by_id = by_id.map(move |id| LookupRow { kind: BY_ID, id: id.get(), ..row });
        let by_nickname = lookups.nicknames.iter().map(move |nickname| LookupRow {
            kind: BY_NICKNAME,
            nickname: Some(nickname),
            ..row
        });
        by_id.chain(by_nickname).chain(lookups.roles.then_some(row))
    }
}

impl LookupRow<'_> {
    fn values(&self) -> [Value; COLUMNS] {
        [self.kind.into(), self.server_id.into(), self.channel_id.into(), self.id.into(), self.nickname.into()]
    }
}

/// One statement, because every post of the transaction waits for each of its statements. Its text comes behind the table
/// `asked`.
static LOOK_UP: StatementText = StatementText::new(|| look_up(DbBackend::Sqlite), || look_up(DbBackend::Postgres));

fn look_up(backend: DbBackend) -> String {
    let role = [
        JsonField::column("roles.id"),
        JsonField::column("roles.server_id"),
        JsonField::column("roles.name"),
        JsonField::boolean("roles.mentionable"),
    ];
    let named = format!("roles WHERE roles.server_id IN (SELECT server_id FROM asked WHERE asked.kind = {SERVER})");
    let members = |named: &str| {
        format!(
            "SELECT members.server_id, asked.channel_id, members.user_id, members.joined_at, \
             users.nickname, users.disabled_at FROM asked JOIN users ON {named} \
             JOIN members ON members.server_id = asked.server_id AND members.user_id = users.id"
        )
    };
    let by_id = members(&format!("asked.kind = {BY_ID} AND users.id = asked.id"));
    let by_nickname = members(&format!("asked.kind = {BY_NICKNAME} AND users.nickname = asked.nickname"));
    let query = RightsQuery {
        backend,
        members: &format!("{by_id} UNION ALL {by_nickname}"),
        columns: &["nickname", "disabled_at"],
        // Messages are no power over others. The page of the portal has checked its sender.
        lacks_second_step: "FALSE",
        overwrites: OVERWRITES_OF_JOINED,
        tables: "",
        parts: &[part(backend, "server_role", &role, &named)],
    };
    query.sql()
}
