//! This process as one node among several: it keeps its number while it serves, hears what the others announce, and leaves
//! without a jolt. The lease of the number stands in `core::lease`, the signal to leave in `cli::serve`.

mod lease;
mod listening;
mod watching;

pub use lease::{CloseWhenLeaving, renew_node_lease};
pub use listening::listening;
pub use watching::watching;
