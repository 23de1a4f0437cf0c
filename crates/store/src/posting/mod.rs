//! Posting: from a checked payload to a durable message with resolved mentions, and waking the pages that wait for it.
//! Payloads are checked by the routes; the rules of mentions are pure and defined in `chat::mentions`.
//!
//! # A webhook's post, and what its `200` promises
//!
//! 1. The route authenticates the webhook (`models::webhooks::webhook`, from a cache that decides nothing), counts the
//!    post against its limit, and parses the body.
//! 2. [`submit`] hands it to [`GroupCommit`](portico_platform::group_commit::GroupCommit), where at most
//!    [`WAITING`](portico_platform::group_commit::WAITING) posts wait: one more is refused at once, `503`, with nothing stored.
//! 3. `store` takes all posts that wait, resolves their mentions, inserts them in one transaction, and wakes open pages. It
//!    never waits for a batch to fill.
//! 4. Each request is answered after the transaction is committed and synced to the disk: SQLite runs with
//!    `synchronous=FULL`, Postgres with `synchronous_commit=on`. What is answered `200` survives a `kill -9`.
//!
//! - **Every post is checked against current data.** A row is inserted by a statement that finds its webhook under the revision
//!   that the post was checked against. A regenerated, paused, moved or deleted webhook has another one, or none; then
//!   the post is checked again. On Postgres that statement share-locks the webhook until it is committed, so that once a
//!   change is answered nothing under the old URL is stored any more, on any node. Mentions are resolved by data that is read
//!   for them between the post's arrival and that statement.
//! - **A bad post harms no other.** A transaction that fails is rolled back whole, and its posts are stored one by one,
//!   under the ids they were given: where the result of the commit was lost, they are found and not stored again.
//! - **A `503` means that nothing is stored**, now or later: Postgres cancels a statement that waits too long before the
//!   writer stops waiting for it. The one exception no server can detect: the database is lost during the commit, and
//!   stays away. An `Idempotency-Key` makes repeating safe even then: it is stored in the transaction that stores the
//!   message.
//! - **Shutting down** ends with [`WebhookPosts::close`], which stores all posts that wait.
//!
//! A post that finds no room, on the disk or in a budget of bytes, is refused before it waits, see `room`.
//!
//! The log of deliveries ([`Log`]) is written behind the answers, best effort.

mod change;
mod insert;
pub mod kept_answer;
pub mod log;
mod mention_facts;
mod old_answer;
pub mod own_messages;
mod post;
mod preview;
pub mod reported_messages;
mod response;
mod room;
mod source;
mod store;
mod stored_post;
mod submit;
pub mod user_messages;
mod user_post;
mod writer;

pub use log::Log;
pub use preview::preview;
pub use response::{MAX_REPORTED, Mentions};
pub use source::PostSource;
pub use stored_post::{PostError, StoredPost};
pub use submit::submit;
pub use user_post::{ReplyTo, post, reply, require_to_post};
pub use writer::WebhookPosts;
