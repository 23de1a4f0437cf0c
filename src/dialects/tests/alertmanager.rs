//! Alerts of Alertmanager and of Grafana's alerting.

use serde_json::{Value, json};

use super::{ignored, posted, seen};
use crate::dialects::alertmanager;

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
    assert_eq!(
        seen(&translation.content),
        "1 firing, 1 resolved: HighLatency"
    );
    let [first, second] = &translation.cards[..] else {
        panic!("two cards")
    };
    assert_eq!(
        (first.color, second.color),
        (Some(0x00bf_8700), Some(0x002d_a44e))
    );
    assert_eq!(first.title.as_deref(), Some("Slow"));
    assert_eq!(first.time, Some(1_767_323_045_006));
    assert_eq!((second.time, first.image_url.as_deref()), (None, None));
    assert!(first.text.as_deref().is_some_and(|text| {
        text.starts_with("**p99** is high\n\n[Runbook](https://run.example/1)")
    }));
    let fields: Vec<(&str, &str)> = first
        .fields
        .iter()
        .map(|field| (&*field.name, &*field.value))
        .collect();
    assert_eq!(
        fields,
        [
            ("alertname", "HighLatency"),
            ("job", "api\\_server"),
            ("severity", "warning"),
            ("Value", "A = 1.5")
        ]
    );
}

#[test]
fn more_than_ten_alerts_are_counted() {
    let alerts: Vec<Value> = (0..13).map(|_| alert("firing", "none")).collect();
    let translation = posted(alertmanager::translate(
        &json!({"alerts": alerts, "truncatedAlerts": 2}),
    ));
    assert_eq!(translation.cards.len(), 10);
    assert!(translation.content.ends_with("\nand 5 more"));
    assert_eq!(translation.dropped, ["alerts: 3 after the first 10"]);
    assert!(ignored(&alertmanager::translate(&json!({"alerts": []}))));
}

#[test]
fn annotations_and_labels_that_are_not_shown_are_noted() {
    let labels: serde_json::Map<String, Value> = (0..26)
        .map(|number| (format!("label{number:02}"), json!("x")))
        .collect();
    let values: serde_json::Map<String, Value> = (0..27)
        .map(|number| (format!("v{number:02}"), json!(number)))
        .collect();
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
fn angle_brackets_in_an_annotation_are_text() {
    let described = "Replication from <source> to <target> stopped";
    let text = |body: Value| posted(alertmanager::translate(&body)).cards[0].text.clone();
    for key in ["description", "message"] {
        let body =
            json!({"alerts": [{"labels": {"alertname": "A"}, "annotations": {key: described}}]});
        assert_eq!(text(body).as_deref(), Some(described));
    }
    let body = json!({"title": "A", "state": "alerting", "message": described});
    assert_eq!(text(body).as_deref(), Some(described));
}
