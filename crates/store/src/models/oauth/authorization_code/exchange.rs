//! Using codes: of any number of exchanges of a code exactly one succeeds, on one node or on many.
//! Why a code was refused is found out afterwards, in `redeem`.

use portico_rules::ids::{SecretId, UserId};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sea_orm::{ConnectionTrait, QueryResult, Statement, Value};

use super::access_token::{self, AccessToken};
use super::{ExchangeRequest, MAX_LIFETIME_MS, read};
use crate::models::accounts::picture;
use crate::models::oauth::client_secret::Client;
use crate::models::oauth::profile::ExchangeKind;
use crate::models::oauth::redirect_uri;
use portico_crypto::random_bytes;
use portico_crypto::tokens::SecretHash;
use portico_platform::database::{Conn, Database, Rows};
use portico_platform::error::Result;
use portico_platform::group_commit::{Weigh, Work};
use portico_rules::base_url::BaseUrl;
use portico_rules::clock::{Clock, Millis};

/// How a code is exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExchangeMethod {
    /// For an identity, by JSON.
    Json,
    /// For an access token, by a form.
    Form,
    /// For an access token, by a device that polls. Its code was sent to no redirect URI.
    Device,
}

impl ExchangeMethod {
    /// True if it exchanges codes of this kind, as the statement below does.
    pub(super) fn accepts(self, kind: ExchangeKind) -> bool {
        match kind {
            ExchangeKind::Json => self == Self::Json,
            ExchangeKind::Any => self != Self::Device,
            ExchangeKind::Form => self == Self::Form,
            ExchangeKind::Device => self == Self::Device,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Form => "form",
            Self::Device => "device",
        }
    }
}

/// One exchange as the database gets it.
#[derive(Debug, Clone)]
pub(crate) struct Exchange {
    id: i64,
    secret_hash: SecretHash,
    client: Client,
    method: ExchangeMethod,
    /// None for a device.
    redirect_uri: Option<String>,
    /// The challenge that the verifier meets; none where none was sent.
    challenge: Option<String>,
    /// The stored form of the access token; none by JSON, which gives no token.
    token_hash: Option<SecretHash>,
}

impl Exchange {
    /// None for what can't be exchanged, whatever is in the database.
    pub(super) fn new(client: Client, request: ExchangeRequest<'_>, method: ExchangeMethod) -> Option<Self> {
        let (id, secret_hash) = read(request.code)?;
        let challenge = match request.verifier {
            // A public app proves with the verifier alone that the code is its own (RFC 9700, section 2.1.1).
            None if client.secret_id.is_none() && method != ExchangeMethod::Device => return None,
            None => None,
            Some(verifier) => Some(challenge_of(verifier)?),
        };
        // No redirect URI is other than this, and Postgres does not even take a text with a zero in it.
        let is_uri = request.redirect_uri.bytes().all(|b| b.is_ascii_graphic());
        let redirect_uri = Some(request.redirect_uri).filter(|uri| !uri.is_empty());
        is_uri.then(|| Self {
            id,
            secret_hash,
            client,
            method,
            redirect_uri: redirect_uri.map(str::to_owned),
            challenge,
            token_hash: None,
        })
    }

    /// Generates the access token that it gives where it succeeds.
    pub(super) fn with_access_token(mut self) -> (Self, AccessToken) {
        let token = AccessToken::generate(self.id);
        self.token_hash = Some(token.hash());
        (self, token)
    }

    fn values(&self, now: Millis, attempt: Attempt) -> [Value; COLUMNS] {
        [
            self.id.into(),
            self.secret_hash.to_vec().into(),
            self.client.app_id.into(),
            // No secret is 0.
            self.client.secret_id.map_or(0, SecretId::get).into(),
            self.method.name().into(),
            self.redirect_uri.clone().into(),
            self.challenge.clone().into(),
            self.token_hash.map(SecretHash::to_vec).into(),
            now.into(),
            attempt.redeemer.into(),
            // No redeemer is 0.
            if attempt.is_again { attempt.redeemer } else { 0 }.into(),
        ]
    }
}

impl Weigh for Exchange {}

/// The identity that an app gets: the user as they were at the moment of the exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The user's id.
    pub user_id: UserId,
    /// The handle.
    pub nickname: String,
    /// The display name.
    pub name: String,
    /// When the picture was uploaded; none: the generated one.
    pub(in crate::models::oauth) picture_at: Option<i64>,
}

