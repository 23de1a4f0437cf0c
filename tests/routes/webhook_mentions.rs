//! The effect of a webhook's mentions (spec section 4.4): in the response, in the stored message, in the table of mentions.

use portico_rules::chat::mentions::{MentionTarget, Span};
use portico_rules::chat::permissions::Permissions;
use portico_store::models::Role;
use portico_store::models::accounts::user;
use portico_store::models::messages::mention;
use portico_store::models::servers::member;
use sea_orm::EntityTrait;
use serde_json::json;

use crate::support::{Community, Person, TestInstance, TestWebhook, report};

/// Every choice of what may fire.
const CHOICES: [&[&str]; 8] = [
    &[],
    &["all"],
    &["roles"],
    &["users"],
    &["all", "roles"],
    &["all", "users"],
    &["roles", "users"],
    &["all", "roles", "users"],
];

/// A town with everything that a mention may mean.
struct Town<'h> {
    acme: Community<'h>,
    hook: TestWebhook<'h>,
    maker: Person<'h>,
    bob: Person<'h>,
    carol: Person<'h>,
    dave: Person<'h>,
    open: Role,
    closed: Role,
}

/// `maker` makes the webhook and holds besides `manage_server` what is said here.
async fn town<'h>(instance: &'h TestInstance, held: Permissions) -> Town<'h> {
    let owner = instance.person("owner").await;
    let acme = instance.server("Acme", &owner).await;
    let maker = instance.person("maker").await;
    acme.join_with(&maker, Permissions::MANAGE_SERVER | held).await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    acme.join(&bob).await.join(&carol).await;
    acme.overwrite_member(&acme.general, &carol, Permissions::NONE, Permissions::VIEW_CHANNEL).await;
    let dave = instance.person("dave").await;
    let open = acme.role("open", Permissions::NONE, true).await;
    let closed = acme.role("closed", Permissions::NONE, false).await;
    let hook = acme.webhook(&maker, &acme.general).await;
    Town { acme, hook, maker, bob, carol, dave, open, closed }
}

impl Town<'_> {
    fn text(&self) -> String {
        format!("@all @open @closed @role_{} @bob @carol @dave @<{}> @<{}>", self.closed.id, self.bob.id, self.dave.id)
    }

    /// Posts the text under every choice and looks at everything that comes of it.
    async fn judge(&self, holds: bool) {
        for parse in CHOICES {
            self.judge_one(parse, holds).await;
        }
    }

    async fn judge_one(&self, parse: &[&str], holds: bool) {
        let (all, roles, users) = (parse.contains(&"all"), parse.contains(&"roles"), parse.contains(&"users"));
        let closed_id = format!("@role_{}", self.closed.id);
        let (bob, dave) = (format!("@<{}>", self.bob.id.get()), format!("@<{}>", self.dave.id));
        // What becomes of each: none where it fires.
        let opted = |opted: bool, reason: Option<&'static str>| {
            if opted { reason } else { Some("not_opted_in") }
        };
        // The name of a role is looked for among the nicknames alone where only they were asked for.
        let named = |reason: Option<&'static str>| match (roles, users) {
            (true, _) => reason,
            (false, true) => Some("unknown_name"),
            (false, false) => Some("not_opted_in"),
        };
        let expected = [
            ("@all", opted(all, (!holds).then_some("creator_lacks_permission"))),
            ("@open", named(None)),
            ("@closed", named((!holds).then_some("role_not_mentionable"))),
            (&closed_id, opted(roles, (!holds).then_some("role_not_mentionable"))),
            ("@bob", opted(users, None)),
            ("@carol", opted(users, Some("cannot_view_channel"))),
            ("@dave", opted(users, Some("unknown_name"))),
            (&bob, opted(users, None)),
            (&dave, opted(users, Some("not_a_member"))),
        ];
        let answer = self.hook.say(&self.text(), parse).await.expect(200);
        let (mut fired, mut silent) = report(&answer);
        // A target that is called in two ways is reported once.
        let mut seen = std::collections::HashSet::new();
        let target = |text: &str| match text {
            "@closed" if roles => closed_id.clone(),
            "@bob" if users => bob.clone(),
            other => other.to_owned(),
        };
        let mut expected_fired = Vec::new();
        let mut expected_silent = Vec::new();
        for (text, reason) in expected {
            let known = roles || text != "@closed";
            if known && !seen.insert(target(text)) {
                continue;
            }
            match reason {
                None => expected_fired.push(text.to_owned()),
                Some(reason) => expected_silent.push((text.to_owned(), reason.to_owned())),
            }
        }
        fired.sort();
        silent.sort();
        expected_fired.sort();
        expected_silent.sort();
        assert_eq!(fired, expected_fired, "{parse:?} {holds}");
        assert_eq!(silent, expected_silent, "{parse:?} {holds}");

        let message = self.hook.messages().await.pop().unwrap();
        assert_eq!(answer.json()["message"]["content"], message.content);
        let written = if users { self.text().replace(&bob, "@bob") } else { self.text() };
        assert_eq!(message.content, written);

        let mut targets = Vec::new();
        if users {
            targets.push((mention::MentionTargetKind::User, self.bob.id.get()));
        }
        if roles {
            targets.push((mention::MentionTargetKind::Role, self.open.id.get()));
            if holds {
                targets.push((mention::MentionTargetKind::Role, self.closed.id.get()));
            }
        }
        if all && holds {
            targets.push((mention::MentionTargetKind::All, self.acme.general.id.get()));
        }
        targets.sort();
        assert_eq!(self.hook.instance.mentions_of(message.id).await, targets);

        let fired_spans: Vec<Span> = message.spans().into_iter().filter(|span| span.fired).collect();
        for span in &fired_spans {
            let target = match span.target {
                MentionTarget::All => (mention::MentionTargetKind::All, self.acme.general.id.get()),
                MentionTarget::Role(id) => (mention::MentionTargetKind::Role, id.get()),
                MentionTarget::User(id) => (mention::MentionTargetKind::User, id.get()),
            };
            assert!(targets.contains(&target), "{span:?}");
        }
        assert_eq!(fired_spans.is_empty(), targets.is_empty());
    }
}

