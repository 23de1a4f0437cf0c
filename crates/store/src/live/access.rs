//! Revoked access: streams that depend on it check again at once, on this node and others.
//! A notification says whose permissions changed, not which: a stream that wakes queries the database, and continues or
//! ends.

use std::collections::HashMap;
use std::fmt::{self, Display};
use std::sync::{Mutex, PoisonError};

use futures_util::future::{pending, select_all};
use sea_orm::sea_query::{Alias, Func, Query};
use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use tokio::sync::watch;
use tokio::time::Instant;

use super::in_doubt::commit_change;
use super::{Live, SUBJECT};
use portico_macros::boxed;
use portico_platform::database::Write;
use portico_rules::ids::{self, ServerId, UserId};

/// Whose permissions may have been revoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// One user's: they left a server or were removed, lost a role, or one of their sessions ended.
    User(UserId),
    /// Those of any member of a server: a role or an overwrite changed.
    Server(ServerId),
}

impl Display for Access {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(id) => write!(out, "user:{id}"),
            Self::Server(id) => write!(out, "server:{id}"),
        }
    }
}

/// A notification for other nodes. Serialised as `3 access server:1203 user:77`: by node 3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedAccess {
    /// The number of the node that made the change.
    pub node: u8,
    /// Whose permissions.
    pub of: Vec<Access>,
}

impl ChangedAccess {
    /// Parses a payload; `None` if it is of another kind.
    pub(crate) fn read(payload: &str) -> Option<Self> {
        let (node, rest) = payload.split_once(" access ")?;
        let node = node.parse().ok().filter(|node| *node < ids::NODES)?;
        let of = rest.split(' ').map(|whose| {
            let (kind, id) = whose.split_once(':')?;
            match kind {
                "user" => Some(Access::User(ids::parse(id)?)),
                "server" => Some(Access::Server(ids::parse(id)?)),
                _ => None,
            }
        });
        let of = of.collect::<Option<_>>()?;
        Some(Self { node, of })
    }
}

impl Display for ChangedAccess {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} access", self.node)?;
        self.of.iter().try_for_each(|whose| write!(out, " {whose}"))
    }
}

/// Commits a change that may have revoked access. Other nodes are notified with the commit, this node's streams right
/// after it.
///
/// # Errors
/// When the database fails to commit; then nothing was changed, and no one is notified.
#[boxed]
pub async fn commit(write: Write, node: u8, live: &Live, of: &[Access]) -> Result<(), DbErr> {
    if !of.is_empty() && write.get_database_backend() == DbBackend::Postgres {
        let changed = ChangedAccess { node, of: of.to_vec() };
        let notify = Func::cust(Alias::new("pg_notify")).arg(SUBJECT).arg(changed.to_string());
        write.execute(&Query::select().expr(notify).take()).await?;
    }
    commit_change(live, write).await?;
    live.access_changed(of);
    Ok(())
}

/// The waiting streams, by whose permissions they depend on.
#[derive(Debug)]
pub(super) struct AccessWaiters {
    /// The number of changes so far.
    changes: u64,
    /// When this process heard of the last one.
    heard_at: Option<Instant>,
    by_whose: HashMap<Access, watch::Sender<()>>,
    /// At this number of entries, those without streams are removed.
    pruned_at: usize,
}

/// With fewer entries than this, none are removed.
const FEW: usize = 1_024;

impl Default for AccessWaiters {
    fn default() -> Self {
        Self { changes: 0, heard_at: None, by_whose: HashMap::new(), pruned_at: FEW }
    }
}

impl AccessWaiters {
    fn subscribe(&mut self, whose: Access) -> watch::Receiver<()> {
        if self.by_whose.len() >= self.pruned_at {
            self.by_whose.retain(|_, waiting| !waiting.is_closed());
            self.pruned_at = FEW.max(self.by_whose.len() * 2);
        }
        let waiting = self.by_whose.entry(whose);
        waiting.or_insert_with(|| watch::Sender::new(())).subscribe()
    }
}

