//! `portico serve` after a signal: during its work, and after a second signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use portico_rules::clock::Clock;
use rocket::tokio::io::{AsyncReadExt, AsyncWriteExt};
use rocket::tokio::net::TcpStream;
use rocket::tokio::time::{interval, timeout};

use crate::support::{CALLBACK, PASSWORD, ServeProcess, TestInstance, http_client, leaks};

/// Longer than anything takes, shorter than anybody waits.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Waits until `/readyz` says no, as a proxy would see it.
async fn unready(serving: &ServeProcess) {
    let client = http_client();
    let mut looks = interval(Duration::from_millis(20));
    let said = timeout(TIMEOUT, async {
        loop {
            looks.tick().await;
            let answer = client.get(serving.url("/readyz")).send().await.unwrap();
            if answer.status() == 503 {
                assert_eq!(answer.headers()["connection"], "close");
                return answer.text().await.unwrap();
            }
        }
    });
    assert_eq!(said.await.unwrap(), "about to stop\n");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_stopping_process_serves_all_requests_and_releases_its_number() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    let settings = [
        ("ROCKET_DRAIN_SECS", "5"),
        // However busy the machine is, who is slow on purpose has the time to finish.
        ("ROCKET_SHUTDOWN", "{grace=20}"),
    ];
    let serving = ServeProcess::start(&instance, &settings);
    let (enough, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    // Programs that post as a proxy passes it on: until the node says that it is not ready.
    let programs: Vec<_> = (0..4)
        .map(|_| {
            let (url, enough, answered) = (serving.url(&hook.path), enough.clone(), answered.clone());
            rocket::tokio::spawn(async move {
                let client = http_client();
                while !enough.load(Ordering::SeqCst) {
                    let post = client.post(&url).header("Content-Type", "application/json");
                    let answer = post.body(r#"{"content":"busy"}"#).send().await.unwrap();
                    assert_eq!(answer.status(), 200);
                    answered.fetch_add(1, Ordering::SeqCst);
                }
            })
        })
        .collect();
    // A slow client in the middle of its request.
    let mut slow = TcpStream::connect(("127.0.0.1", serving.port())).await.unwrap();
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{{\"content\"",
        hook.path
    );
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut looks = interval(Duration::from_millis(5));
    while answered.load(Ordering::SeqCst) < 20 {
        looks.tick().await;
    }

    serving.tell_to_stop();
    unready(&serving).await;
    // During the drain, requests are served and their connections closed.
    let late = http_client().get(serving.url("/healthz")).send().await.unwrap();
    assert_eq!((late.status().as_u16(), &late.headers()["connection"]), (200, &"close".parse().unwrap()));
    enough.store(true, Ordering::SeqCst);
    for program in programs {
        program.await.expect("every post was answered");
    }
    // By then nobody new gets in.
    let gone = async {
        while TcpStream::connect(("127.0.0.1", serving.port())).await.is_ok() {
            looks.tick().await;
        }
    };
    timeout(TIMEOUT, gone).await.expect("it stops accepting");
    slow.write_all(br#":"slow"}"#).await.unwrap();
    let mut answer = String::new();
    timeout(TIMEOUT, slow.read_to_string(&mut answer)).await.unwrap().unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");

    assert!(serving.ended().await.success());
    let stored = hook.messages().await.len();
    assert_eq!(stored, answered.load(Ordering::SeqCst) + 1);
    assert_eq!(instance.app.other_nodes().await.unwrap(), []);
}

/// Shows: faults.stopped-early
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_process_that_is_stopped_during_its_start_releases_its_number() {
    let instance = TestInstance::open().await;
    let starting = ServeProcess::begin(&instance);
    let mut looks = interval(Duration::from_millis(5));
    let leased = async {
        while instance.app.other_nodes().await.unwrap().is_empty() {
            looks.tick().await;
        }
    };
    timeout(TIMEOUT, leased).await.expect("it leases a number");
    starting.tell_to_stop();
    let ended = starting.ended().await;
    // Not by the signal itself.
    assert!(ended.code().is_some(), "{ended}");
    assert_eq!(instance.app.other_nodes().await.unwrap(), []);
}

/// Shows: faults.hangup
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_closed_terminal_stops_a_process_as_sigterm_does() {
    let instance = TestInstance::open().await;
    let log = instance.app.config.data_dir.join("log");
    let serving = ServeProcess::start_by_env(&instance, "--default-signal=HUP", &log);
    assert_eq!(instance.app.other_nodes().await.unwrap().len(), 1);
    // A shell repeats what its terminal has sent.
    serving.hang_up();
    serving.hang_up();
    assert!(serving.ended().await.success());
    let log = std::fs::read_to_string(log).unwrap();
    assert_eq!(instance.app.other_nodes().await.unwrap(), [], "{log}");
}

/// Shows: faults.hangup
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_process_that_was_started_with_nohup_outlives_its_terminal() {
    let instance = TestInstance::open().await;
    let log = instance.app.config.data_dir.join("log");
    let serving = ServeProcess::start_by_env(&instance, "--ignore-signal=HUP", &log);
    serving.hang_up();
    let answer = http_client().get(serving.url("/readyz")).send().await;
    assert_eq!(answer.unwrap().status(), 200);
    serving.tell_to_stop();
    assert!(serving.ended().await.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_second_signal_stops_at_once() {
    let instance = TestInstance::open().await;
    let serving = ServeProcess::start(&instance, &[("ROCKET_DRAIN_SECS", "600")]);
    serving.tell_to_stop();
    unready(&serving).await;
    serving.tell_to_stop();
    assert_eq!(serving.ended().await.code(), Some(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_second_process_on_one_sqlite_file_is_named_at_start() {
    let instance = TestInstance::open().await;
    let log = instance.app.config.data_dir.join("second.log");
    let is_sqlite = instance.database_url().starts_with("sqlite:");
    // By the machine's clock, which the process goes by, the instance is running; and then it is not.
    instance.clock.set(Clock::system().now());
    for is_running in [true, false] {
        if is_running {
            instance.app.renew_lease().await.unwrap();
        } else {
            instance.app.release_lease().await.unwrap();
        }
        let serving = ServeProcess::start_logging(&instance, &[], &log);
        serving.tell_to_stop();
        assert!(serving.ended().await.success());
        let said = std::fs::read_to_string(&log).unwrap();
        let is_named = said.contains("another process uses this SQLite file");
        assert_eq!(is_named, is_sqlite && is_running, "{said}");
    }
}

/// Shows: leaks.loudest-log
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn at_its_loudest_the_program_says_nothing_of_what_requests_bring_along() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let code = app.code_for(&alice).await;
    let cookie = alice.browser.cookie("portico").unwrap();
    let file = instance.app.config.data_dir.join("loud.log");
    let serving = ServeProcess::start_logging(&instance, &[("RUST_LOG", "trace")], &file);
    let client = http_client();
    let url = |path: &str| serving.url(path);
    let json = "application/json";
    let asked = [
        client.post(url(&hook.path)).body(r#"{"content":"x"}"#).header("Content-Type", json),
        client.post(url(&hook.path)).body("{").header("Content-Type", json),
        client.get(url(&hook.path)),
        client.get(url(&format!("/nothing{}?code={code}", hook.path))),
        client.post(url("/oauth/token")).body(app.fields(&code).to_string()),
        client.post(url("/oauth/token")).body(app.fields(&code).to_string()).header("Content-Type", json),
        client
            .post(url("/sign-in"))
            .body(format!("login=alice&password={PASSWORD}"))
            .header("Sec-Fetch-Site", "same-origin")
            .header("Content-Type", "application/x-www-form-urlencoded"),
        // What no form takes.
        client
            .post(url("/settings/profile"))
            .body(format!("remove_avatar={PASSWORD}"))
            .header("Cookie", format!("portico={cookie}"))
            .header("Sec-Fetch-Site", "same-origin")
            .header("Content-Type", "application/x-www-form-urlencoded"),
        client.get(url("/portal")).header("Cookie", format!("portico={cookie}")),
        client
            .get(url("/portal"))
            .header("Cookie", format!("portico={cookie}; x={PASSWORD}"))
            .header("Authorization", format!("Bearer {}", app.secret))
            .header("Referer", format!("http://localhost:8000{}", hook.path)),
    ];
    for request in asked {
        let answer = request.send().await.unwrap();
        assert!(answer.status().as_u16() < 500);
    }
    serving.tell_to_stop();
    assert!(serving.ended().await.success());
    leaks::made(PASSWORD);
    let log = std::fs::read_to_string(file).unwrap();
    assert!(log.contains("route=\"/oauth/token\""), "{log}");
    leaks::expect_none("the program's log", &log);
}
