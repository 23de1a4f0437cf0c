//! The keys as a node holds them in memory: read from the database once a minute, with their private parts opened.
//! When a key signs is decided in `schedule`.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::schedule::Use;
use super::{Algorithm, KNOWN_FOR, Model, all, seal_context};
use crate::core::Core;
use portico_crypto::InstanceKey;
use portico_crypto::jwt::{self, KeyPair, PublicKey, UnverifiedToken};
use portico_crypto::sealing;
use portico_crypto::signers::Signers;
use portico_macros::boxed;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::published::PublishedText;

/// How soon the keys are read again for a token that names an unknown one. Anyone can send such tokens.
const READ_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// The signing keys of a node.
#[derive(Debug, Default)]
pub struct SigningKeys {
    held: RwLock<Option<Arc<Snapshot>>>,
    /// Held by the one that reads them again; the others wait.
    reading: Mutex<()>,
    signers: Signers,
}

/// The keys at one moment.
#[derive(Debug)]
struct Snapshot {
    /// By the monotonic clock, and by the calendar: the former stands still while a machine is suspended.
    read_at: (Duration, Millis),
    rows: Vec<Model>,
    opened: HashMap<String, Arc<KeyParts>>,
    jwks: Arc<PublishedText>,
}

/// A key, taken apart once.
#[derive(Debug)]
struct KeyParts {
    public: PublicKey,
    /// Why it can't sign, where it can't.
    pair: Result<KeyPair, String>,
}

impl SigningKeys {
    /// Signs claims with the present key of an algorithm: a JSON Web Token in the compact form (RFC 7519).
    ///
    /// RS256 computes for a millisecond, on a thread of its own; ES256 for a thirtieth of that.
    ///
    /// # Errors
    /// [`Error::Internal`] where there is no key or it does not open; when the database can't be reached.
    #[boxed]
    pub async fn sign(&self, core: &Core, algorithm: Algorithm, claims: &Value) -> Result<String> {
        let snapshot = self.read_within(core, KNOWN_FOR).await?;
        let now = core.now();
        let signer = snapshot
            .rows
            .iter()
            .find(|row| row.algorithm() == Some(algorithm) && row.used_for(&snapshot.rows, now) == Use::Signs);
        let none = || Error::internal(format!("no {} key signs", algorithm.as_str()));
        let signer = signer.ok_or_else(none)?;
        let opened = snapshot.opened.get(&signer.kid).ok_or_else(none)?;
        if algorithm == Algorithm::Es256 {
            return opened.sign(&signer.kid, claims);
        }
        let (opened, kid, claims) = (Arc::clone(opened), signer.kid.clone(), claims.clone());
        let signed = self.signers.run(move || opened.sign(&kid, &claims));
        signed.await.map_err(Error::internal)?
    }

    /// The claims of a token that one of our keys signed, also one that signs no more, but no revoked one. The token may
    /// have expired, and may have been made for any purpose: both are for the caller to check.
    #[boxed]
    pub async fn verify(&self, core: &Core, token: &str) -> Result<Option<Value>> {
        let Some(token) = UnverifiedToken::read(token) else {
            return Ok(None);
        };
        let mut snapshot = self.read_within(core, KNOWN_FOR).await?;
        if !snapshot.opened.contains_key(&token.kid) {
            snapshot = self.read_within(core, READ_AGAIN_AFTER).await?;
        }
        let rows = &snapshot.rows;
        let signer = rows.iter().find(|row| row.kid == token.kid);
        Ok(signer
            .filter(|row| row.used_for(rows, core.now()) != Use::Revoked)
            .and_then(|row| snapshot.opened.get(&row.kid))
            .and_then(|opened| token.claims_if_signed_by(&opened.public))
            .map(Value::Object))
    }

    /// The key set that clients check signatures with (RFC 7517, section 5).
    #[boxed]
    pub async fn jwks(&self, core: &Core) -> Result<Arc<PublishedText>> {
        let jwks = |snapshot: &Arc<Snapshot>| Arc::clone(&snapshot.jwks);
        match self.held_within(core, KNOWN_FOR, jwks) {
            Some(known) => Ok(known),
            None => Ok(jwks(&self.read_within(core, KNOWN_FOR).await?)),
        }
    }

