//! Who uses the cluster during the drill: posters, apps that exchange codes, open pages, health checks. They are few and slow.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rocket::tokio;
use rocket::tokio::task::JoinHandle;
use rocket::tokio::time::{sleep, timeout};
use sea_orm::sqlx::postgres::PgConnection;
use sea_orm::sqlx::{Connection, Executor};
use serde_json::json;

use super::record::{Asked, Record};
use crate::support::{Answer, App, Client, Codes, Node, Store, Town, code_in, posts, until};

const POSTERS: usize = 16;
/// Between two posts of one poster, and between two attempts.
const PAUSE: Duration = Duration::from_millis(200);
/// How many pages look at each channel on each node.
const PAGES: usize = 2;

/// All of them.
pub struct Guests {
    pub record: Arc<Record>,
    town: Town,
    store: Store,
    is_over: Arc<AtomicBool>,
    running: Vec<JoinHandle<()>>,
    streams: Vec<Arc<Page>>,
    codes: Arc<Mutex<Vec<Code>>>,
}

/// An open page of a channel.
#[derive(Debug)]
struct Page {
    channel: i64,
    /// What came, with the number of the connection that it came by.
    shown: Mutex<Vec<(usize, i64)>>,
    /// How often its stream ended.
    ended: AtomicUsize,
}

/// A code, and what each attempt to exchange it was answered.
#[derive(Debug)]
struct Code {
    code: String,
    answers: Vec<u16>,
}

impl Guests {
    pub async fn begin(town: Town, nodes: &[Node], store: Store) -> Self {
        let origins: Arc<[String]> = nodes.iter().map(|node| node.origin.clone()).collect();
        let mut guests = Self {
            record: Arc::new(Record::of(origins.len())),
            store,
            is_over: Arc::default(),
            running: Vec::new(),
            streams: Vec::new(),
            codes: Arc::default(),
            town,
        };
        let app = guests.town.app(&origins[0]).await;
        for channel in guests.town.channels.clone() {
            for (node, origin) in origins.iter().enumerate() {
                for _ in 0..PAGES {
                    guests.look_at(channel, node, origin).await;
                }
            }
        }
        let next = Arc::new(AtomicUsize::new(0));
        for number in 0..POSTERS {
            let (next, origins) = (next.clone(), origins.clone());
            guests.run(|guests| post(guests, next, origins, number));
        }
        for node in 0..origins.len() {
            let origin = origins[node].clone();
            guests.run(|guests| check_readiness(guests, origin.clone(), node));
            guests.run(|guests| read(guests, origin.clone(), node));
            guests.run(|guests| exchange(guests, origin, node, app.clone()));
        }
        let entry = guests.store.url.clone();
        guests.run(|guests| ask_the_database(guests, entry));
        guests
    }

