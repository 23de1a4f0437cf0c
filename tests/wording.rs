//! Wording: pages, scripts and messages keep to the words in docs/decisions.md, and all prose in the repository avoids a few
//! words that no engineer would search for. So do the names of constants, constructors and types. The sentences of each
//! page are tested with the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::source::files;

/// Words that no page uses, each with its replacement.
const NEVER: [(&str, &str); 26] = [
    ("log in", "sign in"),
    ("logged in", "signed in"),
    ("login", "sign-in"),
    ("log out", "sign out"),
    ("logout", "sign-out"),
    ("log on", "sign in"),
    ("invalid", "what is wrong, and what to do"),
    ("illegal", "what is wrong, and what to do"),
    ("please", "leave it out"),
    ("sorry", "leave it out"),
    ("oops", "leave it out"),
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
    ("successfully", "leave it out"),
];

/// Where prose is checked: comments, strings and names of tests in code, and the whole text of other files.
const PROSE: [&str; 14] = [
    "src",
    "crates",
    "fuzz/src",
    "fuzz/tests",
    "migrations",
    "tests",
    "bench",
    "docs",
    "templates",
    "static",
    "README.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
];

/// Files that contain other people's words: the messages of the demo's community, and common passwords.
const QUOTED: [&str; 2] = ["src/cli/demo/messages.rs", "crates/crypto/src/common_passwords.txt"];

/// Words that no prose uses, each with its replacement.
const BANNED: [(&str, &str); 7] = [
    ("somebody", "someone, a user, the caller"),
    ("whoever", "the user, the caller, anyone who"),
    ("mend", "fix"),
    ("swept", "deleted"),
    ("fells", "crashes"),
    ("by turns", "alternating"),
    ("taken over", "checkpointed"),
];

/// Words that no constant begins with, each with its replacement.
const LIMITS: [(&str, &str); 4] = [("MOST", "MAX_"), ("LONGEST", "MAX_"), ("LARGEST", "MAX_"), ("FEWEST", "MIN_")];

/// Participles and adjectives that are no names of types.
const NO_NOUNS: [&str; 98] = [
    "Accepted",
    "Acquired",
    "Adding",
    "Alike",
    "Allowed",
    "Arrived",
    "Arriving",
    "Asked",
    "Authenticated",
    "Before",
    "Began",
    "Bounded",
    "Changed",
    "Chosen",
    "Claimed",
    "Cleaned",
    "Composed",
    "Confirmed",
    "Copied",
    "Counted",
    "Current",
    "Decoded",
    "Edited",
    "Entering",
    "Examined",
    "Exchanged",
    "Fault",
    "Faults",
    "Found",
    "Full",
    "Gated",
    "Generated",
    "Given",
    "Guarded",
    "Hashed",
    "Held",
    "Hidden",
    "Ignored",
    "Incoming",
    "Judge",
    "Judged",
    "Kept",
    "Last",
    "Limited",
    "Listed",
    "Loaded",
    "Logged",
    "Made",
    "Malformed",
    "Moves",
    "Named",
    "Next",
    "Noted",
    "Opened",
    "Permitted",
    "Pushed",
    "Reached",
    "Read",
    "Received",
    "Recent",
    "Refused",
    "Registered",
    "Remembered",
    "Rendered",
    "Reported",
    "Requested",
    "Resealed",
    "Resolved",
    "Returned",
    "Rotated",
    "Same",
    "Saved",
    "Scanned",
    "Sealed",
    "Seen",
    "Sent",
    "Shared",
    "Shown",
    "Spanned",
    "Stored",
    "Strict",
    "Submitted",
    "Subscribed",
    "Taking",
    "Ticked",
    "Told",
    "Translated",
    "Typed",
    "Unknown",
    "Unseen",
    "Unverified",
    "Used",
    "Verdict",
    "Verified",
    "Waiting",
    "Wanted",
    "Writing",
    "Written",
];

/// Names of types that many modules share: SeaORM's, and those of errors and results.
const SHARED_NAMES: [&str; 7] = ["ActiveModel", "Column", "Entity", "Error", "Model", "Relation", "Result"];

/// Where these words are listed.
const LIST: &str = "tests/wording.rs";

