//! Alerts of Alertmanager and of Grafana's alerting.

use serde_json::{Value, json};

use super::{ignored, posted, seen};
use portico_dialects::alertmanager;

fn alert(status: &str, severity: &str) -> Value {
    json!({
        "status": status,
        "labels": {"alertname": "HighLatency", "severity": severity, "job": "api_server"},
        "annotations": {"summary": "Slow", "description": "**p99** is high", "runbook_url": "https://run.example/1"},
        "startsAt": "2026-01-02T03:04:05.006Z", "endsAt": "0001-01-01T00:00:00Z",
        "generatorURL": "http://prometheus.example:9090/graph?g0.expr=up",
        "fingerprint": "a", "values": {"A": 1.5}, "imageURL": "javascript:x",
    })
}

#[test]
fn firing_alerts_come_first_with_the_colour_of_their_severity() {
    let body = json!({"version": "4", "status": "firing", "externalURL": "http://am.example", "groupLabels": {"alertname": "HighLatency"}, "alerts": [alert("resolved", "critical"), alert("firing", "warning")]});
    let translation = posted(alertmanager::translate(&body));
    assert_eq!(seen(&translation.content), "1 firing, 1 resolved: HighLatency");
    let [first, second] = &translation.cards[..] else { panic!("two cards") };
    assert_eq!((first.color, second.color), (Some(0x00bf_8700), Some(0x002d_a44e)));
    assert_eq!(first.title.as_deref(), Some("Slow"));
    assert_eq!(first.time, Some(1_767_323_045_006));
    assert_eq!((second.time, first.image_url.as_deref()), (None, None));
    assert!(
        first
            .text
            .as_deref()
            .is_some_and(|text| { text.starts_with("\\*\\*p99\\*\\* is high\n\n[Runbook](https://run.example/1)") })
    );
    let fields: Vec<(&str, &str)> = first.fields.iter().map(|field| (&*field.name, &*field.value)).collect();
    assert_eq!(
        fields,
        [("alertname", "HighLatency"), ("job", "api\\_server"), ("severity", "warning"), ("Value", "A = 1.5")]
    );
}

#[test]
fn more_than_ten_alerts_are_counted() {
    let alerts: Vec<Value> = (0..13).map(|_| alert("firing", "none")).collect();
    let translation = posted(alertmanager::translate(&json!({"alerts": alerts, "truncatedAlerts": 2})));
    assert_eq!(translation.cards.len(), 10);
    assert!(translation.content.ends_with("\nand 5 more"));
    assert_eq!(translation.dropped, ["alerts: 3 after the first 10"]);
    assert!(ignored(&alertmanager::translate(&json!({"alerts": []}))));
}

#[test]
fn annotations_and_labels_that_are_not_shown_are_noted() {
    let labels: serde_json::Map<String, Value> =
        (0..26).map(|number| (format!("label{number:02}"), json!("x"))).collect();
    let values: serde_json::Map<String, Value> =
        (0..27).map(|number| (format!("v{number:02}"), json!(number))).collect();
    let body = json!({"alerts": [
        {
            "status": "resolved",
            "labels": {"alertname": "A"},
            "annotations": {"summary": "S", "description": "D", "message": "M", "runbook_url": "https://run.example/1"},
        },
        {
            "status": "firing",
            "labels": labels,
            "values": values,
            "annotations": {
                "summary": "S", "message": "M", "impact": "high", "blank": " ", "runbook_url": "none", "dashboard_url": "https://d.example",
            },
        },
    ]});
    let translation = posted(alertmanager::translate(&body));
    assert_eq!(
        translation.dropped,
        [
            "alerts/1/annotations/impact",
            "alerts/1/annotations/runbook_url",
            "alerts/1/labels: 2 after the first 24",
            "alerts/1/values: 2 after the first 25",
            "alerts/0/annotations/message",
        ]
    );
    assert_eq!(translation.cards[0].fields.len(), 25);
}

