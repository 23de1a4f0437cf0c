//! The portal: where OAuth apps and webhooks are made and managed.
//! The endpoints that programs use are in `oauth` and `webhooks`.

pub(super) mod app_collaborators;
pub(super) mod app_owner;
mod app_page;
pub(super) mod app_playground;
pub(super) mod app_try;
pub(super) mod apps;
pub(super) mod audit;
pub(super) mod chart;
mod composed;
pub(super) mod deliveries;
mod delivery_row;
pub(super) mod home;
mod link;
mod mention_reasons;
mod new_secret;
pub mod playground_format;
pub mod raw_body;
pub(super) mod resend;
mod test_sign_in;
pub(super) mod webhook_creator;
pub(super) mod webhook_leaked;
pub(super) mod webhook_new;
mod webhook_page;
pub(super) mod webhook_playground;
mod webhook_send;
mod webhook_shown;
pub(super) mod webhooks;
