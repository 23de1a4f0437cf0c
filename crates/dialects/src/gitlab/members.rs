//! Members, access requests, projects, groups, users, keys and tokens: events that say who or what by keys of their own.
//! Their email addresses, which these bodies hold, are never shown.

use super::context::GitlabEvent;
use crate::TranslatedBody;
use crate::event::markdown::{bold, plain};
use crate::event::{EventBody, YELLOW, after, field, words};

/// The message about such an event; none for an event of another kind.
pub(super) fn change(event: GitlabEvent<'_>) -> Option<TranslatedBody> {
    let body = event.body;
    let what = member(event.name, body).or_else(|| object(event.name, body))?;
    Some(event.says(&what).post())
}

/// A token that is about to expire; GitLab tells nothing else about tokens yet.
pub(super) fn token(event: GitlabEvent<'_>, noun: &str) -> TranslatedBody {
    let token = event.attributes();
    let name = after(" ", token.text("name").map(plain));
    let change = event.body.text("event_name").unwrap_or_default();
    let what = if !change.is_empty() && !change.starts_with("expiring") {
        format!("{noun}{name}: {}", words(change))
    } else if let Some(day) = token.text("expires_at") {
        format!("{noun}{name} expires on {}", plain(day))
    } else {
        format!("{noun}{name} is about to expire")
    };
    event.says(&what).described(YELLOW, None, [field("Last used", token.text("last_used_at").map(plain))]).post()
}

/// Who joins or leaves a group or a project.
fn member(name: &str, body: EventBody<'_>) -> Option<String> {
    let (did, preposition) = match name {
        "user_add_to_team" | "user_add_to_group" => ("was added", "to"),
        "user_remove_from_team" | "user_remove_from_group" => ("was removed", "from"),
        "user_update_for_team" | "user_update_for_group" => ("has new permissions", "in"),
        "user_access_request_to_project" | "user_access_request_to_group" => ("asks for access", "to"),
        "user_access_request_denied_for_project"
        | "user_access_request_denied_for_group"
        | "user_access_request_revoked_for_project"
        | "user_access_request_revoked_for_group" => ("no longer asks for access", "to"),
        _ => return None,
    };
    let person = body.first(&["user_name", "user_username"]).map(bold);
    let person = person.filter(|name| !name.is_empty()).unwrap_or_else(|| "Someone".to_owned());
    let of_group = name.ends_with("group");
    let place = if of_group {
        body.first(&["group_name", "group_path"])
    } else {
        body.first(&["project_path_with_namespace", "project_name"])
    };
    let noun = if of_group { "group" } else { "project" };
    let place = place.map_or_else(|| format!("a {noun}"), |place| format!("{noun} {}", plain(place)));
    let access = body.first(&["group_access", "project_access", "access_level"]);
    let access = access.filter(|_| preposition != "from").map(|access| format!(" ({})", plain(access)));
    Some(format!("{person} {did} {preposition} {place}{}", access.unwrap_or_default()))
}

/// The object that was created, renamed, moved or deleted, or the user who failed to sign in.
fn object(name: &str, body: EventBody<'_>) -> Option<String> {
    if name == "user_failed_login" {
        let user = after(" ", body.first(&["username", "name"]).map(plain));
        return Some(format!("user{user} failed to sign in"));
    }
    let (noun, did) = name.rsplit_once('_')?;
    let did = match did {
        "create" => "was created",
        "destroy" => "was deleted",
        "rename" => "was renamed",
        "transfer" => "was transferred",
        "update" => "was changed",
        _ => return None,
    };
    let (noun, names, before): (&str, &[&str], &[&str]) = match noun {
        "project" => ("project", &["path_with_namespace", "name"], &["old_path_with_namespace"]),
        "group" => ("group", &["full_path", "path", "name"], &["old_full_path", "old_path"]),
        "subgroup" => ("subgroup", &["full_path", "path", "name"], &[]),
        "user" => ("user", &["username", "name"], &["old_username"]),
        "key" => ("SSH key of user", &["username"], &[]),
        _ => return None,
    };
    let what = after(" ", body.first(names).map(plain));
    let before = body.first(before).map(|before| format!(" (it was: {})", plain(before)));
    Some(format!("{noun}{what} {did}{}", before.unwrap_or_default()))
}
