//! Passkeys of accounts, and the use of one: once for each challenge, with a counter that only rises.
//! `security::webauthn` checks an answer; `passkey_session` and `second_step` open sessions by one.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect, Set};
use webauthn_rs::prelude::Passkey;

use crate::core::Core;
use crate::models::User;
use crate::models::accounts::security_event::{Browser, SecurityEventKind, SecurityLog};
use crate::models::accounts::used_challenge;
use portico_crypto::webauthn::{
    Challenge, CredentialResponse, Handle, NewPasskey, PasskeyError, Purpose, RelyingParty, ReturnedChallenge,
};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::chat::names;
use portico_rules::clock::Millis;
use portico_rules::ids::{IdTimes, PasskeyId, UserId};

/// A passkey.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkeys")]
pub struct Model {
    /// Its id, no secret; it carries the time at which it was added.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PasskeyId,
    /// Whose it is.
    pub user_id: UserId,
    /// The authenticator's name for it; no two passkeys have the same.
    pub credential_id: Vec<u8>,
    /// The authenticator's name for the account, the same for all of its passkeys.
    pub user_handle: Vec<u8>,
    /// The owner's name for it.
    pub name: String,
    /// Its public key and its counter, as JSON of `webauthn-rs`. No secret is in it.
    pub credential: String,
    /// True if browsers find it without the nickname; otherwise it is a second step alone.
    pub is_discoverable: bool,
    /// When it was last used, if it was.
    pub used_at: Option<i64>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Passkey").field("id", &self.id).field("user_id", &self.user_id).finish_non_exhaustive()
    }
}

portico_platform::database::no_relations!();

/// A passkey whose answer was right. What it opens also has to use the answer up.
#[derive(Debug)]
pub struct VerifiedPasskey {
    /// The passkey as it was read.
    passkey: Model,
    /// The state to store from now on.
    credential: String,
    challenge: ReturnedChallenge,
}

impl Model {
    /// True if an account has a passkey.
    #[boxed]
    pub async fn is_there_any(db: &Conn, user_id: UserId) -> Result<bool> {
        let row: Option<i64> = Entity::find()
            .select_only()
            .column(Column::Id)
            .filter(Column::UserId.eq(user_id))
            .limit(1)
            .into_tuple()
            .one(db)
            .await?;
        Ok(row.is_some())
    }

    /// The passkeys of an account, the oldest first; no more than the cap.
    #[boxed]
    pub async fn all_of(db: &Conn, user_id: UserId) -> Result<Vec<Self>> {
        Ok(Entity::find().filter(Column::UserId.eq(user_id)).order_by_asc(Column::Id).all(db).await?)
    }

    /// When it was added.
    pub fn added_at(&self, times: &IdTimes) -> Millis {
        times.time_of(self.id.get())
    }

    /// A challenge for a passkey of this account; none where it has no passkeys, or they don't work here.
    #[boxed]
    pub async fn challenge(core: &Core, user_id: UserId, purpose: Purpose) -> Result<Option<Challenge>> {
        let Some(party) = RelyingParty::new(&core.config.base_url, &core.key) else {
            return Ok(None);
        };
        let passkeys = Self::all_of(&core.db, user_id).await?;
        let passkeys: Vec<Passkey> = passkeys.iter().filter_map(Self::stored).collect();
        if passkeys.is_empty() {
            return Ok(None);
        }
        let challenge = party.challenge_of(purpose, &passkeys, core.now());
        challenge.map(Some).map_err(Error::internal)
    }

    /// A challenge for whichever passkey the browser has, to sign in without a nickname; none where passkeys don't work.
    pub fn challenge_to_sign_in(core: &Core) -> Option<Challenge> {
        let party = RelyingParty::new(&core.config.base_url, &core.key)?;
        party.challenge_of(Purpose::SignIn, &[], core.now()).ok()
    }

    /// A challenge to make another passkey for an account; none where passkeys don't work.
    #[boxed]
    pub async fn challenge_to_add(core: &Core, user: &User, purpose: Purpose) -> Result<Option<Challenge>> {
        let Some(party) = RelyingParty::new(&core.config.base_url, &core.key) else {
            return Ok(None);
        };
        let present = Self::all_of(&core.db, user.id).await?;
        let known: Vec<Passkey> = present.iter().filter_map(Self::stored).collect();
        // With the same handle an authenticator replaces a passkey of the account instead of showing two.
        let handle = present.first().and_then(|it| Handle::read(&it.user_handle));
        let handle = handle.unwrap_or_else(Handle::random);
        let account = (handle, user.nickname.as_str(), user.name.as_str());
        let challenge = party.challenge_to_add(purpose, account, &known, core.now());
        challenge.map(Some).map_err(Error::internal)
    }

