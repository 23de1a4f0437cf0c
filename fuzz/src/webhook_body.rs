//! Properties of parsing any body posted to a webhook.
//! The mentions in its text are tested by `mention_scanner`.

use serde_json::{Value, json};
use url::Url;

use super::{mention_scanner, naive_json};
use portico_dialects::native::{self, NativeError};
use portico_rules::base_url::BaseUrl;
use portico_rules::chat::cards::{Card, MAX_CARDS, MAX_CHARACTERS as MAX_CARD_CHARACTERS};
use portico_rules::chat::names;
use portico_rules::clock::rfc3339;
use portico_rules::message_text::MAX_CHARACTERS;
use portico_rules::payload::Payload;

pub(super) fn verify(body: &[u8]) {
    let plain = naive_json::read(body);
    assert_eq!(portico_rules::json::parse(body).ok(), plain, "the reader of JSON");
    match native::parse(body, &base_url()) {
        Ok(payload) => {
            let value = plain.expect("what is accepted is JSON");
            equals_the_values(&payload, &value);
            is_displayable(&payload);
            reads_the_same_again(&payload);
            mention_scanner::agrees(&payload.content, payload.allowed_mentions.kinds, true);
            mention_scanner::agrees(&payload.content, payload.allowed_mentions.kinds, false);
        }
        Err(refused) => names_the_fault(&refused, plain.as_ref()),
    }
}

fn base_url() -> BaseUrl {
    BaseUrl::parse("https://chat.example").expect("an address")
}

fn equals_the_values(payload: &Payload, value: &Value) {
    let has_cards = value["cards"].as_array().is_some_and(|cards| !cards.is_empty());
    let content = value["content"].as_str();
    let content = content.filter(|text| !has_cards || names::has_visible(text));
    assert_eq!(content.unwrap_or_default(), payload.content);
    assert_eq!(has_cards, !payload.cards.is_empty());
    assert!(has_cards || content.is_some());
    let given = |key: &str| value[key].as_str().filter(|text| !text.trim().is_empty());
    // Invisible symbols at the ends of a name are trimmed with the whitespace.
    let blank = |c: char| c.is_whitespace() || "\u{2800}\u{fffc}\u{1d159}\u{13441}\u{13442}\u{16fe4}".contains(c);
    let name = given("name").map(|name| name.trim_matches(blank));
    assert_eq!(payload.name.as_deref(), name);
    assert_eq!(payload.avatar_url.as_deref(), given("avatarUrl"));
    for optional in ["name", "avatarUrl"] {
        assert!(value[optional].is_string() || value[optional].is_null());
    }
    let parse = value["allowedMentions"]["parse"].as_array();
    let wants = |kind: &str| parse.is_some_and(|parse| parse.contains(&kind.into()));
    let opted = payload.allowed_mentions.kinds;
    assert_eq!((opted.all, opted.roles, opted.users), (wants("all"), wants("roles"), wants("users")));
}

fn is_displayable(payload: &Payload) {
    let length = payload.content.chars().count();
    assert!(length <= MAX_CHARACTERS && !payload.content.contains('\0'));
    let is_blank = !names::has_visible(&payload.content);
    assert!(!is_blank || length == 0 && !payload.cards.is_empty());
    assert!(payload.cards.len() <= MAX_CARDS);
    let characters: usize = payload.cards.iter().map(Card::characters).sum();
    assert!(characters <= MAX_CARD_CHARACTERS);
    for card in &payload.cards {
        assert!(!card.is_empty());
        let own = [&card.url, &card.thumbnail_url, &card.image_url];
        let author = card.author.iter().flat_map(|author| [&author.url, &author.icon_url]);
        let footer = card.footer.iter().map(|footer| &footer.icon_url);
        for address in own.into_iter().chain(author).chain(footer).flatten() {
            is_a_web_address(address);
        }
    }
    if let Some(name) = &payload.name {
        assert!((1..=64).contains(&name.chars().count()) && !name.contains(char::is_control));
    }
    if let Some(address) = &payload.avatar_url {
        is_a_web_address(address);
    }
}

fn is_a_web_address(address: &str) {
    let url = Url::parse(address).expect("a URL is one");
    assert!(matches!(url.scheme(), "http" | "https") && url.has_host());
    assert!(address.chars().count() <= 2_048);
    assert!(!address.contains(|c: char| c.is_whitespace() || c.is_control()));
}

