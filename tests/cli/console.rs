//! `portico user admin`, `portico app`, `portico webhook`, `portico instance`, `portico audit`, completions and the man page.

use serde_json::Value;

use super::portico;
use crate::support::{CALLBACK, TestDatabase, TestInstance};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|err| panic!("{err} in {text}"))
}

fn run(database: &TestDatabase, arguments: &[&str]) -> String {
    portico(database, arguments, "").done().out
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn an_admin_is_named_and_what_was_done_is_exported() {
    let database = TestDatabase::create().await;
    let create = ["user", "create", "--nickname", "alice", "--name", "Alice", "--json"];
    run(&database, &create);
    let named = run(&database, &["user", "admin", "alice", "--json", "--reason", "First one"]);
    assert_eq!(json(&named)["act"], "admin_granted");
    assert_eq!(json(&named)["changed"], true);
    let again = run(&database, &["user", "admin", "alice"]);
    assert!(again.contains("already"), "{again}");
    assert!(run(&database, &["user", "list"]).contains("(admin)"));
    run(&database, &["user", "sign-out", "alice"]);
    run(&database, &["user", "admin", "alice", "--revoke"]);
    let list = run(&database, &["user", "list", "--json"]);
    assert_eq!(json(&list)[0]["admin"], false);
    let export = run(&database, &["audit", "export"]);
    let lines: Vec<Value> = export.lines().map(json).collect();
    let acts: Vec<&str> = lines.iter().map(|line| line["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["admin_revoked", "sessions_ended", "admin_granted", "user_created"]);
    assert_eq!(lines[2]["reason"], "First one");
    assert_eq!(lines[2]["actor"], "terminal");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn no_one_is_named_who_is_not_there() {
    let database = TestDatabase::create().await;
    let told = portico(&database, &["user", "admin", "nobody"], "").refused();
    assert!(told.contains("No account"), "{told}");
    assert_eq!(run(&database, &["audit", "export"]), "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn apps_webhooks_and_servers_are_listed_shown_suspended_and_restored() {
    let database = TestDatabase::create().await;
    let (app, hook, server) = {
        let instance = TestInstance::open_on(&database).await;
        let (alice, acme, hook) = instance.acme_with_webhook().await;
        let app = instance.oauth_app(&alice, CALLBACK).await.id();
        (app.get(), hook.id().get(), acme.id().get())
    };
    for (kind, id) in [("app", app), ("webhook", hook), ("server", server)] {
        let id = id.to_string();
        let list = json(&run(&database, &[kind, "list", "alice", "--json"]));
        assert_eq!(list[0]["id"].to_string(), id);
        assert!(list[0]["suspended_at"].is_null());
        let suspend = [kind, "suspend", &id, "--reason", "Phishing", "--json"];
        let told = json(&run(&database, &suspend));
        assert_eq!(told["act"], format!("{kind}_suspended"));
        assert_eq!(told["changed"], true);
        assert_eq!(json(&run(&database, &suspend))["changed"], false);
        assert!(run(&database, &[kind, "list"]).contains("suspended: Phishing"));
        let shown = json(&run(&database, &[kind, "show", &id, "--json"]));
        assert_eq!(shown["suspended_for"], "Phishing");
        assert_eq!(run(&database, &[kind, "show", &id]).lines().count(), 1);
        let told = portico(&database, &[kind, "show", "1"], "").refused();
        assert!(told.contains("There is no"), "{told}");
        assert!(run(&database, &[kind, "lift", &id]).contains("lifted"));
        for wrong in ["1", "x"] {
            let told = portico(&database, &[kind, "restore", wrong], "").refused();
            assert!(told.contains("There is no"), "{told}");
        }
        let told = portico(&database, &[kind, "suspend", &id, "--reason", " "], "").refused();
        assert!(told.contains("reason"), "{told}");
        let none = run(&database, &[kind, "list", "nobody"]);
        assert!(none.contains("There is no such"), "{none}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn apps_and_webhooks_are_listed_by_their_last_use_and_a_page_at_a_time() {
    let database = TestDatabase::create().await;
    let (used, never) = {
        let instance = TestInstance::open_on(&database).await;
        let (alice, acme, hook) = instance.acme_with_webhook().await;
        hook.say("Now", &[]).await.expect(200);
        instance.app.log.settled().await;
        (hook.id().get(), acme.webhook(&alice, &acme.general).await.id().get())
    };
    let ids = |arguments: &[&str]| -> Vec<i64> {
        let arguments = [&["webhook", "list", "--json"], arguments].concat();
        let list = json(&run(&database, &arguments));
        let rows = list.as_array().unwrap().iter();
        rows.map(|row| row["id"].as_i64().unwrap()).collect()
    };
    assert_eq!(ids(&["--order", "used"]), [used, never]);
    assert_eq!(ids(&["--order", "unused"]), [never, used]);
    assert_eq!(ids(&["--used-since", "2026-01-01"]), [used]);
    assert_eq!(ids(&["--not-used-since", "2026-01-01"]), [never]);
    assert_eq!(ids(&["alice", "--not-used-since", "2027-01-01"]), [never, used]);
    assert_eq!(ids(&["nobody", "--used-since", "2026-01-01"]), [0; 0]);
    let page = ["webhook", "list", "--order", "used", "--limit", "1"];
    let first = portico(&database, &page, "").done();
    assert!(first.out.contains("last used 2026-01-01 00:00 UTC"), "{}", first.out);
    let place = first.err.trim().rsplit(' ').next().unwrap().to_owned();
    let rest = portico(&database, &[&page[..], &["--after", &place]].concat(), "").done();
    assert!(rest.out.contains("never used"), "{}", rest.out);
    assert!(!rest.err.contains("There are more"), "{}", rest.err);
    assert!(run(&database, &["app", "list", "--order", "used"]).contains("There is no such app"));
    for wrong in [["--used-since", "yesterday"], ["--not-used-since", "2026-02-30"], ["--after", "x"]] {
        let arguments = [&["app", "list"], &wrong[..]].concat();
        portico(&database, &arguments, "").refused();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn sign_up_is_closed_and_shown() {
    let database = TestDatabase::create().await;
    assert_eq!(run(&database, &["instance", "sign-up"]), "Sign-up: open\n");
    let closed = ["instance", "sign-up", "closed", "--json", "--reason", "Flood"];
    let told = json(&run(&database, &closed));
    assert_eq!((&told["sign_up"], &told["changed"]), (&"closed".into(), &true.into()));
    let instance = TestInstance::open_on(&database).await;
    let page = instance.browser().get("/sign-up").await.expect(200);
    assert!(page.text().contains("Sign-up is closed"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_notice_is_shown_and_taken_down() {
    let database = TestDatabase::create().await;
    let show = ["instance", "notice", "Back at ten", "--hours", "3", "--json"];
    assert_eq!(json(&run(&database, &show))["notice"], "Back at ten");
    assert!(run(&database, &["instance", "notice"]).contains("Back at ten"));
    let end = run(&database, &["instance", "notice", "--end"]);
    assert_eq!(end, "No notice is shown.\n");
    let wrong = ["instance", "notice", "Soon", "--hours", "0"];
    let told = portico(&database, &wrong, "").refused();
    assert!(told.contains("hours"), "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn completions_and_the_man_page_name_every_command_without_a_database() {
    let database = TestDatabase::create().await;
    let commands = ["serve", "user", "report", "audit", "instance", "webhook", "backup", "key"];
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&database, &["completions", shell]);
        for command in commands {
            assert!(script.contains(command), "{command} in {shell}");
        }
    }
    let page = run(&database, &["man"]);
    assert!(page.contains(".TH portico"), "{}", &page[..200]);
    for command in commands {
        let head = format!("PORTICO {}", command.to_uppercase());
        assert!(page.contains(&head), "{head}");
    }
    assert!(page.contains("PORTICO USER ADMIN"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_reason_on_the_terminal_is_checked_as_in_the_console() {
    let database = TestDatabase::create().await;
    let create = ["user", "create", "--nickname", "alice", "--name", "Alice"];
    run(&database, &create);
    let refused = |command: &[&str], reason: &str| {
        let arguments = [command, &["--reason", reason][..]].concat();
        let said = portico(&database, &arguments, "").refused();
        assert!(said.starts_with("--reason: "), "{command:?}: {said}");
        assert!(!said.contains('\u{1b}'), "{said}");
        said
    };
    let disable = ["user", "disable", "alice"];
    for reason in ["gone\u{202e}", "gone\u{1b}[2J", "two\r\nlines"] {
        refused(&disable, reason);
    }
    let longest = "é".repeat(500);
    let longer = format!("{longest}x");
    for command in [
        &disable[..],
        &["app", "suspend", "5"],
        &["server", "restore", "5"],
        &["report", "close", "5"],
        &["instance", "sign-up", "closed"],
        &["instance", "notice", "Soon"],
        &["branding", "set", "--name", "Oak"],
        &["key", "replace-push", "--force"],
    ] {
        let said = refused(command, &longer);
        assert!(said.contains("at most 500 characters"), "{said}");
    }
    assert!(!run(&database, &["audit", "export"]).contains("disabled"));
    run(&database, &[&disable[..], &["--reason", longest.as_str()]].concat());
    assert!(run(&database, &["audit", "export"]).contains(&longest));
}
