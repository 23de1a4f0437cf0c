//! `/metrics`, and the log line of every request.

use std::net::SocketAddr;

use portico_store::models::Webhook;
use portico_store::models::webhooks::webhook::NewWebhook;
use portico_store::posting;
use rocket::http::{ContentType, Header};

use crate::support::{Answer, LogLines, TestInstance};

async fn asked_from(instance: &TestInstance, address: &str, headers: &[(&'static str, &str)]) -> Answer {
    let remote: SocketAddr = address.parse().unwrap();
    let mut request = instance.client.get("/metrics").remote(remote);
    if !headers.iter().any(|(name, _)| *name == "Host") {
        request.add_header(Header::new("Host", "localhost:8000"));
    }
    for (name, value) in headers {
        request.add_header(Header::new(*name, value.to_string()));
    }
    Answer::read(request.dispatch().await).await
}

async fn figures(instance: &TestInstance) -> String {
    asked_from(instance, "127.0.0.1:9", &[]).await.expect(200).text()
}

/// Shows: spoofing.metrics
#[tokio::test]
async fn figures_are_for_this_machine_and_the_trusted_networks() {
    let instance = TestInstance::configured(|figment| figment.merge(("trusted_proxies", ["10.1.0.0/16"]))).await;
    for near in ["127.0.0.1:9", "[::1]:9", "[::ffff:127.0.0.1]:9", "10.1.2.3:9"] {
        let answer = asked_from(&instance, near, &[]).await.expect(200);
        assert_eq!(answer.header("Content-Type"), Some("application/openmetrics-text; version=1.0.0; charset=utf-8"));
        assert!(answer.text().ends_with("# EOF\n"));
    }
    for far in ["10.2.0.1:9", "203.0.113.9:9", "[2001:db8::1]:9"] {
        asked_from(&instance, far, &[]).await.expect(404);
    }
}

/// Shows: spoofing.metrics
#[tokio::test]
async fn a_proxy_on_this_machine_gives_no_access() {
    let instance = TestInstance::configured(|figment| figment.merge(("trusted_proxies", ["127.0.0.1/32"]))).await;
    for header in [
        ("X-Forwarded-For", "203.0.113.9"),
        ("X-Forwarded-For", "127.0.0.1"),
        ("Forwarded", "for=127.0.0.1"),
        ("X-Real-IP", "127.0.0.1"),
        ("Via", "1.1 proxy"),
    ] {
        asked_from(&instance, "127.0.0.1:9", &[header]).await.expect(404);
    }
}

/// Shows: spoofing.metrics
#[tokio::test]
async fn a_rebound_host_name_can_not_read_metrics() {
    let instance = TestInstance::configured(|figment| figment.merge(("trusted_proxies", ["10.1.0.0/16"]))).await;
    for host in ["evil.example:8000", "chat.example.org", "localhost.evil.example", "a b"] {
        asked_from(&instance, "127.0.0.1:9", &[("Host", host)]).await.expect(404);
    }
    for host in ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "portico:8000"] {
        asked_from(&instance, "127.0.0.1:9", &[("Host", host)]).await.expect(200);
    }
    // A Prometheus of a trusted network may know this machine by any name.
    asked_from(&instance, "10.1.2.3:9", &[("Host", "portico.internal:8000")]).await.expect(200);
}

#[tokio::test]
async fn requests_are_counted_by_method_pattern_and_class_of_status() {
    let instance = TestInstance::open().await;
    instance.browser().get("/avatars/user/5?v=2").await.expect(200);
    instance.browser().get("/avatars/user/x").await.expect(404);
    instance.browser().get("/healthz").await.expect(200);
    let figures = figures(&instance).await;
    for line in [
        r#"portico_http_requests_total{method="GET",route="/avatars/<kind>/<id>",status="2xx"} 1"#,
        r#"portico_http_requests_total{method="GET",route="/avatars/<kind>/<id>",status="4xx"} 1"#,
        r#"portico_http_request_duration_seconds_count{route="/healthz"} 1"#,
        r#"portico_build_info{version=""#,
    ] {
        assert!(figures.contains(line), "{line} in\n{figures}");
    }
}

/// Shows: leaks.metrics
#[tokio::test]
async fn unmounted_paths_share_one_metric() {
    let instance = TestInstance::open().await;
    let before = figures(&instance).await.lines().count();
    for n in 0..20 {
        instance.browser().get(&format!("/wp-{n}.php?a={n}")).await;
    }
    let after = figures(&instance).await;
    assert!(after.contains(r#"route="unmatched",status="4xx"} 20"#));
    assert!(!after.contains("wp-"));
    // The new pattern, with its histogram, and that of the first look at the figures.
    assert!(after.lines().count() < before + 40);
}

#[tokio::test]
async fn stored_messages_and_their_mentions_are_counted() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    posting::post(&instance.app, alice.id, acme.general.id, "@alice and @nobody").await.unwrap();
    let new = NewWebhook { channel_id: &acme.general.id.to_string(), name: "Builds", avatar: Ok(None) };
    let webhook = Webhook::create(&instance.app, alice.id, new).await.unwrap();
    let url = webhook.runtime_url(&instance.app).unwrap();
    let path = url.expose().strip_prefix("http://localhost:8000").unwrap();
    for body in [r#"{"content":"@alice and @all"}"#, r#"{"content":""}"#] {
        let request = instance.client.post(path.to_owned());
        request.header(ContentType::JSON).body(body).dispatch().await;
    }
    let figures = figures(&instance).await;
    for line in [
        r#"portico_messages_stored_total{origin="person"} 1"#,
        r#"portico_messages_stored_total{origin="webhook"} 1"#,
        r#"portico_mentions_total{outcome="fired"} 1"#,
        r#"portico_mentions_total{outcome="silent"} 3"#,
    ] {
        assert!(figures.contains(line), "{line} in\n{figures}");
    }
    assert!(!figures.contains(path.rsplit('/').next().unwrap()));
}

#[tokio::test]
async fn refusals_are_counted_by_their_code_whatever_a_dialect_calls_them() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for suffix in ["", "/discord", "/slack", "/github", "/gitlab", "/alertmanager"] {
        let unknown = format!("/webhooks/5/nothing{suffix}");
        instance.post_json(&unknown, &[], b"{}").await.expect(404);
    }
    for unknown in ["/api/webhooks/5/nothing", "/api/v10/webhooks/5/nothing", "/hooks/5/nothing"] {
        instance.post_json(unknown, &[], b"{}").await.expect(404);
    }
    let slack = format!("{}/slack", hook.path);
    let large = " ".repeat(65 * 1024);
    instance.post_json(&slack, &[], large.as_bytes()).await.expect(413);
    let figures = figures(&instance).await;
    for line in [
        r#"portico_webhook_refusals_total{code="unknown_webhook"} 9"#,
        r#"portico_webhook_refusals_total{code="payload_too_large"} 1"#,
    ] {
        assert!(figures.contains(line), "{line} in\n{figures}");
    }
}

/// Shows: leaks.log
#[tokio::test]
async fn the_log_names_the_pattern_of_a_request_and_nothing_it_brought_along() {
    let instance = TestInstance::open().await;
    let lines = LogLines::default();
    let guard = lines.listen();
    let browser = instance.browser();
    browser.set_cookie("portico", "hush-cookie");
    browser.get("/avatars/user/hush-parameter?v=hush-query").await;
    browser.get("/hush-path/hush").await;
    browser.post("/sign-in", &[("login", "hush-login"), ("password", "hush")]).await;
    drop(guard);
    let log = lines.text();
    assert!(log.contains(r#"request method="GET" route="/avatars/<kind>/<id>" status=404"#), "{log}");
    assert!(log.contains(r#"method="POST" route="/sign-in" status=422"#));
    assert!(!log.contains("hush"), "{log}");
}