impl Identity {
    /// The claims that the scope `profile` gives (OpenID Connect Core, section 5.1): the same facts as in the JSON exchange.
    pub fn profile_claims(&self, base: &BaseUrl) -> [(&'static str, String); 4] {
        [
            ("name", self.name.clone()),
            ("nickname", self.nickname.clone()),
            ("preferred_username", self.nickname.clone()),
            ("picture", self.avatar_url(base)),
        ]
    }

    /// The picture's absolute address.
    pub fn avatar_url(&self, base: &BaseUrl) -> String {
        base.join(&picture::path(picture::PictureKind::User, self.user_id.get(), self.picture_at))
    }

    /// Reads the four columns after a row's first one.
    pub(super) fn read(row: &QueryResult) -> Result<Self> {
        Ok(Self {
            user_id: row.try_get_by_index(1)?,
            nickname: row.try_get_by_index(2)?,
            name: row.try_get_by_index(3)?,
            picture_at: row.try_get_by_index(4)?,
        })
    }
}

/// The contents of a redeemed code.
#[derive(Debug, Clone)]
pub(crate) struct RedeemedCode {
    /// The user.
    pub(super) identity: Identity,
    /// The scope that was granted.
    pub(super) scope: String,
    /// The app's nonce.
    pub(super) nonce: Option<String>,
    /// When the user last entered the password, in UTC milliseconds.
    pub(super) auth_time: Millis,
    /// How the user had authenticated, values separated by spaces.
    pub(super) amr: String,
    /// The signature of the app's ID tokens; none by JSON, which gives no token.
    pub(super) id_token_alg: Option<String>,
}

impl RedeemedCode {
    fn read(row: &QueryResult) -> Result<Self> {
        Ok(Self {
            identity: Identity::read(row)?,
            scope: row.try_get_by_index(5)?,
            nonce: row.try_get_by_index(6)?,
            auth_time: row.try_get_by_index(7)?,
            id_token_alg: row.try_get_by_index(8)?,
            amr: row.try_get_by_index(9)?,
        })
    }
}

/// The result of an exchange.
#[derive(Debug, Clone)]
pub(crate) enum ExchangeOutcome {
    /// The code is used up by it.
    Redeemed(RedeemedCode),
    /// The code is not for it.
    NotRedeemed,
    /// Another exchange of the same code was tried in its place. It has to be tried again.
    Twin,
}

/// The writer that uses codes.
#[derive(Debug)]
pub(crate) struct Exchanges {
    db: Database,
    clock: Clock,
    unanswered: UnansweredExchanges,
}

impl Exchanges {
    pub(crate) fn on(db: Database, clock: Clock) -> Self {
        Self { db, clock, unanswered: UnansweredExchanges::default() }
    }
}

/// An attempt to use a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Attempt {
    /// Identifies it in the code that it uses: a random number, the same for all attempts until one is answered.
    redeemer: i64,
    /// True if an earlier one was not answered.
    is_again: bool,
}

/// The codes whose statement was sent and not answered, by id: as whom, and when it was sent. It may have been committed all the
/// same, then or later, without a response to the app: such a code can be used once more, by this process, with the
/// same proofs. After it expired it can't, so no entry is stored for longer than any code works.
///
/// An exchange that was answered ends its redeemer: an attempt after that one, whether it is answered or not, has another.
#[derive(Debug, Default)]
struct UnansweredExchanges(Mutex<HashMap<i64, (i64, Millis)>>);

impl UnansweredExchanges {
    /// From here on an attempt of each is under way, as `redeemer` where no earlier one is unanswered.
    fn begin(&self, ids: impl Iterator<Item = i64>, redeemer: i64, now: Millis) -> Vec<Attempt> {
        let mut sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !sent.is_empty() {
            sent.retain(|_, (_, at)| (now - MAX_LIFETIME_MS..=now).contains(at));
        }
        ids.map(|id| match sent.entry(id) {
            Entry::Occupied(earlier) => Attempt { redeemer: earlier.get().0, is_again: true },
            Entry::Vacant(vacant) => {
                vacant.insert((redeemer, now));
                Attempt { redeemer, is_again: false }
            }
        })
        .collect()
    }

    /// Nothing is in doubt about these any more.
    fn end(&self, ids: impl Iterator<Item = i64>) {
        let mut sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for id in ids {
            sent.remove(&id);
        }
    }
}

