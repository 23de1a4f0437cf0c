//! Attachments as cards, with the buttons that become links.

use serde_json::{Value, json};

use super::post;

#[test]
fn ten_long_attachments_keep_their_titles() {
    let attachment = |number: usize| json!({ "title": format!("Job {number}"), "text": "word ".repeat(200) });
    let attachments: Vec<Value> = (0..10).map(attachment).collect();
    let it = post(json!({ "attachments": attachments }));
    let titles: Vec<&str> = it.cards.iter().filter_map(|card| card.title.as_deref()).collect();
    assert_eq!(titles.len(), 10);
    assert_eq!(titles.last(), Some(&"Job 9"));
    assert_eq!(it.dropped, ["texts of cards: no room left for 4"]);
}

#[test]
fn a_link_and_a_picture_without_their_words_are_noted() {
    let icon = "https://a.example/i.png";
    let it = post(json!({ "attachments": [
        { "text": "a", "author_icon": icon, "author_link": icon, "footer_icon": icon },
        { "text": "b", "author_name": "bob", "author_icon": icon, "footer": "ci", "footer_icon": icon },
    ] }));
    assert_eq!(it.dropped, ["attachments/0/author_link", "attachments/0/author_icon", "attachments/0/footer_icon",]);
}

#[test]
fn an_attachment_becomes_a_card() {
    let it = post(
        json!({ "username": "CI", "icon_url": "https://a.example/i.png", "channel": "#x", "icon_emoji": ":x:",
            "attachments": [{
                "fallback": "f", "color": "danger", "pretext": "*pre*", "author_name": "bob", "author_link": "https://a.example/bob",
                "title": "Build &lt;7&gt;", "title_link": "https://a.example/7", "text": "failed <@42>", "footer": "ci", "ts": "1767323045",
                "fields": [{ "title": "Branch", "value": "main", "short": true }, { "title": "n", "value": 7 }],
                "image_url": "https://a.example/a.png", "thumb_url": "nonsense",
            }, { "fallback": "only *this*" }, { "color": "#0af", "text": "c" }],
        }),
    );
    let card = &it.cards[0];
    assert_eq!(card.title.as_deref(), Some("Build <7>"));
    assert_eq!(card.text.as_deref(), Some("**pre**\nfailed @<42>"));
    assert_eq!((card.color, card.time), (Some(0xe0_1e_5a), Some(1_767_323_045_000)));
    assert_eq!((card.fields[0].inline, card.fields[1].value.as_str()), (true, "7"));
    assert_eq!(it.cards[1].text.as_deref(), Some("only \\*this\\*"));
    assert_eq!(it.cards[2].color, Some(0x00_aa_ff));
    assert_eq!((it.name.as_deref(), it.marks.len()), (Some("CI"), 0));
    // A picture goes before an emoji.
    assert_eq!((it.icon, it.avatar_url.is_some()), (None, true));
    assert_eq!(it.dropped, ["icon_emoji", "cards/0/thumbnail: not a complete http or https URL"]);
}

#[test]
fn buttons_of_an_attachment_that_lead_somewhere_become_links() {
    let it = post(json!({ "attachments": [{
        "fallback": "Book your flights at https://flights.example/book/r123456",
        "text": "A flight was found.",
        "actions": [
            { "type": "button", "text": "Book flights 🛫", "url": "https://flights.example/book/r123456", "style": "primary" },
            { "type": "button", "name": "approve", "text": "Approve", "value": "1" },
            { "type": "button", "text": "R&amp;D *7*", "url": "https://a.example/7" },
            { "type": "button", "text": "Run", "url": "javascript:alert(1)" },
            // Mattermost's, which calls its bot.
            { "id": "vote", "name": "Vote", "integration": { "url": "https://bot.example/vote" } },
        ],
    }] }));
    let expected = "A flight was found.\n[Book flights 🛫](https://flights.example/book/r123456)\n\
                    [R&D \\*7\\*](https://a.example/7)";
    assert_eq!(it.cards[0].text.as_deref(), Some(expected));
    assert_eq!(it.dropped, ["attachments/0/actions/1", "attachments/0/actions/3", "attachments/0/actions/4"]);
}
