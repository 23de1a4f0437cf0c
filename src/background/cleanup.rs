//! The background task that deletes expired rows, in small steps, while the process serves. `models::cleanup` lists
//! what is deleted, and by which verb.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rocket::fairing::AdHoc;
use tokio::time::sleep;

use super::while_serving;
use crate::app::App;
use portico_platform::error::Result;
use portico_store::models::cleanup::{self, Step, Task};

/// Rows deleted in one transaction: a few milliseconds, which delays no post noticeably.
pub const ROWS_PER_STEP: u64 = 250;
/// The pause between two steps, in which others write.
const PAUSE: Duration = Duration::from_millis(50);
/// The pause between two rounds.
const REST: Duration = Duration::from_secs(60);

/// Runs the cleanup, and remembers how far its walks have come.
#[derive(Debug)]
pub struct Cleanup {
    app: Arc<App>,
    walked: HashMap<&'static str, i64>,
}

impl Cleanup {
    /// For an instance.
    pub fn new(app: Arc<App>) -> Self {
        Self { app, walked: HashMap::new() }
    }

    /// One step of one kind, in a transaction of its own: at most [`ROWS_PER_STEP`] rows that have expired by the instance's clock.
    /// None where another process runs the cleanup; then nothing is done.
    ///
    /// # Errors
    /// When the database can't be reached; then nothing of the step is done.
    pub async fn step(&mut self, task: &Task) -> Result<Option<Step>> {
        let write = self.app.begin().await?;
        if !cleanup::try_lock(&write).await? {
            return Ok(None);
        }
        let mut walked = self.walked.get(task.kind).copied().unwrap_or(0);
        let outcome = match task.step(&write, self.app.now(), ROWS_PER_STEP, &mut walked).await {
            Ok(outcome) => outcome,
            Err(err) => {
                // The next kind would otherwise find the lock taken.
                let _ = write.rollback().await;
                return Err(err);
            }
        };
        write.commit().await?;
        self.walked.insert(task.kind, walked);
        self.app.metrics.rows_deleted(task.kind, outcome.rows);
        Ok(Some(outcome))
    }

    /// Runs steps of all tasks until nothing that has expired is left. A task that fails is logged and left for the next
    /// round, and so are all of them where another process runs the cleanup.
    pub async fn round(&mut self, tasks: &[Task]) {
        let mut left = tasks.to_vec();
        while !left.is_empty() {
            let mut unfinished = Vec::new();
            for task in left {
                match self.step(&task).await {
                    Ok(Some(Step { more: false, .. })) => {}
                    Ok(Some(Step { more: true, .. })) => {
                        unfinished.push(task);
                        sleep(PAUSE).await;
                    }
                    Ok(None) => return,
                    Err(err) => {
                        tracing::warn!(kind = task.kind, error = %err, "expired rows were not deleted");
                    }
                }
            }
            left = unfinished;
        }
    }
}

/// Cleans up while the server runs. A step in progress when it shuts down is rolled back.
pub fn fairing() -> AdHoc {
    while_serving("cleanup", |app| async move {
        let mut cleanup = Cleanup::new(app);
        loop {
            sleep(REST).await;
            cleanup.round(cleanup::ALL).await;
        }
    })
}
