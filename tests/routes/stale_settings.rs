//! Settings pages that were open while others changed the same thing: what differs from the page is changed, nothing else.

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::RoleId;
use portico_store::models::servers::{channel, overwrite, role, server};
use sea_orm::EntityTrait;

use crate::support::{Answer, Community, Person, TestInstance};

const NONE: Permissions = Permissions::NONE;
const VIEW: Permissions = Permissions::VIEW_CHANNEL;
const SEND: Permissions = Permissions::SEND_MESSAGES;
const MENTION: Permissions = Permissions::MENTION_ALL;

/// The fields of a form of a page, as a browser sends them.
struct Tab {
    action: String,
    fields: Vec<(String, String)>,
}

impl Tab {
    /// A page that is opened.
    async fn open(person: &Person<'_>, path: &str, action: &str) -> Self {
        let page = person.browser.get(path).await.expect(200);
        Self::of(&page, action)
    }

    fn of(page: &Answer, action: &str) -> Self {
        let form = format!("form[action='{action}']");
        let mut fields = page.fields(&form);
        assert!(!fields.is_empty(), "{}", page.text());
        let mut add = |names: &str, values: &str| {
            let names = page.attributes(&format!("{form} {names}"), "name");
            let values = page.attributes(&format!("{form} {values}"), "value");
            fields.extend(names.into_iter().zip(values));
        };
        for kind in ["checkbox", "radio"] {
            let chosen = format!("input[type={kind}][checked]:not([disabled])");
            add(&chosen, &chosen);
        }
        add("select", "option[selected]");
        Self { action: action.to_owned(), fields }
    }

    /// Without the fields that say what was shown.
    fn without_was(mut self) -> Self {
        self.fields.retain(|(name, _)| !name.ends_with("/was"));
        self
    }

    /// Types or chooses something else.
    fn set(mut self, name: &str, value: &str) -> Self {
        match self.fields.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => value.clone_into(known),
            None => self.fields.push((name.to_owned(), value.to_owned())),
        }
        self
    }

    fn tick(mut self, name: &str, value: &str) -> Self {
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    fn untick(mut self, name: &str, value: &str) -> Self {
        self.fields.retain(|(known, ticked)| known != name || ticked != value);
        self
    }

    async fn send(self, person: &Person<'_>) -> Answer {
        let fields: Vec<(&str, &str)> =
            self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        person.browser.post(&self.action, &fields).await
    }
}

/// The page of the first channel, and its permissions.
fn grid(acme: &Community<'_>) -> (String, String) {
    let page = acme.settings(&format!("/channels/{}", acme.general.id));
    let action = format!("{page}/grid");
    (page, action)
}

/// What the first channel allows and denies a role.
async fn said_of(acme: &Community<'_>, role_id: RoleId) -> Option<(Permissions, Permissions)> {
    overwrite::all_of(&acme.instance.app.db, acme.general.id)
        .await
        .unwrap()
        .iter()
        .find(|found| found.role_id == Some(role_id))
        .map(|found| (found.rule().allow, found.rule().deny))
}

async fn role_now(acme: &Community<'_>, id: RoleId) -> role::Model {
    let found = role::Entity::find_by_id(id).one(&*acme.instance.app.db);
    found.await.unwrap().unwrap()
}

async fn server_now(acme: &Community<'_>) -> server::Model {
    let found = server::Entity::find_by_id(acme.id()).one(&*acme.instance.app.db);
    found.await.unwrap().unwrap()
}

async fn general_now(acme: &Community<'_>) -> channel::Model {
    let found = channel::Entity::find_by_id(acme.general.id).one(&*acme.instance.app.db);
    found.await.unwrap().unwrap()
}

