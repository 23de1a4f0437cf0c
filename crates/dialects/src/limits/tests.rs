//! The limits, at their edges and far beyond them.
#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;

use super::*;
use portico_rules::chat::cards::CardField;
use portico_rules::chat::mentions::{MentionTarget, OptIn, scan};

fn content(text: &str) -> Translation {
    let mut translation = Translation { content: text.into(), ..Translation::default() };
    fit(&mut translation);
    translation
}

fn fitted(card: Card) -> Translation {
    let mut translation = Translation { cards: vec![card], ..Translation::default() };
    fit(&mut translation);
    translation
}

#[test]
fn a_text_is_cut_at_the_end_of_a_word() {
    for (text, max, expected) in [
        ("one two", 7, "one two"),
        ("one two three four", 16, "one two three…"),
        ("twelve chars", 7, "twelve…"),
        ("unbroken", 5, "unbr…"),
        ("a unbroken", 5, "a un…"),
        ("één twéé", 8, "één twéé"),
        ("one", 0, ""),
        ("one", 1, "…"),
        ("   x", 2, "…"),
        ("aaae\u{301}b", 5, "aaa…"),
    ] {
        assert_eq!(cut(text, max), expected, "{text:?} {max}");
    }
}

#[test]
fn code_that_a_cut_reaches_is_closed_within_the_limit() {
    for (text, max, expected) in [
        ("one two three four", 16, "one two three…"),
        ("```\none two\n```", 16, "```\none two\n```"),
        ("```\none two three\n```", 16, "```\none two…\n```"),
        ("a\n```py\none two three\n```", 8, "a…"),
        ("```\na\n```\nmore words", 11, "```\na\n```\n…"),
        ("```\na\n```\nmore words", 10, "```\na…\n```"),
        ("> ```\n> one two\n> ```", 20, "> ```\n> one…\n> ```"),
        ("```\none two", 4, "…"),
        ("```\none two", 0, ""),
    ] {
        assert_eq!(cut_markdown(text, max), expected, "{text:?} {max}");
    }
}

#[test]
fn a_mention_in_code_that_the_cut_reaches_goes_whole_and_the_code_is_closed() {
    let mut content = "```\nby @<42>\n```".to_owned();
    let mut marks = vec![Mark { range: 7..12, target: Some(MentionTarget::User(42.into())) }];
    cut_content(&mut content, &mut marks, &mut Vec::new(), 15);
    assert_eq!((content.as_str(), marks), ("```\nby …\n```", vec![]));
}

#[test]
fn content_within_the_limit_stays_as_it_is() {
    let text = "é".repeat(MAX_CONTENT_LENGTH);
    let fitted = content(&text);
    assert_eq!(fitted.content, text);
    assert!(fitted.shortened.is_empty() && fitted.marks.is_empty());
}

#[test]
fn longer_content_is_cut_and_noted() {
    let fitted = content(&"word ".repeat(MAX_CONTENT_LENGTH));
    assert!(fitted.content.ends_with("word…"));
    assert!(fitted.content.chars().count() <= MAX_CONTENT_LENGTH);
    assert_eq!(fitted.shortened, ["content"]);
}

#[test]
fn a_cut_makes_no_mention_of_the_beginning_of_a_name() {
    for name in ["@alliance", "@role_123456", "@Release Team Europe", "@bob.smith"] {
        let text = format!("{}{name}{}", "-".repeat(3_990), "x".repeat(99));
        for lead in 0..20 {
            let fitted = content(&text[lead..]);
            let ends = fitted.content.len();
            for mark in scan(&fitted.content).lookups(&OptIn::EVERYTHING.into()).nicknames {
                let marked = fitted.marks.last().unwrap();
                assert!(marked.target.is_none(), "{mark}");
                assert_eq!(marked.range.end, ends - ELLIPSIS.len_utf8(), "{mark}");
            }
        }
    }
}

#[test]
fn a_passage_without_mentions_is_cut_like_any_text() {
    let mut translation = Translation {
        content: format!("log: {}", "line@host ".repeat(1_000)),
        marks: vec![Mark { range: 5..10_005, target: None }],
        ..Translation::default()
    };
    fit(&mut translation);
    assert!((3_990..=4_000).contains(&translation.content.chars().count()));
    assert!(translation.content.ends_with("line@host…"));
    let end = translation.content.len() - '…'.len_utf8();
    assert_eq!(translation.marks[0].range, 5..end);
    assert_eq!(translation.marks.len(), 1);
}

#[test]
fn a_mention_that_the_cut_reaches_goes_whole() {
    let mut translation = Translation {
        content: format!("{}@<42>{}", "-".repeat(3_997), "x".repeat(9)),
        marks: vec![Mark { range: 3_997..4_002, target: Some(MentionTarget::User(42.into())) }],
        ..Translation::default()
    };
    fit(&mut translation);
    assert_eq!(translation.content, format!("{}…", "-".repeat(3_997)));
    assert!(translation.marks.is_empty());
}

