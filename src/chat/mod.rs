//! The rules of the house: what names may be, who may do what, whom a message calls.
//! Nothing here reads a database, a clock or a socket; callers bring what the rules ask for.

pub mod cards;
pub mod links;
pub mod markdown;
pub mod mentions;
pub mod names;
pub mod permissions;
