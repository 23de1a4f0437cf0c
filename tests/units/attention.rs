//! The list of what needs attention, by the facts.

use portico::attention::{Facts, MAX_BACKUP_AGE_MS, MIN_FAILED_TEXTS, ProcessFacts, StoredFacts, concerns};
use portico_platform::config::Config;
use portico_platform::database::server_state::ServerState;
use portico_platform::storage::FileSystem;
use portico_rules::clock::DAY_MS;
use portico_store::models::instance::sign_up::SignUpMode;

fn config(base_url: &str) -> Config {
    let figment = rocket::Config::figment().merge(("base_url", base_url)).merge(("data_dir", "/data"));
    Config::read(&figment).expect("the settings can be read")
}

const CALM: ProcessFacts = ProcessFacts {
    holds_number: true,
    has_lost_file: false,
    is_nearly_full: false,
    failed_texts: MIN_FAILED_TEXTS - 1,
    untrusted_proxy: None,
    started_after_ms: None,
};

fn facts(config: &Config, process: ProcessFacts) -> Facts<'_> {
    let stored = StoredFacts { last_backup: Some(0), sign_up_mode: SignUpMode::Invite, open_reports: 0 };
    let now = MAX_BACKUP_AGE_MS;
    Facts { config, now, disk: None, server: None, stored: Some(stored), process: Some(process) }
}

fn subjects(facts: &Facts<'_>) -> Vec<&'static str> {
    concerns(facts).iter().map(|concern| concern.subject).collect()
}

#[test]
fn nothing_needs_attention_up_to_each_limit() {
    let config = config("http://localhost:8000");
    let calm = facts(&config, CALM);
    assert_eq!(subjects(&calm), [""; 0]);
    let unknown = Facts { stored: None, process: None, ..calm };
    assert_eq!(subjects(&unknown), [""; 0]);
    assert_eq!(subjects(&Facts { now: calm.now + 1, ..calm }), ["backups"]);
    // Postgres has its own backups.
    let server = ServerState { now: 0, can_create: true, has_our_settings: true };
    assert_eq!(subjects(&Facts { now: calm.now + 1, server: Some(server), ..calm }), [""; 0]);
}

#[test]
fn each_fact_of_a_process_is_named_with_a_remedy() {
    let config = config("http://localhost:8000");
    for (subject, process) in [
        ("lease", ProcessFacts { holds_number: false, ..CALM }),
        ("database", ProcessFacts { has_lost_file: true, ..CALM }),
        ("disk", ProcessFacts { is_nearly_full: true, ..CALM }),
        ("provider", ProcessFacts { failed_texts: MIN_FAILED_TEXTS, ..CALM }),
        ("trusted_proxies", ProcessFacts { untrusted_proxy: Some([10, 0, 0, 1].into()), ..CALM }),
        ("clock", ProcessFacts { started_after_ms: Some(9 * DAY_MS), ..CALM }),
    ] {
        let facts = facts(&config, process);
        assert_eq!(subjects(&facts), [subject]);
        assert!(concerns(&facts)[0].text.contains(": "), "{subject}");
    }
}

#[test]
fn postgres_is_named_for_missing_rights_and_a_pooler() {
    let config = config("http://localhost:8000");
    let server = ServerState { now: 0, can_create: false, has_our_settings: false };
    let facts = Facts { server: Some(server), ..facts(&config, CALM) };
    assert_eq!(subjects(&facts), ["Postgres", "pooler"]);
}

#[test]
fn free_space_is_named_early_and_is_an_error_below_the_limit() {
    let config = config("http://localhost:8000");
    let total = u64::MAX;
    let least = FileSystem { free: 0, total }.least_free(config.storage);
    for (free, is_error) in [(least - 1, Some(true)), (least, Some(false)), (4 * least, None)] {
        let facts = Facts { disk: Some(FileSystem { free, total }), ..facts(&config, CALM) };
        assert_eq!(concerns(&facts).first().map(|concern| concern.is_error), is_error, "{free}");
    }
}

#[test]
fn a_public_instance_is_reminded_of_text_messages_and_an_open_sign_up() {
    for (base_url, expected) in
        [("https://chat.example", &["text messages", "sign-up"][..]), ("http://localhost:8000", &[])]
    {
        let config = config(base_url);
        let mut facts = facts(&config, CALM);
        facts.stored.as_mut().unwrap().sign_up_mode = SignUpMode::Open;
        assert_eq!(subjects(&facts), expected, "{base_url}");
    }
}

#[test]
fn reports_count_one_by_one() {
    let config = config("http://localhost:8000");
    let mut facts = facts(&config, CALM);
    facts.stored.as_mut().unwrap().open_reports = 3;
    assert_eq!(concerns(&facts)[0].count, 3);
}
