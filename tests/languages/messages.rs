//! The files in `locales`, compared with each other, with the templates and with the sentences in the source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fluent_bundle::FluentArgs;
use portico::languages::{Languages, is_translated};
use portico::routes::audit::{said_key, shown_facts, word_key};
use portico_rules::language::{ALL, ENGLISH, Language, PSEUDO};
use portico_store::models::instance::branding::MAX_NAME;
use portico_store::models::logs::audit::ActionGroup;
use serde_json::json;

use crate::support::source::files;

/// Words that are the same in every language.
const NAMES: [&str; 9] = ["mira", "Portico", "OpenAPI", "UTC", "#rrggbb", "curl", "Python", "JavaScript", "Rust"];

/// The text of a language's file.
fn file(language: &Language, name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(language.tag).join(name);
    fs::read_to_string(&path).unwrap_or_else(|err| panic!("{}: {err}", path.display()))
}

/// The messages of a file: each key with everything up to the next one.
fn messages(text: &str) -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut last = None;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        match line.split_once(" =").filter(|_| !line.starts_with(' ')) {
            Some((key, value)) => {
                assert!(found.insert(key.to_owned(), value.to_owned()).is_none(), "{key} is there twice");
                last = Some(key.to_owned());
            }
            None => found.get_mut(last.as_ref().unwrap()).unwrap().push_str(line),
        }
    }
    found
}

/// The names of the files in each language's folder.
fn names() -> Vec<String> {
    let english = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales/en");
    let names = fs::read_dir(english).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

/// The messages of a language's pages.
fn pages(language: &Language) -> BTreeMap<String, String> {
    let names = names().into_iter().filter(|name| !["scripts.ftl", "sentences.ftl"].contains(&name.as_str()));
    messages(&names.map(|name| file(language, &name)).collect::<Vec<_>>().join("\n"))
}

fn all(language: &Language) -> BTreeMap<String, String> {
    let mut found = pages(language);
    for name in ["scripts.ftl", "sentences.ftl"] {
        for (key, sentence) in messages(&file(language, name)) {
            assert!(found.insert(key.clone(), sentence).is_none(), "{key} is there twice");
        }
    }
    found
}

fn between(text: &str, open: char, close: char) -> BTreeSet<&str> {
    text.split(open).skip(1).filter_map(|rest| rest.split(close).next()).collect()
}

fn arguments(message: &str) -> BTreeSet<&str> {
    let names = message.split('$').skip(1);
    names.filter_map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()).collect()
}

fn languages() -> Languages {
    let mut texts = BTreeMap::new();
    for language in ALL {
        for name in names() {
            texts.insert(format!("{}/{name}", language.tag), file(language, &name));
        }
    }
    Languages::read(&texts).unwrap()
}

#[test]
fn every_message_is_in_every_language_with_the_same_arguments_and_tags() {
    let english = all(&ENGLISH);
    for language in ALL {
        let translated = all(language);
        let keys = |messages: &BTreeMap<String, String>| messages.keys().cloned().collect::<BTreeSet<_>>();
        let differing: Vec<_> = keys(&english).symmetric_difference(&keys(&translated)).cloned().collect();
        assert!(differing.is_empty(), "{}: {differing:?}", language.tag);
        for (key, message) in &translated {
            let original = &english[key];
            assert_eq!(arguments(message), arguments(original), "{key} in {}", language.tag);
            assert_eq!(between(message, '<', '>'), between(original, '<', '>'), "{key} in {}", language.tag);
            assert!(!message.contains('&'), "{key} in {}: entities are not decoded in plain text", language.tag);
        }
    }
}

