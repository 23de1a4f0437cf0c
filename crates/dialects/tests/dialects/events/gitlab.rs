//! Events of GitLab: what each says, and which are ignored.

use serde_json::json;

use super::{ignored, line_and_card, seen};
use portico_dialects::gitlab;

#[test]
fn events_of_gitlab_read_as_sentences() {
    let project = json!({"path_with_namespace": "team/app", "web_url": "https://gitlab.example/team/app"});
    let user = json!({"name": "Ana", "username": "ana"});
    let cases = [
        (
            "Push Hook",
            json!({"object_kind": "push", "ref": "refs/heads/main", "before": "1".repeat(40), "after": "2".repeat(40), "user_name": "Ana", "total_commits_count": 4, "commits": [{"id": "3".repeat(40), "message": "Fix", "url": "https://gitlab.example/c", "author": {"name": "Ana"}}]}),
            "Ana pushed 4 commits to branch main",
        ),
        (
            "Tag Push Hook",
            json!({"object_kind": "tag_push", "ref": "refs/tags/v1", "before": "0".repeat(40), "after": "2".repeat(40), "user_name": "Ana"}),
            "Ana created tag v1",
        ),
        (
            "Issue Hook",
            json!({"object_kind": "issue", "user": user, "object_attributes": {"iid": 23, "title": "Bug", "action": "open", "description": "It", "url": "https://gitlab.example/23"}}),
            "Ana opened issue #23 Bug",
        ),
        (
            "Note Hook",
            json!({"object_kind": "note", "user": user, "object_attributes": {"note": "Hi", "action": "create"}, "merge_request": {"iid": 1, "title": "Tempora"}}),
            "Ana commented on merge request !1 Tempora",
        ),
        (
            "Merge Request Hook",
            json!({"object_kind": "merge_request", "user": user, "object_attributes": {"iid": 1, "title": "T", "action": "merge", "target_branch": "main"}}),
            "Ana merged merge request !1 T into main",
        ),
        (
            "Wiki Page Hook",
            json!({"object_kind": "wiki_page", "user": user, "object_attributes": {"title": "Home", "action": "create"}}),
            "Ana created wiki page Home",
        ),
        (
            "Pipeline Hook",
            json!({"object_kind": "pipeline", "user": user, "object_attributes": {"iid": 3, "status": "failed", "ref": "main", "duration": 63}, "builds": [{"name": "test", "status": "failed"}]}),
            "pipeline #3 failed on main",
        ),
        (
            "Job Hook",
            json!({"object_kind": "build", "build_status": "failed", "build_name": "test", "ref": "main", "build_duration": 5.5, "user": user}),
            "job test failed on main",
        ),
        (
            "Deployment Hook",
            json!({"object_kind": "deployment", "status": "success", "environment": "staging", "short_sha": "279484c0", "user": user}),
            "deployment to staging succeeded",
        ),
        (
            "Release Hook",
            json!({"object_kind": "release", "action": "create", "name": "v1.1", "url": "https://gitlab.example/r"}),
            "release v1.1 was published",
        ),
        (
            "Feature Flag Hook",
            json!({"object_kind": "feature_flag", "user": user, "object_attributes": {"name": "flag", "active": true}}),
            "Ana turned on feature flag flag",
        ),
        (
            "Emoji Hook",
            json!({"object_kind": "emoji", "event_type": "award", "user": user, "object_attributes": {"name": "thumbsup"}, "issue": {"iid": 2, "title": "T"}}),
            "Ana reacted with :thumbsup: to issue #2 T",
        ),
        (
            "Resource Access Token Hook",
            json!({"object_kind": "access_token", "event_name": "expiring_access_token", "object_attributes": {"user_id": 90, "created_at": "2024-01-24 16:27:40 UTC", "id": 25, "name": "acd", "expires_at": "2024-01-26", "last_used_at": "2024-01-20 10:15:30 UTC"}}),
            "access token acd expires on 2024-01-26",
        ),
        (
            "Resource Deploy Token Hook",
            json!({"object_kind": "deploy_token", "event_name": "expiring_deploy_token", "object_attributes": {"id": 79, "name": "seven-days", "expires_at": "2025-08-03"}}),
            "deploy token seven-days expires on 2025-08-03",
        ),
        (
            "Resource Access Token Hook",
            json!({"event_name": "expiring_access_token", "object_attributes": {"name": "acd", "expires_at": null}}),
            "access token acd is about to expire",
        ),
        (
            "Resource Access Token Hook",
            json!({"object_kind": "access_token", "event_name": "rotated_access_token", "object_attributes": {"name": "acd", "expires_at": "2024-01-26"}}),
            "access token acd: rotated access token",
        ),
        ("Coffee Hook", json!({"user": user}), "Ana: coffee"),
    ];
    for (event, mut body, expected) in cases {
        body["project"] = project.clone();
        assert_eq!(line_and_card(gitlab::translate(event, &body)).0, format!("team/app: {expected}"));
    }
    let cases = [
        (
            json!({"event_name": "user_add_to_group", "user_name": "Ana", "group_name": "g", "group_access": "Guest", "user_email": "a@e.example"}),
            "Ana was added to group g (Guest)",
        ),
        (json!({"event_name": "subgroup_create", "full_path": "a/b"}), "subgroup a/b was created"),
        (
            json!({"event_name": "project_rename", "path_with_namespace": "a/new", "old_path_with_namespace": "a/old"}),
            "project a/new was renamed (it was: a/old)",
        ),
        (json!({"event_name": "user_create", "username": "ana", "email": "a@e.example"}), "user ana was created"),
        (
            json!({"event_name": "user_failed_login", "name": "John Smith", "email": "js@e.example", "user_id": 26, "username": "js", "state": "blocked"}),
            "user js failed to sign in",
        ),
        (json!({"event_name": "user_failed_login"}), "user failed to sign in"),
    ];
    for (body, expected) in cases {
        assert_eq!(line_and_card(gitlab::translate("System Hook", &body)).0, expected);
    }
}

