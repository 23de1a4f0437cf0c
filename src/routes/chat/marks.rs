//! The marks beside the names of channels and servers: that something is unread there, and how many mentions.
//! `models::messages::unread` finds what is unread, `inbox_events` keeps the marks current.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::app::App;
use portico_platform::error::Result;
use portico_rules::ids::{ChannelId, ServerId};
use portico_store::models::Server;
use portico_store::models::messages::inbox::{MAX_COUNTED, UnreadMentions};
use portico_store::models::servers::access::UserAccess;

/// The channels and servers with unread messages, each with the number of unread mentions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Marks {
    channels: BTreeMap<ChannelId, u64>,
    servers: BTreeMap<ServerId, u64>,
    /// Channels that show mentions alone: muted ones.
    #[serde(skip)]
    muted: BTreeSet<ChannelId>,
}

/// A server or channel, as shown in a link to it.
#[derive(Debug, Serialize)]
pub struct MarkForm<'a> {
    pub id: i64,
    pub name: &'a str,
    /// The letter that is its symbol.
    pub mark: String,
    /// The path of its picture, in place of the letter.
    pub picture: Option<String>,
    /// True if something is unread there.
    pub is_unread: bool,
    /// True if it is a channel that is muted.
    pub is_muted: bool,
    /// Number of unread mentions, as a badge shows it; empty: none.
    pub count: String,
    /// Text that screen readers read after the name.
    pub words: String,
}

impl Marks {
    /// Marks of the channels of a user with these unread mentions.
    pub async fn load(app: &App, access: &UserAccess, mentions: &UnreadMentions) -> Result<Self> {
        let mut channels = access.unread(&app.db, mentions).await?;
        let muted = access.visible.values().map(|visible| &visible.channel);
        let muted: BTreeSet<ChannelId> =
            muted.filter(|channel| access.is_muted(channel)).map(|channel| channel.id).collect();
        channels.retain(|id, mentions| *mentions > 0 || !muted.contains(id));
        let mut servers = BTreeMap::new();
        for (channel_id, mentions) in &channels {
            if let Ok(visible) = access.channel(*channel_id) {
                *servers.entry(visible.channel.server_id).or_default() += mentions;
            }
        }
        Ok(Self { channels, servers, muted })
    }

    /// True if any new message in a channel would change its mark.
    pub fn is_quiet(&self, id: ChannelId) -> bool {
        !self.channels.contains_key(&id) && !self.muted.contains(&id)
    }

    /// True if something is unread in any channel except one.
    pub fn is_elsewhere(&self, than: Option<ChannelId>) -> bool {
        self.channels.keys().any(|id| Some(*id) != than)
    }

    pub fn channel<'a>(&self, id: ChannelId, name: &'a str) -> MarkForm<'a> {
        let mut form = marked(id.get(), name, self.channels.get(&id));
        form.is_muted = self.muted.contains(&id);
        form
    }

    pub fn server<'a>(&self, server: &'a Server) -> MarkForm<'a> {
        let form = marked(server.id.get(), &server.name, self.servers.get(&server.id));
        MarkForm { picture: server.picture_path(), ..form }
    }
}

/// The page's script uses the same words.
fn marked<'a>(id: i64, name: &'a str, mentions: Option<&u64>) -> MarkForm<'a> {
    let count = match mentions {
        None | Some(0) => String::new(),
        Some(mentions) if *mentions >= MAX_COUNTED => format!("{}+", MAX_COUNTED - 1),
        Some(mentions) => mentions.to_string(),
    };
    let words = match mentions {
        None => String::new(),
        Some(0) => "(unread)".to_owned(),
        Some(1) => "(1 unread mention)".to_owned(),
        Some(mentions) if *mentions >= MAX_COUNTED => format!("({}+ unread mentions)", MAX_COUNTED - 1),
        Some(mentions) => format!("({mentions} unread mentions)"),
    };
    let first = name.chars().take(1);
    MarkForm {
        id,
        name,
        mark: first.flat_map(char::to_uppercase).collect(),
        picture: None,
        is_unread: mentions.is_some(),
        is_muted: false,
        count,
        words,
    }
}
