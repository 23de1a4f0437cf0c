//! The documents that programs get for requests at fault, as a snapshot to read: status, headers that say what to do, and body.
//! `INSTA_UPDATE=always cargo test refusals` writes what changed; the difference is to be read before it is kept.

use rocket::http::{Header, Method};

use crate::support::{Answer, TestInstance};

/// A request at fault: method, what follows the webhook's path, content type, and body.
type Request = (Method, &'static str, &'static str, &'static str);

const JSON: &str = "application/json";

const TO_A_WEBHOOK: [Request; 28] = [
    (Method::Put, "", JSON, "{}"),
    (Method::Get, "", "", ""),
    (Method::Post, "", "text/plain", r#"{"content":"hi"}"#),
    (Method::Post, "", "", r#"{"content":"hi"}"#),
    (Method::Post, "", JSON, ""),
    (Method::Post, "", JSON, "{"),
    (Method::Post, "", JSON, "[]"),
    (Method::Post, "", JSON, r#"{"content":"hi","content":"ho"}"#),
    (Method::Post, "", JSON, "{}"),
    (Method::Post, "", JSON, r#"{"content":7,"name":[],"avatarUrl":{}}"#),
    (Method::Post, "", JSON, r#"{"content":" \n"}"#),
    (Method::Post, "", JSON, r#"{"content":"hi","avatarUrl":"ftp://a.example/a.png"}"#),
    (Method::Post, "", JSON, r#"{"content":"hi","allowedMentions":{"parse":["users","here"]}}"#),
    (Method::Post, "", JSON, r#"{"content":"hi","allowedMentions":["users"]}"#),
    (Method::Post, "", JSON, r#"{"content":"hi","cards":[{}]}"#),
    (Method::Post, "", JSON, r#"{"content":"hi","cards":[{"title":"t","url":"x","color":-1}]}"#),
    (Method::Post, "/discord", JSON, "{}"),
    (Method::Post, "/discord", JSON, "{"),
    (Method::Post, "/discord", JSON, r#"{"content":"hi","embeds":{"title":7}}"#),
    (Method::Post, "/slack", JSON, "{}"),
    (Method::Post, "/slack", JSON, "{"),
    (Method::Post, "/github", JSON, "{}"),
    (Method::Post, "/gitlab", JSON, "{}"),
    (Method::Post, "/alertmanager", JSON, "{}"),
    (Method::Get, "/messages/1", "", ""),
    (Method::Patch, "/messages/1", JSON, r#"{"content":"hi"}"#),
    (Method::Patch, "/messages/x", JSON, r#"{"content":"hi"}"#),
    (Method::Delete, "/messages/1", "", ""),
];

const TO_OAUTH: [Request; 7] = [
    (Method::Post, "/oauth/token", JSON, "{"),
    (Method::Post, "/oauth/token", JSON, "{}"),
    (Method::Post, "/oauth/token", "text/plain", "grant_type=authorization_code"),
    (Method::Post, "/oauth/token", "application/x-www-form-urlencoded", "grant_type=password"),
    (
        Method::Post,
        "/oauth/token",
        "application/x-www-form-urlencoded",
        "grant_type=authorization_code&code=x&client_id=1",
    ),
    (Method::Get, "/oauth/token", "", ""),
    (Method::Get, "/oauth/userinfo", "", ""),
];

async fn send(instance: &TestInstance, path: &str, (method, _, kind, body): Request) -> Answer {
    let mut request = instance.client.req(method, path.to_owned()).body(body);
    if !kind.is_empty() {
        request.add_header(Header::new("Content-Type", kind));
    }
    request.add_header(Header::new("Accept", JSON));
    Answer::read(request.dispatch().await).await
}

/// The request as it was sent, and what came back.
fn described((method, path, kind, body): Request, answer: &Answer) -> String {
    let mut text = format!("{method} {path} {kind}\n{body}\n{}", answer.status);
    for name in ["Allow", "WWW-Authenticate", "Retry-After", "Content-Type"] {
        text.extend(answer.header(name).map(|value| format!("\n{name}: {value}")));
    }
    format!("{text}\n{}\n", answer.text())
}

#[tokio::test]
async fn a_webhooks_refusals_say_what_to_change() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    let mut all = Vec::new();
    for request in TO_A_WEBHOOK {
        let answer = send(&instance, &format!("{}{}", hook.path, request.1), request).await;
        all.push(described(request, &answer));
    }
    insta::assert_snapshot!("webhooks", all.join("\n"));
}

#[tokio::test]
async fn refusals_of_oauth_say_what_to_change() {
    let instance = TestInstance::open().await;
    let mut all = Vec::new();
    for request in TO_OAUTH {
        all.push(described(request, &send(&instance, request.1, request).await));
    }
    insta::assert_snapshot!("oauth", all.join("\n"));
}
