//! Passkeys (Web Authentication level 2): what a browser is asked, and whether what it answers is right.
//! Whose passkey it is, and that a challenge is used once, is decided in `models::accounts::passkey`.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use url::Host;
use webauthn_rs::prelude::{
    AuthenticationResult, CreationChallengeResponse, DiscoverableAuthentication, Passkey, PasskeyRegistration,
    PublicKeyCredential, RegisterPublicKeyCredential, Uuid, Webauthn, WebauthnBuilder, WebauthnError,
};

use super::instance_key::InstanceKey;
use super::tokens::{Plain, SecretHash};
use super::{random_bytes, sealing};
use portico_rules::base_url::BaseUrl;
use portico_rules::clock::Millis;

/// Time in which a challenge can be answered.
pub const LIFETIME_MS: Millis = 10 * 60 * 1000;
/// The longest answer of a browser that is read, in bytes. Answers are below 2 KiB, with an attestation below 10.
const MAX_CREDENTIAL_LENGTH: usize = 16 * 1024;

/// Purpose of a challenge. It is bound to that: it can't be answered for anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Signing in without a name and a password.
    SignIn,
    /// The second step of the sign-in with this ticket.
    SecondStep(i64),
    /// Confirming, in this session, that it is still the same person.
    Confirm(i64),
    /// Adding a passkey in this session.
    Add(i64),
    /// Resetting the password of this account.
    Reset(i64),
}

impl Purpose {
    fn context(self) -> String {
        match self {
            Self::SignIn => "passkey challenge to sign in".to_owned(),
            Self::SecondStep(ticket) => format!("passkey challenge of ticket {ticket}"),
            Self::Confirm(session) => format!("passkey challenge to confirm session {session}"),
            Self::Add(session) => format!("passkey challenge to add in session {session}"),
            Self::Reset(user) => format!("passkey challenge to reset account {user}"),
        }
    }
}

/// A challenge on its way to a browser. Nothing is stored for it. The default is none: the button is there, and its script
/// gets a challenge from another page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Challenge {
    /// Argument of `navigator.credentials`, as JSON with binary values in base64url.
    pub options: String,
    /// Comes back with the answer: the challenge, sealed.
    pub state: String,
}

/// A browser's response to a challenge.
#[derive(Clone, Copy, Debug)]
pub struct CredentialResponse<'a> {
    /// [`Challenge::state`].
    pub state: &'a str,
    /// The credential, as JSON.
    pub credential: &'a str,
}

/// Reason an answer is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasskeyError {
    /// Passkeys don't work at this instance's address.
    #[error("passkeys need https and a domain name, or http://localhost")]
    Unavailable,
    /// No passkey was sent: the browser doesn't support them, or runs no scripts.
    #[error("no passkey was sent")]
    Missing,
    /// The challenge is not this instance's, is for something else, or is too old.
    #[error("the challenge is over")]
    Over,
    /// The authenticator did not check who uses it.
    #[error("the user was not verified")]
    NotVerified,
    /// The counter did not rise: there are two of this authenticator.
    #[error("the passkey was copied")]
    Cloned,
    /// A wrong origin, a wrong challenge, a wrong signature, or no answer at all.
    #[error("the answer is wrong")]
    Wrong,
}

impl From<WebauthnError> for PasskeyError {
    fn from(err: WebauthnError) -> Self {
        tracing::debug!(error = %err, "the answer of a passkey was not accepted");
        match err {
            WebauthnError::UserNotVerified => Self::NotVerified,
            WebauthnError::CredentialPossibleCompromise => Self::Cloned,
            _ => Self::Wrong,
        }
    }
}

/// Content of the sealed [`Challenge::state`].
#[derive(Serialize, Deserialize)]
struct SealedState<S> {
    expires_at: Millis,
    ceremony: S,
}

/// Sealed state for a new passkey.
#[derive(Serialize, Deserialize)]
struct RegistrationCeremony {
    ceremony: PasskeyRegistration,
    handle: Vec<u8>,
}

/// A challenge that came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnedChallenge {
    /// The SHA-256 of its seal, by which it is known to have been used.
    pub hash: SecretHash,
    /// When it is over.
    pub expires_at: Millis,
}

/// A new passkey.
#[derive(Debug)]
pub struct NewPasskey {
    /// The passkey.
    pub passkey: Passkey,
    /// True if a browser finds it without being told which to look for. The browser says so; nothing is decided by it.
    pub is_discoverable: bool,
    /// The authenticator's name for the account.
    pub handle: Handle,
    /// The challenge.
    pub challenge: ReturnedChallenge,
}

/// An answer of an existing passkey that still has to be checked with what is stored of it.
#[derive(Debug)]
pub struct PasskeyAssertion {
    credential: PublicKeyCredential,
    ceremony: DiscoverableAuthentication,
    /// The challenge.
    pub challenge: ReturnedChallenge,
}

/// This instance towards authenticators.
#[derive(Debug)]
pub struct RelyingParty<'a> {
    webauthn: Webauthn,
    key: &'a InstanceKey,
}

