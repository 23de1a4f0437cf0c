//! `/admin`: who gets in, what admins do to accounts, and what is recorded of it.

use std::time::Duration;

use portico_store::models::instance::sign_up::SignUpMode;
use portico_store::models::{InstanceAct, Operator, Session, User};
use rocket::futures::future::join;
use rocket::http::{Header, Method};
use serde_json::Value;

use crate::support::{Answer, PASSWORD, Person, TestInstance};

const QUARTER: Duration = Duration::from_secs(15 * 60);

impl TestInstance {
    /// An admin with a verified phone, signed in.
    pub(super) async fn admin(&self, nickname: &str) -> Person<'_> {
        let person = self.person(nickname).await;
        let granted = person.user.set_admin(&self.app, true, &Operator::TERMINAL);
        assert!(granted.await.unwrap());
        person
    }

    /// The instance's audit log, the newest entry first: act, target, actor, reason.
    pub(super) async fn acts(&self) -> Vec<(String, String, String, String)> {
        let entries = InstanceAct::page(&self.app, None, 100).await.unwrap();
        entries.into_iter().map(|one| (one.act, one.target_name, one.actor_nickname, one.reason)).collect()
    }

    /// The paths of the console, with an id in place of each parameter.
    fn console(&self) -> Vec<(Method, String)> {
        self.client
            .rocket()
            .routes()
            .map(|route| (route.method, route.uri.origin.path().to_string()))
            .filter(|(_, path)| path == "/admin" || path.starts_with("/admin/"))
            .map(|(method, path)| (method, path.replace("<id>", "1")))
            .collect()
    }

    async fn ask(&self, person: Option<&Person<'_>>, method: Method, path: &str) -> Answer {
        let mut request = self.client.req(method, path.to_owned()).header(Header::new("Sec-Fetch-Site", "same-origin"));
        if let Some(person) = person {
            let session = person.browser.cookie("portico").unwrap();
            request = request.cookie(("portico", session));
        }
        Answer::read(request.dispatch().await).await
    }
}

fn of(person: &Person<'_>) -> String {
    format!("/admin/users/{}", person.id)
}

#[tokio::test]
async fn people_who_are_signed_out_sign_in_first() {
    let instance = TestInstance::open().await;
    let walked = instance.console();
    assert!(walked.len() >= 15, "{walked:?}");
    for (method, path) in walked {
        let answer = instance.ask(None, method, &path).await.expect(303);
        assert!(answer.location().starts_with("/sign-in?"), "{path}");
    }
}

