//! The requests to a provider.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rocket::figment::value::{Dict, Value};
use serde_json::json;

use super::{ACCOUNT, NUMBER, TEXT, TOKEN, Transport, twilio};
use crate::support::{Provider, ReceivedRequest, Reply};

/// The one request that was heard.
fn only(provider: &Provider) -> ReceivedRequest {
    let mut heard = provider.heard();
    assert_eq!(heard.len(), 1);
    heard.remove(0)
}

fn json_to(provider: &Provider, more: impl IntoIterator<Item = (&'static str, Value)>) -> Dict {
    let mut setting = Dict::from([
        ("transport".into(), "json".into()),
        ("url".into(), format!("{}/send?key=hush-key", provider.origin()).into()),
    ]);
    setting.extend(more.into_iter().map(|(name, value)| (name.to_owned(), value)));
    setting
}

/// Shows: sms.requests
#[tokio::test]
async fn twilio_is_sent_a_form_with_the_account_and_token_as_basic_credentials() {
    let provider = Provider::answering([Reply::taken()]).await;
    Transport::to(&provider).send().await.unwrap();
    let heard = only(&provider);
    assert_eq!(heard.method, "POST");
    assert_eq!(heard.path, format!("/2010-04-01/Accounts/{ACCOUNT}/Messages.json"));
    let credentials = BASE64_STANDARD.encode(format!("{ACCOUNT}:{TOKEN}"));
    assert_eq!(heard.header("Authorization"), Some(format!("Basic {credentials}").as_str()));
    assert_eq!(heard.header("Content-Type"), Some("application/x-www-form-urlencoded"));
    assert_eq!(heard.field("To").as_deref(), Some(NUMBER));
    assert_eq!(heard.field("From").as_deref(), Some("+15005550006"));
    assert_eq!(heard.field("Body").as_deref(), Some(TEXT));
    assert_eq!(heard.field("MessagingServiceSid"), None);
}

/// Shows: sms.requests
#[tokio::test]
async fn a_messaging_service_takes_the_place_of_a_sender() {
    let provider = Provider::answering([Reply::taken()]).await;
    let mut setting = twilio(&provider.origin(), [("messaging_service_sid", "MG0f".into())]);
    setting.remove("from");
    Transport::open(setting).send().await.unwrap();
    let heard = only(&provider);
    assert_eq!(heard.field("MessagingServiceSid").as_deref(), Some("MG0f"));
    assert_eq!(heard.field("From"), None);
}

/// Shows: sms.requests
#[tokio::test]
async fn a_json_transport_posts_number_and_text_with_its_bearer_and_headers() {
    let provider = Provider::answering([Reply::status(202)]).await;
    let headers = Dict::from([("X-Api-Key".into(), "hush-header".into())]);
    let setting = json_to(&provider, [("bearer", "hush-bearer".into()), ("headers", headers.into())]);
    Transport::open(setting).send().await.unwrap();
    let heard = only(&provider);
    assert_eq!(heard.method, "POST");
    assert_eq!(heard.path, "/send?key=hush-key");
    assert_eq!(heard.header("Authorization"), Some("Bearer hush-bearer"));
    assert_eq!(heard.header("X-Api-Key"), Some("hush-header"));
    assert_eq!(heard.header("Content-Type"), Some("application/json"));
    let body: serde_json::Value = serde_json::from_str(&heard.body).unwrap();
    assert_eq!(body, json!({ "to": NUMBER, "text": TEXT }));
}

/// Shows: sms.requests
#[tokio::test]
async fn a_json_transport_posts_the_body_that_the_settings_draw() {
    let provider = Provider::answering([Reply::status(200)]).await;
    let message = Dict::from([("recipients".into(), vec!["{to}"].into()), ("content".into(), "{text}".into())]);
    let body = Dict::from([
        ("sender".into(), "Portico".into()),
        ("priority".into(), 1.into()),
        ("message".into(), message.into()),
    ]);
    Transport::open(json_to(&provider, [("body", body.into())])).send().await.unwrap();
    let body: serde_json::Value = serde_json::from_str(&only(&provider).body).unwrap();
    assert_eq!(
        body,
        json!({
            "sender": "Portico", "priority": 1,
            "message": { "recipients": [NUMBER], "content": TEXT },
        })
    );
}
