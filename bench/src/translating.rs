//! How long the dialects take to translate the largest bodies written to make them slow.
//! It needs no server. What is made of such bodies is tested in `src/dialects` and `tests/routes/webhook_dialects`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use portico_dialects::{alertmanager, discord, github, gitlab, slack};
use serde_json::{Value, json};

/// Bytes of a body.
const SIZE: usize = 64 * 1024;
/// A body of this size must not take longer.
const MAX_TIME: Duration = Duration::from_millis(5);

/// What is repeated to fill a text.
const FILLS: [&str; 12] =
    ["<@", "<@&12>34", "<!channel>", "*_~`", "[[](", "&lt;", "<http://a|", "\n> ", "**", "\u{202e}", "a ", "@everyone"];

/// Prints the slowest body of each dialect, reading the JSON included.
///
/// # Errors
///
/// Names the bodies that took longer than they may.
pub(crate) fn run(runs: usize) -> Result<(), String> {
    let mut faults = Vec::new();
    for (dialect, translate) in DIALECTS {
        let mut slowest = (Duration::ZERO, String::new());
        for (name, body) in bodies() {
            let text = body.to_string();
            let took = (0..runs.max(1)).map(|_| {
                let begun = Instant::now();
                if let Ok(value) = serde_json::from_str(&text) {
                    translate(&value);
                }
                begun.elapsed()
            });
            let took = took.min().unwrap_or_default();
            if took > MAX_TIME {
                faults.push(format!("{dialect}: {name} took {took:.1?}"));
            }
            if took > slowest.0 {
                slowest = (took, name);
            }
        }
        println!("{dialect}: 64 KiB take at most {:.2?} ({})", slowest.0, slowest.1);
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// A dialect's name, and its translation of a parsed body.
type Dialect = (&'static str, fn(&Value));

const DIALECTS: [Dialect; 5] = [
    ("Discord", |body| drop(black_box(discord::translate(body.into())))),
    ("Slack", |body| drop(black_box(slack::translate(body.into())))),
    ("GitHub", |body| drop(black_box(github::translate("push", body)))),
    ("GitLab", |body| drop(black_box(gitlab::translate("Push Hook", body)))),
    ("Alertmanager", |body| drop(black_box(alertmanager::translate(body)))),
];

/// Each is a body for every dialect at once, since unknown keys are ignored.
fn bodies() -> Vec<(String, Value)> {
    let mut bodies = Vec::new();
    for fill in FILLS {
        let text = fill.repeat(SIZE / fill.len());
        bodies.push((format!("text of {fill:?}"), json!({ "content": text, "text": text, "title": text })));
        let half = &text[..fill.len() * (text.len() / fill.len() / 2)];
        for body in [
            json!({ "embeds": [{ "title": "t", "description": text }] }),
            json!({ "attachments": [{ "title": "t", "text": text }] }),
            json!({ "ref": "refs/heads/a", "commits": [{ "id": "1", "message": text }] }),
            json!({ "alerts": [{ "annotations": { "summary": half, "description": half } }] }),
        ] {
            bodies.push((format!("card of {fill:?}"), body));
        }
    }
    let many = |item: Value| vec![item.clone(); SIZE / item.to_string().len()];
    let block = json!({ "type": "section", "text": { "type": "mrkdwn", "text": "*a*" } });
    let field = json!({ "name": "a", "value": "b", "title": "a" });
    bodies.push(("blocks".into(), json!({ "blocks": many(block) })));
    bodies.push((
        "embeds".into(),
        json!({ "embeds": many(json!({ "title": "a" })), "attachments": many(json!({ "text": "a" })) }),
    ));
    bodies.push((
        "fields".into(),
        json!({ "embeds": [{ "fields": many(field.clone()) }], "attachments": [{ "fields": many(field) }] }),
    ));
    bodies.push((
        "commits".into(),
        json!({ "ref": "refs/heads/a", "commits": many(json!({ "id": "1", "message": "a" })) }),
    ));
    bodies.push(("alerts".into(), json!({ "alerts": many(json!({ "labels": { "alertname": "a" } })) })));
    bodies
}
