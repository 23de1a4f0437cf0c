//! The text of an audit log entry: a sentence that follows the actor's name, and the changes as lines below it.
//! The sentences are in the table of `models::logs::audit::action`. Here their facts are looked up, and shown in their forms.

mod entry_text;
mod visibility;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use self::entry_text::EntryText;
pub use self::visibility::ChannelVisibility;
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::minute;
use portico_rules::ids::IdTimes;
use portico_store::models::logs::audit::{Action, AuditEntry, Change, NamedChannel, NamedRole};
use portico_store::models::servers::slow_mode;

/// Describes an entry to a reader.
pub(super) fn describe(entry: &AuditEntry, visibility: &ChannelVisibility<'_>, times: &IdTimes) -> EntryText {
    let Some(action) = &entry.action else {
        let text = EntryText::default();
        return text.says(" did something that this version of Portico can’t describe: ").names(&*entry.name);
    };
    let (kind, facts) = (action.kind(), SentenceFacts::new(entry, action, visibility, times));
    let mut sentences = kind.sentences.iter();
    let text = sentences.find_map(|sentence| facts.fill(EntryText::default().says(" "), sentence));
    let text = kind.lines.iter().fold(text.unwrap_or_default(), |text, line| facts.line(text, line));
    match action {
        Action::OverwriteSet { allow, deny, .. } if facts.is_visible() => overwritten(text, allow, deny),
        _ => text,
    }
}

/// The permissions that an overwrite changed, each with its old and new setting.
fn overwritten(text: EntryText, allow: &Change<Vec<String>>, deny: &Change<Vec<String>>) -> EntryText {
    Permissions::CHANNEL.named().fold(text, |text, permission| {
        let from = setting(permission.name, &allow.from, &deny.from);
        let to = setting(permission.name, &allow.to, &deny.to);
        if from == to { text } else { text.line(permission.label, Some(from.to_owned()), to.to_owned()) }
    })
}

fn setting(name: &str, allow: &[String], deny: &[String]) -> &'static str {
    let among = |names: &[String]| names.iter().any(|found| found == name);
    match (among(allow), among(deny)) {
        (true, _) => "allowed",
        (false, true) => "denied",
        (false, false) => "inherited",
    }
}

/// The facts of an entry, for a reader.
struct SentenceFacts<'a> {
    /// The fields of its action, and `target`.
    facts: Value,
    visibility: &'a ChannelVisibility<'a>,
    times: &'a IdTimes,
}

impl<'a> SentenceFacts<'a> {
    fn new(entry: &AuditEntry, action: &Action, visibility: &'a ChannelVisibility<'a>, times: &'a IdTimes) -> Self {
        let mut facts = action.facts();
        // Of a member the nickname is a field of the action, and of a channel whether it was hidden.
        facts["target"] = json!({
            "id": entry.target.id.unwrap_or_default(),
            "name": entry.target.name,
            "nickname": facts["nickname"],
            "hidden": facts["hidden"],
        });
        Self { facts, visibility, times }
    }

    /// True if the reader can see the channel that the entry is about; false for what is no channel.
    fn is_visible(&self) -> bool {
        read::<NamedChannel>(&self.facts["target"]).is_some_and(|channel| self.visibility.covers(&channel))
    }

    fn get(&self, path: &str) -> &Value {
        path.split('.').fold(&self.facts, |found, name| &found[name])
    }

    fn has(&self, path: &str) -> bool {
        match self.get(path) {
            _ if path == "visible" => self.is_visible(),
            Value::Null => false,
            Value::Bool(is_so) => *is_so,
            Value::Number(number) => number.as_i64() != Some(0),
            Value::String(text) => !text.is_empty(),
            Value::Array(items) => !items.is_empty(),
            Value::Object(_) => true,
        }
    }

