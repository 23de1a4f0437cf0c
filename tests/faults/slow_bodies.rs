//! Slow bodies, and bodies without an end: each is cut off, while other requests are served.

use rocket::futures::future::join_all;
use rocket::tokio::io::{AsyncReadExt, AsyncWriteExt};
use rocket::tokio::net::{TcpSocket, TcpStream};
use rocket::tokio::time::timeout;

use crate::support::{Client, Node, Site, Town, seconds};

/// What a user is answered who sends the head of a request and then `drops` of its body, each when the connection
/// takes it, and never an end.
async fn answered(origin: &str, path: &str, kind: &str, drops: usize) -> String {
    let address = origin.strip_prefix("http://").unwrap();
    let mut line = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n\
         Sec-Fetch-Site: same-origin\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    line.write_all(head.as_bytes()).await.unwrap();
    let chunk = format!("400\r\n{}\r\n", " ".repeat(0x400));
    for _ in 0..drops {
        // Cut off, it takes no more.
        if line.write_all(chunk.as_bytes()).await.is_err() {
            break;
        }
    }
    let mut answer = vec![0; 64];
    let read = timeout(seconds(30), line.read(&mut answer)).await;
    let length = read.expect("an answer in time").unwrap_or_default();
    String::from_utf8_lossy(&answer[..length]).into_owned()
}

/// Shows: faults.slow-bodies
#[tokio::test]
async fn a_slow_body_is_cut_off_while_others_are_served() {
    let site = Site::on_sqlite();
    let node = Node::start(&site.store).await;
    let town = Town::found(&site.store, &node).await;
    let paths = [town.hooks[0].path.as_str(), "/oauth/token"];
    let slow = join_all((0..200).map(|number| answered(&node.origin, paths[number % 2], "application/json", 1)));
    let client = Client::new();
    let meanwhile = async {
        for _ in 0..20 {
            client.get(&node.origin, "/healthz").await.expect(200);
        }
    };
    let (slow, ()) = rocket::futures::future::join(slow, meanwhile).await;
    for answer in slow {
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    }
    node.must_not_have_blamed_itself();
}

/// Shows: faults.endless-bodies
#[tokio::test]
async fn a_body_without_an_end_is_cut_off_at_its_limit() {
    let site = Site::on_sqlite();
    let node = Node::start(&site.store).await;
    let town = Town::found(&site.store, &node).await;
    for (path, kind) in [
        (town.hooks[0].path.as_str(), "application/json"),
        ("/oauth/token", "application/json"),
        ("/oauth/token", "application/x-www-form-urlencoded"),
        ("/sign-in", "application/x-www-form-urlencoded"),
    ] {
        // 16 MiB, of which nobody needs to take more than a small part.
        let answer = answered(&node.origin, path, kind, 16 * 1_024).await;
        // The rest of the body may have been refused before the answer was read.
        let cut = answer.is_empty() || answer.starts_with("HTTP/1.1 413");
        assert!(cut, "{path}: {answer}");
    }
    Client::new().get(&node.origin, "/healthz").await.expect(200);
    node.must_not_have_blamed_itself();
}

/// The memory of a node, in MiB.
fn resident(node: &Node) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", node.process.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() / 1_024
}

/// A connection from this address of the machine that sent the head of a request, and then as much of `bytes` of its body as is
/// taken within a moment, and never an end.
async fn unfinished(node: &Node, from: &str, path: &str, kind: &str, start: &str, bytes: usize) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    let address = node.origin.strip_prefix("http://").unwrap().parse().unwrap();
    let mut line = socket.connect(address).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n\
         Sec-Fetch-Site: same-origin\r\nContent-Length: {}\r\n\r\n{start}",
        start.len() + bytes + 1
    );
    let sent = [head.into_bytes(), vec![b' '; bytes]].concat();
    let _ = timeout(seconds(2), line.write_all(&sent)).await;
    line
}

/// The first line of the answer to it, if one comes within a moment.
async fn first_line(line: &mut TcpStream) -> Option<String> {
    let mut answer = vec![0; 12];
    let read = timeout(seconds(1), line.read_exact(&mut answer)).await;
    read.ok()?.ok()?;
    Some(String::from_utf8_lossy(&answer).into_owned())
}

/// Shows: faults.bodies-in-flight
#[tokio::test]
async fn forms_with_files_that_never_end_are_not_kept_where_there_is_no_file() {
    let site = Site::on_sqlite();
    let node = Node::start(&site.store).await;
    let before = resident(&node);
    let kind = "multipart/form-data; boundary=x";
    let start = "--x\r\nContent-Disposition: form-data; name=\"login\"\r\n\r\n";
    let lines = (0..60).map(|_| unfinished(&node, "127.0.0.1", "/sign-in", kind, start, 5_900 * 1_024));
    let mut lines = join_all(lines).await;
    let after = resident(&node);
    assert!(after < before + 64, "{before} MiB became {after}");
    for line in &mut lines {
        let answer = first_line(line).await;
        // The rest of the body may have been refused before the answer was read.
        assert!(answer.as_deref().is_none_or(|answer| answer == "HTTP/1.1 415"), "{answer:?}");
    }
    node.must_not_have_blamed_itself();
}

/// Shows: faults.bodies-in-flight
#[tokio::test]
async fn unfinished_posts_of_one_account_keep_its_share_and_no_more() {
    let site = Site::on_sqlite();
    let node = Node::start(&site.store).await;
    let town = Town::found(&site.store, &node).await;
    let (native, discord) = (&town.hooks[0].path, town.hooks[1].path.replace("/webhooks/", "/api/webhooks/"));
    let before = resident(&node);
    // A body of one MiB at most, without its last KiB.
    let slow = |from| unfinished(&node, from, &discord, "application/json", "", 1_023 * 1_024);
    let mut lines = join_all((0..60).map(|number| slow(["127.0.0.1", "127.0.0.2"][number % 2]))).await;
    let after = resident(&node);
    assert!(after < before + 64, "{before} MiB became {after}");
    let answers = join_all(lines.iter_mut().map(first_line)).await;
    let refused = answers.iter().flatten().filter(|answer| *answer == "HTTP/1.1 429").count();
    let waiting = answers.iter().filter(|answer| answer.is_none()).count();
    assert!(waiting <= 17 && refused > 0, "{answers:?}");
    // What arrives at once is not held up.
    let posted = Client::new().json(&node.origin, native, r#"{"content":"beside"}"#, None).await.unwrap();
    posted.expect(200);
    drop(lines);
    node.must_not_have_blamed_itself();
}
