//! Compressed responses: which they are, and that they are the same as the others.

use std::io::Read;

use flate2::read::GzDecoder;
use rocket::http::Method;

use super::town::Town;
use crate::support::{Answer, TestInstance};

const GZIP: [(&str, &str); 1] = [("Accept-Encoding", "gzip, br")];

fn is_compressed(answer: &Answer) -> bool {
    answer.header("Content-Encoding") == Some("gzip")
}

fn decompressed(answer: &Answer) -> String {
    let mut text = String::new();
    GzDecoder::new(answer.bytes.as_slice()).read_to_string(&mut text).unwrap();
    text
}

/// Shows: headers.compressed
#[tokio::test]
async fn pages_are_compressed_only_where_they_show_no_secret_and_nothing_of_the_request() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let mut compressed = Vec::new();
    for (method, pattern) in town.routes() {
        if method != Method::Get || pattern.ends_with("/events") {
            continue;
        }
        let answer = town.ask_from(&GZIP, &town.alice.browser, method, &pattern).await;
        if is_compressed(&answer) {
            assert_eq!(answer.status, 200, "{pattern}");
            compressed.push(pattern);
        }
    }
    compressed.sort();
    compressed.dedup();
    let public = ["/docs", "/docs/<slug>", "/docs/keyboard", "/docs/notifications", "/openapi.json"];
    let files = ["/service-worker.js", "/static/<version>/<path..>"];
    let mut expected = vec![
        "/channels/<id>",
        "/channels/<id>/messages/<message_id>/versions",
        "/inbox",
        "/portal",
        "/servers",
        "/servers/<server_id>/settings/channels",
        "/servers/<server_id>/settings/roles",
    ];
    expected.extend(public);
    expected.extend(files);
    expected.sort_unstable();
    assert_eq!(compressed, expected);
}

#[tokio::test]
async fn a_compressed_page_is_the_same_page() {
    let instance = TestInstance::open().await;
    let (alice, _bob, acme) = instance.acme_with_bob().await;
    for number in 0..20 {
        let fields = [("content", format!("Hello number {number}"))];
        let fields = fields.each_ref().map(|(name, text)| (*name, text.as_str()));
        alice.browser.post(&format!("/channels/{}/messages", acme.general.id), &fields).await.expect(303);
    }
    let path = format!("/channels/{}", acme.general.id);
    let plain = alice.browser.get(&path).await.expect(200);
    assert_eq!((plain.header("Vary"), plain.header("Content-Encoding")), (Some("Accept-Encoding"), None));
    let packed = alice.browser.get_with(&path, &GZIP).await.expect(200);
    assert_eq!((packed.header("Vary"), packed.header("Content-Encoding")), (Some("Accept-Encoding"), Some("gzip")));
    assert_eq!(decompressed(&packed), plain.text());
    assert!(packed.bytes.len() * 3 < plain.bytes.len(), "{} of {}", packed.bytes.len(), plain.bytes.len());
    for refused in ["identity", "gzip;q=0", "br", ""] {
        let answer = alice.browser.get_with(&path, &[("Accept-Encoding", refused)]).await.expect(200);
        assert!(!is_compressed(&answer), "{refused}");
    }
}

#[tokio::test]
async fn headers_of_a_compressed_page_are_those_of_the_page() {
    let instance = TestInstance::open().await;
    let names = |answer: &Answer| -> Vec<String> {
        let mut names: Vec<_> = answer.headers.iter().map(|(name, _)| name.to_lowercase()).collect();
        names.sort();
        names
    };
    let browser = instance.browser();
    let page = browser.get_with("/docs", &GZIP).await.expect(200);
    let head = browser.head("/docs", &GZIP).await.expect(200);
    assert!(head.bytes.is_empty());
    assert_eq!(names(&head), names(&page));
    assert_eq!(head.header("Content-Encoding"), Some("gzip"));
}

/// Shows: headers.compressed
#[tokio::test]
async fn the_answer_to_a_form_is_not_compressed() {
    let instance = TestInstance::open().await;
    let (alice, _bob, acme) = instance.acme_with_bob().await;
    let path = format!("/channels/{}/messages", acme.general.id);
    let headers = [GZIP[0], ("Sec-Fetch-Site", "same-origin")];
    let long = "word ".repeat(2_000);
    let answer = alice.browser.post_with(&path, &[("content", &long)], &headers).await.expect(422);
    assert!(!is_compressed(&answer));
    let lost = alice.browser.get_with("/nowhere", &GZIP).await.expect(404);
    assert!(!is_compressed(&lost));
}
