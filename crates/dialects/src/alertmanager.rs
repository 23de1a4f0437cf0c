//! Alerts of Prometheus' Alertmanager (webhook version 4) and of Grafana alerting as messages, one card for each alert.
//! Neither is recognised by `version`, which Grafana sends as 1, but by `alerts`.

use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::event::markdown::{Description, line, linked, plain};
use super::event::{BLUE, EventBody, GRAY, GREEN, Message, RED, YELLOW, counted, field, ignored};
use super::{TranslatedBody, fences};
use portico_rules::chat::cards::{Card, CardField, CardFooter, MAX_CARDS, MAX_FIELDS};
use portico_rules::chat::names::has_visible;

/// The most alerts' names in the line above the cards.
const MAX_NAMES: usize = 3;
/// The most labels of an alert that are shown: with the value, within what a card takes.
const MAX_LABELS: usize = MAX_FIELDS - 1;
/// The most bytes of the labels, with their names, that are shown once for all alerts.
const MAX_SHARED: usize = 1_000;
/// The label that names an alert.
const NAME: &str = "alertname";

/// The message about a group of alerts; those that fire come first. Ten have a card, and the line says how many more there
/// are.
#[must_use]
pub fn translate(body: &Value) -> TranslatedBody {
    let body = EventBody(body);
    // `null` is Go's empty list.
    let is_list = |alerts: &Value| alerts.is_array() || alerts.is_null();
    if !body.0.get("alerts").is_some_and(is_list) {
        return without_alerts(body);
    }
    let alerts = body.items("alerts").iter().map(EventBody).enumerate();
    let (resolved, firing): (Vec<_>, Vec<_>) = alerts.partition(|(_, alert)| is_resolved(body, *alert));
    let truncated = body.number("truncatedAlerts").and_then(|count| usize::try_from(count).ok()).unwrap_or_default();
    if firing.is_empty() && resolved.is_empty() && truncated == 0 {
        return ignored("there are no alerts in the body");
    }
    let counts: Vec<String> = [(firing.len(), "firing"), (resolved.len(), "resolved")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, state)| format!("{count} {state}"))
        .collect();
    let counts = if counts.is_empty() { counted(truncated, "alert") } else { counts.join(", ") };
    let all: Vec<(usize, EventBody<'_>)> = firing.iter().chain(&resolved).copied().collect();
    let mut content = format!(
        "**{counts}**: {}",
        linked(&names(body, all.iter().map(|(_, alert)| *alert)), body.link("externalURL"))
    );
    let more = all.len().saturating_sub(MAX_CARDS).saturating_add(truncated);
    let shared = shared_labels(body, all.len());
    let labels: Vec<String> = shared
        .iter()
        .filter(|(key, _)| *key != NAME)
        .map(|(key, value)| format!("{}: {}", plain(key), plain(value)))
        .collect();
    if !labels.is_empty() {
        content.push('\n');
        content.push_str(&labels.join(", "));
    }
    if more > 0 {
        content.push_str(&format!("\nand {more} more"));
    }
    let event = if firing.is_empty() { "resolved" } else { "firing" };
    let mut message = Message::new(event, "", content);
    message.note_more("alerts", all.len(), MAX_CARDS);
    for (position, (index, alert)) in all.into_iter().take(MAX_CARDS).enumerate() {
        let path = format!("alerts/{index}");
        let is_resolved = position >= firing.len();
        message = show(message, body, alert, &path, is_resolved, &shared);
    }
    message.post()
}

/// The labels that are the same in all alerts of a group, if there are several: the line above the cards shows them once.
fn shared_labels(body: EventBody<'_>, alerts: usize) -> Vec<(&str, &str)> {
    if alerts < 2 {
        return Vec::new();
    }
    let mut bytes = 0;
    let labels = body.at("commonLabels").0.as_object();
    labels
        .into_iter()
        .flatten()
        .filter_map(|(key, value)| Some((key.as_str(), value.as_str()?)))
        .filter(|(key, value)| !line(key).is_empty() && has_visible(value))
        .take_while(|(key, value)| {
            bytes += key.len() + value.len();
            bytes <= MAX_SHARED
        })
        .take(MAX_LABELS)
        .collect()
}

