//! What people, servers, channels and roles may be called, and when two names are the same.
//! Whether a name is already taken is the database's to say.

mod alike;
mod characters;
pub mod rules;

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

pub use self::alike::Alike;
pub use self::characters::is_hidden;

/// The role that every member of a server holds, and the word that speaks to all of them.
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

/// The words by which everyone is called here and elsewhere, as a nickname would spell them.
const CALLING_EVERYONE: [&str; 3] = [ALL, "everyone", "here"];

/// What is wrong with a name and how to fix it: a sentence to show beside the field.
pub type Fault = &'static str;

/// Judges a name that takes the place of `present`, if there is one yet: that is kept as it is where it was sent back unchanged: the rules
/// may have changed since it was chosen, and the form's other fields must not wait for another name.
///
/// # Errors
/// Those of `rule`.
pub fn changed(
    raw: &str,
    present: Option<&str>,
    rule: fn(&str) -> Result<String, Fault>,
) -> Result<String, Fault> {
    match present {
        // Forms send a line's end as two characters.
        Some(present) if raw.replace("\r\n", "\n").trim() == present => Ok(present.to_owned()),
        _ => rule(raw),
    }
}

/// The handle that a person signs in with and is mentioned by, folded to lower case.
///
/// 2 to 32 of `a-z 0-9 _ . -`; it starts with a letter or digit and does not end in `.` or `-`,
/// so that a sentence may end right after it. Space around it is dropped.
///
/// # Errors
/// The sentence to show, also for the names that mentions keep for themselves.
pub fn nickname(raw: &str) -> Result<String, Fault> {
    let name = nickname_form(raw);
    let (fewest, most) = NICKNAME_LENGTH;
    if !(fewest..=most).contains(&name.chars().count()) {
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

/// How a nickname is kept, as far as it can be one.
#[must_use]
pub fn nickname_form(raw: &str) -> String {
    raw.trim().to_ascii_lowercase()
}

/// How a person wants to be called: 1 to 64 characters, the space around them dropped.
///
/// # Errors
/// The sentence to show: blank, too long, or with characters that would deceive a reader.
pub fn display_name(raw: &str) -> Result<String, Fault> {
    shown_name(raw)
}

/// What a server is called, under the rules of a display name.
///
/// # Errors
/// The sentence to show: blank, too long, or with characters that would deceive a reader.
pub fn server_name(raw: &str) -> Result<String, Fault> {
    shown_name(raw)
}

/// What a channel is called: 1 to 40 letters and digits of any script, `-` and `_`.
///
/// Folded to lower case, each stretch of space turned into one `-`.
///
/// # Errors
/// The sentence to show.
pub fn channel_name(raw: &str) -> Result<String, Fault> {
    let words: Vec<&str> = raw.split_whitespace().collect();
    let name: String = words.join("-").to_lowercase().nfc().collect();
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

/// What a channel is about: one line of at most 200 characters, or nothing. Space around it is dropped.
///
/// # Errors
/// The sentence to show: too long, or with characters that would deceive a reader.
pub fn topic(raw: &str) -> Result<String, Fault> {
    let topic = raw.trim();
    if topic.chars().count() > TOPIC_LENGTH {
        return Err("Use at most 200 characters.");
    }
    if topic.contains(['\n', '\r']) {
        return Err("Use a single line.");
    }
    match characters::fault(topic) {
        Some(fault) => Err(fault),
        None => Ok(topic.to_owned()),
    }
}

/// What an app says of itself: at most 500 characters on any number of lines, or nothing. Space around it is dropped.
///
/// # Errors
/// The sentence to show: too long, or with characters that would deceive a reader.
pub fn description(raw: &str) -> Result<String, Fault> {
    let text = raw.replace("\r\n", "\n").trim().to_owned();
    if text.chars().count() > DESCRIPTION_LENGTH {
        return Err("Use at most 500 characters.");
    }
    match text.lines().find_map(characters::fault) {
        Some(fault) => Err(fault),
        None => Ok(text),
    }
}

/// What a role is called: 1 to 32 letters and digits of any script, spaces, `_` and `-`.
///
/// The space around it is dropped. Two names that are [`Alike`] are the same name.
///
/// # Errors
/// The sentence to show, also for `all`, alone or as a name's first word, and for `role_<digits>`, which mentions keep
/// for themselves, and for what looks like one of these.
pub fn role_name(raw: &str) -> Result<String, Fault> {
    let name: String = raw.trim().nfc().collect();
    if name.is_empty() {
        return Err("Enter a name for the role.");
    }
    if name.chars().count() > ROLE_LENGTH {
        return Err("Use at most 32 characters.");
    }
    if !name
        .chars()
        .all(|c| matches!(c, ' ' | '-') || is_name_word(c))
    {
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

/// The one form of all spellings of a name: lower case, composed, and a final sigma like any other.
///
/// Folding is the same in every language: `I` becomes `i`, and a dotless `ı` stays what it is.
#[must_use]
pub fn fold(name: &str) -> String {
    folded(name).into_owned()
}

/// The same as [`fold`], and free of charge for what is folded already.
pub(super) fn folded(name: &str) -> Cow<'_, str> {
    if !name.is_ascii() {
        // Letter by letter, for a sigma must not depend on what happens to follow the name.
        let lower = name.chars().flat_map(char::to_lowercase);
        lower
            .map(|c| if c == 'ς' { 'σ' } else { c })
            .nfc()
            .collect()
    } else if name.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// Whether mentions keep this folded nickname for themselves.
pub(super) fn is_reserved_nickname(name: &str) -> bool {
    matches!(name, ALL | "everyone" | "here") || is_role_reference(name)
}

/// Whether a nickname may hold this byte, whatever its case.
pub(super) fn is_nickname_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}

/// Whether a character carries a word on: a letter or digit of any script, or `_`.
///
/// Marks count with the letters that they stand on: without them an accent, or a vowel sign of
/// Hindi or Thai, would cut a word in two.
pub(super) fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric() || (!c.is_ascii() && is_letter_mark(c))
}

/// A mark that belongs to a letter, rather than one that only dresses an emoji.
pub(super) fn is_letter_mark(c: char) -> bool {
    is_combining_mark(c) && !matches!(c, '\u{20DD}'..='\u{20E4}') && !is_unseen(c)
}

/// Whether a letter or digit is of the Latin script, ASCII included. Other scripts may be written
/// without spaces between words.
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

/// A character of a word that also shows.
fn is_name_word(c: char) -> bool {
    is_word(c) && !is_unseen(c) && !characters::is_hidden(c) && !characters::is_blank(c)
}

/// `role_<digits>` names a role by its id, so nothing else may be called that.
fn is_role_reference(folded: &str) -> bool {
    folded
        .strip_prefix("role_")
        .is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a name is, or looks like, one that mentions keep for themselves: one of `words`, alone or followed by
/// anything but a letter or digit, or a role's id.
fn is_reserved(name: &str, words: &[&str]) -> bool {
    let Alike {
        key,
        look,
        look_key,
    } = Alike::of(name);
    let look = look.to_lowercase();
    let begins = |word: &&str| {
        let word = Alike::of(word).key;
        [&key, &look, &look_key].into_iter().any(|form| {
            form.strip_prefix(&word)
                .is_some_and(|after| !after.starts_with(char::is_alphanumeric))
        })
    };
    words.iter().any(begins) || alike::is_role_reference(name)
}

/// Whether `@` with this folded name after it would be read as `@all`: what follows ends the word there.
fn calls_everyone(folded: &str) -> bool {
    folded
        .strip_prefix(ALL)
        .is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

/// A name that is only ever shown.
/// How a display name or a server's name is kept, as far as it can be one.
#[must_use]
pub fn shown_form(raw: &str) -> &str {
    raw.trim_matches(characters::is_blank)
}

fn shown_name(raw: &str) -> Result<String, Fault> {
    let name = shown_form(raw);
    if !characters::is_seen(name) {
        return Err("Enter a name.");
    }
    if name.chars().count() > SHOWN_LENGTH {
        return Err("Use at most 64 characters.");
    }
    match characters::fault(name) {
        Some(fault) => Err(fault),
        None => Ok(name.to_owned()),
    }
}

/// What leaves no mark on the page by itself, so that a name of nothing else would look blank.
fn is_unseen(c: char) -> bool {
    c.is_whitespace()
        || matches!(c,
            '\u{00AD}' | '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200C}' | '\u{200D}' | '\u{2800}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}')
}
