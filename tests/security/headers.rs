//! The headers of every response: of pages, of every method, of errors of every kind.

use std::collections::BTreeSet;

use rocket::figment::map;
use rocket::http::Method;
use scraper::{Html, Selector};
use sea_orm::ConnectionTrait;

use super::town::{Town, is_stream};
use crate::support::{Answer, FILES_OF_THE_SITE, OPEN_DOCUMENTS, PASSWORD, TestInstance};

/// Pages of other sites may read what these answer.
const OPEN_ENDPOINTS: [&str; 3] = ["/oauth/revoke", "/oauth/token", "/oauth/userinfo"];

/// Panics unless the answer carries every header once and as it has to be.
#[track_caller]
fn expect_headers(answer: &Answer, what: &str) {
    let header = |name: &str| {
        let values: Vec<&str> = answer
            .headers
            .iter()
            .filter(|(found, _)| found.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
            .collect();
        assert_eq!(values.len(), 1, "{name} of {what}: {values:?}");
        values[0]
    };
    let policy = header("Content-Security-Policy");
    let rules: Vec<&str> = policy.split(';').map(str::trim).collect();
    for rule in [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
    ] {
        assert!(rules.contains(&rule), "{rule} of {what}: {policy}");
    }
    assert!(!policy.contains("unsafe"), "{what}: {policy}");
    assert_eq!(header("X-Content-Type-Options"), "nosniff", "{what}");
    assert_eq!(header("X-Frame-Options"), "DENY", "{what}");
    let referrer = header("Referrer-Policy");
    assert!(["same-origin", "no-referrer"].contains(&referrer), "{what}");
    header("Permissions-Policy");
    for (name, _) in &answer.headers {
        let name = name.to_lowercase();
        if name.starts_with("access-control-") {
            // Without credentials, and at the endpoints for programs alone.
            let is_open = OPEN_ENDPOINTS.iter().any(|path| what.ends_with(path))
                || OPEN_DOCUMENTS.iter().any(|path| what.ends_with(path));
            let is_harmless = name != "access-control-allow-credentials";
            assert!(is_open && is_harmless, "{name} of {what}");
        }
        assert!(!["server", "x-powered-by"].contains(&name.as_str()), "{name} of {what}");
    }
}

fn is_kept(answer: &Answer) -> bool {
    answer.header("Cache-Control") != Some("no-store")
}

/// Shows: headers.every-answer, headers.no-store
#[tokio::test]
async fn every_page_carries_them_as_its_owner_sees_it_and_none_is_kept() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let mut shown = 0;
    for (method, pattern) in town.routes() {
        if method != Method::Get {
            continue;
        }
        let answer = town.ask(&town.alice.browser, method, &pattern).await;
        expect_headers(&answer, &pattern);
        shown += usize::from(answer.status == 200);
        // Pictures, files and what clients of every site read are everyone's.
        let is_picture_or_file = pattern.starts_with("/avatars/") || pattern.starts_with("/static/");
        let public =
            is_picture_or_file || FILES_OF_THE_SITE.contains(&&*pattern) || OPEN_DOCUMENTS.contains(&&*pattern);
        assert_eq!(is_kept(&answer), public, "{pattern}");
        if is_stream(&pattern) {
            let kind = answer.header("Content-Type").unwrap();
            assert!(kind.starts_with("text/event-stream"), "{pattern}");
        }
    }
    assert!(shown > 25, "only {shown} pages were shown");
}

/// Shows: headers.every-answer
#[tokio::test]
async fn every_method_on_every_path_is_answered_with_them() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let mut patterns: Vec<_> = town.routes().into_iter().map(|(_, at)| at).collect();
    patterns.sort();
    patterns.dedup();
    let guest = instance.browser();
    for pattern in patterns {
        for method in
            [Method::Head, Method::Post, Method::Put, Method::Patch, Method::Delete, Method::Options, Method::Trace]
        {
            // The head of a stream has no end either.
            if method == Method::Head && is_stream(&pattern) {
                continue;
            }
            let answer = town.ask(&guest, method, &pattern).await;
            let what = format!("{method} {pattern}");
            expect_headers(&answer, &what);
            assert_ne!(answer.status, 500, "{what}");
            let is_file = method == Method::Head && answer.status == 200;
            assert!(is_file || !is_kept(&answer), "{what}");
        }
    }
}

