//! Rules for every route, found among the mounted ones rather than in a list.

use std::collections::BTreeSet;

use rocket::Route;
use rocket::http::{ContentType, Header, Method, Status};
use rocket::local::asynchronous::LocalRequest;

use crate::support::{
    FILES_OF_THE_SITE, LEADS_TO_ITS_PAGE, ListeningNode, OAUTH_ENDPOINTS, OPEN_DOCUMENTS, Person, TestInstance,
};

/// Every mounted route: its method, its pattern, and a path that it matches.
fn routes(instance: &TestInstance) -> Vec<(Method, String, String)> {
    instance
        .client
        .rocket()
        .routes()
        .map(|route| {
            let pattern = route.uri.origin.path().to_string();
            let path: Vec<&str> =
                pattern.split('/').map(|part| if part.starts_with('<') { "1" } else { part }).collect();
            let path = path.join("/");
            (route.method, pattern, path)
        })
        .collect()
}

/// Exempt from the cross-site guard: asked for by programs with a credential of their own, and by browsers that report
/// what they blocked. What has no credential at all only answers preflight requests.
fn is_endpoint(pattern: &str) -> bool {
    is_webhook_url(pattern)
        || OAUTH_ENDPOINTS.contains(&pattern)
        || OPEN_DOCUMENTS.contains(&pattern)
        || ["/csp-reports", "/leaks"].contains(&pattern)
}

fn is_webhook_url(pattern: &str) -> bool {
    ["/webhooks/<path..>", "/hooks/<path..>", "/api/webhooks/<path..>", "/api/<version>/webhooks/<path..>"]
        .contains(&pattern)
}

#[tokio::test]
async fn nothing_is_mounted_that_the_route_table_does_not_list() {
    let instance = TestInstance::open().await;
    let mut listed = portico::routes::pages();
    listed.extend(portico::routes::endpoints());
    let name = |route: &Route| (route.method.as_str(), route.uri.path().to_owned());
    let listed: BTreeSet<_> = listed.iter().map(name).collect();
    let mounted: BTreeSet<_> = instance.client.rocket().routes().map(name).collect();
    assert_eq!(mounted, listed);
}

fn signed_in<'c>(request: LocalRequest<'c>, person: &Person<'_>) -> LocalRequest<'c> {
    let session = person.browser.cookie("portico").unwrap();
    request.cookie(("portico", session))
}

/// Shows: cross-site.refused
#[tokio::test]
async fn nothing_that_changes_anything_answers_to_another_site() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let mut walked = 0;
    for (method, pattern, path) in routes(&instance) {
        if method == Method::Get || is_endpoint(&pattern) || LEADS_TO_ITS_PAGE.contains(&&*pattern) {
            continue;
        }
        walked += 1;
        for headers in [
            &[("Sec-Fetch-Site", "cross-site")][..],
            &[("Sec-Fetch-Site", "same-site"), ("Origin", "http://localhost:8000")],
            &[("Origin", "https://evil.example")],
            &[("Origin", "null")],
            &[],
        ] {
            let mut request =
                instance.client.req(method, path.clone()).header(ContentType::Form).body("decision=approve");
            for (name, value) in headers {
                request.add_header(Header::new(*name, *value));
            }
            let answer = signed_in(request, &alice).dispatch().await;
            assert_eq!(answer.status(), Status::Forbidden, "{method} {pattern} with {headers:?}");
        }
    }
    assert!(walked > 3, "only {walked} routes were found");
}

/// Shows: cross-site.exempt
#[tokio::test]
async fn what_answers_to_another_site_is_listed_here() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let mut exempt = BTreeSet::new();
    for (method, pattern, path) in routes(&instance) {
        if method == Method::Get {
            continue;
        }
        let request = instance.client.req(method, path).header(Header::new("Sec-Fetch-Site", "cross-site"));
        let answer = signed_in(request, &alice).dispatch().await;
        if answer.status() != Status::Forbidden {
            exempt.insert(pattern);
        }
    }
    let (webhooks, others): (Vec<_>, Vec<_>) = exempt.iter().partition(|pattern| is_webhook_url(pattern));
    assert_eq!(webhooks.len(), 4, "{webhooks:?}");
    let mut listed = vec!["/csp-reports", "/leaks"];
    listed.extend(OAUTH_ENDPOINTS);
    listed.extend(OPEN_DOCUMENTS);
    listed.extend(LEADS_TO_ITS_PAGE);
    listed.sort_unstable();
    assert_eq!(others, listed);
}

