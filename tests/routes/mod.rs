//! A file a route, each with the requests it answers and those it refuses.

mod portal_deliveries;
mod portal_webhooks;
mod sign_in;
mod sign_up;
mod webhook_idempotency;
mod webhook_mentions;
mod webhooks;
