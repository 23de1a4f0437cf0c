//! Alerts about dependencies, code and secrets, and advisories.
//! Failed checks are in `checks`.

use super::context::GithubEvent;
use crate::TranslatedBody;
use crate::event::markdown::{code, commit, linked, plain};
use crate::event::{EventBody, GRAY, GREEN, RED, YELLOW, after, field, words};

fn color(action: &str, severity: Option<&str>) -> u32 {
    match (action, severity) {
        ("fixed" | "resolve" | "resolved" | "auto_dismissed" | "withdrawn", _) => GREEN,
        ("dismissed" | "dismiss" | "closed_by_user", _) => GRAY,
        (_, Some("low" | "moderate" | "medium" | "note" | "warning")) => YELLOW,
        _ => RED,
    }
}

/// An action as it follows a noun.
fn happened(action: &str) -> String {
    match action {
        "" | "create" | "created" => "opened".to_owned(),
        "dismiss" => "dismissed".to_owned(),
        "resolve" => "resolved".to_owned(),
        "closed_by_user" => "closed".to_owned(),
        "appeared_in_branch" => "appeared in a branch".to_owned(),
        other => words(other),
    }
}

/// An alert with its number, which leads there.
fn heading(noun: &str, alert: EventBody<'_>, action: &str) -> String {
    let number = alert.number("number").map(|number| format!("#{number}"));
    let number = number.map(|number| format!(" {}", linked(&number, alert.link("html_url"))));
    format!("{noun}{} {}", number.unwrap_or_default(), happened(action))
}

pub(super) fn dependency(event: GithubEvent<'_>) -> TranslatedBody {
    let alert = event.body.at("alert");
    let package = alert.first(&["dependency.package.name", "affected_package_name"]);
    let severity = alert.first(&["security_advisory.severity", "security_vulnerability.severity", "severity"]);
    let versions = alert.first(&["security_vulnerability.vulnerable_version_range", "affected_range"]);
    let fixed = alert.first(&["security_vulnerability.first_patched_version.identifier", "fixed_in"]);
    let id = alert.first(&["security_advisory.cve_id", "external_identifier", "ghsa_id", "security_advisory.ghsa_id"]);
    let id = id.map(|id| linked(id, alert.link("external_reference")));
    let about = after(": ", package.map(code));
    event
        .says(&format!("{}{about}", heading("Dependabot alert", alert, event.action)))
        .described(
            color(event.action, severity),
            alert.text("security_advisory.summary"),
            [
                field("Severity", severity.map(plain)),
                field("Affected", versions.map(code)),
                field("Fixed in", fixed.map(code)),
                field("Advisory", id),
            ],
        )
        .post()
}

pub(super) fn code_scanning(event: GithubEvent<'_>) -> TranslatedBody {
    let alert = event.body.at("alert");
    let severity = alert.first(&["rule.security_severity_level", "rule.severity"]);
    let rule = alert.first(&["rule.description", "rule.name", "rule.id"]);
    let about = after(": ", rule.map(plain));
    let place = alert.text("most_recent_instance.location.path");
    let branch = event.body.text("ref").map(|name| code(name.strip_prefix("refs/heads/").unwrap_or(name)));
    event
        .says(&format!("{}{about}", heading("code scanning alert", alert, event.action)))
        .described(
            color(event.action, severity),
            None,
            [
                field("Severity", severity.map(plain)),
                field("Tool", alert.text("tool.name").map(plain)),
                field("File", place.map(code)),
                field("Branch", branch),
            ],
        )
        .post()
}

/// An alert about a leaked secret. The secret itself, which the body holds, is never shown.
pub(super) fn secret_scanning(event: GithubEvent<'_>) -> TranslatedBody {
    let alert = event.body.at("alert");
    let kind = alert.first(&["secret_type_display_name", "secret_type"]);
    let about = after(": ", kind.map(words));
    event
        .says(&format!("{}{about}", heading("secret scanning alert", alert, event.action)))
        .described(color(event.action, None), None, [field("Resolution", alert.text("resolution").map(words))])
        .post()
}

/// A place where a leaked secret was found. The secret itself is never shown.
pub(super) fn secret_location(event: GithubEvent<'_>) -> TranslatedBody {
    let alert = event.body.at("alert");
    let location = event.body.at("location");
    let number = alert.number("number").map(|number| format!("#{number}"));
    let number = number.map(|number| format!(" {}", linked(&number, alert.link("html_url"))));
    let kind = alert.first(&["secret_type_display_name", "secret_type"]);
    let kind = after(": ", kind.map(words));
    let did = match event.action {
        "" | "created" => "has a new location".to_owned(),
        action => format!("location {}", words(action)),
    };
    let path = location.text("details.path").map(code);
    let id = location.text("details.commit_sha").and_then(|id| commit(id, location.link("details.html_url")));
    event
        .says(&format!("secret scanning alert{} {did}{kind}", number.unwrap_or_default()))
        .described(
            RED,
            None,
            [field("Found in", location.text("type").map(words)), field("File", path), field("Commit", id)],
        )
        .post()
}

pub(super) fn advisory(event: GithubEvent<'_>, object: &str) -> TranslatedBody {
    let advisory = event.body.at(object);
    let severity = advisory.text("severity");
    let link = advisory
        .link("html_url")
        .or_else(|| advisory.items("references").iter().find_map(|item| EventBody(item).link("url")));
    let id = advisory.first(&["cve_id", "ghsa_id"]).unwrap_or("without a number");
    let packages: Vec<String> = advisory
        .items("vulnerabilities")
        .iter()
        .filter_map(|item| EventBody(item).text("package.name"))
        .take(10)
        .map(code)
        .collect();
    let summary = after(": ", advisory.text("summary").map(plain));
    event
        .says(&format!("security advisory {} {}{summary}", linked(id, link), happened(event.action)))
        .described(
            color(event.action, severity),
            advisory.text("description"),
            [field("Severity", severity.map(plain)), field("Packages", Some(packages.join(", ")))],
        )
        .post()
}
