//! Tokens, keys, encryption, passwords, signatures, codes of authenticator apps, passkeys and Web Push.
//! Nothing here reads a database or serves a request.

pub mod instance_key;
pub mod jwt;
pub mod known_browser;
pub mod passwords;
pub mod sealing;
pub mod signers;
pub mod tokens;
pub mod totp;
pub mod web_push;
pub mod webauthn;

pub use instance_key::InstanceKey;
pub use tokens::Plain;

/// Bytes from the operating system's random number generator.
///
/// Without randomness, no secret would be secure and no caller could continue, so the process aborts.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    if let Err(error) = getrandom::fill(&mut bytes) {
        eprintln!("The operating system gives no randomness: {error}");
        std::process::abort();
    }
    bytes
}
