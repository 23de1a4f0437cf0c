//! Slow bodies, and bodies without an end: each is cut off, while other requests are served.

use rocket::futures::future::join_all;
use rocket::tokio::io::{AsyncReadExt, AsyncWriteExt};
use rocket::tokio::net::TcpStream;
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
