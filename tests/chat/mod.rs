//! The rules that need no database, by example and by property.
//! Their effect in a running server is tested with the routes.

mod hostile;
mod links;
mod markdown;
mod markdown_holds;
mod mentions;
mod mentions_hold;
mod names;
mod permissions;
mod spans;
mod town;
