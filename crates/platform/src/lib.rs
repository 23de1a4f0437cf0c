//! The foundation of all other crates: settings, errors, metrics, the database with its pools, copy and backup, group
//! commit, limits of rates and of memory, and the HTTP client. Nothing here knows a model.

pub mod arriving_body;
pub mod byte_limiter;
pub mod config;
pub mod database;
pub mod error;
pub mod group_commit;
pub mod http_client;
pub mod metrics;
pub mod sent_page;
pub mod storage;
pub mod throttle;
pub mod user_limiter;
pub mod write_behind;

/// True if this is the name of a module of ours, in any crate of the product.
pub fn is_own(target: &str) -> bool {
    target
        .strip_prefix("portico")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with("::") || rest.starts_with('_'))
}
