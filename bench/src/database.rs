//! A temporary database on SQLite or Postgres, as durable as in production; it is deleted on drop.
//! The data comes from `world` and `growth`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use portico::app::App;
use portico_platform::config::Config;
use portico_platform::database::Database;
use portico_rules::clock::Clock;
use rocket::figment::Figment;
use rocket::tokio::time::sleep;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde::Serialize;

/// The base URL. It is the same for every server, so that responses have the same length.
pub(crate) const BASE_URL: &str = "http://localhost:8000";

/// If nothing was stored for so long, nothing is in flight.
const AT_REST: Duration = Duration::from_millis(200);

/// The databases that the product runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DatabaseKind {
    /// A file, with WAL and synchronous=FULL
    Sqlite,
    /// With fsync and synchronous_commit=on
    Postgres,
}

impl DatabaseKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "Postgres",
        }
    }
}

/// An empty, migrated database with its folder.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) kind: DatabaseKind,
    pub(crate) db: Database,
    folder: PathBuf,
    url: String,
}

impl Ground {
    /// Creates one called `name` in `scratch`, or on the Postgres at `postgres`.
    pub(crate) async fn make(
        kind: DatabaseKind,
        name: &str,
        scratch: &Path,
        postgres: Option<&str>,
    ) -> Result<Self, String> {
        let folder = scratch.join(format!("{}-{name}", kind.name().to_lowercase()));
        std::fs::create_dir_all(&folder).map_err(|err| format!("{}: {err}", folder.display()))?;
        let url = match kind {
            DatabaseKind::Sqlite => format!("sqlite://{}", folder.join("portico.db").display()),
            DatabaseKind::Postgres => empty_on_postgres(postgres, name).await?,
        };
        let db = Database::connect(&url).await?;
        portico::app::migrate(&db).await?;
        Ok(Self { kind, db, folder, url })
    }

    /// The settings of a server on it. Rate limits are on, and never reached.
    pub(crate) fn settings(&self) -> Vec<(&'static str, String)> {
        const LIMITS: [&str; 25] = [
            "webhook",
            "webhook_channel",
            "webhook_server",
            "webhook_creator",
            "message",
            "message_bytes_person",
            "message_bytes_server",
            "log_bytes_person",
            "log_bytes_server",
            "write",
            "search",
            "sign_in_account",
            "sign_in_browser",
            "sign_in_address",
            "second_step",
            "second_step_address",
            "passkey_address",
            "sign_up_address",
            "phone_address",
            "token_app",
            "token_address",
            "userinfo_app",
            "userinfo_address",
            "consent",
            "consent_address",
        ];
        let limits = LIMITS.map(|name| format!("{name}={{burst=1000000000,per_minute=4000000000}}"));
        vec![
            ("ROCKET_DATA_DIR", self.folder.display().to_string()),
            ("ROCKET_DATABASE_URL", self.url.clone()),
            ("ROCKET_BASE_URL", BASE_URL.to_owned()),
            ("ROCKET_THROTTLE", format!("{{{}}}", limits.join(","))),
            // One user requests all pages.
            ("ROCKET_CAPS", "{pages_at_once=1000000}".to_owned()),
        ]
    }

    /// The application on it, for creating data. It must be released before a server starts.
    pub(crate) async fn open(&self) -> Result<App, String> {
        let figment = Figment::from(rocket::Config::release_default())
            .merge(("base_url", BASE_URL))
            .merge(("data_dir", &self.folder))
            .merge(("database_url", &self.url));
        App::open(Config::read(&figment)?, Clock::system()).await
    }

    /// The number that a statement returns.
    pub(crate) async fn number(&self, sql: &str) -> Result<i64, String> {
        let backend = self.db.get_database_backend();
        let row = self
            .db
            .query_one_raw(Statement::from_string(backend, sql))
            .await
            .map_err(|err| format!("{sql}: {err}"))?
            .ok_or_else(|| format!("{sql}: no row"))?;
        row.try_get_by_index(0).map_err(|err| format!("{sql}: {err}"))
    }

    pub(crate) async fn run(&self, sql: &str) -> Result<(), String> {
        self.db.execute_unprepared(sql).await.map(drop).map_err(|err| format!("{sql}: {err}"))
    }

