//! Who may see a channel, by their highest roles, and which of them are here now.
//! The rules of permissions are in `chat::permissions`; what is listed of it on a page is decided by the routes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, FromQueryResult, Statement};

use crate::models::accounts::picture::{self, PictureKind};
use crate::models::accounts::presence::IS_HERE;
use crate::models::servers::member;
use crate::models::servers::membership::rights::RightsFacts;
use crate::models::{Channel, Role, Server};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{RoleId, ServerId, UserId};

/// The largest server all of whose members are listed. Of a larger one, those who are here are, and at most as many.
pub const MAX_LISTED: u64 = 1_000;

/// Someone who may see the channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AudienceMember {
    /// The user's id.
    pub id: UserId,
    /// The nickname.
    pub nickname: String,
    /// The display name.
    pub name: String,
    /// The path of the picture.
    pub avatar_path: String,
    /// True if a page of theirs is open.
    pub here: bool,
}

/// Those with the same highest role.
#[derive(Debug, Clone)]
pub struct Group {
    /// The role; none for those who have none but `all`.
    pub role: Option<Role>,
    /// Those who are here first, each part in the order of the nicknames.
    pub people: Vec<AudienceMember>,
}

/// Who may see a channel.
#[derive(Debug, Clone)]
pub struct Audience {
    /// By their highest roles, the highest first; those without one last.
    pub groups: Vec<Group>,
    /// True if only those are listed who are here, as the server is large.
    pub only_here: bool,
}

#[derive(Debug, FromQueryResult)]
struct AudienceRow {
    id: UserId,
    nickname: String,
    name: String,
    picture_at: Option<i64>,
    here: i32,
}

impl Audience {
    /// Finds them for a channel. The caller has checked that the reader may view it.
    #[boxed]
    pub async fn load(db: &Conn, server: &Server, channel: &Channel) -> Result<Self> {
        let only_here = member::list::count(db, server.id).await? > MAX_LISTED;
        let rows = rows(db, server.id, only_here).await?;
        let facts = RightsFacts::load(db, rows.iter().map(|row| (Some(server.id), Some(channel.id), row.id))).await?;
        let mut groups: BTreeMap<_, (Option<Role>, Vec<AudienceMember>)> = BTreeMap::new();
        for row in rows {
            let Some(membership) = facts.members.get(&(server.id, row.id)) else { continue };
            let here = membership.permissions_in(&facts.overwrites, channel.id);
            if here.contains(Permissions::VIEW_CHANNEL) {
                let others = membership.roles.iter().filter(|role| !role.is_all());
                let highest = others.min_by_key(|role| (Reverse(role.position), role.id));
                let place =
                    highest.map_or((true, Reverse(0), RoleId::new(0)), |role| (false, Reverse(role.position), role.id));
                let group = groups.entry(place).or_insert_with(|| (highest.map(|role| Role::clone(role)), Vec::new()));
                group.1.push(row.into());
            }
        }
        let groups = groups.into_values().map(|(role, mut people)| {
            people.sort_by(|one, other| {
                let key = |one: &AudienceMember| (!one.here, one.nickname.clone());
                key(one).cmp(&key(other))
            });
            Group { role, people }
        });
        Ok(Self { groups: groups.collect(), only_here })
    }

    /// How many of them are here.
    pub fn here(&self) -> usize {
        let people = self.groups.iter().flat_map(|group| &group.people);
        people.filter(|person| person.here).count()
    }
}

impl From<AudienceRow> for AudienceMember {
    fn from(row: AudienceRow) -> Self {
        Self {
            avatar_path: picture::path(PictureKind::User, row.id.get(), row.picture_at),
            id: row.id,
            nickname: row.nickname,
            name: row.name,
            here: row.here == 1,
        }
    }
}

/// The members, or those of them who are here. Disabled accounts hold nothing, and are not among them.
async fn rows(db: &Conn, server_id: ServerId, only_here: bool) -> Result<Vec<AudienceRow>> {
    // No database looks behind a limit: members are looked up before their accounts.
    let listed = if only_here {
        format!(
            "SELECT DISTINCT members.user_id FROM presence \
             JOIN nodes ON nodes.number = presence.node \
             AND nodes.leased_until > $2 AND length(nodes.holder) > 0 \
             JOIN members ON members.server_id = $1 AND members.user_id = presence.user_id LIMIT {MAX_LISTED}"
        )
    } else {
        format!("SELECT members.user_id FROM members WHERE members.server_id = $1 LIMIT {MAX_LISTED}")
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