/// Shows: access.stale-pages
#[tokio::test]
async fn a_channel_that_was_hidden_meanwhile_stays_hidden_when_another_permission_is_saved() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let (page, action) = grid(&acme);
    let all = acme.all().await.id;
    let stale = Tab::open(&alice, &page, &action).await;
    let denied = format!("role:{all}/view_channel");
    let other = Tab::open(&alice, &page, &action).await.set(&denied, "deny");
    other.send(&alice).await.expect(303);
    let stale = stale.set(&format!("role:{all}/send_messages"), "deny");
    stale.send(&alice).await.expect(303);
    assert_eq!(said_of(&acme, all).await, Some((NONE, VIEW | SEND)));
    let entry = instance.audited().await.pop().unwrap();
    assert_eq!(entry.action, "overwrite_set");
}

/// Shows: access.stale-pages
#[tokio::test]
async fn what_is_turned_around_on_the_page_is_turned_around_whatever_else_was_changed() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let crew = acme.role("Crew", NONE, false).await;
    acme.overwrite_role(&acme.general, &crew, MENTION, NONE).await;
    let (page, action) = grid(&acme);
    let stale = Tab::open(&alice, &page, &action).await;
    let denied = format!("role:{}/send_messages", crew.id);
    let other = Tab::open(&alice, &page, &action).await.set(&denied, "deny");
    other.send(&alice).await.expect(303);
    let stale = stale.set(&format!("role:{}/mention_all", crew.id), "deny");
    stale.send(&alice).await.expect(303);
    assert_eq!(said_of(&acme, crew.id).await, Some((NONE, SEND | MENTION)));
}

/// Shows: access.stale-pages
#[tokio::test]
async fn a_row_that_is_removed_or_added_lifts_no_denial_that_its_page_did_not_show() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let (crew, watch) = (acme.role("Crew", NONE, false).await, acme.role("Watch", NONE, false).await);
    acme.overwrite_role(&acme.general, &crew, SEND, NONE).await;
    let (page, action) = grid(&acme);
    let stale = Tab::open(&alice, &page, &action).await;
    let (crews, watches) = (format!("role:{}", crew.id), format!("role:{}", watch.id));
    let other = Tab::open(&alice, &page, &action).await;
    let other = other.set(&format!("{crews}/view_channel"), "deny");
    let other = other.set("target", &watches).set("new/view_channel", "deny");
    other.send(&alice).await.expect(303);
    let stale = stale.set("remove", &crews).set("target", &watches);
    let stale = stale.set("new/mention_all", "allow");
    stale.send(&alice).await.expect(303);
    assert_eq!(said_of(&acme, crew.id).await, Some((NONE, VIEW)));
    assert_eq!(said_of(&acme, watch.id).await, Some((MENTION, VIEW)));
}

/// Shows: access.stale-pages
#[tokio::test]
async fn permissions_that_are_shown_again_with_a_fault_are_compared_with_the_first_page() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let (page, action) = grid(&acme);
    let all = acme.all().await.id;
    let stale = Tab::open(&alice, &page, &action).await;
    let denied = format!("role:{all}/view_channel");
    let other = Tab::open(&alice, &page, &action).await.set(&denied, "deny");
    other.send(&alice).await.expect(303);
    let stale = stale.set(&format!("role:{all}/send_messages"), "deny");
    let faulty = stale.set("new/view_channel", "allow");
    let again = faulty.send(&alice).await.expect(422);
    assert_eq!(again.faults(), ["target"]);
    let again = Tab::of(&again, &action).set("new/view_channel", "inherit");
    again.send(&alice).await.expect(303);
    assert_eq!(said_of(&acme, all).await, Some((NONE, VIEW | SEND)));
}

#[tokio::test]
async fn permissions_without_what_was_shown_replace_what_is_stored() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let (page, action) = grid(&acme);
    let all = acme.all().await;
    for was in [None, Some(""), Some("iiii"), Some("xyz")] {
        let mut tab = Tab::open(&alice, &page, &action).await.without_was();
        if let Some(was) = was {
            tab = tab.set(&format!("role:{}/was", all.id), was);
        }
        let single = format!("{page}/overwrites");
        let target = format!("role:{}", all.id);
        let other = [("target", target.as_str()), ("deny", "view_channel")];
        alice.browser.post(&single, &other).await.expect(303);
        let tab = tab.set(&format!("{target}/send_messages"), "deny");
        tab.send(&alice).await.expect(303);
        assert_eq!(said_of(&acme, all.id).await, Some((NONE, SEND)), "{was:?}");
        let none = [("target", target.as_str())];
        alice.browser.post(&single, &none).await.expect(303);
    }
}