/// Shows: console.hidden
#[tokio::test]
async fn for_people_who_are_no_admins_there_is_no_console() {
    let instance = TestInstance::open().await;
    let former = instance.admin("former").await;
    let taken = former.user.set_admin(&instance.app, false, &Operator::TERMINAL);
    assert!(taken.await.unwrap());
    let bob = instance.person("bob").await;
    let before = instance.acts().await;
    let nothing = instance.ask(Some(&bob), Method::Get, "/nothing").await;
    let nothing = nothing.expect(404).all("main p");
    for (method, path) in instance.console() {
        for person in [&bob, &former] {
            // However long ago they signed in: they are never asked for the password on the way to nothing.
            let answer = instance.ask(Some(person), method, &path).await.expect(404);
            assert_eq!(answer.all("main p"), nothing, "{method} {path}");
        }
    }
    instance.clock.advance(QUARTER);
    for (method, path) in instance.console() {
        instance.ask(Some(&bob), method, &path).await.expect(404);
    }
    assert_eq!(instance.acts().await, before);
    let page = bob.browser.get("/portal").await.expect(200);
    assert!(page.attributes(r#"a[href="/admin"]"#, "href").is_empty());
}

/// Shows: console.fresh
#[tokio::test]
async fn an_admin_whose_sign_in_is_older_than_a_quarter_of_an_hour_confirms_it_first() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.person("bob").await;
    root.browser.get("/admin/users").await.expect(200);
    instance.clock.advance(QUARTER);
    for (method, path) in instance.console() {
        let answer = instance.ask(Some(&root), method, &path).await.expect(303);
        assert!(answer.location().starts_with("/confirm?"), "{path}");
    }
    let fields = [("act", "disable"), ("reason", "Spam")];
    let answer = root.browser.post(&of(&bob), &fields).await.expect(303);
    assert!(answer.location().starts_with("/confirm?"));
    assert!(!User::find(&instance.app.db, bob.id).await.unwrap().unwrap().is_disabled());
    let again = [("password", PASSWORD), ("next", "/admin/users")];
    root.browser.post("/confirm", &again).await.expect(303);
    root.browser.get("/admin/users").await.expect(200);
}

/// Shows: console.fresh
#[tokio::test]
async fn an_admin_with_an_authenticator_app_takes_the_second_step_again() {
    let instance = TestInstance::open().await;
    let root = instance.protected("root").await;
    let user = User::find(&instance.app.db, root.id).await.unwrap().unwrap();
    let granted = user.set_admin(&instance.app, true, &Operator::TERMINAL);
    assert!(granted.await.unwrap());
    // Signed in by the password alone, as in a browser that is trusted.
    let browser = instance.browser();
    instance.sign_in_on(&browser, &user).await;
    let answer = browser.get("/admin/users").await.expect(303);
    assert!(answer.location().starts_with("/sign-in/second?"));
}

#[tokio::test]
async fn accounts_are_found_by_nickname_name_id_and_number() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.person("bobby").await;
    instance.person("carol").await;
    let phone = bob.user.phone.clone().unwrap();
    let id = bob.id.to_string();
    let found = async |q: &str| {
        let query: String = form_urlencoded::byte_serialize(q.as_bytes()).collect();
        let page = root.browser.get(&format!("/admin/users?q={query}")).await;
        page.expect(200).attributes("li[id^=user-] a", "href")
    };
    for q in ["bob", "@BOB", "bobby", "BOBBY", "obb", "OBBY", &id, &phone] {
        assert_eq!(found(q).await, [of(&bob)], "{q}");
    }
    // Whose number it is shows only who knows all of it.
    let long = "b".repeat(65);
    for q in [&phone[..8], &phone[1..], "@obby", "x\0", "%", "_", "\\", "' OR 1=1", &long] {
        assert!(found(q).await.is_empty(), "{q}");
    }
    assert_eq!(found("").await.len(), 3);
    let odd = instance.person("dora_x").await;
    for name in ["100% Ärger", "A\\B ÄRGER"] {
        odd.browser.post("/settings/profile", &[("nickname", "dora_x"), ("name", name)]).await.expect(303);
        let (begin, end) = name.split_once(' ').unwrap();
        for q in [begin, end, "_", "ärg", "ÄRG"] {
            assert_eq!(found(q).await, [of(&odd)], "{q} in {name}");
        }
    }
    let page = root.browser.get(&of(&bob)).await.expect(200);
    assert!(!page.text().contains(&phone), "the number is masked");
}

#[tokio::test]
async fn each_act_needs_a_reason_and_is_recorded_with_it() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.person("bob").await;
    let here = of(&bob);
    let before = instance.acts().await.len();
    for (act, recorded) in [
        ("sign_out", "sessions_ended"),
        ("disable", "user_disabled"),
        ("enable", "user_enabled"),
        ("verify_phone", "phone_verified"),
    ] {
        for reason in ["", "  ", &"x".repeat(501)] {
            let fields = [("act", act), ("reason", reason), ("phone", "+4915112345642")];
            let page = root.browser.post(&here, &fields).await.expect(422);
            assert_eq!(page.faults(), ["reason"], "{act}");
        }
        let fields = [("act", act), ("reason", "Ticket 7"), ("phone", "+4915112345642")];
        root.browser.post(&here, &fields).await.expect(303);
        let last = instance.acts().await.remove(0);
        let told = (last.0.as_str(), last.1.as_str(), last.2.as_str(), last.3.as_str());
        assert_eq!(told, (recorded, "bob", "root", "Ticket 7"));
    }
    assert_eq!(instance.acts().await.len(), before + 4);
    assert!(Session::all_of(&instance.app, bob.id).await.unwrap().is_empty());
    let user = User::find(&instance.app.db, bob.id).await.unwrap().unwrap();
    assert_eq!(user.phone.as_deref(), Some("+4915112345642"));
    let page = root.browser.get(&here).await.expect(200);
    let events = page.attributes("[data-event]", "data-event");
    assert_eq!(events[..4], ["phone_verified", "enabled", "disabled", "signed_out"]);
    // Of what is done twice, nothing is recorded.
    let fields = [("act", "enable"), ("reason", "Again")];
    root.browser.post(&here, &fields).await.expect(303);
    assert_eq!(instance.acts().await.len(), before + 4);
}