impl Work for Exchanges {
    type Job = Exchange;
    type Outcome = ExchangeOutcome;

    /// Of wider statements SQLite thinks that walking through all codes is cheaper.
    const MAX_JOBS: usize = 64;

    /// One statement for all of them, which is its own transaction.
    async fn run_together(&self, exchanges: &[Exchange]) -> Result<Vec<ExchangeOutcome>> {
        // One exchange per code at a time: whether the code was used has one answer.
        let mut codes = HashSet::new();
        let tried: Vec<bool> = exchanges.iter().map(|one| codes.insert(one.id)).collect();
        let first_tries: Vec<&Exchange> =
            exchanges.iter().zip(&tried).filter_map(|(exchange, tried)| tried.then_some(exchange)).collect();
        let lock = self.db.write_lock().await;
        let now = self.clock.now();
        // Where this is given up in between, or fails, they stay unanswered.
        let ids = first_tries.iter().map(|one| one.id);
        let redeemer = i64::from_be_bytes(random_bytes()) | 1;
        let attempts = self.unanswered.begin(ids, redeemer, now);
        let mut taken = take(&self.db, &first_tries, now, &attempts).await?;
        // A refused exchange does not answer the one before it.
        let answered = first_tries.iter().zip(&attempts);
        self.unanswered.end(
            answered.filter(|(one, attempt)| !attempt.is_again || taken.contains_key(&one.id)).map(|(one, _)| one.id),
        );
        drop(lock);
        Ok(exchanges
            .iter()
            .zip(tried)
            .map(|(exchange, tried)| match tried {
                true => taken.remove(&exchange.id).map_or(ExchangeOutcome::NotRedeemed, ExchangeOutcome::Redeemed),
                false => ExchangeOutcome::Twin,
            })
            .collect())
    }
}

/// How many values an exchange has in the statement below.
const COLUMNS: usize = 11;

/// Uses the codes whose exchange is right in every respect, and returns what each gave, by the code's id.
///
/// This one statement decides. Of any number of exchanges of a code at a time it finds the code unused for one,
/// since the second waits for the first one's row and then looks at it again; whatever does not match consumes
/// nothing. A code counts as unused where an unanswered attempt of this process is the one that used it. The code's row goes with its
/// grant, and the grant with the user; without the app there is no secret. A code that was made in the moment in which
/// its user's account was disabled is not used, and none whose redirect URI was removed from the app meanwhile.
///
/// The same statement stores the access token, so there is none without a used code, and of a code none but the last.
async fn take(
    db: &Conn,
    exchanges: &[&Exchange],
    now: Millis,
    attempts: &[Attempt],
) -> Result<HashMap<i64, RedeemedCode>> {
    const NOTHING: [Value; COLUMNS] = [
        Value::BigInt(None),
        Value::Bytes(None),
        Value::BigInt(None),
        Value::BigInt(None),
        Value::String(None),
        Value::String(None),
        Value::String(None),
        Value::Bytes(None),
        Value::BigInt(None),
        Value::BigInt(None),
        Value::BigInt(None),
    ];
    let backend = db.get_database_backend();
    let values_of = exchanges.iter().zip(attempts).map(|(one, attempt)| one.values(now, *attempt));
    let rows = Rows::new(values_of, NOTHING);
    let mut values = Vec::new();
    let sql = sql(&rows.query(backend, &mut values));
    let take = Statement::from_sql_and_values(backend, sql, values);
    let mut taken = HashMap::with_capacity(exchanges.len());
    for row in db.query_all_raw(take).await? {
        taken.insert(row.try_get_by_index(0)?, RedeemedCode::read(&row)?);
    }
    Ok(taken)
}

