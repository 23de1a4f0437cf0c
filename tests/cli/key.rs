//! `portico key …`: adding a key, sealing everything again, dropping the old key; and the refusal of each.

use std::path::PathBuf;

use portico_crypto::instance_key::{FILE, InstanceKey};
use portico_rules::clock::Clock;
use serde_json::{Value, json};

use super::{Ran, portico, portico_with};
use crate::keys::{NEW, OLD};
use crate::support::{ServeProcess, TestDatabase, TestInstance};

/// The same, started again.
async fn again(instance: &TestInstance, database: &TestDatabase) -> TestInstance {
    instance
        .beside(|figment| figment.merge(("database_url", database.url())).merge(("data_dir", database.folder())))
        .await
}

impl TestInstance {
    /// Sees to it that the commands, which go by the machine's clock, take this for a process that runs.
    async fn runs_now(&self) {
        self.clock.set(Clock::system().now());
        self.app.renew_lease().await.unwrap();
    }
}

fn key(database: &TestDatabase, arguments: &[&str]) -> Ran {
    portico(database, &[&["key"], arguments].concat(), "")
}

fn listed(database: &TestDatabase) -> Value {
    serde_json::from_str(&key(database, &["list", "--json"]).done().out).unwrap()
}

fn file(database: &TestDatabase) -> PathBuf {
    database.folder().join(FILE)
}

fn ids(database: &TestDatabase) -> Vec<String> {
    let key = InstanceKey::load(&file(database)).unwrap();
    key.ids().map(|id| id.to_string()).collect()
}

fn entry(id: &str, does: &str, sealed: [u64; 2], processes: u64) -> Value {
    entry_with(id, does, sealed, 0, processes)
}

fn entry_with(id: &str, does: &str, sealed: [u64; 2], apps: u64, processes: u64) -> Value {
    let [runtime_urls, signing_keys] = sealed;
    json!({
        "id": id,
        "does": does,
        "runtime_urls": runtime_urls,
        "signing_keys": signing_keys,
        "authenticator_apps": apps,
        // Sealed together with the signing keys.
        "push_keys": u64::from(signing_keys > 0),
        "processes": processes,
    })
}

/// Shows: secrets.rotation
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_key_is_changed_step_by_step_and_every_step_that_came_too_early_is_refused() {
    let database = TestDatabase::create().await;
    let instance = TestInstance::open_on(&database).await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let url = hook.webhook.runtime_url(&instance.app).unwrap();
    instance.runs_now().await;
    let old = ids(&database).remove(0);
    let list = listed(&database);
    assert_eq!(list["keys"], json!([entry(&old, "seals", [1, 2], 1)]));

    key(&database, &["add"]).done();
    let new = ids(&database).remove(0);
    assert_ne!(new, old);
    let list = listed(&database);
    let expected = [entry(&new, "seals", [0, 0], 0), entry(&old, "opens", [1, 2], 1)];
    assert_eq!(list["keys"], json!(expected));
    // What runs has the old key alone: what is sealed anew would not open there.
    for command in [&["rotate"][..], &["drop", &old]] {
        let told = key(&database, command).refused();
        assert!(told.contains("Restart it first"), "{told}");
        assert!(told.contains(&old), "{told}");
    }
    assert!(hook.row().await.unwrap().runtime_url(&instance.app).is_some());

    let restarted = again(&instance, &database).await;
    instance.app.release_lease().await.unwrap();
    restarted.runs_now().await;
    let told = key(&database, &["drop", &old]).refused();
    assert!(told.contains("`portico key rotate` first"), "{told}");
    let ran = key(&database, &["rotate"]).done();
    assert!(ran.out.contains("Sealed 1 webhook URLs and 2 signing keys again"), "{}", ran.out);
    assert!(ran.out.contains(&format!("key drop {old}")), "{}", ran.out);
    let row = hook.row().await.unwrap();
    assert_eq!(row.runtime_url(&restarted.app), Some(url.clone()));
    // Once more, which has nothing left to do.
    let ran = key(&database, &["rotate"]).done();
    assert!(ran.out.contains("Sealed 0 webhook URLs and 0 signing keys again"), "{}", ran.out);

    key(&database, &["drop", &old]).done();
    assert_eq!(ids(&database), [new.as_str()]);
    for (id, told) in
        [(new.as_str(), "is the one that seals"), (&old, "is not in the file"), ("latest", "eight hexadecimal digits")]
    {
        let refused = key(&database, &["drop", id]).refused();
        assert!(refused.contains(told) || id == new, "{refused}");
    }
    assert_eq!(ids(&database), [new.as_str()]);
    let last = again(&instance, &database).await;
    let row = hook.row().await.unwrap();
    assert_eq!(row.runtime_url(&last.app), Some(url));
    let said = json!({ "content": "still" }).to_string();
    let answer = last.post_json(&hook.path, &[], said.as_bytes()).await;
    answer.expect(200);
}

