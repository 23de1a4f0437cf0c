//! Counting the statements of a page.

use std::sync::{Arc, Mutex};

use portico_platform::database::deadline;
use sea_orm::Statement;

use super::{Browser, TestInstance};

/// Whether a statement is of the task that fills the search index: it looks for messages every few seconds, whether anyone
/// asks for anything or not.
pub fn fills_the_search_index(statement: &Statement) -> bool {
    let looks = ["search_state", "message_search", r#"ORDER BY "messages"."id" ASC LIMIT"#];
    looks.iter().any(|part| statement.sql.contains(part)) && !deadline::is_in_request()
}

/// The statements of an instance, as they are sent.
pub struct Statements(Arc<Mutex<Vec<String>>>);

impl TestInstance {
    /// An instance of which every statement is heard.
    pub async fn heard() -> (Self, Statements) {
        let heard: Arc<Mutex<Vec<String>>> = Arc::default();
        let hears = heard.clone();
        let instance = Self::watched(move |statement| {
            // The lease of the node number is renewed, with the times of ids, whether pages are asked for or not, and what happened to an
            // account and changed nothing is written behind the answer.
            // Background tasks look for what waits for browsers, and store who is here.
            let aside = [
                "\"nodes\"",
                "\"id_shifts\"",
                "\"security_events\"",
                "\"push_mentions\"",
                "\"push_deliveries\"",
                "DELETE FROM \"presence\"",
                "INSERT INTO \"presence\"",
            ];
            let is_aside = aside.iter().any(|table| statement.sql.contains(table));
            if !is_aside && !fills_the_search_index(statement) {
                hears.lock().unwrap().push(statement.sql.clone());
            }
        })
        .await;
        (instance, Statements(heard))
    }
}

impl Statements {
    /// The statements since the last call.
    pub fn taken(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    /// The statements of a page.
    pub async fn of(&self, browser: &Browser<'_>, path: &str) -> Vec<String> {
        self.0.lock().unwrap().clear();
        browser.get(path).await.expect(200);
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}
