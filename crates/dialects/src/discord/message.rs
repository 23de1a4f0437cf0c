//! The Discord message object that a webhook's message is answered as.
//! Its keys are those that discord.py, discord-webhook and discord.js read without asking whether they are there.

use serde::Serialize;
use time::macros::format_description;

use portico_rules::chat::cards::{Card, CardField};
use portico_rules::chat::mentions::MentionTarget;
use portico_rules::clock::{self, Millis};
use portico_rules::ids::ChannelId;

/// A message of a webhook, as far as Discord's clients ask for it.
#[derive(Clone, Debug)]
pub struct PostedMessage<'m> {
    /// Its id.
    pub id: i64,
    /// The channel it is in.
    pub channel_id: ChannelId,
    /// The webhook that posted it.
    pub webhook_id: i64,
    /// The name it is shown under.
    pub name: &'m str,
    /// Its text.
    pub content: &'m str,
    /// Its cards.
    pub cards: &'m [Card],
    /// Targets of its mentions, whether or not they fired.
    pub mentions: &'m [MentionTarget],
    /// When it was posted.
    pub created_at: Millis,
    /// When it was last edited.
    pub edited_at: Option<Millis>,
    /// Parts that were shortened to fit.
    pub shortened: &'m [String],
    /// Parts that could not be posted.
    pub dropped: &'m [String],
}

/// The message object, with the keys `shortened` and `dropped` where there are such notes. Ids are strings; times have six
/// digits and an offset, for Python before 3.11 reads no other.
#[derive(Serialize)]
struct MessageObject<'m> {
    id: String,
    r#type: u8,
    content: &'m str,
    channel_id: String,
    author: Author<'m>,
    attachments: [(); 0],
    embeds: Vec<Embed<'m>>,
    /// Names of users are not Discord's to hand on; their ids stand in the text.
    mentions: [(); 0],
    mention_roles: Vec<String>,
    mention_everyone: bool,
    pinned: bool,
    tts: bool,
    timestamp: String,
    edited_timestamp: Option<String>,
    flags: u8,
    components: [(); 0],
    webhook_id: &'m str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    shortened: &'m [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    dropped: &'m [String],
}

#[derive(Serialize)]
struct Author<'m> {
    id: &'m str,
    username: &'m str,
    global_name: (),
    avatar: (),
    discriminator: &'static str,
    public_flags: u8,
    flags: u8,
    bot: bool,
}

#[derive(Serialize)]
struct Embed<'m> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<EmbedImage<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thumbnail: Option<EmbedImage<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<EmbedAuthor<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    footer: Option<EmbedFooter<'m>>,
    /// They have the same keys as a card's.
    fields: &'m [CardField],
}

#[derive(Serialize)]
struct EmbedImage<'m> {
    url: &'m str,
}

#[derive(Serialize)]
struct EmbedAuthor<'m> {
    name: &'m str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon_url: Option<&'m str>,
}

#[derive(Serialize)]
struct EmbedFooter<'m> {
    text: &'m str,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon_url: Option<&'m str>,
}

/// The message object as JSON.
///
/// # Errors
/// Where it can't be serialized, which never happens.
pub fn message_json(message: &PostedMessage<'_>) -> serde_json::Result<String> {
    let roles = message.mentions.iter().filter_map(|target| match target {
        MentionTarget::Role(id) => Some(id.to_string()),
        MentionTarget::All | MentionTarget::User(_) => None,
    });
    let webhook_id = message.webhook_id.to_string();
    serde_json::to_string(&MessageObject {
        id: message.id.to_string(),
        r#type: 0,
        content: message.content,
        channel_id: message.channel_id.to_string(),
        author: Author {
            id: &webhook_id,
            username: message.name,
            global_name: (),
            avatar: (),
            discriminator: "0000",
            public_flags: 0,
            flags: 0,
            bot: true,
        },
        attachments: [],
        embeds: message.cards.iter().map(embed).collect(),
        mentions: [],
        mention_roles: roles.collect(),
        mention_everyone: message.mentions.contains(&MentionTarget::All),
        pinned: false,
        tts: false,
        timestamp: time(message.created_at),
        edited_timestamp: message.edited_at.map(time),
        flags: 0,
        components: [],
        webhook_id: &webhook_id,
        shortened: message.shortened,
        dropped: message.dropped,
    })
}

fn time(at: Millis) -> String {
    clock::written(at, format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:6]+00:00"))
}

fn embed(card: &Card) -> Embed<'_> {
    let picture = |url| EmbedImage { url };
    Embed {
        r#type: "rich",
        title: card.title.as_deref(),
        url: card.url.as_deref(),
        description: card.text.as_deref(),
        color: card.color,
        timestamp: card.time.map(time),
        image: card.image_url.as_deref().map(picture),
        thumbnail: card.thumbnail_url.as_deref().map(picture),
        author: card.author.as_ref().map(|author| EmbedAuthor {
            name: &author.name,
            url: author.url.as_deref(),
            icon_url: author.icon_url.as_deref(),
        }),
        footer: card
            .footer
            .as_ref()
            .map(|footer| EmbedFooter { text: &footer.text, icon_url: footer.icon_url.as_deref() }),
        fields: &card.fields,
    }
}
