//! What is about the instance itself: the start page, health, colours, pictures.
//! The parts that people came for have files of their own.

pub mod assets;
pub(super) mod avatars;
pub(super) mod csp_reports;
pub(super) mod docs;
pub(super) mod health;
pub(super) mod home;
pub(super) mod metrics;
pub(super) mod outbox;
pub mod style;
pub(super) mod theme;
pub(super) mod well_known;
