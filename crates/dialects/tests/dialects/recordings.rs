//! Snapshots, to read, of the messages that recorded bodies become: each event of GitHub's, and the inputs that the fuzz targets begin with.
//! `INSTA_UPDATE=always cargo test -p portico-dialects` writes what changed; the difference is to be read before it is kept.

use std::fs;
use std::path::Path;

use serde_json::Value;

use portico_dialects::body::Body;
use portico_dialects::{TranslatedBody, Translation, alertmanager, discord, github, gitlab, slack};
use portico_fuzz::read_chat_body;
use portico_rules::chat::cards::Card;

/// Max characters of a text in a snapshot, after which only its beginning and its length are kept.
const MAX_SHOWN: usize = 600;

/// The lines of a translation, without what is absent.
fn described(translated: &TranslatedBody) -> String {
    match translated {
        TranslatedBody::Ignored(reason) => format!("ignored: {reason}\n"),
        TranslatedBody::Post(translation) => post(translation),
    }
}

fn post(translation: &Translation) -> String {
    let Translation { content, marks, allowed_mentions, name, avatar_url, icon, cards, event, shortened, dropped } =
        translation;
    let mut lines = Vec::new();
    let mut line = |key: &str, value: &str| {
        let (length, value) = (value.chars().count(), value.replace('\n', "\n    "));
        match length {
            0 => {}
            1..=MAX_SHOWN => lines.push(format!("{key}: {value}")),
            _ => lines.push(format!("{key}: {}… {length} characters", value.chars().take(80).collect::<String>())),
        }
    };
    line("event", event.as_deref().unwrap_or_default());
    line("name", name.as_deref().unwrap_or_default());
    line("avatar", avatar_url.as_deref().unwrap_or_default());
    line("icon", icon.unwrap_or_default());
    line("text", content);
    for mark in marks {
        if let Some(target) = mark.target {
            line("mention", &format!("{} {target:?}", &content[mark.range.clone()]));
        }
    }
    if *allowed_mentions != Default::default() {
        line("allowed", &format!("{allowed_mentions:?}"));
    }
    for (number, shown) in cards.iter().enumerate() {
        let Value::Object(keys) = serde_json::to_value::<&Card>(shown).unwrap() else { unreachable!() };
        for (key, value) in keys {
            for value in value.as_array().map_or(std::slice::from_ref(&value), Vec::as_slice) {
                line(&format!("card {number} {key}"), &plain(value));
            }
        }
    }
    line("shortened", &shortened.join(", "));
    line("dropped", &dropped.join(", "));
    lines.join("\n") + "\n"
}

/// A value of a card: a text, or the values of its keys.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(keys) => {
            let keys = keys.iter().map(|(key, value)| format!("{key}={}", plain(value)));
            keys.collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

/// The inputs of a fuzz target in the order of their names.
fn corpus(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut inputs: Vec<_> = entries
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect();
    inputs.sort();
    inputs
}

/// Every input of a chat target under its name.
fn chat_messages(target: &str, translate: impl Fn(Body<'_>) -> String) -> String {
    let described = corpus(target).into_iter().map(|(name, data)| {
        let (files, value) = read_chat_body(&data);
        format!("# {name}\n{}", translate(Body { value: &value, files: &files }))
    });
    described.collect::<Vec<_>>().join("\n")
}

#[test]
fn each_recorded_event_of_github_becomes_its_message() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialects/recorded/github.json");
    let examples: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let described = examples.iter().map(|example| {
        let (event, body) = (example["event"].as_str().unwrap(), &example["body"]);
        let action = body["action"].as_str().unwrap_or_default();
        format!("# {event} {action}\n{}", described(&github::translate(event, body)))
    });
    insta::assert_snapshot!("github", described.collect::<Vec<_>>().join("\n"));
}

#[test]
fn each_event_of_the_corpus_becomes_its_message() {
    let described = corpus("event_body").into_iter().map(|(name, data)| {
        let text = String::from_utf8_lossy(&data);
        let (event, body) = text.split_once('\n').unwrap_or((&text, "{}"));
        let body = serde_json::from_str(body).unwrap_or_default();
        let translated = match name.split('_').next() {
            Some("github") => github::translate(event, &body),
            Some("gitlab") => gitlab::translate(event, &body),
            _ => alertmanager::translate(&body),
        };
        format!("# {name}\n{}", described(&translated))
    });
    insta::assert_snapshot!("events", described.collect::<Vec<_>>().join("\n"));
}

#[test]
fn each_discord_message_of_the_corpus_becomes_its_message() {
    let all = chat_messages("discord_body", |body| match discord::translate(body) {
        Ok(translated) => described(&translated),
        Err(fault) => format!("refused: {fault:?}\n"),
    });
    insta::assert_snapshot!("discord", all);
}

#[test]
fn each_slack_message_of_the_corpus_becomes_its_message() {
    let all = chat_messages("slack_body", |body| match slack::translate(body) {
        Ok(translated) => described(&translated),
        Err(fault) => format!("refused: {fault:?}\n"),
    });
    insta::assert_snapshot!("slack", all);
}
