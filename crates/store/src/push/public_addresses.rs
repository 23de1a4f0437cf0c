//! Resolves names to public addresses only, so that no request reaches this machine or its network.
//! A connection is made to what was resolved here, so a name can't change its address in between.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// A name has an address that is not public.
#[derive(Debug, thiserror::Error)]
#[error("the name has no public address, or one that is not public")]
struct NotPublic;

/// The resolver.
#[derive(Debug, Clone, Copy)]
pub(super) struct PublicAddresses;

impl Resolve for PublicAddresses {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let found: Vec<SocketAddr> = found.collect();
            // One that is not public among others is an attack, or a mistake.
            if found.is_empty() || !found.iter().all(|address| is_public(address.ip())) {
                return Err(NotPublic.into());
            }
            let addresses: Addrs = Box::new(found.into_iter());
            Ok(addresses)
        })
    }
}

/// True if an address is one of the internet's.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = matches!(
        (a, b, c),
        (0 | 10 | 127 | 224..=255, ..)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 168, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (198, 18..=19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let is_special = match a {
        // Teredo, ORCHID and others; documentation; 6to4, which has an IPv4 address in it.
        0x2001 => b < 0x0200 || b == 0x0db8,
        0x2002 | 0x3fff => true,
        0x2000..=0x3fff => false,
        // Loopback, mapped and translated IPv4, private, link-local, multicast, and what is not assigned.
        _ => true,
    };
    !is_special
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Shows: push.addresses
    #[test]
    fn only_addresses_of_the_internet_are_public() {
        for public in ["142.250.1.1", "8.8.8.8", "1.1.1.1", "2a00:1450:4001::1", "2001:4860::1"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for other in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::7f00:1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::1",
        ] {
            assert!(!is_public(other.parse().unwrap()), "{other}");
        }
    }

    /// Shows: push.addresses
    #[tokio::test]
    async fn a_name_of_this_machine_is_not_resolved() {
        let name = "localhost".parse().unwrap();
        assert!(PublicAddresses.resolve(name).await.is_err());
    }
}
