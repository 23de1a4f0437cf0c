//! When two names are one to a reader: by NFKC, case folding and the confusables of UTS #39.
//! Mentions are found by [`super::fold`], which keeps more apart.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock};

use moka::sync::Cache;
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

use super::characters::{is_blank, is_digit};

/// What a mention of a role by its id begins with.
const REFERENCE: &str = "role_";
/// Of so many names the words are kept in memory. A name and its words take up to 600 bytes.
const MOST_KEPT: u64 = 4_096;

/// What a name is compared by. Two names are alike where any of the forms is the same. No single form would do: small
/// letters have other doubles than their capitals.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Alike {
    /// The skeleton without regard to case: one for `Ops`, `OPS`, `0ps` and `ｏｐｓ`.
    pub key: String,
    /// The skeleton of the name as it is written: one for `Alice` and `AIice`, whose second letter is a capital i.
    pub look: String,
    /// The key of that skeleton: one for `bot` and `Вot`, whose first letter is a capital of Cyrillic.
    pub look_key: String,
}

impl Alike {
    /// The forms of a name as short words with spaces between them: names are alike where they share a word. They are
    /// for names on one page, and not to be kept in a database.
    ///
    /// Every page of a channel asks for those of the same names again, so the ones asked for lately are kept in memory.
    #[must_use]
    pub fn words_of(name: &str) -> Arc<str> {
        static WORDS: LazyLock<Cache<String, Arc<str>>> = LazyLock::new(|| Cache::new(MOST_KEPT));
        if let Some(words) = WORDS.get(name) {
            return words;
        }
        let words: Arc<str> = Self::of(name).words().into();
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
            // Half of it: two authors whose words meet by chance are only shown with their nicknames.
            words.push_str(&format!("{:x}", hasher.finish() >> 32));
        }
        words
    }

    /// The forms of a name.
    #[must_use]
    pub fn of(name: &str) -> Self {
        // A capital i is folded and not taken for an l here, or else `MAIL` would be `mall`.
        let dotted = name.replace('I', "i");
        Self {
            key: key(name),
            look: shape(name),
            look_key: key(&shape(&dotted)),
        }
    }
}

fn key(name: &str) -> String {
    case_folded(&shape(&case_folded(name)))
}

/// The skeleton of the compatibility form, each stretch of space as one: pages show it as one, too.
fn shape(name: &str) -> String {
    let plain: String = name.nfkc().collect();
    // Twice, because a prototype may itself have one after it was composed anew.
    let once: String = skeleton(&plain).nfkc().collect();
    let twice: String = skeleton(&once).collect();
    let words: Vec<&str> = twice
        .split(is_blank)
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

/// Full case folding: to upper case and back brings `ß` and `ss`, `ς` and `σ`, `ſ` and `s` together.
fn case_folded(name: &str) -> String {
    let plain: String = name.nfkc().collect();
    let lower: String = plain
        .to_uppercase()
        .chars()
        .flat_map(char::to_lowercase)
        .collect();
    lower.nfkc().collect()
}

/// Whether a name looks like `role_<digits>`, by which mentions name a role: with digits of any script, and with letters
/// that look like digits.
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
    start.eq_ignore_ascii_case(REFERENCE)
        && id.chars().all(|c| is_digit(c) || looks_like_a_digit(c))
}
