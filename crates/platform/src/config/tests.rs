//! Settings as they are read: which are refused, and by which words.
//! Those of text messages are beside `sms`.

use figment::providers::{Format, Toml};
use serde::de::DeserializeOwned;

use super::*;
use crate::database::sqlite_path;

/// Shows: replica.foreign
#[test]
fn only_postgres_has_a_replica() {
    let postgres = "postgres://portico@127.0.0.1/portico";
    assert_eq!(check_replica("postgresql://other/portico", postgres), Ok(()));
    let said = check_replica(postgres, "sqlite://data/portico.db").unwrap_err();
    assert!(said.contains("`read_database_url`") && said.contains("SQLite"), "{said}");
    let said = check_replica("sqlite://data/portico.db", postgres).unwrap_err();
    assert!(said.contains("must start with postgres://"), "{said}");
}

/// Shows: leaks.database-url
#[test]
fn the_url_of_a_database_with_an_unencoded_password_is_refused_by_the_settings_name_alone() {
    let good = "postgres://portico@127.0.0.1/portico";
    for password in ["hunter/2", "12/hunter", "hunter#2", "hunter?2", "1@2/hunter"] {
        let bad = format!("postgres://portico:{password}@127.0.0.1/portico");
        let database = written("").merge(("database_url", bad.clone()));
        let replica = written("").merge(("database_url", good)).merge(("read_database_url", bad));
        for (figment, setting) in [(database, "`database_url`"), (replica, "`read_database_url`")] {
            let said = Config::read(&figment).unwrap_err();
            assert!(said.contains(setting), "{said}");
            assert!(said.contains("%2F"), "{said}");
            assert!(!said.contains("hunter") && !said.contains("12"), "{said}");
        }
    }
    let encoded = "postgres://portico:hunter%2F2@127.0.0.1/portico";
    let figment = written("").merge(("database_url", encoded)).merge(("read_database_url", encoded));
    assert_eq!(Config::read(&figment).unwrap().database_url, encoded);
}

#[test]
fn a_sqlite_url_without_a_path_is_refused_and_one_in_memory_is_taken() {
    for url in ["sqlite:", "sqlite://", "sqlite://?mode=rwc"] {
        let said = Config::read(&written("").merge(("database_url", url))).unwrap_err();
        assert!(said.contains("`database_url`: names no file"), "{said}");
    }
    for url in ["sqlite::memory:", "sqlite://data/portico.db"] {
        assert!(Config::read(&written("").merge(("database_url", url))).is_ok());
    }
}

#[test]
fn a_misspelt_name_in_rockets_tables_is_refused_with_the_nearest_one() {
    for (misspelt, meant) in [
        ("shutdown.merci", "the nearest is `shutdown.mercy`."),
        ("limits.data_form", "the nearest is `limits.data-form`."),
        ("shutdown.garce", "`shutdown` has grace, mercy."),
        ("limits.from", "`limits` has form,"),
    ] {
        let said = Config::read(&written("").merge((misspelt, 1))).unwrap_err();
        assert!(said.starts_with(&format!("`{misspelt}`: no such setting; ")), "{said}");
        assert!(said.contains(meant), "{said}");
    }
    let figment = written(
        "[default.shutdown]\ngrace = 5\nmercy = 5\n\
         [default.limits]\nform = \"1 MiB\"\ndata-form = \"8 MiB\"",
    );
    assert!(Config::read(&figment).is_ok());
}

/// The names of the fields of a table of settings, which serde lists where it refuses another one.
fn fields<T: DeserializeOwned>() -> &'static [&'static str] {
    let refused = Figment::from(("?", true)).extract::<T>();
    match refused.err().map(|err| err.kind) {
        Some(Kind::UnknownField(_, names)) => names,
        _ => &[],
    }
}

#[test]
fn rocket_toml_explains_every_setting() {
    let file = include_str!("../../../../Rocket.toml");
    let is_explained = |name: &str| {
        // A table may be in one line.
        let mut parts = file.lines().flat_map(|line| line.split(['#', '{', ',']));
        parts.any(|part| {
            let key = part.split('=').next().unwrap_or_default().trim();
            key == name || part.trim_start().starts_with(&format!("[default.{name}]"))
        })
    };
    assert!(is_explained("port") && !is_explained("prt"));
    let tables = [
        ("", names()),
        ("caps.", fields::<Caps>()),
        ("limits.", fields::<RocketLimits>()),
        ("log.", fields::<LogConfig>()),
        ("push.", fields::<push::RawPush>()),
        ("shutdown.", fields::<RocketShutdown>()),
        ("sms.", fields::<sms::RawSms>()),
        ("storage.", fields::<StorageLimits>()),
        ("throttle.", fields::<ThrottleConfig>()),
        ("traces.", fields::<traces::RawTraces>()),
    ];
    for (table, names) in tables {
        assert!(!names.is_empty(), "{table}");
        for name in names {
            let is_set_elsewhere = table.is_empty() && *name == "config";
            assert!(
                is_set_elsewhere || faults::is_replaced(&format!("{table}{name}")) || is_explained(name),
                "{table}{name}"
            );
        }
    }
}

#[test]
fn a_data_folder_whose_name_has_characters_of_urls_leads_to_the_file_in_it() {
    for folder in ["100%", "50%25", "who?", "a=b", "plain", "two words"] {
        let config = Config::read(&written("").merge(("data_dir", folder))).unwrap();
        assert_eq!(
            sqlite_path(&config.database_url),
            Some(PathBuf::from(folder).join("portico.db")),
            "{}",
            config.database_url
        );
    }
}

/// Rocket's defaults, and what `toml` adds to them.
fn written(toml: &str) -> Figment {
    Figment::from(rocket::Config::debug_default()).merge(Toml::string(toml).nested())
}

#[test]
fn every_setting_of_rocket_that_is_read_is_known() {
    for name in rocket::Config::PARAMETERS {
        assert_eq!(names().contains(name), *name != "tls", "{name}");
    }
    let figment = Figment::from(rocket::Config::release_default());
    assert!(Config::read(&figment).is_ok());
}

#[test]
fn a_table_beside_default_that_has_the_name_of_a_setting_is_refused() {
    let said = Config::read(&written("[caps]\nservers_owned = 5")).unwrap_err();
    assert!(said.contains("[default.caps]"), "{said}");
}

#[test]
fn a_misspelt_default_is_refused() {
    let said = Config::read(&written("[defualt]\nport = 8080")).unwrap_err();
    assert!(said.contains("[defualt]"), "{said}");
    assert!(said.contains("write [default]"), "{said}");
}

#[test]
fn a_profile_counts_where_it_is_selected_and_is_left_alone_elsewhere() {
    let figment = written("[staging]\ndata_dir = \"there\"\n[debug]\ncsp_reports = true");
    let config = Config::read(&figment).unwrap();
    assert!(config.csp_reports);
    assert_eq!(config.data_dir, PathBuf::from("data"));
    let config = Config::read(&figment.select("staging")).unwrap();
    assert_eq!(config.data_dir, PathBuf::from("there"));
}

#[test]
fn an_unknown_setting_of_the_selected_profile_is_refused() {
    let figment = written("[staging]\nbse_url = \"http://localhost\"");
    assert!(Config::read(&figment).is_ok());
    let said = Config::read(&figment.select("staging")).unwrap_err();
    assert!(said.contains("`bse_url`"), "{said}");
}