#[tokio::test]
async fn a_password_is_reset_to_one_that_is_shown_once() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.person("bob").await;
    let fields = [("act", "reset_password"), ("reason", "Lost it; called back")];
    let page = root.browser.post(&of(&bob), &fields).await.expect(200);
    let password = page.one("#new-password");
    bob.browser.get("/settings/profile").await.expect(303);
    let fields = [("login", "bob"), ("password", &*password)];
    instance.browser().post("/sign-in", &fields).await.expect(303);
    for path in [of(&bob), "/admin/audit".into(), "/admin/audit/export".into()] {
        let page = root.browser.get(&path).await.expect(200);
        assert!(!page.text().contains(&password), "{path}");
    }
}

#[tokio::test]
async fn a_second_step_is_reset() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.protected("bob").await;
    let here = format!("/admin/users/{}", bob.id);
    let fields = [("act", "reset_second_step"), ("reason", "Lost the phone")];
    root.browser.post(&here, &fields).await.expect(303);
    assert_eq!(instance.acts().await[0].0, "second_step_reset");
    let fields = [("login", "bob"), ("password", PASSWORD)];
    let signed_in = instance.browser().post("/sign-in", &fields).await.expect(303);
    assert_eq!(signed_in.location(), "/");
}

#[tokio::test]
async fn what_can_not_be_done_is_refused() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.person("bob").await;
    let before = instance.acts().await;
    for (path, act, status) in [
        (of(&bob), "delete", 404),
        (of(&bob), "", 404),
        ("/admin/users/1".to_owned(), "disable", 404),
        ("/admin/users/x".to_owned(), "disable", 404),
        (of(&root), "disable", 422),
    ] {
        let fields = [("act", act), ("reason", "Why not")];
        root.browser.post(&path, &fields).await.expect(status);
    }
    let offers = |page: &Answer| page.all("button").contains(&"Disable".to_owned());
    assert!(offers(&root.browser.get(&of(&bob)).await.expect(200)));
    assert!(!offers(&root.browser.get(&of(&root)).await.expect(200)), "on one's own page it isn't offered");
    let carol = instance.person("carol").await;
    let taken = carol.user.phone.clone().unwrap();
    for number in ["", "x", "0151 1", &taken] {
        let fields = [("act", "verify_phone"), ("reason", "Why"), ("phone", number)];
        let page = root.browser.post(&of(&bob), &fields).await.expect(422);
        assert_eq!(page.faults(), ["phone"], "{number}");
    }
    assert_eq!(instance.acts().await, before);
}

/// Shows: console.audit
#[tokio::test]
async fn the_audit_log_is_shown_a_page_at_a_time_and_exported_as_json_lines() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.person("bob").await;
    let session_id = instance.session_of(&root).await.id;
    for turn in 0..60 {
        let reason = format!("Turn {turn}");
        let by = Operator::admin((root.id, "root"), session_id, &reason);
        bob.user.sign_out_everywhere(&instance.app, &by).await.unwrap();
    }
    let page = root.browser.get("/admin/audit").await.expect(200);
    assert_eq!(page.all("[data-act]").len(), 50);
    assert!(page.all("[data-act]")[0].contains("Turn 59"));
    let older = page.attributes("a[rel=next]", "href").remove(0);
    let page = root.browser.get(&older).await.expect(200);
    assert_eq!(page.all("[data-act]").len(), 11);
    assert!(page.all("[data-act]")[10].contains("Operator (command line) gave the console to root"));
    let file = root.browser.get("/admin/audit/export").await.expect(200);
    assert_eq!(file.header("Content-Disposition"), Some("attachment; filename=\"portico-audit.jsonl\""));
    let lines: Vec<Value> = file.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 61);
    let first = &lines[0];
    assert_eq!(
        (&first["act"], &first["actor"], &first["target"], &first["reason"]),
        (&"sessions_ended".into(), &"root".into(), &"bob".into(), &"Turn 59".into())
    );
    let at = first["at"].as_str().unwrap();
    assert!(at.starts_with("2026-01-01T00:00:00"), "{at}");
    assert_eq!(lines[60]["actor"], "terminal");
}

#[tokio::test]
async fn entries_are_deleted_after_two_years() {
    let instance = TestInstance::open().await;
    instance.admin("root").await;
    assert_eq!(instance.acts().await.len(), 1);
    instance.clock.advance(Duration::from_secs(731 * 24 * 60 * 60));
    assert!(instance.acts().await.is_empty());
    instance.run_cleanup_with_second_look().await;
    assert!(instance.dump().await["instance_acts"].is_empty());
}

