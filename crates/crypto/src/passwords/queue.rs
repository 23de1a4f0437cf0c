//! The queue of passwords to hash: bounded, with priority for known browsers, and a bounded share for each network.
//! The hashing itself is in `passwords`.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use portico_rules::network::network_of;

/// The maximum number of waiting passwords in each lane. At some 40 milliseconds each, one processor needs less than
/// three seconds for them; longer waits would outlive the page load.
pub(super) const WAITING: usize = 64;
/// Max places of a network in one lane, including those being hashed. Less than all, and still enough for an office in
/// the morning.
pub(super) const PER_NETWORK: usize = 24;

/// Whose password is hashed, which decides the priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// The operator, or the program itself.
    Operator,
    /// A browser that has signed in to the account before, or is signed in to it, at this address.
    Known(IpAddr),
    /// Anyone else, at this address.
    Stranger(IpAddr),
}

impl Caller {
    /// The same browser after it has given the correct password.
    pub fn proven(self) -> Self {
        match self {
            Self::Stranger(address) => Self::Known(address),
            known => known,
        }
    }

    fn lane(self) -> Lane {
        match self {
            Self::Operator | Self::Known(_) => Lane::Known,
            Self::Stranger(_) => Lane::Strangers,
        }
    }

    fn network(self) -> Option<IpAddr> {
        match self {
            Self::Operator => None,
            Self::Known(address) | Self::Stranger(address) => Some(network_of(address)),
        }
    }
}

/// This lane moves only while the other one is empty.
#[derive(Clone, Copy, Debug)]
enum Lane {
    Known,
    Strangers,
}

/// The lane is full, or the network has its share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QueueFull;

/// The queue. Within a lane, networks alternate, so that one with many passwords delays only itself.
#[derive(Debug)]
pub(super) struct Queue {
    at_once: usize,
    state: Mutex<QueueState>,
}

#[derive(Debug, Default)]
struct QueueState {
    running: usize,
    arrived: u64,
    lanes: [Line; 2],
}

/// One lane.
#[derive(Debug, Default)]
struct Line {
    /// The round that was served last.
    turn: u64,
    /// By round, and within a round in order of arrival.
    waiting: BTreeMap<(u64, u64), WaitingCaller>,
    shares: HashMap<IpAddr, Share>,
}

#[derive(Debug)]
struct WaitingCaller {
    caller: Caller,
    start: oneshot::Sender<Permit>,
}

/// A network's places in a lane.
#[derive(Debug)]
struct Share {
    places: usize,
    last_turn: u64,
}

/// Permission to hash one password; drop it when done.
#[derive(Debug)]
pub(super) struct Permit {
    queue: Arc<Queue>,
    caller: Caller,
}

/// A place in the queue; dropping it leaves the queue.
struct QueueSlot {
    queue: Arc<Queue>,
    caller: Caller,
    key: (u64, u64),
}

impl Queue {
    pub(super) fn new(at_once: usize) -> Arc<Self> {
        Arc::new(Self { at_once, state: Mutex::default() })
    }

    /// Waits for a permit.
    ///
    /// # Errors
    /// [`QueueFull`] at once, without waiting.
    pub(super) async fn enter(self: &Arc<Self>, caller: Caller) -> Result<Permit, QueueFull> {
        let (start, started) = oneshot::channel();
        let place = {
            let mut state = self.state();
            let key = state.admit(caller, start)?;
            QueueSlot { queue: Arc::clone(self), caller, key }
        };
        self.start_next();
        let permit = started.await.map_err(|_| QueueFull);
        drop(place);
        permit
    }

    /// Starts as many as may run now, those of the first lane first.
    fn start_next(self: &Arc<Self>) {
        loop {
            let next = {
                let mut state = self.state();
                if state.running >= self.at_once {
                    return;
                }
                match state.next() {
                    Some(next) => next,
                    None => return,
                }
            };
            let permit = Permit { queue: Arc::clone(self), caller: next.caller };
            // If the request was cancelled at this moment, the permit is dropped and passes to the next one.
            drop(next.start.send(permit));
        }
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    fn waits(&self) -> usize {
        let state = self.state();
        state.lanes.iter().map(|line| line.waiting.len()).sum()
    }
}

impl QueueState {
    fn admit(&mut self, caller: Caller, start: oneshot::Sender<Permit>) -> Result<(u64, u64), QueueFull> {
        let line = &mut self.lanes[caller.lane() as usize];
        if line.waiting.len() >= WAITING {
            line.make_room(caller)?;
        }
        let turn = match caller.network() {
            None => line.turn,
            Some(network) => match line.shares.get_mut(&network) {
                Some(share) if share.places >= PER_NETWORK => return Err(QueueFull),
                Some(share) => {
                    share.places += 1;
                    share.last_turn = Ord::max(line.turn, share.last_turn + 1);
                    share.last_turn
                }
                None => {
                    let share = Share { places: 1, last_turn: line.turn };
                    line.shares.insert(network, share);
                    line.turn
                }
            },
        };
        self.arrived += 1;
        let key = (turn, self.arrived);
        line.waiting.insert(key, WaitingCaller { caller, start });
        Ok(key)
    }

