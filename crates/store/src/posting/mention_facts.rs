//! Looking up what judging mentions needs: the users and roles that they name, and the permissions of the senders.
//! The rules themselves are pure and defined in `chat::mentions`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sea_orm::{ConnectionTrait, DbErr, QueryResult, Statement, Value};

use portico_platform::database::{Conn, Rows};
use portico_platform::error::Result;
use portico_rules::chat::mentions::{Directory, Lookups, Member, Role, Roles};
use portico_rules::chat::names;
use portico_rules::chat::permissions::{Overwrite, Permissions, Standing};
use portico_rules::clock::Millis;

/// What must be known about a server before a message's mentions can be judged.
#[derive(Debug, Clone, Copy)]
pub(super) struct MentionLookup<'a> {
    /// The server.
    pub(super) server_id: i64,
    /// The channel the message goes to.
    pub(super) channel_id: i64,
    /// The user whose permissions its mentions are judged by; without one, no permission is held.
    pub(super) judged_as: Option<i64>,
    /// The user who sends it from the portal, and needs the same permissions.
    pub(super) sent_by: Option<i64>,
    /// What its text needs.
    pub(super) lookups: &'a Lookups,
}

/// The answers for several messages, read by one statement.
#[derive(Debug, Default)]
pub(super) struct MentionFacts {
    channels: HashMap<i64, ChannelFacts>,
    roles: HashMap<i64, Arc<Roles>>,
}

/// What messages in a channel need to know about it.
#[derive(Debug, Default)]
struct ChannelFacts {
    /// The role that every member of the server holds, and what it gives.
    all: Option<(i64, Permissions)>,
    /// The channel's overwrites for roles.
    overwrites: HashMap<i64, Overwrite>,
    /// The members of the server among the users that were looked up.
    members: HashMap<i64, MemberFacts>,
    by_nickname: HashMap<String, i64>,
}

/// A member, as far as it matters in a channel.
#[derive(Debug, Default)]
struct MemberFacts {
    nickname: String,
    is_owner: bool,
    /// Whether the account is disabled, and so has no permissions.
    is_disabled: bool,
    /// Whether they may only read for now.
    is_timed_out: bool,
    /// The roles held besides `all`, and what they give.
    roles: Vec<(i64, Permissions)>,
    /// The channel's overwrite for the member.
    overwrite: Option<Overwrite>,
}

impl ChannelFacts {
    /// Whether a member's account is disabled.
    fn is_disabled(&self, user_id: i64) -> bool {
        self.members.get(&user_id).is_some_and(|member| member.is_disabled)
    }

    /// Whether this user has a permission here; none where they are not a member.
    fn holds(&self, user_id: i64, needed: Permissions) -> Option<bool> {
        let member = self.members.get(&user_id)?;
        let carried = || self.all.iter().chain(&member.roles);
        let standing = Standing {
            is_owner: member.is_owner,
            role_permissions: carried().map(|(_, permissions)| *permissions).collect(),
            timed_out: member.is_timed_out,
            // Messages are no power over others. Who sends one from the portal was judged by its page.
            lacks_second_step: false,
        };
        let of_role = |(id, _): &(i64, Permissions)| self.overwrites.get(id).copied();
        let here = standing.in_channel(
            self.all.as_ref().and_then(of_role),
            member.roles.iter().filter_map(of_role),
            member.overwrite,
        );
        Some(here.contains(needed))
    }
}

