//! Subjects of limits: an ID, a name, or the network of an address. The limits define how often.

use std::net::{IpAddr, Ipv6Addr};

use portico_rules::ids::UserId;
use portico_rules::network::{network_of, site_of};

use portico_crypto::InstanceKey;

use super::LimitKind;

/// Subject by which attempts are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject<'s> {
    /// A user, a webhook or an app: the kind says which.
    Id(i64),
    /// A name as entered, whether or not an account has it.
    Name(&'s str),
    /// A network that counts as one address.
    Network(IpAddr),
    /// The IPv6 /48 around such a network, with sixteen times its limit; or, of what all clients share, that /48 or an IPv4
    /// /24 as a mapped address, with a share of the limit.
    Site(Ipv6Addr),
}

impl Subject<'_> {
    /// Its name in the database, the same in every process of the instance: half of a keyed hash, which reveals no name
    /// or address.
    pub(super) fn row_key(self, kind: LimitKind, key: &InstanceKey) -> [u8; 16] {
        let of = |what: &str, subject: &[u8]| {
            let parts = [kind.name().as_bytes(), what.as_bytes(), subject];
            let mac = key.name("throttle", &parts);
            std::array::from_fn(|at| mac[at])
        };
        match self {
            Self::Id(id) => of("id", &id.to_be_bytes()),
            Self::Name(name) => of("name", name.as_bytes()),
            Self::Network(IpAddr::V4(v4)) => of("network", &v4.octets()),
            Self::Network(IpAddr::V6(v6)) => of("network", &v6.octets()),
            Self::Site(v6) => of("site", &v6.octets()),
        }
    }

    /// The subject that is counted besides this one: for an IPv6 network, the site around it.
    pub(super) fn site(self) -> Option<Self> {
        match self {
            Self::Network(address) => site_of(address).map(Self::Site),
            Self::Id(_) | Self::Name(_) | Self::Site(_) => None,
        }
    }
}

impl From<i64> for Subject<'_> {
    fn from(id: i64) -> Self {
        Self::Id(id)
    }
}

impl From<UserId> for Subject<'_> {
    fn from(id: UserId) -> Self {
        Self::Id(id.get())
    }
}

impl<'s> From<&'s str> for Subject<'s> {
    fn from(name: &'s str) -> Self {
        Self::Name(name)
    }
}

impl<'s> From<&'s String> for Subject<'s> {
    fn from(name: &'s String) -> Self {
        Self::Name(name)
    }
}

impl From<IpAddr> for Subject<'_> {
    fn from(address: IpAddr) -> Self {
        Self::Network(network_of(address))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    /// Shows: throttles.site
    #[test]
    fn the_site_of_an_ipv6_network_is_its_48_and_an_ipv4_address_has_none() {
        let site = |text: &str| Subject::from(text.parse::<IpAddr>().unwrap()).site();
        assert!(site("2001:db8::1") == site("2001:db8:0:ffff::2"));
        assert!(site("2001:db8::1") != site("2001:db8:1::1"));
        assert!(site("192.0.2.1").is_none());
        assert!(site("::ffff:192.0.2.1").is_none());
        assert!(site("2001:db8::1").unwrap().site().is_none());
        // The first /64 of a /48 has the same bits, and is another subject.
        let key = InstanceKey::from_setting(&"1f00".repeat(16)).unwrap();
        let network = Subject::from("2001:db8::1".parse::<IpAddr>().unwrap());
        let rows = [network, network.site().unwrap()].map(|one| one.row_key(LimitKind::Webhook, &key));
        assert_ne!(rows[0], rows[1]);
    }

    /// Shows: leaks.throttles
    #[test]
    fn rows_are_apart_by_kind_by_subject_and_by_instance() {
        let key = |byte: &str| InstanceKey::from_setting(&format!("{byte}00").repeat(16)).unwrap();
        let row = |kind, subject: Subject<'_>| subject.row_key(kind, &key("1f"));
        let seven = row(LimitKind::Webhook, 7.into());
        assert_eq!(seven, row(LimitKind::Webhook, 7.into()));
        assert_ne!(seven, row(LimitKind::Webhook, 8.into()));
        assert_ne!(seven, row(LimitKind::TokenApp, 7.into()));
        assert_ne!(seven, row(LimitKind::Webhook, "\0\0\0\0\0\0\0\x07".into()));
        assert_ne!(seven, Subject::Id(7).row_key(LimitKind::Webhook, &key("2e")));
    }
}
