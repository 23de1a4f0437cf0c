//! What everyone was answered, and when; and what must hold of it for each fault.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::support::seconds;

/// Each request is answered within this.
const ANSWERED: Duration = Duration::from_secs(5);
/// How soon a node takes posts again once the database does.
const BACK: Duration = Duration::from_secs(4);
/// How soon `/readyz` says that nothing can be written. A commit counts as stalled after two seconds.
const NOTICED: Duration = Duration::from_secs(6);

/// The head of the table of figures.
pub const HEAD: &str = "| fault | database away | posts away | acknowledged | 503 | of these unknown | broken | slowest answer |\n|---|---|---|---|---|---|---|---|";

/// A request and its answer.
#[derive(Debug, Clone)]
pub struct Asked {
    pub what: &'static str,
    pub node: usize,
    pub began: Instant,
    pub took: Duration,
    /// None where the connection broke.
    pub status: Option<u16>,
    pub outcome: String,
}

/// What one fault may cost.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    away: Duration,
}

impl Bounds {
    /// Nothing can be written for at most so long.
    pub fn within(away: Duration) -> Self {
        Self { away }
    }
}

/// What became of a post.
#[derive(Debug)]
struct Acknowledged {
    id: i64,
    attempt: usize,
    replayed: bool,
}

/// All answers.
#[derive(Debug)]
pub struct Record {
    nodes: usize,
    asked: Mutex<Vec<Asked>>,
    posts: Mutex<BTreeMap<usize, Acknowledged>>,
    /// When the database itself took a write.
    wrote: Mutex<Vec<Instant>>,
}

impl Record {
    pub fn of(nodes: usize) -> Self {
        Self { nodes, asked: Mutex::default(), posts: Mutex::default(), wrote: Mutex::default() }
    }

    pub fn asked(&self, asked: Asked) {
        self.asked.lock().unwrap().push(asked);
    }

    pub fn acknowledge(&self, serial: usize, id: i64, attempt: usize, replayed: bool) {
        let post = Acknowledged { id, attempt, replayed };
        self.posts.lock().unwrap().insert(serial, post);
    }

    pub fn wrote(&self) {
        self.wrote.lock().unwrap().push(Instant::now());
    }

    /// How many posts each node has acknowledged.
    pub fn acknowledged(&self) -> Vec<usize> {
        let asked = self.asked.lock().unwrap();
        let of = |node| asked.iter().filter(|asked| asked.is_post(200) && asked.node == node).count();
        (0..self.nodes).map(of).collect()
    }

    /// The last answers, for a failure.
    pub fn last(&self) -> String {
        let asked = self.asked.lock().unwrap();
        let mut said = String::new();
        for asked in asked.iter().rev().take(10) {
            let _ = writeln!(said, "{asked:?}");
        }
        said
    }

    /// Checks what was answered since a fault began, and returns a line with its figures.
    pub fn check(&self, name: &str, began: Instant, bounds: Bounds) -> String {
        let since = began.checked_sub(seconds(1)).unwrap_or(began);
        let asked = self.asked.lock().unwrap();
        let asked: Vec<Asked> = asked.iter().filter(|asked| asked.ended() >= since).cloned().collect();
        self.check_answers(name, &asked);
        let wrote = self.wrote.lock().unwrap();
        let database: Vec<Instant> = wrote.iter().copied().filter(|at| *at >= since).collect();
        let (away, back) = longest_gap(&database);
        let mut posts_away = Duration::ZERO;
        for node in 0..self.nodes {
            let mut stored: Vec<Instant> =
                asked.iter().filter(|asked| asked.is_post(200) && asked.node == node).map(Asked::ended).collect();
            stored.sort_unstable();
            let (gap, again) = longest_gap(&stored);
            posts_away = posts_away.max(gap);
            if away > seconds(2) {
                let late = again.saturating_duration_since(back);
                assert!(late <= BACK, "{name}: node {node} takes posts {late:?} after the database does");
            }
            check_readiness(name, node, &asked, &stored);
        }
        assert!(posts_away <= bounds.away, "{name}: nothing was written for {posts_away:?}");
        let posts = || asked.iter().filter(|asked| asked.what == "post");
        let refused = posts().filter(|asked| asked.status == Some(503));
        let unknown = refused.clone().filter(|asked| asked.outcome == "unknown").count();
        let slowest = asked.iter().map(|asked| asked.took).max().unwrap_or_default();
        format!(
            "| {name} | {:.1} s | {:.1} s | {} | {} | {unknown} | {} | {:.1} s |\n",
            away.as_secs_f64(),
            posts_away.as_secs_f64(),
            posts().filter(|asked| asked.is_post(200)).count(),
            refused.count(),
            posts().filter(|asked| asked.status.is_none()).count(),
            slowest.as_secs_f64(),
        )
    }