    /// Checks the answer of a passkey; of any account's, or of one alone. It is not used up by that.
    ///
    /// # Errors
    /// A fault of `form`.
    #[boxed]
    pub async fn verify(
        core: &Core,
        log: &SecurityLog,
        (purpose, user_id): (Purpose, Option<UserId>),
        sent: CredentialResponse<'_>,
        browser: Browser<'_>,
    ) -> Result<VerifiedPasskey> {
        let party = RelyingParty::new(&core.config.base_url, &core.key);
        let party = party.ok_or_else(|| fault(PasskeyError::Unavailable))?;
        let answer = party.read(purpose, sent, core.now()).map_err(fault)?;
        let found = Entity::find().filter(Column::CredentialId.eq(answer.credential_id())).one(&*core.db).await?;
        let handle = answer.handle();
        let found = found.filter(|passkey| match user_id {
            // Authenticators may leave the handle out where they were told which passkeys to look for.
            Some(user_id) => passkey.user_id == user_id && handle.is_none_or(|it| passkey.is_of(it)),
            None => handle.is_some_and(|it| passkey.is_of(it)),
        });
        let passkey = found.ok_or_else(|| Error::fault("form", UNKNOWN))?;
        let mut stored = passkey.stored().ok_or_else(|| Error::fault("form", UNKNOWN))?;
        let challenge = answer.challenge;
        // Looked up after the passkey was read: what was sent twice is no copy of it.
        if used_challenge::is_used(&core.db, challenge).await? {
            return Err(fault(PasskeyError::Over));
        }
        let result = match party.check(answer, &stored) {
            Ok(result) => result,
            Err(PasskeyError::Cloned) => {
                let kind = SecurityEventKind::PasskeyCopied(&passkey.name);
                log.note(core, passkey.user_id, kind, browser).await?;
                return Err(fault(PasskeyError::Cloned));
            }
            Err(err) => return Err(fault(err)),
        };
        stored.update_credential(&result);
        Ok(VerifiedPasskey { credential: serde_json::to_string(&stored).map_err(Error::internal)?, passkey, challenge })
    }

    /// Gives a passkey of a user another name.
    ///
    /// # Errors
    /// A fault of `name`; [`Error::NotFound`] when the user has no such passkey.
    #[boxed]
    pub async fn rename(core: &Core, user_id: UserId, id: PasskeyId, name: &str) -> Result<()> {
        names::display_name(name).map_err(|sentence| Error::fault("name", sentence))?;
        let write = core.begin().await?;
        let renamed = Entity::update_many()
            .col_expr(Column::Name, Expr::value(names::shown_form(name)))
            .filter(Column::Id.eq(id))
            .filter(Column::UserId.eq(user_id))
            .exec(&*write)
            .await?;
        write.commit().await?;
        match renamed.rows_affected {
            0 => Err(Error::NotFound),
            _ => Ok(()),
        }
    }

    /// The state that the verifier needs; none where a later version of Portico stored it.
    fn stored(&self) -> Option<Passkey> {
        serde_json::from_str(&self.credential)
            .inspect_err(|err| tracing::warn!(id = self.id.get(), error = %err, "a passkey can't be read"))
            .ok()
    }

    fn is_of(&self, handle: Handle) -> bool {
        self.user_handle == handle.to_vec()
    }
}

impl VerifiedPasskey {
    /// Whose passkey it is.
    pub fn user_id(&self) -> UserId {
        self.passkey.user_id
    }

    /// Uses the answer up, in a transaction that has locked the account. False where that was done before, or the passkey
    /// was removed or used meanwhile: of requests side by side with one answer, one succeeds.
    pub(in crate::models) async fn use_up(&self, write: &Conn, now: Millis) -> Result<bool> {
        if !used_challenge::use_up(write, self.challenge, now).await? {
            return Ok(false);
        }
        let used = Entity::update_many()
            .col_expr(Column::Credential, Expr::value(self.credential.clone()))
            .col_expr(Column::UsedAt, Expr::value(Some(now)))
            .filter(Column::Id.eq(self.passkey.id))
            // Its counter is in there: of two answers with one counter, one is accepted.
            .filter(Column::Credential.eq(self.passkey.credential.clone()))
            .exec(write)
            .await?;
        Ok(used.rows_affected == 1)
    }
}

