//! The name of a browser, from its `User-Agent`.
//! Only for display, so that users can tell their sessions apart.

use crate::chat::names;

/// The browser and the system it runs on, such as `Firefox on Linux`; the shortened text itself if
/// it is unknown.
pub fn browser_name(user_agent: &str) -> String {
    // Browsers also name older browsers that they are compatible with, so newer names come first.
    const BROWSERS: [(&str, &str); 7] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("CriOS/", "Chrome"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("Android", " on Android"),
        ("iPhone", " on iPhone"),
        ("iPad", " on iPad"),
        ("Windows", " on Windows"),
        ("Mac OS X", " on macOS"),
        ("CrOS", " on ChromeOS"),
        ("Linux", " on Linux"),
    ];
    let known = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    let browser = known(&BROWSERS)
        .or_else(|| (user_agent.contains("Safari/") && user_agent.contains("Version/")).then_some("Safari"));
    match (browser, known(&SYSTEMS)) {
        (Some(browser), Some(on_system)) => format!("{browser}{on_system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, _) => {
            // A stranger who guesses a password chooses what the account's owner reads here.
            let shown = user_agent.chars().filter(|c| !names::is_hidden(*c));
            let shown: String = shown.take(40).collect();
            if shown.trim().is_empty() { "Unknown browser".to_owned() } else { shown }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::browser_name;

    #[test]
    fn browsers_are_told_apart_though_they_claim_to_be_each_other() {
        for (user_agent, name) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            ("curl/8.5.0", "curl/8.5.0"),
            ("  ", "Unknown browser"),
            ("curl\u{202E}/8\u{E0041}.5.0\u{200B}", "curl/8.5.0"),
            ("\u{200B}\u{AD}", "Unknown browser"),
        ] {
            assert_eq!(browser_name(user_agent), name);
        }
    }

    #[test]
    fn a_long_unknown_name_is_shortened() {
        assert_eq!(browser_name(&"é".repeat(200)).chars().count(), 40);
    }
}
