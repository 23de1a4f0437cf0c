//! Rules for new passwords, and the normalised form that is counted, hashed and verified. `passwords` hashes them.

use std::cmp::Ordering;

use unicode_normalization::UnicodeNormalization;

use crate::Plain;

/// The minimum length of a password, in characters.
pub const MIN_LENGTH: usize = 8;
/// The maximum length of a password, in characters.
pub const MAX_LENGTH: usize = 128;

/// Common passwords of at least eight characters, lower case, one per line, sorted by bytes. Sources and licences are
/// in the file beside it.
static COMMON: &str = include_str!("../common_passwords.txt");

/// The normalised form: spaces of any kind become plain ones, and letters with accents are composed, as RFC 8265
/// specifies for passwords (section 4.2, the profile OpaqueString). One keyboard sends `é` as one character, another
/// one as two; both must work.
pub(super) fn prepared(password: &Plain) -> Plain {
    let plain_spaces = password.expose().chars().map(|c| match c {
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        other => other,
    });
    Plain::from(plain_spaces.nfc().collect::<String>())
}

/// Checks a password that the user `nickname` chooses; `Err` is the sentence to show. The nickname may be empty.
///
/// # Errors
///
/// Fewer than [`MIN_LENGTH`] or more than [`MAX_LENGTH`] characters (Unicode scalar values), a common password, a pattern (a
/// group of up to four characters repeated, or a run such as `23456789`), or the nickname with only digits and symbols
/// added; all case-insensitive.
pub fn check_rules(password: &Plain, nickname: &str) -> Result<(), &'static str> {
    let prepared = prepared(password);
    let text = prepared.expose();
    let length = text.chars().count();
    if length < MIN_LENGTH {
        return Err("Use at least 8 characters.");
    }
    if length > MAX_LENGTH {
        return Err("Use at most 128 characters.");
    }
    let folded = text.to_lowercase();
    if is_named_after(&folded, &nickname.trim().to_lowercase()) {
        return Err("Choose a password that isn’t your nickname, with or without digits.");
    }
    if is_a_pattern(&folded) || is_listed(COMMON, &folded) {
        return Err("This is one of the passwords that attackers try first. Choose another one.");
    }
    Ok(())
}

/// True if a text is one of these lines, which are sorted by bytes. A binary search in the text itself, so that no list
/// has to be built first.
fn is_listed(lines: &str, text: &str) -> bool {
    let (mut rest, text) = (lines.as_bytes(), text.as_bytes());
    while !rest.is_empty() {
        let (before, after) = rest.split_at(rest.len() / 2);
        let begin = before.iter().rposition(|byte| *byte == b'\n');
        let end = after.iter().position(|byte| *byte == b'\n');
        let begin = begin.map_or(0, |end_of_last| end_of_last + 1);
        let end = end.map_or(rest.len(), |end| before.len() + end);
        match rest[begin..end].cmp(text) {
            Ordering::Equal => return true,
            Ordering::Less => rest = rest.get(end + 1..).unwrap_or_default(),
            Ordering::Greater => rest = &rest[..begin],
        }
    }
    false
}

/// True if a password without the nickname is only digits and symbols.
fn is_named_after(folded: &str, nickname: &str) -> bool {
    !nickname.is_empty() && folded.contains(nickname) && !folded.replace(nickname, "").chars().any(char::is_alphabetic)
}

