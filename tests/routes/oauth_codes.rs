//! Authorization codes between issue and exchange: removed redirect URIs, and lost responses.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use portico_store::models::oauth::oauth_app::{Draft, ShownBefore};
use rocket::futures::future::join;
use serde_json::json;

use crate::support::{CALLBACK, TestInstance, TestOauthApp, VERIFIER, draft, expect_refusal};

/// Changes the app's redirect URIs, as its form does.
async fn register(app: &TestOauthApp<'_>, uris: &[&str]) {
    let draft = Draft { redirect_uris: &uris.join("\n"), ..draft() };
    app.app.edit(&app.instance.app, draft, ShownBefore::default()).await.unwrap();
}

const OTHER: &str = "https://app.example/other";

/// Shows: token.redirect-removed
#[tokio::test]
async fn a_code_ends_with_the_redirect_uri_it_was_sent_to() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let app = instance.oauth_app_with(&alice, &[CALLBACK, OTHER]).await;
    let code = app.code_for(&alice).await;
    let link = app.link(OTHER, "s", &[]);
    let kept = app.approve(&alice.browser, &link).await.code();
    register(&app, &[OTHER]).await;
    expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
    let unknown = ("exchange_failed".to_owned(), "unknown".to_owned());
    assert_eq!(app.events().await[0], unknown);
    // That is what is logged of it, whatever else is wrong.
    let elsewhere = json!({ "redirect_uri": OTHER });
    expect_refusal(app.exchange_with(&code, elsewhere).await, 400, "invalid_grant");
    assert_eq!(app.events().await[0], unknown);
    let to_other = json!({ "redirect_uri": OTHER });
    app.exchange_with(&kept, to_other.clone()).await.expect(200);
    // Of a code that was exchanged it is still known that it is shown again.
    register(&app, &[CALLBACK]).await;
    expect_refusal(app.exchange_with(&kept, to_other).await, 400, "invalid_grant");
    assert_eq!(app.events().await[0].0, "code_replayed");
}

/// Shows: token.redirect-removed
#[tokio::test]
async fn a_redirect_uri_that_comes_back_brings_back_the_codes_of_the_last_minute() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let late = app.code_for(&alice).await;
    register(&app, &[OTHER]).await;
    expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
    // Nothing is deleted: what decides is whether the redirect URI is there at the moment of the exchange.
    register(&app, &[CALLBACK]).await;
    app.exchange(&code).await.expect(200);
    instance.clock.advance(std::time::Duration::from_secs(60));
    expect_refusal(app.exchange(&late).await, 400, "invalid_grant");
    let code = app.code_for(&alice).await;
    // Another change than that leaves it alone.
    register(&app, &[OTHER, CALLBACK]).await;
    app.exchange(&code).await.expect(200);
}

/// Shows: token.redirect-removed
#[tokio::test]
async fn a_loopback_redirect_uri_ends_its_codes_at_every_port() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (cb, deep) = ("http://127.0.0.1/cb", "http://127.0.0.1/x/cb");
    let app = instance.oauth_app_with(&alice, &[cb, deep]).await;
    let mut codes = Vec::new();
    for asked in ["http://127.0.0.1:5000/cb", "http://127.0.0.1/cb", "http://127.0.0.1:5000/x/cb"] {
        let link = app.link(asked, "s", &[]);
        let code = app.approve(&alice.browser, &link).await.code();
        codes.push((asked, code));
    }
    register(&app, &["http://127.0.0.1:1/x/cb"]).await;
    for ((asked, code), status) in codes.into_iter().zip([400, 400, 200]) {
        let exchanged = app.exchange_with(&code, json!({ "redirect_uri": asked }));
        assert_eq!(exchanged.await.status, status, "{asked}");
    }
}

