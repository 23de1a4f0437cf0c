//! The demo's community: its people, their server, its roles and channels, made by the verbs that serve people.
//! What they say to each other stands in `talk`.

use crate::app::App;
use crate::error::{Error, Result};
use crate::models::accounts::user::NewUser;
use crate::models::servers::{channel, manage, member, overwrite, role};
use crate::models::{Channel, Overwrite, Role, Server, User};
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
    /// The one channel with something in it of another server, which some of them share.
    rides: Option<Channel>,
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

/// What there is to say of a role: its name, whether everybody may mention it, its permissions, who carries it.
type NewRole = (
    &'static str,
    bool,
    &'static [&'static str],
    &'static [&'static str],
);

const ROLES: [NewRole; 5] = [
    (
        STEWARDS,
        false,
        &["manage_channels", "manage_roles", "mention_all"],
        &["lena.k", "noor"],
    ),
    ("Integrators", false, &["manage_server"], &["aiko"]),
    (
        "Engineers",
        true,
        &[],
        &["tomasz", "aiko", "sam", "priya", "kwame"],
    ),
    ("On call", true, &[], &["sam", "priya"]),
    ("Newcomers", false, &[], &["kwame", "ruth"]),
];

const STEWARDS: &str = "Stewards";

/// Name and topic; `general` is there from the start.
const CHANNELS: [(&str, &str); 4] = [
    (
        "announcements",
        "What everyone should know. Stewards post here.",
    ),
    ("builds", "What the build machines say"),
    ("off-topic", "Boats, bread and everything else"),
    ("council", "Stewards among themselves"),
];

impl Town {
    fn owner(&self) -> i64 {
        self.server.owner_id
    }

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
            .chain(&self.rides)
            .find(|channel| channel.name == name)
            .ok_or(Error::NotFound)
    }
}

/// Makes it all.
pub(super) async fn found(app: &App) -> Result<Town> {
    let mut people = Vec::new();
    for (position, (nickname, name, thing)) in (10..).zip(PEOPLE) {
        people.push(person(app, nickname, name, thing, position).await?);
    }
    let (server, general) = Server::create(app, people[0].user.id, "Harbour Works").await?;
    let mut town = Town {
        people,
        channels: vec![general],
        rides: None,
        server,
    };
    for person in &town.people {
        member::join(&app.db, town.server.id, person.user.id, app.now()).await?;
    }
    make_roles(app, &town).await?;
    for (name, topic) in CHANNELS {
        let about = channel::About { name, topic };
        let channel = Channel::create(app, town.owner(), town.server.id, about).await?;
        town.channels.push(channel);
    }
    arrange(app, &town).await?;
    town.rides = Some(club(app, &town).await?);
    Ok(town)
}

/// A smaller server of somebody else's, where the first one's owner is a member like any other.
async fn club(app: &App, town: &Town) -> Result<Channel> {
    let founder = town.person("sam")?.user.id;
    let (club, _) = Server::create(app, founder, "Sunday Riders").await?;
    for nickname in ["mira", "diego", "chloe_m", "kwame", "ruth"] {
        member::join(&app.db, club.id, town.person(nickname)?.user.id, app.now()).await?;
    }
    let about = channel::About {
        name: "rides",
        topic: "Where we go, and who brings the cake",
    };
    Channel::create(app, founder, club.id, about).await
}

async fn person(
    app: &App,
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
    let user = User::create(app, new, Some(&phone)).await?;
    Ok(Person { user, password })
}

async fn make_roles(app: &App, town: &Town) -> Result<()> {
    let mut made = Vec::new();
    for (name, mentionable, permissions, holders) in ROLES {
        let wish = role::Wish {
            name,
            mentionable,
            permissions,
        };
        let role = Role::create(app, town.owner(), town.server.id, wish).await?;
        made.push((role.id.to_string(), holders));
    }
    for person in &town.people {
        let nickname = person.user.nickname.as_str();
        let carried: Vec<&str> = made
            .iter()
            .filter(|(_, holders)| holders.contains(&nickname))
            .map(|(id, _)| id.as_str())
            .collect();
        if !carried.is_empty() {
            let (server, user) = (town.server.id, person.user.id);
            manage::member::set_roles(app, town.owner(), server, user, &carried).await?;
        }
    }
    Ok(())
}

/// Who may see and write where.
async fn arrange(app: &App, town: &Town) -> Result<()> {
    let roles = Role::all_of_server(&app.db, town.server.id).await?;
    let role = |is_it: fn(&Role) -> bool| {
        let found = roles.iter().find(|role| is_it(role));
        found
            .map(|role| format!("role:{}", role.id))
            .ok_or(Error::NotFound)
    };
    let all = role(Role::is_all)?;
    let stewards = role(|role| role.name == STEWARDS)?;
    // He keeps the books, and so sits in without being a steward.
    let jonas = format!("user:{}", town.person("jonas")?.user.id);
    const VIEW: &[&str] = &["view_channel"];
    const SEND: &[&str] = &["send_messages"];
    for (channel, target, allow, deny) in [
        ("announcements", &all, &[][..], SEND),
        ("announcements", &stewards, SEND, &[]),
        ("council", &all, &[], VIEW),
        ("council", &stewards, VIEW, &[]),
        ("council", &jonas, VIEW, &[]),
    ] {
        let wish = overwrite::Wish {
            target,
            allow,
            deny,
        };
        let channel = town.channel(channel)?.id;
        Overwrite::set(app, town.owner(), town.server.id, channel, wish).await?;
    }
    Ok(())
}
