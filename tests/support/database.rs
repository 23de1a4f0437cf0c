//! A new database for every test: a SQLite file, or a database on Postgres.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;

use portico::app::migrate;
use portico_crypto::tokens::Plain;
use portico_platform::database::Database;
use rocket::tokio::runtime::{self, Runtime};
use rocket::tokio::sync::OnceCell;
use sea_orm::{ConnectOptions, ConnectionTrait, DatabaseConnection};
use tempfile::TempDir;

use super::READERS;
use super::dump::dump;
use super::leaks;

/// A database that goes when the test ends.
pub struct TestDatabase {
    folder: TempDir,
    url: String,
    // The server's own database and the name of ours, on Postgres.
    postgres: Option<(String, String)>,
}

impl TestDatabase {
    pub async fn create() -> Self {
        let folder = TempDir::new().unwrap();
        match std::env::var("PORTICO_TEST_DATABASE") {
            Err(_) => {
                let file = folder.path().join("portico.db");
                std::fs::copy(sqlite_template().await, &file).unwrap();
                Self { url: format!("sqlite://{}", file.display()), folder, postgres: None }
            }
            Ok(admin) => {
                let template = postgres_template(&admin).await;
                let name = random_name();
                // By file, which Postgres does since version 15 where it is asked to, it takes half of the time.
                run(&admin, &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")).await;
                Self { url: renamed(&admin, &name), folder, postgres: Some((admin, name)) }
            }
        }
    }

    /// One without any schema.
    pub async fn empty() -> Self {
        let folder = TempDir::new().unwrap();
        match std::env::var("PORTICO_TEST_DATABASE") {
            Err(_) => {
                Self { url: format!("sqlite://{}", folder.path().join("portico.db").display()), folder, postgres: None }
            }
            Ok(admin) => {
                let name = random_name();
                run(&admin, &format!("CREATE DATABASE {name}")).await;
                Self { url: renamed(&admin, &name), folder, postgres: Some((admin, name)) }
            }
        }
    }

    /// One without any schema that Postgres stores in this encoding; none on SQLite.
    pub async fn encoded_as(encoding: &str) -> Option<Self> {
        let admin = std::env::var("PORTICO_TEST_DATABASE").ok()?;
        let name = random_name();
        let create = format!("CREATE DATABASE {name} ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0");
        run(&admin, &create).await;
        Some(Self { folder: TempDir::new().unwrap(), url: renamed(&admin, &name), postgres: Some((admin, name)) })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn is_postgres(&self) -> bool {
        self.postgres.is_some()
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let kept = match self.postgres.take() {
            None => files_of(self.folder()),
            // A test's own runtime can't be waited on from within it.
            Some((admin, name)) => {
                thread::spawn(move || administration().block_on(take_down(&admin, &name))).join().unwrap_or_default()
            }
        };
        leaks::expect_none("the database", &kept);
    }
}

/// The contents of the files of a SQLite database, including deleted rows.
fn files_of(folder: &Path) -> String {
    let file = |name: &str| std::fs::read(folder.join(name)).unwrap_or_default();
    let bytes = [file("portico.db"), file("portico.db-wal")].concat();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Drops a Postgres database and returns its contents.
async fn take_down(admin: &str, name: &str) -> String {
    let mut kept = String::new();
    // A test may have broken or closed it.
    if let Ok(db) = Database::connect_with(&renamed(admin, name), READERS).await {
        for row in dump(&db).await.into_values().flatten() {
            kept.push_str(&row);
            kept.push('\n');
        }
        let _ = db.close().await;
    }
    let drop = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
    run(admin, &drop).await;
    kept
}

/// A migrated SQLite file that every test copies.
async fn sqlite_template() -> PathBuf {
    static TEMPLATE: OnceCell<TempDir> = OnceCell::const_new();
    let folder = TEMPLATE
        .get_or_init(|| async {
            let folder = TempDir::new().unwrap();
            let db =
                Database::connect(&format!("sqlite://{}", folder.path().join("template.db").display())).await.unwrap();
            migrate(&db).await.unwrap();
            // Everything is in the one file once the WAL is checkpointed.
            db.execute_unprepared("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
            folder
        })
        .await;
    folder.path().join("template.db")
}

/// The migrated Postgres database that is the template of every test's database.
async fn postgres_template(admin: &str) -> &'static str {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    TEMPLATE
        .get_or_init(|| async {
            let name = random_name();
            run(admin, &format!("CREATE DATABASE {name}")).await;
            let db = Database::connect(&renamed(admin, &name)).await.unwrap();
            migrate(&db).await.unwrap();
            db.close().await.unwrap();
            name
        })
        .await
}

/// Runs a statement of the server's own database. All tests share the connections, since each new one is a new process of the server.
async fn run(admin: &str, statement: &str) {
    static CONNECTIONS: OnceCell<DatabaseConnection> = OnceCell::const_new();
    let mut options = ConnectOptions::new(admin);
    options.max_connections(4).sqlx_logging(false);
    let statement = statement.to_owned();
    let done = administration().spawn(async move {
        let db = CONNECTIONS.get_or_try_init(|| sea_orm::Database::connect(options)).await?;
        db.execute_unprepared(&statement).await
    });
    done.await.unwrap().unwrap();
}

/// Outlives the runtimes of the tests.
fn administration() -> &'static Runtime {
    static RUNTIME: LazyLock<Runtime> =
        LazyLock::new(|| runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap());
    &RUNTIME
}

fn renamed(admin: &str, name: &str) -> String {
    let mut url = url::Url::parse(admin).unwrap();
    url.set_path(name);
    url.into()
}

fn random_name() -> String {
    let token = Plain::random();
    let letters: String = token.expose().chars().filter(char::is_ascii_alphanumeric).take(16).collect();
    format!("test_{}", letters.to_lowercase())
}