/// The English sentences of a server's audit log are in the table of actions, which other languages have as messages.
#[test]
fn every_entry_of_a_servers_audit_log_is_translated_with_the_same_facts() {
    let of_servers = ActionGroup::OF_SERVERS.iter().flat_map(|group| group.actions());
    let mut expected = BTreeMap::from([("audit-hidden-channel".to_owned(), BTreeSet::new())]);
    for kind in of_servers {
        for (number, sentence) in kind.sentences.iter().enumerate() {
            let facts = shown_facts(sentence).map(|(name, _)| name);
            expected.insert(said_key(kind.name, number), facts.chain(["actor".to_owned()]).collect());
        }
        for line in kind.lines {
            let (label, value) = line.split_once(": ").unwrap();
            let words = value.rsplit('}').next().filter(|words| !words.is_empty());
            expected.extend([Some(label), words].into_iter().flatten().map(|word| (word_key(word), BTreeSet::new())));
        }
    }
    let values = ["nothing", "yes", "no", "off", "removed", "a new one", "allowed", "denied", "inherited"];
    expected.extend(values.map(|word| (word_key(word), BTreeSet::new())));
    for language in ALL.into_iter().filter(|language| **language != ENGLISH) {
        let translated = messages(&file(language, "audit.ftl"));
        assert!(translated.keys().eq(expected.keys()), "{}", language.tag);
        for (key, message) in &translated {
            let facts = arguments(message).into_iter().filter(|name| !name.ends_with("_count")).map(str::to_owned);
            assert_eq!(facts.collect::<BTreeSet<_>>(), expected[key], "{key} in {}", language.tag);
        }
    }
}

#[test]
fn a_language_has_a_form_for_each_of_its_plurals() {
    let languages = languages();
    for (tag, key, number, text) in [
        ("en", "reset-code-tries", 1, "You have one try left."),
        ("en", "reset-code-tries", 2, "You have 2 tries left."),
        ("pl", "reset-code-tries", 1, "Została ci jedna próba."),
        ("pl", "reset-code-tries", 3, "Zostały ci 3 próby."),
        ("pl", "reset-code-tries", 5, "Zostało ci 5 prób."),
    ] {
        let mut arguments = FluentArgs::new();
        arguments.set("count", number);
        let language = Language::named(tag).unwrap();
        assert_eq!(languages.message(language, key, &arguments).unwrap(), text);
    }
}

#[test]
fn every_key_that_a_template_names_is_a_message_and_every_message_is_named() {
    let pages = pages(&ENGLISH);
    let templates: String = files("templates", "tera").iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let is_call = |before: &str| {
        let name = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next();
        name.is_some_and(|name| ["t", "rich"].contains(&name))
    };
    let calls = templates.match_indices("(key=\"").filter(|(at, _)| is_call(&templates[..*at]));
    let called: BTreeSet<&str> =
        calls.filter_map(|(at, open)| templates[at + open.len()..].split('"').next()).collect();
    assert!(called.len() > 100, "{called:?}");
    for key in &called {
        assert!(pages.contains_key(*key), "there is no message {key}");
    }
    let sources = ["src", "crates"].into_iter().flat_map(|folder| files(folder, "rs"));
    let sources: String = sources.map(|path| fs::read_to_string(path).unwrap()).collect();
    for key in pages.keys() {
        let is_named = called.contains(key.as_str()) || sources.contains(&format!("\"{key}\""));
        assert!(is_named, "no template and no source names {key}");
    }
    let sign_in = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/routes/accounts/sign_in.rs"));
    for key in between(&sign_in.unwrap(), '"', '"').into_iter().filter(|text| text.starts_with("sign-in-")) {
        assert!(pages.contains_key(key), "there is no message {key}");
    }
}

#[test]
fn every_key_that_a_script_names_is_a_message_and_every_message_is_named() {
    let texts = messages(&file(&ENGLISH, "scripts.ftl"));
    let scripts: String =
        files("static/js", "js").iter().map(|path| fs::read_to_string(path).unwrap()).collect::<Vec<_>>().join("\n");
    let is_call = |before: &str| !before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    let calls = scripts.match_indices("t(\"").filter(|(at, _)| is_call(&scripts[..*at]));
    let called: BTreeSet<&str> = calls.filter_map(|(at, open)| scripts[at + open.len()..].split('"').next()).collect();
    assert!(called.len() > 50, "{called:?}");
    for key in called {
        assert!(texts.contains_key(key), "there is no message {key}");
    }
    for key in texts.keys() {
        assert!(scripts.contains(&format!("\"{key}\"")), "no script names {key}");
    }
}

