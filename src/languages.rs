//! The messages of pages in each language: `locales/LANGUAGE/*.ftl`, which are embedded like templates and replaced by the
//! same setting. A page is rendered in one language at a time; its templates and macros call `t`, `rich` and `translated`
//! (`routes::page::translation`), which read the language of the rendering from here.
//! Which language a reader gets is decided in `routes::page::language`.

use std::borrow::Cow;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use fluent_syntax::unicode::unescape_unicode_to_string;
use serde_json::{Value, json};

use portico_rules::language::{ALL, ENGLISH, Language, PSEUDO};

/// Page templates that are in English, whatever their reader's language, by how their names begin: those of developers and
/// operators.
const IN_ENGLISH: [&str; 7] = ["accounts/first_admin", "admin/", "dev/", "docs", "macros/docs", "portal/", "style"];

/// True if the page of this template is shown in the language of its reader.
pub fn is_translated(template: &str) -> bool {
    !IN_ENGLISH.iter().any(|part| template.starts_with(part))
}

/// The messages of all languages.
pub struct Languages {
    /// By the language's tag.
    bundles: HashMap<&'static str, FluentBundle<FluentResource>>,
    /// Keys of the English sentences that Rust returns, such as the fault of a field.
    sentences: HashMap<String, String>,
    /// The same of sentences with a name in them: what stands before and after it, and the key.
    with_name: Vec<(String, String, String)>,
    /// By the language's tag: the module with the messages of scripts, see `static/js/words.js`.
    scripts: BTreeMap<&'static str, String>,
}

impl fmt::Debug for Languages {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Languages").finish_non_exhaustive()
    }
}

/// The file of the sentences that Rust returns, in each language's folder.
const SENTENCES: &str = "sentences.ftl";
/// The file of the messages that scripts show, in each language's folder.
const SCRIPTS: &str = "scripts.ftl";
/// Stands for a number in the key of a sentence.
const NUMBER: &str = "{}";
/// Stands for a name while the sentences are read.
const NAME: &str = "\u{e000}";

impl Languages {
    /// Reads the text of files by their path within `locales`.
    ///
    /// # Errors
    /// The path of a file that can't be used, and why.
    pub fn read(files: &BTreeMap<String, String>) -> Result<Self, (String, String)> {
        let mut languages = Self {
            bundles: HashMap::new(),
            sentences: HashMap::new(),
            with_name: Vec::new(),
            scripts: BTreeMap::new(),
        };
        let mut keys = Vec::new();
        for language in ALL.into_iter().chain(cfg!(debug_assertions).then_some(&PSEUDO)) {
            languages.bundles.insert(language.tag, bundle(language));
        }
        for (path, text) in files {
            let refused = |reason: &str| (path.clone(), reason.to_owned());
            let (folder, name) = path.split_once('/').ok_or_else(|| refused("it is in the folder of no language"))?;
            let language = ALL.into_iter().find(|language| language.tag == folder);
            let language = language.ok_or_else(|| refused("its folder is not the tag of a language of Portico"))?;
            let parsed = FluentResource::try_new(text.clone())
                .map_err(|(_, faults)| refused(&faults.first().map_or_else(String::new, ToString::to_string)))?;
            if *language == ENGLISH && name == SENTENCES {
                keys.extend(parsed.entries().filter_map(|entry| match entry {
                    Entry::Message(message) => Some(message.id.name.to_owned()),
                    _ => None,
                }));
            }
            let mut tags = vec![language.tag];
            tags.extend((*language == ENGLISH && cfg!(debug_assertions)).then_some(PSEUDO.tag));
            for tag in tags {
                if name == SCRIPTS {
                    languages.scripts.insert(tag, script(&parsed, tag == PSEUDO.tag));
                    continue;
                }
                let added = languages.bundles.get_mut(tag).map(|bundle| bundle.add_resource(resource_again(&parsed)));
                if let Some(Err(faults)) = added {
                    return Err(refused(&faults.first().map_or_else(String::new, ToString::to_string)));
                }
            }
        }
        for key in keys {
            // One is its own sentence in some, and any other number stands for all others.
            for number in [1, 7] {
                let mut arguments = FluentArgs::new();
                arguments.set("n", number);
                arguments.set("name", NAME);
                let sentence = languages.message(&ENGLISH, &key, &arguments).unwrap_or_default();
                if let Some((before, after)) = sentence.split_once(NAME) {
                    languages.with_name.push((before.to_owned(), after.to_owned(), key));
                    break;
                }
                let sentence = if number == 7 { sentence.replacen('7', NUMBER, 1) } else { sentence };
                languages.sentences.entry(sentence).or_insert_with(|| key.clone());
            }
        }
        // A sentence that another one begins and ends like is found by the longer of both.
        languages.with_name.sort_by_key(|(before, after, _)| Reverse(before.len() + after.len()));
        Ok(languages)
    }

