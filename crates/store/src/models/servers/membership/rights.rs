//! Loading rights: all facts that decide the permissions of members, by one statement of rows that are a kind and a
//! JSON list.
//! `membership` decides for one member, `chat::permissions` adds permissions up.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::ColumnType;
use sea_orm::{ConnectionTrait, DbBackend, IdenStatic, Iterable, Statement, Value};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Membership;
use crate::models::accounts::second_step;
use crate::models::servers::member::held;
use crate::models::servers::overwrite::{self, RoleOrMember};
use crate::models::servers::{channel, role, server};
use crate::models::{Channel, Overwrite, Role, Server};
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, Result};
use portico_rules::chat::names;
use portico_rules::chat::permissions::{self, Permissions};
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, RoleId, ServerId, UserId};

/// The overwrites of channels, by channel, and by role or member.
pub(crate) type Overwrites = HashMap<(ChannelId, RoleOrMember), permissions::Overwrite>;

/// Members with what decides their permissions, as one or several statements found them.
#[derive(Debug, Default)]
pub(crate) struct RightsFacts {
    /// By server and user.
    pub(crate) members: HashMap<(ServerId, UserId), Membership>,
    /// Of the channels that were asked about: those for the members and for roles.
    pub(crate) overwrites: Overwrites,
    /// The rows of members, and of further kinds.
    lists: Vec<(String, String)>,
}

/// A row of the kind [`MEMBER`].
#[derive(Debug, Deserialize)]
struct MemberRow {
    server_id: ServerId,
    user_id: UserId,
    joined_at: Millis,
    /// 0: never.
    timed_out_until: Millis,
    lacks_second_step: bool,
    /// Read only by statements about all servers of a user.
    #[serde(default)]
    position: Option<i32>,
}

impl RightsFacts {
    /// Reads the rights of some users, each as the ids of a server, a channel and the user. No channel: none of its
    /// overwrites. No server: that of the channel. Users who are no members are left out, and so is what doesn't
    /// exist. The statement is the same however many they are.
    pub(crate) async fn load(
        db: &Conn,
        rows: impl IntoIterator<Item = (Option<ServerId>, Option<ChannelId>, UserId)>,
    ) -> Result<Self> {
        let backend = db.get_database_backend();
        let rows = rows.into_iter().map(|(server_id, channel_id, user_id)| {
            [server_id.map_or(0, ServerId::get), channel_id.map_or(0, ChannelId::get), user_id.get()]
        });
        let mut values = vec![db.requires_second_step().into()];
        values.extend(lists::parameters(backend, rows));
        let mut facts = Self::default();
        facts.read(db, LISTED.on(backend), values).await?;
        Ok(facts)
    }

    /// Adds what a statement finds whose text ends in that of a [`RightsQuery`].
    pub(crate) async fn read(&mut self, db: &Conn, sql: &str, values: Vec<Value>) -> Result<()> {
        let (mut servers, mut roles) = (HashMap::<ServerId, Arc<Server>>::new(), HashMap::<RoleId, Arc<Role>>::new());
        let (mut members, mut held) = (Vec::<MemberRow>::new(), Vec::<held::Model>::new());
        let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
        for row in db.query_all_raw(statement).await? {
            let (kind, list): (String, String) = (row.try_get("", KIND)?, row.try_get("", LIST)?);
            match kind.as_str() {
                "server" => servers.extend(parse(&list)?.into_iter().map(|one: Server| (one.id, Arc::new(one)))),
                "role" => roles.extend(parse(&list)?.into_iter().map(|one: Role| (one.id, Arc::new(one)))),
                "held" => held = parse(&list)?,
                "overwrite" => self.overwrites.extend(parse(&list)?.iter().filter_map(Overwrite::keyed)),
                MEMBER => {
                    members = parse(&list)?;
                    self.lists.push((kind, list));
                }
                _ => self.lists.push((kind, list)),
            }
        }
        let all: HashMap<ServerId, &Arc<Role>> =
            roles.values().filter(|role| role.is_all()).map(|role| (role.server_id, role)).collect();
        let mut found = HashMap::with_capacity(members.len());
        for member in members {
            let (Some(server), Some(all)) = (servers.get(&member.server_id), all.get(&member.server_id)) else {
                continue;
            };
            let membership = Membership {
                server: server.clone(),
                user_id: member.user_id,
                joined_at: member.joined_at,
                first_id: db.id_times().first_id_at(member.joined_at),
                roles: vec![(*all).clone()],
                held: Vec::new(),
                timed_out_until: Some(member.timed_out_until).filter(|until| *until > db.now()),
                lacks_second_step: member.lacks_second_step,
                position: member.position,
            };
            found.insert((member.server_id, member.user_id), membership);
        }
        // A member of several channels is there several times.
        held.sort_by_key(|held| (held.role_id, held.server_id, held.user_id));
        held.dedup();
        for held in held {
            if let Some(membership) = found.get_mut(&(held.server_id, held.user_id))
                && let Some(role) = roles.get(&held.role_id)
            {
                membership.held.push((role.id, db.id_times().first_id_at(held.given_at)));
                membership.roles.push(role.clone());
            }
        }
        self.members.extend(found);
        Ok(())
    }

