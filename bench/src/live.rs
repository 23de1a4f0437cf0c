//! Open event streams: what one costs a process in memory, and when a message arrives at all of them while others post.
//! The streams are read by this process, in one task each that only looks for the number of a post.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rocket::tokio::io::{AsyncReadExt, AsyncWriteExt};
use rocket::tokio::net::TcpStream;
use rocket::tokio::task::{JoinSet, spawn_blocking};
use rocket::tokio::time::{sleep, timeout};
use serde::Serialize;

use crate::bench::{self, Bench, say};
use crate::client;
use crate::database::{DatabaseKind, Ground};
use crate::latency::Schedule;
use crate::report::Report;
use crate::server::{Server, own_cpu};
use crate::stats::percentile;
use crate::world::World;

/// How many streams are opened at once.
const OPENING: usize = 64;
/// What stands before the number of a post.
const MARK: &[u8] = b"measured-";
/// The time between two measured posts.
const EVERY: Duration = Duration::from_secs(1);
/// How long a post may take to arrive everywhere.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The options of this mode.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    common: bench::Options,
    /// How many streams are open, on all processes together
    #[arg(long, default_value_t = 10_000)]
    streams: usize,
    /// How many posts into their channel are measured, one each second
    #[arg(long, default_value_t = 20)]
    posts: usize,
    /// Posts per second into another channel meanwhile; 0 for none
    #[arg(long, default_value_t = 200.0)]
    beside: f64,
    /// How many people the streams belong to, at most 31
    #[arg(long, default_value_t = 31)]
    people: usize,
    /// Numbers of processes; more than one only on Postgres
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2])]
    nodes: Vec<usize>,
}

/// The result for one number of processes.
#[derive(Debug, Serialize)]
pub(crate) struct Live {
    pub(crate) database: DatabaseKind,
    pub(crate) nodes: usize,
    pub(crate) streams: usize,
    /// Posts per second into another channel.
    pub(crate) beside: f64,
    /// The memory of all processes that a stream adds.
    pub(crate) kib_per_stream: f64,
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
    pub(crate) most_ms: f64,
    /// The CPU time of all processes, and of this client, in cores.
    pub(crate) server_cores: f64,
    pub(crate) client_cores: f64,
}

/// Measures and reports.
pub(crate) async fn run(options: &Options) -> Result<(), String> {
    let bench = Bench::new(&options.common)?;
    let mut report = Report::begin(&bench);
    for kind in &options.common.databases {
        for nodes in &options.nodes {
            if *nodes == 0 || (*nodes > 1 && *kind == DatabaseKind::Sqlite) {
                continue;
            }
            let ground = bench.ground(*kind, &format!("live_{nodes}")).await?;
            let world = World::make(&ground).await?;
            report.live.push(measure(&bench, options, &ground, &world, *nodes).await?);
            ground.close().await;
        }
    }
    report.finish(&options.common, "live")
}

/// When each post arrived, in microseconds since it was sent.
#[derive(Debug)]
struct Arrivals {
    posts: Vec<Mutex<Post>>,
    opened: AtomicUsize,
}

#[derive(Debug, Default)]
struct Post {
    sent: Option<Instant>,
    taken: Vec<u64>,
}

impl Arrivals {
    fn of(posts: usize) -> Self {
        Self { posts: (0..posts).map(|_| Mutex::default()).collect(), opened: AtomicUsize::new(0) }
    }

