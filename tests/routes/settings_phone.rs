//! `/settings/phone` and `/settings/phone/verify`. `outbox` tests the text messages themselves.

use std::time::Duration;

use portico_crypto::tokens::SecretHash;
use portico_store::models::User;
use portico_store::models::accounts::phone_code::{self, budget};
use rocket::futures::future::join_all;
use sea_orm::EntityTrait;

use crate::support::{Answer, Person, TestInstance};

mod outbox;

const PATH: &str = "/settings/phone";
const VERIFY: &str = "/settings/phone/verify";
const NUMBER: &str = "+4915112345642";
const OTHER: &str = "+4915112345643";
const SECOND: Duration = Duration::from_secs(1);

impl TestInstance {
    /// The texts that were sent to a number, newest first.
    fn texts(&self, number: &str) -> Vec<String> {
        let messages = self.app.sms.outbox().unwrap().messages();
        messages.into_iter().filter(|message| message.to == number).map(|message| message.text).collect()
    }

    /// The code in the newest text to a number.
    fn code(&self, number: &str) -> String {
        let text = self.texts(number).remove(0);
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits[..6].to_owned()
    }

    async fn phone_of(&self, person: &Person<'_>) -> Option<String> {
        let user = User::find(&self.app.db, person.id).await.unwrap();
        user.unwrap().phone
    }
}

impl Person<'_> {
    async fn ask(&self, number: &str) -> Answer {
        self.browser.post(PATH, &[("phone", number)]).await
    }

    async fn guess(&self, code: &str) -> Answer {
        self.browser.post(VERIFY, &[("code", code)]).await
    }
}

/// Six digits that are not the code.
fn wrong(code: &str, step: u32) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + step) % 1_000_000)
}

#[tokio::test]
async fn who_came_from_a_page_that_needs_a_number_goes_on_there() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    let next = ("next", "/portal/apps/new");
    let portal = alice.browser.get("/portal").await.expect(200);
    let hidden = portal.attributes("#checklist form input[type=hidden]", "value");
    assert_eq!(hidden, [next.1]);
    let shown = alice.browser.post(PATH, &[("phone", "12"), next]).await;
    let hidden = shown.expect(422).attributes("main input[name=next]", "value");
    assert_eq!(hidden, [next.1]);
    let sent = alice.browser.post(PATH, &[("phone", NUMBER), next]).await;
    let page = sent.expect(303).location().to_owned();
    assert_eq!(page, "/settings/phone?next=%2Fportal%2Fapps%2Fnew");
    let shown = alice.browser.get(&page).await.expect(200);
    let forms = shown.all("main form[action^='/settings/phone']").len();
    assert_eq!(shown.attributes("main input[name=next]", "value"), vec![next.1; forms]);
    let code = instance.code(NUMBER);
    let wrong = wrong(&code, 1);
    let shown = alice.browser.post(VERIFY, &[("code", &wrong), next]).await;
    let hidden = shown.expect(422).attributes("main input[name=next]", "value");
    assert_eq!(hidden[0], next.1);
    let done = alice.browser.post(VERIFY, &[("code", &code), next]).await;
    assert_eq!(done.expect(303).location(), next.1);
    alice.browser.get(next.1).await.expect(200);
}

#[tokio::test]
async fn it_goes_on_to_no_other_site() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    for next in ["//evil.example", "https://evil.example/", "/\\evil.example"] {
        let encoded: String = form_urlencoded::byte_serialize(next.as_bytes()).collect();
        let page = alice.browser.get(&format!("{PATH}?next={encoded}")).await;
        assert!(page.expect(200).all("main input[name=next]").is_empty());
        let fields = [("phone", "12"), ("next", next)];
        let refused = alice.browser.post(PATH, &fields).await.expect(422);
        assert!(refused.all("main input[name=next]").is_empty());
    }
    let next = ("next", "//evil.example");
    let sent = alice.browser.post(PATH, &[("phone", NUMBER), next]).await;
    assert_eq!(sent.expect(303).location(), PATH);
    let code = instance.code(NUMBER);
    let done = alice.browser.post(VERIFY, &[("code", &code), next]).await;
    assert_eq!(done.expect(303).location(), PATH);
}

