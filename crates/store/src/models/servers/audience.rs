//! Who may see a channel, by their highest roles, and which of them are here now.
//! The rules of permissions are in `chat::permissions`; what is listed of it on a page is decided by the routes.

use std::collections::{BTreeMap, HashMap};

use sea_orm::{ConnectionTrait, FromQueryResult, Statement};

use crate::models::accounts::picture::{self, PictureKind};
use crate::models::accounts::presence::IS_HERE;
use crate::models::servers::{member, overwrite};
use crate::models::{Channel, Role, Server};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::chat::permissions::{Overwrite, Permissions, Standing};

/// The largest server all of whose members are listed. Of a larger one, those who are here are, and at most as many.
pub const MOST: u64 = 1_000;

/// Someone who may see the channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The user's id.
    pub id: i64,
    /// The nickname.
    pub nickname: String,
    /// The display name.
    pub name: String,
    /// The path of the picture.
    pub avatar_path: String,
    /// Whether a page of theirs is open.
    pub here: bool,
}

/// Those with the same highest role.
#[derive(Debug, Clone)]
pub struct Group {
    /// The role; none for those who have none but `all`.
    pub role: Option<Role>,
    /// Those who are here first, each part in the order of the nicknames.
    pub people: Vec<Person>,
}

/// Who may see a channel.
#[derive(Debug, Clone)]
pub struct Audience {
    /// By their highest roles, the highest first; those without one last.
    pub groups: Vec<Group>,
    /// Whether only those are listed who are here, as the server is large.
    pub only_here: bool,
}

#[derive(Debug, FromQueryResult)]
struct AudienceRow {
    id: i64,
    nickname: String,
    name: String,
    picture_at: Option<i64>,
    here: i32,
}

impl Audience {
    /// Finds them for a channel. The caller has checked that the reader may view it.
    #[boxed]
    pub async fn of(db: &Conn, server: &Server, channel: &Channel) -> Result<Self> {
        let only_here = member::list::count(db, server.id).await? > MOST;
        let rows = rows(db, server.id, only_here).await?;
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        let mut held: HashMap<i64, Vec<i64>> = HashMap::new();
        for one in member::held::of_members(db, server.id, &ids).await? {
            held.entry(one.user_id).or_default().push(one.role_id);
        }
        let roles = Role::all_of_server(db, server.id).await?;
        let rules = Rules::of(&roles, overwrite::all_of(db, channel.id).await?);
        let mut groups: BTreeMap<usize, Vec<Person>> = BTreeMap::new();
        for row in rows {
            let held = held.remove(&row.id).unwrap_or_default();
            if rules.lets_view(row.id, row.id == server.owner_id, &held) {
                let highest = roles.iter().position(|role| !role.is_all() && held.contains(&role.id));
                let group = groups.entry(highest.unwrap_or(roles.len()));
                group.or_default().push(row.into());
            }
        }
        let groups = groups.into_iter().map(|(at, mut people)| {
            people.sort_by(|one, other| {
                let key = |one: &Person| (!one.here, one.nickname.clone());
                key(one).cmp(&key(other))
            });
            Group { role: roles.get(at).cloned(), people }
        });
        Ok(Self { groups: groups.collect(), only_here })
    }

    /// How many of them are here.
    pub fn here(&self) -> usize {
        let people = self.groups.iter().flat_map(|group| &group.people);
        people.filter(|person| person.here).count()
    }
}

impl From<AudienceRow> for Person {
    fn from(row: AudienceRow) -> Self {
        Self {
            avatar_path: picture::path(PictureKind::User, row.id, row.picture_at),
            id: row.id,
            nickname: row.nickname,
            name: row.name,
            here: row.here == 1,
        }
    }
}

/// The members, or those of them who are here. Disabled accounts hold nothing, and are not among them.
async fn rows(db: &Conn, server_id: i64, only_here: bool) -> Result<Vec<AudienceRow>> {
    // No database looks behind a limit: members are looked up before their accounts.
    let listed = if only_here {
        format!(
            "SELECT DISTINCT members.user_id FROM presence \
             JOIN nodes ON nodes.number = presence.node \
             AND nodes.leased_until > $2 AND length(nodes.holder) > 0 \
             JOIN members ON members.server_id = $1 AND members.user_id = presence.user_id LIMIT {MOST}"
        )
    } else {
        format!("SELECT members.user_id FROM members WHERE members.server_id = $1 LIMIT {MOST}")
    };
    let sql = format!(
        "SELECT users.id, users.nickname, users.name, users.picture_at, \
         CASE WHEN {IS_HERE} THEN 1 ELSE 0 END AS here \
         FROM ({listed}) AS listed JOIN users ON users.id = listed.user_id WHERE users.disabled_at IS NULL"
    );
    let values = [server_id.into(), db.id_now().into()];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    Ok(AudienceRow::find_by_statement(statement).all(db).await?)
}

/// What roles give, and what the channel allows and denies.
struct Rules {
    all: Option<(i64, Permissions)>,
    roles: HashMap<i64, Permissions>,
    of_roles: HashMap<i64, Overwrite>,
    of_members: HashMap<i64, Overwrite>,
}

impl Rules {
    fn of(roles: &[Role], overwrites: Vec<overwrite::Model>) -> Self {
        let all = roles.iter().find(|role| role.is_all());
        let mut rules = Self {
            all: all.map(|role| (role.id, role.permissions())),
            roles: roles.iter().map(|role| (role.id, role.permissions())).collect(),
            of_roles: HashMap::new(),
            of_members: HashMap::new(),
        };
        for one in overwrites {
            if let Some(id) = one.role_id {
                rules.of_roles.insert(id, one.rule());
            } else if let Some(id) = one.user_id {
                rules.of_members.insert(id, one.rule());
            }
        }
        rules
    }

    fn lets_view(&self, user_id: i64, is_owner: bool, held: &[i64]) -> bool {
        let given = held.iter().filter_map(|id| self.roles.get(id).copied());
        let all = self.all.map(|(_, permissions)| permissions);
        let standing = Standing {
            is_owner,
            role_permissions: all.into_iter().chain(given).collect(),
            // Seeing a channel is no matter of a time-out, nor of a second step.
            timed_out: false,
            lacks_second_step: false,
        };
        let here = standing.in_channel(
            self.all.and_then(|(id, _)| self.of_roles.get(&id).copied()),
            held.iter().filter_map(|id| self.of_roles.get(id).copied()),
            self.of_members.get(&user_id).copied(),
        );
        here.contains(Permissions::VIEW_CHANNEL)
    }
}
