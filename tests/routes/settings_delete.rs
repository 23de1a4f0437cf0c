//! `/settings/delete`.

use std::collections::BTreeSet;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::User;
use portico_store::models::accounts::{picture, session};
use portico_store::pictures::{self, PictureKind};
use sea_orm::sea_query::{Expr, ExprTrait, Query, SimpleExpr};
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, QueryFilter, Statement};

use crate::support::{Answer, CALLBACK, PASSWORD, Person, TestInstance};

const PATH: &str = "/settings/delete";

impl Person<'_> {
    async fn delete_account(&self, password: &str, confirm: &str) -> Answer {
        let fields = [("password", password), ("confirm", confirm)];
        self.browser.post(PATH, &fields).await
    }
}

impl TestInstance {
    /// A row of a table whose model is not at hand here.
    async fn row(&self, table: &'static str, values: Vec<(&'static str, SimpleExpr)>) {
        let (columns, values): (Vec<_>, Vec<_>) = values.into_iter().unzip();
        let insert = Query::insert().into_table(table).columns(columns).values_panic(values).to_owned();
        self.app.db.execute(&insert).await.unwrap();
    }

    /// How many rows of a table have `id` in a column.
    async fn count(&self, table: &'static str, column: &'static str, id: i64) -> usize {
        let select = Query::select().column(column).from(table).and_where(Expr::col(column).eq(id)).to_owned();
        self.app.db.query_all(&select).await.unwrap().len()
    }
}

/// Shows: sessions.deletion
#[tokio::test]
async fn a_deleted_account_is_gone_and_its_nickname_free() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let before = alice.browser.cookie("portico").unwrap();
    let answer = alice.delete_account(PASSWORD, " @Alice ").await.expect(303);
    assert_eq!(answer.location(), "/");
    assert_eq!(alice.browser.cookie("portico"), None);
    assert!(User::find(&instance.app.db, alice.id).await.unwrap().is_none());
    let old = instance.browser();
    old.set_cookie("portico", &before);
    old.get(PATH).await.expect(303);
    instance.browser().post("/sign-in", &[("login", "alice"), ("password", PASSWORD)]).await.expect(422);
    let fields = [("nickname", "alice"), ("name", "Another Alice"), ("password", "three quiet lakes")];
    instance.browser().post("/sign-up", &fields).await.expect(303);
}

/// Shows: token.person-deleted, accounts.deletion
#[tokio::test]
async fn everything_that_is_theirs_goes_along() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let server = instance.server("Acme", &bob).await;
    server.join(&alice).await;
    let (now, app) = (instance.app.now(), instance.app.id::<i64>());
    instance
        .row(
            "oauth_apps",
            vec![
                ("id", app.into()),
                ("owner_id", alice.id.into()),
                ("name", "App".into()),
                ("homepage", "".into()),
                ("description", "".into()),
                ("created_at", now.into()),
            ],
        )
        .await;
    for person in [&alice, &bob] {
        instance
            .row(
                "grants",
                vec![
                    ("user_id", person.id.into()),
                    ("app_id", app.into()),
                    ("created_at", now.into()),
                    ("last_used_at", now.into()),
                ],
            )
            .await;
        picture::store(&instance.app.db, PictureKind::User, person.id.get(), vec![1]).await.unwrap();
    }
    picture::store(&instance.app.db, PictureKind::App, app, vec![1]).await.unwrap();
    alice.browser.post("/settings/phone", &[("phone", "+4915112345642")]).await.expect(303);
    alice.delete_account(PASSWORD, "alice").await.expect(303);
    for (table, column) in [
        ("users", "id"),
        ("sessions", "user_id"),
        ("phone_codes", "user_id"),
        ("members", "user_id"),
        ("grants", "user_id"),
        ("oauth_apps", "owner_id"),
    ] {
        assert_eq!(instance.count(table, column, alice.id.get()).await, 0, "{table}");
    }
    instance.run_cleanup_with_second_look().await;
    assert_eq!(instance.count("grants", "app_id", app).await, 0);
    for (kind, id, is_there) in
        [(PictureKind::User, alice.id, false), (PictureKind::App, app.into(), false), (PictureKind::User, bob.id, true)]
    {
        let found = picture::find(&instance.app.db, kind, id.get()).await.unwrap();
        assert_eq!(found.is_some(), is_there, "{kind:?}");
    }
    let shown = instance.browser().get(&format!("/avatars/user/{}", alice.id)).await;
    assert_eq!(shown.expect(200).bytes, pictures::generated(PictureKind::User, alice.id.get()));
}

