//! Valid and refused settings of `sms`, and the errors for the refused ones.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use figment::Figment;
use portico_rules::phone::CountryId;
use serde_json::json;

use super::*;

fn read(written: Value) -> Result<Sms, String> {
    Figment::from(("sms", written)).extract_inner::<RawSms>("sms").map_err(|err| err.kind.to_string())?.read()
}

fn provider(written: Value) -> Provider {
    match read(written) {
        Ok(Sms::Provider(provider)) => *provider,
        other => unreachable!("{other:?}"),
    }
}

fn fault(written: Value) -> String {
    read(written).unwrap_err()
}

fn twilio(more: Value) -> Value {
    let mut written = json!({
        "transport": "twilio", "account_sid": "AC0f", "auth_token": "hush-token", "from": "+15005550006"
    });
    for (name, value) in more.as_object().unwrap() {
        written[name] = value.clone();
    }
    written
}

fn posted(more: Value) -> Value {
    let mut written = json!({ "transport": "json", "url": "https://sms.example.org/send?key=hush-key" });
    for (name, value) in more.as_object().unwrap() {
        written[name] = value.clone();
    }
    written
}

#[test]
fn nothing_written_is_the_outbox() {
    assert!(matches!(read(json!({})), Ok(Sms::Outbox)));
    let written = json!({ "transport": "outbox" });
    assert!(matches!(read(written), Ok(Sms::Outbox)));
}

#[test]
fn twilio_needs_an_account_a_token_and_a_sender() {
    let read = provider(twilio(json!({})));
    assert_eq!(read.url.as_str(), "https://api.twilio.com/2010-04-01/Accounts/AC0f/Messages.json");
    assert_eq!(read.pace.attempts, 3);
    for name in ["account_sid", "auth_token"] {
        let mut written = twilio(json!({}));
        written.as_object_mut().unwrap().remove(name);
        let error = fault(written);
        assert!(error.contains(&format!("`sms.{name}`: missing")), "{error}");
    }
    let both = fault(twilio(json!({ "messaging_service_sid": "MG0f" })));
    assert!(both.contains("either `sms.from`"), "{both}");
    let mut neither = twilio(json!({}));
    neither.as_object_mut().unwrap().remove("from");
    assert_eq!(fault(neither), both);
}

#[test]
fn another_provider_may_offer_the_same_api_below_a_path() {
    let url = json!({ "base_url": "https://example.signalwire.com/api/laml/" });
    assert_eq!(provider(twilio(url)).url.path(), "/api/laml/2010-04-01/Accounts/AC0f/Messages.json");
}

#[test]
fn a_provider_is_reached_over_https_alone_unless_it_is_this_machine_or_the_operator_says_so() {
    for base_url in ["http://sms.example.org", "http://10.0.0.7:8080"] {
        let error = fault(twilio(json!({ "base_url": base_url })));
        assert!(error.contains("`sms.base_url`: must start with https://"), "{error}");
        assert!(!error.contains(base_url));
        provider(twilio(json!({ "base_url": base_url, "allow_http": true })));
    }
    for base_url in ["http://localhost:4010", "http://127.0.0.1:1", "http://[::1]:1"] {
        provider(twilio(json!({ "base_url": base_url })));
    }
    for base_url in [
        "api.twilio.com",
        "ftp://api.twilio.com",
        "https://AC0f:hush@api.twilio.com",
        "https://api.twilio.com/#hush",
        "https://api.twilio.com/?hush",
    ] {
        let error = fault(twilio(json!({ "base_url": base_url, "allow_http": true })));
        assert!(error.contains("`sms.base_url`") && !error.contains("hush"), "{error}");
    }
}

#[test]
fn what_goes_into_a_request_is_looked_at_first() {
    for (name, value) in [
        ("account_sid", json!("../AC")),
        ("account_sid", json!("")),
        ("auth_token", json!("hush two")),
        ("auth_token", json!("")),
        ("from", json!("+1 500 555 0006")),
        ("from", json!("+49")),
        ("from", json!("a\r\nname")),
        ("timeout_ms", json!(0)),
        ("patience_ms", json!(30_000)),
        ("patience_ms", json!(10)),
        ("attempts", json!(0)),
        ("attempts", json!(6)),
        ("backoff_ms", json!(0)),
        ("a_day_per_address", json!(0)),
    ] {
        let error = fault(twilio(json!({ name: value })));
        assert!(error.contains(&format!("`sms.{name}`")), "{name}: {error}");
        assert!(!error.contains("hush"), "{error}");
    }
}

