//! `/csp-reports`: reports of what the Content-Security-Policy blocked, if the operator turned them on.

use std::net::SocketAddr;

use rocket::figment::map;
use rocket::http::Header;
use serde_json::{Value, json};

use crate::support::{Answer, LogLines, TestInstance};

const PATH: &str = "/csp-reports";
const OLD: &str = "application/csp-report";
const NEW: &str = "application/reports+json";

async fn instance() -> TestInstance {
    TestInstance::configured(|figment| figment.merge(("csp_reports", true))).await
}

async fn send(instance: &TestInstance, content_type: &str, body: impl Into<Vec<u8>>) -> Answer {
    let request =
        instance.client.post(PATH).header(Header::new("Content-Type", content_type.to_owned())).body(body.into());
    Answer::read(request.dispatch().await).await
}

fn old(directive: &str, blocked: &str, document: &str) -> String {
    let report = json!({
        "effective-directive": directive, "blocked-uri": blocked, "document-uri": document,
        "referrer": "https://hush.example", "script-sample": "hush", "original-policy": "hush",
    });
    json!({ "csp-report": report }).to_string()
}

fn new(directive: &str, blocked: &str, document: &str) -> Value {
    let body = json!({
        "effectiveDirective": directive, "blockedURL": blocked, "documentURL": document, "sample": "hush",
    });
    json!({ "type": "csp-violation", "age": 1, "url": "https://hush.example", "user_agent": "hush", "body": body })
}

/// Shows: headers.reports
#[tokio::test]
async fn by_default_nothing_is_reported_and_nothing_takes_reports() {
    let instance = TestInstance::open().await;
    let body = old("img-src", "inline", "http://localhost:8000/");
    send(&instance, OLD, body).await.expect(404);
    let page = instance.browser().get("/docs").await.expect(200);
    assert_eq!(page.header("Reporting-Endpoints"), None);
    let policy = page.header("Content-Security-Policy").unwrap();
    assert!(!policy.contains("report"), "{policy}");
}

/// Shows: headers.reports
#[tokio::test]
async fn switched_on_every_policy_names_the_endpoint_once() {
    let instance = instance().await;
    for path in ["/docs", "/nothing/here", "/oauth/authorize?client_id=7", "/healthz"] {
        let answer = instance.browser().get(path).await;
        assert_eq!(answer.header("Reporting-Endpoints"), Some("csp=\"/csp-reports\""), "{path}");
        let policy = answer.header("Content-Security-Policy").unwrap();
        assert!(policy.starts_with("default-src 'self'"), "{policy}");
        let end = "; report-uri /csp-reports; report-to csp";
        assert!(policy.ends_with(end) && policy.matches("report-uri").count() == 1, "{policy}");
    }
}

/// Shows: headers.reports, leaks.reports
#[tokio::test]
async fn of_a_report_the_directive_the_blocked_origin_and_the_route_are_kept() {
    let instance = instance().await;
    let lines = LogLines::default();
    let guard = lines.listen();
    let here = "http://localhost:8000";
    let sent = [
        (
            old("img-src", "https://evil.example/hush?hush#hush", &format!("{here}/invites/hush?hush")),
            r#"directive="img-src" blocked="https://evil.example" page="/invites/<code>""#,
        ),
        (
            // An older browser names no effective directive.
            json!({ "csp-report": { "violated-directive": "script-src 'self' https://hush.example" } }).to_string(),
            r#"directive="script-src" blocked="other" page="other""#,
        ),
        (
            old("form-action", &format!("{here}/hush"), &format!("{here}/portal/apps/new")),
            r#"directive="form-action" blocked="self" page="/portal/apps/new""#,
        ),
        (
            old("hush", "data:hush", "https://hush.example/invites/7"),
            r#"directive="other" blocked="data" page="other""#,
        ),
        (
            old("script-src-elem", "inline", &format!("{here}/hush/hush")),
            r#"directive="script-src-elem" blocked="inline" page="unmatched""#,
        ),
        (
            old("img-src", "https://hush:hush@evil.example:444/", "hush"),
            r#"directive="img-src" blocked="https://evil.example:444" page="other""#,
        ),
        (
            old("img-src", &format!("https://{}.hush.example", "a".repeat(200)), "hush"),
            r#"directive="img-src" blocked="other" page="other""#,
        ),
    ];
    for (body, line) in sent {
        lines.clear();
        send(&instance, OLD, body).await.expect(204);
        let log = lines.text();
        assert!(log.contains(line), "{line} in\n{log}");
        assert!(!log.contains("hush"), "{log}");
    }
    drop(guard);
    let figures = instance.app.metrics.text().unwrap();
    let count = r#"portico_csp_reports_total{directive="img-src"} 3"#;
    assert!(figures.contains(count), "{figures}");
    assert!(!figures.contains("hush"), "{figures}");
}

