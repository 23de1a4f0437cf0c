//! The languages that pages are translated to, and how a reader names the one that they prefer.
//! The messages are the application's, in `locales`.

/// A language that pages are translated to.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// Its tag (BCP 47), which is also the name of its folder.
    pub tag: &'static str,
    /// Its name in itself.
    pub name: &'static str,
    /// `ltr` or `rtl`.
    pub dir: &'static str,
    /// Between the thousands of a number.
    pub group: char,
    /// From how many digits on.
    pub group_from: usize,
    /// Between the names of a list.
    pub comma: &'static str,
}

/// The language of pages without a translation, and of messages that another language lacks.
pub static ENGLISH: Language =
    Language { tag: "en", name: "English", dir: "ltr", group: ',', group_from: 4, comma: ", " };

/// The languages that a reader chooses from.
pub static ALL: [&Language; 10] = [
    &ENGLISH,
    &Language { tag: "de", name: "Deutsch", dir: "ltr", group: '.', group_from: 4, comma: ", " },
    &Language { tag: "es", name: "Español", dir: "ltr", group: '.', group_from: 5, comma: ", " },
    &Language { tag: "fr", name: "Français", dir: "ltr", group: '\u{202f}', group_from: 4, comma: ", " },
    &Language { tag: "pl", name: "Polski", dir: "ltr", group: '\u{a0}', group_from: 5, comma: ", " },
    &Language { tag: "pt-BR", name: "Português (Brasil)", dir: "ltr", group: '.', group_from: 4, comma: ", " },
    &Language { tag: "uk", name: "Українська", dir: "ltr", group: '\u{a0}', group_from: 4, comma: ", " },
    &Language { tag: "ar", name: "العربية", dir: "rtl", group: ',', group_from: 4, comma: "، " },
    &Language { tag: "ja", name: "日本語", dir: "ltr", group: ',', group_from: 4, comma: "、" },
    &Language { tag: "zh-Hans", name: "简体中文", dir: "ltr", group: ',', group_from: 4, comma: "、" },
];

/// English with accents, a third longer: shows what is not translated, and what has no room. In debug builds only, by the cookie.
pub static PSEUDO: Language =
    Language { tag: "en-XA", name: "Ƥşéůđô", dir: "ltr", group: ',', group_from: 4, comma: ", " };

/// Max bytes that are read of a list of languages in a request.
const MAX_LIST_BYTES: usize = 512;
/// Max entries that are read of such a list.
const MAX_LIST_ENTRIES: usize = 20;

impl Language {
    /// The language with exactly this tag, in any case.
    pub fn named(tag: &str) -> Option<&'static Self> {
        if cfg!(debug_assertions) && tag == PSEUDO.tag {
            return Some(&PSEUDO);
        }
        ALL.into_iter().find(|language| language.tag.eq_ignore_ascii_case(tag))
    }

    /// The language for a tag such as `de-AT` or `zh-CN`: the region matters only where it has a script of its own.
    fn for_tag(tag: &str) -> Option<&'static Self> {
        let mut subtags = tag.split(['-', '_']);
        let primary = subtags.next()?;
        let is_traditional = |subtag: &str| ["hant", "tw", "hk", "mo"].iter().any(|it| it.eq_ignore_ascii_case(subtag));
        if primary.eq_ignore_ascii_case("zh") && subtags.any(is_traditional) {
            return None;
        }
        let has_primary = |tag: &str| tag.split('-').next().is_some_and(|it| it.eq_ignore_ascii_case(primary));
        ALL.into_iter().find(|language| has_primary(language.tag))
    }

    /// The first known language of `ui_locales` (OpenID Connect Core, section 3.1.2.1): tags with spaces between them, the
    /// preferred one first.
    pub fn from_ui_locales(list: &str) -> Option<&'static Self> {
        beginning(list).split_ascii_whitespace().take(MAX_LIST_ENTRIES).find_map(Self::for_tag)
    }

    /// The known language that a browser prefers (RFC 9110, section 12.5.4).
    pub fn from_accept_language(list: &str) -> Option<&'static Self> {
        let mut preferred = None;
        for entry in beginning(list).split(',').take(MAX_LIST_ENTRIES) {
            let (tag, weight) = entry.split_once(';').unwrap_or((entry, ""));
            let weight: f32 = match weight.trim().strip_prefix("q=") {
                Some(weight) => weight.parse().unwrap_or(0.0),
                None => 1.0,
            };
            let best = preferred.map_or(0.0, |(_, best)| best);
            if let Some(language) = Self::for_tag(tag.trim())
                && weight > best
            {
                preferred = Some((language, weight));
            }
        }
        preferred.map(|(language, _)| language)
    }
}

fn beginning(list: &str) -> &str {
    list.get(..list.floor_char_boundary(MAX_LIST_BYTES)).unwrap_or_default()
}
