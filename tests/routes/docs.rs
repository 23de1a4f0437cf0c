//! `/docs` and `/openapi.json`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{CALLBACK, TestInstance};

/// The codes that a post can be refused with.
const CODES: [&str; 13] = [
    "idempotency_key_reused",
    "internal_error",
    "invalid_json",
    "invalid_request",
    "method_not_allowed",
    "payload_too_large",
    "rate_limited",
    "timeout",
    "unavailable",
    "unknown_message",
    "unknown_suffix",
    "unknown_webhook",
    "unsupported_media_type",
];

async fn public() -> TestInstance {
    TestInstance::configured(|figment| figment.merge(("base_url", "https://chat.example.org"))).await
}

async fn contract(instance: &TestInstance) -> Value {
    instance.browser().get("/openapi.json").await.expect(200).json()
}

#[tokio::test]
async fn the_guide_is_public() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.browser().get("/docs").await.expect(200);
    let page = alice.browser.get("/docs").await.expect(200);
    assert!(page.text().contains("@alice"));
}

#[tokio::test]
async fn every_link_of_its_header_leads_to_a_page_for_those_who_are_signed_out() {
    let instance = TestInstance::open().await;
    let browser = instance.browser();
    let page = browser.get("/docs").await.expect(200);
    let links = page.attributes("header.top a", "href");
    for expected in ["/sign-in", "/sign-up"] {
        assert!(links.iter().any(|link| link == expected), "{links:?}");
    }
    for link in links {
        browser.get(&link).await.expect(200);
    }
}

#[tokio::test]
async fn its_samples_name_this_instance() {
    let instance = public().await;
    for (path, samples) in [
        ("/docs", &["#sample-issuer", "#sample-quick-post"][..]),
        ("/docs/webhooks", &["#sample-post-curl", "#sample-post-python", "#sample-post-js"]),
        ("/docs/sign-in", &["#sample-token-python", "#sample-token-js"]),
    ] {
        let page = instance.browser().get(path).await.expect(200);
        for sample in samples {
            assert!(page.one(sample).contains("https://chat.example.org"), "{sample}");
        }
        assert!(!page.text().contains("localhost"), "{path}");
    }
}

#[tokio::test]
async fn addresses_stand_in_its_source_as_they_are() {
    let instance = public().await;
    let page = instance.browser().get("/docs/sign-in").await.expect(200);
    assert!(page.text().contains("https://chat.example.org/oauth/token"));
    assert!(!page.text().contains("&#x2F;"));
}

#[tokio::test]
async fn every_entry_of_its_contents_leads_to_a_heading_and_stands_where_its_old_address_leads() {
    let instance = TestInstance::open().await;
    let contents = instance.browser().get("/docs").await.expect(200);
    let entries = contents.attributes(".guide-contents li a", "href");
    assert!(entries.len() >= 8 + 23 + CODES.len());
    for entry in entries {
        let Some((path, anchor)) = entry.split_once('#') else {
            continue;
        };
        let page = instance.browser().get(path).await.expect(200);
        assert_eq!(page.all(&format!(".guide #{anchor}")).len(), 1, "{entry}");
        assert_eq!(contents.attributes(&format!("li#{anchor} > a"), "href"), [entry.as_str()]);
    }
    // Of when it was one page.
    for anchor in ["sign-in", "issuer", "software", "claims", "public", "devices", "logout", "tokens", "native"] {
        assert_eq!(contents.all(&format!("li#{anchor}")).len(), 1, "{anchor}");
    }
    for anchor in ["authorize", "return", "token", "token-errors", "webhooks", "payload", "markdown", "mentions"] {
        assert_eq!(contents.all(&format!("li#{anchor}")).len(), 1, "{anchor}");
    }
    for anchor in ["report", "limits", "messages", "webhook-errors", "dialects", "avatars"] {
        assert_eq!(contents.all(&format!("li#{anchor}")).len(), 1, "{anchor}");
    }
}

#[tokio::test]
async fn each_page_marks_itself_in_its_contents_and_links_each_heading() {
    let instance = TestInstance::open().await;
    let contents = instance.browser().get("/docs").await.expect(200);
    let pages = contents.attributes(".guide-contents h3 a", "href");
    assert_eq!(pages.len(), 8);
    for path in &pages {
        let page = instance.browser().get(path).await.expect(200);
        assert_eq!(page.attributes(".side-nav [aria-current=page]", "href"), [path.as_str()]);
        assert_eq!(page.attributes(".side-nav .guide-part", "href"), pages);
        let anchors: Vec<_> = page.attributes(".guide h2", "id").iter().map(|id| format!("#{id}")).collect();
        assert_eq!(page.attributes(".guide a.anchor", "href"), anchors, "{path}");
    }
}

