//! The access of a user: every server, and every channel that they may view in it, with how far they have read.
//! Permissions in a single channel or server are in `membership`.

mod reading;

use std::collections::BTreeMap;

use self::reading::Reading;
pub(in crate::models) use self::reading::statement as with_more;
use crate::models::{Channel, Membership, Server};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::Millis;

/// A channel that they may view.
#[derive(Debug, Clone)]
pub struct VisibleChannel {
    /// The channel.
    pub channel: Channel,
    /// What they may do in it.
    pub may: Permissions,
    /// The first id that a message may have to be after their joining of the server.
    pub first: i64,
    /// Everything up to and with this message has been read; 0: nothing.
    pub read: i64,
}

impl VisibleChannel {
    /// The first id that a message may have to be theirs to read, and unread.
    pub fn first_unread(&self) -> i64 {
        self.first.max(self.read + 1)
    }
}

/// A role that they hold, other than `all`.
#[derive(Debug, Clone, Copy)]
pub struct HeldRole {
    /// The role.
    pub role_id: i64,
    /// The server it is of.
    pub server_id: i64,
    /// The first id that a message may have to be after the role was given to them.
    pub first: i64,
}

/// Where a user may look. A page reads it once, and shows nothing of a server or channel that is not in it.
#[derive(Debug)]
pub struct UserAccess {
    /// The user.
    pub user_id: i64,
    /// Their servers in the order they joined them, without those that are suspended, with what they are in each.
    pub joined: Vec<Membership>,
    /// The channels they may view, by id, in the order of pages.
    pub visible: BTreeMap<i64, VisibleChannel>,
    /// Their servers that an admin suspended, in the order they joined them: nothing in them is theirs to see.
    pub suspended: Vec<Membership>,
    /// The channels that they could view if those servers weren't suspended, each with its server.
    closed: BTreeMap<i64, i64>,
    /// The channels of their servers that they may not view, those of suspended servers among them.
    pub hidden: Vec<Channel>,
    /// The channels and servers that they have muted, each with when that ends, if it does.
    pub mutes: BTreeMap<i64, Option<Millis>>,
}

impl UserAccess {
    /// Looks everywhere, in one query, however many servers, roles and channels there are.
    #[boxed]
    pub async fn of(db: &Conn, user_id: i64) -> Result<Self> {
        let reading = Reading::of(db, user_id).await?;
        Ok(Self::from_reading(user_id, reading, db.now()).0)
    }

    /// The same by a statement of [`with_more`], with what its further part says.
    pub(in crate::models) async fn by(db: &Conn, user_id: i64, statement: &str) -> Result<(Self, Vec<(i64, i64)>)> {
        let reading = Reading::by(db, user_id, statement).await?;
        Ok(Self::from_reading(user_id, reading, db.now()))
    }

    fn from_reading(user_id: i64, reading: Reading, now: Millis) -> (Self, Vec<(i64, i64)>) {
        let Reading { joined, channels, overwrites, mutes, further, suspended: _ } = reading;
        let until = |ends_at| (ends_at > 0).then_some(ends_at);
        let mutes = mutes.into_iter().map(|(id, ends_at)| (id, until(ends_at)));
        let mutes = mutes.filter(|(_, ends_at)| ends_at.is_none_or(|at| at > now));
        let mut access = Self {
            user_id,
            joined: Vec::new(),
            visible: BTreeMap::new(),
            hidden: Vec::new(),
            suspended: Vec::new(),
            closed: BTreeMap::new(),
            mutes: mutes.collect(),
        };
        for (channel, read) in channels {
            let Some(membership) = joined.get(&channel.server_id) else {
                continue;
            };
            let here = overwrites.get(&channel.id).map_or(&[][..], Vec::as_slice);
            let may = membership.permissions_in(here, channel.id);
            let may_view = may.contains(Permissions::VIEW_CHANNEL);
            if may_view && membership.server.is_suspended() {
                access.closed.insert(channel.id, channel.server_id);
                access.hidden.push(channel);
            } else if may_view {
                let visible = VisibleChannel { may, first: membership.first_id, read, channel };
                access.visible.insert(visible.channel.id, visible);
            } else {
                access.hidden.push(channel);
            }
        }
        access.hidden.sort_by_key(|channel| channel.id);
        let mut joined: Vec<Membership> = joined.into_values().collect();
        joined.sort_by_key(|membership| (membership.joined_at, membership.server.id));
        (access.suspended, access.joined) = joined.into_iter().partition(|membership| membership.server.is_suspended());
        (access, further)
    }

    /// Their membership in a server.
    ///
    /// # Errors
    /// [`Error::NotFound`] where they are no member of one with this id, [`Error::ServerSuspended`] where it is suspended.
    pub fn membership(&self, server_id: i64) -> Result<&Membership> {
        self.joined.iter().find(|membership| membership.server.id == server_id).ok_or_else(|| self.why_not(server_id))
    }

    /// Why nothing of a server is theirs to see.
    fn why_not(&self, server_id: i64) -> Error {
        self.suspended
            .iter()
            .map(|membership| &membership.server)
            .find(|server| server.id == server_id)
            .and_then(|server| server.suspension_for(self.user_id))
            .unwrap_or(Error::NotFound)
    }

    /// Their memberships in all their servers, in the order they joined them.
    pub fn memberships(&self) -> impl Iterator<Item = &Membership> {
        self.joined.iter()
    }

    /// The servers they are a member of, in the order they joined them.
    pub fn servers(&self) -> impl Iterator<Item = &Server> {
        self.memberships().map(|membership| &membership.server)
    }

    /// Whether they have muted a channel, or its server.
    pub fn is_muted(&self, channel: &Channel) -> bool {
        [channel.id, channel.server_id].iter().any(|id| self.mutes.contains_key(id))
    }

    /// A channel that they may view.
    ///
    /// # Errors
    /// [`Error::ServerSuspended`] where only that hides it, [`Error::NotFound`] for every other one.
    pub fn channel(&self, id: i64) -> Result<&VisibleChannel> {
        let why_not = || match self.closed.get(&id) {
            Some(server_id) => self.why_not(*server_id),
            None => Error::NotFound,
        };
        self.visible.get(&id).ok_or_else(why_not)
    }

    /// The channels of a server that they may view, in their order.
    pub fn channels_of(&self, server_id: i64) -> impl Iterator<Item = &Channel> {
        self.visible.values().map(|visible| &visible.channel).filter(move |channel| channel.server_id == server_id)
    }

    /// The roles they hold, other than `all`.
    pub fn held(&self) -> impl Iterator<Item = HeldRole> {
        self.joined.iter().flat_map(|membership| {
            let server_id = membership.server.id;
            let held = membership.held.iter();
            held.map(move |(role_id, first)| HeldRole { role_id: *role_id, server_id, first: *first })
        })
    }
}
