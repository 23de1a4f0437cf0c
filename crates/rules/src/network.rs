//! The network of an address: what limits count by.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The network that counts as one address. A household or server commonly has a whole IPv6 /64, and would otherwise
/// have as many attempts as it has addresses.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let prefix = v6.to_bits() & (u128::MAX << 64);
            IpAddr::V6(Ipv6Addr::from_bits(prefix))
        }
        v4 => v4,
    }
}

/// The IPv6 /48 of an address; `None` for IPv4, where users have single addresses.
pub fn site_of(address: IpAddr) -> Option<Ipv6Addr> {
    match address.to_canonical() {
        IpAddr::V6(v6) => Some(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 80))),
        IpAddr::V4(_) => None,
    }
}

/// The network that one customer of a provider may have whole: the IPv6 /48 of an address, or the IPv4 /24, written as
/// a mapped address. Shares of what everyone uses are by it.
pub fn share_site_of(address: IpAddr) -> Ipv6Addr {
    match address.to_canonical() {
        IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 80)),
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            Ipv4Addr::new(a, b, c, 0).to_ipv6_mapped()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Shows: throttles.share
    #[test]
    fn a_48_network_or_an_ipv4_24_has_one_share() {
        let site = |text: &str| share_site_of(text.parse().unwrap());
        assert_eq!(site("2001:db8::1"), site("2001:db8:0:ffff::2"));
        assert_ne!(site("2001:db8::1"), site("2001:db8:1::1"));
        assert_eq!(site("192.0.2.1"), site("::ffff:192.0.2.255"));
        assert_ne!(site("192.0.2.1"), site("192.0.3.1"));
    }

    /// Shows: throttles.network
    #[test]
    fn a_64_network_counts_as_one_address_and_a_mapped_one_as_its_v4() {
        let network = |text: &str| network_of(text.parse().unwrap());
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:2"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }
}
