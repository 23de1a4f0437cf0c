//! Real processes and the faults they get, test data to post into, and the accounting of it.

mod books;
mod client;
mod cluster;
mod disk;
mod load;
mod node;
mod postgres;
mod process;
mod proxy;
mod site;
mod town;

pub use books::{Codes, audit, check_database, count, execute, posts};
pub use client::{Answer, Client};
pub use cluster::{Cluster, Origin};
pub use disk::Disk;
pub use load::{Ledger, Load, Outcome, Post};
pub use node::{Node, Store};
pub use postgres::Postgres;
pub use process::free_port;
pub use proxy::Proxy;
pub use site::Site;
pub use town::{App, Hook, Town, code_in};

use std::time::{Duration, Instant};

use rocket::tokio::time::sleep;

/// Waits until something holds, and looks often. Panics with `what` where it does not hold in time.
pub async fn until<F: AsyncFnMut() -> bool>(what: &str, within: Duration, mut holds: F) {
    let deadline = Instant::now() + within;
    while !holds().await {
        assert!(Instant::now() < deadline, "not within {within:?}: {what}");
        sleep(Duration::from_millis(10)).await;
    }
}

/// Seconds, shorter to read.
pub const fn seconds(number: u64) -> Duration {
    Duration::from_secs(number)
}