impl TestInstance {
    /// Every column, as `table.column`, in which the id of something stands.
    async fn standing(&self, id: i64) -> BTreeSet<String> {
        let backend = self.app.db.get_database_backend();
        let columns = match backend {
            DbBackend::Sqlite => {
                "SELECT tables.name AS of_table, columns.name AS of_column FROM sqlite_schema AS tables \
                 JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
            }
            _ => {
                "SELECT table_name AS of_table, column_name AS of_column FROM information_schema.columns \
                 WHERE table_schema = 'public' AND data_type = 'bigint'"
            }
        };
        let ask = |sql: String| {
            let statement = Statement::from_string(backend, sql);
            async { self.app.db.query_all_raw(statement).await.unwrap() }
        };
        let mut standing = BTreeSet::new();
        for row in ask(columns.to_owned()).await {
            let table: String = row.try_get("", "of_table").unwrap();
            let column: String = row.try_get("", "of_column").unwrap();
            let sql = format!("SELECT 1 FROM \"{table}\" WHERE \"{column}\" = {id} LIMIT 1");
            if !ask(sql).await.is_empty() {
                standing.insert(format!("{table}.{column}"));
            }
        }
        standing
    }
}

/// Found in the schema rather than in a list, so that no table is forgotten that comes later.
/// Shows: accounts.deletion
#[tokio::test]
async fn of_all_tables_only_messages_and_the_audit_log_still_name_them() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let acme = instance.server("Acme", &bob).await;
    let role = acme.join_with(&alice, Permissions::ADMINISTRATOR).await;
    let (view, nothing) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    acme.overwrite_member(&acme.general, &alice, view, nothing).await;
    acme.webhook(&alice, &acme.general).await;
    let invites = acme.settings("/invites");
    alice.browser.post(&invites, &[]).await.expect(303);
    alice.say(&acme.general, "@bob").await.expect(303);
    bob.say(&acme.general, "@alice").await.expect(303);
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let others = instance.oauth_app(&bob, CALLBACK).await;
    for app in [&app, &others] {
        let code = app.code_for(&alice).await;
        app.exchange(&code).await.expect(200);
        app.code_for(&alice).await;
    }
    picture::store(&instance.app.db, PictureKind::User, alice.id.get(), vec![1]).await.unwrap();
    let typed = [("phone", "+4915112345642")];
    alice.browser.post("/settings/phone", &typed).await.expect(303);
    let asked = [("login", "alice")];
    instance.browser().post("/reset", &asked).await.expect(303);
    instance.app.settled().await;
    let before = instance.standing(alice.id.get()).await;
    let named: BTreeSet<String> = [
        "app_events.user_id",
        "audit_entries.actor_id",
        "authorization_codes.user_id",
        "grants.user_id",
        "invites.creator_id",
        "member_roles.user_id",
        "members.user_id",
        "mentions.target_id",
        "messages.author_id",
        "oauth_apps.owner_id",
        "overwrites.user_id",
        "password_resets.user_id",
        "phone_codes.user_id",
        "pictures.subject_id",
        "read_marks.user_id",
        "security_events.user_id",
        "sessions.user_id",
        "users.id",
        "webhooks.creator_id",
    ]
    .map(str::to_owned)
    .into();
    let missing: Vec<_> = named.difference(&before).collect();
    assert!(missing.is_empty(), "nothing of them stood in {missing:?}");
    alice.delete_account(PASSWORD, "alice").await.expect(303);
    instance.app.settled().await;
    let forever = ["audit_entries.actor_id", "mentions.target_id", "messages.author_id"];
    // And what is removed in steps, as long as that takes.
    let for_a_while =
        ["departed.id", "invites.creator_id", "member_roles.user_id", "overwrites.user_id", "webhooks.creator_id"];
    let left = forever.into_iter().chain(for_a_while).map(str::to_owned);
    assert_eq!(instance.standing(alice.id.get()).await, left.collect());
    instance.run_cleanup_with_second_look().await;
    let after: Vec<_> = instance.standing(alice.id.get()).await.into_iter().collect();
    assert_eq!(after, forever);
    // Their app went with everything that it had; the other one, and what hung on it, did not.
    assert!(instance.standing(app.id().get()).await.is_empty());
    assert!(instance.standing(others.id().get()).await.contains("oauth_apps.id"));
    assert!(instance.standing(role.id.get()).await.contains("roles.id"));
    assert!(instance.standing(bob.id.get()).await.contains("users.id"));
}

