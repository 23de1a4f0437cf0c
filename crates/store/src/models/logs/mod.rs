//! Logs that users read: the audit log, app events, webhook deliveries.
//! An account's own log is `accounts::security_event`; the process's log for the operator is written by `tracing`.

pub mod app_event;
pub mod audit;
pub mod delivery;
