//! The settings of Rocket's own, as the program reads them.

use portico::rocket_config;
use rocket::figment::providers::{Format, Toml};
use rocket::figment::value::Value;
use rocket::figment::{Figment, map};

#[test]
fn rockets_own_settings_are_checked_before_rocket_panics() {
    for (setting, value) in [("workers", "abc"), ("max_blocking", "0"), ("workers", "0")] {
        let figment = written(&format!("{setting} = 1"));
        assert!(rocket_config(&figment).is_ok());
        let value: Value = value.parse().unwrap();
        let said = rocket_config(&figment.merge((setting, value))).unwrap_err();
        assert!(said.contains(&format!("`{setting}`")), "{said}");
    }
    let shutdown = map! { "force" => "perhaps" };
    let said = rocket_config(&written("").merge(("shutdown", shutdown))).unwrap_err();
    assert!(said.contains("`shutdown.force`"), "{said}");
}

/// Rocket's defaults, and what `toml` adds to them.
fn written(toml: &str) -> Figment {
    Figment::from(rocket::Config::debug_default()).merge(Toml::string(toml))
}