impl<'a> RelyingParty<'a> {
    /// The relying party of an instance; none where browsers have no passkeys: they need a domain name and https, except
    /// on `http://localhost`.
    pub fn new(base: &BaseUrl, key: &'a InstanceKey) -> Option<Self> {
        let Some(Host::Domain(domain)) = base.url().host() else {
            return None;
        };
        let is_localhost = domain == "localhost" || domain.ends_with(".localhost");
        if !base.is_https() && !is_localhost {
            return None;
        }
        let webauthn = WebauthnBuilder::new(domain, base.url()).ok()?.build().ok()?;
        Some(Self { webauthn, key })
    }

    /// A challenge to make a passkey. `handle` names the account to the authenticator and is otherwise meaningless;
    /// `known` are the account's passkeys, of which no authenticator gets a second one.
    ///
    /// # Errors
    /// [`PasskeyError::Wrong`], which no account is.
    pub fn challenge_to_add(
        &self,
        purpose: Purpose,
        (handle, nickname, name): (Handle, &str, &str),
        known: &[Passkey],
        now: Millis,
    ) -> Result<Challenge, PasskeyError> {
        let known = known.iter().map(|passkey| passkey.cred_id().clone());
        let (options, ceremony) =
            self.webauthn.start_passkey_registration(handle.0, nickname, name, Some(known.collect()))?;
        let options = discoverable_if_possible(&options)?;
        let handle = handle.to_vec();
        self.challenge(purpose, &options, RegistrationCeremony { ceremony, handle }, now)
    }

    /// Checks the answer of a new passkey.
    ///
    /// # Errors
    /// A [`PasskeyError`].
    pub fn register(
        &self,
        purpose: Purpose,
        sent: CredentialResponse<'_>,
        now: Millis,
    ) -> Result<NewPasskey, PasskeyError> {
        let answer: RegisterPublicKeyCredential = read(sent.credential)?;
        let (adding, challenge) = self.open::<RegistrationCeremony>(purpose, sent.state, now)?;
        let passkey = self.webauthn.finish_passkey_registration(&answer, &adding.ceremony)?;
        let properties = answer.extensions.cred_props;
        Ok(NewPasskey {
            passkey,
            is_discoverable: properties.and_then(|it| it.rk).unwrap_or(true),
            handle: Handle::read(&adding.handle).ok_or(PasskeyError::Over)?,
            challenge,
        })
    }

    /// A challenge for one of these passkeys; for any that the browser finds where there are none.
    ///
    /// # Errors
    /// [`PasskeyError::Wrong`], which nothing leads to.
    pub fn challenge_of(&self, purpose: Purpose, passkeys: &[Passkey], now: Millis) -> Result<Challenge, PasskeyError> {
        let (options, ceremony) = self.webauthn.start_discoverable_authentication()?;
        let mut options = serde_json::to_value(options).map_err(|_| PasskeyError::Wrong)?;
        let mut public = options["publicKey"].take();
        let allowed =
            passkeys.iter().map(|passkey| json!({ "type": "public-key", "id": encode(passkey.cred_id().as_slice()) }));
        public["allowCredentials"] = allowed.collect();
        self.challenge(purpose, &public, ceremony, now)
    }

    /// Reads the answer of an existing passkey.
    ///
    /// # Errors
    /// [`PasskeyError::Missing`], [`PasskeyError::Wrong`] and [`PasskeyError::Over`].
    pub fn read(
        &self,
        purpose: Purpose,
        sent: CredentialResponse<'_>,
        now: Millis,
    ) -> Result<PasskeyAssertion, PasskeyError> {
        let credential = read(sent.credential)?;
        let (ceremony, challenge) = self.open(purpose, sent.state, now)?;
        Ok(PasskeyAssertion { credential, ceremony, challenge })
    }

    /// Checks an answer: by whom it was asked for, that the user was verified, the counter, the signature.
    ///
    /// # Errors
    /// A [`PasskeyError`].
    pub fn check(&self, answer: PasskeyAssertion, passkey: &Passkey) -> Result<AuthenticationResult, PasskeyError> {
        let (credential, ceremony) = (&answer.credential, answer.ceremony);
        if is_framed(&credential.response.client_data_json) {
            return Err(PasskeyError::Wrong);
        }
        let result = self.webauthn.finish_discoverable_authentication_v2(credential, ceremony, passkey)?;
        // Asked for and checked above; and nothing may ever sign in without.
        match result.user_verified() {
            true => Ok(result),
            false => Err(PasskeyError::NotVerified),
        }
    }

    fn challenge<S: Serialize>(
        &self,
        purpose: Purpose,
        options: &Value,
        ceremony: S,
        now: Millis,
    ) -> Result<Challenge, PasskeyError> {
        let expires_at = now.saturating_add(LIFETIME_MS);
        let state = SealedState { expires_at, ceremony };
        let state = serde_json::to_string(&state).map_err(|_| PasskeyError::Wrong)?;
        let context = purpose.context();
        let sealed = sealing::seal(self.key, context.as_bytes(), &state.into()).map_err(|_| PasskeyError::Wrong)?;
        Ok(Challenge { options: options.to_string(), state: encode(&sealed) })
    }

