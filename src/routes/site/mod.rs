//! The instance itself: the start page, documentation, health, metrics, theme, pictures and static files.
//! Sign-in, chat and webhooks are in the modules beside this one.

pub mod assets;
pub mod avatars;
pub(super) mod branding;
pub(super) mod csp_reports;
pub(super) mod docs;
pub mod docs_search;
pub(super) mod health;
pub(super) mod home;
pub(super) mod language;
pub(super) mod metrics;
pub(super) mod outbox;
pub mod style;
pub(super) mod theme;
pub(super) mod well_known;
