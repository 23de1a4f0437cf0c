//! Password hashing with argon2id, on threads of its own. `rules` says which passwords are allowed. Signing in, and
//! what follows from a wrong password, is not here.

use std::num::NonZero;
use std::sync::Arc;
use std::thread::{self, available_parallelism};

use argon2::password_hash::Error as HashError;
use argon2::{Algorithm, Argon2, Params, PasswordHash, PasswordHasher, PasswordVerifier, Version};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use tokio::sync::oneshot;
use tracing::{Instrument, debug_span};

mod queue;
mod rules;

use super::{Plain, random_bytes};
pub use queue::Caller;
use queue::{Queue, QueueFull};
use rules::prepared;
pub use rules::{MAX_LENGTH, MIN_LENGTH, check_rules};

/// 19 MiB, two passes, one lane.
const PARAMS: Params = match Params::new(19 * 1024, 2, 1, None) {
    Ok(params) => params,
    Err(_) => Params::DEFAULT,
};

/// Reason a password could not be hashed or verified. A wrong password is not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// The stored text is not an argon2 hash.
    #[error("the stored password hash is malformed")]
    Malformed,
    /// Out of memory, or shutting down.
    #[error("the password could not be hashed")]
    Unavailable,
    /// Too many passwords are waiting to be hashed, in total or from this network.
    #[error("too many passwords wait to be hashed")]
    Busy,
}

/// The result of verifying a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordCheck {
    /// The password is correct.
    pub ok: bool,
    /// It is correct, and its hash has weaker parameters than the current ones: hash it again.
    pub needs_rehash: bool,
}

/// Hashes and verifies passwords with argon2id (RFC 9106), on all processors but one and at a low priority, so that
/// many sign-ins don't slow down the rest of the service. The queue is bounded, and so is the memory: 19 MiB for each
/// password being hashed, none for waiting ones. Clones share the queue.
#[derive(Clone, Debug)]
pub struct Passwords {
    argon2: Argon2<'static>,
    queue: Arc<Queue>,
    /// A hash that no password matches, for names without an account.
    dummy_hash: Arc<str>,
}

impl Passwords {
    /// With the current parameters: 19 MiB of memory, two passes, one lane.
    pub fn new() -> Self {
        Self::with_params(PARAMS)
    }

    fn with_params(params: Params) -> Self {
        let dummy_hash = format!(
            "$argon2id$v=19$m={},t={},p={}${}${}",
            params.m_cost(),
            params.t_cost(),
            params.p_cost(),
            BASE64_STANDARD_NO_PAD.encode(random_bytes::<16>()),
            BASE64_STANDARD_NO_PAD.encode(random_bytes::<32>()),
        );
        let processors = available_parallelism().map_or(1, NonZero::get);
        Self {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            queue: Queue::new(at_a_time(processors)),
            dummy_hash: dummy_hash.into(),
        }
    }

    /// Hashes a password with a random salt, as a PHC string.
    ///
    /// # Errors
    ///
    /// [`PasswordError::Unavailable`] and [`PasswordError::Busy`].
    pub async fn hash(&self, password: &Plain, caller: Caller) -> Result<String, PasswordError> {
        let (argon2, password) = (self.argon2.clone(), prepared(password));
        self.work(caller, move || {
            argon2
                .hash_password_with_salt(password.expose().as_bytes(), &random_bytes::<16>())
                .map(|hash: PasswordHash| hash.to_string())
                .map_err(|_| PasswordError::Unavailable)
        })
        .await
    }

    /// Verifies a password against a stored PHC string.
    ///
    /// # Errors
    ///
    /// [`PasswordError`]; a wrong password is a [`PasswordCheck`].
    pub async fn verify(&self, password: &Plain, stored: &str, caller: Caller) -> Result<PasswordCheck, PasswordError> {
        let (argon2, password, stored) = (self.argon2.clone(), prepared(password), stored.to_owned());
        self.work(caller, move || compare(&argon2, &password, &stored)).await
    }

    /// Does the work of [`verify`](Self::verify) for a name without an account, so that the response time does not
    /// reveal which names exist.
    ///
    /// # Errors
    ///
    /// [`PasswordError::Unavailable`] and [`PasswordError::Busy`], as for a name with an account.
    pub async fn verify_dummy(&self, password: &Plain, caller: Caller) -> Result<(), PasswordError> {
        self.verify(password, &self.dummy_hash, caller).await.map(drop)
    }

    /// True if a stored hash is weaker than the current parameters.
    fn is_outdated(argon2: &Argon2<'_>, stored: &PasswordHash) -> bool {
        let today = argon2.params();
        stored.algorithm != Algorithm::Argon2id.ident()
            || stored.version != Some(Version::V0x13.into())
            || Params::try_from(stored).map_or(true, |then| {
                then.m_cost() < today.m_cost() || then.t_cost() < today.t_cost() || then.p_cost() < today.p_cost()
            })
    }

    async fn work<T, F>(&self, caller: Caller, job: F) -> Result<T, PasswordError>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, PasswordError> + Send + 'static,
    {
        let permit = self
            .queue
            .enter(caller)
            .instrument(debug_span!("wait for a processor"))
            .await
            .map_err(|QueueFull| PasswordError::Busy)?;
        let (done, result) = oneshot::channel();
        // A separate thread: a thread that has lowered its priority can't raise it again.
        thread::Builder::new()
            .name("password".into())
            .spawn(move || {
                // Owned by the work and not by the waiting request: cancelling the request frees no core.
                let _permit = permit;
                step_back();
                let _ = done.send(job());
            })
            .map_err(|_| PasswordError::Unavailable)?;
        result.instrument(debug_span!("hash password")).await.map_err(|_| PasswordError::Unavailable)?
    }
}

