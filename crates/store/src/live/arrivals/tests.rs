use super::*;

const NOON: Millis = ids::EPOCH + 40_000_000_000;
const ROOM: PlaceId = PlaceId::new(7);

fn at(ms: Millis) -> i64 {
    ids::first_plain_id_at(NOON + ms)
}

fn open(arrivals: &mut Arrivals, last: i64, found: &[i64], now: Millis) -> (StreamPosition, Vec<i64>) {
    arrivals.open(ROOM, last, found, NOON + now)
}

#[test]
fn a_commit_that_took_minutes_arrives_and_only_once() {
    let mut arrivals = Arrivals::since(NOON);
    let (mut position, lacking) = open(&mut arrivals, at(0), &[at(0)], 0);
    assert!(lacking.is_empty());
    for ms in [1, 60_000, 119_000] {
        assert!(arrivals.stored(ROOM, &[at(ms).into()], NOON + ms));
        assert_eq!(arrivals.read(ROOM, &mut position, NOON + ms), Ok(vec![at(ms)]));
    }
    assert!(arrivals.stored(ROOM, &[at(-5).into()], NOON + 120_000));
    assert!(!arrivals.stored(ROOM, &[at(-5).into()], NOON + 120_001));
    let read = arrivals.read(ROOM, &mut position, NOON + 120_002);
    assert_eq!(read, Ok(vec![at(-5)]));
    assert_eq!(arrivals.read(ROOM, &mut position, NOON + 120_003), Ok(vec![]));
}

#[test]
fn a_page_that_reconnects_gets_what_became_visible_after_its_last_message() {
    let mut arrivals = Arrivals::since(NOON);
    arrivals.stored(ROOM, &[at(1).into()], NOON + 1);
    arrivals.stored(ROOM, &[at(9).into()], NOON + 9);
    arrivals.stored(ROOM, &[at(3).into()], NOON + 30_000);
    let found = [at(1), at(3), at(9)];
    let (_, lacking) = open(&mut arrivals, at(9), &found, 30_001);
    assert_eq!(lacking, [at(3)]);
    let (_, lacking) = open(&mut arrivals, at(3), &found, 30_001);
    assert_eq!(lacking, [at(9)]);
}

#[test]
fn what_is_announced_after_it_was_found_is_not_sent_again() {
    let mut arrivals = Arrivals::since(NOON);
    let (mut position, lacking) = open(&mut arrivals, at(0), &[at(-3), at(0), at(5)], 6);
    assert_eq!(lacking, [at(5)]);
    arrivals.stored(ROOM, &[at(-3).into(), at(5).into(), at(6).into()], NOON + 7);
    let read = arrivals.read(ROOM, &mut position, NOON + 8);
    assert_eq!(read, Ok(vec![at(6)]));
}

#[test]
fn what_became_visible_while_nothing_was_heard_is_looked_up() {
    let mut arrivals = Arrivals::since(NOON);
    arrivals.stored(ROOM, &[at(10).into()], NOON + 10);
    let (mut position, _) = open(&mut arrivals, at(10), &[at(10)], 11);
    assert!(arrivals.due(ROOM, NOON + 12).is_none());
    let above = arrivals.lowest_missed(NOON + 20);
    arrivals.missed(above, NOON + 9_000, false);
    let due = arrivals.due(ROOM, NOON + 9_000).unwrap();
    assert!(due.above < at(5));
    arrivals.found(ROOM, &due, &[at(5), at(10), at(8_000)], NOON + 9_001);
    assert!(arrivals.due(ROOM, NOON + 9_002).is_none());
    let read = arrivals.read(ROOM, &mut position, NOON + 9_002);
    assert_eq!(read, Ok(vec![at(5), at(8_000)]));
    // The same for a page that was open at another process.
    let mut other = Arrivals::since(NOON - 60_000);
    other.stored(ROOM, &[at(10).into()], NOON + 10);
    other.missed(above, NOON + 9_000, false);
    let found = [at(5), at(10), at(8_000)];
    assert!(other.look_from(at(10)) < at(5));
    let (_, lacking) = open(&mut other, at(10), &found, 9_003);
    assert_eq!(lacking, [at(5), at(8_000)]);
}

