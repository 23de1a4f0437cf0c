//! What must hold of every body in the format of Discord's or Slack's webhooks.
//! What each body becomes is tested in `dialects`.

use serde_json::Value;

use super::{mention_scanner, translation};
use portico_dialects::body::{Body, DroppedFile, from_form};
use portico_dialects::discord::{self, DiscordError};
use portico_dialects::lenient_json;
use portico_dialects::{TranslatedBody, Translation, slack};
use portico_rules::chat::mentions::{AllowedMentions, MentionTarget, OptIn};

/// The most faults in Discord's error tree.
const MAX_ERRORS: usize = 100;

/// A line with the names of files, separated by `/`, then the body.
pub(super) fn discord(data: &[u8]) {
    let (files, value) = read(data);
    discord_holds(&value, &files);
}

/// As [`discord`], in Slack's format.
pub(super) fn slack(data: &[u8]) {
    let (files, value) = read(data);
    slack_holds(&value, &files);
}

/// The files and the value of an input of the chat targets: a line with names of files, then JSON or the fields of a form.
pub fn read(data: &[u8]) -> (Vec<DroppedFile>, Value) {
    let end = data.iter().position(|byte| *byte == b'\n');
    let (names, body) = data.split_at(end.unwrap_or(0));
    let names = String::from_utf8_lossy(names);
    let names = names.split('/').filter(|name| !name.is_empty());
    let files = names.map(|name| DroppedFile { name: name.to_owned(), size: body.len() as u64 });
    let value = lenient_json::parse(body).unwrap_or_else(|_| {
        let fields = form_urlencoded::parse(body.trim_ascii_start());
        let fields = fields.map(|(name, text)| (name.into_owned(), text.into_owned()));
        from_form(&fields.collect::<Vec<_>>())
    });
    (files.collect(), value)
}

/// What holds of a body in Discord's format: it is refused with the place of each fault, or posted.
pub fn discord_holds(value: &Value, files: &[DroppedFile]) {
    let translated = bounded(value, files, discord::translate);
    match translated {
        Ok(TranslatedBody::Ignored(reason)) => panic!("ignored: {reason}"),
        Ok(TranslatedBody::Post(translation)) => {
            translation::is_fit(&translation);
            let source = value.to_string();
            names_only(&translation, |target| match target {
                MentionTarget::All => source.contains("@everyone") || source.contains("@here"),
                MentionTarget::Role(id) => source.contains(&format!("<@&{id}>")),
                MentionTarget::User(id) => {
                    [format!("<@{id}>"), format!("<@!{id}>")].iter().any(|mention| source.contains(mention))
                }
            });
            discord_opts_in(&translation, value);
            fires_only_what_is_allowed(&translation);
        }
        Err(fault) => fault_is_fit(&fault),
    }
}

/// The properties of a body in Slack's format, and of the same body with its texts in Markdown: it is refused, or posted.
pub fn slack_holds(value: &Value, files: &[DroppedFile]) {
    slack_holds_by(value, files, slack::translate);
    slack_holds_by(value, files, slack::translate_markdown);
}

fn slack_holds_by(
    value: &Value,
    files: &[DroppedFile],
    translate: impl FnOnce(Body<'_>) -> Result<TranslatedBody, slack::SlackError>,
) {
    let translation = match bounded(value, files, translate) {
        Ok(TranslatedBody::Ignored(reason)) => panic!("ignored: {reason}"),
        Ok(TranslatedBody::Post(translation)) => translation,
        Err(_) => return,
    };
    translation::is_fit(&translation);
    let source = value.to_string();
    names_only(&translation, |target| match target {
        MentionTarget::All => {
            ["<!channel", "<!here", "<!everyone", "broadcast"].iter().any(|word| source.contains(word))
        }
        MentionTarget::Role(id) => source.contains(&id.to_string()),
        MentionTarget::User(id) => source.contains(&id.to_string()),
    });
    let allowed = &value["allowedMentions"]["parse"];
    let AllowedMentions { kinds, users, roles } = &translation.allowed_mentions;
    opts_in(*kinds, allowed, ["all", "roles", "users"]);
    assert!(users.is_empty() && roles.is_empty());
    fires_only_what_is_allowed(&translation);
}

/// The translation, whose steps are at most in proportion to the body.
fn bounded<F>(
    value: &Value,
    files: &[DroppedFile],
    translate: impl FnOnce(Body<'_>) -> Result<TranslatedBody, F>,
) -> Result<TranslatedBody, F> {
    let names: usize = files.iter().map(|file| file.name.len()).sum();
    translation::in_proportion(value.to_string().len() + names, || translate(Body { value, files }))
}

/// Every mention is one that the body has.
fn names_only(translation: &Translation, has: impl Fn(MentionTarget) -> bool) {
    let targets = translation.marks.iter().filter_map(|mark| mark.target);
    targets.for_each(|target| assert!(has(target), "{target:?} is not in the body"));
}

/// Nothing is opted in that `words` lacks.
fn opts_in(opt_in: OptIn, words: &Value, [all, roles, users]: [&str; 3]) {
    let has = |word: &str| {
        let words = words.as_array();
        words.is_some_and(|words| words.contains(&word.into()))
    };
    assert!(!opt_in.all || has(all));
    assert!(!opt_in.roles || has(roles));
    assert!(!opt_in.users || has(users));
}

fn discord_opts_in(translation: &Translation, value: &Value) {
    let allowed = &value["allowed_mentions"];
    let AllowedMentions { kinds, users, roles } = &translation.allowed_mentions;
    opts_in(*kinds, &allowed["parse"], ["everyone", "roles", "users"]);
    let users: Vec<i64> = users.iter().map(|id| id.get()).collect();
    let roles: Vec<i64> = roles.iter().map(|id| id.get()).collect();
    for (ids, key) in [(users, "users"), (roles, "roles")] {
        for id in ids {
            let mut items = allowed[key].as_array().into_iter().flatten();
            let text = id.to_string();
            assert!(items.any(|item| item.as_i64() == Some(id) || item.as_str() == Some(&text)));
        }
    }
    // SUPPRESS_NOTIFICATIONS.
    if value["flags"].as_u64().is_some_and(|flags| flags & 4_096 != 0) {
        assert_eq!(translation.allowed_mentions, AllowedMentions::default());
    }
}

/// Even with every permission, only what is allowed fires.
fn fires_only_what_is_allowed(translation: &Translation) {
    let allowed = &translation.allowed_mentions;
    for target in mention_scanner::fired(&translation.content, &translation.marks, allowed) {
        assert!(match target {
            MentionTarget::All => allowed.kinds.all,
            MentionTarget::User(id) => allowed.kinds.users || allowed.users.contains(&id),
            MentionTarget::Role(id) => allowed.kinds.roles || allowed.roles.contains(&id),
        });
    }
}

/// A refusal names at least one fault by its place, and not too many; nothing to post has no place.
fn fault_is_fit(fault: &DiscordError) {
    assert_eq!(fault.code == 50_006, fault.errors.is_empty());
    assert!(matches!(fault.code, 50_006 | 50_035));
    let count: usize = fault.errors.iter().map(|(key, value)| faults(key, value)).sum();
    assert!(count <= MAX_ERRORS && (count > 0 || fault.errors.is_empty()));
}

fn faults(key: &str, value: &Value) -> usize {
    match value {
        Value::Array(faults) if key == "_errors" => faults.len(),
        Value::Object(below) => below.iter().map(|(key, value)| faults(key, value)).sum(),
        other => panic!("{key}: {other}"),
    }
}