    fn with<T>(&self, number: usize, what: impl FnOnce(&mut Post) -> T) -> Option<T> {
        let post = self.posts.get(number)?;
        Some(what(&mut post.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn arrived(&self, number: usize) {
        self.with(number, |post| {
            let taken = post.sent.map(|sent| sent.elapsed().as_micros());
            post.taken.extend(taken.map(|taken| taken as u64));
        });
    }

    fn count(&self, number: usize) -> usize {
        self.with(number, |post| post.taken.len()).unwrap_or(0)
    }
}

async fn measure(
    bench: &Bench,
    options: &Options,
    ground: &Ground,
    world: &World,
    nodes: usize,
) -> Result<Live, String> {
    let servers: Result<Vec<Server>, String> =
        (0..nodes).map(|_| bench.product_with_streams(ground, options.streams + 10)).collect();
    let servers = servers?;
    let first = servers.first().ok_or("no process")?.port;
    let memory = || -> Result<u64, String> {
        let each = servers.iter().map(Server::memory);
        each.map(|memory| Ok(memory?.resident)).sum()
    };
    // What the first requests need is not a stream's.
    client::ask(first, &world.feed)?;
    let before = memory()?;
    let arrivals = Arc::new(Arrivals::of(options.posts));
    let mut streams = open(options, world, &servers, &arrivals).await?;
    sleep(Duration::from_secs(2)).await;
    let after = memory()?;
    let beside = spawn_blocking({
        let request = world.post.bytes();
        let schedule = Schedule {
            rate: options.beside,
            connections: 8,
            length: EVERY * u32::try_from(options.posts).unwrap_or(u32::MAX),
        };
        move || match schedule.rate > 0.0 {
            true => schedule.run(first, &[request]).map(drop),
            false => Ok(()),
        }
    });
    let (began, mine) = (Instant::now(), own_cpu()?);
    let cpu = || -> Result<Duration, String> { servers.iter().map(Server::cpu).sum() };
    let theirs = cpu()?;
    for number in 0..options.posts {
        let due = EVERY * u32::try_from(number).unwrap_or(u32::MAX);
        sleep(due.saturating_sub(began.elapsed())).await;
        let request = world.talking(&format!("measured-{number}."));
        arrivals.with(number, |post| post.sent = Some(Instant::now()));
        let answer = spawn_blocking(move || client::ask(first, &request));
        let answer = answer.await.map_err(|err| err.to_string())??;
        if answer.status != 200 && answer.status != 201 {
            return Err(format!("a post was answered {}", answer.status));
        }
    }
    let last = options.posts.saturating_sub(1);
    let waited = Instant::now();
    while (0..=last).any(|number| arrivals.count(number) < options.streams) {
        if waited.elapsed() > TIMEOUT {
            let counts: Vec<usize> = (0..=last).map(|number| arrivals.count(number)).collect();
            return Err(format!("after a minute, posts had arrived at {counts:?}"));
        }
        sleep(Duration::from_millis(10)).await;
    }
    beside.await.map_err(|err| err.to_string())??;
    let length = began.elapsed().as_secs_f64();
    let cores = |used: Duration| used.as_secs_f64() / length;
    let (server_cores, client_cores) = (cores(cpu()? - theirs), cores(own_cpu()? - mine));
    streams.abort_all();
    while streams.join_next().await.is_some() {}
    for server in servers {
        server.stop()?;
    }
    let mut taken: Vec<u64> = Vec::new();
    for number in 0..options.posts {
        taken.extend(arrivals.with(number, |post| std::mem::take(&mut post.taken)).unwrap_or_default());
    }
    taken.sort_unstable();
    let ms = |share| percentile(&taken, share) as f64 / 1e3;
    let live = Live {
        database: ground.kind,
        nodes,
        streams: options.streams,
        beside: options.beside,
        kib_per_stream: after.saturating_sub(before) as f64 / 1024.0 / options.streams as f64,
        p50_ms: ms(0.5),
        p99_ms: ms(0.99),
        most_ms: ms(1.0),
        server_cores,
        client_cores,
    };
    say(&format!(
        "{}, {nodes} processes, {} streams: {:.1} KiB each, p50 {:.0} ms, p99 {:.0} ms; {server_cores:.2} cores, client {client_cores:.2}",
        live.database.name(),
        live.streams,
        live.kib_per_stream,
        live.p50_ms,
        live.p99_ms,
    ));
    Ok(live)
}

/// Opens all streams, on each process as many.
async fn open(
    options: &Options,
    world: &World,
    servers: &[Server],
    arrivals: &Arc<Arrivals>,
) -> Result<JoinSet<Result<(), String>>, String> {
    let mut streams = JoinSet::new();
    let people = options.people.clamp(1, world.cookies.len());
    for number in 0..options.streams {
        let port = servers[number % servers.len()].port;
        let cookie = &world.cookies[(number / servers.len()) % people];
        let request =
            format!("GET /channels/{}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n", world.busy_id);
        streams.spawn(listen(port, request, Arc::clone(arrivals)));
        while number + 1 - arrivals.opened.load(Ordering::Relaxed) >= OPENING {
            ended(&mut streams)?;
            sleep(Duration::from_millis(1)).await;
        }
    }
    let all = timeout(TIMEOUT, async {
        while arrivals.opened.load(Ordering::Relaxed) < options.streams {
            ended(&mut streams)?;
            sleep(Duration::from_millis(1)).await;
        }
        Ok::<_, String>(())
    });
    all.await.map_err(|_| "not all streams were opened".to_owned())??;
    Ok(streams)
}

/// No stream ends before the others are open.
fn ended(streams: &mut JoinSet<Result<(), String>>) -> Result<(), String> {
    match streams.try_join_next() {
        None => Ok(()),
        Some(Ok(Err(why))) => Err(why),
        Some(_) => Err("a stream ended".into()),
    }
}

async fn listen(port: u16, request: String, arrivals: Arc<Arrivals>) -> Result<(), String> {
    let told = |err: std::io::Error| format!("a stream failed: {err}");
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.map_err(told)?;
    stream.write_all(request.as_bytes()).await.map_err(told)?;
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.map_err(told)?;
    if &head != b"HTTP/1.1 200" {
        let head = String::from_utf8_lossy(&head);
        return Err(format!("a stream was answered {head}"));
    }
    let mut numbers = Numbers::default();
    let mut is_open = false;
    let mut chunk = [0; 2_048];
    loop {
        let count = stream.read(&mut chunk).await.map_err(told)?;
        if count == 0 {
            return Err("a stream ended".into());
        }
        if !std::mem::replace(&mut is_open, true) {
            arrivals.opened.fetch_add(1, Ordering::Relaxed);
        }
        numbers.read(&chunk[..count], |number| arrivals.arrived(number));
    }
}

/// Finds the numbers of posts in a stream, each once, also where a chunk ends within one.
#[derive(Debug, Default)]
struct Numbers {
    matched: usize,
    number: Option<usize>,
    next: usize,
}

impl Numbers {
    fn read(&mut self, chunk: &[u8], mut found: impl FnMut(usize)) {
        for byte in chunk {
            if self.matched == MARK.len() {
                if byte.is_ascii_digit() {
                    let digit = usize::from(byte - b'0');
                    self.number = Some(self.number.unwrap_or(0) * 10 + digit);
                    continue;
                }
                if let Some(number) = self.number.take()
                    && number >= self.next
                {
                    self.next = number + 1;
                    found(number);
                }
                self.matched = 0;
            }
            self.matched = match *byte == MARK[self.matched] {
                true => self.matched + 1,
                // No other letter of the mark is its first.
                false => usize::from(*byte == MARK[0]),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_once_wherever_a_chunk_ends() {
        let text = b"a mmeasured-0. measured-0. measured-x measured-12. me measured-12. measured-13.";
        for size in 1..text.len() {
            let (mut numbers, mut found) = (Numbers::default(), Vec::new());
            for chunk in text.chunks(size) {
                numbers.read(chunk, |number| found.push(number));
            }
            assert_eq!(found, [0, 12, 13], "{size}");
        }
    }
}
