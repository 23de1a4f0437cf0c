//! This process as one of several nodes: renews its node number, listens for notifications, and shuts down gracefully.
//! The lease of the number is in `core::lease`, the shutdown signal in `cli::serve`.

mod counting;
mod following;
mod lease;
mod listening;
mod presence;
mod refusals;
mod watching;

pub use counting::{add_counts, counting};
pub use following::following;
pub use lease::{CloseWhenLeaving, renew_node_lease};
pub use listening::listening;
pub use presence::{share_presence, sharing_presence};
pub use refusals::refusals;
pub use watching::watching;
