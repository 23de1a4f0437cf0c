//! Tasks beside requests: restarting after a panic, and what is logged of a lease that is not renewed.

use std::cell::Cell;
use std::time::{Duration, Instant};

use portico::background::lease::Failures;
use portico::background::restarting;

#[tokio::test]
async fn a_task_that_panics_starts_again_until_it_returns() {
    let runs = Cell::new(0);
    restarting("test", Duration::ZERO, || async {
        runs.set(runs.get() + 1);
        assert!(runs.get() == 3, "a panic");
    })
    .await;
    assert_eq!(runs.get(), 3);
}

#[test]
fn renewals_that_fail_are_logged_at_first_once_a_minute_and_at_their_end() {
    let mut failures = Failures::default();
    let start = Instant::now();
    assert_eq!(failures.end(), None);
    let logged: Vec<u64> = (0..130).filter_map(|second| failures.add(start + Duration::from_secs(second))).collect();
    assert_eq!(logged, [1, 61, 121]);
    assert_eq!(failures.end(), Some(130));
    assert_eq!(failures.end(), None);
    assert_eq!(failures.add(start + Duration::from_secs(131)), Some(1));
}