impl MentionFacts {
    /// Reads them from the database.
    pub(super) async fn of(db: &Conn, lookups: &[MentionLookup<'_>]) -> Result<Self> {
        let asked: HashSet<LookupRow<'_>> = lookups.iter().flat_map(MentionLookup::rows).collect();
        let asked: Vec<LookupRow<'_>> = asked.into_iter().collect();
        let backend = db.get_database_backend();
        let mut facts = Self::default();
        let mut roles: HashMap<i64, Vec<Role>> = HashMap::new();
        for some in asked.chunks(Rows::<COLUMNS>::MAX) {
            let rows = Rows::new(some.iter().map(LookupRow::values), NOTHING);
            let mut values = Vec::new();
            let sql = look_up_sql(&rows.query(backend, &mut values));
            let statement = Statement::from_sql_and_values(backend, sql, values);
            for row in db.query_all_raw(statement).await? {
                facts.add_row(&row, db.now(), &mut roles)?;
            }
        }
        let roles = roles.into_iter();
        facts.roles = roles.map(|(server_id, roles)| (server_id, Arc::new(roles.into_iter().collect()))).collect();
        Ok(facts)
    }

    /// Whether the user who sends it from the portal may do so, in this channel and at this moment. True for posts of
    /// programs, which have no such user.
    pub(super) fn may_be_sent(&self, lookup: MentionLookup<'_>) -> bool {
        let needed = Permissions::MANAGE_SERVER | Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES;
        lookup.sent_by.is_none_or(|id| self.acts_with(lookup, id, needed))
    }

    /// Whether the creator may mention all, but the user who sends it may not.
    pub(super) fn sender_withholds(&self, lookup: MentionLookup<'_>) -> bool {
        let may = |id| self.acts_with(lookup, id, Permissions::MENTION_ALL);
        lookup.judged_as.is_some_and(may) && !lookup.sent_by.is_none_or(may)
    }

    /// Whether this user has a permission in the message's channel, and the account is not disabled.
    fn acts_with(&self, lookup: MentionLookup<'_>, user_id: i64, needed: Permissions) -> bool {
        self.channels
            .get(&lookup.channel_id)
            .filter(|channel| !channel.is_disabled(user_id))
            .and_then(|channel| channel.holds(user_id, needed))
            .unwrap_or(false)
    }

    /// Whether a user who was looked up is a member and may view the message's channel.
    pub(super) fn can_view(&self, lookup: MentionLookup<'_>, user_id: i64) -> bool {
        self.channels
            .get(&lookup.channel_id)
            .and_then(|channel| channel.holds(user_id, Permissions::VIEW_CHANNEL))
            .unwrap_or(false)
    }

    /// The answer to one lookup: the directory, and whether the sender may mention all.
    pub(super) fn directory(&self, lookup: MentionLookup<'_>) -> (Directory, bool) {
        let roles = if lookup.lookups.roles { self.roles.get(&lookup.server_id).cloned() } else { None };
        let Some(channel) = self.channels.get(&lookup.channel_id) else {
            return (Directory::new(roles.unwrap_or_default(), []), false);
        };
        let Lookups { users, nicknames, .. } = lookup.lookups;
        let by_nickname = nicknames.iter().filter_map(|nickname| channel.by_nickname.get(nickname));
        let members = users.iter().chain(by_nickname).filter_map(|id| {
            Some(Member {
                id: *id,
                nickname: channel.members.get(id)?.nickname.clone(),
                can_view: channel.holds(*id, Permissions::VIEW_CHANNEL)?,
            })
        });
        let may = |id| self.acts_with(lookup, id, Permissions::MENTION_ALL);
        let may_mention_all =
            lookup.lookups.creator && lookup.judged_as.is_some_and(may) && lookup.sent_by.is_none_or(may);
        (Directory::new(roles.unwrap_or_default(), members), may_mention_all)
    }

    /// Adds a row of the statement below. Rows come in any order.
    fn add_row(&mut self, row: &QueryResult, now: Millis, roles: &mut HashMap<i64, Vec<Role>>) -> Result<()> {
        let (of, id): (i64, i64) = (row.try_get_by_index(1)?, row.try_get_by_index(2)?);
        let other = || row.try_get_by_index::<i64>(3);
        let permissions = |column: usize| {
            let bits = row.try_get_by_index(column)?;
            Ok::<_, DbErr>(Permissions::from_bits_truncate(bits))
        };
        let overwrite = || {
            let (allow, deny) = (permissions(4)?, permissions(5)?);
            Ok::<_, DbErr>(Overwrite { allow, deny })
        };
        let name = || row.try_get_by_index::<String>(6);
        let kind: i32 = row.try_get_by_index(0)?;
        if kind == OF_SERVER {
            roles.entry(of).or_default().push(Role { id, name: name()?, mentionable: other()? == 1 });
            return Ok(());
        }
        let channel = self.channels.entry(of).or_default();
        let members = &mut channel.members;
        match kind {
            MEMBER => {
                let member = members.entry(id).or_default();
                member.is_owner = other()? == id;
                member.is_disabled = row.try_get_by_index::<i32>(4)? == 1;
                member.is_timed_out = row.try_get_by_index::<i64>(7)? > now;
                member.nickname = name()?;
                channel.by_nickname.insert(member.nickname.clone(), id);
            }
            MEMBER_ROLE => {
                let held = (other()?, permissions(4)?);
                members.entry(id).or_default().roles.push(held);
            }
            OVER_MEMBER => members.entry(id).or_default().overwrite = Some(overwrite()?),
            OVER_ROLE => drop(channel.overwrites.insert(id, overwrite()?)),
            _ => channel.all = Some((id, permissions(4)?)),
        }
        Ok(())
    }
}

/// One thing to look up: a row of input for the statement below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct LookupRow<'a> {
    kind: i32,
    server_id: i64,
    channel_id: i64,
    /// 0: none.
    id: i64,
    nickname: Option<&'a str>,
}

// Its kinds.
/// The member of the server with this id, in the channel.
const BY_ID: i32 = 0;
/// The member of the server with this nickname, in the channel.
const BY_NICKNAME: i32 = 1;
/// What holds for every member in the channel.
const CHANNEL: i32 = 2;
/// The roles of the server.
const SERVER: i32 = 3;

/// How many values such a row has.
const COLUMNS: usize = 5;

