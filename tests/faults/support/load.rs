//! Posts from many connections at a time, with a record of all responses.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rocket::tokio;
use rocket::tokio::task::JoinHandle;
use serde_json::{Value, json};

use super::{Client, Hook, Town, until};

/// How long a connection that was refused or broken waits before it tries again.
const BREATH: Duration = Duration::from_millis(50);

/// A post, made up from its serial number alone: several kinds in turn.
#[derive(Debug, Clone)]
pub struct Post {
    pub serial: usize,
    pub hook: Hook,
    pub key: Option<String>,
    pub body: String,
    /// The text as it must be stored.
    pub content: String,
    /// The mentions that must be stored with it: kind and target, in order.
    pub mentions: Vec<(i32, i64)>,
}

impl Post {
    pub fn of(town: &Town, serial: usize) -> Self {
        let hook = town.hooks[serial % town.hooks.len()].clone();
        let (bela, cleo) = (town.bela, town.cleo);
        let (users, role, all) = ((0, bela), (1, town.crew), (2, hook.channel));
        let (text, parse, mentions) = match serial % 8 {
            2 => ("@all to the boats".to_owned(), vec!["all"], vec![all]),
            3 => (format!("@<{bela}> and @<{cleo}>, your turn"), vec!["users"], vec![users, (0, cleo)]),
            4 => ("@all and @bela, this is silent".to_owned(), vec![], vec![]),
            5 => (format!("@Crew, @all and @<{bela}>: a storm"), vec!["users", "roles", "all"], vec![users, role, all]),
            7 => ("a long night ".repeat(200), vec![], vec![]),
            _ => ("the tide is high".to_owned(), vec![], vec![]),
        };
        let text = format!("#{serial} {text}").trim_end().to_owned();
        let mut body = json!({ "content": text, "allowedMentions": { "parse": parse } });
        if serial % 8 == 6 {
            body["name"] = Value::from("The harbour master");
        }
        let mut mentions = mentions;
        mentions.sort_unstable();
        Self {
            serial,
            hook,
            // Every other one, of every second kind.
            key: (serial % 2 == 1).then(|| format!("key-{serial}")),
            body: body.to_string(),
            content: text.replace(&format!("@<{bela}>"), "@bela").replace(&format!("@<{cleo}>"), "@cleo"),
            mentions,
        }
    }

    pub async fn send(&self, client: &Client, origin: &str) -> Outcome {
        self.send_and_read(client, origin).await.0
    }

    /// The same, and whether a refusal said for certain that nothing was stored.
    async fn send_and_read(&self, client: &Client, origin: &str) -> (Outcome, bool) {
        let mut nothing_stored = false;
        let key = self.key.as_deref();
        let outcome = match client.json(origin, &self.hook.path, &self.body, key).await {
            Ok(answer) if answer.status == 200 => {
                let said = answer.json();
                let message = &said["message"];
                assert_eq!(message["content"], self.content.as_str(), "{said}");
                assert_eq!(message["channel_id"], self.hook.channel, "{said}");
                Outcome::Acknowledged(message["id"].as_i64().unwrap())
            }
            Ok(answer) if answer.status == 503 && answer.header("Retry-After").is_some() => {
                nothing_stored = answer.json()["outcome"] == "nothing_stored";
                Outcome::Away
            }
            Ok(answer) => Outcome::Other(answer.status, answer.text),
            Err(err) if err.is_timeout() => Outcome::Other(0, "no answer".into()),
            Err(_) => Outcome::Broken,
        };
        (outcome, nothing_stored)
    }
}

/// What became of a post, as far as its sender was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// 200, with the message's id.
    Acknowledged(i64),
    /// 503 with `Retry-After`.
    Away,
    /// The connection broke: it may be stored or not.
    Broken,
    /// Any other status.
    Other(u16, String),
}

/// What was answered to each post.
#[derive(Debug)]
pub struct Ledger {
    pub town: Town,
    next: AtomicUsize,
    told: Mutex<BTreeMap<usize, Told>>,
}

/// What one sender was told, when, and after how long.
#[derive(Debug, Clone)]
struct Told {
    outcome: Outcome,
    nothing_stored: bool,
    at: Instant,
    took: Duration,
}

impl Ledger {
    pub fn of(town: Town) -> Arc<Self> {
        Arc::new(Self { town, next: AtomicUsize::new(0), told: Mutex::default() })
    }

    /// How many posts were begun.
    pub fn begun(&self) -> usize {
        self.next.load(Ordering::SeqCst)
    }

    pub fn next(&self) -> Post {
        Post::of(&self.town, self.next.fetch_add(1, Ordering::SeqCst))
    }