#[tokio::test]
async fn a_code_by_text_verifies_the_number_it_was_sent_to() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    let answer = alice.ask("+49 (151) 1234-5642").await.expect(303);
    assert_eq!(answer.location(), PATH);
    let code = instance.code(NUMBER);
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(page.one("#masked-phone"), "+49 ··· ··· 42");
    assert!(!page.text().contains("12345642"));
    // As phones show it, and as people copy it.
    let typed = format!(" {} {}", &code[..3], &code[3..]);
    let answer = alice.guess(&typed).await.expect(303);
    assert_eq!(answer.location(), PATH);
    assert_eq!(instance.phone_of(&alice).await.as_deref(), Some(NUMBER));
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(page.one("#verified-phone"), "+49 ··· ··· 42");
    assert!(page.all("#f-code").is_empty());
    // Once used, it is gone.
    assert_eq!(alice.guess(&code).await.expect(422).faults(), ["code"]);
}

#[tokio::test]
async fn the_page_counts_the_tries_and_the_seconds_until_the_next_code() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    alice.ask(NUMBER).await.expect(303);
    instance.clock.advance(SECOND * 12);
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(page.attributes("[data-countdown]", "data-countdown"), ["18"]);
    assert!(page.text().contains("5 tries left"));
    let page = alice.guess(&wrong(&instance.code(NUMBER), 1)).await.expect(422);
    assert_eq!(page.faults(), ["code"]);
    assert!(page.text().contains("4 tries left"));
    instance.clock.advance(SECOND * 18);
    let page = alice.browser.get(PATH).await.expect(200);
    assert!(page.all("[data-countdown]").is_empty());
}

/// Shows: phone.new-code
#[tokio::test]
async fn a_new_code_kills_the_one_before() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    alice.ask(NUMBER).await.expect(303);
    let old = instance.code(NUMBER);
    instance.clock.advance(SECOND * 30);
    alice.ask(NUMBER).await.expect(303);
    let new = instance.code(NUMBER);
    if old != new {
        alice.guess(&old).await.expect(422);
    }
    alice.guess(&new).await.expect(303);
}

/// Shows: phone.bound
#[tokio::test]
async fn a_code_is_worth_nothing_for_another_number_or_another_person() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    let mallory = instance.person_without_phone("mallory").await;
    alice.ask(NUMBER).await.expect(303);
    let code = instance.code(NUMBER);
    mallory.guess(&code).await.expect(422);
    mallory.ask(OTHER).await.expect(303);
    if instance.code(OTHER) != code {
        mallory.guess(&code).await.expect(422);
    }
    assert_eq!(instance.phone_of(&mallory).await, None);
    alice.guess(&code).await.expect(303);
}

/// Shows: phone.resend
#[tokio::test]
async fn the_next_text_to_a_number_waits_half_a_minute_over_all_accounts() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    let bob = instance.person_without_phone("bob").await;
    alice.ask(NUMBER).await.expect(303);
    instance.clock.advance(SECOND * 29);
    let answer = bob.ask(NUMBER).await.expect(429);
    assert_eq!(answer.faults(), ["phone"]);
    assert!(answer.one("[data-fault=phone]").contains("in a second"));
    assert_eq!(answer.header("Retry-After"), Some("1"));
    let answer = alice.browser.post(PATH, &[("resend", "on")]).await;
    assert_eq!(answer.expect(429).faults(), ["phone"]);
    assert_eq!(instance.texts(NUMBER).len(), 1);
    instance.clock.advance(SECOND);
    bob.ask(NUMBER).await.expect(303);
    assert_eq!(instance.texts(NUMBER).len(), 2);
}

/// Shows: phone.resend
#[tokio::test]
async fn of_requests_side_by_side_one_sends_a_text() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    let answers = join_all((0..20).map(|_| alice.ask(NUMBER))).await;
    let sent = answers.iter().filter(|answer| answer.status == 303).count();
    assert_eq!((sent, instance.texts(NUMBER).len()), (1, 1));
    alice.guess(&instance.code(NUMBER)).await.expect(303);
}

