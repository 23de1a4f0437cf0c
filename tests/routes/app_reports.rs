//! `/oauth/apps/<app_id>/report`, and what an app says of itself on the consent page.

use std::time::Duration;

use portico_store::models::AppReport;
use portico_store::models::oauth::app_report;

use crate::support::{Answer, CALLBACK, Person, TestInstance, TestOauthApp};

const SPAM: [(&str, &str); 2] = [("reason", "spam"), ("text", "It never\r\nstops.")];

async fn report(person: &Person<'_>, app: &TestOauthApp<'_>, fields: &[(&str, &str)]) -> Answer {
    let path = format!("/oauth/apps/{}/report", app.id());
    person.browser.post(&path, fields).await
}

#[tokio::test]
async fn a_report_names_the_app_its_owner_and_the_reporter() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let page = bob.browser.get(&app.authorize_url()).await.expect(200);
    let path = page.attributes("#report-app", "href").remove(0);
    let (plain, _) = path.split_once('?').unwrap();
    assert_eq!(plain, format!("/oauth/apps/{}/report", app.id()));
    assert!(bob.browser.get(&path).await.expect(200).text().contains("Report Builder"));
    bob.browser.post(&path, &SPAM).await.expect(303);
    let reports = AppReport::page(&instance.app.db, false, None, 100).await.unwrap();
    let (report, reporter) = &reports[0];
    assert_eq!((report.app_id, report.owner_id), (app.id(), alice.id));
    assert_eq!((&*report.app_name, &*report.owner_nickname), ("Builder", "alice"));
    assert_eq!((&*report.reason, &*report.text), ("spam", "It never\nstops."));
    assert_eq!(reporter.as_ref().map(|user| user.id), Some(bob.id));
    // The owner finds nothing of it.
    let page = alice.browser.get(&format!("/portal/apps/{}/audit", app.id())).await;
    assert_eq!(page.expect(200).sentences().len(), 1);
}

/// Shows: reports.no-names
#[tokio::test]
async fn the_number_of_an_app_does_not_show_its_name_or_picture() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let path = format!("/oauth/apps/{}/report", app.id());
    let link = bob.browser.get(&app.authorize_url()).await.expect(200).attributes("#report-app", "href").remove(0);
    let carol = instance.person("carol").await;
    let of_other_app = link.replace(&app.id().to_string(), &(app.id().get() + 1).to_string());
    let nameless = async |path: &str| {
        let page = carol.browser.get(path).await.expect(200).text();
        assert!(!page.contains("Builder") && !page.contains("/avatars/app"), "{page}");
    };
    nameless(&path).await;
    // The proof is bound to the session, and to the app.
    nameless(&link).await;
    bob.browser.get(&of_other_app).await.expect(404);
    let forged = format!("{path}?from=1.x.y");
    nameless(&forged).await;
    let refused = report(&carol, &app, &[]).await.expect(422).text();
    assert!(!refused.contains("Builder"), "{refused}");
    // The form keeps the proof.
    let from = bob.browser.get(&link).await.expect(200).attributes("#report [name=from]", "value").remove(0);
    assert!(bob.browser.post(&path, &[("from", &from)]).await.expect(422).text().contains("Report Builder"));
    assert!(!carol.browser.post(&path, &[("from", &from)]).await.expect(422).text().contains("Builder"));
    // Those who know it need none.
    assert!(alice.browser.get(&path).await.expect(200).text().contains("Report Builder"));
    app.approve(&carol.browser, &app.authorize_url()).await;
    assert!(carol.browser.get(&path).await.expect(200).text().contains("Report Builder"));
}

#[tokio::test]
async fn a_person_has_one_open_report_of_an_app() {
    let instance = TestInstance::open().await;
    let (_alice, bob, app) = instance.alice_with_app_and_bob().await;
    report(&bob, &app, &SPAM).await.expect(303);
    let again = [("reason", "other"), ("text", "")];
    let refused = report(&bob, &app, &again).await.expect(422);
    assert_eq!(refused.faults(), ["form"]);
    let carol = instance.person("carol").await;
    report(&carol, &app, &SPAM).await.expect(303);
    let first = AppReport::page(&instance.app.db, false, None, 100).await.unwrap()[0].0.clone();
    assert_eq!(first.reason, "spam");
    assert!(AppReport::close(&instance.app, first.id, &portico_store::models::Operator::TERMINAL).await.unwrap());
    assert!(!AppReport::close(&instance.app, first.id, &portico_store::models::Operator::TERMINAL).await.unwrap());
    report(&bob, &app, &again).await.expect(303);
    assert_eq!(instance.rows(app_report::Entity).await, 2);
    let open = AppReport::page(&instance.app.db, false, None, 100).await.unwrap();
    assert_eq!(open.len(), 2);
    assert_eq!(open[1].0.reason, "other");
}

