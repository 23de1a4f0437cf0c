//! `deploy/observability`: the alerts and the dashboard use metrics that are exported, and every alert has its paragraph in the
//! runbook. What the alerts fire for is tried by `promtool`, see `./test lint`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

use portico_platform::metrics::{Metrics, Origin};
use serde_json::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/deploy/observability");

fn file(name: &str) -> String {
    fs::read_to_string(format!("{FOLDER}/{name}")).unwrap()
}

/// Every metric that a process exports, with the names of its labels.
fn exported() -> BTreeMap<String, BTreeSet<String>> {
    let metrics = Metrics::default();
    let took = Duration::from_millis(3);
    metrics.answered("POST", "/oauth/token", 200, took);
    metrics.refused("unknown_webhook");
    metrics.rows_deleted("session", 1);
    metrics.blocked_by_policy("img-src");
    metrics.stored(Origin::Webhook, 1, 1, 1);
    metrics.texts_today(1, Some(9));
    let text = metrics.text().unwrap();
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    samples
        .map(|line| {
            let (series, _) = line.rsplit_once(' ').unwrap();
            let (name, labels) = series.split_once('{').unwrap_or((series, ""));
            let labels = labels.trim_end_matches('}').split("\",");
            let labels = labels.filter_map(|label| Some(label.split_once("=\"")?.0.to_owned()));
            (name.to_owned(), labels.collect())
        })
        .collect()
}

