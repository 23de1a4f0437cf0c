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
    assert!(said.starts_with("`baseurl` (ROCKET_BASEURL): no such setting; the nearest is `base_url`."), "{said}");
    let said = told_of_setting("ROCKET_TRHOTTLE", "{enabled=false}");
    assert!(said.contains("the nearest is `throttle`."), "{said}");
}

#[test]
fn a_variable_that_is_like_no_setting_is_left_to_other_programs() {
    let folder = TempDir::new().unwrap();
    let settings = [("ROCKET_DATABASES", "{}"), ("ROCKET_SECRET", "other")];
    migrate(folder.path(), &settings).done();
}

#[test]
fn a_variable_of_rocket_that_has_no_effect_is_refused_with_what_to_use_instead() {
    for (name, value, instead) in [
        ("ROCKET_TEMPLATE_DIR", "/srv/other", "`overrides_dir`"),
        ("ROCKET_TLS", "{certs=\"a.pem\",key=\"b.pem\"}", "reverse proxy"),
        ("ROCKET_IDENT", "false", "remove it"),
        ("ROCKET_IP_HEADER", "X-Real-IP", "`trusted_proxies`"),
        ("ROCKET_LOG_LEVEL", "debug", "RUST_LOG"),
        ("ROCKET_SHUTDOWN", "{signals=[\"hup\"]}", "remove it"),
        ("ROCKET_SHUTDOWN", "{ctrlc=false}", "remove it"),
    ] {
        let said = told_of_setting(name, value);
        assert!(said.contains(&format!("({name})")), "{said}");
        assert!(said.contains(instead), "{said}");
    }
}

#[test]
fn a_misspelt_name_in_a_table_of_rocket_is_refused() {
    let said = told_of(b"[default.shutdown]\ngrce = 5\n");
    assert!(
        said.starts_with("`shutdown.grce` (in Rocket.toml): no such setting; the nearest is `shutdown.grace`."),
        "{said}"
    );
    let said = told_of_setting("ROCKET_LIMITS", "{forms=\"1 MiB\"}");
    assert!(said.contains("`limits.forms`"), "{said}");
    assert!(said.contains("the nearest is `limits.form`."), "{said}");
}

/// Shows: leaks.database-url
#[test]
fn an_unencoded_password_of_a_database_is_refused_by_every_command_and_never_printed() {
    let folder = TempDir::new().unwrap();
    let bad = "postgres://portico:hunter/2@127.0.0.1/portico";
    let good = "postgres://portico@127.0.0.1/portico";
    let file = format!("sqlite://{}/new.db", folder.path().display());
    type Case<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)], &'a str);
    let cases: [Case<'_>; 6] = [
        (&["key", "list"], &[("ROCKET_DATABASE_URL", bad)], "`database_url`"),
        (&["serve"], &[("ROCKET_DATABASE_URL", bad)], "`database_url`"),
        (&["serve"], &[("ROCKET_DATABASE_URL", good), ("ROCKET_READ_DATABASE_URL", bad)], "`read_database_url`"),
        (&["copy", "--from", bad, "--to", &file], &[], "`--from`"),
        (&["copy", "--from", &file, "--to", bad], &[], "`--to`"),
        (&["demo", "--database-url", bad], &[], "`--database-url`"),
    ];
    for (command, settings, named) in cases {
        let ran = portico_in(folder.path(), command, settings);
        assert!(!ran.err.contains("hunter"), "{}", ran.err);
        let said = ran.refused();
        assert!(said.contains(named), "{said}");
        assert!(said.contains("%2F"), "{said}");
    }
}

#[test]
fn a_server_that_does_not_run_and_a_file_that_is_no_database_are_named_as_what_they_are() {
    let away = "postgres://portico:hunter2@127.0.0.1:1/portico";
    let said = told_of_setting("ROCKET_DATABASE_URL", away);
    assert!(said.contains("nothing answers at 127.0.0.1:1 (connection refused): is Postgres running?"), "{said}");
    assert!(!said.contains("hunter2"), "{said}");
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("portico.db");
    fs::write(&file, "no database".repeat(1_000)).unwrap();
    let url = format!("sqlite://{}", file.display());
    let said = migrate(folder.path(), &[("ROCKET_DATABASE_URL", &*url)]).refused();
    assert!(said.contains("restore a backup"), "{said}");
}

