//! Traces, as a collector gets them from a process: which spans there are, what is in them, and what is not.

use std::collections::BTreeMap;
use std::time::Duration;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, Span};
use prost::Message;
use rocket::tokio::time::{interval, timeout};
use sea_orm::ConnectionTrait;

use super::portico_with;
use crate::support::{
    CALLBACK, PASSWORD, Provider, Reply, ServeProcess, TestDatabase, TestInstance, http_client, leaks,
};

/// The span of a proxy, which traces the request.
const TRACEPARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const JSON: &str = "application/json";
/// Longer than anything takes, shorter than anybody waits.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Batches of spans are sent after a hundredth of a second.
const AT_ONCE: (&str, &str) = ("OTEL_BSP_SCHEDULE_DELAY", "10");

/// The setting that names a collector, and what else is set.
fn traces(collector: &Provider, more: &str) -> String {
    let origin = collector.origin();
    format!("{{endpoint=\"{origin}/v1/traces\"{more}}}")
}

/// A process that sends its traces to a collector, with what else is set.
async fn traced(instance: &TestInstance, more: &str, settings: &[(&str, &str)]) -> (Provider, ServeProcess) {
    let collector = Provider::answering([Reply::status(200)]).await;
    let setting = traces(&collector, more);
    let mut all = vec![("ROCKET_TRACES", setting.as_str())];
    all.extend(settings);
    let serving = ServeProcess::start(instance, &all);
    (collector, serving)
}

/// What a collector got.
fn batches(collector: &Provider) -> Vec<ResourceSpans> {
    let mut batches = Vec::new();
    for heard in collector.heard() {
        assert_eq!((heard.method.as_str(), heard.path.as_str()), ("POST", "/v1/traces"));
        assert_eq!(heard.header("Content-Type"), Some("application/x-protobuf"));
        let sent = ExportTraceServiceRequest::decode(heard.bytes.as_slice()).unwrap();
        batches.extend(sent.resource_spans);
    }
    batches
}

/// Its spans, each once, whatever batches they came in.
fn received(collector: &Provider) -> Vec<Span> {
    let scopes = batches(collector).into_iter().flat_map(|batch| batch.scope_spans);
    scopes.flat_map(|scope| scope.spans).collect()
}

fn attributes(span: &Span) -> BTreeMap<&str, String> {
    texts(&span.attributes)
}

fn texts(attributes: &[KeyValue]) -> BTreeMap<&str, String> {
    let attributes = attributes.iter().map(|pair| {
        let value = pair.value.as_ref().and_then(|value| value.value.as_ref());
        let text = match value.unwrap() {
            Value::StringValue(text) => text.clone(),
            Value::IntValue(number) => number.to_string(),
            other => panic!("{other:?}"),
        };
        (pair.key.as_str(), text)
    });
    attributes.collect()
}

/// The span of the last request with this name.
fn request<'s>(spans: &'s [Span], name: &str) -> &'s Span {
    let named = spans.iter().filter(|span| span.name == name && span.kind() == SpanKind::Server);
    let last = named.max_by_key(|span| span.start_time_unix_nano);
    last.unwrap_or_else(|| {
        let others: Vec<_> = spans.iter().map(|span| &span.name).collect();
        panic!("no {name} among {others:?}")
    })
}

/// The spans within a span, at any depth, by name.
fn within<'s>(spans: &'s [Span], outer: &Span) -> Vec<&'s Span> {
    let mut found: Vec<&Span> = Vec::new();
    let mut ids = vec![outer.span_id.clone()];
    while let Some(id) = ids.pop() {
        for span in spans.iter().filter(|span| span.parent_span_id == id) {
            assert_eq!(span.trace_id, outer.trace_id);
            ids.push(span.span_id.clone());
            found.push(span);
        }
    }
    found
}

fn names(spans: &[&Span]) -> Vec<String> {
    spans.iter().map(|span| span.name.clone()).collect()
}

/// Signs Alice in, at the process: its clock is the machine's, by which a session of the test has ended. Returns her cookie.
async fn sign_in(serving: &ServeProcess) -> String {
    let form = http_client()
        .post(serving.url("/sign-in"))
        .body(format!("login=alice&password={PASSWORD}"))
        .header("Sec-Fetch-Site", "same-origin")
        .header("Content-Type", "application/x-www-form-urlencoded");
    let answer = form.send().await.unwrap();
    assert_eq!(answer.status(), 303);
    let mut cookies = answer.headers().get_all("Set-Cookie").iter();
    let cookie = cookies.find_map(|cookie| cookie.to_str().unwrap().strip_prefix("portico="));
    cookie.unwrap().split(';').next().unwrap().to_owned()
}