    /// The keys as they were at most `age` ago.
    async fn read_within(&self, core: &Core, age: Duration) -> Result<Arc<Snapshot>> {
        if let Some(snapshot) = self.held_within(core, age, Arc::clone) {
            return Ok(snapshot);
        }
        let _reading = self.reading.lock().await;
        // Another task may have read them meanwhile.
        if let Some(snapshot) = self.held_within(core, age, Arc::clone) {
            return Ok(snapshot);
        }
        // Taken before they are read: their age counts from here.
        let read_at = (core.clock.steady(), core.now());
        let rows = all(&core.db).await?;
        let earlier = self.held();
        let snapshot = Arc::new(Snapshot::from_rows(core, rows, read_at, earlier.as_deref()));
        let mut held = self.held.write().unwrap_or_else(PoisonError::into_inner);
        *held = Some(Arc::clone(&snapshot));
        Ok(snapshot)
    }

    fn held(&self) -> Option<Arc<Snapshot>> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        held.clone()
    }

    /// The wanted part of the keys, if they were read at most `age` ago. Nothing else is copied or counted: every
    /// client of every app asks for the key set.
    fn held_within<T>(&self, core: &Core, age: Duration, wanted: impl FnOnce(&Arc<Snapshot>) -> T) -> Option<T> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let snapshot = held.as_ref()?;
        let (steady, date) = snapshot.read_at;
        let is_fresh =
            core.clock.steady().saturating_sub(steady) < age && u128::from(core.now().abs_diff(date)) < age.as_millis();
        is_fresh.then(|| wanted(snapshot))
    }
}

impl Snapshot {
    /// Opens the keys of the rows. What was opened before is not opened again: for RSA that takes a while.
    fn from_rows(core: &Core, rows: Vec<Model>, read_at: (Duration, Millis), earlier: Option<&Self>) -> Self {
        let (_, now) = read_at;
        let mut opened = HashMap::new();
        let mut entries = Vec::new();
        for row in &rows {
            let before = earlier.and_then(|earlier| earlier.opened.get(&row.kid));
            let key = match before.filter(|key| key.pair.is_ok() == row.private_sealed.is_some()) {
                Some(key) => Arc::clone(key),
                None => match KeyParts::open(&core.key, row) {
                    Some(key) => Arc::new(key),
                    // Of a later version of the program.
                    None => continue,
                },
            };
            if row.used_for(&rows, now).is_published() {
                entries.push(key.public.entry(&row.kid));
            }
            opened.insert(row.kid.clone(), key);
        }
        Self { read_at, rows, opened, jwks: Arc::new(PublishedText::new(json!({ "keys": entries }).to_string())) }
    }
}

impl KeyParts {
    /// None where the public key is of an unknown kind.
    fn open(key: &InstanceKey, row: &Model) -> Option<Self> {
        Some(Self { public: PublicKey::read(&row.jwk)?, pair: pair_of(key, row) })
    }

    fn sign(&self, kid: &str, claims: &Value) -> Result<String> {
        match &self.pair {
            Ok(pair) => jwt::sign(pair, kid, claims).map_err(Error::internal),
            Err(why) => Err(Error::internal(format!(
                "the signing key {kid} can't be used: {why}; `portico key signing rotate --now` replaces it"
            ))),
        }
    }
}

/// The key pair of a row, or why it can't be used.
pub(super) fn pair_of(key: &InstanceKey, row: &Model) -> Result<KeyPair, String> {
    let algorithm = row.algorithm().ok_or("its algorithm is unknown")?;
    let sealed = row.private_sealed.as_deref().ok_or("it was erased")?;
    let opened = sealing::open(key, seal_context(row.id).as_bytes(), sealed);
    let opened = opened.map_err(|err| err.to_string())?;
    KeyPair::read(algorithm, &opened.secret).map_err(|err| err.to_string())
}