/// True if it is a short group of characters repeated to the end, or each character follows the previous one, up or
/// down.
fn is_a_pattern(folded: &str) -> bool {
    let characters: Vec<char> = folded.chars().collect();
    let repeats = |length: usize| {
        let (begin, rest) = (&characters[..], &characters[length..]);
        begin.iter().zip(rest).all(|(one, other)| one == other)
    };
    let runs = |step: i64| {
        characters.windows(2).all(|pair| i64::from(u32::from(pair[1])) - i64::from(u32::from(pair[0])) == step)
    };
    (1..=4).any(repeats) || runs(1) || runs(-1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn check(password: &str) -> Result<(), &'static str> {
        check_rules(&password.into(), "caroline.b")
    }

    /// Shows: passwords.rules
    #[test]
    fn an_uncommon_password_within_the_bounds_is_taken() {
        assert_eq!(check("correct-horse-42"), Ok(()));
        assert_eq!(check("zuviel8?"), Ok(()));
        assert_eq!(check("ключ-от-д"), Ok(()));
        assert_eq!(check(&format!("{}abc", "äb5-ü".repeat(25))), Ok(()));
    }

    /// Shows: passwords.rules
    #[test]
    fn lengths_count_characters_and_not_bytes() {
        assert!(check("äöüäöüx").unwrap_err().contains("at least 8"));
        assert!(check("").unwrap_err().contains("at least 8"));
        assert!(check(&"ab".repeat(65)).unwrap_err().contains("at most 128"));
    }

    /// Shows: passwords.rules
    #[test]
    fn well_known_passwords_are_refused_in_any_case() {
        for common in [
            "password",
            "Password123",
            "QWERTYUIOP",
            "12345678",
            "iloveyou",
            "P@ssw0rd",
            "LiverpoolFC",
            "contrase\u{f1}a",
            "contrasen\u{303}a",
            "ßßßßßßßß",
            "aaaaaaaaa",
            "Aaaaaaaaa",
        ] {
            assert!(check(common).unwrap_err().contains("attackers"), "{common}");
        }
    }

    /// Shows: passwords.rules
    #[test]
    fn a_nickname_is_no_password_and_no_better_with_digits_and_signs() {
        for named in ["Caroline.B", "caroline.b1", "caroline.b2024!", "1-CAROLINE.B-1", "caroline.bcaroline.b"] {
            assert!(check(named).unwrap_err().contains("nickname"), "{named}");
        }
        for other in ["caroline.bb", "caroline.b goes home", "caroline-b-1990"] {
            assert_eq!(check(other), Ok(()), "{other}");
        }
        assert_eq!(check_rules(&"caroline.b".into(), ""), Ok(()));
    }

    /// Shows: passwords.rules
    #[test]
    fn a_pattern_is_as_good_as_well_known() {
        for pattern in [
            "23456789",
            "3456789:",
            "98765432",
            "defghijk",
            "zyxwvuts",
            "12121212",
            "xyzxyzxyz",
            "wasdWASDwasd",
            "wasdwasdwa",
        ] {
            assert!(check(pattern).unwrap_err().contains("attackers"), "{pattern}");
        }
        for other in ["234567891", "xyzxyzxy!", "abcdeabcde", "defghijl"] {
            assert_eq!(check(other), Ok(()), "{other}");
        }
    }

    /// Shows: passwords.keyboards
    #[test]
    fn characters_are_counted_once_accents_are_composed() {
        // Six letters with an accent each: twelve characters from some keyboards.
        assert!(check(&"e\u{301}a\u{300}".repeat(3)).unwrap_err().contains("at least 8"));
        assert_eq!(check("e\u{301}a\u{300}o\u{302}u\u{308}i\u{301}xyz"), Ok(()));
        assert!(check(&format!("{}x", "e\u{301}a\u{300}".repeat(64))).unwrap_err().contains("at most"));
    }

    #[test]
    fn every_line_is_found_and_nothing_else() {
        for list in ["", "b", "b\n", "b\nd", "b\nd\n", "b\nd\nf\nhhhh\nj\n", "b\nbb\n\u{e9}\n"] {
            let lines: Vec<&str> = list.lines().collect();
            for text in ["a", "b", "bb", "c", "d", "e", "f", "hh", "hhhh", "j", "k", "\u{e9}", "b\nd"] {
                assert_eq!(is_listed(list, text), lines.contains(&text), "{text} in {list:?}");
            }
        }
        for line in COMMON.lines() {
            assert!(is_listed(COMMON, line), "{line}");
            assert!(!is_listed(COMMON, &format!("{line}\n")), "{line}");
        }
    }

    #[test]
    fn the_list_is_sorted_lower_case_and_holds_only_what_could_be_chosen() {
        let lines: Vec<&str> = COMMON.lines().collect();
        assert!(lines.len() > 10_000, "{}", lines.len());
        assert!(lines.windows(2).all(|pair| pair[0] < pair[1]));
        for line in lines {
            assert_eq!(line, line.to_lowercase().trim());
            assert_eq!(line, prepared(&line.into()).expose());
            assert!((MIN_LENGTH..=MAX_LENGTH).contains(&line.chars().count()), "{line}");
        }
    }
}