/// Messages from `first` on, ten a second, each announced at its time.
fn posted(arrivals: &mut Arrivals, first: Millis, count: i64) -> Vec<i64> {
    let times = (0..count).map(|n| first + n * 100);
    times
        .map(|ms| {
            assert!(arrivals.stored(ROOM, &[at(ms).into()], NOON + ms));
            at(ms)
        })
        .collect()
}

#[test]
fn a_stream_that_opens_later_is_sent_nothing_that_was_due_before() {
    let mut arrivals = Arrivals::since(NOON);
    posted(&mut arrivals, 0, 1);
    // No stream is open, so no one looks for it.
    arrivals.arrived_unknown(ROOM, NOON + 1);
    let all = posted(&mut arrivals, 100, 120);
    let last = all[119];
    let _wake = arrivals.subscribe(ROOM, NOON + 80_000);
    let (mut position, lacking) = open(&mut arrivals, last, &all, 80_000);
    assert!(lacking.is_empty());
    posted(&mut arrivals, 80_100, 1);
    assert!(arrivals.due(ROOM, NOON + 80_101).is_none());
    let read = arrivals.read(ROOM, &mut position, NOON + 80_101);
    assert_eq!(read, Ok(vec![at(80_100)]));
}

#[test]
fn a_page_that_was_rendered_before_gets_what_was_due_a_moment_ago() {
    let mut arrivals = Arrivals::since(NOON);
    let mut all = posted(&mut arrivals, 0, 120);
    let last = all[119];
    arrivals.arrived_unknown(ROOM, NOON + 12_000);
    let _wake = arrivals.subscribe(ROOM, NOON + 50_000);
    let (mut position, lacking) = open(&mut arrivals, last, &all[70..], 50_000);
    assert!(lacking.is_empty());
    // What was heard since then is forgotten only once it was looked for.
    all.extend(posted(&mut arrivals, 100_000, 1));
    let due = arrivals.due(ROOM, NOON + 100_001).unwrap();
    all.insert(1, at(50));
    arrivals.found(ROOM, &due, &all, NOON + 100_001);
    let read = arrivals.read(ROOM, &mut position, NOON + 100_002);
    assert_eq!(read, Ok(vec![at(50), at(100_000)]));
    assert!(arrivals.due(ROOM, NOON + 100_003).is_none());
}

#[test]
fn a_stream_that_is_open_gets_what_was_due_however_late_it_looks() {
    let mut arrivals = Arrivals::since(NOON);
    let _wake = arrivals.subscribe(ROOM, NOON);
    let (mut position, _) = open(&mut arrivals, at(0), &[at(0)], 1);
    arrivals.arrived_unknown(ROOM, NOON + 10);
    let mut all = Vec::new();
    for ms in [20, 100_000, 200_000, 300_000] {
        all.extend(posted(&mut arrivals, ms, 1));
    }
    // Another one opens meanwhile, and has all that is announced.
    let _second = arrivals.subscribe(ROOM, NOON + 300_000);
    let (mut other, _) = open(&mut arrivals, at(300_000), &all[3..], 300_000);
    let due = arrivals.due(ROOM, NOON + 300_001).unwrap();
    all.insert(0, at(5));
    arrivals.found(ROOM, &due, &all, NOON + 300_001);
    let read = arrivals.read(ROOM, &mut position, NOON + 300_002);
    assert_eq!(read, Ok(all));
    let read = arrivals.read(ROOM, &mut other, NOON + 300_002);
    assert_eq!(read, Ok(vec![at(5)]));
}

#[test]
fn while_no_stream_is_open_what_is_due_again_and_again_keeps_no_more_than_two_minutes() {
    let mut arrivals = Arrivals::since(NOON);
    for minute in 0..60 {
        posted(&mut arrivals, minute * 60_000, 100);
        arrivals.arrived_unknown(ROOM, NOON + minute * 60_000 + 30_000);
    }
    assert!(arrivals.channels[&ROOM].log.len() <= 300);
}

#[test]
fn a_stream_that_opens_later_is_sent_nothing_that_was_missed_before() {
    let mut arrivals = Arrivals::since(NOON);
    posted(&mut arrivals, 0, 1);
    let above = arrivals.lowest_missed(NOON + 20);
    arrivals.missed(above, NOON + 9_000, false);
    let all = posted(&mut arrivals, 20_000, 120);
    let last = all[119];
    let _wake = arrivals.subscribe(ROOM, NOON + 100_000);
    let (mut position, lacking) = open(&mut arrivals, last, &all, 100_000);
    assert!(lacking.is_empty());
    posted(&mut arrivals, 100_100, 1);
    assert!(arrivals.due(ROOM, NOON + 100_101).is_none());
    let read = arrivals.read(ROOM, &mut position, NOON + 100_101);
    assert_eq!(read, Ok(vec![at(100_100)]));
    // What is missed from now on is looked for.
    arrivals.missed(at(100_200), NOON + 100_300, false);
    assert!(arrivals.due(ROOM, NOON + 100_301).is_some());
}