/// Shows: mentions.parse
#[tokio::test]
async fn each_choice_fires_what_it_names_where_the_creator_holds_mention_all() {
    let instance = TestInstance::open().await;
    town(&instance, Permissions::MENTION_ALL).await.judge(true).await;
}

/// Shows: mentions.parse
#[tokio::test]
async fn each_choice_is_bounded_where_the_creator_lacks_mention_all() {
    let instance = TestInstance::open().await;
    town(&instance, Permissions::NONE).await.judge(false).await;
}

/// Shows: mentions.no-creator
#[tokio::test]
async fn a_creator_who_left_the_server_holds_nothing() {
    let instance = TestInstance::open().await;
    let town = town(&instance, Permissions::MENTION_ALL).await;
    member::Entity::delete_by_id((town.acme.id(), town.maker.id)).exec(&*instance.app.db).await.unwrap();
    town.judge(false).await;
}

/// Shows: mentions.no-creator
#[tokio::test]
async fn a_deleted_creator_has_no_permissions() {
    let instance = TestInstance::open().await;
    let town = town(&instance, Permissions::MENTION_ALL).await;
    user::Entity::delete_by_id(town.maker.id).exec(&*instance.app.db).await.unwrap();
    // For a while the webhook still names the account.
    assert_eq!(town.hook.row().await.unwrap().creator_id, Some(town.maker.id));
    town.judge(false).await;
}

/// Shows: mentions.judged-now
#[tokio::test]
async fn an_administrator_and_the_owner_hold_it_without_saying() {
    let instance = TestInstance::open().await;
    town(&instance, Permissions::ADMINISTRATOR).await.judge(true).await;
}

/// Shows: mentions.judged-now
#[tokio::test]
async fn the_channel_may_give_and_take_mention_all() {
    let instance = TestInstance::open().await;
    let given = town(&instance, Permissions::NONE).await;
    let (acme, hook) = (&given.acme, &given.hook);
    acme.overwrite_member(&acme.general, &given.maker, Permissions::MENTION_ALL, Permissions::NONE).await;
    given.judge(true).await;
    // In another channel the same creator holds nothing of it.
    let elsewhere = acme.channel("elsewhere").await;
    let other = acme.webhook(&given.maker, &elsewhere).await;
    let (fired, silent) = report(&other.say("@all", &["all"]).await);
    assert!(fired.is_empty());
    assert_eq!(silent, [("@all".to_owned(), "creator_lacks_permission".to_owned())]);
    drop(hook.row().await);
}

