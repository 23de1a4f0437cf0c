//! Portico: a self-hosted chat service's identity and integration portal.
//! Only the list of modules; each says for itself what it holds.

pub mod clock;
pub mod ids;
pub mod json;
pub mod phone;
pub mod pictures;
pub mod security;
