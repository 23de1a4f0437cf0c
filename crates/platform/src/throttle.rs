//! Rate limits: how often something may be done, by user or by address.
//! Limits that cost money, such as text messages per day, are budgets and are in the models.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::DbBackend;

use crate::database::Database;
use crate::error::Error;
use portico_crypto::InstanceKey;
use portico_macros::boxed;
use portico_rules::clock::Clock;
use portico_rules::network::share_site_of;

mod across_nodes;
mod in_process;
mod limits;
pub mod row;
mod subject;

use across_nodes::AcrossNodes;
use in_process::InProcess;
use limits::SITE_SHARE;
pub use limits::{Limit, LimitKind, ThrottleConfig};
pub use subject::Subject;

/// The state of a limit after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitState {
    /// Kind of the limit.
    pub kind: LimitKind,
    /// The burst: how many attempts in a row are allowed from an unused limit.
    pub limit: u32,
    /// Time that a spent limit takes to recover fully, in seconds.
    pub window_secs: u64,
    /// Number of attempts left now.
    pub remaining: u32,
    /// Seconds until the limit has recovered fully, or, after a refusal, until the next attempt may succeed.
    pub reset_secs: u64,
}

impl LimitState {
    /// The value of the header `RateLimit-Policy`, a structured field (RFC 9651), as the IETF's draft
    /// on rate limit headers has it.
    pub fn policy_header(&self) -> String {
        let (name, limit, window) = (self.kind.name(), self.limit, self.window_secs);
        format!("\"{name}\";q={limit};w={window}")
    }

    /// The value of the header `RateLimit`.
    pub fn header(&self) -> String {
        let (name, left, reset) = (self.kind.name(), self.remaining, self.reset_secs);
        format!("\"{name}\";r={left};t={reset}")
    }
}

/// The attempt was rate limited and does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many attempts; try again in {retry_after_secs} seconds")]
pub struct TooFast {
    /// Seconds until the next attempt may succeed, at least one: the value of `Retry-After`.
    pub retry_after_secs: u64,
    /// The state of the limit, for the headers.
    pub limit: LimitState,
}

/// Reason an attempt was refused.
#[derive(Debug, thiserror::Error)]
pub enum ThrottleError {
    /// It was rate limited.
    #[error(transparent)]
    TooFast(#[from] TooFast),
    /// The database, which counts this limit, can't be reached.
    #[error(transparent)]
    Uncounted(Error),
}

impl From<ThrottleError> for Error {
    fn from(refused: ThrottleError) -> Self {
        match refused {
            ThrottleError::TooFast(too_fast) => Self::TooFast(too_fast.retry_after_secs),
            ThrottleError::Uncounted(err) => err,
        }
    }
}

/// The result of counting an attempt.
enum Count {
    /// It is allowed, and this many more are left now.
    Left(u32),
    /// It is refused, and the next one is allowed after this time.
    TooFast(Duration),
}

/// The rate limits of an instance. Clones share their state.
///
/// On SQLite, one process serves a database and counts alone. On Postgres there may be several, and limits against
/// anonymous clients ([`LimitKind::holds_across_nodes`]) are counted in rows that all of them share and that outlive
/// them.
#[derive(Clone)]
pub struct Throttle {
    counters: Option<Arc<Counters>>,
    config: Arc<ThrottleConfig>,
}

struct Counters {
    in_process: InProcess,
    across_nodes: Option<AcrossNodes>,
}

impl Counters {
    async fn count(&self, kind: LimitKind, limit: Limit, subject: Subject<'_>) -> Result<Count, ThrottleError> {
        match &self.across_nodes {
            Some(shared) if kind.holds_across_nodes() => {
                shared.count(kind, limit, subject).await.map_err(ThrottleError::Uncounted)
            }
            _ => Ok(self.in_process.count(kind, subject)),
        }
    }
}

impl std::fmt::Debug for Throttle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Throttle").field(&self.config).finish()
    }
}

impl Throttle {
    /// Rate limits for a process on `db`. The key derives the names of the rows: processes that count together have the
    /// same one.
    pub fn new(config: ThrottleConfig, clock: Clock, db: &Database, key: &InstanceKey) -> Self {
        let counters = config.enabled.then(|| {
            let shared = db.backend() == DbBackend::Postgres;
            Arc::new(Counters {
                in_process: InProcess::new(&config, clock.clone()),
                across_nodes: shared.then(|| AcrossNodes::new(db.clone(), key.clone(), clock)),
            })
        });
        Self { counters, config: Arc::new(config) }
    }

