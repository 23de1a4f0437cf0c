//! The rows of a feed: its messages, grouped under heads, with the lines of days and of the first unread message.
//! `message_view` decides how a message looks.

use std::sync::Arc;

use serde::Serialize;

use super::message_renderer::MessageRenderer;
use super::message_view::{MessageView, Reader, mark_similar_names};
use portico_platform::error::Result;
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::IdTimes;
use portico_store::models::Message;
use portico_store::models::messages::feed::Feed;

/// A message at its place in a feed.
#[derive(Debug, Serialize)]
pub(super) struct FeedRow {
    /// The rendered message.
    #[serde(serialize_with = "super::as_str")]
    html: Arc<str>,
    /// The day, in UTC, if it differs from that of the message above.
    day: Option<Millis>,
    /// True if it is the first unread message, below a read one or just marked as unread.
    first_unread: bool,
}

/// Lines above a message of a feed: the day, if it is a new one, and whether the unread messages start here.
type RowLines = (Option<Millis>, bool);

fn lines(messages: &[Message], read: i64, marked: Option<i64>, times: &IdTimes) -> Vec<RowLines> {
    let mut above: Option<&Message> = None;
    let lines = messages.iter().map(|message| {
        let day = message.created_at(times).div_euclid(DAY_MS);
        let new_day = above.is_none_or(|above| above.created_at(times).div_euclid(DAY_MS) != day);
        let follows_read = match above {
            Some(above) => above.id.get() <= read,
            None => marked == Some(message.id.get()),
        };
        let first_unread = message.id.get() > read && follows_read;
        above = Some(message);
        (new_day.then_some(day * DAY_MS), first_unread)
    });
    lines.collect()
}

/// Max messages under one head, with the one that has it: of many in a row, every tenth says again whose they are. The page's
/// script uses the same number.
const MAX_GROUPED: usize = 10;

/// Groups messages under the message that heads them; a line between two splits the group.
fn group(messages: &mut [MessageView], lines: &[RowLines]) {
    let mut rest = messages.iter_mut().zip(lines).map(|(message, (day, unread))| (message, day.is_some() || *unread));
    let Some((mut head, _)) = rest.next() else {
        return;
    };
    let mut grouped = 1;
    for (message, has_line) in rest {
        let joined = !has_line && grouped < MAX_GROUPED && head.heads(message);
        message.set_joined(joined);
        grouped = if joined { grouped + 1 } else { 1 };
        if !joined {
            head = message;
        }
    }
}

/// A page of a feed, with the line of what is unread below the message `read`. `marked` is the one that the reader just marked as unread.
///
/// # Errors
/// As [`MessageRenderer::render`].
pub(super) async fn rows(
    feed: &Feed,
    renderer: MessageRenderer<'_>,
    reader: &Reader<'_>,
    (read, marked): (i64, Option<i64>),
) -> Result<Vec<FeedRow>> {
    let mut views: Vec<MessageView> =
        feed.messages.iter().map(|message| MessageView::new(message, &feed.people, reader)).collect();
    mark_similar_names(&mut views);
    let lines = lines(&feed.messages, read, marked, reader.id_times);
    group(&mut views, &lines);
    let html = renderer.render(views).await?;
    Ok(html.into_iter().zip(lines).map(|(html, (day, first_unread))| FeedRow { html, day, first_unread }).collect())
}