    fn run<F: Future<Output = ()> + Send + 'static>(&mut self, work: impl FnOnce(Guest) -> F) {
        let guest = Guest {
            record: self.record.clone(),
            town: self.town.clone(),
            is_over: self.is_over.clone(),
            codes: self.codes.clone(),
        };
        self.running.push(tokio::spawn(work(guest)));
    }

    /// Opens a page of a channel, and opens its stream again where it ends.
    async fn look_at(&mut self, channel: i64, node: usize, origin: &str) {
        let page = Arc::new(Page { channel, shown: Mutex::default(), ended: AtomicUsize::new(0) });
        self.streams.push(page.clone());
        let path = format!("/channels/{channel}/events");
        let mut stream = Some(self.town.owner.stream(origin, &path).await);
        let origin = origin.to_owned();
        self.run(|guest| async move {
            // Until it is aborted, when it has shown everything.
            loop {
                let Some(open) = &mut stream else {
                    sleep(PAUSE).await;
                    let last = page.ids().last().copied();
                    let path = format!("{path}?after={}", last.unwrap_or_default());
                    let began = Instant::now();
                    let asked = guest.town.owner.try_stream(&origin, &path).await;
                    guest.record.asked(Asked {
                        what: "stream",
                        node,
                        began,
                        took: began.elapsed(),
                        status: asked.as_ref().ok().map(|answer| answer.status().as_u16()),
                        outcome: String::new(),
                    });
                    stream = asked.ok().filter(|answer| answer.status() == 200);
                    continue;
                };
                page.follow(open).await;
                page.ended.fetch_add(1, Ordering::SeqCst);
                stream = None;
            }
        });
    }

    /// Waits until each node has acknowledged so many more posts.
    pub async fn gain(&self, posts: usize, within: Duration) {
        let before = self.record.acknowledged();
        let what = format!("{posts} more posts at each node, in\n{}", self.record.last());
        until(&what, within, async || {
            let now = self.record.acknowledged();
            now.iter().zip(&before).all(|(now, before)| *now >= before + posts / 2)
        })
        .await;
    }

    /// Ends them, and holds what they were told against what is stored.
    pub async fn end(self) -> String {
        self.is_over.store(true, Ordering::SeqCst);
        let mut looking = Vec::new();
        for (number, one) in self.running.into_iter().enumerate() {
            // Pages stay open until they have shown everything.
            if number < self.streams.len() {
                looking.push(one);
            } else {
                timeout(Duration::from_secs(60), one).await.expect("an end").unwrap();
            }
        }
        let stored: BTreeMap<i64, (i64, String)> = posts(&self.store).await;
        let of = |channel: i64| -> BTreeSet<i64> {
            let all = stored.iter();
            all.filter(|(_, (at, _))| *at == channel).map(|(id, _)| *id).collect()
        };
        until("every page has shown every message", Duration::from_secs(40), async || {
            let mut pages = self.streams.iter();
            pages.all(|page| of(page.channel).is_subset(&page.ids()))
        })
        .await;
        looking.iter().for_each(JoinHandle::abort);
        let (mut connections, mut repeated) = (0, 0);
        for page in &self.streams {
            let (shown, expected) = (page.shown.lock().unwrap().clone(), of(page.channel));
            let unknown: Vec<_> = page.ids().difference(&expected).copied().collect();
            assert!(unknown.is_empty(), "shown, and not stored: {unknown:?}");
            let once: BTreeSet<(usize, i64)> = shown.iter().copied().collect();
            assert_eq!(shown.len(), once.len(), "a connection sent a message twice");
            connections += 1 + page.ended.load(Ordering::SeqCst);
            repeated += once.len() - page.ids().len();
        }
        let codes = std::mem::take(&mut *self.codes.lock().unwrap());
        let kept = self.record.must_fit(&stored);
        let (exchanged, unsure) = check_codes(&self.store, &codes).await;
        format!(
            "{kept}; {exchanged} codes exchanged, none twice, {unsure} used up without an answer; {} open pages with {connections} \
             connections showed every message, none twice by one connection, {repeated} once more after they reconnected",
            self.streams.len()
        )
    }
}

/// What each of them has.
#[derive(Clone)]
struct Guest {
    record: Arc<Record>,
    town: Town,
    is_over: Arc<AtomicBool>,
    codes: Arc<Mutex<Vec<Code>>>,
}

impl Guest {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    /// Writes down what was answered, and hands the answer on.
    fn note(&self, what: &'static str, node: usize, began: Instant, asked: reqwest::Result<Answer>) -> Option<Answer> {
        let answer = asked.ok();
        let outcome = answer
            .as_ref()
            .filter(|answer| answer.status == 503)
            .and_then(|answer| serde_json::from_str::<serde_json::Value>(&answer.text).ok())
            .and_then(|said| Some(said["outcome"].as_str()?.to_owned()));
        self.record.asked(Asked {
            what,
            node,
            began,
            took: began.elapsed(),
            status: answer.as_ref().map(|answer| answer.status),
            outcome: outcome.unwrap_or_default(),
        });
        answer
    }
}

impl Page {
    /// What it has shown.
    fn ids(&self) -> BTreeSet<i64> {
        let shown = self.shown.lock().unwrap();
        shown.iter().map(|(_, id)| *id).collect()
    }