/// Shows: mentions.judged-now
#[tokio::test]
async fn a_channel_that_denies_it_silences_a_creator_who_holds_it_elsewhere() {
    let instance = TestInstance::open().await;
    let town = town(&instance, Permissions::MENTION_ALL).await;
    let acme = &town.acme;
    acme.overwrite_member(&acme.general, &town.maker, Permissions::NONE, Permissions::MENTION_ALL).await;
    town.judge(false).await;
}

/// Shows: mentions.judged-now
#[tokio::test]
async fn the_creators_permissions_are_checked_at_every_post() {
    let instance = TestInstance::open().await;
    let owner = instance.person("owner").await;
    let acme = instance.server("Acme", &owner).await;
    let maker = instance.person("maker").await;
    let role = acme.join_with(&maker, Permissions::MANAGE_SERVER | Permissions::MENTION_ALL).await;
    let hook = acme.webhook(&maker, &acme.general).await;
    assert_eq!(report(&hook.say("@all", &["all"]).await).0, ["@all"]);
    member::held::Entity::delete_by_id((acme.id(), maker.id, role.id)).exec(&*instance.app.db).await.unwrap();
    assert!(report(&hook.say("@all", &["all"]).await).0.is_empty());
    acme.give(&role, &maker).await;
    assert_eq!(report(&hook.say("@all", &["all"]).await).0, ["@all"]);
}

/// Shows: mentions.judged-now
#[tokio::test]
async fn editing_a_webhook_gives_it_no_permissions_of_the_editor() {
    let instance = TestInstance::open().await;
    let owner = instance.person("owner").await;
    let acme = instance.server("Acme", &owner).await;
    let maker = instance.person("maker").await;
    acme.join_with(&maker, Permissions::MANAGE_SERVER).await;
    let hook = acme.webhook(&maker, &acme.general).await;
    let fields = [("name", "Alarms"), ("channel_id", &acme.general.id.to_string())];
    let path = format!("/portal/webhooks/{}", hook.id());
    owner.browser.post(&path, &fields).await.expect(303);
    owner.browser.post(&format!("{path}/url"), &[]).await.expect(303);
    let row = hook.row().await.unwrap();
    assert_eq!((row.name.as_str(), row.creator_id), ("Alarms", Some(maker.id)));
    let new_path = row.runtime_url(&instance.app).unwrap().expose().replace("http://localhost:8000", "");
    let body = json!({ "content": "@all", "allowedMentions": { "parse": ["all"] } });
    let answer = instance.post_json(&new_path, &[], body.to_string().as_bytes()).await.expect(200);
    assert!(report(&answer).0.is_empty());
}

/// Shows: mentions.silent
#[tokio::test]
async fn by_default_nothing_fires_in_any_text() {
    let instance = TestInstance::open().await;
    let town = town(&instance, Permissions::MENTION_ALL).await;
    let answer = town.hook.post(json!({ "content": town.text() })).await.expect(200);
    assert!(report(&answer).0.is_empty());
    assert!(report(&answer).1.iter().all(|(_, reason)| reason == "not_opted_in"));
    let message = town.hook.messages().await.pop().unwrap();
    assert_eq!(message.content, town.text());
    assert!(instance.mentions_of(message.id).await.is_empty());
}

/// Shows: mentions.not-in-names
#[tokio::test]
async fn name_and_avatar_mention_no_one() {
    let instance = TestInstance::open().await;
    let town = town(&instance, Permissions::MENTION_ALL).await;
    let body = json!({
        "content": "plain",
        "name": format!("@all @<{}>", town.bob.id),
        "avatarUrl": "https://example.org/@all",
        "allowedMentions": { "parse": ["all", "roles", "users"] },
    });
    let answer = town.hook.post(body).await.expect(200);
    assert_eq!(answer.json()["mentions"], json!({ "fired": [], "silent": [] }));
    assert_eq!(answer.json()["message"]["name"], format!("@all @<{}>", town.bob.id));
}

