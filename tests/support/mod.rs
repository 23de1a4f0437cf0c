//! The harness: the real application on a new database, with browsers and users.
//! `PORTICO_TEST_DATABASE` names a Postgres for the databases; without it every test has its own SQLite file.

mod answer;
mod audit;
mod browser;
mod database;
mod devices;
mod dump;
mod id_token;
pub mod leaks;
mod listening_node;
mod log_lines;
mod oauth;
mod passkeys;
mod people;
mod pictures;
mod process;
mod provider;
mod second_step;
mod serve_process;
mod servers;
mod signing_keys;
pub mod source;
pub mod statements;
mod webhooks;

pub use answer::Answer;
pub use browser::Browser;
pub use database::TestDatabase;
pub use devices::decide;
pub use dump::dump;
pub use id_token::verify_id_token;
pub use listening_node::{ListeningNode, Stream};
pub use log_lines::LogLines;
pub use oauth::{
    Back, CALLBACK, CHALLENGE, FILES_OF_THE_SITE, LEADS_TO_ITS_PAGE, OAUTH_ENDPOINTS, OPEN_DOCUMENTS, STATE,
    TestOauthApp, VERIFIER, WITH_CHALLENGE, basic, draft, error_after_sign_in, expect_refusal, header, post_form,
    token_of,
};
pub use passkeys::{Asked, Authenticator, PASSKEYS, WITH_PASSKEY};
pub use people::{PASSWORD, Person};
pub use pictures::{picture, size_of};
pub use process::{Running, assert_may_block, free_port, signal, tell_to_stop, two_ports};
pub use provider::{Provider, ReceivedRequest, Reply};
pub use second_step::{Protected, RECOVERY, SECOND, TOTP, new_key, shown_codes};
pub use serve_process::{ServeProcess, http_client};
pub use servers::{Community, hand_over};
pub use webhooks::{TestWebhook, pointers, problem, report};

use std::sync::Arc;
use std::time::Duration;

use portico::app::App;
use portico::background::cleanup::Cleanup;
use portico_platform::database::Database;
use portico_rules::clock::Clock;
use portico_rules::language::ENGLISH;
use portico_store::models::cleanup;
use portico_store::models::instance::branding::PRODUCT;
use portico_store::models::messages::search::indexing;
use rocket::figment::Figment;
use rocket::local::asynchronous::Client;
use sea_orm::{EntityTrait, PaginatorTrait, Statement};

/// Max connections for single statements of a test on Postgres. The driver pings a returned connection before it can be used
/// again, so that the next statement would open another.
pub const READERS: u32 = 1;

/// 2026-01-01 00:00 UTC: where every test's clock starts.
pub const START: i64 = 1_767_225_600_000;

/// The application, with time in the test's hands.
pub struct TestInstance {
    pub client: Client,
    pub clock: Clock,
    pub app: Arc<App>,
    // Dropped last: the database goes when the application is gone.
    _database: Arc<TestDatabase>,
}

impl TestInstance {
    /// The application as it is configured when nothing is set, but for limits of speed.
    pub async fn open() -> Self {
        Self::configured(|figment| figment).await
    }

    /// The words of a text message without a code, in English.
    pub fn words(&self, key: &str) -> String {
        let arguments = [("instance", PRODUCT), ("code", "")];
        self.app.wording.message(&ENGLISH, key, &arguments).unwrap()
    }

    /// The application with other settings.
    pub async fn configured(configure: impl FnOnce(Figment) -> Figment) -> Self {
        let database = Arc::new(TestDatabase::create().await);
        Self::on(database, Clock::fixed_at(START), configure, |db| db).await
    }

    /// The application on the database that a command of the terminal works on.
    pub async fn open_on(database: &TestDatabase) -> Self {
        Self::configured(|figment| {
            figment.merge(("database_url", database.url())).merge(("data_dir", database.folder()))
        })
        .await
    }

    /// A second node on the same database and clock.
    pub async fn beside(&self, configure: impl FnOnce(Figment) -> Figment) -> Self {
        let (database, clock) = (self._database.clone(), self.clock.clone());
        Self::on(database, clock, configure, |db| db).await
    }

    /// The application on a database that shows its statements.
    pub async fn watched(watcher: impl Fn(&Statement) + Send + Sync + 'static) -> Self {
        let database = Arc::new(TestDatabase::create().await);
        let watched = |db: Database| db.watched(watcher);
        // What is off by default answers too, so that its statements are seen.
        let everything = |figment: Figment| {
            figment.merge(("security_contact", "mailto:security@example.org")).merge(("csp_reports", true))
        };
        Self::on(database, Clock::fixed_at(START), everything, watched).await
    }

    async fn on(
        database: Arc<TestDatabase>,
        clock: Clock,
        configure: impl FnOnce(Figment) -> Figment,
        connected: impl FnOnce(Database) -> Database,
    ) -> Self {
        leaks::listen();
        let figment = Figment::from(rocket::Config::debug_default())
            .merge(("port", 8000))
            .merge(("data_dir", database.folder()))
            .merge(("database_url", database.url()))
            .merge(("throttle", rocket::figment::map! { "enabled" => false }));
        let figment = configure(figment);
        let url: String = figment.extract_inner("database_url").unwrap();
        let db = connected(Database::connect_with(&url, READERS).await.unwrap());
        let rocket = portico::build_on(db, figment, clock.clone()).await.expect("the application is built");
        let client = Client::untracked(rocket).await.expect("the application starts");
        let app = client.rocket().state::<Arc<App>>().expect("an instance").clone();
        signing_keys::provide(&app).await;
        let key = std::fs::read_to_string(app.config.data_dir.join("instance.key"));
        leaks::made(key.unwrap_or_default().trim());
        Self { client, clock, app, _database: database }
    }

    /// The metrics and the log of this instance.
    fn metrics_and_log(&self) -> [(&'static str, String); 2] {
        let figures = self.app.metrics.text().unwrap_or_default();
        [("the figures", figures), ("the log", leaks::logged())]
    }

    /// Deletes all expired rows and remaining rows of deleted objects.
    pub async fn run_cleanup(&self) {
        Cleanup::new(self.app.clone()).round(cleanup::ALL).await;
    }

    /// [`Self::run_cleanup`], and once more an hour later.
    pub async fn run_cleanup_with_second_look(&self) {
        let mut cleanup = Cleanup::new(self.app.clone());
        cleanup.round(cleanup::ALL).await;
        self.clock.advance(Duration::from_secs(60 * 60));
        cleanup.round(cleanup::ALL).await;
    }

    /// Puts every message that was posted until now into the search index, which takes until a few minutes later.
    pub async fn index_messages(&self) {
        self.clock.advance(Duration::from_secs(180));
        while indexing::step(&self.app).await.unwrap() != Some(0) {}
    }

    /// Whether several nodes may serve this database.
    pub fn is_on_postgres(&self) -> bool {
        self._database.is_postgres()
    }

    pub fn database_url(&self) -> &str {
        self._database.url()
    }

    /// How many rows a table has.
    pub async fn rows<E: EntityTrait>(&self, _: E) -> u64
    where
        E::Model: Sync,
    {
        E::find().count(&*self.app.db).await.unwrap()
    }

    /// A browser without a session.
    pub fn browser(&self) -> Browser<'_> {
        Browser::new(self)
    }
}

impl Drop for TestInstance {
    fn drop(&mut self) {
        for (place, text) in self.metrics_and_log() {
            leaks::expect_none(place, &text);
        }
    }
}
