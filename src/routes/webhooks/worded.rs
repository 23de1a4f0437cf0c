//! Refusals for the pages of the portal, in the words of the dialect that a body is in.
//! How programs are answered is up to `answer`, from which the words are.

use serde::Serialize;
use serde_json::Value;

use super::Problem;
use super::answer::{discord_error, slack_word};
use super::dialect::Dialect;

/// The answer that a program would get.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct WordedRefusal {
    /// The status.
    status: u16,
    /// The dialect's own word for it, such as `no_text`, or its number and sentence.
    word: String,
    /// The single faults; at least one.
    pub(crate) faults: Vec<PlacedFault>,
}

/// A fault of a body.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PlacedFault {
    /// Where it is: a JSON pointer (RFC 6901), a path in Discord's tree, a header, or `body`.
    place: String,
    /// The remedy.
    pub(crate) detail: String,
}

impl WordedRefusal {
    /// A refusal in the words of `dialect`.
    pub(crate) fn new(dialect: Dialect, problem: &Problem) -> Self {
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::NoPost;
    use super::super::portal::PortalBody;
    use super::*;
    use portico_rules::base_url::BaseUrl;

    fn refused(dialect: Dialect, text: &str) -> (u16, String, Vec<(String, String)>) {
        let body = PortalBody { dialect, event: String::new(), text: text.to_owned() };
        let base_url = BaseUrl::parse("https://chat.example").unwrap();
        let Err(NoPost::Refused(problem)) = body.parse(&base_url).payload else {
            panic!("{text} is not refused");
        };
        let WordedRefusal { status, word, faults } = WordedRefusal::new(dialect, &problem);
        let faults = faults.into_iter().map(|fault| (fault.place, fault.detail));
        (status, word, faults.collect())
    }

    #[test]
    fn each_dialect_names_its_faults_and_their_places_in_its_own_words() {
        let (status, word, faults) = refused(Dialect::Discord, r#"{"embeds":[{"title":[1]}]}"#);
        assert_eq!((status, word.as_str()), (400, "Invalid Form Body (50035)"));
        let [(place, detail)] = faults.as_slice() else {
            panic!("{faults:?}");
        };
        assert_eq!(place, "embeds/0/title");
        assert!(detail.ends_with("(STRING_TYPE_CONVERT)"), "{detail}");
        let (_, word, _) = refused(Dialect::Discord, "{}");
        assert_eq!(word, "Cannot send an empty message (50006)");
        let (_, word, faults) = refused(Dialect::Discord, "{\n]");
        assert!(word.ends_with("(50109)"), "{word}");
        assert!(faults[0].1.contains("line 2"), "{faults:?}");
        assert_eq!(refused(Dialect::Slack, "{}").1, "no_text");
        assert_eq!(refused(Dialect::Slack, r#"{"text":1,"blocks":2}"#).1, "invalid_payload");
        let (_, word, faults) = refused(Dialect::Github, "{}");
        assert_eq!(word, "invalid_request");
        assert_eq!(faults[0].0, "X-GitHub-Event");
        let (_, word, faults) = refused(Dialect::Native, r#"{"content":"a","cards":[{"title":1}]}"#);
        assert_eq!(word, "invalid_request");
        assert_eq!(faults[0].0, "/cards/0/title");
    }
}
