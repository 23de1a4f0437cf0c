//! A stored post as its sender sees it: for the first time, and again under its idempotency key.
//! What is stored for that is defined in `stored_response`.

use std::borrow::Cow;
use std::sync::Arc;

use super::post::Post;
use super::response::{self, Mentions, MessageView};
use super::stored_response::StoredResponse;
use portico_platform::error::{Error, Result};
use portico_rules::base_url::BaseUrl;
use portico_rules::chat::cards::Card;
use portico_rules::chat::mentions::ResolvedMessage;
use portico_rules::clock::Millis;
use portico_rules::ids::IdTimes;

/// A stored message, as the post is answered.
#[derive(Debug, Clone)]
pub struct Accepted {
    /// The message.
    pub message_id: i64,
    /// The channel it is in.
    pub channel_id: i64,
    /// The name it is shown under.
    pub name: String,
    /// The picture it is shown with.
    pub avatar_url: String,
    /// Its text as it was stored.
    pub content: String,
    /// When it was stored.
    pub created_at: Millis,
    /// Its cards.
    pub cards: Arc<[Card]>,
    /// What became of its mentions.
    pub mentions: Mentions,
    /// Whether the same post came before, with the same key: then this is the first response again, and nothing was stored.
    pub replayed: bool,
}

impl Accepted {
    pub(super) fn new(post: &Post, id: i64, text: &ResolvedMessage<'_>, at: Millis, base_url: &BaseUrl) -> Self {
        let avatar_url = avatar_url(post, base_url);
        Self::of(post, &view(post, id, text, at, &avatar_url), Mentions::of(text))
    }

    /// The response to a post with an idempotency key, and what is stored to repeat it.
    pub(super) fn keyed(
        post: &Post,
        id: i64,
        text: &ResolvedMessage<'_>,
        at: Millis,
        base_url: &BaseUrl,
    ) -> Result<(Self, String)> {
        let avatar_url = avatar_url(post, base_url);
        let view = view(post, id, text, at, &avatar_url);
        let mentions = Mentions::of(text);
        let stored = StoredResponse::of(post.posted_fields(), &view, &mentions, text)
            .ok_or_else(|| Error::internal("a mention is not in the text that was sent"))?;
        let stored = serde_json::to_string(&stored).map_err(Error::internal)?;
        Ok((Self::of(post, &view, mentions), stored))
    }

    /// The response to the same post, from what was stored of it.
    pub(super) fn again(post: &Post, stored: &str, times: &IdTimes) -> Result<Self> {
        let posted = post.posted_fields();
        let stored: StoredResponse = serde_json::from_str(stored).map_err(Error::internal)?;
        let content = stored.content(posted.content);
        let view = stored.view(posted, &content, times);
        let (Some(view), Some(mentions)) = (view, stored.mentions(posted.content)) else {
            return Err(Error::internal("a response was stored for another post"));
        };
        Ok(Self { replayed: true, ..Self::of(post, &view, mentions) })
    }

    fn of(post: &Post, view: &MessageView<'_>, mentions: Mentions) -> Self {
        Self {
            message_id: view.id,
            channel_id: view.channel_id,
            name: view.name.to_owned(),
            avatar_url: view.avatar_url.to_owned(),
            content: view.content.to_owned(),
            created_at: view.created_at,
            cards: post.cards.clone(),
            mentions,
            replayed: false,
        }
    }

    /// The native response, the same bytes every time.
    ///
    /// # Errors
    /// [`Error::Internal`] where it can't be serialized, which never happens.
    pub fn json(&self) -> Result<String> {
        let view = MessageView {
            id: self.message_id,
            channel_id: self.channel_id,
            content: &self.content,
            name: &self.name,
            avatar_url: &self.avatar_url,
            created_at: self.created_at,
            edited_at: None,
            cards: &self.cards,
        };
        response::json(&view, Some(&self.mentions))
    }
}

fn avatar_url<'p>(post: &'p Post, base_url: &BaseUrl) -> Cow<'p, str> {
    match &post.avatar_url {
        Some(url) => Cow::Borrowed(url),
        None => Cow::Owned(post.webhook.avatar_url(base_url)),
    }
}

fn view<'a>(
    post: &'a Post,
    id: i64,
    text: &'a ResolvedMessage<'_>,
    at: Millis,
    avatar_url: &'a str,
) -> MessageView<'a> {
    MessageView {
        id,
        channel_id: post.webhook.channel_id,
        content: &text.content,
        name: post.name.as_ref().unwrap_or(&post.webhook.name),
        avatar_url,
        created_at: at,
        edited_at: None,
        cards: &post.cards,
    }
}
