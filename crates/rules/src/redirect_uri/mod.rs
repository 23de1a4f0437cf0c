//! Redirect URIs: which may be registered, and which requested one matches a registered one.

pub mod matching;
pub mod rules;
