//! Sign-up links: each lets one person sign up, also while sign-up is closed. Admins create, list and revoke them.
//! Signing up by one is in `accounts::user`.

use serde::{Deserialize, Serialize};

use super::act::{self, Act, Operator, Subject};
use super::setting;
use crate::core::Core;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::names;
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::hex;

/// The name of the setting: the links as JSON, the oldest first.
const NAME: &str = "sign_up_links";
/// How many open links there can be.
pub const MAX_LINKS: usize = 100;
/// Max days that a link works.
pub const MAX_DAYS: i64 = 90;
/// Max characters of a note.
pub const MAX_NOTE: usize = 64;
/// The refusal of a link.
pub const STALE: &str = "This link doesn’t work any more: it was used or revoked, or has expired. Ask for a new one.";

/// An open sign-up link. Its secret is not stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignUpLink {
    /// SHA-256 of its secret, in hexadecimal digits, by which pages name it.
    pub hash: String,
    /// For whom it is, or nothing.
    pub note: String,
    /// The nickname of the admin who created it.
    pub created_by: String,
    /// When it was created.
    pub created_at: Millis,
    /// When it ends.
    pub expires_at: Millis,
}

impl SignUpLink {
    /// The links that still work, the newest first.
    #[boxed]
    pub async fn all(db: &Conn, now: Millis) -> Result<Vec<Self>> {
        let stored = setting::get(db, NAME).await?.unwrap_or_default();
        Ok(open(&stored, now).into_iter().rev().collect())
    }

    /// Creates a link that works for so many days, and returns its secret.
    ///
    /// # Errors
    /// Faults of `note` and `days`; one of `form` where there are [`MAX_LINKS`] already.
    #[boxed]
    pub async fn create(core: &Core, note: &str, days: &str, nickname: &str, by: &Operator<'_>) -> Result<Plain> {
        let mut faults = FieldErrors::none();
        let note = faults.check("note", names::description(note));
        if note.as_ref().is_some_and(|note| note.chars().count() > MAX_NOTE) {
            faults.add("note", format!("Use at most {MAX_NOTE} characters."));
        }
        let days: Option<i64> = days.trim().parse().ok().filter(|days| (1..=MAX_DAYS).contains(days));
        if days.is_none() {
            faults.add("days", format!("Enter a number of days from 1 to {MAX_DAYS}."));
        }
        let (Some(note), Some(days), true) = (note, days, faults.is_empty()) else {
            return Err(Error::Faults(faults));
        };
        let (secret, now) = (Plain::random(), core.now());
        let write = core.begin().await?;
        let mut links = open(&setting::lock(&write, now, NAME).await?, now);
        if links.len() >= MAX_LINKS {
            let sentence = format!("There are {MAX_LINKS} open sign-up links, as many as there can be. Revoke some.");
            return Err(Error::fault("form", sentence));
        }
        let on = Subject::default().with(&note);
        act::record(&write, core, by, Act::SignUpLinkCreated, on).await?;
        links.push(Self {
            hash: hash_of(&secret),
            note,
            created_by: nickname.to_owned(),
            created_at: now,
            expires_at: now + days * DAY_MS,
        });
        store(&write, now, &links).await?;
        write.commit().await?;
        Ok(secret)
    }

    /// Revokes the link with this hash. False where it does not work any more.
    #[boxed]
    pub async fn revoke(core: &Core, hash: &str, by: &Operator<'_>) -> Result<bool> {
        let now = core.now();
        let write = core.begin().await?;
        let Some(revoked) = take(&write, now, hash).await? else {
            return Ok(false);
        };
        let on = Subject::default().with(&revoked.note);
        act::record(&write, core, by, Act::SignUpLinkRevoked, on).await?;
        write.commit().await?;
        Ok(true)
    }

    /// True if someone can sign up by this secret now. For the page; signing up decides.
    #[boxed]
    pub async fn is_open(db: &Conn, now: Millis, secret: &Plain) -> Result<bool> {
        let hash = hash_of(secret);
        Ok(Self::all(db, now).await?.iter().any(|link| link.hash == hash))
    }
}

/// Uses a link up; false where it does not work any more.
pub(in crate::models) async fn spend(write: &Conn, now: Millis, secret: &Plain) -> Result<bool> {
    Ok(take(write, now, &hash_of(secret)).await?.is_some())
}

async fn take(write: &Conn, now: Millis, hash: &str) -> Result<Option<SignUpLink>> {
    let mut links = open(&setting::lock(write, now, NAME).await?, now);
    let Some(place) = links.iter().position(|link| link.hash == hash) else {
        return Ok(None);
    };
    let taken = links.remove(place);
    store(write, now, &links).await?;
    Ok(Some(taken))
}

async fn store(write: &Conn, now: Millis, links: &[SignUpLink]) -> Result<()> {
    let stored = serde_json::to_string(links)
        .map_err(|err| Error::internal(format!("the sign-up links can't be written: {err}")))?;
    setting::set(write, now, NAME, stored).await
}

/// Those of the stored links that still work. What another version stored and this one can't read is as if it was not there.
fn open(stored: &str, now: Millis) -> Vec<SignUpLink> {
    let mut links: Vec<SignUpLink> = serde_json::from_str(stored).unwrap_or_default();
    links.retain(|link| link.expires_at > now);
    links
}

fn hash_of(secret: &Plain) -> String {
    hex::digits(SecretHash::new(secret).as_bytes())
}
