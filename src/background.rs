//! The tasks that run beside requests while the process serves, one file each. `models` has the tasks' work in the
//! database; writers that requests wait for are in `group_commit` and `write_behind`.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use rocket::Shutdown;
use rocket::fairing::AdHoc;
use rocket::futures::FutureExt;
use tokio::select;
use tokio::time::sleep;

use crate::app::App;

pub mod account_changes;
pub mod cleanup;
pub mod counts;
pub mod indexing;
pub mod instance_settings;
pub mod lease;
pub mod listener;
pub mod outages;
pub mod presence;
pub mod pushing;
pub mod replica_lag;
pub mod storage;

/// The pause before a task that panicked starts again.
const RESTART_AFTER: Duration = Duration::from_secs(1);

/// Runs a task from the moment the server listens. When it shuts down, the task is dropped wherever it is. One that panics
/// starts again; one that returns has nothing to do in this process.
fn while_serving<T>(name: &'static str, task: impl Fn(Arc<App>) -> T + Send + Sync + 'static) -> AdHoc
where
    T: Future<Output = ()> + Send + 'static,
{
    on_liftoff(name, move |app, shutdown| async move {
        select! {
            () = shutdown => {}
            () = restarting(name, RESTART_AFTER, || task(Arc::clone(&app))) => {}
        }
    })
}

/// Runs a task whenever a period is over. A run that has begun when the server shuts down is finished: dropped, it would lose
/// what it took.
fn every<T>(name: &'static str, period: Duration, task: impl Fn(Arc<App>) -> T + Send + Sync + 'static) -> AdHoc
where
    T: Future<Output = ()> + Send + 'static,
{
    on_liftoff(name, move |app, mut shutdown| async move {
        loop {
            select! {
                () = &mut shutdown => return,
                () = sleep(period) => {}
            }
            restarting(name, RESTART_AFTER, || task(Arc::clone(&app))).await;
        }
    })
}

fn on_liftoff<T>(name: &'static str, run: impl FnOnce(Arc<App>, Shutdown) -> T + Send + Sync + 'static) -> AdHoc
where
    T: Future<Output = ()> + Send + 'static,
{
    AdHoc::on_liftoff(name, move |rocket| {
        Box::pin(async move {
            if let Some(app) = rocket.state::<Arc<App>>().cloned() {
                let background = app.background.clone();
                background.spawn(run(app, rocket.shutdown()));
            }
        })
    })
}

/// Runs a task until it returns without a panic. The panic itself is logged where all are.
pub async fn restarting<T: Future<Output = ()>>(name: &str, pause: Duration, task: impl Fn() -> T) {
    while AssertUnwindSafe(task()).catch_unwind().await.is_err() {
        tracing::error!(task = name, "a background task panicked; it starts again");
        sleep(pause).await;
    }
}
