//! Cards as plain text.

use portico_rules::chat::card_text::plain_text;
use portico_rules::chat::cards::{Card, CardAuthor, CardField, CardFooter};
use proptest::prelude::*;

fn card(title: &str, text: &str, fields: &[(&str, &str)]) -> Card {
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Card {
        title: some(title),
        text: some(text),
        fields: fields
            .iter()
            .map(|(name, value)| CardField { name: (*name).to_owned(), value: (*value).to_owned(), inline: true })
            .collect(),
        ..Card::default()
    }
}

#[test]
fn title_text_and_fields_are_lines() {
    let cards =
        [card("Disk full", "on **db-1**", &[("Host", "`db-1`"), ("Since", "10:00")]), card("", "and another", &[])];
    assert_eq!(plain_text(&cards, 300), "Disk full\non db-1\nHost: db-1\nSince: 10:00\nand another");
}

#[test]
fn the_author_comes_first_and_the_footer_is_left_out() {
    let card = Card {
        author: Some(CardAuthor { name: "mira".to_owned(), ..CardAuthor::default() }),
        footer: Some(CardFooter { text: "small print".to_owned(), ..CardFooter::default() }),
        ..card("Pull request 7", "", &[])
    };
    assert_eq!(plain_text(&[card], 300), "mira\nPull request 7");
}

#[test]
fn markdown_is_shown_without_its_markup() {
    let text = "a [link](https://example.org) and https://example.com\n- one\n- two\n```\ncode\n```\nend @all";
    assert_eq!(plain_text(&[card("", text, &[])], 300), "a link and https://example.com\none\ntwo\ncode\nend @all");
}

#[test]
fn a_url_stands_in_for_a_missing_title() {
    let linked = |title: &str| Card { url: Some("https://example.org/7".to_owned()), ..card(title, "", &[]) };
    assert_eq!(plain_text(&[linked("")], 300), "https://example.org/7");
    assert_eq!(plain_text(&[linked("Seven")], 300), "Seven");
}

#[test]
fn fields_without_a_name_or_a_value_have_no_colon() {
    let fields = [("Only a name", " "), ("", "only a value"), ("", "")];
    assert_eq!(plain_text(&[card("", "", &fields)], 300), "Only a name\nonly a value");
}

#[test]
fn a_longer_text_is_cut_at_a_word() {
    let text = card("", "eleven little sparrows", &[]);
    for (max, shown) in
        [(22, "eleven little sparrows"), (21, "eleven little…"), (14, "eleven little…"), (13, "eleven…")]
    {
        assert_eq!(plain_text(std::slice::from_ref(&text), max), shown, "{max}");
    }
    let word = card("", &"w".repeat(4_096), &[]);
    assert_eq!(plain_text(&[word], 10), "wwwwwwwww…");
}

#[test]
fn cards_without_text_have_none() {
    assert_eq!(plain_text(&[], 300), "");
    assert_eq!(plain_text(&[Card::default(), card(" ", "\n", &[])], 300), "");
}

proptest! {
    #[test]
    fn no_text_is_longer_than_it_may_be(
        texts in prop::collection::vec(("\\PC{0,40}", "\\PC{0,60}", "\\PC{0,20}"), 0..10),
        max in 1_usize..80,
    ) {
        let cards: Vec<Card> = texts
            .iter()
            .map(|(title, text, value)| card(title, text, &[(title, value)]))
            .collect();
        prop_assert!(plain_text(&cards, max).chars().count() <= max);
    }
}
