//! The text of an audit log entry: a sentence that follows the actor's name, and the changes as lines below it.
//! The sentences are in the table of `models::logs::audit::action`. Here their facts are looked up, and shown in their forms.

mod entry_text;
mod visibility;

use fluent_bundle::{FluentArgs, FluentValue};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use self::entry_text::EntryText;
pub use self::visibility::ChannelVisibility;
use crate::routes::page::Words;
use portico_rules::chat::names::ALL;
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::minute;
use portico_rules::ids::IdTimes;
use portico_store::models::logs::audit::{Action, AuditEntry, Change, NamedChannel, NamedRole};
use portico_store::models::servers::slow_mode;

/// Describes an entry to a reader, in their language.
pub(super) fn describe(
    entry: &AuditEntry,
    visibility: &ChannelVisibility<'_>,
    times: &IdTimes,
    words: &Words,
) -> EntryText {
    let Some(action) = &entry.action else {
        let text = EntryText::default().names(&*entry.actor.name);
        return text.says(" did something that this version of Portico can’t describe: ").names(&*entry.name);
    };
    let (kind, facts) = (action.kind(), SentenceFacts::new(entry, action, visibility, times, words));
    let mut text = EntryText::default();
    for (number, sentence) in kind.sentences.iter().enumerate() {
        let english = facts.fill(EntryText::default(), &format!("{{actor}} {sentence}"));
        if let Some(english) = english {
            let translated = facts.translated(&said_key(kind.name, number), sentence);
            text = translated.and_then(|sentence| facts.fill(EntryText::default(), &sentence)).unwrap_or(english);
            break;
        }
    }
    let text = kind.lines.iter().fold(text, |text, line| facts.line(text, line));
    match action {
        Action::OverwriteSet { allow, deny, .. } if facts.is_visible() => overwritten(text, allow, deny, words),
        _ => text,
    }
}

/// The key of the message that translates a sentence of an action, the first of which has the number 0.
pub fn said_key(action: &str, number: usize) -> String {
    match number {
        0 => format!("said-{action}"),
        number => format!("said-{action}-{}", number + 1),
    }
}

/// The name of a changed thing or one of its values, in the reader's language.
fn word(words: &Words, english: &str) -> String {
    words.message(&word_key(english), &FluentArgs::new()).unwrap_or_else(|| english.to_owned())
}

/// The key of the message that translates such a word.
pub fn word_key(english: &str) -> String {
    format!("said-word-{}", english.to_lowercase().replace(' ', "-"))
}

/// The facts that a sentence shows: each with the name of its argument in a translation, and as it stands in braces.
pub fn shown_facts(sentence: &str) -> impl Iterator<Item = (String, &str)> {
    let facts = sentence.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    facts.filter(|fact| !fact.contains(['?', '!', '='])).map(|fact| {
        let path = fact.split(' ').next().unwrap_or(fact);
        (path.replace('.', "_"), fact)
    })
}

