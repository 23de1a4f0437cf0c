//! Properties of the Markdown of every message, with hostile and random texts.

use portico_rules::chat::markdown::{Element, Part, parse};
use portico_rules::chat::names::has_visible;
use proptest::prelude::*;

use super::hostile;

/// Asserts that every element ends within the one it began in, none is too deep, and every link shows something.
fn assert_sound(text: &str, parts: &[Part<'_>]) {
    let mut open: Vec<&Element> = Vec::new();
    let mut elements = 0;
    // What the link that started last shows.
    let mut label = String::new();
    for part in parts {
        match part {
            Part::Text(text) | Part::Address(text) | Part::Mention(_, text) => {
                assert!(!text.is_empty());
                label.push_str(text);
            }
            Part::Open(element) => {
                if matches!(element, Element::Link { .. }) {
                    label.clear();
                }
                open.push(element);
                elements += usize::from(!matches!(element, Element::Item(_)));
                assert!(open.len() <= 16, "{text:?}");
            }
            Part::Close(element) => {
                assert_eq!(open.pop(), Some(element), "{text:?}");
                let is_link = matches!(element, Element::Link { .. });
                assert!(!is_link || has_visible(&label), "an empty link: {text:?}");
            }
        }
    }
    assert!(open.is_empty(), "{text:?}");
    assert!(elements <= 400, "{text:?}");
}

#[test]
fn what_is_all_markup_is_neither_deep_nor_endless() {
    for text in hostile::markup(4_000) {
        let parts = parse(&text, &[]);
        assert_sound(&text, &parts);
    }
    for text in ["*".repeat(2_000), ">".repeat(1_000)] {
        assert_eq!(parse(&text, &[]), [Part::Text(&text)]);
    }
}

#[test]
fn parts_grow_no_faster_than_the_text() {
    for length in [4_000, 16_000] {
        for text in hostile::markup(length) {
            let parts = parse(&text, &[]);
            assert!(parts.len() <= 4 * text.len(), "{:?}", &text[..20]);
        }
    }
}

/// Something that people, programs and attackers write.
fn texts() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        "[*_~`>#\\[\\]()<!\\\\-]{1,4}",
        "[ \n\t]{1,3}",
        "[a-z@é.]{1,6}",
        Just("https://e.org/".to_owned()),
        Just("\n- ".to_owned()),
        Just("\n> ".to_owned()),
        Just("\n```\n".to_owned()),
        Just("\n1. ".to_owned()),
        Just("](https://e.org)".to_owned()),
        Just("[https://e.org](https://e.org)".to_owned()),
        Just("<https://e.org/a.>".to_owned()),
        Just("@all".to_owned()),
    ];
    proptest::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn elements_end_within_what_they_began_in(text in texts()) {
        assert_sound(&text, &parse(&text, &[]));
    }

    #[test]
    fn every_word_is_rendered_except_addresses_of_links_with_words(text in texts()) {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let parts = parse(&text, &[]);
        if !parts.iter().any(|part| matches!(part, Part::Open(Element::Link { .. } | Element::CodeBlock | Element::Item(_)))) {
            let drawn: String = parts
                .iter()
                .map(|part| match part {
                    Part::Text(text) | Part::Address(text) | Part::Mention(_, text) => *text,
                    _ => "",
                })
                .collect();
            prop_assert_eq!(letters(&drawn), letters(&text));
        }
    }

    #[test]
    fn every_mention_is_rendered_completely(text in texts()) {
        let mentions: Vec<_> = text.match_indices("@all").map(|(at, all)| at..at + all.len()).collect();
        let parts = parse(&text, &mentions);
        assert_sound(&text, &parts);
        let drawn: Vec<_> = parts
            .iter()
            .filter_map(|part| match part {
                Part::Mention(place, text) => Some((*place, *text)),
                _ => None,
            })
            .collect();
        let all: Vec<_> = (0..mentions.len()).map(|place| (place, "@all")).collect();
        prop_assert_eq!(drawn, all);
    }
}