/// Shows: accounts.deletion
#[tokio::test]
async fn messages_and_webhooks_stay_without_them() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let server = instance.server("Acme", &bob).await;
    server.join(&alice).await;
    let (webhook, message, now) = (instance.app.id::<i64>(), instance.app.id::<i64>(), instance.app.now());
    instance
        .row(
            "webhooks",
            vec![
                ("id", webhook.into()),
                ("server_id", server.id().into()),
                ("channel_id", server.general.id.into()),
                ("creator_id", alice.id.into()),
                ("name", "CI".into()),
                ("token_hash", vec![0_u8; 32].into()),
                ("token_sealed", vec![0_u8; 32].into()),
                ("created_at", now.into()),
            ],
        )
        .await;
    instance
        .row(
            "messages",
            vec![
                ("id", message.into()),
                ("channel_id", server.general.id.into()),
                ("author_id", alice.id.into()),
                ("content", "hello".into()),
            ],
        )
        .await;
    alice.delete_account(PASSWORD, "alice").await.expect(303);
    instance.run_cleanup_with_second_look().await;
    assert_eq!(instance.count("webhooks", "id", webhook).await, 1);
    assert_eq!(instance.count("webhooks", "creator_id", alice.id.get()).await, 0);
    assert_eq!(instance.count("messages", "author_id", alice.id.get()).await, 1);
}

/// Shows: accounts.deletion-owner
#[tokio::test]
async fn an_owner_sees_their_servers_and_is_not_deleted() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let page = alice.browser.get(PATH).await.expect(200);
    let link = format!("/servers/{}/settings", acme.id());
    assert_eq!(page.attributes(".side-content a.list-title", "href"), [link]);
    assert!(page.all("#f-password").is_empty());
    let answer = alice.delete_account(PASSWORD, "alice").await.expect(422);
    assert_eq!(answer.faults(), ["form"]);
    assert!(answer.one("[data-fault=form]").contains("Acme"));
    alice.browser.get(PATH).await.expect(200);
}

/// Shows: accounts.deletion-owner
#[tokio::test]
async fn the_owner_of_a_suspended_server_is_sent_to_the_operator() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (acme, other) = (instance.server("Acme", &alice).await, instance.server("Other", &alice).await);
    acme.suspend().await;
    let hrefs = |page: &Answer| page.attributes(".side-content a.list-title", "href");
    let works = format!("/servers/{}/settings", other.id());
    let suspended = format!("/servers/{}", acme.id());
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(hrefs(&page), [works.as_str(), &suspended]);
    assert!(page.text().contains("Ask the operator"));
    let answer = alice.delete_account(PASSWORD, "alice").await.expect(422);
    let fault = answer.one("[data-fault=form]");
    assert!(fault.contains("You own Other. Transfer or delete"), "{fault}");
    assert!(fault.contains("you own: Acme. Ask the operator"), "{fault}");
    // Where it is the only one, nothing is said of what would be refused.
    let gone = [("confirm", "Other")];
    let delete = other.settings("/delete");
    alice.browser.post(&delete, &gone).await.expect(303);
    let answer = alice.delete_account(PASSWORD, "alice").await.expect(422);
    assert_eq!(hrefs(&answer), [suspended]);
    assert!(answer.all("#owned-head").is_empty());
    acme.restore().await;
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(hrefs(&page), [acme.settings("")]);
}

