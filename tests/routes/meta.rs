//! `/healthz`, `/readyz`, `/avatars`, `/static` and `/settings/theme`.

use portico_migrations::{Migrator, Steps};
use rocket::http::Header;

use crate::support::House;

#[rocket::async_test]
async fn a_running_instance_is_alive_and_ready() {
    let house = House::open().await;
    let alive = house.browser().get("/healthz").await.expect(200);
    assert_eq!(alive.text(), "alive\n");
    let ready = house.browser().get("/readyz").await.expect(200);
    assert_eq!(ready.text(), "ready\n");
}

/// Shows: faults.newer-schema
#[rocket::async_test]
async fn an_instance_on_an_older_schema_is_alive_but_not_ready() {
    let house = House::open().await;
    Migrator::down(&*house.at.db, Some(1)).await.unwrap();
    house.browser().get("/healthz").await.expect(200);
    let answer = house.browser().get("/readyz").await.expect(503);
    assert!(answer.text().contains("not this program's"));
}

#[rocket::async_test]
async fn everybody_and_everything_has_a_picture_that_any_page_may_show() {
    let house = House::open().await;
    for kind in ["user", "app", "webhook", "server"] {
        let answer = house
            .browser()
            .get(&format!("/avatars/{kind}/5"))
            .await
            .expect(200);
        assert_eq!(answer.header("Content-Type"), Some("image/png"));
        assert_eq!(answer.bytes[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(answer.header("Cache-Control"), Some("public, max-age=300"));
        assert_eq!(
            answer.header("Cross-Origin-Resource-Policy"),
            Some("cross-origin")
        );
    }
}

#[rocket::async_test]
async fn a_picture_with_a_version_is_kept_for_good() {
    let house = House::open().await;
    let answer = house.browser().get("/avatars/user/5?v=1").await.expect(200);
    assert_eq!(
        answer.header("Cache-Control"),
        Some("public, max-age=31536000, immutable")
    );
}

#[rocket::async_test]
async fn there_is_no_picture_of_an_unknown_kind_or_under_a_malformed_id() {
    let house = House::open().await;
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
        let answer = house.browser().get(path).await.expect(404);
        assert_eq!(answer.header("Cache-Control"), Some("no-store"), "{path}");
    }
}

#[rocket::async_test]
async fn a_choice_of_colours_is_kept_in_a_cookie_signed_in_or_not() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    for browser in [&house.browser(), &alice.browser] {
        let answer = browser
            .post("/settings/theme", &[("theme", "dark"), ("next", "/docs")])
            .await
            .expect(303);
        assert_eq!(answer.location(), "/docs");
        let cookie = answer.header("Set-Cookie").unwrap();
        assert!(cookie.starts_with("portico-theme=dark"), "{cookie}");
        assert!(cookie.contains("Max-Age="), "{cookie}");
        let page = browser.get("/docs").await.expect(200);
        assert_eq!(page.attributes("html", "data-theme"), ["dark"]);
    }
}

/// Shows: sessions.next-stays
#[rocket::async_test]
async fn colours_that_do_not_exist_are_the_systems_and_lead_nowhere_else() {
    let house = House::open().await;
    let browser = house.browser();
    let fields = [("theme", "<plaid>"), ("next", "//evil.example")];
    let answer = browser.post("/settings/theme", &fields).await.expect(303);
    assert_eq!(answer.location(), "/");
    let page = browser.get("/docs").await.expect(200);
    assert_eq!(page.attributes("html", "data-theme"), ["system"]);
}

#[rocket::async_test]
async fn the_page_of_components_is_the_demos_alone() {
    let house = House::open().await;
    house.browser().get("/style").await.expect(404);
}

#[rocket::async_test]
async fn stylesheets_and_scripts_travel_packed_to_whoever_unpacks_them() {
    let house = House::open().await;
    let page = house.browser().get("/sign-in").await.expect(200);
    let sheet = page.attributes("link[rel=stylesheet]", "href").remove(0);
    let plain = house.browser().get(&sheet).await.expect(200);
    assert_eq!(plain.header("Content-Encoding"), None);
    for (accepted, packed) in [
        ("gzip", true),
        ("br, deflate, GZIP;q=0.5", true),
        ("gzip;q=0, *", false),
        ("identity", false),
        ("", false),
    ] {
        let request = house.client.get(sheet.clone());
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
