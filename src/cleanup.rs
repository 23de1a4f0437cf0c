//! The task that sweeps away what is over, in small steps, for as long as the process serves.
//! What is deleted, and by which verb, is listed in `models::sweep`.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rocket::fairing::AdHoc;

use crate::app::App;
use crate::error::Result;
use crate::models::sweep::{self, Sweep, Swept};

/// So many rows go in one transaction: a few milliseconds, which no post notices.
pub const STEP: u64 = 250;
/// How long everybody else has the database between two steps.
const PAUSE: Duration = Duration::from_millis(50);
/// How long it rests when nothing is left to do.
const REST: Duration = Duration::from_secs(60);

/// Sweeps, and remembers how far its walks have come.
#[derive(Debug)]
pub struct Cleanup {
    app: Arc<App>,
    walked: HashMap<&'static str, i64>,
}

impl Cleanup {
    /// For an instance.
    pub fn of(app: Arc<App>) -> Self {
        Self {
            app,
            walked: HashMap::new(),
        }
    }

    /// One step of one kind, in a transaction of its own: at most [`STEP`] rows that are over by the instance's clock.
    /// None where another process is sweeping; then nothing is done.
    ///
    /// # Errors
    /// When the database can't be reached; then nothing of the step is done.
    pub async fn step(&mut self, sweep: &Sweep) -> Result<Option<Swept>> {
        let write = self.app.begin().await?;
        if !sweep::take_turn(&write).await? {
            return Ok(None);
        }
        let mut walked = self.walked.get(sweep.kind).copied().unwrap_or(0);
        let outcome = match sweep.step(&write, self.app.now(), STEP, &mut walked).await {
            Ok(outcome) => outcome,
            Err(err) => {
                // The next kind would otherwise find the turn taken.
                let _ = write.rollback().await;
                return Err(err);
            }
        };
        write.commit().await?;
        self.walked.insert(sweep.kind, walked);
        self.app.metrics.rows_deleted(sweep.kind, outcome.rows);
        Ok(Some(outcome))
    }

    /// Step by step, a kind after the other and all over again, until nothing that is over is left. A kind that
    /// fails is told and left for the next round, and so are all of them where another process sweeps.
    pub async fn round(&mut self, sweeps: &[Sweep]) {
        let mut left = sweeps.to_vec();
        while !left.is_empty() {
            let mut unfinished = Vec::new();
            for sweep in left {
                match self.step(&sweep).await {
                    Ok(Some(Swept { more: false, .. })) => {}
                    Ok(Some(Swept { more: true, .. })) => {
                        unfinished.push(sweep);
                        tokio::time::sleep(PAUSE).await;
                    }
                    Ok(None) => return,
                    Err(err) => {
                        tracing::warn!(kind = sweep.kind, error = %err, "expired rows were not deleted");
                    }
                }
            }
            left = unfinished;
        }
    }
}

/// Starts the task when the application serves; it ends with it.
pub fn fairing() -> AdHoc {
    AdHoc::on_liftoff("cleanup", |rocket| {
        Box::pin(async move {
            let Some(app) = rocket.state::<Arc<App>>().cloned() else {
                return;
            };
            let shutdown = rocket.shutdown();
            tokio::spawn(async move {
                let mut cleanup = Cleanup::of(app);
                let work = async {
                    loop {
                        tokio::time::sleep(REST).await;
                        cleanup.round(sweep::ALL).await;
                    }
                };
                // A step under way when the process ends is taken back whole.
                tokio::select! {
                    () = shutdown => {}
                    () = work => {}
                }
            });
        })
    })
}