#[test]
fn a_token_of_a_group_names_the_group_and_when_it_was_last_used() {
    let body = json!({
        "object_kind": "access_token", "event_name": "expiring_access_token",
        "group": {"group_name": "Twitter", "group_path": "twitter", "full_path": "twitter", "group_id": 35},
        "object_attributes": {"name": "acd", "expires_at": "2024-01-26", "last_used_at": "2024-01-20"},
    });
    let (line, card) = line_and_card(gitlab::translate("Resource Access Token Hook", &body));
    assert_eq!(line, "twitter: access token acd expires on 2024-01-26");
    assert_eq!(card.fields[0].value, "2024-01-20");
}

#[test]
fn a_body_that_says_what_it_is_needs_no_header() {
    for key in ["object_kind", "event_name", "event_type"] {
        let body = json!({key: "push", "ref": "refs/heads/main", "user_name": "Ana"});
        assert!(gitlab::names_event(&body));
        assert_eq!(line_and_card(gitlab::translate("", &body)).0, "Ana pushed no commits to branch main");
    }
    for body in [json!({}), json!({"object_kind": null}), json!({"event_name": " "})] {
        assert!(!gitlab::names_event(&body));
    }
}

#[test]
fn a_pipeline_names_who_started_it_as_they_are_called() {
    for name in ["Ana", "star*", "*Ana*", "_a_", "**"] {
        let body =
            json!({"object_kind": "pipeline", "user": {"name": name}, "object_attributes": {"status": "success"}});
        let card = line_and_card(gitlab::translate("Pipeline Hook", &body)).1;
        let by = card.fields.iter().find(|field| field.name == "By");
        assert_eq!(by.map(|field| seen(&field.value)).as_deref(), Some(name));
    }
}

#[test]
fn notes_of_gitlab_itself_and_running_pipelines_are_ignored() {
    for body in [
        json!({"object_kind": "note", "object_attributes": {"system": true, "note": "x"}}),
        json!({"object_kind": "pipeline", "object_attributes": {"status": "running"}}),
        json!({"object_kind": "build", "build_status": "failed", "build_allow_failure": true}),
        json!({"object_kind": "merge_request", "object_attributes": {"action": "update"}}),
    ] {
        assert!(ignored(&gitlab::translate("", &body)));
    }
}