/// The permissions that an overwrite changed, each with its old and new setting.
fn overwritten(text: EntryText, allow: &Change<Vec<String>>, deny: &Change<Vec<String>>, words: &Words) -> EntryText {
    Permissions::CHANNEL.named().fold(text, |text, permission| {
        let from = setting(permission.name, &allow.from, &deny.from);
        let to = setting(permission.name, &allow.to, &deny.to);
        if from == to {
            return text;
        }
        text.line(words.translated(permission.label), Some(word(words, from)), word(words, to))
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
    words: &'a Words,
}

impl<'a> SentenceFacts<'a> {
    fn new(
        entry: &AuditEntry,
        action: &Action,
        visibility: &'a ChannelVisibility<'a>,
        times: &'a IdTimes,
        words: &'a Words,
    ) -> Self {
        let mut facts = action.facts();
        facts["actor"] = json!(entry.actor.name);
        // Of a member the nickname is a field of the action, and of a channel whether it was hidden.
        facts["target"] = json!({
            "id": entry.target.id.unwrap_or_default(),
            "name": entry.target.name,
            "nickname": facts["nickname"],
            "hidden": facts["hidden"],
        });
        Self { facts, visibility, times, words }
    }

    /// The translation of a sentence, with what stands in braces; none in English, and where there is none.
    fn translated(&self, key: &str, sentence: &str) -> Option<String> {
        let mut arguments = FluentArgs::new();
        arguments.set("actor", "{actor}");
        for (name, fact) in shown_facts(sentence) {
            let (path, form) = fact.split_once(' ').unwrap_or((fact, "name"));
            let value = self.get(path);
            let shown = match form {
                "messages" => FluentValue::from(value.as_u64()?),
                "text" => FluentValue::from(value.as_str()?.to_owned()),
                "roles" => {
                    arguments.set(format!("{name}_count"), value.as_array()?.len());
                    FluentValue::from(format!("{{{path} list}}"))
                }
                "the_channel" => FluentValue::from(format!("{{{path} channel}}")),
                _ => FluentValue::from(format!("{{{fact}}}")),
            };
            arguments.set(name, shown);
        }
        self.words.message(key, &arguments)
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
    fn line(&self, text: EntryText, line: &str) -> EntryText {
        let plain = |value: &str| {
            let (facts, words) = value.split_at(value.rfind('}').map_or(0, |end| end + 1));
            Some(self.fill(EntryText::default(), facts)?.into_plain() + &word(self.words, words))
        };
        let Some((label, value)) = line.split_once(": ") else {
            return text;
        };
        match value.split_once(" → ") {
            None => match plain(value) {
                Some(value) => text.line(word(self.words, label), None, value),
                None => text,
            },
            Some((from, to)) => match (plain(from), plain(to)) {
                (Some(from), Some(to)) => text.line(word(self.words, label), Some(from), to),
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
            "value" => return Some(text.says(self.value_of(value)?)),
            "slow" => return Some(text.says(self.slow(value)?)),
            "messages" => return Some(text.says(messages(value.as_u64()?))),
            _ if !self.has(path) => return None,
            _ => {}
        }
        let name = value["name"].as_str().or(value.as_str());
        Some(match form {
            "name" => text.names(name.map_or_else(|| value.to_string(), str::to_owned)),
            "text" => text.says(name?),
            "hash" => text.names(format!("#{}", name?)),
            "role" => text.names(if name? == ALL { self.words.translated("Everyone") } else { name?.to_owned() }),
            "roles" => text.roles(&read::<Vec<NamedRole>>(value)?),
            "person" => text.person(name?, value["nickname"].as_str()?),
            "poster" => text.poster(&read(value)?, self.words),
            "channel" => self.channel(text, &read(value)?),
            "the_channel" => {
                let channel: NamedChannel = read(value)?;
                let text = if self.visibility.covers(&channel) { text.says("the channel ") } else { text };
                self.channel(text, &channel)
            }
            "picture" => text.says(word(self.words, if value == "removed" { "removed" } else { "a new one" })),
            "time" => text.says(minute(value.as_i64()?)),
            "posted" => text.says(minute(self.times.time_of(value.as_i64()?))),
            "list" => text.says(self.list(value, str::to_owned)?),
            "permissions" => text.says(self.list(value, |name| self.words.translated(label(name)))?),
            _ => return None,
        })
    }

    fn channel(&self, text: EntryText, channel: &NamedChannel) -> EntryText {
        match self.words.message("audit-hidden-channel", &FluentArgs::new()) {
            _ if self.visibility.covers(channel) => text.names(format!("#{}", channel.name)),
            Some(hidden) => text.names(hidden),
            None => text.says("a channel you can’t see"),
        }
    }

    /// A value before or after a change.
    fn value_of(&self, value: &Value) -> Option<String> {
        Some(match value {
            Value::String(text) if text.is_empty() => word(self.words, "nothing"),
            Value::String(text) => text.clone(),
            Value::Bool(is_so) => word(self.words, if *is_so { "yes" } else { "no" }),
            Value::Number(number) => number.to_string(),
            _ => return None,
        })
    }

    fn slow(&self, value: &Value) -> Option<String> {
        Some(match i32::try_from(value.as_i64()?).ok()? {
            0 => word(self.words, "off"),
            seconds => self.words.translated(&slow_mode::in_words(seconds)),
        })
    }

    /// Names, or the names of things, with commas between them.
    fn list(&self, value: &Value, shown: impl Fn(&str) -> String) -> Option<String> {
        let names = value.as_array()?.iter().filter_map(|item| item["name"].as_str().or(item.as_str()));
        Some(names.map(shown).collect::<Vec<_>>().join(self.words.language.comma))
    }
}

fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
}

fn messages(count: u64) -> String {
    match count {
        1 => "1 message".to_owned(),
        count => format!("{count} messages"),
    }
}

/// The label of a permission.
fn label(name: &str) -> &str {
    let known = Permissions::NAMES.iter().find(|known| known.name == name);
    known.map_or(name, |known| known.label)
}
