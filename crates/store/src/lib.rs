//! Everything that has SQL: the models, posting, and the parts of a running instance that they use.
//! Each verb of a model checks what its caller may do. Nothing here knows a request or a page.

pub mod core;
pub mod live;
pub mod models;
pub mod phone;
pub mod pictures;
pub mod posting;
pub mod push;
pub mod wording;
