//! `/reset`: who can request a code, and what the responses reveal. The codes have their own file.

mod codes;
mod provider;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use portico_crypto::tokens::SecretHash;
use portico_store::models::accounts::password_reset;
use rocket::futures::future::join_all;
use sea_orm::EntityTrait;

use crate::support::{Answer, Browser, PASSWORD, Person, TestInstance};

const PATH: &str = "/reset";
const CODE: &str = "/reset/code";
const NEW: &str = "a-new-lamp-on-the-quay";
const OTHER: &str = "+4915112345643";
const SECOND: Duration = Duration::from_secs(1);

impl TestInstance {
    /// The texts that reached a number, newest first.
    async fn arrived_at(&self, number: &str) -> Vec<String> {
        self.app.settled().await;
        let messages = self.app.sms.outbox().unwrap().messages();
        messages.into_iter().filter(|message| message.to == number).map(|message| message.text).collect()
    }

    /// The newest code that was sent to a user's verified number. A notice of the reset before may arrive after it.
    async fn code_of(&self, person: &Person<'_>) -> String {
        let number = person.user.phone.as_deref().unwrap();
        let texts = self.arrived_at(number).await;
        let codes = texts.iter().map(|text| eight(text));
        let mut codes = codes.filter(|digits| digits.len() == 8);
        codes.next().unwrap()
    }

    async fn opens(&self, login: &str, password: &str) -> bool {
        let fields = [("login", login), ("password", password)];
        self.browser().post("/sign-in", &fields).await.status == 303
    }
}

fn six(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).take(6).collect()
}

/// The code in a text to reset a password.
fn eight(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).take(8).collect()
}

async fn ask(browser: &Browser<'_>, login: &str) -> Answer {
    browser.post(PATH, &[("login", login)]).await
}

async fn redeem(browser: &Browser<'_>, code: &str, password: &str) -> Answer {
    let fields = [("code", code), ("password", password)];
    browser.post(CODE, &fields).await
}

/// Eight digits that are not the code.
fn wrong(code: &str, step: u32) -> String {
    format!("{:08}", (code.parse::<u32>().unwrap() + step) % 100_000_000)
}

/// Shows: accounts.come-back
#[tokio::test]
async fn the_sign_in_leads_there_and_back_with_where_to_go() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let browser = instance.browser();
    let page = browser.get("/sign-in?next=%2Finbox").await.expect(200);
    let links = page.attributes("main a", "href");
    let reset = links.iter().find(|link| link.starts_with(PATH)).unwrap();
    let form = browser.get(reset).await.expect(200);
    let next = form.attributes("form[action='/reset'] input[name=next]", "value");
    let asked = [("login", "alice"), ("next", &next[0])];
    let asked = browser.post(PATH, &asked).await.expect(303);
    assert_eq!(asked.location(), "/reset/code?next=%2Finbox");
    let form = browser.get(asked.location()).await.expect(200);
    let next = form.attributes("form[action='/reset/code'] input[name=next]", "value");
    let code = instance.code_of(&alice).await;
    let fields = [("code", code.as_str()), ("password", NEW), ("next", &next[0])];
    let done = browser.post(CODE, &fields).await.expect(303);
    assert_eq!(done.location(), "/sign-in?next=%2Finbox");
    assert!(browser.cookie("portico-reset").is_none());
    // What was done is said, and nobody is signed in by it.
    let page = browser.get(done.location()).await.expect(200);
    assert!(page.one(".flash").contains("new password"));
}

/// Shows: reset.new-password
#[tokio::test]
async fn a_code_by_text_sets_a_new_password_and_ends_every_session() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let other = instance.browser();
    instance.sign_in_on(&other, &alice).await;
    let browser = instance.browser();
    ask(&browser, "alice").await.expect(303);
    let code = instance.code_of(&alice).await;
    // As phones show it, and as people copy it.
    let typed = format!(" {} {}", &code[..4], &code[4..]);
    redeem(&browser, &typed, NEW).await.expect(303);
    for ended in [&alice.browser, &other] {
        ended.get("/settings/profile").await.expect(303);
    }
    bob.browser.get("/settings/profile").await.expect(200);
    assert!(!instance.opens("alice", PASSWORD).await);
    assert!(instance.opens("alice", NEW).await);
    assert!(instance.opens("bob", PASSWORD).await);
}

