//! A file a route, each with the requests it answers and those it refuses.

mod portal_deliveries;
mod portal_webhook_access;
mod portal_webhook_new;
mod portal_webhooks;
mod sign_in;
mod sign_up;
mod webhook_bodies;
mod webhook_idempotency;
mod webhook_ids;
mod webhook_mentions;
mod webhooks;
