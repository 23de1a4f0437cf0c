//! What a process serves to other machines: a test instance refuses to start there, and shows them nothing if it does start.

use std::fs::File;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::portico_with;
use crate::support::{Running, TestDatabase, free_port};

/// The environment that `deploy/Containerfile` sets.
fn container() -> Vec<(String, String)> {
    let text = include_str!("../../deploy/Containerfile").replace("\\\n", " ");
    let env = text.lines().find_map(|line| line.strip_prefix("ENV "));
    env.unwrap()
        .split_whitespace()
        .map(|pair| pair.split_once('=').unwrap())
        // The test's own folder, which it may write to.
        .filter(|(name, _)| *name != "ROCKET_DATA_DIR")
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// A process that serves; it ends with its test.
struct Serving {
    _process: Running,
    port: u16,
    database: TestDatabase,
}

impl Serving {
    /// Tried again where another test took the port in between.
    async fn start(command: &[&str], settings: &[(&str, &str)]) -> Self {
        for _ in 0..5 {
            let database = TestDatabase::create().await;
            if let Some(serving) = Self::try_to_start(database, command, settings) {
                return serving;
            }
        }
        panic!("no free port");
    }

    fn try_to_start(database: TestDatabase, command: &[&str], settings: &[(&str, &str)]) -> Option<Self> {
        let port = free_port();
        let log = File::create(database.folder().join("log")).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_portico"));
        program
            .args(command)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("ROCKET_PORT", port.to_string())
            .env("ROCKET_DATA_DIR", database.folder())
            .env("ROCKET_DATABASE_URL", database.url())
            .env("RUST_LOG", "warn")
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stderr(log);
        let (child, line) = Running::start(&mut program);
        let serving = Self { _process: child, port, database };
        (!line.is_empty()).then_some(serving)
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.database.folder().join("log")).unwrap()
    }

    /// The status of a request over IPv4, with exactly these lines of head.
    fn status(&self, line: &str, headers: &[&str]) -> u16 {
        let to = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let mut stream = TcpStream::connect(to).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut head = format!("{line}\r\nConnection: close\r\n");
        for header in headers {
            head += &format!("{header}\r\n");
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap_or_default();
        status.parse().unwrap_or_else(|_| panic!("{answer}"))
    }
}

/// Shows: spoofing.exposed
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_container_refuses_to_start_without_the_url_that_people_use() {
    let database = TestDatabase::create().await;
    let env = container();
    assert!(!env.is_empty());
    let env: Vec<_> = env.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let sentence = portico_with(&database, &["serve"], "", &env).refused();
    for part in ["`address`", "`base_url`", "0.0.0.0", "localhost", "--insecure-dev"] {
        assert!(sentence.contains(part), "{sentence}");
    }
    // Nothing was made.
    assert!(!database.folder().join("instance.key").exists());
}

/// Shows: spoofing.exposed
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_loopback_url_is_refused_on_every_address_that_others_reach() {
    let database = TestDatabase::create().await;
    for address in ["0.0.0.0", "::", "192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1"] {
        for base_url in ["http://localhost:8000", "http://127.0.0.1", "https://[::1]:8443"] {
            let settings = [("ROCKET_ADDRESS", address), ("ROCKET_BASE_URL", base_url)];
            for command in [&["serve"][..], &[], &["demo"]] {
                let sentence = portico_with(&database, command, "", &settings).refused();
                assert!(sentence.contains("`base_url`"), "{command:?}: {sentence}");
            }
        }
    }
    // What does not listen works with the same settings.
    let settings = [("ROCKET_ADDRESS", "0.0.0.0")];
    portico_with(&database, &["user", "list"], "", &settings).done();
}

/// Shows: spoofing.exposed, spoofing.outbox
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_test_instance_that_is_started_all_the_same_warns_and_shows_the_outbox_to_this_machine() {
    let flag = Serving::start(&["serve", "--insecure-dev"], &[("ROCKET_ADDRESS", "::")]).await;
    let setting = [("ROCKET_ADDRESS", "0.0.0.0"), ("ROCKET_INSECURE_DEV", "true")];
    let setting = Serving::start(&["serve"], &setting).await;
    for serving in [flag, setting] {
        assert!(serving.log().contains("insecure_dev"), "{}", serving.log());
        let ask = |headers: &[&str]| serving.status("GET /dev/outbox HTTP/1.1", headers);
        // The peer is an IPv4-mapped address where the server listens on `::`.
        assert_eq!(ask(&["Host: localhost:8000"]), 200);
        assert_eq!(ask(&["Host: 127.0.0.1"]), 200);
        assert_eq!(ask(&["Host: evil.example"]), 404);
        assert_eq!(ask(&["Host: localhost", "X-Forwarded-For: 127.0.0.1"]), 404);
        assert_eq!(ask(&["Host: localhost", "Host: localhost"]), 400);
        assert_eq!(serving.status("GET /dev/outbox HTTP/1.0", &[]), 400);
        assert_eq!(serving.status("GET /metrics HTTP/1.1", &["Host: localhost"]), 200);
    }
}

/// Shows: spoofing.exposed
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn on_a_loopback_address_the_outbox_is_available() {
    let serving = Serving::start(&["serve"], &[]).await;
    assert_eq!(serving.log(), "");
    let status = serving.status("GET /dev/outbox HTTP/1.1", &["Host: localhost:8000"]);
    assert_eq!(status, 200);
}

/// Shows: spoofing.mapped-peers
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_proxy_is_trusted_under_its_ipv4_address_where_the_server_listens_on_both() {
    let settings = [
        ("ROCKET_ADDRESS", "::"),
        ("ROCKET_BASE_URL", "https://chat.example.org"),
        ("ROCKET_TRUSTED_PROXIES", r#"["127.0.0.1/32"]"#),
        ("ROCKET_THROTTLE", "{webhook_address={burst=1,per_minute=1}}"),
    ];
    let serving = Serving::start(&["serve"], &settings).await;
    let post = |client: &str| {
        let client = format!("X-Forwarded-For: {client}");
        let headers = ["Host: chat.example.org", "Content-Type: application/json", "Content-Length: 0", &client];
        serving.status("POST /webhooks/1/x HTTP/1.1", &headers)
    };
    assert_eq!(post("203.0.113.1"), 404);
    assert_eq!(post("203.0.113.1"), 429);
    assert_eq!(post("::ffff:203.0.113.1"), 429);
    // Another client of the same proxy is another address.
    assert_eq!(post("203.0.113.2"), 404);
    assert_eq!(serving.status("GET /dev/outbox HTTP/1.1", &["Host: localhost"]), 404);
}