/// Shows: console.first-admin
#[tokio::test]
async fn the_link_of_the_first_start_makes_one_admin() {
    let instance = TestInstance::open().await;
    let replaced = User::offer_first_admin(&instance.app).await.unwrap().unwrap();
    let secret = User::offer_first_admin(&instance.app).await.unwrap().unwrap();
    let browser = instance.browser();
    let shown = async |secret: &str| {
        let path = format!("/sign-up?admin={secret}");
        instance.browser().get(&path).await
    };
    for wrong in [replaced.expose(), "x"] {
        assert_eq!(shown(wrong).await.expect(422).faults(), ["form"]);
    }
    let page = shown(secret.expose()).await.expect(200);
    assert_eq!(page.attributes("input[name=admin]", "value"), [secret.expose()]);
    let fields =
        |nickname, admin| [("nickname", nickname), ("name", "Some One"), ("password", PASSWORD), ("admin", admin)];
    let wrong = fields("eve", replaced.expose());
    let refused = instance.browser().post("/sign-up", &wrong).await.expect(422);
    assert_eq!(refused.faults(), ["form"]);
    // A form with other faults does not use it up.
    let short = fields("x", secret.expose());
    browser.post("/sign-up", &short).await.expect(422);
    let right = fields("root", secret.expose());
    assert_eq!(browser.post("/sign-up", &right).await.expect(303).location(), "/admin");
    browser.get("/admin/users").await.expect(200);
    let again = fields("eve", secret.expose());
    instance.browser().post("/sign-up", &again).await.expect(422);
    assert!(User::offer_first_admin(&instance.app).await.unwrap().is_none());
    let acts = instance.acts().await;
    assert_eq!((acts[0].0.as_str(), acts[0].1.as_str()), ("admin_granted", "root"));
}

/// Shows: console.first-admin
#[tokio::test]
async fn the_link_of_the_first_start_ends_after_a_day_at_the_next_start_and_with_a_named_admin() {
    async fn offer(instance: &TestInstance) -> String {
        let secret = User::offer_first_admin(&instance.app).await.unwrap().unwrap();
        secret.expose().to_owned()
    }
    async fn sign_up(instance: &TestInstance, secret: &str) -> u16 {
        let fields = [("nickname", "eve"), ("name", "Eve"), ("password", PASSWORD), ("admin", secret)];
        instance.browser().post("/sign-up", &fields).await.status
    }
    let instance = TestInstance::open().await;
    let secret = offer(&instance).await;
    instance.clock.advance(Duration::from_secs(24 * 60 * 60));
    assert_eq!(sign_up(&instance, &secret).await, 422);
    let path = format!("/sign-up?admin={secret}");
    let page = instance.browser().get(&path).await.expect(422);
    assert_eq!(page.faults(), ["form"]);
    // Someone signed up without it, and then the process started again.
    let secret = offer(&instance).await;
    instance.person("bob").await;
    assert!(User::offer_first_admin(&instance.app).await.unwrap().is_none());
    assert_eq!(sign_up(&instance, &secret).await, 422);
    let instance = TestInstance::open().await;
    let secret = offer(&instance).await;
    let carol = instance.person("carol").await;
    let granted = carol.user.set_admin(&instance.app, true, &Operator::TERMINAL);
    assert!(granted.await.unwrap());
    assert_eq!(sign_up(&instance, &secret).await, 422);
}

/// Shows: console.first-admin
#[tokio::test]
async fn someone_who_is_signed_in_becomes_the_first_admin_by_its_link() {
    let instance = TestInstance::open().await;
    let secret = User::offer_first_admin(&instance.app).await.unwrap().unwrap();
    let (bob, eve) = (instance.person("bob").await, instance.person("eve").await);
    let link = format!("/sign-up?admin={}", secret.expose());
    // Signed out, the page leads to the sign-in and back.
    let page = instance.browser().get(&link).await.expect(200);
    let sign_in = page.attributes(".aside a", "href").remove(0);
    assert!(sign_in.starts_with("/sign-in?next=%2Fsign-up%3Fadmin%3D"), "{sign_in}");
    let claim =
        async |person: &Person<'_>, secret: &str| person.browser.post("/sign-up/admin", &[("admin", secret)]).await;
    let answer = instance.browser().post("/sign-up/admin", &[("admin", secret.expose())]).await.expect(303);
    assert!(answer.location().starts_with("/sign-in"), "{}", answer.location());
    for wrong in ["", "x"] {
        assert_eq!(claim(&bob, wrong).await.expect(422).faults(), ["form"]);
    }
    assert_eq!(bob.browser.get("/sign-up?admin=x").await.expect(422).faults(), ["form"]);
    let page = bob.browser.get(&link).await.expect(200);
    assert_eq!(page.attributes("input[name=admin]", "value"), [secret.expose()]);
    instance.clock.advance(Duration::from_secs(16 * 60));
    assert!(claim(&bob, secret.expose()).await.expect(303).location().starts_with("/confirm"));
    instance.sign_in_on(&bob.browser, &bob.user).await;
    assert_eq!(claim(&bob, secret.expose()).await.expect(303).location(), "/admin");
    bob.browser.get("/admin").await.expect(200);
    let acts = instance.acts().await;
    assert_eq!((acts[0].0.as_str(), acts[0].1.as_str()), ("admin_granted", "bob"));
    instance.sign_in_on(&eve.browser, &eve.user).await;
    assert_eq!(claim(&eve, secret.expose()).await.expect(422).faults(), ["form"]);
    eve.browser.get("/admin").await.expect(404);
    assert_eq!(bob.browser.get(&link).await.expect(303).location(), "/admin");
}

