//! Reports of leaked secrets.

use serde_json::json;

use portico::routes::webhooks::leaks::{MAX_SECRETS, Secrets};

#[test]
fn a_list_of_texts_is_read_and_everything_else_is_refused() {
    let read = |body: &str| Secrets::read(body.as_bytes()).map(|Secrets(list)| list);
    assert_eq!(read(r#"{"secrets":["a","b"],"x":1}"#).unwrap(), ["a", "b"]);
    assert!(read(r#"{"secrets":[]}"#).unwrap().is_empty());
    for body in [
        "",
        "[]",
        "{}",
        r#"{"secrets":"a"}"#,
        r#"{"secrets":[1]}"#,
        r#"{"secrets":null}"#,
        r#"{"secrets":["a"],"secrets":[]}"#,
    ] {
        assert_eq!(read(body).unwrap_err().status.code, 400, "{body}");
    }
    let many = json!({ "secrets": vec!["a"; MAX_SECRETS + 1] }).to_string();
    assert_eq!(read(&many).unwrap_err().code, "invalid_request");
}

#[test]
fn the_log_shows_no_secret_of_a_report() {
    let secrets = Secrets(vec!["portico_secret".to_owned()]);
    assert_eq!(format!("{secrets:?}"), "Secrets(1)");
}