/// Serialised again, it parses to the same payload.
fn reads_the_same_again(payload: &Payload) {
    let opted = payload.allowed_mentions.kinds;
    let kinds = [("all", opted.all), ("roles", opted.roles), ("users", opted.users)];
    let parse: Vec<&str> = kinds.into_iter().filter_map(|(kind, wanted)| wanted.then_some(kind)).collect();
    let mut cards = json!(payload.cards);
    for (card, value) in payload.cards.iter().zip(cards.as_array_mut().into_iter().flatten()) {
        if let Some(time) = card.time {
            value["time"] = rfc3339(time).into();
        }
    }
    let body = json!({
        "cards": cards,
        "content": payload.content,
        "name": payload.name,
        "avatarUrl": payload.avatar_url,
        "allowedMentions": { "parse": parse },
    });
    match native::parse(body.to_string().as_bytes(), &base_url()) {
        Ok(again) => assert_eq!(again, *payload),
        Err(refused) => panic!("refused the second time: {refused:?}"),
    }
}

fn names_the_fault(refused: &NativeError, value: Option<&Value>) {
    let object = value.filter(|value| value.is_object());
    let faults = match refused {
        NativeError::NotJson(fault) => std::slice::from_ref(fault),
        NativeError::Faulty(faults) => faults,
    };
    assert_eq!(matches!(refused, NativeError::Faulty(_)), object.is_some());
    assert!((1..=100).contains(&faults.len()));
    for fault in faults {
        assert!(fault.detail.ends_with('.'), "{}", fault.detail);
        assert!(fault.header.is_none());
        is_a_pointer(&fault.pointer);
        if let Some(object) = object {
            // The field, or its parent if it is missing.
            let (parent, _) = fault.pointer.rsplit_once('/').expect("a field's pointer");
            assert!(object.pointer(parent).is_some(), "{}", fault.pointer);
        }
    }
}

/// A JSON pointer (RFC 6901, section 3).
fn is_a_pointer(text: &str) {
    assert!(text.is_empty() || text.starts_with('/'), "{text}");
    let mut escapes = text.split('~').skip(1);
    assert!(escapes.all(|escaped| escaped.starts_with(['0', '1'])), "{text}");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What a field may contain: valid values, nearly valid ones, and others.
    fn values() -> impl Strategy<Value = Value> {
        prop_oneof![
            6 => "[a-z @<>0-9]{0,20}".prop_map(Value::from),
            4 => "@(all|bob|Ops|Release Team|<42>|role_5)".prop_map(Value::from),
            3 => "(https?|HTTP|ftp|javascript)://?[a-z.@:\\\\/#?]{0,12}".prop_map(Value::from),
            2 => any::<String>().prop_map(Value::from),
            1 => (3_999..4_002_usize).prop_map(|length| "é".repeat(length).into()),
            1 => (63..66_usize).prop_map(|length| "n".repeat(length).into()),
            1 => Just(Value::Null),
            1 => any::<i64>().prop_map(Value::from),
            1 => Just(json!([])),
            1 => Just(json!({})),
        ]
    }

    fn mentions() -> impl Strategy<Value = Value> {
        let kinds = proptest::sample::select(vec!["all", "roles", "users", "", "All", "everyone"]);
        let item = prop_oneof![6 => kinds.prop_map(Value::from), 1 => values()];
        let items = proptest::collection::vec(item, 0..4);
        prop_oneof![
            6 => items.prop_map(|parse| json!({ "parse": parse })),
            1 => values().prop_map(|parse| json!({ "parse": parse })),
            1 => values(),
        ]
    }

    fn cards() -> impl Strategy<Value = Value> {
        let keys =
            vec!["title", "url", "text", "color", "author", "fields", "thumbnailUrl", "imageUrl", "footer", "time"];
        let part = prop_oneof![
            4 => "[a-z ]{0,8}".prop_map(Value::from),
            2 => "https://[a-z]{1,8}".prop_map(Value::from),
            1 => (0..0x1ff_ffff_u32).prop_map(Value::from),
            1 => "#[0-9a-f]{5,7}".prop_map(Value::from),
            1 => Just("2026-03-01T09:30:00.5-01:00".into()),
            2 => values().prop_map(|text| json!({ "name": text, "text": text, "iconUrl": null })),
            2 => values().prop_map(|text| json!([{ "name": text, "value": "a", "inline": true }])),
            1 => values(),
        ];
        let card = proptest::collection::btree_map(proptest::sample::select(keys), part, 0..3);
        let card = prop_oneof![8 => card.prop_map(|card| json!(card)), 1 => values()];
        prop_oneof![
            6 => proptest::collection::vec(card, 0..4).prop_map(Value::from),
            1 => values(),
        ]
    }

    proptest! {
        /// Shows: random.bodies
        #[test]
        fn a_body_is_parsed_correctly_with_any_values(
            content in values(),
            name in proptest::option::of(values()),
            avatar in proptest::option::of(values()),
            mentions in proptest::option::of(mentions()),
            cards in proptest::option::of(cards()),
        ) {
            let mut body = json!({ "content": content });
            for (key, value) in [
                ("name", name), ("avatarUrl", avatar), ("allowedMentions", mentions), ("cards", cards),
            ] {
                if let Some(value) = value {
                    body[key] = value;
                }
            }
            verify(body.to_string().as_bytes());
        }
    }
}
