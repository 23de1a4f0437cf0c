//! The rules for names of users, servers, channels and roles, and when two names are the same. Callers check in the
//! database whether a name is taken.

mod alike;
mod characters;
pub mod rules;

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

pub use self::alike::NameForms;
pub use self::characters::{excess_marks, has_visible, is_hidden, limit_marks};

/// The role that every member of a server holds, and the word that mentions all of them.
pub const ALL: &str = "all";

/// The fewest and the most characters of a nickname.
pub(super) const NICKNAME_LENGTH: (usize, usize) = (2, 32);

/// The most characters of a role's name.
pub(super) const ROLE_LENGTH: usize = 32;

/// The most characters of a display name and of a server's name.
const SHOWN_LENGTH: usize = 64;

/// The most characters of a channel's name.
const CHANNEL_LENGTH: usize = 40;

/// The most characters of a channel's topic.
const TOPIC_LENGTH: usize = 200;

/// The most characters of an app's description.
pub const DESCRIPTION_LENGTH: usize = 500;

/// The words that mention everyone, here and in other chats, in the form of a nickname.
const CALLING_EVERYONE: [&str; 3] = [ALL, "everyone", "here"];

/// The problem with a name and how to fix it: a sentence to show beside the field.
pub type NameError = &'static str;

/// Checks a new name. The present one is accepted unchanged: the rules may be newer than it, and then the other fields of the
/// form could not be saved.
///
/// # Errors
/// Those of `rule`.
pub fn changed(
    raw: &str,
    present: Option<&str>,
    rule: fn(&str) -> Result<String, NameError>,
) -> Result<String, NameError> {
    match unchanged(raw, present) {
        Some(present) => Ok(present.to_owned()),
        None => rule(raw),
    }
}

/// The stored form of a name that passed the rules, or that is still the present one: then it stays as it is.
pub fn changed_form(raw: &str, present: Option<&str>, form: fn(&str) -> String) -> String {
    unchanged(raw, present).map_or_else(|| form(raw), str::to_owned)
}

/// The present name, if the form sent it back.
fn unchanged<'a>(raw: &str, present: Option<&'a str>) -> Option<&'a str> {
    // Forms send line ends as CRLF.
    present.filter(|present| raw.replace("\r\n", "\n").trim() == *present)
}

/// The handle that a user signs in with and is mentioned by, in lower case.
///
/// 2 to 32 of `a-z 0-9 _ . -`; it starts with a letter or digit and does not end in `.` or `-`, so that a sentence can end
/// right after it. White space around it is dropped.
///
/// # Errors
/// The sentence to show, also for names that are reserved for mentions.
pub fn nickname(raw: &str) -> Result<String, NameError> {
    let name = nickname_form(raw);
    let (min, max) = NICKNAME_LENGTH;
    if !(min..=max).contains(&name.chars().count()) {
        return Err("Use 2 to 32 characters.");
    }
    if !name.bytes().all(is_nickname_byte) {
        return Err("Use only the letters a to z, digits, dots, dashes and underscores.");
    }
    if !name.starts_with(|first: char| first.is_ascii_alphanumeric()) {
        return Err("Start with a letter or a digit.");
    }
    if name.ends_with(['.', '-']) {
        return Err("End with a letter, a digit or an underscore.");
    }
    if is_reserved_nickname(&name) || is_reserved(&name, &CALLING_EVERYONE) {
        return Err("This nickname is reserved. Choose another one.");
    }
    Ok(name)
}

/// The stored form of a nickname, valid or not.
#[must_use]
pub fn nickname_form(raw: &str) -> String {
    raw.trim().to_ascii_lowercase()
}

/// The display name of a user: 1 to 64 characters; white space around it is dropped.
///
/// # Errors
/// The sentence to show: blank, too long, or with invisible characters or too many marks.
pub fn display_name(raw: &str) -> Result<String, NameError> {
    shown_name(raw)
}

/// The name of a server; the rules are those of a display name.
///
/// # Errors
/// The sentence to show: blank, too long, or with invisible characters or too many marks.
pub fn server_name(raw: &str) -> Result<String, NameError> {
    shown_name(raw)
}

/// The name of a channel: 1 to 40 letters and digits of any script, `-` and `_`.
///
/// Folded to lower case; each run of white space becomes one `-`.
///
/// # Errors
/// The sentence to show.
pub fn channel_name(raw: &str) -> Result<String, NameError> {
    let name = channel_form(raw);
    if name.is_empty() {
        return Err("Enter a name for the channel.");
    }
    if name.chars().count() > CHANNEL_LENGTH {
        return Err("Use at most 40 characters.");
    }
    if !name.chars().all(|c| c == '-' || is_name_word(c)) {
        return Err("Use only letters, digits, dashes and underscores.");
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err("Use at least one letter or digit.");
    }
    if let Some(fault) = characters::fault(&name) {
        return Err(fault);
    }
    Ok(name)
}

