//! `/portal/apps/<id>/audit`: changes to an app, for its owner only.

use portico_store::models::OauthApp;
use portico_store::models::logs::audit;
use sea_orm::EntityTrait;

use crate::support::{Answer, CALLBACK, PASSWORD, Person, TestInstance, TestOauthApp, draft};

fn path(app: &TestOauthApp<'_>) -> String {
    format!("/portal/apps/{}", app.id())
}

async fn log(app: &TestOauthApp<'_>, person: &Person<'_>) -> Answer {
    person.browser.get(&format!("{}/audit", path(app))).await
}

#[tokio::test]
async fn creating_an_app_is_logged() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let entries = instance.audited().await;
    assert_eq!(entries.len(), 1);
    let entry = &entries[0];
    assert_eq!((&*entry.action, &*entry.target_kind, &*entry.target_name), ("app_created", "app", "Builder"));
    assert_eq!((entry.log_id, entry.actor_id), (app.id().into(), alice.id.get()));
    let page = log(&app, &alice).await.expect(200);
    assert_eq!(page.sentences(), ["Alice created the app Builder"]);
}

#[tokio::test]
async fn editing_an_app_is_logged_with_the_changes() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let fields = [
        ("name", "Forge"),
        ("redirect_uris", "https://app.example/other"),
        ("homepage", "https://app.example"),
        ("description", "Builds things."),
    ];
    let answer = alice.browser.upload(&path(&app), &fields, &[]).await;
    answer.expect(303);
    assert_eq!(instance.audited().await.len(), 2);
    let page = log(&app, &alice).await.expect(200);
    assert_eq!(page.sentences()[0], "Alice renamed the app Builder to Forge");
    assert_eq!(
        page.changes(),
        [
            "Redirect URIs added: https://app.example/other",
            "Redirect URIs removed: https://app.example/callback",
            "Homepage: nothing → https://app.example",
            "Description: a new one",
        ]
    );
}

/// Shows: audit.no-secret
#[tokio::test]
async fn creating_and_deleting_a_secret_is_logged_with_its_last_four_characters() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let secret = app.app.add_secret(&instance.app).await.unwrap();
    let secrets = portico_store::models::ClientSecret::all_of(&instance.app.db, app.id()).await.unwrap();
    let drop = format!("{}/secrets/{}/delete", path(&app), secrets[0].id);
    alice.browser.post(&drop, &[]).await.expect(303);
    assert_eq!(instance.audited().await.len(), 3);
    let page = log(&app, &alice).await.expect(200);
    let last_four = secret.last_four();
    assert_eq!(
        page.sentences()[..2],
        [
            format!("Alice deleted the client secret that ends in {last_four}"),
            format!("Alice created a client secret that ends in {last_four}"),
        ]
    );
}

/// Shows: audit.one-transaction
#[tokio::test]
async fn what_is_refused_or_changes_nothing_leaves_no_entry() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    app.app.add_secret(&instance.app).await.unwrap();
    let before = instance.audited().await;
    let path = path(&app);
    let same = [("name", "Builder"), ("redirect_uris", CALLBACK)];
    let fault = [("name", ""), ("redirect_uris", CALLBACK)];
    let browser = &alice.browser;
    browser.upload(&path, &same, &[]).await.expect(303);
    browser.upload(&path, &fault, &[]).await.expect(422);
    // A third secret, one that is none, and a name that is not the app's.
    browser.post(&format!("{path}/secrets"), &[]).await.expect(403);
    let none = format!("{path}/secrets/7/delete");
    browser.post(&none, &[]).await.expect(404);
    let wrong = [("confirm", "Forge")];
    let delete = format!("{path}/delete");
    browser.post(&delete, &wrong).await.expect(422);
    bob.browser.upload(&path, &same, &[]).await.expect(404);
    for act in ["secrets", "delete"] {
        bob.browser.post(&format!("{path}/{act}"), &same).await.expect(404);
    }
    assert_eq!(instance.audited().await, before);
}

/// Shows: audit.access
#[tokio::test]
async fn the_log_of_an_app_is_its_owners_alone() {
    let instance = TestInstance::open().await;
    let (_alice, app) = instance.alice_with_app().await;
    let bob = instance.person("bob").await;
    log(&app, &bob).await.expect(404);
    let path = format!("{}/audit", path(&app));
    let answer = instance.browser().get(&path).await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
}

#[tokio::test]
async fn the_page_of_the_app_shows_its_acts_below_its_exchanges_and_leads_to_the_log() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    app.app.add_secret(&instance.app).await.unwrap();
    app.exchange(&code).await.expect(200);
    let activity = format!("{}/activity", path(&app));
    let page = alice.browser.get(&activity).await.expect(200);
    assert_eq!(page.attributes("[data-event]", "data-event"), ["exchanged", "approved", "secret_made", "created"]);
    let more = page.all("[data-event=created] td:last-child");
    assert_eq!(more, ["Alice created the app Builder"]);
    let to_log = format!("{}/audit", path(&app));
    assert!(page.attributes("a", "href").contains(&to_log));
}

#[tokio::test]
async fn sign_ins_do_not_push_acts_out_of_the_log() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for _ in 0..205 {
        app.exchange("x").await.expect(400);
    }
    assert_eq!(app.events().await.len(), 200);
    let page = log(&app, &alice).await.expect(200);
    assert_eq!(page.sentences(), ["Alice created the app Builder"]);
}

#[tokio::test]
async fn the_log_goes_with_the_app() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let answer = alice.browser.post(&format!("{}/delete", path(&app)), &[("confirm", "Builder")]).await;
    answer.expect(303);
    instance.run_cleanup_with_second_look().await;
    let entries = instance.audited().await;
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].log_id, other.id().into());
}

#[tokio::test]
async fn the_logs_of_all_apps_go_with_the_account() {
    let instance = TestInstance::open().await;
    let (alice, _app) = instance.alice_with_app().await;
    let bob = instance.person("bob").await;
    instance.oauth_app(&alice, CALLBACK).await;
    let (his, _) = OauthApp::create(&instance.app, bob.id, draft()).await.unwrap();
    let fields = [("confirm", "alice"), ("password", PASSWORD)];
    let answer = alice.browser.post("/settings/delete", &fields).await;
    answer.expect(303);
    instance.run_cleanup_with_second_look().await;
    let entries = audit::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].log_id, his.id.into());
}
