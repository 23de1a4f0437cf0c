//! The choices of the form that removes many messages, each with what it would take.
//! Counting is in the store; the form and its page are in `removals`, and on the page of a message.

use std::collections::HashMap;

use serde::Serialize;

use crate::app::App;
use crate::routes::guards::SignedIn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::ChannelId;
use portico_store::models::Channel;
use portico_store::models::messages::moderation::Since;
use portico_store::models::messages::removal::Author;
use portico_store::models::messages::removal_preview::{self, MAX_COUNTED, RemovalPreview};

/// The choices as templates show them.
#[derive(Debug, Serialize)]
pub(super) struct RemovalCounts {
    choices: Vec<CountedChoice>,
    /// True if the author's messages could not be counted in time.
    is_too_much: bool,
}

/// A choice of how far back a removal goes.
#[derive(Debug, Serialize)]
struct CountedChoice {
    name: &'static str,
    /// The value of the field `since`.
    value: String,
    label: &'static str,
    /// The messages that it would take in the channel, and in the server.
    counts: Option<[ShownCount; 2]>,
}

/// The messages that a choice would take in the channel or the server.
#[derive(Debug, Serialize)]
struct ShownCount {
    /// As in “300 messages”.
    words: String,
    count: usize,
    oldest: Option<Millis>,
    earlier: usize,
    replies: usize,
    /// The names of the channels, with how many messages each has.
    channels: Vec<(String, usize)>,
}

impl CountedChoice {
    fn new(since: Since) -> Self {
        let value = match since {
            Since::Message(id) => format!("message:{id}"),
            time => time.name().to_owned(),
        };
        Self { name: since.name(), value, label: since.label(), counts: None }
    }
}

impl RemovalCounts {
    /// The choices before there is an author whose messages could be counted.
    pub(super) fn uncounted(chosen: Option<i64>) -> Self {
        let all = chosen.map(Since::Message).into_iter().chain(Since::TIMES);
        Self { choices: all.map(CountedChoice::new).collect(), is_too_much: false }
    }

    /// The choices for an author in a channel, counted. The caller has checked that the user manages messages there.
    pub(super) async fn load(
        app: &App,
        me: &SignedIn<'_>,
        channel: &Channel,
        author: Author,
        chosen: Option<i64>,
    ) -> Result<Self> {
        let place = (channel.server_id, channel.id);
        let Some(counted) = removal_preview::load(app, me.id, place, author, chosen).await? else {
            return Ok(Self { is_too_much: true, ..Self::uncounted(chosen) });
        };
        let access = me.access(app).await?;
        let names: HashMap<ChannelId, &str> =
            access.channels_of(channel.server_id).map(|channel| (channel.id, &*channel.name)).collect();
        let choices = counted.into_iter().map(|choice| {
            let counts = [&choice.here, &choice.everywhere].map(|preview| ShownCount::new(app, preview, &names));
            CountedChoice { counts: Some(counts), ..CountedChoice::new(choice.since) }
        });
        Ok(Self { choices: choices.collect(), is_too_much: false })
    }
}

impl ShownCount {
    fn new(app: &App, preview: &RemovalPreview, names: &HashMap<ChannelId, &str>) -> Self {
        let named = |(id, count): &(ChannelId, usize)| Some(((*names.get(id)?).to_owned(), *count));
        Self {
            words: words(preview),
            count: preview.count,
            oldest: preview.oldest.map(|id| app.id_times().time_of(id)),
            earlier: preview.earlier,
            replies: preview.replies,
            channels: preview.channels.iter().filter_map(named).collect(),
        }
    }
}

fn words(preview: &RemovalPreview) -> String {
    match preview.count {
        _ if preview.is_capped && preview.count < MAX_COUNTED => format!("at least {} messages", preview.count),
        _ if preview.is_capped => "more than 10,000 messages".to_owned(),
        0 => "no messages".to_owned(),
        1 => "1 message".to_owned(),
        count if count < 1_000 => format!("{count} messages"),
        count => format!("{},{:03} messages", count / 1_000, count % 1_000),
    }
}
