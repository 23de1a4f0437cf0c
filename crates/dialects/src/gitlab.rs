//! Events of GitLab's project, group and system hooks as messages: which event says what.
//! Reading the header is up to `routes::webhooks`.

mod code;
mod context;
mod members;
mod runs;
mod threads;

use serde_json::Value;

use self::context::GitlabEvent;
use super::TranslatedBody;
use super::event::markdown::{linked, plain};
use super::event::{EventBody, ignored, noun_of, words};

/// Keys of the event's name in the body, the best first.
const NAMES: [&str; 3] = ["object_kind", "event_name", "event_type"];

/// True if a body names its event itself, so that no header has to.
#[must_use]
pub fn names_event(body: &Value) -> bool {
    EventBody(body).first(&NAMES).is_some()
}

/// The message about an event: its name from `X-Gitlab-GitlabEvent`, such as `Push Hook`, and its body, a JSON object.
///
/// The name in the body (`object_kind`, then `event_name`) counts before the header, since system hooks send every
/// event under one name. Events that happen often and say little are ignored, with the reason; an event that is not
/// known makes one line.
#[must_use]
pub fn translate(event: &str, body: &Value) -> TranslatedBody {
    let body = EventBody(body);
    let kind = body.first(&NAMES).map_or_else(|| kind_of_header(event), ToOwned::to_owned);
    let event = GitlabEvent {
        name: &kind,
        action: body.first(&["object_attributes.action", "action"]).unwrap_or_default(),
        body,
    };
    match event.name {
        "push" | "tag_push" => code::push(event),
        "repository_update" => ignored("repository_update: the push event reports the same"),
        "wiki_page" => code::wiki(event),
        "release" => code::release(event),
        "feature_flag" => code::feature_flag(event),
        "issue" | "work_item" => threads::issue(event),
        "merge_request" => threads::merge_request(event),
        "note" => threads::note(event),
        "emoji" => threads::emoji(event),
        "milestone" => threads::milestone(event),
        "pipeline" => runs::pipeline(event),
        "build" => runs::job(event),
        "deployment" => runs::deployment(event),
        "vulnerability" => runs::vulnerability(event),
        "access_token" | "resource_access_token" | "expiring_access_token" => members::token(event, "access token"),
        "deploy_token" | "resource_deploy_token" | "expiring_deploy_token" => members::token(event, "deploy token"),
        _ => members::change(event).unwrap_or_else(|| other(event)),
    }
}

/// `push` of `Push Hook`, for bodies that don't say what they are.
fn kind_of_header(header: &str) -> String {
    let name = header.trim();
    let name = name.strip_suffix(" Hook").unwrap_or(name);
    match name.to_ascii_lowercase().replace(' ', "_").as_str() {
        "job" => "build".to_owned(),
        "confidential_issue" => "issue".to_owned(),
        "confidential_note" => "note".to_owned(),
        kind => kind.to_owned(),
    }
}

/// One line from the event's name, its action and what it is about.
fn other(event: GitlabEvent<'_>) -> TranslatedBody {
    let attributes = event.body.at("object_attributes");
    let name = attributes
        .first(&["title", "name"])
        .map(|name| linked(name, attributes.link("url")))
        .or_else(|| event.body.first(&["name", "username"]).map(plain));
    let action = Some(words(event.action)).filter(|action| !action.is_empty());
    let what = [Some(noun_of(event.name)), name, action].into_iter().flatten().collect::<Vec<_>>().join(" ");
    match event.person() {
        Some(person) => event.says(&format!("{person}: {what}")).post(),
        None => event.says(&what).post(),
    }
}