#[tokio::test]
async fn a_search_finds_the_places_with_every_word_and_those_in_headings_first() {
    let instance = TestInstance::open().await;
    let found = async |query: &str| {
        let page = instance.browser().get(&format!("/docs?q={query}")).await.expect(200);
        assert_eq!(page.attributes("#guide-q", "value").len(), 1);
        page.attributes(".guide-results a", "href")
    };
    assert_eq!(found("markdown").await[0], "/docs/webhooks#markdown");
    assert!(found("Idempotency-Key").await.contains(&"/docs/limits#limits".to_owned()));
    assert!(found("MISSING_OFF").await.is_empty());
    let grafana = found("grafana").await;
    assert_eq!(grafana[..2], ["/docs/grafana", "/docs/sign-in-grafana"]);
    assert!(found("markdown+zebra").await.is_empty());
    // Tags of Tera are no text of the guide.
    assert!(found("code_close").await.is_empty());
    let all = found("the").await;
    assert_eq!(all.len(), 20);
}

#[tokio::test]
async fn a_search_shows_what_was_typed_as_text_and_no_more_of_it_than_a_hundred_characters() {
    let instance = TestInstance::open().await;
    let page = instance.browser().get("/docs?q=%3Cb%3E%22x%22").await.expect(200);
    assert_eq!(page.attributes("#guide-q", "value"), ["<b>\"x\""]);
    assert!(page.text().contains("Nothing"));
    let long = "x".repeat(2_000);
    let page = instance.browser().get(&format!("/docs?q={long}")).await.expect(200);
    assert_eq!(page.attributes("#guide-q", "value")[0].len(), 100);
    let page = instance.browser().get("/docs?q=+").await.expect(200);
    assert_eq!(page.all(".guide-contents").len(), 1);
}

#[tokio::test]
async fn the_samples_have_the_ids_of_the_reader_s_own_app_and_webhook_and_of_no_one_else_s() {
    let instance = TestInstance::open().await;
    let (alice, _, hook) = instance.acme_with_webhook().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let page = alice.browser.get("/docs/sign-in").await.expect(200);
    assert!(page.one("#sample-token-curl").contains(&format!("\"client_id\": {},", app.id())));
    let page = alice.browser.get("/docs/webhooks").await.expect(200);
    assert!(page.one("#sample-post-curl").contains(&format!("/webhooks/{}/TOKEN", hook.id())));
    assert!(page.one("#mine").contains("Builds"));
    let bob = instance.person("bob").await;
    for browser in [&bob.browser, &instance.browser()] {
        let page = browser.get("/docs/webhooks").await.expect(200);
        assert!(page.one("#sample-post-curl").contains("/webhooks/APP_ID/TOKEN"));
        assert!(page.all("#mine").is_empty());
        let page = browser.get("/docs/sign-in").await.expect(200);
        assert!(page.one("#sample-token-curl").contains("\"client_id\": CLIENT_ID,"));
    }
}

#[tokio::test]
async fn every_code_of_a_refused_post_has_its_place_in_the_guide() {
    let instance = TestInstance::open().await;
    let page = instance.browser().get("/docs/errors").await.expect(200);
    let contents = instance.browser().get("/docs").await.expect(200);
    for code in CODES {
        assert!(page.one(&format!("tr#{code}")).contains(code));
        assert_eq!(contents.attributes(&format!("li#{code} a"), "href"), [format!("/docs/errors#{code}")]);
    }
}

#[tokio::test]
async fn every_product_has_a_page_with_this_instance_s_url_and_no_other_has_one() {
    let instance = public().await;
    let guide = instance.browser().get("/docs/compatible").await.expect(200);
    let mut pages = guide.attributes("section[aria-labelledby=dialects] .table-wrap a", "href");
    pages.sort();
    assert_eq!(
        pages,
        [
            "/docs/airflow",
            "/docs/alertmanager",
            "/docs/ansible",
            "/docs/apprise",
            "/docs/discord",
            "/docs/elastalert",
            "/docs/gitea",
            "/docs/github",
            "/docs/gitlab",
            "/docs/grafana",
            "/docs/jenkins",
            "/docs/netdata",
            "/docs/prefect",
            "/docs/slack",
            "/docs/uptime-kuma",
            "/docs/zabbix",
        ]
    );
    for path in pages {
        let page = instance.browser().get(&path).await.expect(200);
        let text = page.text();
        // Once as what a webhook URL looks like, and at least once more in what to paste.
        let pasted = text.matches("://chat.example.org/webhooks/APP_ID/TOKEN").count();
        assert!(pasted > 1, "{path}");
        assert!(!text.contains("://localhost"), "{path}");
        assert_eq!(page.all("h2").len(), 3, "{path}");
    }
    instance.browser().get("/docs/teams").await.expect(404);
}