async fn stop(serving: ServeProcess) {
    serving.tell_to_stop();
    assert!(serving.ended().await.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_posts_trace_shows_where_its_time_went() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    let (collector, serving) = traced(&instance, "", &[]).await;
    let post = http_client().post(serving.url(&hook.path)).header("Content-Type", JSON);
    let answer = post.body(r#"{"content":"hello"}"#).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    stop(serving).await;

    let spans = received(&collector);
    let post = request(&spans, "POST /webhooks/<path..>");
    assert!(post.parent_span_id.is_empty());
    assert_eq!(
        attributes(post),
        BTreeMap::from([
            ("http.request.method", "POST".to_owned()),
            ("http.response.status_code", "200".to_owned()),
            ("http.route", "/webhooks/<path..>".to_owned()),
        ])
    );
    let parts = within(&spans, post);
    let batch = parts.iter().find(|span| span.name == "batch").unwrap();
    assert_eq!(attributes(batch)["jobs"], "1");
    let queue = parts.iter().find(|span| span.name == "queue").unwrap();
    assert_eq!(batch.parent_span_id, queue.span_id);
    let written = within(&spans, batch);
    assert!(
        written.iter().any(|span| attributes(span)["db.query.text"].contains("INSERT INTO messages")),
        "{written:?}"
    );
    for statement in parts.iter().filter(|span| span.kind() == SpanKind::Client) {
        let attributes = attributes(statement);
        assert!(["sqlite", "postgresql"].contains(&attributes["db.system.name"].as_str()));
        assert!(attributes["db.query.text"].starts_with(&statement.name));
    }
    // Every part began and ended within the request.
    for part in &parts {
        assert!(post.start_time_unix_nano <= part.start_time_unix_nano);
        assert!(part.start_time_unix_nano <= part.end_time_unix_nano);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_service_is_portico_unless_the_environment_names_it_otherwise() {
    let named = async |settings: &[(&str, &str)]| {
        let instance = TestInstance::open().await;
        let (collector, serving) = traced(&instance, "", settings).await;
        let page = http_client().get(serving.url("/sign-in"));
        assert_eq!(page.send().await.unwrap().status(), 200);
        stop(serving).await;
        let batch = batches(&collector).swap_remove(0);
        let resource = batch.resource.unwrap();
        let known = texts(&resource.attributes);
        let said = |key| known.get(key).cloned().unwrap_or_default();
        [said("service.name"), said("deployment.environment.name")]
    };
    assert_eq!(named(&[]).await, ["portico", ""]);
    let more = ("OTEL_RESOURCE_ATTRIBUTES", "service.name=chat,deployment.environment.name=staging");
    assert_eq!(named(&[more]).await, ["chat", "staging"]);
    let name = ("OTEL_SERVICE_NAME", "talk");
    assert_eq!(named(&[more, name]).await, ["talk", "staging"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_pages_trace_has_its_statements_and_its_rendering() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    let (collector, serving) = traced(&instance, "", &[]).await;
    let cookie = sign_in(&serving).await;
    let client = http_client();
    let page = client.get(serving.url("/portal")).header("Cookie", format!("portico={cookie}"));
    assert_eq!(page.send().await.unwrap().status(), 200);
    let sign_in = client
        .post(serving.url("/sign-in"))
        .body("login=alice&password=wrong-password")
        .header("Sec-Fetch-Site", "same-origin")
        .header("Content-Type", "application/x-www-form-urlencoded");
    assert_eq!(sign_in.send().await.unwrap().status(), 422);
    let missing = client.get(serving.url("/no/such/page"));
    assert_eq!(missing.send().await.unwrap().status(), 404);
    drop(client);
    stop(serving).await;

    let spans = received(&collector);
    let parts = names(&within(&spans, request(&spans, "GET /portal")));
    assert!(parts.contains(&"render".to_owned()), "{parts:?}");
    assert!(parts.contains(&"SELECT".to_owned()), "{parts:?}");
    let parts = names(&within(&spans, request(&spans, "POST /sign-in")));
    assert!(parts.contains(&"hash password".to_owned()), "{parts:?}");
    let missing = attributes(request(&spans, "GET unmatched"));
    assert_eq!(missing["http.response.status_code"], "404");
    assert!(!missing.contains_key("http.route"));
}

/// Shows: leaks.traces
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn no_span_has_anything_that_a_request_brings_along() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let code = app.code_for(&alice).await;
    let proxy = ("ROCKET_TRUSTED_PROXIES", "[\"127.0.0.0/8\"]");
    let (collector, serving) = traced(&instance, ",from_proxy=true", &[proxy]).await;
    let cookie = sign_in(&serving).await;
    let client = http_client();
    let (text, address) = ("nobody-else-reads-this", "203.0.113.77");
    let posts = [
        (hook.path.clone(), JSON, format!(r#"{{"content":"{text} @alice","name":"{text}"}}"#)),
        ("/oauth/token".into(), JSON, app.fields(&code).to_string()),
        ("/sign-in".into(), "application/x-www-form-urlencoded", format!("login=alice&password={PASSWORD}")),
        ("/settings/profile".into(), "application/x-www-form-urlencoded", format!("name={text}&nickname=alice")),
        ("/reset".into(), "application/x-www-form-urlencoded", format!("login={text}")),
    ];
    for (path, kind, body) in posts {
        let post = client
            .post(serving.url(&path))
            .header("Cookie", format!("portico={cookie}"))
            .header("Sec-Fetch-Site", "same-origin")
            .header("User-Agent", text)
            .header("X-Forwarded-For", address)
            .header("traceparent", TRACEPARENT)
            .header("tracestate", format!("vendor={text}"))
            .header("Content-Type", kind);
        assert!(post.body(body).send().await.unwrap().status().as_u16() < 500);
    }
    for path in [
        format!("/servers/{}/search?q={text}", acme.server.id),
        format!("/nothing/{text}?{text}"),
        format!("/people/{text}"),
        hook.path.clone(),
    ] {
        let page = client
            .get(serving.url(&path))
            .header("Cookie", format!("portico={cookie}"))
            .header("Referer", format!("http://localhost:8000{}", hook.path));
        assert!(page.send().await.unwrap().status().as_u16() < 500);
    }
    stop(serving).await;

    let spans = received(&collector);
    for name in ["POST /oauth/token", "POST /sign-in", "GET /servers/<server_id>/search"] {
        request(&spans, name);
    }
    for secret in [PASSWORD, &code, &cookie, &app.secret, hook.token()] {
        leaks::made(secret);
    }
    for span in &spans {
        let shown = format!("{span:?}");
        leaks::expect_none("a trace", &shown);
        for known in ["alice", text, address, "localhost:8000"] {
            assert!(!shown.contains(known), "{shown}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_access_log_names_the_trace_of_a_request() {
    let instance = TestInstance::open().await;
    let collector = Provider::answering([Reply::status(200)]).await;
    let setting = traces(&collector, "");
    let file = instance.app.config.data_dir.join("traced.log");
    let settings = [("ROCKET_TRACES", setting.as_str()), ("ROCKET_LOG", "{format=\"json\"}"), ("RUST_LOG", "info")];
    let serving = ServeProcess::start_logging(&instance, &settings, &file);
    let page = http_client().get(serving.url("/sign-in"));
    assert_eq!(page.send().await.unwrap().status(), 200);
    stop(serving).await;

    let log = std::fs::read_to_string(file).unwrap();
    let lines = log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let mut ids = lines
        .filter(|line| line["fields"]["route"] == "/sign-in")
        .map(|line| line["fields"]["trace_id"].as_str().unwrap().to_owned());
    let logged = ids.next().unwrap();
    let spans = received(&collector);
    let sent = &request(&spans, "GET /sign-in").trace_id;
    let sent: String = sent.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(logged, sent);
}

/// Shows: spoofing.traces
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn only_a_trusted_proxy_continues_its_trace_or_leaves_a_request_out() {
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let asked = async |settings: &[(&str, &str)], more: &str, flags: &str| {
        let instance = TestInstance::open().await;
        let (collector, serving) = traced(&instance, more, settings).await;
        let page = http_client()
            .get(serving.url("/sign-in"))
            .header("traceparent", format!("00-{trace}-b7ad6b7169203331-{flags}"));
        assert_eq!(page.send().await.unwrap().status(), 200);
        stop(serving).await;
        let spans = received(&collector);
        let mut found = spans.iter().filter(|span| span.name == "GET /sign-in");
        found.next().map(|span| {
            let id: String = span.trace_id.iter().map(|byte| format!("{byte:02x}")).collect();
            (id == trace, !span.parent_span_id.is_empty())
        })
    };
    let trusted = [("ROCKET_TRUSTED_PROXIES", "[\"127.0.0.0/8\"]")];
    let go_on = ",from_proxy=true";
    assert_eq!(asked(&trusted, go_on, "01").await, Some((true, true)));
    assert_eq!(asked(&trusted, go_on, "00").await, None);
    assert_eq!(asked(&trusted, "", "01").await, Some((false, false)));
    assert_eq!(asked(&[], go_on, "01").await, Some((false, false)));
    assert_eq!(asked(&[], go_on, "00").await, Some((false, false)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn requests_that_are_not_drawn_have_no_spans_at_all() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    let (collector, serving) = traced(&instance, ",ratio=0.000000000001", &[]).await;
    for _ in 0..20 {
        let post = http_client().post(serving.url(&hook.path)).header("Content-Type", JSON);
        let answer = post.body(r#"{"content":"hello"}"#).send().await.unwrap();
        assert_eq!(answer.status(), 200);
    }
    stop(serving).await;
    let spans = received(&collector);
    assert_eq!(names(&spans.iter().collect::<Vec<_>>()), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_streams_span_ends_when_its_response_begins() {
    let instance = TestInstance::open().await;
    let (_, acme, _) = instance.acme_with_webhook().await;
    let (collector, serving) = traced(&instance, "", &[AT_ONCE]).await;
    let cookie = sign_in(&serving).await;
    let path = format!("/channels/{}/events", acme.general.id);
    let stream = http_client().get(serving.url(&path)).header("Cookie", format!("portico={cookie}"));
    let stream = stream.send().await.unwrap();
    assert_eq!(stream.status(), 200);
    let name = "GET /channels/<id>/events";
    let sent = async {
        let mut looks = interval(Duration::from_millis(20));
        while !received(&collector).iter().any(|span| span.name == name) {
            looks.tick().await;
        }
    };
    timeout(TIMEOUT, sent).await.expect("the span is sent");
    drop(stream);
    stop(serving).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_failed_requests_span_is_an_error() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    let (collector, serving) = traced(&instance, "", &[]).await;
    let cookie = sign_in(&serving).await;
    let gone = "ALTER TABLE oauth_apps RENAME TO oauth_apps_gone";
    instance.app.db.execute_unprepared(gone).await.unwrap();
    let page = http_client().get(serving.url("/portal")).header("Cookie", format!("portico={cookie}"));
    assert_eq!(page.send().await.unwrap().status(), 500);
    stop(serving).await;
    let spans = received(&collector);
    let failed = request(&spans, "GET /portal");
    assert_eq!(attributes(failed)["error.type"], "500");
    assert_eq!(failed.status.as_ref().unwrap().code(), StatusCode::Error);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn without_its_collector_the_product_goes_on_and_says_so_once() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    let collector = Provider::answering([Reply::status(503)]).await;
    let setting = traces(&collector, ",headers={X-Token=\"not-for-the-log\"}");
    let file = instance.app.config.data_dir.join("alone.log");
    let serving = ServeProcess::start_logging(
        &instance,
        &[("ROCKET_TRACES", &setting), ("OTEL_BSP_SCHEDULE_DELAY", "10")],
        &file,
    );
    let client = http_client();
    while collector.heard().len() < 3 {
        let post = client.post(serving.url(&hook.path)).header("Content-Type", JSON);
        let answer = post.body(r#"{"content":"hello"}"#).send().await.unwrap();
        assert_eq!(answer.status(), 200);
    }
    drop(client);
    stop(serving).await;
    assert!(collector.heard().iter().all(|heard| heard.header("X-Token") == Some("not-for-the-log")));
    let log = std::fs::read_to_string(file).unwrap();
    assert_eq!(log.matches("traces can't be sent to the collector").count(), 1, "{log}");
    assert!(!log.contains("not-for-the-log"), "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_wrong_setting_is_refused_at_start() {
    let database = TestDatabase::create().await;
    for (setting, part) in [
        ("{endpoint=\"http://127.0.0.1:4318\"}", "`traces.endpoint`"),
        ("{endpoint=\"https://a.example/v1/traces\",ca_file=\"/no/such/file\"}", "`traces.ca_file`"),
        ("{endpoint=\"https://a.example/v1/traces\",sampler=\"all\"}", "sampler"),
    ] {
        let refused = portico_with(&database, &["serve"], "", &[("ROCKET_TRACES", setting)]);
        let sentence = refused.refused();
        assert!(sentence.contains(part), "{sentence}");
    }
}