/// Number of passwords hashed at a time. On a processor that hashes, other threads wait a little when they wake up, in
/// spite of the niceness; a batch of posts wakes several threads and processes one after the other, and needs a
/// processor where none does.
fn at_a_time(processors: usize) -> usize {
    processors.saturating_sub(1).max(1)
}

/// Lowers the thread's priority; where the system refuses, it stays normal.
fn step_back() {
    // Linux applies this to the calling thread, not to the whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

/// A tenth of a normal thread's share if both want the same processor, and all of it if no other thread does.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

fn compare(argon2: &Argon2<'_>, password: &Plain, stored: &str) -> Result<PasswordCheck, PasswordError> {
    let stored = PasswordHash::new(stored).map_err(|_| PasswordError::Malformed)?;
    if stored.hash.is_none() {
        return Err(PasswordError::Malformed);
    }
    match argon2.verify_password(password.expose().as_bytes(), &stored) {
        Ok(()) => Ok(PasswordCheck { ok: true, needs_rehash: Passwords::is_outdated(argon2, &stored) }),
        Err(HashError::PasswordInvalid) => Ok(PasswordCheck { ok: false, needs_rehash: false }),
        Err(HashError::OutOfMemory) => Err(PasswordError::Unavailable),
        Err(_) => Err(PasswordError::Malformed),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn light(memory: u32, passes: u32) -> Passwords {
        Passwords::with_params(Params::new(memory, passes, 1, None).unwrap())
    }

    /// Shows: passwords.hash
    #[tokio::test]
    async fn the_right_password_is_distinguished_from_a_wrong_one() {
        let passwords = Passwords::new();
        let stored = passwords.hash(&"correct-horse".into(), Caller::Operator).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        let right = passwords.verify(&"correct-horse".into(), &stored, Caller::Operator).await.unwrap();
        assert_eq!(right, PasswordCheck { ok: true, needs_rehash: false });
        let wrong = passwords.verify(&"Correct-horse".into(), &stored, Caller::Operator).await.unwrap();
        assert_eq!(wrong, PasswordCheck { ok: false, needs_rehash: false });
    }

    /// Shows: passwords.keyboards
    #[tokio::test]
    async fn a_password_is_the_same_from_every_keyboard() {
        let passwords = light(64, 1);
        let stored = passwords.hash(&"caf\u{e9} au lait".into(), Caller::Operator).await.unwrap();
        for (typed, ok) in [
            ("cafe\u{301} au lait", true),
            ("caf\u{e9}\u{a0}au\u{202f}lait", true),
            ("cafe au lait", false),
            ("CAF\u{c9} au lait", false),
            (" caf\u{e9} au lait", false),
        ] {
            let check = passwords.verify(&typed.into(), &stored, Caller::Operator).await.unwrap();
            assert_eq!(check.ok, ok, "{typed}");
        }
    }

    #[test]
    fn one_processor_is_left_to_others_where_there_are_several() {
        assert_eq!([1, 2, 8].map(at_a_time), [1, 1, 7]);
    }

    /// Shows: passwords.hash
    #[tokio::test]
    async fn one_password_is_hashed_differently_each_time() {
        let passwords = light(64, 1);
        let one = passwords.hash(&"correct-horse".into(), Caller::Operator).await.unwrap();
        let other = passwords.hash(&"correct-horse".into(), Caller::Operator).await.unwrap();
        assert_ne!(one, other);
    }

    /// Shows: passwords.hash
    #[tokio::test]
    async fn a_hash_of_weaker_parameters_asks_for_a_new_one() {
        let stored = light(64, 1).hash(&"correct-horse".into(), Caller::Operator).await.unwrap();
        for (stronger, expected) in
            [(light(128, 1), true), (light(64, 2), true), (light(64, 1), false), (light(32, 1), false)]
        {
            let check = stronger.verify(&"correct-horse".into(), &stored, Caller::Operator).await.unwrap();
            assert_eq!(check, PasswordCheck { ok: true, needs_rehash: expected });
        }
    }

    #[tokio::test]
    async fn a_malformed_hash_is_an_error_and_no_verdict() {
        for stored in ["", "plain", "$argon2id$v=19$m=64,t=1,p=1$", "$2b$12$abcdefghijklmnopqrstuv"] {
            let outcome = light(64, 1).verify(&"correct-horse".into(), stored, Caller::Operator).await;
            assert_eq!(outcome, Err(PasswordError::Malformed), "{stored}");
        }
    }

    /// Shows: passwords.same-work
    #[tokio::test]
    async fn a_dummy_verification_has_current_parameters_and_never_matches() {
        let passwords = Passwords::new();
        assert!(passwords.dummy_hash.contains("$m=19456,t=2,p=1$"));
        passwords.verify_dummy(&"correct-horse".into(), Caller::Operator).await.unwrap();
        let check = passwords.verify(&"correct-horse".into(), &passwords.dummy_hash, Caller::Operator).await;
        assert_eq!(check, Ok(PasswordCheck { ok: false, needs_rehash: false }));
    }
}
