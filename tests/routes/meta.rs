//! `/healthz`, `/readyz`, `/avatars`, `/static` and `/settings/theme`.

use std::fs;
use std::path::Path;

use portico_migrations::Migrator;
use rocket::http::{ContentType, Header, Method};
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::support::TestInstance;

#[tokio::test]
async fn a_running_instance_is_alive_and_ready() {
    let instance = TestInstance::open().await;
    let alive = instance.browser().get("/healthz").await.expect(200);
    assert_eq!(alive.text(), "alive\n");
    let ready = instance.browser().get("/readyz").await.expect(200);
    assert_eq!(ready.text(), "ready\n");
}

/// Shows: faults.newer-schema
#[tokio::test]
async fn an_instance_on_an_older_schema_is_alive_but_not_ready() {
    let instance = TestInstance::open().await;
    Migrator::down(&*instance.app.db, Some(1)).await.unwrap();
    instance.browser().get("/healthz").await.expect(200);
    let answer = instance.browser().get("/readyz").await.expect(503);
    assert!(answer.text().contains("older than this program"));
}

/// Shows: faults.file-replaced
#[tokio::test]
async fn an_instance_whose_sqlite_file_was_removed_or_replaced_is_not_ready() {
    let instance = TestInstance::open().await;
    let looked = async |status| {
        instance.app.look_for_file();
        instance.browser().get("/readyz").await.expect(status)
    };
    let url = instance.database_url().to_owned();
    let Some(file) = url.strip_prefix("sqlite://").map(Path::new) else {
        // Postgres has no file that could be looked at.
        looked(200).await;
        return;
    };
    looked(200).await;
    let aside = file.with_extension("aside");
    fs::rename(file, &aside).unwrap();
    let said = looked(503).await.text();
    assert!(said.contains("removed or replaced"), "{said}");
    fs::copy(&aside, file).unwrap();
    let said = looked(503).await.text();
    assert!(said.contains("removed or replaced"), "{said}");
    fs::rename(&aside, file).unwrap();
    looked(200).await;
}

/// Shows: faults.damaged
#[tokio::test]
async fn an_instance_that_finds_its_sqlite_file_damaged_is_not_ready() {
    let instance = TestInstance::open().await;
    let url = instance.database_url().to_owned();
    let Some(file) = url.strip_prefix("sqlite://").map(Path::new) else {
        // Postgres has no file that could be looked at.
        return;
    };
    instance.person("ada").await;
    let before = instance.browser().get("/readyz").await.expect(200);
    assert_eq!(before.text(), "ready\n");
    instance.app.db.query_one_raw(checkpoint()).await.unwrap();
    let bytes = fs::read(file).unwrap();
    let damaged: Vec<u8> = bytes.iter().take(4_096).copied().chain(bytes.iter().skip(4_096).map(|_| 0x5a)).collect();
    fs::write(file, damaged).unwrap();
    // A connection whose cache has none of the pages.
    let apart = instance.app.db.apart();
    let read = Statement::from_string(DbBackend::Sqlite, "SELECT COUNT(*) FROM users");
    apart.query_one_raw(read).await.unwrap_err();
    let after = instance.browser().get("/readyz").await.expect(503);
    assert_eq!(after.text(), "the database is damaged\n");
}

fn checkpoint() -> Statement {
    Statement::from_string(DbBackend::Sqlite, "PRAGMA wal_checkpoint(TRUNCATE)")
}