    /// The text with a sentence after it; none if one of its facts is not there.
    fn fill(&self, mut text: EntryText, sentence: &str) -> Option<EntryText> {
        let mut rest = sentence;
        while let Some((before, after)) = rest.split_once('{') {
            let (fact, after) = after.split_once('}')?;
            text = self.show(if before.is_empty() { text } else { text.says(before) }, fact)?;
            rest = after;
        }
        Some(if rest.is_empty() { text } else { text.says(rest) })
    }

    /// The text with a line below it, if the facts of the line are there.
    fn line(&self, text: EntryText, line: &'static str) -> EntryText {
        let plain = |sentence: &str| self.fill(EntryText::default(), sentence).map(EntryText::into_plain);
        let Some((label, value)) = line.split_once(": ") else {
            return text;
        };
        match value.split_once(" → ") {
            None => match plain(value) {
                Some(value) => text.line(label, None, value),
                None => text,
            },
            Some((from, to)) => match (plain(from), plain(to)) {
                (Some(from), Some(to)) => text.line(label, Some(from), to),
                _ => text,
            },
        }
    }

    /// The text with what stands in braces after it.
    fn show(&self, text: EntryText, fact: &str) -> Option<EntryText> {
        if let Some(path) = fact.strip_suffix('?') {
            return self.has(path).then_some(text);
        }
        if let Some(path) = fact.strip_suffix('!') {
            return (!self.has(path)).then_some(text);
        }
        if let Some((path, wanted)) = fact.split_once('=') {
            return (self.get(path) == wanted).then_some(text);
        }
        let (path, form) = fact.split_once(' ').unwrap_or((fact, "name"));
        let value = self.get(path);
        // What something was may have been nothing.
        match form {
            "value" => return Some(text.says(value_of(value)?)),
            "slow" => return Some(text.says(slow(value)?)),
            "messages" => return Some(text.says(messages(value.as_u64()?))),
            _ if !self.has(path) => return None,
            _ => {}
        }
        let name = value["name"].as_str().or(value.as_str());
        Some(match form {
            "name" => text.names(name.map_or_else(|| value.to_string(), str::to_owned)),
            "text" => text.says(name?),
            "hash" => text.names(format!("#{}", name?)),
            "role" => text.role(name?),
            "roles" => text.roles(&read::<Vec<NamedRole>>(value)?),
            "person" => text.person(name?, value["nickname"].as_str()?),
            "poster" => text.poster(&read(value)?),
            "channel" => text.channel(&read(value)?, self.visibility),
            "the_channel" => text.the_channel(&read(value)?, self.visibility),
            "picture" => text.says(if value == "removed" { "removed" } else { "a new one" }),
            "time" => text.says(minute(value.as_i64()?)),
            "posted" => text.says(minute(self.times.time_of(value.as_i64()?))),
            "list" => text.says(list(value, |name| name)?),
            "permissions" => text.says(list(value, label)?),
            _ => return None,
        })
    }
}

fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
}

/// A value before or after a change.
fn value_of(value: &Value) -> Option<String> {
    Some(match value {
        Value::String(text) if text.is_empty() => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        Value::Bool(is_so) => if *is_so { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    })
}

fn slow(value: &Value) -> Option<String> {
    Some(match i32::try_from(value.as_i64()?).ok()? {
        0 => "off".to_owned(),
        seconds => slow_mode::in_words(seconds),
    })
}

fn messages(count: u64) -> String {
    match count {
        1 => "1 message".to_owned(),
        count => format!("{count} messages"),
    }
}

/// Names, or the names of things, with commas between them.
fn list(value: &Value, shown: impl Fn(&str) -> &str) -> Option<String> {
    let names = value.as_array()?.iter().filter_map(|item| item["name"].as_str().or(item.as_str()));
    Some(names.map(shown).collect::<Vec<_>>().join(", "))
}

/// The label of a permission.
fn label(name: &str) -> &str {
    let known = Permissions::NAMES.iter().find(|known| known.name == name);
    known.map_or(name, |known| known.label)
}
