//! The sign-in of the demo's example service.

use portico::cli::demo::example_service::Settings;
use portico::cli::demo::example_service::flow::{FlowAttempt, SignInError, finish};
use portico_rules::ids::AppId;

fn settings() -> Settings {
    Settings {
        own_url: "http://127.0.0.1:8001".into(),
        portico: "http://localhost:8000".into(),
        // Nothing listens there: a test that gets this far fails differently.
        token_endpoint: "http://127.0.0.1:1/oauth/token".into(),
        client_id: AppId::new(7),
        client_secret: "s".into(),
    }
}

async fn answered(pairs: &[(&str, &str)]) -> String {
    let attempt = FlowAttempt::recall("our-state.our-verifier");
    let query = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let http = portico_platform::http_client::client(None).unwrap().build().unwrap();
    match finish(&http, &settings(), attempt, &query).await {
        Ok(_) => "signed in".into(),
        Err(SignInError::Cancelled) => "cancelled".into(),
        Err(SignInError::Fault(sentence)) => sentence,
    }
}

#[test]
fn the_challenge_is_that_of_the_verifier() {
    // The example of RFC 7636, appendix B.
    let attempt = FlowAttempt::recall("s.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").unwrap();
    let url = attempt.authorize_url(&settings()).unwrap();
    assert!(url.contains("code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&"));
    assert!(url.starts_with("http://localhost:8000/oauth/authorize?client_id=7&redirect_uri=http%3A%2F%2F127.0.0.1%3A8001%2Fcallback&state=s&"));
}

#[tokio::test]
async fn another_state_and_another_issuer_are_refused_before_any_request() {
    let iss = ("iss", "http://localhost:8000");
    assert!(answered(&[("code", "c"), ("state", "theirs"), iss]).await.contains("a sign-in that was started"));
    assert!(answered(&[("code", "c"), iss]).await.contains("a sign-in that was started"));
    let other = ("iss", "http://evil.example");
    assert!(answered(&[("code", "c"), ("state", "our-state"), other]).await.contains("doesn’t come from Portico"));
    assert!(answered(&[("code", "c"), ("state", "our-state")]).await.contains("doesn’t come from Portico"));
    assert!(answered(&[("code", "c"), ("state", "our-state"), iss]).await.contains("can’t be reached"));
}

#[tokio::test]
async fn a_cancelled_sign_in_is_reported() {
    let outcome =
        answered(&[("error", "access_denied"), ("state", "our-state"), ("iss", "http://localhost:8000")]).await;
    assert_eq!(outcome, "cancelled");
}