    fn open<S: DeserializeOwned>(
        &self,
        purpose: Purpose,
        state: &str,
        now: Millis,
    ) -> Result<(S, ReturnedChallenge), PasskeyError> {
        let sealed = BASE64_URL_SAFE_NO_PAD.decode(state);
        let sealed = sealed.map_err(|_| PasskeyError::Over)?;
        let context = purpose.context();
        let opened = sealing::open(self.key, context.as_bytes(), &sealed).map_err(|_| PasskeyError::Over)?;
        let state: SealedState<S> = serde_json::from_str(opened.secret.expose()).map_err(|_| PasskeyError::Over)?;
        if state.expires_at <= now {
            return Err(PasskeyError::Over);
        }
        let returned =
            ReturnedChallenge { hash: SecretHash::new(&Plain::from(encode(&sealed))), expires_at: state.expires_at };
        Ok((state.ceremony, returned))
    }
}

impl PasskeyAssertion {
    /// The id of the passkey that answered.
    pub fn credential_id(&self) -> &[u8] {
        self.credential.get_credential_id()
    }

    /// The account that the authenticator names, if it does.
    pub fn handle(&self) -> Option<Handle> {
        let handle = self.credential.get_user_unique_id()?;
        Handle::read(handle)
    }
}

/// The ID by which authenticators know an account: random, so that it tells nothing about the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(Uuid);

impl Handle {
    /// A new one.
    pub fn random() -> Self {
        Self(Uuid::from_bytes(random_bytes()))
    }

    /// One that is stored or that came from an authenticator; none where it is not one of ours.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        Uuid::from_slice(bytes).ok().map(Self)
    }

    /// Its bytes.
    pub fn to_vec(self) -> Vec<u8> {
        self.0.as_bytes().to_vec()
    }
}

/// Asks for a passkey that can be found without the nickname. One that can't is a second step all the same.
fn discoverable_if_possible(options: &CreationChallengeResponse) -> Result<Value, PasskeyError> {
    let mut options = serde_json::to_value(options).map_err(|_| PasskeyError::Wrong)?;
    let mut public = options["publicKey"].take();
    public["authenticatorSelection"]["residentKey"] = "preferred".into();
    Ok(public)
}

/// True if the page that asked was in a frame of another site's. The verifier looks at that for new passkeys alone.
fn is_framed(client_data: &[u8]) -> bool {
    let client_data: Option<Value> = serde_json::from_slice(client_data).ok();
    client_data.is_none_or(|it| it["crossOrigin"] == true)
}

fn read<T: DeserializeOwned>(credential: &str) -> Result<T, PasskeyError> {
    if credential.is_empty() {
        return Err(PasskeyError::Missing);
    }
    if credential.len() > MAX_CREDENTIAL_LENGTH {
        return Err(PasskeyError::Wrong);
    }
    serde_json::from_str(credential).map_err(|_| PasskeyError::Wrong)
}

fn encode(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn works_at(base: &str) -> bool {
        let key = InstanceKey::from_setting(&"1f00".repeat(16)).unwrap();
        RelyingParty::new(&BaseUrl::parse(base).unwrap(), &key).is_some()
    }

    #[test]
    fn passkeys_need_a_name_and_https_or_localhost() {
        for base in [
            "https://chat.example",
            "https://chat.example:8443",
            "http://localhost:8000",
            "http://portico.localhost:8000",
        ] {
            assert!(works_at(base), "{base}");
        }
        for base in ["http://127.0.0.1:8000", "https://192.0.2.1", "https://[::1]"] {
            assert!(!works_at(base), "{base}");
        }
    }

    #[test]
    fn a_challenge_is_opened_for_its_purpose_alone_and_in_time() {
        let key = InstanceKey::from_setting(&"1f00".repeat(16)).unwrap();
        let base = BaseUrl::parse("https://chat.example").unwrap();
        let party = RelyingParty::new(&base, &key).unwrap();
        let challenge = party.challenge_of(Purpose::Confirm(1), &[], 0).unwrap();
        let open = |purpose, now| party.open::<DiscoverableAuthentication>(purpose, &challenge.state, now).map(|_| ());
        assert_eq!(open(Purpose::Confirm(1), LIFETIME_MS - 1), Ok(()));
        for (purpose, now) in [
            (Purpose::Confirm(1), LIFETIME_MS),
            (Purpose::Confirm(2), 0),
            (Purpose::SignIn, 0),
            (Purpose::SecondStep(1), 0),
            (Purpose::Reset(1), 0),
            (Purpose::Add(1), 0),
        ] {
            assert_eq!(open(purpose, now), Err(PasskeyError::Over), "{purpose:?}");
        }
    }
}