#[test]
fn code_in_a_description_takes_in_no_link_after_it() {
    let log = "line of a log\n".repeat(150);
    for described in [&*format!("**Log**\n```\n{log}```"), "**Log**\n```\nopen"] {
        let body = json!({"alerts": [{"labels": {"alertname": "A"}, "annotations": {
            "description": described, "runbook_url": "https://run.example/1",
        }}]});
        let text = posted(alertmanager::translate(&body)).cards[0].text.clone();
        let text = text.unwrap_or_default();
        assert!(text.ends_with("\n```\n\n[Runbook](https://run.example/1)"), "{text}");
        let seen = seen(&text);
        assert!(!seen.contains('`') && seen.ends_with("Runbook"), "{seen}");
    }
}

#[test]
fn angle_brackets_in_an_annotation_are_text() {
    let described = "Replication from <source> to <target> stopped";
    let text = |body: Value| posted(alertmanager::translate(&body)).cards[0].text.clone();
    for key in ["description", "message"] {
        let body = json!({"alerts": [{"labels": {"alertname": "A"}, "annotations": {key: described}}]});
        assert_eq!(text(body).as_deref(), Some(described));
    }
    let body = json!({"title": "A", "state": "alerting", "message": described});
    assert_eq!(text(body).as_deref(), Some(described));
}

#[test]
fn an_alert_of_an_older_grafana_shows_its_picture_its_values_and_its_state() {
    let alert = |state: &str| {
        json!({
            "dashboardId": 1, "orgId": 1, "panelId": 2, "ruleId": 1, "ruleName": "Panel Title alert",
            "evalMatches": [
                {"value": 100, "metric": "High_value", "tags": null},
                {"value": null, "metric": "Missing"},
                {"value": 2.5},
                7,
            ],
            "imageUrl": "https://grafana.example/image.png", "message": "Notification Message",
            "ruleUrl": "https://grafana.example/d/1", "state": state, "tags": {"team": "web"},
            "title": "[Alerting] Panel Title alert",
        })
    };
    for (state, color) in
        [("alerting", 0x00cf_222e), ("ok", 0x002d_a44e), ("no_data", 0x00bf_8700), ("paused", 0x006e_7781)]
    {
        let translation = posted(alertmanager::translate(&alert(state)));
        assert!(seen(&translation.content).starts_with(&format!("{state}: [Alerting] Panel")));
        let card = &translation.cards[0];
        assert_eq!(card.color, Some(color), "{state}");
        assert_eq!(card.image_url.as_deref(), Some("https://grafana.example/image.png"));
        assert_eq!(card.text.as_deref(), Some("Notification Message"));
        let fields: Vec<(&str, String)> = card.fields.iter().map(|field| (&*field.name, seen(&field.value))).collect();
        let shown = [("High_value", "100"), ("Missing", "no value"), ("Value", "2.5"), ("team", "web")];
        assert_eq!(fields, shown.map(|(name, value)| (name, value.to_owned())));
        assert!(translation.dropped.is_empty());
    }
    let mut long = alert("alerting");
    long["evalMatches"] = vec![json!({"metric": "m", "value": 1}); 27].into();
    long["imageUrl"] = json!("/render/1.png");
    let translation = posted(alertmanager::translate(&long));
    assert_eq!(
        translation.dropped,
        ["evalMatches and tags: 3 after the first 25", "imageUrl: not a complete http or https URL",]
    );
    let card = &translation.cards[0];
    assert_eq!((card.fields.len(), card.image_url.as_deref()), (25, None));
}

#[test]
fn a_body_that_says_nothing_of_any_alert_is_ignored() {
    for body in [
        json!({}),
        json!({"alerts": {}}),
        json!({"alerts": null}),
        json!({"alerts": null, "status": "firing", "title": "T"}),
        json!({"version": "4", "status": "firing"}),
        json!({"title": " ", "ruleName": "", "state": null, "message": 7}),
    ] {
        assert!(ignored(&alertmanager::translate(&body)), "{body}");
    }
    for key in ["title", "ruleName", "state", "message"] {
        let body = json!({key: "ok"});
        posted(alertmanager::translate(&body));
    }
    let truncated = json!({"alerts": null, "truncatedAlerts": 2, "receiver": "chat"});
    let translation = posted(alertmanager::translate(&truncated));
    assert_eq!(
        seen(&translation.content),
        "2 alerts: chat
and 2 more"
    );
}

