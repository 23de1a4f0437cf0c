//! Actions that are refused, have errors or change nothing leave no entry in the audit log.

use super::Scene;
use crate::support::{Person, TestInstance};

impl Scene<'_> {
    /// Every form by which something of the server is changed, with fields that would do.
    fn forms(&self) -> Vec<(String, Vec<(&'static str, String)>)> {
        let ops = || ("channel_id", self.ops.id.to_string());
        let named = |name: &str| ("name", name.to_owned());
        let confirm = |name: &str| ("confirm", name.to_owned());
        let crew = format!("role:{}", self.crew.id);
        let code = &self.invite.code;
        vec![
            ("/portal/webhooks".into(), vec![named("Mine"), ops()]),
            (self.webhook(&self.hook, ""), vec![named("Mine"), ops()]),
            (self.webhook(&self.hook, "/url"), vec![]),
            (self.webhook(&self.hook, "/pause"), vec![]),
            (self.webhook(&self.paused, "/resume"), vec![]),
            (self.webhook(&self.hook, "/delete"), vec![confirm("Builds")]),
            (self.acme.settings("/channels"), vec![named("mine")]),
            (self.channel(""), vec![named("mine")]),
            (self.channel("/overwrites"), vec![("target", crew), ("deny", "view_channel".into())]),
            (self.channel("/delete"), vec![]),
            (self.acme.settings("/roles"), vec![named("Mine")]),
            (self.role(""), vec![named("Mine")]),
            (self.role("/delete"), vec![]),
            (self.member(""), vec![("roles", self.watch.id.to_string())]),
            (self.member("/ban"), vec![]),
            (self.member("/timeout"), vec![("hours", "1".to_owned())]),
            (self.acme.settings("/invites"), vec![]),
            (self.acme.settings(&format!("/invites/{code}/delete")), vec![]),
            (self.acme.settings(""), vec![named("Mine")]),
            (self.acme.settings("/owner"), vec![("user_id", self.bob.id.to_string())]),
            (self.acme.settings("/delete"), vec![confirm("Acme")]),
        ]
    }

    async fn nothing_is_told(&self, person: &Person<'_>, status: u16) {
        let before = self.instance.audited().await;
        for (path, fields) in self.forms() {
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let answer = person.browser.post(&path, &fields).await;
            assert_eq!(answer.status, status, "{path}");
            assert_eq!(self.instance.audited().await, before, "{path}");
        }
    }
}

/// Shows: audit.one-transaction
#[tokio::test]
async fn what_a_member_is_refused_leaves_no_entry() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    scene.nothing_is_told(&scene.bob, 403).await;
}

/// Shows: audit.one-transaction
#[tokio::test]
async fn refused_actions_of_a_stranger_leave_no_entry() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let eve = instance.person("eve").await;
    scene.nothing_is_told(&eve, 404).await;
}

/// Shows: audit.one-transaction
#[tokio::test]
async fn forms_with_faults_leave_no_entry() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let before = instance.audited().await;
    let hook = scene.webhook(&scene.hook, "");
    for (path, name, value) in [
        ("/portal/webhooks".to_owned(), "name", "x"),
        (hook.clone(), "name", ""),
        (format!("{hook}/delete"), "confirm", "builds"),
        (scene.acme.settings("/channels"), "name", "general"),
        (scene.channel(""), "name", "general"),
        (scene.channel("/overwrites"), "target", "role:7"),
        (scene.acme.settings("/roles"), "name", "crew"),
        (scene.role(""), "name", "watch"),
        (scene.member(""), "roles", "7"),
        (scene.acme.settings(""), "name", " "),
        (scene.acme.settings("/owner"), "user_id", "7"),
        (scene.acme.settings("/delete"), "confirm", "acme!"),
    ] {
        let answer = scene.alice.browser.post(&path, &[(name, value)]).await;
        assert_eq!(answer.status, 422, "{path}");
        assert_eq!(instance.audited().await, before, "{path}");
    }
}

#[tokio::test]
async fn saving_what_is_so_already_leaves_no_entry() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let before = instance.audited().await;
    let general = scene.acme.general.id.to_string();
    let crew = scene.crew.id.to_string();
    let target = format!("role:{crew}");
    let same: [(String, &[(&str, &str)]); 8] = [
        (scene.webhook(&scene.hook, ""), &[("name", "Builds"), ("channel_id", &general)]),
        (scene.webhook(&scene.hook, "/resume"), &[]),
        (scene.webhook(&scene.paused, "/pause"), &[]),
        (scene.channel(""), &[("name", "ops")]),
        (scene.channel("/overwrites"), &[("target", &target)]),
        (scene.role(""), &[("name", "Crew"), ("permissions", "view_channel")]),
        (scene.member(""), &[("roles", &crew)]),
        (scene.acme.settings(""), &[("name", "Acme")]),
    ];
    for (path, fields) in same {
        scene.post(&path, fields).await;
        assert_eq!(instance.audited().await, before, "{path}");
    }
}