/// Shows: access.stale-pages
#[tokio::test]
async fn a_role_that_was_taken_or_given_meanwhile_stays_so_when_another_is_given() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let kept = acme.role("Kept", NONE, false).await;
    let lost = acme.role("Lost", NONE, false).await;
    let won = acme.role("Won", NONE, false).await;
    let own = acme.role("Own", NONE, false).await;
    let dropped = acme.role("Dropped", NONE, false).await;
    let gone = acme.role("Gone", NONE, false).await;
    for role in [&kept, &lost, &dropped, &gone] {
        acme.give(role, &bob).await;
    }
    let path = acme.settings(&format!("/members/{}", bob.id));
    let stale = Tab::open(&alice, &path, &path).await;
    acme.take(&lost, &bob).await;
    acme.give(&won, &bob).await;
    let deletion = acme.settings(&format!("/roles/{}/delete", gone.id));
    alice.browser.post(&deletion, &[]).await.expect(303);
    let stale = stale.tick("roles", &own.id.to_string()).untick("roles", &dropped.id.to_string());
    stale.send(&alice).await.expect(303);
    let held = async || -> Vec<RoleId> {
        let held = acme.held_by(&bob).await;
        let ids = held.into_iter().map(|(id, _)| id);
        ids.filter(|id| *id != gone.id).collect()
    };
    assert_eq!(held().await, [kept.id, won.id, own.id]);
    let entry = instance.audited().await.pop().unwrap();
    assert_eq!(entry.action, "member_roles_set");
    for (role, is_named) in [(&own, true), (&dropped, true), (&lost, false), (&won, false)] {
        assert_eq!(entry.detail.contains(&role.name), is_named, "{}", role.name);
    }

    // Without what was shown, exactly those that are ticked are held.
    let all = Tab::open(&alice, &path, &path).await.without_was();
    acme.give(&lost, &bob).await;
    all.send(&alice).await.expect(303);
    assert_eq!(held().await, [kept.id, won.id, own.id]);
}

/// Shows: access.stale-pages
#[tokio::test]
async fn roles_that_are_shown_again_with_a_fault_are_compared_with_the_first_page() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let taken = acme.role("taken", NONE, false).await;
    let own = acme.role("own", NONE, false).await;
    acme.give(&taken, &bob).await;
    let path = acme.settings(&format!("/members/{}", bob.id));
    let stale = Tab::open(&alice, &path, &path).await;
    acme.take(&taken, &bob).await;
    let faulty = stale.tick("roles", &own.id.to_string()).tick("roles", "1");
    let again = faulty.send(&alice).await.expect(422);
    assert_eq!(again.faults(), ["roles"]);
    let again = Tab::of(&again, &path);
    assert!(again.fields.contains(&("roles".into(), taken.id.to_string())));
    again.send(&alice).await.expect(303);
    let held = acme.held_by(&bob).await;
    assert_eq!(held, [(own.id, instance.app.now())]);
}

