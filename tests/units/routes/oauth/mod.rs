//! Parsing requests of apps, and wording the answers.

mod callback;
mod logout;
mod parameters;
mod preview;
mod request;
mod scope;
