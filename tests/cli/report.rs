//! `portico report …`.

use serde_json::Value;

use super::portico;
use crate::support::{CALLBACK, TestApp, TestDatabase};

#[rocket::async_test]
async fn list_shows_open_reports_and_close_closes_one() {
    let database = TestDatabase::create().await;
    let told = portico(&database, &["report", "list"], "").done().out;
    assert_eq!(told.trim(), "There are no open reports.");
    let id = {
        let house = TestApp::configured(|figment| {
            figment
                .merge(("database_url", database.url()))
                .merge(("data_dir", database.folder()))
        })
        .await;
        let (alice, bob) = (house.person("alice").await, house.person("bob").await);
        let app = house.oauth_app(&alice, CALLBACK).await;
        let path = format!("/oauth/apps/{}/report", app.id());
        let fields = [
            ("reason", "phishing"),
            ("text", "It asked for my password."),
        ];
        bob.browser.post(&path, &fields).await.expect(303);
        app.id()
    };
    let told = portico(&database, &["report", "list"], "").done().out;
    for part in [
        "phishing",
        "Builder",
        "@alice",
        "@bob",
        "    It asked for my password.",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
    let json = portico(&database, &["report", "list", "--json"], "")
        .done()
        .out;
    let list: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(list[0]["app_id"], id);
    assert_eq!(list[0]["reporter_nickname"], "bob");
    let report = list[0]["id"].to_string();
    for (said, left) in [("is closed", 0), ("was already closed", 0)] {
        let told = portico(&database, &["report", "close", &report], "")
            .done()
            .out;
        assert!(told.contains(said), "{told}");
        let json = portico(&database, &["report", "list", "--json"], "")
            .done()
            .out;
        let list: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(list.as_array().unwrap().len(), left);
    }
    let all = ["report", "list", "--all", "--json"];
    let list: Value = serde_json::from_str(&portico(&database, &all, "").done().out).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 1);
}

#[rocket::async_test]
async fn an_unknown_report_is_refused_with_a_sentence() {
    let database = TestDatabase::create().await;
    for id in ["1", "x", ""] {
        let told = portico(&database, &["report", "close", id], "").refused();
        assert!(told.contains("There is no report"), "{told}");
    }
}
