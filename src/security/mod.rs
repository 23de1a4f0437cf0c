//! What keeps secrets secret and strangers slow: tokens, keys, sealing, passwords, throttles.
//! Who may do what is not decided here.

pub mod at_once;
pub mod fetch_metadata;
pub mod headers;
pub mod instance_key;
pub mod known_browser;
pub mod own_origin;
pub mod passwords;
pub mod same_origin;
pub mod sealing;
pub mod slow_bodies;
pub mod throttle;
pub mod tokens;

pub use instance_key::InstanceKey;
pub use tokens::Plain;

/// Bytes from the operating system's generator.
///
/// A system without randomness cannot make a single secret that holds, and nothing that calls this
/// could do better than to stop: so the process ends.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    if let Err(error) = getrandom::fill(&mut bytes) {
        eprintln!("The operating system gives no randomness: {error}");
        std::process::abort();
    }
    bytes
}