    /// The modules with the messages of scripts, each with its path among the static files.
    pub fn scripts(&self) -> impl Iterator<Item = (String, &str)> {
        self.scripts.iter().map(|(tag, script)| (format!("js/words-{tag}.js"), script.as_str()))
    }

    /// The message with this key: in `language`, or in English if it lacks it. None if English lacks it as well.
    pub fn message(&self, language: &Language, key: &str, arguments: &FluentArgs<'_>) -> Option<String> {
        [language.tag, ENGLISH.tag].into_iter().find_map(|tag| {
            let bundle = self.bundles.get(tag)?;
            let pattern = bundle.get_message(key)?.value()?;
            // A message that uses an argument it isn't given shows its name; tests compare them.
            Some(bundle.format_pattern(pattern, Some(arguments), &mut Vec::new()).into_owned())
        })
    }

    /// The message with this key and arguments by their names.
    pub fn words(&self, language: &Language, key: &str, arguments: &[(&str, &str)]) -> Option<String> {
        let arguments = arguments.iter().map(|(name, value)| (*name, FluentValue::from(*value))).collect();
        self.message(language, key, &arguments)
    }

    /// English sentences that Rust returned, each translated if it is known, or a list of names with commas between them. Each
    /// sentence may contain one number, or one name.
    pub fn translated(&self, language: &Language, text: &str) -> String {
        if *language == ENGLISH {
            return text.to_owned();
        }
        if let Some(whole) = self.sentence(language, text) {
            return whole;
        }
        let listed: Option<Vec<_>> = text.split(", ").map(|name| self.sentence(language, name)).collect();
        if let Some(listed) = listed {
            return listed.join(language.comma);
        }
        let sentences = text.split_inclusive(". ").map(|sentence| {
            let bare = sentence.trim_end();
            self.sentence(language, bare).unwrap_or_else(|| bare.to_owned())
        });
        sentences.collect::<Vec<_>>().join(" ")
    }

    fn sentence(&self, language: &Language, text: &str) -> Option<String> {
        if let Some(key) = self.sentences.get(text) {
            let mut arguments = FluentArgs::new();
            arguments.set("n", 1);
            return self.message(language, key, &arguments);
        }
        self.sentence_with_number(language, text).or_else(|| self.sentence_with_name(language, text))
    }

    fn sentence_with_number(&self, language: &Language, text: &str) -> Option<String> {
        let start = text.find(|character: char| character.is_ascii_digit())?;
        let (before, rest) = text.split_at(start);
        let length = rest.find(|character: char| !character.is_ascii_digit() && character != ',').unwrap_or(rest.len());
        let digits = rest.get(..length)?.trim_end_matches(',');
        let after = rest.get(digits.len()..)?;
        let key = self.sentences.get(&[before, NUMBER, after].concat())?;
        let mut arguments = FluentArgs::new();
        arguments.set("n", digits.replace(',', "").parse::<i64>().ok()?);
        self.message(language, key, &arguments)
    }

    fn sentence_with_name(&self, language: &Language, text: &str) -> Option<String> {
        self.with_name.iter().find_map(|(before, after, key)| {
            let name = text.strip_prefix(before.as_str())?.strip_suffix(after.as_str())?;
            let mut arguments = FluentArgs::new();
            arguments.set("name", name);
            self.message(language, key, &arguments)
        })
    }
}

fn bundle(language: &Language) -> FluentBundle<FluentResource> {
    let locale = language.tag.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![locale]);
    // Marks around arguments keep a name in Latin letters from turning an Arabic sentence around.
    bundle.set_use_isolating(language.dir == "rtl");
    bundle.set_formatter(Some(match (language.group, language.group_from) {
        ('.', 5) => grouped::<'.', 5, _>,
        ('.', _) => grouped::<'.', 4, _>,
        ('\u{a0}', 5) => grouped::<'\u{a0}', 5, _>,
        ('\u{a0}', _) => grouped::<'\u{a0}', 4, _>,
        ('\u{202f}', _) => grouped::<'\u{202f}', 4, _>,
        _ => grouped::<',', 4, _>,
    }));
    if *language == PSEUDO {
        bundle.set_transform(Some(pseudo));
    }
    bundle
}

