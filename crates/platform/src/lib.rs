//! What every part stands on: settings, errors, metrics, the database with its pools, copy and backup, group commit, rate
//! limits and the HTTP client. Nothing here knows a model.

pub mod config;
pub mod database;
pub mod error;
pub mod group_commit;
pub mod http_client;
pub mod metrics;
pub mod render_limiter;
pub mod throttle;
pub mod write_behind;
