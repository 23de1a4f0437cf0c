//! Codes through a provider: neither its delay nor its failures reveal whether an account exists.

use std::time::Duration;

use rocket::figment::value::{Dict, Value};

use super::{NEW, SECOND, ask, redeem};
use crate::support::{Provider, Reply, TestInstance};

async fn instance_with(provider: &Provider) -> TestInstance {
    let setting: [(&str, Value); 6] = [
        ("transport", "twilio".into()),
        ("base_url", provider.origin().into()),
        ("account_sid", "AC0f".into()),
        ("auth_token", "hush-auth-token".into()),
        ("from", "+15005550006".into()),
        ("attempts", 1.into()),
    ];
    let setting: Dict = setting.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    TestInstance::configured(|figment| figment.merge(("sms", setting))).await
}

/// Shows: reset.same-work
#[tokio::test]
async fn no_answer_waits_for_the_provider() {
    let provider = Provider::answering([Reply::Nothing]).await;
    let instance = instance_with(&provider).await;
    instance.person("alice").await;
    let answer = ask(&instance.browser(), "alice").await.expect(303);
    assert_eq!(answer.location(), "/reset/code?next=%2F");
    let heard = async {
        while provider.heard().is_empty() {
            rocket::tokio::task::yield_now().await;
        }
    };
    rocket::tokio::time::timeout(Duration::from_secs(15), heard).await.expect("the provider is asked in good time");
}

/// Shows: reset.same-answer
#[tokio::test]
async fn a_provider_failure_is_not_revealed_and_costs_nothing() {
    let provider = Provider::answering([Reply::status(500), Reply::taken()]).await;
    let instance = instance_with(&provider).await;
    instance.person("alice").await;
    let mut told = Vec::new();
    for login in ["alice", "nobody"] {
        let browser = instance.browser();
        let answer = ask(&browser, login).await.expect(303);
        instance.app.settled().await;
        let page = browser.get("/reset/code").await.expect(200);
        told.push((answer.location().to_owned(), page.text()));
    }
    assert_eq!(told[0], told[1]);
    instance.clock.advance(SECOND * 30);
    let browser = instance.browser();
    ask(&browser, "alice").await.expect(303);
    instance.app.settled().await;
    redeem(&browser, &provider.digits(8), NEW).await.expect(303);
    instance.app.settled().await;
    let notice = provider.heard().pop().unwrap().field("Body");
    assert_eq!(notice.as_deref(), Some(instance.words("text-password-reset").as_str()));
}

/// Shows: reset.accepted
#[tokio::test]
async fn no_code_works_whose_text_no_provider_accepted() {
    for reply in
        [Reply::status(500), Reply::status(400), Reply::status(503), Reply::With(200, Vec::new(), "what?".to_owned())]
    {
        let provider = Provider::answering([reply]).await;
        let instance = instance_with(&provider).await;
        instance.person("alice").await;
        let browser = instance.browser();
        ask(&browser, "alice").await.expect(303);
        instance.app.settled().await;
        let code = provider.digits(8);
        let page = redeem(&browser, &code, NEW).await.expect(422);
        assert!(page.one("[data-fault=code]").starts_with("This code is wrong"));
    }
}

/// Shows: reset.accepted
#[tokio::test]
async fn a_code_does_not_come_into_force_once_another_took_its_place() {
    let provider = Provider::answering([Reply::Nothing, Reply::taken()]).await;
    let instance = instance_with(&provider).await;
    instance.person("alice").await;
    let browser = instance.browser();
    ask(&browser, "alice").await.expect(303);
    let heard = async {
        while provider.heard().is_empty() {
            rocket::tokio::task::yield_now().await;
        }
    };
    rocket::tokio::time::timeout(Duration::from_secs(15), heard).await.expect("the provider is asked in good time");
    let first = provider.digits(8);
    redeem(&browser, &first, NEW).await.expect(422);
}