const NOTHING: [Value; COLUMNS] =
    [Value::Int(None), Value::BigInt(None), Value::BigInt(None), Value::BigInt(None), Value::String(None)];

impl<'a> MentionLookup<'a> {
    fn rows(&self) -> impl Iterator<Item = LookupRow<'a>> + use<'a> {
        let lookups = self.lookups;
        let channel =
            LookupRow { kind: CHANNEL, server_id: self.server_id, channel_id: self.channel_id, id: 0, nickname: None };
        let judged_as = self.judged_as.filter(|_| lookups.creator);
        let by_id = lookups.users.iter().copied().chain(judged_as);
        let by_id = by_id.chain(self.sent_by);
        let by_id = by_id.map(move |id| LookupRow { kind: BY_ID, id, ..channel });
        let by_nickname = lookups.nicknames.iter().map(move |nickname| LookupRow {
            kind: BY_NICKNAME,
            nickname: Some(nickname),
            ..channel
        });
        let server = lookups.roles.then_some(LookupRow { kind: SERVER, ..channel });
        by_id.chain(by_nickname).chain([channel]).chain(server)
    }
}

impl LookupRow<'_> {
    fn values(&self) -> [Value; COLUMNS] {
        [self.kind.into(), self.server_id.into(), self.channel_id.into(), self.id.into(), self.nickname.into()]
    }
}

// The kinds of row that come back: each is about a channel and a person or role.
/// A member; the owner of the server, whether the member's account is disabled, the nickname, and when a time-out ends or
/// ended.
const MEMBER: i32 = 0;
/// A member; a role, and its permissions.
const MEMBER_ROLE: i32 = 1;
/// A member; what the channel allows and denies them.
const OVER_MEMBER: i32 = 2;
/// A role; what the channel allows and denies it.
const OVER_ROLE: i32 = 3;
/// The role that every member has; its permissions.
const OF_ALL: i32 = 4;
/// A role of a server, whose id is here in place of a channel's; whether it is mentionable, and its name.
const OF_SERVER: i32 = 5;

/// One statement, because every post of the transaction waits for each of its statements.
fn look_up_sql(asked: &str) -> String {
    format!(
        "WITH asked (kind, server_id, channel_id, id, nickname) AS ({asked}), \
         named AS (\
         SELECT asked.server_id, asked.channel_id, users.id, users.nickname, users.disabled_at \
         FROM asked JOIN users ON users.id = asked.id WHERE asked.kind = {BY_ID} \
         UNION SELECT asked.server_id, asked.channel_id, users.id, users.nickname, users.disabled_at \
         FROM asked JOIN users ON users.nickname = asked.nickname WHERE asked.kind = {BY_NICKNAME}), \
         people AS (\
         SELECT named.server_id, named.channel_id, named.id, named.nickname, named.disabled_at, servers.owner_id, \
         COALESCE(timeouts.ends_at, 0) AS timed_out_until FROM named \
         JOIN members ON members.server_id = named.server_id AND members.user_id = named.id \
         JOIN servers ON servers.id = named.server_id AND servers.suspended_at IS NULL \
         LEFT JOIN timeouts ON timeouts.server_id = named.server_id AND timeouts.user_id = named.id) \
         SELECT {MEMBER}, channel_id, id, owner_id, \
         CASE WHEN disabled_at IS NULL THEN 0 ELSE 1 END, 0, nickname, timed_out_until FROM people \
         UNION ALL SELECT {MEMBER_ROLE}, people.channel_id, people.id, roles.id, roles.permissions, 0, '', 0 FROM people \
         JOIN member_roles ON member_roles.server_id = people.server_id AND member_roles.user_id = people.id \
         JOIN roles ON roles.id = member_roles.role_id \
         UNION ALL SELECT {OVER_MEMBER}, people.channel_id, people.id, 0, overwrites.allow, overwrites.deny, '', 0 \
         FROM people JOIN overwrites \
         ON overwrites.channel_id = people.channel_id AND overwrites.user_id = people.id \
         UNION ALL SELECT {OVER_ROLE}, asked.channel_id, overwrites.role_id, 0, overwrites.allow, overwrites.deny, '', 0 \
         FROM asked JOIN overwrites \
         ON overwrites.channel_id = asked.channel_id AND overwrites.role_id IS NOT NULL \
         WHERE asked.kind = {CHANNEL} \
         UNION ALL SELECT {OF_ALL}, asked.channel_id, roles.id, 0, roles.permissions, 0, '', 0 \
         FROM asked JOIN roles ON roles.server_id = asked.server_id AND roles.name_folded = '{all}' \
         WHERE asked.kind = {CHANNEL} \
         UNION ALL SELECT {OF_SERVER}, roles.server_id, roles.id, \
         CASE WHEN roles.mentionable THEN 1 ELSE 0 END, 0, 0, roles.name, 0 \
         FROM roles WHERE roles.server_id IN (SELECT server_id FROM asked WHERE asked.kind = {SERVER})",
        all = names::ALL,
    )
}