#[tokio::test]
async fn every_subject_has_a_picture_that_any_page_may_show() {
    let instance = TestInstance::open().await;
    for kind in ["user", "app", "webhook", "server"] {
        let answer = instance.browser().get(&format!("/avatars/{kind}/5")).await.expect(200);
        assert_eq!(answer.header("Content-Type"), Some("image/png"));
        assert_eq!(answer.bytes[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(answer.header("Cache-Control"), Some("public, max-age=300"));
        assert_eq!(answer.header("Cross-Origin-Resource-Policy"), Some("cross-origin"));
    }
}

#[tokio::test]
async fn what_programs_only_read_refuses_other_methods_with_those_that_it_takes() {
    let instance = TestInstance::open().await;
    for path in
        ["/healthz", "/readyz", "/openapi.json", "/oauth/jwks", "/.well-known/openid-configuration", "/avatars/user/1"]
    {
        for method in [Method::Post, Method::Put, Method::Delete, Method::Trace] {
            let answer = instance.client.req(method, path).dispatch().await;
            assert_eq!(answer.status().code, 405, "{method} {path}");
            assert_eq!(answer.headers().get_one("Allow"), Some("GET, HEAD"));
        }
    }
    // What isn't there is not found by any method that could read it.
    let answer = instance.browser().get("/avatars/user/x").await;
    answer.expect(404);
}

#[tokio::test]
async fn a_picture_with_a_version_is_kept_for_good() {
    let instance = TestInstance::open().await;
    let answer = instance.browser().get("/avatars/user/5?v=1").await.expect(200);
    assert_eq!(answer.header("Cache-Control"), Some("public, max-age=31536000, immutable"));
}

#[tokio::test]
async fn a_picture_that_the_browser_has_is_not_sent_again() {
    let instance = TestInstance::open().await;
    let answer = instance.browser().get("/avatars/user/5").await.expect(200);
    let tag = answer.header("ETag").unwrap().to_owned();
    let again = |tag: &str| {
        let tag = rocket::http::Header::new("If-None-Match", tag.to_owned());
        instance.client.get("/avatars/user/5").header(tag).dispatch()
    };
    let same = again(&tag).await;
    assert_eq!(same.status().code, 304);
    assert!(same.into_bytes().await.unwrap_or_default().is_empty());
    assert_eq!(again("\"another\"").await.status().code, 200);
}

/// Shows: throttle.pictures
#[tokio::test]
async fn pictures_that_have_to_be_generated_are_limited_by_address_and_cached_ones_are_not() {
    let instance = TestInstance::configured(|figment| {
        let strict = rocket::figment::map! { "burst" => 2, "per_minute" => 1 };
        figment.merge(("throttle.enabled", true)).merge(("throttle.picture_address", strict))
    })
    .await;
    let browser = instance.browser();
    // Ids that no other test has a picture made of.
    for (id, status) in [(77_001, 200), (77_002, 200), (77_003, 429), (77_001, 200)] {
        let answer = browser.get(&format!("/avatars/server/{id}")).await;
        assert_eq!(answer.status, status, "{id}");
    }
}

/// Shows: faults.uploads
#[tokio::test]
async fn nothing_is_read_of_what_someone_signed_out_uploads() {
    use rocket::tokio::io::{AsyncReadExt, AsyncWriteExt};
    let instance = TestInstance::open().await;
    let served = crate::support::ListeningNode::beside(&instance).await;
    for path in ["/settings/profile", "/portal/apps", "/portal/webhooks"] {
        let address = ("127.0.0.1", served.port);
        let mut stream = rocket::tokio::net::TcpStream::connect(address).await.unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost:8000\r\nSec-Fetch-Site: same-origin\r\n\
             Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // The framework looks at the first bytes of every body; no more is sent, and the answer comes all the same.
        stream.write_all(&[b'-'; 1_024]).await.unwrap();
        let mut answer = [0; 12];
        let read = stream.read_exact(&mut answer);
        let longest = std::time::Duration::from_secs(15);
        rocket::tokio::time::timeout(longest, read).await.unwrap().unwrap();
        assert_eq!(&answer, b"HTTP/1.1 303", "{path}");
    }
}

#[tokio::test]
async fn there_is_no_picture_of_an_unknown_kind_or_under_a_malformed_id() {
    let instance = TestInstance::open().await;
    for path in [
        "/avatars/channel/5",
        "/avatars/USER/5",
        "/avatars/user/0",
        "/avatars/user/05",
        "/avatars/user/+5",
        "/avatars/user/-5",
        "/avatars/user/5.0",
        "/avatars/user/9007199254740992",
        "/avatars/user/five",
    ] {
        let answer = instance.browser().get(path).await.expect(404);
        assert_eq!(answer.header("Cache-Control"), Some("no-store"), "{path}");
    }
}

#[tokio::test]
async fn a_choice_of_colours_is_kept_in_a_cookie_signed_in_or_not() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for browser in [&instance.browser(), &alice.browser] {
        let answer = browser.post("/settings/theme", &[("theme", "dark"), ("next", "/docs")]).await.expect(303);
        assert_eq!(answer.location(), "/docs");
        let cookie = answer.header("Set-Cookie").unwrap();
        assert!(cookie.starts_with("portico-theme=dark"), "{cookie}");
        assert!(cookie.contains("Max-Age="), "{cookie}");
        let page = browser.get("/docs").await.expect(200);
        assert_eq!(page.attributes("html", "data-theme"), ["dark"]);
    }
}

#[tokio::test]
async fn a_choice_of_colours_leads_back_to_the_page_with_its_query() {
    let instance = TestInstance::open().await;
    let browser = instance.browser();
    let sent = [("theme", "dark"), ("next", "/sign-in")];
    let page = "/sign-in?next=%2Fdocs%3Fa%3D1%26b%3D2";
    let origin = instance.app.config.base_url.origin();
    for (referer, leads_to) in [
        (format!("{origin}{page}"), page),
        // A page that its own path is not named by, and another site's.
        (format!("{origin}/portal?code=1"), "/sign-in"),
        (format!("https://evil.example{page}"), "/sign-in"),
    ] {
        let headers = [("Referer", referer.as_str()), ("Origin", origin)];
        let answer = browser.post_with("/settings/theme", &sent, &headers).await;
        assert_eq!(answer.expect(303).location(), leads_to, "{referer}");
    }
}

#[tokio::test]
async fn an_address_that_leads_nowhere_is_not_repeated_by_the_choice_of_colours() {
    let instance = TestInstance::open().await;
    let page = instance.browser().get("/nowhere?token=s3cret").await;
    let page = page.expect(404);
    assert_eq!(page.attributes("footer .theme [name=next]", "value"), ["/"]);
    assert!(!page.text().contains("s3cret"));
}

/// Shows: sessions.next-stays
#[tokio::test]
async fn colours_that_do_not_exist_are_the_systems_and_lead_nowhere_else() {
    let instance = TestInstance::open().await;
    let browser = instance.browser();
    let fields = [("theme", "<plaid>"), ("next", "//evil.example")];
    let answer = browser.post("/settings/theme", &fields).await.expect(303);
    assert_eq!(answer.location(), "/");
    let page = browser.get("/docs").await.expect(200);
    assert_eq!(page.attributes("html", "data-theme"), ["system"]);
}

#[tokio::test]
async fn the_page_of_components_is_the_demos_alone() {
    let instance = TestInstance::open().await;
    instance.browser().get("/style").await.expect(404);
}

#[tokio::test]
async fn stylesheets_and_scripts_are_compressed_for_clients_that_support_it() {
    let instance = TestInstance::open().await;
    let page = instance.browser().get("/sign-in").await.expect(200);
    let sheet = page.attributes("link[rel=stylesheet]", "href").remove(0);
    let plain = instance.browser().get(&sheet).await.expect(200);
    assert_eq!(plain.header("Content-Encoding"), None);
    for (accepted, packed) in
        [("gzip", true), ("br, deflate, GZIP;q=0.5", true), ("gzip;q=0, *", false), ("identity", false), ("", false)]
    {
        let request = instance.client.get(sheet.clone());
        let header = Header::new("Accept-Encoding", accepted);
        let answer = request.header(header).dispatch().await;
        let headers = answer.headers();
        assert_eq!(headers.get_one("Vary"), Some("Accept-Encoding"));
        let coding = headers.get_one("Content-Encoding");
        assert_eq!(coding, packed.then_some("gzip"), "{accepted}");
        let bytes = answer.into_bytes().await.unwrap();
        assert_eq!(bytes.starts_with(&[0x1f, 0x8b]), packed, "{accepted}");
        assert_eq!(bytes.len() < plain.bytes.len(), packed, "{accepted}");
    }
}

/// The first line of the answer to a request with these lines.
async fn first_line(port: u16, lines: &str) -> String {
    use rocket::tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = rocket::tokio::net::TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    stream.write_all(format!("{lines}\r\n\r\n").as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    let read = stream.read_exact(&mut answer);
    let longest = std::time::Duration::from_secs(15);
    rocket::tokio::time::timeout(longest, read).await.unwrap().unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// Shows: headers.one-host
#[tokio::test]
async fn a_request_without_a_host_or_with_two_is_malformed() {
    let instance = TestInstance::open().await;
    let served = crate::support::ListeningNode::beside(&instance).await;
    for path in ["/", "/healthz", "/nowhere", "/webhooks/1/x", "/oauth/token"] {
        for (headers, status) in [
            ("", "400"),
            ("\r\nHost: localhost:8000\r\nHost: localhost:8000", "400"),
            ("\r\nHost: localhost:8000\r\nhost: evil.example", "400"),
        ] {
            let line = first_line(served.port, &format!("GET {path} HTTP/1.1{headers}")).await;
            assert_eq!(line, format!("HTTP/1.1 {status}"), "{path} {headers}");
        }
    }
    for host in ["localhost:8000", "another.example", ""] {
        let line = first_line(served.port, &format!("GET /healthz HTTP/1.1\r\nHost: {host}")).await;
        assert_eq!(line, "HTTP/1.1 200", "{host}");
    }
}

/// Shows: headers.one-host
#[tokio::test]
async fn a_trusted_proxy_checks_health_without_a_host_and_forwards_none_without() {
    let instance = TestInstance::configured(|figment| figment.merge(("trusted_proxies", ["127.0.0.0/8"]))).await;
    let check = || instance.client.get("/healthz").remote("127.0.0.1:9".parse().unwrap());
    assert_eq!(check().dispatch().await.status().code, 200);
    let forwarded = check().header(Header::new("X-Forwarded-For", "192.0.2.1"));
    assert_eq!(forwarded.dispatch().await.status().code, 400);
}

/// Shows: headers.one-host
#[tokio::test]
async fn nothing_is_done_for_a_request_without_a_host() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let post = || {
        instance
            .client
            .post("/servers")
            .remote("192.0.2.7:9".parse().unwrap())
            .header(ContentType::Form)
            .header(Header::new("Sec-Fetch-Site", "same-origin"))
            .cookie(("portico", alice.browser.cookie("portico").unwrap()))
            .body("name=Acme")
    };
    assert_eq!(post().dispatch().await.status().code, 400);
    assert!(!alice.browser.get("/servers").await.text().contains("Acme"));
    let named = post().header(Header::new("Host", "localhost:8000"));
    assert_eq!(named.dispatch().await.status().code, 303);
}

#[tokio::test]
async fn crawlers_are_kept_to_the_guide_and_find_an_icon() {
    let instance = TestInstance::open().await;
    let robots = instance.browser().get("/robots.txt").await.expect(200);
    assert!(robots.header("Content-Type").unwrap().starts_with("text/plain"));
    assert!(robots.text().ends_with("Allow: /docs\nAllow: /static/\nDisallow: /\n"), "{}", robots.text());
    let icon = instance.browser().get("/favicon.ico").await.expect(200);
    assert_eq!(icon.header("Content-Type"), Some("image/x-icon"));
    assert!(icon.bytes.starts_with(b"\0\0\x01\0"));
    let touch = instance.browser().get("/apple-touch-icon.png").await.expect(200);
    assert_eq!(touch.header("Content-Type"), Some("image/png"));
    assert_eq!(touch.header("Cache-Control"), Some("public, max-age=86400"));
}
