//! `portico branding`: shown, set and cleared on the terminal.

use std::fs;

use serde_json::Value;

use super::portico;
use crate::support::{self, TestDatabase};

fn run(database: &TestDatabase, arguments: &[&str]) -> Value {
    let out = portico(database, arguments, "").done().out;
    serde_json::from_str(&out).unwrap_or_else(|err| panic!("{err} in {out}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_branding_is_shown_set_and_cleared() {
    let database = TestDatabase::create().await;
    let show = ["branding", "show", "--json"];
    let before = run(&database, &show);
    assert_eq!(before["name"], "Portico");
    for unset in ["accent", "imprint", "privacy", "headline", "text", "logo_at"] {
        assert!(before[unset].is_null(), "{unset}");
    }
    let picture = database.folder().join("logo.png");
    fs::write(&picture, support::picture(20, 30)).unwrap();
    let set = [
        "branding",
        "set",
        "--name",
        "Oak & Elm",
        "--accent",
        "#0A6A57",
        "--imprint",
        "/imprint",
        "--headline",
        "Under the trees",
        "--logo",
        picture.to_str().unwrap(),
        "--reason",
        "Our own look",
        "--json",
    ];
    let told = run(&database, &set);
    assert_eq!(told["changed"], true);
    assert_eq!(told["name"], "Oak & Elm");
    assert_eq!(told["accent"], "#0a6a57");
    assert_eq!(told["imprint"], "/imprint");
    assert_eq!(told["headline"], "Under the trees");
    assert!(told["privacy"].is_null());
    assert!(told["logo_at"].is_string());
    let same = ["branding", "set", "--name", "Oak & Elm", "--json"];
    assert_eq!(run(&database, &same)["changed"], false);
    let less = ["branding", "set", "--no-logo", "--imprint", "", "--json"];
    let less = run(&database, &less);
    assert_eq!(less["name"], "Oak & Elm");
    assert!(less["logo_at"].is_null() && less["imprint"].is_null());
    let told = portico(&database, &["branding", "show"], "").done().out;
    assert!(told.contains("Name: Oak & Elm\nAccent colour: #0a6a57\n"), "{told}");
    let cleared = run(&database, &["branding", "clear", "--json"]);
    assert_eq!(cleared["changed"], true);
    assert_eq!(run(&database, &show), before);
    let export = portico(&database, &["audit", "export"], "").done().out;
    let last = export.lines().last().unwrap();
    let last: Value = serde_json::from_str(last).unwrap();
    assert_eq!(last["act"], "branding_changed");
    assert_eq!(last["reason"], "Our own look");
    assert_eq!(export.lines().count(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn what_is_malformed_is_refused_in_a_sentence() {
    let database = TestDatabase::create().await;
    let text = database.folder().join("logo.txt");
    fs::write(&text, "no picture").unwrap();
    let text = text.to_str().unwrap();
    for (arguments, words) in [
        (&["--name", " "][..], "Enter a name"),
        (&["--accent", "red"], "#0a6a57"),
        (&["--imprint", "//example.org"], "https"),
        (&["--privacy", "ftp://example.org"], "https"),
        (&["--logo", text], "not a PNG"),
        (&["--logo", "/nowhere/logo.png"], "can't be read"),
    ] {
        let arguments = [&["branding", "set"], arguments].concat();
        let told = portico(&database, &arguments, "").refused();
        assert!(told.contains(words), "{arguments:?} {told}");
    }
    for (arguments, words) in [(&["--logo", text, "--no-logo"][..], "cannot be used with"), (&[], "required")] {
        let arguments = [&["branding", "set"], arguments].concat();
        let ran = portico(&database, &arguments, "");
        assert!(!ran.ok && ran.err.contains(words), "{}", ran.err);
    }
    let export = portico(&database, &["audit", "export"], "").done().out;
    assert_eq!(export, "");
}
