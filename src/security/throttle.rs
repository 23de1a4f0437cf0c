//! Throttles: how often something may be done, by whom it is done or from where.
//! Limits that cost money, such as text messages a day, are budgets and stand with what they pay for.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::DbBackend;

use crate::clock::Clock;
use crate::database::Database;
use crate::error::Error;
use crate::security::InstanceKey;

mod across_nodes;
mod in_process;
mod limits;
pub mod row;
mod subject;

use across_nodes::AcrossNodes;
use in_process::InProcess;
pub use limits::{Limit, LimitKind, ThrottleConfig};
pub use subject::{SITE_SHARE, Subject, network_of, site_of};

/// Where somebody stands with a limit after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// What was limited.
    pub kind: LimitKind,
    /// How many times in a row are allowed from rest.
    pub limit: u32,
    /// How long a spent limit takes to recover whole, in seconds.
    pub window_secs: u64,
    /// How many times are left at this moment.
    pub remaining: u32,
    /// Seconds until the limit has recovered whole, or, after a refusal, until the next attempt may succeed.
    pub reset_secs: u64,
}

impl Allowed {
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

/// The attempt came too early and does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many attempts; try again in {retry_after_secs} seconds")]
pub struct TooFast {
    /// Seconds until the next attempt may succeed, at least one: the value of `Retry-After`.
    pub retry_after_secs: u64,
    /// Where this leaves the one who tried, for the headers.
    pub standing: Allowed,
}

/// Why an attempt did not go ahead.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// It came too early.
    #[error(transparent)]
    TooFast(#[from] TooFast),
    /// The database, where it had to be counted, did not answer.
    #[error(transparent)]
    Uncounted(Error),
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::TooFast(too_fast) => Self::TooFast(too_fast.retry_after_secs),
            Refused::Uncounted(err) => err,
        }
    }
}

/// What became of an attempt, by whoever counted it.
enum Count {
    /// It goes ahead, and this many more would at this moment.
    Left(u32),
    /// It does not, and for this long none will.
    TooFast(Duration),
}

/// The throttles of an instance. Clones share their state.
///
/// On SQLite one process serves a database, and counts by itself. On Postgres there may be several, and what keeps
/// strangers slow ([`LimitKind::holds_across_nodes`]) is counted in a row that all of them share; it outlives them too.
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
    async fn count(
        &self,
        kind: LimitKind,
        limit: Limit,
        subject: Subject<'_>,
    ) -> Result<Count, Refused> {
        match &self.across_nodes {
            Some(shared) if kind.holds_across_nodes() => shared
                .count(kind, limit, subject)
                .await
                .map_err(Refused::Uncounted),
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
    /// Throttles with the given limits, for a process on `db`. The key names the rows: processes that count
    /// together have the same one.
    pub fn new(config: ThrottleConfig, clock: Clock, db: &Database, key: &InstanceKey) -> Self {
        let counters = config.enabled.then(|| {
            let shared = db.backend() == DbBackend::Postgres;
            Arc::new(Counters {
                in_process: InProcess::new(&config, clock.clone()),
                across_nodes: shared.then(|| AcrossNodes::new(db.clone(), key.clone(), clock)),
            })
        });
        Self {
            counters,
            config: Arc::new(config),
        }
    }

    /// Counts an attempt and says whether it may go ahead. Switched off, every attempt is the first.
    ///
    /// An IPv6 address draws from two limits: its /64's, and [`SITE_SHARE`] times as much for the /48 around it.
    ///
    /// Where the database has to count and does not answer, nothing goes ahead: whatever is throttled there needs the
    /// database for its next step anyway, and who could make it stumble would otherwise guess passwords unhindered.
    ///
    /// # Errors
    ///
    /// [`Refused`]; a refused attempt does not count against the next one.
    pub async fn check<'s>(
        &self,
        kind: LimitKind,
        subject: impl Into<Subject<'s>>,
    ) -> Result<Allowed, Refused> {
        let limit = self.config.limit(kind);
        let standing = |remaining, reset_secs| Allowed {
            kind,
            limit: limit.burst.get(),
            window_secs: limit.window_secs(),
            remaining,
            reset_secs,
        };
        let Some(counters) = self.counters.as_deref() else {
            return Ok(standing(limit.burst.get(), 0));
        };
        let subject = subject.into();
        let mut count = counters.count(kind, limit, subject).await?;
        // The site last: a network that is held back takes nothing from its neighbours.
        if let (Count::Left(left), Some(site)) = (&count, subject.site()) {
            let left = *left;
            count = match counters.count(kind, limit.times(SITE_SHARE), site).await? {
                Count::Left(of_site) => Count::Left(Ord::min(left, of_site)),
                refused => refused,
            };
        }
        match count {
            Count::Left(left) => {
                let spent = limit.burst.get().saturating_sub(left);
                Ok(standing(left, limit.secs_to_regain(spent)))
            }
            Count::TooFast(wait) => {
                let retry_after_secs = whole_secs(wait).max(1);
                Err(Refused::TooFast(TooFast {
                    retry_after_secs,
                    standing: standing(0, retry_after_secs),
                }))
            }
        }
    }

    /// [`check`](Self::check), for the kinds that go by address.
    ///
    /// # Errors
    ///
    /// [`Refused`], as there.
    pub async fn check_address(
        &self,
        kind: LimitKind,
        address: IpAddr,
    ) -> Result<Allowed, Refused> {
        self.check(kind, address).await
    }
}

fn whole_secs(span: Duration) -> u64 {
    span.as_secs() + u64::from(span.subsec_nanos() > 0)
}