/// Shows: token.redirect-removed
#[tokio::test]
async fn a_code_ends_with_its_redirect_uri_whichever_others_are_like_it() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for (registered, asked, others) in [
        (CALLBACK, CALLBACK, &["https://app.example/callbac"][..]),
        (
            "http://127.0.0.1/cb",
            "http://127.0.0.1:5000/cb",
            &[
                "http://127.0.0.180/cb",
                "http://127.0.0.2:5000/cb",
                "http://[::1]:5000/cb",
                "http://localhost:5000/cb",
                "https://127.0.0.1:5000/cb",
                "http://127.0.0.1:5000/5/cb",
                "http://127.0.0.1:5000/cb/",
                "http://127.0.0.1:5000",
            ],
        ),
        ("http://[::1]:1/cb?x", "http://[::1]:2/cb?x", &["http://[::1]/cb", "http://127.0.0.1/cb?x"]),
        ("https://app.example:8443/cb", "https://app.example:8443/cb", &["https://app.example/cb"]),
    ] {
        let app = instance.oauth_app(&alice, registered).await;
        let (mut codes, link) = (Vec::new(), app.link(asked, "s", &[]));
        for _ in 0..2 {
            codes.push(app.approve(&alice.browser, &link).await.code());
        }
        let sent_to = json!({ "redirect_uri": asked });
        register(&app, others).await;
        for code in &codes {
            let refused = app.exchange_with(code, sent_to.clone()).await;
            expect_refusal(refused, 400, "invalid_grant");
        }
        register(&app, &[others[0], registered]).await;
        let code = &codes[0];
        app.exchange_with(code, sent_to).await.expect(200);
    }
}

/// Shows: token.redirect-removed
#[tokio::test]
async fn another_port_of_localhost_keeps_a_code_of_a_public_app_alone() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let sent_to = "http://localhost:5000/cb";
    let others = ["http://localhost:3000/cb"];
    let confidential = instance.oauth_app(&alice, sent_to).await;
    let code = confidential.code_for(&alice).await;
    register(&confidential, &others).await;
    expect_refusal(confidential.exchange(&code).await, 400, "invalid_grant");
    for (others, status) in [(&others[..], 200), (&["http://localhost:3000/c", "http://127.0.0.1/cb"], 400)] {
        let public = instance.public_app(&alice, sent_to).await;
        let code = public.challenged_code(&alice, "openid").await;
        register(&public, others).await;
        let id = public.id().to_string();
        let fields = [public.form_of(&code), vec![("client_id", &*id), ("code_verifier", VERIFIER)]].concat();
        instance.form("/oauth/token", &fields).await.expect(status);
    }
}

/// Shows: token.redirect-removed
#[tokio::test]
async fn an_exchange_beside_the_removal_comes_before_it_or_not_at_all() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for _ in 0..8 {
        register(&app, &[CALLBACK]).await;
        let code = app.code_for(&alice).await;
        let (beside, ()) = join(app.exchange(&code), register(&app, &[OTHER])).await;
        assert!([200, 400].contains(&beside.status));
        expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
    }
}

/// Shows: token.answer-lost
#[tokio::test]
async fn a_code_whose_response_was_lost_works_exactly_once_more() {
    let lose = Arc::new(AtomicUsize::new(0));
    let lost = lose.clone();
    let instance = TestInstance::watched(move |statement| {
        let takes = statement.sql.contains("UPDATE authorization_codes SET used_at");
        let lose = || lost.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        assert!(!takes || lose().is_err(), "the answer gets lost");
    })
    .await;
    let (alice, app) = instance.alice_with_app().await;
    for times in [1, 3] {
        let code = app.code_for(&alice).await;
        lose.store(times, Ordering::SeqCst);
        for _ in 0..times {
            assert!(app.exchange(&code).await.status >= 500);
        }
        let newest = instance.codes().await.into_iter().max_by_key(|code| code.id);
        assert!(newest.unwrap().used_at.is_some(), "it was stored");
        // Everything has to be right, as the first time.
        for wrong in [json!({ "redirect_uri": OTHER }), json!({ "code_verifier": "v".repeat(43) })] {
            expect_refusal(app.exchange_with(&code, wrong).await, 400, "invalid_grant");
        }
        let twice = join(app.exchange(&code), app.exchange(&code)).await;
        let mut codes = [twice.0.status, twice.1.status];
        codes.sort_unstable();
        assert_eq!(codes, [200, 400]);
        expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
    }
    // Another process knows nothing of it, and takes no code that was used.
    let code = app.code_for(&alice).await;
    lose.store(1, Ordering::SeqCst);
    assert!(app.exchange(&code).await.status >= 500);
    let elsewhere = instance.second_node().await;
    let refused = crate::support::token_of(&elsewhere, app.fields(&code).to_string()).await;
    expect_refusal(refused, 400, "invalid_grant");
    // Neither does this one after it expired.
    instance.clock.advance(std::time::Duration::from_secs(60));
    expect_refusal(app.exchange(&code).await, 400, "invalid_grant");
}
