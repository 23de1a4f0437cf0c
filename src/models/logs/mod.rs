//! What is on record: app events, audit log, deliveries, security events.
//! The operator's log of the process is `tracing`'s.

pub mod app_event;
pub mod audit;
pub mod delivery;
pub mod security_event;