/// Shows: accounts.deletion-proof
#[tokio::test]
async fn password_and_typed_nickname_must_both_be_right() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for (password, confirm, faults) in [
        ("wrong", "alice", &["password"][..]),
        (PASSWORD, "alicia", &["confirm"]),
        (PASSWORD, "", &["confirm"]),
        ("", "", &["confirm", "password"]),
    ] {
        let answer = alice.delete_account(password, confirm).await.expect(422);
        assert_eq!(answer.faults(), faults);
        assert_eq!(answer.attributes("#f-confirm", "value"), [confirm]);
    }
    let sessions = session::Entity::find().filter(session::Column::UserId.eq(alice.id)).all(&*instance.app.db).await;
    assert_eq!(sessions.unwrap().len(), 1);
}

/// Shows: accounts.deletion-proof
#[tokio::test]
async fn a_password_that_was_changed_meanwhile_deletes_nothing() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    // Read before, as by a form whose password was just found right.
    let stale = alice.user.clone();
    let session = instance.session_of(&alice).await;
    let new = "a-new-lamp-on-the-quay".into();
    alice.user.reset_password(&instance.app, &new, &portico_store::models::Operator::TERMINAL).await.unwrap();
    let asking = session::Browser { user_agent: "Test", address: [127, 0, 0, 1].into() };
    let password = PASSWORD.into();
    let deleted = stale.delete_account(&instance.app, &instance.app.security_log, &session, &password, "alice", asking);
    assert!(deleted.await.is_err());
    assert!(User::find(&instance.app.db, alice.id).await.unwrap().is_some());
}

/// Shows: accounts.deletion-owner
#[tokio::test]
async fn of_a_deletion_and_a_new_server_side_by_side_one_happens() {
    for _ in 0..5 {
        let instance = TestInstance::open().await;
        let alice = instance.person("alice").await;
        let (deleted, made) = rocket::futures::future::join(
            alice.delete_account(PASSWORD, "alice"),
            portico_store::models::Server::create(&instance.app, alice.id, "Acme"),
        )
        .await;
        let account = instance.count("users", "id", alice.id.get()).await;
        let servers = instance.count("servers", "owner_id", alice.id.get()).await;
        assert_eq!(account, servers, "{} {made:?}", deleted.status);
        assert!(matches!(deleted.status, 303 | 422));
    }
}

/// Shows: passwords.guessed-elsewhere
#[tokio::test]
async fn guessing_the_password_here_is_limited_too() {
    let instance =
        TestInstance::configured(|figment| figment.merge(("throttle", rocket::figment::map! { "enabled" => true })))
            .await;
    let alice = instance.person("alice").await;
    for _ in 0..10 {
        alice.delete_account("wrong", "alice").await.expect(422);
    }
    alice.delete_account(PASSWORD, "alice").await.expect(429);
}

#[tokio::test]
async fn deleting_an_account_needs_a_sign_in() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let stranger = instance.browser();
    let fields = [("password", PASSWORD), ("confirm", "alice")];
    for answer in [stranger.get(PATH).await, stranger.post(PATH, &fields).await] {
        assert!(answer.expect(303).location().starts_with("/sign-in"));
    }
    alice.browser.get(PATH).await.expect(200);
}