    /// Sends the next post and writes down what came of it.
    pub async fn post(&self, client: &Client, origin: &str) -> Outcome {
        let post = self.next();
        let began = Instant::now();
        let (outcome, nothing_stored) = post.send_and_read(client, origin).await;
        let told = Told { outcome: outcome.clone(), nothing_stored, at: Instant::now(), took: began.elapsed() };
        self.told.lock().unwrap().insert(post.serial, told);
        outcome
    }

    /// Sends a post once more and writes down what its sender knows now.
    pub async fn send_again(&self, serial: usize, client: &Client, origin: &str) -> Outcome {
        let outcome = Post::of(&self.town, serial).send(client, origin).await;
        let mut told = self.told.lock().unwrap();
        told.get_mut(&serial).expect("it was sent before").outcome = outcome.clone();
        outcome
    }

    /// What each post was answered.
    pub fn outcomes(&self) -> BTreeMap<usize, Outcome> {
        let told = self.told.lock().unwrap();
        told.iter().map(|(serial, told)| (*serial, told.outcome.clone())).collect()
    }

    pub fn count(&self, counts: impl Fn(&Outcome) -> bool) -> usize {
        self.outcomes().values().filter(|outcome| counts(outcome)).count()
    }

    /// How many posts came to what.
    pub fn tally(&self) -> BTreeMap<String, usize> {
        let mut tally = BTreeMap::new();
        for outcome in self.outcomes().into_values() {
            let name = match outcome {
                Outcome::Acknowledged(_) => "200".to_owned(),
                Outcome::Away => "503".to_owned(),
                Outcome::Broken => "broken".to_owned(),
                Outcome::Other(status, _) => status.to_string(),
            };
            *tally.entry(name).or_default() += 1;
        }
        tally
    }

    pub fn acknowledged(&self) -> usize {
        self.count(|outcome| matches!(outcome, Outcome::Acknowledged(_)))
    }

    pub fn away(&self) -> usize {
        self.count(|outcome| *outcome == Outcome::Away)
    }

    /// The longest that anybody waited who was answered since then.
    pub fn slowest_since(&self, since: Instant) -> Duration {
        let told = self.told.lock().unwrap();
        let late = told.values().filter(|told| told.at >= since);
        late.map(|told| told.took).max().unwrap_or_default()
    }

    /// Whether a post's sender was told for certain that nothing was stored.
    pub fn said_nothing_stored(&self, serial: usize) -> bool {
        self.told.lock().unwrap()[&serial].nothing_stored
    }

    /// How long a post's sender waited.
    pub fn took(&self, serial: usize) -> Duration {
        self.told.lock().unwrap()[&serial].took
    }

    /// The shortest time in which anybody was answered 503.
    pub fn quickest_refusal(&self) -> Option<Duration> {
        let told = self.told.lock().unwrap();
        let refused = told.values().filter(|told| told.outcome == Outcome::Away);
        refused.map(|told| told.took).min()
    }

    /// Panics where a post came to anything but 200 or what is allowed besides.
    pub fn must_hold_only(&self, allowed: impl Fn(&Outcome) -> bool) {
        for (serial, outcome) in self.outcomes() {
            let fine = matches!(outcome, Outcome::Acknowledged(_)) || allowed(&outcome);
            assert!(fine, "post {serial}: {outcome:?}");
        }
    }
}

/// Connections that post without pause until they are told to stop.
#[derive(Debug)]
pub struct Load {
    ledger: Arc<Ledger>,
    is_over: Arc<AtomicBool>,
    connections: Vec<JoinHandle<()>>,
}

impl Load {
    /// Begins to post to one of these origins from each connection.
    pub fn begin(ledger: &Arc<Ledger>, client: &Client, origins: &[&str], connections: usize) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let one = |number: usize| {
            let (ledger, is_over) = (ledger.clone(), is_over.clone());
            let (client, origin) = (client.clone(), origins[number % origins.len()].to_owned());
            async move {
                while !is_over.load(Ordering::SeqCst) {
                    let outcome = ledger.post(&client, &origin).await;
                    if !matches!(outcome, Outcome::Acknowledged(_)) {
                        tokio::time::sleep(BREATH).await;
                    }
                }
            }
        };
        Self {
            ledger: ledger.clone(),
            connections: (0..connections).map(|number| tokio::spawn(one(number))).collect(),
            is_over,
        }
    }

    /// Waits until so many more posts are acknowledged than there are now.
    pub async fn gains(&self, acknowledged: usize, within: Duration) {
        let before = self.ledger.tally();
        let goal = self.ledger.acknowledged() + acknowledged;
        let what = format!("{acknowledged} more acknowledged than in {before:?}");
        until(&what, within, async || self.ledger.acknowledged() >= goal).await;
    }

    /// Ends it, and waits until everyone was answered.
    pub async fn end(self) {
        self.is_over.store(true, Ordering::SeqCst);
        for connection in self.connections {
            connection.await.unwrap();
        }
    }
}
