//! Deleted apps, alone or with their owner's account: nothing leads to people's approvals any more, and they are deleted
//! in steps.

use portico::background::cleanup::ROWS_PER_STEP;
use portico_rules::ids::AppId;
use portico_store::models::logs::audit;
use portico_store::models::oauth::profile::ExchangeKind;
use portico_store::models::oauth::{authorization_code, grant};
use portico_store::models::tombstone;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};

use super::HOUR;
use crate::support::{CALLBACK, PASSWORD, Person, TestInstance, TestOauthApp};

/// Bob's app, which Alice and many others approved.
async fn approved<'h>(instance: &'h TestInstance) -> (Person<'h>, Person<'h>, TestOauthApp<'h>) {
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let app = instance.oauth_app(&bob, CALLBACK).await;
    let people = instance.crowd(ROWS_PER_STEP).await;
    let grants = people.iter().map(|id| grant::ActiveModel {
        user_id: Set(*id),
        app_id: Set(app.id()),
        created_at: Set(instance.app.now()),
        last_used_at: Set(instance.app.now()),
        gives_profile: Set(true),
    });
    let insert = grant::Entity::insert_many(grants);
    insert.exec_without_returning(&*instance.app.db).await.unwrap();
    (alice, bob, app)
}

impl TestInstance {
    async fn log_of(&self, app_id: AppId) -> u64 {
        audit::Entity::find().filter(audit::Column::LogId.eq(app_id)).count(&*self.app.db).await.unwrap()
    }

    /// Nothing of the app shows or works, and then it goes in steps.
    async fn is_over_and_goes(&self, app: &TestOauthApp<'_>, alice: &Person<'_>, code: &str) {
        assert_eq!(self.rows(grant::Entity).await, ROWS_PER_STEP + 1);
        let page = alice.browser.get("/settings/apps").await.expect(200);
        assert!(!page.text().contains("Builder"), "{}", page.text());
        app.exchange(code).await.expect(401);
        let revoke = format!("/settings/apps/{}/revoke", app.id());
        alice.browser.post(&revoke, &[]).await.expect(404);
        assert_eq!(self.rows(grant::Entity).await, ROWS_PER_STEP + 1);

        let entries = self.log_of(app.id()).await;
        assert_eq!(entries, 1);
        // The approvals, one code, the log; and the owner's account, where that went too.
        let mut held = self.rows(grant::Entity).await + self.rows(authorization_code::Entity).await;
        held += entries;
        assert_eq!(held, ROWS_PER_STEP + 1 + 1 + entries);
        assert_eq!(self.all_rows_deleted("departed").await, held);
        assert_eq!(self.rows(grant::Entity).await, 0);
        assert_eq!(self.rows(authorization_code::Entity).await, 0);
        assert_eq!(self.log_of(app.id()).await, 0);
        self.clock.advance(HOUR);
        assert_eq!(self.all_rows_deleted("departed").await, 0);
        assert_eq!(self.rows(tombstone::Entity).await, 0);
    }
}

/// Shows: growth.transactions
#[tokio::test]
async fn an_app_goes_at_once_and_its_approvals_in_steps() {
    let instance = TestInstance::open().await;
    let (alice, _bob, app) = approved(&instance).await;
    let code = app.code_for(&alice).await;
    app.app.delete(&instance.app, "Builder").await.unwrap();
    instance.is_over_and_goes(&app, &alice, &code).await;
}

/// Shows: growth.transactions
#[tokio::test]
async fn an_account_takes_its_apps_along_at_once_and_their_approvals_in_steps() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = approved(&instance).await;
    let code = app.code_for(&alice).await;
    let fields = [("password", PASSWORD), ("confirm", "bob")];
    let answer = bob.browser.post("/settings/delete", &fields).await;
    answer.expect(303);
    instance.is_over_and_goes(&app, &alice, &code).await;
}

/// Shows: growth.transactions
#[tokio::test]
async fn the_codes_of_approvals_count_in_the_steps_in_which_an_app_goes() {
    let instance = TestInstance::open().await;
    let (_, _, app) = approved(&instance).await;
    let grants = grant::Entity::find().all(&*instance.app.db).await.unwrap();
    let codes: Vec<_> = grants
        .iter()
        .flat_map(|grant| [grant.user_id; 3])
        .map(|user_id| {
            let id = instance.app.id();
            authorization_code::ActiveModel {
                id: Set(id),
                secret_hash: Set(Vec::new()),
                app_id: Set(app.id()),
                user_id: Set(user_id),
                redirect_uri: Set(CALLBACK.to_owned()),
                code_challenge: Set(None),
                form_hash: Set(id.to_string().into_bytes()),
                created_at: Set(0),
                expires_at: Set(1),
                used_at: Set(None),
                redeemer: Set(None),
                exchange: Set(ExchangeKind::Json),
                scope: Set(String::new()),
                nonce: Set(None),
                auth_time: Set(0),
                amr: Set("pwd".to_owned()),
                access_token_hash: Set(None),
                access_token_expires_at: Set(None),
            }
        })
        .collect();
    for some in codes.chunks(250) {
        let insert = authorization_code::Entity::insert_many(some.to_vec());
        insert.exec_without_returning(&*instance.app.db).await.unwrap();
    }
    app.app.delete(&instance.app, "Builder").await.unwrap();
    let rows = async || {
        let entries = instance.log_of(app.id()).await;
        instance.rows(grant::Entity).await + instance.rows(authorization_code::Entity).await + entries
    };
    let mut left = rows().await;
    assert_eq!(left, 4 * ROWS_PER_STEP + 1);
    while left > 0 {
        let step = instance.step("departed").await;
        let now = rows().await;
        assert_eq!(left - now, step.rows);
        assert!(step.rows > 0 && step.rows <= ROWS_PER_STEP, "{step:?}");
        left = now;
    }
}

#[tokio::test]
async fn revoking_everything_counts_no_app_that_is_gone() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let gone = instance.oauth_app(&bob, CALLBACK).await;
    gone.code_for(&alice).await;
    gone.app.delete(&instance.app, "Builder").await.unwrap();
    let revoke = || async {
        let path = "/settings/apps/revoke-all";
        alice.browser.post(path, &[]).await.expect(303);
        let page = alice.browser.get("/settings/apps").await.expect(200);
        page.text()
    };
    assert!(revoke().await.contains("There was nothing to revoke."));
    assert_eq!(instance.rows(grant::Entity).await, 0);
    let there = instance.oauth_app(&bob, CALLBACK).await;
    there.code_for(&alice).await;
    assert!(revoke().await.contains("One app is revoked."));
}
