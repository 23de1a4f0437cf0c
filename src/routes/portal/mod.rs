//! The portal: where OAuth apps and webhooks are made and managed.
//! What programs then do with them stands in `oauth` and `webhooks`.

mod chart;
pub mod deliveries;
pub mod webhooks;