#[test]
fn names_are_cleaned_and_cut() {
    let name = |raw: &str| {
        let mut translation = Translation { name: Some(raw.into()), ..Translation::default() };
        fit(&mut translation);
        (translation.name, translation.dropped.len())
    };
    assert_eq!(name("Build bot"), (Some("Build bot".into()), 0));
    assert_eq!(name(" Build\n\u{202e}bot "), (Some("Build bot".into()), 0));
    assert_eq!(name("  "), (None, 0));
    assert_eq!(name("\u{202e}"), (None, 1));
    let long = name(&"name ".repeat(50)).0.unwrap();
    assert!(long.chars().count() <= MAX_NAME_LENGTH && long.ends_with('…'));
}

#[test]
fn only_complete_web_addresses_are_kept() {
    for good in ["https://a.example/b?c#d", "HTTP://a.example", " https://a.example "] {
        assert_eq!(web_url(good), Some(good.trim()));
    }
    for bad in [
        "",
        "attachment://a.png",
        "javascript:alert(1)",
        "https:///a",
        "https://",
        "//a.example",
        "https://a.example\\b",
        "https://a.example/b c",
        "data:text/html,x",
    ] {
        assert_eq!(web_url(bad), None, "{bad}");
    }
    let longest = format!("https://a.example/{}", "x".repeat(MAX_URL_LENGTH));
    assert_eq!(web_url(&longest), None);
}

#[test]
fn a_picture_that_is_no_web_address_is_dropped_and_noted() {
    let translation = fitted(Card {
        title: Some("t".into()),
        image_url: Some("attachment://a.png".into()),
        thumbnail_url: Some("https://a.example/b.png".into()),
        ..Card::default()
    });
    let card = &translation.cards[0];
    assert_eq!((&card.image_url, card.thumbnail_url.is_some()), (&None, true));
    assert_eq!(translation.dropped, ["cards/0/image: not a complete http or https URL"]);
}

#[test]
fn pictures_of_this_instance_are_dropped_unless_they_are_avatars() {
    let base = BaseUrl::parse("https://chat.example").unwrap();
    let picture = |url: &str| Card { image_url: Some(url.into()), ..Card::default() };
    let mut translation = Translation {
        avatar_url: Some("https://chat.example/sign-out".into()),
        cards: vec![
            picture("https://chat.example/oauth/authorize"),
            picture("https://chat.example/avatars/user/7"),
            picture("https://elsewhere.example/a.png"),
        ],
        ..Translation::default()
    };
    drop_own_pictures(&mut translation, &base);
    assert_eq!(translation.avatar_url, None);
    assert_eq!(translation.cards.len(), 2);
    assert_eq!(translation.dropped.len(), 2);
}

#[test]
fn all_cards_together_keep_to_the_limit() {
    let card = Card { text: Some("word ".repeat(2_000)), ..Card::default() };
    let mut translation = Translation { cards: vec![card; 12], ..Translation::default() };
    fit(&mut translation);
    assert_eq!(translation.cards.len(), 2);
    assert_eq!(translation.shortened, ["cards/0/text", "cards/1/text"]);
    assert_eq!(translation.dropped[0], "2 cards after the first 10");
    assert_eq!(translation.dropped[1], "cards: no room left for 8");
    assert_eq!(translation.dropped.len(), 2);
}

#[test]
fn every_card_keeps_its_names_whatever_the_texts_before_it_take() {
    let card = |number: usize| Card {
        title: Some(format!("title {number}")),
        author: Some(CardAuthor { name: "author".into(), ..CardAuthor::default() }),
        text: Some("word ".repeat(200)),
        fields: vec![CardField { name: "name".into(), value: "value ".repeat(20), inline: true }; 12],
        ..Card::default()
    };
    let mut translation = Translation { cards: (0..10).map(card).collect(), ..Translation::default() };
    fit(&mut translation);
    for (number, card) in translation.cards.iter().enumerate() {
        assert_eq!(card.title, Some(format!("title {number}")));
        assert!(card.author.is_some(), "{number}");
        let is_whole = |field: &CardField| !field.name.is_empty() && !field.value.is_empty();
        assert!(card.fields.iter().all(is_whole), "{number}");
    }
    assert_eq!(translation.cards.len(), 10);
    assert!(translation.cards[0].text.is_some() && translation.cards[9].text.is_none());
    let [note] = &translation.dropped[..] else {
        panic!("{:?}", translation.dropped);
    };
    assert!(note.starts_with("texts of cards: no room left for "), "{note}");
    let characters: usize = translation.cards.iter().map(Card::characters).sum();
    assert!((5_900..=MAX_CHARACTERS).contains(&characters));
    let fitted = translation.clone();
    fit(&mut translation);
    assert_eq!(translation, fitted);
}

