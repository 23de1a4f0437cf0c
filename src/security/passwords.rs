//! Passwords: which ones are taken, and argon2id away from the threads that serve requests.
//! Signing in, and what follows from a wrong password, is not here.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};
use std::thread::available_parallelism;

use argon2::password_hash::Error as HashError;
use argon2::{Algorithm, Argon2, Params, PasswordHash, PasswordHasher, PasswordVerifier, Version};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use rocket::tokio::sync::Semaphore;
use rocket::tokio::task;

use super::{Plain, random_bytes};

/// The fewest characters of a password.
pub const SHORTEST: usize = 8;
/// The most characters of a password.
pub const LONGEST: usize = 128;

/// 19 MiB, two passes, one lane.
const PARAMS: Params = match Params::new(19 * 1024, 2, 1, None) {
    Ok(params) => params,
    Err(_) => Params::DEFAULT,
};

/// Well-known passwords of at least eight characters, lower case, one a line.
static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// Whether a password may be chosen by the person called `nickname`; if not, the sentence to show.
///
/// # Errors
///
/// For fewer than [`SHORTEST`] or more than [`LONGEST`] characters (Unicode scalar values), one
/// character repeated, a well-known password, or the nickname itself, without regard to case.
pub fn check_rules(password: &Plain, nickname: &str) -> Result<(), &'static str> {
    let text = password.expose();
    let length = text.chars().count();
    if length < SHORTEST {
        return Err("A password needs at least 8 characters.");
    }
    if length > LONGEST {
        return Err("A password can have at most 128 characters.");
    }
    let folded = text.to_lowercase();
    if folded == nickname.to_lowercase() {
        return Err("Your password cannot be your nickname.");
    }
    let first = folded.chars().next();
    if folded.chars().all(|c| Some(c) == first) || COMMON.contains(folded.as_str()) {
        return Err("This is one of the passwords that attackers try first. Choose another one.");
    }
    Ok(())
}

/// Why a password could be neither hashed nor compared. A wrong password is no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// The stored text is no argon2 hash.
    #[error("the stored password hash is malformed")]
    Malformed,
    /// The work could not be done: out of memory, or the server is going down.
    #[error("the password could not be hashed")]
    Unavailable,
}

/// What came of comparing a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The password is the right one.
    pub ok: bool,
    /// It is right, and its hash was made with weaker parameters than today's: hash it anew.
    pub needs_rehash: bool,
}

/// Hashes and compares passwords with argon2id (RFC 9106), at most one a core at a time, so that a
/// rush of sign-ins leaves the rest of the service alone. Clones share the queue.
#[derive(Clone, Debug)]
pub struct Passwords {
    argon2: Argon2<'static>,
    gate: Arc<Semaphore>,
    /// A hash that no password fits, for names that nobody has.
    nobody: Arc<str>,
}

impl Passwords {
    /// With today's parameters: 19 MiB of memory, two passes, one lane.
    pub fn new() -> Self {
        Self::with_params(PARAMS)
    }

    fn with_params(params: Params) -> Self {
        let nobody = format!(
            "$argon2id$v=19$m={},t={},p={}${}${}",
            params.m_cost(),
            params.t_cost(),
            params.p_cost(),
            BASE64_STANDARD_NO_PAD.encode(random_bytes::<16>()),
            BASE64_STANDARD_NO_PAD.encode(random_bytes::<32>()),
        );
        Self {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            // Half of the processors: the other half is for whoever posts while many sign in.
            gate: Arc::new(Semaphore::new(
                available_parallelism().map_or(1, |cores| cores.get().div_ceil(2)),
            )),
            nobody: nobody.into(),
        }
    }