/// Shows: reset.new-password
#[tokio::test]
async fn nickname_in_any_case_and_verified_phone_both_reach_the_person() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let phone = alice.user.phone.clone().unwrap();
    for login in [" ALICE ", &phone, "@alice"] {
        let browser = instance.browser();
        ask(&browser, login).await.expect(303);
        let code = instance.code_of(&alice).await;
        redeem(&browser, &code, NEW).await.expect(303);
        instance.clock.advance(SECOND * 30);
    }
    // Each code, and each notice that it was used.
    assert_eq!(instance.arrived_at(&phone).await.len(), 6);
}

/// Shows: reset.same-answer
#[tokio::test]
async fn nothing_reveals_whether_a_name_exists() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.person_without_phone("erika").await;
    let david = instance.person("david").await;
    david.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap();
    let mut told = Vec::new();
    let logins = ["alice", "erika", "david", "nobody", "no\0one", "+491"];
    for login in logins {
        let browser = instance.browser();
        let mut seen = Vec::new();
        let mut see = |answer: Answer| {
            let location = answer.header("Location").map(str::to_owned);
            let page = answer.text().replace(&login.replace('\0', "\u{fffd}"), "LOGIN");
            seen.push((answer.status, location, page));
        };
        see(ask(&browser, login).await.expect(303));
        see(browser.get(CODE).await.expect(200));
        let right = instance.arrived_at(alice.user.phone.as_deref().unwrap()).await;
        let right = eight(&right[0]);
        for step in 1..=6 {
            see(redeem(&browser, &wrong(&right, step), NEW).await.expect(422));
        }
        see(redeem(&browser, &right, NEW).await.expect(422));
        // And asked again, at once and later.
        let again = ask(&browser, login).await.expect(429);
        seen.push((429, None, again.one("[data-fault=login]")));
        told.push(seen);
    }
    for (login, seen) in logins.iter().zip(&told) {
        assert_eq!(seen, &told[0], "{login:?}");
    }
    assert!(instance.arrived_at(david.user.phone.as_deref().unwrap()).await.is_empty());
    assert!(instance.opens("alice", PASSWORD).await);
}

/// Shows: reset.same-work
#[tokio::test]
async fn the_work_is_the_same_for_unknown_names() {
    let ran: Arc<Mutex<Vec<String>>> = Arc::default();
    let hears = ran.clone();
    let instance = TestInstance::watched(move |statement| {
        let sql = &statement.sql;
        let asks = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"];
        // Written behind the answer, as notes are; and the lease is renewed whenever it has to be.
        let behind = ["security_events", "\"nodes\""];
        let is_behind = behind.iter().any(|of| sql.contains(of));
        if asks.iter().any(|verb| sql.starts_with(verb)) && !is_behind {
            hears.lock().unwrap().push(sql.clone());
        }
    })
    .await;
    instance.person("alice").await;
    instance.person_without_phone("erika").await;
    let mut work = Vec::new();
    for login in ["alice", "erika", "nobody"] {
        let browser = instance.browser();
        instance.app.settled().await;
        ran.lock().unwrap().clear();
        ask(&browser, login).await.expect(303);
        instance.app.settled().await;
        let mut done = std::mem::take(&mut *ran.lock().unwrap());
        // The text is written and counted, and its code put in force, behind the answer.
        let sending = ["instance_settings", "phone_budgets", "SET \"code_mac\""];
        done.retain(|sql| !sending.iter().any(|of| sql.contains(of)));
        browser.get(CODE).await.expect(200);
        redeem(&browser, "00000000", NEW).await.expect(422);
        done.append(&mut ran.lock().unwrap());
        work.push(done);
    }
    assert!(work[0].len() > 5, "{:?}", work[0]);
    assert_eq!(work[0], work[1]);
    assert_eq!(work[0], work[2]);
}

