//! `/dev/outbox`: the text messages that were not sent, on an address that only this machine can reach.

use std::net::SocketAddr;

use rocket::http::{Accept, Header, Method};

use super::{NUMBER, OTHER, PATH, SECOND};
use crate::support::{Answer, TestInstance};

#[tokio::test]
async fn on_a_public_address_the_page_says_that_the_operator_has_to_act() {
    let instance = TestInstance::configured(|figment| figment.merge(("base_url", "http://chat.example.org"))).await;
    let alice = instance.person_without_phone("alice").await;
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(page.text().contains("operator"));
    assert!(page.all("#f-phone").is_empty());
    let answer = alice.ask(NUMBER).await.expect(422);
    assert_eq!(answer.faults(), ["phone"]);
    assert!(alice.guess("123456").await.expect(422).text().contains("operator"));
    // On a public address, there must be no page that shows codes to everyone.
    alice.browser.get("/dev/outbox").await.expect(404);
}

#[tokio::test]
async fn the_outbox_shows_what_would_have_been_sent_newest_first() {
    let instance = TestInstance::open().await;
    let empty = instance.browser().get("/dev/outbox").await.expect(200);
    assert!(empty.text().contains("No text messages yet"));
    let alice = instance.person_without_phone("alice").await;
    alice.ask(NUMBER).await.expect(303);
    instance.clock.advance(SECOND * 30);
    alice.ask(OTHER).await.expect(303);
    let page = instance.browser().get("/dev/outbox").await.expect(200);
    assert_eq!(page.all(".list-title"), [OTHER, NUMBER]);
    assert!(page.text().contains(&instance.code(NUMBER)));
    let here = Header::new("Host", "localhost:8000");
    let request = instance.client.get("/dev/outbox").header(here.clone());
    let json = Answer::read(request.header(Accept::JSON).dispatch().await).await;
    let told = json.json();
    assert_eq!(told.as_array().unwrap().len(), 2);
    assert_eq!(told[1]["to"], NUMBER);
    assert_eq!(told[1]["text"], instance.texts(NUMBER)[0]);
    assert_eq!(told[1]["at"], "2026-01-01T00:00:00Z");
    // A browser takes JSON too, but likes a page better.
    let request = instance.client.get("/dev/outbox").header(here);
    let wish = Header::new("Accept", "text/html,application/json;q=0.9,*/*;q=0.8");
    let page = Answer::read(request.header(wish).dispatch().await).await;
    assert!(page.content_type.unwrap().is_html());
}

#[tokio::test]
async fn the_text_is_shown_beside_the_field_for_its_code() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(page.all("#outbox-text").is_empty());
    alice.ask(NUMBER).await.expect(303);
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(page.one("#outbox-text").contains(&instance.texts(NUMBER)[0]));
    // Texts to others are not.
    let bob = instance.person_without_phone("bob").await;
    bob.ask(OTHER).await.expect(303);
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(!page.text().contains(&instance.code(OTHER)));
    alice.guess(&instance.code(NUMBER)).await.expect(303);
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(page.all("#outbox-text").is_empty());
}

/// Shows: spoofing.outbox
#[tokio::test]
async fn the_text_is_not_shown_to_other_machines_or_through_a_proxy() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    alice.ask(NUMBER).await.expect(303);
    let code = instance.code(NUMBER);
    for (peer, header) in [
        ("192.0.2.7:9", ("Accept", "text/html")),
        ("127.0.0.1:9", ("X-Forwarded-For", "127.0.0.1")),
        ("127.0.0.1:9", ("Via", "1.1 proxy")),
    ] {
        let request = instance.client.get(PATH).remote(peer.parse().unwrap());
        let request = request.header(Header::new("Host", "localhost:8000"));
        let request = request.header(Header::new(header.0, header.1));
        let request = request.cookie(("portico", alice.browser.cookie("portico").unwrap()));
        let page = Answer::read(request.dispatch().await).await.expect(200);
        assert!(page.all("#f-code").len() == 1 && !page.text().contains(&code));
    }
}

/// Asks for the outbox from `peer`, with exactly these headers.
async fn asked_from(instance: &TestInstance, peer: &str, headers: &[(&'static str, &'static str)]) -> Answer {
    let peer: SocketAddr = peer.parse().unwrap();
    let mut request = instance.client.get("/dev/outbox").remote(peer);
    for (name, value) in headers {
        request.add_header(Header::new(*name, *value));
    }
    Answer::read(request.dispatch().await).await
}

