//! Forged headers: they change neither the counted address nor any link.

use std::net::SocketAddr;

use portico_store::models::{Operator, Session};
use rocket::figment::{Figment, map};
use rocket::http::{ContentType, Header, Method};

use super::town::Town;
use crate::support::{Answer, PASSWORD, TestInstance};

/// Every header that a user could believe about where a request comes from; `0` is the number of the attempt.
const CLAIMS: [(&str, &str); 9] = [
    ("X-Forwarded-For", "203.0.113.0"),
    ("X-Forwarded-For", "203.0.113.0, 198.51.100.0"),
    ("X-Real-IP", "203.0.113.0"),
    ("Forwarded", "for=203.0.113.0;host=evil.example;proto=https"),
    ("X-Client-IP", "203.0.113.0"),
    ("True-Client-IP", "203.0.113.0"),
    ("CF-Connecting-IP", "203.0.113.0"),
    ("Via", "1.1 203.0.113.0"),
    ("Host", "h0.evil.example"),
];

/// One attempt a minute by address, at everything that goes by address.
fn strict(figment: Figment) -> Figment {
    let once = map! { "burst" => 1, "per_minute" => 1 };
    ["sign_in_address", "sign_up_address", "token_address", "webhook_address", "consent_address"]
        .iter()
        .fold(figment.merge(("throttle.enabled", true)), |figment, kind| {
            figment.merge((format!("throttle.{kind}").as_str(), once.clone()))
        })
}

/// Something that goes by address, asked from `peer` with a header.
async fn ask(instance: &TestInstance, what: usize, turn: usize, peer: &str, claim: (&str, &str)) -> Answer {
    let client = &instance.client;
    let request = match what {
        0 => client.post("/sign-in").body(format!("login=n{turn}")),
        1 => client.post("/sign-up").body(format!("nickname=n{turn}")),
        2 => client.post("/oauth/token").body("{}"),
        3 => client.post(format!("/webhooks/{}/x", turn + 1)),
        _ => client.get(format!("/oauth/authorize?client_id={}", turn + 1)),
    };
    let kind = if what == 2 { ContentType::JSON } else { ContentType::Form };
    let request = request
        .header(kind)
        .header(Header::new("Sec-Fetch-Site", "same-origin"))
        .header(Header::new(claim.0.to_owned(), claim.1.replace('0', &(turn % 250).to_string())))
        .remote(peer.parse::<SocketAddr>().unwrap());
    let request = if claim.0 == "Host" { request } else { request.header(Header::new("Host", "localhost:8000")) };
    Answer::read(request.dispatch().await).await
}

/// Shows: spoofing.address, throttles.spoofing
#[tokio::test]
async fn an_address_in_a_strangers_headers_is_ignored() {
    let instance = TestInstance::configured(strict).await;
    for what in 0..5 {
        let first = ask(&instance, what, 0, "192.0.2.7:9", ("Accept", "*/*")).await;
        assert_ne!(first.status, 429, "{what}");
        for (turn, claim) in CLAIMS.into_iter().enumerate() {
            let answer = ask(&instance, what, turn + 1, "192.0.2.7:9", claim).await;
            assert_eq!(answer.status, 429, "{what} with {claim:?}");
            assert!(answer.header("Retry-After").is_some(), "{what}");
        }
        // Someone else is let in.
        let other = ask(&instance, what, 99, "192.0.2.8:9", ("Accept", "*/*")).await;
        assert_ne!(other.status, 429, "{what}");
    }
}

/// Shows: spoofing.trusted-proxy
#[tokio::test]
async fn of_what_a_trusted_proxy_passes_on_only_its_own_word_counts() {
    let instance =
        TestInstance::configured(|figment| strict(figment).merge(("trusted_proxies", ["172.16.0.0/12"]))).await;
    let from = async |turn, list| {
        let claim = ("X-Forwarded-For", list);
        ask(&instance, 0, turn, "172.16.1.1:9", claim).await.status
    };
    // What stands further left was made up by the client itself.
    assert_eq!(from(1, "198.51.188.18").await, 422);
    assert_eq!(from(2, "6.6.6.6, 198.51.188.18").await, 429);
    assert_eq!(from(3, "198.51.188.18, 172.16.2.2").await, 429);
    assert_eq!(from(4, "198.51.188.19").await, 422);
    // A proxy may set a header of its own beside the client's.
    let request = instance
        .client
        .post("/sign-in")
        .header(ContentType::Form)
        .header(Header::new("Sec-Fetch-Site", "same-origin"))
        .header(Header::new("X-Forwarded-For", "6.6.6.6"))
        .header(Header::new("X-Forwarded-For", "198.51.188.19"))
        .header(Header::new("Host", "localhost:8000"))
        .remote("172.16.1.1:9".parse().unwrap())
        .body("login=n5");
    Answer::read(request.dispatch().await).await.expect(429);
}

/// Shows: spoofing.mapped-peers
#[tokio::test]
async fn a_mapped_peer_is_trusted_and_counted_as_the_ipv4_address_that_it_is() {
    for trusted in ["172.16.0.0/12", "::ffff:172.16.0.0/108"] {
        let instance = TestInstance::configured(|figment| strict(figment).merge(("trusted_proxies", [trusted]))).await;
        let from = async |turn, peer, list| ask(&instance, 0, turn, peer, ("X-Forwarded-For", list)).await.status;
        assert_eq!(from(1, "[::ffff:172.16.1.1]:9", "198.51.188.18").await, 422);
        assert_eq!(from(2, "172.16.1.1:9", "198.51.188.18").await, 429);
        assert_eq!(from(3, "172.16.1.1:9", "::ffff:198.51.188.18").await, 429);
        assert_eq!(from(4, "172.16.1.1:9", "198.51.188.19, ::ffff:172.16.2.2").await, 422);
        // A stranger is nobody's proxy, however the address is written.
        assert_eq!(from(5, "[::ffff:192.1.2.3]:9", "198.51.188.21").await, 422);
        assert_eq!(from(6, "192.1.2.3:9", "198.51.188.22").await, 429);
    }
}

