//! What must hold of every event that another service posts to a webhook, in each dialect.
//! What each event says is tested in `dialects`.

use serde_json::Value;

use super::translation;
use portico_dialects::{TranslatedBody, Translation, alertmanager, github, gitlab};
use portico_rules::chat::mentions::AllowedMentions;
use portico_rules::chat::names;

pub(super) fn holds(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (event, body) = text.split_once('\n').unwrap_or((&text, "{}"));
    let Ok(body) = serde_json::from_str::<Value>(body) else {
        return;
    };
    event_holds(event, &body);
}

/// What holds of a body as an event of each service: what it becomes, and in how many steps.
pub fn event_holds(event: &str, body: &Value) {
    let bytes = body.to_string().len();
    is_fit(&translation::in_proportion(bytes, || github::translate(event, body)));
    is_fit(&translation::in_proportion(bytes, || gitlab::translate(event, body)));
    is_fit(&translation::in_proportion(bytes, || alertmanager::translate(body)));
}

/// What holds of every translation of an event, whatever its body is.
pub fn is_fit(translated: &TranslatedBody) {
    let translation = match translated {
        TranslatedBody::Ignored(reason) => return assert!(!reason.trim().is_empty()),
        TranslatedBody::Post(translation) => translation,
    };
    translation::is_fit(translation);
    let Translation { content, marks, allowed_mentions, event, .. } = &**translation;
    assert!(names::has_visible(content));
    assert_eq!(*allowed_mentions, AllowedMentions::default());
    assert!(marks.len() == 1 && marks[0].range == (0..content.len()) && marks[0].target.is_none());
    assert!(event.as_ref().is_some_and(|event| event.len() <= 64));
}