#[tokio::test]
async fn an_admin_creates_an_account_whose_password_is_shown_once() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.person("bob").await;
    let here = "/admin/users";
    let closed = SignUpMode::Closed.set(&instance.app, &Operator::TERMINAL);
    assert!(closed.await.unwrap());
    let before = instance.acts().await.len();
    let fields = [("nickname", "carol"), ("name", "Carol")];
    bob.browser.post(here, &fields).await.expect(404);
    assert!(instance.browser().post(here, &fields).await.expect(303).location().starts_with("/sign-in"));
    let long = "x".repeat(65);
    for (nickname, name, faults) in [
        ("", "", &["name", "nickname"][..]),
        ("bob", "Bob", &["nickname"]),
        ("all", "All", &["nickname"]),
        ("carol", &long, &["name"]),
    ] {
        let page = root.browser.post(here, &[("nickname", nickname), ("name", name)]).await.expect(422);
        let mut found = page.faults();
        found.sort();
        assert_eq!(found, faults, "{nickname}");
    }
    assert_eq!(instance.acts().await.len(), before);
    let page = root.browser.post(here, &fields).await.expect(200);
    let password = page.one("#new-password");
    let known = [("login", "carol"), ("password", &*password)];
    instance.browser().post("/sign-in", &known).await.expect(303);
    let last = instance.acts().await.remove(0);
    assert_eq!((last.0.as_str(), last.1.as_str(), last.2.as_str()), ("user_created", "carol", "root"));
}

#[tokio::test]
async fn admins_name_other_admins_and_end_it_but_never_their_own() {
    let instance = TestInstance::open().await;
    let (root, bob) = (instance.admin("root").await, instance.person("bob").await);
    let act = async |admin: &Person<'_>, on: &Person<'_>, act: &str, reason: &str| {
        admin.browser.post(&of(on), &[("act", act), ("reason", reason)]).await
    };
    act(&bob, &bob, "make_admin", "Why not").await.expect(404);
    assert_eq!(act(&root, &bob, "make_admin", "").await.expect(422).faults(), ["reason"]);
    assert_eq!(act(&root, &root, "remove_admin", "Enough").await.expect(422).faults(), ["form"]);
    act(&root, &bob, "make_admin", "A second pair of eyes").await.expect(303);
    bob.browser.get("/admin").await.expect(200);
    let last = instance.acts().await.remove(0);
    let told = (last.0.as_str(), last.1.as_str(), last.2.as_str(), last.3.as_str());
    assert_eq!(told, ("admin_granted", "bob", "root", "A second pair of eyes"));
    assert_eq!(act(&bob, &root, "remove_admin", " ").await.expect(422).faults(), ["reason"]);
    act(&bob, &root, "remove_admin", "Left us").await.expect(303);
    root.browser.get("/admin").await.expect(404);
    act(&root, &bob, "remove_admin", "Revenge").await.expect(404);
    assert_eq!(act(&bob, &bob, "remove_admin", "Enough").await.expect(422).faults(), ["form"]);
    assert!(User::find(&instance.app.db, bob.id).await.unwrap().unwrap().is_admin());
}

#[tokio::test]
async fn of_two_admins_who_take_the_console_away_from_each_other_one_stays() {
    for _ in 0..3 {
        let instance = TestInstance::open().await;
        let (root, bob) = (instance.admin("root").await, instance.admin("bob").await);
        let fields = [("act", "remove_admin"), ("reason", "First")];
        let (bob_path, root_path) = (of(&bob), of(&root));
        join(root.browser.post(&bob_path, &fields), bob.browser.post(&root_path, &fields)).await;
        let mut admins = 0;
        for id in [root.id, bob.id] {
            admins += u32::from(User::find(&instance.app.db, id).await.unwrap().unwrap().is_admin());
        }
        assert_eq!(admins, 1);
    }
}
