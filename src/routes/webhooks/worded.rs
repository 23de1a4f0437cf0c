//! Refusals for the pages of the portal, in the words of the dialect that a body is in.
//! How programs are answered is up to `answer`, from which the words are.

use serde::Serialize;
use serde_json::Value;

use super::Problem;
use super::answer::{discord_error, slack_word};
use super::dialect::Dialect;

/// The answer that a program would get.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct WordedRefusal {
    /// The status.
    pub status: u16,
    /// The dialect's own word for it, such as `no_text`, or its number and sentence.
    pub word: String,
    /// The single faults; at least one.
    pub faults: Vec<PlacedFault>,
}

/// A fault of a body.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct PlacedFault {
    /// Where it is: a JSON pointer (RFC 6901), a path in Discord's tree, a header, or `body`.
    pub place: String,
    /// The remedy.
    pub detail: String,
}

impl WordedRefusal {
    /// A refusal in the words of `dialect`.
    pub fn new(dialect: Dialect, problem: &Problem) -> Self {
        let mut faults = Vec::new();
        let word = match dialect {
            Dialect::Discord => {
                let error: Value = serde_json::from_str(&discord_error(problem)).unwrap_or_default();
                if problem.errors.is_empty() {
                    tree(&error["errors"], &mut String::new(), &mut faults);
                }
                let message = error["message"].as_str().unwrap_or_default();
                format!("{message} ({})", error["code"])
            }
            Dialect::Slack | Dialect::Mattermost => slack_word(problem),
            _ => problem.code.to_owned(),
        };
        if faults.is_empty() {
            let errors = problem.errors.iter();
            faults = errors
                .map(|fault| PlacedFault {
                    place: place(fault.header.as_deref().unwrap_or(&fault.pointer)),
                    detail: fault.detail.clone(),
                })
                .collect();
        }
        if faults.is_empty() {
            faults.push(PlacedFault { place: place(""), detail: problem.detail.clone() });
        }
        Self { status: dialect.status(problem).code, word, faults }
    }
}

fn place(place: &str) -> String {
    let place = if place.is_empty() { "body" } else { place };
    place.to_owned()
}

/// Adds the faults of Discord's tree, which is as deep as the places in it.
fn tree(node: &Value, path: &mut String, faults: &mut Vec<PlacedFault>) {
    let Value::Object(below) = node else {
        return;
    };
    for (key, value) in below {
        if key == "_errors" {
            let errors = value.as_array().into_iter().flatten();
            faults.extend(errors.map(|error| {
                let text = |key: &str| error[key].as_str().unwrap_or_default();
                PlacedFault { place: place(path), detail: format!("{} ({})", text("message"), text("code")) }
            }));
            continue;
        }
        let length = path.len();
        if length > 0 {
            path.push('/');
        }
        path.push_str(key);
        tree(value, path, faults);
        path.truncate(length);
    }
}
