//! Pipelines, jobs, deployments and vulnerabilities: how they ended. Runs that only began are not posted. Pushes and
//! tags are in `code`.

use serde_json::Value;

use super::context::GitlabEvent;
use crate::TranslatedBody;
use crate::event::markdown::{code, commit, linked, plain};
use crate::event::{EventBody, GRAY, GREEN, RED, YELLOW, after, duration, field, ignored, words};

/// The most failed jobs that are named.
const MAX_JOBS: usize = 10;

fn verb_and_color(status: &str) -> Option<(&'static str, u32)> {
    Some(match status {
        "success" => ("succeeded", GREEN),
        "failed" => ("failed", RED),
        "canceled" | "cancelled" => ("was cancelled", GRAY),
        _ => return None,
    })
}

/// A time in seconds, with or without a fraction.
fn took(body: EventBody<'_>, path: &str) -> Option<String> {
    let seconds = body.at(path).0.as_f64().filter(|seconds| (1.0..1e9).contains(seconds))?;
    Some(duration(std::time::Duration::from_secs_f64(seconds).as_secs()))
}

pub(super) fn pipeline(event: GitlabEvent<'_>) -> TranslatedBody {
    let body = event.body;
    let pipeline = event.attributes();
    let Some((verb, color)) = pipeline.text("status").and_then(verb_and_color) else {
        return ignored("pipeline: only finished pipelines are posted");
    };
    let number = pipeline.number("iid").or_else(|| pipeline.number("id"));
    let number = number.map_or_else(String::new, |number| format!(" #{number}"));
    let name = linked(&format!("pipeline{number}"), pipeline.link("url"));
    let on = after(" on ", pipeline.text("ref").map(code));
    let is_failed = |job: &EventBody<'_>| job.text("status") == Some("failed") && !job.flag("allow_failure");
    let failed: Vec<&str> = body
        .items("builds")
        .iter()
        .map(EventBody)
        .filter(is_failed)
        .filter_map(|job| job.text("name"))
        .take(MAX_JOBS)
        .collect();
    let failed = failed.into_iter().map(code).collect::<Vec<_>>().join(", ");
    event
        .says(&format!("{name} {verb}{on}"))
        .described(
            color,
            None,
            [
                field("Failed jobs", Some(failed)),
                field("Commit", commit_of(body)),
                field("Duration", took(pipeline, "duration")),
                field("By", event.person_name().map(plain)),
            ],
        )
        .post()
}

/// The commit that something ran on: its id and the first line of its message.
fn commit_of(body: EventBody<'_>) -> Option<String> {
    let object = body.at("commit");
    let id = object.first(&["id", "sha"]).and_then(|id| commit(id, object.link("url")));
    let message = object.first(&["title", "message"]).and_then(|message| message.lines().next());
    let parts: Vec<String> = [id, message.map(plain)].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

pub(super) fn job(event: GitlabEvent<'_>) -> TranslatedBody {
    let body = event.body;
    if body.text("build_status") != Some("failed") || body.flag("build_allow_failure") {
        return ignored("job: only failed jobs are posted, and those that may fail are not");
    }
    let name = code(body.text("build_name").unwrap_or("without a name"));
    let on = after(" on ", body.text("ref").map(code));
    let reason = body.text("build_failure_reason").filter(|reason| *reason != "unknown_failure");
    event
        .says(&format!("job {name} failed{on}"))
        .described(
            RED,
            None,
            [
                field("Stage", body.text("build_stage").map(plain)),
                field("Reason", reason.map(words)),
                field("Commit", commit_of(body)),
                field("Duration", took(body, "build_duration")),
            ],
        )
        .post()
}

pub(super) fn deployment(event: GitlabEvent<'_>) -> TranslatedBody {
    let body = event.body;
    let Some((verb, color)) = body.text("status").and_then(verb_and_color) else {
        return ignored("deployment: only finished deployments are posted");
    };
    let link = ["deployable_url", "environment_external_url"].iter().find_map(|path| body.link(path));
    let to = after(" to ", body.text("environment").map(plain));
    let id = body.text("short_sha").map(|id| linked(id, body.link("commit_url")));
    let title = body.text("commit_title").map(plain);
    let commit = [id, title].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let of = after(" of ", body.text("ref").map(code));
    event
        .says(&format!("{}{of}{to} {verb}", linked("deployment", link)))
        .described(color, None, [field("Commit", Some(commit))])
        .post()
}

pub(super) fn vulnerability(event: GitlabEvent<'_>) -> TranslatedBody {
    let attributes = event.attributes();
    let title = linked(attributes.text("title").unwrap_or("without a title"), attributes.link("url"));
    let ids: Vec<String> = attributes
        .items("identifiers")
        .iter()
        .filter_map(|id: &Value| {
            let id = EventBody(id);
            id.text("name").map(|name| linked(name, id.link("url")))
        })
        .take(MAX_JOBS)
        .collect();
    event
        .says(&format!("vulnerability {title}"))
        .described(
            YELLOW,
            None,
            [
                field("Severity", attributes.text("severity").map(words)),
                field("State", attributes.text("state").map(words)),
                field("Identifiers", Some(ids.join(", "))),
            ],
        )
        .post()
}