    /// Reads what comes until the stream ends.
    async fn follow(&self, stream: &mut reqwest::Response) {
        let (mut rest, mut id) = (Vec::new(), None);
        let mut is_message = false;
        while let Ok(Some(chunk)) = stream.chunk().await {
            rest.extend_from_slice(&chunk);
            while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = rest.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line);
                match line.trim_end().split_once(':') {
                    Some(("id", value)) => id = value.trim().parse().ok(),
                    Some(("event", name)) => is_message = name.trim() == "message",
                    None if line.trim().is_empty() => {
                        if let (true, Some(id)) = (is_message, id.take()) {
                            let connection = self.ended.load(Ordering::SeqCst);
                            self.shown.lock().unwrap().push((connection, id));
                        }
                        is_message = false;
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Posts one message after the other, each until it is acknowledged, at one node or the other.
async fn post(guest: Guest, next: Arc<AtomicUsize>, origins: Arc<[String]>, number: usize) {
    let client = Client::new();
    while !guest.is_over() {
        let serial = next.fetch_add(1, Ordering::SeqCst);
        let key = format!("drill-{serial}");
        let hook = &guest.town.hooks[serial % guest.town.hooks.len()];
        let mention = if serial.is_multiple_of(7) { " @all to the boats" } else { "" };
        let body = json!({
            "content": format!("#{serial} the tide is high{mention}"),
            "allowedMentions": { "parse": ["all"] },
        });
        for attempt in 0.. {
            let node = (number + attempt) % origins.len();
            let began = Instant::now();
            let asked = client.json(&origins[node], &hook.path, &body.to_string(), Some(&key)).await;
            let answer = guest.note("post", node, began, asked);
            if let Some(answer) = answer.filter(|answer| answer.status == 200) {
                let replayed = answer.header("Idempotency-Replayed").is_some();
                let id = answer.json()["message"]["id"].as_i64().unwrap();
                guest.record.acknowledge(serial, id, attempt, replayed);
                break;
            }
            sleep(PAUSE).await;
        }
        sleep(PAUSE).await;
    }
}

/// Gets a code and exchanges it, over and over: once more after a success as well, which has to be refused.
async fn exchange(guest: Guest, origin: String, node: usize, app: App) {
    let client = Client::new();
    while !guest.is_over() {
        let began = Instant::now();
        let asked = guest.town.ask_for_code(&origin, &app).await;
        let answer = guest.note("authorize", node, began, asked);
        let Some(back) = answer.filter(|answer| answer.status == 303) else {
            sleep(PAUSE).await;
            continue;
        };
        let mut code = Code { code: code_in(&back), answers: Vec::new() };
        for _ in 0..3 {
            let began = Instant::now();
            let asked = app.exchange(&client, &origin, &code.code).await;
            let answer = guest.note("exchange", node, began, asked);
            code.answers.push(answer.map_or(0, |answer| answer.status));
            sleep(PAUSE / 2).await;
        }
        guest.codes.lock().unwrap().push(code);
        sleep(PAUSE).await;
    }
}

async fn check_readiness(guest: Guest, origin: String, node: usize) {
    let client = Client::new();
    while !guest.is_over() {
        let began = Instant::now();
        let asked = client.try_get(&origin, "/readyz").await;
        guest.note("readyz", node, began, asked);
        sleep(PAUSE).await;
    }
}

/// Looks at pages, signed in.
async fn read(guest: Guest, origin: String, node: usize) {
    let channel = format!("/channels/{}", guest.town.channels[0]);
    while !guest.is_over() {
        for path in ["/portal", &channel] {
            let began = Instant::now();
            let asked = guest.town.owner.try_get(&origin, path).await;
            guest.note("page", node, began, asked);
            sleep(PAUSE * 2).await;
        }
    }
}

/// Writes to the database itself, past Portico, on a connection of its own each time.
async fn ask_the_database(guest: Guest, entry: String) {
    let ask = async |sql: &'static str| {
        let mut connection = PgConnection::connect(&entry).await.ok()?;
        connection.execute(sql).await.ok()?;
        connection.close().await.ok()
    };
    ask("CREATE SCHEMA drill").await.expect("a schema");
    ask("CREATE TABLE drill.probe (at timestamptz NOT NULL)").await.expect("a table");
    while !guest.is_over() {
        let wrote = ask("INSERT INTO drill.probe VALUES (now())");
        if let Ok(Some(())) = timeout(Duration::from_secs(2), wrote).await {
            guest.record.wrote();
        }
        sleep(PAUSE / 2).await;
    }
}

/// No code was redeemed twice, and each that gave an identity is used. How many gave one, and how many are used though none
/// of the answers said so.
async fn check_codes(store: &Store, codes: &[Code]) -> (usize, usize) {
    let used = Codes::used(store).await;
    let (mut exchanged, mut unsure) = (0, 0);
    for code in codes {
        let gave = code.answers.iter().filter(|status| **status == 200).count();
        assert!(gave <= 1, "redeemed twice: {:?}", code.answers);
        assert!(gave == 0 || used.contain(&code.code), "redeemed, and not used: {:?}", code.answers);
        exchanged += gave;
        unsure += usize::from(gave == 0 && used.contain(&code.code));
    }
    assert!(exchanged > 0);
    (exchanged, unsure)
}