    /// The rows of a kind: [`MEMBER`], or of a further part of the statement.
    pub(crate) fn list<T: DeserializeOwned>(&self, kind: &str) -> Result<Vec<T>> {
        let mut rows = Vec::new();
        for (_, list) in self.lists.iter().filter(|(of, _)| of == kind) {
            rows.append(&mut parse(list)?);
        }
        Ok(rows)
    }

    /// The permissions of a user in a channel whose overwrites were read; none where they are no member of its server,
    /// or where that is suspended.
    pub(crate) fn permissions_in(
        &self,
        server_id: ServerId,
        user_id: UserId,
        channel_id: ChannelId,
    ) -> Option<Permissions> {
        let membership = self.members.get(&(server_id, user_id))?;
        (!membership.server.is_suspended()).then(|| membership.permissions_in(&self.overwrites, channel_id))
    }

    /// The member, where one user was asked about in one server.
    pub(crate) fn only_member(self) -> Option<Membership> {
        self.members.into_values().next()
    }

    /// The channels that were asked about by [`Self::load`], and have a member among the users.
    pub(crate) fn channels(&self) -> Result<Vec<Channel>> {
        self.list("channel")
    }
}

impl Membership {
    /// Their permissions in `channel_id`. Among `overwrites` are all of that channel's that concern them.
    pub(crate) fn permissions_in(&self, overwrites: &Overwrites, channel_id: ChannelId) -> Permissions {
        let of = |target| overwrites.get(&(channel_id, target)).copied();
        let of_role = |role: &Arc<Role>| of(RoleOrMember::Role(role.id));
        let roles = |all: bool| self.roles.iter().filter(move |role| role.is_all() == all).filter_map(of_role);
        self.standing().in_channel(roles(true).next(), roles(false), of(RoleOrMember::Member(self.user_id)))
    }
}

impl Overwrite {
    /// As an entry of [`Overwrites`].
    fn keyed(&self) -> Option<((ChannelId, RoleOrMember), permissions::Overwrite)> {
        let target = self.role_id.map(RoleOrMember::Role).or(self.user_id.map(RoleOrMember::Member))?;
        Some(((self.channel_id, target), self.rule()))
    }
}

fn parse<T: DeserializeOwned>(list: &str) -> Result<Vec<T>> {
    serde_json::from_str(list).map_err(Error::internal)
}

/// The columns of a row.
const KIND: &str = "kind";
const LIST: &str = "list";

/// The kind of the rows of members, with the further columns of a [`RightsQuery`].
pub(crate) const MEMBER: &str = "member";

/// The text of a statement on each database, made once.
pub(crate) struct StatementText {
    sqlite: LazyLock<String>,
    postgres: LazyLock<String>,
}

impl StatementText {
    /// The two texts.
    pub(crate) const fn new(sqlite: fn() -> String, postgres: fn() -> String) -> Self {
        Self { sqlite: LazyLock::new(sqlite), postgres: LazyLock::new(postgres) }
    }

