//! x
pub mod chat;