/// Shows: reset.budget, reset.same-answer
#[tokio::test]
async fn a_name_gets_two_codes_a_minute_and_five_a_day_whether_it_exists_or_not() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for login in ["alice", "nobody"] {
        for turn in 1..=5 {
            ask(&instance.browser(), login).await.expect(303);
            // A text counts when it is sent, which is behind the answer.
            instance.app.settled().await;
            instance.clock.advance(SECOND * 29);
            let refused = ask(&instance.browser(), login).await.expect(429);
            assert_eq!(refused.faults(), ["login"]);
            let wait: u32 = refused.header("Retry-After").unwrap().parse().unwrap();
            assert_eq!(wait == 1, turn < 5, "{wait} seconds after turn {turn}");
            assert_eq!(refused.attributes("#f-login", "value"), [login]);
            assert!(refused.header("Set-Cookie").is_none());
            instance.clock.advance(SECOND);
        }
        let refused = ask(&instance.browser(), login).await.expect(429);
        assert!(refused.one("[data-fault=login]").contains("5 codes today"));
    }
    let phone = alice.user.phone.as_deref().unwrap();
    assert_eq!(instance.arrived_at(phone).await.len(), 5);
    instance.clock.advance(SECOND * 24 * 60 * 60);
    ask(&instance.browser(), "alice").await.expect(303);
    assert_eq!(instance.arrived_at(phone).await.len(), 6);
}

/// Shows: reset.budget
#[tokio::test]
async fn another_spelling_of_a_name_is_the_same_name() {
    let instance = TestInstance::open().await;
    for spellings in [["alice", " ALICE "], ["+4915112345641", " +49 (151) 123-45641"]] {
        ask(&instance.browser(), spellings[0]).await.expect(303);
        ask(&instance.browser(), spellings[1]).await.expect(429);
    }
}

/// Shows: reset.budget
#[tokio::test]
async fn of_requests_side_by_side_one_sends_a_text() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let browsers: Vec<_> = (0..10).map(|_| instance.browser()).collect();
    let answers = join_all(browsers.iter().map(|browser| ask(browser, "alice"))).await;
    let asked = answers.iter().filter(|answer| answer.status == 303).count();
    let phone = alice.user.phone.as_deref().unwrap();
    assert_eq!((asked, instance.arrived_at(phone).await.len()), (1, 1));
}

/// Shows: reset.budget, phone.five-a-day
#[tokio::test]
async fn texts_to_verify_a_number_take_nothing_from_those_to_reset_a_password() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let mallory = instance.person_without_phone("mallory").await;
    let phone = alice.user.phone.clone().unwrap();
    let typed = [("phone", phone.as_str())];
    for _ in 0..5 {
        mallory.browser.post("/settings/phone", &typed).await.expect(303);
        instance.clock.advance(SECOND * 30);
    }
    let browser = instance.browser();
    ask(&browser, "alice").await.expect(303);
    let code = instance.code_of(&alice).await;
    redeem(&browser, &code, NEW).await.expect(303);
}

/// Shows: reset.same-answer, phone.taken
#[tokio::test]
async fn a_reset_does_not_show_on_the_page_of_the_phone_whose_number_it_was_sent_to() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let phone = alice.user.phone.clone().unwrap();
    // By the nickname, whose number is sought; and by a number, of which it is sought whether anyone has it.
    for (nickname, login) in [("mallory", "alice"), ("malory", &*phone)] {
        let mallory = instance.person_without_phone(nickname).await;
        ask(&instance.browser(), login).await.expect(303);
        instance.app.settled().await;
        for number in [&*phone, OTHER] {
            let typed = [("phone", number)];
            let answer = mallory.browser.post("/settings/phone", &typed).await;
            assert_eq!(answer.status, 303, "{login} {number}");
        }
        instance.clock.advance(SECOND * 30);
    }
}

