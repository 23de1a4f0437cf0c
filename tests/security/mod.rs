//! Attacks: walks through all routes, and tests that belong to no single route.
//! `behaviours.txt` lists every promised behaviour; `map.py` lists their tests.

mod access;
mod compression;
mod faults;
mod foreign_names;
mod headers;
mod injected;
mod locked_out;
mod purposes;
mod reading;
mod same_work;
mod secrets;
mod spoofing;
mod throttles;
pub mod town;