/// The rows of the table of metrics in the operator's guide: each with its labels.
pub(crate) fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operators.md");
    let page = fs::read_to_string(path).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| `portico_"));
    rows.map(|row| {
        let mut cells = row.split('|').skip(1);
        let mut quoted = || -> BTreeSet<String> {
            let cell = cells.next().unwrap();
            cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
        };
        let name = quoted().pop_first().unwrap();
        (name, quoted())
    })
    .collect()
}

#[test]
fn the_operators_guide_has_every_metric_with_its_labels_and_no_other() {
    let mut exported = exported();
    // A histogram is one row.
    exported.retain(|name, _| !name.ends_with("_bucket") && !name.ends_with("_sum"));
    let exported: BTreeMap<String, BTreeSet<String>> =
        exported.into_iter().map(|(name, labels)| (name.trim_end_matches("_count").to_owned(), labels)).collect();
    assert!(exported.len() > 15);
    assert_eq!(documented(), exported);
}

/// The metrics that an expression names, with the labels that it selects by.
fn used(expr: &str) -> Vec<(String, Vec<String>)> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = expr;
    while let Some(at) = rest.find("portico_") {
        rest = &rest[at..];
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let selector = after.strip_prefix('{').and_then(|text| text.split_once('}'));
        let labels = selector.map_or("", |(inside, _)| inside).split("\",");
        let labels = labels.filter_map(|label| {
            let end = label.find(|c| !is_name(c))?;
            (end > 0).then(|| label[..end].to_owned())
        });
        found.push((name.to_owned(), labels.collect()));
        rest = after;
    }
    found
}

/// The route patterns that it selects.
fn routes(expr: &str) -> Vec<String> {
    let selectors = route_selectors(expr);
    selectors.flat_map(|(_, patterns)| patterns.split('|').map(str::to_owned)).collect()
}

/// Each selector of routes: its operator, and what it compares with.
fn route_selectors(expr: &str) -> impl Iterator<Item = (&str, &str)> {
    expr.split("route").skip(1).filter_map(|text| {
        let (operator, quoted) = text.split_once('"')?;
        let is_operator = ["=", "=~", "!=", "!~"].contains(&operator);
        is_operator.then_some((operator, quoted.split_once('"')?.0))
    })
}

/// The labels that it groups by.
fn grouped_by(expr: &str) -> BTreeSet<String> {
    let lists = expr.split(" by (").skip(1);
    let inside = lists.filter_map(|text| Some(text.split_once(')')?.0));
    inside.flat_map(|list| list.split(", ").map(str::to_owned)).collect()
}

/// Requires that every metric in `expr` is exported with these labels. Prometheus itself adds `job` and `instance`.
fn require_exported(expr: &str, exported: &BTreeMap<String, BTreeSet<String>>) {
    let from_prometheus = |label: &String| label == "job" || label == "instance";
    let named = used(expr);
    let mut known: BTreeSet<String> = BTreeSet::new();
    for (name, labels) in &named {
        let of_metric = exported.get(name);
        let of_metric = of_metric.unwrap_or_else(|| panic!("{name} is not exported: {expr}"));
        for label in labels.iter().filter(|label| !from_prometheus(label)) {
            assert!(of_metric.contains(label), "{name} has no {label}: {expr}");
        }
        known.extend(of_metric.iter().cloned());
    }
    for label in grouped_by(expr) {
        assert!(from_prometheus(&label) || known.contains(&label), "{label}");
    }
}

/// The alerts, each with its expression and the address of its paragraph.
fn alerts() -> Vec<(String, String, String)> {
    let rules = file("portico-rules.yml");
    let each = rules.split("- alert: ").skip(1);
    each.map(|rule| {
        let (name, rest) = rule.split_once('\n').unwrap();
        let (_, rest) = rest.split_once("expr: |\n").unwrap();
        let expr: Vec<&str> = rest.lines().take_while(|line| line.starts_with("          ")).collect();
        let (_, address) = rest.split_once("runbook_url: ").unwrap();
        let address = address.lines().next().unwrap();
        (name.to_owned(), expr.join("\n"), address.to_owned())
    })
    .collect()
}

#[test]
fn every_alert_uses_metrics_that_are_exported_with_its_labels() {
    let exported = exported();
    let alerts = alerts();
    assert!(alerts.len() > 5);
    for (name, expr, _) in &alerts {
        assert!(expr.contains("portico"), "{name}: {expr}");
        require_exported(expr, &exported);
    }
}

#[test]
fn every_route_that_an_alert_or_a_panel_selects_is_one_of_the_table() {
    let table = portico::routes::pages();
    let known: BTreeSet<String> =
        table.iter().chain(&portico::routes::endpoints()).map(|route| route.uri.path().to_owned()).collect();
    let dashboard = file("grafana-dashboard.json").replace("\\\"", "\"");
    for text in [file("portico-rules.yml"), dashboard] {
        let selected = routes(&text);
        assert!(selected.len() > 5);
        for route in selected {
            assert!(known.contains(&route), "{route} is no route");
        }
    }
}

/// The routes of posts: those of programs in each format, and, last, that of people.
const POSTS: &str = "/webhooks/<path..>|/hooks/<path..>|/api/webhooks/<path..>|/api/<version>/webhooks/<path..>|/channels/<id>/messages";

#[test]
fn an_alert_or_a_panel_of_posts_selects_every_route_of_posts() {
    let dashboard = file("grafana-dashboard.json").replace("\\\"", "\"");
    for text in [file("portico-rules.yml"), dashboard] {
        let of_posts: Vec<(&str, &str)> =
            route_selectors(&text).filter(|(_, patterns)| patterns.contains("/webhooks/<path..>")).collect();
        assert!(of_posts.len() > 2);
        // Where programs are counted by the code of the refusal, their requests are left out.
        let (of_programs, _) = POSTS.rsplit_once('|').unwrap();
        for selector in of_posts {
            let known = [("=~", POSTS), ("!~", of_programs)];
            assert!(known.contains(&selector), "{selector:?}");
        }
    }
}

#[test]
fn every_alert_has_its_paragraph_in_the_runbook_and_no_paragraph_is_left_over() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/runbook.md");
    let page = fs::read_to_string(path).unwrap();
    let heads: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let alerts = alerts();
    for (name, _, address) in &alerts {
        let anchor = name.to_lowercase();
        assert_eq!(address, &format!("docs/runbook.md#{anchor}"));
    }
    let named: Vec<&str> = alerts.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(heads, named);
}

#[test]
fn every_alert_is_tried_with_samples_for_which_it_fires_and_others() {
    let cases = file("portico-rules.test.yml");
    for (name, ..) in alerts() {
        for case in [format!("name: {name} fires\n"), format!("name: {name} stays silent for ")] {
            assert!(cases.contains(&case), "{case}");
        }
    }
}

#[test]
fn every_panel_of_the_dashboard_uses_metrics_that_are_exported_with_its_labels() {
    let exported = exported();
    let dashboard: Value = serde_json::from_str(&file("grafana-dashboard.json")).unwrap();
    let mut shown = BTreeSet::new();
    for panel in dashboard["panels"].as_array().unwrap() {
        for target in panel["targets"].as_array().unwrap() {
            let expr = target["expr"].as_str().unwrap();
            assert!(!used(expr).is_empty(), "{expr}");
            require_exported(expr, &exported);
            shown.extend(used(expr).into_iter().map(|(name, _)| name));
            let legend = target["legendFormat"].as_str().unwrap();
            if let Some(label) = legend.strip_prefix("{{") {
                let label = label.trim_end_matches('}').to_owned();
                assert!(grouped_by(expr).contains(&label), "{legend}: {expr}");
            }
        }
    }
    // Of a histogram the buckets are enough.
    let family = |name: &String| !name.ends_with("_sum") && !name.ends_with("_count");
    let left_out: Vec<&String> = exported.keys().filter(|name| family(name) && !shown.contains(*name)).collect();
    assert!(left_out.is_empty(), "not on the dashboard: {left_out:?}");
}
