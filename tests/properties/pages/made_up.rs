//! Made-up cursors: they lead to a page of the user's own rows, to its end, or to nothing.

use std::collections::BTreeSet;

use portico_rules::ids::MAX_ID;
use portico_store::models::accounts::security_event;
use portico_store::models::logs::delivery;
use portico_store::models::messages::message;
use portico_store::models::oauth::oauth_app::{Draft, ShownBefore};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sea_orm::{EntityTrait, Set};

use crate::support::{CALLBACK, Community, Person, TestInstance, TestOauthApp, TestWebhook, draft};

/// How many cursors each page is tried with, besides the ids of rows.
const CURSORS: usize = 24;

/// Stands in every row of the stranger's, and in no path.
const STRANGE: &str = "Quillfeather";

/// A user with one of everything that is listed.
struct Owner<'h> {
    person: Person<'h>,
    server: Community<'h>,
    hook: TestWebhook<'h>,
    app: TestOauthApp<'h>,
}

impl<'h> Owner<'h> {
    async fn of(instance: &'h TestInstance, nickname: &str, word: &str) -> Self {
        let person = instance.person(nickname).await;
        let server = instance.server(word, &person).await;
        let topic = [("name", "quays"), ("topic", word)];
        let channels = server.settings("/channels");
        let made = person.browser.post(&channels, &topic).await;
        made.expect(303);
        let roles = server.settings("/roles");
        let made = person.browser.post(&roles, &[("name", word)]).await;
        made.expect(303);
        let hook = server.webhook(&person, &server.general).await;
        hook.say(word, &[]).await.expect(200);
        let said = format!("@{nickname} {word}");
        person.say(&server.general, &said).await.expect(303);
        let app = instance.oauth_app(&person, CALLBACK).await;
        let named = Draft { name: word, ..draft() };
        app.app.edit(&instance.app, named, ShownBefore::default()).await.unwrap();
        let event = security_event::ActiveModel {
            id: Set(instance.app.id()),
            user_id: Set(person.id),
            kind: Set("app_approved".to_owned()),
            detail: Set(word.to_owned()),
            by_anybody: Set(false),
            user_agent: Set("Test".to_owned()),
            address: Set("127.0.0.1".to_owned()),
        };
        let insert = security_event::Entity::insert(event);
        insert.exec_without_returning(&*instance.app.db).await.unwrap();
        instance.app.settled().await;
        Self { person, server, hook, app }
    }

    /// Every page that is turned over, up to its cursor.
    fn pages(&self) -> Vec<String> {
        let (server, app) = (self.server.settings(""), self.app.id());
        let channel = self.server.general.id;
        let hook = self.hook.id();
        vec![
            "/inbox?before=".to_owned(),
            "/inbox?read_before=".to_owned(),
            "/settings/security/log?before=".to_owned(),
            format!("/channels/{channel}?before="),
            format!("/channels/{channel}?after="),
            format!("/channels/{channel}?around="),
            format!("{server}/members?after="),
            format!("{server}/members?before="),
            format!("{server}/members?q="),
            format!("{server}/audit?before="),
            format!("{server}/audit?actor="),
            format!("{server}/audit?action="),
            format!("/portal/webhooks/{hook}/deliveries?before="),
            format!("/portal/webhooks/{hook}/deliveries?outcome="),
            format!("/portal/apps/{app}/audit?before="),
            format!("/portal/apps/{app}/audit?actor="),
        ]
    }
}

/// What might stand where a cursor does.
fn texts() -> impl Strategy<Value = String> {
    let raw = prop_oneof![
        "[-+ 0-9eE._x]{0,20}",
        "0{0,3}[0-9]{1,20}",
        "[a-z][a-z0-9_.-]{0,31}",
        (1..=MAX_ID).prop_map(|id| id.to_string()),
        any::<i128>().prop_map(|number| number.to_string()),
        any::<String>(),
    ];
    let encoded = raw.prop_map(|text| form_urlencoded::byte_serialize(text.as_bytes()).collect());
    prop_oneof![
        8 => encoded,
        1 => proptest::sample::select(vec!["%00", "%ff", "%", "%f0%9f", "1%00", "&", "", "1&before=2"])
            .prop_map(str::to_owned),
    ]
}

/// Shows: random.cursors
#[tokio::test]
async fn a_made_up_cursor_shows_no_rows_of_others_and_is_no_error() {
    let instance = TestInstance::open().await;
    let alice = Owner::of(&instance, "alice", "Lantern").await;
    let stranger = Owner::of(&instance, "mallory", STRANGE).await;
    let mut cursors = BTreeSet::from(["mallory".to_owned()]);
    // Of rows that there are, hers and the stranger's.
    let db = &*instance.app.db;
    let attempts = delivery::Entity::find().all(db).await.unwrap();
    let messages = message::Entity::find().all(db).await.unwrap();
    let events = security_event::Entity::find().all(db).await.unwrap();
    let entries = instance.audited().await;
    let rows = attempts.iter().map(|row| row.id.get());
    let rows = rows.chain(messages.iter().map(|row| row.id.get()));
    let rows = rows.chain(events.iter().map(|row| row.id));
    let rows = rows.chain(entries.iter().map(|row| row.id));
    cursors.extend(rows.map(|id| id.to_string()));
    cursors.insert(stranger.person.id.to_string());
    let mut runner = TestRunner::deterministic();
    for _ in 0..CURSORS {
        cursors.insert(texts().new_tree(&mut runner).unwrap().current());
    }
    let theirs: Vec<String> = attempts
        .iter()
        .filter(|attempt| attempt.webhook_id == stranger.hook.id())
        .map(|attempt| format!("/deliveries/{}", attempt.id))
        .collect();
    assert!(!theirs.is_empty());
    for page in alice.pages() {
        for cursor in &cursors {
            let path = format!("{page}{cursor}");
            let answer = alice.person.browser.get(&path).await;
            // A channel without messages there leads to its newest.
            assert!(matches!(answer.status, 200 | 303 | 404), "{path} {answer:?}");
            assert!(!answer.text().contains(STRANGE), "{path}");
            let links = answer.attributes("a", "href");
            let strange = |link: &&String| theirs.iter().any(|their| link.ends_with(their));
            assert_eq!(links.iter().find(strange), None, "{path}");
        }
    }
    // That would have been seen: to the stranger it is shown.
    for page in stranger.pages() {
        let (path, _) = page.split_once('?').unwrap();
        let answer = stranger.person.browser.get(path).await.expect(200).text();
        let links = theirs.iter().any(|their| answer.contains(their));
        assert!(links || answer.contains(STRANGE), "{path}");
    }
}
