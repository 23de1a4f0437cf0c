//! The Discord message object that a webhook's message is answered as.
//! Its keys are those that discord.py, discord-webhook and discord.js read without asking whether they are there.

use serde_json::{Value, json};
use time::macros::format_description;

use crate::chat::cards::Card;
use crate::chat::mentions::Target;
use crate::clock::{self, Millis};

/// A message of a webhook, as far as Discord's clients ask for it.
#[derive(Clone, Debug)]
pub struct PostedMessage<'m> {
    /// Its id.
    pub id: i64,
    /// The channel it is in.
    pub channel_id: i64,
    /// The webhook that posted it.
    pub webhook_id: i64,
    /// The name it is shown under.
    pub name: &'m str,
    /// Its text.
    pub content: &'m str,
    /// Its cards.
    pub cards: &'m [Card],
    /// What it mentions, whether or not it fired.
    pub mentions: &'m [Target],
    /// When it was posted.
    pub created_at: Millis,
    /// When it was last edited.
    pub edited_at: Option<Millis>,
}

/// The message object: ids are strings, times have six digits and an offset, for Python before 3.11 reads no other.
#[must_use]
pub fn message_json(message: &PostedMessage<'_>) -> Value {
    let PostedMessage {
        id,
        channel_id,
        webhook_id,
        name,
        content,
        cards,
        mentions,
        created_at,
        edited_at,
    } = message;
    let roles = mentions.iter().filter_map(|target| match target {
        Target::Role(id) => Some(id.to_string()),
        Target::All | Target::User(_) => None,
    });
    json!({
        "id": id.to_string(),
        "type": 0,
        "content": content,
        "channel_id": channel_id.to_string(),
        "author": {
            "id": webhook_id.to_string(),
            "username": name,
            "global_name": null,
            "avatar": null,
            "discriminator": "0000",
            "public_flags": 0,
            "flags": 0,
            "bot": true,
        },
        "attachments": [],
        "embeds": cards.iter().map(embed).collect::<Vec<_>>(),
        // Names of users are not Discord's to hand on; their ids stand in the text.
        "mentions": [],
        "mention_roles": roles.collect::<Vec<_>>(),
        "mention_everyone": mentions.contains(&Target::All),
        "pinned": false,
        "tts": false,
        "timestamp": time(*created_at),
        "edited_timestamp": edited_at.map(time),
        "flags": 0,
        "components": [],
        "webhook_id": webhook_id.to_string(),
    })
}

fn time(at: Millis) -> String {
    clock::written(
        at,
        format_description!(
            "[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:6]+00:00"
        ),
    )
}

fn embed(card: &Card) -> Value {
    let picture = |url: &String| json!({ "url": url });
    let mut embed = json!({ "type": "rich" });
    let mut set = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            embed[key] = value;
        }
    };
    set("title", card.title.as_ref().map(|text| json!(text)));
    set("url", card.url.as_ref().map(|text| json!(text)));
    set("description", card.text.as_ref().map(|text| json!(text)));
    set("color", card.color.map(|color| json!(color)));
    set("timestamp", card.time.map(|at| json!(time(at))));
    set("image", card.image_url.as_ref().map(picture));
    set("thumbnail", card.thumbnail_url.as_ref().map(picture));
    let with_icon = |key: &str, text: &str, url: Option<&String>, icon: Option<&String>| {
        let mut part = json!({ key: text });
        if let Some(url) = url {
            part["url"] = json!(url);
        }
        if let Some(icon) = icon {
            part["icon_url"] = json!(icon);
        }
        part
    };
    let author = card.author.as_ref();
    set(
        "author",
        author.map(|it| with_icon("name", &it.name, it.url.as_ref(), it.icon_url.as_ref())),
    );
    let footer = card.footer.as_ref();
    set(
        "footer",
        footer.map(|it| with_icon("text", &it.text, None, it.icon_url.as_ref())),
    );
    let fields = card
        .fields
        .iter()
        .map(|field| json!({ "name": field.name, "value": field.value, "inline": field.inline }));
    embed["fields"] = fields.collect::<Vec<_>>().into();
    embed
}
