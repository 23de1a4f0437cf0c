//! The words of a text, folded so that two spellings of a word are the same: for the index and for what is searched alike.
//! Both databases store words as they are split here and never split or fold a text themselves.

use std::ops::Range;

use unicode_normalization::char::{compose, decompose_compatible, is_combining_mark};

/// The most characters of a word that are told apart. The rest of a longer word is left out.
pub const MAX_WORD_LENGTH: usize = 64;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its folded form: letters and digits in lower case, without diacritics.
    pub text: String,
    /// Where it is in the text, in bytes.
    pub range: Range<usize>,
}

/// The words of a text, in their order.
///
/// A word is a run of letters and digits of a script. Case, diacritics and compatibility forms don't count: `CAFÉ` and `ｃａｆｅ`
/// are `cafe`. Scripts that are written without spaces between words, and Korean, whose words have endings, are split into
/// single characters: what is searched there is a run of them that follow each other.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let mut splitter = Splitter::default();
    for (start, c) in text.char_indices() {
        let range = start..start + c.len_utf8();
        if is_skipped(c) {
            splitter.extend(&range);
        } else if is_hangul_syllable(c) {
            splitter.push(c, &range);
        } else {
            decompose_compatible(c, |part| splitter.part(part, &range));
        }
    }
    splitter.words
}

#[derive(Default)]
struct Splitter {
    words: Vec<Word>,
    /// True if the last word may go on.
    is_open: bool,
    /// Characters of the last word.
    length: usize,
}

impl Splitter {
    /// A part of a character that was taken apart.
    fn part(&mut self, c: char, range: &Range<usize>) {
        if is_diacritic(c) || is_skipped(c) {
            self.extend(range);
        } else if c.is_alphanumeric() || is_combining_mark(c) {
            match c {
                'ß' | 'ẞ' => {
                    self.push('s', range);
                    self.push('s', range);
                }
                // Its form at the end of a word.
                'ς' => self.push('σ', range),
                _ => {
                    for lower in c.to_lowercase() {
                        if !is_diacritic(lower) {
                            self.push(lower, range);
                        }
                    }
                }
            }
        } else {
            self.is_open = false;
        }
    }

    fn push(&mut self, c: char, range: &Range<usize>) {
        if self.is_open
            && let Some(word) = self.words.last_mut()
        {
            let composed = word.text.chars().next_back();
            if let Some(composed) = composed.and_then(|last| compose(last, c)) {
                // A Korean syllable of single letters, or a Japanese one with its voicing mark.
                word.text.pop();
                word.text.push(composed);
                word.range.end = range.end;
                return;
            }
            let goes_on = word.text.chars().next().is_some_and(|first| !stands_alone(first));
            if is_combining_mark(c) || (goes_on && !stands_alone(c)) {
                word.range.end = range.end;
                if self.length < MAX_WORD_LENGTH {
                    word.text.push(c);
                    self.length += 1;
                }
                return;
            }
        }
        // A mark without a letter is no word.
        self.is_open = !is_combining_mark(c);
        if self.is_open {
            self.length = 1;
            self.words.push(Word { text: c.into(), range: range.clone() });
        }
    }

    /// Extends the word by text that is not part of its folded form.
    fn extend(&mut self, range: &Range<usize>) {
        if self.is_open
            && let Some(word) = self.words.last_mut()
        {
            word.range.end = range.end;
        }
    }
}

/// A mark that many people leave out when they type, or whose letter they know without it: the accents of Latin, Greek and
/// Cyrillic, the vowel points of Hebrew and Arabic.
fn is_diacritic(c: char) -> bool {
    matches!(c,
        '\u{0300}'..='\u{036F}' | '\u{0591}'..='\u{05BD}' | '\u{05BF}' | '\u{05C1}'..='\u{05C2}'
        | '\u{05C4}'..='\u{05C5}' | '\u{05C7}' | '\u{0610}'..='\u{061A}' | '\u{064B}'..='\u{065F}'
        | '\u{0670}' | '\u{06D6}'..='\u{06DC}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// True for characters that are not seen within a word: soft hyphens, joiners, variation selectors, the stretching of
/// Arabic.
fn is_skipped(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{0640}' | '\u{180B}'..='\u{180F}' | '\u{200C}'..='\u{200D}'
        | '\u{2060}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0100}'..='\u{E01EF}')
}

fn is_hangul_syllable(c: char) -> bool {
    matches!(c, '\u{AC00}'..='\u{D7A3}')
}

/// True if a character is a word by itself: of Chinese, Japanese, Korean, Thai, Lao, Burmese or Khmer.
fn stands_alone(c: char) -> bool {
    matches!(c,
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1100}'..='\u{11FF}'
        | '\u{1780}'..='\u{17FF}' | '\u{2E80}'..='\u{2FDF}' | '\u{3005}'..='\u{3007}'
        | '\u{3021}'..='\u{3029}' | '\u{3038}'..='\u{303C}' | '\u{3041}'..='\u{318F}'
        | '\u{31A0}'..='\u{31BF}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn words_are_runs_of_letters_and_digits() {
        for (text, expected) in [
            ("", &[][..]),
            ("Build 215 passed.", &["build", "215", "passed"]),
            ("don't", &["don", "t"]),
            ("snake_case, kebab-case", &["snake", "case", "kebab", "case"]),
            ("https://example.org/a?b=1", &["https", "example", "org", "a", "b", "1"]),
            ("**bold** `code`", &["bold", "code"]),
            ("🎉 … — §", &[]),
        ] {
            assert_eq!(split(text), expected, "{text:?}");
        }
    }

    #[test]
    fn case_diacritics_and_compatibility_forms_do_not_count() {
        for (text, expected) in [
            ("CAFÉ", "cafe"),
            ("cafe\u{301}", "cafe"),
            ("ｃａｆｅ", "cafe"),
            ("ﬁn", "fin"),
            ("Straße", "strasse"),
            ("STRASSE", "strasse"),
            ("İstanbul", "istanbul"),
            ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
            ("Σίσυφος", "σισυφοσ"),
            ("Ёлка", "елка"),
            ("שָׁלוֹם", "שלום"),
            ("مَرْحَبًا", "مرحبا"),
            ("so\u{AD}ft", "soft"),
            ("हिन्दी", "हिन्दी"),
        ] {
            assert_eq!(split(text), [expected], "{text:?}");
        }
    }

    #[test]
    fn scripts_without_spaces_are_split_into_characters() {
        for (text, expected) in [
            ("東京都", &["東", "京", "都"][..]),
            ("Rust言語v2", &["rust", "言", "語", "v2"]),
            ("서울에서", &["서", "울", "에", "서"]),
            ("\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", &["서", "울"]),
            ("がんばれ", &["が", "ん", "ば", "れ"]),
            ("か\u{3099}", &["が"]),
            ("ｶﾞ", &["ガ"]),
            ("น้ำ", &["น\u{e49}\u{e4d}", "า"]),
        ] {
            assert_eq!(split(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_word_knows_where_it_is() {
        let text = "Ein Café\u{301}!";
        let words = words(text);
        assert_eq!(&text[words[0].range.clone()], "Ein");
        assert_eq!(&text[words[1].range.clone()], "Café\u{301}");
    }

    #[test]
    fn a_long_word_is_cut() {
        let long = "a".repeat(1_000);
        let words = words(&long);
        assert_eq!(words.len(), 1);
        assert_eq!(words[0].text.len(), MAX_WORD_LENGTH);
        assert_eq!(words[0].range, 0..1_000);
    }
}
