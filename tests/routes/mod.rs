//! A file a route, each with the requests it answers and those it refuses.

mod channel_events;
mod channels;
mod docs;
mod every_route;
mod inbox;
mod meta;
mod metrics;
mod portal_deliveries;
mod portal_webhook_access;
mod portal_webhook_new;
mod portal_webhooks;
mod settings_delete;
mod settings_phone;
mod settings_profile;
mod settings_security;
mod sign_in;
mod sign_up;
mod webhook_bodies;
mod webhook_idempotency;
mod webhook_ids;
mod webhook_mentions;
mod webhooks;
