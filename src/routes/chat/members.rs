//! `/channels/<id>/members`: who may see a channel, by role, and who is here now.
//! With scripts it is a panel beside the feed, which shows this page's list.

use rocket::get;
use rocket_dyn_templates::context;
use serde::Serialize;

use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::Page;
use crate::routes::path_ids::PathId;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{self, ChannelId};
use portico_store::models::servers::audience::{Audience, Group};

/// Max people of a group on a page.
const MAX_LISTED: usize = 100;
/// The role in the address of the group without a role.
const NO_ROLE: &str = "none";

/// A group as the page lists it.
#[derive(Debug, Serialize)]
struct ListedGroup<'a> {
    /// Its name in the address.
    key: String,
    /// The name of the role.
    role: Option<&'a str>,
    total: usize,
    people: Vec<ListedPerson<'a>>,
}

#[derive(Debug, Serialize)]
struct ListedPerson<'a> {
    id: i64,
    nickname: &'a str,
    name: &'a str,
    avatar_url: &'a str,
    here: bool,
}

fn key(group: &Group) -> String {
    let role = group.role.as_ref();
    role.map_or(NO_ROLE.to_owned(), |role| role.id.to_string())
}

/// Some people of a group.
fn listed(group: &Group, begin: usize) -> ListedGroup<'_> {
    let people = group.people.iter().skip(begin).take(MAX_LISTED);
    ListedGroup {
        key: key(group),
        role: group.role.as_ref().map(|role| role.name.as_str()),
        total: group.people.len(),
        people: people
            .map(|person| ListedPerson {
                id: person.id.get(),
                nickname: &person.nickname,
                name: &person.name,
                avatar_url: &person.avatar_path,
                here: person.here,
            })
            .collect(),
    }
}

/// With `group`, the people of one group after the one with the nickname `after`.
#[get("/channels/<id>/members?<group>&<after>")]
pub(crate) async fn show(
    id: PathId<ChannelId>,
    group: Option<&str>,
    after: Option<&str>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Page> {
    let access = me.access(app).await?;
    let channel = &access.channel(id.0)?.channel;
    let membership = access.membership(channel.server_id)?;
    let mut audience = Audience::load(&app.db, &membership.server, channel).await?;
    let here = audience.here();
    let mut next = None;
    let groups: Vec<ListedGroup<'_>> = match group {
        None => audience.groups.iter().map(|one| listed(one, 0)).collect(),
        Some(wanted) => {
            if wanted != NO_ROLE && ids::parse::<i64>(wanted).is_none() {
                return Err(Error::NotFound);
            }
            audience.groups.retain(|one| key(one) == wanted);
            let one = audience.groups.first_mut().ok_or(Error::NotFound)?;
            // In one order from page to page, also when people come and go.
            one.people.sort_by(|one, other| one.nickname.cmp(&other.nickname));
            let begin = after.map_or(0, |after| one.people.partition_point(|person| person.nickname.as_str() <= after));
            let end = begin + MAX_LISTED;
            next =
                (end < one.people.len()).then(|| one.people.get(end - 1)).flatten().map(|last| last.nickname.clone());
            vec![listed(one, begin)]
        }
    };
    Ok(Page::new(
        "chat/members",
        context! {
            channel: context! { id: id.0, name: &channel.name },
            groups,
            here,
            only_here: audience.only_here,
            group_page: group.is_some(),
            next,
        },
    ))
}