    /// That for a database.
    pub(crate) fn on(&self, backend: DbBackend) -> &str {
        match backend {
            DbBackend::Sqlite => &self.sqlite,
            _ => &self.postgres,
        }
    }
}

/// Whose rights a statement reads, and what else.
#[derive(Debug)]
pub(crate) struct RightsQuery<'a> {
    pub(crate) backend: DbBackend,
    /// Selects `server_id`, `channel_id`, `user_id` and `joined_at` of members, who become the table `joined`. The roles that
    /// they hold besides `all` become the table `held`.
    pub(crate) members: &'a str,
    /// Further columns that it selects.
    pub(crate) columns: &'a [&'a str],
    /// Says whether a user, `these.user_id`, lacks a second step that is required.
    pub(crate) lacks_second_step: &'a str,
    /// The FROM clause of each part that reads `overwrites`.
    pub(crate) overwrites: [&'a str; 2],
    /// Further tables of the WITH clause, each after a comma.
    pub(crate) tables: &'a str,
    /// Further parts.
    pub(crate) parts: &'a [String],
}

impl RightsQuery<'_> {
    /// The text of the statement behind `WITH`, where tables that `members` reads come first.
    ///
    /// SQLite opens a table for each list that it makes different or looks up in, which takes longer than reading a few rows
    /// twice: nothing here is DISTINCT.
    pub(crate) fn sql(&self) -> String {
        let Self { backend, members, columns, lacks_second_step, overwrites, tables, parts } = self;
        let further: String = columns.iter().map(|column| format!(", these.{column}")).collect();
        let numbers = ["server_id", "user_id", "joined_at", "timed_out_until"];
        let column = |name: &&str| JsonField::column(&format!("joined.{name}"));
        let mut member: Vec<JsonField> = numbers.iter().chain(*columns).map(column).collect();
        member.push(JsonField::boolean("joined.lacks_second_step"));
        let mut held = fields::<held::Entity>();
        held.iter_mut().for_each(|field| field.sql = format!("held.{}", field.name));
        // How the names of roles look is not read.
        let mut role = fields::<role::Entity>();
        role.retain(|field| !["name_look", "name_look_key"].contains(&field.name.as_str()));
        let (server, overwrite) = (fields::<server::Entity>(), fields::<overwrite::Entity>());
        let servers = "servers WHERE servers.id IN (SELECT server_id FROM joined)";
        let all = format!(
            "roles WHERE roles.server_id IN (SELECT server_id FROM joined) AND roles.name_folded = '{}'",
            names::ALL
        );
        let own = [
            part(*backend, "server", &server, servers),
            part(*backend, MEMBER, &member, "joined"),
            part(*backend, "role", &role, &all),
            part(*backend, "role", &role, "roles WHERE roles.id IN (SELECT role_id FROM held)"),
            part(*backend, "held", &held, "held"),
            part(*backend, "overwrite", &overwrite, overwrites[0]),
            part(*backend, "overwrite", &overwrite, overwrites[1]),
        ];
        let parts: Vec<&str> = own.iter().chain(*parts).map(String::as_str).collect();
        format!(
            "joined AS (\
             SELECT these.server_id, these.channel_id, these.user_id, these.joined_at{further}, \
             COALESCE(timeouts.ends_at, 0) AS timed_out_until, {lacks_second_step} AS lacks_second_step \
             FROM ({members}) AS these JOIN servers ON servers.id = these.server_id \
             LEFT JOIN timeouts ON timeouts.server_id = these.server_id AND timeouts.user_id = these.user_id), \
             held AS (\
             SELECT member_roles.server_id, member_roles.user_id, member_roles.role_id, member_roles.given_at \
             FROM joined JOIN member_roles \
             ON member_roles.server_id = joined.server_id AND member_roles.user_id = joined.user_id){tables} {parts}",
            parts = parts.join(" UNION ALL "),
        )
    }
}

