//! The demo's community: users, their server, its roles and channels, created through the models.
//! Their messages are in `messages`.

use crate::app::App;
use portico_crypto::tokens::Plain;
use portico_platform::error::{Error, Result};
use portico_rules::ids::UserId;
use portico_rules::phone::Number;
use portico_store::models::accounts::user::NewUser;
use portico_store::models::servers::{channel, manage, member, overwrite, role};
use portico_store::models::{Channel, Operator, Overwrite, Role, Server, User};

/// A user, with the password that the demo prints.
pub(super) struct Person {
    pub(super) user: User,
    pub(super) password: String,
}

/// The community.
pub(super) struct Community {
    /// The first one owns the server.
    pub(super) people: Vec<Person>,
    pub(super) server: Server,
    /// In the order of the channel list.
    pub(super) channels: Vec<Channel>,
    /// The only channel with messages of another server, which some of the users share.
    rides: Option<Channel>,
}

/// Nickname, display name, and what the password contains besides the nickname.
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

/// A role: its name, whether everyone may mention it, its permissions, its members.
type NewRole = (&'static str, bool, &'static [&'static str], &'static [&'static str]);

const ROLES: [NewRole; 5] = [
    (STEWARDS, false, &["manage_channels", "manage_roles", "mention_all"], &["lena.k", "noor"]),
    ("Integrators", false, &["manage_server"], &["aiko"]),
    ("Engineers", true, &[], &["tomasz", "aiko", "sam", "priya", "kwame"]),
    ("On call", true, &[], &["sam", "priya"]),
    ("Newcomers", false, &[], &["kwame", "ruth"]),
];

const STEWARDS: &str = "Stewards";

/// Name and topic; `general` is there from the start.
const CHANNELS: [(&str, &str); 4] = [
    ("announcements", "What everyone should know. Stewards post here."),
    ("builds", "What the build machines say"),
    ("off-topic", "Boats, bread and everything else"),
    ("council", "Stewards among themselves"),
];

impl Community {
    fn owner(&self) -> UserId {
        self.server.owner_id
    }

    /// The user with this nickname.
    pub(super) fn person(&self, nickname: &str) -> Result<&Person> {
        self.people.iter().find(|person| person.user.nickname == nickname).ok_or(Error::NotFound)
    }

    /// The channel with this name.
    pub(super) fn channel(&self, name: &str) -> Result<&Channel> {
        self.channels.iter().chain(&self.rides).find(|channel| channel.name == name).ok_or(Error::NotFound)
    }
}

/// Creates everything. The passwords are those of the README where `has_known_passwords`, and random elsewhere.
pub(super) async fn found(app: &App, has_known_passwords: bool) -> Result<Community> {
    let mut people = Vec::new();
    for (position, (nickname, name, thing)) in (10..).zip(PEOPLE) {
        let password = match has_known_passwords {
            true => format!("{nickname}-and-the-{thing}"),
            false => Plain::random().expose().to_owned(),
        };
        people.push(person(app, nickname, name, password, position).await?);
    }
    let (server, general) = Server::create(app, people[0].user.id, "Harbour Works").await?;
    let mut community = Community { people, channels: vec![general], rides: None, server };
    for person in &community.people {
        member::join(&app.db, community.server.id, person.user.id, app.now()).await?;
    }
    make_roles(app, &community).await?;
    for (name, topic) in CHANNELS {
        let about = channel::ChannelFields { name, topic, ..channel::ChannelFields::default() };
        let channel = Channel::create(app, community.owner(), community.server.id, about).await?;
        community.channels.push(channel);
    }
    arrange(app, &community).await?;
    community.rides = Some(club(app, &community).await?);
    Ok(community)
}

/// A smaller server with another owner, where the first one's owner is an ordinary member.
async fn club(app: &App, community: &Community) -> Result<Channel> {
    let founder = community.person("sam")?.user.id;
    let (club, _) = Server::create(app, founder, "Sunday Riders").await?;
    for nickname in ["mira", "diego", "chloe_m", "kwame", "ruth"] {
        member::join(&app.db, club.id, community.person(nickname)?.user.id, app.now()).await?;
    }
    let about = channel::ChannelFields {
        name: "rides",
        topic: "Where we go, and who brings the cake",
        ..channel::ChannelFields::default()
    };
    Channel::create(app, founder, club.id, about).await
}

async fn person(app: &App, nickname: &str, name: &str, password: String, position: u8) -> Result<Person> {
    let new = NewUser { nickname, name, password: &password };
    // No text is sent: the number counts as verified.
    let phone = format!("+49151123456{position}");
    let phone = Number::parse(&phone).map_err(Error::internal)?;
    let user = User::create(app, new, Some(&phone), &Operator::TERMINAL).await?;
    Ok(Person { user, password })
}

async fn make_roles(app: &App, community: &Community) -> Result<()> {
    let mut made = Vec::new();
    for (name, mentionable, permissions, holders) in ROLES {
        let draft = role::RoleDraft { name, mentionable, permissions, position: None };
        let role = Role::create(app, community.owner(), community.server.id, draft).await?;
        made.push((role.id.to_string(), holders));
    }
    for person in &community.people {
        let nickname = person.user.nickname.as_str();
        let carried: Vec<&str> =
            made.iter().filter(|(_, holders)| holders.contains(&nickname)).map(|(id, _)| id.as_str()).collect();
        if !carried.is_empty() {
            let (server, user) = (community.server.id, person.user.id);
            manage::member::set_roles(app, community.owner(), server, user, &carried).await?;
        }
    }
    Ok(())
}

/// Who may see and write where.
async fn arrange(app: &App, community: &Community) -> Result<()> {
    let roles = Role::all_of_server(&app.db, community.server.id).await?;
    let role = |is_it: fn(&Role) -> bool| {
        let found = roles.iter().find(|role| is_it(role));
        found.map(|role| format!("role:{}", role.id)).ok_or(Error::NotFound)
    };
    let all = role(Role::is_all)?;
    let stewards = role(|role| role.name == STEWARDS)?;
    // He is the treasurer, and so may see the channel without being a steward.
    let jonas = format!("user:{}", community.person("jonas")?.user.id);
    const VIEW: &[&str] = &["view_channel"];
    const SEND: &[&str] = &["send_messages"];
    for (channel, target, allow, deny) in [
        ("announcements", &all, &[][..], SEND),
        ("announcements", &stewards, SEND, &[]),
        ("council", &all, &[], VIEW),
        ("council", &stewards, VIEW, &[]),
        ("council", &jonas, VIEW, &[]),
    ] {
        let draft = overwrite::OverwriteDraft { target, allow, deny };
        let channel = community.channel(channel)?.id;
        Overwrite::set(app, community.owner(), community.server.id, channel, draft).await?;
    }
    Ok(())
}
