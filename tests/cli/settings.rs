//! Settings that can't be read: every command says what to fix before it does anything.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{Ran, portico_in};

/// Reads the settings in a folder, and would create a database there.
fn migrate(folder: &Path, settings: &[(&str, &str)]) -> Ran {
    portico_in(folder, &["migrate"], settings)
}

/// What is said of a `Rocket.toml`, and of nothing else.
#[track_caller]
fn told_of(file: &[u8]) -> String {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("Rocket.toml"), file).unwrap();
    told_in(folder.path(), &[])
}

/// What is said of a setting in the environment, and of nothing else.
#[track_caller]
fn told_of_setting(name: &str, value: &str) -> String {
    told_in(TempDir::new().unwrap().path(), &[(name, value)])
}

#[track_caller]
fn told_in(folder: &Path, settings: &[(&str, &str)]) -> String {
    let ran = migrate(folder, settings);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    let lines = ran.err.lines().count();
    let sentence = ran.refused();
    assert_eq!(lines, 1, "{sentence}");
    assert!(!folder.join("data").exists(), "{sentence}");
    sentence
}

#[test]
fn a_misspelt_setting_of_the_environment_is_refused_with_the_one_that_is_meant() {
    let said = told_of_setting("ROCKET_BASEURL", "https://chat.example.org");
    assert!(
        said.starts_with(
            "There is no setting `baseurl` (ROCKET_BASEURL). The nearest is `base_url`."
        ),
        "{said}"
    );
    let said = told_of_setting("ROCKET_TRHOTTLE", "{enabled=false}");
    assert!(said.contains("The nearest is `throttle`."), "{said}");
}

#[test]
fn a_variable_that_is_like_no_setting_is_left_to_other_programs() {
    let folder = TempDir::new().unwrap();
    let settings = [("ROCKET_TEMPLATE_DIR", "/srv/other"), ("ROCKET_TLS", "{}")];
    migrate(folder.path(), &settings).done();
}

#[test]
fn a_misspelt_setting_of_the_file_is_refused_with_the_one_that_is_meant() {
    let said = told_of(b"[default]\nbse_url = \"https://chat.example.org\"\n");
    assert!(
        said.starts_with(
            "There is no setting `bse_url` (in Rocket.toml). The nearest is `base_url`."
        ),
        "{said}"
    );
    let said = told_of(b"[default.cap]\nservers_owned = 5\n");
    assert!(
        said.starts_with("There is no setting `cap` (in Rocket.toml). The nearest is `caps`."),
        "{said}"
    );
}

#[test]
fn a_file_of_settings_that_does_not_exist_is_refused_by_name() {
    let said = told_of_setting("ROCKET_CONFIG", "/nonexistent.toml");
    assert!(said.contains("`/nonexistent.toml`"), "{said}");
}

#[test]
fn the_file_that_rocket_config_names_is_read() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("other.toml");
    fs::write(&file, "[default]\ndata_dir = \"elsewhere\"\n").unwrap();
    migrate(folder.path(), &[("ROCKET_CONFIG", file.to_str().unwrap())]).done();
    assert!(folder.path().join("elsewhere/portico.db").exists());
}

#[test]
fn the_profile_that_rocket_profile_selects_is_read() {
    let folder = TempDir::new().unwrap();
    let text = "[default]\ndata_dir = \"usual\"\n[staging]\ndata_dir = \"staged\"\n";
    fs::write(folder.path().join("Rocket.toml"), text).unwrap();
    migrate(folder.path(), &[("ROCKET_PROFILE", "staging")]).done();
    assert!(folder.path().join("staged/portico.db").exists());
    assert!(!folder.path().join("usual").exists());
}