/// Shows: leaks.command-line
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn nothing_that_the_commands_print_or_log_shows_a_key() {
    let database = TestDatabase::create().await;
    let instance = TestInstance::open_on(&database).await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let before = std::fs::read_to_string(file(&database)).unwrap();
    let mut said = String::new();
    for arguments in [&["list"][..], &["add"], &["list"], &["rotate"], &["list", "--json"]] {
        let ran = key(&database, arguments).done();
        said += &(ran.out + &ran.err);
    }
    let after = std::fs::read_to_string(file(&database)).unwrap();
    let keys = after.lines().skip(1).map(|line| line.split_once(' ').unwrap().1);
    for secret in keys.chain([before.trim(), hook.token()]) {
        assert!(!said.contains(secret), "{said}");
    }
    assert!(after.contains(before.trim()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn keys_that_are_settings_are_changed_there_and_rotated_here() {
    let database = TestDatabase::create().await;
    let instance = TestInstance::configured(|figment| {
        figment
            .merge(("database_url", database.url()))
            .merge(("data_dir", database.folder()))
            .merge(("secret_key", OLD))
    })
    .await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let url = hook.webhook.runtime_url(&instance.app).unwrap();
    let further = format!("[{OLD:?}]");
    let settings = [("ROCKET_SECRET_KEY", NEW), ("ROCKET_FURTHER_SECRET_KEYS", &*further)];
    let ran = |arguments: &[&str]| portico_with(&database, arguments, "", &settings);
    for refused in [&["key", "add"][..], &["key", "drop", "01234567"]] {
        let told = ran(refused).refused();
        assert!(told.contains("`further_secret_keys`"), "{told}");
        assert!(!file(&database).exists());
    }
    let done = ran(&["key", "rotate"]).done();
    assert!(done.out.contains("Sealed 1 webhook URLs and 2 signing keys again"), "{}", done.out);
    assert!(done.out.contains("You can remove it from the settings"), "{}", done.out);
    assert!(!(done.out + &done.err).contains(OLD));
    let later = instance
        .beside(|figment| {
            figment
                .merge(("database_url", database.url()))
                .merge(("data_dir", database.folder()))
                .merge(("secret_key", NEW))
        })
        .await;
    let row = hook.row().await.unwrap();
    assert_eq!(row.runtime_url(&later.app), Some(url));
}

/// Shows: secrets.key-lost
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_wrong_key_is_reported_and_changes_nothing() {
    let database = TestDatabase::create().await;
    let instance = TestInstance::open_on(&database).await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let old = ids(&database).remove(0);
    let settings = [("ROCKET_SECRET_KEY", NEW)];
    let ran = |arguments: &[&str]| portico_with(&database, arguments, "", &settings).done();
    let list = ran(&["key", "list"]);
    assert!(list.err.contains("does not have"), "{}", list.err);
    let line = list.out.lines().find(|line| line.starts_with(&old));
    assert!(line.unwrap().contains("missing"), "{}", list.out);
    let rotated = ran(&["key", "rotate"]);
    assert!(rotated.out.contains("1 can be opened with none"), "{}", rotated.out);
    let row = hook.row().await.unwrap();
    assert_eq!(row.token_sealed, hook.webhook.token_sealed);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_file_that_others_may_read_or_that_holds_no_key_stops_every_command() {
    let database = TestDatabase::create().await;
    key(&database, &["add"]).done();
    let path = file(&database);
    let allow = |mode| {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    allow(0o644);
    for arguments in [&["key", "list"][..], &["key", "add"], &["user", "list"], &["serve"]] {
        let told = portico(&database, arguments, "").refused();
        assert!(told.contains("chmod 600"), "{told}");
    }
    allow(0o600);
    let kept = std::fs::read(&path).unwrap();
    std::fs::write(&path, &kept[..kept.len() - 9]).unwrap();
    for arguments in [&["key", "list"][..], &["key", "add"], &["key", "rotate"], &["serve"]] {
        let told = portico(&database, arguments, "").refused();
        assert!(told.contains("is broken"), "{told}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), kept[..kept.len() - 9]);
}

/// The acts in the audit log of the instance with what each was done to, the newest first.
fn acts(database: &TestDatabase) -> Vec<(String, String)> {
    let export = portico(database, &["audit", "export"], "").done().out;
    let entries = export.lines().map(|line| {
        let entry: Value = serde_json::from_str(line).unwrap();
        assert_eq!(entry["actor"], "terminal");
        let text = |name: &str| entry[name].as_str().unwrap().to_owned();
        (text("act"), text("target"))
    });
    entries.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn what_is_done_to_keys_is_in_the_audit_log_with_their_ids() {
    let database = TestDatabase::create().await;
    let instance = TestInstance::open_on(&database).await;
    instance.acme_with_webhook().await;
    let old = ids(&database).remove(0);
    key(&database, &["add"]).done();
    let new = ids(&database).remove(0);
    key(&database, &["rotate"]).done();
    // This one finds nothing to do.
    key(&database, &["rotate"]).done();
    key(&database, &["drop", &old]).done();
    let kids = |ran: Ran| -> String {
        let words = ran.out.lines().filter_map(|line| {
            let line = line.strip_prefix("Added the ")?;
            Some(line.split(' ').nth(2)?.trim_end_matches('.').to_owned())
        });
        words.collect::<Vec<_>>().join(", ")
    };
    let next = kids(key(&database, &["signing", "rotate"]).done());
    let at_once = kids(key(&database, &["signing", "rotate", "--now"]).done());
    // What is refused or only shown is not there.
    key(&database, &["drop", &new]).refused();
    key(&database, &["list"]).done();
    let expected = [
        ("signing_keys_revoked", at_once),
        ("signing_keys_rotated", next),
        ("key_dropped", old),
        ("key_rotated", new.clone()),
        ("key_added", new),
    ];
    let expected: Vec<(String, String)> = expected.into_iter().map(|(act, target)| (act.to_owned(), target)).collect();
    assert_eq!(acts(&database), expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_push_key_that_is_lost_is_named_at_start_and_replaced_and_its_browsers_are_forgotten() {
    let database = TestDatabase::create().await;
    let instance = TestInstance::open_on(&database).await;
    let alice = instance.person("alice").await;
    let browser = [
        ("endpoint", "https://fcm.googleapis.com/fcm/send/abc"),
        ("p256dh", "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        ("auth", "BTBZMqHH6r4Tts7J_aSIgg"),
    ];
    let add = alice.browser.post("/settings/notifications/browsers", &browser);
    add.await.expect(303);
    // The key of the file opens it.
    let told = key(&database, &["replace-push"]).refused();
    assert!(told.contains("can be opened"), "{told}");
    assert!(told.contains("--force"), "{told}");
    assert_eq!(instance.dump().await["push_subscriptions"].len(), 1);

    let other = [("ROCKET_SECRET_KEY", NEW), ("ROCKET_DATABASE_URL", database.url())];
    let log = database.folder().join("log");
    let warns = async || {
        let serving = ServeProcess::start_logging(&instance, &other, &log);
        serving.tell_to_stop();
        assert!(serving.ended().await.success());
        let said = std::fs::read_to_string(&log).unwrap();
        said.contains("portico key replace-push")
    };
    assert!(warns().await);
    let replace = ["key", "replace-push", "--reason", "Lost with the disk"];
    let ran = portico_with(&database, &replace, "", &other).done();
    assert!(ran.out.contains("1 browsers get no push messages"), "{}", ran.out);
    assert!(!warns().await);
    let dump = instance.dump().await;
    assert!(dump["push_subscriptions"].is_empty());
    assert_eq!(dump["push_keys"].len(), 1);
    assert_eq!(acts(&database)[0].0, "push_key_replaced");

    portico_with(&database, &replace, "", &other).refused();
    let forced = [&replace[..], &["--force"]].concat();
    let ran = portico_with(&database, &forced, "", &other).done();
    assert!(ran.out.contains("Restart Portico"), "{}", ran.out);
    assert_eq!(instance.dump().await["push_keys"].len(), 1);
    let ran = portico_with(&database, &[&forced[..], &["--json"]].concat(), "", &other).done();
    let printed: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(printed, json!({ "browsers": 0 }));
}

/// A process that lacks the key could neither sign an ID token nor send a push message any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn keys_for_signing_and_for_push_services_are_replaced_only_once_every_process_has_the_key_that_seals_them() {
    let database = TestDatabase::create().await;
    let instance = TestInstance::open_on(&database).await;
    instance.runs_now().await;
    let old = ids(&database).remove(0);
    key(&database, &["add"]).done();
    let commands =
        [&["signing", "rotate"][..], &["signing", "rotate", "--now"], &["replace-push"], &["replace-push", "--force"]];
    let before = instance.dump().await;
    for command in commands {
        let told = key(&database, command).refused();
        assert!(told.contains("Restart it first"), "{command:?}: {told}");
        assert!(told.contains(&old), "{command:?}: {told}");
    }
    let after = instance.dump().await;
    for table in ["signing_keys", "push_keys"] {
        assert_eq!(after[table], before[table], "{table}");
    }

    let restarted = again(&instance, &database).await;
    instance.app.release_lease().await.unwrap();
    restarted.runs_now().await;
    for command in [&["signing", "rotate", "--now"][..], &["replace-push", "--force"]] {
        key(&database, command).done();
    }
}