#[test]
fn no_prose_uses_a_banned_word() {
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in PROSE.iter().flat_map(|place| all_files(&root.join(place))) {
        // Pictures are no text.
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let quoted = |file: &&str| path.ends_with(file);
        if path.ends_with(LIST) || QUOTED.iter().any(quoted) {
            continue;
        }
        for (number, line) in prose(&path, &text) {
            look(&path, Some(number), &line, &BANNED, &mut found);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn prose_is_found_in_comments_strings_and_names_of_tests() {
    let source = r#"//! Somebody.
        let swept = self.swept("rows"); // by turns
        call("whoever asks", b"mend");
        async fn it_is_taken_over() {"#;
    let mut found = Vec::new();
    for (number, line) in prose(Path::new("x.rs"), source) {
        look(Path::new("x.rs"), Some(number), &line, &BANNED, &mut found);
    }
    let words = ["somebody", "by turns", "whoever", "mend", "taken over"];
    assert_eq!(found.len(), words.len(), "{found:?}");
    for word in words {
        assert!(found.iter().any(|line| line.contains(word)), "{word}");
    }
}

/// Every file below a folder, or the file itself, without what tools put there.
fn all_files(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with('.') || ["node_modules", "target", "__pycache__"].contains(&&*name) {
        return Vec::new();
    }
    let entries = fs::read_dir(place).unwrap();
    entries.flat_map(|entry| all_files(&entry.unwrap().path())).collect()
}

/// The lines of a file that people read, each with its number.
fn prose(path: &Path, text: &str) -> Vec<(usize, String)> {
    let comment = match path.extension().and_then(|ending| ending.to_str()) {
        Some("rs" | "mjs" | "js") => "//",
        Some("py" | "sh") => "#",
        _ => "",
    };
    let numbered = text.lines().enumerate();
    numbered
        .map(|(at, line)| match comment {
            "" => (at + 1, line.to_owned()),
            comment => (at + 1, of_code(line, comment)),
        })
        .collect()
}

/// Of a line of code: its comment, what is in quotes, and the words of a function's name.
fn of_code(line: &str, comment: &str) -> String {
    let (code, said) = line.split_once(comment).unwrap_or((line, ""));
    // In a comment over several lines, every line begins with a star.
    if line.trim_start().starts_with(['*', '/', '#']) {
        return line.to_owned();
    }
    let name = code.split_once("fn ").map_or("", |(_, after)| after.split(['(', '<']).next().unwrap_or_default());
    let quoted: Vec<String> =
        ['"', '`'].iter().flat_map(|quote| code.split(*quote).skip(1).step_by(2)).map(str::to_owned).collect();
    let name = if name.contains('_') { name.replace('_', " ") } else { String::new() };
    format!("{} {name} {said}", quoted.join(" "))
}

#[test]
fn no_page_uses_a_word_with_a_replacement() {
    let mut found = Vec::new();
    for path in files("templates", "tera") {
        for text in of_template(&fs::read_to_string(&path).unwrap()) {
            look(&path, None, &text, &NEVER, &mut found);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_english_message_uses_one() {
    let mut found = Vec::new();
    for name in ["pages", "sentences"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("locales/en/{name}.ftl"));
        let text = fs::read_to_string(&path).unwrap();
        let values = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_once('=').map_or(line, |(_, value)| value));
        for value in values {
            look(&path, None, value, &NEVER, &mut found);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_script_and_no_message_of_the_program_uses_one() {
    let mut found = Vec::new();
    let scripts = files("static/js", "js").into_iter();
    let is_quoted = |path: &PathBuf| QUOTED.iter().any(|file| path.ends_with(file));
    for path in scripts.chain(files("src", "rs")).chain(files("crates", "rs")).filter(|path| !is_quoted(path)) {
        let source = fs::read_to_string(&path).unwrap();
        // The rest of the file are tests.
        let source = source.split("#[cfg(test)]").next().unwrap();
        for text in strings(source).into_iter().filter(|text| is_sentence(text)) {
            look(&path, None, &text, &NEVER, &mut found);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn words_are_found_in_text_and_in_arguments_of_macros_but_not_in_code() {
    let template = r#"<p class="invalid">A <b>login</b></p>{{ ui::x(label="Please wait", name="login") }}
        <code>invalid_json</code>{# invalid #}<input name="login" placeholder="Your e-mail">"#;
    let mut found = Vec::new();
    for text in of_template(template) {
        look(Path::new("x"), None, &text, &NEVER, &mut found);
    }
    let words = ["login", "please", "e-mail"];
    assert_eq!(found.len(), words.len(), "{found:?}");
    for word in words {
        assert!(found.iter().any(|line| line.contains(word)), "{word}");
    }
}

fn look(path: &Path, line: Option<usize>, text: &str, words: &[(&str, &str)], found: &mut Vec<String>) {
    let lower = text.to_lowercase();
    for (word, instead) in words {
        if has_word(&lower, word) {
            let place = line.map_or(String::new(), |line| format!(":{line}"));
            found.push(format!("{}{place}: “{word}” ({instead}) in: {text}", path.display()));
        }
    }
}

/// Whether a text contains a word: not within a longer one, nor within a name such as `login_required`.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_-/.=`".contains(c);
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let mut after = text[at + word.len()..].chars();
        let ends = match after.next() {
            // A full stop at the end of a sentence is not part of a name.
            Some('.') => !after.next().is_some_and(char::is_alphanumeric),
            Some(next) => !is_part(next),
            None => true,
        };
        !before.is_some_and(is_part) && ends
    })
}

/// The visible words of a template: text between tags, and words in arguments and attributes.
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

/// Whether an argument is text for people, and not a name, a path or a class.
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

/// The texts in double quotes, without their escapes and without comments.
fn strings(source: &str) -> Vec<String> {
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
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

#[test]
fn names_and_comments_are_plain() {
    let mut found = Vec::new();
    for (path, source) in sources() {
        for (number, line) in source.lines().enumerate() {
            for problem in problems(line) {
                found.push(format!("{path}:{}: {problem}", number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_two_types_of_a_crate_have_the_same_name() {
    let mut places: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for (path, source) in sources() {
        let package = path.split_once("/src/").map_or("src", |(package, _)| package).to_owned();
        if path.contains("/tests") {
            continue;
        }
        let types = source.lines().take_while(|line| *line != "#[cfg(test)]").filter(|line| !line.starts_with(' '));
        for name in types.filter_map(type_name).filter(|name| !SHARED_NAMES.contains(name)) {
            places.entry((package.clone(), name.to_owned())).or_default().insert(path.clone());
        }
    }
    assert!(places.len() > 200, "{}", places.len());
    let twice: Vec<_> = places.iter().filter(|(_, paths)| paths.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn names_that_no_one_would_search_for_are_found() {
    for line in [
        "    pub fn of(text: &str) -> Self {",
        "const MOST_ROWS: u32 = 9;",
        "pub const LONGEST: usize = 9;",
        "    /// Whether it is muted.",
        "//! What a page shows.",
        "pub(super) struct Typed<'a> {",
    ] {
        assert_eq!(problems(line).len(), 1, "{line}");
    }
    let plain =
        ["fn offer() {", "const OUTERMOST: u32 = 9;", "/// The rows. What follows is cut.", "struct TypedCode {"];
    for line in plain {
        assert!(problems(line).is_empty(), "{line}");
    }
}

/// The source files of the product, by their path in the repository.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = ["crates", "migrations", "src"].into_iter().flat_map(|folder| files(folder, "rs"));
    let path = |file: &Path| file.strip_prefix(root).unwrap().to_string_lossy().into_owned();
    all.map(|file| (path(&file), fs::read_to_string(&file).unwrap())).collect()
}

/// The names and the comment in a line that are not plain.
fn problems(line: &str) -> Vec<String> {
    let code = line.trim_start();
    let mut found = Vec::new();
    if let Some(comment) = code.strip_prefix("///").or_else(|| code.strip_prefix("//!")) {
        let word = comment.trim_start().split(' ').next().unwrap_or_default();
        if ["What", "Whether"].contains(&word) {
            found.push(format!("a comment begins with “{word}”"));
        }
        return found;
    }
    if code.contains("fn of(") {
        found.push("a function is named `of`".to_owned());
    }
    let name = code.split_once("const ").map_or("", |(_, name)| name);
    found.extend(LIMITS.iter().filter_map(|(word, instead)| {
        let rest = name.strip_prefix(word)?;
        rest.starts_with(['_', ':']).then(|| format!("{word}: use {instead}"))
    }));
    found.extend(type_name(code).filter(|name| NO_NOUNS.contains(name)).map(|name| format!("`{name}` is no noun")));
    found
}

/// The name of the type that a line of code defines.
fn type_name(code: &str) -> Option<&str> {
    let code = code.strip_prefix("pub").map_or(code, |rest| {
        let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
        rest.trim_start()
    });
    let (kind, rest) = code.split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
    ["enum", "struct", "trait", "type"].contains(&kind).then_some(name)
}