/// Shows: access.stale-pages
#[tokio::test]
async fn renaming_a_role_gives_no_permission_back_that_was_taken_meanwhile() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let first = Permissions::MANAGE_MESSAGES | SEND;
    let role = acme.role("Crew", first, false).await;
    let path = acme.settings(&format!("/roles/{}", role.id));
    let stale = Tab::open(&alice, &path, &path).await;
    let again = Tab::open(&alice, &path, &path).await;
    let other = Tab::open(&alice, &path, &path).await;
    let other = other.untick("permissions", "manage_messages").tick("mentionable", "on");
    other.send(&alice).await.expect(303);
    stale.set("name", "Watch").send(&alice).await.expect(303);
    let now = role_now(&acme, role.id).await;
    assert_eq!((now.name.as_str(), now.permissions()), ("Watch", SEND));
    assert!(now.mentionable);
    let entry = instance.audited().await.pop().unwrap();
    assert_eq!(entry.action, "role_edited");
    assert!(!entry.detail.contains("manage_messages"), "{}", entry.detail);

    // The name stays as the other changed it, and so it does after a fault.
    let faulty = again.tick("permissions", "view_channel");
    let faulty = faulty.tick("permissions", "fly").send(&alice).await;
    let faulty = faulty.expect(422);
    assert_eq!(faulty.faults(), ["permissions"]);
    let again = Tab::of(&faulty, &path);
    assert!(again.fields.contains(&("name".into(), "Crew".into())));
    again.send(&alice).await.expect(303);
    let now = role_now(&acme, role.id).await;
    assert_eq!((now.name.as_str(), now.permissions()), ("Watch", SEND | VIEW));
    assert!(now.mentionable);

    // Without what was shown, it is as it was sent.
    let all = Tab::open(&alice, &path, &path).await.without_was();
    let taken = Tab::open(&alice, &path, &path).await;
    let taken = taken.untick("permissions", "view_channel");
    taken.send(&alice).await.expect(303);
    all.send(&alice).await.expect(303);
    let now = role_now(&acme, role.id).await;
    assert_eq!(now.permissions(), SEND | VIEW);
}

/// Shows: access.stale-pages
#[tokio::test]
async fn renaming_a_server_lifts_nothing_that_was_required_meanwhile() {
    let instance = TestInstance::open().await;
    let alice = instance.protected("alice").await;
    let acme = instance.server("Acme", &alice).await;
    let path = acme.settings("");
    let stale = Tab::open(&alice, &path, &path).await;
    let again = Tab::open(&alice, &path, &path).await;
    let other = Tab::open(&alice, &path, &path).await;
    let other = other.tick("requires_second_step", "on").tick("pictures_on_click", "on");
    other.send(&alice).await.expect(303);
    let before = instance.audited().await.len();
    stale.set("name", "Umbrella").send(&alice).await.expect(303);
    let now = server_now(&acme).await;
    assert_eq!(now.name, "Umbrella");
    assert!(now.requires_second_step && now.pictures_on_click);
    let entries = instance.audited().await;
    assert_eq!(entries.len(), before + 1);
    assert_eq!(entries[before].action, "server_renamed");

    let faulty = again.set("name", "").send(&alice).await.expect(422);
    assert_eq!(faulty.faults(), ["name"]);
    let again = Tab::of(&faulty, &path).set("name", "Acme");
    again.send(&alice).await.expect(303);
    let now = server_now(&acme).await;
    // Its page had shown this name, so it isn't a change.
    assert_eq!(now.name, "Umbrella");
    assert!(now.requires_second_step && now.pictures_on_click);

    // Without what was shown, it is as it was sent.
    let all = Tab::open(&alice, &path, &path).await.without_was();
    let all = all.untick("requires_second_step", "on").untick("pictures_on_click", "on");
    all.send(&alice).await.expect(303);
    let now = server_now(&acme).await;
    assert!(!now.requires_second_step && !now.pictures_on_click);
}