    /// Takes the next one out of the queue, and counts it as running.
    fn next(&mut self) -> Option<WaitingCaller> {
        for line in &mut self.lanes {
            if let Some(((turn, _), waiting)) = line.waiting.pop_first() {
                line.turn = turn;
                self.running += 1;
                return Some(waiting);
            }
        }
        None
    }

    fn give_up_share(&mut self, caller: Caller) {
        self.lanes[caller.lane() as usize].give_up_share(caller);
    }
}

impl Line {
    /// Refuses the last one of the network with the most places, if that network still has more than the caller's will
    /// have: a few networks can't fill the lane and keep all others out.
    fn make_room(&mut self, caller: Caller) -> Result<(), QueueFull> {
        let places_of = |network: IpAddr| self.shares.get(&network).map_or(0, |share| share.places);
        let own = caller.network().map_or(0, places_of);
        let max = self.shares.iter().max_by_key(|(_, share)| share.places);
        let Some((network, _)) = max.filter(|(_, share)| share.places > own + 1) else {
            return Err(QueueFull);
        };
        let last = self
            .waiting
            .iter()
            .rev()
            .find(|(_, waiting)| waiting.caller.network() == Some(*network))
            .map(|(key, _)| *key);
        match last.and_then(|key| self.waiting.remove(&key)) {
            Some(refused) => {
                self.give_up_share(refused.caller);
                Ok(())
            }
            None => Err(QueueFull),
        }
    }

    fn give_up_share(&mut self, caller: Caller) {
        let Some(network) = caller.network() else {
            return;
        };
        if let Some(share) = self.shares.get_mut(&network) {
            share.places -= 1;
            if share.places == 0 {
                self.shares.remove(&network);
            }
        }
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        let line = &mut state.lanes[self.caller.lane() as usize];
        // Removed already if it got its permit, which then has the share, and if it was refused to make room.
        if line.waiting.remove(&self.key).is_some() {
            state.give_up_share(self.caller);
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        {
            let mut state = self.queue.state();
            state.running -= 1;
            state.give_up_share(self.caller);
        }
        self.queue.start_next();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::future::Future;
    use std::net::Ipv4Addr;
    use std::pin::Pin;

    use futures_util::FutureExt;
    use tokio::task::yield_now;

    use super::*;

    type PermitFuture = Pin<Box<dyn Future<Output = Result<Permit, QueueFull>>>>;

    fn at(number: u8) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(192, 0, 2, number))
    }

    /// Joins the queue, where no permit is free, and waits.
    async fn wait(queue: &Arc<Queue>, caller: Caller) -> PermitFuture {
        let queue = Arc::clone(queue);
        let mut entering: PermitFuture = Box::pin(async move { queue.enter(caller).await });
        assert!((&mut entering).now_or_never().is_none(), "{caller:?} waits");
        entering
    }