/// The condition for [`RightsQuery::lacks_second_step`] where parameter `number` says whether the instance requires one.
pub(crate) fn lacks_second_step(number: usize) -> String {
    let has_none = second_step::has_none("these.user_id");
    format!("(servers.requires_second_step OR ${number}) AND {has_none}")
}

/// A field of a JSON object.
#[derive(Debug, Clone)]
pub(crate) struct JsonField {
    name: String,
    sql: String,
    is_bool: bool,
}

impl JsonField {
    /// A column with numbers or texts; the field has its name.
    pub(crate) fn column(column: &str) -> Self {
        let name = column.rsplit('.').next().unwrap_or(column);
        Self::new(name, column.to_owned())
    }

    /// A column with booleans, which SQLite has no type for.
    pub(crate) fn boolean(column: &str) -> Self {
        Self { is_bool: true, ..Self::column(column) }
    }

    /// An expression that is no boolean.
    pub(crate) fn new(name: &str, sql: String) -> Self {
        Self { name: name.to_owned(), sql, is_bool: false }
    }

    fn on(&self, backend: DbBackend) -> String {
        let Self { name, sql, is_bool } = self;
        match backend {
            DbBackend::Sqlite if *is_bool => format!("'{name}', json(CASE WHEN {sql} THEN 'true' ELSE 'false' END)"),
            _ => format!("'{name}', {sql}"),
        }
    }
}

/// The columns of a table.
pub(crate) fn fields<E: EntityTrait>() -> Vec<JsonField> {
    let table = E::default();
    let columns = E::Column::iter().map(|column| JsonField {
        name: column.as_str().to_owned(),
        sql: format!("{}.{}", table.table_name(), column.as_str()),
        is_bool: matches!(column.def().get_column_type(), ColumnType::Boolean),
    });
    columns.collect()
}

/// A JSON object of these.
pub(crate) fn object(backend: DbBackend, fields: &[JsonField]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| field.on(backend)).collect();
    let make = if backend == DbBackend::Sqlite { "json_object" } else { "json_build_object" };
    format!("{make}({})", fields.join(", "))
}

/// A part of a statement: one row of this kind with a list of objects, for what follows FROM; none where that has no row.
pub(crate) fn part(backend: DbBackend, kind: &str, fields: &[JsonField], from: &str) -> String {
    let object = object(backend, fields);
    let list = match backend {
        DbBackend::Sqlite => format!("json_group_array({object})"),
        _ => format!("json_agg({object})::text"),
    };
    format!("SELECT '{kind}' AS {KIND}, {list} AS {LIST} FROM {from} HAVING COUNT(*) > 0")
}

/// The statement of [`RightsFacts::load`]. Its parameters are true if the instance requires a second step, and the
/// list.
static LISTED: StatementText = StatementText::new(|| listed(DbBackend::Sqlite), || listed(DbBackend::Postgres));

fn listed(backend: DbBackend) -> String {
    let (list, _) = lists::source::<3>(backend, 2);
    let asked = "channels WHERE channels.id IN (SELECT channel_id FROM joined)";
    let query = RightsQuery {
        backend,
        members: "SELECT members.server_id, asked.channel_id, members.user_id, members.joined_at \
            FROM asked LEFT JOIN channels ON channels.id = asked.channel_id \
            JOIN members ON members.server_id = COALESCE(channels.server_id, asked.server_id) \
            AND members.user_id = asked.user_id",
        columns: &[],
        lacks_second_step: &lacks_second_step(1),
        overwrites: OVERWRITES_OF_JOINED,
        tables: "",
        parts: &[part(backend, "channel", &fields::<channel::Entity>(), asked)],
    };
    format!("WITH asked (server_id, channel_id, user_id) AS ({list}), {}", query.sql())
}

/// The overwrites of the channels in `joined`: those for roles, and those for each member.
pub(crate) const OVERWRITES_OF_JOINED: [&str; 2] = [
    "overwrites WHERE overwrites.channel_id IN (SELECT channel_id FROM joined) AND overwrites.role_id > 0",
    "joined JOIN overwrites ON overwrites.channel_id = joined.channel_id AND overwrites.user_id = joined.user_id",
];