/// A text of one part has 160 characters of GSM 7-bit; of others 70, or 67 in each of several.
#[test]
fn a_text_message_has_three_parts_at_most_and_no_digits_but_its_code_and_how_long_that_works() {
    let (languages, instance) = (languages(), "N".repeat(MAX_NAME));
    for language in ALL {
        let texts = messages(&file(language, "texts.ftl"));
        let keys: Vec<_> = texts.keys().filter(|key| key.starts_with("text-")).collect();
        assert_eq!(keys.len(), 6, "{keys:?}");
        for key in keys {
            let text = languages.words(language, key, &[("instance", &instance), ("code", "01234567")]).unwrap();
            assert!(text.contains(&instance), "{text}");
            assert!(text.encode_utf16().count() <= 201, "{}: {text}", language.tag);
            let is_single = text.is_ascii() && text.len() <= 160;
            assert!(is_single || *language != ENGLISH, "{text}");
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            let expected = match key.ends_with("-code") {
                true => ["0123456710", "1001234567"].as_slice(),
                false => [""].as_slice(),
            };
            assert!(expected.contains(&digits.as_str()), "{}: {text}", language.tag);
        }
    }
}

/// What scripts show is in `scripts.ftl`. The service worker belongs to no page, and the text of a notification is the server's.
#[test]
fn no_script_has_a_sentence() {
    for path in files("static/js", "js") {
        if path.ends_with("service-worker.js") {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines().filter(|line| !line.trim_start().starts_with('/')) {
            for text in line.split(['"', '`']).skip(1).step_by(2) {
                let is_sentence =
                    text.starts_with(char::is_uppercase) && text.contains(' ') && text.ends_with(['.', '…', '?']);
                // What is only heard; the guide is in English.
                let is_announced = line.contains("announce(")
                    && text.contains(' ')
                    && !line.contains("querySelector")
                    && !path.ends_with("guide.js");
                assert!(!is_sentence && !is_announced, "{}: {text}", path.display());
            }
        }
    }
}

#[test]
fn a_language_has_a_module_for_scripts() {
    let languages = languages();
    let scripts: BTreeMap<_, _> = languages.scripts().collect();
    let polish = scripts["js/words-pl.js"];
    let texts = polish.strip_prefix("export default ").and_then(|rest| rest.strip_suffix(";\n")).unwrap();
    let texts: serde_json::Value = serde_json::from_str(texts).unwrap();
    assert_eq!(texts["close"], "Zamknij");
    let choice = &texts["retry-in"][0];
    assert_eq!(choice["of"], "seconds");
    assert_eq!(choice["few"], json!(["Spróbuj ponownie za ", { "of": "seconds" }, " sekundy."]));
    assert!(scripts["js/words-en-XA.js"].contains("Clôôšé"));
}

#[test]
fn every_sentence_is_one_that_the_program_returns() {
    let sources: String = ["src", "crates"]
        .iter()
        .flat_map(|folder| files(folder, "rs"))
        .filter(|path| !path.ends_with("languages.rs"))
        .map(|path| fs::read_to_string(path).unwrap())
        // A long one may go on in the next line.
        .map(|source| source.split("\\\n").map(str::trim_start).collect::<String>())
        .collect();
    let (languages, mut missing) = (languages(), Vec::new());
    for key in messages(&file(&ENGLISH, "sentences.ftl")).keys() {
        let mut arguments = FluentArgs::new();
        arguments.set("n", 7);
        arguments.set("name", "7");
        let sentence = languages.message(&ENGLISH, key, &arguments).unwrap();
        let mut parts = sentence.split('7').map(str::trim);
        if !parts.all(|part| sources.contains(part)) {
            missing.push(format!("{key}: {sentence}"));
        }
    }
    assert!(missing.is_empty(), "nothing returns {missing:#?}");
}

/// As `Intl.NumberFormat` writes them in scripts.
#[test]
fn thousands_are_written_as_each_language_does() {
    let languages = languages();
    for (tag, written) in [
        ("en", ["1,234", "12,345"]),
        ("de", ["1.234", "12.345"]),
        ("es", ["1234", "12.345"]),
        ("fr", ["1\u{202f}234", "12\u{202f}345"]),
        ("pl", ["1234", "12\u{a0}345"]),
        ("pt-BR", ["1.234", "12.345"]),
        ("uk", ["1\u{a0}234", "12\u{a0}345"]),
        ("ja", ["1,234", "12,345"]),
    ] {
        for (number, digits) in [1_234, 12_345].into_iter().zip(written) {
            let mut arguments = FluentArgs::new();
            arguments.set("count", number);
            let message = languages.message(Language::named(tag).unwrap(), "reset-code-tries", &arguments).unwrap();
            assert!(message.contains(digits), "{tag}: {message}");
        }
    }
}

/// The portal is in English, and so are the caps that only it can reach.
#[test]
fn a_reached_cap_is_told_in_every_language() {
    const OF_PORTAL: [&str; 4] = ["collaborat", "webhooks", "apps to accept", "event streams"];
    let languages = languages();
    let sources: Vec<String> =
        files("crates/store/src", "rs").iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let texts = sources.iter().flat_map(|source| source.split('"').skip(1).step_by(2));
    let caps: BTreeSet<_> = texts.filter(|text| text.contains("{} ") && text.contains(", the most ")).collect();
    assert!(caps.len() > 15, "{caps:?}");
    for cap in caps.into_iter().filter(|cap| !OF_PORTAL.iter().any(|part| cap.contains(part))) {
        for language in ALL.into_iter().filter(|language| **language != ENGLISH) {
            let sentence = cap.replace("{}", "2,000");
            assert_ne!(languages.translated(language, &sentence), sentence, "{}", language.tag);
        }
    }
    let told = "You own 2,000 servers, the most a person can own. Delete one or transfer it first.";
    let german = Language::named("de").unwrap();
    let expected = "Du besitzt 2.000 Server, mehr kann eine Person nicht besitzen. Lösche oder übertrage zuerst einen.";
    assert_eq!(languages.translated(german, told), expected);
}

#[test]
fn no_translated_template_has_a_bare_word() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let (mut checked, mut bare) = (0, Vec::new());
    for path in files("templates", "tera") {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().trim_end_matches(".html.tera");
        if is_translated(name) {
            let found = bare_words(&fs::read_to_string(&path).unwrap());
            bare.extend(found.into_iter().map(|word| format!("{name}: {word}")));
            checked += 1;
        }
    }
    assert!(bare.is_empty(), "{bare:#?}");
    assert!(checked > 60, "{checked}");
    let planted =
        r#"{# note #}<p class="x">{{ t(key="a") }} Hello</p><a title="There">{{ m::x(label="Send it") }}</a>"#;
    assert_eq!(bare_words(planted), ["There", "Send it", "Hello"]);
}

