//! The JSON that a webhook's requests are answered with: a message, and the report on its mentions.
//! How a response is kept to be repeated is defined in `kept_answer`.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

use portico_platform::error::{Error, Result};
use portico_rules::chat::cards::Card;
use portico_rules::chat::mentions::{MentionReport, ResolvedMessage};
use portico_rules::clock::{Millis, rfc3339};
use portico_rules::ids::{ChannelId, MessageId};

/// How many mentions a report lists.
pub const MAX_REPORTED: usize = 100;

/// The results of a message's mentions: of the first [`MAX_REPORTED`], those that fired before those that did not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mentions {
    /// Those that fired.
    pub fired: Vec<MentionReport>,
    /// Those that stayed silent, and why.
    pub silent: Vec<MentionReport>,
    /// How many more there were, which are not listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The signature that serde expects.
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Mentions {
    /// The report on a message.
    pub fn new(text: &ResolvedMessage<'_>) -> Self {
        Self::listed(&text.fired, &text.silent)
    }

    pub(super) fn listed(fired: &[MentionReport], silent: &[MentionReport]) -> Self {
        let total = fired.len() + silent.len();
        let fired = &fired[..fired.len().min(MAX_REPORTED)];
        let silent = &silent[..silent.len().min(MAX_REPORTED - fired.len())];
        Self { more: total - fired.len() - silent.len(), fired: fired.to_vec(), silent: silent.to_vec() }
    }
}

/// A message in a response.
#[derive(Serialize)]
pub(super) struct MessageView<'a> {
    pub(super) id: MessageId,
    pub(super) channel_id: ChannelId,
    pub(super) content: &'a str,
    pub(super) name: &'a str,
    pub(super) avatar_url: &'a str,
    #[serde(serialize_with = "in_rfc3339")]
    pub(super) created_at: Millis,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) edited_at: Option<String>,
    #[serde(skip_serializing_if = "<[Card]>::is_empty", serialize_with = "native")]
    pub(super) cards: &'a [Card],
}

fn in_rfc3339<S: Serializer>(at: &Millis, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(&rfc3339(*at))
}

/// Cards as the native payload has them: with their times in RFC 3339.
fn native<S: Serializer>(cards: &[Card], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.iter().map(|card| {
        let mut value = json!(card);
        if let Some(time) = card.time {
            value["time"] = rfc3339(time).into();
        }
        value
    }))
}

#[derive(Serialize)]
struct Response<'a> {
    message: &'a MessageView<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mentions: Option<&'a Mentions>,
}

/// The response as JSON; the same values give the same bytes.
pub(super) fn json(message: &MessageView<'_>, mentions: Option<&Mentions>) -> Result<String> {
    let reports = mentions.map_or(0, |mentions| mentions.fired.len() + mentions.silent.len());
    // Room for the text, for the other fields, and for each report.
    let mut json = Vec::with_capacity(512 + message.content.len() + 128 * reports);
    let response = Response { message, mentions };
    serde_json::to_writer(&mut json, &response).map_err(Error::internal)?;
    String::from_utf8(json).map_err(Error::internal)
}
