//! Counting what a page asks of the database.

use std::sync::{Arc, Mutex};

use super::{Browser, House};

/// The statements of a house, as they are sent.
pub struct Statements(Arc<Mutex<Vec<String>>>);

impl House {
    /// Listens from now on; once a house.
    pub fn statements(&self) -> Statements {
        let heard: Arc<Mutex<Vec<String>>> = Arc::default();
        let hears = heard.clone();
        self.at.db.watch(move |statement| {
            // The lease of the node number is renewed whether pages are asked for or not.
            if !statement.contains("\"nodes\"") {
                hears.lock().unwrap().push(statement.to_owned());
            }
        });
        Statements(heard)
    }
}

impl Statements {
    /// What opening a page takes.
    pub async fn of(&self, browser: &Browser<'_>, path: &str) -> Vec<String> {
        self.0.lock().unwrap().clear();
        browser.get(path).await.expect(200);
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}
