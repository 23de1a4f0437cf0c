//! Slack's attachments as cards, with the keys that Mattermost and Rocket.Chat share.
//! Their limits are applied in `dialects::limits`.

use serde_json::Value;

use super::{Markup, Walk, blocks, filled, mrkdwn};
use crate::limits::{note, shows_nothing, web_url};
use crate::{colors, fences, moments};
use portico_rules::chat::cards::{Card, CardAuthor, CardField, CardFooter, MAX_CARDS, MAX_FIELDS};

/// Slack's names for colours.
const COLORS: [(&str, u32); 3] = [("good", 0x2e_b6_7d), ("warning", 0xec_b2_2e), ("danger", 0xe0_1e_5a)];

/// Reads attachments into cards.
pub(super) fn read(attachments: &[Value], walk: &mut Walk<'_>) {
    if attachments.len() > MAX_CARDS {
        let more = attachments.len() - MAX_CARDS;
        note(walk.dropped, &format!("attachments: {more} after the first {MAX_CARDS}"));
    }
    for (index, attachment) in attachments.iter().take(MAX_CARDS).enumerate() {
        let path = format!("attachments/{index}");
        if attachment.is_object() {
            let card = card(attachment, &path, walk);
            walk.cards.extend((!shows_nothing(&card)).then_some(card));
        } else if !attachment.is_null() {
            note(walk.dropped, &path);
        }
    }
}

fn card(attachment: &Value, path: &str, walk: &mut Walk<'_>) -> Card {
    let text = |key: &str| filled(attachment.get(key));
    let markup = walk.markup;
    let title = |text: &str| markup.title(text);
    let is_formatted = |key: &str| match attachment.get("mrkdwn_in").and_then(Value::as_array) {
        // Slack formats these unless the list leaves them out.
        None => true,
        Some(_) if markup == Markup::Markdown => true,
        Some(keys) => keys.is_empty() || keys.iter().any(|known| known == key),
    };
    let words = |key: &str| {
        text(key).map(|text| {
            let markup = if is_formatted(key) { markup } else { Markup::Plain };
            markup.translate(&text).into_content()
        })
    };
    let items = attachment.get("blocks").and_then(Value::as_array);
    let mut inner = blocks::read(items.map_or(&[], Vec::as_slice), &format!("{path}/blocks"), walk);
    // A card has one picture: its own, or else the first one among its blocks.
    let mut image_url = text("image_url");
    for picture in std::mem::take(&mut walk.pictures) {
        picture.write_title(&mut inner);
        if image_url.is_none() {
            image_url = Some(picture.url);
        } else {
            note(walk.dropped, &format!("{}: image", picture.path));
        }
    }
    let inner = Some(inner.into_content()).filter(|inner| !inner.trim().is_empty());
    let texts = [words("pretext"), words("text"), inner];
    let mut links = Vec::new();
    for (index, action) in list(attachment, "actions").iter().take(MAX_FIELDS).enumerate() {
        match link(action) {
            Some(link) => links.push(link),
            None => note(walk.dropped, &format!("{path}/actions/{index}")),
        }
    }
    // Of an author and a footer, the link and the picture are shown with the words alone.
    for (words, key) in [("author_name", "author_link"), ("author_name", "author_icon"), ("footer", "footer_icon")] {
        if text(words).is_none() && text(key).is_some() {
            note(walk.dropped, &format!("{path}/{key}"));
        }
    }
    let body = fences::joined(texts.into_iter().flatten().chain(links), "\n");
    let mut card = Card {
        title: text("title").map(|text| title(&text)),
        url: text("title_link"),
        text: Some(body).filter(|body| !body.is_empty()),
        color: text("color").and_then(|text| color(&text)),
        author: text("author_name").map(|name| CardAuthor {
            name: title(&name),
            url: text("author_link"),
            icon_url: text("author_icon"),
        }),
        fields: fields(attachment, path, walk),
        thumbnail_url: text("thumb_url"),
        image_url,
        footer: text("footer").map(|footer| CardFooter { text: title(&footer), icon_url: text("footer_icon") }),
        time: time(attachment.get("ts")),
    };
    if shows_nothing(&card) {
        card.text = text("fallback").map(|text| Markup::Plain.translate(&text).into_content());
    }
    card
}

fn list<'v>(object: &'v Value, key: &str) -> &'v [Value] {
    object.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A button that leads somewhere.
fn link(action: &Value) -> Option<String> {
    let url = filled(action.get("url"))?;
    let url = web_url(&url)?;
    let label = filled(action.get("text")).or_else(|| filled(action.get("name")));
    let mut out = super::Text::default();
    mrkdwn::link(url, &mrkdwn::unescape(&label.unwrap_or_default()), &mut out);
    Some(out.into_content())
}

fn fields(attachment: &Value, path: &str, walk: &mut Walk<'_>) -> Vec<CardField> {
    let markup = walk.markup;
    let fields = list(attachment, "fields");
    if fields.len() > MAX_FIELDS {
        let more = fields.len() - MAX_FIELDS;
        note(walk.dropped, &format!("{path}/fields: {more} after the first {MAX_FIELDS}"));
    }
    let fields = fields.iter().take(MAX_FIELDS).map(|field| CardField {
        name: filled(field.get("title")).map(|text| markup.title(&text)).unwrap_or_default(),
        value: match field.get("value") {
            Some(Value::Bool(truth)) => truth.to_string(),
            value => filled(value).map(|text| markup.translate(&text).into_content()).unwrap_or_default(),
        },
        inline: match field.get("short") {
            Some(Value::Bool(short)) => *short,
            Some(Value::String(short)) => short == "true",
            _ => false,
        },
    });
    fields.collect()
}

/// `good`, `warning`, `danger`, `#rrggbb` or `#rgb`, with or without the sign.
fn color(text: &str) -> Option<u32> {
    let text = text.trim();
    if let Some((_, color)) = COLORS.iter().find(|(name, _)| *name == text) {
        return Some(*color);
    }
    colors::hex(text.strip_prefix('#').unwrap_or(text))
}

/// Seconds since 1970, as a number or written out; Rocket.Chat sends ISO 8601.
fn time(value: Option<&Value>) -> Option<i64> {
    let text = filled(value)?;
    if let Ok(seconds) = text.trim().parse::<f64>() {
        // Beyond these a page has no calendar.
        return (seconds.abs() < 2.5e11).then(|| (seconds * 1_000.0).round() as i64);
    }
    moments::iso8601(&text)
}