/// Shows: mentions.no-id
#[tokio::test]
async fn impossible_ids_stay_as_written() {
    let instance = TestInstance::open().await;
    let town = town(&instance, Permissions::NONE).await;
    let text = format!(
        "@<007> @<0{}> @<9007199254740992> @<9223372036854775808> @<99999999999999999999999> @<0> @<{}>",
        town.bob.id, town.dave.id
    );
    let answer = town.hook.say(&text, &["users"]).await.expect(200);
    assert_eq!(answer.json()["message"]["content"], text);
    assert!(report(&answer).0.is_empty());
    let kept = town.hook.messages().await.pop().unwrap();
    assert_eq!(kept.content, text);
    assert!(instance.mentions_of(kept.id).await.is_empty());
}

/// Shows: mentions.read-once
#[tokio::test]
async fn a_token_is_rewritten_to_the_current_nickname_and_never_scanned_again() {
    let instance = TestInstance::open().await;
    let town = town(&instance, Permissions::MENTION_ALL).await;
    // A person called like a role: the rewritten mention stays the person's.
    let twin = instance.person("closed").await;
    town.acme.join(&twin).await;
    let answer = town.hook.say(&format!("@<{}>s", twin.id), &["roles", "users"]).await.expect(200);
    assert_eq!(answer.json()["message"]["content"], "@closeds");
    let kept = town.hook.messages().await.pop().unwrap();
    assert_eq!(instance.mentions_of(kept.id).await, [(mention::MentionTargetKind::User, twin.id.get())]);
    assert_eq!(kept.spans(), [Span { offset: 0, length: 7, target: MentionTarget::User(twin.id), fired: true }]);
}

/// Shows: mentions.hidden-channel
#[tokio::test]
async fn a_member_who_cannot_see_the_channel_is_named_but_not_notified() {
    let instance = TestInstance::open().await;
    let town = town(&instance, Permissions::MENTION_ALL).await;
    let answer = town.hook.say(&format!("@<{}>", town.carol.id), &["users"]).await.expect(200);
    assert_eq!(answer.json()["message"]["content"], "@carol");
    assert_eq!(report(&answer).1[0].1, "cannot_view_channel");
    let kept = town.hook.messages().await.pop().unwrap();
    assert!(instance.mentions_of(kept.id).await.is_empty());
    assert!(!kept.spans()[0].fired);
}

/// Shows: mentions.own-server
/// Shows: mentions.code
#[tokio::test]
async fn code_notifies_no_one_in_posts_messages_and_edits() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let hook = acme.webhook(&alice, &acme.general).await;
    let code = "`@bob` and\n```css\n@all { color: red }\n```";
    let answer = hook.say(code, &["all", "roles", "users"]).await.expect(200);
    let reasons = [("@bob", "in_code"), ("@all", "in_code")].map(|(text, reason)| (text.to_owned(), reason.to_owned()));
    assert_eq!(report(&answer), (Vec::new(), reasons.to_vec()));
    let messages = format!("/channels/{}/messages", acme.general.id);
    alice.browser.post(&messages, &[("content", code)]).await.expect(303);
    let id = bob.feed(&acme.general).await.attributes("[data-message-id]", "data-message-id").pop().unwrap();
    let edited = [("content", "`@bob` _@bob_ ＠bob")];
    alice.browser.post(&format!("{messages}/{id}"), &edited).await.expect(303);
    let feed = bob.feed(&acme.general).await;
    assert_eq!(feed.attributes("[data-mention]", "data-fired"), ["false", "false"]);
    assert!(bob.browser.get("/inbox").await.expect(200).all(".inbox-row").is_empty());
    // Outside of code, they do.
    let text = format!("{code}\n＠bob.");
    let answer = hook.say(&text, &["all", "roles", "users"]).await.expect(200);
    assert_eq!(report(&answer).0, ["＠bob"]);
    alice.browser.post(&messages, &[("content", &text)]).await.expect(303);
    assert_eq!(bob.browser.get("/inbox").await.expect(200).all(".inbox-row").len(), 2);
}

#[tokio::test]
async fn roles_and_members_of_another_server_are_not_mentioned() {
    let instance = TestInstance::open().await;
    let town = town(&instance, Permissions::MENTION_ALL).await;
    let other = instance.server("Other", &town.dave).await;
    let foreign = other.role("foreign", Permissions::NONE, true).await;
    let text = format!("@foreign @role_{} @<{}> @dave", foreign.id, town.dave.id);
    let answer = town.hook.say(&text, &["all", "roles", "users"]).await.expect(200);
    assert!(report(&answer).0.is_empty());
    assert_eq!(answer.json()["message"]["content"], text);
}