/// Shows: phone.five-a-day
#[tokio::test]
async fn a_number_gets_five_texts_a_day() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    let bob = instance.person_without_phone("bob").await;
    for _ in 0..5 {
        alice.ask(NUMBER).await.expect(303);
        instance.clock.advance(SECOND * 30);
    }
    for person in [&alice, &bob] {
        let answer = person.ask(NUMBER).await.expect(429);
        assert!(answer.one("[data-fault=phone]").contains("5 codes today"));
    }
    assert_eq!(instance.texts(NUMBER).len(), 5);
    // Other numbers have budgets of their own, and this one has a new one tomorrow.
    alice.ask(OTHER).await.expect(303);
    instance.clock.advance(SECOND * (24 * 60 * 60 - 151));
    for person in [&alice, &bob] {
        instance.sign_in_on(&person.browser, &person.user).await;
    }
    alice.ask(NUMBER).await.expect(429);
    instance.clock.advance(SECOND);
    for _ in 0..5 {
        bob.ask(NUMBER).await.expect(303);
        instance.clock.advance(SECOND * 30);
    }
    bob.ask(NUMBER).await.expect(429);
}

/// Shows: phone.taken
#[tokio::test]
async fn a_number_that_is_taken_looks_like_any_other_and_gets_no_code() {
    let instance = TestInstance::open().await;
    let owner = instance.person("owner").await;
    let taken = owner.user.phone.clone().unwrap();
    let mallory = instance.person_without_phone("mallory").await;
    let bob = instance.person_without_phone("bobby").await;
    // Another number that looks the same once it is masked.
    let mut free = taken.clone();
    free.replace_range(8..9, if &taken[8..9] == "1" { "2" } else { "1" });
    let asked = [mallory.ask(&taken).await, bob.ask(&free).await];
    let [one, other] = asked.map(|answer| answer.expect(303).location().to_owned());
    assert_eq!(one, other);
    assert_eq!(instance.texts(&taken), [instance.words("text-number-in-use")]);
    assert_eq!(instance.texts(&free).len(), 1);
    // All but the text itself, which this machine could read in the outbox.
    let shown = |page: Answer, person: &Person<'_>| {
        let mut shown = page.text();
        if let Some(text) = page.all("#outbox-text .nums").first() {
            shown = shown.replace(&text.replace('\'', "&#39;"), "TEXT");
        }
        shown.replace(&person.id.to_string(), "ID").replace(&person.name, "NAME").replace(&person.nickname, "NICK")
    };
    let pages = [
        shown(mallory.browser.get(PATH).await.expect(200), &mallory),
        shown(bob.browser.get(PATH).await.expect(200), &bob),
    ];
    assert_eq!(pages[0], pages[1]);
    // Guesses are counted alike too.
    let right = instance.code(&free);
    for step in 1..=6 {
        let guess = wrong(&right, step);
        let pages = [
            shown(mallory.guess(&guess).await.expect(422), &mallory),
            shown(bob.guess(&guess).await.expect(422), &bob),
        ];
        assert_eq!(pages[0], pages[1]);
    }
    // And so is the budget.
    let pages = [
        mallory.ask(&taken).await.expect(429).one("[data-fault=phone]"),
        bob.ask(&free).await.expect(429).one("[data-fault=phone]"),
    ];
    assert_eq!(pages[0], pages[1]);
    assert_eq!(instance.phone_of(&owner).await, Some(taken));
    assert_eq!(instance.phone_of(&mallory).await, None);
}

/// Shows: phone.taken
#[tokio::test]
async fn of_two_who_prove_the_same_number_the_first_one_has_it() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    let bob = instance.person_without_phone("bob").await;
    alice.ask(NUMBER).await.expect(303);
    let first = instance.code(NUMBER);
    instance.clock.advance(SECOND * 30);
    bob.ask(NUMBER).await.expect(303);
    bob.guess(&instance.code(NUMBER)).await.expect(303);
    let late = alice.guess(&first).await.expect(422);
    assert_eq!(late.faults(), ["code"]);
    assert_eq!(instance.phone_of(&alice).await, None);
    assert_eq!(instance.phone_of(&bob).await.as_deref(), Some(NUMBER));
}