#[test]
fn a_json_transport_says_where_number_and_text_go() {
    let Api::Json { headers, body } = provider(posted(json!({}))).api else { unreachable!() };
    assert!(headers.is_empty());
    assert_eq!(body, json!({ "to": "{to}", "text": "{text}" }));
    for body in [json!({ "to": "{to}" }), json!({ "text": "{text}" }), json!("{to} {text}")] {
        let error = fault(posted(json!({ "body": body })));
        assert!(error.contains("`sms.body`: must"), "{error}");
    }
    let nested = json!({ "messages": [{ "recipients": ["{to}"], "content": "Hello. {text}" }] });
    provider(posted(json!({ "body": nested })));
}

#[test]
fn headers_are_checked_and_never_twice_what_bearer_says() {
    let Api::Json { headers, .. } = provider(posted(json!({
        "bearer": "hush-bearer", "headers": { "X-Api-Key": "hush-header" }
    })))
    .api
    else {
        unreachable!()
    };
    assert_eq!(headers.len(), 2);
    assert!(headers.iter().all(|(_, value)| value.is_sensitive()));
    for headers in [
        json!({ "Content-Type": "text/plain" }),
        json!({ "X Api Key": "hush" }),
        json!({ "X-Api-Key": "hush\r\nHost: evil" }),
        json!({ "authorization": "hush" }),
    ] {
        let written = posted(json!({ "bearer": "hush-bearer", "headers": headers }));
        let error = fault(written);
        assert!(error.contains("`sms.headers`") && !error.contains("hush"), "{error}");
    }
}

#[test]
fn a_setting_of_another_transport_is_not_passed_over() {
    for (written, name) in [
        (json!({ "account_sid": "AC0f" }), "account_sid"),
        (json!({ "timeout_ms": 10 }), "timeout_ms"),
        (twilio(json!({ "bearer": "hush" })), "bearer"),
        (posted(json!({ "from": "Portico" })), "from"),
    ] {
        let error = fault(written);
        assert!(error.contains(&format!("`sms.{name}`: is for")), "{error}");
    }
    assert!(fault(json!({ "transprot": "twilio" })).contains("transprot"));
    assert!(fault(json!({ "transport": "pigeon" })).contains("pigeon"));
}

/// Shows: leaks.debug
#[test]
fn debug_output_shows_none_of_its_secrets() {
    let all = [
        read(twilio(json!({}))),
        read(posted(json!({ "bearer": "hush-bearer", "headers": { "X-Key": "hush-header" } }))),
    ];
    let seen = format!("{all:?}");
    assert!(seen.contains("sms.example.org"));
    assert!(!seen.contains("hush"), "{seen}");
}

#[test]
fn it_can_be_written_into_the_environment_as_one_value() {
    let written = r#"{transport="json",url="https://sms.example.org",body={to="{to}",message={text="{text}"}}}"#;
    let value: figment::value::Value = written.parse().unwrap();
    let read = Figment::from(("sms", value)).extract_inner::<RawSms>("sms");
    assert!(matches!(read.unwrap().read(), Ok(Sms::Provider(_))));
}

fn limits(written: Value) -> Result<TextLimits, String> {
    Figment::from(("sms", written)).extract_inner::<RawSms>("sms").map_err(|err| err.kind.to_string())?.limits()
}

#[test]
fn texts_go_to_all_countries_and_only_where_they_cost_so_many_a_day_unless_set() {
    let outbox = limits(json!({})).unwrap();
    assert_eq!(outbox, TextLimits::default());
    assert!(outbox.countries.contain(CountryId::DE));
    assert_eq!(limits(twilio(json!({}))).unwrap().a_day, Some(1_000));
    assert_eq!(limits(posted(json!({ "a_day": 7 }))).unwrap().a_day, Some(7));
    // Used to try the settings out in the outbox.
    let both = json!({ "transport": "outbox", "a_day": 7, "countries": ["DE", "at"] });
    let both = limits(both).unwrap();
    assert_eq!(both.a_day, Some(7));
    assert!(both.countries.contain(CountryId::AT) && !both.countries.contain(CountryId::US));
}

#[test]
fn countries_and_budgets_that_make_no_sense_are_named() {
    for (name, value) in [
        ("a_day", json!(0)),
        ("countries", json!([])),
        ("countries", json!(["Germany"])),
        ("countries", json!(["DE", "001"])),
        ("countries", json!(["EU"])),
        ("countries", json!(["+49"])),
    ] {
        let error = limits(twilio(json!({ name: value }))).unwrap_err();
        assert!(error.contains(&format!("`sms.{name}`")), "{error}");
    }
    assert!(limits(json!({ "countries": "DE" })).is_err());
    assert!(limits(json!({ "a_day": -1 })).is_err());
}
