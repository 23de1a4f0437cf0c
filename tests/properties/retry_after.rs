//! `Retry-After` is exact: a client that waits so long gets through, and a second less is not enough.
//! What is limited, and what counts as one visitor, is tested with the rate limits.

use std::time::Duration;

use portico_crypto::InstanceKey;
use portico_platform::database::Database;
use portico_platform::throttle::{Limit, LimitKind, Throttle, ThrottleConfig, ThrottleError};
use portico_rules::clock::Clock;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::support::{START, TestDatabase};

/// A limit, and how long a user waits between their attempts, in milliseconds.
fn cases() -> impl Strategy<Value = (u32, u32, Vec<u64>)> {
    let waits = proptest::collection::vec(prop_oneof![4 => Just(0), 2 => 0..3_000_u64, 1 => 0..90_000_u64], 1..80);
    (1..12_u32, 1..400_u32, waits)
}

/// Shows: random.waits
#[tokio::test]
async fn waiting_for_retry_after_is_enough_and_never_too_long() {
    let database = TestDatabase::create().await;
    let db = Database::connect(database.url()).await.unwrap();
    let key = InstanceKey::from_setting(&"1f2e".repeat(16)).unwrap();
    let mut runner = TestRunner::deterministic();
    for case in 0..40_i64 {
        let (burst, per_minute, waits) = cases().new_tree(&mut runner).unwrap().current();
        let clock = Clock::fixed_at(START);
        // The first is counted in the database where there may be several processes, the second never.
        for kind in [LimitKind::SignInAccount, LimitKind::Message] {
            let limit = Limit::new(burst, per_minute);
            let config = ThrottleConfig { sign_in_account: limit, message: limit, ..ThrottleConfig::default() };
            let throttle = Throttle::new(config, clock.clone(), &db, &key);
            let told = format!("case {case}: {limit:?}, {kind:?}");
            let mut passed = 0_u64;
            let mut waited = 0;
            for wait in &waits {
                clock.advance(Duration::from_millis(*wait));
                waited += wait;
                match throttle.check(kind, case).await {
                    Ok(allowed) => {
                        passed += 1;
                        assert!(allowed.remaining < burst, "{told}");
                        assert!(allowed.reset_secs <= limit.window_secs(), "{told}");
                    }
                    Err(ThrottleError::TooFast(too_fast)) => {
                        let secs = too_fast.retry_after_secs;
                        let one_attempt = 60_u64.div_ceil(u64::from(per_minute));
                        assert!((1..=one_attempt).contains(&secs), "{told}: told {secs} s");
                        clock.advance(Duration::from_secs(secs - 1));
                        let early = throttle.check(kind, case).await;
                        assert!(early.is_err(), "{told}: a second less than {secs} did");
                        clock.advance(Duration::from_secs(1));
                        waited += secs * 1_000;
                        assert!(throttle.check(kind, case).await.is_ok(), "{told}: {secs} s were not enough");
                        passed += 1;
                    }
                    Err(ThrottleError::Uncounted(err)) => panic!("{err}"),
                }
                // The burst, and what has come back since.
                let most = u64::from(burst) + waited * u64::from(per_minute) / 60_000 + 1;
                assert!(passed <= most, "{told}: {passed} passed in {waited} ms");
            }
        }
    }
}
