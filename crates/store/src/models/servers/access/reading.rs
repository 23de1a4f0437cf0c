//! Loading the access of a user: servers, roles, overwrites and channels, by one statement.
//! What follows from them is in `access`.

use std::collections::HashMap;
use std::sync::LazyLock;

use sea_orm::{ConnectionTrait, DbErr, QueryResult, Statement};

use crate::models::{Channel, Membership, Overwrite, Role, Server};
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::chat::names;
use portico_rules::clock::Millis;
use portico_rules::ids::IdTimes;

/// The facts that decide the access of a user.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// Their servers, by id.
    pub(super) joined: HashMap<i64, Membership>,
    /// Every channel of their servers, and the last message that they have read in it; 0: none.
    pub(super) channels: Vec<(Channel, i64)>,
    /// What concerns them or a role they hold, by channel.
    pub(super) overwrites: HashMap<i64, Vec<Overwrite>>,
    /// The channels and servers that they have muted, and until when; 0: without end.
    pub(super) mutes: Vec<(i64, Millis)>,
    /// Their servers that an admin suspended: since when, and why.
    pub(super) suspended: HashMap<i64, (Millis, String)>,
    /// What a statement with more parts says in those, two numbers a row.
    pub(super) further: Vec<(i64, i64)>,
}

impl Reading {
    /// Queries the database.
    ///
    /// # Errors
    /// When it can't be reached.
    pub(super) async fn of(db: &Conn, user_id: i64) -> Result<Self> {
        Self::by(db, user_id, &STATEMENT).await
    }

    /// The same by a [`statement`] with more parts.
    pub(super) async fn by(db: &Conn, user_id: i64, statement: &str) -> Result<Self> {
        let values = [user_id.into(), db.requires_second_step().into()];
        let backend = db.get_database_backend();
        let statement = Statement::from_sql_and_values(backend, statement, values);
        let mut reading = Self::default();
        let mut held = Vec::new();
        for row in db.query_all_raw(statement).await? {
            reading.read_row(&row, user_id, db.now(), db.id_times(), &mut held)?;
        }
        reading.add_suspensions();
        reading.add_roles(held);
        Ok(reading)
    }

    /// Reads a row of the statement. They come in any order.
    fn read_row(
        &mut self,
        row: &QueryResult,
        user_id: i64,
        now: Millis,
        times: &IdTimes,
        held: &mut Vec<(Role, i64)>,
    ) -> std::result::Result<(), DbErr> {
        let number = |column| row.try_get_by_index::<i64>(column);
        let bits = |column| row.try_get_by_index::<i32>(column);
        let text = |column| row.try_get_by_index::<String>(column);
        let kind: i32 = row.try_get_by_index(0)?;
        match kind {
            JOINED => {
                let facts = Server {
                    id: number(1)?,
                    owner_id: number(2)?,
                    created_at: number(3)?,
                    pictures_on_click: bits(5)? & PICTURES_ON_CLICK != 0,
                    requires_second_step: bits(5)? & REQUIRES_SECOND_STEP != 0,
                    name: text(7)?,
                    suspended_at: None,
                    suspended_for: String::new(),
                };
                let membership = Membership {
                    server: facts,
                    user_id,
                    joined_at: number(4)?,
                    first_id: times.first_id_at(number(4)?),
                    roles: Vec::new(),
                    held: Vec::new(),
                    lacks_second_step: bits(6)? == 1,
                    timed_out_until: Some(number(9)?).filter(|until| *until > now),
                };
                self.joined.insert(membership.server.id, membership);
            }
            ROLE => {
                let role = Role {
                    id: number(1)?,
                    server_id: number(2)?,
                    created_at: number(3)?,
                    permissions: bits(5)?,
                    position: i32::try_from(number(9)?).unwrap_or_default(),
                    mentionable: bits(6)? == 1,
                    name: text(7)?,
                    name_folded: text(8)?,
                    name_look: None,
                    name_look_key: None,
                };
                held.push((role, times.first_id_at(number(4)?)));
            }
            OVERWRITE => {
                let some = |id| (id > 0).then_some(id);
                let overwrite = Overwrite {
                    id: number(1)?,
                    channel_id: number(2)?,
                    role_id: some(number(3)?),
                    user_id: some(number(4)?),
                    allow: bits(5)?,
                    deny: bits(6)?,
                };
                let here = self.overwrites.entry(overwrite.channel_id).or_default();
                here.push(overwrite);
            }
            MUTE => self.mutes.push((number(1)?, number(4)?)),
            SUSPENDED => {
                let suspension = (number(4)?, text(7)?);
                self.suspended.insert(number(1)?, suspension);
            }
            FURTHER => self.further.push((number(1)?, number(2)?)),
            _ => {
                let channel = Channel {
                    id: number(1)?,
                    server_id: number(2)?,
                    created_at: number(3)?,
                    slow_mode: bits(5)?,
                    name: text(7)?,
                    topic: text(8)?,
                };
                self.channels.push((channel, number(4)?));
            }
        }
        Ok(())
    }

    fn add_suspensions(&mut self) {
        for (server_id, (at, reason)) in std::mem::take(&mut self.suspended) {
            if let Some(membership) = self.joined.get_mut(&server_id) {
                membership.server.suspended_at = Some(at);
                membership.server.suspended_for = reason;
            }
        }
    }

