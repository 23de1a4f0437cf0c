//! The running application, tested as it is shipped: one harness, then one file per route.
//! `units` has tests of parts of it. Rules without a database are tested in their crate.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

mod architecture;
mod cleanup;
mod cli;
mod connections;
mod demo;
mod growth;
mod keys;
mod languages;
mod migrations;
mod nodes;
mod observability;
mod plans;
mod properties;
mod routes;
mod schema;
mod security;
mod settings;
mod signing_keys;
mod sms;
mod stability;
mod support;
mod throttle;
mod units;
mod upgrade;
mod wording;
