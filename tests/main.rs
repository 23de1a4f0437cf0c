//! x

mod chat;
