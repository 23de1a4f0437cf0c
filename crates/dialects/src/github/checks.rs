//! Workflows, checks, commit statuses and deployments: how they ended. Runs that only began are not posted. Alerts
//! about code and dependencies are in `security`.

use super::context::{GithubEvent, named};
use crate::TranslatedBody;
use crate::event::markdown::{code, commit, linked, plain};
use crate::event::{BLUE, EventBody, GRAY, GREEN, RED, YELLOW, after, duration, field, ignored, words};

/// The verb and the colour of a conclusion.
fn verb_and_color(conclusion: &str) -> (String, u32) {
    let (verb, color) = match conclusion {
        "success" => ("succeeded", GREEN),
        "failure" | "error" | "startup_failure" => ("failed", RED),
        "timed_out" => ("timed out", RED),
        "cancelled" | "canceled" => ("was cancelled", GRAY),
        "skipped" => ("was skipped", GRAY),
        "neutral" | "" => ("finished", GRAY),
        "stale" => ("became stale", GRAY),
        "action_required" => ("needs an action", YELLOW),
        other => return (format!("ended with {}", plain(other)), GRAY),
    };
    (verb.to_owned(), color)
}

fn failed(conclusion: &str) -> bool {
    matches!(conclusion, "failure" | "error" | "timed_out" | "startup_failure" | "action_required")
}

fn on_branch(object: EventBody<'_>) -> String {
    let branch = object.first(&["head_branch", "check_suite.head_branch"]);
    branch.map(|branch| format!(" on {}", code(branch))).unwrap_or_default()
}

pub(super) fn workflow_run(event: GithubEvent<'_>) -> TranslatedBody {
    let run = event.body.at("workflow_run");
    if event.action != "completed" {
        return ignored("workflow_run: only finished runs are posted");
    }
    let (verb, color) = verb_and_color(run.text("conclusion").unwrap_or_default());
    let name = run.text("name").or_else(|| event.body.text("workflow.name")).unwrap_or("without a name");
    let number = run.number("run_number").map(|number| format!(" #{number}")).unwrap_or_default();
    let head = run.at("head_commit");
    let line =
        format!("workflow {} {verb}{}", linked(&format!("{name}{number}"), run.link("html_url")), on_branch(run));
    let message = head.text("message").and_then(|message| message.lines().next()).map(plain);
    let commit = head.text("id").or(run.text("head_sha")).and_then(|id| commit(id, None));
    event
        .says(&line)
        .described(
            color,
            None,
            [
                field("Commit", Some([commit, message].into_iter().flatten().collect::<Vec<_>>().join(" "))),
                field("Event", run.text("event").map(words)),
                field("By", run.first(&["actor.login", "actor.username"]).map(plain)),
            ],
        )
        .post()
}

pub(super) fn workflow_job(event: GithubEvent<'_>) -> TranslatedBody {
    let job = event.body.at("workflow_job");
    let conclusion = job.text("conclusion").unwrap_or_default();
    if event.action != "completed" || !failed(conclusion) {
        return ignored("workflow_job: only failed jobs are posted");
    }
    let (verb, color) = verb_and_color(conclusion);
    let step = job
        .items("steps")
        .iter()
        .map(EventBody)
        .find(|step| step.text("conclusion").is_some_and(failed))
        .and_then(|step| step.text("name"));
    event
        .says(&format!("job {} {verb}{}", named(job, &["name"], "without a name"), on_branch(job)))
        .described(
            color,
            None,
            [
                field("Step", step.map(plain)),
                field("Workflow", job.text("workflow_name").map(plain)),
                field("Runner", job.text("runner_name").map(plain)),
            ],
        )
        .post()
}

pub(super) fn check_run(event: GithubEvent<'_>) -> TranslatedBody {
    let run = event.body.at("check_run");
    let conclusion = run.text("conclusion").unwrap_or_default();
    if run.text("app.slug") == Some("github-actions") {
        return ignored("check_run: the workflow_job event reports GitHub Actions");
    }
    if event.action != "completed" || !failed(conclusion) {
        return ignored("check_run: only failed checks are posted");
    }
    let (verb, color) = verb_and_color(conclusion);
    let title = run.text("output.title").map(plain);
    event
        .says(&format!("check {} {verb}{}", named(run, &["name"], "without a name"), on_branch(run)))
        .described(color, run.text("output.summary"), [field("Result", title)])
        .post()
}