#[test]
fn a_commit_in_doubt_is_looked_for_until_it_can_not_be_done_any_more() {
    let mut arrivals = Arrivals::since(NOON);
    arrivals.in_doubt(ROOM, at(3), NOON + 4);
    for now in [5, 500_000] {
        let due = arrivals.due(ROOM, NOON + now).unwrap();
        assert_eq!(due.above, at(3) - 1);
        arrivals.found(ROOM, &due, &[], NOON + now);
    }
    assert!(arrivals.due(ROOM, NOON + 700_000).is_none());
}

#[test]
fn while_a_commit_is_in_doubt_nothing_else_arrives_twice() {
    let mut arrivals = Arrivals::since(NOON);
    let (mut position, _) = open(&mut arrivals, at(0), &[at(0)], 1);
    arrivals.in_doubt(ROOM, at(3), NOON + 4);
    let mut found = Vec::new();
    for ms in [10, 70_000, 140_000, 210_000] {
        let now = NOON + ms;
        arrivals.stored(ROOM, &[at(ms).into()], now);
        found.push(at(ms));
        let due = arrivals.due(ROOM, now).unwrap();
        arrivals.found(ROOM, &due, &found, now);
        assert_eq!(arrivals.read(ROOM, &mut position, now), Ok(vec![at(ms)]));
    }
    // The one in doubt comes last.
    found.insert(0, at(3));
    let now = NOON + 220_000;
    let due = arrivals.due(ROOM, now).unwrap();
    arrivals.found(ROOM, &due, &found, now);
    assert_eq!(arrivals.read(ROOM, &mut position, now), Ok(vec![at(3)]));
}

#[test]
fn a_commit_in_doubt_is_looked_for_once_a_second_for_all_streams() {
    let mut arrivals = Arrivals::since(NOON);
    arrivals.in_doubt(ROOM, at(3), NOON + 4);
    let due = arrivals.due(ROOM, NOON + 5).unwrap();
    arrivals.found(ROOM, &due, &[], NOON + 5);
    assert!(arrivals.due(ROOM, NOON + 500).is_none());
    assert!(arrivals.due(ROOM, NOON + 1_005).is_some());
}

#[test]
fn a_gap_is_forgotten_and_many_old_ones_do_not_widen_a_new_one() {
    const HOUR_MS: Millis = 60 * 60 * 1_000;
    let mut arrivals = Arrivals::since(NOON);
    for hour in 0..100 {
        let ended = NOON + hour * 2 * HOUR_MS;
        arrivals.missed(at(hour * 2 * HOUR_MS - 1_000), ended, false);
    }
    let last = at(100 * HOUR_MS);
    assert_eq!(arrivals.look_from(last), at(100 * HOUR_MS - LATE_MS) - 1);
    assert_eq!(arrivals.gaps.len(), 1);
}

#[test]
fn a_stream_that_reads_nothing_falls_behind_instead_of_missing_something() {
    let mut arrivals = Arrivals::since(NOON);
    let (mut position, _) = open(&mut arrivals, at(0), &[], 0);
    arrivals.stored(ROOM, &[at(1).into()], NOON + 1);
    arrivals.stored(ROOM, &[at(200_000).into()], NOON + 200_000);
    let read = arrivals.read(ROOM, &mut position, NOON + 200_001);
    assert_eq!(read, Err(FellBehind));
}

#[test]
fn channels_without_news_and_streams_are_forgotten() {
    let mut arrivals = Arrivals::since(NOON);
    let _open = arrivals.subscribe(ROOM, NOON);
    for channel in 1_000..20_000 {
        arrivals.stored(PlaceId::new(channel), &[at(channel).into()], NOON + channel * 100);
    }
    assert!(arrivals.channels.len() <= 2 * FEW);
    assert!(arrivals.channels.contains_key(&ROOM));
}
