//! The cards of a message as a template gets them.
//! The parts of a card are defined in `chat::cards`.

use serde::Serialize;

use super::text::{TextPiece, pieces_of};
use portico_rules::base_url::BaseUrl;
use portico_rules::chat::cards::{Card, CardAuthor, CardField, CardFooter};
use portico_rules::chat::markdown::ElementBudget;
use portico_rules::clock::Millis;
use portico_rules::own_origin;
use portico_rules::web_url;

/// The cards that a page shows: the empty ones are dropped, and pictures on the origin of this instance that are no
/// pictures of its own.
pub(super) fn shown(mut cards: Vec<Card>, base_url: &BaseUrl) -> Vec<Card> {
    for card in &mut cards {
        for (_, url) in card.pictures_mut() {
            url.take_if(|url| !own_origin::may_be_shown(base_url, url));
        }
    }
    cards.retain(|card| !card.is_empty());
    cards
}

/// A card for the template `chat/card`.
#[derive(Debug, Serialize)]
pub(super) struct CardContext<'a> {
    /// `#rrggbb`.
    color: Option<String>,
    author: Option<LineContext<'a>>,
    title: Option<LineContext<'a>>,
    pieces: Vec<TextPiece<'a>>,
    fields: Vec<FieldContext<'a>>,
    /// Loaded with the message.
    thumbnail: Option<&'a str>,
    /// Loaded with the message.
    image: Option<PictureContext<'a>>,
    /// Loaded when the reader asks for one.
    on_click: Vec<PictureContext<'a>>,
    footer: Option<LineContext<'a>>,
    time: Option<Millis>,
}

/// A line of plain text, which may be a link and may have a small picture before it.
#[derive(Debug, Serialize)]
struct LineContext<'a> {
    text: &'a str,
    icon: Option<&'a str>,
    link: Option<LinkContext>,
}

#[derive(Debug, Serialize)]
struct LinkContext {
    href: String,
    /// Shown after a text that is not the address itself, so that the text can't lie about where the link leads.
    host: Option<String>,
}

#[derive(Debug, Serialize)]
struct FieldContext<'a> {
    name: &'a str,
    pieces: Vec<TextPiece<'a>>,
    inline: bool,
}

#[derive(Debug, Serialize)]
struct PictureContext<'a> {
    url: &'a str,
    host: String,
    /// True if it is the small one.
    small: bool,
}

impl<'a> CardContext<'a> {
    /// Parses the Markdown of a card. Where its pictures are loaded on click, the icons of its author and footer are not
    /// shown: they say nothing that the words beside them don't.
    pub(super) fn new(card: &'a Card, pictures_on_click: bool, budget: &mut ElementBudget) -> Self {
        let thumbnail = card.thumbnail_url.as_deref();
        let image = card.image_url.as_deref().and_then(|url| picture(url, false));
        let (thumbnail, image, on_click) = if pictures_on_click {
            let small = thumbnail.and_then(|url| picture(url, true));
            (None, None, small.into_iter().chain(image).collect())
        } else {
            (thumbnail, image, Vec::new())
        };
        let icon = |url: &'a Option<String>| url.as_deref().filter(|_| !pictures_on_click);
        let title = card.title.as_deref().and_then(not_blank);
        let title = title.or(card.url.as_deref());
        Self {
            color: card.color.map(|color| format!("#{:06x}", color & 0x00ff_ffff)),
            author: card.author.as_ref().and_then(|it| author(it, icon(&it.icon_url))),
            title: title.map(|title| LineContext::new(title, card.url.as_deref())),
            pieces: markdown(card.text.as_deref().unwrap_or_default(), budget),
            fields: card.fields.iter().filter_map(|it| field(it, budget)).collect(),
            thumbnail,
            image,
            on_click,
            footer: card.footer.as_ref().and_then(|it| footer(it, icon(&it.icon_url))),
            time: card.time,
        }
    }
}

impl<'a> LineContext<'a> {
    fn new(text: &'a str, url: Option<&str>) -> Self {
        let icon = None;
        let link = url.and_then(|url| link(text, url));
        Self { text, icon, link }
    }
}

/// The link of a text. A text that looks like another address than the link's would lie about where it leads, so it is
/// none, as in Markdown.
fn link(text: &str, url: &str) -> Option<LinkContext> {
    let address = web_url::parse(url)?;
    let is_address = text == url;
    if text.contains("://") && !is_address {
        return None;
    }
    Some(LinkContext { host: address.host_str().filter(|_| !is_address).map(str::to_owned), href: address.into() })
}

fn author<'a>(author: &'a CardAuthor, icon: Option<&'a str>) -> Option<LineContext<'a>> {
    let name = author.name.trim();
    if name.is_empty() && icon.is_none() {
        return None;
    }
    Some(LineContext { icon, ..LineContext::new(name, author.url.as_deref().filter(|_| !name.is_empty())) })
}

fn field<'a>(field: &'a CardField, budget: &mut ElementBudget) -> Option<FieldContext<'a>> {
    let (name, value) = (field.name.trim(), field.value.trim());
    (!name.is_empty() || !value.is_empty()).then(|| FieldContext {
        name,
        pieces: markdown(value, budget),
        inline: field.inline,
    })
}

fn picture(url: &str, small: bool) -> Option<PictureContext<'_>> {
    let host = web_url::parse(url)?.host_str()?.to_owned();
    Some(PictureContext { url, host, small })
}

fn footer<'a>(footer: &'a CardFooter, icon: Option<&'a str>) -> Option<LineContext<'a>> {
    let text = footer.text.trim();
    (!text.is_empty() || icon.is_some()).then(|| LineContext { icon, ..LineContext::new(text, None) })
}

fn markdown<'a>(text: &'a str, budget: &mut ElementBudget) -> Vec<TextPiece<'a>> {
    pieces_of(text.trim(), budget)
}

fn not_blank(text: &str) -> Option<&str> {
    let text = text.trim();
    (!text.is_empty()).then_some(text)
}