/// Text of a template that is the same in every language: between tags, in attributes that are read out, and in arguments of
/// macros.
fn bare_words(template: &str) -> Vec<String> {
    const SHOWN: [&str; 8] =
        ["title=\"", "aria-label=\"", "placeholder=\"", "label=\"", "text=\"", "lead=\"", "hint=\"", "alt=\""];
    let without = |text: &str, open: &str, close: &str| {
        let mut rest = text;
        let (mut kept, mut removed) = (String::new(), Vec::new());
        while let Some((before, after)) = rest.split_once(open) {
            kept.push_str(before);
            kept.push(' ');
            let (inside, after) = after.split_once(close).unwrap();
            removed.push(inside.to_owned());
            rest = after;
        }
        (kept + rest, removed)
    };
    let (text, _) = without(template, "{#", "#}");
    let (text, _) = without(&text, "{% block main_class %}", "{% endblock main_class %}");
    // Attributes alone.
    let (text, _) = without(&text, "{% macro ties", "endmacro ties %}");
    // What is typed is the same in every language, and so are the keys of letters.
    let (text, _) = without(&text, "<code>", "</code>");
    let (text, _) = without(&text, "<kbd>", "</kbd>");
    let (text, expressions) = without(&text, "{{", "}}");
    let (text, blocks) = without(&text, "{%", "%}");
    let (text, tags) = without(&text, "<", ">");
    let mut found = Vec::new();
    for piece in tags.iter().chain(&expressions).chain(&blocks) {
        for shown in SHOWN {
            for rest in piece.split(&format!(" {shown}")).skip(1).chain(piece.split(&format!("({shown}")).skip(1)) {
                let value = rest.split('"').next().unwrap();
                if value.chars().any(char::is_alphabetic) && !NAMES.contains(&value) {
                    found.push(value.to_owned());
                }
            }
        }
    }
    let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic));
    found.extend(words.filter(|word| !NAMES.contains(word) && !word.starts_with('&')).map(str::to_owned));
    found
}

