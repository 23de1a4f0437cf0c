//! Limits the bytes of requests or pages in memory, by sender and in total. Callers decide what is counted.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use portico_rules::ids::UserId;
use portico_rules::network::{network_of, site_of};

/// The most bytes that are in memory at once.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;
/// The most of one sender: of an address, of IPv6 a /64, or of the person who answers for a webhook.
pub const MAX_BYTES_OF_ONE: usize = 16 * 1024 * 1024;
/// The most of an IPv6 /48.
pub const MAX_BYTES_OF_SITE: usize = 2 * MAX_BYTES_OF_ONE;
/// After how many seconds a request that found no room may be sent again.
pub const RETRY_SECS: u64 = 5;

/// Who the bytes are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum ByteSender {
    Network(IpAddr),
    Site(Ipv6Addr),
    Person(UserId),
}

impl ByteSender {
    const fn max_bytes(self) -> usize {
        match self {
            Self::Network(_) | Self::Person(_) => MAX_BYTES_OF_ONE,
            Self::Site(_) => MAX_BYTES_OF_SITE,
        }
    }
}

/// Counts bytes that are in memory.
#[derive(Debug, Default)]
pub struct ByteLimiter(Mutex<HeldBytes>);

#[derive(Debug, Default)]
struct HeldBytes {
    total: usize,
    of_each: HashMap<ByteSender, usize>,
}

impl ByteLimiter {
    /// Number of bytes in memory now.
    pub fn total(&self) -> usize {
        self.held().total
    }

    fn held(&self) -> MutexGuard<'_, HeldBytes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Room for the bytes of one request, given back when this is dropped.
#[derive(Debug)]
pub struct BytePermit {
    limiter: Arc<ByteLimiter>,
    senders: Vec<ByteSender>,
    bytes: usize,
}

impl BytePermit {
    /// No room yet, for a request from this address, and of the person who answers for it if someone does.
    pub fn new(limiter: &Arc<ByteLimiter>, address: IpAddr, person: Option<UserId>) -> Self {
        let network = ByteSender::Network(network_of(address));
        let others = [site_of(address).map(ByteSender::Site), person.map(ByteSender::Person)];
        let senders = std::iter::once(network).chain(others.into_iter().flatten()).collect();
        Self { limiter: Arc::clone(limiter), senders, bytes: 0 }
    }

    /// Takes room for `bytes` in all; false where there is none, and then nothing changes.
    pub fn grow(&mut self, bytes: usize) -> bool {
        let more = bytes.saturating_sub(self.bytes);
        if more == 0 {
            return true;
        }
        let mut held = self.limiter.held();
        let has_room = |sender: &ByteSender| {
            let bytes = held.of_each.get(sender).copied().unwrap_or_default();
            bytes.saturating_add(more) <= sender.max_bytes()
        };
        if held.total.saturating_add(more) > MAX_BYTES || !self.senders.iter().all(has_room) {
            return false;
        }
        held.total += more;
        for sender in &self.senders {
            *held.of_each.entry(*sender).or_default() += more;
        }
        self.bytes = bytes;
        true
    }
}

impl Drop for BytePermit {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        let mut held = self.limiter.held();
        held.total = held.total.saturating_sub(self.bytes);
        for sender in &self.senders {
            if let Some(bytes) = held.of_each.get_mut(sender) {
                *bytes = bytes.saturating_sub(self.bytes);
                if *bytes == 0 {
                    held.of_each.remove(sender);
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Shows: faults.bodies-in-flight
    #[test]
    fn an_address_has_a_share_of_the_bytes_and_takes_no_one_elses() {
        let limiter = Arc::default();
        let permit = |from: &str| BytePermit::new(&limiter, address(from), None);
        let mut first = permit("192.0.2.1");
        assert!(first.grow(MAX_BYTES_OF_ONE));
        assert!(!permit("192.0.2.1").grow(1));
        assert!(permit("192.0.2.2").grow(1));
        drop(first);
        assert!(permit("192.0.2.1").grow(MAX_BYTES_OF_ONE));
        assert!(limiter.held().of_each.is_empty());
    }

    /// Shows: faults.bodies-in-flight
    #[test]
    fn a_person_has_one_share_from_many_addresses() {
        let limiter = Arc::default();
        let permit = |from: &str, person| BytePermit::new(&limiter, address(from), Some(person));
        let (mut one, mut two) = (permit("192.0.2.1", 1.into()), permit("192.0.2.2", 1.into()));
        assert!(one.grow(MAX_BYTES_OF_ONE / 2) && two.grow(MAX_BYTES_OF_ONE / 2));
        assert!(!permit("192.0.2.3", 1.into()).grow(1));
        assert!(permit("192.0.2.3", 2.into()).grow(1));
    }

    /// Shows: faults.bodies-in-flight
    #[test]
    fn the_networks_of_a_site_share_twice_as_much_as_one_has() {
        let limiter = Arc::default();
        let permit = |from: &str| BytePermit::new(&limiter, address(from), None);
        let (mut one, mut two) = (permit("2001:db8::1"), permit("2001:db8:0:1::1"));
        assert!(one.grow(MAX_BYTES_OF_ONE) && two.grow(MAX_BYTES_OF_ONE));
        assert!(!permit("2001:db8:0:2::1").grow(1));
        assert!(permit("2001:db8:1::1").grow(1));
    }

    /// Shows: faults.bodies-in-flight
    #[test]
    fn all_senders_together_have_no_more_than_the_whole() {
        let limiter = Arc::default();
        let permit = |last: usize| BytePermit::new(&limiter, address(&format!("192.0.2.{last}")), None);
        let mut permits: Vec<BytePermit> = (0..MAX_BYTES / MAX_BYTES_OF_ONE).map(permit).collect();
        assert!(permits.iter_mut().all(|permit| permit.grow(MAX_BYTES_OF_ONE)));
        assert!(!permit(200).grow(1));
    }
}