#[tokio::test]
async fn every_relying_party_has_a_page_with_this_instance_s_url() {
    let instance = public().await;
    let guide = instance.browser().get("/docs/openid-connect").await.expect(200);
    let pages = guide.attributes("section[aria-labelledby=software] .table-wrap a", "href");
    assert_eq!(pages.len(), 23);
    for path in pages {
        assert!(path.starts_with("/docs/sign-in-"), "{path}");
        let page = instance.browser().get(&path).await.expect(200);
        let text = page.text();
        assert!(text.contains("https://chat.example.org"), "{path}");
        assert!(!text.contains("://localhost"), "{path}");
        let redirect = page.one("#sample-redirect");
        assert!(redirect.starts_with("https://") || redirect == "edu.kit.data.oidc-agent:/redirect", "{path}");
        assert_eq!(page.all("h2").len(), 3, "{path}");
    }
}

#[tokio::test]
async fn the_guide_begins_with_the_issuer_url() {
    let instance = public().await;
    let page = instance.browser().get("/docs").await.expect(200);
    assert_eq!(page.one("#sample-issuer"), "https://chat.example.org");
    let page = instance.browser().get("/docs/openid-connect").await.expect(200);
    assert_eq!(page.one("#sample-issuer"), "https://chat.example.org");
    let headings = page.all(".guide h2");
    assert!(headings[1].contains("issuer URL"), "{headings:?}");
}

#[tokio::test]
async fn its_limits_are_the_configured_ones() {
    let instance = TestInstance::configured(|figment| {
        figment.merge(("throttle.webhook", rocket::figment::map! { "burst" => 7, "per_minute" => 77 }))
    })
    .await;
    let page = instance.browser().get("/docs/limits").await.expect(200);
    assert!(page.text().contains("post 7 times in a row, and 77 times per minute"));
    assert!(page.one("#sample-headers").contains("q=7;w=6"), "{}", page.one("#sample-headers"));
}

#[tokio::test]
async fn the_contract_names_this_instance_and_leaves_no_gap() {
    let instance = public().await;
    let answer = instance.browser().get("/openapi.json").await.expect(200);
    assert_eq!(answer.header("Content-Type"), Some("application/json"));
    let contract = answer.json();
    assert_eq!(contract["openapi"], "3.1.0");
    assert_eq!(contract["servers"][0]["url"], "https://chat.example.org");
    assert_eq!(contract["info"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(!answer.text().contains("{base_url}"));
    assert!(!answer.text().contains("{portico_version}"));
}

#[tokio::test]
async fn every_reference_in_the_contract_leads_somewhere() {
    let contract = contract(&TestInstance::open().await).await;
    let mut references = BTreeSet::new();
    collect(&contract, "$ref", &mut references);
    assert!(references.len() > 8);
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(contract.pointer(pointer).is_some(), "{reference}");
    }
}

#[tokio::test]
async fn every_operation_has_a_name_of_its_own_and_an_example_for_every_status() {
    let contract = contract(&TestInstance::open().await).await;
    let mut names = BTreeSet::new();
    for (path, operations) in contract["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap();
            assert!(names.insert(name), "{name} twice");
            for place in path.split('/').filter_map(|part| part.strip_prefix('{')) {
                let parameters = operation["parameters"].as_array().unwrap();
                let place = place.trim_end_matches('}');
                assert!(
                    parameters.iter().any(|parameter| parameter["name"] == place
                        && parameter["in"] == "path"
                        && parameter["required"] == true),
                    "{place} of {path}"
                );
            }
            for (status, response) in operation["responses"].as_object().unwrap() {
                let response = followed(&contract, response);
                assert!(response["description"].is_string());
                let Some(content) = response["content"].as_object() else {
                    continue;
                };
                for (kind, body) in content {
                    let shown = body.get("example").or_else(|| body.get("examples"));
                    assert!(shown.is_some() || kind == "image/png", "{method} {path} {status}");
                }
            }
        }
    }
    assert_eq!(names.len(), 48);
}