    /// Hashes a password under a salt of its own, as a PHC string.
    ///
    /// # Errors
    ///
    /// [`PasswordError::Unavailable`].
    pub async fn hash(&self, password: &Plain) -> Result<String, PasswordError> {
        let (argon2, password) = (self.argon2.clone(), password.clone());
        self.work(move || {
            argon2
                .hash_password_with_salt(password.expose().as_bytes(), &random_bytes::<16>())
                .map(|hash: PasswordHash| hash.to_string())
                .map_err(|_| PasswordError::Unavailable)
        })
        .await
    }

    /// Compares a password with a stored PHC string.
    ///
    /// # Errors
    ///
    /// [`PasswordError`]; a wrong password is a [`Verdict`].
    pub async fn verify(&self, password: &Plain, stored: &str) -> Result<Verdict, PasswordError> {
        let (argon2, password, stored) = (self.argon2.clone(), password.clone(), stored.to_owned());
        self.work(move || compare(&argon2, &password, &stored))
            .await
    }

    /// Does the work of [`verify`](Self::verify) for a name that nobody has, so that the time an
    /// answer takes does not tell which names exist.
    ///
    /// # Errors
    ///
    /// [`PasswordError::Unavailable`], as for a name that exists.
    pub async fn verify_nobody(&self, password: &Plain) -> Result<(), PasswordError> {
        self.verify(password, &self.nobody).await.map(drop)
    }

    /// Whether a stored hash is weaker than today's would be.
    fn is_outdated(argon2: &Argon2<'_>, stored: &PasswordHash) -> bool {
        let today = argon2.params();
        stored.algorithm != Algorithm::Argon2id.ident()
            || stored.version != Some(Version::V0x13.into())
            || Params::try_from(stored).map_or(true, |then| {
                then.m_cost() < today.m_cost()
                    || then.t_cost() < today.t_cost()
                    || then.p_cost() < today.p_cost()
            })
    }

