//! Properties: rules with random input, each compared with a simpler version of the same rule.
//! Rules that need no running application have theirs in their crate and in `fuzz`.

mod continuation;
mod cursors;
mod pages;
mod retry_after;
mod rights;
mod search;