/// The user is looked up by the code, and not joined: a join would let the database begin with the user, and walk
/// through all the codes they ever had.
fn sql(exchanges: &str) -> String {
    let of_user = |what: &str| format!("(SELECT {what} FROM users WHERE users.id = authorization_codes.user_id)");
    format!(
        "WITH asked (id, secret_hash, app_id, secret_id, method, redirect_uri, code_challenge, token_hash, now, \
         redeemer, unanswered) AS ({exchanges}) \
         UPDATE authorization_codes SET used_at = asked.now, redeemer = asked.redeemer, \
         access_token_hash = asked.token_hash, \
         access_token_expires_at = CASE WHEN asked.token_hash IS NOT NULL THEN asked.now + {token_lifetime} END, \
         scope = CASE WHEN asked.method = 'form' AND authorization_codes.exchange = 'any' THEN 'profile' \
         ELSE authorization_codes.scope END FROM asked \
         WHERE authorization_codes.id = asked.id AND authorization_codes.secret_hash = asked.secret_hash \
         AND authorization_codes.app_id = asked.app_id \
         AND (authorization_codes.exchange = asked.method \
         OR (authorization_codes.exchange = 'any' AND asked.method IN ('json', 'form'))) \
         AND authorization_codes.redirect_uri = COALESCE(asked.redirect_uri, '') \
         AND authorization_codes.code_challenge IS NOT DISTINCT FROM asked.code_challenge \
         AND authorization_codes.expires_at > asked.now AND (authorization_codes.used_at IS NULL OR authorization_codes.redeemer = asked.unanswered) \
         AND {is_open} AND (asked.method = 'device' OR {is_registered}) \
         AND EXISTS (SELECT 1 FROM oauth_apps WHERE oauth_apps.id = asked.app_id \
         AND oauth_apps.suspended_at IS NULL AND (oauth_apps.is_public OR asked.secret_id <> 0) \
         AND (oauth_apps.device_enabled OR asked.method <> 'device')) \
         AND (asked.secret_id = 0 OR EXISTS (SELECT 1 FROM client_secrets WHERE client_secrets.id = asked.secret_id \
         AND client_secrets.app_id = asked.app_id)) \
         RETURNING authorization_codes.id, authorization_codes.user_id, {nickname}, {name}, {picture_at}, \
         authorization_codes.scope, authorization_codes.nonce, authorization_codes.auth_time, \
         CASE WHEN authorization_codes.access_token_hash IS NOT NULL \
         THEN (SELECT id_token_alg FROM oauth_apps WHERE oauth_apps.id = authorization_codes.app_id) END, authorization_codes.amr",
        token_lifetime = access_token::LIFETIME_MS,
        is_open = of_user("users.disabled_at IS NULL"),
        // Public apps have no secret.
        is_registered = redirect_uri::still_registered_sql("asked.secret_id = 0"),
        nickname = of_user("nickname"),
        name = of_user("name"),
        picture_at = of_user("picture_at"),
    )
}

/// The challenge that a verifier meets, by S256 (RFC 7636, section 4.6). None for what can't be a
/// verifier: those have 43 to 128 unreserved characters (section 4.1).
pub fn challenge_of(verifier: &str) -> Option<String> {
    let is_unreserved = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    ((43..=128).contains(&verifier.len()) && verifier.bytes().all(is_unreserved))
        .then(|| BASE64_URL_SAFE_NO_PAD.encode(SecretHash::of_text(verifier).as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{Attempt, MAX_LIFETIME_MS, UnansweredExchanges, challenge_of};

    fn attempt(redeemer: i64, is_again: bool) -> Vec<Attempt> {
        vec![Attempt { redeemer, is_again }]
    }

    /// Shows: token.answer-lost
    #[test]
    fn an_attempt_after_an_unanswered_one_is_the_same_redeemer_and_after_an_answered_one_another() {
        let unanswered = UnansweredExchanges::default();
        let begin = |redeemer, now| unanswered.begin([7].into_iter(), redeemer, now);
        assert_eq!(begin(1, 0), attempt(1, false));
        assert_eq!(begin(2, 10), attempt(1, true));
        unanswered.end([7].into_iter());
        assert_eq!(begin(3, 20), attempt(3, false));
        // By then no code of that time can be used.
        assert_eq!(begin(4, 21 + MAX_LIFETIME_MS), attempt(4, false));
    }

    /// Shows: token.verifier
    #[test]
    fn a_verifier_meets_the_challenge_that_the_standard_gives_as_example() {
        assert_eq!(
            challenge_of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").as_deref(),
            Some("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        );
    }

    /// Shows: token.verifier
    #[test]
    fn what_is_too_short_too_long_or_of_other_characters_is_no_verifier() {
        assert!(challenge_of(&"a".repeat(42)).is_none());
        assert!(challenge_of(&"a".repeat(43)).is_some());
        assert!(challenge_of(&"a".repeat(128)).is_some());
        assert!(challenge_of(&"a".repeat(129)).is_none());
        assert!(challenge_of(&format!("{}+", "a".repeat(43))).is_none());
        assert!(challenge_of(&"é".repeat(43)).is_none());
    }
}