    /// Runs statements in one transaction.
    pub(crate) async fn run_together(&self, statements: &[&str]) -> Result<(), String> {
        let write = self.db.begin().await.map_err(|err| err.to_string())?;
        for sql in statements {
            let done = write.execute_unprepared(sql).await;
            done.map_err(|err| format!("{sql}: {err}"))?;
        }
        write.commit().await.map_err(|err| err.to_string())
    }

    /// Runs the maintenance that a database does sooner or later after many inserts.
    pub(crate) async fn settle(&self) -> Result<(), String> {
        match self.kind {
            DatabaseKind::Sqlite => self.run("PRAGMA wal_checkpoint(TRUNCATE)").await,
            DatabaseKind::Postgres => {
                self.run("VACUUM (ANALYZE)").await?;
                self.run("CHECKPOINT").await
            }
        }
    }

    /// The ID of the newest message.
    pub(crate) async fn newest_message(&self) -> Result<i64, String> {
        self.number("SELECT CAST(COALESCE(MAX(id), 0) AS BIGINT) FROM messages").await
    }

    /// The same, after requests that were in flight at the end of the load have been stored.
    pub(crate) async fn newest_message_at_rest(&self) -> Result<i64, String> {
        let mut newest = self.newest_message().await?;
        loop {
            sleep(AT_REST).await;
            let now = self.newest_message().await?;
            if now == newest {
                return Ok(newest);
            }
            newest = now;
        }
    }

    /// How many messages are newer than this one.
    pub(crate) async fn messages_after(&self, id: i64) -> Result<u64, String> {
        let count = self.number(&format!("SELECT COUNT(*) FROM messages WHERE id > {id}")).await?;
        Ok(count.unsigned_abs())
    }

    /// Its size on disk in bytes, after a checkpoint.
    pub(crate) async fn size(&self) -> Result<u64, String> {
        match self.kind {
            DatabaseKind::Sqlite => {
                self.run("PRAGMA wal_checkpoint(TRUNCATE)").await?;
                let file = self.folder.join("portico.db");
                let found = std::fs::metadata(&file);
                found.map(|file| file.len()).map_err(|err| format!("{}: {err}", file.display()))
            }
            DatabaseKind::Postgres => {
                self.run("CHECKPOINT").await?;
                let size = self.number("SELECT pg_database_size(current_database())").await?;
                Ok(size.unsigned_abs())
            }
        }
    }

    /// Closes it. Its files are deleted with the scratch folder and Postgres.
    pub(crate) async fn close(self) {
        let _ = self.db.close().await;
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Creates an empty database on the server at `admin`, replacing one of the same name; returns its URL.
pub(crate) async fn empty_on_postgres(admin: Option<&str>, name: &str) -> Result<String, String> {
    let admin = admin.ok_or("No Postgres is named. `bench/run` starts one; or set PORTICO_BENCH_POSTGRES.")?;
    let db = Database::connect(admin).await?;
    for setting in ["fsync", "synchronous_commit"] {
        let row = db
            .query_one_raw(Statement::from_string(DbBackend::Postgres, format!("SHOW {setting}")))
            .await
            .map_err(|err| format!("SHOW {setting}: {err}"))?;
        let value: Option<String> = row.and_then(|row| row.try_get_by_index(0).ok());
        if value.as_deref() != Some("on") {
            return Err(format!("This Postgres has {setting} off: what it answers is not durable."));
        }
    }
    for sql in [format!("DROP DATABASE IF EXISTS bench_{name} WITH (FORCE)"), format!("CREATE DATABASE bench_{name}")] {
        db.execute_unprepared(&sql).await.map_err(|err| format!("{sql}: {err}"))?;
    }
    let _ = db.close().await;
    let (server, _) = admin.rsplit_once('/').ok_or("The address of the Postgres names no database.")?;
    Ok(format!("{server}/bench_{name}"))
}

/// Closes an application that wrote into a database: another process can have its node number.
pub(crate) async fn leave(app: App) -> Result<(), String> {
    let released = app.release_lease().await;
    released.map_err(|err| format!("The node number was not released: {err}"))?;
    let _ = app.db.close().await;
    Ok(())
}