#[test]
fn a_sqlite_url_without_a_path_is_refused() {
    let said = told_of_setting("ROCKET_DATABASE_URL", "sqlite://");
    assert!(said.contains("names no file"), "{said}");
}

#[test]
fn a_misspelt_setting_of_the_file_is_refused_with_the_one_that_is_meant() {
    let said = told_of(b"[default]\nbse_url = \"https://chat.example.org\"\n");
    assert!(said.starts_with("`bse_url` (in Rocket.toml): no such setting; the nearest is `base_url`."), "{said}");
    let said = told_of(b"[default.cap]\nservers_owned = 5\n");
    assert!(said.starts_with("`cap` (in Rocket.toml): no such setting; the nearest is `caps`."), "{said}");
}

#[test]
fn a_file_of_settings_that_does_not_exist_is_refused_by_name() {
    let said = told_of_setting("ROCKET_CONFIG", "/nonexistent.toml");
    assert!(said.contains("`/nonexistent.toml`"), "{said}");
}

#[test]
fn a_folder_in_place_of_the_file_of_settings_is_refused() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("Rocket.toml")).unwrap();
    let said = told_in(folder.path(), &[]);
    assert!(said.starts_with("Rocket.toml: a folder; "), "{said}");
    let path = folder.path().to_str().unwrap();
    let said = told_of_setting("ROCKET_CONFIG", path);
    assert!(said.contains(&format!("{path}: a folder; ")), "{said}");
}

#[test]
fn a_file_of_settings_of_a_folder_above_is_not_read() {
    let folder = TempDir::new().unwrap();
    let text = "[default]\ndata_dir = \"of-another-program\"\n";
    fs::write(folder.path().join("Rocket.toml"), text).unwrap();
    let below = folder.path().join("below");
    fs::create_dir(&below).unwrap();
    migrate(&below, &[]).done();
    assert!(below.join("data/portico.db").exists());
    assert!(!below.join("of-another-program").exists());
    // In the working directory, it counts.
    migrate(folder.path(), &[]).done();
    assert!(folder.path().join("of-another-program/portico.db").exists());
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
        ("ROCKET_LIMITS", "{form=\"1 MiB\"}"),
        ("ROCKET_SHUTDOWN", "{grace=1}"),
    ];
    migrate(folder.path(), &settings).done();
}

#[test]
fn settings_outside_of_a_table_are_led_below_default() {
    let said = told_of(b"port = 8080\n");
    assert!(said.contains("Rocket.toml"), "{said}");
    assert!(said.contains("line 1"), "{said}");
    assert!(said.contains("outside of [default]"), "{said}");
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
    assert!(said.starts_with("Rocket.toml: can't be read; "), "{said}");
}

#[test]
fn a_wrong_number_of_threads_is_refused_in_words() {
    for (name, setting) in [("ROCKET_WORKERS", "`workers`"), ("ROCKET_MAX_BLOCKING", "`max_blocking`")] {
        let said = told_of_setting(name, "abc");
        assert!(said.contains(setting), "{said}");
        assert!(said.contains("a number from"), "{said}");
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
    assert!(said.contains("a table, [default.log]"), "{said}");
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

#[test]
fn a_data_folder_whose_name_has_characters_of_urls_is_used_as_it_is() {
    let folder = TempDir::new().unwrap();
    for name in ["100%", "50%25", "who?", "a=b"] {
        let settings = [("ROCKET_DATA_DIR", name)];
        migrate(folder.path(), &settings).done();
        let file = folder.path().join(name).join("portico.db");
        assert!(file.exists(), "{}", file.display());
        let copy = folder.path().join("copy.db");
        let backup = ["backup", copy.to_str().unwrap()];
        portico_in(folder.path(), &backup, &settings).done();
        fs::remove_file(copy).unwrap();
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

#[test]
fn a_port_that_the_system_chooses_is_refused_where_the_addresses_of_pages_are_made_from_it() {
    let folder = TempDir::new().unwrap();
    let settings = [("ROCKET_PORT", "0")];
    let said = portico_in(folder.path(), &["serve"], &settings).refused();
    assert!(said.contains("set `port` from 1 to 65535"), "{said}");
    assert!(said.contains("`base_url`"), "{said}");
    assert!(!folder.path().join("data").exists());
    // It listens nowhere.
    migrate(folder.path(), &settings).done();
}
