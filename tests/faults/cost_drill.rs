//! Every route with the most expensive requests that its limits allow, from an account without rights and from none, while a
//! stranger reads a page and posts.
//! All limits and caps are the default ones. `cost_drill.txt` lists the routes.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use rocket::futures::future::join_all;
use rocket::tokio::task::JoinSet;
use rocket::tokio::time::sleep;
use sea_orm::{ConnectionTrait, Database, Statement};

use crate::support::{Client, Node, Site, Store, free_port};

const PASSWORD: &str = "an-old-bridge-in-the-rain";
const TABLE: &str = include_str!("cost_drill.txt");
/// How long a stranger waits, all but one time in a hundred. A debug build needs several times as long for a page as what is
/// shipped, which the step `shipped` of `./test full` measures.
const SLOWEST: Duration = Duration::from_millis(if cfg!(debug_assertions) { 750 } else { 250 });
/// By how much the memory of the process may grow.
const MEMORY_KIB: u64 = 256 * 1024;
/// By how much the database may grow in a run.
const WRITTEN_BYTES: i64 = 64 * 1024 * 1024;
const RUNS: usize = 3;
/// So many that the limits of writes and of addresses refuse none of the requests: one after the other, each has enough left.
const ACCOUNTS: usize = 30;

/// The largest body of a form, of a form with files, and of JSON.
const FORM_BYTES: usize = 256 * 1024;
const FILES_BYTES: usize = 6 * 1024 * 1024 - 64 * 1024;
const JSON_BYTES: usize = 64 * 1024;
/// A request's target may have about 8 KiB.
const QUERY_BYTES: usize = 7_000;

/// A request of the drill.
#[derive(Debug, Clone)]
struct Request {
    method: &'static str,
    path: String,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Query,
    Stream,
    Body,
}

/// The lines of the table.
fn table() -> Vec<(&'static str, &'static str, Kind)> {
    let line = |line: &'static str| {
        let mut words = line.split(' ');
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        let kind = match words.next().unwrap() {
            "query" => Kind::Query,
            "stream" => Kind::Stream,
            "body" => Kind::Body,
            other => panic!("{line}: {other}"),
        };
        (method, path, kind)
    };
    TABLE.lines().map(line).collect()
}

/// Shows: cost.every-route
#[test]
fn every_route_is_in_the_drill() {
    let listed: BTreeSet<_> =
        table().into_iter().map(|(method, path, _)| (method.to_owned(), path.to_owned())).collect();
    let mut routes = portico::routes::pages();
    routes.extend(portico::routes::endpoints());
    let mounted = routes.iter().map(|route| (route.method.as_str().to_owned(), route.uri.path().to_owned()));
    // What handles every method is listed with POST, which has a body.
    let handles_all = |path: &str| routes.iter().filter(|route| route.uri.path() == path).count() >= 9;
    let mounted: BTreeSet<_> = mounted.filter(|(method, path)| method == "POST" || !handles_all(path)).collect();
    let missing: Vec<_> = mounted.difference(&listed).collect();
    assert!(missing.is_empty(), "add to cost_drill.txt: {missing:?}");
    let gone: Vec<_> = listed.difference(&mounted).collect();
    assert!(gone.is_empty(), "remove from cost_drill.txt: {gone:?}");
}

/// As many distinct fields as fit into this size, which looks like the rows of a table to what reads rows.
fn many_fields(bytes: usize) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut body = String::with_capacity(bytes);
    let mut number: usize = 0;
    while body.len() < bytes - 8 {
        let mut left = number;
        while left > 0 {
            body.push(DIGITS[left % DIGITS.len()].into());
            left /= DIGITS.len();
        }
        body.push_str("/&");
        number += 1;
    }
    body
}

/// Names as deeply nested as Rocket reads them.
fn nested_fields(bytes: usize) -> String {
    let name = format!("{}=1&", "a[b].".repeat(40));
    name.repeat(bytes / name.len())
}

