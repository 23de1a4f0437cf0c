//! Events of GitHub, Gitea and Forgejo as messages: which event says what, and how those without words of their own read.
//! Finding the event's name in the headers is up to `routes::webhooks`.

mod checks;
mod code;
mod context;
mod people;
mod security;
mod threads;

use serde_json::Value;

use self::context::{GithubEvent, named};
use super::TranslatedBody;
use super::event::markdown::plain;
use super::event::{EventBody, ignored, noun_of, words};

/// The message about an event: its name as the header gives it, such as `push`, and its body, a JSON object.
///
/// Events that happen often and say little, such as a check that succeeded, are ignored, with the reason. An event that
/// is not known, and a body of any other shape, make one line of the event's name, its action and where it happened.
#[must_use]
pub fn translate(event: &str, body: &Value) -> TranslatedBody {
    let body = EventBody(body);
    let event = GithubEvent { name: event.trim(), action: body.action(), body };
    match event.name {
        "ping" => ping(event),
        "push" => code::push(event),
        "create" | "delete" => code::reference(event),
        "commit_comment" => code::commit_comment(event),
        "release" => code::release(event),
        "gollum" | "wiki" => code::wiki(event),
        "package" | "registry_package" => code::package(event),
        "pull_request" => threads::pull_request(event),
        "pull_request_review" => threads::review(event),
        "pull_request_approved" | "pull_request_rejected" => threads::gitea_review(event),
        // Gitea calls a review without a verdict so.
        "pull_request_comment" if !body.has("comment") => threads::gitea_review(event),
        "issue_comment" | "pull_request_comment" | "pull_request_review_comment" | "discussion_comment" => {
            threads::comment(event)
        }
        "pull_request_review_thread" => threads::review_thread(event),
        "issues" => threads::issue(event),
        "sub_issues" => threads::sub_issues(event),
        "issue_dependencies" => threads::issue_dependencies(event),
        "discussion" => threads::discussion(event),
        "milestone" => threads::milestone(event),
        "workflow_run" => checks::workflow_run(event),
        "workflow_job" => checks::workflow_job(event),
        "check_run" => checks::check_run(event),
        "check_suite" => checks::check_suite(event),
        "status" => checks::status(event),
        "deployment" => checks::deployment(event),
        "deployment_status" => checks::deployment_status(event),
        "page_build" => checks::page_build(event),
        "action_run_failure" | "action_run_success" | "action_run_recover" => checks::action_run(event),
        "dependabot_alert" | "repository_vulnerability_alert" => security::dependency(event),
        "code_scanning_alert" => security::code_scanning(event),
        "secret_scanning_alert" => security::secret_scanning(event),
        "secret_scanning_alert_location" => security::secret_location(event),
        "security_advisory" => security::advisory(event, "security_advisory"),
        "repository_advisory" => security::advisory(event, "repository_advisory"),
        "star" => people::star(event),
        "watch" => ignored("watch: the star event reports the same"),
        "fork" => people::fork(event),
        "public" => event.did("made the repository public").post(),
        "repository" => people::repository(event),
        "member" => people::member(event),
        "membership" => people::membership(event),
        "organization" => people::organization(event),
        "team" | "team_add" => people::team(event),
        "sponsorship" => people::sponsorship(event),
        "merge_group" => ignored("merge_group: the merge queue's own checks are not posted"),
        "projects_v2_item" if matches!(event.action, "edited" | "reordered") => {
            ignored("projects_v2_item: edited and reordered items are not posted")
        }
        _ => other(event),
    }
}

/// A first message, so that the person who set up the webhook sees that it arrives. It is sent once.
fn ping(event: GithubEvent<'_>) -> TranslatedBody {
    let mut events = event.body.items("hook.events").iter().filter_map(Value::as_str);
    let what = match (events.next(), events.next()) {
        (Some("*"), _) => " Every event is sent.".to_owned(),
        (Some(first), None) => format!(" Only the event {} is sent.", plain(first)),
        (Some(_), Some(_)) => format!(" {} kinds of event are sent.", events.count() + 2),
        (None, _) => String::new(),
    };
    event.says(&format!("the webhook is connected.{what}")).post()
}

/// Where the object of an event is in its body, if not under the event's name.
const OBJECTS: &[(&str, &str, &str)] = &[
    ("branch_protection_rule", "rule", "branch protection rule"),
    ("branch_protection_configuration", "", "branch protection"),
    ("custom_property", "definition", "custom property"),
    ("deploy_key", "key", "deploy key"),
    ("deployment_protection_rule", "deployment", "deployment protection rule"),
    ("deployment_review", "workflow_run", "deployment review for"),
    ("github_app_authorization", "", "GitHub App authorization"),
    ("installation", "installation", "GitHub App"),
    ("installation_repositories", "installation", "repositories of the GitHub App"),
    ("installation_target", "account", "account of a GitHub App"),
    ("marketplace_purchase", "marketplace_purchase.plan", "Marketplace plan"),
    ("meta", "hook", "webhook"),
    ("org_block", "blocked_user", "user"),
    ("personal_access_token_request", "", "personal access token request"),
    ("project", "project", "project"),
    ("project_card", "project_card", "project card"),
    ("project_column", "project_column", "project column"),
    ("projects_v2", "projects_v2", "project"),
    ("projects_v2_item", "projects_v2_item", "project item"),
    ("projects_v2_status_update", "projects_v2_status_update", "project status update"),
    ("repository_dispatch", "", "repository dispatch"),
    ("repository_import", "", "repository import"),
    ("repository_ruleset", "repository_ruleset", "ruleset"),
    ("workflow_dispatch", "", "workflow dispatch"),
];

/// Keys that name an object, the best first.
const NAMES: &[&str] =
    &["full_name", "title", "name", "app_slug", "login", "tag_name", "note", "content_type", "number"];

/// One line from the event's name, its action and what it is about.
fn other(event: GithubEvent<'_>) -> TranslatedBody {
    let known = OBJECTS.iter().find(|(name, _, _)| *name == event.name);
    let (object, mut what) = match known {
        Some((_, object, noun)) => (*object, (*noun).to_owned()),
        None => (event.name, noun_of(event.name)),
    };
    // An event's name may be anything; a path it is only without dots.
    if !object.is_empty() && event.body.has(object) {
        let object = named(event.body.at(object), NAMES, "");
        if !object.is_empty() {
            what = format!("{what} {object}");
        }
    }
    for path in ["workflow", "ref", "status"] {
        if let Some(text) = event.body.text(path) {
            what = format!("{what} {}", plain(text));
        }
    }
    if !event.action.is_empty() {
        what = match event.action {
            "suspend" | "unsuspend" => format!("{what} {}ed", event.action),
            action => format!("{what} {}", words(action)),
        };
    }
    let by = event.body.first(&["sender.login", "sender.username"]);
    match by {
        Some(_) => event.says(&format!("{}: {what}", event.who())).post(),
        None => event.says(&what).post(),
    }
}
