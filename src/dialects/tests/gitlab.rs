//! Events of GitLab: what each says, and which are ignored.

use serde_json::json;

use super::{ignored, line_and_card, seen};
use crate::dialects::gitlab;

#[test]
fn events_of_gitlab_read_as_sentences() {
    let project =
        json!({"path_with_namespace": "team/app", "web_url": "https://gitlab.example/team/app"});
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
        ("Coffee Hook", json!({"user": user}), "Ana: coffee"),
    ];
    for (event, mut body, expected) in cases {
        body["project"] = project.clone();
        assert_eq!(
            line_and_card(gitlab::translate(event, &body)).0,
            format!("team/app: {expected}")
        );
    }
    let cases = [
        (
            json!({"event_name": "user_add_to_group", "user_name": "Ana", "group_name": "g", "group_access": "Guest", "user_email": "a@e.example"}),
            "Ana was added to group g (Guest)",
        ),
        (
            json!({"event_name": "subgroup_create", "full_path": "a/b"}),
            "subgroup a/b was created",
        ),
        (
            json!({"event_name": "project_rename", "path_with_namespace": "a/new", "old_path_with_namespace": "a/old"}),
            "project a/new was renamed (it was: a/old)",
        ),
        (
            json!({"event_name": "user_create", "username": "ana", "email": "a@e.example"}),
            "user ana was created",
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(
            line_and_card(gitlab::translate("System Hook", &body)).0,
            expected
        );
    }
}

#[test]
fn a_pipeline_names_who_started_it_as_they_are_called() {
    for name in ["Ana", "star*", "*Ana*", "_a_", "**"] {
        let body = json!({"object_kind": "pipeline", "user": {"name": name}, "object_attributes": {"status": "success"}});
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