#[test]
fn settings_of_rocket_are_taken() {
    let folder = TempDir::new().unwrap();
    let settings = [
        ("ROCKET_ADDRESS", "127.0.0.1"),
        ("ROCKET_PORT", "8000"),
        ("ROCKET_WORKERS", "1"),
        ("ROCKET_MAX_BLOCKING", "16"),
        ("ROCKET_KEEP_ALIVE", "5"),
        ("ROCKET_IDENT", "false"),
        ("ROCKET_IP_HEADER", "false"),
        ("ROCKET_LIMITS", "{form=\"1 MiB\"}"),
        ("ROCKET_TEMP_DIR", "/tmp"),
        ("ROCKET_LOG_LEVEL", "off"),
        ("ROCKET_SHUTDOWN", "{grace=1}"),
        ("ROCKET_CLI_COLORS", "false"),
    ];
    migrate(folder.path(), &settings).done();
}

#[test]
fn settings_outside_of_a_table_are_led_below_default() {
    let said = told_of(b"port = 8080\n");
    assert!(said.contains("Rocket.toml"), "{said}");
    assert!(said.contains("line 1"), "{said}");
    assert!(said.contains("settings belong below [default]"), "{said}");
}

#[test]
fn a_table_beside_default_is_led_below_it() {
    let said = told_of(b"[caps]\nservers_owned = 5\n");
    assert!(said.contains("[default.caps]"), "{said}");
}

#[test]
fn a_file_that_is_no_toml_is_refused_with_the_place_and_without_its_text() {
    let said = told_of(b"[default]\nsecret_key = hush\n");
    assert!(said.contains("Rocket.toml"), "{said}");
    assert!(said.contains("line 2"), "{said}");
    assert!(!said.contains("hush"), "{said}");
}

#[test]
fn a_setting_that_is_there_twice_is_refused_with_the_place() {
    let said = told_of(b"[default]\nport = 8001\nport = 8002\n");
    assert!(said.contains("twice"), "{said}");
    assert!(said.contains("(line "), "{said}");
}

#[test]
fn a_file_that_can_not_be_read_is_named() {
    let said = told_of(b"\xff\xfe");
    assert!(
        said.starts_with("The settings in Rocket.toml can't be read: "),
        "{said}"
    );
}

#[test]
fn a_wrong_number_of_threads_is_refused_in_words() {
    for (name, setting) in [
        ("ROCKET_WORKERS", "`workers`"),
        ("ROCKET_MAX_BLOCKING", "`max_blocking`"),
    ] {
        let said = told_of_setting(name, "abc");
        assert!(said.contains(setting), "{said}");
        assert!(said.contains("a whole number"), "{said}");
        let said = told_of_setting(name, "0");
        assert!(said.contains(setting), "{said}");
        assert!(said.contains("at least 1"), "{said}");
    }
}

#[test]
fn a_setting_of_the_wrong_type_is_refused_with_an_example() {
    let said = told_of_setting("ROCKET_TRUSTED_PROXIES", "10.0.0.0/8");
    assert!(said.contains(r#"["10.0.0.0/8"]"#), "{said}");
    let said = told_of_setting("ROCKET_LOG", "json");
    assert!(said.contains(r#"{format = "json"}"#), "{said}");
    let said = told_of_setting("ROCKET_PORT", "http");
    assert!(said.contains("from 0 to 65535"), "{said}");
}

#[test]
fn a_level_of_the_log_that_is_none_is_refused_with_the_value_and_an_example() {
    for value in ["inf", "portico=loud"] {
        let said = told_of_setting("RUST_LOG", value);
        assert!(said.contains(&format!("`{value}`")), "{said}");
        assert!(said.contains("RUST_LOG=debug"), "{said}");
    }
}

#[test]
fn an_empty_level_of_the_log_is_as_none() {
    let folder = TempDir::new().unwrap();
    migrate(folder.path(), &[("RUST_LOG", "")]).done();
}

#[test]
fn what_needs_no_settings_works_whatever_is_in_them() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("Rocket.toml"), "port = 8080").unwrap();
    let settings = [("ROCKET_WORKERS", "abc")];
    for command in [&["man"][..], &["completions", "bash"]] {
        let ran = portico_in(folder.path(), command, &settings).done();
        assert!(ran.out.contains("portico"), "{}", ran.out);
    }
}
