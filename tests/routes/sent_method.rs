//! The method of a request is the one that it was sent by, whatever its form says.

use rocket::http::ContentType;

use crate::support::{Answer, TestInstance};

async fn sent(instance: &TestInstance, path: &str, form: &str) -> Answer {
    let request = instance.client.post(path.to_owned()).header(ContentType::Form);
    Answer::read(request.body(form).dispatch().await).await
}

/// Shows: webhook.only-posts
#[tokio::test]
async fn a_field_of_a_form_is_no_method() {
    let instance = TestInstance::open().await;
    let (alice, _, hook) = instance.acme_with_webhook().await;
    let posted = hook.say("It stays.", &[]).await.expect(200).json();
    let message = format!("{}/messages/{}", hook.path, posted["message"]["id"]);
    for method in ["DELETE", "get", "PATCH"] {
        let answer = sent(&instance, &message, &format!("_method={method}")).await;
        answer.expect(405);
    }
    let discord = format!("{}/discord", hook.path);
    let answer = sent(&instance, &discord, "_method=GET&content=It+is+posted.").await;
    answer.expect(204);
    let texts = hook.messages().await.into_iter().map(|one| one.content);
    assert_eq!(texts.collect::<Vec<_>>(), ["It stays.", "It is posted."]);
    // Nor on a page.
    let answer = alice.browser.post("/portal", &[("_method", "GET")]).await;
    assert_eq!(answer.status, 404);
}