    async fn work<T, F>(&self, job: F) -> Result<T, PasswordError>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, PasswordError> + Send + 'static,
    {
        let permit = Arc::clone(&self.gate)
            .acquire_owned()
            .await
            .map_err(|_| PasswordError::Unavailable)?;
        task::spawn_blocking(move || {
            // Held by the work and not by the waiting request: who hangs up frees no core.
            let _permit = permit;
            job()
        })
        .await
        .map_err(|_| PasswordError::Unavailable)?
    }
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

fn compare(argon2: &Argon2<'_>, password: &Plain, stored: &str) -> Result<Verdict, PasswordError> {
    let stored = PasswordHash::new(stored).map_err(|_| PasswordError::Malformed)?;
    if stored.hash.is_none() {
        return Err(PasswordError::Malformed);
    }
    match argon2.verify_password(password.expose().as_bytes(), &stored) {
        Ok(()) => Ok(Verdict {
            ok: true,
            needs_rehash: Passwords::is_outdated(argon2, &stored),
        }),
        Err(HashError::PasswordInvalid) => Ok(Verdict {
            ok: false,
            needs_rehash: false,
        }),
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

    fn check(password: &str) -> Result<(), &'static str> {
        check_rules(&password.into(), "caroline.b")
    }

    /// Shows: passwords.rules
    #[test]
    fn an_uncommon_password_within_the_bounds_is_taken() {
        assert_eq!(check("correct-horse-42"), Ok(()));
        assert_eq!(check("zuviel8?"), Ok(()));
        assert_eq!(check("ключ-от-д"), Ok(()));
        assert_eq!(check(&"äb".repeat(64)), Ok(()));
    }

    /// Shows: passwords.rules
    #[test]
    fn lengths_count_characters_and_not_bytes() {
        assert!(check("äöüäöüx").unwrap_err().contains("at least 8"));
        assert!(check("").unwrap_err().contains("at least 8"));
        assert!(check(&"ab".repeat(65)).unwrap_err().contains("at most 128"));
    }

    /// Shows: passwords.rules
    #[test]
    fn well_known_passwords_are_refused_in_any_case() {
        for common in [
            "password",
            "Password123",
            "QWERTYUIOP",
            "12345678",
            "iloveyou",
            "P@ssw0rd",
            "ßßßßßßßß",
            "aaaaaaaaa",
            "Aaaaaaaaa",
        ] {
            assert!(check(common).unwrap_err().contains("attackers"), "{common}");
        }
    }

    /// Shows: passwords.rules
    #[test]
    fn a_nickname_is_no_password() {
        assert!(check("Caroline.B").unwrap_err().contains("nickname"));
        assert_eq!(check("caroline.bb"), Ok(()));
    }

    #[test]
    fn the_list_is_sorted_lower_case_and_holds_only_what_could_be_chosen() {
        let lines: Vec<&str> = include_str!("common_passwords.txt").lines().collect();
        assert!(lines.len() > 1_000);
        assert!(lines.windows(2).all(|pair| pair[0] < pair[1]));
        for line in lines {
            assert_eq!(line, line.to_lowercase().trim());
            assert!(
                (SHORTEST..=LONGEST).contains(&line.chars().count()),
                "{line}"
            );
        }
    }

    /// Shows: passwords.hash
    #[rocket::async_test]
    async fn the_right_password_is_told_from_a_wrong_one() {
        let passwords = Passwords::new();
        let stored = passwords.hash(&"correct-horse".into()).await.unwrap();
        assert!(
            stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{stored}"
        );
        let right = passwords
            .verify(&"correct-horse".into(), &stored)
            .await
            .unwrap();
        assert_eq!(
            right,
            Verdict {
                ok: true,
                needs_rehash: false
            }
        );
        let wrong = passwords
            .verify(&"Correct-horse".into(), &stored)
            .await
            .unwrap();
        assert_eq!(
            wrong,
            Verdict {
                ok: false,
                needs_rehash: false
            }
        );
    }

    /// Shows: passwords.hash
    #[rocket::async_test]
    async fn one_password_is_hashed_differently_each_time() {
        let passwords = light(64, 1);
        let one = passwords.hash(&"correct-horse".into()).await.unwrap();
        let other = passwords.hash(&"correct-horse".into()).await.unwrap();
        assert_ne!(one, other);
    }

    /// Shows: passwords.hash
    #[rocket::async_test]
    async fn a_hash_of_weaker_parameters_asks_for_a_new_one() {
        let stored = light(64, 1).hash(&"correct-horse".into()).await.unwrap();
        for (stronger, expected) in [
            (light(128, 1), true),
            (light(64, 2), true),
            (light(64, 1), false),
            (light(32, 1), false),
        ] {
            let verdict = stronger
                .verify(&"correct-horse".into(), &stored)
                .await
                .unwrap();
            assert_eq!(
                verdict,
                Verdict {
                    ok: true,
                    needs_rehash: expected
                }
            );
        }
    }

    #[rocket::async_test]
    async fn a_malformed_hash_is_an_error_and_no_verdict() {
        for stored in [
            "",
            "plain",
            "$argon2id$v=19$m=64,t=1,p=1$",
            "$2b$12$abcdefghijklmnopqrstuv",
        ] {
            let outcome = light(64, 1).verify(&"correct-horse".into(), stored).await;
            assert_eq!(outcome, Err(PasswordError::Malformed), "{stored}");
        }
    }

    /// Shows: passwords.same-work
    #[rocket::async_test]
    async fn comparing_for_nobody_takes_todays_parameters_and_never_fits() {
        let passwords = Passwords::new();
        assert!(passwords.nobody.contains("$m=19456,t=2,p=1$"));
        passwords
            .verify_nobody(&"correct-horse".into())
            .await
            .unwrap();
        let verdict = passwords
            .verify(&"correct-horse".into(), &passwords.nobody)
            .await;
        assert_eq!(
            verdict,
            Ok(Verdict {
                ok: false,
                needs_rehash: false
            })
        );
    }
}
