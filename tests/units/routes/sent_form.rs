//! Forms of people who are signed out: how many are read at once.

use std::net::IpAddr;

use portico::routes::sent_form::{FormGate, MAX_AT_ONCE, MAX_OF_SITE};

fn address(text: &str) -> IpAddr {
    text.parse().unwrap()
}

/// Shows: forms.share
#[test]
fn the_waiting_forms_of_one_site_leave_permits_for_others() {
    let gate = FormGate::default();
    for [first, second] in [["2001:db8::1", "2001:db8:0:ffff::1"], ["192.0.2.1", "192.0.2.2"]] {
        let waiting: Vec<_> = (0..40).filter_map(|_| gate.enter(address(first))).collect();
        assert_eq!(waiting.len(), MAX_OF_SITE);
        assert!(gate.enter(address(second)).is_none());
        assert!(gate.enter(address("198.51.100.1")).is_some());
        drop(waiting);
        assert!(gate.enter(address(second)).is_some());
    }
    assert!(gate.is_idle());
}

/// Shows: forms.share
#[test]
fn no_more_forms_are_read_at_once_than_all_sites_together_may_have() {
    let gate = FormGate::default();
    let waiting: Vec<_> = (0..100).filter_map(|site| gate.enter(address(&format!("198.51.{site}.1")))).collect();
    assert_eq!(waiting.len(), MAX_AT_ONCE);
    assert!(gate.enter(address("203.0.113.1")).is_none());
}
