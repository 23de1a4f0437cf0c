//! The portal: where OAuth apps and webhooks are made and managed.
//! What programs then do with them stands in `oauth` and `webhooks`.

mod app_page;
pub(super) mod app_playground;
pub(super) mod apps;
pub(super) mod audit;
mod chart;
mod composed;
pub(super) mod deliveries;
pub(super) mod home;
mod link;
mod mention_reasons;
mod new_secret;
mod shell_quote;
pub(super) mod webhook_new;
mod webhook_page;
pub(super) mod webhook_playground;
mod webhook_send;
pub(super) mod webhooks;
