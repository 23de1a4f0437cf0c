//! `portico report …`.

use serde_json::Value;

use super::portico;
use crate::support::{CALLBACK, TestDatabase, TestInstance};

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn list_shows_open_reports_and_close_closes_one() {
    let database = TestDatabase::create().await;
    let told = portico(&database, &["report", "list"], "").done().out;
    assert_eq!(told.trim(), "There are no open reports.");
    let id = {
        let instance = TestInstance::configured(|figment| {
            figment.merge(("database_url", database.url())).merge(("data_dir", database.folder()))
        })
        .await;
        let (_, bob, app) = instance.alice_with_app_and_bob().await;
        let path = format!("/oauth/apps/{}/report", app.id());
        let fields = [("reason", "phishing"), ("text", "It asked for my password.")];
        bob.browser.post(&path, &fields).await.expect(303);
        app.id()
    };
    let told = portico(&database, &["report", "list"], "").done().out;
    for part in ["phishing", "Builder", "@alice", "@bob", "    It asked for my password."] {
        assert!(told.contains(part), "{part} in {told}");
    }
    let json = portico(&database, &["report", "list", "--json"], "").done().out;
    let list: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(list[0]["app_id"], id.get());
    assert_eq!(list[0]["reporter_nickname"], "bob");
    let report = list[0]["id"].to_string();
    for (said, left) in [("is closed", 0), ("was already closed", 0)] {
        let told = portico(&database, &["report", "close", &report], "").done().out;
        assert!(told.contains(said), "{told}");
        let json = portico(&database, &["report", "list", "--json"], "").done().out;
        let list: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(list.as_array().unwrap().len(), left);
    }
    let all = ["report", "list", "--all", "--json"];
    let list: Value = serde_json::from_str(&portico(&database, &all, "").done().out).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_long_list_is_read_a_page_at_a_time() {
    let database = TestDatabase::create().await;
    {
        let instance = TestInstance::configured(|figment| {
            figment.merge(("database_url", database.url())).merge(("data_dir", database.folder()))
        })
        .await;
        let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
        for _ in 0..3 {
            let app = instance.oauth_app(&alice, CALLBACK).await;
            let path = format!("/oauth/apps/{}/report", app.id());
            let fields = [("reason", "spam"), ("text", "")];
            bob.browser.post(&path, &fields).await.expect(303);
        }
    }
    let mut seen = Vec::new();
    let mut after = None::<String>;
    loop {
        let mut arguments = vec!["report", "list", "--json", "--all", "--limit", "2"];
        if let Some(after) = &after {
            arguments.extend(["--after", after]);
        }
        let ran = portico(&database, &arguments, "").done();
        let list: Value = serde_json::from_str(&ran.out).unwrap();
        let ids = list.as_array().unwrap().iter();
        seen.extend(ids.map(|one| one["id"].as_i64().unwrap()));
        match ran.err.trim().strip_prefix("There are more. Continue with --after ") {
            Some(place) => after = Some(place.to_owned()),
            None => break,
        }
    }
    assert_eq!(seen.len(), 3);
    assert!(seen.is_sorted());
    let last = seen[2].to_string();
    let arguments = ["report", "list", "--after", &last];
    let none = portico(&database, &arguments, "").done().out;
    assert_eq!(none, "There are no more open reports.\n");
    for wrong in [&["--after", "x"][..], &["--after", "0"]] {
        let arguments = [&["report", "list"], wrong].concat();
        portico(&database, &arguments, "").refused();
    }
    for limit in ["0", "1001", "x"] {
        let ran = portico(&database, &["report", "list", "--limit", limit], "");
        assert!(!ran.ok, "{limit}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn an_unknown_report_is_refused_with_a_sentence() {
    let database = TestDatabase::create().await;
    for id in ["1", "x", ""] {
        let told = portico(&database, &["report", "close", id], "").refused();
        assert!(told.contains("There is no report"), "{told}");
    }
}