pub(super) fn check_suite(event: GithubEvent<'_>) -> TranslatedBody {
    let suite = event.body.at("check_suite");
    if suite.text("app.slug") == Some("github-actions") {
        return ignored("check_suite: the workflow_run event reports GitHub Actions");
    }
    let conclusion = suite.text("conclusion").unwrap_or_default();
    if event.action != "completed" || !failed(conclusion) {
        return ignored("check_suite: only failed suites are posted");
    }
    let (verb, color) = verb_and_color(conclusion);
    let app = suite.text("app.name").map_or_else(|| "an app".to_owned(), plain);
    let head = suite.text("head_sha").and_then(|id| commit(id, None));
    event
        .says(&format!("checks of {app} {verb}{}", on_branch(suite)))
        .described(color, None, [field("Commit", head)])
        .post()
}

pub(super) fn status(event: GithubEvent<'_>) -> TranslatedBody {
    let body = event.body;
    let state = body.text("state").unwrap_or_default();
    if matches!(state, "pending" | "" | "warning") {
        return ignored("status: only final states are posted");
    }
    let (verb, color) = verb_and_color(state);
    let context = linked(body.text("context").unwrap_or("status"), body.link("target_url"));
    let id = body.first(&["sha", "commit.sha"]);
    let id = id.and_then(|id| commit(id, body.link("commit.html_url")));
    let on = after(" for commit ", id);
    event.says(&format!("{context} {verb}{on}")).described(color, body.text("description"), []).post()
}

fn environment(body: EventBody<'_>) -> String {
    let name = body.first(&["deployment_status.environment", "deployment.environment"]);
    let of = body.text("deployment.ref").map(|name| format!(" of {}", revision(name)));
    let to = name.map(|name| format!(" to {}", plain(name)));
    [of, to].into_iter().flatten().collect()
}

/// The deployed revision: a branch, a tag, or a commit by its whole id.
fn revision(name: &str) -> String {
    // A branch may have a name of hexadecimal digits too.
    let is_whole = matches!(name.len(), 40 | 64);
    commit(name, None).filter(|_| is_whole).unwrap_or_else(|| code(name))
}

pub(super) fn deployment(event: GithubEvent<'_>) -> TranslatedBody {
    event
        .did(&format!("started a deployment{}", environment(event.body)))
        .described(BLUE, event.body.text("deployment.description"), [])
        .post()
}

pub(super) fn deployment_status(event: GithubEvent<'_>) -> TranslatedBody {
    let status = event.body.at("deployment_status");
    let state = status.text("state").unwrap_or_default();
    if !matches!(state, "success" | "failure" | "error") {
        return ignored("deployment_status: only success and failure are posted");
    }
    let (verb, color) = verb_and_color(state);
    let link = ["environment_url", "log_url", "target_url"].iter().find_map(|path| status.link(path));
    event
        .says(&format!("{}{} {verb}", linked("deployment", link), environment(event.body)))
        .described(color, status.text("description"), [])
        .post()
}

pub(super) fn page_build(event: GithubEvent<'_>) -> TranslatedBody {
    let build = event.body.at("build");
    let (what, color) = match build.text("status") {
        Some("built") => ("GitHub Pages was built", GREEN),
        Some("errored") => ("building GitHub Pages failed", RED),
        _ => return ignored("page_build: only finished builds are posted"),
    };
    event.says(what).described(color, build.text("error.message"), []).post()
}

/// A run of Forgejo's actions.
pub(super) fn action_run(event: GithubEvent<'_>) -> TranslatedBody {
    let run = event.body.at("run");
    let (verb, color) = match event.name {
        "action_run_failure" => ("failed", RED),
        "action_run_recover" => ("succeeded again", GREEN),
        _ => ("succeeded", GREEN),
    };
    let branch = after(" on ", run.text("prettyref").map(code));
    // Forgejo counts in nanoseconds.
    let took = run.number("duration").map(|nanoseconds| duration(nanoseconds / 1_000_000_000));
    event
        .says(&format!("run {} {verb}{branch}", named(run, &["title", "workflow_id"], "without a name")))
        .described(
            color,
            None,
            [
                field("Workflow", run.text("workflow_id").map(plain)),
                field("By", run.first(&["trigger_user.login", "trigger_user.username"]).map(plain)),
                field("Duration", took),
            ],
        )
        .post()
}