/// A whole number with `GROUP` between its thousands, if it has so many digits.
fn grouped<const GROUP: char, const FROM: usize, M>(value: &FluentValue<'_>, _: &M) -> Option<String> {
    let FluentValue::Number(number) = value else {
        return None;
    };
    let digits = number.as_string();
    let mut written = String::with_capacity(digits.len() + 4);
    for (at, digit) in digits.char_indices() {
        if at > 0
            && digits.len() >= FROM
            && (digits.len() - at) % 3 == 0
            && digits.bytes().all(|byte| byte.is_ascii_digit())
        {
            written.push(GROUP);
        }
        written.push(digit);
    }
    Some(written)
}

/// The messages of a file as a module: a text, or a list of texts, arguments and choices by an argument's plural.
fn script(file: &FluentResource, is_pseudo: bool) -> String {
    let messages = file.entries().filter_map(|entry| match entry {
        Entry::Message(message) => Some((message.id.name.to_owned(), pieces(message.value.as_ref()?, is_pseudo))),
        _ => None,
    });
    format!("export default {};\n", Value::Object(messages.collect()))
}

fn pieces(pattern: &Pattern<&str>, is_pseudo: bool) -> Value {
    let text = |text: &str| Value::String(if is_pseudo { pseudo(text).into_owned() } else { text.to_owned() });
    let mut pieces: Vec<Value> = pattern
        .elements
        .iter()
        .map(|element| match element {
            PatternElement::TextElement { value } => text(value),
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                let mut choice = json!({ "of": argument(selector) });
                for variant in variants {
                    let form = match &variant.key {
                        VariantKey::Identifier { name } => *name,
                        VariantKey::NumberLiteral { value } => *value,
                    };
                    choice[form] = self::pieces(&variant.value, is_pseudo);
                }
                choice
            }
            PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } => {
                Value::String(unescape_unicode_to_string(value).into_owned())
            }
            PatternElement::Placeable { expression: Expression::Inline(inline) } => json!({ "of": argument(inline) }),
        })
        .collect();
    match pieces.as_slice() {
        [Value::String(_)] => pieces.remove(0),
        _ => Value::Array(pieces),
    }
}

/// The name of an argument; empty for what scripts have no use for.
fn argument<'a>(expression: &InlineExpression<&'a str>) -> &'a str {
    match expression {
        InlineExpression::VariableReference { id } => id.name,
        _ => "",
    }
}

/// The same file parsed again, for a second bundle.
fn resource_again(parsed: &FluentResource) -> FluentResource {
    FluentResource::try_new(parsed.source().to_owned()).unwrap_or_else(|(resource, _)| resource)
}

/// Text with accents, a third longer. Tags stay as they are.
fn pseudo(text: &str) -> Cow<'_, str> {
    let (mut longer, mut is_tag, mut letters) = (String::with_capacity(text.len() * 2), false, 0);
    for character in text.chars() {
        is_tag = character == '<' || is_tag && character != '>';
        let accented = match character {
            _ if is_tag => character,
            'a' => 'å',
            'c' => 'ç',
            'e' => 'é',
            'i' => 'î',
            'o' => 'ô',
            's' => 'š',
            'u' => 'ü',
            other => other,
        };
        longer.push(accented);
        if !is_tag && character.is_ascii_alphabetic() {
            letters += 1;
            if letters % 3 == 0 {
                longer.push(accented);
            }
        }
    }
    longer.into()
}

thread_local! {
    static CURRENT: RefCell<Option<(Arc<Languages>, &'static Language)>> = const { RefCell::new(None) };
}

/// The language of what this thread renders until it is dropped.
#[derive(Debug)]
pub struct Rendering(Option<(Arc<Languages>, &'static Language)>);

impl Rendering {
    /// Renders in `language` from here on.
    pub fn begin(languages: &Arc<Languages>, language: &'static Language) -> Self {
        Self(CURRENT.replace(Some((Arc::clone(languages), language))))
    }
}

impl Drop for Rendering {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

/// Calls `read` with the messages and the language of what this thread renders; none if it renders nothing.
pub fn with_current<T>(read: impl FnOnce(&Languages, &'static Language) -> T) -> Option<T> {
    CURRENT.with_borrow(|current| current.as_ref().map(|(languages, language)| read(languages, language)))
}