#[tokio::test]
async fn every_path_of_the_contract_is_mounted() {
    let instance = TestInstance::open().await;
    for (path, operations) in contract(&instance).await["paths"].as_object().unwrap() {
        let parts: Vec<&str> = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
        for method in operations.as_object().unwrap().keys() {
            match method.as_str() {
                "get" => instance.browser().get(&parts.join("/")).await,
                _ => instance.browser().post(&parts.join("/"), &[]).await,
            };
        }
    }
    let figures = instance.browser().get("/metrics").await.expect(200).text();
    assert!(figures.contains(r#"route="/oauth/token""#), "{figures}");
    assert!(!figures.contains(r#"route="unmatched""#), "{figures}");
}

/// Endpoints that programs of others have no use for.
const NOT_IN_THE_CONTRACT: [&str; 13] = [
    "/apple-touch-icon.png",
    "/branding.css",
    "/branding/logo",
    "/csp-reports",
    "/favicon.ico",
    "/manifest.webmanifest",
    "/metrics",
    "/openapi.json",
    "/robots.txt",
    "/service-worker.js",
    "/static/<version>/<path..>",
    "/.well-known/security.txt",
    "/.well-known/change-password",
];

#[tokio::test]
async fn every_endpoint_is_in_the_contract() {
    let contract = contract(&TestInstance::open().await).await;
    let described = contract["paths"].as_object().unwrap();
    for route in portico::routes::endpoints() {
        let path = route.uri.path();
        if NOT_IN_THE_CONTRACT.contains(&path) {
            continue;
        }
        let written = path.replace('<', "{").replace('>', "}");
        let found = match written.split_once("{path..}") {
            Some((start, _)) => described.keys().any(|known| known.starts_with(start)),
            None => described.contains_key(&written),
        };
        assert!(found, "{path}");
    }
}

#[tokio::test]
async fn the_contract_shows_every_code_and_each_fits_its_status_and_its_place_in_the_guide() {
    let contract = contract(&TestInstance::open().await).await;
    let webhook_url = &contract["paths"]["/webhooks/{app_id}/{token}"];
    let messages = &contract["paths"]["/webhooks/{app_id}/{token}/messages/{message_id}"];
    let responses =
        [&webhook_url["post"], &messages["patch"]].map(|operation| operation["responses"].as_object().unwrap());
    let mut shown = BTreeSet::new();
    for (status, response) in responses.into_iter().flatten() {
        let response = followed(&contract, response);
        let Some(examples) = response["content"]["application/problem+json"]["examples"].as_object() else {
            continue;
        };
        for example in examples.values() {
            let problem = &example["value"];
            let code = problem["code"].as_str().unwrap();
            assert_eq!(problem["status"].to_string(), *status);
            assert_eq!(problem["type"], format!("http://localhost:8000/docs#{code}"));
            shown.insert(code);
        }
    }
    assert_eq!(shown, BTreeSet::from(CODES));
    let listed = contract["components"]["schemas"]["Problem"]["properties"]["code"]["enum"].as_array().unwrap();
    let listed: BTreeSet<_> = listed.iter().filter_map(Value::as_str).collect();
    assert_eq!(listed, BTreeSet::from(CODES));
}

#[tokio::test]
async fn the_contract_of_an_identity_has_four_fields_and_no_others() {
    let contract = contract(&TestInstance::open().await).await;
    let identity = &contract["components"]["schemas"]["Identity"];
    let fields: BTreeSet<_> = identity["properties"].as_object().unwrap().keys().collect();
    assert_eq!(
        fields.iter().map(|field| field.as_str()).collect::<Vec<_>>(),
        ["avatar_url", "chat_user_id", "name", "nickname"]
    );
    assert_eq!(identity["additionalProperties"], false);
}

/// What a reference leads to, or the value itself.
fn followed<'c>(contract: &'c Value, value: &'c Value) -> &'c Value {
    match value["$ref"].as_str() {
        Some(reference) => contract.pointer(&reference[1..]).unwrap(),
        None => value,
    }
}

fn collect(value: &Value, key: &str, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (name, inner) in map {
                match inner.as_str() {
                    Some(text) if name == key => {
                        into.insert(text.to_owned());
                    }
                    _ => collect(inner, key, into),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, key, into)),
        _ => {}
    }
}