    fn check_answers(&self, name: &str, all: &[Asked]) {
        for asked in all {
            let fine = match (asked.what, asked.status) {
                (_, Some(503)) => asked.what != "post" || !asked.outcome.is_empty(),
                ("authorize", Some(303)) | ("exchange", Some(200 | 400)) => true,
                ("post" | "readyz" | "page" | "stream", Some(200)) => true,
                _ => false,
            };
            assert!(fine, "{name}: {asked:?}");
            assert!(asked.took <= ANSWERED, "{name}: it took too long: {asked:?}");
        }
    }

    /// Holds every acknowledged post against what is stored: id with channel and text.
    pub fn must_fit(&self, stored: &BTreeMap<i64, (i64, String)>) -> String {
        let posts = self.posts.lock().unwrap();
        let mut by_serial: BTreeMap<usize, i64> = BTreeMap::new();
        for (id, (_, content)) in stored {
            let serial = content.strip_prefix('#').and_then(|rest| rest.split(' ').next());
            let serial = serial.and_then(|serial| serial.parse().ok()).expect("a serial number");
            let twin = by_serial.insert(serial, *id);
            assert!(twin.is_none(), "post {serial} is stored twice");
        }
        let (mut replayed, mut again) = (0, 0);
        for (serial, post) in &*posts {
            assert_eq!(by_serial.get(serial), Some(&post.id), "post {serial}");
            assert!(
                post.attempt > 0 || !post.replayed,
                "the first request of post {serial} was answered as a repeated one"
            );
            replayed += usize::from(post.replayed);
            again += usize::from(post.attempt > 0);
        }
        assert_eq!(by_serial.len(), posts.len(), "each post was sent until it was acknowledged");
        format!(
            "{} posts acknowledged, none lost, none stored twice; {again} were sent again, {replayed} of them had been stored",
            posts.len()
        )
    }
}

impl Asked {
    fn ended(&self) -> Instant {
        self.began + self.took
    }

    fn is_post(&self, status: u16) -> bool {
        self.what == "post" && self.status == Some(status)
    }
}

/// `/readyz` of a node fails once nothing could be written for a while, and holds while posts are stored and none is
/// refused.
fn check_readiness(name: &str, node: usize, asked: &[Asked], stored: &[Instant]) {
    for said in asked.iter().filter(|asked| asked.what == "readyz" && asked.node == node) {
        let at = said.ended();
        let next = stored.partition_point(|stored| *stored < at);
        let Some((before, after)) = next.checked_sub(1).and_then(|last| Some((stored[last], *stored.get(next)?)))
        else {
            continue;
        };
        if said.began > before + NOTICED && at + seconds(1) < after {
            assert_eq!(said.status, Some(503), "{name}: nothing is written, and node {node} is ready");
        }
        let close = |other: &&Asked| {
            let apart = other.ended().max(at) - other.ended().min(at);
            other.what == "post" && other.node == node && apart < seconds(3)
        };
        let around: Vec<&Asked> = asked.iter().filter(close).collect();
        if around.len() > 20 && around.iter().all(|other| other.is_post(200)) && after - before < seconds(1) {
            assert_eq!(said.status, Some(200), "{name}: posts are stored, and node {node} is not ready");
        }
    }
}

/// The longest time between two of these, and when it ended.
fn longest_gap(at: &[Instant]) -> (Duration, Instant) {
    let gaps = at.windows(2).map(|two| (two[1] - two[0], two[1]));
    gaps.max_by_key(|(gap, _)| *gap).expect("two at least")
}