#[tokio::test]
async fn the_old_number_stays_until_the_new_one_is_verified() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let old = alice.user.phone.clone();
    alice.ask(NUMBER).await.expect(303);
    assert_eq!(instance.phone_of(&alice).await, old);
    alice.guess(&instance.code(NUMBER)).await.expect(303);
    assert_eq!(instance.phone_of(&alice).await.as_deref(), Some(NUMBER));
}

#[tokio::test]
async fn ones_own_number_needs_no_second_proof() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let own = alice.user.phone.clone().unwrap();
    let answer = alice.ask(&own).await.expect(422);
    assert_eq!(answer.faults(), ["phone"]);
    assert!(instance.texts(&own).is_empty());
}

/// Shows: phone.formats
#[tokio::test]
async fn what_is_no_number_is_a_fault_and_what_was_typed_stays() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    for typed in ["", "0151 12345642", "+49 1", "+1<script>"] {
        let answer = alice.ask(typed).await.expect(422);
        assert_eq!(answer.faults(), ["phone"], "{typed}");
        assert_eq!(answer.attributes("#f-phone", "value"), [typed]);
    }
    // Nothing was asked for yet that could be sent again.
    let answer = alice.browser.post(PATH, &[("resend", "on")]).await;
    assert_eq!(answer.expect(422).faults(), ["phone"]);
}

#[tokio::test]
async fn what_is_no_code_costs_no_try() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    alice.ask(NUMBER).await.expect(303);
    for typed in ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "+12345"] {
        let answer = alice.guess(typed).await.expect(422);
        assert_eq!(answer.faults(), ["code"], "{typed}");
        assert!(answer.text().contains("5 tries left"));
    }
    alice.guess(&instance.code(NUMBER)).await.expect(303);
}

#[tokio::test]
async fn a_guess_without_any_code_is_refused() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    assert_eq!(alice.guess("123456").await.expect(422).faults(), ["code"]);
}

/// Shows: phone.not-kept
#[tokio::test]
async fn number_and_code_are_stored_only_where_necessary() {
    let instance = TestInstance::open().await;
    let alice = instance.person_without_phone("alice").await;
    alice.ask(NUMBER).await.expect(303);
    let code = instance.code(NUMBER);
    let row = phone_code::Entity::find().one(&*instance.app.db).await;
    let mac = row.unwrap().unwrap().code_mac;
    assert!(!mac.windows(6).any(|part| part == code.as_bytes()));
    // Of six digits a hash without a key is as good as the digits.
    assert_ne!(mac, SecretHash::of_text(&code).to_vec());
    let budget = budget::Entity::find().one(&*instance.app.db).await;
    let mac = budget.unwrap().unwrap().phone_mac;
    assert_eq!(mac.len(), 32);
    assert!(!mac.windows(8).any(|part| part == &NUMBER.as_bytes()[6..]));
    alice.guess(&code).await.expect(303);
    let rows = phone_code::Entity::find().all(&*instance.app.db).await.unwrap();
    assert!(rows.is_empty());
}

/// Shows: phone.by-address
#[tokio::test]
async fn codes_for_many_numbers_from_one_address_are_limited() {
    let instance =
        TestInstance::configured(|figment| figment.merge(("throttle", rocket::figment::map! { "enabled" => true })))
            .await;
    let people = instance.people_without_phone(3).await;
    for last in 0..10 {
        people[last / 5].ask(&format!("+491511234560{last}")).await.expect(303);
    }
    let answer = people[2].ask("+4915112345611").await.expect(429);
    assert!(answer.header("Retry-After").is_some());
}

/// Shows: leaks.pages
#[tokio::test]
async fn verifying_a_phone_needs_a_sign_in() {
    let instance = TestInstance::open().await;
    let stranger = instance.browser();
    for answer in [
        stranger.get(PATH).await,
        stranger.post(PATH, &[("phone", NUMBER)]).await,
        stranger.post(VERIFY, &[("code", "123456")]).await,
    ] {
        assert!(answer.expect(303).location().starts_with("/sign-in"));
    }
    assert!(instance.texts(NUMBER).is_empty());
}
