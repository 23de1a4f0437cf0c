//! Tests of the lease by clocks that are ahead, behind or far off.

use std::time::Duration;

use tempfile::TempDir;

use super::*;
use portico_crypto::instance_key::FILE;
use portico_platform::database::schema;

/// The operator's guide has this statement for a clock that was ahead; it runs while no process does.
#[tokio::test]
async fn numbers_of_processes_killed_under_a_fast_clock_are_free_once_their_holders_are_erased() {
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite://{}/lease.db", folder.path().display());
    let db = Database::connect(&url).await.unwrap();
    schema::bring_up_to_date(&db).await.unwrap();
    let key = InstanceKey::load_or_create(&folder.path().join(FILE)).unwrap();
    let now = ids::EPOCH + LEASE_MS;
    let ahead = now + 10 * FAR_AHEAD_MS;
    let killed = Lease::take(&db, &Clock::fixed_at(ahead), &key).await;
    assert_eq!(killed.unwrap().ids().node(), 0);
    let later = Clock::fixed_at(now + 2 * LEASE_MS);
    let next = Lease::take(&db, &later, &key).await.unwrap();
    assert_eq!(next.ids().node(), 1);
    next.release(&db).await.unwrap();
    db.execute_unprepared("UPDATE nodes SET holder = x''").await.unwrap();
    let freed = Lease::take(&db, &later, &key).await.unwrap();
    assert_eq!(freed.ids().node(), 0);
    // None is generated twice.
    assert!(ids::plain_time_of(freed.ids().next()) > ahead + LEASE_MS - 1);
}

#[tokio::test]
async fn a_clock_that_no_id_can_follow_takes_and_renews_no_lease() {
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite://{}/lease.db", folder.path().display());
    let db = Database::connect(&url).await.unwrap();
    schema::bring_up_to_date(&db).await.unwrap();
    let key = InstanceKey::load_or_create(&folder.path().join(FILE)).unwrap();
    for (at, date) in [(0, "1970-01-01"), (ids::EPOCH - 1, "2024-12-31"), (4_795_200_000_000, "2121-12-15")] {
        let refused = Lease::take(&db, &Clock::fixed_at(at), &key).await;
        let message = refused.unwrap_err().to_string();
        assert!(message.contains(&format!("clock says {date}")), "{message}");
    }
    let clock = Clock::fixed_at(ids::EPOCH + LEASE_MS);
    let lease = Lease::take(&db, &clock, &key).await.unwrap();
    let before = lease.ids().next();
    for wrong in [0, LAST_SOUND + 1] {
        clock.set(wrong);
        assert!(lease.renew(&db).await.is_err());
        assert!(lease.hold(&db).await.is_err());
    }
    clock.set(ids::EPOCH + 2 * LEASE_MS);
    lease.hold(&db).await.unwrap();
    let after = lease.ids().next();
    assert!(after > before);
    assert_eq!(ids::plain_time_of(after), ids::EPOCH + 2 * LEASE_MS);
}

#[tokio::test]
async fn a_number_that_was_leased_to_the_end_of_time_begins_at_the_present() {
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite://{}/lease.db", folder.path().display());
    let db = Database::connect(&url).await.unwrap();
    schema::bring_up_to_date(&db).await.unwrap();
    let key = InstanceKey::load_or_create(&folder.path().join(FILE)).unwrap();
    let until = ids::LATEST;
    db.execute_unprepared(&format!(
        "INSERT INTO nodes (number, holder, leased_until, keys) VALUES (0, x'', {until}, '')"
    ))
    .await
    .unwrap();
    let now = ids::EPOCH + LEASE_MS;
    let lease = Lease::take(&db, &Clock::fixed_at(now), &key).await.unwrap();
    assert_eq!(lease.ids().node(), 0);
    assert_eq!(ids::plain_time_of(lease.ids().next()), now);
    lease.hold(&db).await.unwrap();
}

#[tokio::test]
async fn a_process_that_released_its_number_takes_none_again() {
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite://{}/lease.db", folder.path().display());
    let db = Database::connect(&url).await.unwrap();
    schema::bring_up_to_date(&db).await.unwrap();
    let key = InstanceKey::load_or_create(&folder.path().join(FILE)).unwrap();
    let clock = Clock::fixed_at(ids::EPOCH + LEASE_MS);
    let lease = Lease::take(&db, &clock, &key).await.unwrap();
    lease.release(&db).await.unwrap();
    assert!(lease.renew(&db).await.is_err());
    assert!(lease.hold(&db).await.is_err());
    let nodes = Entity::find().all(&*db).await.unwrap();
    assert_eq!(nodes.len(), 1);
    assert_eq!(nodes[0].holder, RELEASED);
    assert_eq!(nodes[0].leased_until, clock.now());
}

#[tokio::test]
async fn a_request_waits_for_a_renewal_no_longer_than_its_deadline() {
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite://{}/lease.db", folder.path().display());
    let db = Database::connect(&url).await.unwrap();
    let clock = Clock::fixed_at(ids::EPOCH + LEASE_MS);
    let ids = Ids::new(clock.clone(), 0, Millis::MIN);
    // It has expired.
    ids.cover(ids::EPOCH);
    let lease = Lease { holder: Vec::new(), ..Lease::without_number(&clock, ids) };
    let _renewal = lease.turn.lock().await;
    let request = deadline::limited_to(Duration::from_millis(20), lease.hold(&db));
    assert!(matches!(request.await, Err(Error::Unavailable(_))));
}
