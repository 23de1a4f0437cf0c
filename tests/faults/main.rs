//! What happens to the data when something dies, hangs or fills up: the program itself, its database, a node, the disk.
//! The program runs as operators run it, in its own processes; `./test faults` installs what that needs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

mod cluster;
mod cost_drill;
mod cut_off;
mod disk_full;
mod hostile_account;
#[path = "../support/id_token.rs"]
mod id_token;
mod killed;
mod long_sign_in;
mod password_flood;
mod point_in_time;
mod postgres_away;
mod queue_full;
mod replica;
mod rolling_restart;
mod rotation;
mod slow_bodies;
mod support;
mod two_nodes;
