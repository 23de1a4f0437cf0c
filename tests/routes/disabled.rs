//! Disabled accounts: what they can't do any more, and what continues without them.

use portico_store::models::accounts::{session, user};
use portico_store::models::{Grant, Session, User};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::support::{Back, CALLBACK, PASSWORD, Person, TestInstance, expect_refusal, report};

impl TestInstance {
    async fn disable(&self, person: &Person<'_>) {
        assert!(person.user.disable(&self.app, &portico_store::models::Operator::TERMINAL).await.unwrap());
    }

    async fn sessions_of(&self, person: &Person<'_>) -> usize {
        let all = session::Entity::find().filter(session::Column::UserId.eq(person.id)).all(&*self.app.db).await;
        all.unwrap().len()
    }
}

/// Shows: disabled.sign-in, passwords.same-answer
#[tokio::test]
async fn the_right_password_of_a_disabled_account_looks_like_a_wrong_one() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let phone = alice.user.phone.clone().unwrap();
    let told = async |login: &str, password: &str| {
        let fields = [("login", login), ("password", password)];
        let answer = instance.browser().post("/sign-in", &fields).await.expect(422);
        assert!(answer.header("Set-Cookie").is_none());
        answer.text().replace(login, "LOGIN")
    };
    let wrong = told("alice", "wrong").await;
    instance.disable(&alice).await;
    assert_eq!(told("alice", PASSWORD).await, wrong);
    assert_eq!(told(&phone, PASSWORD).await, wrong);
    assert_eq!(told("nobody", PASSWORD).await, wrong);
}

/// Shows: disabled.sessions
#[tokio::test]
async fn every_session_ends_at_once_and_those_of_others_continue() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let other = instance.browser();
    instance.sign_in_on(&other, &alice).await;
    instance.disable(&alice).await;
    assert_eq!(instance.sessions_of(&alice).await, 0);
    for browser in [&alice.browser, &other] {
        let led = browser.get("/settings/profile").await.expect(303);
        assert!(led.location().starts_with("/sign-in"));
    }
    bob.browser.get("/settings/profile").await.expect(200);
}

/// Shows: disabled.sessions
#[tokio::test]
async fn no_session_begins_by_a_sign_in_that_was_under_way() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    // Read before, as by a sign-in whose password was just found right.
    let stale = User::find(&instance.app.db, alice.id).await.unwrap().unwrap();
    instance.disable(&alice).await;
    let asking = session::Browser { user_agent: "Test", address: [127, 0, 0, 1].into() };
    assert!(Session::start(&instance.app, &stale, asking).await.is_err());
    assert_eq!(instance.sessions_of(&alice).await, 0);
}

/// Shows: disabled.sessions
#[tokio::test]
async fn no_session_begins_by_a_new_password_that_was_under_way() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let stale = User::find(&instance.app.db, alice.id).await.unwrap().unwrap();
    let session = instance.session_of(&alice).await;
    instance.disable(&alice).await;
    let asking = session::Browser { user_agent: "Test", address: [127, 0, 0, 1].into() };
    let (old, new) = (PASSWORD.into(), "a-new-lamp-on-the-quay".into());
    let changed = stale.change_password(&instance.app, &instance.app.security_log, &session, &old, &new, asking).await;
    assert!(changed.is_err());
    assert_eq!(instance.sessions_of(&alice).await, 0);
}

/// Shows: disabled.sessions
#[tokio::test]
async fn a_session_that_is_left_over_opens_nothing() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    // The account alone, as if the session had begun in the same moment.
    close_alone(&instance, &alice).await;
    assert_eq!(instance.sessions_of(&alice).await, 1);
    alice.browser.get("/settings/profile").await.expect(303);
}

/// Closes the account, and nothing that goes with it.
async fn close_alone(instance: &TestInstance, person: &Person<'_>) {
    user::Entity::update_many()
        .col_expr(user::Column::DisabledAt, Expr::value(Some(instance.app.now())))
        .filter(user::Column::Id.eq(person.id))
        .exec(&*instance.app.db)
        .await
        .unwrap();
}