    /// The order in which waiting ones are served, one at a time.
    async fn order(permit: Permit, mut waiting: Vec<(&'static str, PermitFuture)>) -> Vec<&'static str> {
        let mut running = Some(permit);
        let mut order = Vec::new();
        while !waiting.is_empty() {
            drop(running.take());
            yield_now().await;
            for at in 0..waiting.len() {
                if let Some(permit) = (&mut waiting[at].1).now_or_never() {
                    running = Some(permit.unwrap());
                    order.push(waiting.remove(at).0);
                    break;
                }
            }
            assert!(running.is_some(), "one is served: {order:?}");
        }
        order
    }

    /// Shows: passwords.queue-order
    #[tokio::test]
    async fn known_browsers_go_first_and_networks_take_turns() {
        let queue = Queue::new(1);
        let first = queue.enter(Caller::Stranger(at(1))).await.unwrap();
        let mut waiting = Vec::new();
        for (name, caller) in [
            ("flood 1", Caller::Stranger(at(1))),
            ("flood 2", Caller::Stranger(at(1))),
            ("flood 3", Caller::Stranger(at(1))),
            ("stranger", Caller::Stranger(at(2))),
            ("known flood 1", Caller::Known(at(3))),
            ("known flood 2", Caller::Known(at(3))),
            ("known", Caller::Known(at(4))),
            ("operator", Caller::Operator),
        ] {
            waiting.push((name, wait(&queue, caller).await));
        }
        assert_eq!(
            order(first, waiting).await,
            ["known flood 1", "known", "operator", "known flood 2", "stranger", "flood 1", "flood 2", "flood 3",]
        );
    }

    /// Shows: passwords.queue-bounded
    #[tokio::test]
    async fn a_network_holds_a_few_places_and_a_whole_64_is_one_network() {
        let queue = Queue::new(1);
        let _running = queue.enter(Caller::Operator).await.unwrap();
        let v6 = |end: &str| Caller::Stranger(format!("2001:db8::{end}").parse().unwrap());
        let mut waiting = Vec::new();
        for number in 0..PER_NETWORK {
            waiting.push(wait(&queue, v6(&number.to_string())).await);
        }
        assert_eq!(queue.enter(v6("ffff")).await.unwrap_err(), QueueFull);
        // Its places among known browsers are counted separately, and other networks have theirs.
        let Caller::Stranger(address) = v6("ffff") else {
            panic!("a stranger");
        };
        waiting.push(wait(&queue, Caller::Known(address)).await);
        waiting.push(wait(&queue, Caller::Stranger(at(1))).await);
        drop(waiting.remove(0));
        waiting.push(wait(&queue, v6("ffff")).await);
    }

    /// Shows: passwords.queue-bounded
    #[tokio::test]
    async fn a_full_lane_refuses_at_once_and_the_other_one_continues() {
        let queue = Queue::new(1);
        let running = queue.enter(Caller::Operator).await.unwrap();
        let mut waiting = Vec::new();
        for number in 0..WAITING {
            let stranger = Caller::Stranger(at(number as u8));
            waiting.push(wait(&queue, stranger).await);
        }
        let late = Caller::Stranger(at(200));
        assert_eq!(queue.enter(late).await.unwrap_err(), QueueFull);
        let mut known = wait(&queue, Caller::Known(at(201))).await;
        drop(running);
        let permit = (&mut known).now_or_never();
        drop(permit.expect("a known browser goes first").unwrap());
        yield_now().await;
        waiting.push(wait(&queue, late).await);
    }

    /// Shows: passwords.queue-bounded
    #[tokio::test]
    async fn a_few_networks_that_fill_the_lane_keep_no_other_one_out() {
        let queue = Queue::new(1);
        let _running = queue.enter(Caller::Operator).await.unwrap();
        let mut waiting = Vec::new();
        for number in 0..WAITING {
            let stranger = Caller::Stranger(at(number as u8 % 3));
            waiting.push(wait(&queue, stranger).await);
        }
        let mut others = Vec::new();
        for number in 100..110 {
            others.push(wait(&queue, Caller::Stranger(at(number))).await);
            assert_eq!(queue.waits(), WAITING);
        }
        let refused: Vec<_> = waiting.iter_mut().filter_map(|entering| entering.now_or_never()).collect();
        assert_eq!(refused.len(), others.len());
        for refused in refused {
            assert_eq!(refused.unwrap_err(), QueueFull);
        }
        assert_eq!(queue.enter(Caller::Stranger(at(0))).await.unwrap_err(), QueueFull);
    }

    /// Shows: passwords.queue-cancelled
    #[tokio::test]
    async fn what_is_dropped_while_it_waits_leaves_the_queue() {
        let queue = Queue::new(1);
        let running = queue.enter(Caller::Operator).await.unwrap();
        let mut waiting = Vec::new();
        for _ in 0..PER_NETWORK {
            waiting.push(wait(&queue, Caller::Stranger(at(1))).await);
        }
        drop(waiting);
        assert_eq!(queue.waits(), 0);
        assert!(queue.state().lanes[1].shares.is_empty());
        let next = wait(&queue, Caller::Stranger(at(1))).await;
        // Cancelled after it got its permit, but before it received it.
        drop(running);
        assert_eq!((queue.waits(), queue.state().running), (0, 1));
        drop(next);
        assert_eq!(queue.state().running, 0);
        assert!(queue.state().lanes[1].shares.is_empty());
        drop(queue.enter(Caller::Stranger(at(1))).await.unwrap());
    }

    #[tokio::test]
    async fn no_more_run_at_once_than_may() {
        let queue = Queue::new(2);
        let one = queue.enter(Caller::Known(at(1))).await.unwrap();
        let _two = queue.enter(Caller::Stranger(at(1))).await.unwrap();
        let mut three = wait(&queue, Caller::Known(at(1))).await;
        drop(one);
        assert!((&mut three).now_or_never().is_some());
    }
}