/// Shows: cross-site.subresources
#[tokio::test]
async fn no_page_answers_to_what_a_page_loads_and_no_get_changes_anything() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let acme = instance.server("Acme", &alice).await;
    let hook = acme.webhook(&alice, &acme.general).await;
    hook.say("@all hello", &["all"]).await.expect(200);
    let before = instance.dump().await;
    let mut walked = routes(&instance);
    walked.extend(
        [
            app.authorize_url(),
            app.authorize_url_with(&[("prompt", "none")]),
            format!("/portal/apps/{}", app.id()),
            format!("/portal/webhooks/{}", hook.id()),
            format!("/channels/{}", acme.general.id),
        ]
        .map(|path| (Method::Get, path.clone(), path)),
    );
    let (mut refused, mut loaded) = (0, Vec::new());
    for (method, pattern, path) in walked {
        if method != Method::Get || OAUTH_ENDPOINTS.contains(&&*pattern) {
            continue;
        }
        for dest in ["image", "iframe", "script", "object"] {
            let request = instance.client.get(path.clone());
            let request = request.header(Header::new("Sec-Fetch-Dest", dest));
            let answer = signed_in(request, &alice).dispatch().await;
            // The one redirect that is the same for everyone, and has no effect.
            let leads_on = answer.headers().contains("Location");
            let is_fixed = pattern == "/.well-known/change-password";
            assert!(is_fixed || !leads_on, "{dest} {pattern}");
            assert!(!answer.headers().contains("Set-Cookie"), "{dest} {pattern}");
            match answer.status() {
                Status::Forbidden => refused += 1,
                _ if dest == "image" => loaded.push(pattern.clone()),
                _ => {}
            }
        }
        // Streams don't end.
        if !path.ends_with("/events") {
            for headers in [&[][..], &[("Sec-Fetch-Dest", "document"), ("Sec-Purpose", "prefetch")]] {
                let mut request = instance.client.get(path.clone());
                for (name, value) in headers {
                    request.add_header(Header::new(*name, *value));
                }
                signed_in(request, &alice).dispatch().await;
            }
        }
    }
    assert!(refused > 100, "only {refused} were refused");
    loaded.sort();
    // What is the same for everyone.
    let public = [
        "/.well-known/",
        "/api/",
        "/apple-touch-icon.png",
        "/avatars/",
        "/branding.css",
        "/branding/logo",
        "/favicon.ico",
        "/healthz",
        "/hooks/",
        "/leaks",
        "/manifest.webmanifest",
        "/metrics",
        "/oauth/jwks",
        "/openapi.json",
        "/readyz",
        "/robots.txt",
        "/service-worker.js",
        "/static/",
        "/webhooks/",
    ];
    for pattern in &loaded {
        assert!(public.iter().any(|start| pattern.starts_with(start)), "{pattern}");
    }
    assert_eq!(instance.dump().await, before);
}

/// Shows: headers.every-answer
#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let instance = TestInstance::configured(|figment| figment.merge(("base_url", "https://chat.example.org"))).await;
    let mut asked = routes(&instance);
    asked.push((Method::Get, "nothing".into(), "/there/is/nothing/here".into()));
    let page = instance.browser().get("/docs").await.expect(200);
    let file = page.attributes("link[rel=stylesheet]", "href").remove(0);
    asked.push((Method::Get, "a file".into(), file));
    for (method, pattern, path) in asked {
        // Refused, led to the sign-in or answered: nobody is signed in, and no stream opens.
        let request = instance.client.req(method, path).header(Header::new("Sec-Fetch-Site", "same-origin"));
        let answer = request.dispatch().await;
        let header = |name: &str| {
            let values: Vec<_> = answer.headers().get(name).collect();
            assert_eq!(values.len(), 1, "{name} of {method} {pattern}: {values:?}");
            values[0].to_owned()
        };
        let policy = header("Content-Security-Policy");
        for part in [
            "default-src 'self'",
            "script-src 'self';",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "object-src 'none'",
        ] {
            assert!(policy.contains(part), "{part} of {method} {pattern}");
        }
        assert!(!policy.contains("unsafe"), "{method} {pattern}");
        assert_eq!(header("X-Content-Type-Options"), "nosniff");
        assert_eq!(header("X-Frame-Options"), "DENY");
        assert_eq!(header("Strict-Transport-Security"), "max-age=63072000");
        assert!(["same-origin", "no-referrer"].contains(&header("Referrer-Policy").as_str()));
        assert!(!header("Permissions-Policy").is_empty());
        let kept = header("Cache-Control");
        let is_document = method == Method::Get && OPEN_DOCUMENTS.contains(&&*pattern);
        let is_of_site = FILES_OF_THE_SITE.contains(&&*pattern);
        let public = pattern.starts_with("/avatars/") || pattern == "a file" || is_document || is_of_site;
        assert!(kept.contains("no-store") || (public && kept.starts_with("public")), "{kept} of {method} {pattern}");
        let is_open = ["/oauth/userinfo", "/oauth/revoke"].contains(&&*pattern)
            || OPEN_DOCUMENTS.contains(&&*pattern)
            // A POST of nothing is a form.
            || (matches!(method, Method::Post | Method::Options) && pattern == "/oauth/token");
        assert_eq!(answer.headers().contains("Access-Control-Allow-Origin"), is_open, "{method} {pattern}");
        assert!(!answer.headers().contains("Server"), "{method} {pattern}");
    }
}

/// Shows: headers.malformed
#[tokio::test]
async fn what_is_too_malformed_to_be_a_request_is_answered_with_the_security_headers() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    for path in ["/", "/sign-in", "/oauth/token", "/webhooks/1/x"] {
        let answer = served.ask("FOO", path).await;
        assert!(answer.status().is_client_error(), "{path}");
        for name in
            ["Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Cache-Control"]
        {
            let values = answer.headers().get_all(name).iter().count();
            assert_eq!(values, 1, "{name} of {path}");
        }
    }
    served.shutdown.notify();
}

#[tokio::test]
async fn a_post_of_nothing_is_a_form_without_fields() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for (method, pattern, path) in routes(&instance) {
        if method != Method::Post || is_endpoint(&pattern) {
            continue;
        }
        let request = instance.client.post(path).header(Header::new("Sec-Fetch-Site", "same-origin"));
        let status = signed_in(request, &alice).dispatch().await.status();
        assert!([303, 404, 422].contains(&status.code) || pattern == "/oauth/authorize", "{status} of {pattern}");
    }
    // A body of an unnamed kind is none.
    let request =
        instance.client.post("/sign-up").header(Header::new("Sec-Fetch-Site", "same-origin")).body("nickname=bob");
    assert_eq!(request.dispatch().await.status(), Status::UnsupportedMediaType);
}
