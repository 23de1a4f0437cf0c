//! What models need of a running instance.

pub use crate::app::App as Core;