/// The stored form of a channel's name, valid or not.
#[must_use]
pub fn channel_form(raw: &str) -> String {
    let words: Vec<&str> = raw.split_whitespace().collect();
    words.join("-").to_lowercase().nfc().collect()
}

/// The topic of a channel: one line of at most 200 characters, or nothing. White space around it is dropped.
///
/// # Errors
/// The sentence to show: too long, or with invisible characters or too many marks.
pub fn topic(raw: &str) -> Result<String, NameError> {
    let topic = topic_form(raw);
    if topic.chars().count() > TOPIC_LENGTH {
        return Err("Use at most 200 characters.");
    }
    if topic.contains(['\n', '\r']) {
        return Err("Use a single line.");
    }
    match characters::fault(&topic) {
        Some(fault) => Err(fault),
        None => Ok(topic),
    }
}

/// The stored form of a topic, valid or not.
#[must_use]
pub fn topic_form(raw: &str) -> String {
    raw.trim().to_owned()
}

/// The description of an app: at most 500 characters on any number of lines, or nothing. White space around it is dropped.
///
/// # Errors
/// The sentence to show: too long, or with invisible characters or too many marks.
pub fn description(raw: &str) -> Result<String, NameError> {
    let text = description_form(raw);
    if text.chars().count() > DESCRIPTION_LENGTH {
        return Err("Use at most 500 characters.");
    }
    match text.lines().find_map(characters::fault) {
        Some(fault) => Err(fault),
        None => Ok(text),
    }
}

/// The stored form of a description, valid or not.
#[must_use]
pub fn description_form(raw: &str) -> String {
    raw.replace("\r\n", "\n").trim().to_owned()
}

/// The name of a role: 1 to 32 letters and digits of any script, spaces, `_` and `-`.
///
/// White space around it is dropped. Two names that are [`NameForms`] are the same name.
///
/// # Errors
/// The sentence to show, also for names that are reserved for mentions: `all`, alone or as the first word, `role_<digits>`,
/// and what looks like one of these.
pub fn role_name(raw: &str) -> Result<String, NameError> {
    let name = role_form(raw);
    if name.is_empty() {
        return Err("Enter a name for the role.");
    }
    if name.chars().count() > ROLE_LENGTH {
        return Err("Use at most 32 characters.");
    }
    if !name.chars().all(|c| matches!(c, ' ' | '-') || is_name_word(c)) {
        return Err("Use only letters, digits, spaces, dashes and underscores.");
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err("Use at least one letter or digit.");
    }
    if let Some(fault) = characters::fault(&name) {
        return Err(fault);
    }
    if calls_everyone(&folded(&name)) || is_reserved(&name, &[ALL]) {
        return Err("This name is reserved. Choose another one.");
    }
    Ok(name)
}

/// The stored form of a role's name, valid or not.
#[must_use]
pub fn role_form(raw: &str) -> String {
    raw.trim().nfc().collect()
}

/// The one form of all spellings of a name: lower case, composed, and a final sigma like any other.
///
/// Folding is the same in every language: `I` becomes `i`, and a dotless `ı` stays what it is.
#[must_use]
pub fn fold(name: &str) -> String {
    folded(name).into_owned()
}

/// True if a name or one of its words begins with a folded text.
#[must_use]
pub fn begins(name: &str, start: &str) -> bool {
    let name = folded(name);
    name.starts_with(start) || name.split(' ').any(|word| word.starts_with(start))
}

/// The same as [`fold`], without an allocation for what is folded already.
pub(super) fn folded(name: &str) -> Cow<'_, str> {
    if !name.is_ascii() {
        // Letter by letter, since a sigma must not depend on the letter after it.
        let lower = name.chars().flat_map(char::to_lowercase);
        lower.map(|c| if c == 'ς' { 'σ' } else { c }).nfc().collect()
    } else if name.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// The form by which mentions of roles are compared: by NFKC and case folding, as for whether a role's name is taken. One for
/// `Straße` and `STRASSE`, and for `ﬀ team` and `FF TEAM`. As with [`fold`], a dotless `ı` stays what it is.
#[must_use]
pub fn fold_role(name: &str) -> String {
    folded_role(name).into_owned()
}

