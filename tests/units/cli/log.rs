//! Values of `RUST_LOG`, and the part of a panic that is logged.

use std::env::VarError;

use portico::cli::log::{levels, literal_message};

fn parsed(set: &str) -> Result<String, String> {
    levels(Ok(set.to_owned()), "info").map(|levels| levels.to_string())
}

#[test]
fn an_empty_or_missing_variable_leaves_the_usual_level() {
    for set in ["", " ", ",", " , "] {
        assert_eq!(parsed(set), Ok("info".to_owned()), "{set:?}");
    }
    let missing = levels(Err(VarError::NotPresent), "warn").unwrap();
    assert_eq!(missing.to_string(), "warn");
}

#[test]
fn what_is_said_of_other_programs_leaves_the_log_as_it_is() {
    assert_eq!(parsed("hyper=debug,sqlx=off"), Ok("info".to_owned()));
    assert_eq!(parsed("hyper=debug,warn"), Ok("warn".to_owned()));
    assert_eq!(parsed("porticos=debug,warn"), Ok("warn".to_owned()));
}

#[test]
fn levels_and_levels_of_parts_of_portico_are_taken() {
    for set in [
        "off",
        "WARN",
        "trace",
        "3",
        "portico=debug",
        "warn, portico=info,portico::access_log=warn,portico_store=debug",
    ] {
        assert!(parsed(set).is_ok(), "{set}");
    }
}

#[test]
fn whatever_would_silence_the_log_is_refused_with_the_value_and_an_example() {
    for (set, named) in [
        ("inf", "`inf`"),
        ("info,portico::oauth", "`portico::oauth`"),
        ("portico", "`portico`"),
        ("portico=", "`portico=`"),
        ("portico=loud", "`portico=loud`"),
        ("info;debug", "`info;debug`"),
        ("6", "`6`"),
        ("[span]=debug", "`[span]=debug`"),
        ("portico::x[y=debug", "`portico::x[y=debug`"),
    ] {
        let said = parsed(set).unwrap_err();
        assert!(said.contains(named), "{said}");
        assert!(said.contains("RUST_LOG=debug"), "{said}");
        assert!(said.ends_with('.'), "{said}");
    }
}

/// Shows: leaks.panics
#[test]
fn a_panics_message_is_logged_only_where_it_holds_no_data() {
    assert_eq!(literal_message(&"a lock was poisoned"), "a lock was poisoned");
    let made = String::from("hush: called on an Err value");
    let logged = literal_message(&made);
    assert!(!logged.contains("hush"), "{logged}");
}
