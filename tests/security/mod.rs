//! What a stranger may try: walks through all routes, and what no single route's file has a place for.
//! `behaviours.txt` lists every behaviour that is promised; `map.py` says which tests show it.

mod access;
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
mod town;