#[test]
fn signs_in_an_annotation_emphasize_nothing_but_links_and_code_are_read() {
    let text = |described: &str| {
        let alert = json!({"labels": {"alertname": "A"}, "annotations": {"description": described}});
        let body = json!({"alerts": [alert]});
        posted(alertmanager::translate(&body)).cards[0].text.clone()
    };
    for described in
        ["target map[__name__:up job:a_b] is **down**", "# no heading\n- no item\n> no quote", "_a_ ~~b~~ C:\\*"]
    {
        let text = text(described).unwrap_or_default();
        assert_eq!(seen(&text).replace('\u{2060}', ""), described);
    }
    let kept = "see [the graph](https://a.example/_x_) and `__name__`\n```\n**log**\n```";
    assert_eq!(text(kept).as_deref(), Some(kept));
}

#[test]
fn labels_that_all_alerts_have_are_shown_once() {
    let alert = |instance: &str| json!({"labels": {"alertname": "Down", "cluster": "eu_1", "instance": instance}, "annotations": {"summary": "S"}});
    let common = json!({"alertname": "Down", "cluster": "eu_1"});
    let body = json!({"alerts": [alert("a"), alert("b")], "commonLabels": common});
    let translation = posted(alertmanager::translate(&body));
    assert_eq!(seen(&translation.content), "2 firing: Down\ncluster: eu_1");
    for card in &translation.cards {
        let names: Vec<&str> = card.fields.iter().map(|field| &*field.name).collect();
        assert_eq!(names, ["instance"]);
    }
    // Of one alert they stay in its card, and so does a label with another value.
    let body = json!({"alerts": [alert("a")], "commonLabels": common});
    let translation = posted(alertmanager::translate(&body));
    assert_eq!(seen(&translation.content), "1 firing: Down");
    assert_eq!(translation.cards[0].fields.len(), 3);
    let other = json!({"cluster": "eu_2"});
    let body = json!({"alerts": [alert("a"), alert("b")], "commonLabels": other});
    let translation = posted(alertmanager::translate(&body));
    assert_eq!(translation.cards[0].fields.len(), 3);
    let long = json!({"cluster": "eu".repeat(600)});
    let body = json!({"alerts": [alert("a"), alert("b")], "commonLabels": long});
    let translation = posted(alertmanager::translate(&body));
    assert_eq!(seen(&translation.content), "2 firing: Down");
}

#[test]
fn ten_alerts_of_many_labels_keep_their_names() {
    let alert = |number: usize| {
        let mut labels: serde_json::Map<String, Value> =
            (0..12).map(|label| (format!("label_{label}"), json!("value ".repeat(12)))).collect();
        labels.insert("alertname".into(), json!(format!("Alert{number}")));
        json!({"labels": labels, "annotations": {"description": "word ".repeat(40)}})
    };
    let alerts: Vec<Value> = (0..10).map(alert).collect();
    let translation = posted(alertmanager::translate(&json!({"alerts": alerts})));
    let titles = translation.cards.iter().filter_map(|card| card.title.as_deref());
    let expected: Vec<String> = (0..10).map(|number| format!("Alert{number}")).collect();
    assert_eq!(titles.collect::<Vec<_>>(), expected);
    assert_eq!(translation.dropped.len(), 1, "{:?}", translation.dropped);
}

#[test]
fn very_large_and_very_small_values_have_an_exponent() {
    let alert = r#"{"alerts": [{"labels": {"alertname": "A"}, "values":
        {"a": 1e20, "b": 0.00000012, "c": 0.1, "d": 100, "e": 0, "f": -2.5e-9, "g": 123456789012345, "h": 9.95}}]}"#;
    let body: Value = serde_json::from_str(alert).unwrap();
    let translation = posted(alertmanager::translate(&body));
    let value = translation.cards[0].fields.last().map(|field| &*field.value);
    assert_eq!(
        value,
        Some("a = 1e20, b = 1.2e-7, c = 0.1, d = 100, e = 0, f = -2.5e-9, g = 123456789012345, h = 9.95")
    );
}