/// Shows: spoofing.forwarded-entries
#[tokio::test]
async fn entries_with_brackets_and_ports_are_the_addresses_in_them() {
    let instance =
        TestInstance::configured(|figment| strict(figment).merge(("trusted_proxies", ["172.16.0.0/12"]))).await;
    let from = async |turn, list| {
        let claim = ("X-Forwarded-For", list);
        ask(&instance, 0, turn, "172.16.1.1:9", claim).await.status
    };
    assert_eq!(from(1, "198.51.188.18:4567").await, 422);
    assert_eq!(from(2, "198.51.188.18").await, 429);
    assert_eq!(from(3, "[2551:db8::1]:4567").await, 422);
    assert_eq!(from(4, "[2551:db8::1]").await, 429);
    assert_eq!(from(5, "2551:db8::1").await, 429);
    // What is no address is not believed, and neither is what stands further left: the proxy is counted.
    assert_eq!(from(6, "198.51.188.21, unknown").await, 422);
    for list in ["198.51.188.22, _hidden", "198.51.188.23, 198.51.188", "[198.51.188.24", ""] {
        assert_eq!(from(7, list).await, 429, "{list}");
    }
}

/// Shows: spoofing.session-address
#[tokio::test]
async fn a_session_remembers_the_peers_address() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let request = instance
        .client
        .post("/sign-in")
        .header(ContentType::Form)
        .header(Header::new("Sec-Fetch-Site", "same-origin"))
        .header(Header::new("X-Forwarded-For", "203.0.113.9"))
        .header(Header::new("X-Real-IP", "203.0.113.9"))
        .header(Header::new("Forwarded", "for=203.0.113.9"))
        .header(Header::new("Host", "localhost:8000"))
        .remote("192.0.2.7:9".parse().unwrap())
        .body(format!("login=alice&password={PASSWORD}"));
    Answer::read(request.dispatch().await).await.expect(303);
    let sessions = Session::all_of(&instance.app, alice.id).await.unwrap();
    assert!(sessions.iter().any(|one| one.address == "192.0.2.7"));
    assert!(sessions.iter().all(|one| one.address != "203.0.113.9"));
}

/// Shows: spoofing.host
#[tokio::test]
async fn no_header_moves_a_link_or_a_redirect_to_another_host() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let session = town.alice.browser.cookie("portico").unwrap();
    for (method, pattern) in town.routes() {
        if method != Method::Get || super::town::is_stream(&pattern) {
            continue;
        }
        let request = instance
            .client
            .get(town.path(&pattern))
            .cookie(("portico", session.clone()))
            .header(Header::new("Host", "evil.example"))
            .header(Header::new("X-Forwarded-Host", "evil.example"))
            .header(Header::new("X-Forwarded-Proto", "gopher"))
            .header(Header::new("X-Forwarded-Port", "6666"))
            .header(Header::new("X-Original-URL", "/evil.example"))
            .header(Header::new("Forwarded", "host=evil.example;proto=gopher"));
        let answer = Answer::read(request.dispatch().await).await;
        for (name, value) in &answer.headers {
            assert!(!value.contains("evil.example"), "{name} of {pattern}");
        }
        let text = answer.text();
        for trace in ["evil.example", "gopher:", ":6666"] {
            assert!(!text.contains(trace), "{trace} in {pattern}");
        }
    }
}

#[tokio::test]
async fn the_console_names_a_proxy_that_is_not_trusted_and_no_trusted_one() {
    for (trusted, is_named) in [("172.16.0.0/12", false), ("10.0.0.0/8", true)] {
        let instance = TestInstance::configured(|figment| figment.merge(("trusted_proxies", [trusted]))).await;
        let admin = instance.person("ada").await;
        assert!(admin.user.set_admin(&instance.app, true, &Operator::TERMINAL).await.unwrap());
        let admin = &admin.browser;
        assert!(!admin.get("/admin").await.expect(200).text().contains("A proxy is not trusted"));
        ask(&instance, 0, 0, "172.16.1.1:9", ("X-Forwarded-For", "203.0.113.0")).await;
        let page = admin.get("/admin").await.expect(200).text();
        assert_eq!(page.contains("A request from 172.16.1.1 names another"), is_named, "{trusted}");
    }
}

#[tokio::test]
async fn a_form_from_a_page_at_another_address_of_this_site_is_refused_with_the_right_address() {
    let instance = TestInstance::open().await;
    for (host, origin, is_here) in [
        ("192.0.2.1:8000", "http://192.0.2.1:8000", true),
        ("192.0.2.1:8000", "http://192.0.2.1:8001", false),
        ("localhost:8000", "https://evil.example", false),
        ("localhost:8000", "https://localhost:8000", false),
    ] {
        let request = instance
            .client
            .post("/sign-in")
            .header(ContentType::Form)
            .header(Header::new("Host", host))
            .header(Header::new("Origin", origin))
            .body("login=ada&password=x");
        let answer = Answer::read(request.dispatch().await).await.expect(403);
        let text = answer.text().replace("&#x2F;", "/");
        assert_eq!(text.contains("Open http://localhost:8000 and send the form there."), is_here, "{host} {origin}");
        assert_eq!(text.contains("was sent from another site"), !is_here, "{host} {origin}");
    }
}
