//! When two names look the same to readers: by NFKC, case folding and the confusables of UTS #39.
//! Mentions are compared by [`super::fold`] and [`super::fold_role`], which are stricter.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock};

use moka::sync::Cache;
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

use super::characters::{is_blank, is_digit};

/// The start of a mention of a role by its id.
const REFERENCE: &str = "role_";
/// For how many names the words are cached. A name and its words take up to 600 bytes.
const MAX_CACHED: u64 = 4_096;

/// The forms by which names are compared. Two names are alike if any of the forms is the same. One form is not enough:
/// small letters are confused with other letters than capitals are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NameForms {
    /// The skeleton without regard to case: one for `Ops`, `OPS`, `0ps` and `ｏｐｓ`.
    pub key: String,
    /// The skeleton of the name as written: one for `Alice` and `AIice`, whose second letter is a capital i.
    pub look: String,
    /// The key of that skeleton: one for `bot` and `Вot`, whose first letter is a capital of Cyrillic.
    pub look_key: String,
}

impl NameForms {
    /// The forms of a name as short words with spaces between them: names are alike if they share a word. They are for
    /// names on one page, not for a database.
    ///
    /// Every page of a channel needs those of the same names again, so recent ones are cached.
    #[must_use]
    pub fn words_of(name: &str) -> Arc<str> {
        static WORDS: LazyLock<Cache<String, Arc<str>>> = LazyLock::new(|| Cache::new(MAX_CACHED));
        if let Some(words) = WORDS.get(name) {
            return words;
        }
        let words: Arc<str> = Self::new(name).words().into();
        WORDS.insert(name.to_owned(), words.clone());
        words
    }

    fn words(&self) -> String {
        let mut words = String::new();
        let forms = [&self.key, &self.look, &self.look_key];
        for (position, form) in forms.iter().enumerate() {
            if forms.iter().take(position).any(|earlier| earlier == form) {
                continue;
            }
            let mut hasher = DefaultHasher::new();
            form.hash(&mut hasher);
            if !words.is_empty() {
                words.push(' ');
            }
            // Half of it: two authors with the same words by chance are only shown with their nicknames.
            words.push_str(&format!("{:x}", hasher.finish() >> 32));
        }
        words
    }

    /// The forms of a name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        // A capital i is folded and not read as an l here, or `MAIL` would be `mall`.
        let dotted = name.replace('I', "i");
        Self { key: key(name), look: shape(name), look_key: key(&shape(&dotted)) }
    }
}

fn key(name: &str) -> String {
    case_folded(&shape(&case_folded(name)))
}

/// The skeleton of the compatibility form, each run of white space as one space, as pages show it.
fn shape(name: &str) -> String {
    let plain: String = name.nfkc().collect();
    // Twice, because a composed prototype may itself have a prototype.
    let once: String = skeleton(&plain).nfkc().collect();
    let twice: String = skeleton(&once).collect();
    let words: Vec<&str> = twice.split(is_blank).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Full case folding: upper case and back makes `ß` and `ss`, `ς` and `σ`, `ſ` and `s` the same.
fn case_folded(name: &str) -> String {
    let plain: String = name.nfkc().collect();
    let lower: String = plain.to_uppercase().chars().flat_map(char::to_lowercase).collect();
    lower.nfkc().collect()
}

/// True if a name looks like `role_<digits>`, a mention of a role: with digits of any script, or letters that look like
/// digits.
pub(super) fn is_role_reference(name: &str) -> bool {
    const DIGITS: [char; 10] = ['O', 'l', '2', '3', '4', '5', '6', '7', '8', '9'];
    let plain: String = name.nfkc().collect();
    let Some((id_at, _)) = plain.char_indices().nth(REFERENCE.len()) else {
        return false;
    };
    let (start, id) = plain.split_at(id_at);
    let start: String = skeleton(start).collect();
    let looks_like_a_digit = |c: char| {
        let mut buffer = [0; 4];
        let mut shape = skeleton(c.encode_utf8(&mut buffer));
        matches!((shape.next(), shape.next()), (Some(first), None) if DIGITS.contains(&first))
    };
    start.eq_ignore_ascii_case(REFERENCE) && id.chars().all(|c| is_digit(c) || looks_like_a_digit(c))
}