#[test]
fn a_card_without_room_for_its_text_keeps_its_picture() {
    let card = Card { text: Some("word ".repeat(2_000)), ..Card::default() };
    let pictured = Card { image_url: Some("https://a.example/b.png".into()), ..card.clone() };
    let mut translation =
        Translation { cards: vec![card.clone(), card.clone(), pictured, card], ..Translation::default() };
    fit(&mut translation);
    assert_eq!(translation.cards.len(), 3);
    assert!(translation.cards[2].image_url.is_some() && translation.cards[2].text.is_none());
    assert_eq!(translation.dropped, ["cards: no room left for 1", "texts of cards: no room left for 1"]);
}

#[test]
fn an_address_a_time_and_a_colour_alone_are_no_card() {
    let bare = Card { url: Some("https://a.example".into()), color: Some(7), time: Some(1), ..Card::default() };
    assert!(is_empty(&fitted(bare.clone())));
    let titled = Card { title: Some("t".into()), ..bare };
    assert_eq!(fitted(titled.clone()).cards, [titled]);
}

#[test]
fn a_card_without_anything_to_show_is_left_out() {
    let translation = fitted(Card {
        title: Some("  ".into()),
        author: Some(CardAuthor::default()),
        footer: Some(CardFooter::default()),
        fields: vec![CardField::default()],
        color: Some(7),
        ..Card::default()
    });
    assert!(is_empty(&translation));
}

#[test]
fn a_text_that_shows_nothing_is_none() {
    for blank in ["\u{200b}\u{200d}\u{2060}", "\u{2800}", "\u{1c}", " \u{3164}"] {
        let mut translation = content(blank);
        assert!(is_empty(&translation), "{blank:?}");
        translation.marks = vec![Mark { range: 0..1, target: None }];
        translation.content = blank.into();
        translation.cards = fitted(Card {
            title: Some("t".into()),
            text: Some(blank.into()),
            fields: vec![
                CardField { name: blank.into(), value: "v".into(), inline: true },
                CardField { name: blank.into(), value: blank.into(), inline: true },
            ],
            ..Card::default()
        })
        .cards;
        fit(&mut translation);
        assert!(translation.content.is_empty() && translation.marks.is_empty());
        let card = &translation.cards[0];
        assert_eq!((&card.text, card.fields.len()), (&None, 1));
        assert_eq!(card.fields[0].name, "");
    }
    for visible in ["👩\u{200d}💻", "e\u{301}", "\u{200b}.", "\u{301}"] {
        assert_eq!(content(visible).content, visible);
    }
}

#[test]
fn the_null_character_is_stored_as_a_space() {
    assert_eq!(content("a\0b").content, "a b");
}

#[test]
fn control_characters_become_spaces_of_as_many_bytes() {
    let raw = "a\u{7}b\tc\r\nd\u{85}e\u{7f}";
    let kept = content(raw).content;
    assert_eq!(kept, "a b\tc\r\nd\u{a0}e ");
    assert_eq!(kept.len(), raw.len());
    let text = |text: &str| Some(text.to_owned());
    let translation = fitted(Card { title: text("\0\u{1b}"), text: text("\u{1b}[31mred"), ..Card::default() });
    let card = &translation.cards[0];
    assert_eq!((&card.title, card.text.as_deref()), (&None, Some(" [31mred")));
    let mut notes = Vec::new();
    note(&mut notes, "file a\0b");
    assert_eq!(notes, ["file a b"]);
}

#[test]
fn notes_come_to_an_end() {
    let mut notes = Vec::new();
    for _ in 0..1_000 {
        note(&mut notes, &"x".repeat(1_000));
    }
    assert_eq!(notes.len(), MAX_NOTES + 1);
    assert!(notes.iter().all(|note| note.chars().count() <= MAX_NOTE_LENGTH));
}

proptest! {
    #[test]
    fn markdown_that_is_cut_fits_and_stays_so(
        text in "(```|````|~~~|> |- | |\n|ab|é|[a-c `]){0,30}", max in 0_usize..50,
    ) {
        let short = cut_markdown(&text, max);
        prop_assert!(short.chars().count() <= max);
        prop_assert_eq!(cut_markdown(&short, max), &*short);
    }

    #[test]
    fn what_is_cut_fits_and_begins_the_text(text in "\\PC{0,60}", max in 0_usize..50) {
        let short = cut(&text, max);
        prop_assert!(short.chars().count() <= max);
        if short != text && max > 0 {
            let kept = short.strip_suffix(ELLIPSIS);
            prop_assert!(kept.is_some_and(|kept| text.starts_with(kept)));
        }
    }
}
