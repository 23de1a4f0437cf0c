//! Properties of the Markdown of every message, with hostile and random texts.

use portico_rules::chat::channel_names;
use portico_rules::chat::links::cut;
use portico_rules::chat::markdown::{
    Element, ElementBudget, MAX_ELEMENTS, Part, code, parse, parse_within, plain_text,
};
use portico_rules::chat::mentions::{AllowedMentions, OptIn, scan};
use portico_rules::chat::names::has_visible;
use portico_rules::steps;
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
                elements += usize::from(!matches!(part, Part::Text(_)));
                assert!(!text.is_empty());
                label.push_str(text);
            }
            Part::Open(element) => {
                if matches!(element, Element::Link { .. }) {
                    label.clear();
                }
                open.push(element);
                elements += 1;
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
    assert!(elements <= MAX_ELEMENTS, "{text:?}");
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
fn the_texts_of_a_message_share_its_elements() {
    let mut budget = ElementBudget::default();
    let mut opened = |text: &str, mentions: &[std::ops::Range<usize>]| {
        let parts = parse_within(text, mentions, &mut budget);
        parts.iter().filter(|part| !matches!(part, Part::Text(_) | Part::Close(_))).count()
    };
    let (half, all) = (MAX_ELEMENTS / 2, 0..4);
    let all = std::slice::from_ref(&all);
    assert_eq!(opened(&"*a* ".repeat(half - 2), &[]), half - 2);
    assert_eq!(opened("@all https://a.example ", all), 2);
    // A list and its items.
    assert_eq!(opened(&"- a\n".repeat(half), &[]), half);
    for text in ["*a*", "https://a.example", "- a", "`a`", "> a"] {
        assert_eq!(parse_within(text, &[], &mut budget), [Part::Text(text)]);
    }
    assert_eq!(parse_within("@all", all, &mut budget), [Part::Text("@all")]);
}

/// A reader of a text that returns nothing.
type Reader = fn(&str);

/// Four times the text is four times the steps, or sixteen times where they are superlinear.
///
/// Shows: cost.markup-steps
#[test]
fn the_steps_of_a_text_are_in_proportion_to_it() {
    let readers: [(&str, Reader); 4] = [
        ("Markdown", |text| drop(plain_text(text))),
        ("addresses", |text| drop(cut(text))),
        ("channels", |text| drop(channel_names::find(text, |_| None::<()>))),
        ("mentions", |text| {
            let everything = AllowedMentions::from(OptIn::EVERYTHING);
            drop(scan(text).lookups(&everything));
        }),
    ];
    let texts = |length| [hostile::markup(length), hostile::mentions(length)].concat();
    for (short, long) in texts(4_000).iter().zip(texts(16_000)) {
        for (name, read) in readers {
            let ((), steps) = steps::counted(|| read(short));
            let ((), more) = steps::counted(|| read(&long));
            assert!(more <= 8 * steps.max(4_000), "{name}: {steps} and {more} steps for {:?}", short.get(..20));
        }
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
        Just("\n~~~ a\n".to_owned()),
        Just("\n1. ".to_owned()),
        Just("\na | b\n- | -:\n".to_owned()),
        Just("|".to_owned()),
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

    /// Shows: mentions.code
    #[test]
    fn what_renders_as_code_is_what_mentions_take_for_code(text in texts()) {
        let code = code(&text);
        let is_code = |at: usize| code.iter().any(|range| range.contains(&at));
        let mut depth = 0;
        for part in parse(&text, &[]) {
            match part {
                Part::Open(Element::Code | Element::CodeBlock) => depth += 1,
                Part::Close(Element::Code | Element::CodeBlock) => depth -= 1,
                Part::Text(shown) | Part::Address(shown) => {
                    prop_assert_eq!(is_code(shown.as_ptr() as usize - text.as_ptr() as usize), depth > 0);
                }
                _ => {}
            }
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