/// Shows: access.stale-pages
#[tokio::test]
async fn a_new_topic_leaves_the_slow_mode_and_the_name_that_were_set_meanwhile() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let (path, _) = grid(&acme);
    let stale = Tab::open(&alice, &path, &path).await;
    let again = Tab::open(&alice, &path, &path).await;
    let all = Tab::open(&alice, &path, &path).await.without_was();
    let other = Tab::open(&alice, &path, &path).await;
    let other = other.set("slow_mode", "60").set("name", "quays");
    other.send(&alice).await.expect(303);
    let stale = stale.set("topic", "Ships");
    stale.send(&alice).await.expect(303);
    let now = general_now(&acme).await;
    let said = (now.name.as_str(), now.topic.as_str(), now.slow_mode);
    assert_eq!(said, ("quays", "Ships", 60));
    let entry = instance.audited().await.pop().unwrap();
    assert_eq!(entry.action, "channel_edited");
    assert!(entry.detail.contains("Ships") && !entry.detail.contains("60"));

    let faulty = again.set("name", "a/b").send(&alice).await.expect(422);
    assert_eq!(faulty.faults(), ["name"]);
    let again = Tab::of(&faulty, &path).set("name", "docks");
    again.send(&alice).await.expect(303);
    let now = general_now(&acme).await;
    let said = (now.name.as_str(), now.topic.as_str(), now.slow_mode);
    assert_eq!(said, ("docks", "Ships", 60));

    // Without what was shown, it is as it was sent.
    all.send(&alice).await.expect(303);
    let now = general_now(&acme).await;
    let said = (now.name.as_str(), now.topic.as_str(), now.slow_mode);
    assert_eq!(said, ("general", "", 0));
}

/// Shows: access.stale-pages
#[tokio::test]
async fn renaming_a_webhook_does_not_move_it_back_to_where_it_posted() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let ops = acme.channel("ops").await;
    let page = format!("/portal/webhooks/{}/settings", hook.id());
    let action = format!("/portal/webhooks/{}", hook.id());
    let stale = Tab::open(&alice, &page, &action).await;
    let again = Tab::open(&alice, &page, &action).await;
    let all = Tab::open(&alice, &page, &action).await.without_was();
    let first = hook.row().await.unwrap();
    let other = Tab::open(&alice, &page, &action).await;
    let other = other.set("channel_id", &ops.id.to_string());
    other.send(&alice).await.expect(303);
    let told = alice.browser.get(&page).await.expect(200);
    let sentence = format!("{} is saved and posts into #ops now.", first.name);
    assert!(told.one(".flash").contains(&sentence));
    stale.set("name", "Deploys").send(&alice).await.expect(303);
    let told = alice.browser.get(&page).await.expect(200);
    assert!(told.one(".flash").contains("Deploys is saved."));
    let now = hook.row().await.unwrap();
    assert_eq!((now.name.as_str(), now.channel_id), ("Deploys", ops.id));

    // So it is after a fault, whose page has the name and the channel of the first one.
    let faulty = again.set("name", "").send(&alice).await.expect(422);
    assert_eq!(faulty.faults(), ["name"]);
    let again = Tab::of(&faulty, &action).set("name", &first.name);
    again.send(&alice).await.expect(303);
    let now = hook.row().await.unwrap();
    // Its page had shown this name, so it isn't a change.
    assert_eq!((now.name.as_str(), now.channel_id), ("Deploys", ops.id));

    // Without what was shown, it is as it was sent.
    all.send(&alice).await.expect(303);
    let now = hook.row().await.unwrap();
    assert_eq!((now.name, now.channel_id), (first.name, first.channel_id));
}

/// Shows: access.stale-pages
#[tokio::test]
async fn a_new_display_name_leaves_the_nickname_that_was_changed_meanwhile() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let path = "/settings/profile";
    let stale = Tab::open(&alice, path, path).await;
    let again = Tab::open(&alice, path, path).await;
    let all = Tab::open(&alice, path, path).await.without_was();
    let other = Tab::open(&alice, path, path).await;
    other.set("nickname", "al").send(&alice).await.expect(303);
    stale.set("name", "Al").send(&alice).await.expect(303);
    let now = async || -> Vec<String> {
        let page = alice.browser.get(path).await.expect(200);
        page.attributes("#f-nickname, #f-name", "value")
    };
    assert_eq!(now().await, ["al", "Al"]);

    let faulty = again.set("name", "").send(&alice).await.expect(422);
    assert_eq!(faulty.faults(), ["name"]);
    let again = Tab::of(&faulty, path).set("name", "Alice Baker");
    again.send(&alice).await.expect(303);
    assert_eq!(now().await, ["al", "Alice Baker"]);

    // Without what was shown, it is as it was sent.
    all.send(&alice).await.expect(303);
    assert_eq!(now().await[0], "alice");
}