/// Shows: headers.reports
#[tokio::test]
async fn of_many_reports_in_one_body_ten_are_read_and_other_kinds_are_left_alone() {
    let instance = instance().await;
    let mut batch = vec![json!({ "type": "deprecation", "body": { "id": "hush" } }), json!(7), json!(null)];
    for _ in 0..40 {
        batch.push(new("style-src", "inline", "http://localhost:8000/docs"));
    }
    send(&instance, NEW, json!(batch).to_string()).await.expect(204);
    let figures = instance.app.metrics.text().unwrap();
    assert!(figures.contains(r#"portico_csp_reports_total{directive="style-src"} 10"#), "{figures}");
    for empty in ["[]", "{}", "7", "null", "\"hush\""] {
        send(&instance, NEW, empty).await.expect(204);
    }
}

/// Shows: headers.reports
#[tokio::test]
async fn what_is_no_report_is_refused() {
    let instance = instance().await;
    let good = old("img-src", "inline", "http://localhost:8000/");
    for content_type in ["application/json", "text/plain", "application/x-www-form-urlencoded", "hush"] {
        send(&instance, content_type, good.clone()).await.expect(415);
    }
    for (body, status) in [
        ("".to_owned(), 400),
        ("{".to_owned(), 400),
        (format!("{}{}", "[".repeat(8_000), "]".repeat(8_000)), 400),
        (format!("{good}{}", " ".repeat(16 * 1024 - good.len())), 204),
        (format!("{good}{}", " ".repeat(16 * 1024)), 413),
    ] {
        send(&instance, OLD, body).await.expect(status);
    }
    send(&instance, OLD, b"\"\xff\"".as_slice()).await.expect(400);
    let parameter = format!("{OLD}; charset=utf-8");
    send(&instance, &parameter, good).await.expect(204);
    instance.browser().get(PATH).await.expect(404);
}

/// Shows: headers.reports
#[tokio::test]
async fn reports_are_limited_by_address_and_all_together() {
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("csp_reports", true))
            .merge(("throttle.enabled", true))
            .merge(("throttle.csp_report_address", map! { "burst" => 2, "per_minute" => 1 }))
            .merge(("throttle.csp_reports", map! { "burst" => 5, "per_minute" => 1 }))
    })
    .await;
    let from = async |peer: &str| {
        let request = instance
            .client
            .post(PATH)
            .header(Header::new("Content-Type", OLD))
            .header(Header::new("Host", "localhost:8000"))
            .remote(SocketAddr::new(peer.parse().unwrap(), 9))
            .body("{}");
        Answer::read(request.dispatch().await).await
    };
    for peer in ["192.0.2.1", "198.51.100.2"] {
        from(peer).await.expect(204);
        from(peer).await.expect(204);
        let answer = from(peer).await.expect(429);
        assert!(answer.header("Retry-After").is_some());
    }
    from("203.0.113.3").await.expect(204);
    from("2001:db8::4").await.expect(429);
}
