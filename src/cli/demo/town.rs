//! The demo's community: its people, their server, its roles and channels.
//! What they say to each other stands in `talk`.

use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, Set};

use crate::chat::names;
use crate::chat::permissions::Permissions;
use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::models::user::NewUser;
use crate::models::{Channel, Role, Server, User, channel, member, overwrite, role};
use crate::phone::Number;

/// Somebody, with the password that the demo tells.
pub(super) struct Person {
    pub(super) user: User,
    pub(super) password: String,
}

/// The community.
pub(super) struct Town {
    /// The first one owns the server.
    pub(super) people: Vec<Person>,
    pub(super) server: Server,
    /// In the order of the server's list.
    pub(super) channels: Vec<Channel>,
    roles: Vec<Role>,
}

/// Nickname, display name, what the password is made of besides the nickname.
const PEOPLE: [(&str, &str, &str); 12] = [
    ("mira", "Mira Lindqvist", "lighthouse"),
    ("tomasz", "Tomasz Zieliński", "crane"),
    ("aiko", "Aiko Tanaka", "ferry"),
    ("sam", "Sam Okafor", "anchor"),
    ("lena.k", "Lena Krüger", "gangway"),
    ("diego", "Diego Fuentes", "mooring"),
    ("priya", "Priya Raman", "sextant"),
    ("noor", "Noor el-Amin", "capstan"),
    ("jonas", "Jonas Berg", "tugboat"),
    ("chloe_m", "Chloé Martin", "compass"),
    ("kwame", "Kwame Mensah", "rudder"),
    ("ruth", "Ruth Abramson", "buoy"),
];

/// Name, whether everybody may mention it, permissions, who carries it.
const ROLES: [(&str, bool, &[Permissions], &[&str]); 5] = [
    (
        "Stewards",
        false,
        &[
            Permissions::MANAGE_CHANNELS,
            Permissions::MANAGE_ROLES,
            Permissions::MENTION_ALL,
        ],
        &["lena.k", "noor"],
    ),
    (
        "Integrators",
        false,
        &[Permissions::MANAGE_SERVER],
        &["aiko"],
    ),
    (
        "Engineers",
        true,
        &[],
        &["tomasz", "aiko", "sam", "priya", "kwame"],
    ),
    ("On call", true, &[], &["sam", "priya"]),
    ("Newcomers", false, &[], &["kwame", "ruth"]),
];

/// Name and topic; `general` is there from the start.
const CHANNELS: [(&str, &str); 4] = [
    (
        "announcements",
        "What everybody should know. Stewards write here.",
    ),
    ("builds", "What the build machines say"),
    ("off-topic", "Boats, bread and everything else"),
    ("council", "Stewards among themselves"),
];

impl Town {
    /// The person with this nickname.
    pub(super) fn person(&self, nickname: &str) -> Result<&Person> {
        self.people
            .iter()
            .find(|person| person.user.nickname == nickname)
            .ok_or(Error::NotFound)
    }

    /// The channel with this name.
    pub(super) fn channel(&self, name: &str) -> Result<&Channel> {
        self.channels
            .iter()
            .find(|channel| channel.name == name)
            .ok_or(Error::NotFound)
    }

    fn role(&self, name: &str) -> Result<&Role> {
        self.roles
            .iter()
            .find(|role| role.name == name)
            .ok_or(Error::NotFound)
    }
}

/// Makes it all.
pub(super) async fn found(at: &Instance) -> Result<Town> {
    let mut people = Vec::new();
    for (position, (nickname, name, thing)) in (10..).zip(PEOPLE) {
        people.push(person(at, nickname, name, thing, position).await?);
    }
    let (server, general) = Server::create(at, people[0].user.id, "Harbour Works").await?;
    let mut town = Town {
        people,
        channels: vec![general],
        roles: Vec::new(),
        server,
    };
    for person in &town.people {
        member::join(&*at.db, town.server.id, person.user.id, at.now()).await?;
    }
    for (name, mentionable, permissions, holders) in ROLES {
        let role = make_role(at, &town, name, mentionable, permissions).await?;
        for holder in holders {
            give(at, &role, town.person(holder)?).await?;
        }
        town.roles.push(role);
    }
    for (name, topic) in CHANNELS {
        town.channels
            .push(make_channel(at, &town, name, topic).await?);
    }
    arrange(at, &town).await?;
    Ok(town)
}

async fn person(
    at: &Instance,
    nickname: &str,
    name: &str,
    thing: &str,
    position: u8,
) -> Result<Person> {
    let password = format!("{nickname}-and-the-{thing}");
    let new = NewUser {
        nickname,
        name,
        password: &password,
    };
    // Nobody waits for a text here: the number counts as verified.
    let phone = format!("+49151123456{position}");
    let phone = Number::parse(&phone).map_err(Error::internal)?;
    let user = User::create(at, new, Some(&phone)).await?;
    Ok(Person { user, password })
}

async fn make_role(
    at: &Instance,
    town: &Town,
    name: &str,
    mentionable: bool,
    permissions: &[Permissions],
) -> Result<Role> {
    let permissions = permissions
        .iter()
        .fold(Permissions::NONE, |sum, permission| sum | *permission);
    Ok(role::ActiveModel {
        id: Set(at.id()),
        server_id: Set(town.server.id),
        name: Set(name.to_owned()),
        name_folded: Set(names::fold(name)),
        mentionable: Set(mentionable),
        permissions: Set(permissions.bits()),
        created_at: Set(at.now()),
    }
    .insert(&*at.db)
    .await?)
}

async fn give(at: &Instance, role: &Role, person: &Person) -> Result<()> {
    member::held::ActiveModel {
        server_id: Set(role.server_id),
        user_id: Set(person.user.id),
        role_id: Set(role.id),
        given_at: Set(at.now()),
    }
    .insert(&*at.db)
    .await?;
    Ok(())
}

async fn make_channel(at: &Instance, town: &Town, name: &str, topic: &str) -> Result<Channel> {
    Ok(channel::ActiveModel {
        id: Set(at.id()),
        server_id: Set(town.server.id),
        name: Set(name.to_owned()),
        topic: Set(topic.to_owned()),
        created_at: Set(at.now()),
    }
    .insert(&*at.db)
    .await?)
}

/// Who may see and write where.
async fn arrange(at: &Instance, town: &Town) -> Result<()> {
    let all = role::Entity::find()
        .filter(role::Column::ServerId.eq(town.server.id))
        .filter(role::Column::NameFolded.eq(names::ALL))
        .one(&*at.db)
        .await?
        .ok_or(Error::NotFound)?;
    let stewards = town.role("Stewards")?.id;
    let announcements = town.channel("announcements")?.id;
    let council = town.channel("council")?.id;
    let jonas = town.person("jonas")?.user.id;
    let (view, send, none) = (
        Permissions::VIEW_CHANNEL,
        Permissions::SEND_MESSAGES,
        Permissions::NONE,
    );
    for (channel_id, role_id, user_id, allow, deny) in [
        (announcements, Some(all.id), None, none, send),
        (announcements, Some(stewards), None, send, none),
        (council, Some(all.id), None, none, view),
        (council, Some(stewards), None, view, none),
        // He keeps the books, and so sits in without being a steward.
        (council, None, Some(jonas), view, none),
    ] {
        overwrite::ActiveModel {
            id: Set(at.id()),
            channel_id: Set(channel_id),
            role_id: Set(role_id),
            user_id: Set(user_id),
            allow: Set(allow.bits()),
            deny: Set(deny.bits()),
        }
        .insert(&*at.db)
        .await?;
    }
    Ok(())
}