/// Checks a new passkey; it is stored by [`insert`].
///
/// # Errors
/// A fault of `form` or `name`.
pub(in crate::models) fn check_new(core: &Core, purpose: Purpose, sent: CredentialResponse<'_>) -> Result<NewPasskey> {
    let party = RelyingParty::new(&core.config.base_url, &core.key);
    let party = party.ok_or_else(|| fault(PasskeyError::Unavailable))?;
    party.register(purpose, sent, core.now()).map_err(fault)
}

/// Stores a new passkey in a transaction that has locked the account.
///
/// # Errors
/// A fault of `form`: the challenge was used before, or named the account otherwise than its passkeys do, which were added
/// since; the account has too many, or the passkey is there already.
pub(in crate::models) async fn insert(
    core: &Core,
    write: &Conn,
    user_id: UserId,
    (new, name): (&NewPasskey, &str),
) -> Result<()> {
    let now = core.now();
    if !used_challenge::use_up(write, new.challenge, now).await? {
        return Err(fault(PasskeyError::Over));
    }
    let present = Model::all_of(write, user_id).await?;
    let limit = core.config.caps.passkeys_per_person;
    if u32::try_from(present.len()).unwrap_or(u32::MAX) >= limit {
        let sentence = format!("You have {limit} passkeys, the most there can be. Remove one first.");
        return Err(Error::fault("form", sentence));
    }
    let known = present.first().and_then(|it| Handle::read(&it.user_handle));
    if known.is_some_and(|known| known.to_vec() != new.handle.to_vec()) {
        return Err(Error::fault("form", ADDED_MEANWHILE));
    }
    let row = ActiveModel {
        id: Set(core.id()),
        user_id: Set(user_id),
        credential_id: Set(new.passkey.cred_id().to_vec()),
        user_handle: Set(new.handle.to_vec()),
        name: Set(names::shown_form(name)),
        credential: Set(serde_json::to_string(&new.passkey).map_err(Error::internal)?),
        is_discoverable: Set(new.is_discoverable),
        used_at: Set(None),
    };
    Entity::insert(row)
        .exec_without_returning(write)
        .await
        .map_err(|err| portico_platform::error::taken(err, "passkeys", "credential_id", "form", ADDED_BEFORE))?;
    Ok(())
}

/// Removes a passkey of a user; its name, or none where there is no such passkey.
pub(in crate::models) async fn remove(write: &Conn, user_id: UserId, id: PasskeyId) -> Result<Option<String>> {
    let row = Entity::find_by_id(id).filter(Column::UserId.eq(user_id)).one(write).await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let removed = Entity::delete_by_id(id).exec(write).await?;
    Ok((removed.rows_affected == 1).then_some(row.name))
}

/// Removes every passkey of a user; how many there were.
pub(in crate::models) async fn remove_all(write: &Conn, user_id: UserId) -> Result<u64> {
    let removed = Entity::delete_many().filter(Column::UserId.eq(user_id)).exec(write).await?;
    Ok(removed.rows_affected)
}

/// Shown for a passkey that is no account's.
pub(in crate::models) const UNKNOWN: &str =
    "This passkey is not known here. It may have been removed. Sign in another way.";
/// Shown for one that an account has already.
const ADDED_BEFORE: &str = "This passkey was added before.";
/// Shown for one that would make a second account of this one in authenticators.
const ADDED_MEANWHILE: &str = "Another passkey was added in the meantime. Try again.";

/// The message for an answer that is not accepted.
pub(in crate::models) fn fault(err: PasskeyError) -> Error {
    let sentence = match err {
        PasskeyError::Unavailable => "Passkeys don’t work at this address: they need https and a domain name.",
        PasskeyError::Missing => "No passkey was sent. Passkeys need JavaScript and a browser that supports them.",
        PasskeyError::Over => "This took too long, or was sent twice. Try again.",
        PasskeyError::NotVerified => {
            "Your device did not check that it’s you. Set a PIN or a fingerprint for it, and try again."
        }
        PasskeyError::Cloned => {
            "This passkey was refused, because there seems to be a copy of it. Sign in another way, and remove it in your \
             settings."
        }
        PasskeyError::Wrong => "The passkey could not be checked. Try again, or use another way.",
    };
    Error::fault("form", sentence)
}
