//! What people, servers, channels and roles may be called, and when two names are the same.
//! Whether a name is already taken is the database's to say.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

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

/// What is wrong with a name and how to mend it: a sentence to show beside the field.
pub type Fault = &'static str;

/// The handle that a person signs in with and is mentioned by, folded to lower case.
///
/// 2 to 32 of `a-z 0-9 _ . -`; it starts with a letter or digit and does not end in `.` or `-`,
/// so that a sentence may end right after it. Space around it is dropped.
///
/// # Errors
/// The sentence to show, also for the names that mentions keep for themselves.
pub fn nickname(raw: &str) -> Result<String, Fault> {
    let name = raw.trim().to_ascii_lowercase();
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
    if is_reserved_nickname(&name) {
        return Err("This nickname is reserved. Choose another one.");
    }
    Ok(name)
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
    if topic.chars().any(is_deceiving) {
        return Err("Use a single line without control or invisible characters.");
    }
    Ok(topic.to_owned())
}

/// What a role is called: 1 to 32 letters and digits of any script, spaces, `_` and `-`.
///
/// The space around it is dropped. Two names with one [`fold`] are the same name.
///
/// # Errors
/// The sentence to show, also for `all` and `role_<digits>`, which mentions keep for themselves.
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
    let folded = folded(&name);
    if folded == ALL || is_role_reference(&folded) {
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
    is_word(c) && !is_unseen(c)
}

/// `role_<digits>` names a role by its id, so nothing else may be called that.
fn is_role_reference(folded: &str) -> bool {
    folded
        .strip_prefix("role_")
        .is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()))
}

/// A name that is only ever shown.
fn shown_name(raw: &str) -> Result<String, Fault> {
    let name = raw.trim();
    if name.chars().all(is_unseen) {
        return Err("Enter a name.");
    }
    if name.chars().count() > SHOWN_LENGTH {
        return Err("Use at most 64 characters.");
    }
    if name.chars().any(is_deceiving) {
        return Err("Remove control and invisible characters.");
    }
    Ok(name.to_owned())
}

/// Controls, and what breaks a line, hides between letters, or turns the direction of what follows.
fn is_deceiving(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{061C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

/// What leaves no mark on the page by itself, so that a name of nothing else would look blank.
fn is_unseen(c: char) -> bool {
    c.is_whitespace()
        || matches!(c,
            '\u{00AD}' | '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200C}' | '\u{200D}' | '\u{2800}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}')
}
