//! `portico user …`.

use serde_json::Value;

use super::portico;
use crate::support::{TestDatabase, TestInstance};

const NUMBER: &str = "+4915112345642";

async fn opens(instance: &TestInstance, login: &str, password: &str) -> bool {
    let fields = [("login", login), ("password", password)];
    instance.browser().post("/sign-in", &fields).await.status == 303
}

fn create<'a>(nickname: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let name = ["user", "create", "--nickname", nickname, "--name", "Some One"];
    [&name[..], more].concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn create_makes_an_account_and_prints_a_password_that_opens_it() {
    let database = TestDatabase::create().await;
    let ran = portico(&database, &create("Alice", &["--json"]), "").done();
    let made: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(made["nickname"], "alice");
    assert!(made["id"].is_i64());
    assert_eq!(made.as_object().unwrap().len(), 3);
    let password = made["password"].as_str().unwrap();
    assert!(!ran.err.contains(password));
    assert!(opens(&TestInstance::open_on(&database).await, "alice", password).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn create_prints_a_made_password_for_people_too() {
    let database = TestDatabase::create().await;
    let ran = portico(&database, &create("alice", &[]), "").done();
    let (_, password) = ran.out.trim().split_once("Password: ").unwrap();
    assert!(opens(&TestInstance::open_on(&database).await, "alice", password).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn create_takes_a_password_from_the_standard_input_and_a_phone_as_verified() {
    let database = TestDatabase::create().await;
    let options = ["--phone", "+49 151 12345642", "--password-stdin"];
    let ran = portico(&database, &create("alice", &options), "three quiet lakes\r\n").done();
    assert!(!ran.out.contains("three quiet lakes"));
    let instance = TestInstance::open_on(&database).await;
    assert!(opens(&instance, NUMBER, "three quiet lakes").await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn create_refuses_with_a_sentence_and_makes_nothing() {
    let database = TestDatabase::create().await;
    portico(&database, &create("alice", &["--phone", NUMBER]), "").done();
    for (arguments, input, told) in [
        (create("ALICE", &[]), "", "taken"),
        (create("everyone", &[]), "", "reserved"),
        (create("bob", &["--phone", NUMBER]), "", "number"),
        (create("bob", &["--phone", "0151"]), "", "country code"),
        (create("bob", &["--password-stdin"]), "short\n", "8 characters"),
        (create("bob", &["--password-stdin"]), "", "8 characters"),
    ] {
        let sentence = portico(&database, &arguments, input).refused();
        assert!(sentence.contains(told), "{sentence}");
    }
    let nameless = ["user", "create", "--nickname", "bob", "--name", " "];
    let sentence = portico(&database, &nameless, "").refused();
    assert!(sentence.starts_with("Display name: "), "{sentence}");
    let list = portico(&database, &["user", "list", "--json"], "").done();
    let list: Value = serde_json::from_str(&list.out).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn verify_phone_sets_only_a_free_number() {
    let database = TestDatabase::create().await;
    let verify = |nickname, number| portico(&database, &["user", "verify-phone", nickname, number], "");
    portico(&database, &create("alice", &["--password-stdin"]), "three quiet lakes").done();
    portico(&database, &create("bob", &[]), "").done();
    let ran = verify("Alice", NUMBER).done();
    assert!(ran.out.contains("+49 ··· ··· 42"), "{}", ran.out);
    verify("alice", NUMBER).done();
    assert!(verify("bob", NUMBER).refused().contains("Another account"));
    assert!(verify("nobody", NUMBER).refused().contains("`nobody`"));
    assert!(verify("bob", "0151").refused().contains("country code"));
    let instance = TestInstance::open_on(&database).await;
    assert!(opens(&instance, NUMBER, "three quiet lakes").await);
}

/// Shows: phone.kinds
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_operator_may_verify_any_valid_number_and_is_warned_if_it_gets_no_texts() {
    let database = TestDatabase::create().await;
    let landline = "+49 30 123456";
    let created = portico(&database, &create("alice", &["--phone", landline]), "").done();
    assert!(created.err.contains("no text messages to +49"), "{}", created.err);
    portico(&database, &create("bob", &[]), "").done();
    let verify = |number| portico(&database, &["user", "verify-phone", "bob", number], "");
    let ran = verify("+881 612 345 678").done();
    assert!(ran.err.contains("no text messages to +881"), "{}", ran.err);
    let ran = verify(NUMBER).done();
    assert!(!ran.err.contains("no text messages"), "{}", ran.err);
    // Malformed and premium-rate numbers are refused.
    for number in ["+1 555 0100", "+49 900 1234567", "+979 123 456 789"] {
        verify(number).refused();
    }
}

/// Shows: sessions.password-change
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn reset_password_gives_another_one_and_signs_out_everywhere() {
    let database = TestDatabase::create().await;
    portico(&database, &create("alice", &["--password-stdin"]), "three quiet lakes").done();
    let instance = TestInstance::open_on(&database).await;
    let browser = instance.browser();
    let fields = [("login", "alice"), ("password", "three quiet lakes")];
    browser.post("/sign-in", &fields).await.expect(303);
    browser.get("/settings/profile").await.expect(200);
    let ran = portico(&database, &["user", "reset-password", "alice"], "").done();
    let (_, password) = ran.out.trim().split_once("Password: ").unwrap();
    browser.get("/settings/profile").await.expect(303);
    assert!(!opens(&instance, "alice", "three quiet lakes").await);
    assert!(opens(&instance, "alice", password).await);
    let typed = ["user", "reset-password", "alice", "--password-stdin"];
    portico(&database, &typed, "four loud rivers\n").done();
    assert!(opens(&instance, "alice", "four loud rivers").await);
    let poor = portico(&database, &typed, "password\n").refused();
    assert!(poor.contains("Choose another one"), "{poor}");
    let nobody = portico(&database, &["user", "reset-password", "bob"], "").refused();
    assert!(nobody.contains("`bob`"), "{nobody}");
}

/// Shows: disabled.sessions
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn disable_signs_out_and_keeps_out_until_enable() {
    let database = TestDatabase::create().await;
    let quiet = create("alice", &["--password-stdin"]);
    portico(&database, &quiet, "three quiet lakes").done();
    let instance = TestInstance::open_on(&database).await;
    let browser = instance.browser();
    let fields = [("login", "alice"), ("password", "three quiet lakes")];
    browser.post("/sign-in", &fields).await.expect(303);
    let user = |command, nickname| portico(&database, &["user", command, nickname], "");
    let told = user("disable", "Alice").done().out;
    assert_eq!(told, "alice is disabled and signed out everywhere.\n");
    browser.get("/settings/profile").await.expect(303);
    assert!(!opens(&instance, "alice", "three quiet lakes").await);
    assert_eq!(user("disable", "alice").done().out, "alice was already disabled.\n");
    let list = portico(&database, &["user", "list", "--json"], "").done();
    let list: Value = serde_json::from_str(&list.out).unwrap();
    assert_eq!(list[0]["disabled"], true);
    let list = portico(&database, &["user", "list"], "").done().out;
    assert!(list.trim_end().ends_with("(disabled)"), "{list}");
    let told = user("enable", "alice").done().out;
    assert_eq!(told, "alice is enabled and can sign in again.\n");
    assert!(opens(&instance, "alice", "three quiet lakes").await);
    assert_eq!(user("enable", "alice").done().out, "alice was not disabled.\n");
    let list = portico(&database, &["user", "list", "--json"], "").done();
    let list: Value = serde_json::from_str(&list.out).unwrap();
    assert_eq!(list[0]["disabled"], false);
    for command in ["disable", "enable"] {
        assert!(user(command, "nobody").refused().contains("`nobody`"));
    }
}

/// Shows: leaks.command-line
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn list_shows_accounts_in_order_and_no_whole_number() {
    let database = TestDatabase::create().await;
    let empty = portico(&database, &["user", "list"], "").done();
    assert_eq!(empty.out, "There are no accounts yet.\n");
    portico(&database, &create("zoe", &["--phone", NUMBER]), "").done();
    portico(&database, &create("adam", &[]), "").done();
    let shown = portico(&database, &["user", "list"], "").done().out;
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].contains("zoe") && lines[0].contains("+49 ··· ··· 42"));
    assert!(lines[1].contains("adam") && lines[1].contains("no verified phone"));
    let told = portico(&database, &["user", "list", "--json"], "").done().out;
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told[0]["nickname"], "zoe");
    assert_eq!(told[0]["phone_verified"], true);
    assert_eq!(told[1]["phone_verified"], false);
    assert!(!told.to_string().contains(NUMBER));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_help_names_every_command_and_option() {
    let database = TestDatabase::create().await;
    let help = |arguments: &[&str]| portico(&database, arguments, "").done().out;
    let user = help(&["user", "--help"]);
    for command in ["create", "verify-phone", "reset-password", "disable", "enable", "list"] {
        assert!(user.contains(command), "{command} in\n{user}");
    }
    let create = help(&["user", "create", "--help"]);
    for option in ["--nickname", "--name", "--phone", "--password-stdin", "--json"] {
        assert!(create.contains(option), "{option} in\n{create}");
    }
    assert!(!portico(&database, &["user", "create"], "").ok);
    assert!(!portico(&database, &["user", "unknown"], "").ok);
}

/// Shows: second-step.operator
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn reset_second_factor_removes_it_once() {
    let database = TestDatabase::create().await;
    let instance = TestInstance::open_on(&database).await;
    let alice = instance.protected("alice").await;
    let reset = |nickname| portico(&database, &["user", "reset-second-factor", nickname], "");
    let ran = reset("Alice").done();
    assert!(ran.out.contains("password alone"), "{}", ran.out);
    let ran = reset("alice").done();
    assert!(ran.out.contains("had no second step"), "{}", ran.out);
    assert!(reset("nobody").refused().contains("`nobody`"));
    let browser = instance.browser();
    let fields = [("login", "alice"), ("password", crate::support::PASSWORD)];
    browser.post("/sign-in", &fields).await.expect(303);
    assert!(browser.is_signed_in().await);
    assert!(alice.browser.is_signed_in().await);
}

/// Shows: second-step.operator
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn reset_second_factor_removes_passkeys_too() {
    let database = TestDatabase::create().await;
    let instance = TestInstance::open_on(&database).await;
    let device = crate::support::Authenticator::new();
    let (alice, _) = instance.with_passkey("alice", &device).await;
    let reset = || portico(&database, &["user", "reset-second-factor", "alice"], "");
    let ran = reset().done();
    assert!(ran.out.contains("password alone"), "{}", ran.out);
    assert!(reset().done().out.contains("had no second step"));
    instance.browser().sign_in_with(&device).await.expect(422);
    let browser = instance.browser();
    let fields = [("login", "alice"), ("password", crate::support::PASSWORD)];
    browser.post("/sign-in", &fields).await.expect(303);
    assert!(browser.is_signed_in().await && alice.browser.is_signed_in().await);
    let dump = instance.dump().await;
    assert!(dump["passkeys"].is_empty() && dump["recovery_codes"].is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn delete_removes_an_account_only_with_yes_and_keeps_its_messages() {
    let database = TestDatabase::create().await;
    let instance = TestInstance::open_on(&database).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    bob.say(&acme.general, "I was here").await.expect(303);
    let delete = |options: &[&str]| portico(&database, &[&["user", "delete"], options].concat(), "");
    let asked = delete(&["bob"]).refused();
    assert!(asked.contains("--yes"), "{asked}");
    assert!(bob.browser.is_signed_in().await);

    let options = ["Bob", "--yes", "--reason", "Asked for it", "--json"];
    let told: Value = serde_json::from_str(&delete(&options).done().out).unwrap();
    assert_eq!(told["act"], "user_deleted");
    assert_eq!(told["changed"], true);
    assert!(!bob.browser.is_signed_in().await);
    let channel = format!("/channels/{}", acme.general.id);
    let page = alice.browser.get(&channel).await.expect(200).text();
    assert!(page.contains("I was here"), "{page}");
    let export = portico(&database, &["audit", "export"], "").done().out;
    let entry: Value = serde_json::from_str(export.lines().next().unwrap()).unwrap();
    assert_eq!(entry["act"], "user_deleted");
    assert_eq!(entry["target"], "bob");
    assert_eq!(entry["reason"], "Asked for it");
    let gone = delete(&["bob", "--yes"]).refused();
    assert!(gone.contains("`bob`"), "{gone}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn delete_refuses_an_owner_of_servers_and_records_nothing() {
    let database = TestDatabase::create().await;
    let instance = TestInstance::open_on(&database).await;
    let alice = instance.person("alice").await;
    instance.server("Acme", &alice).await;
    let delete = ["user", "delete", "alice", "--yes"];
    let told = portico(&database, &delete, "").refused();
    let expected = "alice owns Acme; an account that owns servers is not deleted. Transferring or deleting them is up to \
                    alice: `portico user reset-password alice` sets a new password.";
    assert_eq!(told, expected);
    assert!(alice.browser.is_signed_in().await);
    assert_eq!(portico(&database, &["audit", "export"], "").done().out, "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn delete_says_how_to_lift_the_suspension_of_a_server_that_the_account_owns() {
    let database = TestDatabase::create().await;
    let instance = TestInstance::open_on(&database).await;
    let (_, acme) = instance.alice_with_acme().await;
    let id = acme.server.id.to_string();
    let suspend = ["server", "suspend", &id, "--reason", "Reported"];
    portico(&database, &suspend, "").done();
    let delete = ["user", "delete", "alice", "--yes"];
    let told = portico(&database, &delete, "").refused();
    let restore = format!("lift its suspension first: portico server restore {id}.");
    assert!(told.contains(&restore), "{told}");
    assert!(told.starts_with("alice owns Acme;"), "{told}");
    portico(&database, &["server", "restore", &id], "").done();
    let told = portico(&database, &delete, "").refused();
    assert!(!told.contains("suspension"), "{told}");
}