/// Shows: headers.faults
#[tokio::test]
async fn faults_of_every_kind_carry_them() {
    let instance = TestInstance::configured(|figment| {
        let once = map! { "burst" => 1, "per_minute" => 1 };
        figment
            .merge(("throttle.enabled", true))
            .merge(("throttle.sign_up_address", once.clone()))
            .merge(("throttle.token_address", map! { "burst" => 4, "per_minute" => 1 }))
            .merge(("throttle.webhook_address", once))
    })
    .await;
    let town = Town::build(&instance).await;
    let (alice, guest) = (&town.alice.browser, instance.browser());
    let large = "x".repeat(2 * 1024 * 1024);
    let form = |value| [("nickname", value), ("password", PASSWORD)];
    let unread = instance
        .client
        .post("/sign-up")
        .header(crate::support::header("Sec-Fetch-Site", "same-origin"))
        .header(crate::support::header("Content-Type", "text/plain"))
        .body("x");
    let unread = Answer::read(unread.dispatch().await).await;
    let mut answers = vec![
        guest.get("/oauth/authorize").await,
        guest.post_with("/sign-in", &[], &[]).await,
        guest.get("/nothing/here").await,
        guest.get("/settings/profile").await,
        guest.post("/sign-up", &form("x")).await,
        guest.post("/sign-up", &form("x")).await,
        guest.post("/sign-in", &[("login", &large)]).await,
        unread,
        instance.token("{}").await,
        instance.token(large.clone()).await,
        instance.token(town.app.fields("x").to_string()).await,
        instance.token("{}").await,
        town.hook.post_with(&[], large.clone()).await,
        town.hook.post_with(&[], "{").await,
        instance.post_json("/webhooks/1/x", &[], b"{}").await,
        instance.post_json("/webhooks/1/x", &[], b"{}").await,
        guest.get(&town.hook.path).await,
        guest.get("/oauth/token").await,
    ];
    for table in ["client_secrets", "webhooks", "members"] {
        let rename = format!("ALTER TABLE {table} RENAME TO {table}_gone");
        instance.app.db.execute_unprepared(&rename).await.unwrap();
    }
    answers.push(alice.get("/servers").await);
    answers.push(instance.post_json("/webhooks/2/x", &[], b"{}").await);
    instance.app.db.close().await.unwrap();
    answers.push(alice.get("/servers").await);
    answers.push(town.hook.say("x", &[]).await);
    let told: BTreeSet<u16> = answers.iter().map(|answer| answer.status).collect();
    for answer in &answers {
        expect_headers(answer, &answer.text());
        assert!(!is_kept(answer), "{}", answer.status);
    }
    for status in [400, 403, 404, 405, 413, 415, 422, 429, 500, 503] {
        assert!(told.contains(&status), "no {status} among {told:?}");
    }
    for answer in answers.iter().filter(|one| [429, 503].contains(&one.status)) {
        let wait = answer.header("Retry-After").unwrap_or_default();
        assert!(wait.parse::<u64>().is_ok_and(|wait| wait > 0), "{wait:?}");
    }
}

/// Shows: headers.no-inline-code
#[tokio::test]
async fn no_page_has_an_inline_script_or_style() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let everything = Selector::parse("*").unwrap();
    for (method, pattern) in town.routes() {
        if method != Method::Get || is_stream(&pattern) {
            continue;
        }
        let answer = town.ask(&town.alice.browser, method, &pattern).await;
        let is_page = answer.content_type.as_ref().is_some_and(|kind| kind.is_html());
        if !is_page {
            continue;
        }
        let page = Html::parse_document(&answer.text());
        for element in page.select(&everything).map(|element| element.value()) {
            let inline = element.name() == "style" || element.name() == "script" && element.attr("src").is_none();
            assert!(!inline, "a {} in {pattern}", element.name());
            for (name, value) in element.attrs() {
                let runs = name.starts_with("on")
                    || name == "style"
                    || value.trim_start().to_lowercase().starts_with("javascript:");
                assert!(!runs, "{name}={value} in {pattern}");
            }
        }
    }
}

/// Shows: headers.hsts
#[tokio::test]
async fn browsers_insist_on_tls_only_where_the_address_has_it() {
    let name = "Strict-Transport-Security";
    let instance = TestInstance::open().await;
    assert_eq!(instance.browser().get("/").await.header(name), None);
    let instance = TestInstance::configured(|figment| figment.merge(("base_url", "https://chat.example.org"))).await;
    for path in ["/", "/nothing/here", "/oauth/token", "/oauth/userinfo", "/webhooks/1/x", "/healthz"] {
        let answer = instance.browser().get(path).await;
        // Of this host alone: no one asked for TLS on the hosts below its name.
        assert_eq!(answer.header(name), Some("max-age=63072000"), "{path}");
    }
}
