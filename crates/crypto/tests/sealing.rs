//! Sealed secrets: they open unchanged in their own place, and nowhere else.
//! Changes of the key are tested with the commands for it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

use portico_crypto::sealing::{open, seal};
use portico_crypto::{InstanceKey, Plain};
use proptest::prelude::*;

fn key(byte: u8) -> InstanceKey {
    InstanceKey::from_setting(&format!("2e{}{byte:02x}", "1f".repeat(30))).unwrap()
}

proptest! {
    /// Shows: random.sealing
    #[test]
    fn what_is_sealed_opens_as_it_was(secret in any::<String>(), place in any::<Vec<u8>>(), byte in any::<u8>()) {
        let sealed = seal(&key(byte), &place, &Plain::from(secret.clone())).unwrap();
        let opened = open(&key(byte), &place, &sealed).unwrap();
        prop_assert_eq!(opened.secret.expose(), secret);
    }

    /// Shows: random.sealing
    #[test]
    fn one_bit_that_differs_and_it_does_not_open(secret in ".{0,60}", at in any::<prop::sample::Index>(), bit in 0..8) {
        let mut sealed = seal(&key(0), b"webhook 17", &Plain::from(secret)).unwrap();
        let place = at.index(sealed.len());
        sealed[place] ^= 1_u8 << bit;
        prop_assert!(open(&key(0), b"webhook 17", &sealed).is_err());
    }

    /// Shows: random.sealing
    #[test]
    fn nor_anywhere_else_nor_under_another_key(
        secret in ".{0,60}", place in ".{0,20}", other in ".{0,20}", byte in 1..=u8::MAX,
    ) {
        prop_assume!(place != other);
        let sealed = seal(&key(0), place.as_bytes(), &Plain::from(secret)).unwrap();
        prop_assert!(open(&key(0), other.as_bytes(), &sealed).is_err());
        prop_assert!(open(&key(byte), place.as_bytes(), &sealed).is_err());
    }

    /// Shows: random.sealing
    #[test]
    fn bytes_that_were_never_sealed_do_not_open(bytes in any::<Vec<u8>>()) {
        prop_assert!(open(&key(0), b"webhook 17", &bytes).is_err());
    }

    /// Shows: random.sealing
    #[test]
    fn a_keyed_hash_agrees_only_where_purpose_and_every_part_do(
        one in proptest::collection::vec(any::<Vec<u8>>(), 0..4),
        other in proptest::collection::vec(any::<Vec<u8>>(), 0..4),
        purposes in ("[ab]{0,2}", "[ab]{0,2}"),
    ) {
        let of = |purpose: &str, parts: &[Vec<u8>]| {
            let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
            key(0).mac(purpose, &parts)
        };
        let same = of(&purposes.0, &one) == of(&purposes.1, &other);
        prop_assert_eq!(same, purposes.0 == purposes.1 && one == other);
        // Parts do not run into one another, nor into the purpose.
        let joined = [one.concat()];
        prop_assert_eq!(of("a", &one) == of("a", &joined), one == joined);
    }
}