#[test]
fn sentences_of_the_program_are_translated_one_by_one_with_their_numbers() {
    let (languages, german) = (languages(), Language::named("de").unwrap());
    for (english, translated) in [
        ("Wrong password. Try again.", "Das Passwort ist falsch. Versuche es noch einmal."),
        ("Too many attempts. Try again in a second.", "Zu viele Versuche. Versuche es in einer Sekunde noch einmal."),
        ("Too many attempts. Try again in 30 seconds.", "Zu viele Versuche. Versuche es in 30 Sekunden noch einmal."),
        ("Try again in 3 hours.", "Versuche es in 3 Stunden noch einmal."),
        ("Use 2 to 32 characters.", "Verwende 2 bis 32 Zeichen."),
        // Nothing that was typed becomes part of a pattern.
        ("Try again in <b> seconds.", "Try again in <b> seconds."),
        ("Try again in 99999999999999999999 seconds.", "Try again in 99999999999999999999 seconds."),
        ("A sentence of no one. Try again.", "A sentence of no one. Versuche es noch einmal."),
        ("", ""),
    ] {
        assert_eq!(languages.translated(german, english), translated);
        assert_eq!(languages.translated(&ENGLISH, english), english);
    }
}

#[test]
fn a_name_in_a_sentence_stays_as_it_is() {
    let text = |text: &str| text.to_owned();
    let languages = Languages::read(&BTreeMap::from([
        (text("en/sentences.ftl"), text("gone = { $name } is gone.\nroom-gone = The room { $name } is gone.")),
        (text("de/sentences.ftl"), text("gone = { $name } ist weg.\nroom-gone = Der Raum { $name } ist weg.")),
    ]));
    let (languages, german) = (languages.unwrap(), Language::named("de").unwrap());
    for (english, translated) in [
        ("Mira is gone.", "Mira ist weg."),
        ("The room 2. Floor is gone.", "Der Raum 2. Floor ist weg."),
        ("{ $name } is gone.", "{ $name } ist weg."),
        ("Mira is here.", "Mira is here."),
    ] {
        assert_eq!(languages.translated(german, english), translated);
    }
}

#[test]
fn the_pseudo_language_is_a_third_longer_and_keeps_tags() {
    let languages = languages();
    let message = |language: &Language, key: &str| languages.message(language, key, &FluentArgs::new()).unwrap();
    let (plain, longer) = (message(&ENGLISH, "sign-up-lead"), message(&PSEUDO, "sign-up-lead"));
    assert!(longer.chars().count() * 4 > plain.chars().count() * 5, "{longer}");
    assert!(message(&PSEUDO, "consent-revoke").contains("<a href=\"/settings/apps\">"));
}

#[test]
fn a_file_that_is_no_language_or_no_fluent_is_refused_by_name() {
    for (path, text) in [
        ("xx/pages.ftl", "a = b"),
        ("pages.ftl", "a = b"),
        ("de/pages.ftl", "a = { $b"),
        ("de/pages.ftl", "a = b\na = c"),
    ] {
        let refused = Languages::read(&BTreeMap::from([(path.to_owned(), text.to_owned())])).unwrap_err();
        assert_eq!(refused.0, path);
        assert!(!refused.1.is_empty());
    }
}