/// A body without a list of alerts: a test, or the alerting of older versions of Grafana.
fn without_alerts(body: EventBody<'_>) -> TranslatedBody {
    if body.first(&["title", "ruleName", "state", "message"]).is_none() {
        return ignored("the body has no alerts, and no title, state or message");
    }
    let color = match body.text("state") {
        Some("alerting") => RED,
        Some("ok") => GREEN,
        Some("no_data" | "pending") => YELLOW,
        _ => GRAY,
    };
    let state = body.first(&["state", "status"]).map(plain);
    let title = body.first(&["title", "ruleName"]).unwrap_or("an alert");
    let title = linked(title, body.link("ruleUrl").or_else(|| body.link("externalURL")));
    let content = match state {
        Some(state) => format!("**{state}**: {title}"),
        None => title,
    };
    let about = body.text("message").map(Description::of_text);
    let about = about.unwrap_or_default();
    let mut message = Message::new("alert", "", content);
    let fields = measured(&mut message, body);
    let image_url = body.link("imageUrl");
    if image_url.is_none() && body.text("imageUrl").is_some() {
        message.note_dropped("imageUrl: not a complete http or https URL");
    }
    message
        .shortened_text(about.cut)
        .card(Card {
            color: Some(color),
            text: Some(about.text).filter(|text| !text.is_empty()),
            fields,
            image_url,
            ..Card::default()
        })
        .post()
}

/// The measurements of a rule of an older version of Grafana, then the rule's tags.
fn measured(message: &mut Message, body: EventBody<'_>) -> Vec<CardField> {
    let matches = body.items("evalMatches").iter().map(EventBody);
    let matches = matches.filter(|matches| matches.0.is_object()).map(|matches| {
        let value = matches.scalar("value").map(|value| plain(&value));
        let value = value.unwrap_or_else(|| "no value".to_owned());
        (matches.text("metric").unwrap_or("Value"), value)
    });
    let tags = body.at("tags").0.as_object().into_iter().flatten();
    let tags = tags.filter_map(|(key, value)| Some((key.as_str(), plain(value.as_str()?))));
    let fields = matches
        .chain(tags)
        .map(|(name, value)| (line(name), value))
        .filter(|(name, _)| !name.is_empty())
        .filter_map(|(name, value)| field(&name, Some(value)));
    let mut fields: Vec<CardField> = fields.collect();
    message.note_more("evalMatches and tags", fields.len(), MAX_FIELDS);
    fields.truncate(MAX_FIELDS);
    fields
}

fn is_resolved(body: EventBody<'_>, alert: EventBody<'_>) -> bool {
    alert.text("status").or_else(|| body.text("status")) == Some("resolved")
}

/// The names of the group's alerts, each once.
fn names<'b>(body: EventBody<'b>, alerts: impl Iterator<Item = EventBody<'b>>) -> String {
    if let Some(name) = body.first(&["groupLabels.alertname", "commonLabels.alertname"]) {
        return line(name);
    }
    let mut names: Vec<&str> = Vec::new();
    let mut is_more = false;
    for name in alerts.filter_map(|alert| alert.text("labels.alertname")) {
        if names.contains(&name) {
            continue;
        }
        is_more = names.len() == MAX_NAMES;
        if is_more {
            break;
        }
        names.push(name);
    }
    if names.is_empty() {
        return line(body.first(&["title", "receiver"]).unwrap_or("alerts"));
    }
    if is_more {
        names.push("…");
    }
    names.into_iter().map(line).collect::<Vec<_>>().join(", ")
}

/// The colour of an alert: how severe it says it is.
fn color(severity: Option<&str>, is_resolved: bool) -> u32 {
    if is_resolved {
        return GREEN;
    }
    match severity.map(str::to_lowercase).as_deref() {
        Some("warning" | "warn" | "medium" | "moderate" | "minor" | "p3") => YELLOW,
        Some("info" | "information" | "informational" | "low" | "notice" | "p4" | "p5") => BLUE,
        Some("none" | "debug") => GRAY,
        _ => RED,
    }
}

/// Where an alert leads, besides its source.
const LINKS: [(&str, &str); 7] = [
    ("Runbook", "annotations.runbook_url"),
    ("Runbook", "annotations.runbook"),
    ("Dashboard", "dashboardURL"),
    ("Dashboard", "annotations.dashboard_url"),
    ("Panel", "panelURL"),
    ("Silence", "silenceURL"),
    ("Source", "generatorURL"),
];