/// The same as [`fold_role`], without an allocation for what is folded already.
pub(super) fn folded_role(name: &str) -> Cow<'_, str> {
    if name.is_ascii() {
        return folded(name);
    }
    let mut lower = String::with_capacity(name.len());
    for c in name.nfkc() {
        if c == 'ı' {
            lower.push(c);
        } else {
            // Lower first: `ẞ` has no upper case, but `ß` has, and that is `SS`.
            let upper = c.to_lowercase().flat_map(char::to_uppercase);
            lower.extend(upper.flat_map(char::to_lowercase));
        }
    }
    Cow::Owned(lower.nfkc().collect())
}

/// True if this folded nickname is reserved for mentions.
pub(super) fn is_reserved_nickname(name: &str) -> bool {
    matches!(name, ALL | "everyone" | "here") || is_role_reference(name)
}

/// True if a nickname may contain this byte, in either case.
pub(super) fn is_nickname_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}

/// True if a character is part of a word: a letter or digit of any script, or `_`.
///
/// So are marks on letters: otherwise an accent, or a vowel sign of Hindi or Thai, would split a word.
pub(super) fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric() || (!c.is_ascii() && is_letter_mark(c))
}

/// True if it is a mark on a letter, rather than one for emoji.
pub(super) fn is_letter_mark(c: char) -> bool {
    is_combining_mark(c) && !matches!(c, '\u{20DD}'..='\u{20E4}') && !is_unseen(c)
}

/// True if a letter or digit is of the Latin script, including ASCII. Other scripts may have no spaces between words.
#[must_use]
pub fn is_latin(c: char) -> bool {
    let is_other = matches!(c,
        '\u{00AA}' | '\u{00BA}' | '\u{00C0}'..='\u{02B8}' | '\u{02E0}'..='\u{02E4}'
        | '\u{1D00}'..='\u{1D25}' | '\u{1D2C}'..='\u{1D5C}' | '\u{1D62}'..='\u{1D65}'
        | '\u{1D6B}'..='\u{1D77}' | '\u{1D79}'..='\u{1DBE}' | '\u{1E00}'..='\u{1EFF}'
        | '\u{2071}' | '\u{207F}' | '\u{2090}'..='\u{209C}' | '\u{212A}'..='\u{212B}'
        | '\u{2132}' | '\u{214E}' | '\u{2160}'..='\u{2188}' | '\u{2C60}'..='\u{2C7F}'
        | '\u{A722}'..='\u{A787}' | '\u{A78B}'..='\u{A7FF}' | '\u{AB30}'..='\u{AB64}'
        | '\u{FB00}'..='\u{FB06}' | '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}');
    c.is_ascii_alphanumeric() || is_other
}

/// True if it is a visible character of a word.
fn is_name_word(c: char) -> bool {
    is_word(c) && !is_unseen(c) && !characters::is_hidden(c) && !characters::is_blank(c)
}

/// `role_<digits>` mentions a role by its id, so it can't be a name.
fn is_role_reference(folded: &str) -> bool {
    folded.strip_prefix("role_").is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()))
}

/// True if a name is, or looks like, one that is reserved for mentions: one of `words`, alone or followed by anything
/// except a letter or digit, or a reference to a role.
fn is_reserved(name: &str, words: &[&str]) -> bool {
    let NameForms { key, look, look_key } = NameForms::new(name);
    let look = look.to_lowercase();
    let begins = |word: &&str| {
        let word = NameForms::new(word).key;
        [&key, &look, &look_key]
            .into_iter()
            .any(|form| form.strip_prefix(&word).is_some_and(|after| !after.starts_with(char::is_alphanumeric)))
    };
    words.iter().any(begins) || alike::is_role_reference(name)
}

/// True if `@` and this folded name would be read as `@all`: the word ends there.
fn calls_everyone(folded: &str) -> bool {
    folded.strip_prefix(ALL).is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

/// The stored form of a display name or a server's name, valid or not.
#[must_use]
pub fn shown_form(raw: &str) -> String {
    raw.trim_matches(characters::is_blank).to_owned()
}

fn shown_name(raw: &str) -> Result<String, NameError> {
    let name = shown_form(raw);
    if !characters::is_seen(&name) {
        return Err("Enter a name.");
    }
    if name.chars().count() > SHOWN_LENGTH {
        return Err("Use at most 64 characters.");
    }
    match characters::fault(&name) {
        Some(fault) => Err(fault),
        None => Ok(name),
    }
}

/// True if it is invisible by itself, so that a name of nothing else would look blank.
fn is_unseen(c: char) -> bool {
    c.is_whitespace()
        || matches!(c,
            '\u{00AD}' | '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200C}' | '\u{200D}' | '\u{2800}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}')
}
