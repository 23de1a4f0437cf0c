//! From an accepted post to a durable message: judging its mentions, storing it, waking who waits.
//! What may be posted is checked by the routes; the rules of mentions are pure and stand in `chat::mentions`.
//!
//! # A webhook's post, and what its `200` promises
//!
//! 1. The route finds the webhook (`models::webhook`, by a memory of the process that decides nothing), counts the
//!    post against its limit, and checks the body.
//! 2. [`webhook::post`] hands it to [`GroupCommit`](crate::group_commit::GroupCommit), where at most
//!    [`WAITING`](crate::group_commit::WAITING) wait: one more is refused at once, `503`, with nothing stored.
//! 3. One thread takes all that wait and writes them in one transaction (`batch`, `storing`), then the next ones. Nobody
//!    waits for a batch to fill.
//! 4. Each request is answered after the transaction is committed, and so synced to the disk: SQLite runs with
//!    `synchronous=FULL`, Postgres with `synchronous_commit=on`. What is answered `200` survives a `kill -9`.
//!
//! - **Every judgement is as young as the post.** A row is stored by a statement that finds its webhook under the
//!   very revision that the post was checked against. A regenerated, paused, moved or deleted webhook has another
//!   one, or none; then the post is checked anew. On Postgres that statement share-locks the webhook until it is
//!   committed, so that once a change is answered nothing under the old URL is stored any more, on any node. Mentions
//!   are judged by what is read for them between the post's arrival and that statement.
//! - **A bad post harms none of its neighbours.** A transaction that fails is taken back whole, and its posts are
//!   stored one by one, under the ids they were given: where the failure was that nobody heard of the commit, they are
//!   found and not stored again.
//! - **A `503` means that nothing is stored**, now or later: a statement that waits too long is given up by Postgres
//!   itself, before the writer stops waiting for it. But for one case that no server can tell from the others: the
//!   database went away in the very moment of the commit, and stays away. An `Idempotency-Key` makes repeating safe even
//!   then: it is kept in the transaction that stores the message.
//! - **Shutting down** ends with [`WebhookPosts::close`], which stores all that wait.
//!
//! The log of deliveries ([`Log`]) is written behind the answers and promises nothing.

mod batch;
mod judging;
mod kept;
pub mod log;
pub mod own_messages;
mod post;
mod preview;
mod storing;
mod user_post;
pub mod webhook;
mod writer;

pub use log::Log;
pub use preview::preview;
pub use user_post::{Posted, post};
pub use writer::WebhookPosts;
