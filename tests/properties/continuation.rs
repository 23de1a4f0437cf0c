//! A continuation after signing in never leaves the site, as a browser reads it.
//! Which pages pass a continuation on is tested with their routes.

use portico::routes::continuation::Continuation;
use portico_rules::base_url::BaseUrl;
use proptest::prelude::*;
use url::Url;

const HERE: &str = "https://chat.example";

/// Texts that lead elsewhere, and texts that nearly do.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => proptest::sample::select(vec![
            "/", "//", "\\", "/\\", "\t", "\n", "\r", " ", "%09", "%0a", "%2f", "%5c", ".", "..", "/./", "/../", "@",
            ":", "?", "#", "&", "=", ";", "evil.example", "https:", "http://", "javascript:", "chat.example", "\u{a0}",
            "portal", "next", "。", "／", "\0",
        ])
        .prop_map(str::to_owned),
        1 => "[!-~]{0,6}",
        1 => any::<char>().prop_map(String::from),
    ];
    let pieces = proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat());
    (any::<bool>(), pieces).prop_map(|(rooted, text)| if rooted { format!("/{text}") } else { text })
}

/// Whether a browser that is here stays here.
fn stays(text: &str) -> bool {
    let here = Url::parse(HERE).unwrap();
    here.join(text).is_ok_and(|there| there.origin() == here.origin() && there.username().is_empty())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Shows: random.continuations
    #[test]
    fn every_accepted_continuation_stays_on_this_site(text in texts()) {
        if let Some(next) = Continuation::read(&text) {
            prop_assert_eq!(next.as_str(), &text);
            prop_assert!(stays(&text), "{text:?}");
            // A header of its own, and no more than that.
            prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic()));
        }
    }

    /// Shows: random.continuations
    #[test]
    fn a_page_hands_its_continuation_on_unchanged(text in texts()) {
        if let Some(next) = Continuation::read(&text) {
            let page = Url::parse(&format!("{HERE}{}", next.after("/sign-in"))).unwrap();
            prop_assert_eq!(page.path(), "/sign-in");
            let handed: Vec<_> = page.query_pairs().into_owned().collect();
            prop_assert_eq!(handed, [("next".to_owned(), text)]);
        }
    }

    /// Shows: random.continuations
    #[test]
    fn a_referer_from_anywhere_leads_back_to_this_site_or_nowhere(
        start in proptest::sample::select(vec![
            HERE, "https://chat.example.", "https://chat.example:444", "https://chat.example@", "http://chat.example",
            "https://evil.example", "",
        ]),
        text in texts(),
    ) {
        let base = BaseUrl::parse(HERE).unwrap();
        let referer = format!("{start}{text}");
        if let Some(next) = Continuation::from_referer(Some(&referer), &base) {
            prop_assert!(stays(next.as_str()), "{referer:?}");
            let from = Url::parse(&referer);
            prop_assert!(from.is_ok_and(|from| from.origin() == Url::parse(HERE).unwrap().origin()), "{referer:?}");
        }
    }
}