/// Shows: spoofing.outbox
#[tokio::test]
async fn the_outbox_is_shown_on_this_machine_under_its_own_names() {
    let instance = TestInstance::open().await;
    for peer in ["127.0.0.1:9", "127.8.9.1:9", "[::1]:9", "[::ffff:127.0.0.1]:9"] {
        for host in [
            "localhost",
            "localhost:8000",
            "LOCALHOST:1",
            "portico.localhost:8000",
            "127.0.0.1:8000",
            "127.1.2.3",
            "[::1]:8000",
            "[::1]",
        ] {
            let answer = asked_from(&instance, peer, &[("Host", host)]).await;
            assert_eq!(answer.status, 200, "{peer} {host}");
        }
    }
}

/// Shows: spoofing.outbox
#[tokio::test]
async fn the_outbox_does_not_exist_for_other_machines() {
    let instance = TestInstance::configured(|figment| figment.merge(("trusted_proxies", ["10.0.0.0/8"]))).await;
    for peer in ["192.0.2.7:9", "10.0.0.1:9", "172.17.0.1:9", "[2001:db8::1]:9", "[::ffff:192.0.2.7]:9", "[fe80::1]:9"]
    {
        let answer = asked_from(&instance, peer, &[("Host", "localhost:8000")]).await;
        assert_eq!(answer.status, 404, "{peer}");
    }
}

/// Shows: spoofing.outbox
#[tokio::test]
async fn the_outbox_does_not_exist_for_what_a_proxy_on_this_machine_passes_on() {
    let instance = TestInstance::configured(|figment| figment.merge(("trusted_proxies", ["127.0.0.1/32"]))).await;
    for header in [
        ("X-Forwarded-For", "203.0.113.9"),
        ("X-Forwarded-For", "127.0.0.1"),
        ("x-forwarded-host", "localhost"),
        ("X-Forwarded-Proto", "http"),
        ("X-Forwarded-Port", "8000"),
        ("X-Forwarded-Server", "localhost"),
        ("Forwarded", "for=127.0.0.1"),
        ("X-Real-IP", "127.0.0.1"),
        ("Via", "1.1 proxy"),
        ("CF-Connecting-IP", "127.0.0.1"),
        ("True-Client-IP", "127.0.0.1"),
        ("X-Client-IP", ""),
        ("Fly-Client-IP", "127.0.0.1"),
        ("CDN-Loop", "cdn"),
    ] {
        let headers = [("Host", "localhost:8000"), header];
        let answer = asked_from(&instance, "127.0.0.1:9", &headers).await;
        assert_eq!(answer.status, 404, "{header:?}");
    }
}

/// Shows: spoofing.outbox
#[tokio::test]
async fn the_outbox_does_not_exist_under_a_name_that_was_pointed_at_this_machine() {
    let instance = TestInstance::open().await;
    for host in [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "evil-localhost",
        "localhost.",
        "127.0.0.1.nip.io",
        "0.0.0.0:8000",
        "10.0.0.5:8000",
        "[::]:8000",
        "portico",
        "localhost@evil.example",
        "localhost:8000, evil.example",
        "",
        " ",
        ":8000",
        "[::1",
    ] {
        let answer = asked_from(&instance, "127.0.0.1:9", &[("Host", host)]).await;
        assert_eq!(answer.status, 404, "{host:?}");
    }
    // Nor does anything where none is named, or two are.
    asked_from(&instance, "127.0.0.1:9", &[]).await.expect(400);
    let twice = [("Host", "localhost"), ("Host", "evil.example")];
    asked_from(&instance, "127.0.0.1:9", &twice).await.expect(400);
}

/// Shows: spoofing.outbox
#[tokio::test]
async fn the_outbox_is_a_404_for_those_who_may_not_see_it() {
    let instance = TestInstance::open().await;
    let ask = async |path: &'static str, method| {
        let request = instance.client.req(method, path);
        let request = request.remote("192.0.2.7:9".parse().unwrap());
        let request = request.header(Header::new("Host", "localhost:8000"));
        Answer::read(request.dispatch().await).await
    };
    for path in ["/dev/outbox", "/metrics"] {
        for method in [Method::Get, Method::Head, Method::Post] {
            let hidden = ask(path, method).await.expect(404);
            let nothing = ask("/dev/nothing", method).await.expect(404);
            assert_eq!(hidden.text(), nothing.text(), "{method} {path}");
            assert_eq!(hidden.headers, nothing.headers, "{method} {path}");
        }
    }
}
