//! The words that people read: templates, scripts and sentences keep to the words in docs/decisions.md.
//! Which sentence stands where is tested with each page.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::source::files;

/// Words that stand nowhere, each with what takes its place.
const NEVER: [(&str, &str); 26] = [
    ("log in", "sign in"),
    ("logged in", "signed in"),
    ("login", "sign-in"),
    ("log out", "sign out"),
    ("logout", "sign-out"),
    ("log on", "sign in"),
    ("invalid", "what is wrong, and what to do"),
    ("illegal", "what is wrong, and what to do"),
    ("please", "nothing"),
    ("sorry", "nothing"),
    ("oops", "nothing"),
    ("click here", "where the link leads"),
    ("somebody", "someone"),
    ("everybody", "everyone"),
    ("anybody", "anyone"),
    ("username", "nickname"),
    ("e-mail", "email"),
    ("sms", "text message"),
    ("application", "app"),
    ("callback", "redirect URI"),
    ("mend", "fix"),
    ("mended", "fixed"),
    ("taken back", "undone or revoked"),
    ("of late", "recently"),
    ("beforehand", "before"),
    ("successfully", "nothing"),
];

#[test]
fn no_page_uses_a_word_that_another_one_stands_for() {
    let mut found = Vec::new();
    for path in files("templates", "tera") {
        for text in of_template(&fs::read_to_string(&path).unwrap()) {
            look(&path, &text, &mut found);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_script_and_no_sentence_of_the_program_uses_one() {
    let mut found = Vec::new();
    let scripts = files("static/js", "js").into_iter();
    // What people say to each other in the demo is theirs.
    let spoken = |path: &PathBuf| path.ends_with("demo/talk.rs");
    for path in scripts
        .chain(files("src", "rs"))
        .filter(|path| !spoken(path))
    {
        let source = fs::read_to_string(&path).unwrap();
        // What follows is a test's own.
        let source = source.split("#[cfg(test)]").next().unwrap();
        for text in strings(source).into_iter().filter(|text| is_sentence(text)) {
            look(&path, &text, &mut found);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_word_is_found_in_text_and_in_what_macros_show_but_not_in_code() {
    let template = r#"<p class="invalid">A <b>login</b></p>{{ ui::x(label="Please wait", name="login") }}
        <code>invalid_json</code>{# invalid #}<input name="login" placeholder="Your e-mail">"#;
    let mut found = Vec::new();
    for text in of_template(template) {
        look(Path::new("x"), &text, &mut found);
    }
    let words = ["login", "please", "e-mail"];
    assert_eq!(found.len(), words.len(), "{found:?}");
    for word in words {
        assert!(found.iter().any(|line| line.contains(word)), "{word}");
    }
}

fn look(path: &Path, text: &str, found: &mut Vec<String>) {
    let lower = text.to_lowercase();
    for (word, instead) in NEVER {
        if has_word(&lower, word) {
            found.push(format!(
                "{}: “{word}” ({instead}) in: {text}",
                path.display()
            ));
        }
    }
}

/// Whether a word stands by itself: not within a longer one, nor within a name such as `login_required`.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_-/.=`".contains(c);
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let mut after = text[at + word.len()..].chars();
        let ends = match after.next() {
            // The end of a sentence is no part of a name.
            Some('.') => !after.next().is_some_and(char::is_alphanumeric),
            Some(next) => !is_part(next),
            None => true,
        };
        !before.is_some_and(is_part) && ends
    })
}

/// What a reader sees of a template: text between tags, and words in arguments and attributes.
fn of_template(source: &str) -> Vec<String> {
    let source = without(source, "{#", "#}");
    let source = without(&source, "<code", "</code>");
    let source = without(&source, "ui::code_open", "ui::code_close");
    let mut texts = Vec::new();
    for (open, close) in [("{{", "}}"), ("{%", "%}")] {
        for inside in between(&source, open, close) {
            texts.extend(strings(&inside).into_iter().filter(|text| is_shown(text)));
        }
    }
    let source = without(&without(&source, "{{", "}}"), "{%", "%}");
    for tag in between(&source, "<", ">") {
        for attribute in ["title=\"", "placeholder=\"", "aria-label=\"", "alt=\""] {
            texts.extend(between(&tag, attribute, "\""));
        }
    }
    // A choice of `prompt` begins with the value it stands for.
    let source = source.replace(">login: ", ">");
    texts.extend(between(&format!(">{source}<"), ">", "<"));
    texts
}

/// Whether an argument is words for people, and not a name, a path or a class.
fn is_shown(text: &str) -> bool {
    text.contains(' ') && !text.starts_with('/') || text.starts_with(char::is_uppercase)
}

fn is_sentence(text: &str) -> bool {
    let begins = text.starts_with(|c: char| c.is_uppercase() || c == '{');
    begins && text.contains(' ') && text.trim_end().ends_with(['.', '?', '…'])
}

fn without(source: &str, open: &str, close: &str) -> String {
    let mut kept = String::new();
    let mut rest = source;
    while let Some((before, after)) = rest.split_once(open) {
        kept.push_str(before);
        kept.push(' ');
        rest = after.split_once(close).map_or("", |(_, rest)| rest);
    }
    kept + rest
}

fn between(source: &str, open: &str, close: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some((_, after)) = rest.split_once(open) {
        let (inside, after) = after.split_once(close).unwrap_or((after, ""));
        found.push(inside.to_owned());
        rest = after;
    }
    found
}

/// The texts in double quotes, without their escapes; lines of comments aside.
fn strings(source: &str) -> Vec<String> {
    let lines = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let source = lines.collect::<Vec<_>>().join("\n");
    let (mut found, mut text) = (Vec::new(), None::<String>);
    let mut characters = source.chars().peekable();
    while let Some(c) = characters.next() {
        match (&mut text, c) {
            // A quote as a character.
            (None, '\'') if characters.peek() == Some(&'"') => {
                characters.next();
            }
            (None, '"') => text = Some(String::new()),
            (None, _) => {}
            (Some(_), '"') => found.extend(text.take()),
            (Some(said), '\\') => {
                if characters.next() == Some('\n') {
                    while characters.next_if(|c| c.is_whitespace()).is_some() {}
                } else {
                    said.push(' ');
                }
            }
            (Some(said), c) => said.push(c),
        }
    }
    found
}
