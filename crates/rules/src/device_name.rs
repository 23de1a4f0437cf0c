//! The word for the device that a browser runs on, for sentences such as “on this phone”.

/// `phone`, `tablet` or `computer`, by a `User-Agent`. Browsers that claim to be on a computer are taken at their word.
pub fn device_name(user_agent: &str) -> &'static str {
    let has = |mark: &str| user_agent.contains(mark);
    if has("iPhone") || has("Mobile") && !has("iPad") {
        "phone"
    } else if has("iPad") || has("Android") {
        "tablet"
    } else {
        "computer"
    }
}

#[cfg(test)]
mod tests {
    use super::device_name;

    #[test]
    fn a_phone_and_a_tablet_are_told_from_a_computer() {
        for (user_agent, name) in [
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1", "phone"),
            ("Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36", "phone"),
            ("Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0", "phone"),
            ("Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1", "tablet"),
            ("Mozilla/5.0 (Linux; Android 14; Tab) Chrome/142.0.0.0 Safari/537.36", "tablet"),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "computer"),
            ("", "computer"),
        ] {
            assert_eq!(device_name(user_agent), name, "{user_agent}");
        }
    }
}
