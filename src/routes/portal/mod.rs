//! The portal: where OAuth apps and webhooks are made and managed.
//! What programs then do with them stands in `oauth` and `webhooks`.

pub mod apps;
mod chart;
pub mod deliveries;
mod new_secret;
pub mod webhooks;
