//! `/settings/phone` with a real provider: what a user sees of a provider's errors, and what they cost.

use std::sync::Arc;
use std::time::Duration;

use portico_rules::language::ENGLISH;
use portico_rules::phone::Number;
use portico_store::models::User;
use portico_store::models::accounts::phone_code::{self, budget};
use rocket::figment::value::{Dict, Value};
use rocket::futures::future::{join, join_all};
use rocket::tokio::sync::Notify;
use sea_orm::EntityTrait;

use crate::support::{Answer, LogLines, PASSWORD, Person, Provider, Reply, TestInstance};
use portico_rules::ids::UserId;

const PATH: &str = "/settings/phone";
const NUMBER: &str = "+4915112345642";
const MINUTE: Duration = Duration::from_secs(60);

/// An instance whose texts go to a provider.
async fn instance_with(provider: &Provider, more: impl IntoIterator<Item = (&'static str, Value)>) -> TestInstance {
    let setting = setting(provider, more);
    TestInstance::configured(|figment| figment.merge(("sms", setting))).await
}

fn setting(provider: &Provider, more: impl IntoIterator<Item = (&'static str, Value)>) -> Dict {
    let mut setting = Dict::from([
        ("transport".into(), "twilio".into()),
        ("base_url".into(), provider.origin().into()),
        ("account_sid".into(), "AC0f".into()),
        ("auth_token".into(), "hush-auth-token".into()),
        ("from".into(), "+15005550006".into()),
    ]);
    setting.extend(more.into_iter().map(|(name, value)| (name.to_owned(), value)));
    setting
}

async fn ask(person: &Person<'_>, number: &str) -> Answer {
    person.browser.post(PATH, &[("phone", number)]).await
}

async fn guess(person: &Person<'_>, code: &str) -> Answer {
    person.browser.post("/settings/phone/verify", &[("code", code)]).await
}

fn fault(answer: &Answer) -> String {
    answer.one("[data-fault=phone]")
}

#[tokio::test]
async fn a_code_that_a_provider_carried_verifies_the_number() {
    let provider = Provider::answering([Reply::status(500), Reply::taken()]).await;
    let instance = instance_with(&provider, []).await;
    let alice = instance.person_without_phone("alice").await;
    ask(&alice, "+49 151 1234 5642").await.expect(303);
    let heard = provider.heard();
    assert_eq!(heard.len(), 2);
    assert_eq!(heard[1].field("To").as_deref(), Some(NUMBER));
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(page.one("#masked-phone"), "+49 ··· ··· 42");
    guess(&alice, &provider.code()).await.expect(303);
    let user = User::find(&instance.app.db, alice.id).await.unwrap().unwrap();
    assert_eq!(user.phone.as_deref(), Some(NUMBER));
    // Nobody reads here what was sent.
    instance.browser().get("/dev/outbox").await.expect(404);
}

/// Shows: sms.faults-told
#[tokio::test]
async fn a_failed_text_message_is_reported_and_costs_nothing() {
    let mut replies = vec![Reply::refused(401, 20003, "Authenticate"); 7];
    replies.push(Reply::taken());
    let provider = Provider::answering(replies).await;
    let instance = instance_with(&provider, []).await;
    let alice = instance.person_without_phone("alice").await;
    for _ in 0..7 {
        let answer = ask(&alice, NUMBER).await.expect(422);
        assert!(fault(&answer).contains("couldn’t send"), "{}", answer.text());
        assert!(fault(&answer).contains("ry again"));
        // In our own words, with what was typed, and no code that could be entered.
        assert!(!answer.text().contains("Authenticate"));
        assert!(!answer.text().contains("20003"));
        assert_eq!(answer.attributes("#f-phone", "value"), [NUMBER]);
        assert!(answer.all("#f-code").is_empty());
    }
    let budgets = budget::Entity::find().all(&*instance.app.db).await.unwrap();
    assert!(budgets.iter().all(|budget| budget.sent == 0));
    // The provider works again: the next message is sent at once, and then the number has to wait.
    ask(&alice, NUMBER).await.expect(303);
    let answer = ask(&alice, NUMBER).await.expect(429);
    assert_eq!(answer.header("Retry-After"), Some("30"));
    guess(&alice, &provider.code()).await.expect(303);
}

#[tokio::test]
async fn a_code_that_works_outlives_a_new_one_that_could_not_be_sent() {
    let provider = Provider::answering([Reply::taken(), Reply::status(400)]).await;
    let instance = instance_with(&provider, []).await;
    let alice = instance.person_without_phone("alice").await;
    ask(&alice, NUMBER).await.expect(303);
    let code = provider.code();
    instance.clock.advance(MINUTE);
    let answer = alice.browser.post(PATH, &[("resend", "on")]).await;
    let answer = answer.expect(422);
    assert!(fault(&answer).contains("couldn’t send"));
    assert_eq!(answer.all("#f-code").len(), 1);
    guess(&alice, &code).await.expect(303);
}

/// Shows: sms.not-twice
#[tokio::test]
async fn a_text_that_may_have_gone_out_counts_and_its_code_works() {
    let provider = Provider::answering([Reply::HangUp]).await;
    let instance = instance_with(&provider, []).await;
    let alice = instance.person_without_phone("alice").await;
    let answer = ask(&alice, NUMBER).await.expect(422);
    assert!(fault(&answer).contains("may not have been sent"));
    assert_eq!(answer.all("#f-code").len(), 1);
    ask(&alice, NUMBER).await.expect(429);
    guess(&alice, &provider.code()).await.expect(303);
}

/// Shows: sms.faults-told
#[tokio::test]
async fn a_number_that_refuses_texts_is_reported_and_not_retried_forever() {
    let words = "Attempt to send to unsubscribed recipient";
    let provider = Provider::answering([Reply::refused(400, 21610, words)]).await;
    let instance = instance_with(&provider, []).await;
    let alice = instance.person_without_phone("alice").await;
    for _ in 0..5 {
        let answer = ask(&alice, NUMBER).await.expect(422);
        assert!(fault(&answer).contains("to this number"));
        instance.clock.advance(MINUTE / 2);
    }
    let answer = ask(&alice, NUMBER).await.expect(429);
    assert!(fault(&answer).contains("5 codes today"));
    assert_eq!(provider.heard().len(), 5);
}

/// Shows: phone.taken
#[tokio::test]
async fn a_number_that_is_taken_takes_the_same_way_and_shares_its_faults() {
    let provider = Provider::answering([Reply::taken(), Reply::taken(), Reply::status(401), Reply::status(401)]).await;
    let instance = instance_with(&provider, []).await;
    let owner = instance.person("owner").await;
    let taken = owner.user.phone.clone().unwrap();
    let mallory = instance.person_without_phone("mallory").await;
    let bob = instance.person_without_phone("bobby").await;
    for status in [303, 422] {
        let one = ask(&mallory, &taken).await.expect(status);
        let other = ask(&bob, NUMBER).await.expect(status);
        assert_eq!(one.faults(), other.faults());
        instance.clock.advance(MINUTE);
    }
    let heard = provider.heard();
    let texts: Vec<String> = heard.iter().filter_map(|one| one.field("Body")).collect();
    assert_eq!(heard[0].field("To"), Some(taken));
    assert!(!texts[0].contains(|c: char| c.is_ascii_digit()));
    assert!(texts[1].contains("Portico code is"));
}

/// Shows: sms.others
#[tokio::test]
async fn others_are_answered_while_a_provider_hangs() {
    let others_are_done = Arc::new(Notify::new());
    let late = Reply::After(others_are_done.clone(), Box::new(Reply::taken()));
    let provider = Provider::answering([late]).await;
    // Were the others to wait for Alice, she would wait until her request times out.
    let instance = instance_with(&provider, [("timeout_ms", 20_000.into())]).await;
    let alice = instance.person_without_phone("alice").await;
    let bob = instance.person("bob").await;
    let name = [("nickname", "bob"), ("name", "Robert")];
    let waiting = ask(&alice, NUMBER);
    let others = async {
        // Alice waits for the provider from here on.
        while provider.heard().is_empty() {
            rocket::tokio::task::yield_now().await;
        }
        let answer = bob.browser.post("/settings/profile", &name).await;
        bob.browser.get(PATH).await.expect(200);
        others_are_done.notify_one();
        answer
    };
    let (waited, other) = join(waiting, others).await;
    other.expect(303);
    waited.expect(303);
}

/// Shows: phone.by-address
#[tokio::test]
async fn one_address_has_a_daily_limit_of_texts_over_all_numbers() {
    let provider = Provider::answering([Reply::taken()]).await;
    let instance = instance_with(&provider, [("a_day_per_address", 3.into())]).await;
    let alice = instance.person_without_phone("alice").await;
    let bob = instance.person_without_phone("bob").await;
    for last in 0..3 {
        ask(&alice, &format!("+491511234560{last}")).await.expect(303);
    }
    let answer = ask(&bob, NUMBER).await.expect(429);
    assert!(fault(&answer).contains("your network"));
    assert!(answer.header("Retry-After").is_some());
    assert_eq!(provider.heard().len(), 3);
    instance.clock.advance(MINUTE * 60 * 24);
    instance.sign_in_on(&bob.browser, &bob.user).await;
    // The refused one did not count against the number.
    ask(&bob, NUMBER).await.expect(303);
}

#[tokio::test]
async fn texts_are_counted_by_what_became_of_them() {
    let provider =
        Provider::answering([Reply::taken(), Reply::status(400), Reply::refused(400, 21211, "No."), Reply::HangUp])
            .await;
    let instance = instance_with(&provider, []).await;
    let alice = instance.person_without_phone("alice").await;
    for last in 0..4 {
        ask(&alice, &format!("+491511234560{last}")).await;
    }
    let figures = instance.app.metrics.text().unwrap();
    for outcome in ["sent", "unsent", "refused", "unsure"] {
        let line = format!("portico_texts_total{{outcome=\"{outcome}\"}} 1");
        assert!(figures.contains(&line), "{line} in\n{figures}");
    }
}

/// Shows: sms.faults-told
#[tokio::test]
async fn of_requests_side_by_side_that_fail_none_is_counted_and_one_asks_the_provider_at_a_time() {
    let provider = Provider::answering([Reply::status(401)]).await;
    let instance = instance_with(&provider, []).await;
    let alice = instance.person_without_phone("alice").await;
    let answers = join_all((0..20).map(|_| ask(&alice, NUMBER))).await;
    let failed = answers.iter().filter(|answer| answer.status == 422).count();
    assert!(failed >= 1 && answers.iter().all(|answer| [422, 429].contains(&answer.status)));
    assert_eq!(provider.heard().len(), failed);
    let budgets = budget::Entity::find().all(&*instance.app.db).await.unwrap();
    assert!(budgets.iter().all(|budget| budget.sent == 0));
}

/// Shows: phone.five-a-day
#[tokio::test]
async fn all_nodes_count_a_numbers_texts_together_and_take_them_back_together() {
    let provider = Provider::answering([Reply::status(401), Reply::taken(), Reply::taken()]).await;
    let one = instance_with(&provider, []).await;
    if !one.is_on_postgres() {
        return;
    }
    let written = setting(&provider, []);
    let other = one.beside(|figment| figment.merge(("sms", written))).await;
    let alice = one.person_without_phone("alice").await;
    let bob = other.person_without_phone("bob").await;
    ask(&alice, NUMBER).await.expect(422);
    ask(&bob, NUMBER).await.expect(303);
    ask(&alice, NUMBER).await.expect(429);
    one.clock.advance(MINUTE / 2);
    ask(&alice, NUMBER).await.expect(303);
    assert_eq!(provider.heard().len(), 3);
}

/// Shows: phone.kinds, phone.countries
#[tokio::test]
async fn a_number_that_gets_no_texts_is_a_fault_beside_its_field_and_costs_nothing() {
    let provider = Provider::answering([Reply::taken()]).await;
    let instance = instance_with(&provider, [("countries", vec!["DE", "US"].into())]).await;
    let alice = instance.person_without_phone("alice").await;
    for (number, words) in [
        ("+881612345678", "no country"),
        ("+870301234567", "no country"),
        ("+883510012345678", "no country"),
        ("+4930123456", "mobile"),
        ("+447640123456", "mobile"),
        ("+436641234567", "this country"),
        ("+18762101234", "this country"),
        ("+499001234567", "cost extra"),
    ] {
        let answer = ask(&alice, number).await.expect(422);
        let fault = fault(&answer);
        assert!(fault.contains(words) && fault.contains("nter"), "{number}: {fault}");
        assert_eq!(answer.attributes("#f-phone", "value"), [number]);
    }
    assert!(provider.heard().is_empty());
    assert!(budget::Entity::find().all(&*instance.app.db).await.unwrap().is_empty());
    ask(&alice, NUMBER).await.expect(303);
}

/// Shows: phone.kinds
#[tokio::test]
async fn a_landline_that_the_operator_verified_silently_gets_no_reset_code() {
    let provider = Provider::answering([Reply::taken()]).await;
    let instance = instance_with(&provider, []).await;
    let alice = instance.person_without_phone("alice").await;
    let landline = Number::parse("+4930123456").unwrap();
    alice.user.vouch_for_phone(&instance.app, &landline, &portico_store::models::Operator::TERMINAL).await.unwrap();
    for login in ["alice", "+49 30 123456", "nobody"] {
        let answer = instance.browser().post("/reset", &[("login", login)]).await;
        assert_eq!(answer.expect(303).location(), "/reset/code?next=%2F");
    }
    instance.app.settled().await;
    assert!(provider.heard().is_empty());
    // It is a number to sign in with all the same.
    let fields = [("login", "+4930123456"), ("password", PASSWORD)];
    instance.browser().post("/sign-in", &fields).await.expect(303);
}

/// Asks for a code from an address, as the proxy says.
async fn ask_from(person: &Person<'_>, number: &str, address: &str) -> Answer {
    let headers = [("Sec-Fetch-Site", "same-origin"), ("X-Forwarded-For", address)];
    person.browser.post_with(PATH, &[("phone", number)], &headers).await
}

/// An instance behind a proxy, which sends so many texts a day.
async fn behind_proxy(provider: &Provider, a_day: u32) -> TestInstance {
    let setting = setting(provider, [("a_day", a_day.into())]);
    TestInstance::configured(|figment| figment.merge(("sms", setting)).merge(("trusted_proxies", ["127.0.0.1/32"])))
        .await
}

fn number(last: usize) -> String {
    format!("+49151123456{last:02}")
}

/// Shows: phone.by-address, throttles.share
#[tokio::test]
async fn the_networks_of_one_site_share_a_tenth_of_the_texts_that_verify_phones() {
    let provider = Provider::answering([Reply::taken()]).await;
    let instance = behind_proxy(&provider, 40).await;
    let people = instance.people_without_phone(3).await;
    for last in 0..4 {
        let address = format!("2001:db8:0:{last:x}::1");
        ask_from(&people[last % 3], &number(last), &address).await.expect(303);
        // Refused by its own budget, it takes nothing from the site.
        ask_from(&people[last % 3], &number(last), &address).await.expect(429);
    }
    let answer = ask_from(&people[0], NUMBER, "2001:db8:0:ffff::1").await.expect(429);
    assert!(fault(&answer).contains("your network"));
    ask_from(&people[1], &number(10), "2001:db8:1::1").await.expect(303);
    assert_eq!(provider.heard().len(), 5);
}

/// Shows: phone.by-address, throttles.share
#[tokio::test]
async fn the_addresses_of_one_ipv4_24_have_one_share() {
    let provider = Provider::answering([Reply::taken()]).await;
    let instance = behind_proxy(&provider, 20).await;
    let people = instance.people_without_phone(2).await;
    ask_from(&people[0], &number(0), "192.0.2.1").await.expect(303);
    ask_from(&people[1], &number(1), "192.0.2.200").await.expect(303);
    ask_from(&people[1], &number(2), "::ffff:192.0.2.3").await.expect(429);
    ask_from(&people[1], &number(2), "192.0.3.3").await.expect(303);
}

/// Shows: phone.by-address
#[tokio::test]
async fn one_site_takes_no_more_than_a_fifth_of_the_day_with_resets() {
    let provider = Provider::answering([Reply::taken()]).await;
    let instance = behind_proxy(&provider, 20).await;
    let people = instance.people_without_phone(4).await;
    for (last, person) in people.iter().enumerate() {
        let _ = ask_from(person, &number(last), &format!("2001:db8:0:{last:x}::1")).await;
    }
    for (last, login) in ["carol", "dave", "erin", "frank"].iter().enumerate() {
        instance.person(login).await;
        let headers = [("Sec-Fetch-Site", "same-origin"), ("X-Forwarded-For", &*format!("2001:db8:0:{last:x}::2"))];
        instance.browser().post_with("/reset", &[("login", login)], &headers).await.expect(303);
        instance.app.settled().await;
    }
    assert_eq!(provider.heard().len(), 4);
}

/// Shows: phone.by-address
#[tokio::test]
async fn an_account_enters_five_new_numbers_a_day() {
    let provider = Provider::answering([Reply::taken()]).await;
    let instance = instance_with(&provider, []).await;
    let alice = instance.person_without_phone("alice").await;
    for last in 0..5 {
        ask(&alice, &number(last)).await.expect(303);
    }
    let answer = ask(&alice, &number(5)).await.expect(429);
    assert!(fault(&answer).contains("5 different numbers today"), "{}", fault(&answer));
    // The last number is no new one.
    instance.clock.advance(MINUTE);
    alice.browser.post(PATH, &[("resend", "on")]).await.expect(303);
    let bob = instance.person_without_phone("bob").await;
    ask(&bob, &number(5)).await.expect(303);
    instance.clock.advance(MINUTE * 60 * 24);
    instance.sign_in_on(&alice.browser, &alice.user).await;
    ask(&alice, &number(6)).await.expect(303);
}

/// Shows: sms.a-day
#[tokio::test]
async fn a_fifth_of_the_days_texts_is_reserved_for_resets() {
    let provider = Provider::answering([Reply::taken()]).await;
    let instance = behind_proxy(&provider, 5).await;
    let people = instance.people_without_phone(2).await;
    instance.person("carol").await;
    for last in 0..4 {
        ask_from(&people[last % 2], &number(last), &format!("198.51.{last}.1")).await.expect(303);
    }
    let answer = ask_from(&people[0], NUMBER, "198.51.9.1").await.expect(429);
    assert!(fault(&answer).contains("all its text messages for today"));
    for sent in [5, 5] {
        instance.browser().post("/reset", &[("login", "carol")]).await.expect(303);
        instance.app.settled().await;
        assert_eq!(provider.heard().len(), sent);
        instance.clock.advance(MINUTE);
    }
}

/// Sends a notice about an account.
async fn notify(instance: &TestInstance, user_id: UserId) {
    let owner = Number::parse(NUMBER).unwrap();
    phone_code::notify(&instance.app, (user_id, &ENGLISH), &owner, "text-recovery-code-used").await;
}

/// Shows: sms.notices
#[tokio::test]
async fn an_account_gets_three_notices_a_day_and_then_one_summary() {
    let provider = Provider::answering([Reply::taken()]).await;
    let instance = instance_with(&provider, []).await;
    for _ in 0..6 {
        notify(&instance, 7.into()).await;
    }
    let texts: Vec<String> = provider.heard().iter().filter_map(|one| one.field("Body")).collect();
    assert_eq!(texts.len(), 4, "{texts:?}");
    assert!(texts[..3].iter().all(|text| text.contains("A recovery code was used")));
    assert!(texts[3].contains("No more texts about it today"), "{texts:?}");
    notify(&instance, 8.into()).await;
    assert_eq!(provider.heard().len(), 5);
    instance.clock.advance(MINUTE * 60 * 24);
    notify(&instance, 7.into()).await;
    assert_eq!(provider.heard().len(), 6);
}

/// Shows: sms.notices
#[tokio::test]
async fn notices_take_nothing_from_codes_and_no_one_suppresses_the_first_of_another() {
    let provider = Provider::answering([Reply::taken()]).await;
    let instance = instance_with(&provider, [("a_day", 10.into())]).await;
    for account in 1..=20 {
        for _ in 0..3 {
            notify(&instance, account.into()).await;
        }
    }
    // The first of each. Of the others, the share of all notices was spent by the first ones.
    assert_eq!(provider.heard().len(), 20);
    let alice = instance.person_without_phone("alice").await;
    ask(&alice, NUMBER).await.expect(303);
    assert!(figures(&instance).await.contains("portico_text_messages_today 21\n"));
}

async fn figures(instance: &TestInstance) -> String {
    let answer = instance.browser().get("/metrics").await.expect(200);
    answer.text()
}

/// Shows: sms.a-day
#[tokio::test]
async fn the_whole_instance_sends_so_many_texts_a_day() {
    let provider = Provider::answering([Reply::taken()]).await;
    let instance = behind_proxy(&provider, 10).await;
    let (alice, bob) = (instance.person_without_phone("alice").await, instance.person_without_phone("bob").await);
    let lines = LogLines::default();
    let guard = lines.listen_up_to(tracing::Level::INFO);
    for last in 0..7 {
        let figures = figures(&instance).await;
        assert!(figures.contains(&format!("portico_text_messages_today {last}\n")), "{figures}");
        assert!(figures.contains("portico_text_messages_a_day 10\n"), "{figures}");
        let person = if last % 2 == 0 { &alice } else { &bob };
        ask_from(person, &number(last), &format!("198.51.{last}.1")).await.expect(303);
    }
    for person in [&alice, &bob] {
        let answer = ask_from(person, NUMBER, "203.0.113.1").await.expect(429);
        assert!(fault(&answer).contains("all its text messages for today. Try again in 24 hours"));
        assert_eq!(answer.header("Retry-After"), Some("86400"));
    }
    assert_eq!(provider.heard().len(), 7);
    let log = lines.text();
    assert_eq!(log.matches("80 % of the text messages").count(), 1, "{log}");
    assert_eq!(log.matches("reserved for password resets are left").count(), 1, "{log}");
    assert!(log.contains("WARN") && log.contains("ERROR"), "{log}");
    // The refused ones did not count against the number.
    instance.clock.advance(MINUTE * 60 * 24);
    assert!(figures(&instance).await.contains("portico_text_messages_today 0\n"));
    instance.sign_in_on(&bob.browser, &bob.user).await;
    ask(&bob, NUMBER).await.expect(303);
    drop(guard);
}

/// Shows: sms.a-day
#[tokio::test]
async fn simultaneous_requests_stay_within_the_daily_limit_and_unsent_ones_are_free() {
    let provider = Provider::answering([Reply::status(400), Reply::taken()]).await;
    let instance = behind_proxy(&provider, 3).await;
    let people = instance.people_without_phone(10).await;
    ask_from(&people[0], NUMBER, "198.51.0.1").await.expect(422);
    let each = people
        .iter()
        .enumerate()
        .map(async |(last, person)| ask_from(person, &number(last), &format!("198.51.{last}.1")).await);
    let answers = join_all(each).await;
    let sent = answers.iter().filter(|answer| answer.status == 303).count();
    assert_eq!(sent, 3);
    assert!(answers.iter().all(|answer| [303, 429].contains(&answer.status)));
    assert_eq!(provider.heard().len(), 4);
}

/// Shows: sms.a-day-hides
#[tokio::test]
async fn when_the_days_texts_are_used_up_nothing_reveals_who_exists() {
    let provider = Provider::answering([Reply::taken()]).await;
    let instance = instance_with(&provider, [("a_day", 1.into())]).await;
    let alice = instance.person("alice").await;
    let bob = instance.person_without_phone("bob").await;
    ask(&bob, "+4915112345600").await.expect(303);
    let taken = alice.user.phone.clone().unwrap();
    let told = async |number: &str| {
        let answer = ask(&bob, number).await.expect(429);
        fault(&answer)
    };
    assert_eq!(told(&taken).await, told("+4915112345601").await);
    for login in ["alice", "bob", "nobody"] {
        let answer = instance.browser().post("/reset", &[("login", login)]).await;
        assert_eq!(answer.expect(303).location(), "/reset/code?next=%2F");
    }
    instance.app.settled().await;
    assert_eq!(provider.heard().len(), 1);
}
