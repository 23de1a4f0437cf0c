//! Bodies that are composed in the playground.

use portico::routes::portal::playground_format::Format;
use portico::routes::portal::raw_body::RawBody;
use portico::routes::webhooks::dialect::Dialect;
use portico_store::models::logs::delivery::EXCERPT;

#[test]
fn a_request_has_the_path_and_the_headers_of_its_format() {
    let github = Format::Dialect(Dialect::Github);
    let sample = RawBody::new(github, " push\r\nX-Evil: é", "{\r\n\"a\": \"it's\u{202e}\"}");
    assert_eq!(
        sample.curl(),
        "curl \"$WEBHOOK_URL/github\" \\\n  -H 'Content-Type: application/json' \\\n  \
         -H 'X-GitHub-Event: pushX-Evil: ' \\\n  -d '{\n\"a\": \"it'\\''s\\u202e\"}'"
    );
    let slack = Format::Dialect(Dialect::Slack);
    let sample = RawBody::new(slack, "ignored", "payload=%7B%7D\u{200b}").curl();
    assert!(sample.starts_with("curl \"$WEBHOOK_URL/slack\""));
    assert!(sample.contains("x-www-form-urlencoded") && !sample.contains("ignored"));
    assert!(sample.ends_with("-d 'payload=%7B%7D%E2%80%8B'"));
}

#[test]
fn a_body_that_the_log_could_not_keep_is_not_sent() {
    let text = "x".repeat(EXCERPT + 1);
    let body = |text: &str| RawBody::new(Format::Json, "", text).body().map(|_| ());
    assert!(body(&text[1..]).is_ok());
    assert_eq!(body(&text).unwrap_err().code, "payload_too_large");
}