#[tokio::test]
async fn faults_are_told_together_and_unknown_apps_are_not_there() {
    let instance = TestInstance::open().await;
    let (_alice, bob, app) = instance.alice_with_app_and_bob().await;
    let long = "é".repeat(501);
    let refused = report(&bob, &app, &[("reason", "boring"), ("text", &long)]).await;
    assert_eq!(refused.expect(422).faults(), ["reason", "text"]);
    let refused = report(&bob, &app, &[]).await.expect(422);
    assert_eq!(refused.faults(), ["reason"]);
    let fits = "é".repeat(500);
    report(&bob, &app, &[("reason", "other"), ("text", &fits)]).await.expect(303);
    for unknown in ["1", "x", "0"] {
        let path = format!("/oauth/apps/{unknown}/report");
        bob.browser.get(&path).await.expect(404);
        bob.browser.post(&path, &SPAM).await.expect(404);
    }
    let path = format!("/oauth/apps/{}/report", app.id());
    let answer = instance.browser().get(&path).await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
    assert_eq!(instance.rows(app_report::Entity).await, 1);
}

#[tokio::test]
async fn open_reports_of_a_person_and_of_an_app_have_caps() {
    let instance = TestInstance::configured(|figment| {
        figment.merge(("caps.reports_per_person", 1)).merge(("caps.reports_per_app", 2))
    })
    .await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    report(&bob, &app, &SPAM).await.expect(303);
    let refused = report(&bob, &other, &SPAM).await.expect(422);
    assert_eq!(refused.faults(), ["form"]);
    for (nickname, status) in [("carol", 303), ("dave", 422)] {
        let person = instance.person(nickname).await;
        report(&person, &app, &SPAM).await.expect(status);
    }
}

#[tokio::test]
async fn a_report_outlives_the_app_and_the_reporter_and_goes_90_days_after_it_was_closed() {
    let instance = TestInstance::open().await;
    let (_alice, bob, app) = instance.alice_with_app_and_bob().await;
    report(&bob, &app, &SPAM).await.expect(303);
    app.app.delete(&instance.app, "Builder").await.unwrap();
    let fields = [("confirm", "bob"), ("password", crate::support::PASSWORD)];
    bob.browser.post("/settings/delete", &fields).await.expect(303);
    let reports = AppReport::page(&instance.app.db, false, None, 100).await.unwrap();
    assert_eq!(reports[0].0.reporter_id, None);
    AppReport::close(&instance.app, reports[0].0.id, &portico_store::models::Operator::TERMINAL).await.unwrap();
    instance.clock.advance(Duration::from_secs(90 * 24 * 60 * 60));
    instance.run_cleanup().await;
    assert_eq!(instance.rows(app_report::Entity).await, 1);
    instance.clock.advance(Duration::from_millis(1));
    instance.run_cleanup().await;
    assert_eq!(instance.rows(app_report::Entity).await, 0);
}

#[tokio::test]
async fn the_consent_page_links_to_privacy_policy_and_terms() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let page = bob.browser.get(&app.authorize_url()).await.expect(200);
    assert!(page.all("#privacy-url, #terms-url").is_empty());
    let path = format!("/portal/apps/{}", app.id());
    let fields = [
        ("name", "Builder"),
        ("redirect_uris", CALLBACK),
        ("privacy_url", " https://app.example/privacy "),
        ("terms_url", "https://app.example/terms?a=1&b=2"),
    ];
    alice.browser.post(&path, &fields).await.expect(303);
    let page = bob.browser.get(&app.authorize_url()).await.expect(200);
    let links = page.attributes("#privacy-url, #terms-url", "href");
    assert_eq!(links, [fields[2].1.trim(), fields[3].1]);
    for rel in page.attributes("#privacy-url, #terms-url", "rel") {
        assert_eq!(rel, "noopener noreferrer nofollow");
    }
    let entry = instance.audited().await.pop().unwrap();
    assert!(entry.detail.contains("https://app.example/privacy"));
}

#[tokio::test]
async fn only_complete_https_addresses_are_accepted_there() {
    let instance = TestInstance::open().await;
    let (alice, _bob, app) = instance.alice_with_app_and_bob().await;
    let path = format!("/portal/apps/{}", app.id());
    for wrong in [
        "http://app.example/privacy",
        "javascript:alert(1)",
        "app.example/privacy",
        "https://",
        "https://user@app.example/",
        "https://app.example/ä",
        &format!("https://app.example/{}", "a".repeat(2_048)),
    ] {
        let fields = [("name", "Builder"), ("redirect_uris", CALLBACK), ("privacy_url", wrong), ("terms_url", wrong)];
        for path in [path.as_str(), "/portal/apps"] {
            let refused = alice.browser.post(path, &fields).await.expect(422);
            assert_eq!(refused.faults(), ["privacy_url", "terms_url"], "{wrong}");
        }
    }
}
