//! `/settings/phone` where texts really leave the house: what a person sees of a provider's faults, and what they cost.

use std::time::Duration;

use portico::models::User;
use portico::models::phone_code::budget;
use rocket::figment::value::{Dict, Value};
use rocket::futures::future::{join, join_all};
use sea_orm::EntityTrait;

use crate::support::{Answer, House, Person, Provider, Reply};

const PATH: &str = "/settings/phone";
const NUMBER: &str = "+4915112345642";
const MINUTE: Duration = Duration::from_secs(60);

/// A house whose texts go to a provider.
async fn house_with(
    provider: &Provider,
    more: impl IntoIterator<Item = (&'static str, Value)>,
) -> House {
    let setting = setting(provider, more);
    House::configured(|figment| figment.merge(("sms", setting))).await
}

fn setting(provider: &Provider, more: impl IntoIterator<Item = (&'static str, Value)>) -> Dict {
    let mut setting = Dict::from([
        ("transport".into(), "twilio".into()),
        ("base_url".into(), provider.origin().into()),
        ("account_sid".into(), "AC0f".into()),
        ("auth_token".into(), "hush-auth-token".into()),
        ("from".into(), "+15005550006".into()),
    ]);
    setting.extend(
        more.into_iter()
            .map(|(name, value)| (name.to_owned(), value)),
    );
    setting
}

async fn ask(person: &Person<'_>, number: &str) -> Answer {
    person.browser.post(PATH, &[("phone", number)]).await
}

async fn guess(person: &Person<'_>, code: &str) -> Answer {
    person
        .browser
        .post("/settings/phone/verify", &[("code", code)])
        .await
}

fn fault(answer: &Answer) -> String {
    answer.one("[data-fault=phone]")
}

#[rocket::async_test]
async fn a_code_that_a_provider_carried_verifies_the_number() {
    let provider = Provider::answering([Reply::status(500), Reply::taken()]).await;
    let house = house_with(&provider, []).await;
    let alice = house.person_without_phone("alice").await;
    ask(&alice, "+49 151 1234 5642").await.expect(303);
    let heard = provider.heard();
    assert_eq!(heard.len(), 2);
    assert_eq!(heard[1].field("To").as_deref(), Some(NUMBER));
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(page.one("#masked-phone"), "+49 ··· ··· 42");
    guess(&alice, &provider.code()).await.expect(303);
    let user = User::find(&*house.at.db, alice.id).await.unwrap().unwrap();
    assert_eq!(user.phone.as_deref(), Some(NUMBER));
    // Nobody reads here what was sent.
    house.browser().get("/dev/outbox").await.expect(404);
}

/// Shows: sms.faults-told
#[rocket::async_test]
async fn a_text_that_could_not_be_sent_is_told_and_costs_nothing() {
    let mut replies = vec![Reply::refused(401, 20003, "Authenticate"); 7];
    replies.push(Reply::taken());
    let provider = Provider::answering(replies).await;
    let house = house_with(&provider, []).await;
    let alice = house.person_without_phone("alice").await;
    for _ in 0..7 {
        let answer = ask(&alice, NUMBER).await.expect(422);
        assert!(
            fault(&answer).contains("couldn’t send"),
            "{}",
            answer.text()
        );
        assert!(fault(&answer).contains("ry again"));
        // In our own words, with what was typed, and no code that could be entered.
        assert!(!answer.text().contains("Authenticate"));
        assert!(!answer.text().contains("20003"));
        assert_eq!(answer.attributes("#f-phone", "value"), [NUMBER]);
        assert!(answer.all("#f-code").is_empty());
    }
    let budgets = budget::Entity::find().all(&*house.at.db).await.unwrap();
    assert!(budgets.iter().all(|budget| budget.sent == 0));
    // It is mended: the next one goes out at once, and then the number rests.
    ask(&alice, NUMBER).await.expect(303);
    let answer = ask(&alice, NUMBER).await.expect(429);
    assert_eq!(answer.header("Retry-After"), Some("30"));
    guess(&alice, &provider.code()).await.expect(303);
}

#[rocket::async_test]
async fn a_code_that_works_outlives_a_new_one_that_could_not_be_sent() {
    let provider = Provider::answering([Reply::taken(), Reply::status(400)]).await;
    let house = house_with(&provider, []).await;
    let alice = house.person_without_phone("alice").await;
    ask(&alice, NUMBER).await.expect(303);
    let code = provider.code();
    house.clock.advance(MINUTE);
    let answer = alice.browser.post(PATH, &[("resend", "on")]).await;
    let answer = answer.expect(422);
    assert!(fault(&answer).contains("couldn’t send"));
    assert_eq!(answer.all("#f-code").len(), 1);
    guess(&alice, &code).await.expect(303);
}

/// Shows: sms.not-twice
#[rocket::async_test]
async fn a_text_that_may_have_gone_out_counts_and_its_code_works() {
    let provider = Provider::answering([Reply::HangUp]).await;
    let house = house_with(&provider, []).await;
    let alice = house.person_without_phone("alice").await;
    let answer = ask(&alice, NUMBER).await.expect(422);
    assert!(fault(&answer).contains("may not have been sent"));
    assert_eq!(answer.all("#f-code").len(), 1);
    ask(&alice, NUMBER).await.expect(429);
    guess(&alice, &provider.code()).await.expect(303);
}

/// Shows: sms.faults-told
#[rocket::async_test]
async fn a_number_that_refuses_texts_is_told_so_and_is_not_asked_for_ever() {
    let words = "Attempt to send to unsubscribed recipient";
    let provider = Provider::answering([Reply::refused(400, 21610, words)]).await;
    let house = house_with(&provider, []).await;
    let alice = house.person_without_phone("alice").await;
    for _ in 0..5 {
        let answer = ask(&alice, NUMBER).await.expect(422);
        assert!(fault(&answer).contains("to this number"));
        house.clock.advance(MINUTE / 2);
    }
    let answer = ask(&alice, NUMBER).await.expect(429);
    assert!(fault(&answer).contains("5 codes today"));
    assert_eq!(provider.heard().len(), 5);
}

/// Shows: phone.taken
#[rocket::async_test]
async fn a_number_that_is_taken_takes_the_same_way_and_shares_its_faults() {
    let provider = Provider::answering([
        Reply::taken(),
        Reply::taken(),
        Reply::status(401),
        Reply::status(401),
    ])
    .await;
    let house = house_with(&provider, []).await;
    let owner = house.person("owner").await;
    let taken = owner.user.phone.clone().unwrap();
    let mallory = house.person_without_phone("mallory").await;
    let bob = house.person_without_phone("bobby").await;
    for status in [303, 422] {
        let one = ask(&mallory, &taken).await.expect(status);
        let other = ask(&bob, NUMBER).await.expect(status);
        assert_eq!(one.faults(), other.faults());
        house.clock.advance(MINUTE);
    }
    let heard = provider.heard();
    let texts: Vec<String> = heard.iter().filter_map(|one| one.field("Body")).collect();
    assert_eq!(heard[0].field("To"), Some(taken));
    assert!(!texts[0].contains(|c: char| c.is_ascii_digit()));
    assert!(texts[1].contains("Portico code is"));
}

/// Shows: sms.others
#[rocket::async_test]
async fn others_are_answered_while_a_provider_hangs() {
    let provider = Provider::answering([Reply::Nothing]).await;
    let house = house_with(&provider, [("timeout_ms", 2_000.into())]).await;
    let alice = house.person_without_phone("alice").await;
    let bob = house.person("bob").await;
    let name = [("nickname", "bob"), ("name", "Robert")];
    let waiting = ask(&alice, NUMBER);
    let others = async {
        // Alice waits for the provider from here on.
        while provider.heard().is_empty() {
            rocket::tokio::task::yield_now().await;
        }
        let answer = bob.browser.post("/settings/profile", &name).await;
        bob.browser.get(PATH).await.expect(200);
        answer
    };
    let others = rocket::tokio::time::timeout(Duration::from_secs(1), others);
    let (waited, other) = join(waiting, others).await;
    other.expect("nobody waits for Alice").expect(303);
    waited.expect(422);
}

/// Shows: phone.by-address
#[rocket::async_test]
async fn one_address_gets_so_many_texts_a_day_for_however_many_numbers() {
    let provider = Provider::answering([Reply::taken()]).await;
    let house = house_with(&provider, [("a_day_per_address", 3.into())]).await;
    let alice = house.person_without_phone("alice").await;
    let bob = house.person_without_phone("bob").await;
    for last in 0..3 {
        ask(&alice, &format!("+491511234560{last}"))
            .await
            .expect(303);
    }
    let answer = ask(&bob, NUMBER).await.expect(429);
    assert!(fault(&answer).contains("your network"));
    assert!(answer.header("Retry-After").is_some());
    assert_eq!(provider.heard().len(), 3);
    house.clock.advance(MINUTE * 60 * 24);
    house.sign_in_on(&bob.browser, &bob.user).await;
    // The refused one did not count against the number.
    ask(&bob, NUMBER).await.expect(303);
}

#[rocket::async_test]
async fn texts_are_counted_by_what_became_of_them() {
    let provider = Provider::answering([
        Reply::taken(),
        Reply::status(400),
        Reply::refused(400, 21211, "No."),
        Reply::HangUp,
    ])
    .await;
    let house = house_with(&provider, []).await;
    let alice = house.person_without_phone("alice").await;
    for last in 0..4 {
        ask(&alice, &format!("+491511234560{last}")).await;
    }
    let figures = house.at.metrics.text().unwrap();
    for outcome in ["sent", "unsent", "refused", "unsure"] {
        let line = format!("portico_texts_total{{outcome=\"{outcome}\"}} 1");
        assert!(figures.contains(&line), "{line} in\n{figures}");
    }
}

/// Shows: sms.faults-told
#[rocket::async_test]
async fn of_requests_side_by_side_that_fail_none_is_counted_and_one_asks_the_provider_at_a_time() {
    let provider = Provider::answering([Reply::status(401)]).await;
    let house = house_with(&provider, []).await;
    let alice = house.person_without_phone("alice").await;
    let answers = join_all((0..20).map(|_| ask(&alice, NUMBER))).await;
    let failed = answers.iter().filter(|answer| answer.status == 422).count();
    assert!(
        failed >= 1
            && answers
                .iter()
                .all(|answer| [422, 429].contains(&answer.status))
    );
    assert_eq!(provider.heard().len(), failed);
    let budgets = budget::Entity::find().all(&*house.at.db).await.unwrap();
    assert!(budgets.iter().all(|budget| budget.sent == 0));
}

/// Shows: phone.five-a-day
#[rocket::async_test]
async fn all_nodes_count_a_numbers_texts_together_and_take_them_back_together() {
    let provider = Provider::answering([Reply::status(401), Reply::taken(), Reply::taken()]).await;
    let one = house_with(&provider, []).await;
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