    /// Counts an attempt and returns whether it is allowed. If throttling is switched off, every attempt counts as the
    /// first.
    ///
    /// An IPv6 address counts towards two limits: its /64's, and sixteen times as much for the /48 around it.
    ///
    /// If the database has to count and can't be reached, nothing is allowed: these actions need the database anyway,
    /// and an attacker who could overload it would otherwise guess passwords without a limit.
    ///
    /// # Errors
    ///
    /// [`ThrottleError`]; a refused attempt does not count against the next one.
    pub async fn check<'s>(
        &self,
        kind: LimitKind,
        subject: impl Into<Subject<'s>>,
    ) -> Result<LimitState, ThrottleError> {
        let (limit, subject) = (self.config.limit(kind), subject.into());
        // The site last: a limited network must not use up its neighbours' share.
        match subject.site() {
            Some(site) => self.check_each(kind, &[(subject, limit), (site, limit.times(SITE_SHARE))]).await,
            None => self.check_each(kind, &[(subject, limit)]).await,
        }
    }

    /// Counts an attempt of an address at something that all clients share, and returns whether it is allowed. The site of the
    /// address, an IPv6 /48 or an IPv4 /24, has a fifth of the limit.
    ///
    /// # Errors
    ///
    /// [`ThrottleError`], as of [`check`](Self::check).
    #[boxed]
    pub async fn check_shared(&self, kind: LimitKind, address: IpAddr) -> Result<LimitState, ThrottleError> {
        /// All attempts are one subject.
        const EVERYONE: Subject<'_> = Subject::Id(0);
        let limit = self.config.limit(kind);
        // The site first: one that is limited takes nothing from the others.
        let site = Subject::Site(share_site_of(address));
        self.check_each(kind, &[(site, limit.share()), (EVERYONE, limit)]).await
    }

    /// Counts an attempt for each subject in turn until one is limited.
    async fn check_each(
        &self,
        kind: LimitKind,
        subjects: &[(Subject<'_>, Limit)],
    ) -> Result<LimitState, ThrottleError> {
        let limit = self.config.limit(kind);
        let allowed = |remaining, reset_secs| LimitState {
            kind,
            limit: limit.burst.get(),
            window_secs: limit.window_secs(),
            remaining,
            reset_secs,
        };
        let Some(counters) = self.counters.as_deref() else {
            return Ok(allowed(limit.burst.get(), 0));
        };
        let mut left = u32::MAX;
        for (subject, limit) in subjects {
            match counters.count(kind, *limit, *subject).await? {
                Count::Left(of_subject) => left = Ord::min(left, of_subject),
                Count::TooFast(wait) => {
                    let retry_after_secs = whole_secs(wait).max(1);
                    return Err(ThrottleError::TooFast(TooFast {
                        retry_after_secs,
                        limit: allowed(0, retry_after_secs),
                    }));
                }
            }
        }
        let spent = limit.burst.get().saturating_sub(left);
        Ok(allowed(left, limit.secs_to_regain(spent)))
    }

    /// Takes `amount` at once, such as bytes, from a limit that this process counts alone. If throttling is switched off, there
    /// is always enough.
    ///
    /// # Errors
    ///
    /// [`TooFast`] where less is left; then nothing is taken.
    pub fn take(&self, kind: LimitKind, id: i64, amount: u32) -> Result<(), TooFast> {
        let (Some(counters), Some(amount)) = (self.counters.as_deref(), NonZeroU32::new(amount)) else {
            return Ok(());
        };
        let limit = self.config.limit(kind);
        let wait = match counters.in_process.take(kind, Subject::Id(id), amount) {
            Some(Count::Left(_)) => return Ok(()),
            Some(Count::TooFast(wait)) => wait,
            // Even an unused limit has less.
            None => Duration::from_secs(limit.window_secs()),
        };
        let retry_after_secs = whole_secs(wait).max(1);
        let limit = LimitState {
            kind,
            limit: limit.burst.get(),
            window_secs: limit.window_secs(),
            remaining: 0,
            reset_secs: retry_after_secs,
        };
        Err(TooFast { retry_after_secs, limit })
    }

    /// [`check`](Self::check), for the kinds that are limited by address.
    ///
    /// # Errors
    ///
    /// [`ThrottleError`], as there.
    #[boxed]
    pub async fn check_address(&self, kind: LimitKind, address: IpAddr) -> Result<LimitState, ThrottleError> {
        self.check(kind, address).await
    }
}

fn whole_secs(span: Duration) -> u64 {
    span.as_secs() + u64::from(span.subsec_nanos() > 0)
}