/// A form with files: very many small parts, or one text that fills it.
fn parts(bytes: usize, many: bool) -> Vec<u8> {
    let mut body = Vec::with_capacity(bytes);
    let mut number = 0;
    while many && body.len() < bytes - 200 {
        let part = format!("--x\r\nContent-Disposition: form-data; name=\"f{number}\"\r\n\r\n\r\n");
        body.extend_from_slice(part.as_bytes());
        number += 1;
    }
    if !many {
        body.extend_from_slice(b"--x\r\nContent-Disposition: form-data; name=\"login\"\r\n\r\n");
        body.resize(bytes - 16, b'a');
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--x--\r\n");
    body
}

/// A message in the body of which everything is markup.
fn markup(bytes: usize) -> String {
    let text = ["`", "<@1>", "[a](", "**", "@", "> "].concat();
    let content = text.repeat(bytes / 2 / text.len());
    let keys: String = (0..bytes / 40).map(|number| format!(",\"k{number}\":[[[]]]")).collect();
    format!("{{\"content\":\"{content}\",\"text\":\"{content}\"{keys}}}").chars().take(bytes).collect()
}

/// The bodies that every route with a body gets, with their types.
fn bodies() -> Arc<[(&'static str, Vec<u8>)]> {
    let form = "application/x-www-form-urlencoded";
    let files = "multipart/form-data; boundary=x";
    Arc::new([
        (form, many_fields(FORM_BYTES).into_bytes()),
        (form, nested_fields(FORM_BYTES).into_bytes()),
        (form, format!("name={}", "%F0%9F%8E%89".repeat(FORM_BYTES / 12 - 8)).into_bytes()),
        (files, parts(FORM_BYTES, true)),
        (files, parts(FILES_BYTES, false)),
        ("application/json", markup(JSON_BYTES).into_bytes()),
        ("application/json", format!("{}{}", "[".repeat(JSON_BYTES / 2), "]".repeat(JSON_BYTES / 2 - 1)).into_bytes()),
    ])
}

fn query() -> String {
    let letters = "ab".repeat(100);
    let mut query = format!("q={letters}&before=9007199254740991&after=1&next=/&{}", "%25_".repeat(200));
    let mut number = 0;
    while query.len() < QUERY_BYTES {
        query.push_str(&format!("&p{number}=%F0%9F%8E%89"));
        number += 1;
    }
    query
}

/// The path with the ids of what belongs to someone else.
fn filled(path: &str, server: &str, channel: &str) -> String {
    let part = |part: &str| match part {
        "<server_id>" => server.to_owned(),
        "<channel_id>" => channel.to_owned(),
        part if part.starts_with('<') => match path.contains("channels/<id>") {
            true => channel.to_owned(),
            false => "1".to_owned(),
        },
        part => part.to_owned(),
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// Sends everything that the table says, as fast as the answers come; each request as often at once as the process has threads.
async fn attack(clients: &[Client], at: &str, requests: &[Request], sent: &AtomicUsize) {
    let copies = available_parallelism().map_or(2, usize::from).clamp(2, 4);
    let (bodies, query) = (bodies(), query());
    for (number, request) in requests.iter().enumerate() {
        let turns = if request.kind == Kind::Body { bodies.len() } else { 1 };
        for turn in 0..turns {
            let copy = |copy: usize| {
                let client = &clients[(number * copies + copy) % clients.len()];
                let (body, path, query) = (&bodies[turn], &request.path, &query);
                async move {
                    let address = format!("198.18.{}.{}", number % 256, turn * copies + copy);
                    // A connection that is closed before the end of the body is an answer, too.
                    let _ = match request.kind {
                        Kind::Body => client.send_body(at, path, body.0, body.1.clone(), &address).await.map(drop),
                        Kind::Stream => client.try_stream(at, &format!("{path}?{query}")).await.map(drop),
                        Kind::Query => {
                            client.try_as(request.method, at, &format!("{path}?{query}"), &address).await.map(drop)
                        }
                    };
                }
            };
            join_all((0..copies).map(copy)).await;
            sent.fetch_add(copies, Ordering::Relaxed);
        }
    }
}

/// The 99th of a hundred waits of a stranger, who reads ten pages and posts twice in a second, until the attack is over. None waits
/// for the one before: while nothing is answered, each of them waits.
async fn stranger(client: &Client, at: &str, page: &str, hook: &str, is_over: &AtomicBool) -> Duration {
    let mut waiting = JoinSet::new();
    let mut turn = 0;
    while !is_over.load(Ordering::Relaxed) {
        let (client, at, page, hook) = (client.clone(), at.to_owned(), page.to_owned(), hook.to_owned());
        waiting.spawn(async move {
            match turn % 6 {
                0 => client.json(&at, &hook, r#"{"content":"still here"}"#, None).await.unwrap().expect(200).took,
                _ => client.get(&at, &page).await.expect(200).took,
            }
        });
        turn += 1;
        sleep(Duration::from_millis(85)).await;
    }
    let mut waits = waiting.join_all().await;
    waits.sort_unstable();
    waits[(waits.len() * 99).div_ceil(100) - 1]
}

/// A figure of a process, in KiB, as Linux reports it.
fn memory_kib(process: u32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// How many bytes the database takes.
async fn database_bytes(store: &Store) -> i64 {
    let db = Database::connect(&store.url).await.unwrap();
    let sql = match store.is_sqlite() {
        true => "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size",
        false => "SELECT pg_database_size(current_database()) AS bytes",
    };
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await.unwrap();
    let bytes = row.unwrap().try_get("", "bytes").unwrap();
    db.close().await.unwrap();
    bytes
}

/// Shows: cost.drill
#[tokio::test]
async fn the_most_expensive_requests_to_every_route_slow_and_fill_nothing() {
    drill(&Site::on_sqlite()).await;
}

/// Shows: cost.drill
#[tokio::test]
async fn the_most_expensive_requests_to_every_route_slow_and_fill_nothing_on_postgres() {
    drill(&Site::on_postgres().await).await;
}

async fn drill(site: &Site) {
    let settings = [("ROCKET_THROTTLE", "{enabled=true}"), ("ROCKET_TRUSTED_PROXIES", r#"["127.0.0.1/32"]"#)];
    let node = Node::start_as(&site.store, free_port(), &[], &settings).await;
    let at = node.origin.as_str();
    site.store.person("alice", "+4915112345602", PASSWORD);
    let alice = Client::of(at, "alice", PASSWORD).await;
    let made = alice.form(at, "/servers", &[("name", "Harbour")]).await.expect(303);
    let server = made.location().rsplit('/').next().unwrap().to_owned();
    let page = alice.get(at, made.location()).await.location().to_owned();
    let channel = page.rsplit('/').next().unwrap().to_owned();
    let fields = [("channel_id", channel.as_str()), ("name", "Buoy")];
    let made = alice.form(at, "/portal/webhooks", &fields).await.expect(303);
    let url = alice.get(at, made.location()).await.first("#runtime-url", None);
    let hook = url[url.find("/webhooks/").unwrap()..].to_owned();
    let mut accounts = Vec::new();
    for number in 0..ACCOUNTS {
        let fields = [("nickname", &*format!("mallory{number}")), ("name", "Mallory"), ("password", PASSWORD)];
        let address = format!("198.19.{number}.1");
        let client = Client::new();
        client.form_with(at, "/sign-up", &fields, &[("X-Forwarded-For", &address)]).await.expect(303);
        accounts.push(client);
    }
    let requests: Vec<Request> = table()
        .into_iter()
        // These end the session that they are sent with.
        .filter(|(_, path, _)| *path != "/sign-out")
        .map(|(method, path, kind)| Request { method, path: filled(path, &server, &channel), kind })
        .collect();

    let (rest_kib, rest_bytes) = (memory_kib(node.process.id(), "VmRSS"), database_bytes(&site.store).await);
    let (mut slowest, sent) = (Vec::new(), AtomicUsize::new(0));
    for _ in 0..RUNS {
        let is_over = AtomicBool::new(false);
        let nobody = [Client::new()];
        let attacks = async {
            rocket::tokio::join!(attack(&accounts, at, &requests, &sent), attack(&nobody, at, &requests, &sent));
            is_over.store(true, Ordering::Relaxed);
        };
        let (waited, ()) = rocket::tokio::join!(stranger(&alice, at, &page, &hook, &is_over), attacks);
        slowest.push(waited);
    }
    let grown_kib = memory_kib(node.process.id(), "VmHWM").saturating_sub(rest_kib);
    let written = database_bytes(&site.store).await - rest_bytes;
    slowest.sort_unstable();
    println!("{} requests; p99 {slowest:?}; {grown_kib} KiB more at most; {written} bytes written", sent.into_inner());
    assert!(slowest[RUNS / 2] < SLOWEST, "{slowest:?}");
    assert!(grown_kib < MEMORY_KIB, "{grown_kib} KiB");
    assert!(written < WRITTEN_BYTES, "{written} bytes");
    node.must_not_have_blamed_itself();
}

/// Accounts that read such messages, the channels that each reads in a run, and the messages of a channel,
/// which are those of a page.
const COSTLY_ACCOUNTS: usize = 3;
const COSTLY_CHANNELS: usize = 2;
const COSTLY_MESSAGES: usize = 50;

/// A message that costs the most to render: elements and cards all over, each different from the others.
fn costly(number: usize) -> String {
    let text = format!("{number} {}", "*a* ".repeat(990));
    let fields: Vec<_> =
        (0..20).map(|field| format!(r#"{{"name":"{field}","value":"{}"}}"#, "`a` ".repeat(6))).collect();
    let card = format!(r#"{{"title":"{number}","fields":[{}]}}"#, fields.join(","));
    format!(r#"{{"content":"{text}","cards":[{}]}}"#, [card.as_str(); 10].join(","))
}

/// Shows: cost.messages
#[tokio::test]
async fn pages_of_messages_made_to_cost_the_most_delay_no_one() {
    read_costly_pages(&Site::on_sqlite()).await;
}

/// Shows: cost.messages
#[tokio::test]
async fn pages_of_messages_made_to_cost_the_most_delay_no_one_on_postgres() {
    read_costly_pages(&Site::on_postgres().await).await;
}

async fn read_costly_pages(site: &Site) {
    let node = Node::start_as(&site.store, free_port(), &[], &[("ROCKET_THROTTLE", "{enabled=false}")]).await;
    let at = node.origin.as_str();
    // The page of a new channel, with the path of a webhook in it.
    let channel = async |client: &Client| {
        let made = client.form(at, "/servers", &[("name", "Harbour")]).await.expect(303);
        let page = client.get(at, made.location()).await.location().to_owned();
        let fields = [("channel_id", page.rsplit('/').next().unwrap()), ("name", "Buoy")];
        let made = client.form(at, "/portal/webhooks", &fields).await.expect(303);
        let url = client.get(at, made.location()).await.first("#runtime-url", None);
        (page, url[url.find("/webhooks/").unwrap()..].to_owned())
    };
    let (mut attackers, mut messages) = (Vec::new(), 0);
    for account in 0..COSTLY_ACCOUNTS {
        let nickname = format!("mallory{account}");
        site.store.person(&nickname, &format!("+491511234561{account}"), PASSWORD);
        let client = Client::of(at, &nickname, PASSWORD).await;
        let mut pages = Vec::new();
        for _ in 0..RUNS * COSTLY_CHANNELS {
            let (page, hook) = channel(&client).await;
            for _ in 0..COSTLY_MESSAGES {
                client.json(at, &hook, &costly(messages), None).await.unwrap().expect(200);
                messages += 1;
            }
            pages.push(page);
        }
        attackers.push((client, pages));
    }
    site.store.person("alice", "+4915112345602", PASSWORD);
    let alice = Client::of(at, "alice", PASSWORD).await;
    let (page, hook) = channel(&alice).await;
    let mut slowest = Vec::new();
    for run in 0..RUNS {
        let is_over = AtomicBool::new(false);
        let attack = async {
            // Each account reads its pages at once, none of which was read, and cached, before.
            let unread = run * COSTLY_CHANNELS..(run + 1) * COSTLY_CHANNELS;
            let pages = attackers
                .iter()
                .flat_map(|(client, pages)| pages[unread.clone()].iter().map(move |page| (client, page)));
            join_all(pages.map(async |(client, page)| client.get(at, page).await.expect(200))).await;
            is_over.store(true, Ordering::Relaxed);
        };
        let (waited, ()) = rocket::tokio::join!(stranger(&alice, at, &page, &hook, &is_over), attack);
        slowest.push(waited);
    }
    slowest.sort_unstable();
    println!("p99 {slowest:?}");
    assert!(slowest[RUNS / 2] < SLOWEST, "{slowest:?}");
    node.must_not_have_blamed_itself();
}