    /// Adds the roles to the memberships: `all` first, which every member has, then those given to them.
    fn add_roles(&mut self, mut held: Vec<(Role, i64)>) {
        held.sort_by_key(|(role, _)| (!role.is_all(), role.id));
        for (role, first_id) in held {
            if let Some(membership) = self.joined.get_mut(&role.server_id) {
                membership.add_role(role, first_id);
            }
        }
    }
}

// The kinds of row.
/// A server of theirs: its owner, when it was made, when they joined it, its settings, whether they lack a second step that
/// is required; and last when their time-out ends or ended, or 0.
const JOINED: i32 = 0;
/// A role they hold: its server, when it was made, when they were given it; what it gives, whether everyone may
/// mention it; and last its position.
const ROLE: i32 = 1;
/// An overwrite: its channel, role and member; what it allows and denies.
const OVERWRITE: i32 = 2;
/// A channel: its server, when it was made, how far they have read.
const CHANNEL: i32 = 3;
/// A channel or server that they have muted, and where else there are times: when that ends, or 0.
const MUTE: i32 = 5;
/// A server of theirs that an admin suspended: when, and why.
const SUSPENDED: i32 = 6;
/// Of a part that another module adds: two numbers.
const FURTHER: i32 = 4;

// The settings of a server.
/// Its pictures load on click.
const PICTURES_ON_CLICK: i32 = 1;
/// It requires a second step of those who manage it.
const REQUIRES_SECOND_STEP: i32 = 2;

/// One statement: a page waits for each of them, and longer to get a connection than for the result. Of roles and
/// overwrites only those that concern the user are read, however many their servers have.
static STATEMENT: LazyLock<String> = LazyLock::new(|| statement("", ""));

/// The statement with further tables in its WITH clause, each after a comma, and a further part that selects two numbers a
/// row. `joined` and `held` are there for both: their servers, and the roles that they hold. $1 is the user, $2 whether the
/// instance requires a second step.
pub(in crate::models) fn statement(tables: &str, part: &str) -> String {
    let part = match part {
        "" => String::new(),
        part => format!(" UNION ALL SELECT {FURTHER}, first, second, 0, 0, 0, 0, '', '', 0 FROM ({part}) AS further"),
    };
    format!(
        "WITH joined AS (\
         SELECT servers.id, servers.owner_id, servers.created_at, members.joined_at, servers.name, \
         servers.pictures_on_click, servers.requires_second_step, servers.suspended_at, servers.suspended_for, COALESCE(timeouts.ends_at, 0) AS timed_out_until \
         FROM members JOIN servers ON servers.id = members.server_id \
         LEFT JOIN timeouts ON timeouts.server_id = members.server_id AND timeouts.user_id = members.user_id \
         WHERE members.user_id = $1), \
         held AS (\
         SELECT roles.id, roles.server_id, roles.created_at, joined.joined_at AS given_at, roles.permissions, \
         roles.mentionable, roles.name, roles.name_folded, roles.position \
         FROM joined JOIN roles ON roles.server_id = joined.id AND roles.name_folded = '{all}' \
         UNION ALL SELECT roles.id, roles.server_id, roles.created_at, member_roles.given_at, roles.permissions, \
         roles.mentionable, roles.name, roles.name_folded, roles.position \
         FROM joined JOIN member_roles ON member_roles.server_id = joined.id AND member_roles.user_id = $1 \
         JOIN roles ON roles.id = member_roles.role_id){tables} \
         SELECT {JOINED}, id, owner_id, created_at, joined_at, \
         CASE WHEN pictures_on_click THEN {PICTURES_ON_CLICK} ELSE 0 END \
         + CASE WHEN requires_second_step THEN {REQUIRES_SECOND_STEP} ELSE 0 END, \
         CASE WHEN (requires_second_step OR $2) \
         AND NOT EXISTS (SELECT 1 FROM authenticators WHERE user_id = $1 AND confirmed_at IS NOT NULL) \
         AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = $1) THEN 1 ELSE 0 END, \
         name, '', timed_out_until FROM joined \
         UNION ALL SELECT {ROLE}, id, server_id, created_at, given_at, permissions, \
         CASE WHEN mentionable THEN 1 ELSE 0 END, name, name_folded, position FROM held \
         UNION ALL SELECT {OVERWRITE}, overwrites.id, overwrites.channel_id, overwrites.role_id, 0, \
         overwrites.allow, overwrites.deny, '', '', 0 \
         FROM held JOIN overwrites ON overwrites.role_id = held.id \
         UNION ALL SELECT {OVERWRITE}, id, channel_id, 0, user_id, allow, deny, '', '', 0 \
         FROM overwrites WHERE user_id = $1 \
         UNION ALL SELECT {CHANNEL}, channels.id, channels.server_id, channels.created_at, \
         COALESCE(read_marks.message_id, 0), channels.slow_mode, 0, channels.name, channels.topic, 0 \
         FROM joined JOIN channels ON channels.server_id = joined.id \
         LEFT JOIN read_marks ON read_marks.user_id = $1 AND read_marks.channel_id = channels.id \
         UNION ALL SELECT {SUSPENDED}, id, 0, 0, suspended_at, 0, 0, suspended_for, '', 0 \
         FROM joined WHERE suspended_at IS NOT NULL \
         UNION ALL SELECT {MUTE}, place_id, 0, 0, COALESCE(ends_at, 0), 0, 0, '', '', 0 FROM mutes WHERE user_id = $1{part}",
        all = names::ALL,
    )
}