/// Shows: disabled.enabled
#[tokio::test]
async fn an_enabled_account_has_everything_again_but_its_sessions() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    app.code_for(&alice).await;
    instance.disable(&alice).await;
    assert!(!alice.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap());
    assert!(alice.user.enable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap());
    assert!(!alice.user.enable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap());
    alice.browser.get("/settings/profile").await.expect(303);
    let fields = [("login", "alice"), ("password", PASSWORD)];
    alice.browser.post("/sign-in", &fields).await.expect(303);
    let path = format!("/servers/{}/settings", acme.id());
    alice.browser.get(&path).await.expect(200);
    assert!(Grant::exists(&instance.app.db, alice.id, app.id()).await.unwrap());
    let code = app.code_for(&alice).await;
    app.exchange(&code).await.expect(200);
}

/// Shows: disabled.codes
#[tokio::test]
async fn no_code_of_a_disabled_account_is_exchanged() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let app = instance.oauth_app(&bob, CALLBACK).await;
    let (code, other) = (app.code_for(&alice).await, app.code_for(&bob).await);
    instance.disable(&alice).await;
    expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
    // Enabled within the minute, it is still worth nothing.
    alice.user.enable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap();
    expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
    app.exchange(&other).await.expect(200);
}

/// Shows: disabled.codes
#[tokio::test]
async fn a_code_that_was_made_in_the_moment_of_disabling_is_not_exchanged() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    close_alone(&instance, &alice).await;
    expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
    alice.user.enable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap();
    app.exchange(&code).await.expect(200);
}

#[tokio::test]
async fn a_disabled_account_is_asked_to_sign_in_where_an_app_wants_no_page() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    let link = app.authorize_url_with(&[("prompt", "none")]);
    Back::of(alice.browser.get(&link).await).code();
    instance.disable(&alice).await;
    let back = Back::of(alice.browser.get(&link).await);
    assert_eq!(back.error(), "login_required");
}

/// Shows: disabled.webhooks
#[tokio::test]
async fn the_app_of_a_disabled_account_keeps_working_for_others() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    instance.disable(&alice).await;
    let code = app.code_for(&bob).await;
    assert_eq!(app.exchange(&code).await.expect(200).json()["nickname"], "bob");
}

/// Shows: disabled.webhooks
#[tokio::test]
async fn a_webhook_of_a_disabled_account_posts_without_its_permissions() {
    let instance = TestInstance::open().await;
    let (alice, _, _, hook) = instance.acme_with_webhook_and_bob().await;
    let call = async || {
        let answer = hook.say("@all @bob", &["all", "users"]).await.expect(200);
        report(&answer)
    };
    let before = call().await;
    assert_eq!(before.0, ["@all", "@bob"]);
    instance.disable(&alice).await;
    let (fired, silent) = call().await;
    let lacks = ("@all".to_owned(), "creator_lacks_permission".to_owned());
    assert_eq!((fired, silent), (vec!["@bob".to_owned()], vec![lacks]));
    let row = hook.row().await.unwrap();
    assert_eq!(row.creator_id, Some(alice.id));
    alice.user.enable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap();
    assert_eq!(call().await, before);
}

/// Shows: disabled.webhooks
#[tokio::test]
async fn the_page_of_the_webhook_says_why() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, portico_rules::chat::permissions::Permissions::ADMINISTRATOR).await;
    let path = format!("/portal/webhooks/{}", hook.id());
    let why = async || {
        let page = bob.browser.get(&path).await.expect(200);
        page.attributes("#reach", "data-why").remove(0)
    };
    assert_eq!(why().await, "holds");
    instance.disable(&alice).await;
    assert_eq!(why().await, "disabled");
    let page = bob.browser.get(&path).await.expect(200);
    assert!(page.one("#reach").contains("is disabled"));
}
