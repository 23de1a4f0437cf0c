//! What must hold of every event that another service posts to a webhook, in each dialect.
//! What each event says is tested in `dialects`.

use serde_json::Value;

use crate::chat::cards::{
    LONGEST_FOOTER, LONGEST_TEXT, LONGEST_TITLE, LONGEST_VALUE, MOST_CARDS, MOST_CHARACTERS,
    MOST_FIELDS,
};
use crate::chat::mentions::OptIn;
use crate::dialects::limits::LONGEST_CONTENT;
use crate::dialects::{Translated, Translation, alertmanager, github, gitlab};

pub(super) fn holds(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (event, body) = text.split_once('\n').unwrap_or((&text, "{}"));
    let Ok(body) = serde_json::from_str::<Value>(body) else {
        return;
    };
    is_fit(&github::translate(event, &body));
    is_fit(&gitlab::translate(event, &body));
    is_fit(&alertmanager::translate(&body));
}

/// What holds of every translation of an event, whatever its body is.
pub(crate) fn is_fit(translated: &Translated) {
    let translation = match translated {
        Translated::Ignored(reason) => return assert!(!reason.trim().is_empty()),
        Translated::Post(translation) => translation,
    };
    let Translation {
        content,
        marks,
        opt_in,
        users,
        roles,
        cards,
        event,
        ..
    } = &**translation;
    assert!(!content.trim().is_empty() && content.chars().count() <= LONGEST_CONTENT);
    assert!(!content.contains('\0'));
    assert_eq!((*opt_in, users.len(), roles.len()), (OptIn::NOTHING, 0, 0));
    assert!(marks.len() == 1 && marks[0].range == (0..content.len()) && marks[0].target.is_none());
    assert!(event.as_ref().is_some_and(|event| event.len() <= 64));
    assert!(cards.len() <= MOST_CARDS);
    let mut characters = 0;
    for card in cards {
        assert!(!card.is_empty(), "an empty card");
        let within = |text: Option<&str>, most: usize| {
            let count = text.unwrap_or_default().chars().count();
            assert!(count <= most && !text.unwrap_or_default().contains('\0'));
            assert!(text.is_none_or(|text| !text.trim().is_empty()));
            count
        };
        characters += within(card.title.as_deref(), LONGEST_TITLE)
            + within(card.text.as_deref(), LONGEST_TEXT);
        characters += within(
            card.footer.as_ref().map(|footer| footer.text.as_str()),
            LONGEST_FOOTER,
        );
        assert!(card.fields.len() <= MOST_FIELDS);
        for field in &card.fields {
            characters += field.name.chars().count() + field.value.chars().count();
            assert!(field.value.chars().count() <= LONGEST_VALUE);
        }
        for url in [&card.url, &card.image_url, &card.thumbnail_url]
            .into_iter()
            .flatten()
        {
            assert!(
                url.starts_with("http://") || url.starts_with("https://"),
                "{url}"
            );
        }
    }
    assert!(characters <= MOST_CHARACTERS);
}