impl Live {
    /// These permissions may have been revoked: streams that depend on them query the database.
    pub fn access_changed(&self, of: &[Access]) {
        let mut waiting = self.access.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.changes += 1;
        waiting.heard_at = Some(Instant::now());
        for whose in of {
            if let Some(streams) = waiting.by_whose.get(whose)
                && streams.send(()).is_err()
            {
                waiting.by_whose.remove(whose);
            }
        }
        drop(waiting);
        for whose in of {
            match *whose {
                Access::User(id) => self.inboxes.wake(id),
                Access::Server(id) => self.inboxes.arrived(id.into(), true),
            }
        }
    }

    /// Any permissions may have been revoked: notifications may have been missed.
    pub(super) fn all_access_changed(&self) {
        let mut waiting = self.access.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.changes += 1;
        waiting.heard_at = Some(Instant::now());
        waiting.by_whose.retain(|_, streams| streams.send(()).is_ok());
    }

    /// The number of changes so far: if it is the same at two times, there was none in between.
    pub fn access_changes(&self) -> u64 {
        let waiting = self.access.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.changes
    }

    /// When this process last heard of a change: what was read since then has it.
    pub fn access_heard_at(&self) -> Option<Instant> {
        let waiting = self.access.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.heard_at
    }

    /// True if any stream is open.
    pub fn has_streams(&self) -> bool {
        let waiting = self.access.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.by_whose.values().any(|streams| !streams.is_closed())
    }
}

/// The permissions that a stream depends on.
#[derive(Debug, Default)]
pub struct Rights(Vec<(Access, watch::Receiver<()>)>);

impl Rights {
    /// Subscribes to changes of these. Call it before checking the permissions, so that no change is missed.
    pub fn rest_on(live: &Live, of: &[Access]) -> Self {
        let mut waiting = live.access.lock().unwrap_or_else(PoisonError::into_inner);
        let of = of.iter();
        Self(of.map(|whose| (*whose, waiting.subscribe(*whose))).collect())
    }

    /// Waits until one of them may have been revoked, and returns whose.
    #[boxed]
    pub async fn changed(&mut self) -> Access {
        if self.0.is_empty() {
            return pending().await;
        }
        let each = self.0.iter_mut().map(|(whose, waiting)| {
            Box::pin(async move {
                // An entry is removed only once no stream waits for it.
                let _ = waiting.changed().await;
                *whose
            })
        });
        select_all(each).await.0
    }
}

/// The subscriptions as stored in [`Live`].
pub(super) type Registry = Mutex<AccessWaiters>;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use crate::live::Announcement;

    #[test]
    fn what_is_written_is_read_the_same_and_is_no_arrival() {
        let of = vec![Access::Server(ServerId::new(ids::MAX_ID)), Access::User(7.into())];
        let changed = ChangedAccess { node: 31, of };
        let payload = changed.to_string();
        assert_eq!(ChangedAccess::read(&payload), Some(changed));
        assert_eq!(Announcement::read(&payload), None);
    }

    #[test]
    fn what_no_node_wrote_is_not_read() {
        for odd in ["", "3 7", "3 access", "3 access ", "32 access user:7", "3 access role:7", "3 access user:07"] {
            assert_eq!(ChangedAccess::read(odd), None, "{odd:?}");
        }
    }

    #[tokio::test]
    async fn streams_wake_for_their_own_rights_and_no_others() {
        let live = Live::default();
        let mut rights = Rights::rest_on(&live, &[Access::User(1.into()), Access::Server(ServerId::new(2))]);
        live.access_changed(&[Access::User(2.into()), Access::Server(ServerId::new(1))]);
        let is_woken = async |rights: &mut Rights| {
            tokio::select! {
                biased;
                _ = rights.changed() => true,
                () = std::future::ready(()) => false,
            }
        };
        assert!(!is_woken(&mut rights).await);
        live.access_changed(&[Access::Server(ServerId::new(2))]);
        assert!(is_woken(&mut rights).await);
        assert!(!is_woken(&mut rights).await);
        live.all_access_changed();
        assert!(is_woken(&mut rights).await);
    }

    #[test]
    fn what_no_stream_waits_for_is_forgotten() {
        let live = Live::default();
        let _rights = Rights::rest_on(&live, &[Access::User(1.into())]);
        for id in 2..10_000 {
            drop(Rights::rest_on(&live, &[Access::User(id.into())]));
        }
        let waiting = live.access.lock().unwrap();
        assert!(waiting.by_whose.len() <= FEW);
        assert!(waiting.by_whose.contains_key(&Access::User(1.into())));
    }
}