/// Adds the card of an alert, which is at this path of the body; the shared labels are shown already.
fn show(
    mut message: Message,
    body: EventBody<'_>,
    alert: EventBody<'_>,
    path: &str,
    is_resolved: bool,
    shared: &[(&str, &str)],
) -> Message {
    let name = alert.text("labels.alertname");
    let common = |path: &str| {
        alert.text(&format!("annotations.{path}")).or_else(|| body.text(&format!("commonAnnotations.{path}")))
    };
    let mut shown = vec!["summary"];
    let summary = common("summary");
    let about = ["description", "message"].into_iter().find_map(|key| Some((key, common(key)?)));
    shown.extend(about.map(|(key, _)| key));
    let about = about.map(|(_, text)| Description::of_text(text));
    let about = about.unwrap_or_default();
    let mut links: Vec<(&str, String)> = Vec::new();
    for (label, path) in LINKS {
        if let Some(link) = alert.link(path)
            && links.iter().all(|(known, _)| *known != label)
        {
            links.push((label, link));
            shown.extend(path.strip_prefix("annotations."));
        }
    }
    note_annotations(&mut message, alert, path, &shown);
    let links: Vec<String> = links.into_iter().map(|(label, link)| linked(label, Some(link))).collect();
    let text = [about.text, links.join(" · ")].into_iter().filter(|text| !text.is_empty());
    let moment = if is_resolved { "endsAt" } else { "startsAt" };
    let severity = ["severity", "priority", "level"].iter().find_map(|key| alert.at("labels").text(key));
    let state = if is_resolved { "Resolved" } else { "Firing" };
    let labels = alert.at("labels").0.as_object().into_iter().flatten();
    let labels = labels
        .filter(|(key, _)| summary.is_some() || *key != NAME)
        .filter_map(|(key, value)| Some((key.as_str(), value.as_str()?)))
        .filter(|label| !shared.contains(label));
    let fields = fields(&mut message, alert, path, labels);
    message.shortened_text(about.cut).card(Card {
        title: Some(line(summary.or(name).unwrap_or("Alert"))),
        url: alert.link("generatorURL").or_else(|| alert.link("panelURL")),
        text: Some(fences::joined(text, "\n\n")).filter(|text| !text.is_empty()),
        color: Some(color(severity, is_resolved)),
        fields,
        image_url: alert.link("imageURL"),
        footer: Some(CardFooter { text: state.to_owned(), icon_url: None }),
        time: alert.text(moment).and_then(milliseconds),
        ..Card::default()
    })
}

/// Notes the annotations of an alert that are not among those that are shown.
fn note_annotations(message: &mut Message, alert: EventBody<'_>, path: &str, shown: &[&str]) {
    let annotations = alert.at("annotations").0.as_object();
    for (key, value) in annotations.into_iter().flatten() {
        if !shown.contains(&key.as_str()) && value.as_str().is_some_and(has_visible) {
            message.note_dropped(&format!("{path}/annotations/{key}"));
        }
    }
}

/// Labels of an alert, and the values that Grafana measured. The alert's name is a label where it is no title.
fn fields<'b>(
    message: &mut Message,
    alert: EventBody<'_>,
    path: &str,
    labels: impl Iterator<Item = (&'b str, &'b str)>,
) -> Vec<CardField> {
    let labels = labels.filter_map(|(key, value)| {
        let name = line(key);
        if name.is_empty() {
            return None;
        }
        field(&name, Some(plain(value)))
    });
    let mut fields: Vec<CardField> = labels.collect();
    message.note_more(&format!("{path}/labels"), fields.len(), MAX_LABELS);
    fields.truncate(MAX_LABELS);
    fields.extend(field("Value", values(message, alert, path)));
    fields
}

fn values(message: &mut Message, alert: EventBody<'_>, path: &str) -> Option<String> {
    let values = alert.at("values").0.as_object();
    let mut values: Vec<String> = values
        .into_iter()
        .flatten()
        .filter_map(|(key, value)| Some(format!("{} = {}", plain(key), number(value.as_f64()?))))
        .collect();
    if values.is_empty() {
        return alert.text("valueString").map(plain);
    }
    message.note_more(&format!("{path}/values"), values.len(), MAX_FIELDS);
    values.truncate(MAX_FIELDS);
    Some(values.join(", "))
}

/// A number as people read it: very large and very small ones with an exponent.
fn number(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || (1e-6..1e15).contains(&size) { value.to_string() } else { format!("{value:e}") }
}

/// A time of RFC 3339 in UTC milliseconds; none for year 1, which stands for no time.
fn milliseconds(text: &str) -> Option<i64> {
    let time = OffsetDateTime::parse(text, &Rfc3339).ok()?;
    let milliseconds = i64::try_from(time.unix_timestamp_nanos() / 1_000_000).ok()?;
    (milliseconds > 0).then_some(milliseconds)
}
