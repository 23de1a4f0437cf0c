//! Parts of the command line that print nothing by themselves.

mod copy;
mod example_service;
mod log;
mod suspension;

use portico::cli::must_exist;

#[test]
fn a_database_that_is_no_file_is_not_looked_for() {
    for url in [
        "sqlite::memory:",
        "sqlite://:memory:",
        "sqlite://nowhere?mode=memory&cache=shared",
        "postgres://portico@127.0.0.1/portico",
        "postgresql://portico@127.0.0.1/portico",
    ] {
        assert_eq!(must_exist(url), Ok(()), "{url}");
    }
}

#[test]
fn a_file_is_found_by_its_url_and_a_missing_one_is_named() {
    let folder = tempfile::TempDir::with_prefix("two words ").unwrap();
    let file = folder.path().join("portico.db");
    let plain = format!("sqlite://{}", file.display());
    for url in [plain.clone(), format!("{plain}?mode=rwc"), plain.replace(' ', "%20")] {
        let said = must_exist(&url).unwrap_err();
        assert_eq!(said, format!("There is no database at {}; check the setting `database_url`.", file.display()));
        std::fs::write(&file, "").unwrap();
        assert_eq!(must_exist(&url), Ok(()), "{url}");
        std::fs::remove_file(&file).unwrap();
    }
}