#[tokio::test]
async fn an_empty_name_is_a_fault_and_asks_for_nothing() {
    let instance = TestInstance::open().await;
    for login in ["", "  "] {
        let page = ask(&instance.browser(), login).await.expect(422);
        assert_eq!(page.faults(), ["login"]);
    }
    let rows = password_reset::Entity::find().all(&*instance.app.db).await;
    assert!(rows.unwrap().is_empty());
}

/// Shows: reset.by-address
#[tokio::test]
async fn requests_and_guesses_from_one_address_are_limited() {
    let instance =
        TestInstance::configured(|figment| figment.merge(("throttle", rocket::figment::map! { "enabled" => true })))
            .await;
    let browser = instance.browser();
    ask(&browser, "nobody").await.expect(303);
    for _ in 0..19 {
        redeem(&browser, "12345678", NEW).await.expect(422);
    }
    let guess = redeem(&browser, "12345678", NEW).await.expect(429);
    assert!(guess.header("Retry-After").is_some());
    ask(&instance.browser(), "someone").await.expect(429);
}

#[tokio::test]
async fn without_a_provider_the_page_says_that_the_operator_has_to_act() {
    let instance = TestInstance::configured(|figment| figment.merge(("base_url", "http://chat.example.org"))).await;
    instance.person("alice").await;
    let browser = instance.browser();
    let page = browser.get(PATH).await.expect(200);
    assert!(page.text().contains("operator"));
    assert!(page.all("#f-login").is_empty());
    for login in ["alice", "nobody"] {
        let page = ask(&browser, login).await.expect(422);
        assert_eq!(page.faults(), ["form"]);
    }
}

/// Shows: reset.not-kept
#[tokio::test]
async fn the_row_contains_no_name_number_code_or_ticket() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let browser = instance.browser();
    ask(&browser, "alice").await.expect(303);
    let code = instance.code_of(&alice).await;
    let ticket = browser.cookie("portico-reset").unwrap();
    let row = password_reset::Entity::find().one(&*instance.app.db).await;
    let row = row.unwrap().unwrap();
    // Of six digits a hash without a key is as good as the digits, and of a name it tells whose it is.
    assert_ne!(row.code_mac, SecretHash::of_text(&code).to_vec());
    assert_ne!(row.login_mac, SecretHash::of_text("alice").to_vec());
    let kept = [row.login_mac, row.ticket_hash, row.code_mac];
    let phone = alice.user.phone.clone().unwrap();
    for secret in [&code, &ticket, "alice", &phone] {
        for bytes in &kept {
            assert_eq!(bytes.len(), 32);
            let found = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!found);
        }
    }
}

/// Shows: sessions.cookie
#[tokio::test]
async fn the_ticket_is_bound_to_the_host_and_hidden_from_scripts() {
    for (base, name) in
        [("http://localhost:8000", "portico-reset="), ("https://localhost:8000", "__Host-portico-reset=")]
    {
        let instance = TestInstance::configured(|figment| figment.merge(("base_url", base))).await;
        let answer = ask(&instance.browser(), "nobody").await.expect(303);
        let cookie = answer.header("Set-Cookie").unwrap();
        assert!(cookie.starts_with(name), "{cookie}");
        for flag in ["; HttpOnly", "; SameSite=Lax", "; Path=/", "; Max-Age=600"] {
            assert!(cookie.contains(flag), "{flag} in {cookie}");
        }
        assert_eq!(cookie.contains("; Secure"), base.starts_with("https"));
    }
}

/// Shows: sessions.next-stays
#[tokio::test]
async fn a_continuation_never_leaves_the_site() {
    let instance = TestInstance::open().await;
    for (number, next) in ["//evil.example", "/\\evil.example", "https://evil.example/"].into_iter().enumerate() {
        let browser = instance.browser();
        let login = format!("nobody{number}");
        let fields = [("login", login.as_str()), ("next", next)];
        let asked = browser.post(PATH, &fields).await.expect(303);
        assert_eq!(asked.location(), "/reset/code?next=%2F");
        let encoded: String = form_urlencoded::byte_serialize(next.as_bytes()).collect();
        let page = browser.get(&format!("{PATH}?next={encoded}")).await.expect(200);
        assert!(!page.text().contains("evil"));
    }
}
