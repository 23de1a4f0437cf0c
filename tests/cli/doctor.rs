//! `portico doctor` and `portico health`.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use portico_crypto::instance_key::FILE;
use portico_platform::database::Database;
use rocket::tokio;
use sea_orm::ConnectionTrait;

use super::{Ran, portico, portico_with};
use crate::support::{ServeProcess, TestDatabase, TestInstance, free_port, http_client};

const PUBLIC: [(&str, &str); 2] =
    [("ROCKET_BASE_URL", "https://chat.example.invalid"), ("ROCKET_TRUSTED_PROXIES", "[\"127.0.0.1/32\"]")];

fn doctor(database: &TestDatabase, settings: &[(&str, &str)]) -> Ran {
    let port = free_port().to_string();
    let mut all = vec![("ROCKET_PORT", &*port), ("RUST_LOG", "off")];
    all.extend(settings);
    portico_with(database, &["doctor"], "", &all)
}

/// The line about a subject.
#[track_caller]
fn line<'r>(ran: &'r Ran, subject: &str) -> &'r str {
    let about = format!(" {subject}: ");
    ran.out.lines().find(|line| line.contains(&about)).expect(&ran.out)
}

async fn instance() -> TestDatabase {
    let database = TestDatabase::create().await;
    portico(&database, &["user", "create", "--nickname", "ada", "--name", "Ada"], "").done();
    database
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn an_instance_on_loopback_has_no_error() {
    let database = instance().await;
    let ran = doctor(&database, &[]).done();
    for subject in ["settings", "base_url", "text messages", "push messages", "files", "disk", "database", "clock"] {
        assert!(line(&ran, subject).starts_with("ok "), "{}", ran.out);
    }
    assert!(line(&ran, "server").starts_with("warning "), "{}", ran.out);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_public_instance_hears_of_its_proxy_its_text_messages_and_its_open_sign_up() {
    let database = instance().await;
    let ran = doctor(&database, &PUBLIC).done();
    assert!(line(&ran, "trusted_proxies").starts_with("ok "), "{}", ran.out);
    for subject in ["text messages", "sign-up"] {
        assert!(line(&ran, subject).starts_with("warning "), "{}", ran.out);
    }
    let ran = doctor(&database, &PUBLIC[..1]).done();
    assert!(line(&ran, "trusted_proxies").starts_with("warning "), "{}", ran.out);
    portico(&database, &["instance", "sign-up", "closed"], "").done();
    let ran = doctor(&database, &PUBLIC).done();
    assert!(line(&ran, "sign-up").starts_with("ok "), "{}", ran.out);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_backup_is_missed_until_there_is_one() {
    let database = instance().await;
    if database.is_postgres() {
        return;
    }
    assert!(line(&doctor(&database, &[]).done(), "backups").starts_with("warning "));
    let copy = database.folder().join("copy.db");
    portico(&database, &["backup", copy.to_str().unwrap()], "").done();
    assert!(line(&doctor(&database, &[]).done(), "backups").starts_with("ok "));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_key_that_others_can_read_is_an_error_with_its_remedy() {
    let database = instance().await;
    let key = database.folder().join(FILE);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let ran = doctor(&database, &[]);
    assert!(!ran.ok);
    assert!(line(&ran, "files").contains(&format!("chmod 600 {}", key.display())), "{}", ran.out);
    assert!(ran.err.ends_with("portico: 1 error has to be fixed.\n"), "{}", ran.err);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_key_that_does_not_belong_to_the_database_is_an_error_and_the_right_one_is_none() {
    let database = TestDatabase::create().await;
    portico(&database, &["key", "signing", "rotate"], "").done();
    assert!(line(&doctor(&database, &[]).done(), "instance key").starts_with("ok "));
    let (key, aside) = (database.folder().join(FILE), database.folder().join("aside.key"));
    fs::rename(&key, &aside).unwrap();
    portico(&database, &["key", "add"], "").done();
    let ran = doctor(&database, &[]);
    assert!(!ran.ok);
    let told = line(&ran, "instance key");
    assert!(told.starts_with("error ") && told.contains("restore the key from that time"), "{told}");
    fs::rename(&aside, &key).unwrap();
    assert!(line(&doctor(&database, &[]).done(), "instance key").starts_with("ok "));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn settings_that_cannot_be_read_are_the_only_line() {
    let database = instance().await;
    let ran = doctor(&database, &[("ROCKET_BASE_URL", "chat.example.org")]);
    assert!(!ran.ok);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    assert!(line(&ran, "settings").starts_with("error "), "{}", ran.out);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_database_that_is_not_there_is_not_created() {
    let database = TestDatabase::empty().await;
    if database.is_postgres() {
        return;
    }
    assert!(line(&doctor(&database, &[]).done(), "database").starts_with("warning "));
    assert!(!database.folder().join("portico.db").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn health_is_that_of_the_server_on_this_machine() {
    let instance = TestInstance::open().await;
    let serving = ServeProcess::start(&instance, &[]);
    let health = |port: u16| {
        std::process::Command::new(env!("CARGO_BIN_EXE_portico"))
            .arg("health")
            .env("ROCKET_PORT", port.to_string())
            .env("ROCKET_DATABASE_URL", instance.database_url())
            .env("ROCKET_DATA_DIR", &instance.app.config.data_dir)
            .env("ROCKET_BASE_URL", "https://chat.example.org")
            .env("ROCKET_ADDRESS", "0.0.0.0")
            .output()
            .unwrap()
    };
    let ran = health(serving.port());
    assert!(ran.status.success(), "{ran:?}");
    assert_eq!(ran.stdout, b"ready\n");
    let ran = health(free_port());
    assert!(!ran.status.success());
    assert!(String::from_utf8_lossy(&ran.stderr).contains("Nothing answers at"), "{ran:?}");
}

/// The doctor's line about proxies while a server runs with these settings and a client has sent `X-Forwarded-For`.
async fn line_about_proxies(settings: &[(&str, &str)]) -> String {
    let database = instance().await;
    let instance = TestInstance::open_on(&database).await;
    let serving = ServeProcess::start(&instance, settings);
    let port = serving.port().to_string();
    let with_port = [&[("ROCKET_PORT", &*port)], settings].concat();
    let before = doctor(&database, &with_port);
    assert!(line(&before, "server").starts_with("ok "), "{}", before.out);
    assert!(line(&before, "trusted_proxies").starts_with("ok "), "{}", before.out);
    let visit = http_client().get(serving.url("/sign-in")).header("X-Forwarded-For", "203.0.113.7");
    visit.send().await.unwrap();
    line(&doctor(&database, &with_port), "trusted_proxies").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_proxy_that_the_running_server_does_not_trust_is_reported_with_the_remedy() {
    for settings in [&[][..], &[("ROCKET_TRUSTED_PROXIES", "[\"10.0.0.0/8\"]")]] {
        let told = line_about_proxies(settings).await;
        assert!(told.starts_with("warning ") && told.contains("if that is your proxy, add it"), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_proxy_that_the_running_server_trusts_is_not_reported() {
    let told = line_about_proxies(&[("ROCKET_TRUSTED_PROXIES", "[\"127.0.0.1/32\"]")]).await;
    assert!(told.starts_with("ok "), "{told}");
}

/// Postgres 15 and later let only its owner create tables in the schema `public`.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_postgres_user_without_rights_is_named_with_the_remedy_by_the_start_and_by_the_doctor() {
    let database = TestDatabase::empty().await;
    if !database.is_postgres() {
        return;
    }
    let db = Database::connect(database.url()).await.unwrap();
    let mut url = url::Url::parse(database.url()).unwrap();
    let role = format!("bare_{}", url.path().trim_start_matches('/'));
    db.execute_unprepared(&format!("CREATE ROLE {role} LOGIN")).await.unwrap();
    url.set_username(&role).unwrap();
    let settings = [("ROCKET_DATABASE_URL", url.as_str())];
    let told = portico_with(&database, &["migrate"], "", &settings).refused();
    let ran = doctor(&database, &settings);
    db.execute_unprepared(&format!("DROP ROLE {role}")).await.unwrap();
    assert!(told.contains("OWNER TO") && told.contains("GRANT"), "{told}");
    assert!(!ran.ok);
    assert!(line(&ran, "Postgres").contains("OWNER TO"), "{}", ran.out);
}
